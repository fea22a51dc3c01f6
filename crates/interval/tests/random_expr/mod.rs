//! Random expressions. Operands are drawn from all subexpressions built before, so much is shared.
#![allow(dead_code)]

use tangency_interval::Interval;
use tangency_interval::expr::Expr;
use tangency_interval::laws::Random;

/// Numbers that favour special values.
pub(crate) fn number(random: &mut Random) -> f64 {
    const SPECIAL: [f64; 12] = [0.0, 1.0, -1.0, 2.0, 0.5, -0.5, 0.1, -3.0, 1.0 / 3.0, 10.0, 1e-9, 1e6];
    if random.below(3) == 0 { random.between(-4.0, 4.0) } else { SPECIAL[random.below(SPECIAL.len())] }
}

/// Any expression, of about `size` operations.
pub(crate) fn any(random: &mut Random, variables: &[&str], size: usize) -> Expr {
    build(random, variables, size, 24)
}

/// A polynomial with floating-point coefficients.
pub(crate) fn polynomial(random: &mut Random, variables: &[&str], size: usize) -> Expr {
    build(random, variables, size, 7)
}

fn build(random: &mut Random, variables: &[&str], size: usize, kinds: usize) -> Expr {
    let mut pool: Vec<Expr> = variables.iter().map(|name| Expr::variable(name)).collect();
    for _ in 0..size {
        // Recent results are preferred, so that expressions grow deep.
        let mut pick = || {
            let furthest = if random.below(8) == 0 { pool.len() - 1 } else { random.below(pool.len().min(4)) };
            let back = random.below(furthest + 1);
            if random.below(6) == 0 { Expr::number(number(random)) } else { pool[pool.len() - 1 - back].clone() }
        };
        let (a, b) = (pick(), pick());
        pool.push(operation(random, kinds, &a, &b));
    }
    pool.pop().unwrap_or_else(|| Expr::number(1.0))
}

fn operation(random: &mut Random, kinds: usize, a: &Expr, b: &Expr) -> Expr {
    match random.below(kinds) {
        0 => a + b,
        1 => a - b,
        2 | 3 => a * b,
        4 => -a,
        5 => a.sqr(),
        6 => a.powi(random.below(5) as i32),
        7 => a.powi(random.below(7) as i32 - 3),
        8 => a / b,
        9 => a.sqrt(),
        10 => a.abs(),
        11 => a.exp(),
        12 => a.ln(),
        13 => a.sin(),
        14 => a.cos(),
        15 => a.tan(),
        16 => a.asin(),
        17 => a.acos(),
        18 => a.atan(),
        19 => a.atan2(b),
        20 => a.min(b),
        21 => a.max(b),
        22 => a.sign(),
        _ => (a + b).sin() * Expr::pi(),
    }
}

/// A box that favours degenerate cases: points, thin sides, sides that end at zero or at an integer.
pub(crate) fn domain(random: &mut Random, count: usize) -> Vec<Interval> {
    (0..count)
        .map(|_| {
            let centre = if random.below(3) == 0 { random.below(7) as f64 - 3.0 } else { random.between(-3.0, 3.0) };
            let width = [0.0, 1e-12, 1e-3, 0.1, 1.0, 4.0][random.below(6)] * random.unit();
            match random.below(4) {
                0 => Interval::between(centre, centre + width),
                1 => Interval::between(centre - width, centre),
                _ => Interval::between(centre - width, centre + width),
            }
        })
        .collect()
}

/// A point of the box, often a corner.
pub(crate) fn point_in(random: &mut Random, domain: &[Interval]) -> Vec<f64> {
    let inside = |side: &Interval, random: &mut Random| match random.below(5) {
        0 => side.lower(),
        1 => side.upper(),
        _ => random.between(side.lower(), side.upper()).clamp(side.lower(), side.upper()),
    };
    domain.iter().map(|side| inside(side, random)).collect()
}
