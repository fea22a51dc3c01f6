//! Every method obeys the laws of responses.
//!
//! References: the laws themselves, checked from their definitions on random problems that lean to the degenerate.

use tangency_respond::laws::Outcome;
use tangency_respond::{ContactProblem, Method, SolveOptions, response_laws};

fn solved(problem: &ContactProblem, method: Method) -> Outcome {
    problem.solve(&SolveOptions { method, ..SolveOptions::default() }).expect("within the scope").into()
}

fn hit(problem: &ContactProblem, method: Method) -> Outcome {
    problem.impact(&SolveOptions { method, ..SolveOptions::default() }).expect("within the scope").into()
}

response_laws! {
    contact_space: Frictionless, |problem: &ContactProblem| solved(problem, Method::ContactSpace);
    motion_space: Frictionless, |problem: &ContactProblem| solved(problem, Method::MotionSpace);
    smooth_proximal: Frictionless, |problem: &ContactProblem| solved(problem, Method::Proximal);
    smooth_automatic: Frictionless, |problem: &ContactProblem| solved(problem, Method::Automatic);
    sweeps: Friction, |problem: &ContactProblem| solved(problem, Method::Sweeps);
    proximal: Friction, |problem: &ContactProblem| solved(problem, Method::Proximal);
    automatic: Friction, |problem: &ContactProblem| solved(problem, Method::Automatic);
    smooth_impact: SmoothImpact, |problem: &ContactProblem| hit(problem, Method::Automatic);
    impact: Impact, |problem: &ContactProblem| hit(problem, Method::Automatic);
}
