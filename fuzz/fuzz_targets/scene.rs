//! Any text as a scene: an answer, and faults that can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_formats::Scene;

fuzz_target!(|text: &str| {
    // A folder that does not exist: mesh files are not to be found, whatever the text names.
    if let Err(error) = Scene::parse(text, "no such folder/scene.toml") {
        assert!(!error.to_string().is_empty());
    }
});
