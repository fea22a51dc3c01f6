//! Candidates for self-contact, without the regions of a surface that are too flat to touch themselves.
//!
//! **Question.** Which triangles of one mesh may touch each other during a step? The boxes of neighbours always
//! meet, and neighbours should not be listed for that alone.
//!
//! **Idea.** Consider a region that faces one direction throughout the step, and whose contour, projected along
//! this direction, stays a simple curve. At every instant the region is the graph of a function over the
//! projection plane, so it cannot touch itself. Regions come from [`Tree::merging`](crate::Tree::merging). The
//! descent tests a region first, then its children and the pair of both. It culls two regions if their boxes
//! are disjoint, or if both together pass the same test.
//!
//! **Guarantee.** Every pair that [`CandidateSearch::within`](crate::reference::CandidateSearch::within) lists
//! for radius 0 is listed once, or proved not to touch at any instant of the step. The proof is in the
//! [note](self#curvature-why-flat-regions-cannot-touch-themselves) below. It needs no tolerance. It says
//! nothing about distances, so the search takes no radius.
//!
//! **Cost.** O(n) a step for directions and boxes. The descent depends on how strongly the surface is bent and
//! on what comes close, not on the resolution of the mesh. Where a surface is bent everywhere, or lies on
//! itself, culling costs more than it saves. The search detects this by the sizes of the regions that face one
//! direction, and by a limit on its work. It then gives up, and the caller lists everything.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces (Volino, Magnenat-Thalmann), section 3.2. There the
//! test is for one instant and ignores the contour. Here both conditions are proved for the whole step. No
//! adjacency test is needed: the condition on the contours of two regions together is correct whether they
//! share edges, a vertex, or nothing.
//!
#![doc = include_str!("../../notes/curvature.md")]

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
