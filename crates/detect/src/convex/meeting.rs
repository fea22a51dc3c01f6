//! The contacts of two convex bodies that met.
//!
//! **Question.** Two convex bodies cannot be proved apart from an instant on. Which of their vertices, edges and
//! faces touch, and is the contact certain?
//!
//! **Idea.** The features in contact are the extreme ones along the direction that separated the bodies: on either
//! side a vertex, an edge, or a face of any number of triangles. If two such features lie in one plane, the
//! contacts are the vertices of one within the other and the intersections of their boundaries. They bound the
//! common region. Within a window of time around the instant every corner is enclosed on its chord, and the proofs
//! for straight paths apply (`features/pair.rs`).
//!
//! **Guarantee.** `proved` means that a contact exists within the bracket, for the exact motion and for the solids
//! themselves, not their hulls.
//!
//! **Cost.** About a microsecond for a vertex on a face or for two edges.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, section 4, eqs. 21–22.

use super::hull::Hull;
use crate::Faceted;
use crate::features::{FeaturePair, MeshFeature, StraightPath};
use crate::flight::Flight;
use crate::limits::ContactThreshold;
use crate::tolerance::{EXISTENCE_REACH, ROUND_UP, SAME_POINT, TIME_RESOLUTION};
use glam::DVec3;
use tangency_geometry::{Contact, Mesh, Pose};
use tangency_interval::{Interval, Vector3};

/// One of the two bodies, with its hull.
#[derive(Clone, Copy)]
pub(super) struct ConvexBody<'meeting> {
    pub(super) moving: Faceted<'meeting>,
    pub(super) hull: &'meeting Hull,
}

/// Two bodies that met at `time`.
pub(super) struct ConvexMeeting<'meeting> {
    pub(super) sides: [ConvexBody<'meeting>; 2],
    pub(super) flight: &'meeting Flight<'meeting>,
    pub(super) time: f64,
    /// From `a` to `b`.
    pub(super) direction: DVec3,
    pub(super) threshold: ContactThreshold,
}

/// A short interval of time: the poses of the bodies at its ends, and a bound on the deviation of each point from
/// its chord, in metres.
struct PoseWindow {
    ends: [f64; 2],
    poses: [[Pose; 2]; 2],
    rooms: [f64; 2],
}

impl PoseWindow {
    fn path(&self, side: usize, local: DVec3) -> StraightPath {
        let ends = self.poses[side].map(|pose| Vector3::point(pose.apply(local).to_array()));
        StraightPath::widened(ends, self.rooms[side])
    }

    /// The paths of the corners of a feature.
    fn paths(&self, side: usize, mesh: &Mesh, corners: &MeshFeature) -> [StraightPath; 3] {
        let path = |&vertex: &u32| self.path(side, mesh.vertices()[vertex as usize]);
        let mut paths = [path(&corners.vertices()[0]); 3];
        paths.iter_mut().zip(corners.vertices()).skip(1).for_each(|(slot, vertex)| *slot = path(vertex));
        paths
    }
}

impl ConvexBody<'_> {
    fn mesh(&self) -> &Mesh {
        self.moving.facets().mesh()
    }

    /// The triangles that contain some of the vertices, each once.
    fn triangles(&self, vertices: &[u32]) -> Vec<u32> {
        let mut around: Vec<u32> = vertices
            .iter()
            .flat_map(|&vertex| self.moving.facets().connectivity().vertex_triangles(vertex).iter().copied())
            .collect();
        around.sort_unstable();
        around.dedup();
        around
    }

    /// The triangles that contain the most of the vertices: those of the face if the vertices form one, otherwise
    /// those adjacent to the edge or around the vertex.
    fn faces(&self, vertices: &[u32]) -> Vec<u32> {
        let held = |triangle: u32| {
            let corners = self.mesh().triangles()[triangle as usize];
            corners.iter().filter(|corner| vertices.contains(corner)).count()
        };
        let mut faces = self.triangles(vertices);
        let most = faces.iter().map(|&face| held(face)).max().unwrap_or(0);
        faces.retain(|&face| held(face) == most);
        faces
    }

    /// The edges between the vertices, except those in the interior of a face.
    fn border(&self, vertices: &[u32]) -> Vec<u32> {
        let within = |corners: &[u32]| corners.iter().all(|corner| vertices.contains(corner));
        let mesh = self.mesh();
        let mut edges: Vec<u32> = self
            .triangles(vertices)
            .into_iter()
            .flat_map(|triangle| self.moving.facets().connectivity().triangle_edges(triangle))
            .flatten()
            .filter(|&edge| within(&mesh.edges()[edge as usize]))
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let inner = |edge: &u32| {
            let beside = self.moving.facets().connectivity().edge_triangles(*edge);
            beside.iter().all(|&triangle| within(&mesh.triangles()[triangle as usize]))
        };
        edges.retain(|edge| !inner(edge));
        edges
    }
}

impl ConvexMeeting<'_> {
    /// All contacts: bracket, point, normal, features.
    pub(super) fn contacts(&self) -> Vec<Contact> {
        let shortest = 16.0 * TIME_RESOLUTION * self.flight.length();
        let window = self.window(shortest);
        let pairs = self.pairs();
        let mut contacts: Vec<Contact> = pairs.iter().map(|pair| self.describe(&window, pair)).collect();
        if contacts.len() > 1 {
            let least = contacts.iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min);
            let size = self.sides.iter().map(|side| side.moving.facets().reach()).fold(0.0, f64::max);
            // Pairs that are farther apart do not touch. Mark them with an infinite gap.
            let far = |contact: &Contact| contact.gap > least + SAME_POINT * size;
            contacts.iter_mut().filter(|contact| far(contact)).for_each(|contact| contact.gap = f64::INFINITY);
        }
        for (contact, pair) in contacts.iter_mut().zip(&pairs) {
            if !contact.proved && contact.gap < f64::INFINITY {
                *contact = self.describe_in_longer_window(shortest, pair).unwrap_or(*contact);
            }
        }
        contacts.retain(|contact| contact.gap < f64::INFINITY);
        contacts
    }

    /// The contact in the shortest of the longer windows in which it is proved.
    fn describe_in_longer_window(&self, shortest: f64, pair: &(MeshFeature, MeshFeature)) -> Option<Contact> {
        let longest = EXISTENCE_REACH * self.flight.length();
        let reaches = std::iter::successors(Some(4.0 * shortest), |reach| Some(4.0 * reach));
        let mut contacts =
            reaches.take_while(|&reach| reach <= longest).map(|reach| self.describe(&self.window(reach), pair));
        contacts.find(|contact| contact.proved)
    }

    fn window(&self, reach: f64) -> PoseWindow {
        let [start, end] = self.flight.ends;
        let ends = [(self.time - reach).max(start), (self.time + reach).min(end)];
        let length = ends[1] - ends[0];
        // Rounded up by more than the rounding of these few operations.
        let room = |side: usize| {
            (self.flight.position_rounding[side] + 0.125 * self.flight.bends[side] * length * length) * ROUND_UP
        };
        let poses = self.flight.pieces.each_ref().map(|piece| ends.map(|time| piece.pose(time)));
        PoseWindow { ends, poses, rooms: [room(0), room(1)] }
    }

    /// The pairs of a vertex and a triangle and of two edges among the extreme features of both bodies.
    fn pairs(&self) -> Vec<(MeshFeature, MeshFeature)> {
        let placed = self.flight.placed(self.time);
        let along = [placed.a.transpose() * self.direction, placed.b.transpose() * -self.direction];
        let [a, b] = self.sides;
        let of_a = a.moving.facets().support().all_farthest(along[0]);
        let of_b = b.moving.facets().support().all_farthest(along[1]);
        let mut pairs = Vec::new();
        if of_a.len() > 1 && of_b.len() > 1 {
            let edges_b = b.border(&of_b);
            for edge in a.border(&of_a) {
                let edge = MeshFeature::edge(a.mesh(), edge);
                pairs.extend(edges_b.iter().map(|&other| (edge, MeshFeature::edge(b.mesh(), other))));
            }
        }
        if (of_b.len() == 1 && of_a.len() > 1) || of_a.len() > 2 {
            for face in a.faces(&of_a) {
                let face = MeshFeature::triangle(a.mesh(), face);
                pairs.extend(of_b.iter().map(|&vertex| (face, MeshFeature::vertex(vertex))));
            }
        }
        // No pairs yet: two vertices, or several that coincide.
        if of_a.len() == 1 && of_b.len() > 1 || of_b.len() > 2 || pairs.is_empty() {
            for face in b.faces(&of_b) {
                let face = MeshFeature::triangle(b.mesh(), face);
                pairs.extend(of_a.iter().map(|&vertex| (MeshFeature::vertex(vertex), face)));
            }
        }
        pairs
    }

    /// The contact of two features within the window, and whether it is proved.
    fn describe(&self, window: &PoseWindow, (a, b): &(MeshFeature, MeshFeature)) -> Contact {
        let [mesh_a, mesh_b] = self.sides.each_ref().map(ConvexBody::mesh);
        let (paths_a, paths_b) = (window.paths(0, mesh_a, a), window.paths(1, mesh_b, b));
        let pair = FeaturePair::on_paths(&paths_a[..a.vertices().len()], &paths_b[..b.vertices().len()]);
        let [early, late] = [0.0, 1.0].map(|s| (s, pair.closest(s)));
        let proved = pair.certainly_cross([0.0, 1.0]) || pair.gap(&late.1.0, 1.0).upper() <= self.threshold.separation;
        let (s, (witness, way)) = if late.1.1.length() < early.1.1.length() { late } else { early };
        let (corners_a, corners_b) = pair.near(s);
        Contact {
            time: Interval::between(self.time, window.ends[1]),
            point: witness.midpoint(&corners_a, &corners_b),
            // Adding zero turns -0 into 0.
            normal: self.direction + DVec3::ZERO,
            gap: way.length(),
            feature_a: a.named(mesh_a, witness.weights_a),
            feature_b: b.named(mesh_b, witness.weights_b),
            proved,
            initial: false,
        }
    }
}
