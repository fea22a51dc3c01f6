//! Any bytes as a volume file: an answer, and a message that can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_formats::volume;

fuzz_target!(|bytes: &[u8]| {
    match volume::parse(bytes, "fuzzed") {
        Ok(file) => assert_eq!(file.samples.len(), file.counts.iter().product::<usize>()),
        Err(error) => assert!(error.to_string().len() < 4000),
    }
});
