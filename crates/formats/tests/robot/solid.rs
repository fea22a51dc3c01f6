//! Polyhedra around round bodies: never smaller than the body, and larger by at most the stated excess.

use glam::{DVec3, dvec3};
use tangency_formats::robot::{Robot, RobotOptions, RobotWorld, RobotWorldOptions};
use tangency_geometry::Shape;
use tangency_interval::laws::Random;

fn robot(collision: &str, excess: f64) -> Robot {
    let text = format!("<robot name='r'><link name='l'><collision>{collision}</collision></link></robot>");
    Robot::parse(&text, "r.urdf", &RobotOptions { excess, ..RobotOptions::default() }).unwrap()
}

/// The largest signed distance of the point from the planes of the faces, for a convex solid around the origin.
fn in_front(shape: &Shape, point: DVec3) -> f64 {
    let mesh = shape.mesh().unwrap();
    (0..mesh.triangles().len())
        .map(|triangle| {
            let [a, b, c] = mesh.corners(triangle);
            let normal = (b - a).cross(c - a).normalize();
            normal.dot(point - a)
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn prisms_hold_their_cylinders() {
    let mut random = Random::new(31);
    for (radius, excess) in [(0.03, 1e-4), (1.0, 1e-4), (0.2, 1e-6), (5.0, 0.5)] {
        let found = robot(&format!("<geometry><cylinder radius='{radius}' length='0.3'/></geometry>"), excess);
        let solid = &found.parts[0].solid;
        assert!(solid.radius == 0.0 && solid.excess <= excess && solid.excess > 0.2 * excess.min(0.04 * radius));
        for _ in 0..200 {
            let angle = random.between(0.0, 7.0);
            let rim =
                dvec3(radius * angle.cos(), radius * angle.sin(), if random.below(2) == 0 { 0.15 } else { -0.15 });
            assert!(in_front(&solid.shape, rim) <= 1e-16 * (1.0 + radius), "the rim is cut at {angle}");
        }
        let corner =
            solid.shape.mesh().unwrap().vertices().iter().map(|corner| corner.x.hypot(corner.y)).fold(0.0, f64::max);
        assert!(corner <= radius + solid.excess, "{corner} is farther than said");
    }
    // 39 sides for a radius of 3 cm and an excess of 0.1 mm.
    let found = robot("<geometry><cylinder radius='0.03' length='0.3'/></geometry>", 1e-4);
    assert_eq!(found.parts[0].solid.shape.mesh().unwrap().vertices().len(), 2 * 40);
}

#[test]
fn spheres_and_capsules_are_exact() {
    let ball = robot("<geometry><sphere radius='0.25'/></geometry>", 1e-4).parts[0].solid.clone();
    assert_eq!((ball.radius, ball.excess), (0.25, 0.0));
    assert!(ball.shape.mesh().unwrap().vertices().iter().all(|&vertex| vertex == DVec3::ZERO));
    let moved = robot(
        "<origin xyz='1 2 3' rpy='0 1.570796326794897 0'/><geometry><capsule radius='0.1' length='2'/></geometry>",
        1e-4,
    );
    let moved = &moved.parts[0].solid;
    assert!(moved.radius > 0.1 && moved.radius < 0.1 + 1e-13 && moved.excess < 1e-13);
    let ends = moved.shape.mesh().unwrap().vertices();
    assert!(ends[0].distance(dvec3(0.0, 2.0, 3.0)) < 1e-15 && ends[1].distance(dvec3(2.0, 2.0, 3.0)) < 1e-15);
}

/// Cones of planning scenes: apex up, origin at half the height.
#[test]
fn pyramids_hold_their_cones() {
    let text = "world:\n  collision_objects:\n    - id: c\n      primitives: [{type: cone, dimensions: [2, 1]}]\n";
    let world =
        RobotWorld::parse(text, "w.yaml", &RobotWorldOptions { excess: 1e-3, packages: &[], root: "base" }).unwrap();
    let solid = &world.obstacles[0].solid;
    for step in 0..50 {
        let angle = f64::from(step);
        let rim = dvec3(angle.cos(), angle.sin(), -1.0);
        assert!(in_front(&solid.shape, rim) <= solid.radius);
        assert!(in_front(&solid.shape, 0.5 * rim + 0.5 * DVec3::Z) <= solid.radius);
    }
    assert!(solid.excess < 1.1e-3);
    let top = solid.shape.mesh().unwrap().vertices().iter().map(|vertex| vertex.z).fold(0.0, f64::max);
    assert_eq!(top, 1.0);
}

/// Roll about x, pitch about y, yaw about z, in this order about fixed axes.
#[test]
fn angles_follow_the_convention() {
    let quarter = "1.5707963267948966";
    let turn = |rpy: &str| {
        let found = robot(&format!("<origin xyz='0 0 0' rpy='{rpy}'/><geometry><box size='1 2 3'/></geometry>"), 1e-4);
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
