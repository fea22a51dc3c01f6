//! Implicit solids: with a parametric element, with one another, and components that appear.

mod approach;
mod birth;
mod combined;
mod contact;
mod dependency;
mod direction;
mod field;
mod opposed;
mod surface_contact;

pub(in crate::curved) use approach::{ApproachingPart, SolidApproach};
pub(in crate::curved) use birth::ComponentBirth;
pub(super) use contact::SolidContact;
pub(in crate::curved) use opposed::OpposedFunctions;
pub(in crate::curved) use surface_contact::SurfaceSolidContact;
