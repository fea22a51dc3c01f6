//! Convex bodies and balls inside of them.

use crate::gap_oracle;
use crate::gap_oracle::precise::{PreciseVector, precise, quotient};
use crate::gap_oracle::support;
use glam::{DVec3, dvec3};
use std::sync::Arc;
use tangency_detect::{CastTarget, Prepared};
use tangency_geometry::{Convex, ConvexCore, ConvexHull};
use tangency_interval::laws::Random;

/// A ball inside of a body, in its frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InnerBall {
    pub(crate) centre: DVec3,
    /// Metres. Zero if none is proved.
    pub(crate) radius: f64,
}

/// A body with an inner ball.
#[derive(Clone, Debug)]
pub(crate) struct OracleBody {
    shape: Convex,
    pub(crate) prepared: Arc<Prepared>,
    pub(crate) target: CastTarget,
    ball: InnerBall,
}

/// Bodies of all kinds, among them needles and plates.
pub(crate) fn bodies(random: &mut Random, count: usize) -> Vec<Arc<OracleBody>> {
    (0..count).map(|index| Arc::new(OracleBody::new(gap_oracle::body(random, index % 8)))).collect()
}

impl OracleBody {
    pub(crate) fn new(shape: Convex) -> Self {
        let ball = inner_ball(&shape);
        let prepared = Arc::new(Prepared::new(shape.clone().into()));
        let target = CastTarget::new(prepared.shape());
        Self { shape, prepared, target, ball }
    }

    #[allow(dead_code)] // For those who ask others about the bodies.
    pub(crate) fn shape(&self) -> &Convex {
        &self.shape
    }

    pub(crate) fn reach(&self) -> f64 {
        self.shape.reach()
    }

    /// The farthest point along a direction of any length, in the frame of the body.
    pub(crate) fn farthest(&self, way: PreciseVector) -> PreciseVector {
        support(self.shape.core(), way).plus(way.unit().times(precise(self.shape.radius())))
    }

    /// A ball inside of the body: the largest known one, or one nearer to the surface, down to a millionth of its size.
    pub(crate) fn ball(&self, random: &mut Random) -> InnerBall {
        if random.below(2) == 0 {
            return self.ball;
        }
        let share = 10.0_f64.powf(random.between(-6.0, 0.0));
        let surface = self.farthest(PreciseVector::of(gap_oracle::unit(random))).rounded();
        let centre = surface + share * (self.ball.centre - surface);
        // The centre is rounded.
        InnerBall { centre, radius: (0.999_999 * share * self.ball.radius - 1e-15 * self.reach()).max(0.0) }
    }
}

fn inner_ball(shape: &Convex) -> InnerBall {
    let about_origin = |radius: f64| InnerBall { centre: DVec3::ZERO, radius };
    let core = match shape.core() {
        ConvexCore::Point | ConvexCore::Segment { .. } => about_origin(0.0),
        ConvexCore::Cuboid { half } => about_origin(half.min_element()),
        ConvexCore::Cylinder { radius, half } => about_origin(radius.min(*half)),
        ConvexCore::Cone { radius, height } => {
            let side = 0.75 * height * radius / radius.hypot(*height);
            InnerBall { centre: dvec3(0.0, 0.0, 0.25 * height), radius: side.min(0.25 * height) }
        }
        ConvexCore::Ellipsoid { radii } => about_origin(radii.min_element()),
        ConvexCore::Hull { points } => hull_ball(points),
    };
    // The numbers above are rounded.
    InnerBall { radius: 0.999_999 * (core.radius + shape.radius()), ..core }
}

/// The ball about the mean of the points that touches the nearest plane of a triangle of the hull.
fn hull_ball(points: &[DVec3]) -> InnerBall {
    let centre = points.iter().sum::<DVec3>() / points.len() as f64;
    let hull = ConvexHull::of(points).expect("a hull");
    if hull.dimension() < 3 {
        return InnerBall { centre, radius: 0.0 };
    }
    let height = |index: usize| {
        let [a, b, c] = hull.mesh().corners(index).map(PreciseVector::of);
        let normal = cross(b.minus(a), c.minus(a));
        let rise = normal.dot(a.minus(PreciseVector::of(centre)));
        quotient(rise, normal.length()).high()
    };
    let radius = (0..hull.mesh().triangles().len()).map(height).fold(f64::INFINITY, f64::min);
    InnerBall { centre, radius: radius.max(0.0) }
}

fn cross(PreciseVector([ax, ay, az]): PreciseVector, PreciseVector([bx, by, bz]): PreciseVector) -> PreciseVector {
    PreciseVector([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])
}
