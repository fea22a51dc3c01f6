//! The features of the pairs of triangles that are left.

use super::regions::{Below, Regions};
use super::small::Small;
use crate::{Aabb, Candidates, Volume};
use glam::DVec3;

/// A mesh during a step.
pub(super) struct Features<'step> {
    pub(super) regions: &'step Regions,
    pub(super) frames: [&'step [DVec3]; 2],
    /// Of all regions.
    pub(super) boxes: &'step [Small],
}

impl Features<'_> {
    /// The candidates of these pairs of triangles, and of vertices that no triangle has.
    pub(super) fn of(&self, faces: &[[u32; 2]]) -> Candidates {
        let mut found = Candidates::default();
        faces.iter().for_each(|&pair| self.list(pair, &mut found));
        self.lonely(&mut found);
        found
    }

    /// Lists the pairs of features of two triangles whose boxes meet and that share no vertex, each by its owner.
    fn list(&self, triangles: [u32; 2], found: &mut Candidates) {
        let corners = triangles.map(|triangle| self.regions.triangles[triangle as usize]);
        let owned = triangles.map(|triangle| &self.regions.owned[triangle as usize]);
        let swept = corners.map(|corners| self.box_of(&corners));
        for [one, other] in [[0, 1], [1, 0]] {
            for corner in owned[one].vertices.into_iter().flatten() {
                let apart = || self.box_of(&[corner]).disjoint(&swept[other]);
                if !corners[other].contains(&corner) && !apart() {
                    found.vertex_face.push([corner, triangles[other]]);
                }
            }
        }
        for edge in owned[0].edges.into_iter().flatten() {
            let ends = self.regions.edges[edge as usize];
            for other in owned[1].edges.into_iter().flatten() {
                let others = self.regions.edges[other as usize];
                let share = ends.iter().any(|end| others.contains(end));
                if !share && !self.box_of(&ends).disjoint(&self.box_of(&others)) {
                    found.edge_edge.push([edge.min(other), edge.max(other)]);
                }
            }
        }
    }

    /// The swept box of some vertices.
    fn box_of(&self, vertices: &[u32]) -> Aabb {
        let places = vertices.iter().flat_map(|&vertex| self.frames.map(|frame| frame[vertex as usize]));
        let nothing = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (lower, upper) = places.fold(nothing, |(lower, upper), at| (lower.min(at), upper.max(at)));
        Aabb::between(lower, upper)
    }

    /// Vertices that no triangle has are in no region: each goes down the boxes alone.
    fn lonely(&self, found: &mut Candidates) {
        for &vertex in &self.regions.lonely {
            let [start, end] = self.frames.map(|frame| frame[vertex as usize]);
            let swept = Small::around(start, end);
            let apart = |corners| self.box_of(&[vertex]).disjoint(&self.box_of(corners));
            let mut stack = vec![0];
            while let Some(region) = stack.pop() {
                if self.boxes[region].disjoint(&swept) {
                    continue;
                }
                match self.regions.regions[region].below {
                    Below::Triangle(triangle) if apart(&self.regions.triangles[triangle as usize]) => {}
                    Below::Triangle(triangle) => found.vertex_face.push([vertex, triangle]),
                    Below::Right(right) => stack.extend([region + 1, right as usize]),
                }
            }
        }
    }
}
