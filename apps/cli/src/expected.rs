//! Files that are given to the wrong command: what they are, and where they belong.

use crate::Failure;
use crate::arguments::{Command, QueriesArguments, VerifyArguments};
use std::path::Path;
use tangency::formats::FileKind;
use tangency::formats::mesh::Format;

/// What a command reads.
#[derive(Clone, Copy)]
enum Expected {
    Scene,
    Robot,
    Queries,
    /// The value of an option of `tangency verify`.
    Option(VerifyOption),
}

/// An option of `tangency verify` that names a file.
#[derive(Clone, Copy)]
pub(crate) enum VerifyOption {
    Trajectory,
    World,
    Attach,
    Srdf,
    JointLimits,
}

impl VerifyOption {
    /// Refuses a file that is certainly none that this option reads.
    pub(crate) fn refuse_others(self, path: &Path) -> Result<(), Failure> {
        refuse(path, Expected::Option(self)).map_err(|failure| format!("{} {failure}", self.flag()))
    }

    fn flag(self) -> &'static str {
        match self {
            Self::Trajectory => "--trajectory",
            Self::World => "--world",
            Self::Attach => "--attach",
            Self::Srdf => "--srdf",
            Self::JointLimits => "--joint-limits",
        }
    }
}

impl Expected {
    fn name(self) -> &'static str {
        match self {
            Self::Scene => "a scene",
            Self::Robot => "a robot description (URDF)",
            Self::Queries => "queries in CSV",
            Self::Option(VerifyOption::Trajectory) => "a trajectory: a CSV table, or messages in YAML or JSON",
            Self::Option(VerifyOption::World) => "a scene file or a planning scene in YAML",
            Self::Option(VerifyOption::Attach) => "a scene file",
            Self::Option(VerifyOption::Srdf) => "a list of links that may touch (SRDF)",
            Self::Option(VerifyOption::JointLimits) => "limits of joints in YAML",
        }
    }

    fn is(self, kind: FileKind) -> bool {
        match self {
            Self::Scene => kind == FileKind::Scene,
            Self::Robot => kind == FileKind::Urdf,
            Self::Queries => kind == FileKind::Table,
            // YAML may be written like JSON.
            Self::Option(VerifyOption::Trajectory) => {
                matches!(kind, FileKind::Table | FileKind::Yaml | FileKind::Json)
            }
            Self::Option(VerifyOption::World) => matches!(kind, FileKind::Scene | FileKind::Yaml | FileKind::Json),
            Self::Option(VerifyOption::Attach) => kind == FileKind::Scene,
            Self::Option(VerifyOption::Srdf) => kind == FileKind::Srdf,
            Self::Option(VerifyOption::JointLimits) => matches!(kind, FileKind::Yaml | FileKind::Json),
        }
    }
}

/// Refuses files of commands that find out themselves too late, or not at all, what they were given.
pub(crate) fn refuse_others(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Verify(VerifyArguments { robot, .. }) => refuse(robot, Expected::Robot),
        Command::Queries(QueriesArguments { files, .. }) => {
            files.iter().try_for_each(|file| refuse(file, Expected::Queries))
        }
        Command::Check(_)
        | Command::Completions(_)
        | Command::Inspect(_)
        | Command::Man
        | Command::Measure(_)
        | Command::Scenes
        | Command::Schema(_)
        | Command::Simulate(_) => Ok(()),
    }
}

/// Refuses a file that is certainly not a scene file.
pub(crate) fn scene(path: &Path) -> Result<(), Failure> {
    refuse(path, Expected::Scene)
}

/// Adds to the error about a file that is no mesh where it belongs.
pub(crate) fn not_a_mesh(path: &Path) -> Option<Failure> {
    let kind = FileKind::of_file(path)?;
    let elsewhere = !matches!(kind, FileKind::Mesh(_));
    elsewhere.then(|| format!("{}: this is {}, not a mesh; {}", path.display(), kind.name(), advice(kind)))
}

/// Refuses a file of spline patches among meshes.
pub(crate) fn refuse_patches(path: &Path) -> Result<(), Failure> {
    match FileKind::of_file(path) {
        Some(kind @ FileKind::Patches) => {
            Err(format!("{}: this is {}, not a mesh; {}", path.display(), kind.name(), advice(kind)))
        }
        Some(_) | None => Ok(()),
    }
}

fn refuse(path: &Path, expected: Expected) -> Result<(), Failure> {
    match FileKind::of_file(path) {
        Some(kind) if !expected.is(kind) => {
            let (kind, advice) = (kind.name(), advice(kind));
            Err(format!("{}: this is {kind}, not {}; {advice}", path.display(), expected.name()))
        }
        Some(_) | None => Ok(()),
    }
}

/// What to do with a file of this kind.
fn advice(kind: FileKind) -> &'static str {
    match kind {
        FileKind::Mesh(Format::Obj | Format::Stl | Format::Ply | Format::Gltf | Format::Collada) => {
            "look into it with `tangency inspect`, check it against other meshes with `tangency check`, or name it in \
             a scene: shape = { mesh = \"part.stl\" }"
        }
        FileKind::Step => {
            "look into it with `tangency inspect`, check it against other files with `tangency check`, measure how far \
             they are apart with `tangency measure`, or name it in a scene: shape = { step = \"part.step\" }"
        }
        FileKind::Patches => "name it in a scene: shape = { patches = \"teapot.bpt\" }",
        FileKind::Iges => "export it as STEP, or its parts as triangles, for example STL or OBJ",
        FileKind::Urdf => "prove its trajectories with `tangency verify ROBOT.urdf --trajectory FILE`",
        FileKind::Srdf => "give it to `tangency verify` as --srdf",
        FileKind::Scene => "ask it with `tangency check`, `tangency measure` or `tangency simulate`",
        FileKind::Yaml => "a planning scene is given to `tangency verify` as --world",
        FileKind::Table => {
            "a trajectory is given to `tangency verify` as --trajectory, queries to `tangency queries`, poses to a \
             scene"
        }
        FileKind::Json => {
            "a scene file is TOML (docs/scene-file.md), results are not read again, and spline patches are named in a \
             scene: shape = { patches = \"teapot.json\" }"
        }
        FileKind::Page => "open it in a browser",
        FileKind::Volume => "name it in a scene: shape = { volume = \"scan.nrrd\" }",
        FileKind::Heights => "name it in a scene: shape = { height_map = { file = \"terrain.asc\" } }",
    }
}
