//! Whether two bodies overlap at an instant.
//!
//! **Question.** Do two bodies have a common point at an instant?
//!
//! **Idea.** A distance above zero proves that they do not, and an edge that pierces a triangle proves that they do.
//! Meshes between the two, within rounding of a contact, are placed at coordinates that are rounded once. For these
//! coordinates exact arithmetic decides. Boxes and hulls of points within rounding of a contact are decided as meshes.
//! Bodies of splines or of trimmed faces are decided by their distance, where it is above zero or a common point of
//! their faces is proved: bodies with faces in one plane by two others that cross. Other bodies are asked about contact at the instant.
//!
//! **Guarantee.** A verdict with [`Evidence::Proved`] holds for the exact motions. Two polyhedra (meshes, boxes, hulls
//! of points) at coordinates that are exact doubles in a common frame (no rotation, and sums that do not round in the
//! frame of the world or of one of them) are always decided, and proved. A verdict with [`Evidence::Computed`] holds
//! for coordinates that are rounded once: for turned or deforming meshes that are within rounding of a contact. Boxes
//! and hulls of points stay open there. A body inside a solid overlaps it.
//!
//! **Cost.** That of the distance.

use super::answer::ClosestPair;
use super::facets::exactly_meet;
use super::instant::{PairMemory, at_instant, continuous};
use super::placed::{PlacedFacetPair, PlacedFacets};
use super::{crossing, faces, splines};
use crate::features::{StraightPaths, inside};
use crate::moving::MovingCore;
use crate::{DetectError, Effort, Evidence, Faceted, Moving, Query, Verdict, first_contact};
use glam::DVec3;
use tangency_geometry::{ConvexCore, ConvexHull, Enclosure, Mesh, Motion, Polyhedron, Pose, Shape, Vertexwise};
use tangency_interval::{Interval, Matrix};

/// Whether two bodies have a common point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OverlapVerdict {
    /// They have a common point.
    Overlapping {
        /// A point of both, in the frame of the world, up to rounding.
        point: DVec3,
    },
    /// They have no common point.
    Apart {
        /// Metres. Encloses their distance. Its lower end is zero only if exact arithmetic decided.
        distance: Interval,
        /// The closest points, and the normal of a plane between them.
        closest: ClosestPair,
    },
    /// Not decided: within rounding of a contact, or the budget ran out.
    Open,
}

/// The answer to whether two bodies overlap at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairOverlap {
    /// Whether they overlap.
    pub verdict: OverlapVerdict,
    /// How certain that is.
    pub evidence: Evidence,
    /// The work done.
    pub effort: Effort,
}

/// Whether `a` and `b` have a common point at the instant `at`, in seconds. The span and the separation of the query
/// are ignored.
///
/// ```
/// use glam::DVec3;
/// use tangency_detect::{Moving, OverlapVerdict, Query, overlap};
/// use tangency_geometry::{Motion, Pose, Shape, primitive};
///
/// let at = |x: f64| -> Result<Moving, Box<dyn std::error::Error>> {
///     let motion = Motion::Still(Pose::translated(DVec3::new(x, 0.0, 0.0))?);
///     Ok(Moving::new(Shape::Polyhedron(primitive::cuboid(DVec3::ONE)?), motion)?)
/// };
/// // Cubes of one metre that share a face overlap; one bit farther they do not.
/// let flush = overlap(&at(0.0)?, &at(1.0)?, 0.0, &Query::default())?;
/// assert!(matches!(flush.verdict, OverlapVerdict::Overlapping { .. }));
/// let apart = overlap(&at(0.0)?, &at(1.0 + f64::EPSILON)?, 0.0, &Query::default())?;
/// assert!(matches!(apart.verdict, OverlapVerdict::Apart { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn overlap(a: &Moving, b: &Moving, at: f64, query: &Query) -> Result<PairOverlap, DetectError> {
    overlap_with([a, b], at, query, &mut PairMemory::default())
}

/// [`overlap`] with the memory of earlier answers.
pub(super) fn overlap_with(
    bodies: [&Moving; 2],
    at: f64,
    query: &Query,
    memory: &mut PairMemory,
) -> Result<PairOverlap, DetectError> {
    at_instant(bodies, at, query, |a, b, query| {
        let convex = a.convex().is_some() && b.convex().is_some();
        let found = match (a.faceted(), b.faceted()) {
            _ if convex => continuous([a, b], at, query, memory)?,
            (Some(_), Some(_)) => continuous([a, b], at, query, memory)?,
            (None, _) | (_, None) => {
                if let Some(found) = overlap_of_faces([a, b], at, query)? {
                    return Ok(found);
                }
                // The distance is only needed as the witness of bodies that are apart.
                let answer = first_contact(a, b, query)?;
                let (evidence, effort) = (answer.evidence, answer.effort);
                match answer.verdict {
                    Verdict::Touch(first) => {
                        if let Some(contact) = first.contacts.iter().find(|contact| contact.proved) {
                            let verdict = OverlapVerdict::Overlapping { point: contact.point };
                            return Ok(PairOverlap { verdict, evidence, effort });
                        }
                        let open = PairOverlap { verdict: OverlapVerdict::Open, evidence, effort };
                        return Ok(overlap_of_cores([a, b], at, query)?.unwrap_or(open));
                    }
                    Verdict::Open { .. } => {
                        return Ok(PairOverlap { verdict: OverlapVerdict::Open, evidence, effort });
                    }
                    Verdict::Clear { .. } => {}
                }
                let found = continuous([a, b], at, query, memory)?;
                let verdict = OverlapVerdict::Apart { distance: found.distance, closest: found.closest };
                return Ok(PairOverlap { verdict, evidence, effort: effort.plus(found.effort) });
            }
        };
        let (evidence, effort) = (found.evidence, found.effort);
        let [on_a, on_b] = found.closest.points;
        let overlapping = OverlapVerdict::Overlapping { point: 0.5 * (on_a + on_b) };
        let apart = OverlapVerdict::Apart { distance: found.distance, closest: found.closest };
        let (verdict, evidence) = if found.distance.upper() <= 0.0 {
            (overlapping, evidence)
        } else if found.distance.lower() > 0.0 {
            (apart, evidence)
        } else {
            let decided = match a.faceted().zip(b.faceted()) {
                Some((a, b)) => decided_exactly([a, b], at)?,
                None => decided_by_cores([a, b], at)?,
            };
            match decided {
                Some((true, evidence)) => (overlapping, evidence),
                Some((false, evidence)) => (apart, evidence),
                None => (OverlapVerdict::Open, evidence),
            }
        };
        Ok(PairOverlap { verdict, evidence, effort })
    })
}

/// Whether two bodies of splines, or of trimmed faces, overlap. `None` if the search for their distance leaves it to
/// other methods.
fn overlap_of_faces(bodies: [&Moving; 2], at: f64, query: &Query) -> Result<Option<PairOverlap>, DetectError> {
    let found = match splines::distance(bodies, at, query)? {
        Some(found) => Some(found),
        None => faces::distance(bodies, at, query)?,
    };
    if found.is_none()
        && let Some(point) = crossing::crossing_point(bodies, at, query)
    {
        let verdict = OverlapVerdict::Overlapping { point };
        return Ok(Some(PairOverlap { verdict, evidence: Evidence::Proved, effort: Effort::default() }));
    }
    Ok(found.map(|found| {
        let [on_a, on_b] = found.closest.points;
        let verdict = if found.distance.upper() <= 0.0 {
            OverlapVerdict::Overlapping { point: 0.5 * (on_a + on_b) }
        } else {
            OverlapVerdict::Apart { distance: found.distance, closest: found.closest }
        };
        PairOverlap { verdict, evidence: found.evidence, effort: found.effort }
    }))
}

/// Whether two bodies overlap of which one consists of all points within a radius of its core. `None` unless the cores
/// are proved to be closer than the radii.
fn overlap_of_cores([a, b]: [&Moving; 2], at: f64, query: &Query) -> Result<Option<PairOverlap>, DetectError> {
    let (Some(core_a), Some(core_b)) = (a.core(false), b.core(false)) else { return Ok(None) };
    let reach = core_a.radius + core_b.radius;
    if reach == 0.0 {
        return Ok(None);
    }
    let found = continuous([&core_a.body, &core_b.body], at, query, &mut PairMemory::default())?;
    let rounding = core_a.rounding + core_b.rounding + 4.0 * f64::EPSILON * reach;
    if !(found.distance.upper() < reach - rounding) {
        return Ok(None);
    }
    let [on_a, on_b] = found.closest.points;
    let point = on_a.lerp(on_b, core_a.radius / reach);
    Ok(Some(PairOverlap {
        verdict: OverlapVerdict::Overlapping { point },
        evidence: found.evidence,
        effort: found.effort,
    }))
}

/// Whether two convex bodies with flat faces overlap. `None` if one is not flat, or if the coordinates round.
fn decided_by_cores(bodies: [&Moving; 2], at: f64) -> Result<Option<(bool, Evidence)>, DetectError> {
    let [Some(a), Some(b)] = bodies.map(flat_core) else { return Ok(None) };
    let (Some(faceted_a), Some(faceted_b)) = (a.body.faceted(), b.body.faceted()) else { return Ok(None) };
    Ok(decided_exactly([faceted_a, faceted_b], at)?.filter(|(_, evidence)| *evidence == Evidence::Proved))
}

/// A body as triangles at exactly its coordinates. `None` for others.
fn flat_core(body: &Moving) -> Option<MovingCore<'_>> {
    let core = body.core(false).filter(|core| core.radius == 0.0 && core.rounding == 0.0)?;
    // A hull so thin that its mesh is not proved to bound a solid could still contain another body.
    let thin = match body.shape() {
        Shape::Convex(convex) if !core.body.faceted()?.facets().is_solid() => match convex.core() {
            ConvexCore::Hull { points } => ConvexHull::of(points).map_or(3, |hull| hull.dimension()) == 3,
            ConvexCore::Point
            | ConvexCore::Segment { .. }
            | ConvexCore::Cuboid { .. }
            | ConvexCore::Cylinder { .. }
            | ConvexCore::Cone { .. }
            | ConvexCore::Ellipsoid { .. } => true,
        },
        Shape::Convex(_)
        | Shape::Polyhedron(_)
        | Shape::Mesh(_)
        | Shape::Parametric(_)
        | Shape::Implicit(_)
        | Shape::Rounded(_)
        | Shape::HalfSpace(_)
        | Shape::HeightMap(_)
        | Shape::Compound(_) => false,
    };
    (!thin).then_some(core)
}

/// Whether two meshes overlap at coordinates that are rounded once, and whether these are the exact ones. `None` if
/// that cannot be decided.
pub(super) fn decided_exactly(bodies: [Faceted<'_>; 2], at: f64) -> Result<Option<(bool, Evidence)>, DetectError> {
    let mut exact = true;
    let origin = exact_origin(bodies, at);
    let mut rounded = |body: Faceted<'_>| -> Result<Moving, DetectError> {
        let mesh = body.facets().mesh();
        let enclosure = body.motion().during(Interval::from(at));
        let shift = unturned_shift(&enclosure).map(|shift| shift - origin);
        let place = |(index, &local): (usize, &DVec3)| {
            let (point, sure) = match shift {
                Some(shift) => (local + shift, sums_exactly(local, shift)),
                None => {
                    let point = enclosure.point(index, local);
                    (DVec3::from_array(point.mid()), point.0.iter().all(|coordinate| coordinate.is_singleton()))
                }
            };
            exact &= sure;
            point
        };
        let vertices = mesh.vertices().iter().enumerate().map(place).collect();
        let mesh = Mesh::new(vertices, mesh.triangles().to_vec()).map_err(|_| DetectError::Unbounded)?;
        let shape = match Polyhedron::new(mesh.clone()) {
            Ok(solid) if body.facets().is_solid() => Shape::Polyhedron(solid),
            Ok(_) | Err(_) => Shape::Mesh(mesh),
        };
        Moving::new(shape, Motion::Still(Pose::IDENTITY))
    };
    let [a, b] = [rounded(bodies[0])?, rounded(bodies[1])?];
    let evidence = if exact { Evidence::Proved } else { Evidence::Computed };
    let (Some(faceted_a), Some(faceted_b)) = (a.faceted(), b.faceted()) else { return Ok(None) };
    let placed = [PlacedFacets::new(faceted_a, 0.0)?, PlacedFacets::new(faceted_b, 0.0)?];
    let pair = PlacedFacetPair::new(placed.each_ref())?;
    Ok(match exactly_meet(&pair) {
        Some(false) => contains_exactly([&a, &b])?.map(|contains| (contains, evidence)),
        decided => decided.map(|meet| (meet, evidence)),
    })
}

/// Whether a part of one mesh is inside the other, for meshes at the coordinates of their shapes whose surfaces do not
/// meet. `None` if that cannot be decided.
fn contains_exactly(bodies: [&Moving; 2]) -> Result<Option<bool>, DetectError> {
    // Vertices that are given one by one are known exactly.
    let exact = |body: &Moving| -> Result<Moving, DetectError> {
        let vertices = body.shape().mesh().map_or_else(Vec::new, |mesh| mesh.vertices().to_vec());
        let frames = Vertexwise::new(vec![0.0, 1.0], vec![vertices.clone(), vertices]);
        body.moved_by(Motion::Vertexwise(frames.map_err(|_| DetectError::Unbounded)?))
    };
    let exact = [exact(bodies[0])?, exact(bodies[1])?];
    let [Some(a), Some(b)] = exact.each_ref().map(Moving::faceted) else { return Ok(None) };
    for [outer, inner] in [[a, b], [b, a]] {
        if !outer.facets().is_solid() {
            continue;
        }
        let (surface, parts) = (StraightPaths::new(outer, 0.0, 0.0)?, StraightPaths::new(inner, 0.0, 0.0)?);
        for &vertex in inner.facets().representatives() {
            match inside(&parts.of(vertex), outer.facets().mesh(), &surface, true) {
                Some(false) => {}
                decided => return Ok(decided),
            }
        }
    }
    Ok(Some(false))
}

/// The place to measure the coordinates of both bodies from: the origin of one of them, if neither is rotated and no
/// coordinate rounds seen from there. The origin of the world otherwise.
fn exact_origin(bodies: [Faceted<'_>; 2], at: f64) -> DVec3 {
    let shifts = bodies.map(|body| unturned_shift(&body.motion().during(Interval::from(at))));
    let [Some(of_a), Some(of_b)] = shifts else { return DVec3::ZERO };
    let is_exact = |origin: &DVec3| {
        bodies.iter().zip([of_a, of_b]).all(|(body, shift)| {
            let seen = shift - *origin;
            let vertices = body.facets().mesh().vertices();
            sums_exactly(shift, -*origin) && vertices.iter().all(|&local| sums_exactly(local, seen))
        })
    };
    [DVec3::ZERO, of_a, of_b].into_iter().find(is_exact).unwrap_or(DVec3::ZERO)
}

/// The translation of a body that is not rotated, if it is known exactly.
fn unturned_shift(enclosure: &Enclosure) -> Option<DVec3> {
    match enclosure {
        Enclosure::Pose(pose) => {
            let exact = pose.translation.0.iter().all(|coordinate| coordinate.is_singleton());
            let unturned = pose.rotation == Matrix::identity();
            (exact && unturned).then(|| DVec3::from_array(pose.translation.mid()))
        }
        Enclosure::Turning(_)
        | Enclosure::Spinning(_)
        | Enclosure::Vertexwise(_)
        | Enclosure::Expression(_)
        | Enclosure::Sequence(_) => None,
    }
}

/// Whether the sum of two vectors does not round. Its error is computed without error (Knuth, *TAOCP* 2, section 4.2.2,
/// theorem B).
fn sums_exactly(a: DVec3, b: DVec3) -> bool {
    let sum = a + b;
    let from_b = sum - a;
    let error = (a - (sum - from_b)) + (b - from_b);
    error == DVec3::ZERO
}
