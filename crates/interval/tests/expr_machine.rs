//! Tapes as machine code.
//!
//! References independent of the tested code: exact rational arithmetic for polynomials; closed forms of boundary
//! cases. Reference of known error: the interpreter, whose arithmetic has tests of its own. Invariants without
//! reference: the rounding mode is the caller's afterwards; threads agree.
#![cfg(all(target_arch = "x86_64", unix))]
// Unwrapping is fine in tests.
#![allow(clippy::unwrap_used)]

mod random_expr;
mod rational;

use random_expr::{any, domain, point_in};
use std::hint::black_box;
use tangency_interval::Interval;
use tangency_interval::expr::{Decoration, Expr, Tape, TapeWorkspace};
use tangency_interval::laws::Random;

const VARIABLES: [&str; 3] = ["x", "y", "z"];

/// Whether the processor runs the machine code. Without it these tests compare the interpreter with itself.
fn has_machine_code() -> bool {
    std::arch::is_x86_feature_detected!("avx")
}

fn tape(text: &str) -> Tape {
    Expr::parse(text).unwrap().compile(&VARIABLES).unwrap()
}

fn side(lower: f64, upper: f64) -> Interval {
    Interval::new(lower, upper).unwrap()
}

#[test]
fn tapes_are_compiled_unless_told_otherwise() {
    let compiled = tape("x + y * z");
    assert_eq!(compiled.is_compiled(), has_machine_code());
    assert!(!compiled.clone().interpreted().is_compiled());
    assert_eq!(compiled.is_compiled(), has_machine_code());
}

#[test]
fn random_expressions_agree_with_the_interpreter() {
    let mut random = Random::new(21);
    let (mut work, mut other) = (TapeWorkspace::default(), TapeWorkspace::default());
    let (mut compared, mut subsets, mut tighter, mut empty, mut partial) = (0, 0, 0, 0, 0);
    for i in 0..6000 {
        let outputs: Vec<Expr> = (0..1 + i % 3).map(|_| any(&mut random, &VARIABLES, 1 + i % 40)).collect();
        let compiled = Tape::new(&outputs, &VARIABLES).unwrap();
        let interpreted = compiled.clone().interpreted();
        for _ in 0..4 {
            let sides = if i % 4 == 0 { (0..3).map(|_| random.interval()).collect() } else { domain(&mut random, 3) };
            let ours = compiled.ranges(&sides, &mut work);
            let theirs = interpreted.ranges(&sides, &mut other);
            for (output, expression) in outputs.iter().enumerate() {
                let (a, b) = (ours[output], theirs[output]);
                compared += 1;
                subsets += usize::from(a.subset(b));
                tighter += usize::from(a.subset(b) && a != b);
                empty += usize::from(a.is_empty());
                partial += usize::from(ours.decoration(output) == Decoration::Partial);
                // Both enclose the same values, and are empty only where there is none.
                assert_eq!(a.is_empty(), b.is_empty(), "{expression} over {sides:?}: {a:?} {b:?}");
                assert!(a.is_empty() || !a.disjoint(b), "{expression} over {sides:?}: {a:?} {b:?}");
            }
            // The true value at a point, enclosed by the interpreter, meets the range over the box.
            if sides.iter().all(|side| side.is_bounded()) {
                let point: Vec<Interval> = point_in(&mut random, &sides).into_iter().map(Interval::from).collect();
                let there = interpreted.ranges(&point, &mut other);
                for (output, expression) in outputs.iter().enumerate() {
                    let value = there[output];
                    assert!(
                        value.is_empty() || !value.disjoint(ours[output]),
                        "{expression} at {point:?} over {sides:?}: {value:?} {:?}",
                        ours[output]
                    );
                }
            }
        }
    }
    assert!(subsets * 1000 >= compared * 999, "{subsets} of {compared} at least as tight");
    assert!(
        tighter > 3_000 && compared - empty > 20_000 && empty > 5_000 && partial > 5_000,
        "{compared} {tighter} {empty} {partial}"
    );
}

/// Ranges, gradients and second derivatives in one list.
fn derivatives(tape: &Tape, sides: &[Interval], work: &mut TapeWorkspace) -> [Vec<Interval>; 2] {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for output in 0..tape.output_count() {
        let gradients = tape.gradients(sides, work);
        first.push(gradients.range(output));
        first.extend(gradients.gradient(output));
        let hessians = tape.hessians(sides, work);
        second.push(hessians.range(output));
        second.extend(hessians.gradient(output));
        second.extend((0..3).flat_map(|i| (i..3).map(move |j| hessians.second(output, i, j))));
    }
    [first, second]
}

#[test]
fn derivatives_agree_with_the_interpreter() {
    let mut random = Random::new(26);
    let (mut work, mut other) = (TapeWorkspace::default(), TapeWorkspace::default());
    let (mut compared, mut subsets, mut tighter) = (0, 0, 0);
    for i in 0..3000 {
        let outputs: Vec<Expr> = (0..1 + i % 2).map(|_| any(&mut random, &VARIABLES, 1 + i % 20)).collect();
        let compiled = Tape::new(&outputs, &VARIABLES).unwrap();
        let interpreted = compiled.clone().interpreted();
        let sides = if i % 4 == 0 { (0..3).map(|_| random.interval()).collect() } else { domain(&mut random, 3) };
        let ours = derivatives(&compiled, &sides, &mut work);
        let theirs = derivatives(&interpreted, &sides, &mut other);
        let decorations = |tape: &Tape, work: &mut TapeWorkspace| {
            let of = |output: usize, work: &mut TapeWorkspace| {
                let decorations =
                    [tape.ranges(&sides, work).decoration(output), tape.gradients(&sides, work).decoration(output)];
                assert_eq!(
                    decorations,
                    [tape.hessians(&sides, work).decoration(output); 2],
                    "{} over {sides:?}",
                    outputs[output]
                );
            };
            (0..outputs.len()).for_each(|output| of(output, work));
        };
        decorations(&compiled, &mut work);
        decorations(&interpreted, &mut other);
        for (a, b) in ours.iter().flatten().zip(theirs.iter().flatten()) {
            // Derivatives at points where there is no value mean nothing, so either may be empty.
            if a.is_empty() || b.is_empty() {
                continue;
            }
            compared += 1;
            subsets += usize::from(a.subset(*b));
            tighter += usize::from(a.subset(*b) && a != b);
            assert!(!a.disjoint(*b), "{outputs:?} over {sides:?}: {a:?} {b:?}");
        }
        // The range is the same, whatever is computed with it.
        let ranges = compiled.ranges(&sides, &mut work).as_slice().to_vec();
        for (output, range) in ranges.into_iter().enumerate() {
            assert_eq!(ours[0][output * 4], range, "{} over {sides:?}", outputs[output]);
            assert_eq!(ours[1][output * 10], range, "{} over {sides:?}", outputs[output]);
            assert_eq!(ours[0][output * 4 + 1..][..3], ours[1][output * 10 + 1..][..3], "{}", outputs[output]);
        }
    }
    assert!(subsets * 100 >= compared * 99, "{subsets} of {compared} at least as tight");
    assert!(compared > 20_000 && tighter > 3_000, "{compared} {tighter}");
}

#[test]
fn polynomials_hold_exact_rationals() {
    let mut random = Random::new(22);
    let mut work = TapeWorkspace::default();
    let mut unbounded = 0;
    for i in 0..5000 {
        let program = rational::Program::random(&mut random, 3, 1 + i % 9);
        let tape = program.expression(&VARIABLES).compile(&VARIABLES).unwrap();
        let sides: Vec<Interval> =
            if i % 2 == 0 { (0..3).map(|_| random.interval()).collect() } else { domain(&mut random, 3) };
        let point: Vec<f64> = sides.iter().map(|&side| random.member(side)).collect();
        let exact = program.jet(&point);
        for arguments in [point.iter().map(|&x| Interval::from(x)).collect(), sides] {
            let ranges = tape.ranges(&arguments, &mut work);
            unbounded += usize::from(!ranges[0].is_bounded());
            assert!(exact.value_in(ranges[0]), "{program:?} at {point:?} over {arguments:?}: {:?}", ranges[0]);
            let hessians = tape.hessians(&arguments, &mut work);
            for a in 0..3 {
                assert!(exact.slope_in(a, hessians.gradient(0)[a]), "{program:?} at {point:?} over {arguments:?}");
                assert!((0..3).all(|b| exact.second_in(a, b, hessians.second(0, a, b))), "{program:?} at {point:?}");
            }
        }
    }
    assert!(unbounded > 500, "{unbounded}");
}

#[test]
fn single_operations_are_the_tightest() {
    let mut random = Random::new(23);
    let mut work = TapeWorkspace::default();
    let texts =
        ["x + y", "x - y", "x * y", "x / y", "x^2", "sqrt(x)", "abs(x)", "min(x, y)", "max(x, y)", "-x", "x^3", "x^4"];
    for text in texts {
        let compiled = tape(text);
        let interpreted = compiled.clone().interpreted();
        let mut other = TapeWorkspace::default();
        for _ in 0..20_000 {
            let sides = [random.interval(), random.interval(), Interval::ZERO];
            let (ours, theirs) = (compiled.ranges(&sides, &mut work), interpreted.ranges(&sides, &mut other));
            let (a, b) = (ours[0], theirs[0]);
            assert!(a.subset(b) && a.is_empty() == b.is_empty(), "{text} over {sides:?}: {a:?} {b:?}");
            assert_eq!(ours.decoration(0), theirs.decoration(0), "{text} over {sides:?}");
            // The interpreter is at most one step wider on either side.
            if !a.is_empty() {
                let outward = |end: f64, outside: f64, step: fn(f64) -> f64| outside == end || outside == step(end);
                assert!(outward(a.lower(), b.lower(), f64::next_down), "{text} over {sides:?}: {a:?} {b:?}");
                assert!(outward(a.upper(), b.upper(), f64::next_up), "{text} over {sides:?}: {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn boundary_cases_have_closed_forms() {
    let mut work = TapeWorkspace::default();
    let (infinity, tiny, huge) = (f64::INFINITY, f64::from_bits(1), f64::MAX);
    let entire = Interval::ENTIRE;
    let point = |value: f64| Interval::from(value);
    for (text, x, y, expected) in [
        ("x * y", point(0.0), entire, Interval::ZERO),
        ("x * y", side(0.0, infinity), point(0.0), Interval::ZERO),
        ("x * y", side(0.0, 1.0), side(2.0, infinity), side(0.0, infinity)),
        ("x * y", side(-1.0, 0.0), side(2.0, infinity), side(-infinity, 0.0)),
        ("x * y", point(tiny), point(tiny), side(0.0, tiny)),
        ("x * y", point(tiny), point(-0.5), side(-tiny, 0.0)),
        ("x * y", point(huge), point(2.0), side(huge, infinity)),
        ("x + y", point(-huge), point(-huge), side(-infinity, -huge)),
        ("x + y", point(1.0), point(1e-30), side(1.0, 1.0 + f64::EPSILON)),
        ("x - y", entire, entire, entire),
        ("x / y", point(1.0), side(0.0, 2.0), side(0.5_f64.next_down(), infinity)),
        ("x / y", point(1.0), side(-1.0, 1.0), entire),
        ("x / y", point(1.0), point(0.0), Interval::EMPTY),
        ("x / y", point(-1.0), side(2.0, infinity), side(-0.5, 0.0)),
        ("x / y", side(1.0, infinity), side(-4.0, -2.0), side(-infinity, -0.25)),
        ("x / 4", side(-1.0, 8.0), entire, side(-0.25, 2.0)),
        ("x / (0-4)", side(-1.0, 8.0), entire, side(-2.0, 0.25)),
        ("x * 4", side(-1.0, infinity), entire, side(-4.0, infinity)),
        ("x * (0-4)", side(-1.0, infinity), entire, side(-infinity, 4.0)),
        ("x^2", side(-3.0, 2.0), entire, side(0.0, 9.0)),
        ("x^2", side(-3.0, -2.0), entire, side(4.0, 9.0)),
        ("x^2", point(tiny), entire, side(0.0, tiny)),
        ("x^2", side(huge, infinity), entire, side(huge, infinity)),
        ("sqrt(x)", side(4.0, 9.0), entire, side(2.0, 3.0)),
        ("sqrt(x)", side(-4.0, 9.0), entire, side(0.0, 3.0)),
        ("sqrt(x)", side(-4.0, -1.0), entire, Interval::EMPTY),
        ("sqrt(x)", side(0.0, infinity), entire, side(0.0, infinity)),
        ("sqrt(x)", point(2.0), entire, side(f64::sqrt(2.0).next_down(), f64::sqrt(2.0))),
        ("sqrt(x)", point(tiny * 4.0), entire, point(2_f64.powi(-536))),
        ("abs(x)", side(-3.0, 2.0), entire, side(0.0, 3.0)),
        ("abs(x)", side(-infinity, -1.0), entire, side(1.0, infinity)),
        ("min(x, y)", side(-1.0, 4.0), side(0.0, 1.0), side(-1.0, 1.0)),
        ("max(x, y)", side(-1.0, 4.0), side(0.0, infinity), side(0.0, infinity)),
        ("max(x, sqrt(y))", side(-1.0, 4.0), side(-2.0, -1.0), Interval::EMPTY),
        ("x^3", side(-2.0, 3.0), entire, side(-8.0, 27.0)),
        ("sign(x)", side(-2.0, 0.0), entire, side(-1.0, 0.0)),
        ("y", side(-2.0, 0.0), side(1.0, 2.0), side(1.0, 2.0)),
        ("7", entire, entire, point(7.0)),
        ("x", Interval::EMPTY, entire, Interval::EMPTY),
    ] {
        let compiled = tape(text);
        let range = compiled.ranges(&[x, y, Interval::ZERO], &mut work)[0];
        assert_eq!(range, expected, "{text} of {x:?}, {y:?}");
    }
}

#[test]
fn the_rounding_mode_is_restored() {
    // Rounded to nearest, the sums are 1 and -1; rounded upward or downward, one of them is not.
    let nearest = || {
        let half_unit = black_box(f64::EPSILON / 4.0);
        assert_eq!((black_box(1.0) + half_unit, black_box(-1.0) - half_unit), (1.0, -1.0));
    };
    let mut work = TapeWorkspace::default();
    // Arithmetic alone; called functions; rare cases; a box on which the code gives up; nothing at all.
    for text in ["x * y + z", "x + sin(x * y) + z", "(x / y) * z", "sqrt(x - 10) + y", "y", "3"] {
        let tape = tape(text);
        tape.ranges(&[side(-1.0, 2.0), side(-3.0, 0.1), side(0.0, f64::INFINITY)], &mut work);
        nearest();
    }
}

/// Expressions whose values do not fit into the registers, deep and wide ones, and many variables.
#[test]
fn long_programs_agree_with_the_interpreter() {
    let mut random = Random::new(24);
    let names: Vec<String> = (0..200).map(|i| format!("v{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let leaf = |i: usize| Expr::variable(names[i % names.len()]);
    // All products are needed until the end: forwards in the first sum, backwards in the second.
    let products: Vec<Expr> = (0..60).map(|i| &leaf(i) * &leaf(3 * i + 1) + f64::from(i as u32)).collect();
    let forwards = products.iter().fold(Expr::number(0.0), |sum, term| sum + term);
    let backwards = products.iter().rev().fold(Expr::number(1.0), |sum, term| (sum - term) / 2.0);
    let called = products.iter().fold(Expr::number(0.0), |sum, term| (sum + term).sin() + term);
    let deep = (0..10_000).fold(leaf(0), |sum, i| if i % 2 == 0 { sum * 0.5 } else { sum + leaf(i) });
    let mut wide: Vec<Expr> = (0..8192).map(|i| leaf(i) - f64::from(i as u32)).collect();
    while wide.len() > 1 {
        wide = wide.chunks(2).map(|pair| pair[0].min(&pair[1]) + &pair[0]).collect();
    }
    let outputs = [forwards, backwards, called, deep, wide.remove(0), leaf(5)];
    let compiled = Tape::new(&outputs, &names).unwrap();
    assert!(compiled.instruction_count() > 20_000);
    assert_eq!(compiled.is_compiled(), has_machine_code());
    let interpreted = compiled.clone().interpreted();
    let (mut work, mut other) = (TapeWorkspace::default(), TapeWorkspace::default());
    for _ in 0..20 {
        let sides = domain(&mut random, names.len());
        let (ours, theirs) = (compiled.ranges(&sides, &mut work), interpreted.ranges(&sides, &mut other));
        for output in 0..outputs.len() {
            let (a, b) = (ours[output], theirs[output]);
            assert!(a.subset(b) && !a.is_empty(), "output {output}: {a:?} {b:?}");
            assert!(b.width() <= a.width() + 1e-9 * b.magnitude(), "output {output}: {a:?} {b:?}");
            assert_eq!(ours.decoration(output), theirs.decoration(output), "output {output}");
        }
    }
}

#[test]
fn too_long_tapes_are_interpreted() {
    let x = Expr::variable("x");
    let long = (0..70_000).fold(x.clone(), |sum, i| (sum + f64::from(i) * &x) * 0.5);
    let tape = long.compile(&["x"]).unwrap();
    assert!(!tape.is_compiled());
    let mut work = TapeWorkspace::default();
    assert!(!tape.ranges(&[side(1.0, 2.0)], &mut work)[0].is_empty());
}

#[test]
fn sine_and_cosine_together_are_those_alone() {
    let mut random = Random::new(27);
    let mut work = TapeWorkspace::default();
    let both = Tape::new(&["sin(x)", "cos(x)"].map(|text| Expr::parse(text).unwrap()), &["x"]).unwrap();
    for _ in 0..20_000 {
        let x = random.interval();
        assert_eq!(x.sin_cos(), [x.sin(), x.cos()], "{x:?}");
        assert_eq!(both.ranges(&[x], &mut work).as_slice(), [x.sin(), x.cos()], "{x:?}");
    }
    assert!(Interval::EMPTY.sin_cos().iter().all(|range| range.is_empty()));
}

#[test]
fn empty_constants_are_interpreted() {
    let nothing = Expr::constant("nothing", Interval::EMPTY);
    let tape = (Expr::variable("x") + nothing).compile(&["x"]).unwrap();
    assert!(!tape.is_compiled());
    assert!(tape.ranges(&[side(1.0, 2.0)], &mut TapeWorkspace::default())[0].is_empty());
}

#[test]
fn each_output_keeps_its_own_decoration() {
    let outputs: Vec<Expr> = ["x + 1", "abs(x)", "sqrt(x - 5)", "min(x, 0)", "sign(x) + y", "max(x, y + 9)", "x / y"]
        .iter()
        .map(|text| Expr::parse(text).unwrap())
        .collect();
    let tape = Tape::new(&outputs, &VARIABLES).unwrap();
    let mut work = TapeWorkspace::default();
    use Decoration::{Continuous, Defined, Partial, Smooth};
    let ranges = tape.ranges(&[side(-1.0, 5.0), side(0.0, 1.0), Interval::ZERO], &mut work);
    let expected = [Smooth, Continuous, Partial, Continuous, Defined, Smooth, Partial];
    for (output, expected) in expected.into_iter().enumerate() {
        assert_eq!(ranges.decoration(output), expected, "{}", outputs[output]);
    }
}

#[test]
fn threads_share_a_tape() {
    let mut random = Random::new(25);
    let shared = any(&mut random, &VARIABLES, 60).compile(&VARIABLES).unwrap();
    let boxes: Vec<Vec<Interval>> = (0..500).map(|_| domain(&mut random, 3)).collect();
    let evaluate = || {
        let mut work = TapeWorkspace::default();
        boxes.iter().map(|sides| shared.ranges(sides, &mut work)[0]).collect::<Vec<_>>()
    };
    let results: Vec<Vec<Interval>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(evaluate)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(results.iter().all(|result| *result == results[0]));
}
