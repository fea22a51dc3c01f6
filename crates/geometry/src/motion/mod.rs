//! Motions: the position of a body at an instant, its enclosure during a time interval, and the distance
//! travelled.
//!
//! A motion is a real function of time, defined exactly by its doubles. [`Motion::at`] evaluates it in floating
//! point with an error of at most [`Motion::rounding`]. [`Motion::during`] encloses it with proof.
//! [`Motion::travel`] bounds the path length of a point.

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
pub use screw::{Screw, ScrewAxis, ScrewDefinition, ScrewEnclosure};
pub use spinning::SpinningEnclosure;
pub use turning::TurningEnclosure;
pub use vertexwise::{Vertexwise, VertexwiseEnclosure};

pub(crate) use screw::relative_quaternion;
pub(crate) use turning::unit;

use crate::{LinkMotion, Pose};
use glam::DVec3;
use std::borrow::Cow;
use std::fmt;
use tangency_interval::Interval;

/// The position of a body at every instant. Time is in seconds from the start of the scene.
///
/// The set is closed on purpose, like that of [`Shape`](crate::Shape): a `match` over it lists every motion.
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
    /// The body rests.
    Still(Pose),
    /// The body moves along a straight line without turning.
    Linear(Linear),
    /// The body moves with constant acceleration without turning.
    Ballistic(Ballistic),
    /// The body moves with constant velocity and constant angular velocity.
    Rigid(Rigid),
    /// The body turns about an axis and slides along it.
    Screw(Screw),
    /// The body moves and turns along Chebyshev series.
    Chebyshev(ChebyshevMotion),
    /// The body is a link of a mechanism whose joints follow a trajectory.
    Articulated(LinkMotion),
    /// Consecutive motions.
    Piecewise(Piecewise),
    /// Every vertex has its own positions at given times, with linear interpolation between them.
    Vertexwise(Vertexwise),
    /// A formula moves every point.
    Expression(Expression),
}

/// The queries that every motion answers. See the methods of [`Motion`].
pub(crate) trait Kinematics {
    fn at(&self, time: f64) -> Placement;
    fn during(&self, span: Interval) -> Enclosure;
    fn travel(&self, span: Interval, reach: f64) -> f64;
    fn rounding(&self, time: f64, index: usize, local: DVec3) -> f64;
    fn straight_between(&self, span: Interval) -> Option<Vec<f64>>;
}

/// A continuous motion that moves all points of a body together. Its placements are poses, and its enclosures are
/// those of poses.
pub(crate) trait RigidKinematics: Kinematics + fmt::Debug + Send + Sync {
    /// Bounds on speed and acceleration during the interval, which holds no kink in its interior.
    fn rates(&self, span: Interval) -> Rates;
    /// The instants, in order, at which the motion stops or bends abruptly.
    fn kinks(&self) -> Kinks<'_>;
}

/// A motion that moves the points of a body independently.
pub(crate) trait DeformingKinematics: Kinematics {
    /// The number of vertices, if the motion places vertices individually.
    fn vertex_count(&self) -> Option<usize>;
}

/// Instants in increasing order.
pub(crate) type Kinks<'motion> = Cow<'motion, [f64]>;

impl Motion {
    fn kinematics(&self) -> &dyn Kinematics {
        match self.family() {
            MotionFamily::Rigid(rigid) => rigid,
            MotionFamily::Deforming(deforming) => deforming,
            MotionFamily::Segments(piecewise) => piecewise,
        }
    }

    /// The placement of the body at `time`, a finite number, with an error of at most [`Motion::rounding`].
    #[must_use]
    pub fn at(&self, time: f64) -> Placement {
        self.kinematics().at(time)
    }

    /// Encloses the placement of the body at every instant of `span`.
    #[must_use]
    pub fn during(&self, span: Interval) -> Enclosure {
        self.kinematics().during(span)
    }

    /// Upper bound on the path length in metres during `span` of any point at most `reach` from the body's
    /// origin ([`Mesh::reach`](crate::Mesh::reach)). For a vertexwise motion it bounds all vertices and ignores
    /// `reach`. Jumps between the segments of a piecewise motion count as path.
    #[must_use]
    pub fn travel(&self, span: Interval, reach: f64) -> f64 {
        self.kinematics().travel(span, reach)
    }

    /// Upper bound on the distance in metres between [`Motion::at`] and the exact position at `time` of vertex
    /// `index`, at `local` in the body's frame. Holds if nothing overflows or underflows.
    #[must_use]
    pub fn rounding(&self, time: f64, index: usize, local: DVec3) -> f64 {
        self.kinematics().rounding(time, index, local)
    }

    /// If every point moves along straight lines at constant speed between certain instants, returns those
    /// instants within `span`, including its two ends. `None` for curved motions.
    ///
    /// Precisely: between two neighbouring instants every point moves on a straight line at constant speed. The
    /// line leads from some point of its enclosure at the first instant ([`Motion::during`] of that instant
    /// alone) to some point of its enclosure at the second.
    #[must_use]
    pub fn straight_between(&self, span: Interval) -> Option<Vec<f64>> {
        self.kinematics().straight_between(span)
    }

    /// Splits `span` at the jumps of the motion ([`Piecewise::between_jumps`]). `None` if the motion does not jump.
    #[must_use]
    pub fn between_jumps(&self, span: Interval) -> Option<Vec<(Interval, Self)>> {
        match self.family() {
            MotionFamily::Segments(piecewise) => piecewise.between_jumps(span),
            MotionFamily::Rigid(_) | MotionFamily::Deforming(_) => None,
        }
    }

    /// The segments between which the motion may jump. `None` for a single motion. A rigid one is then continuous.
    /// A formula may still jump (`sign`): its enclosures cover the jump.
    #[must_use]
    pub fn jumping_segments(&self) -> Option<&Piecewise> {
        match self.family() {
            MotionFamily::Segments(piecewise) => Some(piecewise),
            MotionFamily::Rigid(_) | MotionFamily::Deforming(_) => None,
        }
    }

    /// Whether the body moves rigidly during the span, so that [`Motion::rigid_pieces`] exist.
    #[must_use]
    pub fn is_rigid(&self, span: Interval) -> bool {
        match self.family() {
            MotionFamily::Rigid(_) => true,
            MotionFamily::Deforming(_) => false,
            MotionFamily::Segments(piecewise) => {
                let mut parts = piecewise.parts(span);
                parts.all(|(segment, start, part)| segment.is_rigid(part - Interval::from(start)))
            }
        }
    }

    /// The only list of the motions in this crate. It says which are rigid, which deform and which may jump. A new
    /// kind of motion is classified here, and its family demands the trait that its queries need.
    fn family(&self) -> MotionFamily<'_> {
        match self {
            Self::Still(pose) => MotionFamily::Rigid(pose),
            Self::Linear(linear) => MotionFamily::Rigid(linear),
            Self::Ballistic(ballistic) => MotionFamily::Rigid(ballistic),
            Self::Rigid(rigid) => MotionFamily::Rigid(&rigid.turning),
            Self::Screw(screw) => MotionFamily::Rigid(&screw.turning),
            Self::Chebyshev(series) => MotionFamily::Rigid(series),
            Self::Articulated(link) => MotionFamily::Rigid(link),
            Self::Vertexwise(vertexwise) => MotionFamily::Deforming(vertexwise),
            Self::Expression(expression) => MotionFamily::Deforming(expression),
            Self::Piecewise(piecewise) => MotionFamily::Segments(piecewise),
        }
    }

    /// The number of vertices, if the motion places vertices individually. A mesh with this motion must have as
    /// many.
    #[must_use]
    pub fn vertex_count(&self) -> Option<usize> {
        match self.family() {
            MotionFamily::Rigid(_) => None,
            MotionFamily::Deforming(deforming) => deforming.vertex_count(),
            MotionFamily::Segments(piecewise) => piecewise.segments().iter().find_map(Self::vertex_count),
        }
    }
}

/// How the points of a body move in relation to each other.
enum MotionFamily<'motion> {
    /// All points move together, without jumps.
    Rigid(&'motion dyn RigidKinematics),
    /// Points move independently. No instants are known at which they jump; enclosures cover the jumps of a formula.
    Deforming(&'motion dyn DeformingKinematics),
    /// Consecutive motions, each of its own family. The motion may jump from one to the next.
    Segments(&'motion Piecewise),
}
