//! `tangency inspect`.

use crate::arguments::InspectArguments;
use crate::check::write_file;
use crate::{Failure, print};
use std::process::ExitCode;
use tangency::formats::inspection::Inspection;
use tangency::inspect;

pub(crate) fn run(arguments: &InspectArguments) -> Result<ExitCode, Failure> {
    let mut found = Vec::new();
    let mut failed = false;
    for file in &arguments.files {
        match inspect(file) {
            Ok(inspected) => {
                print::write_out(&print::inspected_file(&inspected))?;
                found.push(inspected);
            }
            Err(error) => {
                eprintln!("error: {error}");
                failed = true;
            }
        }
    }
    if let Some(file) = &arguments.json {
        write_file(file, "result", Inspection::new(found).to_json())?;
    }
    Ok(if failed { ExitCode::from(2) } else { ExitCode::SUCCESS })
}
