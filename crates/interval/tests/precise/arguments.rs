//! Random arguments that favour the hard cases of each function.

use tangency_interval::laws::Random;

/// Any number, or one of ordinary size.
pub(crate) fn any(random: &mut Random) -> [f64; 1] {
    [if random.below(2) == 0 { random.number() } else { random.between(-700.0, 700.0) }]
}

pub(crate) fn any_two(random: &mut Random) -> [f64; 2] {
    match random.below(4) {
        0 => [random.number(), random.number()],
        1 => [random.between(0.0, 3.0), random.between(-300.0, 300.0)],
        2 => [1.0 + random.between(-1e-8, 1e-8), random.between(-1e9, 1e9)],
        _ => [random.between(0.0, 50.0), (random.between(-16.0, 16.0) * 2.0).floor() * 0.5],
    }
}

pub(crate) fn point(random: &mut Random) -> [f64; 2] {
    let y = random.number();
    match random.below(4) {
        0 => [y, random.number()],
        1 => [random.between(-1.0, 1.0), random.between(-1.0, 1.0)],
        2 => [y, y],
        _ => [random.between(-1.0, 1.0), random.between(-1.0, 1.0) * 1e-12],
    }
}

/// For trigonometric functions: also near multiples of π/2, small and large, and huge arguments.
pub(crate) fn wave(random: &mut Random) -> [f64; 1] {
    let quarter = std::f64::consts::FRAC_PI_2;
    let x = match random.below(4) {
        0 => random.number(),
        1 => random.between(-10.0, 10.0),
        2 => quarter * (random.below(1000) as f64 - 500.0),
        _ => quarter * (random.bits() >> (11 + random.below(40))) as f64,
    };
    // Two of the hardest for argument reduction: the double closest to a multiple of π/2 (Muller, *Elementary
    // functions*, section 11.3: 6381956970095103 · 2⁷⁹⁷), and one of ordinary size.
    [match random.below(100) {
        0 => 6_381_956_970_095_103.0 * 2_f64.powi(797),
        1 => 5_319_372_648_326_541.0 * 2_f64.powi(-48),
        2 => x.next_up(),
        3 => x.next_down(),
        _ => x,
    }
    .clamp(-f64::MAX, f64::MAX)]
}

/// For the inverse functions: also near ±1, and tiny.
pub(crate) fn unit(random: &mut Random) -> [f64; 1] {
    let x = match random.below(4) {
        0 => random.number(),
        1 => 1.0 - random.unit() * 2_f64.powi(-(random.below(53) as i32)),
        2 => 2_f64.powi(-(random.below(1074) as i32)),
        _ => random.unit(),
    };
    [if random.below(2) == 0 { x } else { -x }]
}

/// For logarithms: also near one, and mostly not negative.
pub(crate) fn size(random: &mut Random) -> [f64; 1] {
    let x = match random.below(3) {
        0 => random.number(),
        1 => 1.0 + random.between(-1.0, 1.0) * 2_f64.powi(-(random.below(53) as i32)),
        _ => random.number().abs(),
    };
    [x]
}
