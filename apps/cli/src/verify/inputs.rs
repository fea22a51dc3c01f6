//! Robot, world and trajectories, from the arguments of `tangency verify`.

use crate::Failure;
use crate::arguments::{InterpolationArgument, LimitsArgument, VerifyArguments};
use crate::check::load;
use crate::expected::VerifyOption;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tangency::formats::robot::trajectory::{self, TrajectoryEntry, TrajectoryOptions};
use tangency::formats::robot::{AttachedObject, Robot, RobotOptions, RobotWorld, RobotWorldOptions};
use tangency::geometry::{Interpolation, Trajectory};
use tangency::{Verifier, scenes};

/// Robot and world.
pub(super) fn verifier(arguments: &VerifyArguments) -> Result<Verifier, Failure> {
    refuse_other_files(arguments)?;
    let options = RobotOptions {
        srdf: arguments.srdf.clone(),
        joint_limits: arguments.joint_limits.clone(),
        packages: arguments.package.iter().map(|text| package(text)).collect::<Result<_, _>>()?,
        skipped_links: arguments.skip_link.clone(),
    };
    let robot = Robot::read(&arguments.robot, &options).map_err(|error| error.to_string())?;
    let mut world = match &arguments.world {
        None => RobotWorld::default(),
        Some(name) => load_world(name, &robot, &options)?,
    };
    for text in &arguments.attach {
        let (link, name) = attachment(text)?;
        let scene = load(name)?;
        let attached = AttachedObject::of_scene(&scene, link, &arguments.touch_link);
        world.attached.extend(attached.map_err(|error| format!("--attach {text}: {error}"))?);
    }
    Verifier::try_new(robot, world).map_err(|error| error.to_string())
}

fn package(text: &str) -> Result<(String, PathBuf), Failure> {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => Ok((name.to_owned(), PathBuf::from(path))),
        _ => Err(format!("--package {text:?} must be NAME=FOLDER")),
    }
}

fn attachment(text: &str) -> Result<(&str, &str), Failure> {
    match text.split_once('=') {
        Some((link, scene)) if !link.is_empty() && !scene.is_empty() => Ok((link, scene)),
        _ => Err(format!("--attach {text:?} must be LINK=SCENE")),
    }
}

fn standing(text: &str) -> Result<(String, f64), Failure> {
    match text.split_once('=').map(|(name, value)| (name, value.parse::<f64>())) {
        Some((name, Ok(value))) if !name.is_empty() && value.is_finite() => Ok((name.to_owned(), value)),
        _ => Err(format!("--joint {text:?} must be NAME=VALUE, a finite number of radians or metres")),
    }
}

/// Refuses files of options that are certainly of another kind, before the work.
fn refuse_other_files(arguments: &VerifyArguments) -> Result<(), Failure> {
    VerifyOption::Trajectory.refuse_others(&arguments.trajectory)?;
    if let Some(srdf) = &arguments.srdf {
        VerifyOption::Srdf.refuse_others(srdf)?;
    }
    if let Some(limits) = &arguments.joint_limits {
        VerifyOption::JointLimits.refuse_others(limits)?;
    }
    let world = arguments.world.as_deref().map(|name| (VerifyOption::World, name));
    let attached = arguments.attach.iter().filter_map(|text| Some((VerifyOption::Attach, text.split_once('=')?.1)));
    for (option, name) in world.into_iter().chain(attached) {
        if scenes::make(name).is_none() {
            option.refuse_others(Path::new(name))?;
        }
    }
    Ok(())
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
    let scene = load(name)?;
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

/// A trajectory of a file.
pub(super) struct Loaded {
    /// The path of the file, with a number if it holds several.
    pub(super) name: String,
    pub(super) outcome: Result<LoadedTrajectory, Failure>,
}

#[derive(Clone)]
pub(super) struct LoadedTrajectory {
    pub(super) trajectory: Arc<Trajectory>,
    /// Efforts at the rows, if the file gives them.
    pub(super) efforts: Option<Vec<Vec<Option<f64>>>>,
    /// Warnings of the reader, and exceeded limits.
    pub(super) warnings: Vec<String>,
}

/// Every trajectory of the file or the folder. A failure concerns all of them.
pub(super) fn trajectories(arguments: &VerifyArguments, verifier: &Verifier) -> Result<Vec<Loaded>, Failure> {
    let options = TrajectoryOptions {
        interpolation: match arguments.interpolation {
            InterpolationArgument::Linear => Interpolation::Linear,
            InterpolationArgument::Cubic => Interpolation::Cubic,
            InterpolationArgument::Hermite => Interpolation::Hermite,
        },
        standing: arguments.joint.iter().map(|text| standing(text)).collect::<Result<_, _>>()?,
    };
    let folder = arguments.trajectory.is_dir();
    let files = if folder { files(&arguments.trajectory)? } else { vec![arguments.trajectory.clone()] };
    let mut all = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let entries = VerifyOption::Trajectory.refuse_others(&file).and_then(|()| {
            trajectory::read_all(&file, &verifier.robot().mechanism, &options).map_err(|error| error.to_string())
        });
        match entries {
            Err(failure) => all.push(Loaded { name, outcome: Err(failure) }),
            Ok(entries) => {
                let several = entries.len() > 1;
                all.extend(entries.into_iter().enumerate().map(|(index, entry)| {
                    let name = if several { format!("{name}#{}", index + 1) } else { name.clone() };
                    Loaded { outcome: loaded(arguments, verifier, &name, entry), name }
                }));
            }
        }
    }
    Ok(all)
}

/// Compares a trajectory with the limits of the joints.
fn loaded(
    arguments: &VerifyArguments,
    verifier: &Verifier,
    name: &str,
    entry: TrajectoryEntry,
) -> Result<LoadedTrajectory, Failure> {
    let TrajectoryEntry { trajectory, efforts, mut warnings } = entry;
    let limits = verifier.limits(&trajectory, efforts.as_deref());
    match (arguments.limits, limits.exceeded.first()) {
        (LimitsArgument::Error, Some(first)) => {
            let more = match limits.exceeded.len() {
                1 => String::new(),
                count => format!(" (and {} more limits)", count - 1),
            };
            Err(format!("{name}: {first}{more}"))
        }
        (LimitsArgument::Error | LimitsArgument::Warn, _) => {
            warnings.extend(limits.exceeded.iter().map(ToString::to_string));
            Ok(LoadedTrajectory { trajectory: Arc::new(trajectory), efforts, warnings })
        }
    }
}

/// The trajectory files of a folder, in the order of their names.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let known = |path: &PathBuf| {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        extension.is_some_and(|extension| trajectory::EXTENSIONS.contains(&extension.as_str()))
    };
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(known).collect();
    files.sort();
    if files.is_empty() {
        return Err(format!("there is no CSV, YAML or JSON file in {}", folder.display()));
    }
    Ok(files)
}
