//! Second-order enclosures of a scalar function over a box.
//!
//! **Question.** Surfaces that fit into each other (a pin in a bore) are apart by a small gap along a whole curve. Is a
//! function of the parameters of a surface and of time free of zeros over a box that is much larger than the gap?
//!
//! **Idea.** Taylor's formula of second order: value and gradient at the centre, second derivatives over the box. The
//! second derivatives of the composed function are enclosed as one number each. Where both surfaces bend alike, their
//! curvatures cancel, and the excess is of third order in the size of the box. A quadratic form whose axes are not
//! those of the box is written in the directions of its eigenvectors. Otherwise its mixed terms would be an excess of
//! second order. With a gap `g`, boxes of size ∛g suffice, where the mean value form needs √g.
//!
//! **Guarantee.** Encloses all values over the box: coefficients are intervals, sums are rounded outward, and the
//! deviation of the eigenvectors from an orthonormal basis is bounded.
//!
//! **Cost.** About 200 interval operations for three unknowns, 400 for four.
//!
//! **Source.** Taylor forms: Neumaier, *Interval Methods for Systems of Equations*, 1990, section 2.3. The rotation of
//! the quadratic form is ours.

use crate::tolerance::{EIGENBASIS_DEFECT, EIGENBASIS_SWEEPS};
use tangency_interval::Interval;

/// A function of `N` unknowns, expanded around the centre of a box: `f + g·d + ½·dᵀHd`.
///
/// If the second derivative by one of the unknowns is not known, its entry of H is zero, and its entry of g encloses
/// the first derivative wherever all other unknowns are at the centre.
pub(super) struct QuadraticExpansion<const N: usize> {
    /// The value at the centre.
    pub(super) value: Interval,
    /// The first derivatives at the centre.
    pub(super) gradient: [Interval; N],
    /// The second derivatives over the box. Symmetric.
    pub(super) second: [[Interval; N]; N],
}

impl<const N: usize> QuadraticExpansion<N> {
    /// Encloses the function, for unknowns at most this far from the centre.
    pub(super) fn range(&self, radii: [f64; N]) -> Interval {
        let coefficients = [self.value].into_iter().chain(self.gradient);
        if !coefficients.chain(self.second.into_iter().flatten()).all(Interval::is_bounded) {
            return Interval::ENTIRE;
        }
        // With coordinates from −1 to 1 the result does not depend on the units of the parameters.
        let gradient: [Interval; N] = std::array::from_fn(|index| self.gradient[index] * radii[index]);
        let second: [[Interval; N]; N] = std::array::from_fn(|row| {
            std::array::from_fn(|column| (self.second[row][column] * radii[row]) * radii[column])
        });
        let along_axes = self.value + form_range(&gradient, &second, [1.0; N]);
        if !along_axes.contains(0.0) {
            return along_axes;
        }
        // The last unknown is the time. Its curvature is often small or unknown, so the axes of the other unknowns
        // alone are tried first.
        let middle = second.map(|row| row.map(Interval::mid));
        let mut still = middle;
        let curvature = still[N - 1][N - 1];
        still.iter_mut().for_each(|row| row[N - 1] = 0.0);
        still[N - 1] = [0.0; N];
        still[N - 1][N - 1] = curvature;
        let mut range = along_axes;
        for matrix in [still, middle] {
            let Some((basis, reaches)) = eigenbasis(matrix) else { continue };
            let (gradient, second) = turned(&gradient, &second, &basis);
            range = range.intersection(self.value + form_range(&gradient, &second, reaches));
            if !range.contains(0.0) {
                break;
            }
        }
        range
    }
}

impl<const N: usize> QuadraticExpansion<N> {
    /// The least and the greatest of the values at the centre and at the corners, in floating point. An enclosure
    /// contains both, up to rounding: if they say that it is of no use, it need not be computed.
    pub(super) fn samples(&self, radii: [f64; N]) -> [f64; 2] {
        let value = self.value.mid();
        let gradient: [f64; N] = std::array::from_fn(|index| self.gradient[index].mid() * radii[index]);
        let second: [[f64; N]; N] = std::array::from_fn(|row| {
            std::array::from_fn(|column| 0.5 * self.second[row][column].mid() * radii[row] * radii[column])
        });
        let diagonal: f64 = value + (0..N).map(|index| second[index][index]).sum::<f64>();
        let [mut least, mut greatest] = [value; 2];
        // The quadratic part is the same at opposite corners.
        for corner in 0..1_u32 << (N - 1) {
            let sign = |index: usize| if corner >> index & 1 == 1 { -1.0 } else { 1.0 };
            let (mut even, mut odd) = (diagonal, 0.0_f64);
            for row in 0..N {
                odd += sign(row) * gradient[row];
                even += (0..row).map(|column| 2.0 * sign(row) * sign(column) * second[row][column]).sum::<f64>();
            }
            (least, greatest) = (least.min(even - odd.abs()), greatest.max(even + odd.abs()));
        }
        [least, greatest]
    }

    /// `false` if the samples have both signs, so that no enclosure could exclude a zero.
    pub(super) fn may_exclude_zero(&self, radii: [f64; N]) -> bool {
        let [least, greatest] = self.samples(radii);
        !(least < 0.0 && greatest > 0.0)
    }
}

/// Gradient and second derivatives along the columns of a basis.
fn turned<const N: usize>(
    gradient: &[Interval; N],
    second: &[[Interval; N]; N],
    basis: &[[f64; N]; N],
) -> ([Interval; N], [[Interval; N]; N]) {
    let along = |column: usize, vector: &[Interval; N]| {
        (0..N).fold(Interval::ZERO, |sum, row| sum + vector[row] * basis[row][column])
    };
    let half: [[Interval; N]; N] = std::array::from_fn(|row| std::array::from_fn(|column| along(column, &second[row])));
    let both = std::array::from_fn(|first| {
        std::array::from_fn(|column| {
            (0..N).fold(Interval::ZERO, |sum, row| sum + half[row][column] * basis[row][first])
        })
    });
    (std::array::from_fn(|column| along(column, gradient)), both)
}

impl QuadraticExpansion<3> {
    /// For a function of two parameters and time that counts only where `c = u² + v² − trim` is at most zero: the
    /// function plus a multiple of c. The multiple cancels the gradient along that of c at the centre. A positive
    /// multiple lowers the function, a negative one raises it. So with a positive multiple a positive sum, and with a
    /// negative one a negative sum, prove the sign of the function.
    pub(super) fn trimmed(&self, [u, v]: [f64; 2], trim: Interval) -> Option<(Self, f64)> {
        let [by_u, by_v] = [self.gradient[0].mid(), self.gradient[1].mid()];
        let multiple = -(by_u * u + by_v * v) / (2.0 * (u * u + v * v));
        if !(multiple.is_finite() && multiple != 0.0) {
            return None;
        }
        let Self { value, mut gradient, mut second } = *self;
        gradient[0] += Interval::from(u) * multiple * 2.0;
        gradient[1] += Interval::from(v) * multiple * 2.0;
        second[0][0] += Interval::from(multiple) * 2.0;
        second[1][1] += Interval::from(multiple) * 2.0;
        let ends = Interval::from(u).sqr() + Interval::from(v).sqr() - trim;
        Some((Self { value: value + ends * multiple, gradient, second }, multiple))
    }
}

/// Encloses `g·s + ½·sᵀHs` for all `|sᵢ| ≤ reachᵢ`.
fn form_range<const N: usize>(gradient: &[Interval; N], second: &[[Interval; N]; N], reaches: [f64; N]) -> Interval {
    let mut sum = Interval::ZERO;
    for row in 0..N {
        let slope = Interval::from(gradient[row].magnitude());
        let reach = Interval::from(reaches[row]);
        let lower = least_of_parabola(slope, second[row][row].lower(), reach);
        let upper = -least_of_parabola(slope, -second[row][row].upper(), reach);
        sum += Interval::between(lower, upper);
        for column in row + 1..N {
            let mixed = (Interval::from(second[row][column].magnitude()) * reach * reaches[column]).upper();
            sum += Interval::between(-mixed, mixed);
        }
    }
    sum
}

/// A lower bound of `−slope·s + ½·bend·s²` for s from 0 to `reach`.
fn least_of_parabola(slope: Interval, bend: f64, reach: Interval) -> f64 {
    if !(slope.is_bounded() && bend.is_finite()) {
        return f64::NEG_INFINITY;
    }
    let bend = Interval::from(bend);
    if bend.lower() > 0.0 && slope.upper() < (bend * reach).lower() {
        return -(slope.sqr() / (bend * 2.0)).upper();
    }
    let end = (bend * reach * 0.5 - slope) * reach;
    end.lower().min(0.0)
}

/// The approximate eigenvectors of a symmetric matrix as columns, and for the coordinates along each of them the
/// largest value over the box of all vectors with coordinates from −1 to 1. `None` if the iteration fails.
pub(in crate::curved) fn eigenbasis<const N: usize>(mut matrix: [[f64; N]; N]) -> Option<([[f64; N]; N], [f64; N])> {
    let mut basis = [[0.0; N]; N];
    (0..N).for_each(|index| basis[index][index] = 1.0);
    for _ in 0..EIGENBASIS_SWEEPS {
        for first in 0..N {
            for second in first + 1..N {
                let (cosine, sine) = rotation(matrix[first][first], matrix[first][second], matrix[second][second]);
                turn_columns(&mut basis, [first, second], cosine, sine);
                turn_columns(&mut matrix, [first, second], cosine, sine);
                let rows = [matrix[first], matrix[second]];
                matrix[first] = std::array::from_fn(|column| cosine * rows[0][column] - sine * rows[1][column]);
                matrix[second] = std::array::from_fn(|column| sine * rows[0][column] + cosine * rows[1][column]);
            }
        }
    }
    // With E the basis and η ≥ ‖EᵀE − I‖, the coordinates E⁻¹d of a vector d differ from Eᵀd by at most 2η·|d|.
    let mut defect = 0.0_f64;
    for first in 0..N {
        let mut row = Interval::ZERO;
        for second in 0..N {
            let product = (0..N)
                .fold(Interval::ZERO, |sum, index| sum + Interval::from(basis[index][first]) * basis[index][second]);
            let ideal = if first == second { 1.0 } else { 0.0 };
            row += (product - Interval::from(ideal)).abs();
        }
        defect = defect.max(row.upper());
    }
    if !(defect <= EIGENBASIS_DEFECT) {
        return None;
    }
    // The length of d is at most √N < N.
    let slack = 2.0 * defect * N as f64;
    let reaches = std::array::from_fn(|column| {
        let sum = (0..N).fold(Interval::from(slack), |sum, row| sum + Interval::from(basis[row][column].abs()));
        sum.upper()
    });
    Some((basis, reaches))
}

/// Cosine and sine of the rotation that makes the mixed entry of a symmetric 2×2 matrix vanish.
fn rotation(first: f64, mixed: f64, second: f64) -> (f64, f64) {
    if mixed == 0.0 || !mixed.is_finite() {
        return (1.0, 0.0);
    }
    let ratio = (second - first) / (2.0 * mixed);
    let tangent = ratio.signum() / (ratio.abs() + (1.0 + ratio * ratio).sqrt());
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    (cosine, tangent * cosine)
}

/// Rotates two columns of a matrix.
fn turn_columns<const N: usize>(matrix: &mut [[f64; N]; N], [first, second]: [usize; 2], cosine: f64, sine: f64) {
    for row in matrix {
        let (x, y) = (row[first], row[second]);
        row[first] = cosine * x - sine * y;
        row[second] = sine * x + cosine * y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    /// Random quadratic functions: the enclosure contains the values at random points of the box, and is not much
    /// wider than the sampled range.
    #[test]
    fn encloses_quadratic_functions() {
        let mut random = Random::new(5);
        let mut tight = 0;
        for _ in 0..500 {
            let mut number = |size: f64| random.between(-size, size);
            let (value, gradient) = (number(1.0), [0; 3].map(|_| number(0.3)));
            let [xx, yy, zz, xy, yz, zx] = [0; 6].map(|_| number(2.0));
            let second = [[xx, xy, zx], [xy, yy, yz], [zx, yz, zz]];
            let radii = [0; 3].map(|_| number(1.0).abs());
            let point = Interval::from;
            let expansion = QuadraticExpansion {
                value: point(value),
                gradient: gradient.map(point),
                second: second.map(|row| row.map(point)),
            };
            let range = expansion.range(radii);
            let corners = expansion.samples(radii);
            assert!(
                range.lower() - 1e-12 <= corners[0] && corners[1] <= range.upper() + 1e-12,
                "{corners:?} {range:?}"
            );
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            for sample in 0..408 {
                let corner = |index: usize| if sample >> index & 1 == 1 { 1.0 } else { -1.0 };
                let at: [f64; 3] =
                    std::array::from_fn(|index| radii[index] * if sample < 8 { corner(index) } else { number(1.0) });
                let form: f64 = (0..3).map(|row| (0..3).map(|c| at[row] * second[row][c] * at[c]).sum::<f64>()).sum();
                let linear: f64 = (0..3).map(|row| gradient[row] * at[row]).sum();
                let sum = value + linear + 0.5 * form;
                assert!(range.lower() - 1e-12 <= sum && sum <= range.upper() + 1e-12, "{sum} not in {range:?}");
                (least, most) = (least.min(sum), most.max(sum));
                if sample == 7 {
                    // All corners so far.
                    let told = [corners[0] - least.min(value), corners[1] - most.max(value)];
                    assert!(told.iter().all(|off| off.abs() < 1e-12), "{told:?}");
                }
            }
            tight += usize::from(range.width() <= 2.5 * (most - least));
        }
        assert!(tight >= 250, "{tight}");
    }

    /// (x + y)² + g is positive by g, although its mixed term alone reaches as low as −2.
    #[test]
    fn a_valley_across_the_axes_is_seen() {
        let two = Interval::from(2.0);
        let expansion =
            QuadraticExpansion { value: Interval::from(1e-6), gradient: [Interval::ZERO; 2], second: [[two; 2]; 2] };
        let range = expansion.range([1.0; 2]);
        assert!(range.lower() > 0.9e-6 && range.upper() >= 4.0, "{range:?}");
    }
}
