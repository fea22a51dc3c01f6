//! Verification of robot trajectories.
//!
//! References: closed forms for pendulums and gantries, dense sampling for the arm.

#![allow(clippy::unwrap_used)] // A test may stop at the first broken expectation.

use glam::{DVec3, dvec3};
use std::sync::Arc;
use tangency::detect::Evidence;
use tangency::formats::ClearanceReport;
use tangency::formats::robot::{
    CollisionGeometry, Robot, RobotOptions, RobotWorld, RobotWorldOptions, Urdf, trajectory,
};
use tangency::geometry::{Interpolation, Trajectory};
use tangency::{Verifier, VerifyOptions, robots};

/// A rod of 1 m on a hinge about y, and a ball in its path.
fn pendulum(ball: &str) -> (Robot, RobotWorld) {
    let rod = concat!(
        r#"<robot name="pendulum"><link name="base"/>
        <link name="rod"><collision><origin xyz="0 0 0.5"/><geometry>"#,
        r#"<box size="0.02 0.02 1"/></geometry></collision></link>
        <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/>"#,
        r#"<axis xyz="0 1 0"/></joint></robot>"#
    );
    let world = RobotWorld::parse(ball, "ball.yaml", &RobotWorldOptions { packages: &[], root: "base" }).unwrap();
    (Robot::parse(rod, "pendulum.urdf", &RobotOptions::default()).unwrap(), world)
}

fn swing(robot: &Robot, rows: &[[f64; 2]], interpolation: Interpolation) -> Arc<Trajectory> {
    let times = rows.iter().map(|row| row[0]).collect();
    let values = rows.iter().map(|row| vec![row[1]]).collect();
    Arc::new(Trajectory::new(&robot.mechanism, times, values, interpolation).unwrap())
}

/// The rod's front face, 1 cm ahead of its axis, meets the ball of radius 0.1 at (0.6, 0, 0.5) when its distance from
/// the centre is 0.1: 0.6·cos θ − 0.5·sin θ = 0.11.
#[test]
fn a_pendulum_meets_a_ball_when_the_formula_says() {
    let ball = "world: {collision_objects: [{id: ball, primitives: [{type: sphere, dimensions: [0.1]}], \
        primitive_poses: [{position: [0.6, 0, 0.5]}]}]}";
    let (robot, world) = pendulum(ball);
    let reach = 0.6_f64.hypot(0.5);
    let angle = (0.11 / reach).acos() - (0.5_f64).atan2(0.6);
    // The contact is on the face, not beyond the end of the rod: 0.6·sin θ + 0.5·cos θ < 1.
    assert!(0.6 * angle.sin() + 0.5 * angle.cos() < 1.0);
    let verifier = Verifier::new(robot, world);
    let quick = swing(verifier.robot(), &[[3.0, 0.0], [5.0, 2.0]], Interpolation::Linear);
    let found = verifier.verify(&quick, &VerifyOptions::default()).unwrap().report;
    let [from, to] = found.time().unwrap();
    assert!(from <= 3.0 + angle && to >= 3.0 + angle - 1e-5 && to - from < 1e-5, "{from} {to} {angle}");
    assert_eq!((found.contacts()[0].a.as_str(), found.contacts()[0].b.as_str()), ("rod", "ball"));
    let normal = DVec3::from_array(found.contacts()[0].normal);
    assert!(normal.distance(dvec3(angle.cos(), 0.0, -angle.sin())) < 1e-4, "{normal}");
    // A trajectory that stops before the contact is clear, but not with a clearance larger than the remaining gap.
    let short = swing(verifier.robot(), &[[0.0, 0.0], [1.0, angle - 0.05]], Interpolation::Cubic);
    let clear = verifier.verify(&short, &VerifyOptions::default()).unwrap().report;
    assert_eq!((clear.verdict.name(), clear.clear_until()), ("clear", 1.0));
    let rest = 0.6 * (angle - 0.05).cos() - 0.5 * (angle - 0.05).sin() - 0.11;
    let close = verifier.verify_with_clearance(&short, &VerifyOptions::default()).unwrap().report.clearance.unwrap();
    let nearest = close.nearest.unwrap();
    assert!(
        close.at_least.unwrap() <= rest && nearest.within >= rest - 1e-5,
        "{} {nearest:?} {rest}",
        close.at_least.unwrap()
    );
    assert!(
        nearest.within < 1.02 * close.at_least.unwrap() && nearest.b == "ball",
        "{} {nearest:?}",
        close.at_least.unwrap()
    );
    let wide = VerifyOptions { clearance: rest + 1e-4, ..VerifyOptions::default() };
    assert_eq!(verifier.verify(&short, &wide).unwrap().report.verdict.name(), "touch");
}

/// The first sampled instant at which a vertex of the robot is inside a box; `None` if there is none. A reported
/// contact must not be later.
fn deepest(robot: &Robot, path: &Arc<Trajectory>, lower: DVec3, upper: DVec3) -> Option<f64> {
    use tangency::geometry::{LinkMotion, Motion};
    (0..=2_000).map(|step| path.span().lower() + path.span().width() * f64::from(step) / 2_000.0).find(|&time| {
        robot.parts.iter().any(|part| {
            let motion = Motion::Articulated(LinkMotion::in_world(&robot.mechanism, path, part.link));
            let placed = motion.at(time);
            let vertices = part.solid.shape.mesh().unwrap().vertices().iter().enumerate();
            vertices
                .map(|(index, &vertex)| placed.point(index, vertex))
                .any(|point| point.cmpge(lower).all() && point.cmple(upper).all())
        })
    })
}

#[test]
fn the_arm_sweeps_into_a_post_no_later_than_a_sample_says() {
    let arm = robots::six_axis_arm();
    let post = "world: {collision_objects: [{id: post, primitives: [{type: box, dimensions: [0.1, 0.1, 2]}], \
        primitive_poses: [{position: [0.3, 0.5, 1]}]}]}";
    let world = RobotWorld::parse(post, "post.yaml", &RobotWorldOptions { packages: &[], root: "base" }).unwrap();
    let text = "time,waist,shoulder,elbow,forearm,wrist,hand\n0,-1,0,0,0,0,0\n2,1.5,0.5,-0.3,1,0.5,0\n";
    let sweep = trajectory::parse(text, "sweep.csv", &arm.mechanism, &Default::default()).unwrap();
    let sweep = Arc::new(sweep);
    let sampled = deepest(&arm, &sweep, dvec3(0.25, 0.45, 0.0), dvec3(0.35, 0.55, 2.0)).unwrap();
    let found = Verifier::new(arm, world).verify(&sweep, &VerifyOptions::default()).unwrap().report;
    let [from, to] = found.time().unwrap();
    assert!(from <= sampled && to <= sampled && from > 0.3, "{from} {to} {sampled}");
    assert_eq!(found.contacts()[0].b, "post");
}

/// When the arm folds, the hand meets the base. Only pairs of neighbours are excluded.
#[test]
fn the_arm_meets_itself() {
    let arm = robots::six_axis_arm();
    assert_eq!(arm.link_pairs().len(), 15);
    let text = "time,waist,shoulder,elbow,forearm,wrist,hand\n0,0,0,0,0,0,0\n1,0,0,2.5,0,1.5,0\n";
    let fold = trajectory::parse(text, "fold.csv", &arm.mechanism, &Default::default()).unwrap();
    let found = Verifier::new(arm, RobotWorld::default()).verify(&Arc::new(fold), &VerifyOptions::default()).unwrap();
    assert_eq!(found.report.verdict.name(), "touch");
    assert_eq!(found.asked, 15);
    assert!(found.excesses.is_empty());
}

/// Two spheres that pass at a known distance.
#[test]
fn spheres_are_exact() {
    let text = concat!(
        r#"<robot name="cart"><link name="rail"/>
        <link name="cart"><collision><geometry><sphere radius="0.25"/></geometry></collision></link>
        <joint name="drive" type="prismatic"><parent link="rail"/><child link="cart"/>"#,
        r#"<limit lower="-9" upper="9"/></joint></robot>"#
    );
    let urdf = Urdf::parse(text, "cart.urdf").unwrap();
    assert_eq!(urdf.collisions[0].geometry, CollisionGeometry::Sphere { radius: 0.25 });
    let cart = Robot::parse(text, "cart.urdf", &RobotOptions::default()).unwrap();
    let drive = swing(&cart, &[[0.0, -4.0], [8.0, 4.0]], Interpolation::Linear);
    let ball = |height: f64| {
        let text = format!(
            "world: {{collision_objects: [{{id: b, primitives: [{{type: sphere, dimensions: [0.5]}}], \
             primitive_poses: [{{position: [0, 0, {height}]}}]}}]}}"
        );
        let world = RobotWorld::parse(&text, "b.yaml", &RobotWorldOptions { packages: &[], root: "rail" }).unwrap();
        Verifier::new(cart.clone(), world).verify(&drive, &VerifyOptions::default()).unwrap().report
    };
    // With 0.6 m between the centres in height, their distance is 0.75 m at 0.45 m along the rail: at 4 − 0.45 s.
    let [from, to] = ball(0.6).time().unwrap();
    assert!(from <= 3.55 && to >= 3.55 - 1e-5 && to - from < 1e-5, "{from} {to}");
    assert_eq!(ball(0.7501).verdict.name(), "clear");
}

/// A cylinder across the rail and a ball: the axis passes 0.6 m below the centre, and 0.75 m are left between them.
#[test]
fn cylinders_are_exact() {
    let text = concat!(
        r#"<robot name="cart"><link name="rail"/>
        <link name="drum"><collision><origin rpy="1.5707963267948966 0 0"/><geometry>"#,
        r#"<cylinder radius="0.25" length="2"/></geometry></collision></link>
        <joint name="drive" type="prismatic"><parent link="rail"/><child link="drum"/>"#,
        r#"<limit lower="-9" upper="9"/></joint></robot>"#
    );
    let cart = Robot::parse(text, "cart.urdf", &RobotOptions::default()).unwrap();
    let drive = swing(&cart, &[[0.0, -4.0], [8.0, 4.0]], Interpolation::Linear);
    let ball = |height: f64| {
        let text = format!(
            "world: {{collision_objects: [{{id: b, primitives: [{{type: sphere, dimensions: [0.5]}}], \
             primitive_poses: [{{position: [0, 0, {height}]}}]}}]}}"
        );
        let world = RobotWorldOptions { packages: &[], root: "rail" };
        let world = RobotWorld::parse(&text, "b.yaml", &world).unwrap();
        Verifier::new(cart.clone(), world).verify_with_clearance(&drive, &VerifyOptions::default()).unwrap().report
    };
    let touch = ball(0.6);
    let [from, to] = touch.time().unwrap();
    assert!(from <= 3.55 && to >= 3.55 - 1e-5 && to - from < 1e-5, "{from} {to}");
    let normal = DVec3::from_array(touch.contacts()[0].normal);
    assert!(normal.distance(dvec3(0.6, 0.0, 0.8)) < 1e-4, "{normal}");
    let clear = ball(0.8);
    assert_eq!(clear.verdict.name(), "clear");
    let clearance = clear.clearance.unwrap().at_least.unwrap();
    assert!(clearance <= 0.05 + 1e-12 && clearance > 0.049, "{clearance}");
}

/// A block of 0.2 m on a rail along x moves from -4 to 4 in 8 s past the obstacles of the world.
fn passing(world: &str, options: &VerifyOptions) -> tangency::Report {
    let text = concat!(
        r#"<robot name="shuttle"><link name="rail"/>
        <link name="block"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
        <joint name="drive" type="prismatic"><parent link="rail"/><child link="block"/>"#,
        r#"<limit lower="-9" upper="9"/></joint></robot>"#
    );
    let shuttle = Robot::parse(text, "shuttle.urdf", &RobotOptions::default()).unwrap();
    let drive = swing(&shuttle, &[[0.0, -4.0], [8.0, 4.0]], Interpolation::Linear);
    let text = format!("world: {{collision_objects: [{world}]}}");
    let world = RobotWorldOptions { packages: &[], root: "rail" };
    let world = RobotWorld::parse(&text, "w.yaml", &world).unwrap();
    Verifier::new(shuttle, world).verify_with_clearance(&drive, options).unwrap().report
}

fn obstacle(name: &str, size: f64, place: [f64; 3]) -> String {
    format!(
        "{{id: {name}, primitives: [{{type: box, dimensions: [{size}, {size}, {size}]}}], \
         primitive_poses: [{{position: {place:?}}}]}}"
    )
}

/// The bounds enclose the distance of the nearest pass. The reported instant is the first at which the distance is
/// within the upper bound.
#[test]
fn a_pass_at_a_known_distance_is_measured() {
    for (gap, other) in [(0.05, 0.3), (0.002, 0.0021), (0.3, 0.45)] {
        // Cubes of 0.4 m: beside the rail at x = 1, and above it at x = 2.
        let world = [obstacle("wall", 0.4, [1.0, 0.3 + gap, 0.0]), obstacle("lamp", 0.4, [2.0, 0.0, 0.3 + other])];
        let report = passing(&world.join(", "), &VerifyOptions::default());
        assert_eq!(report.verdict.name(), "clear");
        let clearance = report.clearance.unwrap();
        let nearest = clearance.nearest.unwrap();
        let coarse = nearest.within - clearance.at_least.unwrap();
        assert!(
            clearance.at_least.unwrap() <= gap && gap <= nearest.within,
            "{gap}: {} {nearest:?}",
            clearance.at_least.unwrap()
        );
        assert!(coarse <= 0.011 * gap + 3e-6, "{gap}: {coarse}");
        assert_eq!((nearest.a.as_str(), nearest.b.as_str()), ("block", "wall"), "{gap}");
        // The block comes from -x. Its front face is 0.1 m ahead of its centre, and the face of the wall is at 0.8 m.
        let before = |within: f64| 4.0 + 0.7 - (within.powi(2) - gap.powi(2)).max(0.0).sqrt();
        let tolerance = 2.0 * VerifyOptions::default().tolerance;
        let (early, late) = (before(nearest.within + tolerance), before(nearest.within - tolerance));
        assert!((early..=late + 1e-9).contains(&nearest.time), "{gap}: {} not in {early}..{late}", nearest.time);
    }
}

/// For distant obstacles there is only a lower bound. A trajectory that touches has no clearance. A requested clearance
/// below the distance does not change the result.
#[test]
fn a_clearance_is_told_where_there_is_one() {
    let far = passing(&obstacle("wall", 0.4, [1.0, 2.0, 0.0]), &VerifyOptions::default());
    let half = ClearanceReport {
        at_least: Some(0.5),
        nearest: None,
        evidence: Evidence::Proved,
        note: None,
        not_measured: Vec::new(),
    };
    assert_eq!(far.clearance, Some(half));
    let struck = passing(&obstacle("wall", 0.4, [1.0, 0.2, 0.0]), &VerifyOptions::default());
    assert_eq!((struck.verdict.name(), struck.clearance), ("touch", None));
    let wide = VerifyOptions { clearance: 0.06, ..VerifyOptions::default() };
    let kept = passing(&obstacle("wall", 0.4, [1.0, 0.4, 0.0]), &wide).clearance.unwrap();
    assert!((0.099..=0.1).contains(&kept.at_least.unwrap()), "{kept:?}");
    let poor = VerifyOptions { budget: Some(1), ..VerifyOptions::default() };
    let poor = passing(&obstacle("wall", 0.4, [1.0, 0.31, 0.0]), &poor).clearance;
    assert!(poor.is_none_or(|poor| poor.note.is_some_and(|note| note.contains("used up"))));
}

/// The clearance of two moving links: the tips of a pair of compasses approach each other.
#[test]
fn links_that_come_near_each_other_are_named() {
    let text = concat!(
        r#"<robot name="compasses"><link name="table"/>
        <link name="left"><collision><origin xyz="0 0 -0.5"/><geometry>"#,
        r#"<sphere radius="0.1"/></geometry></collision></link>
        <link name="right"><collision><origin xyz="0 0 -0.5"/><geometry>"#,
        r#"<sphere radius="0.1"/></geometry></collision></link>
        <joint name="l" type="continuous"><origin xyz="-0.5 0 1"/><parent link="table"/><child link="left"/>"#,
        r#"<axis xyz="0 1 0"/></joint>
        <joint name="r" type="continuous"><origin xyz="0.5 0 1"/><parent link="table"/><child link="right"/>"#,
        r#"<axis xyz="0 1 0"/></joint></robot>"#
    );
    let robot = Robot::parse(text, "compasses.urdf", &RobotOptions::default()).unwrap();
    // The tips swing towards each other by half a radian and back.
    let rows = vec![vec![0.0, 0.0], vec![-0.5, 0.5], vec![0.0, 0.0]];
    let path = Trajectory::new(&robot.mechanism, vec![2.0, 3.0, 4.0], rows, Interpolation::Linear).unwrap();
    let verified = Verifier::new(robot, RobotWorld::default());
    let verified = verified.verify_with_clearance(&Arc::new(path), &VerifyOptions::default()).unwrap();
    let clearance = verified.report.clearance.unwrap();
    let nearest = clearance.nearest.unwrap();
    let gap = 1.0 - 2.0 * 0.5 * 0.5_f64.sin() - 0.2;
    assert!(clearance.at_least.unwrap() <= gap && gap <= nearest.within, "{gap} {nearest:?}");
    assert_eq!((nearest.a.as_str(), nearest.b.as_str()), ("left", "right"));
    // The gap between the tips is 1 - sin θ - 0.2.
    let time = 2.0 + (0.8 - nearest.within).asin() / 0.5;
    assert!((nearest.time - time).abs() < 1e-4, "{} {time}", nearest.time);
    assert!(
        DVec3::from(nearest.point).distance(dvec3(0.0, 0.0, 1.0 - 0.5 * ((nearest.time - 2.0) / 2.0).cos())) < 1e-4
    );
}
