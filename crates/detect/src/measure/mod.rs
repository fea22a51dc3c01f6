//! How far, how deep, how close: questions about two bodies beside their first contact.
//!
//! | question | function | file |
//! |---|---|---|
//! | how far are they apart at an instant | [`distance`] | `instant`, `convex`, `facets`, `splines`, `faces`,
//! `pieces`, `questions` |
//! | how close do they come during a span | [`closest_approach`] | `approach`, `convex_approach`, `proof`, `descent` |
//! | do they have a common point | [`overlap`] | `overlap`, `exact` |
//! | how deep do they overlap | [`depth`] | `depth`, `regions`, `inner`, `frozen` |
//! | where do surfaces of splines meet | [`intersection_curves`], [`face_contacts`], [`SplineBodies`] | `crossing` |
//! | pairs of many bodies | [`distances_among`], [`closest_approaches_among`] | `among`, `nearest_boxes` |
//! | the same pair again and again | [`MeasuredPair`] | `pair` |

mod among;
mod answer;
mod approach;
mod bent;
mod convex;
mod convex_approach;
mod crossing;
mod depth;
mod descent;
mod exact;
mod faces;
mod facets;
mod frozen;
mod inner;
mod instant;
mod minimum;
mod nearest_boxes;
mod overlap;
mod pair;
mod pieces;
mod placed;
mod proof;
mod questions;
mod record;
mod regions;
mod splines;
mod triangles;
mod witness;

pub use among::{MeasuredPairs, PairMeasure, closest_approaches_among, distances_among};
pub use answer::{ClosestApproach, ClosestPair, LocalDepth, PairDepth, PairDistance};
pub use approach::closest_approach;
pub use crossing::{
    CommonPoint, FaceContact, IntersectionCurve, MeetingBodies, OpenPlace, PairIntersection, SplineBodies,
    SplineBodiesOptions, SurfaceEffort, SurfaceVerdict, face_contacts, intersection_curves,
};
pub use depth::depth;
pub use instant::distance;
pub use overlap::{OverlapVerdict, PairOverlap, overlap};
pub use pair::MeasuredPair;
pub(crate) use triangles::closest_weights;
