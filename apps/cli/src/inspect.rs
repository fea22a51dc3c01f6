//! `tangency inspect`.

use crate::arguments::InspectArguments;
use crate::output::Outputs;
use crate::{Failure, expected, print};
use std::process::ExitCode;
use tangency::formats::inspection::Inspection;
use tangency::inspect;

pub(crate) fn run(arguments: &InspectArguments) -> Result<ExitCode, Failure> {
    let mut outputs = Outputs::tried(&[("result", &arguments.json)])?;
    let mut found = Vec::new();
    let mut failed = false;
    for file in &arguments.files {
        match inspect(file) {
            Ok(inspected) => {
                outputs.say(&print::inspected_file(&inspected))?;
                found.push(inspected);
            }
            Err(error) => {
                let elsewhere = expected::not_a_mesh(file);
                eprintln!("error: {}", elsewhere.unwrap_or_else(|| error.to_string()));
                failed = true;
            }
        }
    }
    outputs.write(arguments.json.as_deref(), "result", || Inspection::new(found).to_json());
    outputs.finish()?;
    Ok(if failed { ExitCode::from(2) } else { ExitCode::SUCCESS })
}
