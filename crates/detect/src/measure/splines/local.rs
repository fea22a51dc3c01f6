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
use super::jets::{FacePart, PartJets, PlacedJet, RangeEnd};
use crate::tolerance::{SPLINE_NEWTON_GAIN, SPLINE_NEWTON_STEPS};
use tangency_geometry::surface::PatchWork;
use tangency_interval::{Interval, Vector3};

/// A box of the four parameters.
pub(super) type Sides = [Interval; 4];

/// Value, gradient and second derivatives of half the squared distance, enclosed.
pub(super) struct DistanceJet {
    between: Vector3,
    slope: [Interval; 4],
    bend: [[Interval; 4]; 4],
}

/// Two faces of two bodies.
pub(super) struct FacePair<'pair> {
    pub(super) models: [&'pair PlacedSplines<'pair>; 2],
    pub(super) faces: [usize; 2],
}

/// A point that is closer, with the function there and the upper bound on the distance.
type CloserPoint = ([f64; 4], DistanceJet, f64);

/// How well a least distance must be known.
pub(super) struct MinimumGoal {
    /// Where the search starts.
    pub(super) start: [f64; 4],
    /// Metres. A lower bound that needs no improvement.
    pub(super) enough: f64,
    /// Metres. The width of an enclosure that needs no improvement.
    pub(super) tolerance: f64,
}

/// A lower bound on the distance over a box, and a point of the box with an upper bound there.
pub(super) struct LocalMinimum {
    pub(super) at: [f64; 4],
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl FacePair<'_> {
    /// The function over a box of parameters; `None` where a face has no jet.
    pub(super) fn jet(&self, &[u, v, s, t]: &Sides, work: &mut PatchWork) -> Option<DistanceJet> {
        let a = self.models[0].jet(self.faces[0], [u, v], work)?;
        let b = self.models[1].jet(self.faces[1], [s, t], work)?;
        Some(DistanceJet::between([&a, &b]))
    }

    /// A point of the box where the distance is locally least, by Newton steps from a point of the box.
    pub(super) fn descended(&self, start: [f64; 4], sides: &Sides, work: &mut PatchWork) -> Option<([f64; 4], f64)> {
        let mut at = start;
        let mut jet = self.jet(&at.map(Interval::from), work)?;
        let mut best = jet.between.length().upper();
        for _ in 0..SPLINE_NEWTON_STEPS {
            let Some((next, found, distance)) = self.step(&jet, at, best, sides, work)? else { break };
            (at, jet, best) = (next, found, distance);
        }
        Some((at, best))
    }

    /// The least distance over two parts on which the squared distance is proved convex in all parameters that it does
    /// not fall along to a side. `None` if it is not. A lower bound of `enough` metres, or one within the tolerance of
    /// the upper bound, is not improved.
    pub(super) fn convex_minimum(
        &self,
        mut parts: [FacePart; 2],
        jets: &mut [PartJets; 2],
        goal: &MinimumGoal,
        work: &mut PatchWork,
    ) -> Option<LocalMinimum> {
        let known = |jets: &mut [PartJets; 2], parts: &[FacePart; 2], body: usize, work: &mut PatchWork| {
            jets[body].of(self.models[body], parts[body], work)
        };
        let mut both = [known(jets, &parts, 0, work)?, known(jets, &parts, 1, work)?];
        // Each parameter that is fixed makes the enclosures tighter, which may fix another one.
        for _ in 0..=4 {
            let jet = DistanceJet::between(both.each_ref());
            let fixed = jet.fix_monotone(&mut parts);
            // The enclosures of the whole parts hold on their sides as well.
            let sides = sides_of(&parts);
            if jet.is_convex(&sides) {
                return self.minimum_of_convex(&sides, goal, work);
            }
            if fixed == [false; 2] {
                return None;
            }
            for body in (0..2).filter(|&body| fixed[body]) {
                both[body] = known(jets, &parts, body, work)?;
            }
        }
        None
    }

    /// The least distance over a box on which the squared distance is convex.
    fn minimum_of_convex(&self, sides: &Sides, goal: &MinimumGoal, work: &mut PatchWork) -> Option<LocalMinimum> {
        let mut at: [f64; 4] = std::array::from_fn(|k| goal.start[k].clamp(sides[k].lower(), sides[k].upper()));
        let mut jet = self.jet(&at.map(Interval::from), work)?;
        let mut found = LocalMinimum { at, lower: 0.0, upper: jet.between.length().upper() };
        for _ in 0..SPLINE_NEWTON_STEPS {
            found.lower = found.lower.max(jet.least_of_convex(&at, sides));
            if found.lower >= goal.enough.min(found.upper - goal.tolerance) {
                break;
            }
            let Some((next, closer, distance)) = self.step(&jet, at, found.upper, sides, work)? else { break };
            (at, jet) = (next, closer);
            (found.at, found.upper) = (at, distance);
        }
        Some(found)
    }

    /// A point of the box that is closer than `best`, by a part of a Newton step. `Some(None)` if there is none.
    fn step(
        &self,
        jet: &DistanceJet,
        at: [f64; 4],
        best: f64,
        sides: &Sides,
        work: &mut PatchWork,
    ) -> Option<Option<CloserPoint>> {
        let Some(step) = jet.newton_step(&at, sides) else { return Some(None) };
        let mut share = 1.0;
        for _ in 0..6 {
            let next: [f64; 4] =
                std::array::from_fn(|k| (at[k] + share * step[k]).clamp(sides[k].lower(), sides[k].upper()));
            // Below the rounding of the squared distance no step is a gain.
            let fall: f64 = (0..4).map(|k| jet.slope[k].mid() * (at[k] - next[k])).sum();
            if !(fall > SPLINE_NEWTON_GAIN * best * best) {
                return Some(None);
            }
            let found = self.jet(&next.map(Interval::from), work)?;
            let distance = found.between.length().upper();
            if distance < best {
                return Some(Some((next, found, distance)));
            }
            share *= 0.25;
        }
        Some(None)
    }
}

/// The box of parameters of two parts.
fn sides_of(parts: &[FacePart; 2]) -> Sides {
    let [[u, v], [s, t]] = [parts[0].ranges(), parts[1].ranges()];
    [u, v, s, t]
}

impl DistanceJet {
    /// The function of two parts, by the jets of both.
    pub(super) fn between([one, other]: [&PlacedJet; 2]) -> Self {
        let ([a, au, av, auu, auv, avv], [b, bs, bt, bss, bst, btt]) = (*one, *other);
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
        Self { between, slope, bend }
    }

    /// A lower bound on the distance over a box on which the function is convex: it lies above its tangent plane.
    fn least_of_convex(&self, at: &[f64; 4], sides: &Sides) -> f64 {
        let mut least = self.between.length_sq() * Interval::from(0.5);
        for k in 0..4 {
            let fall = self.slope[k] * (sides[k] - Interval::from(at[k]));
            least += Interval::from(fall.lower());
        }
        (2.0 * least.lower()).next_down().max(0.0).sqrt().next_down().max(0.0)
    }

    /// Replaces sides along which the function only rises or only falls by the end where it is least. Returns which of
    /// the parts changed.
    fn fix_monotone(&self, parts: &mut [FacePart; 2]) -> [bool; 2] {
        let mut changed = [false; 2];
        for (k, slope) in self.slope.iter().enumerate() {
            let (body, side) = (k / 2, k % 2);
            let fixed = &mut parts[body].fixed[side];
            if fixed.is_some() {
                continue;
            }
            let end = if slope.lower() >= 0.0 {
                RangeEnd::Lower
            } else if slope.upper() <= 0.0 {
                RangeEnd::Upper
            } else {
                continue;
            };
            (*fixed, changed[body]) = (Some(end), true);
        }
        changed
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
