//! Trajectories as messages in YAML and JSON, joint limits, and degrees: content and refusals.

use crate::{assert_told, told};
use tangency_formats::TextFileError;
use tangency_formats::robot::trajectory::{self, TrajectoryEntry, TrajectoryOptions};
use tangency_formats::robot::{Robot, RobotOptions, Urdf};
use tangency_geometry::{Interpolation, Limits, Mechanism, RateLimits};

const ROBOT: &str = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/>
    <joint name='arm' type='revolute'><parent link='a'/><child link='b'/>
      <limit lower='-1' upper='2' velocity='1.5' effort='10'/></joint>
    <joint name='left' type='prismatic'><parent link='b'/><child link='c'/>
      <limit upper='1' velocity='0' effort='0'/></joint>
    <joint name='right' type='prismatic'><parent link='b'/><child link='d'/><limit upper='1'/>
      <mimic joint='left' multiplier='-1' offset='0.1'/></joint></robot>";

fn mechanism() -> Mechanism {
    Urdf::parse(ROBOT, "r.urdf").unwrap().mechanism
}

fn read(text: &str, interpolation: Interpolation) -> Result<Vec<TrajectoryEntry>, TextFileError> {
    let options = TrajectoryOptions { interpolation, standing: Vec::new() };
    trajectory::parse_all(text, "t.yaml", &mechanism(), &options)
}

const ECHOED: &str = "header:
  stamp:
    sec: 0
    nanosec: 0
  frame_id: ''
joint_names:
- left
- arm
points:
- positions:
  - 0.0
  - 0.0
  velocities: []
  accelerations: []
  effort: []
  time_from_start:
    sec: 0
    nanosec: 0
- positions: [0.5, 1.0]
  time_from_start: {secs: 2, nsecs: 500000000}
---
joint_trajectory: {joint_names: [arm, left, right], points: [
  {positions: [1, 0.25, -0.15], velocities: [0.5, 0, 0], effort: [3, 4, 5], time_from_start: 0},
  {positions: [2, 0.25, -0.15], velocities: [0.5, 0, 0], effort: [3, 4, 5], time_from_start: 1.0}]}
multi_dof_joint_trajectory: {joint_names: [], points: []}
---
";

#[test]
fn documents_are_trajectories() {
    let found = read(ECHOED, Interpolation::Linear).unwrap();
    let [first, second] = &found[..] else { panic!("two, not {}", found.len()) };
    assert_eq!((first.trajectory.times(), first.trajectory.value(0, 1.25)), (&[0.0, 2.5][..], 0.5));
    assert_eq!((first.trajectory.value(1, 1.25), &first.efforts, first.warnings.len()), (0.25, &None, 0));
    assert_eq!(second.efforts.as_ref().unwrap()[1], [Some(3.0), Some(4.0), Some(5.0)]);
    assert!(second.warnings[0].contains("--interpolation hermite"), "{:?}", second.warnings);
    let error = trajectory::parse(ECHOED, "t.yaml", &mechanism(), &TrajectoryOptions::default()).unwrap_err();
    assert!(error.to_string().contains("holds 2 trajectories"), "{error}");
}

/// From 1 to 2 with the velocity 0.5 at both ends: 1 + 0.5 s + 1.5 s² − s³.
#[test]
fn velocities_shape_the_path() {
    let text = ECHOED.split("---\n").nth(1).unwrap();
    let found = read(text, Interpolation::Hermite).unwrap();
    assert!((found[0].trajectory.value(0, 0.25) - (1.0 + 0.125 + 1.5 / 16.0 - 1.0 / 64.0)).abs() < 1e-15);
    assert_eq!(found[0].warnings, Vec::<String>::new());
    // The first document has none.
    let error = read(ECHOED, Interpolation::Hermite).unwrap_err();
    assert!(told(&error).1.contains("gives no velocity of \"arm\""), "{error}");
}

#[test]
fn json_is_read() {
    let text = "{\n\t\"trajectory\": [{\"joint_trajectory\": {\"joint_names\": [\"arm\"], \"points\": [
        {\"positions\": [0.5], \"time_from_start\": {\"sec\": 0, \"nanosec\": 0}},
        {\"positions\": [1e0], \"time_from_start\": {\"sec\": 1, \"nanosec\": 0}}]}}],
        \"trajectory_start\": {\"joint_state\": {\"name\": [\"left\", \"other\"], \"position\": [0.75, 3]}}}";
    let found = trajectory::parse(text, "t.json", &mechanism(), &TrajectoryOptions::default()).unwrap();
    assert_eq!((found.value(0, 1.0), found.value(1, 0.5)), (1.0, 0.75));
}

#[test]
fn frames_move_floating_and_planar_joints() {
    let robot = |kind: &str| {
        let text = format!(
            "<robot name='r'><link name='a'/><link name='b'/><joint name='base' type='{kind}'><axis xyz='0 0 1'/>
            <parent link='a'/><child link='b'/></joint></robot>"
        );
        Urdf::parse(&text, "r.urdf").unwrap().mechanism
    };
    let text = |rotation: &str| {
        format!(
            "multi_dof_joint_trajectory: {{joint_names: [base, virtual], points: [
            {{transforms: [{{translation: {{x: 1, y: 2, z: 0}}, rotation: {rotation}}}, {{}}], time_from_start: 0}},
            {{transforms: [{{translation: [1, 3, 0]}}, {{}}], time_from_start: 1}}]}}"
        )
    };
    let options = TrajectoryOptions::default();
    let turned = text("{x: 0, y: 0, z: 0.6, w: 0.8}");
    let planar = trajectory::parse(&turned, "t.yaml", &robot("planar"), &options).unwrap();
    assert!((planar.value(2, 0.0) - 2.0 * 0.6_f64.asin()).abs() < 1e-15 && planar.value(1, 0.5) == 2.5);
    let floating = trajectory::parse(&turned, "t.yaml", &robot("floating"), &options).unwrap();
    assert_eq!((floating.value(5, 0.0), floating.value(1, 0.0)), (0.6, 2.0));
    let tilted = trajectory::parse(&text("[0.6, 0, 0, 0.8]"), "t.yaml", &robot("planar"), &options).unwrap_err();
    assert!(told(&tilted).1.contains("leaves its plane"), "{tilted}");
    let moved = turned.replace("{}", "{translation: [1, 0, 0]}");
    let moved = trajectory::parse(&moved, "t.yaml", &robot("floating"), &options).unwrap_err();
    assert!(told(&moved).1.contains("no joint \"virtual\""), "{moved}");
}

#[test]
fn what_is_refused() {
    let refused = |text: &str, place: Option<[usize; 2]>, words: &[&str]| {
        assert_told(&read(text, Interpolation::Linear).unwrap_err(), place, words);
    };
    let with = |points: &str| format!("joint_names: [arm, left]\npoints:\n{points}");
    refused("", None, &["no trajectory"]);
    refused("world: {}\n", Some([1, 1]), &["this is no trajectory", "--world"]);
    refused("joint_names: [amr, left]\npoints: [{}]\n", Some([1, 15]), &["no joint \"amr\"", "did you mean \"arm\"?"]);
    refused("joint_names: [arm, arm]\npoints: [{}]\n", Some([1, 20]), &["two joints are called \"arm\""]);
    refused("joint_names: [arm]\npoints: [{}]\n", Some([1, 14]), &["no joint name for left", "--joint left=0"]);
    refused("joint_names: [arm, left]\n", Some([1, 14]), &["no points"]);
    refused(&with("- {positions: [0, 0]}\n"), Some([3, 3]), &["point 0 has no \"time_from_start\""]);
    refused(&with("- {time_from_start: 0}\n"), Some([3, 3]), &["point 0 has no \"positions\""]);
    refused(&with("- {positions: [0], time_from_start: 0}\n"), Some([3, 15]), &["1 positions for 2 joints"]);
    refused(
        &with("- {positions: [0, x], time_from_start: 0}\n"),
        Some([3, 19]),
        &["points[0].positions[1] is \"x\"", "finite"],
    );
    refused(&with("- {positions: [0, '...'], time_from_start: 0}\n"), Some([3, 19]), &["--full-length"]);
    refused(&with("- {positions: [0, 0], time_from_start: soon}\n"), Some([3, 40]), &["\"time_from_start\" is"]);
    let twice = "- {positions: [0, 0], time_from_start: 1}\n- {positions: [0, 0], time_from_start: 1}\n";
    refused(&with(twice), Some([4, 40]), &["the time 1 is not later"]);
    let carried = "trajectory: [{joint_names: [arm, left]}]\ntrajectory_start: {attached_collision_objects: [{}]}\n";
    refused(carried, Some([2, 48]), &["carries objects"]);
}

#[test]
fn degrees_are_noticed() {
    let warnings = |rows: &str| {
        let text = format!("time,arm,left\n{rows}");
        let found = trajectory::parse_all(&text, "t.csv", &mechanism(), &TrajectoryOptions::default()).unwrap();
        found[0].warnings.join("\n")
    };
    assert!(warnings("0,0,0\n1,90,0.5\n").contains("look like degrees: joint \"arm\" is 90"));
    // Within the limits, slightly beyond them, and beyond them even in degrees.
    for rows in ["0,0,0\n1,2,0.5\n", "0,0,0\n1,3,0.5\n", "0,0,0\n1,900,0.5\n"] {
        assert_eq!(warnings(rows), "", "{rows}");
    }
    let text = "time,arm,left\n0,0,5,0,1\n";
    let error = trajectory::parse(text, "t.csv", &mechanism(), &TrajectoryOptions::default()).unwrap_err();
    assert!(error.to_string().contains("decimal commas"), "{error}");
}

#[test]
fn tables_have_velocities_and_efforts() {
    let text = "time,arm,arm/velocity,arm/effort,left\n0,0,0.5,3,0.2\n2,0,-0.5,4,0.2\n";
    let options = TrajectoryOptions { interpolation: Interpolation::Hermite, standing: Vec::new() };
    let found = trajectory::parse_all(text, "t.csv", &mechanism(), &options).unwrap();
    assert_eq!((found[0].trajectory.value(0, 1.0), found[0].trajectory.value(1, 1.0)), (0.25, 0.2));
    assert_eq!(found[0].efforts.as_ref().unwrap()[0], [Some(3.0), None, None]);
}

#[test]
fn limits_come_from_the_description_and_from_their_own_file() {
    let mut robot = Robot::parse(ROBOT, "r.urdf", &RobotOptions::default()).unwrap();
    let arm = RateLimits { velocity: Some(1.5), acceleration: None, effort: Some(10.0) };
    // Zero means that nothing is known.
    assert_eq!(robot.rate_limits, [arm, RateLimits::default(), RateLimits::default()]);
    let text = "robot_description_planning:
  joint_limits:
    arm: {has_velocity_limits: true, max_velocity: 0.5, has_acceleration_limits: true, max_acceleration: 4,
      has_effort_limits: false, max_effort: 3, max_position: 1.25, has_jerk_limits: true, max_jerk: 9}
    other: {max_velocity: 1}
";
    robot.limit(text, "joint_limits.yaml").unwrap();
    assert_eq!(robot.rate_limits[0], RateLimits { velocity: Some(0.5), acceleration: Some(4.0), effort: None });
    assert_eq!(robot.mechanism.joints()[0].limits, Some(Limits { lower: -1.0, upper: 1.25 }));
    let warnings = robot.warnings.join("\n");
    assert!(warnings.contains("jerk limit of \"arm\"") && warnings.contains("joint \"other\""), "{warnings}");
    let mut refused = |limits: &str, words: &str| {
        let error = robot.limit(&format!("joint_limits:\n  arm: {limits}\n"), "l.yaml").unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    };
    refused("{max_velocity: -1}", "max_velocity is -1");
    refused("{has_velocity_limits: true}", "have no max_velocity");
    refused("{has_velocity_limit: true}", "did you mean has_velocity_limits?");
    refused("{min_position: 3, max_position: 1}", "above max_position");
    let negative = ROBOT.replace("velocity='1.5'", "velocity='-1.5'");
    let error = Urdf::parse(&negative, "r.urdf").unwrap_err();
    assert!(error.to_string().contains("the velocity limit is -1.5"), "{error}");
}
