//! Mutated robots, trajectories and planning problems: no panic, no hang, no overlong message; every fault has a
//! position within the text.
//!
//! No reference is needed: the law is `laws::survive`. The named mesh files do not exist.

use std::sync::Arc;
use tangency_formats::TextFileError;
use tangency_formats::laws::survive;
use tangency_formats::robot::{Request, Robot, RobotOptions, RobotWorld, RobotWorldOptions, Srdf, Urdf, trajectory};
use tangency_geometry::{Interpolation, LinkMotion, Mechanism, Motion, Trajectory};
use tangency_interval::Interval;

const ROBOT: &str = concat!(
    r#"<?xml version="1.0"?>
<!-- a crane -->
<robot name="crane" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <link name="base"><collision><geometry><box size="1 1 0.1"/></geometry></collision></link>
  <link name="mast">
    <inertial><mass value="3"/></inertial>
    <collision name="pole"><origin xyz="0 0 1" rpy="0 0.1 -3.14"/><geometry>"#,
    r#"<cylinder radius="0.05" length="2"/></geometry></collision>
    <collision><geometry><sphere radius=".1"/></geometry></collision>
  </link>
  <link name="hook"/><link name="rope"><collision><geometry>"#,
    r#"<capsule radius="0.01" length="1e0"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="mast"/><axis xyz="0 0 1"/></joint>
  <joint name="lift" type="prismatic">
    <origin xyz="0.5 0 2" rpy="0 0 0"/><parent link="mast"/><child link="rope"/><axis xyz="0 0 -1"/>
    <limit lower="0" upper="1.5" effort="1" velocity="1"/>
  </joint>
  <joint name="sway" type="revolute"><parent link="rope"/><child link="hook"/><limit lower="-1" upper="1"/>"#,
    r#"<mimic joint="lift" multiplier="2"/></joint>
</robot>
"#
);

const CART: &str = concat!(
    r#"<robot name="cart">
  <!-- moves in the plane: 2 wheels of 0.1 m, 1 caster -->
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="floor"/>
  <link name="cart">
    <inertial><origin xyz="0 0 0.1"/><mass value="12.5"/>"#,
    r#"<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.2"/></inertial>
    <visual><origin xyz="0 0 0.1" rpy="0 0 0"/><geometry><box size="0.6 0.4 0.2"/></geometry>"#,
    r#"<material name="grey"/></visual>
    <visual><origin xyz="0 0.2 0.05" rpy="1.57 0 0"/><geometry>"#,
    r#"<cylinder radius="0.1" length="0.04"/></geometry></visual>
    <collision><geometry><sphere radius="1"/></geometry></collision>
  </link>
  <gazebo reference="cart"><mu1>0.2</mu1><mu2>0.2</mu2><kp>1000000.0</kp></gazebo>
  <joint name="drive" type="planar"><origin rpy="0 0 1" xyz="1 0 0"/><parent link="floor"/><child link="cart"/>
    <axis xyz="0 0 1"/><limit effort="10" velocity="1"/><dynamics damping="0.1" friction="0.2"/></joint>
</robot>
"#
);

const STATES: &str = r#"<robot name="crane">
  <group name="all"><joint name="turn"/></group>
  <group_state name="home" group="all"><joint name="turn" value="0.5"/></group_state>
  <disable_collisions link1="base" link2="mast" reason="Adjacent"/>
  <disable_default_collisions link="rope"/>
  <enable_collisions link1="rope" link2="base"/>
</robot>
"#;

const ROWS: &str = "time, turn, lift, sway\n0, 0, 0.5, 1\n# half way\n0.5, 1.25, 0.7, 1.4\n1, -2e0, 0.9, 1.8\n";

const WORLD: &str = "allowed_collision_matrix:
  entry_names: [base, mast]
  entry_values: [[true, false], [false, true]]
world:
  collision_objects:
    - id: wall
      primitives:
        - {type: box, dimensions: [1, 2, 0.5]}
        - type: cylinder
          dimensions: [1, 0.2]
      primitive_poses:
        - position: [0, 0, 1]
          orientation: [0, 0, -0.6, 0.8]
        - {position: [3, 0, 0]}
    - {id: sheet, meshes: [{vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [[0, 1, 2]]}]}
robot_model_name: crane
";

const CARRIED: &str = "world: {}
robot_state:
  attached_collision_objects:
    - link_name: rope
      touch_links: [hook]
      object: {id: load, header: {frame_id: rope}, pose: {position: [0, 0, -1]},
        primitives: [{type: box, dimensions: [1, 2, 0.5]}], primitive_poses: [{position: {x: 0, y: 0, z: 1}}]}
";

const JOINTS: &str = "# recorded from the controller: 2 rows of 2 joints, the third follows
header: {stamp: {sec: 1699, nanosec: 250000000}, frame_id: base_link, note: 'first of 3 runs, 20 degrees, 1013 hPa'}
joint_names: [turn, lift]
points:
- {positions: [0, 0.5], velocities: [0.25, 0], effort: [1, 2], time_from_start: 0}
- {positions: [1.25, 0.7], velocities: [0, 1e-1], time_from_start: {secs: 1, nsecs: 500000000}}
---
";

const FRAMES: &str = "# planned: 1 row, and the virtual joint of the base, which stands
model_id: crane
joint_trajectory: {header: {seq: 17, stamp: {secs: 12, nsecs: 345}, frame_id: base_link},
  joint_names: [lift, turn, sway], points: [{positions: [0.5, 0, 1], time_from_start: 0.0}]}
multi_dof_joint_trajectory: {header: {seq: 18, stamp: {secs: 12, nsecs: 346}, frame_id: base_link},
  joint_names: [virtual], points: [{transforms: [{translation: {x: 0, y: 0, z: 0}}], time_from_start: 0.0}]}
";

const LIMITS: &str = "joint_limits:
  turn: {has_velocity_limits: true, max_velocity: 1.5, has_acceleration_limits: true, max_acceleration: 3}
  lift:
    has_position_limits: true
    min_position: 0.1
    max_position: 1.2
    has_effort_limits: false
    max_jerk: 7
";

const REQUEST: &str = "group_name: all
start_state:
  joint_state:
    name: [turn, lift]
    position: [0, 0.5]
  multi_dof_joint_state: {joint_names: [v], transforms: [{translation: [0, 0, 0], rotation: [0, 0, 0, 1]}]}
goal_constraints:
  - joint_constraints: [{joint_name: turn, position: 1.5}, {position: 1, joint_name: lift}]
";

fn mechanism() -> Mechanism {
    Urdf::parse(ROBOT, "crane.urdf").unwrap().mechanism
}

/// Checks every fault. Returns the message of the first.
fn told(error: &TextFileError, text: &str) -> String {
    let lines = text.matches(['\n', '\r']).count() + 1;
    for fault in error.faults() {
        assert!(!fault.message().is_empty(), "{error}");
        assert!(fault.place().is_none_or(|place| place.line <= lines && place.column <= text.len() + 1), "{error}");
        assert!(fault.message().len() + fault.label().len() < 7000, "{error}");
    }
    error.faults()[0].message().to_owned()
}

/// Motions must not panic for any accepted numbers.
fn ask(mechanism: &Mechanism, trajectory: &Arc<Trajectory>) {
    assert!(trajectory.limit_violations(mechanism).iter().all(|excess| !excess.to_string().is_empty()));
    let span = trajectory.span();
    let link = mechanism.links().len() - 1;
    let motion = Motion::Articulated(LinkMotion::in_world(mechanism, trajectory, link));
    let place = motion.during(Interval::between(span.lower(), span.mid())).point(0, glam::DVec3::ONE);
    assert!(!place.is_empty(), "{trajectory:?}");
    assert!(motion.travel(span, 1.0) >= 0.0 && !motion.rounding(span.mid(), 0, glam::DVec3::ONE).is_nan());
}

#[test]
fn robots() {
    let parser = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        match Robot::parse(&text, "no such folder/crane.urdf", &RobotOptions::default()) {
            Ok(robot) => {
                let rows = vec![vec![0.5; robot.mechanism.coordinates().len()]; 2];
                if let Ok(path) = Trajectory::new(&robot.mechanism, vec![0.0, 1.0], rows, Interpolation::Linear) {
                    ask(&robot.mechanism, &Arc::new(path));
                }
                Ok(robot.parts.len() + robot.link_pairs().len())
            }
            Err(error) => Err(told(&error, &text)),
        }
    };
    survive(parser, &[ROBOT.as_bytes(), CART.as_bytes()], 12_000).expect_accepted(0.1..0.7);
}

#[test]
fn states() {
    let mechanism = mechanism();
    let parser = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let srdf = Srdf::parse(&text, "crane.srdf", &mechanism).map_err(|error| told(&error, &text))?;
        Ok(srdf.disabled.len() + srdf.states.len())
    };
    survive(parser, &[STATES.as_bytes()], 10_000).expect_accepted(0.1..0.7);
}

#[test]
fn trajectories() {
    let mechanism = mechanism();
    for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
        let options = trajectory::TrajectoryOptions { interpolation, standing: Vec::new() };
        let parser = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            let found = trajectory::parse(&text, "crane.csv", &mechanism, &options);
            let found = Arc::new(found.map_err(|error| told(&error, &text))?);
            ask(&mechanism, &found);
            Ok(found.times().len())
        };
        survive(parser, &[ROWS.as_bytes()], 10_000).expect_accepted(0.1..0.7);
    }
}

#[test]
fn messages() {
    let mechanism = mechanism();
    for interpolation in [Interpolation::Linear, Interpolation::Hermite] {
        let options = trajectory::TrajectoryOptions { interpolation, standing: Vec::new() };
        let parser = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            let found = trajectory::parse_all(&text, "crane.yaml", &mechanism, &options);
            let found = found.map_err(|error| told(&error, &text))?;
            for entry in &found {
                ask(&mechanism, &Arc::new(entry.trajectory.clone()));
            }
            Ok(found.len())
        };
        let seeds: &[&[u8]] = match interpolation {
            Interpolation::Hermite => &[JOINTS.as_bytes()],
            Interpolation::Linear | Interpolation::Cubic => &[JOINTS.as_bytes(), FRAMES.as_bytes()],
        };
        survive(parser, seeds, 10_000).expect_accepted(0.1..0.7);
    }
}

#[test]
fn limits() {
    let crane = Robot::parse(ROBOT, "crane.urdf", &RobotOptions::default()).unwrap();
    let parser = |bytes: &[u8]| {
        let (text, mut robot) = (String::from_utf8_lossy(bytes), crane.clone());
        robot.limit(&text, "joint_limits.yaml").map_err(|error| told(&error, &text))?;
        let sound = |limit: Option<f64>| limit.is_none_or(|limit| limit > 0.0 && limit.is_finite());
        assert!(robot.rate_limits.iter().all(|limits| sound(limits.velocity) && sound(limits.acceleration)));
        Ok(robot.warnings.len())
    };
    survive(parser, &[LIMITS.as_bytes()], 10_000).expect_accepted(0.1..0.8);
}

#[test]
fn worlds() {
    let options = RobotWorldOptions { packages: &[], root: "base" };
    let parser = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let world = RobotWorld::parse(&text, "no such folder/w.yaml", &options).map_err(|error| told(&error, &text))?;
        Ok(world.obstacles.len() + world.attached.len() + world.allowed.len())
    };
    survive(parser, &[WORLD.as_bytes(), CARRIED.as_bytes()], 10_000).expect_accepted(0.1..0.7);
}

#[test]
fn requests() {
    let mechanism = mechanism();
    let parser = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        let request = Request::parse(&text, "q.yaml").map_err(|error| told(&error, &text))?;
        if let Ok(segment) = request.segment(&mechanism) {
            ask(&mechanism, &Arc::new(segment));
        }
        Ok(request.start.len() + request.goal.len())
    };
    survive(parser, &[REQUEST.as_bytes()], 10_000).expect_accepted(0.1..0.7);
}
