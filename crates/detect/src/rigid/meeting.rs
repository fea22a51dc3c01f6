//! The contacts of two triangles that met.
//!
//! **Question.** Two triangles cannot be proved apart from an instant on. Which of their vertices, edges and faces
//! touch, and is the contact certain?
//!
//! **Idea.** Consider a window of time around the instant that is so short that the motion deviates from its chord
//! by no more than rounding. Every corner is enclosed on its chord, and the proofs for straight paths apply.
//! Either the signed volume of eqs. 21–22 changes its sign while the crossing point stays inside both features, so
//! that it vanishes in between. Or two points are within the separation. Coplanar triangles have many features in
//! contact at once; each pair of features is a contact. At the start edges may pierce triangles. These are
//! contacts too, at the points of intersection (`touch/describe.rs`).
//!
//! **Guarantee.** `proved` means that a contact exists within the bracket, for the exact motion.
//!
//! **Cost.** Microseconds a contact.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, section 4, eqs. 21–22.

use super::cell::MotionCells;
use super::search::MetTriangles;
use crate::Facets;
use crate::features::{FeaturePair, MeshFeature, StraightPath};
use crate::limits::ContactThreshold;
use crate::tolerance::{EXISTENCE_REACH, PARALLEL_EDGES, SAME_POINT, TIME_RESOLUTION};
use crate::touch::{self, FoundContact, Listed};
use std::collections::BTreeSet;
use tangency_geometry::{Contact, Mesh, RigidPiece};
use tangency_interval::{Interval, Vector3};

/// Two triangles in contact.
pub(super) struct TriangleMeeting<'meeting> {
    pub(super) a: &'meeting Facets,
    pub(super) b: &'meeting Facets,
    pub(super) met: MetTriangles,
    /// Whether the bodies were never proved apart: the instant is the start of the span.
    pub(super) initial: bool,
    pub(super) threshold: ContactThreshold,
}

/// The paths of the corners of both triangles during a window, in the order of the corners.
struct PathWindow {
    a: [StraightPath; 3],
    b: [StraightPath; 3],
}

/// A vertex, an edge or a face of one of the triangles, with the paths of its corners.
#[derive(Clone, Copy)]
struct PathFeature {
    corners: MeshFeature,
    paths: [StraightPath; 3],
}

impl TriangleMeeting<'_> {
    /// Describes the contacts of the triangles: bracket, point, normal, features. Skips pairs of features in
    /// `seen`, which were found through other triangles.
    pub(super) fn contacts(&self, cells: &MotionCells<'_>, seen: &mut BTreeSet<[MeshFeature; 2]>) -> Vec<FoundContact> {
        let found = self.describe_chosen(cells, Listed::AmongOthers, |pairs| {
            let mut order = self.order(pairs);
            if order.iter().any(|&index| !are_parallel_edges(&pairs[index])) {
                // Parallel edges touch along a segment. Its ends are vertices, which locate the contact.
                order.retain(|&index| !are_parallel_edges(&pairs[index]));
            }
            order.retain(|&index| seen.insert([pairs[index].0.corners, pairs[index].1.corners]));
            order
        });
        found.into_iter().map(|(found, _)| found).collect()
    }

    /// Describes the contact of one pair of features of the triangles, and names the features that are in contact.
    /// `None` if the triangles do not have these features. A contact of an edge and a triangle is proved if the
    /// edge pierces the triangle; otherwise it is on their boundary.
    pub(super) fn contact_of(
        &self,
        cells: &MotionCells<'_>,
        features: [MeshFeature; 2],
    ) -> Option<(Contact, [MeshFeature; 2])> {
        let named = |(a, b): &(PathFeature, PathFeature)| [a.corners, b.corners] == features;
        let (found, features) = self
            .describe_chosen(cells, Listed::Alone, |pairs| pairs.iter().position(named).into_iter().collect())
            .pop()?;
        Some((found.contact, features))
    }

    /// Describes the pairs that `choose` selects, in the shortest window that proves their existence.
    fn describe_chosen(
        &self,
        cells: &MotionCells<'_>,
        listed: Listed,
        choose: impl FnOnce(&[(PathFeature, PathFeature)]) -> Vec<usize>,
    ) -> Vec<(FoundContact, [MeshFeature; 2])> {
        let (start, length) = (self.met.time, cells.length());
        let within = |time: f64| time.clamp(cells.start, cells.end);
        let (shortest, longest) = (16.0 * TIME_RESOLUTION * length, EXISTENCE_REACH * length);
        let mut reach = if self.initial { 0.0 } else { shortest };
        let mut pairs = self.pairs(&self.window(cells, [within(start - reach), within(start + reach)]));
        let end = within(start + reach);
        let describe = |pair: &(PathFeature, PathFeature), end: f64, proved: bool| {
            self.describe(cells, pair, (Interval::between(start, end), proved), listed)
        };
        let chosen = choose(&pairs);
        let first = |&pair: &usize| describe(&pairs[pair], end, self.exists(&pair_of(&pairs[pair])));
        let mut found: Vec<(FoundContact, [MeshFeature; 2])> = chosen.iter().map(first).collect();
        while reach > 0.0 && reach * 4.0 <= longest && found.iter().any(|(found, _)| !found.contact.proved) {
            reach *= 4.0;
            let end = within(start + reach);
            pairs = self.pairs(&self.window(cells, [within(start - reach), end]));
            for (found, &pair) in found.iter_mut().zip(&chosen).filter(|(found, _)| !found.0.contact.proved) {
                if self.exists(&pair_of(&pairs[pair])) {
                    *found = describe(&pairs[pair], end, true);
                }
            }
        }
        found
    }

    fn window(&self, cells: &MotionCells<'_>, ends: [f64; 2]) -> PathWindow {
        let (mesh_a, mesh_b) = (self.a.mesh(), self.b.mesh());
        PathWindow {
            a: paths(&cells.a, mesh_a, mesh_a.triangles()[self.met.a as usize], ends),
            b: paths(&cells.b, mesh_b, mesh_b.triangles()[self.met.b as usize], ends),
        }
    }

    /// All pairs of a vertex and a triangle and of two edges; at the start also of an edge and a triangle.
    fn pairs(&self, window: &PathWindow) -> Vec<(PathFeature, PathFeature)> {
        let [vertices_a, edges_a, face_a] = features(self.a.mesh(), self.met.a, &window.a);
        let [vertices_b, edges_b, face_b] = features(self.b.mesh(), self.met.b, &window.b);
        let all = |of_a: &[PathFeature], of_b: &[PathFeature]| -> Vec<(PathFeature, PathFeature)> {
            of_a.iter().flat_map(|&a| of_b.iter().map(move |&b| (a, b))).collect()
        };
        let mut pairs = [all(&vertices_a, &face_b), all(&face_a, &vertices_b), all(&edges_a, &edges_b)].concat();
        if self.initial {
            pairs.extend(all(&edges_a, &face_b));
            pairs.extend(all(&face_a, &edges_b));
        }
        pairs
    }

    /// The pairs that may be in contact, closest first: those not measurably farther apart than the closest. An
    /// edge that pierces a triangle is in contact with it. An edge that only touches it does so at its end or at a
    /// side of the triangle.
    fn order(&self, pairs: &[(PathFeature, PathFeature)]) -> Vec<usize> {
        let close = SAME_POINT * self.a.reach().max(self.b.reach());
        let distance = |pair: &(PathFeature, PathFeature)| {
            let pair = pair_of(pair);
            match pair.closest_on_borders(0.0) {
                Some((_, _, way)) if way.length() < close || !pair.certainly_pierced(0.0) => f64::INFINITY,
                Some(_) => 0.0,
                None => [0.0, 1.0].map(|s| pair.closest(s).1.length()).into_iter().fold(f64::INFINITY, f64::min),
            }
        };
        let distances: Vec<f64> = pairs.iter().map(distance).collect();
        let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let mut order: Vec<usize> = (0..pairs.len()).filter(|&index| distances[index] <= least + close).collect();
        order.sort_by(|&x, &y| distances[x].total_cmp(&distances[y]));
        order
    }

    /// `true` proves that the two features touch within the window.
    fn exists(&self, pair: &FeaturePair) -> bool {
        let close = |s: f64| pair.gap(&pair.closest(s).0, s).upper() <= self.threshold.separation;
        match (self.initial, pair.a.vertices().len() + pair.b.vertices().len()) {
            (true, 5) => pair.certainly_pierced(0.0),
            (true, _) => close(0.0),
            (false, _) => pair.certainly_cross([0.0, 1.0]) || close(1.0),
        }
    }

    /// Describes the contact of two features, with its bracket of time and whether it is proved.
    fn describe(
        &self,
        cells: &MotionCells<'_>,
        features: &(PathFeature, PathFeature),
        (time, proved): (Interval, bool),
        listed: Listed,
    ) -> (FoundContact, [MeshFeature; 2]) {
        let poses = [&cells.a, &cells.b].map(|piece| piece.pose(time.lower()));
        let place_a = |vertex: u32, _: f64| poses[0].apply(self.a.mesh().vertices()[vertex as usize]);
        let place_b = |vertex: u32, _: f64| poses[1].apply(self.b.mesh().vertices()[vertex as usize]);
        let meeting = touch::MetPair {
            models: [self.a, self.b],
            places: [&place_a, &place_b],
            names: [features.0.corners, features.1.corners],
            pair: &pair_of(features),
            ends: [0.0, 1.0],
            before: self.met.direction.filter(|_| !self.initial),
            time,
            proved,
            initial: self.initial,
            listed,
            rigid: true,
            itself: false,
        };
        meeting.describe()
    }
}

/// Whether both are edges that are too nearly parallel for a common perpendicular.
fn are_parallel_edges((a, b): &(PathFeature, PathFeature)) -> bool {
    let along = |feature: &PathFeature| {
        let edge = feature.corners.vertices().len() == 2;
        edge.then(|| (feature.paths[1].near(0.0) - feature.paths[0].near(0.0)).normalize_or_zero())
    };
    along(a).zip(along(b)).is_some_and(|(a, b)| a.cross(b).length() <= PARALLEL_EDGES)
}

fn pair_of((a, b): &(PathFeature, PathFeature)) -> FeaturePair {
    let [paths_a, paths_b] = [a, b].map(|feature| &feature.paths[..feature.corners.vertices().len()]);
    FeaturePair::on_paths(paths_a, paths_b)
}

/// The vertices, the edges and the face of a triangle. A triangle that repeats a vertex has fewer edges.
fn features(mesh: &Mesh, triangle: u32, paths: &[StraightPath; 3]) -> [Vec<PathFeature>; 3] {
    let corners = mesh.triangles()[triangle as usize];
    let vertex = |i: usize| PathFeature { corners: MeshFeature::vertex(corners[i]), paths: [paths[i]; 3] };
    let edge = |[i, j]: [usize; 2]| {
        let edge = MeshFeature::edge(mesh, mesh.edge_between(corners[i], corners[j])?);
        // An edge lists the smaller vertex first.
        let [i, j] = if edge.vertices()[0] == corners[i] { [i, j] } else { [j, i] };
        Some(PathFeature { corners: edge, paths: [paths[i], paths[j], paths[j]] })
    };
    let face = PathFeature { corners: MeshFeature::triangle(mesh, triangle), paths: *paths };
    [(0..3).map(vertex).collect(), [[0, 1], [1, 2], [2, 0]].into_iter().filter_map(edge).collect(), vec![face]]
}

/// The corners on their chords during a window, each widened by the bulge of the motion.
fn paths(piece: &RigidPiece<'_>, mesh: &Mesh, corners: [u32; 3], [start, end]: [f64; 2]) -> [StraightPath; 3] {
    let placed = [start, end].map(|time| piece.during(Interval::from(time)));
    let rates = piece.rates(Interval::between(start, end));
    let length = (Interval::from(end) - start).upper();
    corners.map(|vertex| {
        let local = mesh.vertices()[vertex as usize];
        let bulge = rates.bulge(length, Vector3::point(local.to_array()).length().upper());
        StraightPath::widened(placed.each_ref().map(|pose| pose.point(vertex as usize, local)), bulge)
    })
}
