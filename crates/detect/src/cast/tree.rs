//! A tree of boxes for rays.
//!
//! **Question.** Which items of a list may a ray meet, nearest first?
//!
//! **Idea.** Every node holds the boxes of four children, so that one test of a ray against four boxes uses whole
//! vectors of the processor. Boxes are stored in single precision, relative to the centre of the whole and in units
//! of its size, rounded outward.
//!
//! **Guarantee.** The walk visits every item whose box meets the ray within the limit. All roundings of the test are
//! covered: those of the ray's origin by a pad around it, those of the division by a relative slack.
//!
//! **Cost.** O(n log n) to build. 128 bytes a node.
//!
//! **Source.** Wald, Benthin, Boulos, *Getting Rid of Packets*, 2008 (wide trees for single rays); Ize, *Robust BVH Ray
//! Traversal*, 2013 (the slack; ours also covers a rounded origin).

use super::ray::{Ray, binary_exponent, power_of_two, scaled_to_one, times_power};
use super::tree_build::RayTreeBuilder;
use crate::tolerance::{RAY_PAD, RAY_SLACK, RAY_STEEP};
use glam::{DVec3, Vec3};

/// Children of a node.
pub(super) const WIDTH: usize = 4;
/// Marks a leaf in a link. The other bits are the first item and the number of items, less one.
pub(super) const LEAF: u32 = 1 << 31;
pub(super) const COUNT_BITS: u32 = 3;
/// The most entries that a walk can have waiting: three a level, of at most 30 + 28 levels, and four.
const STACK: usize = 192;
/// The largest binary exponent of a scale. Boxes of wholes beyond it lose precision, never items.
const EXTREME: i32 = 500;

/// A tree of boxes, four children a node.
#[derive(Clone, Debug)]
pub(super) struct RayTree {
    nodes: Vec<WideNode>,
    /// The items in the order of the leaves.
    order: Vec<u32>,
    centre: DVec3,
    /// The coordinates in boxes are those of space less the centre, times 2^`exponent`.
    exponent: i32,
}

/// The boxes of four children: for each axis the lower ends of all, then the upper ends. It fills two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct WideNode {
    pub(super) ends: [[[f32; WIDTH]; 2]; 3],
    pub(super) links: [u32; WIDTH],
}

/// A ray in the coordinates of the boxes of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeRay {
    /// For each axis, the origin as the entry and as the exit of a box see it.
    origins: [[f32; 2]; 3],
    inverse: [f32; 3],
    /// Whether the ray enters a box at its upper end.
    backward: [bool; 3],
    /// The parameter of the ray where the parameter of the walk is 0, and units of the ray's parameter a unit of the
    /// walk's. Parameters are along the direction that `scaled_to_one` returns.
    start: f64,
    unit: f64,
    /// Bounds the rounding of `start`, in units of the walk.
    late: f64,
}

impl TreeRay {
    /// Meets all boxes. It stands for rays whose coordinates leave the range of single precision.
    const EVERYTHING: Self = Self {
        origins: [[f32::MAX, f32::MIN]; 3],
        inverse: [1.0; 3],
        backward: [false; 3],
        start: 0.0,
        unit: f64::MIN_POSITIVE,
        late: 0.0,
    };

    /// The walk's parameter, rounded up, for a parameter of the ray.
    #[inline]
    pub(super) fn limit(&self, parameter: f64) -> f32 {
        // The other roundings are far below the unit of single precision that is added.
        let limit = (parameter - self.start) / self.unit + self.late;
        (limit as f32).next_up()
    }
}

impl RayTree {
    /// The tree over items with these boxes (lower and upper ends). There is at least one item.
    pub(super) fn new(boxes: &[[DVec3; 2]]) -> Self {
        let whole = boxes.iter().fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[lower, upper], ends| {
            [lower.min(ends[0]), upper.max(ends[1])]
        });
        // The halves of both ends, because their sum may overflow.
        let centre = 0.5 * whole[0] + 0.5 * whole[1];
        let half = (whole[1] - centre).max(centre - whole[0]).max_element();
        // A whole of one point gets the size of its last digits.
        let half = half.max(power_of_two(-60) * whole[0].abs().max(whole[1].abs()).max_element());
        let exponent = if half > 0.0 { -binary_exponent(half).clamp(-EXTREME, EXTREME) } else { 0 };
        let small = |ends: &[DVec3; 2]| {
            let [lower, upper] = ends.map(|end| times_power(end - centre, exponent));
            // The difference rounds by less than a unit of single precision.
            [lower.as_vec3().map(|x| x.next_down().next_down()), upper.as_vec3().map(|x| x.next_up().next_up())]
        };
        let boxes: Vec<[Vec3; 2]> = boxes.iter().map(small).collect();
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        let mut builder = RayTreeBuilder { boxes: &boxes, nodes: Vec::with_capacity(boxes.len() / 2 + 1) };
        builder.grow(&mut order);
        Self { nodes: builder.nodes, order, centre, exponent }
    }

    /// The items in the order of the leaves.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }

    /// The ray in the coordinates of the tree. Every box counts as grown by `radius`.
    #[inline]
    pub(super) fn ray(&self, ray: &Ray, radius: f64) -> TreeRay {
        let (direction, _) = scaled_to_one(ray.direction);
        let origin = times_power(ray.origin - self.centre, self.exponent);
        let scale = power_of_two(self.exponent);
        let grown = radius * scale;
        // Move the origin close to the boxes, which lie within 2 of the centre: coordinates near 0 are precise in
        // single precision.
        let approach = |axis: usize| {
            let toward = origin[axis] * direction[axis] < 0.0;
            if toward { (origin[axis].abs() - 4.0 - 2.0 * grown) / direction[axis].abs() } else { 0.0 }
        };
        let away = origin.abs().max_element();
        let near = approach(0).max(approach(1)).max(approach(2)).clamp(0.0, 4.0 * away);
        let moved = origin + direction * near;
        // The roundings of the origin, and the path along an axis of which the direction is almost zero.
        let reach = away + 2.0 * near + grown + 8.0;
        let pad = RAY_PAD * moved.abs().max_element().max(1.0) + (1e-15 + RAY_STEEP) * reach + grown;
        if !(moved.abs().max_element() + pad < 1e30) {
            return TreeRay::EVERYTHING;
        }
        let mut tree_ray =
            TreeRay { unit: 1.0 / scale, start: near / scale, late: 1e-15 * near, ..TreeRay::EVERYTHING };
        for axis in 0..3 {
            let along = direction[axis];
            let steep = along.abs() < RAY_STEEP;
            let backward = along < 0.0 && !steep;
            let (low, high) = ((moved[axis] - pad) as f32, (moved[axis] + pad) as f32);
            let (low, high) = (low.next_down(), high.next_up());
            tree_ray.backward[axis] = backward;
            tree_ray.origins[axis] = if backward { [low, high] } else { [high, low] };
            tree_ray.inverse[axis] = if steep { 1.0 / RAY_STEEP as f32 } else { (1.0 / along) as f32 };
        }
        tree_ray
    }

    /// Visits the leaves whose boxes the ray meets within the limit, roughly nearest first. `visit` gets the range of
    /// the leaf in [`Self::order`] and the limit, and may lower the limit.
    #[inline]
    pub(super) fn walk(&self, ray: &TreeRay, mut limit: f32, mut visit: impl FnMut(usize, usize, &mut f32)) {
        let mut stack = [(0.0_f32, 0_u32); STACK];
        let mut waiting = 0;
        let mut link = 0_u32;
        loop {
            if link & LEAF == 0 {
                let node = &self.nodes[link as usize];
                let (near, far) = node.test(ray, limit);
                let mut found = 0;
                let base = waiting;
                for child in 0..WIDTH {
                    if near[child] <= far[child] {
                        // Insert by distance, the nearest last.
                        let entry = (near[child], node.links[child]);
                        let mut place = base + found;
                        while place > base && stack[place - 1].0 < entry.0 {
                            stack[place] = stack[place - 1];
                            place -= 1;
                        }
                        stack[place] = entry;
                        found += 1;
                    }
                }
                waiting += found;
            } else {
                let count = (link & ((1 << COUNT_BITS) - 1)) as usize + 1;
                let first = ((link & !LEAF) >> COUNT_BITS) as usize;
                visit(first, count, &mut limit);
            }
            loop {
                if waiting == 0 {
                    return;
                }
                waiting -= 1;
                let (near, next) = stack[waiting];
                if near <= limit {
                    link = next;
                    break;
                }
            }
        }
    }
}

impl WideNode {
    /// A node without children.
    pub(super) const EMPTY: Self =
        Self { ends: [[[f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]]; 3], links: [LEAF; WIDTH] };

    /// Where the ray enters and leaves the four boxes. It meets those whose entry is not beyond the exit.
    #[inline(always)]
    fn test(&self, ray: &TreeRay, limit: f32) -> ([f32; WIDTH], [f32; WIDTH]) {
        let mut near = [0.0_f32; WIDTH];
        let mut far = [f32::INFINITY; WIDTH];
        for axis in 0..3 {
            let [lower, upper] = &self.ends[axis];
            let (entry, exit) = if ray.backward[axis] { (upper, lower) } else { (lower, upper) };
            let ([entry_origin, exit_origin], inverse) = (ray.origins[axis], ray.inverse[axis]);
            for child in 0..WIDTH {
                let enters = (entry[child] - entry_origin) * inverse;
                let leaves = (exit[child] - exit_origin) * inverse;
                near[child] = if enters > near[child] { enters } else { near[child] };
                far[child] = if leaves < far[child] { leaves } else { far[child] };
            }
        }
        for child in 0..WIDTH {
            near[child] *= 1.0 - RAY_SLACK;
            far[child] *= 1.0 + RAY_SLACK;
            far[child] = if limit < far[child] { limit } else { far[child] };
        }
        (near, far)
    }
}
