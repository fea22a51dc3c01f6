//! The laws that every enclosure obeys, as macros. One line enrols a function in the test suite of its crate.
//!
//! [`inclusion_laws!`](crate::inclusion_laws) needs no reference: larger arguments must give larger results.
//! [`value_laws!`](crate::value_laws) compares with a reference for the true value: it must be enclosed, and
//! tightly.
//!
//! Random arguments favour degenerate cases: zeros, infinities, subnormal and huge numbers, powers of two and their
//! neighbours, thin and unbounded intervals. Every law asserts that enough of its cases had a value.

use crate::Interval;
use std::cmp::Ordering;

/// A small deterministic random number generator (SplitMix64): the same sequence on every machine and in every
/// version.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator; equal seeds give equal sequences.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number in `[0, 1)`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number in `[lower, upper)`.
    pub fn between(&mut self, lower: f64, upper: f64) -> f64 {
        lower + (upper - lower) * self.unit()
    }

    /// An index below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    /// A finite number of any magnitude, often near a threshold of floating-point arithmetic.
    pub fn number(&mut self) -> f64 {
        let magnitude = match self.below(12) {
            0 => 0.0,
            1 => 1.0,
            2 => self.below(20) as f64,
            3 => 2_f64.powi(self.below(2000) as i32 - 1000),
            4 => f64::from_bits(self.bits() >> (12 + self.below(52))),
            5 => f64::MAX * self.between(0.5, 1.0),
            6 => 1.0 + self.between(-1e-9, 1e-9),
            7 => f64::MIN_POSITIVE * self.between(0.0, 4.0),
            8 => f64::from(self.unit() as f32),
            9 => self.between(0.0, 1.0),
            10 => self.between(0.0, 100.0),
            _ => f64::from_bits(self.bits() & 0x7FEF_FFFF_FFFF_FFFF),
        };
        let magnitude = match self.below(4) {
            0 => magnitude.next_up().min(f64::MAX),
            1 => magnitude.next_down().max(0.0),
            _ => magnitude,
        };
        if self.below(2) == 0 { magnitude } else { -magnitude }
    }

    /// An interval with endpoints like those of [`number`](Self::number): often thin, sometimes unbounded, never
    /// empty.
    pub fn interval(&mut self) -> Interval {
        let first = self.number();
        match self.below(10) {
            0 | 1 => Interval::from(first),
            2 => Interval::between(first, first.next_up().min(f64::MAX)),
            3 => Interval::between(first, first * self.between(0.9, 1.1)),
            4 => Interval::between(first, first + self.between(0.0, 8.0)),
            5 => Interval::between(first, if self.below(2) == 0 { f64::INFINITY } else { f64::NEG_INFINITY }),
            6 if self.below(4) == 0 => Interval::ENTIRE,
            _ => Interval::between(first, self.number()),
        }
    }

    /// A member of the interval, often an endpoint. The interval must not be empty.
    pub fn member(&mut self, x: Interval) -> f64 {
        let (lower, upper) = (x.lower().max(-f64::MAX), x.upper().min(f64::MAX));
        let chosen = match self.below(4) {
            0 => lower,
            1 => upper,
            2 => self.number(),
            _ => lower + (0.5 * upper - 0.5 * lower) * (2.0 * self.unit()),
        };
        chosen.clamp(lower, upper)
    }

    /// A subinterval, often with a common endpoint. The interval must not be empty.
    pub fn within(&mut self, x: Interval) -> Interval {
        match self.below(4) {
            0 => Interval::from(self.member(x)),
            1 => x,
            _ => Interval::between(self.member(x), self.member(x)),
        }
    }
}

/// A comparison of the true value with any number, infinite ones included; `None` if there is no true value.
pub type Truth = Option<Box<dyn Fn(f64) -> Ordering>>;

/// The number of cases that a law tries.
const CASES: usize = 20_000;

/// `x` with both endpoints moved outward to the `count`-th next double.
#[must_use]
pub fn widened(x: Interval, count: u32) -> Interval {
    if x.is_empty() {
        return x;
    }
    let lower = (0..count).fold(x.lower(), |end, _| end.next_down());
    Interval::between(lower, (0..count).fold(x.upper(), |end, _| end.next_up()))
}

/// Asserts that smaller arguments give results within those of larger ones, up to `steps` doubles at each endpoint.
///
/// # Panics
/// If they do not, or if fewer than one case in eight has a value.
pub fn check_inclusion<const N: usize>(name: &str, steps: u32, function: impl Fn([Interval; N]) -> Interval) {
    let mut random = Random::new(1788);
    let mut defined = 0;
    for _ in 0..CASES {
        let outer: [Interval; N] = std::array::from_fn(|_| random.interval());
        let inner = outer.map(|x| random.within(x));
        let point = inner.map(|x| Interval::from(random.member(x)));
        let [of_outer, of_inner, of_point] = [outer, inner, point].map(&function);
        assert!(
            of_inner.subset(widened(of_outer, steps)),
            "{name} of {inner:?} is {of_inner:?}, not within {of_outer:?}, that of {outer:?}"
        );
        assert!(
            of_point.subset(widened(of_inner, steps)),
            "{name} of {point:?} is {of_point:?}, not within {of_inner:?}, that of {inner:?}"
        );
        let with_empty: [Interval; N] = std::array::from_fn(|i| if i == 0 { Interval::EMPTY } else { outer[i] });
        assert!(function(with_empty).is_empty(), "{name} of nothing is not empty");
        defined += usize::from(!of_point.is_empty());
    }
    assert!(defined > CASES / 8, "{name}: only {defined} of {CASES} cases had a value");
}

/// Asserts that the true value at members is enclosed. At a single number, each endpoint of the enclosure may be at
/// most `steps` doubles wider than the tightest one.
///
/// `draw` draws arguments; `truth` gives the true value there.
///
/// # Panics
/// If an assertion fails, or if fewer than one case in eight has a value.
pub fn check_values<const N: usize>(
    name: &str,
    steps: u32,
    draw: impl Fn(&mut Random) -> [f64; N],
    function: impl Fn([Interval; N]) -> Interval,
    truth: impl Fn([f64; N]) -> Truth,
) {
    let mut random = Random::new(754);
    let mut defined = 0;
    let cases = CASES / 4;
    for _ in 0..cases {
        let arguments = draw(&mut random);
        let thin = function(arguments.map(Interval::from));
        let Some(compare) = truth(arguments) else {
            assert!(thin.is_empty(), "{name} of {arguments:?} has no value, but the enclosure is {thin:?}");
            continue;
        };
        defined += 1;
        let holds = |x: Interval| compare(x.lower()).is_ge() && compare(x.upper()).is_le();
        assert!(holds(thin), "{name} of {arguments:?} is not in {thin:?}");
        let (mut above_lower, mut below_upper) = (thin.lower(), thin.upper());
        for _ in 0..=steps {
            (above_lower, below_upper) = (above_lower.next_up(), below_upper.next_down());
        }
        assert!(
            compare(above_lower).is_lt() && compare(below_upper).is_gt(),
            "{name} of {arguments:?}: {thin:?} is more than {steps} steps too wide"
        );
        let around = arguments.map(|x| match random.below(3) {
            0 => Interval::between(x, random.number()),
            1 => Interval::between(x, x.next_up().min(f64::MAX)),
            _ => Interval::from(x).hull(Interval::from(x * 1.5)),
        });
        let wide = function(around);
        assert!(holds(wide), "{name} of {arguments:?} is not in {wide:?}, the enclosure over {around:?}");
    }
    assert!(defined > cases / 8, "{name}: only {defined} of {cases} cases had a value");
}

/// Tests functions of intervals for the law X ⊆ Y ⇒ F(X) ⊆ F(Y), hence x ∈ X ⇒ F({x}) ⊆ F(X), and for F(∅) = ∅.
/// Each line becomes a test: its name, the allowed violation at an endpoint in steps from one double to the next,
/// and the function. The allowance is 0 for functions that round monotonically, and `k` for functions with
/// endpoints that err by `k` ulp.
///
/// ```
/// tangency_interval::inclusion_laws! {
///     squared_difference, 0, |[x, y]| (x - y).sqr();
///     sine_of_double, 4, |[x]| (x + x).sin();
/// }
/// ```
#[macro_export]
macro_rules! inclusion_laws {
    ($($name:ident, $steps:expr, $function:expr;)*) => {$(
        #[test]
        fn $name() {
            $crate::laws::check_inclusion(stringify!($name), $steps, $function);
        }
    )*};
}

/// Tests functions for the law x ∈ X ⇒ f(x) ∈ F(X), with a bound on the width at a single number. Each line becomes
/// a test: its name, the number of doubles by which an endpoint may be wider than the tightest, a generator of
/// arguments, the function of intervals, and a function from numbers to a [`Truth`](crate::laws::Truth).
///
/// ```
/// use tangency_interval::laws::{Random, Truth};
///
/// fn truth([x]: [f64; 1]) -> Truth {
///     Some(Box::new(move |number| (-x).total_cmp(&(number + 0.0))))
/// }
/// tangency_interval::value_laws! {
///     negation, 0, |random: &mut Random| [random.number()], |[x]| -x, truth;
/// }
/// ```
#[macro_export]
macro_rules! value_laws {
    ($($name:ident, $steps:expr, $draw:expr, $function:expr, $truth:expr;)*) => {$(
        #[test]
        fn $name() {
            $crate::laws::check_values(stringify!($name), $steps, $draw, $function, $truth);
        }
    )*};
}
