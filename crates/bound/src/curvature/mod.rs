//! Candidates for self-contact, without the parts of a surface that are too flat to touch themselves.
//!
//! **Question.** Which vertices and faces, and which edges, of one mesh may touch during a step, where neighbours,
//! whose boxes always meet, are not to be listed for nothing?
//!
//! **Idea.** A region that faces one direction throughout the step, and whose contour, seen along it, is plain
//! throughout, is the graph of a function over that plane at every instant: it cannot touch itself. Regions are those
//! of [`Tree::merging`](crate::Tree::merging); a region is asked first, then its children and what is between them. Two
//! regions are left if their boxes are disjoint, or if both together pass the same test.
//!
//! **Guarantee.** Every pair that [`CandidateSearch::within`](crate::reference::CandidateSearch::within) lists for radius 0 is
//! listed, once, or proved not to touch at any instant of the step. The proof is in the
//! [note](self#curvature-why-flat-regions-cannot-touch-themselves) below; it needs no tolerance, says nothing about
//! distances, and so there is no radius to give.
//!
//! **Cost.** O(n) a step for directions and boxes; the descent depends on how bent the surface is and on what comes
//! close, not on how fine the mesh is. Where a surface is bent everywhere, or lies on itself, culling costs more than
//! it saves: this is noticed (from the sizes of the regions that face one direction, and by a limit on the work), and
//! everything is listed instead.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces (Volino, Magnenat-Thalmann), section 3.2. There the test is
//! for one instant, and the contour is not looked at. Here both conditions hold for the whole step, proved; adjacency
//! need not be asked, because the condition on the contours of two regions together is the right one whether they share
//! edges, a vertex, or nothing.
//!
#![doc = include_str!("../../../../docs/notes/curvature.md")]

mod descent;
mod facing;
mod outline;
mod plain;
mod regions;
#[cfg(feature = "laws")]
pub mod scene;
mod search;
mod small;

pub(crate) use descent::Culled;
pub(crate) use regions::RegionContent;
pub use regions::Regions;
pub use search::{CullingCounts, CurvatureSearch};
pub(crate) use small::SweptBox;
