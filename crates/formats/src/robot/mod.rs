//! Robots: description (URDF), allowed contacts (SRDF), joint limits (YAML), trajectories (CSV, YAML, JSON), and
//! planning scenes (YAML). `docs/robots.md` explains every format, the search for mesh files, and the error bounds.
//!
//! ```no_run
//! use std::sync::Arc;
//! use tangency_formats::robot::{Robot, RobotOptions, trajectory};
//! use tangency_geometry::{LinkMotion, Motion};
//!
//! let options = RobotOptions { srdf: Some("panda.srdf".into()), ..RobotOptions::default() };
//! let panda = Robot::read("panda.urdf", &options)?;
//! let reach = trajectory::read("reach.csv", &panda.mechanism, &Default::default())?;
//! for excess in reach.limit_violations(&panda.mechanism) {
//!     eprintln!("warning: {excess}");
//! }
//! let reach = Arc::new(reach);
//! for [a, b] in panda.link_pairs() {
//!     // The motion of link b in the frame of link a: only the joints between them count.
//!     let motion = Motion::Articulated(LinkMotion::seen_from(&panda.mechanism, &reach, b, a));
//! }
//! # Ok::<(), tangency_formats::TextFileError>(())
//! ```

mod attached;
mod joint_limits;
mod load;
mod planning;
mod solid;
mod srdf;
pub mod trajectory;
mod urdf;
mod world;
mod xml;
mod yaml;

pub use attached::{AttachError, AttachedObject};
pub use load::Package;
pub use planning::{Request, RequestError, RobotWorldOptions};
pub use solid::{CollisionGeometry, CollisionSolid};
pub use srdf::{GroupState, Srdf};
pub use urdf::{Collision, Urdf};
pub use world::{Obstacle, RobotWorld};

use crate::fault::{RawFault, RawFaults, TextFileError};
use crate::suggest::suggest;
use crate::text::{self, TextFileKind};
use crate::tolerance::{LISTED_NAMES, MOST_FAULTS};
use load::MeshFiles;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tangency_geometry::{JointKind, Mechanism, RateLimits};

/// A robot: links and joints, the shapes of the links, and the pairs of links that are not checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Robot {
    /// Its name.
    pub name: String,
    /// Links and joints.
    pub mechanism: Mechanism,
    /// Limits of velocity, acceleration and effort, for every joint of the mechanism.
    pub rate_limits: Vec<RateLimits>,
    /// The collision shapes.
    pub parts: Vec<RobotPart>,
    /// Pairs of links that may touch, smaller index first, sorted: those of the SRDF file; without such a file, links
    /// joined by a joint.
    pub disabled: Vec<[usize; 2]>,
    /// Named states of the SRDF file.
    pub states: Vec<GroupState>,
    /// Warnings for the author of the files.
    pub warnings: Vec<String>,
}

/// A collision shape of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct RobotPart {
    /// Index of its link in the mechanism.
    pub link: usize,
    /// The name of the link, with a number if the link has several parts.
    pub name: String,
    /// The shape, in the frame of the link.
    pub solid: CollisionSolid,
}

/// Options for reading a robot description.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotOptions {
    /// The SRDF file.
    pub srdf: Option<PathBuf>,
    /// A file of joint limits, as MoveIt has it (`joint_limits.yaml`). It takes precedence over the description.
    pub joint_limits: Option<PathBuf>,
    /// Folders of packages. Other packages are searched for beside and above the description.
    pub packages: Vec<Package>,
    /// Links whose shapes are left out: they touch nothing, and their mesh files are not read.
    pub skipped_links: Vec<String>,
}

impl Robot {
    /// Reads a robot description, the mesh files that it names, and the files of the options.
    pub fn read(path: impl AsRef<Path>, options: &RobotOptions) -> Result<Self, TextFileError> {
        let path = path.as_ref();
        let text = text::read(path, TextFileKind::Urdf)?;
        let mut robot = Self::parse(&text, path, options)?;
        if let Some(srdf) = &options.srdf {
            let text = text::read(srdf, TextFileKind::Srdf)?;
            let read = Srdf::parse(&text, &srdf.display().to_string(), &robot.mechanism)?;
            robot.disabled = read.disabled;
            robot.states = read.states;
            robot.warnings.extend(read.warnings);
        }
        if let Some(limits) = &options.joint_limits {
            let text = text::read(limits, TextFileKind::JointLimits)?;
            robot.limit(&text, &limits.display().to_string())?;
        }
        Ok(robot)
    }

    /// Reads the text of a robot description and the mesh files that it names. `path` is its path: messages
    /// name it, and mesh files are searched for from its folder. Links joined by a joint may touch.
    pub fn parse(text: &str, path: impl AsRef<Path>, options: &RobotOptions) -> Result<Self, TextFileError> {
        let path = path.as_ref();
        let file = path.display().to_string();
        let urdf = Urdf::parse(text, &file)?;
        let mut files = MeshFiles::new(path.parent().unwrap_or(Path::new("")), &options.packages);
        let (mut parts, mut faults) = (Vec::new(), RawFaults::new());
        let names: Vec<&str> = urdf.mechanism.links().iter().map(String::as_str).collect();
        if let Some(skipped) = options.skipped_links.iter().find(|skipped| !names.contains(&skipped.as_str())) {
            let all = || format!("the links are {}", listed(&names));
            let help = suggest(skipped, &names).map_or_else(all, |near| format!("did you mean {near:?}?"));
            let message = format!("there is no link {skipped:?} to skip");
            return Err(TextFileError::whole_file(&file, message, &help));
        }
        for collision in &urdf.collisions {
            if faults.len() >= MOST_FAULTS {
                break;
            }
            let link = names[collision.link];
            if options.skipped_links.iter().any(|skipped| skipped == link) {
                continue;
            }
            match collision.geometry.solid(&collision.origin, &mut files) {
                Ok(solid) => parts.push(RobotPart { link: collision.link, name: collision.name.clone(), solid }),
                Err(error) => {
                    let message = format!("the shape of {:?} cannot be used: {error}", collision.name);
                    let way_out = format!("or leave the shapes of this link out: --skip-link {link}");
                    faults.push(RawFault::new(collision.span.clone(), message, way_out));
                }
            }
        }
        if !faults.is_empty() {
            return Err(TextFileError::new(&file, text, faults));
        }
        let disabled = joined(&urdf.mechanism);
        let mut warnings = urdf.warnings.clone();
        warnings.append(&mut files.warnings);
        if parts.is_empty() {
            warnings.push("the robot has no collision geometry: nothing can touch it".into());
        }
        let Urdf { name, mechanism, rate_limits, .. } = urdf;
        Ok(Self { name, mechanism, rate_limits, parts, disabled, states: Vec::new(), warnings })
    }

    /// The pairs of links to check, smaller index first, sorted: both have parts, a moving joint is between them, and
    /// the pair is not disabled.
    #[must_use]
    pub fn link_pairs(&self) -> Vec<[usize; 2]> {
        let links: BTreeSet<usize> = self.parts.iter().map(|part| part.link).collect();
        let mut pairs = Vec::new();
        for &a in &links {
            for &b in links.range(a + 1..) {
                let rigid = rigid_with(&self.mechanism, a) == rigid_with(&self.mechanism, b);
                if !rigid && self.disabled.binary_search(&[a, b]).is_err() {
                    pairs.push([a, b]);
                }
            }
        }
        pairs
    }

    /// The links with parts to check against the world: those that a joint can move. Links fixed to the root are not
    /// checked; they often stand on a table or pass through the floor.
    #[must_use]
    pub fn moving_links(&self) -> Vec<usize> {
        let links: BTreeSet<usize> = self.parts.iter().map(|part| part.link).collect();
        let root = self.mechanism.root();
        links.into_iter().filter(|&link| rigid_with(&self.mechanism, link) != root).collect()
    }

    /// The parts of a link.
    pub fn parts_of(&self, link: usize) -> impl Iterator<Item = &RobotPart> {
        self.parts.iter().filter(move |part| part.link == link)
    }

    /// Allows contact between the pairs of links that a world's matrix allows.
    pub fn allow(&mut self, pairs: &[[String; 2]]) {
        let links = pairs.iter().filter_map(|[a, b]| Some([self.mechanism.link(a)?, self.mechanism.link(b)?]));
        let links = links.filter(|[a, b]| a != b).map(|[a, b]| [a.min(b), a.max(b)]);
        self.disabled = self.disabled.iter().copied().chain(links).collect::<BTreeSet<_>>().into_iter().collect();
    }
}

/// Names for a message; of many, the first ones and the number of the others.
fn listed(names: &[&str]) -> String {
    let (first, others) = names.split_at(names.len().min(LISTED_NAMES));
    let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
    format!("{}{more}", first.join(", "))
}

/// The topmost link that no moving joint separates from this one.
fn rigid_with(mechanism: &Mechanism, link: usize) -> usize {
    let above = |&link: &usize| {
        let joint = &mechanism.joints()[mechanism.parent_joint(link)?];
        (joint.kind == JointKind::Fixed).then_some(joint.parent)
    };
    std::iter::successors(Some(link), above).last().unwrap_or(link)
}

/// Pairs of links with exactly one moving joint between them.
fn joined(mechanism: &Mechanism) -> Vec<[usize; 2]> {
    let count = mechanism.links().len();
    let top: Vec<usize> = (0..count).map(|link| rigid_with(mechanism, link)).collect();
    let parent = |link: usize| mechanism.parent_joint(top[link]).map(|joint| top[mechanism.joints()[joint].parent]);
    let joined = |a: usize, b: usize| parent(a) == Some(top[b]) || parent(b) == Some(top[a]);
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
    pairs.filter(|&[a, b]| joined(a, b)).collect()
}
