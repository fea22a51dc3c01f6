//! Random convex polyhedra, and walks of their poses, for the tests and the soak of closest features.

use glam::{DQuat, DVec3, dvec3};
use std::sync::Arc;
use tangency_detect::{ClosestFeatures, ConvexPair, FeatureDistance, PairGap, PreparedConvex, Zones};
use tangency_geometry::{Convex, ConvexHull, Pose};
use tangency_interval::laws::Random;

/// A polyhedron with its zones, and as the method by support functions sees it.
#[derive(Clone)]
pub(crate) struct Body {
    pub(crate) zones: Arc<Zones>,
    pub(crate) convex: Arc<PreparedConvex>,
    pub(crate) size: f64,
}

impl Body {
    pub(crate) fn of(points: &[DVec3]) -> Option<Self> {
        let hull = ConvexHull::of(points).expect("a hull");
        let zones = Arc::new(Zones::new(&hull).ok()?);
        let size = zones.reach();
        let convex = Convex::hull(hull.mesh().vertices().to_vec()).expect("a hull");
        Some(Self { zones, convex: Arc::new(PreparedConvex::new(convex)), size })
    }
}

pub(crate) fn unit(random: &mut Random) -> DVec3 {
    loop {
        let vector = DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
        if (0.1..1.0).contains(&vector.length()) {
            return vector.normalize();
        }
    }
}

/// The corners of a random polyhedron with about this many vertices: round ones, boxes and blocks with many vertices in
/// one plane, prisms and pyramids with large faces and vertices of many edges, needles and plates.
pub(crate) fn points(random: &mut Random, count: usize) -> Vec<DVec3> {
    let circle = |index: usize, sides: usize| (std::f64::consts::TAU * index as f64 / sides as f64).sin_cos();
    match random.below(8) {
        0 => (0..8).map(|corner| DVec3::from_array([0, 1, 2].map(|bit| f64::from(corner >> bit & 1) - 0.5))).collect(),
        1 => {
            // A coarse grid: many vertices in common planes and lines.
            (0..count).map(|_| (3.0 * unit(random)).round() / 3.0).collect()
        }
        2 => {
            let sides = (count / 2).max(3);
            let corner = |index: usize| {
                let (sine, cosine) = circle(index / 2, sides);
                dvec3(cosine, sine, if index.is_multiple_of(2) { 0.4 } else { -0.4 })
            };
            (0..2 * sides).map(corner).collect()
        }
        3 => {
            let sides = (count - 1).max(3);
            let rim = (0..sides).map(|index| circle(index, sides)).map(|(sine, cosine)| dvec3(cosine, sine, -0.3));
            rim.chain([dvec3(0.1, 0.0, 0.9)]).collect()
        }
        4 => {
            let thin = [1e-3, 1.0, 1.0][random.below(3)];
            let stretch = dvec3(1.0, random.between(0.05, 1.0), thin);
            (0..count).map(|_| stretch * unit(random)).collect()
        }
        _ => (0..count).map(|_| unit(random)).collect(),
    }
}

/// A random body of 4 to `most` vertices, some of them turned in their frames.
pub(crate) fn body(random: &mut Random, most: usize) -> Body {
    loop {
        let count = (8.0 * (most as f64 / 8.0).powf(random.unit())) as usize;
        let mut points = points(random, count.max(4));
        if random.below(2) == 0 {
            let turn = DQuat::from_axis_angle(unit(random), random.between(0.0, 6.0));
            points.iter_mut().for_each(|point| *point = turn * *point);
        }
        if let Some(body) = Body::of(&points) {
            return body;
        }
    }
}

/// How the pose of `b` changes from question to question.
pub(crate) struct Walker {
    pub(crate) poses: [Pose; 2],
    degrees: f64,
    axis: DVec3,
}

pub(crate) fn pose(random: &mut Random, place: DVec3) -> Pose {
    Pose::new(DQuat::from_axis_angle(unit(random), random.between(0.0, 6.0)), place).expect("a pose")
}

impl Walker {
    /// A walk in steps of so many degrees.
    pub(crate) fn new(random: &mut Random, degrees: f64) -> Self {
        let axis = unit(random);
        Self { poses: anywhere(random), degrees, axis }
    }

    /// Turns both bodies, and moves `b` about `a`; sometimes a jump, a flush position, or one that is nearly so.
    pub(crate) fn step(&mut self, random: &mut Random) {
        let [a, b] = self.poses;
        if random.below(50) == 0 {
            self.poses = anywhere(random);
            return;
        }
        if random.below(40) == 0 {
            // The same orientation, or one that differs by little: faces and edges are parallel.
            let little = [0.0, 1e-15, 1e-12, 1e-9, 1e-6][random.below(5)];
            let turn = DQuat::from_axis_angle(unit(random), little) * a.rotation();
            self.poses[1] = Pose::new(turn.normalize(), b.translation()).expect("a pose");
            return;
        }
        if random.below(20) == 0 {
            self.axis = unit(random);
        }
        let angle = self.degrees.to_radians();
        let turn = |pose: &Pose, axis: DVec3, place: DVec3| {
            Pose::new((DQuat::from_axis_angle(axis, angle) * pose.rotation()).normalize(), place).expect("a pose")
        };
        let around = DQuat::from_axis_angle(self.axis.any_orthonormal_vector(), 0.3 * angle);
        let place = around * b.translation() * random.between(0.99, 1.01);
        self.poses = [turn(&a, self.axis, a.translation()), turn(&b, -self.axis, place)];
    }

    /// Moves `b` along a normal until the bodies are a small distance apart, touch or overlap.
    pub(crate) fn approach(&mut self, random: &mut Random, gap: &PairGap) {
        let distance = gap.points[0].distance(gap.points[1]);
        let left = [0.0, 1e-15, 1e-12, 1e-9, 1e-6, -1e-12, -1e-6][random.below(7)];
        let place = self.poses[1].translation() - (distance - left) * gap.normal;
        self.poses[1] = Pose::new(self.poses[1].rotation(), place).expect("a pose");
    }
}

/// Random poses: overlapping, close and far.
fn anywhere(random: &mut Random) -> [Pose; 2] {
    let distance = [0.3, 1.0, 1.6, 2.2, 3.0, 10.0][random.below(6)];
    let place = distance * unit(random);
    [pose(random, DVec3::ZERO), pose(random, place)]
}

/// What is wrong with an answer, if anything: against the search by support functions, whose gap is enclosed.
pub(crate) fn fault(found: &FeatureDistance, oracle: &PairGap, size: f64) -> Option<String> {
    let close = 1e-9 * size;
    let told = match (found.overlap(), oracle.overlap()) {
        (Some(true), Some(false)) => Some("is said to overlap and is apart"),
        (Some(false), Some(true)) => Some("is said to be apart and overlaps"),
        (None, Some(false)) if oracle.gap.lower() > close => Some("is apart and not proved"),
        (None, Some(true)) if oracle.gap.upper() < -close => Some("overlaps and is not proved"),
        _ => None,
    };
    let distance = oracle.distance();
    let far = || found.distance > distance.upper() + close || found.distance < distance.lower() - close;
    // No distance is negative: points that are as close as rounding allows are the closest.
    let wide = || found.distance - found.lower.max(0.0) > close;
    let reason = if let Some(told) = told {
        told
    } else if found.lower > distance.upper() {
        "has a lower bound above the distance"
    } else if far() {
        "has another distance"
    } else if wide() {
        "has not converged"
    } else {
        return None;
    };
    Some(format!("{reason}: {found:?}, oracle {oracle:?}"))
}

/// The tracked pair and its oracle.
pub(crate) struct Pair {
    pub(crate) tracked: ClosestFeatures,
    pub(crate) oracle: ConvexPair,
    pub(crate) size: f64,
}

impl Pair {
    pub(crate) fn of([a, b]: [&Body; 2]) -> Self {
        let tracked = ClosestFeatures::new(Arc::clone(&a.zones), Arc::clone(&b.zones));
        let oracle = ConvexPair::of(Arc::clone(&a.convex), Arc::clone(&b.convex));
        Self { tracked, oracle, size: a.size + b.size }
    }
}
