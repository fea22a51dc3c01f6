//! Every method obeys the laws of responses.
//!
//! References: the laws themselves, checked from their definitions on random problems that lean to the degenerate.

use tangency_respond::laws::Outcome;
use tangency_respond::{ContactProblem, ImpactResponse, Method, SolveOptions, response_laws};

fn solved(problem: &ContactProblem, method: Method) -> Outcome {
    problem.solve(&SolveOptions { method, ..SolveOptions::default() }).expect("within the scope").into()
}

fn hit(problem: &ContactProblem, response: ImpactResponse) -> Outcome {
    response.respond(problem).expect("within the scope").into()
}

// Masses that differ by a million are hard for every method but the projection; friction then often does not converge,
// and says so. Restitution at all contacts at once contradicts itself for a body between two walls: it would have to
// leave both. Only without restitution there, or with friction that stops the body, is there a solution.
response_laws! {
    contact_space: Frictionless, |problem: &ContactProblem| solved(problem, Method::ContactSpace),
        [(ProblemKind::HeavyStack, 70)];
    motion_space: Frictionless, |problem: &ContactProblem| solved(problem, Method::MotionSpace), [];
    smooth_proximal: Frictionless, |problem: &ContactProblem| solved(problem, Method::Proximal),
        [(ProblemKind::HeavyStack, 95), (ProblemKind::Row, 95)];
    smooth_automatic: Frictionless, |problem: &ContactProblem| solved(problem, Method::Automatic), [];
    sweeps: Friction, |problem: &ContactProblem| solved(problem, Method::Sweeps),
        [(ProblemKind::HeavyStack, 30), (ProblemKind::Row, 70), (ProblemKind::Pyramid, 95), (ProblemKind::Stack, 95),
        (ProblemKind::Scattered, 90)];
    proximal: Friction, |problem: &ContactProblem| solved(problem, Method::Proximal),
        [(ProblemKind::HeavyStack, 50), (ProblemKind::Row, 95), (ProblemKind::Walls, 95), (ProblemKind::Stack, 95),
        (ProblemKind::Scattered, 95)];
    automatic: Friction, |problem: &ContactProblem| solved(problem, Method::Automatic),
        [(ProblemKind::HeavyStack, 50), (ProblemKind::Row, 95), (ProblemKind::Stack, 95), (ProblemKind::Scattered, 95)];
    smooth_rounds: SmoothImpact, |problem: &ContactProblem| hit(problem, ImpactResponse::Rounds), [];
    least_constraint: SmoothImpact, |problem: &ContactProblem| hit(problem, ImpactResponse::LeastConstraint),
        [(ProblemKind::Walls, 15)];
    complementarity: SmoothImpact, |problem: &ContactProblem| hit(problem, ImpactResponse::Complementarity),
        [(ProblemKind::HeavyStack, 70), (ProblemKind::Walls, 15)];
    simultaneous: Impact, |problem: &ContactProblem| hit(problem, ImpactResponse::Simultaneous),
        [(ProblemKind::HeavyStack, 50), (ProblemKind::Row, 95), (ProblemKind::Stack, 95), (ProblemKind::Walls, 60)];
    sequential: Impact, |problem: &ContactProblem| hit(problem, ImpactResponse::Sequential),
        [(ProblemKind::HeavyStack, 30), (ProblemKind::Row, 70), (ProblemKind::Stack, 80), (ProblemKind::Walls, 25),
        (ProblemKind::Jointed, 75)];
    rounds: Impact, |problem: &ContactProblem| hit(problem, ImpactResponse::Rounds),
        [(ProblemKind::HeavyStack, 40), (ProblemKind::Row, 90), (ProblemKind::Stack, 95), (ProblemKind::Scattered, 95)];
}
