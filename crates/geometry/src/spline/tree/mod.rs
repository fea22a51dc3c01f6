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

mod node;
#[cfg(test)]
mod tests;

pub use node::NetNode;

use super::BezierPatch;
use super::net::{Coefficient, Net};
use crate::tolerance::SPLINE_CONTINUATION;
use glam::{DVec3, dvec3};
use node::FacePart;
use tangency_interval::Interval;

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
