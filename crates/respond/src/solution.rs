//! What a solution of a contact problem is, and how good it is.

use crate::Rate;
use glam::DVec3;

/// A force and a torque, or an impulse and an angular impulse.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrench {
    /// The force, in newtons or newton seconds.
    pub force: DVec3,
    /// The torque of torsional and rolling friction, in newton metres (or newton metre seconds), in addition to that of
    /// the force at the contact point.
    pub torque: DVec3,
}

/// What acts at contacts and joints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impulses {
    /// For every contact, what acts on `b`; `a` receives the opposite.
    pub contacts: Vec<Wrench>,
    /// For every joint row, the strength of its force.
    pub rows: Vec<f64>,
}

/// How a solution ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// The residual is below the tolerance.
    Converged,
    /// The limit of iterations was reached first.
    Exhausted,
    /// The method found that no impulses satisfy the constraints: walls that close in on a body, joints that contradict
    /// each other, or sliding friction that jams (Painlevé). The impulses returned are the last ones tried.
    Contradiction,
}

/// How well a solution satisfies the laws of contact, measured on the solution and not taken from the iteration.
///
/// The residuals are rates, in m/s or m/s². Angular rates are multiplied by a length of the bodies. `scale` is the
/// largest relative rate at contacts and joints without impulses: the residuals are to be compared with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certificate {
    /// The largest change of a relative rate that would make one contact or joint satisfy its law exactly (the natural
    /// map of the complementarity problem over Coulomb's cone, after De Saxcé).
    pub residual: f64,
    /// The fastest approach that is left at a contact.
    pub approach: f64,
    /// The largest rate that is left along a bilateral row.
    pub joint: f64,
    /// The worst excess over the friction cone or a limit, as a fraction of the largest impulse.
    pub cone: f64,
    /// The sum of the products of impulses and rates that must be zero (the duality gap), in joules for velocities.
    pub gap: f64,
    /// The largest relative rate without impulses.
    pub scale: f64,
    /// The residual that counts as converged: the tolerance times the scale, and rounding.
    pub accepted: f64,
    /// Number of iterations: pivots, sweeps or Newton steps.
    pub iterations: usize,
    /// Whether the residual is accepted.
    pub converged: bool,
    /// How it ended.
    pub ending: Ending,
}

/// Impulses, the rates with them, and the certificate.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// What acts at contacts and joints.
    pub impulses: Impulses,
    /// The rates of all bodies with the impulses.
    pub rates: Vec<Rate>,
    /// How good the solution is.
    pub certificate: Certificate,
}
