//! Any text as a trajectory of a small robot, as a table and as messages: an answer, and motions that can be asked.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};
use tangency_formats::robot::{Urdf, trajectory};
use tangency_geometry::{Interpolation, LinkMotion, Mechanism, Motion, RateLimits};

static ROBOT: LazyLock<Mechanism> = LazyLock::new(|| {
    let text = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>
        <joint name='x' type='continuous'><parent link='a'/><child link='b'/></joint>
        <joint name='y' type='prismatic'><parent link='b'/><child link='c'/><limit upper='1'/></joint></robot>";
    Urdf::parse(text, "r.urdf").expect("a sound robot").mechanism
});

fuzz_target!(|text: &str| {
    let kinds = [Interpolation::Linear, Interpolation::Cubic, Interpolation::Hermite];
    for (file, interpolation) in ["fuzz.csv", "fuzz.yaml"].into_iter().flat_map(|file| kinds.map(|kind| (file, kind))) {
        let options = trajectory::TrajectoryOptions { interpolation, standing: Vec::new() };
        match trajectory::parse_all(text, file, &ROBOT, &options) {
            Ok(found) => {
                for entry in found {
                    let (span, found) = (entry.trajectory.span(), Arc::new(entry.trajectory));
                    assert!(found.limit_violations(&ROBOT).len() <= 2);
                    let limits = [RateLimits { velocity: Some(1.0), acceleration: Some(1.0), effort: Some(1.0) }; 2];
                    assert!(found.rate_violations(&ROBOT, &limits).len() <= 4);
                    let motion = Motion::Articulated(LinkMotion::in_world(&ROBOT, &found, 2));
                    assert!(!motion.during(span).region(1.0).is_empty());
                }
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});
