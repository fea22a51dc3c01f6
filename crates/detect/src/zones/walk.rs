//! The walk to the closest features.
//!
//! **Question.** From two features of convex polyhedra, which features nearby are closest?
//!
//! **Idea.** A *spot* is a point on a feature of each body. Two operations alternate. *Settle*: the points move to the
//! closest points of the two closed features. A point that ends on the border of its feature belongs to the smaller
//! feature there. *Leave*: if the point of one body is beyond a wall of the zone of the other's feature, the feature
//! behind that wall, which contains the present one, takes its place. Then the points are not the closest of these two
//! features, and the next settling brings them closer. If no wall is crossed, each point is in the zone of the other's
//! feature, and a local minimum of the distance of convex bodies is the global one.
//!
//! A settled pair is two vertices, a vertex and an edge, two edges, or a vertex and a face. An edge above a face is lower
//! at one end, or where it passes a side of the face; so that pair is always left for a smaller one, also if the two are
//! parallel. If the edge reaches the face, the bodies have a common point.
//!
//! **Guarantee.** The distance becomes less with every step, in floating point; a step that does not do so is undone and
//! ends the walk. No spot is visited twice, so there are no cycles. Whether the end is the minimum is decided by
//! `proof`, not here.
//!
//! **Cost.** 10 to 30 ns a step; `O(√V)` steps for a given angle, most often none for small ones.
//!
//! **Source.** Lin and Canny 1991; Dworkin 1994, sections 5.1 and J.2. There a feature is tested against the closest
//! point of the other, and pairs such as parallel faces, or points behind a face, are special cases that did not always
//! converge (M.2). Mirtich 1998 (V-Clip) clips edges by zones. Here the walk is an active-set method for the distance as
//! a convex function, in which these are no special cases.

use super::polyhedron::{FaceExit, ZoneFeature, Zones};
use crate::tolerance::{FACES_TO_TRY, PARALLEL_FEATURES, ZONE_NOISE, ZONE_STEPS};
use glam::{DMat3, DVec3};

/// The pose of `b` in the frame of `a`.
#[derive(Clone, Copy, Debug)]
pub(super) struct RelativePose {
    pub(super) rotation: DMat3,
    pub(super) shift: DVec3,
}

impl RelativePose {
    /// A point of the other body in the frame of body `side`.
    #[inline]
    fn place_in(&self, side: usize, point: DVec3) -> DVec3 {
        if side == 0 { self.rotation * point + self.shift } else { self.back(point - self.shift) }
    }

    /// A direction of the other body in the frame of body `side`.
    #[inline]
    pub(super) fn turn_to(&self, side: usize, direction: DVec3) -> DVec3 {
        if side == 0 { self.rotation * direction } else { self.back(direction) }
    }

    #[inline]
    fn back(&self, direction: DVec3) -> DVec3 {
        let DMat3 { x_axis, y_axis, z_axis } = self.rotation;
        DVec3::new(x_axis.dot(direction), y_axis.dot(direction), z_axis.dot(direction))
    }
}

/// A point on a feature of each body, each in the frame of its body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) features: [ZoneFeature; 2],
    pub(super) points: [DVec3; 2],
}

/// How a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WalkEnd {
    /// Each point is in the zone of the other's feature, up to rounding.
    Settled,
    /// No step shortens the distance, because of rounding.
    Stalled,
    /// The point of one body is behind the face of the other, or an edge crosses a face: the bodies may overlap.
    Inside,
}

/// The end of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkResult {
    pub(super) end: WalkEnd,
    /// The number of steps.
    pub(super) steps: u32,
    /// The vector between the points, in the frame of `a`.
    pub(super) vector: DVec3,
}

/// Two bodies in their relative pose.
pub(super) struct Walk<'pair> {
    pub(super) bodies: [&'pair Zones; 2],
    pub(super) pose: RelativePose,
    /// Metres. The sizes of both bodies and of their offset.
    pub(super) sizes: f64,
    /// Metres. Vectors between points are rounded by about this.
    pub(super) noise: f64,
}

/// What the zone of a feature says about a vector from its point.
enum ZoneTest {
    Within,
    /// The vector is behind a face.
    Behind,
    /// The vector leaves the zone towards a larger feature: the part of the vector into it.
    Beyond(f64, ZoneFeature),
}

impl<'pair> Walk<'pair> {
    pub(super) fn new(bodies: [&'pair Zones; 2], pose: RelativePose) -> Self {
        let sizes = bodies[0].reach() + bodies[1].reach() + pose.shift.length();
        Self { bodies, pose, sizes, noise: ZONE_NOISE * f64::EPSILON * sizes }
    }

    /// The vector between the points, in the frame of `a`.
    #[inline]
    pub(super) fn between(&self, spot: &Spot) -> DVec3 {
        self.pose.place_in(0, spot.points[1]) - spot.points[0]
    }

    /// The vertices that are farthest towards one another along a direction of the frame of `a`.
    #[inline]
    pub(super) fn facing(&self, direction: DVec3) -> Spot {
        let a = self.bodies[0].farthest(direction);
        let b = self.bodies[1].farthest(self.pose.turn_to(1, -direction));
        let features = [ZoneFeature::Vertex(a), ZoneFeature::Vertex(b)];
        Spot { features, points: [self.bodies[0].vertex(a), self.bodies[1].vertex(b)] }
    }

    /// Walks from a spot to the closest features.
    #[inline]
    pub(super) fn run(&self, spot: &mut Spot) -> WalkResult {
        if !self.settle(spot) {
            return WalkResult { end: WalkEnd::Inside, steps: 1, vector: self.between(spot) };
        }
        let mut vector = self.between(spot);
        let mut length_sq = vector.length_squared();
        let ended = |end, steps, vector| WalkResult { end, steps, vector };
        for step in 0..ZONE_STEPS {
            let (side, feature) = match self.leave(spot, vector) {
                Ok(None) => return ended(WalkEnd::Settled, step, vector),
                Ok(Some(found)) => found,
                Err(side) => match self.through(spot, side) {
                    Some(feature) => (side, feature),
                    None => return ended(WalkEnd::Inside, step, vector),
                },
            };
            let before = *spot;
            spot.features[side] = feature;
            let apart = self.settle(spot);
            let shorter = self.between(spot);
            if !apart {
                return ended(WalkEnd::Inside, step, shorter);
            }
            let shorter_sq = shorter.length_squared();
            if !(shorter_sq < length_sq) {
                *spot = before;
                return ended(WalkEnd::Stalled, step, vector);
            }
            (vector, length_sq) = (shorter, shorter_sq);
        }
        ended(WalkEnd::Stalled, ZONE_STEPS, vector)
    }

    /// The larger feature whose zone a point has entered, if any: that of the wall that is crossed farthest. An error with
    /// the body of the face if a point is behind a face.
    #[inline]
    fn leave(&self, spot: &Spot, vector: DVec3) -> Result<Option<(usize, ZoneFeature)>, usize> {
        let mut best = self.noise;
        let mut found = None;
        for side in [0, 1] {
            let seen = if side == 0 { vector } else { self.pose.turn_to(1, -vector) };
            match self.test(side, spot.features[side], seen) {
                ZoneTest::Within => {}
                ZoneTest::Behind => return Err(side),
                ZoneTest::Beyond(part, feature) => {
                    if part > best {
                        (best, found) = (part, Some((side, feature)));
                    }
                }
            }
        }
        Ok(found)
    }

    /// Follows the line from a point of a face through the body `side` towards a point behind the face, to the face where
    /// it comes out; the point of the body moves there. `None` if the point is inside of the body, or if the body has so
    /// many faces that the search for convex bodies is faster.
    #[cold]
    fn through(&self, spot: &mut Spot, side: usize) -> Option<ZoneFeature> {
        let body = self.bodies[side];
        if body.face_count() > FACES_TO_TRY {
            return None;
        }
        let (from, target) = (spot.points[side], self.pose.place_in(side, spot.points[1 - side]));
        let mut first: Option<(f64, u32)> = None;
        for index in 0..body.face_count() as u32 {
            let face = body.face(index);
            let beyond = face.normal.dot(target) - face.offset;
            if beyond > self.noise {
                let inside = (face.offset - face.normal.dot(from)).max(0.0);
                let share = inside / (inside + beyond);
                if first.is_none_or(|(least, _)| share < least) {
                    first = Some((share, index));
                }
            }
        }
        first.map(|(share, face)| {
            spot.points[side] = from + share * (target - from);
            ZoneFeature::Face(face)
        })
    }

    #[inline]
    fn test(&self, side: usize, feature: ZoneFeature, seen: DVec3) -> ZoneTest {
        let body = self.bodies[side];
        match feature {
            ZoneFeature::Vertex(vertex) => {
                let (part, edge) = body.steepest(vertex, seen);
                ZoneTest::Beyond(part, ZoneFeature::Edge(edge))
            }
            ZoneFeature::Edge(edge) => {
                let edge = body.edge(edge);
                let parts = edge.inward.map(|inward| inward.dot(seen));
                let which = usize::from(parts[1] > parts[0]);
                ZoneTest::Beyond(parts[which], ZoneFeature::Face(edge.faces[which]))
            }
            ZoneFeature::Face(face) => {
                if body.face(face).normal.dot(seen) < -self.noise {
                    ZoneTest::Behind
                } else {
                    ZoneTest::Within
                }
            }
        }
    }

    /// Moves the points closer within their closed features. False if an edge crosses a face.
    #[inline]
    fn settle(&self, spot: &mut Spot) -> bool {
        use ZoneFeature::{Edge, Face, Vertex};
        match spot.features {
            [Vertex(a), Vertex(b)] => spot.points = [self.bodies[0].vertex(a), self.bodies[1].vertex(b)],
            [Vertex(vertex), Edge(edge)] => self.vertex_edge(spot, 0, vertex, edge),
            [Edge(edge), Vertex(vertex)] => self.vertex_edge(spot, 1, vertex, edge),
            [Vertex(vertex), Face(face)] => self.vertex_face(spot, 0, vertex, face),
            [Face(face), Vertex(vertex)] => self.vertex_face(spot, 1, vertex, face),
            [Edge(a), Edge(b)] => self.edge_edge(spot, a, b),
            [Edge(edge), Face(face)] => return self.edge_face(spot, 0, edge, face),
            [Face(face), Edge(edge)] => return self.edge_face(spot, 1, edge, face),
            // No walk leads here: a step enlarges one feature, and settled pairs have no edge and face.
            [Face(_), Face(_)] => {}
        }
        true
    }

    /// Puts the point of a body at a position along an edge.
    #[inline]
    fn put(&self, spot: &mut Spot, side: usize, edge: u32, share: f64) {
        let at = self.bodies[side].edge(edge);
        let end = if share <= 0.0 {
            at.ends[0]
        } else if share >= 1.0 {
            at.ends[1]
        } else {
            spot.features[side] = ZoneFeature::Edge(edge);
            spot.points[side] = at.start + share * at.along;
            return;
        };
        spot.features[side] = ZoneFeature::Vertex(end);
        spot.points[side] = self.bodies[side].vertex(end);
    }

    /// `side`: the body of the vertex.
    #[inline]
    fn vertex_edge(&self, spot: &mut Spot, side: usize, vertex: u32, edge: u32) {
        let point = self.bodies[side].vertex(vertex);
        spot.points[side] = point;
        let of = self.bodies[1 - side].edge(edge);
        let seen = self.pose.place_in(1 - side, point);
        self.put(spot, 1 - side, edge, (seen - of.start).dot(of.along) * of.inverse_sq);
    }

    #[inline]
    fn vertex_face(&self, spot: &mut Spot, side: usize, vertex: u32, face: u32) {
        let (point, body) = (self.bodies[side].vertex(vertex), self.bodies[1 - side]);
        spot.points[side] = point;
        let of = body.face(face);
        let seen = self.pose.place_in(1 - side, point);
        let target = seen - (of.normal.dot(seen) - of.offset) * of.normal;
        match body.leave(face, spot.points[1 - side], target) {
            FaceExit::Target => spot.points[1 - side] = target,
            FaceExit::Side { edge, .. } => self.vertex_edge(spot, side, vertex, edge),
        }
    }

    /// The closest points of two segments. Almost parallel edges keep the present position on the first.
    #[inline]
    fn edge_edge(&self, spot: &mut Spot, a: u32, b: u32) {
        let (of_a, of_b) = (self.bodies[0].edge(a), self.bodies[1].edge(b));
        let along_b = self.pose.rotation * of_b.along;
        let from = of_a.start - self.pose.place_in(0, of_b.start);
        let cross = of_a.along.dot(along_b);
        let (part_a, part_b) = (of_a.along.dot(from), along_b.dot(from));
        // The square of the sine of the angle between the edges.
        let sine_sq = 1.0 - cross * cross * of_a.inverse_sq * of_b.inverse_sq;
        let share_a = if sine_sq > PARALLEL_FEATURES {
            (cross * part_b * of_b.inverse_sq - part_a) * of_a.inverse_sq / sine_sq
        } else {
            (spot.points[0] - of_a.start).dot(of_a.along) * of_a.inverse_sq
        };
        let share_a = share_a.clamp(0.0, 1.0);
        let share_b = (cross * share_a + part_b) * of_b.inverse_sq;
        if (0.0..=1.0).contains(&share_b) {
            self.put(spot, 0, a, share_a);
            self.put(spot, 1, b, share_b);
        } else {
            let share_b = share_b.clamp(0.0, 1.0);
            self.put(spot, 0, a, (cross * share_b - part_a) * of_a.inverse_sq);
            self.put(spot, 1, b, share_b);
        }
    }

    /// `side`: the body of the edge. The pair is left for a smaller one. False if the edge reaches the face.
    fn edge_face(&self, spot: &mut Spot, side: usize, edge: u32, face: u32) -> bool {
        let (of, body) = (self.bodies[side].edge(edge), self.bodies[1 - side]);
        let plane = body.face(face);
        // First the point of the face moves below the point of the edge.
        let seen = self.pose.place_in(1 - side, spot.points[side]);
        let height = plane.normal.dot(seen) - plane.offset;
        let below = seen - height * plane.normal;
        if let FaceExit::Side { edge: border, point } = body.leave(face, spot.points[1 - side], below) {
            spot.points[1 - side] = point;
            self.between_edges(spot, side, edge, border);
            return true;
        }
        // Then both follow the edge downwards.
        let along = self.pose.turn_to(1 - side, of.along);
        let slope = plane.normal.dot(along);
        let down = -(height * slope).signum();
        let at = ((spot.points[side] - of.start).dot(of.along) * of.inverse_sq).clamp(0.0, 1.0);
        let end = if down > 0.0 { 1.0 } else { 0.0 };
        let crossing = if slope == 0.0 { f64::INFINITY } else { (height / slope).abs() };
        let last = (end - at).abs();
        let reach = last.min(crossing);
        let ahead = down * along;
        let target = below + reach * (ahead - plane.normal.dot(ahead) * plane.normal);
        match body.leave(face, below, target) {
            FaceExit::Side { edge: border, point } => {
                spot.points[1 - side] = point;
                self.between_edges(spot, side, edge, border);
                true
            }
            FaceExit::Target => {
                self.put(spot, side, edge, if crossing <= last { at + down * reach } else { end });
                spot.points[1 - side] = target;
                spot.features[1 - side] = ZoneFeature::Face(face);
                crossing > last
            }
        }
    }

    /// Settles an edge of body `side` and an edge of the other.
    #[inline]
    fn between_edges(&self, spot: &mut Spot, side: usize, edge: u32, other: u32) {
        if side == 0 { self.edge_edge(spot, edge, other) } else { self.edge_edge(spot, other, edge) }
    }
}
