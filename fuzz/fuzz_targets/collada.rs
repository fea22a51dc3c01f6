//! Any bytes as a mesh file of this format: an answer, and a message that can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_formats::mesh::Format;

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = Format::Collada.parse(bytes) {
        assert!(error.to_string().len() < 4000);
    }
});
