//! Motion by formula: three expressions of `x`, `y`, `z` and `t` give the position of every point at every
//! instant. Covers any deformation with a closed form, such as bending and twisting.
//!
//! *Question.* Where is `f(p, t)` during a time interval?
//! *Idea.* Take the range of the compiled expressions over the interval. Tighten it with the values at both
//! ends and the enclosed time derivative ([`super::ends`]).
//! *Guarantee.* Holds the position at every instant. If an expression may be undefined (root of a negative
//! number, division by zero), the enclosure is all of space, never empty. A discontinuity in time has infinite
//! travel.
//! *Cost.* Three evaluations of the tape per point, one of them with derivatives.

use super::ends::between_ends;
use super::{DeformingKinematics, Enclosure, Kinematics, MotionError, Placement};
use crate::enclose;
use glam::DVec3;
use std::cell::RefCell;
use std::sync::Arc;
use tangency_interval::expr::{Decoration, Expr, Scope, Tape, TapeWorkspace};
use tangency_interval::{Interval, Vector, Vector3};

const VARIABLES: [&str; 4] = ["x", "y", "z", "t"];
/// Index of `t` among the variables.
const TIME: usize = 3;

thread_local! {
    /// Evaluations reuse one workspace per thread.
    static WORK: RefCell<TapeWorkspace> = RefCell::default();
}

/// `point(t) = (X, Y, Z)(x, y, z, t)` with `(x, y, z)` in the body's frame. Cheap to clone.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_geometry::{Expression, Motion};
/// use tangency_interval::Interval;
///
/// // A body that sinks while it stretches in x.
/// let stretching = Motion::Expression(Expression::parse(["x * (1 + t)", "y", "z - t^2"])?);
/// assert_eq!(stretching.at(2.0).point(0, dvec3(1.0, 0.0, 5.0)), dvec3(3.0, 0.0, 1.0));
/// let during = stretching.during(Interval::between(1.0, 2.0)).point(0, dvec3(1.0, 0.0, 5.0));
/// assert!(during[0].contains(2.5) && during[2].contains(4.0));
///
/// let fault = Expression::parse(["x", "y + q", "z"]).unwrap_err().to_string();
/// assert!(fault.starts_with("coordinate y of the motion: "), "{fault}");
/// # Ok::<(), tangency_geometry::MotionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expression {
    coordinates: [Expr; 3],
    tape: Arc<Tape>,
    straight: bool,
}

impl PartialEq for Expression {
    fn eq(&self, other: &Self) -> bool {
        self.coordinates == other.coordinates
    }
}

impl Expression {
    /// The motion of these expressions in the variables `x`, `y`, `z`, `t`.
    pub fn new(coordinates: [Expr; 3]) -> Result<Self, MotionError> {
        for (name, coordinate) in VARIABLES.into_iter().zip(&coordinates) {
            let message = |error| MotionError::Expression { coordinate: name, message: format!("{error}") };
            Tape::new(std::slice::from_ref(coordinate), &VARIABLES).map_err(message)?;
        }
        let message = |error| MotionError::Expression { coordinate: "x", message: format!("{error}") };
        let tape = Arc::new(Tape::new(&coordinates, &VARIABLES).map_err(message)?);
        // The velocity is constant if the derivative by time does not contain the time.
        let steady = |coordinate: &Expr| !coordinate.derivative("t").variables().iter().any(|name| &**name == "t");
        let straight = coordinates.iter().all(steady);
        Ok(Self { coordinates, tape, straight })
    }

    /// Parses the motion from texts, for example `["x * cos(t)", "y", "z - t"]`.
    pub fn parse(texts: [&str; 3]) -> Result<Self, MotionError> {
        let scope = Scope::new().variables(VARIABLES);
        let parse = |axis: usize| {
            let scope = scope.as_ref().map_err(ToString::to_string)?;
            scope.parse(texts[axis]).map_err(|error| error.to_string())
        };
        let coordinate = |axis: usize| {
            parse(axis).map_err(|message| MotionError::Expression { coordinate: VARIABLES[axis], message })
        };
        Self::new([coordinate(0)?, coordinate(1)?, coordinate(2)?])
    }

    /// The same motion with its clock shifted to 0 at this instant: replaces `t` by `t − start`.
    pub fn from_instant(&self, start: f64) -> Result<Self, MotionError> {
        let time = Expr::variable("t") - Expr::number(start);
        Self::new(self.coordinates.each_ref().map(|coordinate| coordinate.substitute("t", &time)))
    }

    /// The expressions of the three coordinates.
    #[must_use]
    pub fn coordinates(&self) -> &[Expr; 3] {
        &self.coordinates
    }

    /// Holds the positions of all points in the box during the interval.
    pub(crate) fn places(&self, local: Vector3, span: Interval) -> Vector3 {
        self.over(span).point(local)
    }

    /// Holds the velocities of all points in the box during the interval.
    pub(crate) fn velocities(&self, local: Vector3, span: Interval) -> Vector3 {
        self.over(span).velocity(local)
    }

    /// `true` proves that the motion is continuous on the box during the interval: no point jumps, and nearby
    /// points stay together.
    pub(crate) fn is_continuous(&self, local: Vector3, span: Interval) -> bool {
        let [x, y, z] = local.0;
        WORK.with_borrow_mut(|work| {
            let ranges = self.tape.ranges(&[x, y, z, span], work);
            (0..3).all(|axis| ranges.decoration(axis) >= Decoration::Continuous)
        })
    }

    fn over(&self, span: Interval) -> ExpressionEnclosure {
        ExpressionEnclosure { tape: self.tape.clone(), span }
    }
}

impl Kinematics for Expression {
    fn at(&self, time: f64) -> Placement {
        Placement::Expression(ExpressionPlacement(self.over(Interval::from(time))))
    }

    fn during(&self, span: Interval) -> Enclosure {
        Enclosure::Expression(self.over(span))
    }

    fn travel(&self, span: Interval, reach: f64) -> f64 {
        let body = Vector([Interval::between(-reach, reach); 3]);
        let speed = self.over(span).velocity(body).length();
        let path_length = (speed * Interval::from(span.width())).upper();
        // An unbounded speed over zero time gives no bound.
        if path_length.is_nan() { f64::INFINITY } else { path_length }
    }

    fn rounding(&self, time: f64, _index: usize, local: DVec3) -> f64 {
        let place = self.over(Interval::from(time)).natural(enclose(local), Interval::from(time));
        Vector(place.0.map(|coordinate| Interval::from(coordinate.width()))).length().upper()
    }

    /// A formula that may jump can have equal slopes before and after the jump. It is not straight.
    fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        let straight = self.straight && self.is_continuous(Vector([Interval::ENTIRE; 3]), span);
        straight.then(|| vec![span.lower(), span.upper()])
    }
}

impl DeformingKinematics for Expression {
    fn vertex_count(&self) -> Option<usize> {
        None
    }
}

/// The placement by a formula at one instant: the midpoint of each point's enclosure.
#[derive(Clone, Debug)]
pub struct ExpressionPlacement(ExpressionEnclosure);

impl ExpressionPlacement {
    /// NaN where a coordinate may be undefined.
    pub(super) fn point(&self, local: DVec3) -> DVec3 {
        let place = self.0.natural(enclose(local), self.0.span);
        let middle = |axis: usize| if place[axis] == Interval::ENTIRE { f64::NAN } else { place[axis].mid() };
        DVec3::from_array(std::array::from_fn(middle))
    }
}

/// Encloses the placement by a formula during a time interval.
#[derive(Clone, Debug)]
pub struct ExpressionEnclosure {
    tape: Arc<Tape>,
    span: Interval,
}

impl ExpressionEnclosure {
    /// The natural interval extension of the formula; all reals where it may be undefined.
    fn natural(&self, local: Vector3, time: Interval) -> Vector3 {
        let [x, y, z] = local.0;
        WORK.with_borrow_mut(|work| {
            let ranges = self.tape.ranges(&[x, y, z, time], work);
            let sure = |axis: usize| if ranges.everywhere_defined(axis) { ranges[axis] } else { Interval::ENTIRE };
            Vector(std::array::from_fn(sure))
        })
    }

    /// Holds every position of the points in the box.
    pub(super) fn point(&self, local: Vector3) -> Vector3 {
        let natural = self.natural(local, self.span);
        let (lower, upper) = (self.span.lower(), self.span.upper());
        if lower == upper || !(lower.is_finite() && upper.is_finite()) {
            return natural;
        }
        let [start, end] = [lower, upper].map(|time| self.natural(local, Interval::from(time)));
        let length = Interval::from(upper) - Interval::from(lower);
        natural.intersection(between_ends(start, end, self.velocity(local), length))
    }

    /// Holds every velocity of the points in the box; all reals where a coordinate may jump or be undefined.
    pub(super) fn velocity(&self, local: Vector3) -> Vector3 {
        let [x, y, z] = local.0;
        WORK.with_borrow_mut(|work| {
            let gradients = self.tape.gradients(&[x, y, z, self.span], work);
            let sure = |axis: usize| match gradients.decoration(axis) {
                Decoration::Smooth | Decoration::Continuous => gradients.gradient(axis)[TIME],
                Decoration::Defined | Decoration::Partial => Interval::ENTIRE,
            };
            Vector(std::array::from_fn(sure))
        })
    }
}
