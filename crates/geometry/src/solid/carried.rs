//! A solid moved by a formula.
//!
//! *Question.* `p ↦ A(t)·p + c(t)` moves every point of a solid, with `A` and `c` given by formulas: rotation,
//! stretching, shearing. Where is a point of space in the solid's own frame?
//! *Idea.* It is `A⁻¹(p − c)`. The inverse is derived once as a formula of time. Functions and derivatives
//! follow by the chain rule.
//! *Guarantee.* Encloses the exact point and its rate of change. Where `A` may be singular, the enclosure is
//! all of space.
//! *Cost.* One evaluation of a tape of twelve formulas of time, with derivatives, and a second one at the
//! middle of the time interval.
//! *Source.* Snyder et al. 1993, section 2.2, for rigid motion; the rest is the chain rule.

use super::frame::FunctionFrame;
use super::leaf::VARIABLES;
use super::{Solid, SolidLeaf, SolidWork};
use crate::Expression;
use crate::tolerance::CARRIED_PARTS;
use std::sync::Arc;
use tangency_interval::expr::{Decoration, Expr, Tape};
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// The motion of a frame by formulas: `p ↦ A(t)·p + c(t)`.
#[derive(Clone, Debug)]
pub(super) struct FrameMotion {
    formulas: Vec<Expr>,
    /// Formulas of time only: the nine entries of the inverse of `A`, row by row, and the three of `c`.
    tape: Arc<Tape>,
}

impl PartialEq for FrameMotion {
    fn eq(&self, other: &Self) -> bool {
        self.formulas == other.formulas
    }
}

/// Encloses a moving frame during a time interval: a point `p` is at `inverse·(p − origin)` in the frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovingFrame {
    pub(super) inverse: Matrix<3, 3>,
    pub(super) inverse_rate: Matrix<3, 3>,
    origin: Vector3,
    origin_rate: Vector3,
    /// The proved smoothness in time.
    pub(super) decoration: Decoration,
}

impl MovingFrame {
    /// Transforms points into the frame.
    pub(super) fn inward(&self, place: Vector3) -> Vector3 {
        self.inverse * (place - self.origin)
    }

    /// The rate of change of [`Self::inward`] for points at rest.
    pub(super) fn rate(&self, place: Vector3) -> Vector3 {
        self.inverse_rate * (place - self.origin) - self.inverse * self.origin_rate
    }
}

impl FrameMotion {
    /// Builds the carrier from formulas of `x`, `y`, `z` and `t`. `None` unless they are proved linear in the
    /// first three over the box and the time interval.
    fn new(motion: &Expression, region: Vector3, span: Interval) -> Option<Self> {
        // A function with jumps may have a constant slope and yet not be linear.
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

    /// Encloses the frame during the time interval.
    pub(super) fn during(&self, span: Interval, work: &mut SolidWork) -> MovingFrame {
        let whole = self.plain(span, work);
        if span.is_singleton() || !span.is_bounded() || whole.decoration < Decoration::Continuous {
            return whole;
        }
        let middle = Interval::from(span.mid());
        let centre = self.plain(middle, work);
        let offset = span - middle;
        MovingFrame {
            inverse: whole.inverse.intersection(centre.inverse + whole.inverse_rate * offset),
            origin: whole.origin.intersection(centre.origin + whole.origin_rate * offset),
            ..whole
        }
    }

    /// The natural interval evaluation of the formulas.
    fn plain(&self, span: Interval, work: &mut SolidWork) -> MovingFrame {
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
        MovingFrame {
            inverse: matrix(&value),
            inverse_rate: matrix(&rate),
            origin: vector(&value),
            origin_rate: vector(&rate),
            decoration,
        }
    }

    /// Approximate number of instructions of one evaluation.
    pub(super) fn instructions(&self) -> usize {
        self.tape.instruction_count()
    }
}

/// The inverse of a matrix, row by row: cofactors over the determinant.
fn inverse(matrix: &[[Expr; 3]; 3]) -> [Expr; 9] {
    let cofactor = |row: usize, column: usize| {
        let entry = |down: usize, right: usize| &matrix[(row + down) % 3][(column + right) % 3];
        entry(1, 1) * entry(2, 2) - entry(1, 2) * entry(2, 1)
    };
    let determinant = (0..3).fold(Expr::number(0.0), |sum, column| sum + &matrix[0][column] * &cofactor(0, column));
    std::array::from_fn(|index| cofactor(index % 3, index / 3) / &determinant)
}

impl Solid {
    /// The solid moved by the formulas during a time interval, expressed as a solid at rest with time-dependent
    /// functions. `None` unless the formulas are linear in `x`, `y` and `z` and continuous, and the solid is
    /// known during the interval.
    ///
    /// ```
    /// use tangency_geometry::{Expression, Solid, solid::SolidWork};
    /// use tangency_interval::{Interval, Vector};
    ///
    /// let rising = Expression::parse(["x*(1 + t)", "y", "z + t"])?;
    /// let egg = Solid::sphere(1.0)?.carried(&rising, Interval::between(0.0, 2.0)).expect("linear in x, y, z");
    /// let mut work = SolidWork::default();
    /// let point = |x: f64, z: f64| Vector([x, 0.0, z].map(Interval::from));
    /// let mut at = |x: f64, z: f64, t: f64| egg.value(point(x, z), Interval::from(t), &mut work);
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
        let carrier = FrameMotion::new(motion, self.region, span)?;
        let leaves = self
            .leaves
            .iter()
            .map(|leaf| leaf.within(FunctionFrame::Carried(carrier.clone())))
            .collect::<Vec<SolidLeaf>>();
        let end = |part: u32| {
            if part == CARRIED_PARTS {
                span.upper()
            } else {
                span.lower() + (span.upper() - span.lower()) * f64::from(part) / f64::from(CARRIED_PARTS)
            }
        };
        let parts = || (0..CARRIED_PARTS).map(|part| Interval::between(end(part), end(part + 1)));
        let region = parts().map(|part| motion.places(self.region, part)).reduce(Vector3::hull)?;
        let speeds = parts().map(|part| motion.velocities(self.region, part).length().upper());
        let carried_speed = self.carried_speed + speeds.fold(0.0, f64::max);
        let bounded = region.0.iter().all(|side| side.is_bounded()) && carried_speed.is_finite();
        bounded.then(|| Self {
            leaves: leaves.into(),
            region,
            span,
            carried_speed,
            convex: None,
            torus: None,
            ..self.clone()
        })
    }
}
