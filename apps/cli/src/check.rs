//! `tangency check`.

use crate::arguments::CheckArguments;
use crate::output::Outputs;
use crate::{Failure, bar, files, print};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use tangency::detect::{Evidence, Progress, Verdict};
use tangency::formats::exchange::{CheckedFile, junit, sarif};
use tangency::formats::{ContactReport, suggest, viewer};
use tangency::{CheckOptions, Report, Scene, SceneCheck, scenes};

pub(crate) fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let scene = Arc::new(files::scene(arguments)?);
    let mut outputs = Outputs::tried(&[
        ("result", &arguments.json),
        ("page", &arguments.html),
        ("JUnit file", &arguments.junit),
        ("SARIF file", &arguments.sarif),
    ])?;
    for warning in &scene.warnings {
        eprintln!("warning: {warning}");
    }
    let report = bar::with_bar(|progress| answered(&scene, arguments, progress))
        .map_err(|error| format!("scene {:?}: {error}", scene.name))?;
    for warning in report.warnings.iter().filter(|warning| !scene.warnings.contains(warning)) {
        eprintln!("warning: {warning}");
    }
    outputs.say(&print::report(&scene, &report))?;
    outputs.write(arguments.json.as_deref(), "result", || report.to_json());
    outputs.write(arguments.html.as_deref(), "page", || viewer::page(&scene, &report));
    let asked = arguments.scene.join(" ");
    let checked = [CheckedFile { file: &asked, outcome: Ok(&report) }];
    outputs.write(arguments.junit.as_deref(), "JUnit file", || Ok::<_, Failure>(junit(&checked)));
    outputs.write(arguments.sarif.as_deref(), "SARIF file", || Ok::<_, Failure>(sarif(&checked)));
    outputs.finish()?;
    if arguments.open {
        arguments.html.as_deref().map_or(Ok(()), open_in_browser)?;
    }
    Ok(ExitCode::from(exit_code(&report.verdict)))
}

/// The answer, or what is known of it when the time is up.
fn answered(
    scene: &Arc<Scene>,
    arguments: &CheckArguments,
    progress: Option<Arc<Progress>>,
) -> Result<Report, Failure> {
    let options = CheckOptions {
        tolerance: arguments.tolerance,
        separation: arguments.separation,
        budget: arguments.budget,
        clearance: !arguments.verdict_only,
        pairs: arguments.pairs,
        ignore_initial: arguments.ignore_initial,
        progress,
        ..CheckOptions::default()
    };
    let Some(seconds) = arguments.timeout else {
        return tangency::check(scene, &options).map_err(|error| error.to_string());
    };
    let limit = Duration::try_from_secs_f64(seconds)
        .map_err(|_| format!("--timeout {seconds} must be a number of seconds not below 0"))?;
    let (sender, parts) = channel();
    let (end, asked) = (Instant::now() + limit, Arc::clone(scene));
    // The work cannot be interrupted. If the time is up, it ends with the program.
    std::thread::spawn(move || {
        // Nobody listens any more if the time is up.
        let _ = sender.send(in_parts(&asked, &options, &sender));
    });
    let mut known: Option<Report> = None;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match parts.recv_timeout(left) {
            Ok(Ok(Part::Unfinished(report))) => known = Some(report),
            Ok(Ok(Part::Finished(report))) => return Ok(report),
            Ok(Err(failure)) => return Err(failure),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => break,
        }
    }
    let missing = if known.is_some() { "how clear it is, or the table of pairs," } else { "the verdict" };
    let open = || Report::new(&scene.name, Verdict::Open { from: scene.span.start }, Evidence::Proved);
    let mut report = known.unwrap_or_else(open);
    report.warnings.push(format!("{missing} is not known: the {seconds} s of --timeout are over"));
    Ok(report)
}

/// A report that more is coming for, or the whole one.
enum Part {
    Unfinished(Report),
    Finished(Report),
}

type Answered = Result<Part, Failure>;

/// The answer. Sends the verdict as soon as it is known.
fn in_parts(scene: &Scene, options: &CheckOptions, sender: &Sender<Answered>) -> Answered {
    let fail = |error: tangency::CheckError| error.to_string();
    let checked = SceneCheck::new(scene, options).map_err(fail)?;
    let mut report = checked.verdict().map_err(fail)?;
    let _ = sender.send(Ok(Part::Unfinished(report.clone())));
    if options.clearance {
        checked.add_clearance(&mut report);
        let _ = sender.send(Ok(Part::Unfinished(report.clone())));
    }
    if options.pairs {
        checked.add_pairs(&mut report).map_err(fail)?;
    }
    Ok(Part::Finished(report))
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
        let near = suggest(name, &names).map_or_else(String::new, |near| format!("; did you mean {near:?}?"));
        return Err(format!(
            "there is no scene {name:?}: neither a file of that path nor a built-in scene ({}){near}",
            names.join(", ")
        ));
    }
    Scene::read(path).map_err(|error| error.to_string())
}

/// Opens a page with the program that the system has for it.
fn open_in_browser(page: &Path) -> Result<(), Failure> {
    let [program, first] = if cfg!(target_os = "macos") {
        ["open", ""]
    } else if cfg!(target_os = "windows") {
        ["cmd", "/C start"]
    } else {
        ["xdg-open", ""]
    };
    let mut command = std::process::Command::new(program);
    command.args(first.split_whitespace()).arg(page);
    let failed = |why: String| format!("{} cannot be opened ({program}: {why}): open it in a browser", page.display());
    match command.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::null()).spawn() {
        Ok(_) => Ok(()),
        Err(error) => Err(failed(error.to_string())),
    }
}
