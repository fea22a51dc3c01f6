//! The laws of enclosure on random expressions over random boxes.
//!
//! References independent of the tested code: exact rational arithmetic for polynomials with their gradients and
//! second derivatives. References of known error: evaluation over a box of one point, which encloses the true value
//! to a few ulp per operation; symbolic derivatives over such a box. Invariants without reference: the mean value
//! theorem, decorations against samples, batches against single evaluations.

// Unwrapping is fine in tests.
#![allow(clippy::unwrap_used)]

mod random_expr;
mod rational;

use random_expr::{any, domain, point_in};
use tangency_interval::Interval;
use tangency_interval::expr::{Columns, Decoration, Expr, RangeColumns, Tape, TapeWorkspace};
use tangency_interval::laws::Random;

const VARIABLES: [&str; 3] = ["x", "y", "z"];

fn point_box(point: &[f64]) -> Vec<Interval> {
    point.iter().map(|&coordinate| Interval::from(coordinate)).collect()
}

/// Every other tape is interpreted, so that the laws are checked for both ways of evaluation.
fn every_other_interpreted(tape: Tape, i: usize) -> Tape {
    if i % 2 == 1 { tape.interpreted() } else { tape }
}

fn meets(a: Interval, b: Interval) -> bool {
    !a.disjoint(b)
}

#[test]
fn ranges_hold_every_value() {
    let mut random = Random::new(1);
    let mut work = TapeWorkspace::default();
    let (mut defined, mut undefined, mut bounded) = (0, 0, 0);
    for i in 0..4000 {
        let expression = any(&mut random, &VARIABLES, 1 + i % 30);
        let tape = every_other_interpreted(expression.compile(&VARIABLES).unwrap(), i);
        let sides = domain(&mut random, 3);
        let (range, decoration) = {
            let ranges = tape.ranges(&sides, &mut work);
            (ranges[0], ranges.decoration(0))
        };
        bounded += usize::from(range.lower().is_finite() && range.upper().is_finite());
        for _ in 0..8 {
            let point = point_in(&mut random, &sides);
            let there = tape.ranges(&point_box(&point), &mut work);
            // Isotonic: the range over a subbox lies in the range over the box, with a decoration at least as good.
            assert!(
                there[0].subset(range),
                "{expression} at {point:?}: {:?} not in {range:?} over {sides:?}",
                there[0]
            );
            assert!(there.decoration(0) >= decoration, "{expression} at {point:?}, over {sides:?}");
            if there.everywhere_defined(0) {
                assert!(!there[0].is_empty(), "{expression} at {point:?}");
                defined += 1;
            } else {
                undefined += 1;
                assert_eq!(decoration, Decoration::Partial);
            }
            let value = tape.values(&point, &mut work)[0];
            // Floating point agrees where it has a value. The tolerance is loose, because it guarantees nothing.
            if value.is_finite() && decoration >= Decoration::Continuous {
                let slack = 1e-6 * (1.0 + value.abs() + range.magnitude().min(1e300));
                assert!(range.lower() - slack <= value && value <= range.upper() + slack, "{expression} at {point:?}");
            }
        }
    }
    assert!(defined > 12_000 && undefined > 2_000 && bounded > 2_000, "{defined} {undefined} {bounded}");
}

#[test]
fn polynomials_agree_with_exact_rationals() {
    let mut random = Random::new(2);
    let mut work = TapeWorkspace::default();
    let mut nonlinear = 0;
    for i in 0..2500 {
        let program = rational::Program::random(&mut random, 3, 1 + i % 9);
        let expression = program.expression(&VARIABLES);
        let tape = every_other_interpreted(expression.compile(&VARIABLES).unwrap(), i);
        let sides = domain(&mut random, 3);
        for _ in 0..3 {
            let point = point_in(&mut random, &sides);
            let exact = program.jet(&point);
            for arguments in [point_box(&point), sides.clone()] {
                let hessians = tape.hessians(&arguments, &mut work);
                assert!(exact.value_in(hessians.range(0)), "{expression} at {point:?}");
                for a in 0..3 {
                    assert!(exact.slope_in(a, hessians.gradient(0)[a]), "{expression} by {a} at {point:?}");
                    for b in 0..3 {
                        let second = hessians.second(0, a, b);
                        assert!(exact.second_in(a, b, second), "{expression} by {a}, {b} at {point:?}: {second:?}");
                        nonlinear += usize::from(second != Interval::ZERO);
                    }
                }
                let gradients = tape.gradients(&arguments, &mut work);
                assert!((0..3).all(|a| exact.slope_in(a, gradients.gradient(0)[a])));
                assert!(exact.value_in(tape.ranges(&arguments, &mut work)[0]));
            }
            for (a, name) in VARIABLES.iter().enumerate() {
                let slope = expression.derivative(name).compile(&VARIABLES).unwrap();
                assert!(exact.slope_in(a, slope.ranges(&point_box(&point), &mut work)[0]), "{expression} by {name}");
            }
        }
    }
    assert!(nonlinear > 10_000, "{nonlinear}");
}

#[test]
fn extreme_arguments_are_enclosed() {
    let mut random = Random::new(12);
    let mut work = TapeWorkspace::default();
    let mut overflowed = 0;
    for i in 0..1200 {
        let program = rational::Program::random(&mut random, 3, 1 + i % 5);
        let tape = every_other_interpreted(program.expression(&VARIABLES).compile(&VARIABLES).unwrap(), i);
        let sides: Vec<Interval> = (0..3).map(|_| random.interval()).collect();
        let point: Vec<f64> = sides.iter().map(|&side| random.member(side)).collect();
        let exact = program.jet(&point);
        for arguments in [point_box(&point), sides] {
            let hessians = tape.hessians(&arguments, &mut work);
            overflowed += usize::from(!hessians.range(0).is_bounded());
            assert!(exact.value_in(hessians.range(0)), "{program:?} at {point:?} over {arguments:?}");
            for a in 0..3 {
                assert!(exact.slope_in(a, hessians.gradient(0)[a]), "{program:?} at {point:?} over {arguments:?}");
                assert!((0..3).all(|b| exact.second_in(a, b, hessians.second(0, a, b))), "{program:?} at {point:?}");
            }
        }
    }
    assert!(overflowed > 200, "{overflowed}");
}

#[test]
fn gradients_hold_symbolic_derivatives() {
    let mut random = Random::new(3);
    let mut work = TapeWorkspace::default();
    let (mut compared, mut sharp) = (0, 0);
    for i in 0..2000 {
        let expression = any(&mut random, &VARIABLES, 1 + i % 16);
        let tape = every_other_interpreted(expression.compile(&VARIABLES).unwrap(), i);
        let slopes: Vec<Expr> = VARIABLES.iter().map(|name| expression.derivative(name)).collect();
        let slopes = Tape::new(&slopes, &VARIABLES).unwrap();
        let sides = domain(&mut random, 3);
        let gradient = tape.gradients(&sides, &mut work).gradient(0).to_vec();
        for _ in 0..4 {
            let point = point_in(&mut random, &sides);
            if tape.ranges(&point_box(&point), &mut work).decoration(0) != Decoration::Smooth {
                continue;
            }
            let ranges = slopes.ranges(&point_box(&point), &mut work);
            for a in 0..3 {
                let symbolic = ranges[a];
                assert!(
                    meets(symbolic, gradient[a]),
                    "{expression} by {a} at {point:?}: {symbolic:?} {:?}",
                    gradient[a]
                );
                compared += 1;
                sharp += usize::from(symbolic.width() <= 1e-9 * symbolic.magnitude().max(1e-3));
            }
        }
    }
    assert!(compared > 8_000 && sharp * 10 > compared * 9, "{sharp} of {compared}");
}

#[test]
fn hessians_hold_symbolic_second_derivatives() {
    let mut random = Random::new(4);
    let mut work = TapeWorkspace::default();
    let (mut compared, mut curved) = (0, 0);
    for i in 0..700 {
        let expression = any(&mut random, &VARIABLES, 1 + i % 12);
        let tape = every_other_interpreted(expression.compile(&VARIABLES).unwrap(), i);
        let pairs = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];
        let seconds = pairs.map(|(a, b)| expression.derivative(VARIABLES[a]).derivative(VARIABLES[b]));
        let seconds = Tape::new(&seconds, &VARIABLES).unwrap();
        let sides = domain(&mut random, 3);
        for _ in 0..4 {
            let point = point_in(&mut random, &sides);
            if tape.ranges(&point_box(&point), &mut work).decoration(0) != Decoration::Smooth {
                continue;
            }
            let symbolic = seconds.ranges(&point_box(&point), &mut work).as_slice().to_vec();
            let hessians = tape.hessians(&sides, &mut work);
            for (k, (a, b)) in pairs.into_iter().enumerate() {
                let second = hessians.second(0, a, b);
                assert!(meets(symbolic[k], second), "{expression} at {point:?}: {:?} {second:?}", symbolic[k]);
                assert_eq!(second, hessians.second(0, b, a));
                compared += 1;
                curved += usize::from(!symbolic[k].contains(0.0));
            }
        }
    }
    assert!(compared > 6_000 && curved > 600, "{curved} of {compared}");
}

#[test]
fn gradients_obey_the_mean_value_theorem() {
    let mut random = Random::new(5);
    let mut work = TapeWorkspace::default();
    let (mut compared, mut kinked) = (0, 0);
    for i in 0..16_000 {
        let expression = any(&mut random, &VARIABLES, 1 + i % 20);
        let tape = every_other_interpreted(expression.compile(&VARIABLES).unwrap(), i);
        let sides = domain(&mut random, 3);
        let gradients = tape.gradients(&sides, &mut work);
        let (gradient, decoration) = (gradients.gradient(0).to_vec(), gradients.decoration(0));
        if decoration < Decoration::Continuous {
            continue;
        }
        kinked += usize::from(decoration == Decoration::Continuous);
        for _ in 0..4 {
            let (from, to) = (point_in(&mut random, &sides), point_in(&mut random, &sides));
            let start = tape.ranges(&point_box(&from), &mut work)[0];
            let end = tape.ranges(&point_box(&to), &mut work)[0];
            let step = |a: usize| Interval::from(to[a]) - Interval::from(from[a]);
            let predicted = (0..3).fold(start, |sum, a| sum + gradient[a] * step(a));
            assert!(meets(predicted, end), "{expression} from {from:?} to {to:?}: {predicted:?} {end:?}");
            compared += 1;
        }
    }
    assert!(compared > 6_000 && kinked > 300, "{compared} {kinked}");
}

#[test]
fn central_differences_agree() {
    let mut random = Random::new(6);
    let mut work = TapeWorkspace::default();
    let mut compared = 0;
    for i in 0..1500 {
        let expression = any(&mut random, &VARIABLES, 1 + i % 10);
        let tape = every_other_interpreted(expression.compile(&VARIABLES).unwrap(), i);
        let centre: Vec<f64> = (0..3).map(|_| random.between(-2.0, 2.0)).collect();
        let step = 1e-5;
        let around: Vec<Interval> = centre.iter().map(|&c| Interval::between(c - step, c + step)).collect();
        let gradients = tape.gradients(&around, &mut work);
        if gradients.decoration(0) != Decoration::Smooth {
            continue;
        }
        let (gradient, range) = (gradients.gradient(0).to_vec(), gradients.range(0));
        for a in 0..3 {
            let at = |offset: f64, work: &mut TapeWorkspace| {
                let mut point = centre.clone();
                point[a] += offset;
                tape.values(&point, work)[0]
            };
            let difference = (at(step, &mut work) - at(-step, &mut work)) / (2.0 * step);
            // The rounding error of the two values, divided by their distance.
            let slack = 1e-9 * (1.0 + range.magnitude());
            if slack.is_finite() && slack < 1e3 {
                let near = Interval::between(difference - slack, difference + slack);
                assert!(meets(near, gradient[a]), "{expression} by {a} at {centre:?}: {difference} {:?}", gradient[a]);
                compared += 1;
            }
        }
    }
    assert!(compared > 2_000, "{compared}");
}

#[test]
fn many_at_once_give_the_same_bits() {
    let mut random = Random::new(7);
    let mut work = TapeWorkspace::default();
    let (mut values, mut ranges) = (Columns::default(), RangeColumns::default());
    for i in 0..200 {
        let outputs: Vec<Expr> = (0..1 + i % 3).map(|_| any(&mut random, &VARIABLES, 1 + i % 25)).collect();
        let tape = every_other_interpreted(Tape::new(&outputs, &VARIABLES).unwrap(), i);
        let boxes: Vec<Vec<Interval>> = (0..i % 40).map(|_| domain(&mut random, 3)).collect();
        let points: Vec<Vec<f64>> = boxes.iter().map(|sides| point_in(&mut random, sides)).collect();
        let column = |a: usize| boxes.iter().map(|sides| sides[a]).collect::<Vec<_>>();
        let sides = [column(0), column(1), column(2)];
        tape.ranges_of_many(&sides.each_ref().map(Vec::as_slice), &mut work, &mut ranges);
        let column = |a: usize| points.iter().map(|point| point[a]).collect::<Vec<_>>();
        let coordinates = [column(0), column(1), column(2)];
        tape.values_of_many(&coordinates.each_ref().map(Vec::as_slice), &mut work, &mut values);
        assert_eq!((ranges.length(), values.length()), (boxes.len(), boxes.len()));
        for (lane, (sides, point)) in boxes.iter().zip(&points).enumerate() {
            for output in 0..outputs.len() {
                let single = tape.ranges(sides, &mut work);
                assert_eq!(ranges.ranges(output)[lane], single[output]);
                assert_eq!(ranges.decorations(output)[lane], single.decoration(output));
                let value = tape.values(point, &mut work)[output];
                assert_eq!(values.column(output)[lane].to_bits(), value.to_bits());
            }
        }
    }
}

#[test]
fn decorations_say_where_a_function_lives() {
    use Decoration::{Continuous, Defined, Partial, Smooth};
    let mut work = TapeWorkspace::default();
    for (text, lower, upper, expected) in [
        ("sqrt(x)", 1.0, 2.0, Smooth),
        ("sqrt(x)", 0.0, 2.0, Continuous),
        ("sqrt(x)", -1e-300, 2.0, Partial),
        ("sqrt(x)", -2.0, -1.0, Partial),
        ("ln(x)", 1e-300, 2.0, Smooth),
        ("ln(x)", 0.0, 2.0, Partial),
        ("1/x", 1.0, 2.0, Smooth),
        ("1/x", 0.0, 2.0, Partial),
        ("1/x", -1.0, 2.0, Partial),
        ("x^-3", -1.0, 2.0, Partial),
        ("x^3", -1.0, 2.0, Smooth),
        ("abs(x)", -1.0, 2.0, Continuous),
        ("abs(x)", 1.0, 2.0, Smooth),
        ("sign(x)", -1.0, 2.0, Defined),
        ("asin(x)", -0.5, 0.5, Smooth),
        ("acos(x)", -0.5, 1.0, Continuous),
        ("asin(x)", 0.5, 1.5, Partial),
        ("tan(x)", -1.5, 1.5, Smooth),
        ("tan(x)", 1.5, 1.6, Partial),
        ("min(x, 1)", -1.0, 0.5, Smooth),
        ("max(x, 1)", -1.0, 1.5, Continuous),
        ("atan2(x, 1)", -1.0, 1.0, Smooth),
        ("atan2(1, x)", -1.0, 1.0, Smooth),
        ("atan2(x, -1)", -1.0, 1.0, Defined),
        ("atan2(x, -1)", 0.0, 1.0, Continuous),
        ("atan2(x, x)", -1.0, 1.0, Partial),
        ("sqrt(-1) * 0 + x", 0.0, 1.0, Partial),
        ("0 * (1/x)", -1.0, 1.0, Partial),
        ("(1/x)^0", -1.0, 1.0, Partial),
        ("1/x - 1/x", -1.0, 1.0, Partial),
        ("sqrt(x)^2", -1.0, 1.0, Partial),
        ("sqrt(x^2)", -1.0, 1.0, Continuous),
        ("x / x", -1.0, 1.0, Partial),
        ("1/(1/x)", -1.0, 1.0, Partial),
        ("exp(ln(x))", -1.0, 1.0, Partial),
        ("ln(exp(x))", -1.0, 1.0, Smooth),
    ] {
        let tape = Expr::parse(text).unwrap().compile(&["x"]).unwrap();
        for tape in [tape.clone(), tape.interpreted()] {
            let side = [Interval::new(lower, upper).unwrap()];
            assert_eq!(tape.ranges(&side, &mut work).decoration(0), expected, "{text} over {side:?}");
            assert_eq!(tape.gradients(&side, &mut work).decoration(0), expected, "{text} over {side:?}");
            assert_eq!(tape.hessians(&side, &mut work).decoration(0), expected, "{text} over {side:?}");
            let mut many = RangeColumns::default();
            tape.ranges_of_many(&[&side], &mut work, &mut many);
            assert_eq!(many.decorations(0), [expected]);
        }
    }
    let tape = Expr::parse("x + 1").unwrap().compile(&["x"]).unwrap();
    let nothing = tape.ranges(&[Interval::EMPTY], &mut work);
    assert!(nothing[0].is_empty() && nothing.decoration(0) == Partial);
    // Each output has its own decoration, also beyond the 64th.
    let outputs: Vec<Expr> = (0..70).map(|i| if i % 2 == 0 { "x + 1" } else { "sqrt(x)" }.parse().unwrap()).collect();
    let tape = Tape::new(&outputs, &["x"]).unwrap();
    let ranges = tape.ranges(&[Interval::new(-1.0, 1.0).unwrap()], &mut work);
    assert_eq!((ranges.decoration(0), ranges.decoration(1), ranges.decoration(69)), (Smooth, Partial, Partial));
}

#[test]
fn not_a_number_may_be_anything() {
    let unknown = Expr::number(f64::NAN) * Expr::number(f64::INFINITY) - Expr::number(f64::NAN);
    let mut work = TapeWorkspace::default();
    assert_eq!(unknown.compile(&[]).unwrap().ranges(&[], &mut work)[0], Interval::ENTIRE);
    assert!(unknown.compile(&[]).unwrap().values(&[], &mut work)[0].is_nan());
}

#[test]
fn vertical_tangents_leave_the_other_slopes_alone() {
    let mut work = TapeWorkspace::default();
    for (text, at) in [("sqrt(x) + y", 0.0), ("asin(x) + y", 1.0), ("acos(x) + y", 1.0), ("acos(x) + y", -1.0)] {
        let tape = Expr::parse(text).unwrap().compile(&["x", "y"]).unwrap();
        for x in [Interval::from(at), Interval::between(at, 0.5)] {
            let sides = [x, Interval::between(1.0, 2.0)];
            let gradients = tape.gradients(&sides, &mut work);
            assert_eq!(gradients.decoration(0), Decoration::Continuous, "{text} over {sides:?}");
            assert!(gradients.gradient(0).iter().all(|slope| !slope.is_empty()), "{text} over {sides:?}");
            assert!(gradients.gradient(0)[1].contains(1.0), "{text} over {sides:?}");
            assert!(!tape.hessians(&sides, &mut work).second(0, 0, 1).is_empty());
        }
    }
}
