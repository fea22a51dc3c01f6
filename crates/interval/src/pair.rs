//! Two numbers processed together: the negated lower endpoint and the upper endpoint of an interval.
//!
//! **Question.** How can arithmetic round outward fast, without changing the processor's rounding mode?
//!
//! **Idea.** An interval `[l, u]` is stored as the pair `(−l, u)`. Outward is then *upward* for both numbers, so
//! one packed instruction serves both endpoints. Every operation rounds to nearest and is followed by a step to the
//! next number above. The step works on the bit pattern: numbers of one sign are ordered like their bit patterns.
//!
//! **Guarantee.** The error of round-to-nearest is less than the distance to the neighbour. The next number above
//! is therefore an upper bound, and at most one ulp above the smallest possible one.
//!
//! **Cost.** Five cheap instructions per step. Every x86-64 processor has SSE2. On other targets portable code
//! performs the same operations in the same order and gives the same bits.
//!
//! **Source.** The pair: Lambov, *Interval arithmetic using SSE-2* (2008). The step in round-to-nearest: Rump,
//! Zimmermann, Boldo, Melquiond, *Computing predecessor and successor in rounding to nearest*, BIT 49 (2009). Their
//! step multiplies and is one unit wider next to the subnormal numbers; ours works on the bits and is exact
//! everywhere.

#[cfg(target_arch = "x86_64")]
pub(crate) use packed::PackedPair as EndpointPair;
#[cfg(not(target_arch = "x86_64"))]
pub(crate) use portable::PortablePair as EndpointPair;

/// The significand bits that are zero in a number of at most 26 significant bits.
const LONG_BITS: u64 = (1 << 27) - 1;

/// The outward steps, shared by both implementations.
macro_rules! outward_steps {
    () => {
        /// The smaller and the larger of the two absolute values, each in both components.
        #[inline]
        pub(crate) fn smaller_and_larger(self) -> (Self, Self) {
            let absolute = self.abs();
            let swapped = absolute.swap();
            (absolute.min(swapped), absolute.max(swapped))
        }

        /// The next number above; `+∞` and NaN stay as they are. Neither component may be `−0`.
        #[inline]
        pub(crate) fn up(self) -> Self {
            self.up_where(self.less(Self::both(f64::INFINITY)))
        }

        /// `self + other`, rounded upward. Exact sums stay exact, because the rounding error is itself computed
        /// exactly (Knuth's TwoSum, *TAOCP* 2, section 4.2.2, theorem B). Neither operand may contain `−∞`.
        #[inline]
        pub(crate) fn add_up(self, other: Self) -> Self {
            let sum = self.add(other);
            let from_other = sum.sub(self);
            let error = self.sub(sum.sub(from_other)).add(other.sub(from_other));
            // A finite sum that overflowed downward is −∞ here. Its error is NaN, so the bound is set instead of
            // stepped.
            let sum = Self::both(-f64::MAX).max(sum);
            sum.up_where(Self::both(0.0).less(error))
        }
    };
}

/// The implementation with packed instructions.
///
/// The only `unsafe` code of this crate beside that of compiled tapes. The intrinsics are `unsafe` because a processor may lack the instruction.
/// All of them are SSE2, which every x86-64 processor has, and none accesses memory.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod packed {
    use std::arch::x86_64::{
        __m128d, __m128i, _mm_add_epi64, _mm_add_pd, _mm_and_pd, _mm_and_si128, _mm_andnot_pd, _mm_castpd_si128,
        _mm_castsi128_pd, _mm_cmpeq_epi32, _mm_cmpeq_pd, _mm_cmple_pd, _mm_cmplt_pd, _mm_cmpunord_pd, _mm_cvtsd_f64,
        _mm_div_pd, _mm_max_pd, _mm_min_pd, _mm_movemask_pd, _mm_mul_pd, _mm_or_pd, _mm_or_si128, _mm_set_pd,
        _mm_set1_epi64x, _mm_set1_pd, _mm_setzero_si128, _mm_shuffle_epi32, _mm_shuffle_pd, _mm_sqrt_pd, _mm_sub_pd,
        _mm_unpackhi_pd, _mm_unpacklo_pd, _mm_xor_pd,
    };

    #[derive(Clone, Copy)]
    pub(crate) struct PackedPair(__m128d);

    /// One mask per component: all bits set or none.
    #[derive(Clone, Copy)]
    pub(crate) struct PackedMask(__m128d);

    impl PackedMask {
        #[inline]
        pub(crate) fn or(self, other: Self) -> Self {
            unsafe { Self(_mm_or_pd(self.0, other.0)) }
        }
        #[inline]
        pub(crate) fn and(self, other: Self) -> Self {
            unsafe { Self(_mm_and_pd(self.0, other.0)) }
        }
        /// Set where `self` is set and `other` is not.
        #[inline]
        pub(crate) fn without(self, other: Self) -> Self {
            unsafe { Self(_mm_andnot_pd(other.0, self.0)) }
        }
        #[inline]
        pub(crate) fn all(self) -> bool {
            unsafe { _mm_movemask_pd(self.0) == 3 }
        }
        #[inline]
        pub(crate) fn any(self) -> bool {
            unsafe { _mm_movemask_pd(self.0) != 0 }
        }
    }

    impl PackedPair {
        #[inline]
        pub(crate) fn new(first: f64, second: f64) -> Self {
            unsafe { Self(_mm_set_pd(second, first)) }
        }
        #[inline]
        pub(crate) fn both(value: f64) -> Self {
            unsafe { Self(_mm_set1_pd(value)) }
        }
        #[inline]
        pub(crate) fn parts(self) -> (f64, f64) {
            unsafe { (_mm_cvtsd_f64(self.0), _mm_cvtsd_f64(_mm_unpackhi_pd(self.0, self.0))) }
        }
        #[inline]
        pub(crate) fn add(self, other: Self) -> Self {
            unsafe { Self(_mm_add_pd(self.0, other.0)) }
        }
        #[inline]
        pub(crate) fn sub(self, other: Self) -> Self {
            unsafe { Self(_mm_sub_pd(self.0, other.0)) }
        }
        #[inline]
        pub(crate) fn mul(self, other: Self) -> Self {
            unsafe { Self(_mm_mul_pd(self.0, other.0)) }
        }
        #[inline]
        pub(crate) fn div(self, other: Self) -> Self {
            unsafe { Self(_mm_div_pd(self.0, other.0)) }
        }
        #[inline]
        pub(crate) fn sqrt(self) -> Self {
            unsafe { Self(_mm_sqrt_pd(self.0)) }
        }
        #[inline]
        pub(crate) fn abs(self) -> Self {
            unsafe { Self(_mm_andnot_pd(_mm_set1_pd(-0.0), self.0)) }
        }
        #[inline]
        pub(crate) fn neg(self) -> Self {
            unsafe { Self(_mm_xor_pd(_mm_set1_pd(-0.0), self.0)) }
        }
        /// `other` where both are equal or one is NaN.
        #[inline]
        pub(crate) fn max(self, other: Self) -> Self {
            unsafe { Self(_mm_max_pd(self.0, other.0)) }
        }
        /// `other` where both are equal or one is NaN.
        #[inline]
        pub(crate) fn min(self, other: Self) -> Self {
            unsafe { Self(_mm_min_pd(self.0, other.0)) }
        }
        #[inline]
        pub(crate) fn swap(self) -> Self {
            unsafe { Self(_mm_shuffle_pd::<1>(self.0, self.0)) }
        }
        #[inline]
        pub(crate) fn first(self) -> Self {
            unsafe { Self(_mm_unpacklo_pd(self.0, self.0)) }
        }
        #[inline]
        pub(crate) fn second(self) -> Self {
            unsafe { Self(_mm_unpackhi_pd(self.0, self.0)) }
        }
        #[inline]
        pub(crate) fn less(self, other: Self) -> PackedMask {
            unsafe { PackedMask(_mm_cmplt_pd(self.0, other.0)) }
        }
        #[inline]
        pub(crate) fn not_above(self, other: Self) -> PackedMask {
            unsafe { PackedMask(_mm_cmple_pd(self.0, other.0)) }
        }
        #[inline]
        pub(crate) fn equal(self, other: Self) -> PackedMask {
            unsafe { PackedMask(_mm_cmpeq_pd(self.0, other.0)) }
        }
        /// Set where either is NaN.
        #[inline]
        pub(crate) fn unordered(self, other: Self) -> PackedMask {
            unsafe { PackedMask(_mm_cmpunord_pd(self.0, other.0)) }
        }
        /// `self` where the mask is set, otherwise `other`.
        #[inline]
        pub(crate) fn select(self, mask: PackedMask, other: Self) -> Self {
            unsafe { Self(_mm_or_pd(_mm_and_pd(mask.0, self.0), _mm_andnot_pd(mask.0, other.0))) }
        }
        /// Set where the number has at most 26 significant bits, so that its square is exact.
        #[inline]
        pub(crate) fn short(self) -> PackedMask {
            let low = unsafe { _mm_and_si128(_mm_castpd_si128(self.0), _mm_set1_epi64x(super::LONG_BITS as i64)) };
            let short = unsafe { _mm_cmpeq_epi32(low, _mm_setzero_si128()) };
            unsafe { PackedMask(_mm_castsi128_pd(_mm_shuffle_epi32::<0b10_10_00_00>(short))) }
        }
        /// The next number above where the mask is set. There the number must not be `+∞`, NaN or `−0`.
        #[inline]
        pub(crate) fn up_where(self, mask: PackedMask) -> Self {
            let negative: __m128i = unsafe { _mm_castpd_si128(_mm_cmplt_pd(self.0, _mm_set1_pd(0.0))) };
            let step = unsafe { _mm_or_si128(negative, _mm_set1_epi64x(1)) };
            let step = unsafe { _mm_and_si128(step, _mm_castpd_si128(mask.0)) };
            unsafe { Self(_mm_castsi128_pd(_mm_add_epi64(_mm_castpd_si128(self.0), step))) }
        }
        outward_steps!();
    }
}

/// The portable implementation, component by component; also the reference for the packed one.
#[cfg(any(test, not(target_arch = "x86_64")))]
mod portable {
    #[derive(Clone, Copy)]
    pub(crate) struct PortablePair(f64, f64);

    #[derive(Clone, Copy)]
    pub(crate) struct PortableMask(bool, bool);

    impl PortableMask {
        #[inline]
        pub(crate) fn or(self, other: Self) -> Self {
            Self(self.0 | other.0, self.1 | other.1)
        }
        #[inline]
        pub(crate) fn and(self, other: Self) -> Self {
            Self(self.0 & other.0, self.1 & other.1)
        }
        /// Set where `self` is set and `other` is not.
        #[inline]
        pub(crate) fn without(self, other: Self) -> Self {
            Self(self.0 & !other.0, self.1 & !other.1)
        }
        #[inline]
        pub(crate) fn all(self) -> bool {
            self.0 & self.1
        }
        #[inline]
        pub(crate) fn any(self) -> bool {
            self.0 | self.1
        }
    }

    impl PortablePair {
        #[inline]
        fn map(self, f: impl Fn(f64) -> f64) -> Self {
            Self(f(self.0), f(self.1))
        }
        #[inline]
        fn zip(self, other: Self, f: impl Fn(f64, f64) -> f64) -> Self {
            Self(f(self.0, other.0), f(self.1, other.1))
        }
        #[inline]
        fn compare(self, other: Self, f: impl Fn(f64, f64) -> bool) -> PortableMask {
            PortableMask(f(self.0, other.0), f(self.1, other.1))
        }
        #[inline]
        pub(crate) fn new(first: f64, second: f64) -> Self {
            Self(first, second)
        }
        #[inline]
        pub(crate) fn both(value: f64) -> Self {
            Self(value, value)
        }
        #[inline]
        pub(crate) fn parts(self) -> (f64, f64) {
            (self.0, self.1)
        }
        #[inline]
        pub(crate) fn add(self, other: Self) -> Self {
            self.zip(other, |a, b| a + b)
        }
        #[inline]
        pub(crate) fn sub(self, other: Self) -> Self {
            self.zip(other, |a, b| a - b)
        }
        #[inline]
        pub(crate) fn mul(self, other: Self) -> Self {
            self.zip(other, |a, b| a * b)
        }
        #[inline]
        pub(crate) fn div(self, other: Self) -> Self {
            self.zip(other, |a, b| a / b)
        }
        #[inline]
        pub(crate) fn sqrt(self) -> Self {
            self.map(f64::sqrt)
        }
        #[inline]
        pub(crate) fn abs(self) -> Self {
            self.map(f64::abs)
        }
        #[inline]
        pub(crate) fn neg(self) -> Self {
            self.map(|a| -a)
        }
        /// `other` where both are equal or one is NaN.
        #[inline]
        pub(crate) fn max(self, other: Self) -> Self {
            self.zip(other, |a, b| if a > b { a } else { b })
        }
        /// `other` where both are equal or one is NaN.
        #[inline]
        pub(crate) fn min(self, other: Self) -> Self {
            self.zip(other, |a, b| if a < b { a } else { b })
        }
        #[inline]
        pub(crate) fn swap(self) -> Self {
            Self(self.1, self.0)
        }
        #[inline]
        pub(crate) fn first(self) -> Self {
            Self(self.0, self.0)
        }
        #[inline]
        pub(crate) fn second(self) -> Self {
            Self(self.1, self.1)
        }
        #[inline]
        pub(crate) fn less(self, other: Self) -> PortableMask {
            self.compare(other, |a, b| a < b)
        }
        #[inline]
        pub(crate) fn not_above(self, other: Self) -> PortableMask {
            self.compare(other, |a, b| a <= b)
        }
        #[inline]
        pub(crate) fn equal(self, other: Self) -> PortableMask {
            self.compare(other, |a, b| a == b)
        }
        /// Set where either is NaN.
        #[inline]
        pub(crate) fn unordered(self, other: Self) -> PortableMask {
            self.compare(other, |a, b| a.is_nan() | b.is_nan())
        }
        /// `self` where the mask is set, otherwise `other`.
        #[inline]
        pub(crate) fn select(self, mask: PortableMask, other: Self) -> Self {
            Self(if mask.0 { self.0 } else { other.0 }, if mask.1 { self.1 } else { other.1 })
        }
        /// Set where the number has at most 26 significant bits, so that its square is exact.
        #[inline]
        pub(crate) fn short(self) -> PortableMask {
            PortableMask(self.0.to_bits() & super::LONG_BITS == 0, self.1.to_bits() & super::LONG_BITS == 0)
        }
        /// The next number above where the mask is set. There the number must not be `+∞`, NaN or `−0`.
        #[inline]
        pub(crate) fn up_where(self, mask: PortableMask) -> Self {
            let step = |value: f64, set: bool| {
                let step = if value < 0.0 { -1_i64 } else { 1 };
                f64::from_bits(value.to_bits().wrapping_add_signed(if set { step } else { 0 }))
            };
            Self(step(self.0, mask.0), step(self.1, mask.1))
        }
        outward_steps!();
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::{packed, portable};
    use tangency_interval::laws::Random;

    /// Asserts that both implementations give the same bits for the same numbers; all NaNs count as equal.
    macro_rules! same_bits {
        ($first:expr, $second:expr, $($operation:tt)*) => {{
            let a = $first.clone();
            let b = $second.clone();
            let packed = {
                use packed::PackedPair as Pair;
                ($($operation)*)(Pair::new(a.0, a.1), Pair::new(b.0, b.1)).parts()
            };
            let portable = {
                use portable::PortablePair as Pair;
                ($($operation)*)(Pair::new(a.0, a.1), Pair::new(b.0, b.1)).parts()
            };
            let same = |x: f64, y: f64| x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan());
            assert!(
                same(packed.0, portable.0) && same(packed.1, portable.1),
                "{} of {a:?}, {b:?}: packed {packed:?}, portable {portable:?}",
                stringify!($($operation)*)
            );
        }};
    }

    fn number(random: &mut Random) -> f64 {
        match random.below(12) {
            0 => f64::INFINITY,
            1 => f64::NAN,
            2 => -0.0,
            _ => random.number(),
        }
    }

    #[test]
    fn packed_and_portable_give_the_same_bits() {
        let mut random = Random::new(128);
        for _ in 0..20_000 {
            let a = (number(&mut random), number(&mut random));
            let b = (number(&mut random), number(&mut random));
            same_bits!(a, b, |x: Pair, y: Pair| x.add_up(y));
            same_bits!(a, b, |x: Pair, y: Pair| x.mul(y).max(y.swap()));
            same_bits!(a, b, |x: Pair, y: Pair| x.div(y).min(y.neg()));
            same_bits!(a, b, |x: Pair, y: Pair| x.abs().sqrt().sub(y.first()));
            same_bits!(a, b, |x: Pair, y: Pair| x.second().add(Pair::both(0.0)).up().select(x.less(y), y));
            same_bits!(a, b, |x: Pair, y: Pair| x.select(x.equal(y).or(x.short()), y));
            same_bits!(a, b, |x: Pair, y: Pair| x.select(x.not_above(y).and(y.short()), y));
            same_bits!(a, b, |x: Pair, y: Pair| x.select(x.not_above(y).without(x.unordered(y)), y));
            same_bits!(a, b, |x: Pair, y: Pair| if x.less(y).any() { x.smaller_and_larger().0 } else { y });
            same_bits!(a, b, |x: Pair, y: Pair| if x.less(y).all() { x } else { y });
            same_bits!(a, b, |x: Pair, _: Pair| x.smaller_and_larger().1);
        }
    }
}
