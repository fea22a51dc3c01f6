//! The distance of two bodies at an instant.
//!
//! **Question.** How far are two bodies of any kind apart at an instant, and where are they closest?
//!
//! **Idea.** Two convex bodies: their gap by support functions (`convex`). Two meshes: the distance of their surfaces
//! by a descent of both trees (`facets`). A body of curved faces and another one, a mesh or a convex body: by a search
//! in order of lower bounds (`splines`, `faces`). Surfaces that are apart may still belong to solids of which one
//! contains the other. Boxes rule that out for most pairs, and the method for first contacts decides the others.
//! Other pairs: by questions about contact with a separation (`questions`).
//!
//! **Guarantee.** The enclosure holds, rounding included, for the exact motions. At a jump of a motion the position
//! after the jump counts.
//!
//! **Cost.** Ten to a hundred microseconds for meshes; a few first contacts at one instant for other pairs.

use super::answer::{ClosestPair, PairDistance};
use super::convex::convex_distance;
use super::facets::{SurfaceGap, surface_gap};
use super::overlap::decided_exactly;
use super::placed::{PlacedFacetPair, PlacedFacets};
use super::{faces, pieces, questions, splines};
use crate::parts::each_part;
use crate::{DetectError, Effort, Evidence, FirstContact, Moving, Query, Verdict, first_contact};
use glam::DVec3;
use tangency_interval::Interval;

/// What one answer about a pair leaves for the next. It changes the cost of an answer, not the answer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairMemory {
    /// The closest triangles of two meshes.
    pub(super) triangles: Option<[u32; 2]>,
    /// Metres. The distance of other pairs.
    pub(super) distance: Option<f64>,
}

/// How far `a` and `b` are apart at the instant `at`, in seconds. The tolerance of the query bounds the width of the
/// enclosure, as far as 64-bit coordinates allow. The span and the separation of the query are ignored.
///
/// ```
/// use glam::DVec3;
/// use tangency_detect::{Moving, Query, distance};
/// use tangency_geometry::{Linear, Motion, Pose, Shape, primitive};
///
/// // Two cubes of one metre: their faces are 3 m apart at first, and approach at 1 m/s.
/// let cube = || primitive::cuboid(DVec3::ONE).map(Shape::Polyhedron);
/// let a = Moving::new(cube()?, Motion::Still(Pose::IDENTITY))?;
/// let approach = Linear::new(Pose::translated(DVec3::new(4.0, 0.0, 0.0))?, DVec3::new(-1.0, 0.0, 0.0))?;
/// let b = Moving::new(cube()?, Motion::Linear(approach))?;
///
/// let found = distance(&a, &b, 0.5, &Query::default())?;
/// assert!(found.distance.contains(2.5) && found.distance.width() < 1e-12);
/// assert!((found.closest.normal - DVec3::X).length() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distance(a: &Moving, b: &Moving, at: f64, query: &Query) -> Result<PairDistance, DetectError> {
    distance_with([a, b], at, query, &mut PairMemory::default())
}

/// [`distance`] with the memory of earlier answers.
pub(super) fn distance_with(
    [a, b]: [&Moving; 2],
    at: f64,
    query: &Query,
    memory: &mut PairMemory,
) -> Result<PairDistance, DetectError> {
    at_instant([a, b], at, query, |a, b, query| continuous([a, b], at, query, memory))
}

/// Calls `work` with both bodies as they move from the instant on, and the query at that instant.
pub(super) fn at_instant<Found>(
    [a, b]: [&Moving; 2],
    at: f64,
    query: &Query,
    mut work: impl FnMut(&Moving, &Moving, &Query) -> Result<Found, DetectError>,
) -> Result<Found, DetectError> {
    let instant = Query { span: Interval::between(at, at), separation: 0.0, ..query.clone() };
    if !at.is_finite() {
        return Err(DetectError::Span { start: at, end: at });
    }
    instant.validate()?;
    let mut found = None;
    each_part(a, Some(b), instant.span, |a, b, _| {
        found = b.map(|b| work(a, b, &instant)).transpose()?;
        Ok(found.is_some())
    })?;
    found.ok_or(DetectError::Span { start: at, end: at })
}

/// The distance of bodies that do not jump at the instant.
pub(super) fn continuous(
    [a, b]: [&Moving; 2],
    at: f64,
    query: &Query,
    memory: &mut PairMemory,
) -> Result<PairDistance, DetectError> {
    if let Some(found) = pieces::distance([a, b], at, query, memory)? {
        return Ok(found);
    }
    if let Some(found) = convex_distance([a, b], at) {
        return Ok(found);
    }
    let (Some(faceted_a), Some(faceted_b)) = (a.faceted(), b.faceted()) else {
        let found = match splines::distance([a, b], at, query)? {
            Some(found) => Some(found),
            None => faces::distance([a, b], at, query)?,
        };
        let found = match found {
            Some(found) if found.distance.lower() >= found.distance.upper() - query.tolerance => found,
            Some(wide) => {
                let guess = Some(wide.distance.upper());
                wide.narrowed(&questions::distance([a, b], query, guess)?)
            }
            None => questions::distance([a, b], query, memory.distance)?,
        };
        memory.distance = Some(found.distance.upper());
        return Ok(found);
    };
    let placed = [PlacedFacets::new(faceted_a, at)?, PlacedFacets::new(faceted_b, at)?];
    let pair = PlacedFacetPair::new(placed.each_ref())?;
    let gap = surface_gap(&pair, memory.triangles, 0.0);
    memory.triangles = Some(gap.triangles);
    let found = of_surfaces(&gap, &pair);
    if gap.crosses || (gap.lower > 0.0 && !pair.may_contain()) {
        return Ok(found);
    }
    // Within rounding of a contact, or possibly one inside the other.
    let answer = first_contact(a, b, &Query { separation: 0.0, ..query.clone() })?;
    let effort = found.effort.plus(answer.effort);
    Ok(match answer.verdict {
        Verdict::Touch(FirstContact { contacts, .. }) => match contacts.iter().find(|contact| contact.proved) {
            Some(contact) => {
                PairDistance { distance: Interval::ZERO, closest: ClosestPair::of(contact), effort, ..found }
            }
            None => {
                let exact = decided_exactly([faceted_a, faceted_b], at)? == Some((true, Evidence::Proved));
                let upper = if exact { 0.0 } else { found.distance.upper() };
                PairDistance { distance: Interval::between(0.0, upper), effort, ..found }
            }
        },
        Verdict::Clear { .. } => PairDistance { effort, ..found },
        Verdict::Open { .. } => {
            PairDistance { distance: Interval::between(0.0, found.distance.upper()), effort, ..found }
        }
    })
}

/// The answer about the surfaces of two meshes.
pub(super) fn of_surfaces(gap: &SurfaceGap, pair: &PlacedFacetPair<'_>) -> PairDistance {
    let points = gap.points(pair);
    let between = (points[1] - points[0]).try_normalize().unwrap_or(DVec3::Z);
    let normal = if gap.direction == DVec3::ZERO { between } else { gap.direction };
    PairDistance {
        distance: Interval::between(gap.lower, gap.upper),
        closest: ClosestPair { points, normal, features: gap.features(pair) },
        evidence: Evidence::Proved,
        effort: Effort { pairs: 1, iterations: gap.steps },
    }
}
