//! `tangency check`.

use crate::arguments::CheckArguments;
use crate::output::Outputs;
use crate::timed::{self, Collected, Wanted, WorkEnd};
use crate::watch::{self, RunEnd};
use crate::{Failure, bar, browser, expected, files, print};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tangency::detect::{Evidence, Progress, Verdict};
use tangency::formats::exchange::{CheckedFile, junit, sarif};
use tangency::formats::{ContactReport, suggest, viewer};
use tangency::{CheckOptions, Report, Scene, SceneCheck, scenes};

pub(crate) fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    browser::refuse_standard_output(arguments.open, arguments.html.as_deref())?;
    let piped = outputs(arguments)?.piped();
    let limit = timed::limit(arguments.timeout)?;
    watch::run(&arguments.sources.scene, arguments.watch, piped, |first| once(arguments, limit, first))
}

/// Tries the destinations of the results.
fn outputs(arguments: &CheckArguments) -> Result<Outputs, Failure> {
    Outputs::tried(&[
        ("result", &arguments.json),
        ("page", &arguments.html),
        ("JUnit file", &arguments.junit),
        ("SARIF file", &arguments.sarif),
    ])
}

/// Checks the scene once. The page is opened the first time only: a browser shows it again by itself.
fn once(arguments: &CheckArguments, limit: Option<Duration>, first: bool) -> Result<RunEnd, Failure> {
    let scene = Arc::new(files::scene(&arguments.sources)?);
    let mut outputs = outputs(arguments)?;
    for warning in &scene.warnings {
        eprintln!("warning: {warning}");
    }
    let report = bar::with_bar(|progress| answered(&scene, arguments, limit, progress))
        .map_err(|error| format!("scene {:?}: {error}", scene.name))?;
    for warning in report.warnings.iter().filter(|warning| !scene.warnings.contains(warning)) {
        eprintln!("warning: {warning}");
    }
    outputs.say(&print::check(&scene, &report))?;
    outputs.write(arguments.json.as_deref(), "result", || report.to_json());
    outputs.write(arguments.html.as_deref(), "page", || viewer::page(&scene, &report));
    let asked = arguments.sources.scene.join(" ");
    let checked = [CheckedFile { file: &asked, outcome: Ok(&report) }];
    outputs.write(arguments.junit.as_deref(), "JUnit file", || Ok::<_, Failure>(junit(&checked)));
    outputs.write(arguments.sarif.as_deref(), "SARIF file", || Ok::<_, Failure>(sarif(&checked)));
    outputs.finish()?;
    if arguments.open && first {
        arguments.html.as_deref().map_or(Ok(()), browser::open)?;
    }
    let code = ExitCode::from(exit_code(&report.verdict));
    Ok(RunEnd { code, words: format!("{}, {}", report.verdict, report.evidence) })
}

/// The answer, or what is known of it when the work has to end.
fn answered(
    scene: &Arc<Scene>,
    arguments: &CheckArguments,
    limit: Option<Duration>,
    progress: Option<Arc<Progress>>,
) -> Result<Report, Failure> {
    let end = WorkEnd::new(limit);
    let options = CheckOptions {
        tolerance: arguments.tolerance,
        separation: arguments.separation,
        budget: arguments.budget,
        clearance: !arguments.verdict_only,
        pairs: arguments.pairs,
        ignore_initial: arguments.ignore_initial,
        progress,
        stop: end.signal(),
    };
    let wanted = Wanted { clearance: options.clearance, pairs: options.pairs, curve: false };
    let asked = Arc::clone(scene);
    let Collected { parts, finished } = end.collect(move |known| in_parts(&asked, &options, known));
    let mut known: Option<Report> = None;
    for part in parts {
        known = Some(part?);
    }
    let Some(reason) = end.reason() else {
        return known.filter(|_| finished).ok_or_else(|| "there is no answer".into());
    };
    let open = || Report::new(&scene.name, Verdict::Open { from: scene.span.start }, Evidence::Proved);
    let mut report = known.unwrap_or_else(open);
    timed::warn_of_missing(&mut report, wanted, &reason);
    Ok(report)
}

/// Sends the verdict as soon as it is known, then the report with more answers.
fn in_parts(scene: &Scene, options: &CheckOptions, known: &(dyn Fn(Result<Report, Failure>) + Sync)) {
    let fail = |error: tangency::CheckError| error.to_string();
    let answered = || -> Result<(), Failure> {
        let checked = SceneCheck::new(scene, options).map_err(fail)?;
        let mut report = checked.verdict().map_err(fail)?;
        known(Ok(report.clone()));
        if options.clearance {
            checked.add_clearance(&mut report);
            known(Ok(report.clone()));
        }
        if options.pairs {
            checked.add_pairs(&mut report).map_err(fail)?;
            known(Ok(report));
        }
        Ok(())
    };
    if let Err(failure) = answered() {
        known(Err(failure));
    }
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
    if !path.exists() && (path.extension().is_some() || path.components().count() > 1) {
        return Err(format!(
            "there is no file {name:?}: check the path, or choose a built-in scene of `tangency scenes`"
        ));
    }
    if !path.exists() {
        let names: Vec<&str> = print::scene_names().collect();
        let near = suggest(name, &names).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
        return Err(format!(
            "there is no scene {name:?}: neither a file of that path nor a built-in scene ({}){near}",
            names.join(", ")
        ));
    }
    expected::scene(path)?;
    Scene::read(path).map_err(|error| error.to_string())
}
