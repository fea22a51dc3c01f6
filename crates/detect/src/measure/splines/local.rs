//! The squared distance of two spline faces as a function of four parameters.
//!
//! **Question.** Where is the distance of two parts of faces least, and how small can it be?
//!
//! **Idea.** Half of the squared distance, `f(u, v, s, t) = |A(u, v) − B(s, t)|²/2`, has second derivatives that jets
//! of the faces enclose over a box. If the matrix is positive definite over the box, f is convex there and lies above
//! its tangent plane at any point. The tangent plane at the least point, on the sides of the box as well, is no lower
//! than the least value: its slope points inwards or is zero. Newton steps that stay in the box find that point. If f
//! rises or falls along a parameter all over the box, it is least on a side, and that parameter is fixed first: near
//! borders of faces f is seldom convex in all parameters.
//!
//! **Guarantee.** The lower bound holds for the exact faces and motions: derivatives, value and slope are enclosed. The
//! point is a free choice. The upper bound is the enclosed distance at a point.
//!
//! **Cost.** Two jets over a box and a dozen at points: some twenty microseconds.

use super::PlacedSplines;
use crate::tolerance::SPLINE_NEWTON_STEPS;
use tangency_geometry::surface::PatchWork;
use tangency_interval::{Interval, Vector3};

/// A box of the four parameters.
pub(super) type Sides = [Interval; 4];

/// Value, gradient and second derivatives of half the squared distance, enclosed.
pub(super) struct DistanceJet {
    pub(super) between: Vector3,
    slope: [Interval; 4],
    bend: [[Interval; 4]; 4],
}

/// Two faces of two bodies.
pub(super) struct FacePair<'pair> {
    pub(super) models: [&'pair PlacedSplines<'pair>; 2],
    pub(super) faces: [usize; 2],
}

/// A lower bound on the distance over a box, and a point of the box with an upper bound there.
pub(super) struct LocalMinimum {
    pub(super) at: [f64; 4],
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl FacePair<'_> {
    /// The function over a box of parameters; `None` where a face has no jet.
    pub(super) fn jet(&self, sides: &Sides, work: &mut PatchWork) -> Option<DistanceJet> {
        let mut jets = [[Vector3::ZERO; 6]; 2];
        for (body, jet) in jets.iter_mut().enumerate() {
            let model = self.models[body];
            let region = [sides[2 * body], sides[2 * body + 1], Interval::ZERO];
            let local = model.brep.faces()[self.faces[body]].patch().jet(region, work)?;
            let turned = |vector: Vector3| model.exact.rotation * vector;
            let point = turned(local.point) + model.exact.translation;
            *jet = [point, turned(local.du), turned(local.dv), turned(local.duu), turned(local.duv), turned(local.dvv)];
        }
        let [[a, au, av, auu, auv, avv], [b, bs, bt, bss, bst, btt]] = jets;
        let between = a - b;
        let across = |one: Vector3, other: Vector3| -one.dot(other);
        let h01 = au.dot(av) + between.dot(auv);
        let h23 = bs.dot(bt) - between.dot(bst);
        let [h02, h03, h12, h13] = [across(au, bs), across(au, bt), across(av, bs), across(av, bt)];
        let bend = [
            [au.length_sq() + between.dot(auu), h01, h02, h03],
            [h01, av.length_sq() + between.dot(avv), h12, h13],
            [h02, h12, bs.length_sq() - between.dot(bss), h23],
            [h03, h13, h23, bt.length_sq() - between.dot(btt)],
        ];
        let slope = [between.dot(au), between.dot(av), across(between, bs), across(between, bt)];
        Some(DistanceJet { between, slope, bend })
    }

    /// A point of the box where the distance is locally least, by Newton steps from a point of the box.
    pub(super) fn descended(&self, start: [f64; 4], sides: &Sides, work: &mut PatchWork) -> Option<([f64; 4], f64)> {
        let point = |at: [f64; 4]| at.map(Interval::from);
        let mut at = start;
        let mut jet = self.jet(&point(at), work)?;
        let mut best = jet.between.length().upper();
        for _ in 0..SPLINE_NEWTON_STEPS {
            let Some(step) = jet.newton_step(&at, sides) else { break };
            let mut share = 1.0;
            let mut better = None;
            for _ in 0..6 {
                let next: [f64; 4] =
                    std::array::from_fn(|k| (at[k] + share * step[k]).clamp(sides[k].lower(), sides[k].upper()));
                let found = self.jet(&point(next), work)?;
                let distance = found.between.length().upper();
                if distance < best {
                    better = Some((next, found, distance));
                    break;
                }
                share *= 0.25;
            }
            let Some((next, found, distance)) = better else { break };
            (at, jet, best) = (next, found, distance);
        }
        Some((at, best))
    }

    /// The least distance over a box on which the squared distance is proved convex in all parameters that it does not
    /// fall along to a side. `None` if it is not.
    pub(super) fn convex_minimum(&self, sides: &Sides, start: [f64; 4], work: &mut PatchWork) -> Option<LocalMinimum> {
        let mut sides = *sides;
        // Each parameter that is fixed makes the enclosures tighter, which may fix another one.
        for _ in 0..4 {
            let jet = self.jet(&sides, work)?;
            if jet.is_convex(&sides) {
                return self.minimum_of_convex(&sides, start, work);
            }
            if !jet.fix_monotone(&mut sides) {
                return None;
            }
        }
        None
    }

    /// The least distance over a box on which the squared distance is convex.
    fn minimum_of_convex(&self, sides: &Sides, start: [f64; 4], work: &mut PatchWork) -> Option<LocalMinimum> {
        let start = std::array::from_fn(|k: usize| start[k].clamp(sides[k].lower(), sides[k].upper()));
        let (at, upper) = self.descended(start, sides, work)?;
        let jet = self.jet(&at.map(Interval::from), work)?;
        // f lies above its tangent plane.
        let mut least = jet.between.length_sq() * Interval::from(0.5);
        for k in 0..4 {
            let fall = jet.slope[k] * (sides[k] - Interval::from(at[k]));
            least += Interval::from(fall.lower());
        }
        let lower = (2.0 * least.lower()).next_down().max(0.0).sqrt().next_down().max(0.0);
        Some(LocalMinimum { at, lower, upper })
    }
}

impl DistanceJet {
    /// Replaces sides along which the function only rises or only falls by the end where it is least. Returns whether
    /// there are.
    fn fix_monotone(&self, sides: &mut Sides) -> bool {
        let mut fixed = false;
        for (side, slope) in sides.iter_mut().zip(self.slope) {
            if side.is_singleton() {
                continue;
            }
            let end = if slope.lower() >= 0.0 {
                side.lower()
            } else if slope.upper() <= 0.0 {
                side.upper()
            } else {
                continue;
            };
            (*side, fixed) = (Interval::from(end), true);
        }
        fixed
    }

    /// `true` proves that every matrix of second derivatives by the parameters that are not fixed is positive definite:
    /// elimination has positive pivots.
    fn is_convex(&self, sides: &Sides) -> bool {
        let mut rest = self.bend;
        for pivot in (0..4).filter(|&k| !sides[k].is_singleton()) {
            if !(rest[pivot][pivot].lower() > 0.0) {
                return false;
            }
            for row in (pivot + 1..4).filter(|&k| !sides[k].is_singleton()) {
                let factor = rest[row][pivot] / rest[pivot][pivot];
                for column in row..4 {
                    // The matrix stays symmetric; a square on the diagonal is enclosed as one.
                    let product = if row == column {
                        rest[row][pivot].sqr() / rest[pivot][pivot]
                    } else {
                        factor * rest[pivot][column]
                    };
                    rest[row][column] -= product;
                    rest[column][row] = rest[row][column];
                }
            }
        }
        true
    }

    /// A step that lowers the distance, in floating point: Newton's, damped until the matrix is positive definite.
    /// Parameters at a side that the slope points out of stay there. `None` at a least point.
    fn newton_step(&self, at: &[f64; 4], sides: &Sides) -> Option<[f64; 4]> {
        let slope = self.slope.map(Interval::mid);
        let held: [bool; 4] = std::array::from_fn(|k| {
            (at[k] <= sides[k].lower() && slope[k] > 0.0) || (at[k] >= sides[k].upper() && slope[k] < 0.0)
        });
        let size = (0..4).map(|k| self.bend[k][k].mid().abs()).fold(f64::MIN_POSITIVE, f64::max);
        for damping in [0.0, 1e-6, 1e-3, 1e-1, 10.0] {
            let matrix: [[f64; 4]; 4] = std::array::from_fn(|row| {
                std::array::from_fn(|column| match (row == column, held[row] || held[column]) {
                    (true, true) => size,
                    (false, true) => 0.0,
                    (true, false) => self.bend[row][column].mid() + damping * size,
                    (false, false) => self.bend[row][column].mid(),
                })
            });
            let right = std::array::from_fn(|k| if held[k] { 0.0 } else { -slope[k] });
            if let Some(step) = solved(matrix, right) {
                return Some(step).filter(|step| step.iter().any(|part| *part != 0.0));
            }
        }
        None
    }
}

/// The solution of symmetric equations; `None` if the matrix is not positive definite.
fn solved(mut matrix: [[f64; 4]; 4], mut right: [f64; 4]) -> Option<[f64; 4]> {
    for pivot in 0..4 {
        if !(matrix[pivot][pivot] > 0.0) {
            return None;
        }
        for row in pivot + 1..4 {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            matrix[row].iter_mut().zip(above).skip(pivot).for_each(|(entry, of_pivot)| *entry -= factor * of_pivot);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..4).rev() {
        let known: f64 = (row + 1..4).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right.iter().all(|part| part.is_finite()).then_some(right)
}
