//! Any text as a trajectory of a small robot: an answer, and motions that can be asked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};
use tangency_formats::robot::{Urdf, trajectory};
use tangency_geometry::{Interpolation, LinkMotion, Mechanism, Motion};

static ROBOT: LazyLock<Mechanism> = LazyLock::new(|| {
    let text = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>
        <joint name='x' type='continuous'><parent link='a'/><child link='b'/></joint>
        <joint name='y' type='prismatic'><parent link='b'/><child link='c'/><limit upper='1'/></joint></robot>";
    Urdf::parse(text, "r.urdf").expect("a sound robot").mechanism
});

fuzz_target!(|text: &str| {
    for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
        let options = trajectory::TrajectoryOptions { interpolation, standing: Vec::new() };
        match trajectory::parse(text, "fuzz.csv", &ROBOT, &options) {
            Ok(found) => {
                let (span, found) = (found.span(), Arc::new(found));
                assert!(found.limit_violations(&ROBOT).len() <= 2);
                let motion = Motion::Articulated(LinkMotion::in_world(&ROBOT, &found, 2));
                assert!(!motion.during(span).region(1.0).is_empty());
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
