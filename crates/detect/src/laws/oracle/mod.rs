//! An independent static oracle: whether two bodies overlap at an instant, and their distance.
//!
//! **Question.** Do two bodies certainly overlap at this instant? How far apart are they at most?
//!
//! **Idea.** A point that is certainly in both bodies proves an overlap. Candidates are the corners of one body,
//! points inside implicit solids, and the minimum that a descent on the larger of the two values finds. For
//! surfaces that bound no solid, an edge that pierces a triangle proves an overlap. Winding numbers (several rays
//! that agree) or the sign of the solid's function decide whether a point is inside. Bodies of curved faces come
//! with an equivalent implicit solid.
//!
//! **Guarantee.** Plain doubles with margins. `true` is certain: an edge must pierce a triangle by more than the
//! triangulation error, and a point must be inside by more than a margin. `false` proves nothing. No code is shared
//! with the methods.
//!
//! **Cost.** A few microseconds for two boxes, a few hundred for curved bodies that are close.

mod around;
mod facets;
mod probe;
mod snapshot;

pub(super) use around::separates;
pub use probe::{InstantSide, Probe};
pub use snapshot::BodySnapshot;

use super::tolerance::{COMPASS_HALVINGS, COMPASS_MOVES, FACE_SUBDIVISIONS, OVERLAP_MARGIN};
use facets::{pierces, triangle_distance};
use glam::DVec3;

/// The effort of the overlap test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Tests only the known points.
    Quick,
    /// Also descends from the best known points to where both bodies are deepest.
    Sharp,
}

/// A point that is certainly common to both bodies, or the middle of an edge that pierces a triangle.
#[must_use]
pub fn certain_overlap(a: &BodySnapshot, b: &BodySnapshot, care: Care) -> Option<DVec3> {
    if a.points().is_empty() || b.points().is_empty() || a.apart(b) {
        return None;
    }
    let margin = OVERLAP_MARGIN * a.size().min(b.size());
    if let Some(point) = a.points().iter().find(|&&point| inside(b, point, margin) && member(a, point, margin)) {
        return Some(*point);
    }
    if let Some(point) = b.points().iter().find(|&&point| inside(a, point, margin) && member(b, point, margin)) {
        return Some(*point);
    }
    let bent = margin + a.error() + b.error();
    let surfaces = !(a.has_inside() && b.has_inside()) || a.error() + b.error() == 0.0;
    if surfaces && let Some(point) = pierced(a, b, bent).or_else(|| pierced(b, a, bent)) {
        return Some(point);
    }
    match care {
        Care::Quick => None,
        Care::Sharp => {
            sampled_faces(a, b, margin).or_else(|| sampled_faces(b, a, margin)).or_else(|| deepest(a, b, margin))
        }
    }
}

fn inside(body: &BodySnapshot, point: DVec3, margin: f64) -> bool {
    body.has_inside() && body.value(point) < -margin
}

/// Whether a listed point is certainly in its own body. Corners of triangles are, up to rounding. Grid points of
/// implicit solids are if they are inside by a margin.
fn member(body: &BodySnapshot, point: DVec3, margin: f64) -> bool {
    body.triangles().next().is_some() || body.value(point) < -margin
}

fn pierced(a: &BodySnapshot, b: &BodySnapshot, margin: f64) -> Option<DVec3> {
    let through = |segment: [DVec3; 2]| b.triangles().any(|triangle| pierces(segment, triangle, margin));
    a.segments().find(|&segment| through(segment)).map(|segment| 0.5 * (segment[0] + segment[1]))
}

/// Tests points on the triangles of `a`, finer than the corners, against the interior of `b`. The triangles must be
/// exact.
fn sampled_faces(a: &BodySnapshot, b: &BodySnapshot, margin: f64) -> Option<DVec3> {
    if a.error() > 0.0 || !b.has_inside() {
        return None;
    }
    a.triangles().find_map(|[p, q, r]| {
        let weights = (0..=FACE_SUBDIVISIONS).flat_map(|i| (0..=FACE_SUBDIVISIONS - i).map(move |j| [i, j]));
        let point = |[i, j]: [usize; 2]| {
            p + (q - p) * (i as f64 / FACE_SUBDIVISIONS as f64) + (r - p) * (j as f64 / FACE_SUBDIVISIONS as f64)
        };
        weights.map(point).find(|&point| inside(b, point, margin))
    })
}

/// Minimizes the larger of the two values, starting at the best known points.
fn deepest(a: &BodySnapshot, b: &BodySnapshot, margin: f64) -> Option<DVec3> {
    if !(a.has_inside() && b.has_inside()) {
        return None;
    }
    let value = |point: DVec3| a.value(point).max(b.value(point));
    let step = 0.1 * a.size().min(b.size());
    let best = |points: &[DVec3]| {
        let stride = points.len().div_ceil(200).max(1);
        let valued = points.iter().step_by(stride).map(|&point| (value(point), point));
        valued.min_by(|one, other| one.0.total_cmp(&other.0))
    };
    [best(a.points()), best(b.points())].into_iter().flatten().find_map(|start| descend(start, step, &value, margin))
}

/// A compass search: steps along axes and diagonals, with decreasing step length.
fn descend(start: (f64, DVec3), step: f64, value: &dyn Fn(DVec3) -> f64, margin: f64) -> Option<DVec3> {
    let mut directions = vec![DVec3::X, DVec3::Y, DVec3::Z];
    directions.extend([
        DVec3::new(1.0, 1.0, 1.0),
        DVec3::new(1.0, -1.0, 1.0),
        DVec3::new(-1.0, 1.0, 1.0),
        DVec3::new(1.0, 1.0, -1.0),
    ]);
    let (mut least, mut lowest_point) = start;
    let mut step = step;
    let mut moves = 0;
    for _ in 0..COMPASS_HALVINGS {
        loop {
            if least < -margin {
                return Some(lowest_point);
            }
            let around = directions
                .iter()
                .flat_map(|&direction| [lowest_point + step * direction, lowest_point - step * direction]);
            let better = around.map(|point| (value(point), point)).min_by(|one, other| one.0.total_cmp(&other.0));
            match better {
                Some((lower, point)) if lower < least && moves < COMPASS_MOVES => {
                    (least, lowest_point) = (lower, point);
                    moves += 1;
                }
                Some(_) | None => break,
            }
        }
        step *= 0.5;
    }
    (least < -margin).then_some(lowest_point)
}

/// The distance of the two surfaces at an instant, and its error bound. The distance is 0 if edges pierce
/// triangles. `None` if one of the surfaces cannot be triangulated at this instant.
#[must_use]
pub fn distance(a: &Probe<'_>, b: &Probe<'_>, time: f64, side: InstantSide) -> Option<(f64, f64)> {
    let ((of_a, error_a), (of_b, error_b)) = (a.surface_at(time, side)?, b.surface_at(time, side)?);
    let ball = |triangle: &[DVec3; 3]| {
        let middle = triangle.iter().sum::<DVec3>() / 3.0;
        (middle, triangle.iter().map(|corner| corner.distance(middle)).fold(0.0, f64::max))
    };
    let balls_b: Vec<(DVec3, f64)> = of_b.iter().map(ball).collect();
    // Distances of corners bound the distance from above. Most pairs of triangles are then culled by their bounding
    // balls.
    let mut least = of_a
        .iter()
        .flat_map(|one| of_b.iter().map(move |other| one[0].distance(other[0])))
        .fold(f64::INFINITY, f64::min);
    for one in &of_a {
        let (middle, radius) = ball(one);
        for (other, &(middle_b, radius_b)) in of_b.iter().zip(&balls_b) {
            if middle.distance(middle_b) - radius - radius_b >= least {
                continue;
            }
            let crossing = |first: &[DVec3; 3], second: &[DVec3; 3]| {
                let [p, q, r] = *first;
                [[p, q], [q, r], [r, p]].into_iter().any(|segment| pierces(segment, *second, 0.0))
            };
            if crossing(one, other) || crossing(other, one) {
                return Some((0.0, error_a + error_b));
            }
            least = least.min(triangle_distance(*one, *other));
        }
    }
    Some((least, error_a + error_b))
}
