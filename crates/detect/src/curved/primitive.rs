//! Curved bodies that are exact convex primitives, by their support functions.
//!
//! **Question.** Two bodies of curved faces or implicit solids are spheres, ellipsoids, cylinders, cones, capsules or
//! boxes. When do they first touch?
//!
//! **Idea.** Such a body knows its primitive ([`Brep::convex`](tangency_geometry::surface::Brep::convex),
//! [`Solid::convex`](tangency_geometry::Solid::convex)). The method for convex bodies needs a few microseconds where
//! the equations need thousands of steps. The contact is then named after the faces or parts of the original body.
//!
//! **Guarantee.** The primitive is exactly the same set of points, so the guarantee is that of the method for convex
//! bodies. It answers if the bodies stay apart, or if a sphere is proved to touch at a single point after the start.
//! Other contacts it locates less precisely than the equations do. There it tells when the equations should begin: the
//! bodies are proved apart before. The equations alone answer for bodies that touch or overlap at the start, and
//! queries for more than the first contact.
//!
//! **Cost.** Some microseconds, also if the equations must answer.

use crate::convex::PlacedPair;
use crate::table::Question;
use crate::tolerance::PRIMITIVE_BRACKET;
use crate::{Answer, DetectError, Moving, Prepared, Query, Verdict, convex};
use glam::DVec3;
use std::borrow::Cow;
use tangency_geometry::{Contact, Convex, ConvexCore, Feature, Shape};
use tangency_interval::Interval;

/// A body as a convex one.
struct ConvexTwin<'question> {
    /// The body as given.
    original: &'question Moving,
    twin: Cow<'question, Moving>,
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
    let [a, b] = question.bodies();
    let (Some(a), Some(b)) = (ConvexTwin::of(a), ConvexTwin::of(b)) else { return Ok(ConvexAnswer::Unknown) };
    // Other methods answer for bodies that are convex ones as given.
    if matches!((&a.twin, &b.twin), (Cow::Borrowed(_), Cow::Borrowed(_))) || near_at_start(&a, &b, question.query) {
        return Ok(ConvexAnswer::Unknown);
    }
    let twins = Question { a: &*a.twin, b: Some(&*b.twin), query: question.query };
    let Some(mut answer) = convex::first_contact_of_bodies(&twins)? else { return Ok(ConvexAnswer::Unknown) };
    let Verdict::Touch(first) = &mut answer.verdict else { return Ok(ConvexAnswer::Whole(answer)) };
    if first.contacts.iter().any(|contact| contact.initial) {
        return Ok(ConvexAnswer::Unknown);
    }
    let narrow = first.time.width() <= PRIMITIVE_BRACKET * question.query.span.width();
    let precise = narrow && (a.is_sphere() || b.is_sphere());
    match first.contacts.as_mut_slice() {
        [contact] if contact.proved && precise => {
            let half = 0.5 * contact.gap * contact.normal;
            let [of_a, of_b] = [a.feature(contact, -half), b.feature(contact, half)];
            contact.feature_a = of_a.unwrap_or(contact.feature_a);
            contact.feature_b = of_b.unwrap_or(contact.feature_b);
            Ok(ConvexAnswer::Whole(answer))
        }
        _ => Ok(ConvexAnswer::ApartUntil(first.time.lower())),
    }
}

/// Whether the bodies are within the tolerance at the start of the span, or not known to be apart there. The equations
/// list such contacts.
fn near_at_start(a: &ConvexTwin<'_>, b: &ConvexTwin<'_>, query: &Query) -> bool {
    let gap = || {
        let start = Interval::from(query.span.lower());
        let [of_a, of_b] =
            [a, b].map(|twin| Some(twin.original.motion().rigid_pieces(start)?.first()?.pose(start.mid())));
        let views = [a.twin.convex()?.0, b.twin.convex()?.0];
        Some(PlacedPair::new(views, [&of_a?, &of_b?]).gap(false).gap.lower())
    };
    !gap().is_some_and(|gap| gap > query.separation + query.tolerance)
}

impl<'question> ConvexTwin<'question> {
    /// `None` if the body is not known to be convex.
    fn of(original: &'question Moving) -> Option<Self> {
        let twin = match original.prepared() {
            Prepared::Faces(faces) => Cow::Owned(moved(original, faces.brep.convex()?)?),
            Prepared::Implicit(implicit) => Cow::Owned(moved(original, implicit.solid.convex()?)?),
            Prepared::Facets(_) | Prepared::Convex(_) => Cow::Borrowed(original),
            // They are asked about by their cores or pieces.
            Prepared::Rounded(_) | Prepared::HalfSpace(_) | Prepared::HeightMap(_) | Prepared::Compound(_) => {
                return None;
            }
        };
        Some(Self { original, twin })
    }

    /// Whether the body is a ball.
    fn is_sphere(&self) -> bool {
        match self.twin.prepared() {
            Prepared::Convex(convex) => matches!(convex.prepared().shape().core(), ConvexCore::Point),
            Prepared::Facets(_)
            | Prepared::Faces(_)
            | Prepared::Implicit(_)
            | Prepared::Rounded(_)
            | Prepared::HalfSpace(_)
            | Prepared::HeightMap(_)
            | Prepared::Compound(_) => false,
        }
    }

    /// The feature of the original body at its contact point, which is `offset` from the middle of the gap. `None` if
    /// the body is its own twin.
    fn feature(&self, contact: &Contact, offset: DVec3) -> Option<Feature> {
        let place = || local_point(self.original, contact, offset);
        match self.original.prepared() {
            Prepared::Faces(faces) => faces.brep.primitive_feature(place()?),
            Prepared::Implicit(implicit) => implicit.solid.primitive_feature(place()?),
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

/// A convex body with the motion of another.
fn moved(body: &Moving, convex: &Convex) -> Option<Moving> {
    Moving::new(Shape::Convex(convex.clone()), body.motion().clone()).ok()
}
