//! Feature tests of two faces whose boxes meet.

use super::OwnedFeatures;
use super::swept::{Slabs, SweptVertex};
use crate::packed::{SmallBox, lanes};
use wide::{f32x4, u32x4};

/// Three boxes in single precision, coordinate by coordinate. The fourth lane is NaN, so it meets nothing.
#[derive(Clone, Copy, Debug)]
struct ThreeBoxes {
    lower: [[f32; 4]; 3],
    upper: [[f32; 4]; 3],
}

impl ThreeBoxes {
    fn new(extents: [&Slabs; 3]) -> Self {
        let [a, b, c] = extents;
        let ends = |end: fn(&Slabs, usize) -> f32| {
            [0, 1, 2].map(|axis: usize| [end(a, axis), end(b, axis), end(c, axis), f32::NAN])
        };
        Self { lower: ends(Slabs::lower), upper: ends(Slabs::upper) }
    }

    /// The boxes of consecutive pairs: each box merged with the next, cyclically. From boxes of corners it
    /// makes boxes of edges.
    #[inline]
    fn with_next(&self) -> Self {
        let next = |[a, b, c, none]: [f32; 4]| f32x4::from([b, c, a, none]);
        Self {
            lower: self.lower.map(|lanes| f32x4::from(lanes).fast_min(next(lanes)).to_array()),
            upper: self.upper.map(|lanes| f32x4::from(lanes).fast_max(next(lanes)).to_array()),
        }
    }

    /// Sets a bit for every box that is not disjoint from this one, after rounding.
    #[inline]
    fn meets(&self, small: &SmallBox) -> u32 {
        let axis = |axis: usize| {
            f32x4::from(self.lower[axis]).simd_le(f32x4::splat(small.upper[axis]))
                & f32x4::splat(small.lower[axis]).simd_le(f32x4::from(self.upper[axis]))
        };
        (axis(0) & axis(1) & axis(2)).to_bitmask()
    }

    #[inline]
    fn get(&self, lane: usize) -> SmallBox {
        let [lower, upper] = [&self.lower, &self.upper].map(|ends| [ends[0][lane], ends[1][lane], ends[2][lane]]);
        SmallBox { lower, upper }
    }
}

/// The swept boxes of a face and of its corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct FaceBoxes {
    corners: ThreeBoxes,
    pub(super) face: SmallBox,
    diagonals: Slabs,
    /// The box of the face at the start of the step.
    start: SmallBox,
    /// Bits 0 to 2: corners that the face owns. Bits 3 to 5: edges that it owns.
    owned: u32,
}

impl FaceBoxes {
    pub(super) fn new(corners: [&SweptVertex; 3], owned: &OwnedFeatures) -> Self {
        let axes = corners.map(|corner| &corner.axes);
        let bits = |some: [Option<u32>; 3]| (0..3).map(|lane| u32::from(some[lane].is_some()) << lane).sum::<u32>();
        Self {
            corners: ThreeBoxes::new(axes),
            face: SmallBox::of(&Slabs::merged(axes)),
            diagonals: Slabs::merged(corners.map(|corner| &corner.diagonals)),
            start: SmallBox::of(&Slabs::merged(corners.map(|corner| &corner.start))),
            owned: bits(owned.vertices) | bits(owned.edges) << 3,
        }
    }

    /// `true` proves that the faces do not touch: a diagonal of space separates them.
    #[inline]
    pub(super) fn apart(&self, other: &Self) -> bool {
        self.diagonals.apart(&other.diagonals)
    }
}

/// Which corners of two faces are the same vertex.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SharedCorners {
    /// For each corner of the first face, a bit for each equal corner of the second.
    of_first: [u32; 3],
}

impl SharedCorners {
    #[inline]
    pub(super) fn new(first: [u32; 3], [a, b, c]: [u32; 3]) -> Self {
        let second = u32x4::from([a, b, c, c]);
        Self { of_first: first.map(|corner| second.simd_eq(u32x4::splat(corner)).to_bitmask() & 7) }
    }

    /// Number of common corners.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.in_first().count_ones().min(self.in_second().count_ones())
    }

    /// Sets a bit for every corner of the first face that the second face has.
    #[inline]
    fn in_second(&self) -> u32 {
        let bit = |lane: usize| u32::from(self.of_first[lane] != 0) << lane;
        bit(0) | bit(1) | bit(2)
    }

    /// Sets a bit for every corner of the second face that the first face has.
    #[inline]
    fn in_first(&self) -> u32 {
        let [a, b, c] = self.of_first;
        a | b | c
    }
}

/// Maps the corner bits of a face to the bits of the edges opposite to these corners.
#[inline]
fn opposite(corners: u32) -> u32 {
    (corners << 1 | corners >> 2) & 7
}

/// Two faces whose boxes meet. The tests are branch-free until the last one, because the branches would be hard
/// to predict.
pub(super) struct FacePair<'swept> {
    boxes: [&'swept FaceBoxes; 2],
    edges: [ThreeBoxes; 2],
    pub(super) same: SharedCorners,
}

impl<'swept> FacePair<'swept> {
    #[inline]
    pub(super) fn new(boxes: [&'swept FaceBoxes; 2], same: SharedCorners) -> Self {
        Self { boxes, edges: boxes.map(|boxes| boxes.corners.with_next()), same }
    }

    /// `true` proves that faces with one common corner touch nowhere else. Of two features without a common
    /// corner, at least one does not contain the shared corner. It lies on the edge opposite to that corner,
    /// and the box of this edge does not meet the other face.
    #[inline]
    pub(super) fn touch_at_a_corner_only(&self) -> bool {
        let met = |side: usize| self.edges[side].meets(&self.boxes[1 - side].face);
        let beyond = met(0) & opposite(self.same.in_second()) | met(1) & opposite(self.same.in_first());
        (self.same.count() == 1) & (beyond == 0)
    }

    /// Sets a bit for every vertex that the face owns, that the other face does not have, and whose box meets
    /// the other face.
    #[inline]
    pub(super) fn vertices(&self, side: usize) -> u32 {
        let common = if side == 0 { self.same.in_second() } else { self.same.in_first() };
        let [own, other] = [self.boxes[side], self.boxes[1 - side]];
        own.corners.meets(&other.face) & own.owned & !common & 7
    }

    /// Visits the pairs of owned edges that share no vertex and whose boxes meet.
    #[inline]
    pub(super) fn edges(&self, owned: [&OwnedFeatures; 2], mut visit: impl FnMut(u32, u32)) {
        let [first, second] = &self.edges;
        let mut met = 0;
        for from in 0..3 {
            // Corners of the other face that are ends of this edge, and the edges that begin or end there.
            let ends = self.same.of_first[from] | self.same.of_first[(from + 1) % 3];
            let common = ends | ends >> 1 | ends << 2;
            let own = self.boxes[0].owned >> (3 + from) & 1;
            met |= (second.meets(&first.get(from)) & self.boxes[1].owned >> 3 & !common & (own * 7)) << (3 * from);
        }
        lanes(met, |lane| {
            if let (Some(edge), Some(other)) = (owned[0].edges[lane / 3], owned[1].edges[lane % 3]) {
                visit(edge, other);
            }
        });
    }

    /// Whether the boxes of the faces meet at the start of the step.
    #[inline]
    pub(super) fn meet_at_start(&self) -> bool {
        let [one, other] = self.boxes.map(|boxes| &boxes.start);
        let meets = |axis: usize| (one.lower[axis] <= other.upper[axis]) & (other.lower[axis] <= one.upper[axis]);
        meets(0) & meets(1) & meets(2)
    }
}
