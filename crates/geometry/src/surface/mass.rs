//! Volume, centre of mass, inertia and area of a body of faces.
//!
//! *Question.* What are the integrals of 1, x and x·xᵀ over the interior of a body, and what is the area of its faces?
//! *Idea.* They are surface integrals, by the divergence theorem: ∫1 = ⅓∮x·n, ∫xᵢ = ½∮xᵢ²nᵢ, ∫xᵢ² = ⅓∮xᵢ³nᵢ, ∫xᵢxⱼ =
//! ½∮xᵢ²xⱼnᵢ, with n du dv = ±(S_u × S_v) du dv. The nodes are those of `quadrature`; cells are halved until nothing
//! changes.
//! *Guarantee.* Computed, not proved, with an error estimate: the change by the last refinement. It is an estimate, not
//! a bound.
//! *Cost.* Some thousand evaluations a face.
//! *Source.* B. Mirtich, *Fast and accurate computation of polyhedral mass properties*, 1996, for the surface
//! integrals.

use super::{Brep, Face, Facing, PatchWork};
use crate::Mass;
use crate::tolerance::{INTEGRAL_CHANGE, MOST_INTEGRAL_CELLS};
use glam::{DMat3, DVec3};

/// The integrals of 1, x, y, z, xx, yy, zz, xy, yz, zx.
type Moments = [f64; 10];

impl Brep {
    /// Volume, centre of mass and inertia at density one, at time zero, and an estimate of their relative error. `None`
    /// if it is not a solid, or if the holes of a trimmed face are not known.
    ///
    /// ```
    /// use tangency_geometry::surface::Brep;
    ///
    /// let (ring, error) = Brep::torus(2.0, 1.0)?.mass().expect("a solid");
    /// let volume = 4.0 * std::f64::consts::PI.powi(2);
    /// assert!((ring.volume - volume).abs() < 1e-9 && error < 1e-9);
    /// # Ok::<(), tangency_geometry::surface::SurfaceError>(())
    /// ```
    #[must_use]
    pub fn mass(&self) -> Option<(Mass, f64)> {
        if !self.is_solid() {
            return None;
        }
        // The reference point is near the body, so that a body far from its origin loses no precision.
        let middle = self.faces()[0].patch().middle(0.0);
        let (sum, error) =
            refined(|cells| self.summed(|face| moments(face, middle, cells)), change, self.most_cells())?;
        Some((about_centre(&sum, middle), error))
    }

    /// Square metres. The area of all faces at time zero, and an estimate of its relative error. `None` if the holes of
    /// a trimmed face are not known.
    #[must_use]
    pub fn area(&self) -> Option<(f64, f64)> {
        let whole = |cells: usize| Some([self.summed(|face| area(face, cells))?[0]]);
        let ([area], error) = refined(whole, |new, old| (new[0] - old[0]).abs() / new[0].abs(), self.most_cells())?;
        Some((area, error))
    }

    fn most_cells(&self) -> usize {
        MOST_INTEGRAL_CELLS[usize::from(self.faces().iter().any(|face| face.trim.is_some()))]
    }

    /// The sum over all faces.
    fn summed<const N: usize>(&self, part: impl Fn(&Face) -> Option<[f64; N]>) -> Option<[f64; N]> {
        self.faces().iter().try_fold([0.0; N], |sum, face| {
            let part = part(face)?;
            Some(std::array::from_fn(|index| sum[index] + part[index]))
        })
    }
}

/// The integrals with cells halved until they no longer change, and the last change.
fn refined<const N: usize>(
    integrals: impl Fn(usize) -> Option<[f64; N]>,
    change: impl Fn(&[f64; N], &[f64; N]) -> f64,
    most: usize,
) -> Option<([f64; N], f64)> {
    let (mut last, mut cells) = (integrals(1)?, 2);
    loop {
        let sum = integrals(cells)?;
        let error = change(&sum, &last);
        if error <= INTEGRAL_CHANGE || cells >= most {
            return Some((sum, error.max(f64::EPSILON)));
        }
        (last, cells) = (sum, 2 * cells);
    }
}

/// The largest change of a moment, relative to a scale derived from volume and second moments.
fn change(new: &Moments, old: &Moments) -> f64 {
    let volume = new[0].abs();
    let spread = (new[4] + new[5] + new[6]).abs();
    let scale = |index: usize| match index {
        0 => volume,
        1..=3 => (volume * spread).sqrt(),
        _ => spread,
    };
    (0..10).map(|index| (new[index] - old[index]).abs() / scale(index)).fold(0.0, f64::max)
}

/// The contribution of one face.
fn moments(face: &Face, middle: DVec3, cells: usize) -> Option<Moments> {
    let sign = match face.facing() {
        Facing::Outwards => 1.0,
        Facing::Inwards | Facing::Unknown => -1.0,
    };
    let (mut work, mut sum) = (PatchWork::default(), [0.0; 10]);
    let known = face.quadrature(cells, &mut |[u, v], weight| {
        let [place, du, dv] = face.patch().frame(u, v, 0.0, &mut work);
        add(&mut sum, place - middle, sign * weight * du.cross(dv));
    });
    known.then_some(sum)
}

/// The area of one face.
fn area(face: &Face, cells: usize) -> Option<[f64; 1]> {
    let (mut work, mut sum) = (PatchWork::default(), 0.0);
    let known = face.quadrature(cells, &mut |[u, v], weight| {
        let [_, du, dv] = face.patch().frame(u, v, 0.0, &mut work);
        sum += weight * du.cross(dv).length();
    });
    known.then_some([sum])
}

/// Adds the integrands of the divergence theorem.
fn add(sum: &mut Moments, x: DVec3, n: DVec3) {
    sum[0] += x.dot(n) / 3.0;
    for axis in 0..3 {
        sum[1 + axis] += 0.5 * x[axis] * x[axis] * n[axis];
        sum[4 + axis] += x[axis].powi(3) * n[axis] / 3.0;
        let next = (axis + 1) % 3;
        sum[7 + axis] += 0.5 * x[axis] * x[axis] * x[next] * n[axis];
    }
}

/// Volume, centre of mass and inertia tensor from the moments about another point.
fn about_centre(moments: &Moments, middle: DVec3) -> Mass {
    let volume = moments[0];
    let offset = DVec3::new(moments[1], moments[2], moments[3]) / volume;
    let second = |index: usize, i: usize, j: usize| moments[index] - volume * offset[i] * offset[j];
    let [xx, yy, zz] = [second(4, 0, 0), second(5, 1, 1), second(6, 2, 2)];
    let [xy, yz, zx] = [second(7, 0, 1), second(8, 1, 2), second(9, 2, 0)];
    let inertia =
        DMat3::from_cols(DVec3::new(yy + zz, -xy, -zx), DVec3::new(-xy, zz + xx, -yz), DVec3::new(-zx, -yz, xx + yy));
    Mass { volume, centre: middle + offset, inertia }
}
