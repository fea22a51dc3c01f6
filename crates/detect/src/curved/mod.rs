//! First contact of curved bodies: parametric surfaces, implicit solids, and either with meshes.
//!
//! **Question.** Two bodies of curved faces, implicit solids or triangles move, turn and deform. When do they first
//! touch, where, and at how many points at once?
//!
//! **Idea.** Bodies that were apart are tangent at their first contact. Contact, tangency and approach are
//! equations and inequalities in the surface parameters and in time. There is one system of equations for every
//! pair of a face, edge or vertex of `a` with one of `b`, and for the smooth parts, creases and corners of implicit
//! solids. One search finds the earliest solution of all systems ([`tangency_interval::solve`]): it encloses every
//! solution and proves that isolated ones exist. Before the search, bounding balls narrow the time. At the start of
//! every smooth stretch of time the bodies may overlap already, so contact alone is required there. A query with a
//! separation has systems of its own: the bodies come within that distance instead of touching.
//!
//! | module | contents |
//! |---|---|
//! | `primitive`, `convexity` | bodies that are known to be convex, which need no equations while they are apart |
//! | `elements` | faces, edges, vertices and triangles of the bodies, enclosed over boxes of parameters and time |
//! | `equations` | one system of equations per pair of elements, and the list of all systems of a pair of bodies |
//! | `search` | the earliest solution of all systems: our search (`advance`) and that of the paper (`snyder1993`) |
//!
//! **Guarantee.** `Clear` and the lower end of a touch are proofs, for the exact surfaces and motions. A contact
//! that is marked proved exists within its time bracket. Other contacts are within the tolerance. There, and along
//! contact curves and regions, the lower end may be early by ε ([`crate::Query::simultaneity`]).
//!
//! **Cost.** Some microseconds a step; hundreds of steps for an isolated contact, thousands for a contact curve.
//!
//! **Source.** Snyder et al. 1993. The note below has the derivations and lists the deviations.
#![doc = include_str!("../../notes/curved-contact.md")]

mod cache;
mod convexity;
mod elements;
mod equations;
mod primitive;
mod search;
#[cfg(test)]
mod tests;

pub(crate) use convexity::{ConvexCover, LevelSupport};
pub(crate) use elements::BodyBounds;
pub use equations::Tracked;
pub(crate) use primitive::{ConvexAnswer, convex_answer, local_point};
pub use search::snyder1993;

use crate::flight::stretches;
use crate::progress::Steps;
use crate::table::{Question, unsupported};
use crate::tolerance::{ACCEPTED_TIME, ACCEPTED_WIDTH, DEFAULT_SPACING, FINEST_SPACING, RESOLUTION};
use crate::{Answer, DetectError, Effort, Evidence, FirstContact, Moving, Query, Verdict};
use elements::{BodyGeometry, DeformingMesh};
use equations::PairSetting;
use search::{SearchParameters, SmoothStretch, StretchEnding, StretchStart, simultaneity};
use snyder1993::SnyderMethod;
use tangency_geometry::RigidPiece;
use tangency_interval::Interval;
use tangency_interval::solve::{SolverOptions, SubdivisionRule};

/// Two bodies, one of them curved, and the stretches of time during which each moves smoothly.
struct CurvedQuestion<'question> {
    a: &'question Moving,
    b: &'question Moving,
    pieces: [Vec<RigidPiece<'question>>; 2],
    query: &'question Query,
    /// Whether the bodies were swapped. Curved faces come before meshes, and meshes before implicit solids.
    exchanged: bool,
    /// Seconds. Before this instant the bodies are known to be apart.
    apart_until: f64,
}

/// The first contact of two bodies of which at least one is curved.
pub(crate) fn first_contact(question: &Question<'_, &Moving>) -> Result<Answer, DetectError> {
    let apart_until = match primitive::convex_answer(question)? {
        ConvexAnswer::Whole(answer) => return Ok(answer),
        ConvexAnswer::ApartUntil(time) => time,
        ConvexAnswer::Unknown => f64::NEG_INFINITY,
    };
    let [a, b] = question.bodies();
    let equations = CurvedQuestion::new(a, b, question.query).ok_or_else(|| question.unsupported())?;
    equations.apart_until(apart_until).search(None)
}

impl<'question> CurvedQuestion<'question> {
    /// `None` if a body deforms and is not made of triangles. Other deforming bodies must carry `t` in their
    /// formulas.
    fn new(a: &'question Moving, b: &'question Moving, query: &'question Query) -> Option<Self> {
        let rank = |moving: &Moving| match BodyGeometry::of(moving.prepared()) {
            BodyGeometry::Curved(_) => 0,
            BodyGeometry::Flat { .. } => 1,
            BodyGeometry::Implicit(_) => 2,
        };
        let exchanged = rank(a) > rank(b);
        let (a, b) = if exchanged { (b, a) } else { (a, b) };
        let pieces = [pieces(a, query.span)?, pieces(b, query.span)?];
        Some(Self { a, b, pieces, query, exchanged, apart_until: f64::NEG_INFINITY })
    }

    /// The same question about bodies that are known to be apart before an instant.
    fn apart_until(self, apart_until: f64) -> Self {
        Self { apart_until, ..self }
    }

    /// The first contact within the span: by the search of the paper if `published` is given, otherwise by ours.
    fn search(&self, published: Option<&SnyderMethod>) -> Result<Answer, DetectError> {
        let mut effort = Effort::default();
        let stretches: Vec<_> = stretches(&self.pieces).collect();
        let mut bar = Steps::new(self.query, stretches.len());
        let mut verdict = Verdict::Clear { until: self.query.span.upper() };
        for (index, (pieces, [start, end])) in stretches.into_iter().enumerate() {
            let span = Interval::between(start, end);
            let deforming = [self.deforming(self.a, span)?, self.deforming(self.b, span)?];
            let known = StretchStart {
                continues: index > 0 && self.continues(&pieces, start),
                outside: index == 0 && self.query.outside,
                apart_until: self.apart_until,
            };
            let stretch = self.stretch(pieces, span, deforming.each_ref().map(Option::as_ref), known)?;
            let ending = stretch.first_contact(&mut effort, self.query, published);
            let ending = ending.ok_or_else(|| unsupported(self.a, self.b, self.query.span))?;
            bar.reached(index, 1.0);
            verdict = match ending {
                StretchEnding::Apart => continue,
                StretchEnding::Touch(first) => Verdict::Touch(self.as_asked(first, index == 0)),
                StretchEnding::Unfinished { from } => Verdict::Open { from },
            };
            break;
        }
        Ok(Answer { verdict, evidence: Evidence::Proved, effort })
    }

    /// The vertex paths of a body during a stretch, if the body deforms at any time of the span. Its frame is then
    /// always the world's.
    fn deforming(
        &self,
        moving: &'question Moving,
        span: Interval,
    ) -> Result<Option<DeformingMesh<'question>>, DetectError> {
        elements::deforms(moving, self.query.span).map(|faceted| DeformingMesh::of(faceted, span)).transpose()
    }

    /// `true` proves that both bodies start a stretch where they ended the stretch before.
    fn continues(&self, pieces: &[RigidPiece<'_>; 2], start: f64) -> bool {
        let continues = |moving: &Moving, piece: &RigidPiece<'_>| {
            let span = self.query.span;
            // A single motion is continuous. The pieces of several join up to rounding only.
            let one = moving.motion().jumping_segments().is_none();
            piece.span().lower() < start
                || (one && moving.motion().is_rigid(span))
                || (elements::deforms(moving, span).is_some() && elements::continuous(moving.motion(), span))
        };
        continues(self.a, &pieces[0]) && continues(self.b, &pieces[1])
    }

    /// Keeps the contacts that are simultaneous with the first, and restores the order of the bodies. `at_start`:
    /// the stretch is the first of the span.
    fn as_asked(&self, mut first: FirstContact, at_start: bool) -> FirstContact {
        let horizon = self.query.last_simultaneous(first.time.upper());
        first.contacts.retain(|contact| contact.time.lower() <= horizon);
        for contact in &mut first.contacts {
            contact.initial &= at_start;
            if self.exchanged {
                *contact = contact.swapped();
            }
        }
        first
    }

    fn stretch<'stretch>(
        &'stretch self,
        pieces: [RigidPiece<'stretch>; 2],
        span: Interval,
        deforming: [Option<&'stretch DeformingMesh<'stretch>>; 2],
        known: StretchStart,
    ) -> Result<SmoothStretch<'stretch>, DetectError> {
        let movings = [self.a, self.b];
        let body = |side: usize| BodyGeometry::of(movings[side].prepared()).on_paths(deforming[side]);
        let bodies = [body(0), body(1)];
        for described in bodies.iter().filter_map(BodyGeometry::described) {
            if !span.subset(described) {
                return Err(DetectError::BeyondDescription { start: described.lower(), end: described.upper() });
            }
        }
        let bound =
            |side: usize| deforming[side].map_or_else(|| movings[side].prepared().bounds(span), DeformingMesh::bounds);
        let bounds = [bound(0), bound(1)];
        let setting = PairSetting::new(pieces, &self.query.tracked, bodies.each_ref().map(BodyGeometry::is_solid));
        let reach = bounds.each_ref().map(BodyBounds::reach);
        if !reach.iter().all(|reach| reach.is_finite()) {
            return Err(DetectError::NoBound);
        }
        let moving = pieces[0].rates(span).speed_within(reach[0]) + pieces[1].rates(span).speed_within(reach[1]);
        let deforming = bodies.each_ref().map(|body| body.deformation_speed(span));
        let speed = deforming.iter().try_fold(moving, |sum, speed| Some(sum + (*speed)?));
        let size =
            self.query.separation + reach[0] + reach[1] + setting.frame().during(span).translation.length().upper();
        if !(moving.is_finite() && size.is_finite()) {
            return Err(DetectError::Unbounded);
        }
        let resolution = RESOLUTION * size;
        if self.query.tolerance < resolution {
            return Err(DetectError::TooFine { tolerance: self.query.tolerance, resolution });
        }
        let size = bounds[0].radius().min(bounds[1].radius());
        if let Some(spacing) = self.query.spacing.filter(|spacing| *spacing < FINEST_SPACING * size) {
            return Err(DetectError::Length {
                name: "the spacing of contacts",
                value: spacing,
                least: "of at least 1e-5 times the radius of the smaller body",
            });
        }
        // Where the deformation speed is unknown, assume that the body moves by its own size during the stretch.
        let pace = speed.unwrap_or(moving + size / span.width().max(f64::MIN_POSITIVE));
        let local_tolerance = (speed.is_none() && self.query.simultaneity.is_none()).then_some(self.query.tolerance);
        let options = self.options(&bounds, speed);
        let parameters = SearchParameters { span, pace, local_tolerance, size, options, stop: &self.query.stop };
        Ok(SmoothStretch::new(bodies, bounds, setting, parameters, known))
    }

    /// ε follows from the tolerance and the speed, δ from the size, unless the query sets them. Without a bound on
    /// the speed, ε is the shortest time bracket.
    fn options(&self, bounds: &[BodyBounds; 2], speed: Option<f64>) -> SolverOptions {
        let query = self.query;
        let length = query.span.width();
        let least = ACCEPTED_TIME * length;
        // A shorter time than the shortest bracket would be searched for in vain.
        let simultaneity = query.simultaneity.map(|asked| asked.max(least)).unwrap_or_else(|| match speed {
            Some(speed) => simultaneity(query.tolerance, speed, length),
            None => least,
        });
        let radius = bounds[0].radius().min(bounds[1].radius());
        SolverOptions {
            simultaneity,
            separation: query.spacing.unwrap_or(DEFAULT_SPACING * radius),
            accept: ACCEPTED_WIDTH * query.tolerance,
            accept_objective: least,
            // The search subdivides surfaces to about equal lengths along all parameters before it calls the solver.
            cut: SubdivisionRule::Even,
            ..SolverOptions::default()
        }
    }
}

/// The stretches of time during which a body moves smoothly; `None` if it deforms and is not made of triangles.
fn pieces(moving: &Moving, span: Interval) -> Option<Vec<RigidPiece<'_>>> {
    let motion = moving.motion();
    let deforming = || moving.faceted().and_then(|_| elements::deforming_pieces(motion, span));
    motion.rigid_pieces(span).or_else(deforming)
}
