//! The methods for contact problems, and the choice between them.
//!
//! | method | contacts | joints | when |
//! |---|---|---|---|
//! | [`Method::MotionSpace`] | without friction | all | the default without friction while the faces are small |
//! | [`Method::ContactSpace`] | without friction, or sliding | all | the default if all friction slides |
//! | [`Method::Sweeps`] | all | all | tried first with friction, for few contacts and good warm starts |
//! | [`Method::Proximal`] | without friction, or friction cones | all | the default with friction, and without in large problems |

use crate::pivoting::pivot;
use crate::projection::project;
use crate::proximal::approach;
use crate::sweeps::sweep;
use crate::system::{Law, System};
use crate::tolerance::{FIRST_SWEEPS, LARGEST_FACE, LAST_SWEEPS, MOST_NEWTON_STEPS, MOST_SWEEPS, RESIDUAL};
use crate::{Certificate, ContactProblem, Ending, Grip, Impulses, ProblemError, Solution};

/// How a contact problem is solved. `BENCHMARKS.md` compares the methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// The method that is fastest for the problem; a second one if it does not converge.
    #[default]
    Automatic,
    /// Lemke's pivoting on the linear complementarity problem between impulses and rates.
    ContactSpace,
    /// Wilhelmsen's projection of the free rates (Gauss' principle of least constraint).
    MotionSpace,
    /// Gauss–Seidel with exact solutions contact by contact.
    Sweeps,
    /// The proximal point method with sparse Newton steps.
    Proximal,
}

/// What is asked of a solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveOptions<'a> {
    /// The method.
    pub method: Method,
    /// The residual that counts as converged, as a fraction of the largest free relative rate at contacts and joints.
    pub tolerance: f64,
    /// The largest number of sweeps; Newton steps are limited to a fifth of it. Direct methods end by themselves.
    pub iterations: usize,
    /// The impulses of a similar problem, to start from. Direct methods ignore them.
    pub warm: Option<&'a Impulses>,
}

impl Default for SolveOptions<'_> {
    fn default() -> Self {
        Self { method: Method::Automatic, tolerance: RESIDUAL, iterations: MOST_SWEEPS, warm: None }
    }
}

impl ContactProblem {
    /// Finds impulses that obey the laws of all contacts and joints, and the rates with them. The certificate says how
    /// well, and whether it converged.
    pub fn solve(&self, options: &SolveOptions<'_>) -> Result<Solution, ProblemError> {
        if let Some(warm) = options.warm {
            let (found, expected) =
                ([warm.contacts.len(), warm.rows.len()], [self.contacts().len(), self.rows().len()]);
            if found != expected {
                return Err(ProblemError::Warm { found, expected });
            }
        }
        let system = System::new(self);
        let mut impulses = system.started(options.warm);
        let certificate = self.run(&system, &mut impulses, options)?;
        let rates = system.placed(self, &system.rates(&impulses));
        Ok(Solution { impulses: system.returned(self, &impulses), rates, certificate })
    }

    fn run(
        &self,
        system: &System,
        impulses: &mut [f64],
        options: &SolveOptions<'_>,
    ) -> Result<Certificate, ProblemError> {
        let cones = system.blocks.iter().any(|block| matches!(block.law, Law::Cone(_) | Law::Torque { .. }));
        let slides = self.contacts().iter().any(|contact| contact.grip != Grip::Cone);
        let unsupported = |method, what| Err(ProblemError::Unsupported { method, what });
        let tolerance = options.tolerance;
        let newton = options.iterations / (MOST_SWEEPS / MOST_NEWTON_STEPS);
        Ok(match options.method {
            Method::ContactSpace if cones => return unsupported("Method::ContactSpace", "friction cones"),
            Method::MotionSpace if cones => return unsupported("Method::MotionSpace", "friction cones"),
            Method::MotionSpace if slides => return unsupported("Method::MotionSpace", "contacts that slide"),
            Method::Proximal if slides => return unsupported("Method::Proximal", "contacts that slide"),
            Method::ContactSpace => pivot(system, impulses, tolerance),
            Method::MotionSpace => project(system, impulses, tolerance),
            Method::Sweeps => sweep(system, impulses, tolerance, options.iterations),
            Method::Proximal => approach(system, impulses, tolerance, newton),
            Method::Automatic if slides && !cones => {
                then_sweeps(pivot(system, impulses, tolerance), system, impulses, options)
            }
            Method::Automatic if !cones && system.rows.len().min(6 * system.bodies.len()) <= LARGEST_FACE => {
                let found = project(system, impulses, tolerance);
                if found.converged || found.ending == Ending::Contradiction {
                    return Ok(found);
                }
                then_sweeps(approach(system, impulses, tolerance, newton), system, impulses, options)
            }
            Method::Automatic if !cones => {
                then_sweeps(approach(system, impulses, tolerance, newton), system, impulses, options)
            }
            Method::Automatic => {
                let mut swept = impulses.to_vec();
                let first = sweep(system, &mut swept, tolerance, options.iterations.min(FIRST_SWEEPS));
                if first.converged || slides {
                    impulses.copy_from_slice(&swept);
                    return Ok(then_sweeps(first, system, impulses, options));
                }
                let found = approach(system, impulses, tolerance, newton);
                if found.converged {
                    return Ok(found);
                }
                // The sweeps go on where they were: the impulses of the other method may be far from any solution.
                let last = then_sweeps(first, system, &mut swept, options);
                if last.residual >= found.residual {
                    return Ok(found);
                }
                impulses.copy_from_slice(&swept);
                last
            }
        })
    }
}

/// Continues with sweeps if a method did not converge, and keeps the better impulses.
fn then_sweeps(found: Certificate, system: &System, impulses: &mut [f64], options: &SolveOptions<'_>) -> Certificate {
    if found.converged || found.ending == Ending::Contradiction {
        return found;
    }
    let mut tried = impulses.to_vec();
    let swept = sweep(system, &mut tried, options.tolerance, options.iterations.min(LAST_SWEEPS));
    let iterations = found.iterations + swept.iterations;
    if swept.residual < found.residual {
        impulses.copy_from_slice(&tried);
        return Certificate { iterations, ..swept };
    }
    Certificate { iterations, ..found }
}
