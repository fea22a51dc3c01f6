//! Distance, overlap and depth of two convex bodies at an instant.
//!
//! **Question.** How far are two placed convex bodies apart, or how deep do they overlap, and where?
//!
//! **Idea.** One number answers all: the *gap*. It is the distance of bodies that are apart, and minus the length of
//! the shortest translation that parts bodies that overlap. Each body is a core and a radius, so the gap is that of
//! the cores minus both radii. Cores that are apart: the closest points of their differences (`closest`), or a closed
//! form (`forms`) that saves the search. Cores that overlap: a polytope within the set of differences is expanded
//! around the origin (`expansion`).
//!
//! **Guarantee.** The gap is enclosed, rounding included, however it was found. A direction bounds it from below: all
//! of `b` leads all of `a` along it by no more than the distance. Two points of the bodies bound it from above. If
//! the cores overlap, the faces of the polytope bound the depth from below, and the translation along the normal of
//! any face bounds it from above. So `lower > 0` proves that the bodies are apart, `upper < 0` that they overlap.
//!
//! **Cost.** Ten nanoseconds for two balls, a quarter of a microsecond for two boxes, less than one for hulls of a
//! hundred points. Some ten times that for the depth of an overlap.
//!
//! **Source.** Gilbert, Johnson and Keerthi 1988; van den Bergen 2001 for the expansion. The bounds are ours.

mod expansion;
mod forms;
#[cfg(test)]
mod tests;

use super::closest::{Bodies, SupportFunction};
use super::simplex::Simplex;
use super::support::Support;
use crate::flight::Placed;
use crate::tolerance::{GAP_PRECISION, GAP_ROUNDINGS, SAFE_SIZES};
use expansion::{Expansion, Polytope};
use glam::{DMat3, DVec3};
use std::sync::Arc;
use tangency_geometry::{Convex, ConvexCore, Pose};
use tangency_interval::Interval;

/// A convex body, prepared for questions about pairs. Hulls get a table of their farthest points. Shared by all bodies
/// of this shape.
#[derive(Clone, Debug)]
pub struct PreparedConvex {
    shape: Convex,
    table: Option<Support>,
}

impl PreparedConvex {
    /// Prepares a convex body.
    #[must_use]
    pub fn new(shape: Convex) -> Self {
        let table = match shape.core() {
            ConvexCore::Hull { points } => Some(Support::of_points(points, shape.reach())),
            ConvexCore::Point
            | ConvexCore::Segment { .. }
            | ConvexCore::Cuboid { .. }
            | ConvexCore::Cylinder { .. }
            | ConvexCore::Cone { .. }
            | ConvexCore::Ellipsoid { .. } => None,
        };
        Self { shape, table }
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &Convex {
        &self.shape
    }

    #[inline]
    fn support(&self) -> SupportFunction<'_> {
        match &self.table {
            Some(table) => SupportFunction::Vertices(table),
            None => SupportFunction::Core(self.shape.core()),
        }
    }
}

impl From<Convex> for PreparedConvex {
    fn from(shape: Convex) -> Self {
        Self::new(shape)
    }
}

/// The gap between two bodies at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairGap {
    /// Metres. Encloses the distance if the bodies are apart, and minus the depth if they overlap. The lower end is
    /// −∞ if the depth was not asked for.
    pub gap: Interval,
    /// The unit normal from `a` to `b`. Bodies that are apart are separated by a plane with this normal. Bodies that
    /// overlap are parted by moving `b` along it by the depth.
    pub normal: DVec3,
    /// The closest points of `a` and of `b`. If the bodies overlap, the points that are deepest along the normal. If
    /// they overlap and the depth was not asked for, any point of each body.
    pub points: [DVec3; 2],
}

impl PairGap {
    /// Metres. Encloses the distance: zero if the bodies overlap.
    #[must_use]
    pub fn distance(&self) -> Interval {
        Interval::between(self.gap.lower().max(0.0), self.gap.upper().max(0.0))
    }

    /// Metres. Encloses the depth: zero if the bodies are apart.
    #[must_use]
    pub fn depth(&self) -> Interval {
        Interval::between((-self.gap.upper()).max(0.0), (-self.gap.lower()).max(0.0))
    }

    /// Whether the bodies have a common point. `None` if that is open within rounding.
    #[must_use]
    pub fn overlap(&self) -> Option<bool> {
        if self.gap.lower() > 0.0 {
            Some(false)
        } else if self.gap.upper() <= 0.0 {
            Some(true)
        } else {
            None
        }
    }
}

/// Two convex bodies, and what the last answer leaves for the next: an answer costs less if little moved. The
/// enclosures hold either way.
///
/// ```
/// use glam::dvec3;
/// use tangency_detect::ConvexPair;
/// use tangency_geometry::{Convex, Pose};
///
/// let mut pair = ConvexPair::new(Convex::sphere(1.0)?.into(), Convex::cuboid(dvec3(2.0, 2.0, 2.0))?.into());
/// let apart = pair.gap([&Pose::IDENTITY, &Pose::translated(dvec3(3.0, 0.5, 0.0))?]);
/// assert!(apart.distance().contains(1.0) && apart.distance().width() < 1e-12);
/// let inside = pair.gap([&Pose::IDENTITY, &Pose::translated(dvec3(0.25, 0.0, 0.0))?]);
/// assert!(inside.depth().contains(1.75) && inside.overlap() == Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConvexPair {
    bodies: [Arc<PreparedConvex>; 2],
    simplex: Simplex,
    polytope: Polytope,
}

/// The cores of two placed bodies.
struct PlacedPair<'pair> {
    bodies: [&'pair PreparedConvex; 2],
    placed: Placed,
    /// Metres. Bounds the rounding error of every distance along a unit direction.
    rounding: f64,
}

/// The gap of two cores in their common frame: the points are in the frames of their bodies.
#[derive(Clone, Copy, Debug)]
struct CoreGap {
    lower: f64,
    upper: f64,
    normal: DVec3,
    points: [DVec3; 2],
}

impl ConvexPair {
    /// Pairs two bodies.
    #[must_use]
    pub fn new(a: PreparedConvex, b: PreparedConvex) -> Self {
        Self::of(Arc::new(a), Arc::new(b))
    }

    /// Pairs two shared bodies.
    #[must_use]
    pub fn of(a: Arc<PreparedConvex>, b: Arc<PreparedConvex>) -> Self {
        Self { bodies: [a, b], simplex: Simplex::default(), polytope: Polytope::default() }
    }

    /// The gap, for bodies that are apart or overlap.
    #[must_use]
    pub fn gap(&mut self, poses: [&Pose; 2]) -> PairGap {
        self.ask(poses, true)
    }

    /// The distance of bodies that are apart. If they overlap, the lower end of the gap is −∞. This is cheaper than
    /// the depth.
    #[must_use]
    pub fn distance(&mut self, poses: [&Pose; 2]) -> PairGap {
        self.ask(poses, false)
    }

    /// Forgets the last answer. The next question is asked from nothing.
    pub fn forget(&mut self) {
        self.simplex.count = 0;
    }

    fn ask(&mut self, poses: [&Pose; 2], depth: bool) -> PairGap {
        let Self { bodies: [a, b], simplex, polytope } = self;
        if let (ConvexCore::Point, ConvexCore::Point) = (a.shape.core(), b.shape.core()) {
            return forms::balls([a.shape.radius(), b.shape.radius()], poses.map(Pose::translation));
        }
        let pair = PlacedPair::new([a, b], poses);
        let core = match pair.form() {
            Some(found) => found,
            None => pair.search(simplex, polytope, depth),
        };
        pair.gap(&core, poses)
    }
}

impl<'pair> PlacedPair<'pair> {
    #[inline]
    fn new(bodies: [&'pair PreparedConvex; 2], [a, b]: [&Pose; 2]) -> Self {
        let between = b.translation() - a.translation();
        // The rotation of a ball does not matter.
        let rotation = |body: &PreparedConvex, pose: &Pose| {
            let round = matches!(body.shape.core(), ConvexCore::Point);
            if round { DMat3::IDENTITY } else { DMat3::from_quat(pose.rotation().normalize()) }
        };
        let placed = Placed { a: rotation(bodies[0], a), b: rotation(bodies[1], b), between };
        let rounding = rounding(bodies[0].shape.reach() + bodies[1].shape.reach() + between.length());
        Self { bodies, placed, rounding }
    }

    #[inline]
    fn cores(&self) -> [&'pair ConvexCore; 2] {
        self.bodies.map(|body| body.shape.core())
    }

    #[inline]
    fn supports(&self) -> Bodies<'pair> {
        Bodies { a: self.bodies[0].support(), b: self.bodies[1].support() }
    }

    /// The gap of the cores by search.
    fn search(&self, simplex: &mut Simplex, polytope: &mut Polytope, depth: bool) -> CoreGap {
        let bodies = self.supports();
        let enough = 2.0 * self.rounding;
        let precise = |lead: f64, distance: f64| distance - lead <= enough.max(GAP_PRECISION * distance);
        let best = bodies.closest_within(&self.placed, simplex, precise);
        if simplex.count < 4 && best.lead > self.rounding {
            let upper = simplex.distance() + self.rounding;
            return CoreGap {
                lower: best.lead - self.rounding,
                upper,
                normal: best.direction,
                points: simplex.points(),
            };
        }
        let expansion = Expansion { bodies, placed: &self.placed, rounding: self.rounding };
        // If the depth is not asked for, stop at the first proof of an overlap.
        let needed = if depth { f64::INFINITY } else { 0.0 };
        let found = expansion.expand(simplex, polytope, needed);
        // Two points of the bodies bound the gap from above, and the best direction bounds it from below, even if the
        // expansion failed. The weights of a tetrahedron are those of its first three corners.
        simplex.count = simplex.count.min(3);
        let apart = simplex.distance() + self.rounding;
        let lower = if depth { found.lower.max(best.lead - self.rounding) } else { f64::NEG_INFINITY };
        CoreGap { lower, upper: found.upper.min(apart), ..found }
    }

    /// The gap of the bodies, in the frame of the world.
    #[inline]
    fn gap(&self, core: &CoreGap, poses: [&Pose; 2]) -> PairGap {
        let radii = self.bodies.map(|body| body.shape.radius());
        // The sum and the difference round by less than the bound for sizes.
        let both = radii[0] + radii[1];
        let gap = Interval::between(core.lower - both - self.rounding, core.upper - both + self.rounding);
        let [a, b] = core.points;
        let point_a = poses[0].translation() + (self.placed.a * a + core.normal * radii[0]);
        let point_b = poses[1].translation() + (self.placed.b * b - core.normal * radii[1]);
        PairGap { gap, normal: core.normal, points: [point_a, point_b] }
    }
}

/// Metres. Bounds the rounding error of every distance along a unit direction, for bodies whose sizes and distance
/// add up to this. Infinite if products could overflow or underflow: then nothing is proved.
#[inline]
fn rounding(sizes: f64) -> f64 {
    let safe = sizes < SAFE_SIZES[1] && sizes > SAFE_SIZES[0];
    if safe { GAP_ROUNDINGS * f64::EPSILON * sizes } else { f64::INFINITY }
}
