//! Random polynomial systems with planted zeros, simple and double. A fine grid checks the proved lower bound.

use tangency_interval::Interval;
use tangency_interval::expr::{Expr, Tape, TapeWorkspace};
use tangency_interval::laws::Random;
use tangency_interval::solve::{Formula, NewtonMethod, Proof, SolverOptions, Termination, all_solutions, minimize};

const NAMES: [&str; 4] = ["x", "y", "z", "w"];

/// A number with few digits, so that products are exact.
fn short(random: &mut Random) -> f64 {
    (random.below(65) as f64 - 32.0) / 16.0
}

/// A random linear form in the differences from `zero`.
fn form(random: &mut Random, zero: &[f64]) -> Expr {
    zero.iter().zip(NAMES).map(|(&at, name)| short(random) * (Expr::variable(name) - at)).sum()
}

struct Planted {
    equations: Vec<Expr>,
    zero: Vec<f64>,
    double: bool,
}

/// Equations that vanish at one point by construction: linear forms, products of such, and squares for a double
/// zero.
fn planted(random: &mut Random, count: usize) -> Planted {
    let zero: Vec<f64> = (0..count).map(|_| short(random) / 2.0).collect();
    let double = random.below(3) == 0;
    let mut equations: Vec<Expr> = (0..count)
        .map(|_| form(random, &zero) + 0.25 * form(random, &zero) * form(random, &zero) * form(random, &zero))
        .collect();
    if double {
        // The last equation is a square plus multiples of the others: singular at the zero.
        let square = form(random, &zero).sqr();
        let others: Expr = equations[..count - 1].iter().map(|e| short(random) * e).sum();
        equations[count - 1] = square + others;
    }
    Planted { equations, zero, double }
}

fn problem(planted: &Planted) -> Formula {
    let side = Interval::new(-2.0, 2.5).unwrap();
    let variables: Vec<(&str, Interval)> = NAMES[..planted.zero.len()].iter().map(|&name| (name, side)).collect();
    planted.equations.iter().fold(Formula::new(&variables), |f, e| f.equation(e.clone())).build().unwrap()
}

#[test]
fn planted_zeros_are_found() {
    let mut random = Random::new(5);
    let (mut proved, mut doubles, mut cases) = (0, 0, 0);
    for newton in [NewtonMethod::Preconditioned, NewtonMethod::MatrixIteration, NewtonMethod::KrawczykMoore] {
        for case in 0..60 {
            let planted = planted(&mut random, 1 + case % 3);
            let options = SolverOptions {
                newton,
                separation: 1e-2,
                accept: 1e-4,
                accept_objective: 1e-4,
                budget: 20_000,
                ..SolverOptions::default()
            };
            let found = all_solutions(&mut problem(&planted), &options);
            let last = planted.zero[planted.zero.len() - 1];
            assert!(
                found.lower <= last,
                "{newton:?}, case {case}: {} is certain, and {:?} is a zero",
                found.lower,
                planted.zero
            );
            if found.ended == Termination::BudgetSpent {
                continue;
            }
            cases += 1;
            // It lies inside a reported region, or a sample represents it.
            let inside = |s: &&tangency_interval::solve::Solution| {
                s.region.iter().zip(&planted.zero).all(|(side, &x)| side.contains(x))
            };
            let near = |s: &tangency_interval::solve::Solution| {
                let off: f64 =
                    s.region.iter().zip(&planted.zero).take(3).map(|(side, &x)| (side.mid() - x).powi(2)).sum();
                !s.isolated && off.sqrt() <= options.separation + 2.0 * options.accept
            };
            let holder = found.solutions.iter().find(inside);
            assert!(
                holder.is_some() || found.solutions.iter().any(near),
                "{newton:?}, case {case}: {:?} {:?}",
                planted.zero,
                found.solutions
            );
            let unique = holder.is_some_and(|s| s.proof == Proof::Unique);
            proved += usize::from(unique);
            assert!(
                !(unique && planted.double && planted.zero.len() > 1),
                "case {case}: a double zero was proved simple"
            );
            doubles += usize::from(planted.double);
        }
    }
    assert!(cases > 120 && proved > 60 && doubles > 25, "{cases} cases, {proved} proved, {doubles} doubles");
}

/// One equation in three variables, inequalities, any objective: no point of a fine grid that is feasible within
/// rounding has an objective below `lower`.
#[test]
fn no_point_of_a_grid_lies_below_what_is_certain() {
    let mut random = Random::new(31);
    let (mut feasible, mut cut, mut none) = (0, 0, 0);
    for case in 0..40 {
        // y is a cubic in x, with a side condition; the objective is another cubic. Points of the curve are
        // feasible by construction.
        let names = ["x", "y"];
        let cubic = |random: &mut Random, name: &str| {
            let x = Expr::variable(name);
            short(random) + short(random) * &x + short(random) * x.sqr() + 0.5 * short(random) * x.powi(3)
        };
        let height = cubic(&mut random, "x");
        let condition = cubic(&mut random, "x") - 1.0;
        let objective = cubic(&mut random, "y") + cubic(&mut random, "x");
        let mut problem =
            Formula::new(&[("x", Interval::new(-1.5, 1.5).unwrap()), ("y", Interval::new(-40.0, 40.0).unwrap())])
                .equation(Expr::variable("y") - &height)
                .not_negative(condition.clone())
                .minimize(objective.clone())
                .build()
                .unwrap();
        let budget = [20, 200, 20_000][case % 3];
        let options = SolverOptions {
            budget,
            accept: 1e-3,
            accept_objective: 1e-2,
            simultaneity: 1e-2,
            ..SolverOptions::default()
        };
        let found = minimize(&mut [&mut problem], &options);
        let tape = Tape::new(&[height, condition], &["x"]).unwrap();
        let objective = Tape::new(&[objective], &names).unwrap();
        let mut work = TapeWorkspace::default();
        let mut least = f64::INFINITY;
        for i in 0..=3000 {
            let x = -1.5 + f64::from(i) / 1000.0;
            let values = tape.values(&[x], &mut work).to_vec();
            // With a margin, so that rounding cannot make it feasible.
            if values[1] > 1e-9 && values[0].abs() < 39.9 {
                least = least.min(objective.values(&[x, values[0]], &mut TapeWorkspace::default())[0]);
            }
        }
        assert!(found.lower <= least + 1e-9, "case {case}: {} is certain, {least} is reached", found.lower);
        if found.ended == Termination::Done && least < f64::INFINITY {
            // The bound is not far below: the grid is fine, and the functions are of ordinary size.
            assert!(found.lower > least - 0.1, "case {case}: {} for {least}", found.lower);
            feasible += 1;
        }
        cut += usize::from(found.ended == Termination::BudgetSpent);
        none += usize::from(found.proves_none() && least == f64::INFINITY);
    }
    assert!(feasible > 10 && cut > 5 && none > 2, "{feasible} feasible, {cut} cut, {none} without solution");
}
