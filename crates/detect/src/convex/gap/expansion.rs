//! The depth of two convex bodies that overlap.
//!
//! **Question.** The set of differences of two convex bodies contains the origin. How far is its boundary from the
//! origin, and in which direction?
//!
//! **Idea.** Keep a polytope of differences around the origin. Take its face that is closest to the origin, and the
//! difference that is farthest along the normal of this face. If it is no farther than the face, the face is part of
//! the boundary. Otherwise it becomes a corner: the faces that it sees are replaced by those that join it to their
//! border.
//!
//! **Guarantee.** *The depth is at least the distance of the closest face.* Faces are replaced along their adjacency,
//! so the surface stays closed. The origin is behind every face, by at least that distance. So the closed surface
//! winds about the origin, every ray from there meets it at no less than that distance, and the ball of that radius
//! is within the set of differences. A corner whose faces would not be so is not added; then the expansion ends with
//! the bounds that it has. *The depth is at most the distance of the farthest difference along any direction*,
//! because a translation by it parts the bodies.
//!
//! **Cost.** A tenth of a microsecond a corner. Ten corners for boxes, thirty for hulls, up to a hundred for smooth
//! bodies at the precision [`DEPTH_PRECISION`].
//!
//! **Source.** Van den Bergen, *Proximity queries and penetration depth computation on 3D game objects* (2001).

use super::CoreGap;
use crate::convex::closest::Bodies;
use crate::convex::simplex::{Difference, Simplex};
use crate::flight::Placed;
use crate::tolerance::{DEPTH_PRECISION, EXPANSION_STEPS, LEAST_SQUARE};
use glam::DVec3;

/// A side of a face: side `i` is the edge from corner `i` to corner `i + 1`.
#[derive(Clone, Copy, Debug, Default)]
struct FaceSide {
    face: u16,
    side: u8,
}

impl FaceSide {
    /// The sides that follow around the face.
    #[inline]
    fn others(self) -> [Self; 2] {
        let next = |side: u8| Self { face: self.face, side: if side == 2 { 0 } else { side + 1 } };
        let first = next(self.side);
        [first, next(first.side)]
    }
}

/// A face of the polytope.
#[derive(Clone, Copy, Debug)]
struct PolytopeFace {
    corners: [u16; 3],
    /// The sides of other faces that are the same edges.
    across: [FaceSide; 3],
    /// The outward unit normal.
    normal: DVec3,
    /// Metres. The distance of its plane from the origin.
    distance: f64,
}

/// An edge of the border of the seen faces.
#[derive(Clone, Copy, Debug)]
struct BorderEdge {
    from: u16,
    to: u16,
    /// The side of the face beyond.
    beyond: FaceSide,
}

/// A polytope of differences around the origin. The lists are kept from one question to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Polytope {
    corners: Vec<Difference>,
    faces: Vec<PolytopeFace>,
    /// Metres. The distances of the faces, next to each other for the search of the least.
    distances: Vec<f64>,
    /// Whether a face is seen from the new corner.
    seen: Vec<bool>,
    /// The seen faces. Their places are taken by the new ones, of which there are more.
    removed: Vec<u16>,
    /// The sides to look across.
    stack: Vec<FaceSide>,
    /// The border of the seen faces, in order.
    border: Vec<BorderEdge>,
}

/// Two placed bodies whose set of differences is explored.
pub(super) struct Expansion<'pair> {
    pub(super) bodies: Bodies<'pair>,
    pub(super) placed: &'pair Placed,
    pub(super) rounding: f64,
}

impl Expansion<'_> {
    /// The gap of bodies that overlap or touch, starting from a simplex of differences close to the origin. Stops when
    /// the depth is precise, or is proved to be more than `needed`.
    pub(super) fn expand(&self, simplex: &Simplex, polytope: &mut Polytope, needed: f64) -> CoreGap {
        let mut corners = simplex.corners;
        if let Some(flat) = self.complete(&mut corners, simplex.count) {
            return flat;
        }
        polytope.start(&corners);
        let mut depth = [0.0, f64::INFINITY];
        let points = [corners[0].a, corners[0].b];
        let mut found = CoreGap { lower: f64::NEG_INFINITY, upper: f64::INFINITY, normal: DVec3::Z, points };
        for _ in 0..EXPANSION_STEPS {
            let Some((index, near)) = polytope.nearest() else { break };
            let next = self.farthest(near.normal);
            let reach = near.normal.dot(next.vector);
            let precise = (DEPTH_PRECISION * depth[1].min(reach)).max(2.0 * self.rounding);
            let done = reach - near.distance <= precise;
            // The last face has points, and is as good a direction within the precision.
            if done || reach < depth[1] {
                found.normal = -near.normal;
                found.points = polytope.foot(&near);
            }
            depth[1] = depth[1].min(reach + self.rounding);
            if !(near.distance > 0.0) {
                // The origin is on the border, within rounding.
                if reach <= self.rounding {
                    break;
                }
            } else {
                depth[0] = f64::max(depth[0], near.distance - self.rounding);
            }
            if done || depth[0] > needed || !polytope.add(next, index, self.rounding) {
                break;
            }
        }
        found.lower = -depth[1];
        // Nothing is proved unless the origin is inside by more than rounding.
        found.upper = if depth[0] > 0.0 { -depth[0] } else { f64::INFINITY };
        found
    }

    /// The difference that is farthest along a direction.
    #[inline]
    fn farthest(&self, direction: DVec3) -> Difference {
        self.bodies.least(self.placed, -direction)
    }

    /// Adds corners to a simplex of `count` until it is a tetrahedron with volume. If the set of differences is flat,
    /// returns the gap: the depth along the normal of the plane is zero.
    fn complete(&self, corners: &mut [Difference; 4], count: usize) -> Option<CoreGap> {
        for count in count..4 {
            let from = corners[0].vector;
            let directions = match count {
                0 | 1 => [DVec3::X, DVec3::Y, DVec3::Z],
                2 => {
                    let (one, two) = (corners[1].vector - from).normalize_or(DVec3::Z).any_orthonormal_pair();
                    [one, two, one]
                }
                _ => [(corners[1].vector - from).cross(corners[2].vector - from).normalize_or_zero(); 3],
            };
            let mut farthest = (f64::NEG_INFINITY, directions[0], Difference::default());
            for direction in directions.into_iter().flat_map(|direction| [direction, -direction]) {
                let corner = self.farthest(direction);
                let height = direction.dot(corner.vector - from);
                if height > farthest.0 {
                    farthest = (height, direction, corner);
                }
            }
            let (height, direction, corner) = farthest;
            if !(height > 4.0 * self.rounding) {
                // No difference is farther than rounding along this direction, nor against it.
                let reach = [direction, -direction].map(|way| way.dot(self.farthest(way).vector));
                let (normal, depth) = if reach[0] < reach[1] { (-direction, reach[0]) } else { (direction, reach[1]) };
                let points = [corners[0].a, corners[0].b];
                return Some(CoreGap { lower: -depth - self.rounding, upper: f64::INFINITY, normal, points });
            }
            corners[count] = corner;
        }
        None
    }
}

impl Polytope {
    /// The tetrahedron of four corners.
    fn start(&mut self, corners: &[Difference; 4]) {
        self.corners.clear();
        self.faces.clear();
        self.distances.clear();
        self.seen.clear();
        self.corners.extend_from_slice(corners);
        let [p, q, r, s] = corners.map(|corner| corner.vector);
        if (q - p).cross(r - p).dot(s - p) > 0.0 {
            self.corners.swap(1, 2);
        }
        let faces = [
            ([0, 1, 2], [(2, 2), (3, 2), (1, 0)]),
            ([0, 2, 3], [(0, 2), (3, 1), (2, 0)]),
            ([0, 3, 1], [(1, 2), (3, 0), (0, 0)]),
            ([1, 3, 2], [(2, 1), (1, 1), (0, 1)]),
        ];
        for (corners, across) in faces {
            let across = across.map(|(face, side)| FaceSide { face, side });
            let face = PolytopeFace { across, ..self.face(corners) };
            self.push(face);
        }
    }

    fn put(&mut self, place: usize, face: PolytopeFace) {
        self.faces[place] = face;
        self.distances[place] = face.distance;
        self.seen[place] = false;
    }

    fn push(&mut self, face: PolytopeFace) {
        self.faces.push(face);
        self.distances.push(face.distance);
        self.seen.push(false);
    }

    #[inline]
    fn face(&self, corners: [u16; 3]) -> PolytopeFace {
        let [p, q, r] = corners.map(|corner| self.corners[corner as usize].vector);
        let across = (q - p).cross(r - p);
        let square = across.length_squared();
        // The square of a smaller area is not precise. Such a face has no normal, and no distance.
        let normal = if square > LEAST_SQUARE { across * (1.0 / square.sqrt()) } else { DVec3::ZERO };
        // The corners of a thin face do not lie in its plane exactly.
        let distance = normal.dot(p).min(normal.dot(q)).min(normal.dot(r));
        PolytopeFace { corners, across: [FaceSide::default(); 3], normal, distance }
    }

    /// The face closest to the origin.
    #[inline]
    fn nearest(&self) -> Option<(u16, PolytopeFace)> {
        let mut least = (f64::INFINITY, 0);
        for (index, &distance) in self.distances.iter().enumerate() {
            least = if distance < least.0 { (distance, index) } else { least };
        }
        (least.0 < f64::INFINITY).then(|| (least.1 as u16, self.faces[least.1]))
    }

    /// The points of both bodies whose difference is the foot of the perpendicular from the origin to a face.
    fn foot(&self, face: &PolytopeFace) -> [DVec3; 2] {
        let [p, q, r] = face.corners.map(|corner| &self.corners[corner as usize]);
        let foot = face.normal * face.distance;
        let area = |one: DVec3, two: DVec3| face.normal.dot((one - foot).cross(two - foot)).max(0.0);
        let areas = [area(q.vector, r.vector), area(r.vector, p.vector), area(p.vector, q.vector)];
        let sum: f64 = areas.iter().sum();
        let [u, v, w] = if sum > 0.0 { areas.map(|area| area / sum) } else { [1.0, 0.0, 0.0] };
        [u * p.a + v * q.a + w * r.a, u * p.b + v * q.b + w * r.b]
    }

    /// Adds a corner that is in front of face `seen`. `false` if the origin would not be behind all new faces, or the
    /// border of the seen faces is not one closed curve; the polytope is of no use then.
    fn add(&mut self, corner: Difference, seen: u16, rounding: f64) -> bool {
        let new = self.corners.len() as u16;
        self.corners.push(corner);
        self.find_border(corner.vector, seen);
        let (places, fresh) = (self.removed.len(), self.faces.len());
        // The place of the new face on this edge of the border.
        let place = |removed: &[u16], edge: usize| removed.get(edge).copied().unwrap_or((fresh + edge - places) as u16);
        if self.border.len() < places {
            return false;
        }
        let count = self.border.len();
        for index in 0..count {
            let BorderEdge { from, to, beyond } = self.border[index];
            let next = if index + 1 == count { 0 } else { index + 1 };
            let last = if index == 0 { count - 1 } else { index - 1 };
            if self.border[next].from != to {
                return false;
            }
            // The new faces on either side of this one, around the new corner.
            let beside = |edge: usize, side: u8| FaceSide { face: place(&self.removed, edge), side };
            let across = [beyond, beside(next, 2), beside(last, 1)];
            let face = PolytopeFace { across, ..self.face([from, to, new]) };
            if !(face.distance > -rounding) {
                return false;
            }
            self.faces[beyond.face as usize].across[beyond.side as usize] = beside(index, 0);
            match self.removed.get(index) {
                Some(&place) => self.put(place as usize, face),
                None => self.push(face),
            }
        }
        true
    }

    /// Removes the faces that are seen from a point and adjacent to one another, and finds their border: looks across
    /// the sides of seen faces in order, depth first.
    fn find_border(&mut self, from: DVec3, first: u16) {
        self.stack.clear();
        self.border.clear();
        self.removed.clear();
        self.removed.push(first);
        self.seen[first as usize] = true;
        self.stack.extend([2, 1, 0].map(|side| FaceSide { face: first, side }));
        while let Some(FaceSide { face, side }) = self.stack.pop() {
            let PolytopeFace { corners, across, .. } = &self.faces[face as usize];
            let beyond = across[side as usize];
            if self.seen[beyond.face as usize] {
                continue;
            }
            let other = &self.faces[beyond.face as usize];
            if other.normal.dot(from - self.corners[other.corners[0] as usize].vector) > 0.0 {
                self.seen[beyond.face as usize] = true;
                self.removed.push(beyond.face);
                let [next, last] = beyond.others();
                self.stack.extend([last, next]);
            } else {
                let to = corners[if side == 2 { 0 } else { side as usize + 1 }];
                self.border.push(BorderEdge { from: corners[side as usize], to, beyond });
            }
        }
    }
}
