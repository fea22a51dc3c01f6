//! Closest features of two convex polyhedra, tracked from pose to pose.
//!
//! **Question.** Two convex polyhedra move a little between one question and the next. Which vertex, edge or face of
//! each is closest to the other, how far are they apart, and until when does that stay so?
//!
//! **Idea.** The space around a convex polyhedron is divided into the zones of its features (`polyhedron`). Two features
//! are closest if each of their closest points is in the zone of the other's feature. From the features of the last
//! question a walk across the walls of the zones finds the new ones (`walk`). After a large turn, it starts from the
//! vertices that face each other along the last normal instead, by the table of directions. A direction proves the
//! distance: no vertex of either body is on the wrong side of two parallel planes (`proof`). If the walk ends inside of a
//! body, or the proof does not agree with the points, the search for convex bodies decides (`convex/gap`). While both
//! bodies move, bounds on their speeds give times before which no wall is crossed and nothing touches (`event`).
//!
//! **Guarantee.** `lower > 0` proves that the bodies are apart, rounding included, and so does every time of `event`.
//! `overlapping` proves that they overlap. The distance, its points and the features are computed: they are those of a
//! local minimum up to rounding, and agree with the proof up to [`ZONE_AGREEMENT`] of the size, or else come from the
//! search. Every loop is bounded.
//!
//! **Cost.** 100 to 150 ns a question for small turns, hardly more for ten thousand faces than for a hundred.
//!
//! **Source.** Lin and Canny 1991; Dworkin 1994, sections 5, J and K. Concave bodies are compounds of convex parts, each
//! tracked by itself; the imaginary edges of J.1.3 are not used.

mod error;
mod event;
mod faces;
mod fan;
mod polyhedron;
mod proof;
mod walk;

pub use error::ZonesError;
pub use event::{FeatureEvent, FeatureEventKind, MotionBounds};
pub use polyhedron::{ZoneFeature, Zones};

use crate::convex::{ConvexView, PlacedPair, SupportFunction};
use crate::flight::rotation_matrix;
use crate::tolerance::LARGE_TURN;
use glam::{DMat3, DVec3};
use proof::Proof;
use std::sync::Arc;
use tangency_geometry::Pose;
use walk::{RelativePose, Spot, Walk, WalkEnd};

/// The closest features of two bodies at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureDistance {
    /// Metres. The distance of the two points, computed; zero if the bodies overlap.
    pub distance: f64,
    /// Metres. The bodies are certainly no closer. Negative or −∞ if they are not proved apart.
    pub lower: f64,
    /// Whether an overlap is proved.
    pub overlapping: bool,
    /// The unit normal from `a` to `b`, along which the lower bound holds; zero if none was found.
    pub normal: DVec3,
    /// The closest points of `a` and of `b`, computed.
    pub points: [DVec3; 2],
    /// The features of `a` and of `b` that these points are on. If the bodies overlap, the last features of the walk.
    pub features: [ZoneFeature; 2],
}

impl FeatureDistance {
    /// Whether the bodies have a common point, if that is proved.
    #[must_use]
    pub fn overlap(&self) -> Option<bool> {
        match (self.overlapping, self.lower > 0.0) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        }
    }
}

/// How much work the questions to a pair took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureEffort {
    /// The number of questions.
    pub questions: u64,
    /// The steps of all walks.
    pub steps: u64,
    /// The questions that the search for convex bodies decided.
    pub searches: u64,
}

/// Two convex polyhedra, and the closest features of the last question, where the next one starts.
///
/// ```
/// use glam::dvec3;
/// use std::sync::Arc;
/// use tangency_detect::{ClosestFeatures, ZoneFeature, Zones};
/// use tangency_geometry::{Pose, primitive};
///
/// let cube = Arc::new(Zones::of_polyhedron(&primitive::cuboid(dvec3(1.0, 1.0, 1.0))?)?);
/// let mut pair = ClosestFeatures::new(Arc::clone(&cube), cube);
/// let found = pair.track([&Pose::IDENTITY, &Pose::translated(dvec3(2.0, 2.0, 2.0))?]);
/// assert!(matches!(found.features, [ZoneFeature::Vertex(_), ZoneFeature::Vertex(_)]));
/// assert!((found.distance - 3.0_f64.sqrt()).abs() < 1e-12 && found.lower > 1.732);
/// assert_eq!(found.overlap(), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClosestFeatures {
    bodies: [Arc<Zones>; 2],
    last: Option<LastSpot>,
    effort: FeatureEffort,
}

/// The end of the last walk.
#[derive(Clone, Copy, Debug)]
struct LastSpot {
    spot: Spot,
    /// The normal from `a` to `b`, in the frames of the world, of `a` and of `b`.
    normals: [DVec3; 3],
}

impl ClosestFeatures {
    /// Pairs two bodies.
    #[must_use]
    pub fn new(a: Arc<Zones>, b: Arc<Zones>) -> Self {
        Self { bodies: [a, b], last: None, effort: FeatureEffort::default() }
    }

    /// The two bodies.
    #[must_use]
    pub fn bodies(&self) -> [&Zones; 2] {
        [&self.bodies[0], &self.bodies[1]]
    }

    /// Forgets the last features. The next question starts from the table of directions.
    pub fn forget(&mut self) {
        self.last = None;
    }

    /// The work of all questions so far.
    #[must_use]
    pub fn effort(&self) -> FeatureEffort {
        self.effort
    }

    /// The closest features in given poses, starting from those of the last question.
    #[must_use]
    pub fn track(&mut self, poses: [&Pose; 2]) -> FeatureDistance {
        let of_a = rotation_matrix(poses[0].rotation());
        let walk = Walk::new([&self.bodies[0], &self.bodies[1]], relative(&of_a, poses));
        let mut spot = match &self.last {
            Some(last) => last.start(&of_a, &walk),
            None => walk.facing(walk.pose.shift),
        };
        let result = walk.run(&mut spot);
        self.effort.questions += 1;
        self.effort.steps += u64::from(result.steps);
        let proof = Proof::of(&walk, &spot, result.vector);
        if result.end == WalkEnd::Inside || !proof.agrees() {
            return self.search(poses);
        }
        let found = answer(&of_a, poses[0].translation(), &spot, result.vector, &proof);
        self.last = Some(LastSpot { spot, normals: [found.normal, proof.normal, walk.pose.turn_to(1, proof.normal)] });
        found
    }

    /// The search for convex bodies, and a walk from the vertices that face each other along its normal.
    #[cold]
    fn search(&mut self, poses: [&Pose; 2]) -> FeatureDistance {
        self.effort.searches += 1;
        let views = [0, 1].map(|side| {
            let body = &*self.bodies[side];
            let function = SupportFunction::Vertices(body.support());
            ConvexView { function, radius: 0.0, reach: body.reach(), frame: None }
        });
        let found = PlacedPair::new(views, poses).gap(false);
        let of_a = rotation_matrix(poses[0].rotation());
        let walk = Walk::new([&self.bodies[0], &self.bodies[1]], relative(&of_a, poses));
        let mut spot = walk.facing(of_a.transpose() * found.normal);
        if found.overlap() == Some(true) {
            // From bodies that overlap the next walk starts anew.
            self.last = None;
            return FeatureDistance {
                distance: 0.0,
                lower: f64::NEG_INFINITY,
                overlapping: true,
                normal: found.normal,
                points: found.points,
                features: spot.features,
            };
        }
        let result = walk.run(&mut spot);
        self.effort.steps += u64::from(result.steps);
        let proof = Proof::of(&walk, &spot, result.vector).refined(&walk, &spot);
        let mut best = answer(&of_a, poses[0].translation(), &spot, result.vector, &proof);
        self.last = Some(LastSpot { spot, normals: [best.normal, proof.normal, walk.pose.turn_to(1, proof.normal)] });
        if found.gap.lower() > best.lower {
            (best.lower, best.normal) = (found.gap.lower(), found.normal);
        }
        let distance = found.points[0].distance(found.points[1]);
        if distance < best.distance {
            (best.distance, best.points) = (distance, found.points);
        }
        best
    }
}

impl LastSpot {
    /// The spot where the next walk starts: the last one, or after a large turn the vertices that face each other along
    /// the last normal, which turns less than the bodies.
    #[inline]
    fn start(&self, of_a: &DMat3, walk: &Walk<'_>) -> Spot {
        let [world, in_a, in_b] = self.normals;
        let now_a = of_a.transpose() * world;
        let now_b = walk.pose.turn_to(1, now_a);
        let turned =
            |side: usize, turn: DVec3| turn.length_squared() * walk.bodies[side].vertices().len() as f64 > LARGE_TURN;
        if turned(0, now_a - in_a) || turned(1, now_b - in_b) { walk.facing(now_a) } else { self.spot }
    }
}

/// The pose of `b` in the frame of `a`.
#[inline]
fn relative(of_a: &DMat3, [a, b]: [&Pose; 2]) -> RelativePose {
    let to_a = of_a.transpose();
    let rotation = to_a * rotation_matrix(b.rotation());
    let shift = to_a * (b.translation() - a.translation());
    RelativePose { rotation, shift }
}

/// The end of a walk in the frame of the world.
#[inline]
fn answer(of_a: &DMat3, origin: DVec3, spot: &Spot, vector: DVec3, proof: &Proof) -> FeatureDistance {
    let points = [spot.points[0], spot.points[0] + vector].map(|point| *of_a * point + origin);
    FeatureDistance {
        distance: proof.distance,
        lower: proof.lower,
        overlapping: false,
        normal: *of_a * proof.normal,
        points,
        features: spot.features,
    }
}
