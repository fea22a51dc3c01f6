//! The laws that every response obeys, as a macro. One line enrols a method in the test suite of its crate.
//!
//! [`response_laws!`](crate::response_laws) runs a response on random problems that lean to the degenerate
//! ([`problems`]) and checks, from the definitions and not from the certificate:
//!
//! - the rates are those that the impulses cause, and momentum and angular momentum are kept;
//! - no energy is made;
//! - complementarity and Coulomb's law hold at every contact, and every law of joint rows;
//! - no approach is left;
//! - impulses are in their cones and limits;
//! - the order of bodies and contacts, and which body is called `a`, does not change a bit of the result;
//! - a rotated and shifted problem has the rotated solution;
//! - a problem in other units has the solution in other units.
//!
//! A solution that says that it did not converge is not examined, but counted: each response states the share that must
//! converge.

mod check;
pub mod problems;

use crate::{Certificate, Impact, Impulses, Rate, Solution};
pub use check::*;

/// What a response knows, and so which problems it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Lasting contacts without friction, and joints.
    Frictionless,
    /// Lasting contacts with friction, and joints.
    Friction,
    /// Impacts with restitution, without friction.
    SmoothImpact,
    /// Impacts with restitution and friction.
    Impact,
}

/// What the laws look at.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What acts at contacts and joints.
    pub impulses: Impulses,
    /// The rates afterwards.
    pub rates: Vec<Rate>,
    /// How good it says it is.
    pub certificate: Certificate,
}

impl From<Solution> for Outcome {
    fn from(Solution { impulses, rates, certificate }: Solution) -> Self {
        Self { impulses, rates, certificate }
    }
}

impl From<Impact> for Outcome {
    fn from(Impact { impulses, rates, certificate, .. }: Impact) -> Self {
        Self { impulses, rates, certificate }
    }
}

/// Generates the tests of responses. `response_laws! { name: Scope, response, shares; … }` writes a module `name` for
/// each, with one test for each law. A response is a function from a [`ContactProblem`](crate::ContactProblem) to an
/// [`Outcome`](crate::laws::Outcome). The shares list the kinds of problems of which not all converge, with the
/// percentage that does.
///
/// ```
/// use tangency_respond::{ContactProblem, Method, SolveOptions, laws::Outcome, response_laws};
///
/// fn motion_space(problem: &ContactProblem) -> Outcome {
///     let options = SolveOptions { method: Method::MotionSpace, ..SolveOptions::default() };
///     problem.solve(&options).expect("no friction").into()
/// }
///
/// response_laws! {
///     projection: Frictionless, motion_space, [];
/// }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! response_laws {
    ($($name:ident: $scope:ident, $response:expr, $shares:expr;)*) => {
        $(mod $name {
            #[allow(unused_imports)]
            use super::*;
            $crate::response_laws!(@tests $scope, $response, $shares;
                momentum_is_kept, no_energy_is_made, the_laws_of_contacts_and_joints_hold, no_approach_is_left,
                cones_are_respected, the_order_does_not_matter, the_frame_does_not_matter, the_units_do_not_matter);
        })*
    };
    (@tests $scope:ident, $response:expr, $shares:expr; $($law:ident),*) => {
        $(#[test]
        fn $law() {
            use $crate::laws::{Enrolled, Scope, problems::ProblemKind};
            let shares: &[(ProblemKind, usize)] = &$shares;
            $crate::laws::$law(&Enrolled { scope: Scope::$scope, response: &$response, shares });
        })*
    };
}
