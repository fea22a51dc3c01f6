//! True values, to 320 bits.

use astro_float::{BigFloat, Consts, RoundingMode};
use std::cell::RefCell;
use std::cmp::Ordering;
use tangency_interval::laws::Truth;

pub(crate) const BITS: usize = 320;
pub(crate) const NEAREST: RoundingMode = RoundingMode::ToEven;

thread_local! {
    static CONSTANTS: RefCell<Consts> = RefCell::new(Consts::new().unwrap());
}

/// The number itself. A subnormal number is scaled to a normal one first, because `from_f64` misreads its exponent.
pub(crate) fn precise(number: f64) -> BigFloat {
    if number.abs() >= f64::MIN_POSITIVE {
        return BigFloat::from_f64(number, BITS);
    }
    let scale = 2_f64.powi(100);
    BigFloat::from_f64(number * scale, BITS).div(&BigFloat::from_f64(scale, BITS), BITS, NEAREST)
}

pub(crate) fn with_constants(function: impl FnOnce(&mut Consts) -> BigFloat) -> BigFloat {
    CONSTANTS.with_borrow_mut(function)
}

pub(crate) fn compared(value: BigFloat) -> Truth {
    assert!(!value.is_nan(), "the reference has no value");
    Some(Box::new(move |number| match number {
        f64::INFINITY => Ordering::Less,
        f64::NEG_INFINITY => Ordering::Greater,
        _ => value.cmp(&precise(number)).unwrap().cmp(&0),
    }))
}

/// A function of the reference: argument, bits, rounding, constants.
pub(crate) type Function = fn(&BigFloat, usize, RoundingMode, &mut Consts) -> BigFloat;

/// The value of a function of one number.
pub(crate) fn value(function: Function, x: f64) -> BigFloat {
    with_constants(|c| function(&precise(x), BITS, NEAREST, c))
}

/// The comparison of the value with numbers, on the domain.
pub(crate) fn truth(domain: fn(f64) -> bool, function: Function) -> impl Fn([f64; 1]) -> Truth {
    move |[x]| if domain(x) { compared(value(function, x)) } else { None }
}

pub(crate) fn everywhere(_: f64) -> bool {
    true
}

pub(crate) fn positive(x: f64) -> bool {
    x > 0.0
}

pub(crate) fn in_unit(x: f64) -> bool {
    x.abs() <= 1.0
}

/// The exponential. Arguments with results beyond the range of doubles are clamped: there any huge or tiny value
/// will do.
pub(crate) fn exponential(x: &BigFloat, bits: usize, mode: RoundingMode, c: &mut Consts) -> BigFloat {
    let limit = precise(2000.0);
    let clamped = if x.cmp(&limit).unwrap() > 0 {
        limit
    } else if x.cmp(&limit.neg()).unwrap() < 0 {
        limit.neg()
    } else {
        x.clone()
    };
    clamped.exp(bits, mode, c)
}

pub(crate) fn binary_exponential(x: &BigFloat, bits: usize, mode: RoundingMode, c: &mut Consts) -> BigFloat {
    let scaled = x.mul(&c.ln_2(bits + 64, mode), bits + 64, mode);
    exponential(&scaled, bits, mode, c)
}

pub(crate) fn real_power([x, y]: [f64; 2]) -> Truth {
    if x < 0.0 || (x == 0.0 && y <= 0.0) {
        return None;
    }
    if x == 0.0 || x == 1.0 || y == 0.0 {
        return compared(precise(if x == 0.0 { 0.0 } else { 1.0 }));
    }
    let value = power_value([x, y]);
    // An exact power, such as 4 to the half, is computed up to 2⁻³⁰⁰; use the nearest double instead.
    let (lower, upper) = (value.clone(), value);
    Some(Box::new(move |number| {
        if number.is_infinite() {
            return if number > 0.0 { Ordering::Less } else { Ordering::Greater };
        }
        let number = precise(number);
        let slack = number.abs().mul(&BigFloat::from_f64(2_f64.powi(-280), BITS), BITS, NEAREST);
        if upper.cmp(&number.add(&slack, BITS, NEAREST)).unwrap() > 0 {
            Ordering::Greater
        } else if lower.cmp(&number.sub(&slack, BITS, NEAREST)).unwrap() < 0 {
            Ordering::Less
        } else {
            Ordering::Equal
        }
    }))
}

/// The power of a positive number.
pub(crate) fn power_value([x, y]: [f64; 2]) -> BigFloat {
    with_constants(|c| {
        let bits = BITS + 64;
        let exponent = precise(x).ln(bits, NEAREST, c).mul(&precise(y), bits, NEAREST);
        exponential(&exponent, BITS, NEAREST, c)
    })
}

pub(crate) fn angle([y, x]: [f64; 2]) -> Truth {
    if x == 0.0 && y == 0.0 { None } else { compared(angle_value([y, x])) }
}

pub(crate) fn angle_value([y, x]: [f64; 2]) -> BigFloat {
    let bits = BITS + 64;
    with_constants(|c| {
        let pi = c.pi(bits, NEAREST);
        let turn = |value: BigFloat| if y < 0.0 { value.neg() } else { value };
        if y == 0.0 {
            return if x > 0.0 { precise(0.0) } else { pi };
        }
        if x == 0.0 {
            return turn(pi.div(&precise(2.0), BITS, NEAREST));
        }
        let slope = precise(y).abs().div(&precise(x), bits, NEAREST);
        let steep = slope.atan(bits, NEAREST, c);
        turn(if x > 0.0 { steep } else { pi.add(&steep, bits, NEAREST) })
    })
}
