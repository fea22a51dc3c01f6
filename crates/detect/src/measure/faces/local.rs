//! The squared distance of two parts of bodies as a function of their parameters.
//!
//! **Question.** Can two parts be closest anywhere in a box of their parameters, and how close can they be there?
//!
//! **Idea.** Half of the squared distance, `f = |A − B|²/2`, has derivatives that the jets of both parts enclose over a
//! box. Three bounds follow. Where a slope of f is never zero, f has no least point within its element. Along a fixed
//! direction `n`, the distance is at least `n·(B − A)`, which the mean value form encloses to second order. And where
//! the second derivatives are positive definite, f lies above its tangent plane at the least point of the box.
//!
//! **Guarantee.** All three are proofs: values, slopes and second derivatives are enclosed. The direction and the point
//! of the tangent plane are free choices.
//!
//! **Cost.** Some hundred operations on intervals.
//!
//! **Source.** R. B. Kearfott, *Rigorous Global Search*, 1996.

use glam::DVec3;
use tangency_interval::{Interval, Vector, Vector3};

/// A part of a body with up to two parameters, in the world.
#[derive(Clone, Copy)]
pub(super) struct PartJet {
    /// The number of parameters that run: two on a face, one on a curve, none at a point.
    pub(super) free: usize,
    /// The points.
    pub(super) point: Vector3,
    /// The point at the middle of the box.
    pub(super) centre: Vector3,
    /// The first derivatives.
    pub(super) first: [Vector3; 2],
    /// The second derivatives: of the first parameter, mixed, of the second.
    pub(super) second: [Vector3; 3],
}

/// Half of the squared distance and its derivatives by the parameters that run: those of the first part, then those of
/// the second.
pub(super) struct DistanceForm {
    pub(super) count: usize,
    pub(super) between: Vector3,
    slope: [Interval; 4],
    bend: [[Interval; 4]; 4],
}

impl DistanceForm {
    pub(super) fn new(a: &PartJet, b: &PartJet) -> Self {
        let between = a.point - b.point;
        let (mut slope, mut bend) = ([Interval::ZERO; 4], [[Interval::ZERO; 4]; 4]);
        let own = |jet: &PartJet, sign: f64, start: usize, slope: &mut [Interval; 4], bend: &mut [[Interval; 4]; 4]| {
            for i in 0..jet.free {
                slope[start + i] = between.dot(jet.first[i]) * sign;
                for j in i..jet.free {
                    let square = if i == j { jet.first[i].length_sq() } else { jet.first[i].dot(jet.first[j]) };
                    let entry = square + between.dot(jet.second[i + j]) * sign;
                    (bend[start + i][start + j], bend[start + j][start + i]) = (entry, entry);
                }
            }
        };
        own(a, 1.0, 0, &mut slope, &mut bend);
        own(b, -1.0, a.free, &mut slope, &mut bend);
        for (i, of_a) in a.first.iter().enumerate().take(a.free) {
            for (j, of_b) in b.first.iter().enumerate().take(b.free) {
                let entry = -of_a.dot(*of_b);
                (bend[i][a.free + j], bend[a.free + j][i]) = (entry, entry);
            }
        }
        Self { count: a.free + b.free, between, slope, bend }
    }

    /// `true` proves that no slope vanishes together with the others: the function is least on a border of an element.
    pub(super) fn is_sloped(&self) -> bool {
        self.slope[..self.count].iter().any(|slope| slope.lower() > 0.0 || slope.upper() < 0.0)
    }

    /// `true` proves that the second derivatives are positive definite all over the box: elimination has positive
    /// pivots.
    pub(super) fn is_convex(&self) -> bool {
        let mut rest = self.bend;
        for pivot in 0..self.count {
            if !(rest[pivot][pivot].lower() > 0.0) {
                return false;
            }
            for row in pivot + 1..self.count {
                for column in row..self.count {
                    // The matrix stays symmetric; a square on the diagonal is enclosed as one.
                    let product = if row == column {
                        rest[row][pivot].sqr() / rest[pivot][pivot]
                    } else {
                        rest[row][pivot] * rest[pivot][column] / rest[pivot][pivot]
                    };
                    rest[row][column] -= product;
                    rest[column][row] = rest[row][column];
                }
            }
        }
        true
    }

    /// A lower bound on the distance over a box, from the tangent plane at a point of it, which this form describes.
    /// The function has to be convex there. `offsets`: the box, relative to the point.
    pub(super) fn above_tangent(&self, offsets: &[Interval; 4]) -> f64 {
        let mut least = self.between.length_sq().lower();
        for (slope, offset) in self.slope.iter().zip(offsets).take(self.count) {
            least = (least + 2.0 * (*slope * *offset).lower()).next_down();
        }
        least.max(0.0).sqrt().next_down().max(0.0)
    }
}

/// A lower bound on the distance: along the direction between the middles, by the mean value form. `offsets`: the boxes
/// of parameters, relative to their middles.
pub(super) fn along_direction([a, b]: [&PartJet; 2], [by_a, by_b]: [&[Interval; 2]; 2]) -> f64 {
    let way: [f64; 3] = (b.centre - a.centre).mid();
    let length = way.iter().map(|part| part * part).sum::<f64>().sqrt();
    if !(length > 0.0 && length.is_finite()) {
        return 0.0;
    }
    let direction = Vector(way.map(|part| Interval::from(part / length)));
    let mut along = (b.centre - a.centre).dot(direction);
    for (jet, offsets, sign) in [(a, by_a, -1.0), (b, by_b, 1.0)] {
        for (first, offset) in jet.first.iter().zip(offsets).take(jet.free) {
            along += first.dot(direction) * *offset * sign;
        }
    }
    // The direction is a unit vector up to rounding.
    (Interval::from(along.lower().max(0.0)) / direction.length()).lower()
}

/// A part at a point of its parameters, in floating point: the point, its first derivatives, and its second ones (of
/// the first parameter, mixed, of the second).
#[derive(Clone, Copy)]
pub(super) struct PlainJet {
    pub(super) free: usize,
    pub(super) point: DVec3,
    pub(super) first: [DVec3; 2],
    pub(super) second: [DVec3; 3],
}

/// The same function in floating point, for Newton steps.
pub(super) struct PlainForm {
    count: usize,
    /// Metres.
    pub(super) distance: f64,
    slope: [f64; 4],
    bend: [[f64; 4]; 4],
}

impl PlainForm {
    pub(super) fn new([a, b]: [PlainJet; 2]) -> Self {
        let between = a.point - b.point;
        let (mut slope, mut bend) = ([0.0; 4], [[0.0; 4]; 4]);
        for (jet, sign, start) in [(&a, 1.0, 0), (&b, -1.0, a.free)] {
            for i in 0..jet.free {
                slope[start + i] = sign * between.dot(jet.first[i]);
                for j in 0..jet.free {
                    let bent = sign * between.dot(jet.second[i + j]);
                    bend[start + i][start + j] = jet.first[i].dot(jet.first[j]) + bent;
                }
            }
        }
        for (i, of_a) in a.first.iter().enumerate().take(a.free) {
            for (j, of_b) in b.first.iter().enumerate().take(b.free) {
                let entry = -of_a.dot(*of_b);
                (bend[i][a.free + j], bend[a.free + j][i]) = (entry, entry);
            }
        }
        Self { count: a.free + b.free, distance: between.length(), slope, bend }
    }

    /// A step that lowers the distance: Newton's, damped until the matrix is positive definite. Parameters at a side
    /// that the slope points out of stay there. `None` at a least point.
    pub(super) fn newton_step(&self, at: &[f64; 4], sides: &[Interval; 4]) -> Option<[f64; 4]> {
        let Self { slope, bend, .. } = self;
        let held: [bool; 4] = std::array::from_fn(|k| {
            (at[k] <= sides[k].lower() && slope[k] > 0.0) || (at[k] >= sides[k].upper() && slope[k] < 0.0)
        });
        let size = (0..self.count).map(|k| bend[k][k].abs()).fold(f64::MIN_POSITIVE, f64::max);
        for damping in [0.0, 1e-3, 1e-1, 10.0] {
            let matrix: [[f64; 4]; 4] = std::array::from_fn(|row| {
                std::array::from_fn(|column| match (row == column, held[row] || held[column]) {
                    (true, true) => size,
                    (false, true) => 0.0,
                    (true, false) => bend[row][column] + damping * size,
                    (false, false) => bend[row][column],
                })
            });
            let right = std::array::from_fn(|k| if held[k] { 0.0 } else { -slope[k] });
            if let Some(step) = solved(matrix, right, self.count) {
                return Some(step).filter(|step| step.iter().any(|part| *part != 0.0));
            }
        }
        None
    }
}

/// The solution of symmetric equations; `None` if the matrix is not positive definite.
fn solved(mut matrix: [[f64; 4]; 4], mut right: [f64; 4], count: usize) -> Option<[f64; 4]> {
    for pivot in 0..count {
        if !(matrix[pivot][pivot] > 0.0) {
            return None;
        }
        for row in pivot + 1..count {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let above = matrix[pivot];
            matrix[row].iter_mut().zip(above).skip(pivot).for_each(|(entry, of_pivot)| *entry -= factor * of_pivot);
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right[count..].fill(0.0);
    right.iter().all(|part| part.is_finite()).then_some(right)
}
