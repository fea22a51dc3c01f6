//! Sums of products without any rounding.
//!
//! *Question.* Is a sum of products of doubles exactly zero?
//! *Idea.* Every double is an integer times a power of two, at least 2⁻¹⁰⁷⁴; a fixed-point number of some 4,200 bits
//! holds every product and every sum of them (Kulisch's long accumulator).
//! *Guarantee.* Exact for all finite numbers and fewer than 2⁶⁰ terms: no overflow, no underflow.
//! *Cost.* About 70 words for each question; meant for the rare cases that intervals leave open.
//! *Source.* U. Kulisch, *Computer Arithmetic and Validity*, 2nd edition 2013, chapter 8 (we use two's complement over
//! plain words instead of a carry-save form: simplicity before speed).

const LIMBS: usize = 68;

/// Whether `Σ x·y` over the terms is exactly zero. The numbers must be finite.
pub(crate) fn sum_of_products_is_zero(terms: &[(f64, f64)]) -> bool {
    let mut total = [0_u64; LIMBS];
    for &(x, y) in terms {
        let ((mantissa_x, exponent_x), (mantissa_y, exponent_y)) = (decompose(x), decompose(y));
        let product = u128::from(mantissa_x) * u128::from(mantissa_y);
        add_shifted(&mut total, product, exponent_x + exponent_y, x.is_sign_negative() != y.is_sign_negative());
    }
    total.iter().all(|&limb| limb == 0)
}

/// `|x| = mantissa · 2^(exponent − 1074)`.
fn decompose(x: f64) -> (u64, u32) {
    let bits = x.to_bits();
    let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7FF) as u32);
    if biased == 0 { (fraction, 0) } else { (fraction | 1 << 52, biased - 1) }
}

/// Adds or subtracts `product · 2^shift`, modulo 2^(64·LIMBS).
fn add_shifted(total: &mut [u64; LIMBS], product: u128, shift: u32, negative: bool) {
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

#[cfg(test)]
mod tests {
    use super::sum_of_products_is_zero;

    #[test]
    fn tells_zero_from_the_smallest_difference() {
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
        assert!(!sum_of_products_is_zero(&[(1.0 + e, 1.0 + e), (-1.0, 1.0 + 2.0 * e)]));
    }
}
