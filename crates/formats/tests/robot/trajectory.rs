//! Trajectory files: content and refusals.

use crate::{assert_told, told};
use glam::{DVec3, dvec3};
use std::sync::Arc;
use tangency_formats::TextFileError;
use tangency_formats::robot::Urdf;
use tangency_formats::robot::trajectory::{self, TrajectoryOptions};
use tangency_geometry::{Interpolation, LinkMotion, Mechanism, Trajectory};

/// An arm on a base joint of this type, with a gripper. The second finger mimics the first.
fn mechanism(base: &str) -> Mechanism {
    let text = format!(
        "<robot name='r'><link name='a'/><link name='b'/><link name='c'/><link name='d'/><link name='e'/>
        <joint name='base' type='{base}'><parent link='a'/><child link='b'/></joint>
        <joint name='arm' type='continuous'><parent link='b'/><child link='c'/></joint>
        <joint name='left' type='prismatic'><parent link='c'/><child link='d'/><limit upper='1'/></joint>
        <joint name='right' type='prismatic'><parent link='c'/><child link='e'/><limit upper='1'/>
          <mimic joint='left' multiplier='-1' offset='0.1'/></joint></robot>"
    );
    Urdf::parse(&text, "r.urdf").unwrap().mechanism
}

fn parse(text: &str) -> Result<Trajectory, TextFileError> {
    trajectory::parse(text, "t.csv", &mechanism("fixed"), &TrajectoryOptions::default())
}

#[test]
fn columns_come_in_any_order() {
    for text in [
        "time,arm,left\n0,0,0\n2,1,0.5\n",
        "left, \"Time\" ,arm\r\n0,0,0\r\n\r\n# half way\r\n0.5,2,1",
        "\u{feff}left;t;arm\n0;0;0\n0.5;2;1\n",
        "arm\tright\tbase\tleft\ttime_from_start\n0\t0.1\t9\t0\t0\n1\t-0.4\t9\t0.5\t2e0\n",
    ] {
        let found = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((found.times(), found.value(0, 1.0), found.value(1, 1.0)), (&[0.0, 2.0][..], 0.5, 0.25), "{text}");
    }
}

#[test]
fn joints_may_stand() {
    let options = TrajectoryOptions { interpolation: Interpolation::Cubic, standing: vec![("left".into(), 0.25)] };
    let found = trajectory::parse("time,arm\n0,0\n1,1\n", "t.csv", &mechanism("fixed"), &options).unwrap();
    assert_eq!((found.value(1, 0.7), found.value(0, 0.25)), (0.25, 0.15625));
    let unknown = TrajectoryOptions { standing: vec![("lift".into(), 0.25)], ..options };
    let error = trajectory::parse("time,arm\n0,0\n", "t.csv", &mechanism("fixed"), &unknown).unwrap_err();
    assert!(error.to_string().contains("joint \"lift\" is said to stand at 0.25, but the robot has none"));
}

#[test]
fn floating_bases_have_seven_columns() {
    let header = "time,base/trans_x,base/trans_y,base/trans_z,base/rot_x,base/rot_y,base/rot_z,base/rot_w,arm,left\n";
    let of = mechanism("floating");
    let parse = |rows: &str| trajectory::parse(&format!("{header}{rows}"), "t.csv", &of, &TrajectoryOptions::default());
    assert!(parse("0,1,2,3,0,0,0,1,0,0\n1,1,2,3,0,0,0.6,0.8,0,0\n").is_ok());
    let (place, message) = told(&parse("0,1,2,3,0,0,0,1,0,0\n1,1,2,3,0,0,0.6,0.7,0,0\n").unwrap_err());
    assert!(place == Some([3, 1]) && message.contains("orientation of joint \"base\""), "{message}");
    let one = trajectory::parse("time,base,arm,left\n0,0,0,0\n", "t.csv", &of, &TrajectoryOptions::default());
    assert!(told(&one.unwrap_err()).1.contains("joint \"base\" has 7 values, not one"));
}

#[test]
fn planar_bases_have_three_columns() {
    let text = "<robot name='r'><link name='a'/><link name='b'/><joint name='base' type='planar'>
        <parent link='a'/><child link='b'/><origin xyz='1 2 3'/><axis xyz='0 0 1'/></joint></robot>";
    let of = Urdf::parse(text, "r.urdf").unwrap().mechanism;
    assert_eq!(of.coordinates(), ["base/x", "base/y", "base/theta"]);
    let rows = "time,base/theta,base/x,base/y\n0,0,0,0\n2,1,0.5,4\n";
    let path = trajectory::parse(rows, "t.csv", &of, &TrajectoryOptions::default()).unwrap();
    let motion = LinkMotion::in_world(&of, &Arc::new(path), 1);
    // At half the time: translated by (0.25, 2), rotated by 0.5 rad about z.
    let found = motion.locate(1.0).pose.apply(DVec3::X);
    assert!(found.distance(dvec3(1.25 + 0.5_f64.cos(), 4.0 + 0.5_f64.sin(), 3.0)) < 1e-14, "{found}");
    let one = trajectory::parse("time,base\n0,0\n", "t.csv", &of, &TrajectoryOptions::default()).unwrap_err();
    let (place, message) = told(&one);
    assert_eq!(place, Some([1, 6]));
    assert!(message.contains("joint \"base\" has 3 values, not one"), "{message}");
    assert!(message.contains("expected columns base/x, base/y, base/theta"), "{message}");
}

#[test]
fn what_is_refused() {
    let refused = |text: &str, place: Option<[usize; 2]>, words: &[&str]| {
        assert_told(&parse(text).unwrap_err(), place, words);
    };
    refused("", None, &["the trajectory is empty"]);
    refused("# only a comment\n", None, &["the trajectory is empty"]);
    refused("time,arm,left\n", None, &["a header but no row"]);
    refused("0,1,2\n1,1,2\n", Some([1, 1]), &["no joint \"0\"", "the first line must be a header"]);
    refused("arm,left\n0,0\n", Some([1, 1]), &["0 time columns", "\"time\", in seconds"]);
    refused("time,t,arm,left\n0,0,0,0\n", Some([1, 1]), &["2 time columns"]);
    refused("time,arm,arm,left\n0,0,0,0\n", Some([1, 10]), &["two columns are called \"arm\""]);
    refused("time,amr,left\n0,0,0\n", Some([1, 6]), &["no joint \"amr\"", "did you mean \"arm\"?"]);
    refused("time,elbow,left\n0,0,0\n", Some([1, 6]), &["no joint \"elbow\"", "its joints: arm, left"]);
    refused("time,arm\n0,0\n", Some([1, 1]), &["no column for left", "--joint left=0"]);
    refused("time,arm,left\n0,0\n", Some([2, 1]), &["2 cells, the header 3", "no value for \"left\""]);
    refused("time,arm,left\n0,0,0,0\n", Some([2, 1]), &["4 cells, the header 3", "too many"]);
    refused("time,arm,left\n0,0,0\n1, nan,0\n", Some([3, 4]), &["\"arm\" is NaN", "finite"]);
    refused("time,arm,left\n0,0,1e999\n", Some([2, 5]), &["\"left\" is inf"]);
    refused("time,arm,left\n0,zero,0\n", Some([2, 3]), &["\"arm\" is \"zero\", which is no number"]);
    refused("time,arm,left\n0,,0\n", Some([2, 3]), &["\"arm\" is \"\", which is no number"]);
    refused(
        "time,arm,left\n1,0,0\n\n1,0,0\n",
        Some([4, 1]),
        &["the time 1 is not later than that of the row before, 1"],
    );
    refused("time,arm,left\n1,0,0\n0.5,0,0\n", Some([3, 1]), &["times must increase"]);
    refused(
        "time,arm,left,right\n0,0,0,0\n",
        Some([2, 7]),
        &["joint \"right\" is 0, but it follows \"left\"", "expected 0.1"],
    );
}

/// All faulty rows are reported together.
#[test]
fn faults_are_told_together() {
    let error = parse("time,arm,left\n0,0,0\n1,x,0\n2,0\n3,0,y\n").unwrap_err();
    let lines: Vec<usize> = error.faults().iter().map(|fault| fault.place().unwrap().line).collect();
    assert_eq!(lines, [3, 4, 5]);
}
