//! Every pair of features that touches during an interval of time.
//!
//! **Question.** Which vertices of one rigid mesh touch which triangles of the other, which edges touch which
//! edges, and when does each pair touch first?
//!
//! **Idea.** Features can touch only after the triangles that own them meet (`search`, run to the end of the
//! interval). From then on each pair of features is advanced separately. A vertex is treated as a triangle with
//! three equal corners, an edge as one with two. Fixed directions separate them for intervals of time, as for
//! triangles (`triangles`).
//!
//! **Guarantee.** The list contains every pair of a vertex and a triangle, or of two edges, that comes within
//! `separation`, with the bracket of its first contact. At the start it also contains edges that pierce triangles.
//! It may contain a pair that only comes within `separation + tolerance`, as for the first contact.
//!
//! **Cost.** Microseconds per pair of features whose triangles meet.
//!
//! **Source.** Teschner et al. 2006, Redon's chapter, section 4: the elementary tests, one by one.

use super::cell::MotionCells;
use super::helix::HelixCulling;
use super::meeting::TriangleMeeting;
use super::search::{MetTriangles, TreeSearch};
use super::triangles::{TrianglePair, TriangleTest};
use crate::features::MeshFeature;
use crate::limits::{ContactThreshold, StepBudget};
use crate::tolerance::BOX_BULGE;
use crate::{Faceted, Facets, Touching};
use glam::DVec3;
use tangency_interval::Interval;

/// Two meshes and the contact threshold.
pub(super) struct EveryContact<'every> {
    pub(super) bodies: [Faceted<'every>; 2],
    pub(super) threshold: ContactThreshold,
    /// Whether the interval is the first of the span.
    pub(super) first: bool,
}

impl EveryContact<'_> {
    /// Every pair of features that touches during the interval.
    pub(super) fn contacts(&self, cells: &mut MotionCells<'_>, reached: &mut dyn FnMut(f64)) -> Vec<Touching> {
        let mut triangles = Vec::new();
        // No budget: an omitted pair would make the list incomplete.
        let mut budget = StepBudget::endless(0);
        let culling =
            HelixCulling::new(self.bodies, Interval::between(cells.start, cells.end), self.threshold.separation);
        let [a, b] = self.models();
        let ends = [cells.start, cells.end];
        let mut search = TreeSearch { a, b, cells, threshold: self.threshold, culling, pairs: 0 };
        search.run(ends, &mut budget, reached, &mut |_, met| {
            triangles.push(met);
            f64::INFINITY
        });
        let mut touching: Vec<Touching> = triangles.iter().flat_map(|met| self.of_triangles(met, cells)).collect();
        // Append these after the pairs that were found directly, which take precedence.
        for met in triangles.iter().filter(|met| self.is_initial(met, cells)) {
            touching.extend(self.unproved_piercings(met, cells));
        }
        touching
    }

    /// Whether the triangles were never proved apart: they met at the start of the span.
    fn is_initial(&self, met: &MetTriangles, cells: &MotionCells<'_>) -> bool {
        self.first && met.time == cells.start && met.direction.is_none()
    }

    /// The contacts of the features that two triangles own, from the instant at which the triangles met.
    fn of_triangles(&self, met: &MetTriangles, cells: &mut MotionCells<'_>) -> Vec<Touching> {
        let initial = self.is_initial(met, cells);
        let mut touching = Vec::new();
        for features in self.meeting_pairs(met) {
            if let Some(met) = self.first_meeting(met, features, cells) {
                let initial = initial && met.time == cells.start && met.direction.is_none();
                touching.extend(self.described(met, initial, features, cells));
            }
        }
        if initial {
            let pierced =
                self.piercing_pairs(met).into_iter().filter_map(|features| self.described(*met, true, features, cells));
            touching.extend(pierced.filter(|touching| touching.contact.proved));
        }
        touching
    }

    /// Contacts of edges with triangles whose piercing is not proved but within rounding, by the features on their
    /// boundary.
    fn unproved_piercings(&self, met: &MetTriangles, cells: &MotionCells<'_>) -> Vec<Touching> {
        let pierced =
            self.piercing_pairs(met).into_iter().filter_map(|features| self.described(*met, true, features, cells));
        pierced.filter(|touching| !touching.contact.proved && touching.contact.gap.abs() <= cells.rounding).collect()
    }

    fn described(
        &self,
        met: MetTriangles,
        initial: bool,
        features: [MeshFeature; 2],
        cells: &MotionCells<'_>,
    ) -> Option<Touching> {
        let [model_a, model_b] = self.models();
        let meeting = TriangleMeeting { a: model_a, b: model_b, met, initial, threshold: self.threshold };
        let (contact, features) = meeting.contact_of(cells, features)?;
        let [a, b] = features.map(|feature| feature.element());
        Some(Touching { a, b, contact })
    }

    /// The first meeting of two features, from the instant at which their triangles met.
    fn first_meeting(
        &self,
        met: &MetTriangles,
        [a, b]: [MeshFeature; 2],
        cells: &mut MotionCells<'_>,
    ) -> Option<MetTriangles> {
        let of = |model: &Facets, feature: &MeshFeature| -> [DVec3; 3] {
            let vertices = feature.vertices();
            std::array::from_fn(|i| model.mesh().vertices()[vertices[i.min(vertices.len() - 1)] as usize])
        };
        let [model_a, model_b] = self.models();
        let features = TrianglePair { a: of(model_a, &a), b: of(model_b, &b) };
        let triangle = model_a.mesh().corners(met.a as usize);
        let size = triangle[0].distance(triangle[1]).max(triangle[0].distance(triangle[2]));
        let level = cells.level(BOX_BULGE * size);
        let mut met = *met;
        loop {
            match features.test(cells, level, met.time, self.threshold) {
                TriangleTest::Met => return Some(met),
                TriangleTest::Apart { until, .. } if until >= cells.end => return None,
                TriangleTest::Apart { until, direction } => (met.time, met.direction) = (until, Some(direction)),
            }
        }
    }

    /// The pairs of a vertex and a face, and of two edges.
    fn meeting_pairs(&self, met: &MetTriangles) -> Vec<[MeshFeature; 2]> {
        let ([face_a, face_b], [edges_a, edges_b]) = (self.faces(met), self.edges(met));
        let vertices = |model: &Facets, triangle: u32| model.owned(triangle as usize).vertices.into_iter().flatten();
        let [model_a, model_b] = self.models();
        let onto_b = vertices(model_a, met.a).map(|vertex| [MeshFeature::vertex(vertex), face_b]);
        let onto_a = vertices(model_b, met.b).map(|vertex| [face_a, MeshFeature::vertex(vertex)]);
        let across = edges_a.iter().flat_map(|&a| edges_b.iter().map(move |&b| [a, b]));
        onto_b.chain(onto_a).chain(across).collect()
    }

    /// The pairs of an edge and a face. At the start they may overlap although no vertex meets a face and no edge
    /// an edge.
    fn piercing_pairs(&self, met: &MetTriangles) -> Vec<[MeshFeature; 2]> {
        let ([face_a, face_b], [edges_a, edges_b]) = (self.faces(met), self.edges(met));
        let through_b = edges_a.into_iter().map(|edge| [edge, face_b]);
        through_b.chain(edges_b.into_iter().map(|edge| [face_a, edge])).collect()
    }

    fn models(&self) -> [&Facets; 2] {
        self.bodies.map(|body| body.facets())
    }

    fn faces(&self, met: &MetTriangles) -> [MeshFeature; 2] {
        let [a, b] = self.models().map(|model| model.mesh());
        [MeshFeature::triangle(a, met.a), MeshFeature::triangle(b, met.b)]
    }

    fn edges(&self, met: &MetTriangles) -> [Vec<MeshFeature>; 2] {
        let [model_a, model_b] = self.models();
        [(model_a, met.a), (model_b, met.b)].map(|(model, triangle)| {
            let mesh = model.mesh();
            model
                .owned(triangle as usize)
                .edges
                .into_iter()
                .flatten()
                .map(|edge| MeshFeature::edge(mesh, edge))
                .collect()
        })
    }
}
