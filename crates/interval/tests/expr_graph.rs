//! Simplification, sharing, differentiation and size of expressions. References: hand-derived forms, and functions
//! with closed forms.

// Unwrapping is fine in tests.
#![allow(clippy::unwrap_used)]

mod random_expr;

use tangency_interval::Interval;
use tangency_interval::expr::{Expr, Tape, TapeWorkspace};
use tangency_interval::laws::Random;

fn parse(text: &str) -> Expr {
    Expr::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

#[test]
fn building_simplifies() {
    for (text, simple) in [
        ("x + 0", "x"),
        ("0 + x", "x"),
        ("x - 0", "x"),
        ("0 - x", "-x"),
        ("x * 1", "x"),
        ("x / 1", "x"),
        ("x * 0", "0"),
        ("x - x", "0"),
        ("x + x", "2 * x"),
        ("--x", "x"),
        ("x * x", "x^2"),
        ("x * x * x", "x^3"),
        ("x^2 * x^3", "x^5"),
        ("(x^2)^3", "x^6"),
        ("x^0", "1"),
        ("x^1", "x"),
        ("x^-1", "1 / x"),
        ("(-x)^2", "x^2"),
        ("(-x)^3", "-x^3"),
        ("(-x) * y", "-(x * y)"),
        ("(-x) * (-y)", "x * y"),
        ("x + -y", "x - y"),
        ("x - -y", "x + y"),
        ("-(x - y)", "y - x"),
        ("2 * (3 * x)", "6 * x"),
        ("2 * x * 4 * y", "8 * (x * y)"),
        ("x + 1 + 2", "x + 3"),
        ("x / 4", "0.25 * x"),
        ("abs(-x)", "abs(x)"),
        ("sqrt(x^2)", "abs(x)"),
        ("cos(-x)", "cos(x)"),
        ("sin(-x)", "-sin(x)"),
        ("cos(0) + exp(0) + sqrt(9) + 2^10", "1029"),
        ("min(x, x)", "x"),
        ("min(2, 3) + max(2, 3)", "5"),
        // Not simplified: rules that would need rounding, or would change the domain.
        ("0.1 + 0.2", "0.1 + 0.2"),
        ("x / 3", "x / 3"),
        ("1 / 3", "1 / 3"),
        ("x / x", "x / x"),
        ("0 * ln(x)", "0 * ln(x)"),
        ("1/x - 1/x", "1 / x - 1 / x"),
        ("sqrt(x)^2", "sqrt(x)^2"),
        ("exp(ln(x))", "exp(ln(x))"),
        ("(x^-2)^-2", "(x^-2)^-2"),
    ] {
        assert_eq!(parse(text).to_string(), simple, "{text}");
    }
}

#[test]
fn operators_take_numbers_and_references() {
    let (x, y) = (Expr::variable("x"), Expr::variable("y"));
    let e = 2.0 * &x + &y * 3.0 - (1.0 / &x) / y.clone() + (&x - 1.0) * (4.0 - x.clone());
    assert_eq!(e, parse("2*x + 3*y - (1/x)/y + (x - 1)*(4 - x)"));
    let total: Expr = [x.clone(), y.clone(), 1.0.into()].into_iter().sum();
    assert_eq!(total, parse("x + y + 1"));
    assert_eq!(x.min(0.5).max(&y).atan2(2.0), parse("atan2(max(min(x, 0.5), y), 2)"));
}

#[test]
fn variables_and_counts() {
    let e = parse("v * sin(u) + v * sin(u) * cos(u)");
    let names: Vec<String> = e.variables().iter().map(ToString::to_string).collect();
    assert_eq!(names, ["u", "v"]);
    assert_eq!(e.node_count(), 7);
}

#[test]
fn substitution_replaces_all_at_once() {
    let e = parse("x^2 + sin(x * y)");
    assert_eq!(e.substitute("x", &parse("t + 1")), parse("(t + 1)^2 + sin((t + 1) * y)"));
    let swapped = e.substitute_all(&[("x", &parse("y")), ("y", &parse("x"))]);
    assert_eq!(swapped, parse("y^2 + sin(y * x)"));
    assert_eq!(e.substitute("y", &0.0.into()), parse("x^2"));
    assert_eq!(e.substitute("q", &0.0.into()), e);
}

#[test]
fn derivatives_of_any_order_have_closed_forms() {
    // The n-th derivative of exp(2x) is 2ⁿ exp(2x), of x²⁰ it is 20!/(20−n)! x^(20−n), of 1/x it is (−1)ⁿ n! /
    // x^(n+1).
    let (mut exponential, mut power, mut reciprocal) = (parse("exp(2*x)"), parse("x^20"), parse("1/x"));
    let (x, mut work) = (Interval::from(1.5), TapeWorkspace::default());
    let (mut falling, mut factorial) = (1.0, 1.0);
    for n in 1..=20 {
        (exponential, power, reciprocal) =
            (exponential.derivative("x"), power.derivative("x"), reciprocal.derivative("x"));
        falling *= f64::from(21 - n);
        factorial *= -f64::from(n);
        let tape = Tape::new(&[exponential.clone(), power.clone(), reciprocal.clone()], &["x"]).unwrap();
        let ranges = tape.ranges(&[x], &mut work);
        let expected =
            [3.0_f64.exp() * 2.0_f64.powi(n), falling * 1.5_f64.powi(20 - n), factorial / 1.5_f64.powi(n + 1)];
        for (k, expected) in expected.into_iter().enumerate() {
            let near = Interval::between(expected * (1.0 - 1e-13), expected * (1.0 + 1e-13));
            assert!(!near.disjoint(ranges[k]) && ranges[k].width() < 1e-9 * expected.abs(), "{n} {k} {:?}", ranges[k]);
        }
    }
    assert_eq!(power, Expr::number(2_432_902_008_176_640_000.0));
    assert_eq!(power.derivative("x"), Expr::number(0.0));
    assert!(parse("sin(x)*exp(x*y)/sqrt(1+x^2)").derivative("z") == Expr::number(0.0));
}

#[test]
fn high_orders_stay_small() {
    let mut e = parse("sin(x) * exp(cos(x)) / (2 + sin(x))");
    let mut counts = vec![e.node_count()];
    for _ in 0..6 {
        e = e.derivative("x");
        counts.push(e.node_count());
    }
    // Each order costs a factor of about three; without sharing the expression tree would grow much faster.
    assert!(counts[6] < 30_000, "{counts:?}");
}

#[test]
fn registers_are_reused() {
    // Besides constants and variables, a sum of a hundred products needs at most one register per instruction of a
    // scheduling window.
    let text: Vec<String> = (0..100).map(|i| format!("sin({i}.5 * x) * cos({i}.25 * y)")).collect();
    let tape = parse(&text.join(" + ")).compile(&["x", "y"]).unwrap();
    assert!(tape.instruction_count() >= 490, "{}", tape.instruction_count());
    assert!(tape.slot_count() <= 200 + 2 + 32, "{}", tape.slot_count());
}

#[test]
fn shared_parts_are_computed_once() {
    let tape =
        Tape::new(&[parse("sin(u) * cos(v)"), parse("cos(v) * sin(u)"), parse("sin(u) + 1")], &["u", "v"]).unwrap();
    assert_eq!(tape.instruction_count(), 4);
    // Constant subexpressions are folded into one enclosure.
    let tape = parse("x * sin(pi / 7) * (0.1 + 0.2)").compile(&["x"]).unwrap();
    assert_eq!(tape.instruction_count(), 2);
}

#[test]
fn folding_by_the_tape_encloses() {
    let mut work = TapeWorkspace::default();
    // sin(π/6) = 1/2 and 0.1 + 0.2 as real numbers.
    let range = parse("sin(pi / 6) - 1/2").compile(&[]).unwrap().ranges(&[], &mut work)[0];
    assert!(range.contains(0.0) && range.width() < 1e-15);
}

#[test]
fn a_hundred_thousand_deep() {
    // Any recursion over the depth would overflow a stack of 128 kB.
    let work = || {
        let x = Expr::variable("x");
        let mut e = x.clone();
        for i in 0..50_000 {
            e = (e + f64::from(i) * 0.1).sin();
        }
        assert!(e.node_count() > 100_000);
        let slope = e.derivative("x");
        let tape = Tape::new(&[e.clone(), slope], &["x"]).unwrap();
        assert!(tape.instruction_count() > 199_000);
        let mut work = TapeWorkspace::default();
        let side = [Interval::new(0.25, 0.5).unwrap()];
        assert!(tape.ranges(&side, &mut work).everywhere_defined(0));
        assert!(tape.gradients(&side, &mut work).everywhere_defined(0));
        assert!(tape.hessians(&side, &mut work).decoration(1) > tangency_interval::expr::Decoration::Partial);
        let replaced = e.substitute("x", &Expr::variable("y"));
        assert!(replaced != e);
        let text = e.to_string();
        assert!(Expr::parse(&text).map_or_else(|error| error.message().contains("bytes"), |back| back == e));
        let balanced = (0..17).fold(x, |e, _| (&e + 1.0).sin() * (&e - 1.0).cos());
        drop((e, replaced, balanced));
    };
    std::thread::Builder::new().stack_size(128 << 10).spawn(work).unwrap().join().unwrap();
}

#[test]
fn simplification_keeps_values() {
    // The same random expression with a variable h in place of some of the x, so that the rules cannot use that both
    // are equal. The tape is then evaluated at h = x.
    let mut random = Random::new(9);
    let mut work = TapeWorkspace::default();
    let mut compared = 0;
    for i in 0..1500 {
        let mut copy = random.clone();
        let plain = random_expr::any(&mut random, &["x", "y", "x"], 1 + i % 12);
        let hidden = random_expr::any(&mut copy, &["x", "y", "h"], 1 + i % 12);
        let tape = Tape::new(&[plain.clone(), hidden], &["x", "y", "h"]).unwrap();
        let point = [random.between(-2.0, 2.0), random.between(-2.0, 2.0)];
        let arguments = [point[0], point[1], point[0]].map(Interval::from);
        let ranges = tape.ranges(&arguments, &mut work);
        assert_eq!(ranges.everywhere_defined(0), ranges.everywhere_defined(1), "{plain} at {point:?}");
        if ranges.everywhere_defined(0) {
            assert!(!ranges[0].disjoint(ranges[1]), "{plain} at {point:?}: {:?} {:?}", ranges[0], ranges[1]);
            compared += 1;
        }
    }
    assert!(compared > 700, "{compared}");
}
