//! Mesh features on straight paths, shared by all methods for meshes.
//!
//! A feature is a vertex, an edge or a triangle ([`MeshFeature`]). During a step each corner moves along a straight
//! line ([`StraightPath`]). Two such features form a [`FeaturePair`]. [`first_meeting`] brackets its first contact.
//! `inside` decides whether a closed mesh contains a point.

mod feature;
mod inside;
mod meeting;
mod pair;
mod path;
mod separated;

pub(crate) use feature::MeshFeature;
pub(crate) use inside::{contributes_to_boundary, crossing, inside, ray};
pub(crate) use meeting::{FirstMeeting, PairMeeting, first_meeting, proof_of_distance};
pub(crate) use pair::{FeaturePair, exactly_coplanar, exactly_pierced, safe_for_predicates};
pub(crate) use path::{StraightPath, StraightPaths, knots, line_deviation};
