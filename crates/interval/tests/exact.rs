//! The basic operations against exact rational arithmetic (`num-rational`, which has no error of its own). The true
//! value is enclosed, and no endpoint is more than one ulp wider than the tightest; sums and differences are the
//! tightest.

// Unwrapping is fine in tests.
#![allow(clippy::unwrap_used)]

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Pow, Signed, Zero};
use std::cmp::Ordering;
use tangency_interval::laws::{Random, Truth};
use tangency_interval::value_laws;

fn rational(number: f64) -> BigRational {
    BigRational::from_float(number).unwrap()
}

/// The comparison with numbers, infinite ones included.
fn exactly(value: BigRational) -> Truth {
    Some(Box::new(move |number| match number {
        f64::INFINITY => Ordering::Less,
        f64::NEG_INFINITY => Ordering::Greater,
        _ => value.cmp(&rational(number)),
    }))
}

/// The square root, compared through squares.
fn root([x]: [f64; 1]) -> Truth {
    if x < 0.0 {
        return None;
    }
    let square = exactly(rational(x))?;
    let squared = rational(x);
    Some(Box::new(move |number| {
        if number < 0.0 {
            Ordering::Greater
        } else if number.is_infinite() {
            square(number)
        } else {
            squared.cmp(&rational(number).pow(2))
        }
    }))
}

fn power(n: i32) -> impl Fn([f64; 1]) -> Truth {
    move |[x]| if x == 0.0 && n < 0 { None } else { exactly(rational(x).pow(n)) }
}

fn one(random: &mut Random) -> [f64; 1] {
    [random.number()]
}

/// Normal numbers that can be doubled without overflow.
fn ordinary(random: &mut Random) -> [f64; 1] {
    let x = random.number() * 0.25;
    [if x.is_normal() { x } else { 0.0 }]
}

/// Two numbers, often of similar magnitude, so that sums cancel.
fn two(random: &mut Random) -> [f64; 2] {
    let x = random.number();
    let y = match random.below(3) {
        0 => -x * random.between(0.5, 2.0),
        _ => random.number(),
    };
    [x, y.clamp(-f64::MAX, f64::MAX)]
}

fn three(random: &mut Random) -> [f64; 3] {
    let [x, y] = two(random);
    let z = match random.below(3) {
        0 => -x * y,
        _ => random.number(),
    };
    [x, y, z.clamp(-f64::MAX, f64::MAX)]
}

value_laws! {
    sum, 0, two, |[x, y]| x + y, |[x, y]| exactly(rational(x) + rational(y));
    difference, 0, two, |[x, y]| x - y, |[x, y]| exactly(rational(x) - rational(y));
    product, 1, two, |[x, y]| x * y, |[x, y]| exactly(rational(x) * rational(y));
    product_with_number, 1, one, |[x]| x * 0.7, |[x]| exactly(rational(x) * rational(0.7));
    doubled, 0, ordinary, |[x]| x * 2.0, |[x]| exactly(rational(x) * rational(2.0));
    halved, 1, one, |[x]| x / 2.0, |[x]| exactly(rational(x) / rational(2.0));
    tripled, 1, one, |[x]| x * -3.0, |[x]| exactly(rational(x) * rational(-3.0));
    quotient, 1, two, |[x, y]| x / y,
        |[x, y]| if y == 0.0 { None } else { exactly(rational(x) / rational(y)) };
    product_and_sum, 1, three, |[x, y, z]| x.mul_add(y, z),
        |[x, y, z]| exactly(rational(x) * rational(y) + rational(z));
    square, 1, one, |[x]| x.sqr(), |[x]| exactly(rational(x).pow(2));
    square_root, 1, one, |[x]| x.sqrt(), root;
    absolute_value, 0, one, |[x]| x.abs(), |[x]| exactly(rational(x).abs());
    cube, 1, one, |[x]| x.powi(3), power(3);
    seventh_power, 1, one, |[x]| x.powi(7), power(7);
    twentieth_power, 1, one, |[x]| x.powi(20), power(20);
    reciprocal, 1, one, |[x]| x.powi(-1), power(-1);
    inverse_square, 1, one, |[x]| x.powi(-2), power(-2);
    inverse_fifth_power, 1, one, |[x]| x.powi(-5), power(-5);
    floor, 0, one, |[x]| x.floor(), |[x]| exactly(rational(x).floor());
    ceil, 0, one, |[x]| x.ceil(), |[x]| exactly(rational(x).ceil());
    trunc, 0, one, |[x]| x.trunc(), |[x]| exactly(rational(x).trunc());
    round, 0, one, |[x]| x.round(), |[x]| exactly(rational(x).round());
    round_ties_even, 0, one, |[x]| x.round_ties_even(), |[x]| exactly(nearest_even(rational(x)));
}

fn nearest_even(value: BigRational) -> BigRational {
    let half = BigRational::new(BigInt::from(1), BigInt::from(2));
    let floor = value.floor();
    let rest = &value - &floor;
    let up = rest > half || (rest == half && !(floor.to_integer() % BigInt::from(2)).is_zero());
    if up { floor + BigRational::from(BigInt::from(1)) } else { floor }
}

/// Results that need no rounding are exact.
#[test]
fn exact_results_stay_exact() {
    use tangency_interval::Interval;
    let number = |value: f64| Interval::from(value);
    assert_eq!(number(0.5) + 0.25, number(0.75));
    assert_eq!(number(3.0) - 3.0, Interval::ZERO);
    assert_eq!(Interval::ZERO * Interval::ENTIRE, Interval::ZERO);
    assert_eq!(Interval::new(0.0, 2.0).unwrap() * Interval::ZERO, Interval::ZERO);
    assert_eq!(Interval::ZERO / Interval::new(1.0, 3.0).unwrap(), Interval::ZERO);
    assert_eq!(number(0.1) * 4.0, number(0.4));
    assert_eq!(0.3 * number(-0.0), Interval::ZERO);
    assert_eq!(number(0.1) / -2.0, number(-0.05));
    assert_eq!(number(-1.5).sqr(), number(2.25));
    assert_eq!(number(2.25).sqrt(), number(1.5));
    assert_eq!(number(-3.0).powi(5), number(-243.0));
    assert_eq!(number(-2.0).powi(-3), number(-0.125));
    assert_eq!(Interval::new(-1.0, 2.0).unwrap().sqr().lower(), 0.0);
}
