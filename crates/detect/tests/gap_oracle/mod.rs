//! Pairs of convex bodies with planted gaps, and bounds on their true gaps to 31 digits.
//!
//! A direction is drawn, and the farthest points of both bodies along and against it. The bodies are placed so that
//! these points are a drawn gap apart along the direction, as far as doubles can place them. For the placed bodies,
//! in double-double arithmetic:
//!
//! - the lead of `b` over `a` along the direction is a lower bound on the gap;
//! - the distance of the two points is an upper bound, if the lead is positive;
//! - the point between them, if it is in both bodies, proves that they overlap.

#![allow(clippy::expect_used)] // Bodies of the tests are valid.

pub(crate) mod precise;

use glam::{DQuat, DVec3, dvec3};
use precise::{Precise, PreciseMatrix, PreciseVector, is_negative, precise, quotient, root};
use std::sync::Arc;
use tangency_detect::{ConvexPair, PairGap, PreparedConvex};
use tangency_geometry::{Convex, ConvexCore, Pose};
use tangency_interval::laws::Random;

/// Bounds on the true gap of two placed bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TrueGap {
    /// A lower bound.
    pub(crate) lower: f64,
    /// An upper bound; infinite if none is known.
    pub(crate) upper: f64,
    /// The bodies have a common point.
    pub(crate) overlap: bool,
}

/// Two placed bodies.
#[derive(Clone, Debug)]
pub(crate) struct PlantedPair {
    pub(crate) bodies: [Arc<PreparedConvex>; 2],
    pub(crate) poses: [Pose; 2],
    pub(crate) truth: TrueGap,
}

pub(crate) fn unit(random: &mut Random) -> DVec3 {
    loop {
        let vector = DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
        if (0.1..1.0).contains(&vector.length()) {
            return vector.normalize();
        }
    }
}

/// A length about one; for needles and plates it is down to a millionth.
fn length(random: &mut Random) -> f64 {
    if random.below(6) == 0 { 10.0_f64.powf(random.between(-6.0, 0.0)) } else { random.between(0.2, 1.5) }
}

/// Bodies of all kinds, among them needles and plates.
pub(crate) fn bodies(random: &mut Random, count: usize) -> Vec<Arc<PreparedConvex>> {
    (0..count).map(|index| Arc::new(PreparedConvex::new(body(random, index % 8)))).collect()
}

pub(crate) fn body(random: &mut Random, kind: usize) -> Convex {
    let mut size = || length(random);
    let plain = match kind {
        0 => Convex::sphere(size()),
        1 => Convex::capsule(size(), size()),
        2 => Convex::cuboid(dvec3(size(), size(), size())),
        3 => Convex::cylinder(size(), size()),
        4 => Convex::cone(size(), size()),
        5 => Convex::ellipsoid(dvec3(size(), size(), size())),
        _ => {
            let (stretch, most) = (dvec3(size(), size(), size()), if kind == 6 { 12 } else { 120 });
            let count = 4 + random.below(most);
            Convex::hull((0..count).map(|_| stretch * unit(random)).collect())
        }
    };
    let plain = plain.expect("a body");
    if random.below(4) == 0 { plain.rounded(length(random)).expect("a body") } else { plain }
}

/// The gap to plant: half of them grazing.
pub(crate) fn gap(random: &mut Random) -> f64 {
    let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
    match random.below(8) {
        0 => 0.0,
        1..=3 => sign * 10.0_f64.powf(random.between(-15.0, -6.0)),
        4 => sign * 10.0_f64.powf(random.between(-6.0, -1.0)),
        5 => random.between(-0.5, 0.0),
        _ => random.between(0.0, 3.0),
    }
}

/// Draws a pair.
pub(crate) fn planted(random: &mut Random, bodies: &[Arc<PreparedConvex>]) -> PlantedPair {
    let chosen = [0; 2].map(|_| Arc::clone(&bodies[random.below(bodies.len())]));
    let rotations = [0; 2].map(|_| match random.below(4) {
        0 => DQuat::IDENTITY,
        1 => DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2),
        _ => DQuat::from_axis_angle(unit(random), random.between(0.0, 6.3)),
    });
    let direction = match random.below(4) {
        0 => *[DVec3::X, DVec3::Y, DVec3::Z, -DVec3::Z].get(random.below(4)).unwrap_or(&DVec3::Z),
        _ => unit(random),
    };
    let offset = match random.below(4) {
        0 => 1e5 * unit(random),
        1 => DVec3::ZERO,
        _ => unit(random),
    };
    let normal = PreciseVector::of(direction).unit();
    let frames = rotations.map(PreciseMatrix::rotation);
    // The farthest points, relative to the origins of their bodies.
    let farthest = |side: usize, way: PreciseVector| {
        let shape = chosen[side].shape();
        let core = support(shape.core(), frames[side].undo(way));
        frames[side].apply(core).plus(way.times(precise(shape.radius())))
    };
    let opposite = normal.times(precise(-1.0));
    let points = [farthest(0, normal), farthest(1, opposite)];
    let wanted = points[0].minus(points[1]).plus(normal.times(precise(gap(random))));
    let place = offset + wanted.rounded();
    let poses = [(rotations[0], offset), (rotations[1], place)]
        .map(|(rotation, translation)| Pose::new(rotation, translation).expect("a pose"));
    // The bodies as they are placed.
    let between = PreciseVector::of(place).minus(PreciseVector::of(offset));
    let apart = between.plus(points[1]).minus(points[0]);
    let lead = normal.dot(apart);
    let middle = points[0].plus(apart.times(precise(0.5)));
    let holds = |side: usize, place: PreciseVector| {
        contains(chosen[side].shape(), frames[side].undo(place)) && is_negative(lead)
    };
    let overlap = holds(0, middle) && holds(1, middle.minus(between));
    // A relative error of 1e-28 is far below the last digit that is kept.
    let upper = if is_negative(lead) { f64::INFINITY } else { apart.length().high().next_up() };
    let truth = TrueGap { lower: lead.high().next_down(), upper, overlap };
    PlantedPair { bodies: chosen, poses, truth }
}

/// The farthest point of a core along a direction.
pub(crate) fn support(core: &ConvexCore, PreciseVector([x, y, z]): PreciseVector) -> PreciseVector {
    let zero = precise(0.0);
    let signed = |length: f64, along: Precise| precise(if is_negative(along) { -length } else { length });
    let circle = |radius: f64, height: Precise| {
        let across = root(x * x + y * y);
        if across.high() == 0.0 {
            return PreciseVector([precise(radius), zero, height]);
        }
        let share = quotient(precise(radius), across);
        PreciseVector([x * share, y * share, height])
    };
    match core {
        ConvexCore::Point => PreciseVector([zero; 3]),
        ConvexCore::Segment { half } => PreciseVector([zero, zero, signed(*half, z)]),
        ConvexCore::Cuboid { half } => PreciseVector([signed(half.x, x), signed(half.y, y), signed(half.z, z)]),
        ConvexCore::Cylinder { radius, half } => circle(*radius, signed(*half, z)),
        ConvexCore::Cone { radius, height } => {
            let (base, tip) = (circle(*radius, zero), PreciseVector([zero, zero, precise(*height)]));
            let way = PreciseVector([x, y, z]);
            if is_negative(way.dot(tip) - way.dot(base)) { base } else { tip }
        }
        ConvexCore::Ellipsoid { radii } => {
            let [a, b, c] = radii.to_array().map(precise);
            let scaled = PreciseVector([x * a, y * b, z * c]).unit();
            PreciseVector([scaled.0[0] * a, scaled.0[1] * b, scaled.0[2] * c])
        }
        ConvexCore::Hull { points } => {
            let way = PreciseVector([x, y, z]);
            let mut best = PreciseVector::of(points[0]);
            for &point in &points[1..] {
                let point = PreciseVector::of(point);
                if is_negative(way.dot(best) - way.dot(point)) {
                    best = point;
                }
            }
            best
        }
    }
}

/// `true` proves that a point is inside of a body. Only the cores of hulls are not decided.
fn contains(body: &Convex, place: PreciseVector) -> bool {
    let [x, y, z] = place.0;
    // By a margin above all rounding errors.
    let below = |value: Precise, limit: f64| is_negative(value - precise(limit * (1.0 - 1e-25)));
    let size = |value: Precise| if is_negative(value) { -value } else { value };
    let across = || root(x * x + y * y);
    match body.core() {
        ConvexCore::Point => below(place.length(), body.radius()),
        ConvexCore::Segment { half } => {
            let nearest = z.high().clamp(-half, *half);
            below(PreciseVector([x, y, z - precise(nearest)]).length(), body.radius())
        }
        ConvexCore::Cuboid { half } => (0..3).all(|axis| below(size(place.0[axis]), half[axis])),
        ConvexCore::Cylinder { radius, half } => below(across(), *radius) && below(size(z), *half),
        ConvexCore::Cone { radius, height } => {
            let inside = across() * precise(*height) + z * precise(*radius);
            !is_negative(z - precise(1e-25)) && below(inside, radius * height)
        }
        ConvexCore::Ellipsoid { radii } => {
            let scaled = PreciseVector(std::array::from_fn(|axis| quotient(place.0[axis], precise(radii[axis]))));
            below(scaled.length(), 1.0)
        }
        ConvexCore::Hull { .. } => false,
    }
}

/// What contradicts an answer, if anything does.
pub(crate) fn fault(pair: &PlantedPair, found: &PairGap) -> Option<String> {
    let TrueGap { lower, upper, overlap } = pair.truth;
    let wrong = if found.gap.upper() < lower {
        "is above the enclosure"
    } else if found.gap.lower() > upper {
        "is below the enclosure"
    } else if overlap && found.overlap() == Some(false) {
        "is negative: the bodies overlap"
    } else {
        return None;
    };
    let shapes = pair.bodies.each_ref().map(|body| body.shape());
    Some(format!("the true gap {lower} .. {upper} {wrong}: {found:?}\n  {shapes:?}\n  {:?}", pair.poses))
}

/// Asks about a pair: all questions.
pub(crate) fn ask(pair: &PlantedPair) -> [PairGap; 2] {
    let [a, b] = pair.bodies.each_ref().map(Arc::clone);
    let mut memory = ConvexPair::of(a, b);
    let poses = pair.poses.each_ref();
    [memory.distance(poses), memory.gap(poses)]
}
