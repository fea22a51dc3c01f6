//! A node of a tree of control nets: its points, how far they reach, and how much they bend.

use crate::spline::net::Net;
use glam::{DVec3, dvec3};
use tangency_interval::{Interval, Vector, Vector3};

/// A part of a face, or several faces.
#[derive(Clone, Debug)]
pub struct NetNode {
    /// All x, then all y, then all z, of points whose hull holds the part; at the start of the motion.
    pub(super) start: Vec<f64>,
    /// The same at its end; empty at rest.
    pub(super) end: Vec<f64>,
    pub(super) error: f64,
    pub(super) part: Option<FacePart>,
    pub(super) children: Option<[u32; 2]>,
    pub(super) extents: [f64; 2],
    pub(super) bend: f64,
}

/// A part of one face.
#[derive(Clone, Debug)]
pub(super) struct FacePart {
    pub(super) face: u32,
    pub(super) nets: [Option<Net>; 2],
    /// The ends of the part along u and v, as shares of the domain: multiples of powers of one half.
    pub(super) shares: [[f64; 2]; 2],
}

impl NetNode {
    /// Metres. Bound on the error of a reach along a unit vector.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error
    }

    /// Metres. The lengths along u and v; for several faces the size of their box.
    #[must_use]
    pub fn extents(&self) -> [f64; 2] {
        self.extents
    }

    /// The relative change of the tangents, in floating point; infinite for several faces.
    #[must_use]
    pub fn bend(&self) -> f64 {
        self.bend
    }

    /// A box around the part while the motion is in this range of shares. At rest the shares do not matter.
    #[must_use]
    pub fn bounding_box(&self, shares: Interval) -> Vector3 {
        let count = self.count();
        Vector(std::array::from_fn(|axis| {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for index in axis * count..(axis + 1) * count {
                let start = self.start[index];
                let along = self.end.get(index).map_or(0.0, |end| end - start);
                for share in [shares.lower(), shares.upper()] {
                    (low, high) = (low.min(start + along * share), high.max(start + along * share));
                }
            }
            Interval::between((low - self.error).next_down(), (high + self.error).next_up())
        }))
    }

    /// The number of points.
    #[must_use]
    pub fn count(&self) -> usize {
        self.start.len() / 3
    }

    /// Writes `direction·p` for all points, where the motion has reached `share`. At rest the share does not matter.
    pub fn write_reaches(&self, direction: DVec3, share: f64, into: &mut [f64]) {
        let count = self.count();
        products(&self.start, direction, &mut into[..count]);
        if self.end.is_empty() || share == 0.0 {
            return;
        }
        let (x, rest) = self.end.split_at(count);
        let (y, z) = rest.split_at(count);
        for (index, value) in into[..count].iter_mut().enumerate() {
            let end = direction.x * x[index] + direction.y * y[index] + direction.z * z[index];
            *value = (1.0 - share) * *value + share * end;
        }
    }

    /// A point in floating point, where the motion has reached `share`.
    fn place(&self, index: usize, share: f64) -> DVec3 {
        let at = |places: &[f64]| {
            let count = places.len() / 3;
            dvec3(places[index], places[count + index], places[2 * count + index])
        };
        if self.end.is_empty() { at(&self.start) } else { at(&self.start).lerp(at(&self.end), share) }
    }

    /// The four corner points of a part of a face, the first and the last point of several faces twice.
    #[must_use]
    pub fn corners(&self, share: f64) -> [DVec3; 4] {
        let last = self.count() - 1;
        let columns = self.columns();
        [0, columns - 1, last + 1 - columns, last].map(|index| self.place(index, share))
    }

    /// A point amid the part at the start.
    pub(super) fn centre(&self) -> DVec3 {
        0.25 * self.corners(0.0).iter().sum::<DVec3>()
    }

    fn columns(&self) -> usize {
        match &self.part {
            Some(FacePart { nets: [Some(net), _], .. }) => net.degree()[1] + 1,
            Some(_) | None => 1,
        }
    }

    /// Measures extents and bend by the legs of the net.
    pub(super) fn measure(&mut self) {
        let (columns, count) = (self.columns(), self.count());
        let (mut extents, mut bend) = ([0.0_f64; 2], 0.0_f64);
        for places in [&self.start, &self.end].into_iter().filter(|places| !places.is_empty()) {
            // The steps to the next point along u and along v, and the number of legs in each direction.
            for (side, step, ends) in [(0, columns, count - columns), (1, 1, count)] {
                let starts = || (0..ends).filter(|&at| side == 0 || (at + 1) % columns != 0);
                let leg = |at: usize| {
                    let along = |axis: usize| places[axis * count + at + step] - places[axis * count + at];
                    dvec3(along(0), along(1), along(2))
                };
                let (mut sum, mut legs, mut longest, mut apart) = (DVec3::ZERO, 0.0, 0.0_f64, 0.0_f64);
                for at in starts() {
                    (sum, legs) = (sum + leg(at), legs + 1.0);
                    longest = longest.max(leg(at).length_squared());
                }
                let mean = sum / legs;
                starts().for_each(|at| apart = apart.max(leg(at).distance_squared(mean)));
                let degree = if side == 0 { count / columns - 1 } else { columns - 1 };
                extents[side] = extents[side].max(longest.sqrt() * degree as f64);
                bend = bend.max((apart / mean.length_squared().max(f64::MIN_POSITIVE)).sqrt());
            }
        }
        (self.extents, self.bend) = (extents, bend);
    }
}

/// The products of a direction with all points.
fn products(places: &[f64], direction: DVec3, into: &mut [f64]) {
    let count = into.len();
    let (x, rest) = places.split_at(count);
    let (y, z) = rest.split_at(count);
    for (index, value) in into.iter_mut().enumerate() {
        *value = direction.x * x[index] + direction.y * y[index] + direction.z * z[index];
    }
}
