//! A tree of control nets over the spline faces of a body, which may move.
//!
//! *Question.* How far does a part of a body reach along a direction, at an instant?
//! *Idea.* A part of a patch lies in the convex hull of its control points. De Casteljau's algorithm at one half gives
//! the nets of both halves of a part, and the halves are kept. Parts of several faces are enclosed by a box. Control
//! points and corners of boxes that move do so on straight lines. So the hull at any instant is that of interpolated
//! points, and its reach along a direction is a maximum of linear functions of time: convex.
//! *Guarantee.* Every point of the part is in the hull of points that are within [`NetNode::error`] of the stored ones.
//! *Cost.* For a bicubic patch 24 combinations of four numbers a half, once; 16 products for a reach.
//! *Source.* G. Farin, *Curves and Surfaces for CAGD*.

use super::BezierPatch;
use super::net::{Coefficient, Net};
use crate::tolerance::SPLINE_CONTINUATION;
use glam::{DVec3, dvec3};
use tangency_interval::{Interval, Vector, Vector3};

/// A binary tree over the spline faces of a body. Halves of patches are made when they are asked for.
#[derive(Clone, Debug)]
pub struct NetTree {
    nodes: Vec<NetNode>,
    faces: Vec<FaceFrame>,
    span: Option<[f64; 2]>,
}

/// What all parts of a face have in common.
#[derive(Clone, Copy, Debug)]
struct FaceFrame {
    domain: [Interval; 2],
    origin: DVec3,
    rational: bool,
}

/// A part of a face, or several faces.
#[derive(Clone, Debug)]
pub struct NetNode {
    /// All x, then all y, then all z, of points whose hull holds the part; at the start of the motion.
    start: Vec<f64>,
    /// The same at its end; empty at rest.
    end: Vec<f64>,
    error: f64,
    part: Option<FacePart>,
    children: Option<[u32; 2]>,
    extents: [f64; 2],
    bend: f64,
}

/// A part of one face.
#[derive(Clone, Debug)]
struct FacePart {
    face: u32,
    nets: [Option<Net>; 2],
    /// The ends of the part along u and v, as shares of the domain: multiples of powers of one half.
    shares: [[f64; 2]; 2],
}

/// The deepest halving along a parameter. The shares of the domain are exact up to there.
const DEEPEST: f64 = 1.0 / (1_u64 << 40) as f64;

impl NetTree {
    /// The root.
    pub const ROOT: u32 = 0;

    /// The tree over these patches, each over a box of its parameters. `None` if there are none, if they move during
    /// different intervals of time, or if a box is too far beyond the unit square.
    #[must_use]
    pub fn new(patches: &[(&BezierPatch, [Interval; 2])]) -> Option<Self> {
        let mut spans = patches.iter().filter_map(|(patch, _)| Some(patch.end()?.1));
        let span = spans.next();
        if patches.is_empty() || spans.any(|other| Some(other) != span) {
            return None;
        }
        let frame = |(patch, domain): &(&BezierPatch, [Interval; 2])| FaceFrame {
            domain: *domain,
            origin: patch.origin(),
            rational: patch.is_rational(),
        };
        let mut tree = Self { nodes: Vec::new(), faces: patches.iter().map(frame).collect(), span };
        let mut leaves = Vec::with_capacity(patches.len());
        for (face, (patch, domain)) in patches.iter().enumerate() {
            let reach = SPLINE_CONTINUATION;
            let near = |side: &Interval| side.lower() >= -reach && side.upper() <= 1.0 + reach && side.width() > 0.0;
            if !domain.iter().all(near) {
                return None;
            }
            let restricted = |net: &Net| {
                let mut values = Vec::new();
                let error = net.restrict(*domain, &mut values);
                Net::new(net.degree(), values, error)
            };
            let end = patch.moving.as_ref().map(|moving| restricted(&moving.end.point));
            let nets = [Some(restricted(&patch.start.point)), end];
            leaves.push(tree.part(FacePart { face: face as u32, nets, shares: [[0.0, 1.0]; 2] })?);
        }
        tree.join(leaves);
        Some(tree)
    }

    /// Writes the nodes above these leaves, the root first.
    fn join(&mut self, leaves: Vec<NetNode>) {
        let mut pending = vec![(leaves, None::<(usize, usize)>)];
        while let Some((mut group, parent)) = pending.pop() {
            let at = self.nodes.len();
            if let Some((parent, side)) = parent
                && let Some(children) = &mut self.nodes[parent].children
            {
                children[side] = at as u32;
            }
            if group.len() == 1 {
                self.nodes.extend(group);
                continue;
            }
            let (node, widest) = boxed(&group);
            self.nodes.push(node);
            group.sort_by(|one, other| one.centre()[widest].total_cmp(&other.centre()[widest]));
            let upper = group.split_off(group.len() / 2);
            pending.extend([(upper, Some((at, 1))), (group, Some((at, 0)))]);
        }
    }

    /// The interval of time in which the control points move from the start to the end; `None` at rest.
    #[must_use]
    pub fn span(&self) -> Option<[f64; 2]> {
        self.span
    }

    /// A node.
    #[must_use]
    pub fn node(&self, index: u32) -> &NetNode {
        &self.nodes[index as usize]
    }

    /// The face of a node and the box of its parameters, rounded outward; `None` for several faces.
    #[must_use]
    pub fn cell(&self, index: u32) -> Option<(u32, [Interval; 2])> {
        let part = self.nodes[index as usize].part.as_ref()?;
        let domain = self.faces[part.face as usize].domain;
        let unit = Interval::between(0.0, 1.0);
        let cell = [0, 1].map(|side: usize| {
            let [from, to] = part.shares[side];
            let whole = domain[side];
            if whole == unit {
                return Interval::between(from, to);
            }
            let at =
                |share: f64| Interval::from(whole.lower()) + (Interval::from(whole.upper()) - whole.lower()) * share;
            let (from, to) = (if from == 0.0 { whole } else { at(from) }, if to == 1.0 { whole } else { at(to) });
            Interval::between(from.lower(), to.upper()).intersection(whole)
        });
        Some((part.face, cell))
    }

    /// The two halves of a node. `None` if it is too small.
    pub fn halves(&mut self, index: u32) -> Option<[u32; 2]> {
        if let Some(children) = self.nodes[index as usize].children {
            return Some(children);
        }
        let node = &self.nodes[index as usize];
        let part = node.part.as_ref()?;
        let side = usize::from(node.extents[1] > node.extents[0]);
        let [from, to] = part.shares[side];
        if to - from <= DEEPEST {
            return None;
        }
        let middle = 0.5 * (from + to);
        let halves = [(0.0, 0.5, [from, middle]), (0.5, 1.0, [middle, to])].map(|(low, high, share)| {
            let (mut square, mut shares) = ([Interval::between(0.0, 1.0); 2], part.shares);
            (square[side], shares[side]) = (Interval::between(low, high), share);
            let half = |net: &Net| {
                let mut values = Vec::with_capacity(net.values().len());
                let error = net.restrict(square, &mut values);
                Net::new(net.degree(), values, error)
            };
            let nets = part.nets.each_ref().map(|net| net.as_ref().map(half));
            self.part(FacePart { face: part.face, nets, shares })
        });
        let [Some(low), Some(high)] = halves else { return None };
        let at = self.nodes.len() as u32;
        self.nodes.extend([low, high]);
        self.nodes[index as usize].children = Some([at, at + 1]);
        Some([at, at + 1])
    }

    /// The node of a part of a face. `None` if the bound on its error is not finite.
    fn part(&self, part: FacePart) -> Option<NetNode> {
        let FaceFrame { origin, rational, .. } = self.faces[part.face as usize];
        let mut error = 0.0_f64;
        let mut rows = [Vec::new(), Vec::new()];
        for (net, row) in part.nets.iter().zip(&mut rows) {
            let Some(net) = net else { continue };
            let (places, bound) = projected(net, origin, rational)?;
            error = error.max(bound);
            *row = places;
        }
        let [start, end] = rows;
        let mut node = NetNode { start, end, error, part: Some(part), children: None, extents: [0.0; 2], bend: 0.0 };
        node.measure();
        Some(node)
    }
}

/// The projected control points, row by row of coordinates, and the bound on their errors.
fn projected(net: &Net, origin: DVec3, rational: bool) -> Option<(Vec<f64>, f64)> {
    let (values, bound) = (net.values(), net.error());
    let count = values.len();
    let mut places = vec![0.0; 3 * count];
    let (mut size, mut least) = (origin.abs().max_element(), f64::INFINITY);
    for (index, value) in values.iter().enumerate() {
        let place = place(value, origin, rational);
        size = size.max(place.abs().max_element());
        least = least.min(value[3]);
        for axis in 0..3 {
            places[axis * count + index] = place[axis];
        }
    }
    let known = bound[0].max(bound[1]).max(bound[2]);
    // (p ± e)/(w ± f) differs from p/w by at most (e + |p/w|·f)/(w − f). The quotient and the sum are rounded.
    let divisor = least - bound[3];
    let known = if rational { (known + 2.0 * size * bound[3]) / divisor } else { known };
    // Along a direction the errors of three coordinates add up to √3 of one. The products of the direction with the
    // point, and an interpolation between two points, are rounded.
    let error = 2.0 * known + 32.0 * f64::EPSILON * size;
    ((divisor > 0.0 || !rational) && error.is_finite()).then_some((places, error))
}

fn place(value: &Coefficient, origin: DVec3, rational: bool) -> DVec3 {
    let local = dvec3(value[0], value[1], value[2]);
    origin + if rational { local / value[3] } else { local }
}

/// The node of several faces, and the axis along which their centres are spread most.
fn boxed(group: &[NetNode]) -> (NetNode, usize) {
    let moving = group.iter().any(|node| !node.end.is_empty());
    let corners = |at_end: bool| {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for node in group {
            let places = if at_end && !node.end.is_empty() { &node.end } else { &node.start };
            for (axis, row) in places.chunks_exact(places.len() / 3).enumerate() {
                low[axis] = row.iter().copied().fold(low[axis], f64::min);
                high[axis] = row.iter().copied().fold(high[axis], f64::max);
            }
        }
        let corner = |axis: usize, index: usize| if index >> axis & 1 == 1 { high[axis] } else { low[axis] };
        (0..24).map(|index| corner(index / 8, index % 8)).collect::<Vec<f64>>()
    };
    let start = corners(false);
    let end = if moving { corners(true) } else { Vec::new() };
    let error = group.iter().map(NetNode::error).fold(0.0, f64::max);
    let centres = group.iter().map(NetNode::centre);
    let (low, high) =
        centres.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    let size = dvec3(start[1] - start[0], start[10] - start[8], start[20] - start[16]).length();
    let widest = (high - low).max_position();
    let children = Some([0; 2]);
    (NetNode { start, end, error, part: None, children, extents: [size; 2], bend: f64::INFINITY }, widest)
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
    fn centre(&self) -> DVec3 {
        0.25 * self.corners(0.0).iter().sum::<DVec3>()
    }

    fn columns(&self) -> usize {
        match &self.part {
            Some(FacePart { nets: [Some(net), _], .. }) => net.degree()[1] + 1,
            Some(_) | None => 1,
        }
    }

    /// Measures extents and bend by the legs of the net.
    fn measure(&mut self) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spline::make;
    use tangency_interval::laws::Random;

    /// Random points of random parts are within the reach and the box of the part, at every share of the motion, for
    /// rational patches that move. Their reach is not much larger than that of the samples.
    #[test]
    fn parts_are_in_the_hulls_of_their_nets() {
        let mut random = Random::new(11);
        let ring = make::torus(2.0, 0.5, 3).expect("a torus");
        let unit = [Interval::between(0.0, 1.0); 2];
        let mut tight = 0;
        for patch in ring.iter().take(4) {
            let moved =
                patch.control_points().iter().map(|point| dvec3(point.y, 2.0 * point.z, 9.0 - point.x)).collect();
            let end = BezierPatch::rational(patch.degree(), moved, patch.weights().to_vec()).expect("a patch");
            let moving = patch.moving_to(&end, -1.0, 3.0).expect("a moving patch");
            let mut tree = NetTree::new(&[(&moving, unit)]).expect("a tree");
            assert_eq!(tree.span(), Some([-1.0, 3.0]));
            for _ in 0..60 {
                let mut node = NetTree::ROOT;
                for _ in 0..random.below(9) {
                    node = tree.halves(node).expect("not too small")[random.below(2)];
                }
                let (face, [u, v]) = tree.cell(node).expect("one face");
                assert_eq!(face, 0);
                let mut vector =
                    || dvec3(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
                let direction = vector().normalize_or(DVec3::X);
                let share = random.unit();
                let mut reaches = [0.0; 64];
                let part = tree.node(node);
                part.write_reaches(direction, share, &mut reaches);
                let most = reaches[..part.count()].iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let around = part.bounding_box(Interval::between(0.5 * share, share));
                let mut seen = f64::NEG_INFINITY;
                for _ in 0..40 {
                    let [u, v] = [u, v].map(|side| random.between(side.lower(), side.upper()));
                    let place = moving.at(u, v, -1.0 + 4.0 * share);
                    assert!(direction.dot(place) <= most + part.error(), "{place} {direction}");
                    assert!((0..3).all(|axis| around[axis].contains(place[axis])), "{place} {around:?}");
                    seen = seen.max(direction.dot(place));
                }
                tight += usize::from(most - seen <= 0.5 * part.extents()[0].max(part.extents()[1]));
            }
        }
        assert!(tight > 200, "{tight}");
    }

    /// The halves of every part cover it, and the leaves of a body are its faces.
    #[test]
    fn halves_cover_their_part() {
        let ring = make::torus(2.0, 0.5, 3).expect("a torus");
        let wide = [Interval::between(-1e-12, 1.0), Interval::between(0.0, 1.0 + 3e-15)];
        let patches: Vec<_> = ring.iter().map(|patch| (patch, wide)).collect();
        let mut tree = NetTree::new(&patches).expect("a tree");
        let (mut pending, mut faces) = (vec![(NetTree::ROOT, 0)], Vec::new());
        while let Some((node, depth)) = pending.pop() {
            let halves = tree.halves(node).expect("not too small");
            match tree.cell(node) {
                None => pending.extend(halves.map(|half| (half, depth))),
                Some((face, cell)) => {
                    if depth == 0 {
                        assert_eq!(cell, wide);
                        faces.push(face);
                    }
                    let [low, high] = halves.map(|half| tree.cell(half).expect("one face").1);
                    for side in 0..2 {
                        assert_eq!(low[side].hull(high[side]), cell[side]);
                        assert!(low[side] == cell[side] || low[side].upper() >= high[side].lower());
                    }
                    pending.extend(halves.map(|half| (half, depth + 1)).into_iter().filter(|_| depth < 5));
                }
            }
        }
        faces.sort_unstable();
        assert_eq!(faces, (0..9).collect::<Vec<u32>>());
        assert!(NetTree::new(&[(&ring[0], [Interval::between(-0.1, 1.0); 2])]).is_none(), "far beyond the square");
        assert!(NetTree::new(&[]).is_none());
    }
}
