//! A lobster as volume data, as in figures 15 and 16 of Snyder et al. 1993, made by code. Body, tail, claws,
//! legs and feelers are blended tapering rods, sampled on a grid of 96 × 64 × 48.

use glam::{DVec3, dvec3};
use std::sync::LazyLock;
use tangency_geometry::solid::{SampledVolume, Solid, SolidWork};
use tangency_geometry::{Polyhedron, Pose};
use tangency_interval::laws::Random;
use tangency_interval::{Interval, Vector};

/// A rod from one point to another with a radius at each.
type Rod = (DVec3, DVec3, [f64; 2]);

/// One side of the lobster, which crawls along x; lengths in decimetres.
fn rods() -> Vec<Rod> {
    let mut rods = vec![
        // The body, the tail in three joints, and its fan.
        (dvec3(-0.2, 0.0, 0.0), dvec3(0.6, 0.0, 0.05), [0.24, 0.14]),
        (dvec3(-0.2, 0.0, 0.0), dvec3(-0.5, 0.0, 0.02), [0.22, 0.19]),
        (dvec3(-0.5, 0.0, 0.02), dvec3(-0.8, 0.0, -0.04), [0.19, 0.15]),
        (dvec3(-0.8, 0.0, -0.04), dvec3(-1.05, 0.0, -0.14), [0.15, 0.1]),
    ];
    for side in [-1.0, 1.0] {
        let at = |x: f64, y: f64, z: f64| dvec3(x, side * y, z);
        rods.push((at(-1.0, 0.05, -0.13), at(-1.25, 0.18, -0.16), [0.07, 0.09]));
        // An arm, the palm of its claw, and the two fingers.
        rods.push((at(0.4, 0.12, -0.04), at(0.65, 0.42, -0.08), [0.06, 0.07]));
        rods.push((at(0.65, 0.42, -0.08), at(0.95, 0.46, -0.06), [0.08, 0.15]));
        rods.push((at(0.95, 0.5, -0.06), at(1.35, 0.5, -0.04), [0.12, 0.045]));
        rods.push((at(0.95, 0.4, -0.06), at(1.3, 0.34, -0.06), [0.09, 0.04]));
        // A feeler, back over the body.
        rods.push((at(0.65, 0.07, 0.1), at(0.9, 0.2, 0.34), [0.05, 0.045]));
        rods.push((at(0.9, 0.2, 0.34), at(0.2, 0.5, 0.42), [0.045, 0.04]));
        // Four legs, each in two joints.
        for leg in 0..4 {
            let along = 0.35 - 0.19 * f64::from(leg);
            let knee = at(along - 0.04, 0.42, 0.06);
            rods.push((at(along, 0.12, -0.08), knee, [0.055, 0.05]));
            rods.push((knee, at(along - 0.1, 0.66, -0.3), [0.05, 0.04]));
        }
    }
    rods
}

/// Approximate distance from a rod; negative inside.
fn distance(point: DVec3, (from, to, radii): &Rod) -> f64 {
    let axis = *to - *from;
    let share = ((point - *from).dot(axis) / axis.length_squared()).clamp(0.0, 1.0);
    point.distance(from.lerp(*to, share)) - (radii[0] + (radii[1] - radii[0]) * share)
}

/// The smaller of two distances, smoothed where they are nearly equal.
fn melted(a: f64, b: f64) -> f64 {
    const REACH: f64 = 0.05;
    let near = (REACH - (a - b).abs()).max(0.0) / REACH;
    a.min(b) - 0.25 * REACH * near * near
}

/// Sampled once for all tests.
static LOBSTER: LazyLock<Solid> = LazyLock::new(|| Solid::volume(lobster()).unwrap());

fn lobster() -> SampledVolume {
    let rods = rods();
    let (origin, spacing) = (dvec3(-1.5, -0.95, -0.55), DVec3::new(3.0 / 95.0, 1.9 / 63.0, 1.15 / 47.0));
    let field = |point: DVec3| rods.iter().map(|rod| distance(point, rod)).fold(f64::INFINITY, melted);
    SampledVolume::sample([96, 64, 48], origin, spacing, field).unwrap()
}

#[test]
fn the_lobster_is_one_solid_with_all_its_parts() {
    let solid = &*LOBSTER;
    let mut work = SolidWork::default();
    for (number, (from, to, _)) in rods().iter().enumerate() {
        for share in [0.1, 0.5, 0.9] {
            let point = from.lerp(*to, share);
            let place = Vector::point(point.to_array());
            assert!(solid.value(place, Interval::ZERO, &mut work).upper() < 0.0, "rod {number} at {share}");
            assert!(solid.bounding_box().contains(point.to_array()));
        }
    }
    let mesh = solid.mesh(0.0, 96).unwrap();
    assert_eq!(mesh.components().count, 1, "nothing has come off");
    let volume = Polyhedron::new(mesh).unwrap().mass().volume;
    assert!((0.2..0.8).contains(&volume), "{volume}");
    let [x, y, z] = solid.bounding_box().0;
    assert!(x.width() < 2.8 && y.width() < 1.6 && z.width() < 1.0, "{:?}", solid.bounding_box());
}

#[test]
fn placed_boxes_of_the_lobster_hold_its_points() {
    let pose = Pose::new(glam::DQuat::from_rotation_y(0.7), dvec3(0.3, 0.0, 1.0)).unwrap();
    let (plain, placed) = (&*LOBSTER, LOBSTER.placed(&pose));
    let (mut random, mut work) = (Random::new(81), SolidWork::default());
    let mut decided = [0; 2];
    for _ in 0..2000 {
        let point = DVec3::from_array(std::array::from_fn(|axis| {
            random.between([-1.4, -0.8, -0.4][axis], [1.4, 0.8, 0.5][axis])
        }));
        let inside = plain.value_at(point, 0.0, &mut work) < 0.0;
        let there = pose.apply(point);
        let width = random.between(0.0, 0.1);
        let place = Vector::from_fn(|axis| Interval::between(there[axis] - width, there[axis] + width));
        let value = placed.value(place, Interval::ZERO, &mut work);
        let slope = placed.leaves()[0].slope(place, Interval::ZERO, &mut work).unwrap().value;
        for value in [value, slope] {
            assert!(if inside { value.lower() < 1e-12 } else { value.upper() > -1e-12 }, "{value:?} at {point}");
        }
        decided[usize::from(inside)] += usize::from(!slope.contains(0.0));
    }
    assert!(decided[0] > 600 && decided[1] > 10, "{decided:?}");
}
