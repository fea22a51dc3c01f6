//! The boxes of all faces of a mesh during a step.
//!
//! Each vertex is projected once onto the axes and onto the diagonals of space. The bounds of a face or an edge
//! are merged from its corners. All numbers are rounded to single precision in the same way, so sets that are
//! disjoint after rounding were disjoint before.

use super::boxes::FaceBoxes;
use super::{OwnedFeatures, SurfaceIndex};
use crate::packed::{PackedTree, SmallBox};
use crate::tolerance::{DIAGONAL_LENGTH, ITEMS_PER_TASK, LARGEST_SUMMAND, PROJECTION_ERROR};
use crate::{Aabb, MeshStep};
use glam::DVec3;
use rayon::prelude::*;
use wide::f32x4;

/// The boxes of the features of a mesh during a step.
#[derive(Clone, Debug, Default)]
pub(super) struct SweptSurface {
    pub(super) boxes: Vec<FaceBoxes>,
    pub(super) tree: PackedTree,
}

/// Slabs that contain one or several vertices: along the three axes (the fourth number is 0), or along the four
/// diagonals of space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slabs {
    lower: [f32; 4],
    upper: [f32; 4],
}

impl Slabs {
    #[inline]
    pub(super) fn merged(extents: [&Self; 3]) -> Self {
        let [a, b, c] = extents.map(|extent| f32x4::from(extent.lower));
        let [d, e, f] = extents.map(|extent| f32x4::from(extent.upper));
        Self { lower: a.fast_min(b).fast_min(c).to_array(), upper: d.fast_max(e).fast_max(f).to_array() }
    }

    /// `true` proves that no point is in both.
    #[inline]
    pub(super) fn apart(&self, other: &Self) -> bool {
        let meets = f32x4::from(self.lower).simd_le(f32x4::from(other.upper))
            & f32x4::from(other.lower).simd_le(f32x4::from(self.upper));
        meets.to_bitmask() != 15
    }

    #[inline]
    pub(super) fn lower(&self, axis: usize) -> f32 {
        self.lower[axis]
    }

    #[inline]
    pub(super) fn upper(&self, axis: usize) -> f32 {
        self.upper[axis]
    }

    /// The slabs along the three axes of a vertex that moves from start to end.
    fn along_axes([start, end]: [DVec3; 2], radius: f64) -> Self {
        let swept = Aabb::between(start.min(end), start.max(end));
        let inflated = if radius == 0.0 { swept } else { swept.inflated(radius) };
        let [lower, upper] = [inflated.lower(), inflated.upper()].map(|DVec3 { x, y, z }| [x, y, z, 0.0]);
        Self { lower: lower.map(|end| end as f32), upper: upper.map(|end| end as f32) }
    }

    /// The slabs along the diagonals of space. They separate two fifths of the faces whose boxes meet.
    fn along_diagonals(places: [DVec3; 2], radius: f64) -> Self {
        let size = places[0].abs().max(places[1].abs()).max_element();
        if size > LARGEST_SUMMAND {
            // The sums below might overflow.
            return Self { lower: [f32::NEG_INFINITY; 4], upper: [f32::INFINITY; 4] };
        }
        let [start, end] = places.map(|DVec3 { x, y, z }| {
            let (sum, difference) = (x + y, x - y);
            [sum + z, sum - z, difference + z, difference - z]
        });
        // A sum of three terms rounds by less than four units of its largest term. A diagonal is less than 1.75
        // long.
        let slack = PROJECTION_ERROR * 4.0 * size + DIAGONAL_LENGTH * radius;
        let ends = |lane: usize| {
            let (a, b) = (start[lane], end[lane]);
            if a < b { [a - slack, b + slack] } else { [b - slack, a + slack] }
        };
        Self {
            lower: std::array::from_fn(|lane| ends(lane)[0] as f32),
            upper: std::array::from_fn(|lane| ends(lane)[1] as f32),
        }
    }
}

/// A vertex during the step.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweptVertex {
    pub(super) axes: Slabs,
    pub(super) diagonals: Slabs,
    /// Along the axes, at the start of the step only.
    pub(super) start: Slabs,
}

impl SweptVertex {
    fn new(start: DVec3, end: DVec3, radius: f64) -> Self {
        Self {
            axes: Slabs::along_axes([start, end], radius),
            diagonals: Slabs::along_diagonals([start, end], radius),
            start: Slabs::along_axes([start, start], radius),
        }
    }
}

impl SweptSurface {
    /// Fits the boxes of the faces.
    pub(super) fn fit(&mut self, surface: &SurfaceIndex, step: &MeshStep<'_>) {
        self.fit_to(surface, step, &corners(step));
    }

    /// Fits the boxes of the faces, and the tree over them.
    pub(super) fn fit_with_tree(&mut self, surface: &SurfaceIndex, step: &MeshStep<'_>) {
        let corners = corners(step);
        let centres = step.triangles().iter().map(|triangle| {
            let SmallBox { lower, upper } =
                SmallBox::of(&Slabs::merged(triangle.map(|corner| &corners[corner as usize].axes)));
            DVec3::from_array(std::array::from_fn(|axis| 0.5 * f64::from(lower[axis]) + 0.5 * f64::from(upper[axis])))
        });
        self.tree.arrange(surface.order(centres).clone());
        self.fit_to(surface, step, &corners);
        self.tree.fit_rounded(|face| self.boxes[face as usize].face);
    }

    fn fit_to(&mut self, surface: &SurfaceIndex, step: &MeshStep<'_>, corners: &[SweptVertex]) {
        let of_face = |(triangle, owned): (&[u32; 3], &OwnedFeatures)| {
            FaceBoxes::new(triangle.map(|corner| &corners[corner as usize]), owned)
        };
        let faces = step.triangles().par_iter().zip(&surface.owned).with_min_len(ITEMS_PER_TASK);
        faces.map(of_face).collect_into_vec(&mut self.boxes);
    }
}

/// All vertices during the step.
fn corners(step: &MeshStep<'_>) -> Vec<SweptVertex> {
    let ([start, end], radius) = (step.frames(), step.radius());
    let vertices = start.par_iter().zip(end).with_min_len(ITEMS_PER_TASK);
    vertices.map(|(&start, &end)| SweptVertex::new(start, end, radius)).collect()
}

impl SmallBox {
    /// The box of slabs along the three axes.
    #[inline]
    pub(super) fn of(extent: &Slabs) -> Self {
        let [lower, upper] = [extent.lower, extent.upper].map(|[x, y, z, _]| [x, y, z]);
        Self { lower, upper }
    }
}
