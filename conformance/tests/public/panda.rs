//! Trajectories of the Panda, verified.
//!
//! Reference: dense sampling with pinocchio and coal (`planning/panda/reference.json`: 1,000 and 10,000 poses a
//! segment, exact cylinders).

use std::sync::Arc;
use tangency::formats::robot::{Robot, RobotOptions, RobotWorld, RobotWorldOptions};
use tangency::geometry::{Interpolation, Trajectory};
use tangency::{Verifier, VerifyOptions};
use tangency_conformance::data;

/// The segments of the reference: a contact wherever sampling saw one, never later; and where sampling saw
/// none, `clear` or a contact between samples.
///
/// Link 6 is excluded. The references read `link6.obj` with a loader that takes its line elements for corners
/// of triangles: 1,220 of the 1,308 triangles that they were sampled with are not in the file.
#[test]
#[cfg_attr(not(public_data), ignore = "needs the public data sets beside the project (../shared/data)")]
fn the_panda_agrees_with_sampling() {
    let (urdf, srdf) = (data("meshes/franka_panda/panda.urdf"), data("planning/panda/panda.srdf"));
    let panda = Robot::read(urdf, &RobotOptions { srdf: Some(srdf), ..RobotOptions::default() }).unwrap();
    let bare = Verifier::new(panda, RobotWorld::default());
    let text = std::fs::read_to_string(data("planning/panda/reference.json")).unwrap();
    let reference: serde_json::Value = serde_json::from_str(&text).unwrap();
    let (mut agreed, mut clear) = (0, 0);
    // Every second segment; `examples/panda_set.rs` runs all of them.
    for motion in reference["motions"].as_array().unwrap().iter().step_by(2) {
        let verifier = bare.among(world(motion));
        let row = |key: &str| (0..8).map(|joint| motion[key][joint].as_f64().unwrap()).collect::<Vec<_>>();
        let rows = vec![row("q_start"), row("q_goal")];
        let mechanism = &verifier.robot().mechanism;
        let segment = Arc::new(Trajectory::new(mechanism, vec![0.0, 1.0], rows, Interpolation::Linear).unwrap());
        let found = verifier.verify(&segment, &VerifyOptions::default()).unwrap();
        assert_eq!(found.asked as u64, motion["npairs"].as_u64().unwrap());
        let sampled_pairs = motion["pairs"].to_string();
        let ours = found.report.contacts().first().map_or("", |contact| contact.a.as_str());
        if sampled_pairs.contains("panda_link6") || ours == "panda_link6" {
            continue;
        }
        match (motion["first_sample"]["10000"].as_f64(), found.report.time()) {
            (Some(sampled), Some([from, _])) => {
                // Between two samples, or early by the excess of a prism and the tolerance.
                assert!(from <= sampled && from > sampled - 5e-3, "{from} {sampled} {}", motion["problem"]);
                agreed += 1;
            }
            (Some(sampled), None) => panic!("missed: {} at {sampled}", motion["problem"]),
            (None, found) => clear += usize::from(found.is_none()),
        }
    }
    println!("{agreed} contacts agree, {clear} segments are clear");
    assert!(agreed >= 10, "{agreed} of the segments could be compared");
}

/// The obstacles of a reference, written as a planning scene and read by its reader.
fn world(motion: &serde_json::Value) -> RobotWorld {
    let objects: Vec<String> = motion["world"]
        .as_array()
        .unwrap()
        .iter()
        .map(|body| {
            format!(
                "{{id: {}, primitives: [{{type: {}, dimensions: {}}}], \
                 primitive_poses: [{{position: {}, orientation: {}}}]}}",
                body["name"], body["type"], body["dimensions"], body["position"], body["quat_xyzw"]
            )
        })
        .collect();
    let text = format!("world: {{collision_objects: [{}]}}", objects.join(", "));
    RobotWorld::parse(&text, "world.yaml", &RobotWorldOptions { packages: &[], root: "panda_link0" }).unwrap()
}
