//! The search itself: down the regions, as far as they are not proved flat.

use super::facing::{Edges, Facing, LANES};
use super::outline::Outline;
use super::plain::Plain;
use super::regions::{Below, Leaf, Regions};
use super::small::Small;
use crate::candidates::check_frames;
use crate::tolerance::{BENT, WASTE};
use crate::{Aabb, CandidateSearch, Candidates, Refit, Step, StepError, Volume};
use glam::DVec3;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::ops::AddAssign;

/// How many triangles or vertices a thread takes at least.
const PART: usize = 4_096;

/// How many pairs of regions are spread over the threads.
const PARTS: usize = 64;

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Regions, and pairs of regions, whose common directions were looked for.
    pub regions: u64,
    /// Those of them whose contours were tested.
    pub contours: u64,
    /// Edges of these contours.
    pub contour_edges: u64,
    /// Tests that proved that nothing touches: contours found plain.
    pub flat: u64,
    /// Pairs of boxes of regions that were compared.
    pub boxes: u64,
    /// Pairs of triangles whose features were compared, one by one.
    pub pairs: u64,
    /// The surface is bent everywhere: all candidates were listed, without culling.
    pub plain: bool,
}

impl AddAssign for Counts {
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

/// Finds candidates for self-contact step after step, with memory that is used again.
///
/// ```
/// use glam::{DVec3, dvec3};
/// use tangency_bound::{CurvatureSearch, Regions};
/// use tangency_geometry::Mesh;
///
/// // A strip of four triangles, nearly flat; in a second step its ends are brought together.
/// let flat: Vec<DVec3> = (0..6).map(|i| dvec3(f64::from(i / 2), f64::from(i % 2), 0.0)).collect();
/// let mut folded = flat.clone();
/// folded[4] = dvec3(0.0, 0.0, 0.0);
/// folded[5] = dvec3(0.0, 1.0, 0.0);
/// let mesh = Mesh::new(flat.clone(), vec![[0, 2, 1], [1, 2, 3], [2, 4, 3], [3, 4, 5]])?;
///
/// let regions = Regions::new(&mesh);
/// let mut search = CurvatureSearch::default();
/// let (found, counts) = search.within(&regions, [&flat, &flat])?;
/// assert_eq!((found.vertex_face.len(), found.edge_edge.len(), counts.pairs), (0, 0, 0));
/// let (found, _) = search.within(&regions, [&flat, &folded])?;
/// assert!(found.vertex_face.contains(&[4, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CurvatureSearch {
    /// Of the vertices.
    swept: Vec<Small>,
    /// Of the triangles, in the order of the tree.
    leaves: Vec<(Small, Facing)>,
    /// Of all regions.
    boxes: Vec<Small>,
    facing: Vec<Facing>,
    /// For surfaces that are bent everywhere, unless even those are to be culled.
    plain: CandidateSearch<Refit>,
    thorough: bool,
}

impl CurvatureSearch {
    /// A search that culls what it can even where the surface is bent everywhere and listing everything is faster: for
    /// callers to whom a pair costs more than a microsecond.
    #[must_use]
    pub fn thorough() -> Self {
        Self { thorough: true, ..Self::default() }
    }

    /// The candidates of a mesh with itself, for contact (not for proximity) while its vertices go straight from the first
    /// frame to the second; the same for any number of threads. Together with what was done to find them.
    pub fn within(&mut self, regions: &Regions, frames: [&[DVec3]; 2]) -> Result<(Candidates, Counts), StepError> {
        check_frames(regions.vertices, frames)?;
        self.fit(regions, frames);
        if !self.thorough && self.bent_everywhere(regions) {
            let found = self.plain.within(&Step::of(&regions.edges, &regions.triangles, frames));
            return Ok((found, Counts { plain: true, ..Counts::default() }));
        }
        let step = Descent { regions, frames, boxes: &self.boxes, facing: &self.facing };
        let mut waiting = VecDeque::from([Task { pair: [0, 0], tried: false }]);
        let mut total = Found::default();
        let mut scratch = Scratch::default();
        while waiting.len() < PARTS
            && let Some(task) = waiting.pop_front()
        {
            step.visit(task, &mut scratch, &mut total, &mut |next| waiting.push_back(next));
        }
        let parts: Vec<Found> = Vec::from(waiting).into_par_iter().map(|task| step.descend(task)).collect();
        for part in parts {
            total.candidates.vertex_face.extend(part.candidates.vertex_face);
            total.candidates.edge_edge.extend(part.candidates.edge_edge);
            total.counts += part.counts;
        }
        step.lonely(&mut total);
        Ok((total.candidates, total.counts))
    }

    /// Whether the largest regions that face one direction are so small that culling would take longer than it saves.
    fn bent_everywhere(&self, regions: &Regions) -> bool {
        let most = 1 + regions.leaves.len() / BENT;
        let (mut count, mut at) = (0, 0);
        while count <= most && at < self.facing.len() {
            let region = &regions.regions[at];
            let whole = self.facing[at] != Facing::NONE || region.count == 1;
            count += usize::from(whole);
            // Past everything below it, or on to its left child.
            at += if whole { 2 * region.count as usize - 1 } else { 1 };
        }
        count > most
    }

    /// Boxes and directions of all regions, bottom-up.
    fn fit(&mut self, regions: &Regions, frames: [&[DVec3]; 2]) {
        let sweep = |(&start, &end): (&DVec3, &DVec3)| Small::around(start, end);
        self.swept.clear();
        self.swept.par_extend(frames[0].par_iter().zip(frames[1]).with_min_len(PART).map(sweep));
        let (swept, scale) = (&self.swept, regions.scale);
        self.leaves.resize(regions.leaves.len(), (Small::NONE, Facing::NONE));
        let eights = self.leaves.par_chunks_mut(LANES).zip(regions.leaves.par_chunks(LANES));
        eights
            .with_min_len(PART / LANES)
            .for_each(|(fitted, leaves)| fit_eight(leaves, fitted, swept, (frames, scale)));
        self.boxes.resize(regions.regions.len(), Small::NONE);
        self.facing.resize(regions.regions.len(), Facing::NONE);
        let mut leaves = self.leaves.iter().rev();
        for index in (0..regions.regions.len()).rev() {
            (self.boxes[index], self.facing[index]) = match regions.regions[index].below {
                Below::Triangle(_) => *leaves.next().unwrap_or(&(Small::NONE, Facing::NONE)),
                Below::Right(right) => {
                    let [left, right] = [index + 1, right as usize];
                    (self.boxes[left].merged(&self.boxes[right]), self.facing[left].common(self.facing[right]))
                }
            };
        }
    }
}

/// Fits up to eight triangles.
fn fit_eight(leaves: &[Leaf], fitted: &mut [(Small, Facing)], swept: &[Small], (frames, scale): ([&[DVec3]; 2], f64)) {
    let mut edges = Edges::NONE;
    for (lane, leaf) in leaves.iter().enumerate() {
        if leaf.regular {
            edges.set(lane, frames.map(|frame| leaf.corners.map(|corner| frame[corner as usize])), scale);
        }
        let [a, b, c] = leaf.corners.map(|corner| &swept[corner as usize]);
        fitted[lane].0 = a.merged(b).merged(c);
    }
    for (fitted, facing) in fitted.iter_mut().zip(Facing::of_eight(&edges)) {
        fitted.1 = facing;
    }
}

/// Two regions, or a region with itself.
#[derive(Clone, Copy, Debug)]
struct Task {
    pair: [u32; 2],
    /// Both together are known not to be proved flat.
    tried: bool,
}

#[derive(Debug, Default)]
struct Found {
    candidates: Candidates,
    counts: Counts,
}

/// Memory of the contour tests of one part of the search.
#[derive(Debug, Default)]
struct Scratch {
    outline: Outline,
    plain: Plain,
    /// Edges of contours that were tested in vain.
    wasted: u64,
}

/// What all parts of a search share.
struct Descent<'step> {
    regions: &'step Regions,
    frames: [&'step [DVec3]; 2],
    boxes: &'step [Small],
    facing: &'step [Facing],
}

impl Descent<'_> {
    /// Everything below a task.
    fn descend(&self, task: Task) -> Found {
        let (mut found, mut scratch) = (Found::default(), Scratch::default());
        let mut stack = vec![task];
        while let Some(task) = stack.pop() {
            self.visit(task, &mut scratch, &mut found, &mut |next| stack.push(next));
        }
        found
    }

    /// Leaves a task, or lists its features, or hands on what is below it.
    fn visit(&self, task: Task, scratch: &mut Scratch, found: &mut Found, push: &mut dyn FnMut(Task)) {
        let [a, b] = task.pair.map(|region| region as usize);
        let counts = &mut found.counts;
        if a != b {
            counts.boxes += 1;
            if self.boxes[a].disjoint(&self.boxes[b]) {
                return;
            }
        }
        if !task.tried && self.flat([a, b], scratch, counts) {
            return;
        }
        let mut push = |pair: [u32; 2], tried| push(Task { pair, tried });
        let [first, second] = [a, b].map(|region| &self.regions.regions[region]);
        match (first.below, second.below) {
            (Below::Triangle(_), Below::Triangle(_)) if a == b => {}
            (Below::Triangle(one), Below::Triangle(other)) => self.list([one, other], found),
            (Below::Right(right), _) if a == b => {
                let [left, right] = [a as u32 + 1, right];
                push([left, left], false);
                push([right, right], false);
                push([left, right], true);
            }
            (Below::Right(right_a), Below::Right(right_b)) if alike(first.count, second.count) => {
                for below_a in [a as u32 + 1, right_a] {
                    for below_b in [b as u32 + 1, right_b] {
                        push([below_a, below_b], false);
                    }
                }
            }
            (Below::Right(right), other) if first.count > second.count || matches!(other, Below::Triangle(_)) => {
                push([a as u32 + 1, b as u32], false);
                push([right, b as u32], false);
            }
            (_, Below::Right(right)) => {
                push([a as u32, b as u32 + 1], false);
                push([a as u32, right], false);
            }
            (Below::Right(_), Below::Triangle(_)) => unreachable!("taken above"),
        }
    }

    /// Proves that nothing in a region, or in two together, touches anything else there during the step.
    fn flat(&self, [a, b]: [usize; 2], scratch: &mut Scratch, counts: &mut Counts) -> bool {
        let Some(first) = self.regions.contour(a) else { return false };
        let Some(second) = self.regions.contour(b) else { return false };
        counts.regions += 1;
        let facing = self.facing[a].common(self.facing[b]);
        let triangles = self.regions.regions.len() as u64 / 2;
        if scratch.wasted > WASTE * triangles {
            return false;
        }
        let Some(direction) = facing.middle() else { return false };
        scratch.outline.gather(first, if a == b { &[] } else { second });
        let outline = &scratch.outline;
        counts.contours += 1;
        counts.contour_edges += outline.edges().len() as u64;
        let flat = scratch.plain.winds_once(outline, &direction.plane(), self.frames, self.regions.scale);
        counts.flat += u64::from(flat);
        scratch.wasted += if flat { 0 } else { outline.edges().len() as u64 };
        flat
    }

    /// Lists the pairs of features of two triangles whose boxes meet and that share no vertex, each by its owner.
    fn list(&self, triangles: [u32; 2], found: &mut Found) {
        found.counts.pairs += 1;
        let corners = triangles.map(|triangle| self.regions.triangles[triangle as usize]);
        let owned = triangles.map(|triangle| &self.regions.owned[triangle as usize]);
        let swept = corners.map(|corners| self.box_of(&corners));
        for [one, other] in [[0, 1], [1, 0]] {
            for (&corner, owns) in corners[one].iter().zip(owned[one].corners) {
                let apart = || self.box_of(&[corner]).disjoint(&swept[other]);
                if owns && !corners[other].contains(&corner) && !apart() {
                    found.candidates.vertex_face.push([corner, triangles[other]]);
                }
            }
        }
        for edge in owned[0].edges.into_iter().flatten() {
            let ends = self.regions.edges[edge as usize];
            for other in owned[1].edges.into_iter().flatten() {
                let others = self.regions.edges[other as usize];
                let share = ends.iter().any(|end| others.contains(end));
                if !share && !self.box_of(&ends).disjoint(&self.box_of(&others)) {
                    found.candidates.edge_edge.push([edge.min(other), edge.max(other)]);
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
    fn lonely(&self, found: &mut Found) {
        for &vertex in &self.regions.lonely {
            let [start, end] = self.frames.map(|frame| frame[vertex as usize]);
            let swept = Small::around(start, end);
            let apart = |corners| self.box_of(&[vertex]).disjoint(&self.box_of(corners));
            let mut stack = vec![0];
            while let Some(region) = stack.pop() {
                found.counts.boxes += 1;
                if self.boxes[region].disjoint(&swept) {
                    continue;
                }
                match self.regions.regions[region].below {
                    Below::Triangle(triangle) if apart(&self.regions.triangles[triangle as usize]) => {}
                    Below::Triangle(triangle) => found.candidates.vertex_face.push([vertex, triangle]),
                    Below::Right(right) => stack.extend([region + 1, right as usize]),
                }
            }
        }
    }
}

/// Whether neither of two regions has more than twice as many triangles as the other.
fn alike(a: u32, b: u32) -> bool {
    a <= 2 * b && b <= 2 * a
}
