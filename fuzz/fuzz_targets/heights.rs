//! Any bytes as a file of heights: an answer, and a message that can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_formats::heights;

fuzz_target!(|bytes: &[u8]| {
    match heights::parse(bytes, "fuzzed") {
        Ok(file) => assert_eq!(file.heights.len(), file.columns * file.rows),
        Err(error) => assert!(error.to_string().len() < 4000),
    }
});
