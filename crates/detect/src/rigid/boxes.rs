//! Separation of two oriented boxes that move with their bodies.
//!
//! **Question.** From an instant on, until when does some fixed direction keep two boxes apart?
//!
//! **Idea.** The separating axis test at the instant, in plain floating point, finds the direction with the widest
//! gap. The chords of the cell bound the time for which this direction separates the boxes.
//!
//! **Guarantee.** The time is a proof ([`super::cell`]). It holds for any direction vector.
//!
//! **Cost.** Fifteen projections and two leads.
//!
//! **Source.** Gottschalk et al. 1996 for the fifteen axes (Teschner et al. 2006, Redon's chapter, eq. 25).

use super::cell::MotionCell;
use crate::flight::Placed;
use crate::tolerance::{PARALLEL_AXES_SQ, SINGLE_PRECISION_AXIS};
use glam::{DMat3, DVec3};
use tangency_bound::Obb;

/// Metres. The lead of box `b` over box `a` along `direction`, with both bodies placed.
#[inline]
pub(crate) fn lead(a: &Obb, b: &Obb, placed: &Placed, direction: DVec3) -> f64 {
    let along_a = placed.a.transpose() * direction;
    let along_b = placed.b.transpose() * direction;
    let ahead = direction.dot(placed.between) + along_b.dot(b.centre()) - along_a.dot(a.centre());
    ahead - a.radius_along(along_a) - b.radius_along(along_b)
}

/// The time until which the direction keeps the boxes apart by `separation`, from `time` on. `None` if it does not
/// even at `time`.
#[inline]
pub(super) fn apart_until(
    [a, b]: [&Obb; 2],
    cell: &MotionCell,
    time: f64,
    direction: DVec3,
    separation: f64,
) -> Option<f64> {
    let share = cell.share(time);
    // Axes in single precision are slightly longer than one.
    let needed = (separation + cell.slack) * SINGLE_PRECISION_AXIS;
    let now = lead(a, b, &cell.ends[0].towards(&cell.ends[1], share), direction);
    (now > needed).then(|| {
        let last = lead(a, b, &cell.ends[1], direction);
        cell.separated_until(share, [now, last], needed)
    })
}

/// The unit direction from `a` to `b` with the widest gap, and this gap. The candidates are the axes that decide
/// whether the boxes are disjoint. The gap is negative if the boxes overlap along all of them.
pub(super) fn widest_gap(a: &Obb, b: &Obb, placed: &Placed) -> (DVec3, f64) {
    // Work in the frame of box a.
    let to_box = (placed.a * a.axes()).transpose();
    let turn = to_box * (placed.b * b.axes());
    let offset = to_box * (placed.between + placed.b * b.centre() - placed.a * a.centre());
    let (half_a, half_b) = (a.half(), b.half());
    let size = turn.abs();
    let gaps_a = offset.abs() - half_a - size * half_b;
    let offset_b = turn.transpose() * offset;
    let gaps_b = offset_b.abs() - half_b - size.transpose() * half_a;
    let mut best = (DVec3::ZERO, f64::NEG_INFINITY);
    for axis in 0..3 {
        if gaps_a[axis] > best.1 {
            best = (DVec3::AXES[axis] * offset[axis].signum(), gaps_a[axis]);
        }
        if gaps_b[axis] > best.1 {
            best = (turn.col(axis) * offset_b[axis].signum(), gaps_b[axis]);
        }
    }
    edge_axes(&turn, &size, offset, [half_a, half_b], &mut best);
    (to_box.transpose() * best.0, best.1)
}

/// A unit direction from `a` to `b` along which boxes that are apart by a separation have a wide gap, and this gap. The
/// directions are `before`, that between the centres, and that between the closest points. They are tried in this
/// order until one has a gap of `enough`. The axes of [`widest_gap`] lose in proportion to the separation and to the
/// square of their angle with the best direction; these do not.
pub(super) fn gap_beyond(a: &Obb, b: &Obb, placed: &Placed, before: DVec3, enough: f64) -> (DVec3, f64) {
    let mut best = (DVec3::ZERO, f64::NEG_INFINITY);
    let mut take = |direction: DVec3| {
        let gap = if direction == DVec3::ZERO { f64::NEG_INFINITY } else { lead(a, b, placed, direction) };
        if gap > best.1 {
            best = (direction, gap);
        }
        best.1 >= enough
    };
    let between_centres = placed.between + placed.b * b.centre() - placed.a * a.centre();
    let _ = take(before) || take(between_centres.normalize_or_zero()) || take(between_boxes(a, b, placed));
    best
}

/// The unit direction between the closest points of two boxes. In the frame of one box, the other lies in an
/// axis-aligned box, and the gaps along the three axes are the components of the direction. Zero if the boxes overlap.
pub(crate) fn between_boxes(a: &Obb, b: &Obb, placed: &Placed) -> DVec3 {
    let (axes_a, axes_b) = (placed.a * a.axes(), placed.b * b.axes());
    let turn = axes_a.transpose() * axes_b;
    let way = placed.between + placed.b * b.centre() - placed.a * a.centre();
    let (way_a, way_b) = (axes_a.transpose() * way, axes_b.transpose() * way);
    let size = turn.abs();
    let outside = |way: DVec3, gaps: DVec3| gaps.max(DVec3::ZERO) * way.signum();
    let from_a = outside(way_a, way_a.abs() - a.half() - size * b.half());
    let from_b = outside(way_b, way_b.abs() - b.half() - size.transpose() * a.half());
    let longer = if from_a.length_squared() >= from_b.length_squared() { axes_a * from_a } else { axes_b * from_b };
    longer.normalize_or_zero()
}

/// Tests the nine cross products of an axis of each box.
#[inline]
fn edge_axes(turn: &DMat3, size: &DMat3, offset: DVec3, [half_a, half_b]: [DVec3; 2], best: &mut (DVec3, f64)) {
    for j in 0..3 {
        let (axis, sizes) = (turn.col(j), size.col(j));
        let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
        for i in 0..3 {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            // The direction eᵢ × fⱼ. Its length is the sine of the angle between the axes.
            let length_sq = 1.0 - axis[i] * axis[i];
            let ahead = offset[i2] * axis[i1] - offset[i1] * axis[i2];
            let reach_a = half_a[i1] * sizes[i2] + half_a[i2] * sizes[i1];
            let reach_b = half_b[j1] * size.col(j2)[i] + half_b[j2] * size.col(j1)[i];
            let gap = ahead.abs() - reach_a - reach_b;
            // Skip nearly parallel axes: the rounding error of their cross product is too large.
            if gap > 0.0 && length_sq > PARALLEL_AXES_SQ {
                let length = length_sq.sqrt();
                if gap > best.1 * length {
                    let mut direction = DVec3::ZERO;
                    (direction[i1], direction[i2]) = (-axis[i2], axis[i1]);
                    *best = (direction * (ahead.signum() / length), gap / length);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flight::Flight;
    use crate::rigid::cell::MotionCells;
    use glam::DQuat;
    use tangency_bound::EnclosedPlacement;
    use tangency_geometry::{Motion, Pose, Rigid};
    use tangency_interval::Interval;
    use tangency_interval::laws::Random;

    fn vector(random: &mut Random, size: f64) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| random.between(-size, size)))
    }

    /// Chords rather than interval matrices: over the same spans, chords prove more boxes disjoint. Neither method
    /// may separate boxes that meet at an instant of the span.
    #[test]
    fn chords_prove_more_than_interval_matrices() {
        for (length, least_gain) in [(1.0, 1.5), (0.25, 1.1), (1.0 / 16.0, 1.0)] {
            let mut random = Random::new(17);
            let mut proved = [0_u32; 2];
            for _ in 0..2_000 {
                let boxes = [0; 2].map(|_| {
                    let points: Vec<DVec3> = (0..4).map(|_| vector(&mut random, 0.5)).collect();
                    Obb::around(&points).expect("points")
                });
                let mut motion = |position: DVec3| {
                    let start = Pose::new(DQuat::from_scaled_axis(vector(&mut random, 2.0)), position).expect("finite");
                    let (velocity, spin) = (vector(&mut random, 0.5), vector(&mut random, 1.0));
                    Motion::Rigid(Rigid::new(start, velocity, spin).expect("finite"))
                };
                let motions = [motion(DVec3::ZERO), motion(DVec3::new(1.4, 0.3, 0.0))];
                let span = Interval::between(0.0, length);
                let placed =
                    motions.each_ref().map(|motion| EnclosedPlacement::of(&motion.during(span)).expect("rigid"));
                let by_intervals = boxes[0].disjoint_during(&placed[0], &boxes[1], &placed[1]);
                let pieces = motions.each_ref().map(|motion| motion.rigid_pieces(span).expect("rigid")[0]);
                let mut cells = MotionCells::new(&Flight::new(pieces, [0.87; 2], [0.0, length]));
                let cell = *cells.cell(0, 0.0);
                let by_chords = [0.0, 0.5, 1.0].into_iter().any(|share| {
                    let (direction, _) = widest_gap(&boxes[0], &boxes[1], &cell.ends[0].towards(&cell.ends[1], share));
                    apart_until(boxes.each_ref(), &cell, 0.0, direction, 0.0) == Some(length)
                });
                proved[0] += u32::from(by_intervals);
                proved[1] += u32::from(by_chords);
                for step in 0..=8 {
                    let placed = cells.placed(0.125 * f64::from(step) * length);
                    let (_, gap) = widest_gap(&boxes[0], &boxes[1], &placed);
                    assert!(gap > 0.0 || !(by_chords || by_intervals), "gap {gap} at step {step}");
                }
            }
            println!("{length} s: {} of 2000 by interval matrices, {} by chords", proved[0], proved[1]);
            assert!(f64::from(proved[1]) >= least_gain * f64::from(proved[0]) && proved[0] > 20, "{proved:?}");
        }
    }
}
