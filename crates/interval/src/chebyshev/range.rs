//! The inclusion function of a series.
//!
//! **Question.** Which values does C take while t is in an interval?
//!
//! **Idea.** Snyder bounds each basis function over X by its endpoint values and its interior extrema, and sums the
//! bounds. Over an interval of width w the sum is too wide by about w, because each term takes its worst case
//! separately. Four enclosures are intersected instead:
//! 1. Snyder's sum. Tₖ(X) = cos(k·arccos X) contains the argument once, so the interval cosine gives endpoint
//!    values *and* extrema, without tables.
//! 2. The mean value form C(m) + C′(X)(X − m); its excess shrinks with w². C′(X) is Snyder's sum for the
//!    derivative, intersected with its expansion about the midpoint m.
//! 3. The third-order Taylor expansion. The range of its quadratic part has a closed form, so the excess shrinks
//!    with w³, also around an extremum.
//! 4. Where C′ does not change sign, C is monotone and its range is spanned by the values at the two endpoints:
//!    exact up to rounding.
//!
//! **Guarantee.** Contains C(t) for every t of the interval, including the rounding of the map from t to x.
//! [`Chebyshev::basis_range`] is isotonic. [`Chebyshev::range`] lies within it and is not isotonic in general,
//! because third-order expansions are not.
//!
//! **Cost.** Two cosines per coefficient (four if monotone), shared by series with the same domain
//! ([`Chebyshev::ranges`]); one heap-allocated list for each.
//!
//! **Source.** J. M. Snyder et al., *Interval Methods for Multi-Point Collisions between Time-Dependent Curved
//! Surfaces* (SIGGRAPH 1993), Appendix B.
//!
//! | paper | here |
//! |---|---|
//! | X = [x₀, x₁] | `x` |
//! | N, cᵢ | `coefficients.len()`, `coefficients` (c₀ not halved) |
//! | [bᵢ⁰, bᵢ¹] | `BasisRanges` |
//! | □C(X) | `basis_range` |

use super::{Chebyshev, ChebyshevError};
use crate::Interval;
use std::cell::OnceCell;

impl Chebyshev {
    /// Encloses the values over the time, as tightly as this crate can.
    pub fn range(&self, time: Interval) -> Result<Interval, ChebyshevError> {
        let [range] = Self::ranges([self], time)?;
        Ok(range)
    }

    /// The [`range`](Self::range) of several series. Series with the same domain share the cosines.
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
        let mut basis: Option<BasisRanges> = None;
        for (index, (one, range)) in series.iter().zip(&mut ranges).enumerate() {
            if time.is_empty() {
                break;
            }
            if basis.as_ref().is_none_or(|basis| basis.domain != [one.start, one.end]) {
                let alike = series[index..].iter().filter(|other| [other.start, other.end] == [one.start, one.end]);
                let count = alike.map(|other| other.coefficients.len()).max().unwrap_or(0);
                basis = Some(BasisRanges::new(one, time, count)?);
            }
            *range = basis.as_ref().map_or(Interval::ENTIRE, |basis| one.range_on(basis));
        }
        Ok(ranges)
    }

    /// The range over the time span of the basis ranges.
    fn range_on(&self, basis: &BasisRanges) -> Interval {
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

    /// Snyder's sums for the series and its first three derivatives with respect to x.
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

    /// Maps the time to [−1, 1].
    fn to_unit(&self, time: Interval) -> Result<Interval, ChebyshevError> {
        if !time.subset(Interval::between(self.start, self.end)) {
            return Err(self.outside(time.lower(), time.upper()));
        }
        // The map is increasing, so mapping the endpoints is exact up to rounding.
        Ok(if time.is_empty() { time } else { self.unit_at(time.lower()).hull(self.unit_at(time.upper())) })
    }

    /// x = ((t − start) − (end − t)) / (end − start), enclosed.
    fn unit_at(&self, time: f64) -> Interval {
        let time = Interval::from(time);
        let x = ((time - self.start) - (self.end - time)) / self.length();
        x.intersection(Interval::between(-1.0, 1.0))
    }
}

/// The ranges of the basis functions over one time span of one domain, shared by all series there.
struct BasisRanges {
    domain: [f64; 2],
    /// The ranges of T₀, T₁, T₂, … over the time span, and at its midpoint (`None` for a single instant).
    over: Vec<Interval>,
    middle: Option<Vec<Interval>>,
    /// The mapped time span relative to its midpoint.
    offset: Interval,
    /// x at the endpoints, and the basis functions there, computed on first use.
    ends: [Interval; 2],
    at_ends: OnceCell<[Vec<Interval>; 2]>,
}

impl BasisRanges {
    /// The first `count` basis functions over a time span within the domain of the series.
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
    // The vertex form contains h once: a(h − v)² + d₀ − a·v², where v = −d₁/2a.
    let vertex = -slope / (half * 2.0);
    factored.intersection(half * (h - vertex).sqr() + (value - half * vertex.sqr()))
}
