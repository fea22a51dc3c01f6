//! Curved bodies that are known to be convex, by their support functions.
//!
//! **Question.** Two bodies of curved faces or implicit solids are convex: spheres, ellipsoids, cylinders, formulas of
//! degree two. When do they first touch?
//!
//! **Idea.** Such a body has a convex cover (`convexity`). The method for convex bodies needs a few microseconds where
//! the equations need thousands of steps. The contact is then named after the faces or parts of the original body.
//!
//! **Guarantee.** The body is a subset of its cover and fills it up to a known distance, zero for primitives. So the
//! guarantee is that of the method for convex bodies. It answers if the bodies stay apart, or if a sphere or two smooth
//! bodies are proved to touch at a single point after the start.
//! Other contacts it locates less precisely than the equations do. There it tells when the equations should begin: the
//! bodies are proved apart before. The equations alone answer for bodies that touch or overlap at the start, and
//! queries for more than the first contact.
//!
//! **Cost.** Some microseconds, also if the equations must answer.

use super::convexity::{ConvexCover, CoverSupport};
use crate::convex::{Bodies, ConvexView, PlacedPair, Simplex, SupportFunction};
use crate::table::Question;
use crate::tolerance::{PRIMITIVE_BRACKET, SMOOTH_NORMAL};
use crate::{Answer, DetectError, Moving, Prepared, Query, Verdict, convex};
use glam::DVec3;
use tangency_geometry::{Contact, ConvexCore, Feature, Pose};
use tangency_interval::Interval;

/// A body as a convex one.
struct ConvexTwin<'question> {
    /// The body as given.
    original: &'question Moving,
    view: ConvexView<'question>,
    /// Metres. The amount by which the view exceeds the body.
    excess: f64,
}

/// What is known of the first contact of two bodies as convex ones.
#[derive(Clone, Debug)]
pub(crate) enum ConvexAnswer {
    /// The answer.
    Whole(Answer),
    /// The bodies are apart before this instant, in seconds. The equations must answer from there on.
    ApartUntil(f64),
    /// Nothing: one of the bodies is not known to be convex, or the query asks for more.
    Unknown,
}

/// The first contact of two bodies that are convex primitives or convex polyhedra, and at least one of them a curved
/// primitive.
pub(crate) fn convex_answer(question: &Question<'_, &Moving>) -> Result<ConvexAnswer, DetectError> {
    let Query { simultaneity, spacing, tracked, .. } = question.query;
    if question.b.is_none() || simultaneity.is_some() || spacing.is_some() || !tracked.is_empty() {
        return Ok(ConvexAnswer::Unknown);
    }
    let covers = question.bodies().map(|body| body.prepared().convex_cover());
    // Other methods answer for bodies that are convex ones as given.
    if covers.iter().all(Option::is_none) {
        return Ok(ConvexAnswer::Unknown);
    }
    let supports = covers.map(|cover| cover.map(ConvexCover::support));
    let [a, b] = question.bodies();
    let [Some(a), Some(b)] = [ConvexTwin::of(a, supports[0].as_ref()), ConvexTwin::of(b, supports[1].as_ref())] else {
        return Ok(ConvexAnswer::Unknown);
    };
    let answer = answer_of_twins(question, [&a, &b])?;
    let failed = supports.iter().flatten().any(CoverSupport::failed);
    Ok(if failed { ConvexAnswer::Unknown } else { answer })
}

/// The first contact of two bodies by their support functions.
fn answer_of_twins(
    question: &Question<'_, &Moving>,
    [a, b]: [&ConvexTwin<'_>; 2],
) -> Result<ConvexAnswer, DetectError> {
    if near_at_start(a, b, question.query) {
        return Ok(ConvexAnswer::Unknown);
    }
    let views = [(a.view, a.excess), (b.view, b.excess)];
    let Some(mut answer) = convex::first_contact_of_views(question, views)? else { return Ok(ConvexAnswer::Unknown) };
    let Verdict::Touch(first) = &mut answer.verdict else { return Ok(ConvexAnswer::Whole(answer)) };
    if first.contacts.iter().any(|contact| contact.initial) {
        return Ok(ConvexAnswer::Unknown);
    }
    // The farthest points of formulas are less precise than those of primitives. Their brackets are as wide as
    // promised.
    let narrow = first.time.width() <= PRIMITIVE_BRACKET * question.query.span.width() || a.is_level() || b.is_level();
    let located = match first.contacts.as_slice() {
        [contact] if contact.proved && narrow => located(contact, [a, b]),
        _ => None,
    };
    let Some(mut contact) = located else { return Ok(ConvexAnswer::ApartUntil(first.time.lower())) };
    let half = 0.5 * contact.gap * contact.normal;
    let [of_a, of_b] = [a.feature(&contact, -half), b.feature(&contact, half)];
    contact.feature_a = of_a.unwrap_or(contact.feature_a);
    contact.feature_b = of_b.unwrap_or(contact.feature_b);
    first.contacts = vec![contact];
    Ok(ConvexAnswer::Whole(answer))
}

/// The contact, located precisely. That of a ball is. The normal of two other smooth bodies is refined by Newton's
/// method, because close to a contact the distance hardly depends on it. `None` for other bodies.
fn located(contact: &Contact, twins: [&ConvexTwin<'_>; 2]) -> Option<Contact> {
    if twins.iter().any(|twin| twin.is_sphere()) {
        return Some(*contact);
    }
    if !twins.iter().all(|twin| twin.is_smooth()) {
        return None;
    }
    let poses = [twins[0].pose(contact.time)?, twins[1].pose(contact.time)?];
    let views = twins.map(|twin| twin.view);
    let (pair, bodies) = (PlacedPair::new(views, poses.each_ref()), Bodies::of_views(views));
    let placed = pair.placed();
    let (precision, steps) = SMOOTH_NORMAL;
    let mut normal = contact.normal;
    for _ in 0..steps {
        // The points of smooth bodies do not depend on the simplex.
        let next = bodies.newton_step(placed, &Simplex::default(), normal)?;
        let turned = next.distance(normal);
        normal = next;
        if turned <= precision {
            let on_a = placed.a * views[0].function.farthest(placed.a.transpose() * normal) + views[0].radius * normal;
            let core_b = views[1].function.farthest(placed.b.transpose() * -normal);
            let on_b = placed.between + placed.b * core_b - views[1].radius * normal;
            let (point, gap) = (pair.origin() + 0.5 * (on_a + on_b), normal.dot(on_b - on_a));
            return Some(Contact { normal, point, gap, ..*contact });
        }
    }
    None
}

/// Whether the bodies are within the tolerance at the start of the span, or not known to be apart there. The equations
/// list such contacts.
fn near_at_start(a: &ConvexTwin<'_>, b: &ConvexTwin<'_>, query: &Query) -> bool {
    let gap = || {
        let start = Interval::from(query.span.lower());
        Some(PlacedPair::new([a.view, b.view], [&a.pose(start)?, &b.pose(start)?]).gap(false).gap.lower())
    };
    !gap().is_some_and(|gap| gap > query.separation + query.tolerance)
}

impl<'question> ConvexTwin<'question> {
    /// `None` if the body is not known to be convex.
    fn of(original: &'question Moving, support: Option<&'question CoverSupport<'question>>) -> Option<Self> {
        let (view, excess) = match original.prepared() {
            Prepared::Faces(_) | Prepared::Implicit(_) => support?.view(),
            Prepared::Facets(_) | Prepared::Convex(_) => original.convex()?,
            // They are asked about by their cores or pieces.
            Prepared::Rounded(_) | Prepared::HalfSpace(_) | Prepared::HeightMap(_) | Prepared::Compound(_) => {
                return None;
            }
        };
        Some(Self { original, view, excess })
    }

    /// The pose at the start of a span. `None` if the body deforms.
    fn pose(&self, span: Interval) -> Option<Pose> {
        Some(self.original.motion().rigid_pieces(span)?.first()?.pose(span.lower()))
    }

    /// Whether the body is a ball.
    fn is_sphere(&self) -> bool {
        self.view.is_point()
    }

    /// Whether the body is given by a formula that is not a primitive.
    fn is_level(&self) -> bool {
        matches!(self.view.function, SupportFunction::Level(_))
    }

    /// Whether the body touches another of this kind at a single point: its surface is smooth and nowhere flat.
    fn is_smooth(&self) -> bool {
        match self.view.function {
            SupportFunction::Level(_) => true,
            SupportFunction::Core(core) => matches!(core, ConvexCore::Point | ConvexCore::Ellipsoid { .. }),
            SupportFunction::Vertices(_) | SupportFunction::Box(_) | SupportFunction::Triangle(_) => false,
        }
    }

    /// The feature of the original body at its contact point, which is `offset` from the middle of the gap. `None` if
    /// the body is its own twin.
    fn feature(&self, contact: &Contact, offset: DVec3) -> Option<Feature> {
        let place = || local_point(self.original, contact, offset);
        match self.original.prepared() {
            Prepared::Faces(faces) => faces.brep.primitive_feature(place()?),
            // A solid without a primitive has one function, which is its only part.
            Prepared::Implicit(implicit) => {
                Some(implicit.solid.primitive_feature(place()?).unwrap_or(Feature::Part(0)))
            }
            Prepared::Facets(_)
            | Prepared::Convex(_)
            | Prepared::Rounded(_)
            | Prepared::HalfSpace(_)
            | Prepared::HeightMap(_)
            | Prepared::Compound(_) => None,
        }
    }
}

/// The point of a contact that is `offset` from the middle of its gap, in the frame of the body. `None` if the body
/// deforms.
pub(crate) fn local_point(body: &Moving, contact: &Contact, offset: DVec3) -> Option<DVec3> {
    let pieces = body.motion().rigid_pieces(contact.time)?;
    let pose = pieces.first()?.pose(contact.time.lower());
    Some(pose.inverse().apply(contact.point + offset))
}
