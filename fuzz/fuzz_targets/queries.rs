//! Any bytes as a file of queries: an answer, and a message that can be shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_formats::queries;

fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = queries::parse(bytes, "fuzz") {
        assert!(error.to_string().len() < 4000);
    }
});
