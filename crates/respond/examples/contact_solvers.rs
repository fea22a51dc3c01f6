//! The methods for contact problems side by side: processor time, residual and iterations.
//!
//! ```text
//! cargo run --release -p tangency-respond --example contact_solvers
//! ```
//!
//! Problems: a stack of ten boxes; a heap of 100 boxes with 400 contacts; one of 250 boxes with 1,000 contacts; the
//! same after a small change, from a warm start; and contacts on one body, from one to a thousand, for contact space
//! against motion space. The heaps are boxes on a grid that lean on their neighbours at random points: as coupled as a
//! pile, and made without a simulation.

use glam::{DMat3, DVec3, dvec3};
use std::time::Instant;
use tangency_respond::{ContactProblem, Inertia, Method, Rate, ResponseBody, ResponseContact, Solution, SolveOptions};

/// A small random number generator (SplitMix64).
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn around(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
}

fn cube(centre: DVec3) -> ResponseBody {
    let inertia = Inertia::cuboid(1.0, DVec3::ONE).expect("a box");
    ResponseBody::new(&inertia, DMat3::IDENTITY, centre)
}

/// A step of 1/240 s of gravity.
fn pulled(bodies: &[ResponseBody]) -> Vec<Rate> {
    let fall = Rate { linear: -9.81 / 240.0 * DVec3::Z, angular: DVec3::ZERO };
    bodies.iter().map(|body| if body.inverse_mass > 0.0 { fall } else { Rate::default() }).collect()
}

fn stack(levels: usize, friction: f64) -> ContactProblem {
    let mut bodies = vec![ResponseBody::fixed(DVec3::ZERO)];
    let mut contacts = Vec::new();
    for level in 0..levels {
        bodies.push(cube(dvec3(0.0, 0.0, level as f64 + 0.5)));
        for (x, y) in [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)] {
            let point = dvec3(x, y, level as f64);
            contacts.push(ResponseContact { friction, ..ResponseContact::new(level, level + 1, point, DVec3::Z) });
        }
    }
    ContactProblem::new(&bodies, &pulled(&bodies), &contacts, &[]).expect("a stack")
}

/// Boxes in layers of 25; each stands on four contacts, shared between the box below and its neighbours.
fn heap(count: usize, friction: f64, seed: u64) -> ContactProblem {
    let mut random = Random(seed);
    let mut bodies = vec![ResponseBody::fixed(DVec3::ZERO)];
    let place = |index: usize| ((index % 5) as f64, (index / 5 % 5) as f64, (index / 25) as f64);
    for index in 0..count {
        let (x, y, z) = place(index);
        bodies.push(cube(dvec3(x, y, z + 0.5)));
    }
    let mut contacts = Vec::new();
    for index in 0..count {
        let (x, y, z) = place(index);
        for corner in 0..4 {
            let (right, up) = ([-0.45, 0.45][corner % 2], [-0.45, 0.45][corner / 2]);
            let point = dvec3(x + right, y + up, z);
            let lean = 0.3 * dvec3(random.around(), random.around(), 0.0);
            let below = match index {
                0..25 => 0,
                // One corner in four stands on a neighbour of the box below.
                _ if corner == 0 && index % 5 > 0 => index - 25,
                _ => index - 24,
            };
            let normal = (DVec3::Z + lean).normalize();
            contacts.push(ResponseContact { friction, ..ResponseContact::new(below, index + 1, point, normal) });
        }
    }
    let mut rates = pulled(&bodies);
    for rate in &mut rates[1..] {
        rate.linear += 0.01 * dvec3(random.around(), random.around(), random.around());
    }
    ContactProblem::new(&bodies, &rates, &contacts, &[]).expect("a heap")
}

/// One body on many contacts around it: a lid on a rim.
fn lid(contacts: usize) -> ContactProblem {
    let bodies = vec![ResponseBody::fixed(DVec3::ZERO), cube(0.5 * DVec3::Z)];
    let rim = |index: usize| {
        let angle = std::f64::consts::TAU * index as f64 / contacts as f64;
        let point = dvec3(angle.cos(), angle.sin(), 0.0);
        ResponseContact::new(0, 1, point, (DVec3::Z - 0.2 * point).normalize())
    };
    let mut rates = pulled(&bodies);
    rates[1].angular = dvec3(0.1, 0.2, 0.0);
    ContactProblem::new(&bodies, &rates, &(0..contacts).map(rim).collect::<Vec<_>>(), &[]).expect("a lid")
}

/// Solves a few times; prints the least time, which other programs disturb least.
fn report(name: &str, problem: &ContactProblem, options: &SolveOptions<'_>) -> Option<Solution> {
    let mut best = f64::INFINITY;
    let mut last = None;
    for _ in 0..5 {
        let start = Instant::now();
        let Ok(solution) = problem.solve(options) else { return None };
        best = best.min(start.elapsed().as_secs_f64());
        last = Some(solution);
        if best > 1.0 {
            break;
        }
    }
    let solution = last?;
    let certificate = &solution.certificate;
    println!(
        "{name:28} {:14} {:>10.3} ms  residual {:8.1e} of {:8.1e}  {:>6} iterations  {}",
        format!("{:?}", options.method),
        1e3 * best,
        certificate.residual,
        certificate.accepted,
        certificate.iterations,
        if certificate.converged { "converged" } else { "NOT CONVERGED" }
    );
    Some(solution)
}

fn main() {
    let all = [Method::ContactSpace, Method::MotionSpace, Method::Sweeps, Method::Proximal, Method::Automatic];
    for (friction, kind) in [(0.0, "smooth"), (0.5, "friction 0.5")] {
        let problems = [
            ("stack of 10", stack(10, friction)),
            ("heap of 100", heap(100, friction, 1)),
            ("heap of 250", heap(250, friction, 2)),
        ];
        for (name, problem) in problems {
            for method in all {
                let options = SolveOptions { method, ..SolveOptions::default() };
                report(&format!("{name}, {kind}"), &problem, &options);
            }
        }
    }
    let (before, after) = (heap(100, 0.5, 1), stack(10, 0.5));
    for (name, problem) in [("heap of 100, warm", &before), ("stack of 10, warm", &after)] {
        let solved = problem.solve(&SolveOptions::default()).expect("a problem");
        let moved: Vec<Rate> =
            problem.free().iter().map(|rate| Rate { linear: 1.001 * rate.linear, ..*rate }).collect();
        let next = ContactProblem::new(problem.bodies(), &moved, problem.contacts(), &[]).expect("a problem");
        let warm = Some(&solved.impulses);
        report(name, &next, &SolveOptions { warm, ..SolveOptions::default() });
    }
    for contacts in [1, 3, 10, 30, 100, 300, 1000] {
        let problem = lid(contacts);
        for method in [Method::ContactSpace, Method::MotionSpace, Method::Proximal] {
            report(&format!("lid on {contacts}"), &problem, &SolveOptions { method, ..SolveOptions::default() });
        }
    }
    for boxes in [1, 3, 10, 30, 100, 250] {
        let problem = heap(boxes, 0.0, 3);
        for method in [Method::ContactSpace, Method::MotionSpace, Method::Proximal] {
            report(
                &format!("smooth heap, {} contacts", 4 * boxes),
                &problem,
                &SolveOptions { method, ..SolveOptions::default() },
            );
        }
    }
}
