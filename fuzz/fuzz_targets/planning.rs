//! Any text as a planning scene and as a request: an answer, and faults that can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_formats::robot::{Request, RobotWorld, RobotWorldOptions};

fuzz_target!(|text: &str| {
    let options = RobotWorldOptions { packages: &[], root: "base" };
    if let Err(error) = RobotWorld::parse(text, "no such folder/scene.yaml", &options) {
        assert!(!error.to_string().is_empty());
    }
    if let Err(error) = Request::parse(text, "request.yaml") {
        assert!(!error.to_string().is_empty());
    }
});
