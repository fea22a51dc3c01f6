//! Sums of products without intermediate rounding.
//!
//! *Question.* What is a sum of products of doubles, even under cancellation? Is it exactly zero?
//! *Idea.* Every double is an integer multiple of 2⁻¹⁰⁷⁴. A fixed-point number of about 4,200 bits holds every
//! product and every sum of products (Kulisch's long accumulator). Only the result is rounded.
//! *Guarantee.* The tightest interval of doubles around the exact sum, for all finite numbers and fewer than
//! 2⁶⁰ terms. No intermediate overflow or underflow.
//! *Cost.* About 70 words per sum. It is meant for constructors and for the rare cases that intervals cannot
//! decide.
//! *Source.* U. Kulisch, *Computer Arithmetic and Validity*, 2nd edition 2013. Deviation: two's complement over
//! plain words instead of a carry-save form, which is simpler and slower.

use std::cmp::Ordering;
use tangency_interval::{Dyadic, Interval};

const LIMBS: usize = 68;
/// Bit 0 of the accumulator has the value 2^−2148, the smallest product of two doubles.
const LOWEST: i32 = -2148;
/// Products of three doubles lie between 2^−3222 and 2^3072, and there are fewer than 2⁶⁰ of them.
const TRIPLE_LIMBS: usize = 100;

/// The tightest interval around `Σ x·y` over the terms. All numbers must be finite.
pub(crate) fn sum_of_products(terms: &[(f64, f64)]) -> Interval {
    let mut total = accumulate(terms);
    let negative = total[LIMBS - 1] >> 63 == 1;
    if negative {
        negate(&mut total);
    }
    let magnitude = round_outward(&total);
    if negative { -magnitude } else { magnitude }
}

/// Whether `Σ x·y` over the terms is exactly zero. All numbers must be finite.
pub(crate) fn sum_of_products_is_zero(terms: &[(f64, f64)]) -> bool {
    accumulate(terms).iter().all(|&limb| limb == 0)
}

/// The sign of `Σ x·y·z` over the terms, exactly. All numbers must be finite.
pub(crate) fn sign_of_triple_products(terms: impl IntoIterator<Item = [f64; 3]>) -> Ordering {
    // One sum for each sign: no borrow runs through all limbs, and the comparison decides.
    let mut sums = [[0_u64; TRIPLE_LIMBS]; 2];
    for term in terms {
        if term.contains(&0.0) {
            continue;
        }
        let [x, y, z] = term.map(Dyadic::new);
        let [first, second, third] = [x, y, z].map(|factor| u128::from(factor.mantissa.unsigned_abs()));
        let product = first * second;
        let shift = (x.exponent + y.exponent + z.exponent + 3 * 1074).unsigned_abs();
        let negative = (x.mantissa < 0) ^ (y.mantissa < 0) ^ (z.mantissa < 0);
        let sum = &mut sums[usize::from(negative)];
        // 106 bits times 53 bits: the lower 64 bits and the upper 42 bits separately.
        add_shifted(sum, (product & u128::from(u64::MAX)) * third, shift, false);
        add_shifted(sum, (product >> 64) * third, shift + 64, false);
    }
    let [positive, negative] = &sums;
    positive.iter().rev().cmp(negative.iter().rev())
}

fn accumulate(terms: &[(f64, f64)]) -> [u64; LIMBS] {
    let mut total = [0_u64; LIMBS];
    for &(x, y) in terms {
        let (dyadic_x, dyadic_y) = (Dyadic::new(x), Dyadic::new(y));
        let product = u128::from(dyadic_x.mantissa.unsigned_abs()) * u128::from(dyadic_y.mantissa.unsigned_abs());
        let shift = (dyadic_x.exponent + dyadic_y.exponent - LOWEST).unsigned_abs();
        add_shifted(&mut total, product, shift, x.is_sign_negative() != y.is_sign_negative());
    }
    total
}

/// Adds or subtracts `product · 2^shift`, modulo two to the number of bits.
fn add_shifted(total: &mut [u64], product: u128, shift: u32, negative: bool) {
    let (first, bits) = ((shift / 64) as usize, shift % 64);
    let low = product << bits;
    let high = if bits == 0 { 0 } else { (product >> (128 - bits)) as u64 };
    let words = [low as u64, (low >> 64) as u64, high];
    let mut carry = false;
    for (position, limb) in total[first..].iter_mut().enumerate() {
        let word = words.get(position).copied().unwrap_or(0);
        let (step, wrapped) = if negative { limb.overflowing_sub(word) } else { limb.overflowing_add(word) };
        let unit = u64::from(carry);
        let (result, wrapped_again) = if negative { step.overflowing_sub(unit) } else { step.overflowing_add(unit) };
        *limb = result;
        carry = wrapped || wrapped_again;
        if position >= 2 && !carry {
            break;
        }
    }
}

fn negate(total: &mut [u64; LIMBS]) {
    let mut carry = true;
    for limb in total {
        let (result, wrapped) = (!*limb).overflowing_add(u64::from(carry));
        *limb = result;
        carry = wrapped;
    }
}

/// The neighbouring doubles of a non-negative number.
fn round_outward(total: &[u64; LIMBS]) -> Interval {
    let Some(top_limb) = total.iter().rposition(|&limb| limb != 0) else {
        return Interval::ZERO;
    };
    let top_bit = 64 * top_limb + 63 - total[top_limb].leading_zeros() as usize;
    // 53 bits from the top, but nothing below the smallest double.
    let lowest_bit = top_bit.saturating_sub(52).max((-1074 - LOWEST) as usize);
    let bit = |position: usize| total.get(position / 64).is_some_and(|limb| limb >> (position % 64) & 1 == 1);
    let kept =
        (lowest_bit..=top_bit.max(lowest_bit)).rev().fold(0_i64, |kept, position| kept << 1 | i64::from(bit(position)));
    let dropped = (0..lowest_bit).any(bit);
    let exponent = lowest_bit as i32 + LOWEST;
    let scaled = |mantissa: i64| Dyadic { mantissa, exponent }.value();
    Interval::between(scaled(kept).min(f64::MAX), scaled(kept + i64::from(dropped)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distinguishes_zero_from_the_smallest_difference() {
        assert!(sum_of_products_is_zero(&[]));
        assert!(sum_of_products_is_zero(&[(0.0, -3.0), (-0.0, 5.0)]));
        assert!(sum_of_products_is_zero(&[(3.0, 7.0), (-21.0, 1.0)]));
        let tiny = f64::from_bits(1);
        assert!(!sum_of_products_is_zero(&[(tiny, tiny)]));
        assert!(!sum_of_products_is_zero(&[(f64::MAX, f64::MAX), (tiny, tiny), (-f64::MAX, f64::MAX)]));
        assert!(sum_of_products_is_zero(&[(f64::MAX, f64::MAX), (tiny, -tiny), (-f64::MAX, f64::MAX), (tiny, tiny)]));
        // Borrow through the whole accumulator and back.
        assert!(sum_of_products_is_zero(&[(-tiny, tiny), (f64::MAX, 1.0), (tiny, tiny), (-1.0, f64::MAX)]));
    }

    /// (1 + ε)² = 1 + 2ε + ε²: rounding would lose the last term.
    #[test]
    fn keeps_what_rounding_loses() {
        let e = f64::EPSILON;
        assert!(sum_of_products_is_zero(&[(1.0 + e, 1.0 + e), (-1.0, 1.0 + 2.0 * e), (-e, e)]));
        assert_eq!(sum_of_products(&[(1.0 + e, 1.0 + e), (-1.0, 1.0 + 2.0 * e)]), Interval::from(e * e));
        assert_eq!(sum_of_products(&[(1.0 + e, -1.0 - e), (1.0, 1.0 + 2.0 * e)]), Interval::from(-e * e));
    }

    #[test]
    fn rounds_outward_to_neighbours() {
        let e = f64::EPSILON;
        let inexact = sum_of_products(&[(1.0, 1.0), (e, 0.25)]);
        assert_eq!(inexact, Interval::between(1.0, 1.0 + e));
        assert_eq!(sum_of_products(&[(-1.0, 1.0), (-e, 0.25)]), Interval::between(-1.0 - e, -1.0));
        let tiny = f64::from_bits(1);
        assert_eq!(sum_of_products(&[(tiny, 0.5)]), Interval::between(0.0, tiny));
        assert_eq!(sum_of_products(&[(tiny, -3.0)]), Interval::from(-3.0 * tiny));
        assert_eq!(sum_of_products(&[(f64::MAX, 2.0)]), Interval::between(f64::MAX, f64::INFINITY));
        for value in [1.5, -0.1, 1e-310, f64::MIN_POSITIVE, -f64::MAX, 3e300] {
            assert_eq!(sum_of_products(&[(value, 1.0)]), Interval::from(value), "{value}");
        }
    }

    #[test]
    fn triple_products_have_their_exact_sign() {
        let (tiny, large) = (f64::from_bits(1), f64::MAX);
        assert_eq!(sign_of_triple_products([]), Ordering::Equal);
        assert_eq!(sign_of_triple_products([[0.0, -3.0, 5.0]]), Ordering::Equal);
        assert_eq!(sign_of_triple_products([[tiny, tiny, tiny]]), Ordering::Greater);
        assert_eq!(sign_of_triple_products([[tiny, -tiny, tiny]]), Ordering::Less);
        let cancelling = [[large; 3], [-large, large, large]];
        assert_eq!(sign_of_triple_products(cancelling), Ordering::Equal);
        let with = |last: [f64; 3]| sign_of_triple_products([cancelling[0], last, cancelling[1]]);
        assert_eq!((with([tiny; 3]), with([-tiny; 3])), (Ordering::Greater, Ordering::Less));
        // Integers of 40 bits, and the same with one more unit.
        let mut random = tangency_interval::laws::Random::new(12);
        for _ in 0..10_000 {
            let [a, b, c, d] = [(); 4].map(|()| (random.bits() as i64 >> 24) as f64);
            let same = [[a, b, c], [c, -b, a]];
            assert_eq!(sign_of_triple_products(same), Ordering::Equal);
            let more = sign_of_triple_products(same.into_iter().chain([[d, 1.0, 0.5]]));
            assert_eq!(Some(more), d.partial_cmp(&0.0));
        }
    }

    /// Compares with 128-bit integers.
    #[test]
    fn agrees_with_integers() {
        let mut random = tangency_interval::laws::Random::new(11);
        let mut inexact = 0;
        for _ in 0..10_000 {
            let shift = random.below(50);
            let mut number = || (random.bits() as i64 >> (14 + shift)) as f64;
            let terms: [(f64, f64); 4] = std::array::from_fn(|_| (number(), number()));
            let exact: i128 = terms.iter().map(|&(x, y)| x as i128 * y as i128).sum();
            let found = sum_of_products(&terms);
            assert!(found.lower() as i128 <= exact && exact <= found.upper() as i128);
            assert!(found.upper() <= found.lower().next_up());
            inexact += usize::from(found.lower() != found.upper());
        }
        assert!((2_000..9_000).contains(&inexact), "{inexact} of 10000 sums need rounding");
    }
}
