//! `tangency verify`.

use crate::arguments::{InterpolationArgument, LimitsArgument, VerifyArguments};
use crate::check::exit_code;
use crate::output::Outputs;
use crate::{Failure, bar, print};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use tangency::detect::Verdict;
use tangency::formats::robot::trajectory::{self, TrajectoryOptions};
use tangency::formats::robot::{Robot, RobotOptions, RobotWorld, RobotWorldOptions};
use tangency::formats::viewer;
use tangency::geometry::{Interpolation, Trajectory};
use tangency::{Scene, Verified, Verifier, VerifyOptions, scenes};

pub(crate) fn run(arguments: &VerifyArguments) -> Result<ExitCode, Failure> {
    let outputs = Outputs::tried(&[("result", &arguments.json), ("page", &arguments.html)])?;
    let verifier = prepare(arguments)?;
    for warning in verifier.robot().warnings.iter().chain(&verifier.world().warnings) {
        eprintln!("warning: {warning}");
    }
    if arguments.trajectory.is_dir() {
        batch(arguments, &verifier, outputs)
    } else {
        single(arguments, &verifier, outputs)
    }
}

/// Robot and world.
fn prepare(arguments: &VerifyArguments) -> Result<Verifier, Failure> {
    let options = RobotOptions {
        srdf: arguments.srdf.clone(),
        packages: arguments.package.iter().map(|text| package(text)).collect::<Result<_, _>>()?,
        skipped_links: arguments.skip_link.clone(),
    };
    let robot = Robot::read(&arguments.robot, &options).map_err(|error| error.to_string())?;
    let world = match &arguments.world {
        None => RobotWorld::default(),
        Some(name) => load_world(name, &robot, &options)?,
    };
    Ok(Verifier::new(robot, world))
}

fn package(text: &str) -> Result<(String, PathBuf), Failure> {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => Ok((name.to_owned(), PathBuf::from(path))),
        _ => Err(format!("--package {text:?} must be NAME=FOLDER")),
    }
}

fn standing(text: &str) -> Result<(String, f64), Failure> {
    match text.split_once('=').map(|(name, value)| (name, value.parse::<f64>())) {
        Some((name, Ok(value))) if !name.is_empty() && value.is_finite() => Ok((name.to_owned(), value)),
        _ => Err(format!("--joint {text:?} must be NAME=VALUE, a finite number of radians or metres")),
    }
}

/// A built-in scene by its name, a scene file, or a planning scene in YAML.
fn load_world(name: &str, robot: &Robot, options: &RobotOptions) -> Result<RobotWorld, Failure> {
    let path = Path::new(name);
    let yaml = path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml");
    if yaml {
        let root = &robot.mechanism.links()[robot.mechanism.root()];
        let options = RobotWorldOptions { packages: &options.packages, root };
        return RobotWorld::read(path, &options).map_err(|error| error.to_string());
    }
    let scene = match scenes::make(name) {
        Some(built_in) => built_in,
        None => Scene::read(path).map_err(|error| error.to_string())?,
    };
    RobotWorld::of_scene(&scene).ok_or_else(|| match scene.first_free() {
        Some(body) => {
            format!("body {:?} of {name:?} is free, and obstacles move as they are told: give it a `motion`", body.name)
        }
        None => format!(
            "the bodies of {name:?} move on a clock that starts at {} s: let its span start at 0",
            scene.span.start
        ),
    })
}

/// A trajectory, and its violations of joint limits.
type Loaded = Result<(Arc<Trajectory>, Vec<String>), Failure>;

/// Reads a trajectory and checks its limits.
fn load(arguments: &VerifyArguments, path: &Path, robot: &Robot) -> Loaded {
    let options = TrajectoryOptions {
        interpolation: match arguments.interpolation {
            InterpolationArgument::Linear => Interpolation::Linear,
            InterpolationArgument::Cubic => Interpolation::Cubic,
        },
        standing: arguments.joint.iter().map(|text| standing(text)).collect::<Result<_, _>>()?,
    };
    let found = trajectory::read(path, &robot.mechanism, &options).map_err(|error| error.to_string())?;
    let excesses: Vec<String> = found.limit_violations(&robot.mechanism).iter().map(ToString::to_string).collect();
    match (arguments.limits, excesses.first()) {
        (LimitsArgument::Error, Some(first)) => Err(format!("{}: {first}", path.display())),
        (LimitsArgument::Error | LimitsArgument::Warn, _) => Ok((Arc::new(found), excesses)),
    }
}

fn options(arguments: &VerifyArguments) -> VerifyOptions {
    let defaults = VerifyOptions::default();
    VerifyOptions {
        clearance: arguments.clearance.unwrap_or(defaults.clearance),
        tolerance: arguments.tolerance.unwrap_or(defaults.tolerance),
        budget: arguments.budget,
        ..defaults
    }
}

fn single(arguments: &VerifyArguments, verifier: &Verifier, mut outputs: Outputs) -> Result<ExitCode, Failure> {
    let (trajectory, excesses) = load(arguments, &arguments.trajectory, verifier.robot())?;
    for excess in &excesses {
        eprintln!("warning: {excess}");
    }
    let name = arguments.trajectory.display().to_string();
    let options = options(arguments);
    let fail = |error: tangency::VerifyError| format!("{name}: {error}");
    let mut verified = bar::with_bar(|progress| {
        let options = VerifyOptions { progress, ..options.clone() };
        ask(arguments, verifier, &trajectory, &options)
    })
    .map_err(fail)?;
    if arguments.pairs {
        verifier.add_pairs(&mut verified, &trajectory, &options).map_err(fail)?;
    }
    verified.report.scene.clone_from(&name);
    let scene = verifier.scene(&name, &trajectory);
    outputs.say(&print::report(&scene, &verified.report))?;
    outputs.write(arguments.json.as_deref(), "result", || verified.report.to_json());
    outputs.write(arguments.html.as_deref(), "page", || viewer::page(&scene, &verified.report));
    outputs.finish()?;
    Ok(ExitCode::from(exit_code(&verified.report.verdict)))
}

/// The verdict, and the clearance unless `--verdict-only` is given.
fn ask(
    arguments: &VerifyArguments,
    verifier: &Verifier,
    trajectory: &Arc<Trajectory>,
    options: &VerifyOptions,
) -> Result<Verified, tangency::VerifyError> {
    if arguments.verdict_only {
        verifier.verify(trajectory, options)
    } else {
        verifier.verify_with_clearance(trajectory, options)
    }
}

/// The result of one trajectory of a folder.
type TrajectoryOutcome = Result<(Verified, Vec<String>), Failure>;

/// Every CSV file of a folder, on all cores.
fn batch(arguments: &VerifyArguments, verifier: &Verifier, mut outputs: Outputs) -> Result<ExitCode, Failure> {
    if arguments.html.is_some() {
        return Err("--html shows one trajectory: name a file, not a folder".into());
    }
    let files = trajectories(&arguments.trajectory)?;
    let outcomes = all(arguments, verifier, &files);
    let rows: Vec<print::BatchRow> = files
        .iter()
        .zip(&outcomes)
        .map(|(file, outcome)| print::BatchRow {
            name: file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            outcome: outcome
                .as_ref()
                .map(|(verified, excesses)| (verified.report.clone(), excesses.len()))
                .map_err(Clone::clone),
        })
        .collect();
    outputs.say(&print::batch(&rows))?;
    outputs.write(arguments.json.as_deref(), "result", || {
        let results = outcomes.iter().flatten().map(|(verified, _)| verified.report.to_json());
        let results = results.collect::<Result<Vec<_>, _>>()?;
        Ok::<_, tangency::formats::ReportError>(format!("[\n{}\n]\n", results.join(",\n")))
    });
    outputs.finish()?;
    let mut verdicts = outcomes.iter().flatten().map(|(verified, _)| &verified.report.verdict);
    Ok(ExitCode::from(if outcomes.iter().any(Result::is_err) {
        2
    } else if verdicts.clone().any(Verdict::is_touch) {
        1
    } else if verdicts.any(Verdict::is_open) {
        3
    } else {
        0
    }))
}

fn trajectories(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "csv"))
        .collect();
    files.sort();
    if files.is_empty() { Err(format!("there is no CSV file in {}", folder.display())) } else { Ok(files) }
}

/// The outcomes in the order of the files.
fn all(arguments: &VerifyArguments, verifier: &Verifier, files: &[PathBuf]) -> Vec<TrajectoryOutcome> {
    let loaded: Vec<_> = files.iter().map(|file| load(arguments, file, verifier.robot())).collect();
    let trajectories: Vec<Arc<Trajectory>> = loaded.iter().flatten().map(|(path, _)| Arc::clone(path)).collect();
    let bar = bar::counting(trajectories.len());
    let verified = verifier.verify_all(&trajectories, &options(arguments), !arguments.verdict_only, &|| bar.inc(1));
    bar.finish_and_clear();
    // Every readable file has an answer, in the same order.
    let mut verified = verified.into_iter();
    let outcome = |(file, loaded): (&PathBuf, Loaded)| {
        let (_, excesses) = loaded?;
        let name = file.display().to_string();
        let answer = verified.next().ok_or_else(|| format!("{name}: there is no answer"))?;
        let mut found = answer.map_err(|error| format!("{name}: {error}"))?;
        found.report.scene = name;
        Ok((found, excesses))
    };
    files.iter().zip(loaded).map(outcome).collect()
}
