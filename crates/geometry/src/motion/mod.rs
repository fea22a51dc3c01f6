//! How things move: where at an instant, where during a span, and how far at most.
//!
//! A motion is a real function of time, fixed by the doubles it is made of. [`Motion::at`] evaluates it in plain numbers,
//! up to [`Motion::rounding`]; [`Motion::during`] encloses it, with proof; [`Motion::travel`] bounds the way that a point
//! goes.

mod ballistic;
mod chebyshev;
mod enclosure;
mod ends;
mod error;
mod expression;
mod linear;
mod pieces;
mod piecewise;
mod placement;
mod rates;
mod rigid;
mod screw;
mod spinning;
mod still;
mod turning;
mod vertexwise;

pub use ballistic::Ballistic;
pub use chebyshev::ChebyshevMotion;
pub use enclosure::{Enclosure, MovingPose, PoseEnclosure};
pub use error::MotionError;
pub use expression::{Expression, ExpressionEnclosure, ExpressionPlacement};
pub use linear::Linear;
pub use pieces::RigidPiece;
pub use piecewise::Piecewise;
pub use placement::Placement;
pub use rates::Rates;
pub use rigid::Rigid;
pub use screw::{Screw, ScrewAxis, ScrewEnclosure};
pub use spinning::SpinningEnclosure;
pub use turning::TurningEnclosure;
pub use vertexwise::{Vertexwise, VertexwiseEnclosure};

pub(crate) use screw::relative_quaternion;
pub(crate) use turning::unit;

use crate::{LinkMotion, Pose};
use glam::DVec3;
use tangency_interval::Interval;

/// Where a body is at every instant. Time is counted from the start of the scene's span.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_geometry::{Ballistic, Motion, Pose};
/// use tangency_interval::Interval;
///
/// // Thrown upwards at 10 m/s; it turns at t = 10/9.81.
/// let thrown = Motion::Ballistic(Ballistic::new(Pose::IDENTITY, dvec3(0.0, 0.0, 10.0), dvec3(0.0, 0.0, -9.81))?);
/// assert_eq!(thrown.at(1.0).point(0, DVec3::ZERO).z, 10.0 - 9.81 / 2.0);
///
/// let height = thrown.during(Interval::between(0.0, 2.0)).point(0, DVec3::ZERO)[2];
/// assert!(height.contains(5.09) && height.upper() < 5.1);
/// # Ok::<(), tangency_geometry::MotionError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// It stays where it is.
    Still(Pose),
    /// It moves along a straight line without turning.
    Linear(Linear),
    /// It moves with constant acceleration without turning.
    Ballistic(Ballistic),
    /// It moves and turns at constant velocity and angular velocity.
    Rigid(Rigid),
    /// It turns about an axis and slides along it.
    Screw(Screw),
    /// It moves and turns along Chebyshev series.
    Chebyshev(ChebyshevMotion),
    /// It is a link of a mechanism whose joints follow a trajectory.
    Articulated(LinkMotion),
    /// One motion after another.
    Piecewise(Piecewise),
    /// Every vertex has its own positions at given times, with straight lines between.
    Vertexwise(Vertexwise),
    /// Every point moves by formula.
    Expression(Expression),
}

/// What every motion can say of itself.
pub(crate) trait Path {
    fn at(&self, time: f64) -> Placement;
    fn during(&self, span: Interval) -> Enclosure;
    fn travel(&self, span: Interval, reach: f64) -> f64;
    fn rounding(&self, time: f64, index: usize, local: DVec3) -> f64;
    fn straight_between(&self, span: Interval) -> Option<Vec<f64>>;
    /// Bounds on speed and acceleration during the span, if it moves rigidly and smoothly.
    fn rates(&self, _span: Interval) -> Option<Rates> {
        None
    }
    fn vertex_count(&self) -> Option<usize> {
        None
    }
}

impl Motion {
    fn path(&self) -> &dyn Path {
        match self {
            Self::Still(pose) => pose,
            Self::Linear(linear) => linear,
            Self::Ballistic(ballistic) => ballistic,
            Self::Rigid(rigid) => &rigid.turning,
            Self::Screw(screw) => &screw.turning,
            Self::Chebyshev(series) => series,
            Self::Articulated(link) => link,
            Self::Piecewise(piecewise) => piecewise,
            Self::Vertexwise(vertexwise) => vertexwise,
            Self::Expression(expression) => expression,
        }
    }

    /// Where the body is at `time`, a finite number, up to [`Motion::rounding`].
    #[must_use]
    pub fn at(&self, time: f64) -> Placement {
        self.path().at(time)
    }

    /// Encloses where the body is at every instant of `span`.
    #[must_use]
    pub fn during(&self, span: Interval) -> Enclosure {
        self.path().during(span)
    }

    /// Upper bound on the length of the way that any point goes during the span, if it is at most `reach` from the body's
    /// origin ([`Mesh::reach`](crate::Mesh::reach)); of a vertexwise motion, any vertex whatever `reach` says. Jumps
    /// between the segments of a piecewise motion count as way.
    #[must_use]
    pub fn travel(&self, span: Interval, reach: f64) -> f64 {
        self.path().travel(span, reach)
    }

    /// Upper bound on the distance between [`Motion::at`] and the exact place at `time` of vertex `index`, at `local` in the
    /// body's frame, as long as nothing overflows or underflows.
    #[must_use]
    pub fn rounding(&self, time: f64, index: usize, local: DVec3) -> f64 {
        self.path().rounding(time, index, local)
    }

    /// If every point moves along straight lines at constant speed between certain instants: those instants within
    /// `span`, its two ends included. `None` for motions that curve.
    ///
    /// Precisely: between two neighbouring instants every point moves on the straight line, at constant speed, from some
    /// point of its enclosure at the first instant ([`Motion::during`] of that instant alone) to some point of its
    /// enclosure at the second.
    #[must_use]
    pub fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        self.path().straight_between(span)
    }

    /// The parts of `span` between jumps, if the motion has any: see [`Piecewise::between_jumps`]. `None` if it does not jump.
    #[must_use]
    pub fn between_jumps(&self, span: Interval) -> Option<Vec<(Interval, Self)>> {
        match self {
            Self::Piecewise(piecewise) => piecewise.between_jumps(span),
            Self::Still(_)
            | Self::Linear(_)
            | Self::Ballistic(_)
            | Self::Rigid(_)
            | Self::Screw(_)
            | Self::Chebyshev(_)
            | Self::Articulated(_)
            | Self::Vertexwise(_)
            | Self::Expression(_) => None,
        }
    }

    /// How many vertices the motion places, if it places them one by one; a mesh that moves so must have as many.
    #[must_use]
    pub fn vertex_count(&self) -> Option<usize> {
        self.path().vertex_count()
    }
}
