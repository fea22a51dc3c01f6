//! Problems with closed-form solutions.

use crate::{PROVING, conditional, formula, parse, span};
use tangency_interval::Interval;
use tangency_interval::solve::{
    ConditionStatus, Formula, NewtonMethod, Objective, Problem, Proof, SearchOrder, SolverOptions, Termination,
};
use tangency_interval::solve::{all_solutions, minimize};

const ORDERS: [SearchOrder; 3] = [SearchOrder::Race, SearchOrder::Upper, SearchOrder::Lower];

fn near(x: Interval, value: f64, width: f64) -> bool {
    // The value itself is rounded.
    x.width() <= width && x.lower() <= value + 1e-15 * value.abs() && x.upper() >= value - 1e-15 * value.abs()
}

#[test]
fn circle_and_parabola() {
    let y = (17_f64.sqrt() - 1.0) / 2.0;
    for newton in PROVING {
        for order in ORDERS {
            let mut problem = formula(&[("x", -3.0, 3.0), ("y", -3.0, 3.0)], &["x^2 + y^2 - 4", "y - x^2"]);
            let options = SolverOptions { newton, order, ..SolverOptions::default() };
            for found in [all_solutions(&mut problem, &options), minimize(&mut [&mut problem], &options)] {
                assert_eq!((found.solutions.len(), found.ended), (2, Termination::Done), "{newton:?} {order:?}");
                for solution in &found.solutions {
                    assert_eq!(solution.proof, Proof::Unique);
                    assert!(near(solution.region[1], y, 4e-15) && near(solution.region[0].abs(), y.sqrt(), 4e-15));
                }
                assert!(found.lower <= y && y <= found.upper && found.upper - found.lower < 4e-15);
            }
        }
    }
}

/// A circle of radius 1 falls onto the parabola y = x²/2, its centre on the line x = 1/4. They touch where the
/// normal of the parabola passes through the centre at distance 1.
#[test]
fn a_circle_falls_onto_a_parabola() {
    let mut problem = formula(
        &[("x", -3.0, 3.0), ("t", 0.0, 10.0)],
        &["(x - 1/4)^2 + (x^2/2 - (9 - t))^2 - 1", "(x - 1/4) + x * (x^2/2 - (9 - t))"],
    );
    let found = minimize(&mut [&mut problem], &SolverOptions::default());
    // From the second equation 9 − t = (x − 1/4)/x + x²/2; the first is then (x − 1/4)²(1 + 1/x²) = 1, solved here
    // by bisection.
    let excess = |x: f64| (x - 0.25).powi(2) * (1.0 + 1.0 / (x * x)) - 1.0;
    let (mut low, mut high) = (0.9_f64, 1.2_f64);
    assert!(excess(low) < 0.0 && excess(high) > 0.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if excess(middle) < 0.0 { low = middle } else { high = middle }
    }
    let first = 9.0 - ((low - 0.25) / low + low * low / 2.0);
    assert_eq!((found.solutions.len(), found.solutions[0].proof), (1, Proof::Unique));
    assert!((found.lower - first).abs() < 1e-12 && (found.upper - found.lower) < 1e-13 * first, "{found:?}, {first}");
}

#[test]
fn roots_of_a_product_are_found_one_and_all() {
    let factors: Vec<String> = (1..=10).map(|root| format!("(x - {root}/4)")).collect();
    for newton in PROVING {
        let mut problem = formula(&[("x", -7.0, 7.0)], &[&factors.join("*")]);
        let found = all_solutions(&mut problem, &SolverOptions { newton, ..SolverOptions::default() });
        assert_eq!(found.solutions.len(), 10, "{newton:?}");
        for (i, solution) in found.solutions.iter().enumerate() {
            assert_eq!(solution.proof, Proof::Unique);
            assert!(solution.region[0].contains((i + 1) as f64 / 4.0) && solution.region[0].width() < 1e-13);
        }
    }
}

#[test]
fn the_smallest_root_of_a_function() {
    // cos(x) = x/10: the smallest root in [0, 20], by bisection of a bracket that contains only it.
    let (mut low, mut high) = (1.0_f64, 2.0_f64);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if middle.cos() > middle / 10.0 { low = middle } else { high = middle }
    }
    let mut problem = formula(&[("x", 0.0, 20.0)], &["cos(x) - x/10"]);
    let found = minimize(&mut [&mut problem], &SolverOptions::default());
    assert_eq!((found.solutions.len(), found.solutions[0].proof), (1, Proof::Unique));
    assert!(found.lower <= high && low <= found.upper && found.upper - found.lower <= 4.0 * f64::EPSILON * low);
}

#[test]
fn the_closest_approach_of_two_curves() {
    // The circle of radius 1 and the line through (3, 0) with slope 1, at distance 3/√2 from the centre.
    let distance = "((3 + s) - cos(a))^2 + (s - sin(a))^2";
    let stationary = |name: &str| parse(distance).derivative(name);
    let mut problem = Formula::new(&[("a", span(0.0, 6.3)), ("s", span(-9.0, 9.0))])
        .equation(stationary("a"))
        .equation(stationary("s"))
        .minimize(parse(distance))
        .build()
        .unwrap();
    let found = minimize(&mut [&mut problem], &SolverOptions::default());
    let nearest = (3.0 / 2_f64.sqrt() - 1.0).powi(2);
    assert_eq!((found.solutions.len(), found.solutions[0].proof), (1, Proof::Unique));
    assert!(found.lower <= nearest + 1e-15 && nearest <= found.upper + 1e-15 && found.upper - found.lower < 1e-13);
}

#[test]
fn without_equations_the_objective_is_bounded() {
    // The minimum of (x² + y − 11)² + (x + y² − 7)² is 0, at four points, two of them with x ≤ 0.
    let objective = parse("(x^2 + y - 11)^2 + (x + y^2 - 7)^2");
    let mut problem = Formula::new(&[("x", span(-5.0, 5.0)), ("y", span(-5.0, 5.0))])
        .minimize(objective)
        .not_negative(parse("-x"))
        .build()
        .unwrap();
    let options = SolverOptions {
        accept: 1e-3,
        accept_objective: 0.1,
        simultaneity: 1e-3,
        separation: 0.1,
        ..SolverOptions::default()
    };
    let found = minimize(&mut [&mut problem], &options);
    let places = [(-2.805_118, 3.131_312), (-3.779_310, -3.283_186)];
    for (x, y) in places {
        let close = |s: &&tangency_interval::solve::Solution| {
            (s.region[0].mid() - x).abs() < 0.05 && (s.region[1].mid() - y).abs() < 0.05
        };
        let solution = found.solutions.iter().find(close).unwrap();
        assert_eq!(solution.proof, Proof::Exists);
    }
    assert_eq!(found.solutions.len(), 2);
    assert!(found.lower <= 0.0 && found.upper >= 0.0 && found.upper < 1e-3);
}

#[test]
fn what_has_no_solution_is_proved_to_have_none() {
    for newton in PROVING.into_iter().chain([NewtonMethod::None]) {
        for equations in [["x^2 + y^2 + 1/1000", "x - y"], ["x^2 + y^2 - 1", "x + y - 3/2"], ["exp(x)", "y"]] {
            let mut problem = formula(&[("x", -9.0, 9.0), ("y", -9.0, 9.0)], &equations);
            let found =
                minimize(&mut [&mut problem], &SolverOptions { newton, accept: 1e-9, ..SolverOptions::default() });
            assert!(found.proves_none() && found.solutions.is_empty() && found.ended == Termination::Done);
        }
        let mut problem = conditional(&[("x", 0.0, 4.0), ("t", 0.0, 4.0)], &["t - x^2"], &["1 - x", "t - 2"]);
        assert!(minimize(&mut [&mut problem], &SolverOptions { newton, ..SolverOptions::default() }).proves_none());
    }
}

#[test]
fn many_problems_share_one_search() {
    // Roots at 2, 3 and 1 + 1e-4; then at 1 as well.
    let root = |value: &str| formula(&[("x", 0.0, 9.0)], &[&format!("x^3 - ({value})^3")]);
    let options = SolverOptions { simultaneity: 1e-3, ..SolverOptions::default() };
    let mut problems = [root("2"), root("3"), root("1 + 1/10000")];
    let found = minimize(&mut problems, &options);
    assert_eq!(found.solutions.iter().map(|s| s.problem).collect::<Vec<_>>(), [2]);
    let alone: u64 = problems.iter_mut().map(|problem| minimize(&mut [problem], &options).iterations).sum();
    assert!(found.iterations < alone, "{} of {alone}: later ones cost less", found.iterations);
    let mut problems: Vec<Box<dyn Problem>> =
        vec![Box::new(root("1 + 1/10000")), Box::new(root("5")), Box::new(root("1"))];
    let found = minimize(&mut problems, &options);
    assert_eq!(found.solutions.iter().map(|s| s.problem).collect::<Vec<_>>(), [2, 0]);
    assert!(found.solutions.iter().all(|s| s.proof == Proof::Unique));
    assert!(minimize::<Formula>(&mut [], &options).proves_none());
}

#[test]
fn a_budget_leaves_what_is_certain() {
    let make = || {
        formula(
            &[("x", -2.0, 2.0), ("y", -2.0, 2.0), ("t", 0.0, 9.0)],
            &["x^2 + y^2 - 1 - (t - 3)/4", "sin(3*x) - y + x*y", "x*t - 1 - y"],
        )
    };
    let whole = minimize(&mut [make()], &SolverOptions::default());
    let first = whole.solutions[0].objective.mid();
    assert!(whole.solutions[0].proof == Proof::Unique && whole.lower <= first && first <= whole.upper);
    for order in ORDERS {
        let mut before = f64::NEG_INFINITY;
        let mut open = 0;
        for budget in 0..whole.iterations + 20 {
            let found = minimize(&mut [make()], &SolverOptions { order, budget, ..SolverOptions::default() });
            assert!(found.lower <= whole.upper, "after {budget} iterations {} is certain", found.lower);
            assert!(found.upper >= whole.lower && found.iterations <= budget + 2);
            open += usize::from(found.ended == Termination::BudgetSpent && found.lower < whole.lower);
            if order == SearchOrder::Lower {
                assert!(found.lower >= before, "more work made less certain");
                before = found.lower;
            }
        }
        assert!(open > 5, "{open} budgets were too small");
    }
}

/// Two runs give the same bits.
#[test]
fn searches_are_deterministic() {
    let make = || formula(&[("x", -2.0, 2.0), ("t", 0.0, 9.0)], &["sin(5*x) - t/5 + x^2"]);
    let options = SolverOptions {
        separation: 0.1,
        simultaneity: 0.1,
        accept: 1e-3,
        accept_objective: 1e-3,
        ..SolverOptions::default()
    };
    assert_eq!(minimize(&mut [make()], &options), minimize(&mut [make()], &options));
}

#[test]
fn conditions_combine() {
    use ConditionStatus::{Holds, Possible, Violated};
    assert_eq!([Holds.and(Possible), Possible.and(Violated), Holds.or(Violated)], [Possible, Violated, Holds]);
    assert_eq!([Possible.or(Violated), Possible.or(Possible), Violated.or(Violated)], [Possible, Possible, Violated]);
    let of = |a: f64, b: f64| ConditionStatus::not_negative(span(a, b));
    assert_eq!([of(0.0, 1.0), of(-1.0, 0.0), of(-2.0, -1.0)], [Holds, Possible, Violated]);
    assert_eq!(ConditionStatus::not_negative(Interval::EMPTY), Violated);
    assert_eq!(formula(&[("x", 0.0, 1.0), ("t", 0.0, 1.0)], &[]).objective(), Objective::Coordinate(1));
}
