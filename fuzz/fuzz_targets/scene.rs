//! Any text as a scene: an answer, and faults that can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_formats::Scene;

fuzz_target!(|text: &str| {
    if let Err(error) = Scene::parse(text, "no-such-folder/scene.toml") {
        assert!(error.faults().iter().all(|fault| fault.message().len() < 4000));
        assert!(!error.to_string().is_empty());
    }
});
