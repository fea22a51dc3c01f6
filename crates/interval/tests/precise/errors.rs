//! The error of the scalar functions of `libm`, in ulp of the true value.
//!
//! The enclosures move every endpoint by two ulp, so they need errors below that. The headers of the sources claim
//! less than one, except for `atan2`, which divides first.

use crate::arguments::{any, any_two, point, size, unit, wave};
use crate::reference::{
    BITS, Function, NEAREST, angle_value, binary_exponential, exponential, power_value, precise, value,
};
use astro_float::BigFloat;
use tangency_interval::laws::Random;

const CASES: usize = 5_000;

/// A name, a generator of arguments, the function of `libm`, and the reference.
type Entry = (&'static str, fn(&mut Random) -> [f64; 1], fn(f64) -> f64, Function);

/// The error of `computed` in ulp of the true value; `None` if it is infinite or the true value is out of range.
fn error(computed: f64, truth: &BigFloat) -> Option<f64> {
    if !computed.is_finite() || truth.cmp(&precise(f64::MAX))? > 0 {
        return None;
    }
    // The distance to the neighbour towards zero is the ulp, except at a power of two, where it is half; this gives
    // the larger error.
    let size = computed.abs();
    let ulp = if size == 0.0 { f64::from_bits(1) } else { size - size.next_down() };
    let error = truth.sub(&precise(computed), BITS, NEAREST).div(&precise(ulp), BITS, NEAREST);
    Some(error.to_string().parse::<f64>().unwrap().abs())
}

/// The largest error over many arguments.
fn worst<const N: usize>(
    name: &str,
    draw: impl Fn(&mut Random) -> [f64; N],
    computed: impl Fn([f64; N]) -> f64,
    truth: impl Fn([f64; N]) -> BigFloat,
) -> f64 {
    let mut random = Random::new(2024);
    let (mut worst, mut at, mut count) = (0.0, [0.0; N], 0);
    for _ in 0..CASES {
        let arguments = draw(&mut random);
        let computed = computed(arguments);
        if computed.is_nan() {
            continue;
        }
        if let Some(error) = error(computed, &truth(arguments)) {
            count += 1;
            if error > worst {
                (worst, at) = (error, arguments);
            }
        }
    }
    println!("{name:6} {worst:.4} ulp at {at:?}, of {count} arguments");
    assert!(count > CASES / 4, "{name}: only {count} of {CASES} cases had a value");
    worst
}

#[test]
fn scalar_functions_err_by_less_than_allowed() {
    let functions: [Entry; 10] = [
        ("exp", any, libm::exp, exponential),
        ("exp2", any, libm::exp2, binary_exponential),
        ("log", size, libm::log, BigFloat::ln),
        ("log2", size, libm::log2, BigFloat::log2),
        ("sin", wave, libm::sin, BigFloat::sin),
        ("cos", wave, libm::cos, BigFloat::cos),
        ("tan", wave, libm::tan, BigFloat::tan),
        ("asin", unit, libm::asin, BigFloat::asin),
        ("acos", unit, libm::acos, BigFloat::acos),
        ("atan", any, libm::atan, BigFloat::atan),
    ];
    for (name, draw, computed, function) in functions {
        let error = worst(name, draw, |[x]| computed(x), |[x]| value(function, x));
        assert!(error < 1.0, "{name} errs by {error} ulp");
    }
    let positive = |random: &mut Random| {
        let [x, y] = any_two(random);
        [x.abs().max(f64::MIN_POSITIVE), y]
    };
    let error = worst("pow", positive, |[x, y]| libm::pow(x, y), power_value);
    assert!(error < 1.0, "pow errs by {error} ulp");
    let origin = [0.0, 0.0];
    let angle = |[y, x]: [f64; 2]| if [y, x] == origin { f64::NAN } else { libm::atan2(y + 0.0, x + 0.0) };
    let error = worst("atan2", point, angle, angle_value);
    assert!(error < 2.0, "atan2 errs by {error} ulp");
}
