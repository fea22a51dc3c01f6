//! From two convex bodies that met to the contacts that are reported.
//!
//! **Question.** Two convex bodies cannot be proved apart from an instant on: which of their vertices, edges and faces touch,
//! and is it certain that they do?
//!
//! **Idea.** What touches is what is farthest along the direction that kept the bodies apart: a vertex, an edge, or a face
//! of any number of triangles on either side. Of two such features that lie in one plane the contacts are the vertices of one
//! within the other and the crossings of their borders: what bounds their common region. Within a window of time around the
//! instant every corner is enclosed on its chord, and the proofs for straight paths hold (`straight/pair.rs`).
//!
//! **Guarantee.** `proved` means that a contact exists within the bracket, for the exact motion and the solids as they are,
//! not their hulls.
//!
//! **Cost.** About a microsecond for a vertex on a face or for two edges.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, section 4, eqs. 21–22.

use super::advance::Flight;
use super::hull::Hull;
use crate::Moving;
use crate::straight::closest::weighted;
use crate::straight::{Corners, Pair, Path, Terms, feature};
use crate::tolerance::{EXISTENCE_REACH, SAME_POINT, TIME_RESOLUTION};
use glam::DVec3;
use tangency_geometry::{Contact, Mesh, Pose};
use tangency_interval::{Interval, Vector, Vector3};

/// One of the bodies.
#[derive(Clone, Copy)]
pub(super) struct Side<'meeting> {
    pub(super) moving: &'meeting Moving,
    pub(super) hull: &'meeting Hull,
}

/// Two bodies that met.
pub(super) struct Meeting<'meeting> {
    pub(super) sides: [Side<'meeting>; 2],
    pub(super) flight: &'meeting Flight<'meeting>,
    pub(super) time: f64,
    /// From `a` to `b`.
    pub(super) direction: DVec3,
    pub(super) terms: Terms,
}

/// A short stretch of time: where the bodies are at its ends, and how far each point may be from its chord.
struct Window {
    ends: [f64; 2],
    poses: [[Pose; 2]; 2],
    rooms: [f64; 2],
}

impl Window {
    fn path(&self, side: usize, local: DVec3) -> Path {
        let room = Interval::between(-self.rooms[side], self.rooms[side]);
        let [start, end] = self.poses[side].map(|pose| {
            let place = Vector3::point(pose.apply(local).to_array());
            Vector(place.0.map(|coordinate| coordinate + room))
        });
        Path::new(start, end)
    }

    /// The paths of the corners of a feature.
    fn paths(&self, side: usize, mesh: &Mesh, corners: &Corners) -> [Path; 3] {
        let last = corners.vertices().len() - 1;
        std::array::from_fn(|i| self.path(side, mesh.vertices()[corners.vertices()[i.min(last)] as usize]))
    }
}

impl Side<'_> {
    fn mesh(&self) -> &Mesh {
        self.moving.model().shape().mesh()
    }

    /// The triangles that some of the vertices belong to, each once.
    fn triangles(&self, vertices: &[u32]) -> Vec<u32> {
        let mut around: Vec<u32> = vertices
            .iter()
            .flat_map(|&vertex| self.hull.connectivity.vertex_triangles(vertex).iter().copied())
            .collect();
        around.sort_unstable();
        around.dedup();
        around
    }

    /// The triangles that hold the most of the vertices: the face if they are one, those beside the edge, those around the
    /// vertex.
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

    /// The edges between the vertices, without those inside a face.
    fn border(&self, vertices: &[u32]) -> Vec<u32> {
        let within = |corners: &[u32]| corners.iter().all(|corner| vertices.contains(corner));
        let mesh = self.mesh();
        let mut edges: Vec<u32> = self
            .triangles(vertices)
            .into_iter()
            .flat_map(|triangle| self.hull.connectivity.triangle_edges(triangle))
            .flatten()
            .filter(|&edge| within(&mesh.edges()[edge as usize]))
            .collect();
        edges.sort_unstable();
        edges.dedup();
        let inner = |edge: &u32| {
            let beside = self.hull.connectivity.edge_triangles(*edge);
            beside.iter().all(|&triangle| within(&mesh.triangles()[triangle as usize]))
        };
        edges.retain(|edge| !inner(edge));
        edges
    }
}

impl Meeting<'_> {
    /// All contacts: bracket, place, normal, features.
    pub(super) fn contacts(&self) -> Vec<Contact> {
        let least_reach = 16.0 * TIME_RESOLUTION * self.flight.length();
        let first = self.window(least_reach);
        let pairs = self.pairs();
        let distances: Vec<f64> = pairs.iter().map(|pair| self.distance(&first, pair)).collect();
        let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let size = self.sides.iter().map(|side| side.moving.model().reach()).fold(0.0, f64::max);
        let touching = pairs.iter().zip(distances).filter(|(_, distance)| *distance <= least + SAME_POINT * size);
        touching
            .map(|(pair, _)| {
                if self.exists(&first, pair) {
                    return self.describe(&first, pair, true);
                }
                let reaches = std::iter::successors(Some(4.0 * least_reach), |reach| Some(4.0 * reach));
                let longer = reaches
                    .take_while(|&reach| reach <= EXISTENCE_REACH * self.flight.length())
                    .map(|reach| self.window(reach))
                    .find(|window| self.exists(window, pair));
                self.describe(longer.as_ref().unwrap_or(&first), pair, longer.is_some())
            })
            .collect()
    }

    fn window(&self, reach: f64) -> Window {
        let [start, end] = self.flight.ends;
        let ends = [(self.time - reach).max(start), (self.time + reach).min(end)];
        let length = ends[1] - ends[0];
        // Rounded up by more than the few roundings here.
        let room = |side: usize| {
            (self.flight.places[side] + 0.125 * self.flight.bends[side] * length * length) * (1.0 + 1e-12)
        };
        let poses = self.flight.pieces.each_ref().map(|piece| ends.map(|time| piece.pose(time)));
        Window { ends, poses, rooms: [room(0), room(1)] }
    }

    /// Vertices with triangles and edges with edges of what is farthest on both sides.
    fn pairs(&self) -> Vec<(Corners, Corners)> {
        let placed = self.flight.placed(self.time);
        let along = [placed.a.transpose() * self.direction, placed.b.transpose() * -self.direction];
        let [a, b] = self.sides;
        let of_a = a.hull.support.all_farthest(along[0]);
        let of_b = b.hull.support.all_farthest(along[1]);
        let mut pairs = Vec::new();
        if of_a.len() > 1 && of_b.len() > 1 {
            let edges_b = b.border(&of_b);
            for edge in a.border(&of_a) {
                let edge = Corners::edge(a.mesh(), edge);
                pairs.extend(edges_b.iter().map(|&other| (edge, Corners::edge(b.mesh(), other))));
            }
        }
        // Without edges on both sides there are corners that coincide.
        if of_a.len() == 1 || of_b.len() > 2 || pairs.is_empty() {
            for face in b.faces(&of_b) {
                let face = Corners::triangle(b.mesh(), face);
                pairs.extend(of_a.iter().map(|&vertex| (Corners::vertex(vertex), face)));
            }
        }
        if (of_b.len() == 1 && of_a.len() > 1) || of_a.len() > 2 {
            for face in a.faces(&of_a) {
                let face = Corners::triangle(a.mesh(), face);
                pairs.extend(of_b.iter().map(|&vertex| (face, Corners::vertex(vertex))));
            }
        }
        pairs
    }

    /// Does `work` with the pair as it moves within the window.
    fn with<T>(&self, window: &Window, (a, b): &(Corners, Corners), work: impl FnOnce(&Pair) -> T) -> T {
        let paths_a = window.paths(0, self.sides[0].mesh(), a);
        let paths_b = window.paths(1, self.sides[1].mesh(), b);
        let count = |corners: &Corners| Corners::first(corners.vertices().len());
        work(&Pair::new([count(a), count(b)], |corner| paths_a[corner as usize], |corner| paths_b[corner as usize]))
    }

    fn distance(&self, window: &Window, pair: &(Corners, Corners)) -> f64 {
        self.with(window, pair, |pair| {
            [0.0, 1.0].map(|s| pair.closest(s).1.length()).into_iter().fold(f64::INFINITY, f64::min)
        })
    }

    /// Whether the two features certainly touch within the window.
    fn exists(&self, window: &Window, pair: &(Corners, Corners)) -> bool {
        self.with(window, pair, |pair| {
            pair.cross([0.0, 1.0]) || pair.gap(&pair.closest(1.0).0, 1.0).upper() <= self.terms.separation
        })
    }

    fn describe(&self, window: &Window, features: &(Corners, Corners), proved: bool) -> Contact {
        self.with(window, features, |pair| {
            let [early, late] = [0.0, 1.0].map(|s| (s, pair.closest(s)));
            let (s, (witness, way)) = if late.1.1.length() < early.1.1.length() { late } else { early };
            let (corners_a, corners_b) = pair.near(s);
            Contact {
                time: Interval::between(self.time, window.ends[1]),
                point: 0.5 * (weighted(&corners_a, witness.weights_a) + weighted(&corners_b, witness.weights_b)),
                // Adding zero turns -0 into 0.
                normal: self.direction + DVec3::ZERO,
                gap: way.length(),
                feature_a: feature(self.sides[0].mesh(), &features.0, witness.weights_a),
                feature_b: feature(self.sides[1].mesh(), &features.1, witness.weights_b),
                proved,
                initial: false,
            }
        })
    }
}
