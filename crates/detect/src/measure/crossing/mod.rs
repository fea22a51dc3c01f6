//! Where the surfaces of two bodies of splines or other curved faces meet at an instant.
//!
//! | question | function | file |
//! |---|---|---|
//! | the curves in which two bodies meet | [`intersection_curves`] | `cells`, `trace`, `polyline`, `cut`, `join` |
//! | which faces of two bodies meet | [`face_contacts`] | `decide` |
//! | which of many bodies meet, frame after frame | [`SplineBodies`] | `frames`, `decide` |
//! | the equations of both | | `equations` |
//!
//! **Source.** Krishnan et al. 1998, sections 5 and 7: contacts of spline models by shell trees. The paper decides the
//! last parts by triangles; here interval Newton steps on the patches prove or exclude common points. The paper has no
//! curves; it names loop detection and tracing (its section 2), of which the tubes here are the proved form.

mod cells;
mod cut;
mod decide;
mod equations;
mod frames;
mod join;
mod polyline;
mod sweep;
mod trace;

pub use decide::{CommonPoint, SurfaceEffort, SurfaceVerdict};
pub use frames::{MeetingBodies, SplineBodies, SplineBodiesOptions};

use super::instant::at_instant;
use super::splines::PlacedSplines;
use crate::limits::StepBudget;
use crate::table::name;
use crate::tolerance::{
    COARSEST_OPEN_PLACE, CROSSING_TESTS, CURVE_CELLS, OVERLAP_CROSSING_TESTS, SPLINE_GROWTH_BYTES, TRIMMED_CURVE_JOINT,
};
use crate::{DetectError, Effort, Moving, Query};
use cells::{CellSearch, OpenCell};
use decide::PairWalk;
use equations::FaceCrossing;
use glam::DVec3;
use polyline::CurvePolylines;
use tangency_bound::ShellGrowth;
use tangency_geometry::Feature;
use tangency_geometry::surface::PatchWork;
use tangency_interval::Interval;

/// A curve in which two surfaces meet, as a polyline.
#[derive(Clone, Debug, PartialEq)]
pub struct IntersectionCurve {
    /// The vertices, in the frame of the world. A closed curve ends with the point it begins with.
    pub points: Vec<DVec3>,
    /// The face of `a` and the face of `b` at each vertex, with their parameters.
    pub features: Vec<[Feature; 2]>,
    /// Whether the curve returns to its start.
    pub closed: bool,
    /// Metres. No point of the curve is farther from the polyline; infinite if that is not known.
    pub error: f64,
}

/// A place where two surfaces may meet or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpenPlace {
    /// A point of `a` amid the place, in the frame of the world.
    pub point: DVec3,
    /// Metres. The parts of both surfaces that are not decided are each within a ball of this radius.
    pub radius: f64,
    /// The middle of both parts.
    pub features: [Feature; 2],
}

/// Where the surfaces of two bodies meet.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairIntersection {
    /// The curves. Between its vertices each is proved to exist; pieces on neighbouring faces are joined where their
    /// ends agree up to rounding.
    pub curves: Vec<IntersectionCurve>,
    /// Places that are not decided: the surfaces are tangent there, one has no tangent plane, or a curve runs along the
    /// border of a trimmed face.
    pub open: Vec<OpenPlace>,
    /// `false` if the budget ran out: open places are then larger than the tolerance.
    pub complete: bool,
    /// The work done.
    pub effort: Effort,
}

impl PairIntersection {
    /// `true` proves that the surfaces have no common point.
    #[must_use]
    pub fn apart(&self) -> bool {
        self.curves.is_empty() && self.open.is_empty()
    }
}

/// The curves in which the surfaces of `a` and `b` meet at the instant `at`, in seconds. Both are bodies of curved
/// faces: splines, formulas, trimmed faces of STEP files. The tolerance of the query bounds the errors of the polylines
/// and the sizes of open places.
///
/// A curve ends where it leaves the trim of a face. Parts of curves that are neither proved to be within both trims nor
/// proved to be beyond one are open; an end is known to rounding.
///
/// Everything that is neither on a curve nor at an open place is proved free of common points. The interiors of solids
/// do not count: of a ball within a larger one no point is on the surface of the other.
///
/// ```
/// use glam::dvec3;
/// use tangency_detect::{Moving, Query, intersection_curves};
/// use tangency_geometry::{Motion, Pose, Shape, spline::make, surface::Brep};
///
/// // Two spheres of radius 1, their centres 1.2 apart, meet in a circle of radius 0.8.
/// let sphere = |x: f64| -> Result<Moving, Box<dyn std::error::Error>> {
///     let shape = Shape::Parametric(Brep::of_splines(make::sphere(1.0)?)?);
///     Ok(Moving::new(shape, Motion::Still(Pose::translated(dvec3(x, 0.1, 0.2))?))?)
/// };
/// let query = Query { tolerance: 1e-3, ..Query::default() };
/// let found = intersection_curves(&sphere(0.0)?, &sphere(1.2)?, 0.0, &query)?;
/// let [circle] = &found.curves[..] else { panic!("one circle") };
/// assert!(circle.closed && circle.error <= 1e-3 && found.open.is_empty());
/// assert!(circle.points.iter().all(|point| (point.distance(dvec3(0.6, 0.1, 0.2)) - 0.8).abs() < 1e-9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn intersection_curves(a: &Moving, b: &Moving, at: f64, query: &Query) -> Result<PairIntersection, DetectError> {
    at_instant([a, b], at, query, |a, b, query| curves_of([a, b], at, query))
}

/// Two faces that are not proved apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceContact {
    /// The face of `a` and the face of `b`.
    pub faces: [u32; 2],
    /// How they relate.
    pub verdict: SurfaceVerdict,
}

/// The pairs of faces of `a` and `b` that are not proved apart at the instant `at`, in seconds, each with a proved
/// common point or as open. Both are bodies of curved faces, as for [`intersection_curves`]; a point counts within the
/// trims of its faces. Parts of faces of the size of the query's tolerance that are not decided leave their pair open. Faster than [`intersection_curves`]; an empty list
/// proves that the surfaces have no common point.
///
/// ```
/// use glam::dvec3;
/// use tangency_detect::{Moving, Query, SurfaceVerdict, face_contacts};
/// use tangency_geometry::{Motion, Pose, Shape, spline::make, surface::Brep};
///
/// let sphere = |x: f64| -> Result<Moving, Box<dyn std::error::Error>> {
///     let shape = Shape::Parametric(Brep::of_splines(make::sphere(1.0)?)?);
///     Ok(Moving::new(shape, Motion::Still(Pose::translated(dvec3(x, 0.1, 0.2))?))?)
/// };
/// let met = face_contacts(&sphere(0.0)?, &sphere(1.2)?, 0.0, &Query::default())?;
/// // Pairs of faces that have only a point of their borders in common stay open.
/// assert!(met.iter().any(|contact| matches!(contact.verdict, SurfaceVerdict::Meeting(_))));
/// assert!(face_contacts(&sphere(0.0)?, &sphere(2.1)?, 0.0, &Query::default())?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn face_contacts(a: &Moving, b: &Moving, at: f64, query: &Query) -> Result<Vec<FaceContact>, DetectError> {
    at_instant([a, b], at, query, |a, b, query| {
        let [a, b] = placed([a, b], at, "contacts of faces", query)?;
        let pairs = CellSearch::new([&a, &b], query.tolerance).candidates();
        let (mut growth, mut work, mut effort) = (growths([&a, &b]), PatchWork::default(), SurfaceEffort::default());
        let (relative, slack) = decide::relative([&a, &b]);
        let mut walk = PairWalk {
            models: [&a, &b],
            relative,
            slack,
            tolerance: query.tolerance,
            most: CROSSING_TESTS,
            growth: &mut growth,
            shapes: [0, 1],
            work: &mut work,
            effort: &mut effort,
        };
        let mut contacts: Vec<FaceContact> = Vec::new();
        for tiles in pairs {
            let faces = [a.trees.tiles()[tiles[0]].face() as u32, b.trees.tiles()[tiles[1]].face() as u32];
            let known = contacts.iter().position(|known| known.faces == faces);
            if known.is_some_and(|known| matches!(contacts[known].verdict, SurfaceVerdict::Meeting(_))) {
                continue;
            }
            let Some((verdict, _)) = walk.faces(tiles) else { continue };
            match known {
                None => contacts.push(FaceContact { faces, verdict }),
                // Of several tiles of a face one that meets decides.
                Some(known) if matches!(verdict, SurfaceVerdict::Meeting(_)) => contacts[known].verdict = verdict,
                Some(_) => {}
            }
        }
        Ok(contacts)
    })
}

/// The deeper levels of the trees of both bodies, empty.
fn growths(models: [&PlacedSplines<'_>; 2]) -> [Vec<ShellGrowth>; 2] {
    models.map(|model| vec![ShellGrowth::within(SPLINE_GROWTH_BYTES); model.trees.trees().len()])
}

/// A proved common point of the faces of two bodies of trimmed faces, found within some tests for each pair of tiles.
/// `None` proves nothing. Two bodies with faces in one plane have a distance of zero along it, and no proof of a common
/// point there: two other faces that cross prove that they overlap.
pub(super) fn crossing_point(bodies: [&Moving; 2], at: f64, query: &Query) -> Option<DVec3> {
    let [a, b] = bodies.map(|body| PlacedSplines::of_tiles(body, at));
    let (a, b) = (a?, b?);
    if !(a.trees.is_trimmed() && b.trees.is_trimmed()) {
        return None;
    }
    let pairs = CellSearch::new([&a, &b], query.tolerance).candidates();
    let (mut growth, mut work, mut effort) = (growths([&a, &b]), PatchWork::default(), SurfaceEffort::default());
    let (relative, slack) = decide::relative([&a, &b]);
    let mut walk = PairWalk {
        models: [&a, &b],
        relative,
        slack,
        tolerance: query.tolerance,
        most: OVERLAP_CROSSING_TESTS,
        growth: &mut growth,
        shapes: [0, 1],
        work: &mut work,
        effort: &mut effort,
    };
    match walk.decided(&pairs)?.0 {
        SurfaceVerdict::Meeting(common) => Some(common.point),
        SurfaceVerdict::Open { .. } => None,
    }
}

/// Both bodies at the instant. Refuses bodies without curved faces.
fn placed<'body>(
    bodies: [&'body Moving; 2],
    at: f64,
    question: &'static str,
    query: &Query,
) -> Result<[PlacedSplines<'body>; 2], DetectError> {
    let placed = |body: &'body Moving| {
        let refused = || DetectError::NotSplines { question, name: name(body, query.span) };
        PlacedSplines::of_tiles(body, at).ok_or_else(refused)
    };
    Ok([placed(bodies[0])?, placed(bodies[1])?])
}

/// The parameters of a proved common point of two faces near a place. `None` proves nothing.
pub(super) fn common_point(
    models: [&PlacedSplines<'_>; 2],
    faces: [usize; 2],
    start: [f64; 4],
    work: &mut PatchWork,
) -> Option<[f64; 4]> {
    let pair = FaceCrossing { models, faces };
    let at = pair.approached(start, Interval::between(0.0, 1.0), work)?;
    pair.proved(&at, work).map(|(at, _)| at)
}

fn curves_of(bodies: [&Moving; 2], at: f64, query: &Query) -> Result<PairIntersection, DetectError> {
    let [a, b] = placed(bodies, at, "intersection curves", query)?;
    let limit = query.budget.unwrap_or(u64::MAX).min(CURVE_CELLS);
    let mut budget = StepBudget::left(Some(limit), &query.stop);
    // Parts that are coarse compared with the bodies are halved in any case.
    let size = query.tolerance.min(COARSEST_OPEN_PLACE * (a.trees.reach() + b.trees.reach()));
    let mut search = CellSearch::new([&a, &b], size);
    let (mut lines, mut open) = (Vec::new(), Vec::new());
    let candidates = search.candidates();
    for faces in &candidates {
        let found = search.meeting(*faces, &mut budget);
        let pair = FaceCrossing { models: search.models, faces: *faces };
        for curve in &found.curves {
            let found = CurvePolylines::along(curve, &pair, query.tolerance, &mut search.work);
            lines.extend(found.lines);
            open.extend(found.open.iter().map(|cell| open_place(&pair, cell, &mut search)));
        }
        open.extend(found.open.iter().map(|cell| open_place(&pair, cell, &mut search)));
    }
    let effort = Effort { pairs: candidates.len() as u64, iterations: budget.spent };
    let complete = open.iter().all(|place| place.radius <= query.tolerance);
    // Neighbouring trimmed faces agree up to the tolerance of their body.
    let edges = [&a, &b].into_iter().filter(|model| model.trees.is_trimmed()).map(|model| model.trees.reach());
    let slack = TRIMMED_CURVE_JOINT * edges.fold(0.0, f64::max);
    let curves = join::joined(lines, [&a, &b], slack);
    Ok(PairIntersection { curves, open, complete, effort })
}

fn open_place(pair: &FaceCrossing<'_>, cell: &OpenCell, search: &mut CellSearch<'_>) -> OpenPlace {
    let at = cell.sides.map(Interval::mid);
    let point = pair.models[0].point(pair.faces[0], [at[0], at[1]], &mut search.work);
    OpenPlace { point, radius: cell.radius, features: features(pair, &at) }
}

/// The faces with their parameters, at a point of two tiles.
fn features(pair: &FaceCrossing<'_>, &[u, v, s, t]: &equations::Parameters) -> [Feature; 2] {
    let of = |body: usize, at: [f64; 2]| {
        let tile = &pair.models[body].trees.tiles()[pair.faces[body]];
        Feature::Patch { index: tile.face() as u32, parameters: tile.on_face(at) }
    };
    [of(0, [u, v]), of(1, [s, t])]
}
