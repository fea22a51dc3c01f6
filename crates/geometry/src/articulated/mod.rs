//! Articulated bodies: links connected in a tree, moved by joint values.
//!
//! A [`Mechanism`] describes the links and the joints that connect them. A [`Trajectory`] gives the joint
//! values over time. Together they define the motion of every link. [`LinkMotion`] is the motion of one link,
//! in the world or in the frame of another link, and is one of the kinds of [`Motion`](crate::Motion).
//!
//! ```
//! use glam::{DVec3, dvec3};
//! use std::sync::Arc;
//! use tangency_geometry::{
//!     Interpolation, Joint, JointKind, LinkMotion, Mechanism, Motion, Pose, Trajectory,
//! };
//! use tangency_interval::Interval;
//!
//! // A pendulum of two arms, each a metre long.
//! let hinge = |name: &str, parent, child, x| Joint {
//!     name: name.into(),
//!     kind: JointKind::Continuous { axis: DVec3::Z },
//!     parent,
//!     child,
//!     origin: Pose::translated(dvec3(x, 0.0, 0.0)).expect("finite"),
//!     limits: None,
//!     mimic: None,
//! };
//! let links = ["base", "upper", "lower"].map(String::from).to_vec();
//! let arm = Mechanism::new(links, vec![hinge("shoulder", 0, 1, 0.0), hinge("elbow", 1, 2, 1.0)])?;
//!
//! // Within a second the shoulder turns by one radian and the elbow by two, back.
//! let rows = vec![vec![0.0, 0.0], vec![1.0, -2.0]];
//! let swing = Arc::new(Trajectory::new(&arm, vec![0.0, 1.0], rows, Interpolation::Linear)?);
//!
//! let lower = Motion::Articulated(LinkMotion::in_world(&arm, &swing, 2));
//! let tip = lower.at(0.5).point(0, DVec3::X);
//! assert!(tip.distance(dvec3(2.0 * 0.5_f64.cos(), 0.0, 0.0)) < 1e-14);
//! // Seen from the upper arm only the elbow moves: the tip goes two metres and no more.
//! let relative = Motion::Articulated(LinkMotion::seen_from(&arm, &swing, 2, 1));
//! let length = relative.travel(Interval::between(0.0, 1.0), 1.0);
//! assert!(length >= 2.0 && length < 2.0 + 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chain;
mod frame;
mod limits;
mod link;
mod mechanism;
mod orientation;
mod rates;
mod track;
mod trajectory;
mod tree;

pub use limits::LimitViolation;
pub use link::{LinkChain, LinkMotion, LinkPose};
pub use mechanism::{Joint, JointKind, Limits, Mechanism, MechanismError, Mimic};
pub use rates::{LimitedRate, RateLimits, RateViolation};
pub use trajectory::{Interpolation, Trajectory, TrajectoryError};
pub use tree::LinkTree;
