//! The frames in which functions stand: at rest, or carried along by formulas.
//!
//! *Question.* A function is known in its own frame. What are its values and derivatives in the frame around it?
//! *Idea.* The chain rule, one frame at a time.
//! *Guarantee.* That of the enclosures it is given; nothing where the frame may jump, or for second derivatives have a kink.
//! *Cost.* A product of matrices or two.
//! *Source.* Snyder et al. 1993, section 2.2.

use super::carried::{Carried, Carrier};
use super::{Jet, Slope, Workspace};
use tangency_interval::expr::Decoration;
use tangency_interval::{Interval, Matrix, Vector3};

/// How a frame stands in another.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Frame {
    /// It rests.
    Placed(Placement),
    /// A formula moves it.
    Carried(Carrier),
}

/// A frame during a span.
pub(super) enum During<'frame> {
    Placed(&'frame Placement),
    Carried(Box<Carried>),
}

impl Frame {
    pub(super) fn during(&self, time: Interval, work: &mut Workspace) -> During<'_> {
        match self {
            Self::Placed(placement) => During::Placed(placement),
            Self::Carried(carrier) => During::Carried(Box::new(carrier.during(time, work))),
        }
    }
}

impl During<'_> {
    /// The places as the frame sees them.
    pub(super) fn inward(&self, place: Vector3) -> Vector3 {
        match self {
            Self::Placed(placement) => placement.inward(place),
            Self::Carried(carried) => carried.inward(place),
        }
    }

    /// The slope of what the frame sees, as the outer frame does; `None` if the frame may jump.
    pub(super) fn outward(&self, slope: Slope, place: Vector3) -> Option<Slope> {
        match self {
            Self::Placed(placement) => Some(Slope { gradient: placement.rotation * slope.gradient, ..slope }),
            Self::Carried(carried) => (carried.decoration >= Decoration::Continuous).then(|| Slope {
                gradient: carried.inverse.transpose() * slope.gradient,
                by_time: slope.by_time + slope.gradient.dot(carried.rate(place)),
                ..slope
            }),
        }
    }

    /// The same with second derivatives; `None` if the frame may have a kink.
    pub(super) fn outward_jet(&self, jet: Jet, place: Vector3) -> Option<Jet> {
        match self {
            Self::Placed(Placement { rotation, .. }) => Some(Jet {
                gradient: *rotation * jet.gradient,
                second: *rotation * jet.second * rotation.transpose(),
                gradient_by_time: *rotation * jet.gradient_by_time,
                ..jet
            }),
            Self::Carried(carried) => (carried.decoration >= Decoration::Smooth).then(|| {
                let (back, rate) = (carried.inverse.transpose(), carried.rate(place));
                Jet {
                    gradient: back * jet.gradient,
                    by_time: jet.by_time + jet.gradient.dot(rate),
                    second: back * jet.second * carried.inverse,
                    gradient_by_time: back * (jet.second * rate + jet.gradient_by_time)
                        + carried.inverse_rate.transpose() * jet.gradient,
                    ..jet
                }
            }),
        }
    }
}

/// A rotation and a translation, each known up to rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placement {
    pub(super) rotation: Matrix<3, 3>,
    pub(super) translation: Vector3,
}

impl Placement {
    /// The box in the function's own frame.
    fn inward(&self, place: Vector3) -> Vector3 {
        self.rotation.transpose() * (place - self.translation)
    }

    pub(super) fn outward(&self, place: Vector3) -> Vector3 {
        self.rotation * place + self.translation
    }
}
