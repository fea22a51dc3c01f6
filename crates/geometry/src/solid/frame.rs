//! The frames of functions: at rest, or moved by formulas.
//!
//! *Question.* A function is known in its own frame. What are its values and derivatives in the outer frame?
//! *Idea.* The chain rule, one frame at a time.
//! *Guarantee.* That of the given enclosures. `None` where the frame may jump, and for second derivatives where
//! it may have a kink.
//! *Cost.* One or two matrix products.
//! *Source.* Snyder et al. 1993, section 2.2.

use super::carried::{FrameMotion, MovingFrame};
use super::{SolidJet, SolidSlope, SolidWork};
use tangency_interval::expr::Decoration;
use tangency_interval::{Interval, Matrix, Vector3};

/// The placement of a frame in an outer frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum FunctionFrame {
    /// The frame rests.
    Placed(FixedFrame),
    /// A formula moves the frame.
    Carried(FrameMotion),
}

/// A frame during a time interval.
pub(super) enum FrameDuring<'frame> {
    Placed(&'frame FixedFrame),
    Carried(Box<MovingFrame>),
}

impl FunctionFrame {
    pub(super) fn during(&self, time: Interval, work: &mut SolidWork) -> FrameDuring<'_> {
        match self {
            Self::Placed(placement) => FrameDuring::Placed(placement),
            Self::Carried(carrier) => FrameDuring::Carried(Box::new(carrier.during(time, work))),
        }
    }
}

impl FrameDuring<'_> {
    /// Transforms points into the frame.
    pub(super) fn inward(&self, place: Vector3) -> Vector3 {
        match self {
            Self::Placed(placement) => placement.inward(place),
            Self::Carried(carried) => carried.inward(place),
        }
    }

    /// Transforms a slope from the frame to the outer frame; `None` if the frame may jump.
    pub(super) fn outward(&self, slope: SolidSlope, place: Vector3) -> Option<SolidSlope> {
        match self {
            Self::Placed(placement) => Some(SolidSlope { gradient: placement.rotation * slope.gradient, ..slope }),
            Self::Carried(carried) => (carried.decoration >= Decoration::Continuous).then(|| SolidSlope {
                gradient: carried.inverse.transpose() * slope.gradient,
                by_time: slope.by_time + slope.gradient.dot(carried.rate(place)),
                ..slope
            }),
        }
    }

    /// Transforms a jet from the frame to the outer frame; `None` if the frame may have a kink.
    pub(super) fn outward_jet(&self, jet: SolidJet, place: Vector3) -> Option<SolidJet> {
        match self {
            Self::Placed(FixedFrame { rotation, .. }) => Some(SolidJet {
                gradient: *rotation * jet.gradient,
                second: *rotation * jet.second * rotation.transpose(),
                gradient_by_time: *rotation * jet.gradient_by_time,
                ..jet
            }),
            Self::Carried(carried) => (carried.decoration >= Decoration::Smooth).then(|| {
                let (back, rate) = (carried.inverse.transpose(), carried.rate(place));
                SolidJet {
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

/// A rotation and a translation, enclosed because of rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FixedFrame {
    pub(super) rotation: Matrix<3, 3>,
    pub(super) translation: Vector3,
}

impl FixedFrame {
    /// Transforms a box into the function's own frame.
    fn inward(&self, place: Vector3) -> Vector3 {
        self.rotation.transpose() * (place - self.translation)
    }

    pub(super) fn outward(&self, place: Vector3) -> Vector3 {
        self.rotation * place + self.translation
    }
}
