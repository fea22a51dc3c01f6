//! Collision geometry is exact: convex bodies at their pose, and triangles whose rounding is bounded.

use glam::{DVec3, dvec3};
use tangency_formats::robot::{CollisionSolid, Robot, RobotOptions, RobotWorld, RobotWorldOptions};
use tangency_geometry::{Convex, Shape};

fn robot(collision: &str) -> Robot {
    let text = format!("<robot name='r'><link name='l'><collision>{collision}</collision></link></robot>");
    Robot::parse(&text, "r.urdf", &RobotOptions::default()).unwrap()
}

/// The exact convex body of a collision, which has no error.
#[track_caller]
fn exact(collision: &str) -> Convex {
    let CollisionSolid { shape: Shape::Convex(convex), radius, excess } = robot(collision).parts[0].solid.clone()
    else {
        panic!("{collision}: not an exact convex body")
    };
    assert_eq!((radius, excess), (0.0, 0.0), "{collision}");
    convex
}

#[track_caller]
fn same(found: DVec3, expected: DVec3) {
    assert!(found.distance(expected) < 1e-14, "{found}, not {expected}");
}

#[test]
fn spheres_capsules_and_cylinders_are_exact() {
    let direction = dvec3(0.6, 0.0, 0.8);
    let ball = exact("<geometry><sphere radius='0.25'/></geometry>");
    assert_eq!(ball, Convex::sphere(0.25).unwrap());
    let can = exact("<geometry><cylinder radius='0.03' length='0.3'/></geometry>");
    same(can.farthest(direction), dvec3(0.03, 0.0, 0.15));
    // Pitched by a right angle, z points along x.
    let pose = "<origin xyz='1 2 3' rpy='0 1.570796326794897 0'/>";
    let moved = exact(&format!("{pose}<geometry><capsule radius='0.1' length='2'/></geometry>"));
    same(moved.farthest(direction), dvec3(2.06, 2.0, 3.08));
    let moved = exact(&format!("{pose}<geometry><cylinder radius='0.5' length='2'/></geometry>"));
    same(moved.farthest(direction), dvec3(2.0, 2.0, 3.5));
}

/// Cones of planning scenes: apex up, origin at half the height.
#[test]
fn cones_are_exact() {
    let text = "world:\n  collision_objects:\n    - id: c\n      primitives: [{type: cone, dimensions: [2, 1]}]\n";
    let options = RobotWorldOptions { packages: &[], root: "base" };
    let world = RobotWorld::parse(text, "w.yaml", &options).unwrap();
    let CollisionSolid { shape: Shape::Convex(cone), radius, excess } = &world.obstacles[0].solid else {
        panic!("not an exact convex body")
    };
    assert_eq!((*radius, *excess), (0.0, 0.0));
    assert_eq!(cone.farthest(DVec3::Z), DVec3::Z);
    same(cone.farthest(dvec3(3.0, 4.0, -1.0)), dvec3(0.6, 0.8, -1.0));
}

/// Roll about x, pitch about y, yaw about z, in this order about fixed axes.
#[test]
fn angles_follow_the_convention() {
    let quarter = "1.5707963267948966";
    let turn = |rpy: &str| {
        let found = robot(&format!("<origin xyz='0 0 0' rpy='{rpy}'/><geometry><box size='1 2 3'/></geometry>"));
        found.parts[0].solid.shape.mesh().unwrap().bounding_box()[1] * 2.0
    };
    for (rpy, size) in [
        (format!("{quarter} 0 0"), dvec3(1.0, 3.0, 2.0)),
        (format!("0 {quarter} 0"), dvec3(3.0, 2.0, 1.0)),
        (format!("0 0 {quarter}"), dvec3(2.0, 1.0, 3.0)),
        // The roll swaps the sizes in y and z, (1, 3, 2); the yaw then swaps x and y, (3, 1, 2).
        (format!("{quarter} 0 {quarter}"), dvec3(3.0, 1.0, 2.0)),
    ] {
        assert!(turn(&rpy).distance(size) < 1e-14, "{rpy}: {}", turn(&rpy));
    }
}
