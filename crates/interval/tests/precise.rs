//! The elementary functions against arithmetic of 320 bits (`astro-float`, which rounds correctly to the precision asked for):
//! the true value is enclosed, and no end is more than four ulp wider than the tightest.
//!
//! No value of these functions at a number of 64 bits, other than the exact ones, is known to come nearer to a number of 64 bits
//! than 2⁻¹²⁰ of its size, except for arguments so small that the function is its linear part; there the reference may take the
//! value for the number itself, which lies well inside what is allowed.

use astro_float::{BigFloat, Consts, RoundingMode};
use std::cell::RefCell;
use std::cmp::Ordering;
use tangency_interval::{laws::Random, value_laws};

type Truth = Option<Box<dyn Fn(f64) -> Ordering>>;

const BITS: usize = 320;
const NEAREST: RoundingMode = RoundingMode::ToEven;

thread_local! {
    static CONSTANTS: RefCell<Consts> = RefCell::new(Consts::new().unwrap());
}

/// The number itself; a subnormal one by way of a normal one, since `from_f64` misreads its exponent.
fn precise(number: f64) -> BigFloat {
    if number.abs() >= f64::MIN_POSITIVE {
        return BigFloat::from_f64(number, BITS);
    }
    let scale = 2_f64.powi(100);
    BigFloat::from_f64(number * scale, BITS).div(&BigFloat::from_f64(scale, BITS), BITS, NEAREST)
}

fn with_constants(function: impl FnOnce(&mut Consts) -> BigFloat) -> BigFloat {
    CONSTANTS.with_borrow_mut(function)
}

fn compared(value: BigFloat) -> Truth {
    assert!(!value.is_nan(), "the reference has no value");
    Some(Box::new(move |number| match number {
        f64::INFINITY => Ordering::Less,
        f64::NEG_INFINITY => Ordering::Greater,
        _ => value.cmp(&precise(number)).unwrap().cmp(&0),
    }))
}

/// The true value of a function of one number, on its domain.
fn truth(
    domain: fn(f64) -> bool,
    function: fn(&BigFloat, usize, RoundingMode, &mut Consts) -> BigFloat,
) -> impl Fn([f64; 1]) -> Truth {
    move |[x]| if domain(x) { compared(with_constants(|c| function(&precise(x), BITS, NEAREST, c))) } else { None }
}

fn everywhere(_: f64) -> bool {
    true
}

fn positive(x: f64) -> bool {
    x > 0.0
}

fn in_unit(x: f64) -> bool {
    x.abs() <= 1.0
}

/// The exponential, spared the arguments beyond the numbers: there any huge or tiny value is the truth.
fn exponential(x: &BigFloat, bits: usize, mode: RoundingMode, c: &mut Consts) -> BigFloat {
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

fn binary_exponential(x: &BigFloat, bits: usize, mode: RoundingMode, c: &mut Consts) -> BigFloat {
    let scaled = x.mul(&c.ln_2(bits + 64, mode), bits + 64, mode);
    exponential(&scaled, bits, mode, c)
}

fn real_power([x, y]: [f64; 2]) -> Truth {
    if x < 0.0 || (x == 0.0 && y <= 0.0) {
        return None;
    }
    if x == 0.0 || x == 1.0 || y == 0.0 {
        return compared(precise(if x == 0.0 { 0.0 } else { 1.0 }));
    }
    let value = with_constants(|c| {
        let bits = BITS + 64;
        let exponent = precise(x).ln(bits, NEAREST, c).mul(&precise(y), bits, NEAREST);
        exponential(&exponent, BITS, NEAREST, c)
    });
    // An exact power, such as 4 to the half, is computed up to 2⁻³⁰⁰: take the number beside it.
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

fn angle([y, x]: [f64; 2]) -> Truth {
    if x == 0.0 && y == 0.0 {
        return None;
    }
    let bits = BITS + 64;
    compared(with_constants(|c| {
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
    }))
}

/// Any number, or one of ordinary size.
fn any(random: &mut Random) -> [f64; 1] {
    [if random.below(2) == 0 { random.number() } else { random.between(-700.0, 700.0) }]
}

fn any_two(random: &mut Random) -> [f64; 2] {
    match random.below(4) {
        0 => [random.number(), random.number()],
        1 => [random.between(0.0, 3.0), random.between(-300.0, 300.0)],
        2 => [1.0 + random.between(-1e-8, 1e-8), random.between(-1e9, 1e9)],
        _ => [random.between(0.0, 50.0), (random.between(-16.0, 16.0) * 2.0).floor() * 0.5],
    }
}

fn point(random: &mut Random) -> [f64; 2] {
    let y = random.number();
    match random.below(4) {
        0 => [y, random.number()],
        1 => [random.between(-1.0, 1.0), random.between(-1.0, 1.0)],
        2 => [y, y],
        _ => [random.between(-1.0, 1.0), random.between(-1.0, 1.0) * 1e-12],
    }
}

/// For waves: also next to multiples of π/2, near and far, and huge.
fn wave(random: &mut Random) -> [f64; 1] {
    let quarter = std::f64::consts::FRAC_PI_2;
    let x = match random.below(4) {
        0 => random.number(),
        1 => random.between(-10.0, 10.0),
        2 => quarter * (random.below(1000) as f64 - 500.0),
        _ => quarter * (random.bits() >> (11 + random.below(40))) as f64,
    };
    // Two of the worst for argument reduction: the nearest any number comes to a multiple of π/2 (Muller, *Elementary functions*,
    // section 11.3: 6381956970095103 · 2⁷⁹⁷), and one of ordinary size.
    [match random.below(100) {
        0 => 6_381_956_970_095_103.0 * 2_f64.powi(797),
        1 => 5_319_372_648_326_541.0 * 2_f64.powi(-48),
        2 => x.next_up(),
        3 => x.next_down(),
        _ => x,
    }
    .clamp(-f64::MAX, f64::MAX)]
}

/// For the inverses: also next to ±1, and tiny.
fn unit(random: &mut Random) -> [f64; 1] {
    let x = match random.below(4) {
        0 => random.number(),
        1 => 1.0 - random.unit() * 2_f64.powi(-(random.below(53) as i32)),
        2 => 2_f64.powi(-(random.below(1074) as i32)),
        _ => random.unit(),
    };
    [if random.below(2) == 0 { x } else { -x }]
}

/// For logarithms: also next to one, and not negative most of the time.
fn size(random: &mut Random) -> [f64; 1] {
    let x = match random.below(3) {
        0 => random.number(),
        1 => 1.0 + random.between(-1.0, 1.0) * 2_f64.powi(-(random.below(53) as i32)),
        _ => random.number().abs(),
    };
    [x]
}

value_laws! {
    exponential_function, 4, any, |[x]| x.exp(), truth(everywhere, exponential);
    exponential_to_base_two, 4, any, |[x]| x.exp2(), truth(everywhere, binary_exponential);
    natural_logarithm, 4, size, |[x]| x.ln(), truth(positive, BigFloat::ln);
    logarithm_to_base_two, 4, size, |[x]| x.log2(), truth(positive, BigFloat::log2);
    sine, 4, wave, |[x]| x.sin(), truth(everywhere, BigFloat::sin);
    cosine, 4, wave, |[x]| x.cos(), truth(everywhere, BigFloat::cos);
    tangent, 4, wave, |[x]| x.tan(), truth(everywhere, BigFloat::tan);
    arc_sine, 4, unit, |[x]| x.asin(), truth(in_unit, BigFloat::asin);
    arc_cosine, 4, unit, |[x]| x.acos(), truth(in_unit, BigFloat::acos);
    arc_tangent, 4, any, |[x]| x.atan(), truth(everywhere, BigFloat::atan);
    power, 4, any_two, |[x, y]| x.pow(y), real_power;
    angle_of_a_point, 4, point, |[y, x]| y.atan2(x), angle;
}
