//! The responses to impacts, among which a scene chooses.
//!
//! **Question.** Bodies touch at many points at once, and approach at some. Rigid bodies alone do not say what happens:
//! several laws of impact keep momentum, make no energy and leave no approach. Which velocities follow from each?
//!
//! **Idea.** One closed list of laws with the methods that solve them. All take a [`ContactProblem`] and return an
//! [`Impact`] with its certificate, and all are enrolled in [`response_laws!`](crate::response_laws).
//!
//! | response | contacts take part | friction | method |
//! |---|---|---|---|
//! | [`ImpactResponse::Rounds`] | those that approach, round after round | cones | [`Method::Automatic`] |
//! | [`ImpactResponse::Simultaneous`] | all, once | cones | [`Method::Automatic`] |
//! | [`ImpactResponse::Sequential`] | all, once | cones | [`Method::Sweeps`] |
//! | [`ImpactResponse::LeastConstraint`] | all, once | none | [`Method::MotionSpace`] |
//! | [`ImpactResponse::Complementarity`] | all, once | none | [`Method::ContactSpace`] |
//!
//! They agree on a single contact without friction. They differ in chains: in Newton's cradle of three balls, rounds send
//! the last ball off and leave the others at rest; all others divide the speed 1 into −1/3, 2/3 and 2/3.
//!
//! **Guarantee.** Computed, not proved: that of [`ContactProblem::impact`]. Each certificate says whether the method
//! converged.
//!
//! **Cost.** That of the method, times the number of rounds.
//!
//! **Source.** Rounds: B. Smith et al., *Reflections on simultaneous impact*, 2012. All at once: J. J. Moreau,
//! *Unilateral contact and dry friction in finite freedom dynamics*, 1988. Sequential impulses: M. Jean, *The non-smooth
//! contact dynamics method*, 1999. Least constraint and complementarity: Redon in Teschner et al. 2006, equation 28.

use crate::{ContactProblem, Impact, Method, ProblemError, ResponseContact, SolveOptions};
use std::fmt;

/// A law of impact, with the method that solves it.
///
/// ```
/// use glam::{DMat3, DVec3};
/// use tangency_respond::{ContactProblem, ImpactResponse, Inertia, Rate, ResponseBody, ResponseContact};
///
/// // Newton's cradle of three balls: all contacts at once.
/// let ball = Inertia::sphere(1.0, 0.5)?;
/// let bodies = [0.0, 1.0, 2.0].map(|x| ResponseBody::new(&ball, DMat3::IDENTITY, x * DVec3::X));
/// let mut before = [Rate::default(); 3];
/// before[0].linear = DVec3::X;
/// let touch = |a: usize| ResponseContact {
///     restitution: 1.0,
///     ..ResponseContact::new(a, a + 1, (a as f64 + 0.5) * DVec3::X, DVec3::X)
/// };
/// let problem = ContactProblem::new(&bodies, &before, &[touch(0), touch(1)], &[])?;
/// let impact = ImpactResponse::Simultaneous.respond(&problem)?;
/// assert!((impact.rates[0].linear.x + 1.0 / 3.0).abs() < 1e-12);
/// assert!((impact.rates[2].linear.x - 2.0 / 3.0).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ImpactResponse {
    /// Newton's restitution in rounds over the contacts that approach, with Coulomb's friction: shocks travel through
    /// chains of bodies.
    #[default]
    Rounds,
    /// Newton's restitution at all contacts at once, with Coulomb's friction.
    Simultaneous,
    /// The law of `Simultaneous`, by sequential impulses: contact after contact, until nothing changes.
    Sequential,
    /// Newton's restitution at all contacts at once without friction: Gauss' least constraint, as a projection.
    LeastConstraint,
    /// The law of `LeastConstraint` as a linear complementarity problem, by Lemke's pivoting.
    Complementarity,
}

impl ImpactResponse {
    /// All responses.
    pub const ALL: [Self; 5] =
        [Self::Rounds, Self::Simultaneous, Self::Sequential, Self::LeastConstraint, Self::Complementarity];

    /// Its name, as in scene files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rounds => "rounds",
            Self::Simultaneous => "simultaneous",
            Self::Sequential => "sequential",
            Self::LeastConstraint => "least_constraint",
            Self::Complementarity => "complementarity",
        }
    }

    /// Whether impacts have friction.
    #[must_use]
    pub fn has_friction(self) -> bool {
        match self {
            Self::Rounds | Self::Simultaneous | Self::Sequential => true,
            Self::LeastConstraint | Self::Complementarity => false,
        }
    }

    /// Another response with the same friction, for problems on which this one does not converge.
    #[must_use]
    pub fn substitute(self) -> Self {
        match self {
            Self::Rounds | Self::Simultaneous => Self::Sequential,
            Self::Sequential => Self::Simultaneous,
            Self::LeastConstraint => Self::Complementarity,
            Self::Complementarity => Self::LeastConstraint,
        }
    }

    /// The velocities after an impact. The free rates of the problem are the velocities before.
    pub fn respond(self, problem: &ContactProblem) -> Result<Impact, ProblemError> {
        let options = |method| SolveOptions { method, ..SolveOptions::default() };
        match self {
            Self::Rounds => problem.impact(&options(Method::Automatic)),
            Self::Simultaneous => problem.impact_at_once(&options(Method::Automatic)),
            Self::Sequential => problem.impact_at_once(&options(Method::Sweeps)),
            Self::LeastConstraint => smooth(problem).impact_at_once(&options(Method::MotionSpace)),
            Self::Complementarity => smooth(problem).impact_at_once(&options(Method::ContactSpace)),
        }
    }
}

impl fmt::Display for ImpactResponse {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

/// The problem without friction.
fn smooth(problem: &ContactProblem) -> ContactProblem {
    let contact = |each: &ResponseContact| ResponseContact { friction: 0.0, torsion: 0.0, rolling: 0.0, ..*each };
    problem.with(problem.free().to_vec(), problem.contacts().iter().map(contact).collect())
}
