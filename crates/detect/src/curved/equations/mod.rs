//! The systems of equations whose solutions are contacts.
//!
//! | `a` | `b` | contact | within a separation |
//! |---|---|---|---|
//! | face, edge, vertex | face, edge, vertex | `surfaces::SurfaceContact` | `surfaces::SurfaceApproach` |
//! | face, edge, vertex | smooth part, crease, corner | `solids::SurfaceSolidContact` | `solids::SolidApproach` |
//! | smooth part, crease, corner | the same | `solids::SolidContact` | `solids::SolidApproach` |
//! | component that appears | any body | `solids::ComponentBirth` | `solids::ComponentBirth` |
//!
//! `list` makes all systems of a pair of bodies. All systems implement `system::ContactSystem` and share one
//! [`PairSetting`].

mod clearance;
mod cone;
mod estimate;
mod frame;
pub(super) mod list;
mod quadratic;
mod setting;
mod solids;
mod surfaces;
mod system;
mod tracked;
mod worth;

pub(super) use clearance::ClearanceGoal;
pub(super) use cone::{Outward, separating};
pub(super) use frame::{RelativeMotion, RelativePose};
pub(super) use list::require_some;
pub(super) use quadratic::eigenbasis;
pub(super) use setting::PairSetting;
#[cfg(test)]
pub(super) use solids::ComponentBirth;
pub(super) use solids::{ApproachingPart, OpposedFunctions, SolidApproach, SurfaceSolidContact};
pub(super) use surfaces::{SurfaceApproach, SurfaceContact};
pub(super) use system::{MAX_UNKNOWNS, SharedSystem, all_but_time, padded, shared};
pub use tracked::Tracked;
