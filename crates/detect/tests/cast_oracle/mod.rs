//! The exact oracle of ray casts: every triangle is intersected with the ray in integers of any size.
//!
//! It shares nothing with the method. Triangles that span a plane across the ray are solved for the crossing point and
//! its weights. In the plane of a triangle the ray is clipped by its sides. A triangle without area is its three sides.

use glam::DVec3;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::float::FloatCore;
use num_traits::{FromPrimitive, One, Signed, ToPrimitive, Zero};
use tangency_detect::RayHit;

type Whole = [BigInt; 3];

/// A fraction with a positive denominator, not reduced.
#[derive(Clone, Debug)]
struct Fraction(BigInt, BigInt);

impl Fraction {
    fn new(numerator: BigInt, denominator: BigInt) -> Self {
        if denominator.is_negative() { Self(-numerator, -denominator) } else { Self(numerator, denominator) }
    }

    fn at_most(&self, other: &Self) -> bool {
        &self.0 * &other.1 <= &other.0 * &self.1
    }

    fn least(self, other: Self) -> Self {
        if self.at_most(&other) { self } else { other }
    }

    fn greatest(self, other: Self) -> Self {
        if self.at_most(&other) { other } else { self }
    }
}

/// The least exponent of the coordinates.
fn exponent(points: impl Iterator<Item = DVec3>) -> i16 {
    let numbers = points.flat_map(|point| point.to_array()).filter(|&number| number != 0.0);
    numbers.map(|number| FloatCore::integer_decode(number).1).min().unwrap_or(0)
}

/// The coordinates over 2^`lowest`.
fn whole(point: DVec3, lowest: i16) -> Whole {
    point.to_array().map(|number| {
        let (mantissa, exponent, sign) = FloatCore::integer_decode(number);
        if mantissa == 0 { BigInt::zero() } else { (BigInt::from(sign) * mantissa) << (exponent - lowest) as usize }
    })
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

fn dot(a: &Whole, b: &Whole) -> BigInt {
    (0..3).map(|axis| &a[axis] * &b[axis]).sum()
}

fn vanishes(vector: &Whole) -> bool {
    vector.iter().all(Zero::is_zero)
}

/// The first parameter of the ray on the closed triangle.
fn on_triangle(o: &Whole, d: &Whole, [a, b, c]: [Whole; 3]) -> Option<Fraction> {
    let (edge, other) = (minus(&b, &a), minus(&c, &a));
    let normal = cross(&edge, &other);
    let from = minus(o, &a);
    if vanishes(&normal) {
        let sides = [[&a, &b], [&b, &c], [&c, &a]];
        return sides.into_iter().filter_map(|[p, q]| on_segment(o, d, p, q)).reduce(Fraction::least);
    }
    let (across, height) = (dot(d, &normal), dot(&from, &normal));
    if !across.is_zero() {
        // The crossing point relative to a, times the denominator of the parameter.
        let parameter = Fraction::new(-height, across);
        let point: Whole = std::array::from_fn(|axis| &from[axis] * &parameter.1 + &parameter.0 * &d[axis]);
        let weights = [dot(&cross(&point, &other), &normal), dot(&cross(&edge, &point), &normal)];
        let whole = dot(&normal, &normal) * &parameter.1;
        let inside = !weights[0].is_negative() && !weights[1].is_negative() && &weights[0] + &weights[1] <= whole;
        return (inside && !parameter.0.is_negative()).then_some(parameter);
    }
    if !height.is_zero() {
        return None;
    }
    // In the plane: clip by the inner side of each side.
    let (mut start, mut end) = (Fraction(BigInt::zero(), BigInt::one()), None::<Fraction>);
    for [p, q] in [[&a, &b], [&b, &c], [&c, &a]] {
        let inward = cross(&normal, &minus(q, p));
        let (height, rate) = (dot(&inward, &minus(o, p)), dot(&inward, d));
        if rate.is_zero() {
            if height.is_negative() {
                return None;
            }
            continue;
        }
        let rises = rate.is_positive();
        let crossing = Fraction::new(-height, rate);
        if rises {
            start = start.greatest(crossing);
        } else {
            end = Some(match end {
                Some(end) => end.least(crossing),
                None => crossing,
            });
        }
    }
    end.is_none_or(|end| start.at_most(&end)).then_some(start)
}

/// The first parameter on a closed segment, which may be a point.
fn on_segment(o: &Whole, d: &Whole, p: &Whole, q: &Whole) -> Option<Fraction> {
    let zero = || Fraction(BigInt::zero(), BigInt::one());
    let length_sq = dot(d, d);
    let along = |point: &Whole| Fraction(dot(&minus(point, o), d), length_sq.clone());
    let (edge, first) = (minus(q, p), cross(&minus(p, o), d));
    let turned = cross(&edge, d);
    if vanishes(&turned) {
        // Parallel to the ray, or a point.
        if !vanishes(&first) {
            return None;
        }
        let (low, high) = (along(p).least(along(q)), along(p).greatest(along(q)));
        return (!high.0.is_negative()).then(|| low.greatest(zero()));
    }
    // The point p + s (q - p) is on the line if first + s turned = 0.
    let axis = (0..3).find(|&axis| !turned[axis].is_zero()).expect("not zero");
    let share = Fraction::new(-&first[axis], turned[axis].clone());
    let on_line = (0..3).all(|axis| (&first[axis] * &share.1 + &share.0 * &turned[axis]).is_zero());
    let point: Whole = std::array::from_fn(|axis| (&p[axis] - &o[axis]) * &share.1 + &share.0 * &edge[axis]);
    let parameter = Fraction::new(dot(&point, d), &length_sq * &share.1);
    (on_line && !share.0.is_negative() && share.0 <= share.1 && !parameter.0.is_negative()).then_some(parameter)
}

/// The first parameter among triangles, in units of the direction.
pub(crate) fn first(
    origin: DVec3,
    direction: DVec3,
    triangles: impl Iterator<Item = [DVec3; 3]> + Clone,
) -> Option<BigRational> {
    let grid = exponent(triangles.clone().flatten().chain([origin]));
    let along_grid = exponent([direction].into_iter());
    let (o, d) = (whole(origin, grid), whole(direction, along_grid));
    let on = |triangle: [DVec3; 3]| on_triangle(&o, &d, triangle.map(|corner| whole(corner, grid)));
    let Fraction(numerator, denominator) = triangles.filter_map(on).reduce(Fraction::least)?;
    let shift = i32::from(grid) - i32::from(along_grid);
    let [up, down] = [shift.max(0), (-shift).max(0)].map(|shift| shift as usize);
    Some(BigRational::new(numerator << up, denominator << down))
}

fn number(value: f64) -> BigRational {
    BigRational::from_f64(value).expect("finite")
}

/// Whether the enclosure of a hit's distance holds the exact distance.
pub(crate) fn encloses(hit: &RayHit, parameter: &BigRational, direction: DVec3) -> bool {
    let length_sq: BigRational = direction.to_array().into_iter().map(|x| number(x) * number(x)).sum();
    let square = parameter * parameter * length_sq;
    let (lower, upper) = (hit.distance.lower(), hit.distance.upper());
    let below_upper = upper.is_infinite() || square <= number(upper) * number(upper);
    lower >= 0.0 && number(lower) * number(lower) <= square && below_upper
}

/// The exact distance, rounded, for ordinary numbers.
pub(crate) fn distance(parameter: &BigRational, direction: DVec3) -> f64 {
    parameter.to_f64().expect("a number") * direction.length()
}
