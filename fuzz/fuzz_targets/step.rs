//! Any bytes as a STEP file: an answer no larger than the file, and a message that can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_formats::step;

fuzz_target!(|bytes: &[u8]| {
    match step::parse(bytes, "fuzzed") {
        Ok(file) => {
            let parts = file.bodies.iter().map(|body| body.faces.len() + body.edges.len() + body.vertices.len());
            assert!(parts.sum::<usize>() + file.instances.len() <= bytes.len());
        }
        Err(error) => assert!(error.to_string().len() < 4000),
    }
});
