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
use crate::Facets;
use crate::flight::{Placed, SupportFrame, rotated_z, rotation_matrix};
use crate::tolerance::{GAP_PRECISION, GAP_ROUNDINGS, SAFE_SIZES};
use expansion::{Expansion, Polytope};
use forms::{BallBeside, PlacedSegment};
use glam::{DMat3, DVec3};
use std::sync::Arc;
use tangency_geometry::{Convex, ConvexCore, Pose};
use tangency_interval::{Interval, Vector, Vector3};

/// A convex body, prepared for questions about pairs. Hulls get a table of their farthest points. Shared by all bodies
/// of this shape.
#[derive(Clone, Debug)]
pub struct PreparedConvex {
    shape: Convex,
    table: Option<Support>,
    frame: Option<SupportFrame>,
}

/// A convex body: all points within a radius of a core, which is given by its support function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConvexView<'body> {
    pub(crate) function: SupportFunction<'body>,
    /// Metres. The radius about the core.
    pub(crate) radius: f64,
    /// Metres. No point of the body is farther from the origin of its frame.
    pub(crate) reach: f64,
    /// The pose of the core in the frame of the body.
    pub(crate) frame: Option<&'body SupportFrame>,
}

impl<'body> ConvexView<'body> {
    /// The convex hull of a mesh.
    pub(crate) fn of_hull(facets: &'body Facets) -> Self {
        let function = SupportFunction::Vertices(facets.support());
        Self { function, radius: 0.0, reach: facets.reach(), frame: None }
    }

    /// A triangle of a body with this reach.
    pub(super) fn of_triangle(corners: &'body [DVec3; 3], reach: f64) -> Self {
        Self { function: SupportFunction::Triangle(corners), radius: 0.0, reach, frame: None }
    }

    /// Metres. No point of the core is farther from the origin of the frame of the body. The difference is rounded up.
    pub(crate) fn core_reach(&self) -> f64 {
        (self.reach - self.radius).max(0.0) + 4.0 * f64::EPSILON * self.reach
    }

    /// A box that contains the body, in the frame of the body.
    pub(crate) fn bounding_box(&self) -> Vector3 {
        let rounding = rounding(self.reach);
        let farthest = |direction: DVec3| {
            let point = match self.frame {
                Some(frame) => frame.apply(self.function.farthest(frame.turned_back(direction))),
                None => self.function.farthest(direction),
            };
            direction.dot(point) + self.radius + rounding
        };
        Vector(DVec3::AXES.map(|axis| Interval::between(-farthest(-axis), farthest(axis))))
    }
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
        let frame = SupportFrame::of(shape.frame());
        Self { shape, table, frame }
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &Convex {
        &self.shape
    }

    /// The body as the methods for convex bodies see it.
    #[inline]
    pub(crate) fn view(&self) -> ConvexView<'_> {
        let function = match &self.table {
            Some(table) => SupportFunction::Vertices(table),
            None => SupportFunction::Core(self.shape.core()),
        };
        ConvexView { function, radius: self.shape.radius(), reach: self.shape.reach(), frame: self.frame.as_ref() }
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
pub(crate) struct PlacedPair<'pair> {
    bodies: [ConvexView<'pair>; 2],
    placed: Placed,
    /// The origin of the core of `a`.
    origin: DVec3,
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
        let bodies = [a.view(), b.view()];
        if let [Some(a), Some(b)] = [0, 1].map(|side| bodies[side].ball(poses[side])) {
            return forms::balls([bodies[0].radius, bodies[1].radius], [a, b]);
        }
        if let [Some(a), Some(b)] = [0, 1].map(|side| bodies[side].segment(poses[side]))
            && let Some(found) = forms::segments([a, b], bodies[0].reach + bodies[1].reach)
        {
            return found;
        }
        if let Some(found) = beside_ball(bodies, poses) {
            return found;
        }
        PlacedPair::new(bodies, poses).ask(simplex, polytope, depth)
    }
}

/// The gap of a ball and a box, a cylinder or a cone. `None` for other bodies, and if the search must decide.
#[inline]
fn beside_ball([a, b]: [ConvexView<'_>; 2], poses: [&Pose; 2]) -> Option<PairGap> {
    let sizes = a.reach + b.reach;
    match (a.function, b.function) {
        (SupportFunction::Core(ConvexCore::Point), SupportFunction::Core(body)) if b.frame.is_none() => {
            let centre = a.ball(poses[0])?;
            let found = BallBeside { centre, body, pose: poses[1], radii: [a.radius, b.radius], sizes }.gap()?;
            Some(PairGap { normal: -found.normal, ..found })
        }
        (SupportFunction::Core(body), SupportFunction::Core(ConvexCore::Point)) if a.frame.is_none() => {
            let centre = b.ball(poses[1])?;
            let found = BallBeside { centre, body, pose: poses[0], radii: [b.radius, a.radius], sizes }.gap()?;
            let [on_ball, on_body] = found.points;
            Some(PairGap { points: [on_body, on_ball], ..found })
        }
        _ => None,
    }
}

impl ConvexView<'_> {
    /// The centre, if the body is a ball about its origin.
    #[inline]
    fn ball(&self, pose: &Pose) -> Option<DVec3> {
        let ball = self.is_point() && self.frame.is_none();
        ball.then(|| pose.translation())
    }

    /// The body as a segment with a radius, if it is one about its origin.
    #[inline]
    fn segment(&self, pose: &Pose) -> Option<PlacedSegment> {
        let SupportFunction::Core(core) = self.function else { return None };
        let (along, half) = match core {
            ConvexCore::Point => (DVec3::Z, 0.0),
            ConvexCore::Segment { half } => (rotated_z(pose.rotation()), *half),
            ConvexCore::Cuboid { .. }
            | ConvexCore::Cylinder { .. }
            | ConvexCore::Cone { .. }
            | ConvexCore::Ellipsoid { .. }
            | ConvexCore::Hull { .. } => return None,
        };
        if self.frame.is_some() {
            return None;
        }
        Some(PlacedSegment { middle: pose.translation(), along, half, radius: self.radius })
    }

    /// Whether the core is a point: the rotation does not matter.
    #[inline]
    pub(crate) fn is_point(&self) -> bool {
        matches!(self.function, SupportFunction::Core(ConvexCore::Point))
    }
}

impl<'pair> PlacedPair<'pair> {
    #[inline]
    pub(crate) fn new(bodies: [ConvexView<'pair>; 2], [a, b]: [&Pose; 2]) -> Self {
        let rotation = |body: &ConvexView<'_>, pose: &Pose| {
            let round = body.is_point() && body.frame.is_none();
            if round { DMat3::IDENTITY } else { rotation_matrix(pose.rotation()) }
        };
        let between = b.translation() - a.translation();
        let whole = Placed { a: rotation(&bodies[0], a), b: rotation(&bodies[1], b), between };
        let rounding = rounding(bodies[0].reach + bodies[1].reach + between.length());
        let placed = whole.within(bodies.map(|body| body.frame));
        let offset = bodies[0].frame.map_or(DVec3::ZERO, |frame| frame.origin(&whole.a));
        Self { bodies, placed, origin: a.translation() + offset, rounding }
    }

    /// The gap from nothing.
    pub(crate) fn gap(&self, depth: bool) -> PairGap {
        self.gap_from(&Simplex::default(), depth)
    }

    /// The gap, from points of the bodies that are near the closest ones.
    pub(crate) fn gap_from(&self, simplex: &Simplex, depth: bool) -> PairGap {
        self.ask(&mut { *simplex }, &mut Polytope::default(), depth)
    }

    /// The poses of both cores.
    pub(crate) fn placed(&self) -> &Placed {
        &self.placed
    }

    /// The origin of the core of `a`.
    pub(crate) fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Metres. An upper bound on the gap from one point of each core: their distance, or the depth of one of them in
    /// the other core. Infinite if no point is known.
    pub(crate) fn gap_of_points(&self, simplex: &Simplex) -> f64 {
        if simplex.count == 0 {
            return f64::INFINITY;
        }
        let [a, b] = simplex.points();
        let [on_a, on_b] = [self.placed.a * a, self.placed.between + self.placed.b * b];
        let [in_a, in_b] = [self.placed.a.transpose() * on_b, self.placed.b.transpose() * (on_a - self.placed.between)];
        let [of_a, of_b] = self.cores();
        let depth_in = |core: Option<&ConvexCore>, place: DVec3| {
            core.map_or(f64::NEG_INFINITY, |core| forms::depth_in(core, place))
        };
        let depth = depth_in(of_a, in_a).max(depth_in(of_b, in_b));
        let core = if depth > 0.0 { -depth } else { on_a.distance(on_b) };
        core - (self.bodies[0].radius + self.bodies[1].radius) + 2.0 * self.rounding
    }

    /// The gap by a closed form or by search. `depth`: also for cores that overlap.
    fn ask(&self, simplex: &mut Simplex, polytope: &mut Polytope, depth: bool) -> PairGap {
        let core = match self.form() {
            Some(found) => found,
            None => self.search(simplex, polytope, depth),
        };
        self.grown(&core)
    }

    #[inline]
    fn cores(&self) -> [Option<&'pair ConvexCore>; 2] {
        self.bodies.map(|body| match body.function {
            SupportFunction::Core(core) => Some(core),
            SupportFunction::Vertices(_)
            | SupportFunction::Box(_)
            | SupportFunction::Triangle(_)
            | SupportFunction::Level(_) => None,
        })
    }

    #[inline]
    fn supports(&self) -> Bodies<'pair> {
        Bodies::of_views(self.bodies)
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
        // The best direction bounds the gap from below, even if the expansion failed.
        let lower = if depth { found.lower.max(best.lead - self.rounding) } else { f64::NEG_INFINITY };
        let mut weighed = *simplex;
        // The weights of a tetrahedron are those of its first three corners.
        simplex.count = simplex.count.min(3);
        if found.upper < 0.0 {
            return CoreGap { lower, ..found };
        }
        // An overlap is not proved. Two points of the bodies bound the gap from above: those of the expansion, or those
        // of the simplex.
        weighed.weigh_origin();
        let known = [found.points, weighed.points()].map(|points| (self.between(points).length(), points));
        let (distance, points) = if known[1].0 < known[0].0 { known[1] } else { known[0] };
        CoreGap { lower, upper: distance + self.rounding, points, ..found }
    }

    /// A point of both bodies, which are known to overlap, up to rounding.
    pub(crate) fn common_point(&self) -> DVec3 {
        let mut simplex = Simplex::default();
        let enough = 2.0 * self.rounding;
        let _ = self.supports().closest_within(&self.placed, &mut simplex, |lead, distance| distance - lead <= enough);
        simplex.weigh_origin();
        let [a, b] = simplex.points();
        let [on_a, on_b] = [self.placed.a * a, self.placed.between + self.placed.b * b];
        // The balls about the two points of the cores have a common point between or beside them.
        let (distance, normal) = ((on_b - on_a).length(), (on_b - on_a).normalize_or_zero());
        let [radius_a, radius_b] = self.bodies.map(|body| body.radius);
        let middle = 0.5 * (distance + radius_a - radius_b);
        let along = middle.max(-radius_a).max(distance - radius_b).min(radius_a).min(distance + radius_b);
        self.origin + on_a + along * normal
    }

    /// The gap of the bodies, in the frame of the world.
    #[inline]
    fn grown(&self, core: &CoreGap) -> PairGap {
        let radii = self.bodies.map(|body| body.radius);
        // The sum and the difference round by less than the bound for sizes.
        let both = radii[0] + radii[1];
        let gap = Interval::between(core.lower - both - self.rounding, core.upper - both + self.rounding);
        let [a, b] = core.points;
        let point_a = self.origin + (self.placed.a * a + core.normal * radii[0]);
        let point_b = self.origin + self.placed.between + (self.placed.b * b - core.normal * radii[1]);
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
