//! The inclusion function of a series.
//!
//! Question: which values does C take while t is in an interval?
//!
//! Idea: Snyder bounds each basis function over X by its ends and by the extrema inside, and sums. Over an interval of width w
//! the sum is too wide by about w, because each term takes its worst case alone. Four remedies, intersected:
//! 1. Tₖ(X) = cos(k·arccos X): the argument occurs once, so interval cosine gives the ends *and* the extrema, without tables.
//! 2. The mean value form C(m) + C′(X)(X − m), whose excess shrinks with w². C′(X) itself is Snyder's sum for the derivative,
//!    intersected with its expansion about the middle.
//! 3. The expansion of third order, whose quadratic part has a range in closed form: what is too wide shrinks with w³, also
//!    around an extremum.
//! 4. Where C′ keeps its sign, C is monotone and its range is spanned by the values at the two ends: exact but for rounding.
//!
//! Guarantee: contains C(t) for every t of the interval, the rounding of the map from t to x included. [`Chebyshev::basis_range`] is
//! isotonic; [`Chebyshev::range`] lies within it, and is not isotonic in general, because expansions of third order are not.
//!
//! Cost: two (or, where monotone, four) cosines a coefficient, which series of one domain share ([`Chebyshev::ranges`]); a list of each
//! on the heap.
//!
//! Source: J. M. Snyder et al., *Interval Methods for Multi-Point Collisions between Time-Dependent Curved Surfaces* (SIGGRAPH
//! 1993), Appendix B.
//!
//! | paper | here |
//! |---|---|
//! | X = [x₀, x₁] | `x` |
//! | N, cᵢ | `coefficients.len()`, `coefficients` (c₀ whole) |
//! | [bᵢ⁰, bᵢ¹] | `Basis` |
//! | □C(X) | `basis_range` |

use super::{Chebyshev, ChebyshevError};
use crate::Interval;
use std::cell::OnceCell;

impl Chebyshev {
    /// Encloses the values over the time; as tight as this crate can.
    pub fn range(&self, time: Interval) -> Result<Interval, ChebyshevError> {
        let [range] = Self::ranges([self], time)?;
        Ok(range)
    }

    /// The [`range`](Self::range) of several series: where they share their domain, the cosines are computed once for all of them.
    ///
    /// ```
    /// # use tangency_interval::{Chebyshev, ChebyshevError, Interval};
    /// let path = Chebyshev::new(0.0, 2.0, &[1.0, 0.5, 0.25])?;
    /// let time = Interval::between(0.5, 0.75);
    /// let [place, speed] = Chebyshev::ranges([&path, &path.derivative()], time)?;
    /// assert_eq!((place, speed), (path.range(time)?, path.derivative().range(time)?));
    /// # Ok::<(), ChebyshevError>(())
    /// ```
    pub fn ranges<const N: usize>(series: [&Self; N], time: Interval) -> Result<[Interval; N], ChebyshevError> {
        let mut ranges = [Interval::EMPTY; N];
        let mut basis: Option<Basis> = None;
        for (index, (one, range)) in series.iter().zip(&mut ranges).enumerate() {
            if time.is_empty() {
                break;
            }
            if basis.as_ref().is_none_or(|basis| basis.domain != [one.start, one.end]) {
                let alike = series[index..].iter().filter(|other| [other.start, other.end] == [one.start, one.end]);
                let count = alike.map(|other| other.coefficients.len()).max().unwrap_or(0);
                basis = Some(Basis::new(one, time, count)?);
            }
            *range = basis.as_ref().map_or(Interval::ENTIRE, |basis| one.range_on(basis));
        }
        Ok(ranges)
    }

    /// The range over the span of the basis.
    fn range_on(&self, basis: &Basis) -> Interval {
        let Some(middle) = &basis.middle else { return self.sum_over(&basis.over) };
        let over = self.derivatives_over(&basis.over);
        let (at, h) = (self.derivatives_over(middle), basis.offset);
        let expanded = at[1] + at[2] * h + over[3] * (h.sqr() * 0.5);
        let slope = over[1].intersection(at[1] + over[2] * h).intersection(expanded);
        let cubic = over[3] * h.powi(3) / 6.0;
        let range = over[0].intersection(at[0] + slope * h).intersection(parabola(at, h) + cubic);
        if slope.lower() < 0.0 && slope.upper() > 0.0 {
            return range;
        }
        let [start, end] = basis.at_ends();
        range.intersection(self.sum_over(start).hull(self.sum_over(end)))
    }

    /// Encloses the values over the time by Snyder's sum alone: cheaper, wider, and isotonic.
    pub fn basis_range(&self, time: Interval) -> Result<Interval, ChebyshevError> {
        let x = self.to_unit(time)?;
        Ok(if time.is_empty() { Interval::EMPTY } else { self.sum_over(&ranges_over(x, self.coefficients.len())) })
    }

    /// Snyder's sum for these ranges of the basis functions.
    fn sum_over(&self, basis: &[Interval]) -> Interval {
        let terms = self.coefficients.iter().zip(basis);
        terms.fold(Interval::ZERO, |sum, (&coefficient, &range)| sum + coefficient * range)
    }

    /// Snyder's sums for the series and its first three derivatives by x, for these ranges of the basis functions.
    fn derivatives_over(&self, basis: &[Interval]) -> [Interval; 4] {
        let [first, second, third] = &self.derivatives;
        let mut sums = [Interval::ZERO; 4];
        for (k, (&range, &coefficient)) in basis.iter().zip(&self.coefficients).enumerate() {
            sums[0] += coefficient * range;
            for (sum, derivative) in sums[1..].iter_mut().zip([first, second, third]) {
                if let Some(&coefficient) = derivative.get(k) {
                    *sum += coefficient * range;
                }
            }
        }
        sums
    }

    /// The time mapped to [−1, 1].
    fn to_unit(&self, time: Interval) -> Result<Interval, ChebyshevError> {
        if !time.subset(Interval::between(self.start, self.end)) {
            return Err(self.outside(time.lower(), time.upper()));
        }
        // The map is increasing: mapping the ends keeps it exact but for rounding.
        Ok(if time.is_empty() { time } else { self.unit_at(time.lower()).hull(self.unit_at(time.upper())) })
    }

    /// x = ((t − start) − (end − t)) / (end − start), enclosed.
    fn unit_at(&self, time: f64) -> Interval {
        let time = Interval::from(time);
        let x = ((time - self.start) - (self.end - time)) / self.length();
        x.intersection(Interval::between(-1.0, 1.0))
    }
}

/// The ranges of the basis functions over one span of one domain: what all series have in common there.
struct Basis {
    domain: [f64; 2],
    /// The ranges of T₀, T₁, T₂, … over the span, and at its middle; at an instant these are the same.
    over: Vec<Interval>,
    middle: Option<Vec<Interval>>,
    /// The span as seen from its middle.
    offset: Interval,
    /// x at its ends, and, when they were asked for, the values there.
    ends: [Interval; 2],
    at_ends: OnceCell<[Vec<Interval>; 2]>,
}

impl Basis {
    /// The first `count` functions over a time within the domain of the series.
    fn new(series: &Chebyshev, time: Interval, count: usize) -> Result<Self, ChebyshevError> {
        let x = series.to_unit(time)?;
        let middle = series.unit_at(time.mid());
        Ok(Self {
            domain: [series.start, series.end],
            over: ranges_over(x, count),
            middle: (!time.is_singleton()).then(|| ranges_over(middle, count)),
            offset: x - middle,
            ends: [time.lower(), time.upper()].map(|end| series.unit_at(end)),
            at_ends: OnceCell::new(),
        })
    }

    fn at_ends(&self) -> &[Vec<Interval>; 2] {
        self.at_ends.get_or_init(|| self.ends.map(|x| ranges_over(x, self.over.len())))
    }
}

/// The ranges of T₀, T₁, T₂, … over `x`.
fn ranges_over(x: Interval, count: usize) -> Vec<Interval> {
    let angle = x.acos();
    let basis = (0_u32..).map(|k| match k {
        0 => Interval::ONE,
        1 => x,
        _ => (angle * f64::from(k)).cos(),
    });
    basis.take(count).collect()
}

/// The range of d₀ + d₁h + d₂h²/2 over `h`.
fn parabola(derivatives: [Interval; 4], h: Interval) -> Interval {
    let [value, slope, half] = [derivatives[0], derivatives[1], derivatives[2] * 0.5];
    let factored = value + (slope + half * h) * h;
    if half.contains(0.0) {
        return factored;
    }
    // With h in one place only: a(h − v)² + d₀ − a·v², where v = −d₁/2a.
    let vertex = -slope / (half * 2.0);
    factored.intersection(half * (h - vertex).sqr() + (value - half * vertex.sqr()))
}
