//! The reference: fixed-point numbers of 640 binary places on big integers.
//!
//! Doubles of the tests (nothing smaller than 1e-60) convert without loss. Every operation is off by at most a
//! few units of 2⁻⁶⁴⁰. Sine and cosine by Taylor series and doubling lose about 60 more places. All comparisons
//! are with doubles whose spacing is far above 1e-150.

use num_bigint::{BigInt, Sign};
use std::ops::{Add, Mul, Neg, Sub};

const PLACES: u32 = 640;

/// A real number with about 170 decimal places.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub(crate) struct Real(BigInt);

impl Real {
    pub(crate) fn zero() -> Self {
        Self(BigInt::from(0))
    }

    pub(crate) fn one() -> Self {
        Self(BigInt::from(1) << PLACES)
    }

    /// Exact.
    pub(crate) fn from(value: f64) -> Self {
        assert!(value == 0.0 || (value.is_finite() && value.abs() > 1e-60), "{value} is not for this reference");
        let bits = value.to_bits();
        let exponent = (bits >> 52 & 0x7FF) as i32 - 1075;
        let mantissa = if value == 0.0 { 0 } else { bits & ((1 << 52) - 1) | 1 << 52 };
        let magnitude =
            if value == 0.0 { BigInt::from(0) } else { BigInt::from(mantissa) << (PLACES as i32 + exponent) };
        Self(if value < 0.0 { -magnitude } else { magnitude })
    }

    pub(crate) fn divided(&self, by: &Self) -> Self {
        Self((&self.0 << PLACES) / &by.0)
    }

    pub(crate) fn sqrt(&self) -> Self {
        assert!(self.0.sign() != Sign::Minus);
        Self((&self.0 << PLACES).sqrt())
    }

    /// Sine and cosine.
    pub(crate) fn sin_cos(&self) -> (Self, Self) {
        let halvings = 30;
        let small = Self(&self.0 >> halvings);
        let (mut sine, mut cosine) = (Self::zero(), Self::zero());
        let mut term = Self::one();
        for power in 1..400 {
            let sum = if power % 2 == 1 { &mut cosine } else { &mut sine };
            *sum = if (power - 1) / 2 % 2 == 0 { sum.clone() + term.clone() } else { sum.clone() - term.clone() };
            term = Self((term * small.clone()).0 / power);
            if term.0.sign() == Sign::NoSign {
                break;
            }
        }
        for _ in 0..halvings {
            let doubled = sine.clone() * cosine.clone();
            cosine = cosine.clone() * cosine - sine.clone() * sine;
            sine = doubled.clone() + doubled;
        }
        (sine, cosine)
    }

    /// The angle of the unit vector `(cosine, sine)`, from a double by three steps that each triple the digits.
    pub(crate) fn angle(sine: &Self, cosine: &Self) -> Self {
        let mut angle = Self::from_rounded(sine.rounded().atan2(cosine.rounded()));
        for _ in 0..4 {
            let (s, c) = angle.sin_cos();
            angle = angle + (sine.clone() * c - cosine.clone() * s);
        }
        angle
    }

    /// Close to a double, however small.
    fn from_rounded(value: f64) -> Self {
        if value.abs() > 1e-60 { Self::from(value) } else { Self::zero() }
    }

    /// Approximately the nearest double.
    pub(crate) fn rounded(&self) -> f64 {
        let bits = self.0.bits();
        let shift = bits.saturating_sub(60);
        let leading = i128::try_from(&self.0 >> shift).expect("60 bits") as f64;
        leading * 2.0_f64.powi(shift as i32 - PLACES as i32)
    }

    /// Whether the number lies between two doubles.
    pub(crate) fn between(&self, lower: f64, upper: f64) -> bool {
        let above = lower == f64::NEG_INFINITY || Self::from_any(lower) <= *self;
        above && (upper == f64::INFINITY || *self <= Self::from_any(upper))
    }

    /// Ends of enclosures may be tiny. Those below the reference's range count as zero.
    fn from_any(value: f64) -> Self {
        if value.abs() > 1e-60 { Self::from(value) } else { Self::zero() }
    }
}

impl Add for Real {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Real {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Real {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Mul for Real {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self((self.0 * other.0) >> PLACES)
    }
}

/// A vector of such numbers.
pub(crate) type Real3 = [Real; 3];

pub(crate) fn vector(v: glam::DVec3) -> Real3 {
    v.to_array().map(Real::from)
}

pub(crate) fn add(a: Real3, b: Real3) -> Real3 {
    let ([a, b, c], [x, y, z]) = (a, b);
    [a + x, b + y, c + z]
}

pub(crate) fn scaled(a: Real3, by: &Real) -> Real3 {
    a.map(|coordinate| coordinate * by.clone())
}

pub(crate) fn dot(a: &Real3, b: &Real3) -> Real {
    (0..3).fold(Real::zero(), |sum, i| sum + a[i].clone() * b[i].clone())
}

pub(crate) fn cross(a: &Real3, b: &Real3) -> Real3 {
    let product = |i: usize, j: usize| a[i].clone() * b[j].clone();
    [product(1, 2) - product(2, 1), product(2, 0) - product(0, 2), product(0, 1) - product(1, 0)]
}

pub(crate) fn length(a: &Real3) -> Real {
    dot(a, a).sqrt()
}

/// `p` rotated by the normalised quaternion.
pub(crate) fn turned(quaternion: &[Real; 4], p: Real3) -> Real3 {
    let [x, y, z, w] = quaternion.clone();
    let norm_sq = quaternion.iter().fold(Real::zero(), |sum, c| sum + c.clone() * c.clone());
    let axis = [x, y, z];
    let across = cross(&axis, &p);
    let two = Real::from(2.0).divided(&norm_sq);
    let change = add(scaled(across.clone(), &w), cross(&axis, &across));
    add(p, scaled(change, &two))
}

/// `p` rotated by the angle about the unit axis.
pub(crate) fn turned_about(axis: &Real3, angle: &Real, p: Real3) -> Real3 {
    let (sine, cosine) = angle.sin_cos();
    let across = cross(axis, &p);
    let change = add(scaled(across.clone(), &sine), scaled(cross(axis, &across), &(Real::one() - cosine)));
    add(p, change)
}

#[test]
fn the_reference_knows_its_sines() {
    // π to 60 places; sin π = 0, cos π = −1, and sin²+cos² = 1 at 1000.
    let pi = Real::angle(&Real::zero(), &-Real::one());
    assert!((pi.rounded() - std::f64::consts::PI).abs() < 1e-15);
    let (sine, cosine) = pi.sin_cos();
    assert!(sine.rounded().abs() < 1e-150 && (cosine + Real::one()).rounded().abs() < 1e-150);
    let (sine, cosine) = Real::from(1000.0).sin_cos();
    let unit = sine.clone() * sine.clone() + cosine.clone() * cosine;
    assert!((unit - Real::one()).rounded().abs() < 1e-150);
    assert!((sine.rounded() - 1000.0_f64.sin()).abs() < 1e-16);
    assert_eq!(Real::from(2.0).sqrt().rounded(), 2.0_f64.sqrt());
}
