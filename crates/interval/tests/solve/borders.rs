//! Limits of the theory: boundaries, kinks, jumps, undefined points, more or fewer equations than variables.

use crate::{PROVING, conditional, formula, span};
use tangency_interval::Interval;
use tangency_interval::solve::{
    DomainBoundary, Formula, NewtonMethod, Problem, Proof, SolverOptions, Termination, all_solutions, minimize,
};

/// A formula with boundaries of the given kind, and a given set of sufficient equations.
struct With {
    formula: Formula,
    border: DomainBoundary,
    sufficient: u32,
}

impl Problem for With {
    fn region(&self) -> &[Interval] {
        self.formula.region()
    }
    fn equation_count(&self) -> usize {
        self.formula.equation_count()
    }
    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        if self.border == DomainBoundary::Wall {
            assert!(region.iter().zip(self.region()).all(|(side, whole)| side.subset(*whole)), "{region:?}");
        }
        self.formula.equations(region, values);
    }
    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        if self.border == DomainBoundary::Wall {
            assert!(region.iter().zip(self.region()).all(|(side, whole)| side.subset(*whole)), "{region:?}");
        }
        self.formula.jacobian(region, rows)
    }
    fn border(&self, _: usize) -> DomainBoundary {
        self.border
    }
    fn sufficient(&mut self, _: &[Interval]) -> u32 {
        self.sufficient
    }
}

/// The zero of both equations is (0.1 as a float, 0.7 as a float) up to rounding: on the boundary of a box that
/// starts there.
fn on_the_border(border: DomainBoundary) -> With {
    let equations = ["x - 0.1 + (y - 0.7)*x", "y - 0.7 + (x - 0.1)*y"];
    let formula = formula(&[("x", 0.1, 2.0), ("y", 0.7, 3.0)], &equations);
    With { formula, border, sufficient: u32::MAX }
}

#[test]
fn a_zero_on_the_border_is_reported_for_what_it_is() {
    for (border, proof) in [
        (DomainBoundary::Wall, Proof::WithinTolerance),
        (DomainBoundary::Passable, Proof::WithinTolerance),
        (DomainBoundary::Seam, Proof::Unique),
    ] {
        let found = minimize(&mut [on_the_border(border)], &SolverOptions::default());
        assert_eq!((found.solutions.len(), found.ended), (1, Termination::Done), "{border:?}");
        let solution = &found.solutions[0];
        assert_eq!(solution.proof, proof, "{border:?}");
        assert!(found.lower <= 0.7 && found.lower > 0.7 - 1e-6, "{border:?}: {}", found.lower);
        if border != DomainBoundary::Wall {
            assert!(solution.isolated && solution.objective.width() < 1e-15);
        }
        assert_eq!(found.upper < f64::INFINITY, proof == Proof::Unique);
    }
}

/// The zero lies beyond the boundary by less than γ of any region: there is no solution inside.
#[test]
fn a_zero_beyond_the_border_is_none() {
    for border in [DomainBoundary::Wall, DomainBoundary::Passable] {
        let formula = formula(&[("x", 0.5, 2.0)], &["x - (1/2 - 1/1000000)"]);
        let found = minimize(&mut [With { formula, border, sufficient: u32::MAX }], &SolverOptions::default());
        assert!(found.proves_none(), "{border:?}");
    }
    let formula = formula(&[("x", 0.5, 2.0)], &["(x - (1/2 - 1/1000000)) * (x + 8)"]);
    let found = minimize(
        &mut [With { formula, border: DomainBoundary::Seam, sufficient: u32::MAX }],
        &SolverOptions::default(),
    );
    assert!(found.proves_none(), "the zero is excluded at once");
}

#[test]
fn a_side_condition_that_just_holds_is_not_proved() {
    for (condition, proof) in [("x^3 - 2", Some(Proof::WithinTolerance)), ("x", Some(Proof::Unique)), ("-x", None)] {
        let mut problem = conditional(&[("x", -3.0, 4.0)], &["x^3 - 2"], &[condition]);
        let found = minimize(&mut [&mut problem], &SolverOptions::default());
        assert_eq!(found.solutions.first().map(|s| s.proof), proof, "{condition}");
    }
}

#[test]
fn zeros_at_kinks_are_proved_and_jumps_are_not() {
    for newton in PROVING {
        let options = SolverOptions { newton, ..SolverOptions::default() };
        // Slopes between 1/2 and 3/2; the kink is at the zero.
        let mut kink = formula(&[("x", -1.0, 2.0), ("y", -1.0, 2.0)], &["x + abs(x)/2 + y/8", "y + abs(x + y)/4"]);
        let found = all_solutions(&mut kink, &options);
        let solution = &found.solutions[0];
        assert_eq!((found.solutions.len(), solution.proof), (1, Proof::Unique), "{newton:?}");
        assert!(solution.region.iter().all(|side| side.contains(0.0) && side.width() < 1e-15));
        // |x| = 0 has a zero, but slopes of both signs: found, not proved.
        let found = all_solutions(&mut formula(&[("x", -1.0, 2.0)], &["abs(x)"]), &options);
        assert!(!found.solutions.is_empty() && found.solutions.iter().all(|s| s.proof == Proof::WithinTolerance));
        // The sign jumps across 1/2 and never takes that value; at the jump an interval cannot exclude it.
        let found = all_solutions(&mut formula(&[("x", -1.0, 2.0)], &["sign(x) - 1/2 + x/9"]), &options);
        assert!(found.solutions.iter().all(|s| s.proof == Proof::WithinTolerance && s.region[0].contains(0.0)));
        assert!(!found.solutions.is_empty());
    }
}

#[test]
fn places_without_value_hold_no_solution() {
    let roots =
        |equation: &str| all_solutions(&mut formula(&[("x", -9.0, 9.0)], &[equation]), &SolverOptions::default());
    let found = roots("sqrt(x) - 1");
    assert_eq!((found.solutions.len(), found.solutions[0].proof), (1, Proof::Unique));
    assert!(found.solutions[0].region[0].contains(1.0));
    assert!(roots("sqrt(x) + 1").proves_none() && roots("ln(-4 - x^2)").proves_none());
    // At the end of its domain the zero is only found within tolerance.
    let found = roots("sqrt(x)");
    assert!(found.solutions.iter().any(|s| s.region[0].contains(0.0)));
    assert!(found.solutions.iter().all(|s| s.proof == Proof::WithinTolerance));
    // 1/x changes its sign without a zero.
    let found = roots("1/x");
    assert!(found.solutions.iter().all(|s| s.proof == Proof::WithinTolerance && s.region[0].magnitude() < 1e-5));
}

#[test]
fn more_equations_than_variables() {
    let equations = ["x^2 + y^2 - 2", "x - y", "x + y - 2"];
    let region = [("x", -3.0, 4.0), ("y", -3.0, 5.0)];
    // Nothing states that two equations suffice: isolated and precise, but not proved.
    let found = all_solutions(&mut formula(&region, &equations), &SolverOptions::default());
    assert_eq!(found.solutions.len(), 1);
    let solution = &found.solutions[0];
    assert!(solution.isolated && solution.proof == Proof::WithinTolerance);
    assert!(solution.region.iter().all(|side| side.contains(1.0) && side.width() < 1e-14));
    // The last two equations suffice.
    let sufficient = 0b110;
    let mut problem = With { formula: formula(&region, &equations), border: DomainBoundary::Passable, sufficient };
    let found = all_solutions(&mut problem, &SolverOptions::default());
    assert_eq!((found.solutions.len(), found.solutions[0].proof), (1, Proof::Unique));
    // If a third equation does not hold at the common zero of the others, there is no solution.
    let found =
        all_solutions(&mut formula(&region, &["x^2 + y^2 - 2", "x - y", "x + y - 2.001"]), &SolverOptions::default());
    assert!(found.proves_none());
}

#[test]
fn fewer_equations_than_variables() {
    // On the sphere of radius 2, the least z is −2: a single point, but the system has two more variables than
    // equations.
    let mut problem = formula(&[("x", -3.0, 3.0), ("y", -3.0, 3.0), ("z", -3.0, 3.0)], &["x^2 + y^2 + z^2 - 4"]);
    let options = SolverOptions {
        accept: 0.05,
        accept_objective: 1e-3,
        simultaneity: 1e-3,
        separation: 0.2,
        ..SolverOptions::default()
    };
    let found = minimize(&mut [&mut problem], &options);
    assert!(found.lower <= -2.0 && found.lower > -2.003, "{}", found.lower);
    assert!(found.upper >= -2.0 && found.upper < -1.99, "{}", found.upper);
    assert!(!found.solutions.is_empty() && found.solutions.iter().all(|s| s.proof != Proof::Unique));
}

/// A zero in a box with one side of zero width can be found, though not proved.
#[test]
fn a_variable_without_width() {
    let mut problem = formula(&[("x", 0.5, 0.5), ("y", 0.0, 2.0)], &["y^2 - x - 1/2", "0*x"]);
    let found = all_solutions(&mut problem, &SolverOptions::default());
    assert_eq!(found.solutions.len(), 1);
    assert!(found.solutions[0].region[1].contains(1.0) && found.lower <= 1.0);
}

#[test]
fn unbounded_regions_are_searched() {
    let everywhere = [("x", f64::NEG_INFINITY, f64::INFINITY)];
    let region: Vec<(&str, Interval)> =
        everywhere.iter().map(|&(name, a, b)| (name, Interval::new(a, b).unwrap())).collect();
    let mut problem = Formula::new(&region).equation(crate::parse("x^3 - 1000000")).build().unwrap();
    let found = all_solutions(&mut problem, &SolverOptions::default());
    assert_eq!((found.solutions.len(), found.solutions[0].proof), (1, Proof::Unique));
    assert!(found.solutions[0].region[0].contains(100.0));
}

#[test]
fn formulas_are_checked() {
    use tangency_interval::solve::FormulaError;
    let x = || crate::parse("x");
    assert_eq!(Formula::new(&[]).build().unwrap_err(), FormulaError::Variables(0));
    let error = Formula::new(&[("x", Interval::EMPTY)]).build().unwrap_err();
    assert_eq!(error.to_string(), "the range of the variable `x` is empty");
    assert!(matches!(Formula::new(&[("y", span(0.0, 1.0))]).equation(x()).build(), Err(FormulaError::Name(_))));
    let crowded = (0..17).fold(Formula::new(&[("x", span(0.0, 1.0))]), |builder, _| builder.equation(x()));
    assert_eq!(crowded.build().unwrap_err(), FormulaError::Equations(17));
}

#[test]
fn bisection_alone_proves_nothing_and_loses_nothing() {
    let mut problem = formula(&[("x", -3.0, 3.0), ("y", -3.0, 3.0)], &["x^2 + y^2 - 4", "y - x^2"]);
    let options =
        SolverOptions { newton: NewtonMethod::None, accept: 1e-4, accept_objective: 1e-4, ..SolverOptions::default() };
    let found = all_solutions(&mut problem, &options);
    let y = (17_f64.sqrt() - 1.0) / 2.0;
    for x in [-y.sqrt(), y.sqrt()] {
        let near = |s: &&tangency_interval::solve::Solution| (s.region[0].mid() - x).abs() < 1e-2;
        assert!(found.solutions.iter().find(near).is_some_and(|s| s.proof == Proof::WithinTolerance));
    }
    assert!(found.upper == f64::INFINITY && found.lower <= y);
}
