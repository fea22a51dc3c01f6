//! Two parametric elements: a face, edge or vertex of `a` with one of `b`.

mod approach;
mod contact;
mod element_pair;
mod osculating;

pub(in crate::curved) use approach::SurfaceApproach;
pub(in crate::curved) use contact::SurfaceContact;
