//! What planners return: paths of OMPL's RRT-Connect, whose states pinocchio and coal have checked, beside the proof.
//!
//! Needs the public set `../shared/data/planning/panda`, `tar` and Python. Prints the paths that touch; the rows give the
//! time of a verification beside that of planning.

use crate::python;
use crate::table::Row;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;
use tangency::detect::Verdict;
use tangency::formats::robot::{Robot, RobotOptions, RobotWorld, RobotWorldOptions, trajectory};
use tangency::{Verifier, VerifyOptions};

/// The fractions of the space at which OMPL checks motions: its default, and a fifth of it.
const RESOLUTIONS: [&str; 2] = ["0.01", "0.002"];
/// Problems, taken in turn from every environment of the set.
const PROBLEMS: usize = 50;
/// Seconds for one search.
const SEARCH_SECONDS: &str = "20";

/// A path of the planner, and what sampling says of it.
struct PlannedPath {
    problem: String,
    milliseconds: f64,
    /// `None` if no path was found.
    touches_at_samples: Option<bool>,
}

pub(crate) fn run() -> Vec<Row> {
    measured().unwrap_or_else(|error| {
        eprintln!("the planners cannot be measured: {error}");
        Vec::new()
    })
}

fn measured() -> Result<Vec<Row>, String> {
    let folder = prepared()?;
    let options = RobotOptions { srdf: Some(folder.join("panda.srdf")), ..RobotOptions::default() };
    let panda = Robot::read(folder.join("panda.urdf"), &options).map_err(|error| error.to_string())?;
    let bare = Verifier::new(panda, RobotWorld::default());
    RESOLUTIONS.iter().map(|resolution| compared(&folder, &bare, resolution)).collect()
}

/// Plans at a resolution and verifies every path.
fn compared(folder: &Path, bare: &Verifier, resolution: &str) -> Result<Row, String> {
    let planned = planned(folder, resolution)?;
    let solved: Vec<&PlannedPath> = planned.iter().filter(|path| path.touches_at_samples.is_some()).collect();
    let (mut touch, mut open, mut sampled, mut both, mut times) = (0, 0, 0, 0, Vec::new());
    for path in &solved {
        let file = path.problem.replace('/', "-");
        let csv = folder.join(format!("paths-{resolution}")).join(format!("{file}.csv"));
        let (verdict, ns) = verified(folder, bare, &path.problem, &csv)?;
        let touches = matches!(verdict, Verdict::Touch(_));
        let seen = path.touches_at_samples == Some(true);
        touch += usize::from(touches);
        open += usize::from(matches!(verdict, Verdict::Open { .. }));
        sampled += usize::from(seen);
        both += usize::from(touches && seen);
        times.push(ns);
        if touches != seen {
            println!(
                "  {} at {resolution}: {verdict}, sampling says {}",
                path.problem,
                if seen { "touch" } else { "clear" }
            );
        }
    }
    let planning = median(solved.iter().map(|path| 1e6 * path.milliseconds).collect());
    println!(
        "resolution {resolution}: {} of {} solved; {touch} paths touch, proved, {open} open; sampling at 0.002 rad finds \
         {sampled}, {both} of them proved",
        solved.len(),
        planned.len()
    );
    Ok(Row {
        name: format!("verify a path of RRT-Connect, resolution {resolution}"),
        ours: median(times),
        peer_name: "OMPL 2.0.1, planning".into(),
        peer: Some(planning),
    })
}

/// The verdict about a path, and the nanoseconds that it took.
fn verified(
    folder: &Path,
    bare: &Verifier,
    problem: &str,
    csv: &Path,
) -> Result<(Verdict<tangency::formats::ContactReport>, f64), String> {
    let (kind, number) = problem.split_once('/').ok_or("a problem is KIND/NUMBER")?;
    let options = RobotWorldOptions { packages: &[], root: "panda_link0" };
    let scene = folder.join("problems").join(kind).join(format!("scene{number}.yaml"));
    let verifier = bare.among(RobotWorld::read(scene, &options).map_err(|error| error.to_string())?);
    let mechanism = &verifier.robot().mechanism;
    let path = trajectory::read(csv, mechanism, &Default::default()).map_err(|error| error.to_string())?;
    let clock = Instant::now();
    let verified = verifier.verify(&Arc::new(path), &VerifyOptions::default()).map_err(|error| error.to_string())?;
    Ok((verified.report.verdict, clock.elapsed().as_secs_f64() * 1e9))
}

/// Runs the script.
fn planned(folder: &Path, resolution: &str) -> Result<Vec<PlannedPath>, String> {
    let packages = ["ompl==2.0.1", "pin==4.1.0", "coal==3.0.3", "numpy", "pyyaml"];
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/ompl/plan.py");
    let mut command = Command::new(python::with("ompl, pinocchio, yaml", &packages)?);
    let printed = python::output(command.arg(script).arg(folder).args([resolution, SEARCH_SECONDS]))?;
    printed.lines().map(|line| path(line).ok_or_else(|| format!("the planner printed: {line}"))).collect()
}

fn path(line: &str) -> Option<PlannedPath> {
    let [problem, _, milliseconds, sampled] = line.split_whitespace().collect::<Vec<_>>()[..] else { return None };
    let touches_at_samples = match sampled {
        "touch" => Some(true),
        "clear" => Some(false),
        _ => None,
    };
    Some(PlannedPath { problem: problem.into(), milliseconds: milliseconds.parse().ok()?, touches_at_samples })
}

/// A vertex or a face of an OBJ file, without texture and normal indices. `None` for other lines.
fn plain(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    match words.next()? {
        "v" => Some(format!("{line}\n")),
        "f" => {
            Some(words.fold("f".to_owned(), |face, word| face + " " + word.split('/').next().unwrap_or(word)) + "\n")
        }
        _ => None,
    }
}

/// The folder with the robot and the problems. The meshes have vertices and faces alone: with the materials of the file,
/// the loader of the peers joins vertices of `link6.obj` to triangles that the file does not have.
fn prepared() -> Result<PathBuf, String> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let (robot, set) = (data.join("meshes/franka_panda"), data.join("planning/panda"));
    let (folder, failed) = (python::folder("ompl")?, |error: std::io::Error| error.to_string());
    let meshes = folder.join("meshes/collision");
    std::fs::create_dir_all(&meshes).map_err(failed)?;
    for (from, name) in [(robot.join("panda.urdf"), "panda.urdf"), (set.join("panda.srdf"), "panda.srdf")] {
        std::fs::copy(&from, folder.join(name)).map_err(|error| format!("{}: {error}", from.display()))?;
    }
    for file in std::fs::read_dir(robot.join("meshes/collision")).map_err(failed)? {
        let file = file.map_err(failed)?;
        let text = std::fs::read_to_string(file.path()).map_err(failed)?;
        let triangles: String = text.lines().filter_map(plain).collect();
        python::write(&meshes.join(file.file_name()), triangles.as_bytes())?;
    }
    let archive = set.join("problems.tar.bz2");
    python::output(Command::new("tar").arg("xjf").arg(archive).arg("-C").arg(&folder))?;
    let mut kinds: Vec<String> = std::fs::read_dir(folder.join("problems"))
        .map_err(failed)?
        .filter_map(|kind| kind.ok().map(|kind| kind.file_name().to_string_lossy().into_owned()))
        .collect();
    kinds.sort();
    let numbers = 1..=PROBLEMS.div_ceil(kinds.len().max(1));
    let names = numbers.flat_map(|number| kinds.iter().map(move |kind| format!("{kind}/{number:04}\n")));
    python::write(&folder.join("problems.txt"), names.take(PROBLEMS).collect::<String>().as_bytes())?;
    Ok(folder)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
