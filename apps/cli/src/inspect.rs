//! `tangency inspect`.

use crate::arguments::InspectArguments;
use crate::output::Outputs;
use crate::{Failure, expected, files, print};
use std::process::ExitCode;
use tangency::formats::inspection::Inspection;
use tangency::{inspect, inspect_step};

pub(crate) fn run(arguments: &InspectArguments) -> Result<ExitCode, Failure> {
    let mut outputs = Outputs::tried(&[("result", &arguments.json)])?;
    let (mut found, mut step) = (Vec::new(), Vec::new());
    let mut failed = false;
    for file in &arguments.files {
        if files::is_step(&file.to_string_lossy()) {
            match inspect_step(file) {
                Ok(inspected) => {
                    outputs.say(&print::inspected_step(&inspected))?;
                    failed |= inspected.bodies.iter().any(|body| body.refused.is_some());
                    step.push(inspected);
                }
                Err(error) => {
                    eprintln!("error: {error}");
                    failed = true;
                }
            }
            continue;
        }
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
    outputs.write(arguments.json.as_deref(), "result", || Inspection::new(found, step).to_json());
    outputs.finish()?;
    Ok(if failed { ExitCode::from(2) } else { ExitCode::SUCCESS })
}
