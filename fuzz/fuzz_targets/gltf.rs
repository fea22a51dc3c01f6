//! Any bytes as a mesh file of this format, and as its animation: an answer, and a message that can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_formats::mesh::{self, Format};

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = Format::Gltf.parse(bytes) {
        assert!(error.to_string().len() < 4000);
    }
    if let Err(error) = mesh::parse_morph(bytes, "fuzz.gltf", None) {
        assert!(error.to_string().len() < 4000);
    }
});
