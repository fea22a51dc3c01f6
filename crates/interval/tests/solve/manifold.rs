//! Curves and surfaces of solutions are sampled evenly.

use crate::{formula, parse, span};
use tangency_interval::solve::{Formula, NewtonMethod, Proof, SearchOrder, SolverOptions, SolverOutcome, minimize};

fn options(separation: f64) -> SolverOptions {
    SolverOptions { separation, simultaneity: 1e-3, accept: 1e-3, accept_objective: 1e-3, ..SolverOptions::default() }
}

/// The places of the solutions.
fn places(found: &SolverOutcome) -> Vec<[f64; 3]> {
    let coordinate = |s: &tangency_interval::solve::Solution, i: usize| s.region.get(i).map_or(0.0, |side| side.mid());
    found.solutions.iter().map(|s| [coordinate(s, 0), coordinate(s, 1), 0.0]).collect()
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
}

/// The least distance of two samples, and the largest distance of a point of the set from the nearest sample.
fn spacing_and_gap(samples: &[[f64; 3]], set: impl Iterator<Item = [f64; 3]>) -> (f64, f64) {
    let mut spacing = f64::INFINITY;
    for (i, &a) in samples.iter().enumerate() {
        spacing = samples[..i].iter().map(|&b| distance(a, b)).fold(spacing, f64::min);
    }
    let nearest = |point: [f64; 3]| samples.iter().map(|&s| distance(s, point)).fold(f64::INFINITY, f64::min);
    (spacing, set.map(nearest).fold(0.0, f64::max))
}

fn circle(radius: f64) -> impl Iterator<Item = [f64; 3]> {
    (0..2000).map(move |i| {
        let (sine, cosine) = (f64::from(i) * std::f64::consts::TAU / 2000.0).sin_cos();
        [radius * cosine, radius * sine, 0.0]
    })
}

/// t = 1 + (x² + y² − 1)² has its minimum 1 on the unit circle. The place is (x, y, 0), so that t does not count in
/// distances.
fn circle_of_minima() -> Formula {
    Formula::new(&[("x", span(-2.0, 2.0)), ("y", span(-2.0, 2.0)), ("t", span(0.0, 4.0))])
        .equation(parse("t - 1 - (x^2 + y^2 - 1)^2"))
        .place([parse("x"), parse("y"), parse("0")])
        .build()
        .unwrap()
}

#[test]
fn a_circle_of_minima_is_sampled_evenly() {
    for (order, newton) in [
        (SearchOrder::Race, NewtonMethod::Preconditioned),
        (SearchOrder::Upper, NewtonMethod::Preconditioned),
        (SearchOrder::Upper, NewtonMethod::MatrixIteration),
        (SearchOrder::Race, NewtonMethod::None),
    ] {
        let options = SolverOptions { order, newton, ..options(0.2) };
        let found = minimize(&mut [circle_of_minima()], &options);
        let samples = places(&found);
        let (spacing, gap) = spacing_and_gap(&samples, circle(1.0));
        assert!(spacing >= 0.2, "{order:?} {newton:?}: two samples are {spacing} apart");
        assert!(gap <= 0.2 + 0.05, "{order:?} {newton:?}: a point of the circle is {gap} from every sample");
        assert!((16..=31).contains(&samples.len()), "{} samples", samples.len());
        // All are simultaneous: (r² − 1)² ≤ ε.
        assert!(samples.iter().all(|&s| (distance(s, [0.0; 3]) - 1.0).abs() < 0.02));
        assert!(found.lower <= 1.0 && found.lower > 0.997, "{}", found.lower);
        if newton != NewtonMethod::None {
            assert!(found.solutions.iter().any(|s| s.proof == Proof::Exists && !s.isolated));
            assert!(found.upper >= 1.0 && found.upper < 1.001, "{}", found.upper);
        }
    }
}

#[test]
fn less_slack_makes_more_certain() {
    let lower = |slack: Option<f64>| {
        let found =
            minimize(&mut [circle_of_minima()], &SolverOptions { slack, accept_objective: 1e-5, ..options(0.2) });
        assert!(found.solutions.iter().all(|s| s.objective.upper() > 1.0 - 1e-9));
        found.lower
    };
    let (much, little) = (lower(None), lower(Some(2e-5)));
    assert!((1.0 - 0.51e-3..=1.0).contains(&much), "{much}");
    assert!((1.0 - 3e-5..=1.0).contains(&little) && little > much, "{little}");
}

/// The same with a singular square system, as for the tangency of a ball and a groove.
#[test]
fn a_singular_square_system_is_sampled_and_not_proved() {
    let mut problem = formula(
        &[("x", -2.0, 2.0), ("y", -2.0, 2.0), ("t", 0.0, 4.0)],
        &["t - 1", "x^2 + y^2 - 1", "(x^2 + y^2 - 1)*(x + 3)"],
    );
    let found = minimize(&mut [&mut problem], &options(0.25));
    let (spacing, gap) = spacing_and_gap(&places(&found), circle(1.0));
    assert!(spacing >= 0.25 && gap <= 0.252, "{spacing} {gap}");
    assert!(found.solutions.iter().all(|s| s.proof == Proof::WithinTolerance && !s.isolated));
    // The time does not depend on the place, so its bracket is as tight as for an isolated solution.
    assert!(found.lower <= 1.0 && found.lower > 1.0 - 1e-14, "{:e}", 1.0 - found.lower);
}

/// A disc of minima: t = 1 + max(0, r² − 1).
#[test]
fn a_surface_of_minima_is_covered() {
    let mut problem =
        formula(&[("x", -2.0, 2.0), ("y", -2.0, 2.0), ("t", 0.0, 4.0)], &["t - 1 - max(0, x^2 + y^2 - 1)"]);
    let found = minimize(&mut [&mut problem], &options(0.2));
    let grid = (0..10_000).map(|i| [f64::from(i % 100) / 50.0 - 1.0, f64::from(i / 100) / 50.0 - 1.0, 0.0]);
    let disc = grid.filter(|&p| distance(p, [0.0; 3]) < 1.0);
    let (spacing, gap) = spacing_and_gap(&places(&found), disc);
    assert!(spacing >= 0.2 - 1e-3 && gap <= 0.202, "{spacing} {gap}");
    assert!(found.solutions.len() > 30 && found.lower <= 1.0 && found.lower > 0.998);
}

/// A circle and, simultaneously, two isolated points closer to each other than δ: both are found and proved.
#[test]
fn isolated_solutions_are_found_beside_a_curve() {
    let curve = formula(&[("x", -2.0, 2.0), ("y", -2.0, 2.0), ("t", 0.0, 4.0)], &["t - 1", "x^2 + y^2 - 1"]);
    let points =
        formula(&[("x", 5.0, 7.0), ("y", 5.0, 7.0), ("t", 0.0, 4.0)], &["t - 1", "y - 6", "(x - 6)*(x - 6.01)"]);
    let found = minimize(&mut [curve, points], &options(0.2));
    let proved: Vec<_> = found.solutions.iter().filter(|s| s.proof == Proof::Unique).collect();
    assert_eq!(proved.len(), 2);
    assert!(proved.iter().all(|s| s.problem == 1 && s.isolated));
    assert!(found.solutions.len() > 20);
}

/// A double zero is a singular solution, found within tolerance.
#[test]
fn a_double_zero_is_found() {
    for order in [SearchOrder::Race, SearchOrder::Upper, SearchOrder::Lower] {
        let mut problem =
            formula(&[("x", -2.0, 3.0), ("t", 0.0, 4.0)], &["(x - 1/3)^2 - (t - 2)^3", "t - 2 - (x - 1/3)^2"]);
        let found = minimize(&mut [&mut problem], &SolverOptions { order, ..SolverOptions::default() });
        assert!(found.lower <= 2.0 && found.lower > 2.0 - 1e-4, "{}", found.lower);
        let first = &found.solutions[0];
        assert!((first.region[0].mid() - 1.0 / 3.0).abs() < 1e-2 && first.proof == Proof::WithinTolerance);
    }
}

/// With ε = 0, samples are still found, and the search terminates.
#[test]
fn exact_ties_end() {
    for order in [SearchOrder::Race, SearchOrder::Upper, SearchOrder::Lower] {
        let options = SolverOptions { simultaneity: 0.0, order, budget: 30_000, ..options(0.5) };
        let found = minimize(
            &mut [formula(&[("x", -2.0, 2.0), ("y", -2.0, 2.0), ("t", 0.0, 4.0)], &["x^2 + y^2 - 1", "t - 1"])],
            &options,
        );
        assert!(found.iterations < 30_000 && !found.solutions.is_empty(), "{order:?}");
        assert!(found.lower <= 1.0 && found.lower > 1.0 - 1e-12);
    }
}
