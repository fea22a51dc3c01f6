//! Published methods and slow oracles. No product path calls anything in this module.
//!
//! They are kept for three reasons: they reproduce results of the papers, they are the references of the tests, and the
//! benchmarks compare the product's methods with them. *Deformable* stands for Teschner et al. 2006, the chapter on
//! deformable surfaces.
//!
//! | item | paper | why it is kept |
//! |---|---|---|
//! | [`BruteForce`] | none | oracle of all broad phases |
//! | [`SweepAndPrune`] | Cohen, Lin, Manocha, Ponamgi 1995, *I-COLLIDE* | comparison of broad phases |
//! | [`HashedGrid`] | Teschner et al. 2003, *Optimized spatial hashing*; Mirtich 1996 | comparison of broad phases |
//! | [`MortonTree`], [`RefitTree`] | Lauterbach et al. 2009 | comparison with other libraries |
//! | [`Kdop`] | *Deformable*, section 2.2 | comparison of bounding volumes |
//! | [`CandidateSearch`] | *Deformable*, section 3.1 | oracle of [`SurfaceSearch`]; comparison with ipc-toolkit |
//! | [`CulledCandidateSearch`] | *Deformable*, section 3.2 | reproduces figure 18; tests [`CurvatureSearch`] |
//! | [`kinetic`] | Teschner et al. 2006, Zachmann's chapter "Kinetic AABB trees" | reproduces its experiment |
//!
//! The detection uses [`Tree`](crate::Tree), [`ObbTree`](crate::ObbTree), [`SurfaceSearch`] and
//! [`CurvatureSearch::faces`](crate::CurvatureSearch::faces) instead.
//!
//! [`CurvatureSearch`]: crate::CurvatureSearch
//! [`SurfaceSearch`]: crate::SurfaceSearch

mod broad;
mod candidates;
mod culled;
mod kdop;
pub mod kinetic;

pub use broad::{BroadPhase, BruteForce, HashedGrid, MortonTree, PairFilter, RefitTree, SweepAndPrune};
pub use candidates::{CandidateSearch, Candidates};
pub use culled::CulledCandidateSearch;
pub use kdop::Kdop;
pub use kinetic::{FlightPlan, KineticTree};
