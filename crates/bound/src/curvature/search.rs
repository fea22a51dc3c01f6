//! The search for self-contact: fits boxes and directions of all regions, then descends.

use super::descent::{Culled, RegionDescent};
use super::facing::{EightTriangles, FacingSet, LANES};
use super::regions::{RegionContent, RegionLeaf, Regions};
use super::small::SweptBox;
use crate::MeshStepError;
use crate::step::check_frames;
use crate::tolerance::{FREE_WORK, ITEMS_PER_TASK, SMALLEST_FLAT_REGION, WORK_PER_TRIANGLE};
use glam::DVec3;
use rayon::prelude::*;
use std::ops::AddAssign;

/// Statistics of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CullingCounts {
    /// Regions and pairs of regions that were tested for a common direction.
    pub regions: u64,
    /// Of these, those with a tested contour.
    pub contours: u64,
    /// Total edges of the tested contours.
    pub contour_edges: u64,
    /// Successful tests: contours proved simple.
    pub flat: u64,
    /// Compared pairs of region boxes.
    pub boxes: u64,
    /// Pairs of triangles that were not culled.
    pub pairs: u64,
    /// Whether the search gave up and listed all candidates: the surface is bent everywhere, or close to itself
    /// in so many places that culling does not pay.
    pub plain: bool,
}

impl CullingCounts {
    /// Estimated running time, in box comparisons.
    pub(super) fn work(&self) -> u64 {
        self.boxes + self.contour_edges + 4 * self.pairs
    }
}

impl AddAssign for CullingCounts {
    fn add_assign(&mut self, other: Self) {
        self.regions += other.regions;
        self.contours += other.contours;
        self.contour_edges += other.contour_edges;
        self.flat += other.flat;
        self.boxes += other.boxes;
        self.pairs += other.pairs;
        self.plain |= other.plain;
    }
}

/// Finds the pairs of triangles of one mesh that may touch, step after step, and reuses its memory.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_bound::{CurvatureSearch, Regions};
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
/// let mut search = CurvatureSearch::thorough();
/// assert_eq!(search.faces(&regions, [&flat, &flat])?, Some(vec![]));
/// assert!(search.faces(&regions, [&flat, &folded])?.is_some_and(|faces| !faces.is_empty()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CurvatureSearch {
    /// Boxes of the vertices.
    swept: Vec<SweptBox>,
    /// Boxes and directions of the triangles, in the order of the tree.
    leaves: Vec<(SweptBox, FacingSet)>,
    /// Boxes of all regions.
    pub(crate) boxes: Vec<SweptBox>,
    facing: Vec<FacingSet>,
    thorough: bool,
}

impl CurvatureSearch {
    /// A search that culls even where listing everything is faster, because the surface is bent everywhere or
    /// lies on itself. It pays for callers that spend more than a few microseconds on a pair.
    #[must_use]
    pub fn thorough() -> Self {
        Self { thorough: true, ..Self::default() }
    }

    /// The pairs of triangles of a mesh that may touch while its vertices move straight from the first frame to
    /// the second. `None` if the surface is bent everywhere, or close to itself in so many places that culling
    /// does not pay. The list is for contact, not for proximity, and the same for any number of threads.
    pub fn faces(&mut self, regions: &Regions, frames: [&[DVec3]; 2]) -> Result<Option<Vec<[u32; 2]>>, MeshStepError> {
        Ok(self.culled(regions, frames)?.map(|culled| culled.faces))
    }

    pub(crate) fn culled(&mut self, regions: &Regions, frames: [&[DVec3]; 2]) -> Result<Option<Culled>, MeshStepError> {
        check_frames(regions.vertices, frames)?;
        self.fit(regions, frames);
        let most = FREE_WORK + WORK_PER_TRIANGLE * regions.leaves.len() as u64;
        let limit = if self.thorough { u64::MAX } else { most };
        if !self.thorough && self.bent_everywhere(regions) {
            return Ok(None);
        }
        Ok(RegionDescent::new(regions, frames, &self.boxes, &self.facing).within(limit))
    }

    /// Whether the largest regions that face one direction are so small that culling would take longer than it
    /// saves.
    fn bent_everywhere(&self, regions: &Regions) -> bool {
        let most = 1 + regions.leaves.len() / SMALLEST_FLAT_REGION;
        let (mut count, mut at) = (0, 0);
        while count <= most && at < self.facing.len() {
            let region = &regions.regions[at];
            let whole = self.facing[at] != FacingSet::NONE || region.count == 1;
            count += usize::from(whole);
            // Skip the subtree of the region, or continue with its left child.
            at += if whole { 2 * region.count as usize - 1 } else { 1 };
        }
        count > most
    }

    /// Fits boxes and directions of all regions, bottom-up.
    fn fit(&mut self, regions: &Regions, frames: [&[DVec3]; 2]) {
        let sweep = |(&start, &end): (&DVec3, &DVec3)| SweptBox::around(start, end);
        self.swept.clear();
        self.swept.par_extend(frames[0].par_iter().zip(frames[1]).with_min_len(ITEMS_PER_TASK).map(sweep));
        let (swept, scale) = (&self.swept, regions.scale);
        self.leaves.resize(regions.leaves.len(), (SweptBox::NONE, FacingSet::NONE));
        let eights = self.leaves.par_chunks_mut(LANES).zip(regions.leaves.par_chunks(LANES));
        eights
            .with_min_len(ITEMS_PER_TASK / LANES)
            .for_each(|(fitted, leaves)| fit_eight(leaves, fitted, swept, (frames, scale)));
        self.boxes.resize(regions.regions.len(), SweptBox::NONE);
        self.facing.resize(regions.regions.len(), FacingSet::NONE);
        let mut leaves = self.leaves.iter().rev();
        for index in (0..regions.regions.len()).rev() {
            (self.boxes[index], self.facing[index]) = match regions.regions[index].below {
                RegionContent::Triangle(_) => *leaves.next().unwrap_or(&(SweptBox::NONE, FacingSet::NONE)),
                RegionContent::Right(right) => {
                    let [left, right] = [index + 1, right as usize];
                    (self.boxes[left].merged(&self.boxes[right]), self.facing[left].common(self.facing[right]))
                }
            };
        }
    }
}

/// Fits up to eight triangles.
fn fit_eight(
    leaves: &[RegionLeaf],
    fitted: &mut [(SweptBox, FacingSet)],
    swept: &[SweptBox],
    (frames, scale): ([&[DVec3]; 2], f64),
) {
    let mut edges = EightTriangles::NONE;
    for (lane, leaf) in leaves.iter().enumerate() {
        if leaf.regular {
            edges.set(lane, frames.map(|frame| leaf.corners.map(|corner| frame[corner as usize])), scale);
        }
        let [a, b, c] = leaf.corners.map(|corner| &swept[corner as usize]);
        fitted[lane].0 = a.merged(b).merged(c);
    }
    for (fitted, facing) in fitted.iter_mut().zip(FacingSet::of_eight(&edges)) {
        fitted.1 = facing;
    }
}
