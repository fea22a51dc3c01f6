//! Compares Newton methods and search orders on one hard problem: a bumpy torus that falls and turns onto another.
//! After the table in figure 10 of Snyder 1993.
//!
//! `cargo run --release -p tangency-interval --example solver_methods`

use std::error::Error;
use std::time::{Duration, Instant};
use tangency_interval::Interval;
use tangency_interval::expr::Expr;
use tangency_interval::solve::{Formula, NewtonMethod, SearchOrder, SolverOptions, minimize};

type Point = [Expr; 3];

/// A bumpy torus with two parameters.
fn torus(u: &str, v: &str, phase: f64) -> Point {
    let (u, v) = (Expr::variable(u), Expr::variable(v));
    let tube = 0.5 + 0.05 * (5.0 * &u + phase).sin() * (3.0 * &v).cos();
    let distance = 2.0 + &tube * v.cos();
    [&distance * u.cos(), &distance * u.sin(), tube * v.sin()]
}

fn derivative(point: &Point, by: &str) -> Point {
    point.clone().map(|coordinate| coordinate.derivative(by))
}

fn dot(a: &Point, b: &Point) -> Expr {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn normal(point: &Point, [u, v]: [&str; 2]) -> Point {
    let (a, b) = (derivative(point, u), derivative(point, v));
    [&a[1] * &b[2] - &a[2] * &b[1], &a[2] * &b[0] - &a[0] * &b[2], &a[0] * &b[1] - &a[1] * &b[0]]
}

/// Contact and tangency (equations 1 and 2 of the paper), normals opposed (the second of 3).
fn problem() -> Result<Formula, Box<dyn Error>> {
    let resting = torus("u", "v", 0.3);
    let [x, y, z] = torus("p", "q", 1.1);
    let t = Expr::variable("t");
    let angle = 0.4 + 0.3 * &t;
    let (cosine, sine) = (angle.cos(), angle.sin());
    let falling = [x + 0.37, &cosine * &y - &sine * &z, &sine * &y + &cosine * &z + 3.5 - t];
    let normals = [normal(&resting, ["u", "v"]), normal(&falling, ["p", "q"])];
    let round = Interval::new(0.0, Interval::TAU.upper())?;
    let variables = [("u", round), ("v", round), ("p", round), ("q", round), ("t", Interval::new(0.0, 4.0)?)];
    let contact = (0..3).fold(Formula::new(&variables), |f, i| f.equation(&resting[i] - &falling[i]));
    let tangent = contact
        .equation(dot(&derivative(&resting, "u"), &normals[1]))
        .equation(dot(&derivative(&resting, "v"), &normals[1]))
        .not_negative(-dot(&normals[0], &normals[1]));
    Ok(tangent.place(resting).build()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{:<18}{:<7}{:>11}{:>14}{:>9}  solution", "newton", "order", "iterations", "newton steps", "ms");
    for newton in
        [NewtonMethod::Preconditioned, NewtonMethod::MatrixIteration, NewtonMethod::KrawczykMoore, NewtonMethod::None]
    {
        for order in [SearchOrder::Lower, SearchOrder::Upper, SearchOrder::Race] {
            let accept = if newton == NewtonMethod::None { 1e-3 } else { 1e-8 };
            let options = SolverOptions {
                newton,
                order,
                accept,
                accept_objective: accept,
                simultaneity: 1e-3,
                separation: 0.1,
                ..SolverOptions::default()
            };
            let mut least = Duration::MAX;
            let mut problem = problem()?;
            let mut found = minimize(&mut [&mut problem], &options);
            for _ in 0..4 {
                let start = Instant::now();
                found = minimize(&mut [&mut problem], &options);
                least = least.min(start.elapsed());
            }
            let first = found.solutions.first().map(|s| (s.proof, s.objective));
            let row = (format!("{newton:?}"), format!("{order:?}"), found.iterations, found.newton_steps);
            println!(
                "{:<18}{:<7}{:>11}{:>14}{:>9.2}  {first:?}",
                row.0,
                row.1,
                row.2,
                row.3,
                least.as_secs_f64() * 1e3
            );
        }
    }
    Ok(())
}
