//! Chebyshev series in time with products, in floating point.
//!
//! **Question.** Two bodies follow paths that are polynomials of time. How do heights of the one over the other change?
//!
//! **Idea.** A rotation is quadratic in its quaternion and a height is a sum of products: a polynomial of time again,
//! whose series is exact up to rounding. Its coefficients bound it over the whole span, and its second derivative too.
//!
//! **Guarantee.** Rounding only, of a few dozen operations for each coefficient. Callers add it as an uncertainty.
//!
//! **Cost.** The product of the two lengths for a product; series of steps have five to seventeen terms.
//!
//! **Source.** J. C. Mason, D. C. Handscomb, *Chebyshev Polynomials*, 2003, section 2.4.

use crate::spectral::{NODES, NodeValues, coefficients, node};
use crate::tolerance::TRAILING;
use glam::DVec3;
use tangency_geometry::{ChebyshevMotion, Motion};

/// A polynomial of x from −1 to 1: c₀ + c₁T₁ + c₂T₂ + …
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TimeSeries(pub(crate) Vec<f64>);

impl TimeSeries {
    pub(crate) fn constant(value: f64) -> Self {
        Self(vec![value])
    }

    /// The polynomial through the values at the nodes of a step.
    fn through(values: &NodeValues) -> Self {
        Self(coefficients(values).to_vec()).trimmed()
    }

    /// Without last coefficients that are far below rounding.
    fn trimmed(mut self) -> Self {
        let most = self.0.iter().fold(0.0_f64, |most, one| most.max(one.abs()));
        let last = self.0.iter().rposition(|one| one.abs() > TRAILING * most).unwrap_or(0);
        self.0.truncate(last + 1);
        self
    }

    pub(crate) fn plus(&self, other: &Self, factor: f64) -> Self {
        let count = self.0.len().max(other.0.len());
        let at = |list: &[f64], k: usize| list.get(k).copied().unwrap_or(0.0);
        Self((0..count).map(|k| at(&self.0, k) + factor * at(&other.0, k)).collect())
    }

    /// Tᵢ·Tⱼ = (Tᵢ₊ⱼ + T|ᵢ₋ⱼ|)/2.
    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = vec![0.0; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                let half = 0.5 * a * b;
                product[i + j] += half;
                product[i.abs_diff(j)] += half;
            }
        }
        Self(product).trimmed()
    }

    /// Value and derivative at x.
    pub(crate) fn at(&self, x: f64) -> [f64; 2] {
        let [mut value, mut slope] = [[0.0; 2]; 2];
        for (k, coefficient) in self.0.iter().enumerate().skip(1).rev() {
            value = [coefficient + 2.0 * x * value[0] - value[1], value[0]];
            if k > 1 {
                // Tₖ′ = k·Uₖ₋₁.
                slope = [k as f64 * coefficient + 2.0 * x * slope[0] - slope[1], slope[0]];
            }
        }
        let first = self.0.get(1).copied().unwrap_or(0.0);
        [self.0[0] + x * value[0] - value[1], first + 2.0 * x * slope[0] - slope[1]]
    }

    /// The value differs from the first coefficient by at most this.
    pub(crate) fn spread(&self) -> f64 {
        self.0[1..].iter().map(|one| one.abs()).sum()
    }

    /// A bound on the second derivative: |Tₖ″| is at most k²(k² − 1)/3.
    pub(crate) fn bend(&self) -> f64 {
        let most = |(k, one): (usize, &f64)| {
            let square = (k * k) as f64;
            square * (square - 1.0) / 3.0 * one.abs()
        };
        self.0.iter().enumerate().skip(2).map(most).sum()
    }
}

/// The product of a vector of series with another one.
pub(crate) fn dot(a: &[TimeSeries; 3], b: &[TimeSeries; 3]) -> TimeSeries {
    a[0].times(&b[0]).plus(&a[1].times(&b[1]), 1.0).plus(&a[2].times(&b[2]), 1.0)
}

/// The cross product of two vectors of series.
pub(crate) fn cross(a: &[TimeSeries; 3], b: &[TimeSeries; 3]) -> [TimeSeries; 3] {
    std::array::from_fn(|i| {
        let [j, k] = [(i + 1) % 3, (i + 2) % 3];
        a[j].times(&b[k]).plus(&a[k].times(&b[j]), -1.0)
    })
}

/// A body's frame during a span.
pub(crate) struct SeriesPose {
    pub(crate) shift: [TimeSeries; 3],
    /// The columns of the rotation, times the squared length of the quaternion.
    pub(crate) turn: [[TimeSeries; 3]; 3],
    /// The squared length of the quaternion.
    pub(crate) size: TimeSeries,
}

impl SeriesPose {
    /// The motion on its own clock from one instant to another; `None` if it is no polynomial of time.
    pub(crate) fn of(motion: &Motion, [from, to]: [f64; 2]) -> Option<Self> {
        match motion {
            Motion::Still(pose) => {
                let still = |vector: DVec3| vector.to_array().map(TimeSeries::constant);
                let turn = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| still(pose.turn(axis)));
                Some(Self { shift: still(pose.translation()), turn, size: TimeSeries::constant(1.0) })
            }
            Motion::Chebyshev(series) => Self::of_series(series, [from, to]),
            Motion::Linear(_) | Motion::Ballistic(_) => {
                let place = |j: usize| motion.at(from + node(j, to - from));
                let first = motion.at(from);
                let origin = first.point(0, DVec3::ZERO);
                let turn = [DVec3::X, DVec3::Y, DVec3::Z]
                    .map(|axis| (first.point(0, axis) - origin).to_array().map(TimeSeries::constant));
                let places: [DVec3; NODES] = std::array::from_fn(|j| place(j).point(0, DVec3::ZERO));
                let shift = std::array::from_fn(|axis| TimeSeries::through(&places.map(|place| place[axis])));
                Some(Self { shift, turn, size: TimeSeries::constant(1.0) })
            }
            Motion::Rigid(_)
            | Motion::Screw(_)
            | Motion::Articulated(_)
            | Motion::Piecewise(_)
            | Motion::Vertexwise(_)
            | Motion::Expression(_) => None,
        }
    }

    /// A frame that does not turn, at this place.
    pub(crate) fn still(place: DVec3) -> Self {
        let still = |vector: DVec3| vector.to_array().map(TimeSeries::constant);
        let turn = [DVec3::X, DVec3::Y, DVec3::Z].map(still);
        Self { shift: still(place), turn, size: TimeSeries::constant(1.0) }
    }

    fn of_series(motion: &ChebyshevMotion, [from, to]: [f64; 2]) -> Option<Self> {
        let domain = motion.domain();
        let again = |one: &tangency_interval::Chebyshev| -> Option<TimeSeries> {
            let mut values = [0.0; NODES];
            if one.degree() >= NODES {
                return None;
            }
            for (j, value) in values.iter_mut().enumerate() {
                let time = (from + node(j, to - from)).clamp(domain.lower(), domain.upper());
                *value = one.value(time).ok()?;
            }
            Some(TimeSeries::through(&values))
        };
        let [x, y, z] = motion.translation().each_ref().map(again);
        let [i, j, k, w] = motion.rotation().each_ref().map(again);
        let (shift, vector, w) = ([x?, y?, z?], [i?, j?, k?], w?);
        let squares = dot(&vector, &vector);
        let ww = w.times(&w);
        let size = ww.plus(&squares, 1.0);
        // (w² − v·v)·1 + 2·v vᵀ + 2·w·[v]×
        let straight = ww.plus(&squares, -1.0);
        let turn = std::array::from_fn(|column| {
            std::array::from_fn(|row| {
                let both = vector[row].times(&vector[column]);
                let own = if row == column { straight.clone() } else { TimeSeries::constant(0.0) };
                let entry = own.plus(&both, 2.0);
                // The matrix of v × has the entry −vₖ at (i, j) for (i, j, k) in cyclic order.
                match (row + 3 - column) % 3 {
                    0 => entry,
                    1 => entry.plus(&w.times(&vector[(column + 2) % 3]), 2.0),
                    _ => entry.plus(&w.times(&vector[(column + 1) % 3]), -2.0),
                }
            })
        });
        Some(Self { shift, turn, size })
    }

    /// A direction of the body in the world, times the squared length.
    pub(crate) fn turned(&self, direction: DVec3) -> [TimeSeries; 3] {
        let [x, y, z] = &self.turn;
        std::array::from_fn(|row| {
            let zero = TimeSeries::constant(0.0);
            zero.plus(&x[row], direction.x).plus(&y[row], direction.y).plus(&z[row], direction.z)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use tangency_interval::Chebyshev;

    /// Products, values and slopes of a series are those of the polynomials; the bounds hold.
    #[test]
    fn series_are_polynomials() {
        let (a, b) = (TimeSeries(vec![0.3, -1.0, 0.5, 0.2]), TimeSeries(vec![1.0, 0.4, -0.3]));
        let product = a.times(&b);
        for index in 0..=20 {
            let x = -1.0 + 0.1 * f64::from(index);
            let [value, slope] = product.at(x);
            let ([f, df], [g, dg]) = (a.at(x), b.at(x));
            assert!((value - f * g).abs() < 1e-14 && (slope - df * g - f * dg).abs() < 1e-13, "{x}");
            assert!((value - product.0[0]).abs() <= product.spread());
            let h = 1e-4;
            let second = (product.at(x + h)[1] - product.at(x - h)[1]) / (2.0 * h);
            assert!(second.abs() <= product.bend() * (1.0 + 1e-6));
        }
    }

    /// A frame that turns and moves is where its motion says.
    #[test]
    fn frames_are_motions() {
        let series = |all: &[f64]| Chebyshev::new(0.0, 2.0, all).unwrap();
        let rotation =
            [[0.1, 0.2, -0.05], [0.0, -0.1, 0.2], [0.3, 0.05, 0.1], [0.9, 0.01, 0.0]].map(|all| series(&all));
        let shift = [[0.1, 2.0, 0.3], [1.0, 0.0, 0.2], [0.0, 0.1, -0.4]].map(|all| series(&all));
        let motion = Motion::Chebyshev(ChebyshevMotion::new(rotation, shift).unwrap());
        let found = SeriesPose::of(&motion, [0.5, 1.7]).unwrap();
        let local = dvec3(0.3, -0.2, 0.7);
        for index in 0..=10 {
            let share = 0.1 * f64::from(index);
            let x = 2.0 * share - 1.0;
            let size = found.size.at(x)[0];
            let turned = found.turned(local).map(|one| one.at(x)[0]);
            let shift = found.shift.each_ref().map(|one| one.at(x)[0]);
            let place = DVec3::from_array(turned) / size + DVec3::from_array(shift);
            assert!(place.distance(motion.at(0.5 + 1.2 * share).point(0, local)) < 1e-13);
        }
    }
}
