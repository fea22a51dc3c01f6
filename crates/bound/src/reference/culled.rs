//! Candidate features of one mesh, without the regions that culling by curvature proves flat.
//!
//! **Question.** As [`CandidateSearch::within`]: which vertices and faces, and which edges, of one mesh may
//! touch during a step?
//!
//! **Idea.** [`CurvatureSearch`] lists the pairs of triangles that are not proved apart. The features of these
//! pairs are compared one by one, each by the triangle that owns it. Where culling does not pay,
//! [`CandidateSearch`] lists everything.
//!
//! **Guarantee.** Every pair that [`CandidateSearch::within`] lists for radius 0 is listed once, or proved not
//! to touch at any instant of the step.
//!
//! **Cost.** That of [`CurvatureSearch`], plus a few box comparisons for each remaining pair of triangles.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 3.2. The detection does not list features
//! here: it passes [`CurvatureSearch::faces`] to [`SurfaceSearch::among`](crate::SurfaceSearch::among).

use super::{CandidateSearch, Candidates, RefitTree};
use crate::curvature::{Culled, CullingCounts, RegionContent, SweptBox};
use crate::{Aabb, BoundingVolume, CurvatureSearch, MeshStep, MeshStepError, Regions};
use glam::DVec3;

/// Lists the features of one mesh that may touch during a step, without the regions that are proved flat.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_bound::Regions;
/// use tangency_bound::reference::CulledCandidateSearch;
/// use tangency_geometry::Mesh;
///
/// // A strip of four triangles, nearly flat. In a second step its ends are brought together.
/// let flat: Vec<DVec3> = (0..6).map(|i| dvec3(f64::from(i / 2), f64::from(i % 2), 0.0)).collect();
/// let mut folded = flat.clone();
/// folded[4] = dvec3(0.0, 0.0, 0.0);
/// folded[5] = dvec3(0.0, 1.0, 0.0);
/// let mesh = Mesh::new(flat.clone(), vec![[0, 2, 1], [1, 2, 3], [2, 4, 3], [3, 4, 5]])?;
///
/// let regions = Regions::new(&mesh);
/// let mut search = CulledCandidateSearch::default();
/// let (found, counts) = search.within(&regions, [&flat, &flat])?;
/// assert_eq!((found.vertex_face.len(), found.edge_edge.len(), counts.pairs), (0, 0, 0));
/// let (found, _) = search.within(&regions, [&flat, &folded])?;
/// assert!(found.vertex_face.contains(&[4, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CulledCandidateSearch {
    culling: CurvatureSearch,
    /// Lists everything where culling does not pay.
    plain: CandidateSearch<RefitTree>,
}

impl CulledCandidateSearch {
    /// Culls even where listing everything is faster: see [`CurvatureSearch::thorough`].
    #[must_use]
    pub fn thorough() -> Self {
        Self { culling: CurvatureSearch::thorough(), plain: CandidateSearch::default() }
    }

    /// The candidates of a mesh with itself while its vertices move straight from the first frame to the
    /// second, and statistics of the search. The list is for contact, not for proximity, and the same for any
    /// number of threads.
    pub fn within(
        &mut self,
        regions: &Regions,
        frames: [&[DVec3]; 2],
    ) -> Result<(Candidates, CullingCounts), MeshStepError> {
        if let Some(Culled { faces, counts }) = self.culling.culled(regions, frames)? {
            return Ok((FeatureLister { regions, frames, boxes: &self.culling.boxes }.of(&faces), counts));
        }
        let found = self.plain.within(&MeshStep::of(&regions.edges, &regions.triangles, frames));
        Ok((found, CullingCounts { plain: true, ..CullingCounts::default() }))
    }
}

/// Lists the features of pairs of triangles during a step.
struct FeatureLister<'step> {
    regions: &'step Regions,
    frames: [&'step [DVec3]; 2],
    /// Boxes of all regions.
    boxes: &'step [SweptBox],
}

impl FeatureLister<'_> {
    /// The candidates of these pairs of triangles, and of vertices without a triangle.
    fn of(&self, faces: &[[u32; 2]]) -> Candidates {
        let mut found = Candidates::default();
        faces.iter().for_each(|&pair| self.list(pair, &mut found));
        self.isolated(&mut found);
        found
    }

    /// Lists the pairs of owned features of two triangles that share no vertex and whose boxes meet.
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

    /// Vertices without a triangle are in no region. Each of them descends the tree of boxes alone.
    fn isolated(&self, found: &mut Candidates) {
        for &vertex in &self.regions.isolated {
            let [start, end] = self.frames.map(|frame| frame[vertex as usize]);
            let swept = SweptBox::around(start, end);
            let apart = |corners| self.box_of(&[vertex]).disjoint(&self.box_of(corners));
            let mut stack = vec![0];
            while let Some(region) = stack.pop() {
                if self.boxes[region].disjoint(&swept) {
                    continue;
                }
                match self.regions.regions[region].below {
                    RegionContent::Triangle(triangle) if apart(&self.regions.triangles[triangle as usize]) => {}
                    RegionContent::Triangle(triangle) => found.vertex_face.push([vertex, triangle]),
                    RegionContent::Right(right) => stack.extend([region + 1, right as usize]),
                }
            }
        }
    }
}
