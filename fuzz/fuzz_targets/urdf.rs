//! Any text as a robot description: an answer, and faults that can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_formats::robot::{Robot, RobotOptions};

fuzz_target!(|text: &str| {
    // A folder that does not exist: mesh files are not to be found, whatever the text names. Few sides, so that time
    // goes into reading.
    let options = RobotOptions::default();
    match Robot::parse(text, "no such folder/robot.urdf", &options) {
        Ok(robot) => assert!(robot.link_pairs().len() <= text.len() * text.len()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
