//! `tangency check`.

use crate::arguments::CheckArguments;
use crate::{Failure, bar, print};
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;
use tangency::detect::Verdict;
use tangency::formats::{ContactReport, viewer};
use tangency::{CheckOptions, Scene, check, scenes};

pub(crate) fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let scene = load(&arguments.scene)?;
    for warning in &scene.warnings {
        eprintln!("warning: {warning}");
    }
    let report = bar::with_bar(|progress| {
        let options = CheckOptions {
            tolerance: arguments.tolerance,
            separation: arguments.separation,
            budget: arguments.budget,
            progress,
        };
        check(&scene, &options)
    })
    .map_err(|error| format!("scene {:?}: {error}", scene.name))?;
    print::write_out(&print::report(&scene, &report))?;
    if let Some(file) = &arguments.json {
        write_file(file, "result", report.to_json())?;
    }
    if let Some(file) = &arguments.html {
        write_file(file, "page", viewer::page(&scene, &report))?;
    }
    Ok(ExitCode::from(exit_code(&report.verdict)))
}

/// The exit code of a verdict.
pub(crate) fn exit_code(verdict: &Verdict<ContactReport>) -> u8 {
    match verdict {
        Verdict::Clear { .. } => 0,
        Verdict::Touch(_) => 1,
        Verdict::Open { .. } => 3,
    }
}

/// A built-in scene by its name, or a scene file by its path.
pub(crate) fn load(name: &str) -> Result<Scene, Failure> {
    if let Some(built_in) = scenes::make(name) {
        return Ok(built_in);
    }
    let path = Path::new(name);
    if !path.exists() {
        let names: Vec<&str> = print::scene_names().collect();
        return Err(format!(
            "there is no scene {name:?}: neither a file of that path nor a built-in scene ({})",
            names.join(", ")
        ));
    }
    Scene::read(path).map_err(|error| error.to_string())
}

/// Writes the content to the file. Fails if the content or the file could not be made.
pub(crate) fn write_file<E: Display>(file: &Path, what: &str, content: Result<String, E>) -> Result<(), Failure> {
    let content = content.map_err(|error| format!("the {what} cannot be made: {error}"))?;
    std::fs::write(file, content)
        .map_err(|error| format!("the {what} cannot be written to {}: {error}", file.display()))?;
    print::write_out(&format!("  {what} written to {}\n", file.display()))
}
