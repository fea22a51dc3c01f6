//! Exact answers about a ray and a triangle, by integers of any size.
//!
//! **Question.** On which side of an edge does a ray pass, and where does it meet a triangle, if floating point cannot
//! decide?
//!
//! **Idea.** All coordinates are multiples of a power of two. The points share one grid, the direction has its own.
//! Signs and quotients of polynomials of integers are exact.
//!
//! **Guarantee.** No rounding but the last: a quotient becomes the interval between neighbouring doubles.
//!
//! **Cost.** Some microseconds; a few rays in a million need it, unless they are aimed at edges and vertices.
//!
//! **Source.** The usual determinants, as in Jones, *Intersecting a Ray and a Triangle with Plücker Coordinates*, 2000.

use dashu_int::IBig;
use dashu_int::ops::{BitTest, DivRem};
use glam::DVec3;
use tangency_interval::{Dyadic, Interval};

type Whole = [IBig; 3];

/// Where a ray meets a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ExactHit {
    pub(super) parameter: Interval,
    pub(super) place: TrianglePlace,
    /// 1 if the ray passes along the normal of the triangle, -1 if against it, 0 if in its plane.
    pub(super) side: i8,
}

/// The part of a triangle that is hit: a corner, the side opposite to a corner, or the inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TrianglePlace {
    Corner(usize),
    Side(usize),
    Inside,
}

/// A quotient of integers times a power of two. The divisor is positive.
#[derive(Clone, Debug)]
struct Quotient {
    dividend: IBig,
    divisor: IBig,
}

impl Quotient {
    fn new(dividend: IBig, divisor: IBig) -> Self {
        if divisor < IBig::ZERO { Self { dividend: -dividend, divisor: -divisor } } else { Self { dividend, divisor } }
    }

    fn less(&self, other: &Self) -> bool {
        &self.dividend * &other.divisor < &other.dividend * &self.divisor
    }

    /// The quotient times 2^`exponent`, enclosed.
    fn enclosed(&self, exponent: i32) -> Interval {
        if self.dividend == IBig::ZERO {
            return Interval::ZERO;
        }
        let bits = |number: &IBig| number.bit_len() as i32;
        // Shift so that the whole part has 62 or 63 bits.
        let shift = 62 - (bits(&self.dividend) - bits(&self.divisor));
        let (dividend, divisor) = if shift >= 0 {
            (&self.dividend << shift as usize, self.divisor.clone())
        } else {
            (self.dividend.clone(), &self.divisor << (-shift) as usize)
        };
        let (whole, rest) = dividend.div_rem(divisor);
        let whole = i64::try_from(whole).unwrap_or(0);
        // The division rounds toward zero.
        let ends = match (rest == IBig::ZERO, self.dividend > IBig::ZERO) {
            (true, _) => [whole, whole],
            (false, true) => [whole, whole + 1],
            (false, false) => [whole - 1, whole],
        };
        let [lower, upper] = ends.map(|end| below_and_above(end, exponent - shift));
        Interval::between(lower[0], upper[1])
    }
}

/// The doubles next below and next above an integer times a power of two; twice the same if it is a double.
fn below_and_above(mantissa: i64, exponent: i32) -> [f64; 2] {
    let value = mantissa as f64;
    // The comparison is exact: the rounded mantissa is at most 2⁶³.
    let [mut below, mut above] = match (value as i128).cmp(&i128::from(mantissa)) {
        std::cmp::Ordering::Less => [value, value.next_up()],
        std::cmp::Ordering::Equal => [value, value],
        std::cmp::Ordering::Greater => [value.next_down(), value],
    };
    // Powers of two are exact unless the result is subnormal or overflows: then the neighbours are taken.
    let mut left = exponent;
    while left != 0 {
        let step = left.clamp(-512, 512);
        let power = super::ray::power_of_two(step);
        let exact = |value: f64| value * power / power == value;
        let (is_exact_below, is_exact_above) = (exact(below), exact(above));
        below *= power;
        above *= power;
        if !is_exact_below {
            below = below.next_down();
        }
        if !is_exact_above {
            above = above.next_up();
        }
        left -= step;
    }
    // An infinite bound is one only in its own direction.
    [below.min(f64::MAX), above.max(f64::MIN)]
}

/// The numbers as integers times 2 to the returned power.
fn on_grid<const N: usize>(points: [DVec3; N]) -> ([Whole; N], i32) {
    let numbers = points.iter().flat_map(|point| point.to_array()).filter(|&number| number != 0.0);
    let lowest = numbers.map(|number| Dyadic::new(number).reduced().exponent).min().unwrap_or(0);
    let whole = |number: f64| {
        let Dyadic { mantissa, exponent } = Dyadic::new(number).reduced();
        if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << (exponent - lowest) as usize }
    };
    (points.map(|point| point.to_array().map(whole)), lowest)
}

fn minus(a: &Whole, b: &Whole) -> Whole {
    std::array::from_fn(|axis| &a[axis] - &b[axis])
}

fn cross(a: &Whole, b: &Whole) -> Whole {
    std::array::from_fn(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        &a[next] * &b[last] - &a[last] * &b[next]
    })
}

fn dot(a: &Whole, b: &Whole) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn sign(number: &IBig) -> i32 {
    i32::from(*number > IBig::ZERO) - i32::from(*number < IBig::ZERO)
}

/// The first point of the closed triangle on the ray, exactly. `None` if the ray does not meet it. The parameter is in
/// units of the direction times 2^`shift`.
pub(super) fn first_hit(origin: DVec3, direction: DVec3, shift: i32, triangle: [DVec3; 3]) -> Option<ExactHit> {
    let ([start, a, b, c], grid) = on_grid([origin, triangle[0], triangle[1], triangle[2]]);
    let ([along], direction_grid) = on_grid([direction]);
    let exponent = grid - direction_grid - shift;
    let corners = [minus(&a, &start), minus(&b, &start), minus(&c, &start)];
    // The sign of side i tells on which side of the side opposite to corner i the ray passes.
    let sides: [IBig; 3] =
        std::array::from_fn(|corner| dot(&along, &cross(&corners[(corner + 1) % 3], &corners[(corner + 2) % 3])));
    let signs = sides.each_ref().map(sign);
    if signs.contains(&1) && signs.contains(&-1) {
        return None;
    }
    if signs == [0; 3] {
        return first_hit_in_plane(&along, &corners, exponent);
    }
    let normal = cross(&minus(&b, &a), &minus(&c, &a));
    let quotient = Quotient::new(dot(&corners[0], &normal), dot(&along, &normal));
    if quotient.dividend < IBig::ZERO {
        return None;
    }
    let place = match signs.map(|sign| sign != 0) {
        [true, true, true] => TrianglePlace::Inside,
        [false, true, true] => TrianglePlace::Side(0),
        [true, false, true] => TrianglePlace::Side(1),
        [true, true, false] => TrianglePlace::Side(2),
        [true, false, false] => TrianglePlace::Corner(0),
        [false, true, false] => TrianglePlace::Corner(1),
        [false, false, _] => TrianglePlace::Corner(2),
    };
    let side = if signs.contains(&1) { 1 } else { -1 };
    Some(ExactHit { parameter: quotient.enclosed(exponent), place, side })
}

/// The first hit if the ray is coplanar with all three sides: it lies in the plane of the triangle, or the triangle has
/// no area. The triangle then meets the line where its sides do, and between the first and the last of these points.
fn first_hit_in_plane(along: &Whole, corners: &[Whole; 3], exponent: i32) -> Option<ExactHit> {
    let length_sq = dot(along, along);
    let across = corners.each_ref().map(|corner| cross(along, corner));
    let far = corners.each_ref().map(|corner| dot(along, corner));
    let mut ends: Option<[(Quotient, TrianglePlace); 2]> = None;
    let mut meets = |quotient: Quotient, place: TrianglePlace| {
        ends = Some(match ends.take() {
            None => [(quotient.clone(), place), (quotient, place)],
            Some([first, last]) => {
                let before = quotient.less(&first.0);
                let after = last.0.less(&quotient);
                let new = (quotient, place);
                [if before { new.clone() } else { first }, if after { new } else { last }]
            }
        });
    };
    for corner in 0..3 {
        if across[corner].iter().all(|coordinate| *coordinate == IBig::ZERO) {
            meets(Quotient::new(far[corner].clone(), length_sq.clone()), TrianglePlace::Corner(corner));
        }
    }
    for corner in 0..3 {
        let [from, to] = [(corner + 1) % 3, (corner + 2) % 3];
        // Both vectors are normal to a plane of the line and the side, so they are parallel.
        let crossing = (0..3).find(|&axis| sign(&across[from][axis]) * sign(&across[to][axis]) < 0);
        if let Some(axis) = crossing {
            let (start, end) = (&across[from][axis], &across[to][axis]);
            let dividend = &far[to] * start - &far[from] * end;
            meets(Quotient::new(dividend, (start - end) * &length_sq), TrianglePlace::Side(corner));
        }
    }
    let [first, last] = ends?;
    if last.0.dividend < IBig::ZERO {
        None
    } else if first.0.dividend < IBig::ZERO {
        let at_end = last.0.dividend == IBig::ZERO;
        let place = if at_end { last.1 } else { TrianglePlace::Inside };
        Some(ExactHit { parameter: Interval::ZERO, place, side: 0 })
    } else {
        Some(ExactHit { parameter: first.0.enclosed(exponent), place: first.1, side: 0 })
    }
}
