//! `tangency verify`.

mod inputs;

use crate::arguments::VerifyArguments;
use crate::check::exit_code;
use crate::output::Outputs;
use crate::timed::{self, Collected, Wanted, WorkEnd};
use crate::{Failure, bar, browser, print};
use inputs::{Loaded, LoadedTrajectory};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tangency::detect::{Evidence, Progress, Verdict};
use tangency::formats::exchange::{CheckedFile, junit, sarif};
use tangency::formats::viewer::{self, FolderEntry};
use tangency::geometry::Trajectory;
use tangency::{Report, Verifier, VerifyOptions};

pub(crate) fn run(arguments: &VerifyArguments) -> Result<ExitCode, Failure> {
    browser::refuse_standard_output(arguments.open, arguments.html.as_deref())?;
    let limit = timed::limit(arguments.timeout)?;
    let mut outputs = Outputs::tried(&[
        ("result", &arguments.json),
        ("page", &arguments.html),
        ("JUnit file", &arguments.junit),
        ("SARIF file", &arguments.sarif),
    ])?;
    let verifier = Arc::new(inputs::verifier(arguments)?);
    for warning in verifier.robot().warnings.iter().chain(&verifier.world().warnings) {
        eprintln!("warning: {warning}");
    }
    let mut all = inputs::trajectories(arguments, &verifier)?;
    let batch = arguments.trajectory.is_dir() || all.len() > 1;
    if !batch && let Some(Loaded { outcome: Err(failure), .. }) = all.first_mut() {
        return Err(std::mem::take(failure));
    }
    let answers = answers(arguments, limit, &verifier, &all, batch);
    let code = if batch {
        many(arguments, &verifier, &all, &answers, &mut outputs)?
    } else {
        single(arguments, &verifier, &all[0], &answers[0], &mut outputs)?
    };
    let checked: Vec<CheckedFile<'_>> = all
        .iter()
        .zip(&answers)
        .map(|(loaded, answer)| CheckedFile { file: &loaded.name, outcome: answer.as_ref().map_err(String::as_str) })
        .collect();
    outputs.write(arguments.junit.as_deref(), "JUnit file", || Ok::<_, Failure>(junit(&checked)));
    outputs.write(arguments.sarif.as_deref(), "SARIF file", || Ok::<_, Failure>(sarif(&checked)));
    outputs.finish()?;
    if arguments.open {
        arguments.html.as_deref().map_or(Ok(()), browser::open)?;
    }
    Ok(ExitCode::from(code))
}

fn options(arguments: &VerifyArguments, end: &WorkEnd, progress: Option<Arc<Progress>>) -> VerifyOptions {
    let defaults = VerifyOptions::default();
    VerifyOptions {
        clearance: arguments.clearance.unwrap_or(defaults.clearance),
        tolerance: arguments.tolerance.unwrap_or(defaults.tolerance),
        budget: arguments.budget,
        progress,
        stop: end.signal(),
    }
}

/// The verdict, then the report with each further answer, as soon as they are known.
fn ask(
    verifier: &Verifier,
    trajectory: &Arc<Trajectory>,
    (options, wanted): (&VerifyOptions, Wanted),
    known: &(dyn Fn(Result<Report, Failure>) + Sync),
) {
    let answered = || -> Result<(), tangency::VerifyError> {
        let mut verified = verifier.verify(trajectory, options)?;
        known(Ok(verified.report.clone()));
        if wanted.clearance {
            verifier.add_clearance(&mut verified, trajectory, options)?;
            known(Ok(verified.report.clone()));
        }
        if wanted.pairs {
            verifier.add_pairs(&mut verified, trajectory, options)?;
            known(Ok(verified.report.clone()));
        }
        if wanted.curve {
            verifier.add_curve(&mut verified, trajectory, options)?;
            known(Ok(verified.report));
        }
        Ok(())
    };
    if let Err(error) = answered() {
        known(Err(error.to_string()));
    }
}

/// An answer about the trajectory with this index. Later ones know more.
type Part = (usize, Result<Report, Failure>);

/// The answers, in the order of the trajectories.
fn answers(
    arguments: &VerifyArguments,
    limit: Option<Duration>,
    verifier: &Arc<Verifier>,
    all: &[Loaded],
    batch: bool,
) -> Vec<Result<Report, Failure>> {
    let wanted = Wanted {
        clearance: !arguments.verdict_only,
        pairs: arguments.pairs && !batch,
        curve: arguments.html.is_some(),
    };
    let readable: Vec<usize> = (0..all.len()).filter(|&index| all[index].outcome.is_ok()).collect();
    let paths: Vec<Arc<Trajectory>> =
        all.iter().filter_map(|loaded| Some(Arc::clone(&loaded.outcome.as_ref().ok()?.trajectory))).collect();
    let count = bar::counting(if batch { paths.len() } else { 0 });
    let done = count.clone();
    let asked = Arc::clone(verifier);
    let work = move |options: VerifyOptions, known: &(dyn Fn(Part) + Sync)| {
        asked.for_each(&paths, &|index, trajectory| {
            ask(&asked, trajectory, (&options, wanted), &|part| known((readable[index], part)));
            done.inc(1);
        });
    };
    let end = WorkEnd::new(limit);
    let collected = |options: VerifyOptions| end.collect(move |known| work(options, known));
    let Collected { parts, .. } = if batch {
        collected(options(arguments, &end, None))
    } else {
        bar::with_bar(|progress| collected(options(arguments, &end, progress)))
    };
    count.finish_and_clear();
    let mut latest: Vec<Option<Result<Report, Failure>>> = all.iter().map(|_| None).collect();
    for (index, part) in parts {
        latest[index] = Some(part);
    }
    let answer = |(loaded, known): (&Loaded, Option<Result<Report, Failure>>)| match &loaded.outcome {
        Err(failure) => Err(failure.clone()),
        Ok(path) => {
            let late = end.reason();
            completed(verifier, &loaded.name, path, (known, wanted, late))
        }
    };
    all.iter().zip(latest).map(answer).collect()
}

/// The report under the name of its file, with its limits and warnings. If the time ran out, it says what is missing.
fn completed(
    verifier: &Verifier,
    name: &str,
    path: &LoadedTrajectory,
    (known, wanted, late): (Option<Result<Report, Failure>>, Wanted, Option<String>),
) -> Result<Report, Failure> {
    let mut report = match (known, &late) {
        (Some(Ok(report)), _) => report,
        (Some(Err(failure)), _) => return Err(format!("{name}: {failure}")),
        (None, Some(_)) => Report::new(name, Verdict::Open { from: path.trajectory.span().lower() }, Evidence::Proved),
        (None, None) => return Err(format!("{name}: there is no answer")),
    };
    report.scene = name.to_owned();
    report.limits = Some(verifier.limits(&path.trajectory, path.efforts.as_deref()));
    report.warnings.extend(path.warnings.iter().cloned());
    if let Some(late) = late {
        timed::warn_of_missing(&mut report, wanted, &late);
    }
    Ok(report)
}

fn single(
    arguments: &VerifyArguments,
    verifier: &Verifier,
    loaded: &Loaded,
    answer: &Result<Report, Failure>,
    outputs: &mut Outputs,
) -> Result<u8, Failure> {
    let (report, path) = (answer.as_ref().map_err(Clone::clone)?, loaded.outcome.as_ref().map_err(Clone::clone)?);
    let told = |warning: &&String| {
        !verifier.robot().warnings.contains(warning) && !verifier.world().warnings.contains(warning)
    };
    for warning in report.warnings.iter().filter(told) {
        eprintln!("warning: {warning}");
    }
    let scene = verifier.scene(&loaded.name, &path.trajectory);
    outputs.say(&print::report(&scene, report))?;
    outputs.write(arguments.json.as_deref(), "result", || report.to_json());
    outputs.write(arguments.html.as_deref(), "page", || viewer::page(&scene, report));
    Ok(exit_code(&report.verdict))
}

/// A table of many trajectories.
fn many(
    arguments: &VerifyArguments,
    verifier: &Verifier,
    all: &[Loaded],
    answers: &[Result<Report, Failure>],
    outputs: &mut Outputs,
) -> Result<u8, Failure> {
    let short = |loaded: &Loaded| {
        let path = std::path::Path::new(&loaded.name);
        path.file_name().map_or_else(|| loaded.name.clone(), |name| name.to_string_lossy().into_owned())
    };
    let names: Vec<String> = all.iter().map(short).collect();
    let exceeded = |report: &Report| report.limits.as_ref().map_or(0, |limits| limits.exceeded.len());
    let row = |(name, answer): (&String, &Result<Report, Failure>)| print::BatchRow {
        name: name.clone(),
        outcome: answer.as_ref().map(|report| (report.clone(), exceeded(report))).map_err(Clone::clone),
    };
    warn_of_all(&names, answers, verifier);
    let rows: Vec<print::BatchRow> = names.iter().zip(answers).map(row).collect();
    outputs.say(&print::batch(&rows))?;
    outputs.write(arguments.json.as_deref(), "result", || {
        let results = answers.iter().flatten().map(Report::to_json);
        let results = results.collect::<Result<Vec<_>, _>>()?;
        Ok::<_, tangency::formats::ReportError>(format!("[\n{}\n]\n", results.join(",\n")))
    });
    outputs.write(arguments.html.as_deref(), "page", || {
        let both = names.iter().zip(all).zip(answers);
        let entries: Vec<FolderEntry<'_>> =
            both.map(|((name, loaded), answer)| folder_entry(name, loaded, answer)).collect();
        let title = format!("{} on {}", verifier.robot().name, arguments.trajectory.display());
        Ok::<_, Failure>(viewer::folder_page(&title, &entries))
    });
    let mut verdicts = answers.iter().flatten().map(|report| &report.verdict);
    Ok(if answers.iter().any(Result::is_err) {
        2
    } else if verdicts.clone().any(Verdict::is_touch) {
        1
    } else if verdicts.any(Verdict::is_open) {
        3
    } else {
        0
    })
}

/// Tells each warning once, with the trajectories that it concerns. Exceeded limits have a column of the table.
fn warn_of_all(names: &[String], answers: &[Result<Report, Failure>], verifier: &Verifier) {
    let mut told: Vec<(&String, Vec<&String>)> = Vec::new();
    for (name, report) in names.iter().zip(answers).filter_map(|(name, answer)| Some((name, answer.as_ref().ok()?))) {
        let is_limit = |warning: &String| {
            report.limits.iter().any(|limits| limits.exceeded.iter().any(|exceeded| exceeded.words == *warning))
        };
        let own = |warning: &&String| {
            !verifier.robot().warnings.contains(warning) && !verifier.world().warnings.contains(warning)
        };
        for warning in report.warnings.iter().filter(own).filter(|warning| !is_limit(warning)) {
            match told.iter_mut().find(|(known, _)| *known == warning) {
                Some((_, files)) => files.push(name),
                None => told.push((warning, vec![name])),
            }
        }
    }
    for (warning, files) in told {
        match files[..] {
            [one] => eprintln!("warning: {one}: {warning}"),
            [first, ..] => eprintln!("warning: {first} and {} more: {warning}", files.len() - 1),
            [] => {}
        }
    }
}

fn folder_entry<'a>(name: &'a str, loaded: &Loaded, answer: &'a Result<Report, Failure>) -> FolderEntry<'a> {
    let span = loaded.outcome.as_ref().ok().map(|path| path.trajectory.span());
    FolderEntry {
        name,
        span: span.map(|span| [span.lower(), span.upper()]),
        outcome: answer.as_ref().map_err(String::as_str),
    }
}
