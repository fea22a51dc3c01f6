//! First contact for every pair of moving shapes, by one table of methods.
//!
//! ```
//! use glam::DVec3;
//! use tangency_detect::{Moving, Query, Verdict, first_contact};
//! use tangency_geometry::{Linear, Mesh, Motion, Pose, Shape};
//!
//! // A triangle falls onto a larger one, one metre below, at two metres a second.
//! let triangle = |size: f64| {
//!     let corners = [DVec3::ZERO, DVec3::X, DVec3::Y].map(|corner| size * (corner - DVec3::new(0.3, 0.3, 0.0)));
//!     Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).map(Shape::Mesh)
//! };
//! let falling = Motion::Linear(Linear::new(Pose::new(Default::default(), DVec3::Z)?, DVec3::new(0.0, 0.0, -2.0))?);
//! let a = Moving::new(triangle(1.0)?, falling)?;
//! let b = Moving::new(triangle(5.0)?, Motion::Still(Pose::IDENTITY))?;
//!
//! let answer = first_contact(&a, &b, &Query::default())?;
//! let Verdict::Touch(first) = answer.verdict else { panic!("it falls onto it") };
//! assert!(first.time.contains(0.5) && first.time.width() < 1e-9);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod among;
mod cast;
mod closest;
mod convex;
mod curved;
mod error;
pub mod exact;
mod features;
mod flight;
#[cfg(feature = "laws")]
pub mod laws;
mod limits;
mod links;
mod listed;
mod measure;
mod merge;
mod moving;
mod parts;
mod pieces;
mod prepared;
mod presence;
mod progress;
mod query;
mod rigid;
mod rounded;
pub mod screw;
mod straight;
mod table;
mod tolerance;
mod touch;
mod verdict;
mod zones;

pub use among::{
    Asked, PairContact, SceneAnswer, SceneMember, SceneQueryError, first_contact_among, first_contact_among_pairs,
};
pub use cast::{CastTarget, Interior, Ray, RayError, RayHit, SweepError};
pub use convex::{ConvexPair, PairGap, PreparedConvex};
pub use curved::{Tracked, snyder1993};
pub use error::DetectError;
pub use limits::ContactThreshold;
pub use links::{Approach, LinkObstacle, LinkPair, LinkPart, Links, LinksClearance, NearestBodies};
pub use measure::{
    ClosestApproach, ClosestPair, CommonPoint, FaceContact, IntersectionCurve, LocalDepth, MeasuredPair, MeasuredPairs,
    MeetingBodies, OpenPlace, OverlapVerdict, PairDepth, PairDistance, PairIntersection, PairMeasure, PairOverlap,
    SplineBodies, SplineBodiesOptions, SurfaceEffort, SurfaceVerdict, closest_approach, closest_approaches_among,
    depth, distance, distances_among, face_contacts, intersection_curves, overlap,
};
pub use merge::{Merge, Merged};
pub use moving::Moving;
pub use prepared::{
    CompoundShape, ConvexShape, Faces, Facets, HalfSpaceShape, HeightMapShape, Implicit, Prepared, RoundedShape,
    preparation_time,
};
pub use progress::Progress;
pub use query::Query;
pub use straight::{Proximity, proximities, self_proximities};
pub use table::{apart_until, every_contact, every_self_contact, first_contact, first_self_contact};
pub use tangency_geometry::{Effort, Evidence, FirstContact, Verdict};
pub use tangency_interval::StopSignal;
pub use verdict::{Answer, Element, Touching};
pub use zones::{
    ClosestFeatures, FeatureDistance, FeatureEffort, FeatureEvent, FeatureEventKind, MotionBounds, ZoneFeature, Zones,
    ZonesError,
};

pub(crate) use moving::Faceted;
