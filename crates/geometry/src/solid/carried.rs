//! A solid that a formula moves.
//!
//! *Question.* `p ↦ A(t)·p + c(t)` takes every point of a solid to its place, with `A` and `c` by formula: turning, stretching,
//! shearing. Where is a place of space as the solid's own functions see it?
//! *Idea.* `A⁻¹(p − c)`, with the inverse written down as a formula of time, once. Functions and derivatives follow by the chain rule.
//! *Guarantee.* Encloses the exact place and how it changes. Where `A` may have no inverse the place may be anywhere.
//! *Cost.* One pass over a tape of twelve formulas of time, with derivatives, and a second one at the middle of the span.
//! *Source.* Snyder et al. 1993, section 2.2, for rigid motion; the rest is the chain rule.

use super::frame::Frame;
use super::leaf::VARIABLES;
use super::{Leaf, Solid, Workspace};
use crate::Expression;
use std::sync::Arc;
use tangency_interval::expr::{Decoration, Expr, Tape};
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// How a formula carries a frame along: `p ↦ A(t)·p + c(t)`.
#[derive(Clone, Debug)]
pub(super) struct Carrier {
    formulas: Vec<Expr>,
    /// Of time alone: the nine entries of the inverse of `A`, row by row, and the three of `c`.
    tape: Arc<Tape>,
}

impl PartialEq for Carrier {
    fn eq(&self, other: &Self) -> bool {
        self.formulas == other.formulas
    }
}

/// Where a frame is during a span: places `p` are at `inverse·(p − origin)` in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carried {
    pub(super) inverse: Matrix<3, 3>,
    pub(super) inverse_rate: Matrix<3, 3>,
    origin: Vector3,
    origin_rate: Vector3,
    /// How smooth it is known to be in time.
    pub(super) decoration: Decoration,
}

impl Carried {
    /// The places as the frame sees them.
    pub(super) fn inward(&self, place: Vector3) -> Vector3 {
        self.inverse * (place - self.origin)
    }

    /// How fast that changes for places that rest.
    pub(super) fn rate(&self, place: Vector3) -> Vector3 {
        self.inverse_rate * (place - self.origin) - self.inverse * self.origin_rate
    }
}

impl Carrier {
    /// From formulas of `x`, `y`, `z` and `t`; `None` unless they are linear in the first three over the box and the span.
    fn new(motion: &Expression, region: Vector3, span: Interval) -> Option<Self> {
        // Without jumps: a function that jumps may have a slope that is the same everywhere, and not be linear.
        if !motion.is_continuous(region, span) {
            return None;
        }
        let coordinates = motion.coordinates();
        let matrix: [[Expr; 3]; 3] = coordinates
            .each_ref()
            .map(|coordinate| [0, 1, 2].map(|axis: usize| coordinate.derivative(VARIABLES[axis])));
        let of_time = |entry: &Expr| entry.variables().iter().all(|name| &**name == "t");
        if !matrix.iter().flatten().all(of_time) {
            return None;
        }
        let zero = Expr::number(0.0);
        let at_origin = coordinates
            .each_ref()
            .map(|coordinate| coordinate.substitute_all(&[("x", &zero), ("y", &zero), ("z", &zero)]));
        let mut formulas = inverse(&matrix).to_vec();
        formulas.extend(at_origin);
        let tape = Tape::new(&formulas, &["t"]).ok()?;
        Some(Self { formulas, tape: Arc::new(tape) })
    }

    /// Where the frame is during the span.
    pub(super) fn during(&self, span: Interval, work: &mut Workspace) -> Carried {
        let whole = self.plain(span, work);
        if span.is_singleton() || !span.is_bounded() || whole.decoration < Decoration::Continuous {
            return whole;
        }
        let middle = Interval::from(span.mid());
        let centre = self.plain(middle, work);
        let way = span - middle;
        Carried {
            inverse: whole.inverse.intersection(centre.inverse + whole.inverse_rate * way),
            origin: whole.origin.intersection(centre.origin + whole.origin_rate * way),
            ..whole
        }
    }

    /// As the formulas say.
    fn plain(&self, span: Interval, work: &mut Workspace) -> Carried {
        let gradients = self.tape.gradients(&[span], &mut work.carrier);
        let decoration = (0..12).map(|entry| gradients.decoration(entry)).min().unwrap_or(Decoration::Smooth);
        let value = |entry: usize| {
            if gradients.everywhere_defined(entry) { gradients.range(entry) } else { Interval::ENTIRE }
        };
        let rate = |entry: usize| {
            let sure = gradients.decoration(entry) >= Decoration::Continuous;
            if sure { gradients.gradient(entry)[0] } else { Interval::ENTIRE }
        };
        let matrix = |entry: &dyn Fn(usize) -> Interval| {
            Matrix([0, 1, 2].map(|row| Vector([0, 1, 2].map(|column| entry(3 * row + column)))))
        };
        let vector = |entry: &dyn Fn(usize) -> Interval| Vector([9, 10, 11].map(entry));
        Carried {
            inverse: matrix(&value),
            inverse_rate: matrix(&rate),
            origin: vector(&value),
            origin_rate: vector(&rate),
            decoration,
        }
    }

    /// About how many instructions one evaluation runs.
    pub(super) fn instructions(&self) -> usize {
        self.tape.instruction_count()
    }
}

/// The inverse of a matrix, row by row: the cofactors over the determinant.
fn inverse(matrix: &[[Expr; 3]; 3]) -> [Expr; 9] {
    let cofactor = |row: usize, column: usize| {
        let entry = |down: usize, right: usize| &matrix[(row + down) % 3][(column + right) % 3];
        entry(1, 1) * entry(2, 2) - entry(1, 2) * entry(2, 1)
    };
    let determinant = (0..3).fold(Expr::number(0.0), |sum, column| sum + &matrix[0][column] * &cofactor(0, column));
    std::array::from_fn(|index| cofactor(index % 3, index / 3) / &determinant)
}

/// Into how many parts the span is cut to bound where the solid goes.
const PARTS: u32 = 16;

impl Solid {
    /// The solid as the formulas move it during a span of time, at rest with the time in its functions; `None` unless they are linear in
    /// `x`, `y` and `z`, without jumps, and the solid is known during the span.
    ///
    /// ```
    /// use tangency_geometry::{Expression, Solid, solid::Workspace};
    /// use tangency_interval::{Interval, Vector};
    ///
    /// let rising = Expression::parse(["x*(1 + t)", "y", "z + t"])?;
    /// let egg = Solid::sphere(1.0)?.carried(&rising, Interval::between(0.0, 2.0)).expect("linear in x, y, z");
    /// let at = |x: f64, z: f64, t: f64| egg.value(Vector([x, 0.0, z].map(Interval::from)), Interval::from(t), &mut Workspace::default());
    /// assert!(at(2.9, 2.0, 2.0).upper() < 0.0 && at(3.1, 2.0, 2.0).lower() > 0.0);
    /// let bent = Expression::parse(["x + z^2", "y", "z"])?;
    /// assert!(Solid::sphere(1.0)?.carried(&bent, Interval::between(0.0, 2.0)).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn carried(&self, motion: &Expression, span: Interval) -> Option<Self> {
        if !(span.is_bounded() && span.subset(self.span)) {
            return None;
        }
        let carrier = Carrier::new(motion, self.region, span)?;
        let leaves = self.leaves.iter().map(|leaf| leaf.within(Frame::Carried(carrier.clone()))).collect::<Vec<Leaf>>();
        let end = |part: u32| {
            if part == PARTS {
                span.upper()
            } else {
                span.lower() + (span.upper() - span.lower()) * f64::from(part) / f64::from(PARTS)
            }
        };
        let parts = || (0..PARTS).map(|part| Interval::between(end(part), end(part + 1)));
        let region = parts().map(|part| motion.places(self.region, part)).reduce(Vector3::hull)?;
        let speeds = parts().map(|part| motion.velocities(self.region, part).length().upper());
        let carried_speed = self.carried_speed + speeds.fold(0.0, f64::max);
        let bounded = region.0.iter().all(|side| side.is_bounded()) && carried_speed.is_finite();
        bounded.then(|| Self { leaves: leaves.into(), region, span, carried_speed, ..self.clone() })
    }
}
