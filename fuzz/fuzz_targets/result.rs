//! Any text as a result file: an answer, and what is read can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tangency_formats::{Report, Simulation};

fuzz_target!(|text: &str| {
    if let Ok(report) = Report::from_json(text) {
        let again = report.to_json().and_then(|json| Report::from_json(&json));
        assert_eq!(again, Ok(report));
    }
    if let Ok(simulation) = Simulation::from_json(text) {
        let again = simulation.to_json().and_then(|json| Simulation::from_json(&json));
        assert_eq!(again, Ok(simulation));
    }
});
