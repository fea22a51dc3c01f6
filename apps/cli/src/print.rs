//! Text output: aligned tables, times to the last certain digit.

mod bodies;
mod inspection;
mod measurement;
mod report;
mod simulation;

pub(crate) use inspection::{inspected_file, inspected_step};
pub(crate) use measurement::measurement;
pub(crate) use report::{check, report};
pub(crate) use simulation::simulation;

use crate::Failure;
use report::{below, nearest};
use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};
use tangency::detect::Verdict;
use tangency::geometry::Feature;
use tangency::{Report, Scene, scenes};

/// Most contacts that are listed. The result file has all.
const LISTED: usize = 20;

/// Writes to the standard output. A closed pipe (`tangency scenes | head -1`) is not a failure.
pub(crate) fn write_out(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot write to the standard output: {error}"))
        }
        _ => Ok(()),
    }
}

/// The built-in scenes, one line each.
pub(crate) fn scenes() -> String {
    let row =
        |command: &str, name: &str, summary: &str| vec![name.to_string(), command.to_string(), summary.to_string()];
    let checked = scenes::ALL.iter().map(|scene| row("check", scene.name, scene.summary));
    let simulated = scenes::SIMULATED.iter().map(|scene| row("simulate", scene.name, scene.summary));
    table(checked.chain(simulated).collect())
}

/// The names of all built-in scenes.
pub(crate) fn scene_names() -> impl Iterator<Item = &'static str> {
    let simulated = scenes::SIMULATED.iter().map(|scene| scene.name);
    scenes::ALL.iter().map(|scene| scene.name).chain(simulated)
}

/// Name and description.
fn heading(scene: &Scene) -> String {
    let mut text = scene.name.clone();
    if !scene.description.is_empty() {
        let _ = write!(text, ": {}", scene.description);
    }
    text + "\n\n"
}

/// One trajectory of a folder: the report and the number of violated limits, or the failure.
pub(crate) struct BatchRow {
    pub(crate) name: String,
    pub(crate) outcome: Result<(Report, usize), Failure>,
}

/// The cells of a trajectory's row.
fn batch_cells(report: &Report, excesses: usize) -> Vec<String> {
    let nearest = report.clearance.as_ref().and_then(|clearance| clearance.nearest.as_ref());
    let pair = report.contacts().first().map(|contact| (&contact.a, &contact.b));
    let pair = pair.or(nearest.map(|nearest| (&nearest.a, &nearest.b)));
    let time = report.time().map(|[from, _]| from).or(nearest.map(|nearest| nearest.time));
    vec![
        format!("{}, {}", report.verdict, report.evidence),
        report
            .clearance
            .as_ref()
            .map_or_else(String::new, |clearance| clearance.at_least.map_or_else(|| "not proved".into(), below)),
        pair.map_or_else(String::new, |(a, b)| format!("{a} - {b}")),
        time.map_or_else(String::new, |time| format!("{time:.6}")),
        if excesses == 0 { String::new() } else { format!("{excesses} passed") },
        duration(report.stats.seconds),
    ]
}

/// A line for every trajectory, then the totals.
pub(crate) fn batch(rows: &[BatchRow]) -> String {
    let heading = ["trajectory", "verdict", "clearance (m)", "first contact or nearest", "at (s)", "limits", "time"];
    let mut lines = vec![heading.map(String::from).to_vec()];
    let (mut counts, mut seconds) = ([0_u64; 4], 0.0);
    let mut failures = String::new();
    for BatchRow { name, outcome } in rows {
        match outcome {
            Ok((report, excesses)) => {
                let place = match report.verdict {
                    Verdict::Clear { .. } => 0,
                    Verdict::Touch(_) => 1,
                    Verdict::Open { .. } => 2,
                };
                counts[place] += 1;
                seconds += report.stats.seconds;
                lines.push([vec![name.clone()], batch_cells(report, *excesses)].concat());
            }
            Err(failure) => {
                counts[3] += 1;
                lines.push(vec![name.clone(), "error".into()]);
                let _ = writeln!(failures, "error: {failure}\n");
            }
        }
    }
    let [clear, touch, open, errors] = counts;
    let mut text = table(lines);
    let _ = writeln!(
        text,
        "\n{}: {clear} clear, {touch} touch, {open} open, {}; {}",
        if rows.len() == 1 { "1 trajectory".into() } else { format!("{} trajectories", rows.len()) },
        counted(errors, "error"),
        duration(seconds)
    );
    if let Some(smallest) = smallest_clearance(rows) {
        let _ = writeln!(text, "{smallest}");
    }
    if !failures.is_empty() {
        let _ = write!(text, "\n{failures}");
    }
    text
}

/// The clear trajectory with the smallest clearance.
fn smallest_clearance(rows: &[BatchRow]) -> Option<String> {
    let clearances = rows.iter().filter_map(|row| Some((row, row.outcome.as_ref().ok()?.0.clearance.as_ref()?)));
    let known = clearances.filter_map(|(row, clearance)| Some((row, clearance, clearance.at_least?)));
    let (row, clearance, at_least) = known.min_by(|(.., one), (.., other)| one.total_cmp(other))?;
    let mut text = format!("smallest clearance {} m, in {}", below(at_least), row.name);
    if let Some(pair) = &clearance.nearest {
        let _ = write!(text, ": {}", nearest(pair));
    }
    Some(text)
}

/// The name of a feature if it has one; otherwise kind, index and place of the feature.
fn feature(scene: &Scene, body: &str, feature: Feature) -> String {
    scene.part_name(body, feature).unwrap_or_else(|| short(&feature.to_string()))
}

/// A feature with its numbers cut to four decimals: enough to find the point on an edge or a face.
fn short(feature: &str) -> String {
    let number = |word: &str| {
        let digits = word.trim_matches(['(', ')', ',']);
        match digits.parse::<f64>() {
            Ok(value) if digits.contains('.') => word.replace(digits, &format!("{value:.4}")),
            _ => word.to_string(),
        }
    };
    feature.split(' ').map(number).collect::<Vec<_>>().join(" ")
}

fn vector(coordinates: [f64; 3]) -> String {
    // Six digits are enough to find the point. Adding zero turns -0 into 0.
    let [x, y, z] = coordinates.map(|coordinate| {
        if coordinate.abs() >= 1e9 {
            return format!("{coordinate:.6e}");
        }
        let rounded = format!("{coordinate:.6}").parse::<f64>().unwrap_or(coordinate) + 0.0;
        if rounded == 0.0 && coordinate.abs() > 1e-15 { format!("{coordinate:.2e}") } else { format!("{rounded}") }
    });
    format!("({x}, {y}, {z})")
}

/// A number as it is; very large and very small ones with an exponent instead of hundreds of zeros.
fn number(number: f64) -> String {
    let plain = number == 0.0 || (1e-6..1e15).contains(&number.abs());
    if plain { format!("{number}") } else { format!("{number:e}") }
}

/// "1 pair", "2 pairs".
fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn duration(seconds: f64) -> String {
    if seconds < 1e-3 {
        format!("{:.0} us", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else {
        format!("{seconds:.2} s")
    }
}

/// Names and values, aligned.
pub(crate) fn pairs(rows: &[(&str, String)]) -> String {
    table(rows.iter().map(|(name, value)| vec![(*name).to_string(), value.clone()]).collect())
}

/// Rows with aligned columns.
fn table(rows: Vec<Vec<String>>) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
