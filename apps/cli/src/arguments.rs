//! The arguments of the command line and their help texts.

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use tangency::formats::schema::Schema;

/// Two things move: when do they first touch, where, and how sure are we?
#[derive(Parser, Debug)]
#[command(name = "tangency", version, max_term_width = 100)]
#[command(after_help = "Start here:\n  \
    tangency scenes                             what is built in\n  \
    tangency check needle                       first contact in a built-in scene\n  \
    tangency check needle --html needle.html    the same, with a page to look at\n  \
    tangency check path/to/scene.toml           a scene of your own: see docs/scene-file.md\n  \
    tangency measure needle --over              how close all pairs come: see docs/measure.md\n  \
    tangency inspect part.stl                   what a mesh file holds: see docs/inspect.md\n  \
    tangency simulate marbles --html m.html     free bodies: see docs/simulate.md\n  \
    tangency queries path/to/queries.csv        vertex-face and edge-edge queries: see docs/queries.md\n  \
    tangency verify robot.urdf --trajectory t.csv  a robot's trajectory: see docs/robots.md\n  \
    tangency schema scene                       a JSON schema, for editors: see docs/schemas.md")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Work on this many threads [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", global = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the built-in scenes, one line each
    Scenes,
    /// Find the first contact of a scene: verdict, evidence, time, who touches whom, where
    #[command(
        long_about = "Finds the first contact over the scene's time span.\n\n\
            The verdict is `clear` (nothing touches during the span), `touch` (with a bracket of the time whose \
            lower end \
            is never late, and every contact at that instant), or `open` (the budget ran out: clear up to the \
            time that is \
            given). `proved` means that every number behind it is an outward-rounded enclosure.",
        after_help = "Exit codes: 0 clear, 1 touch, 2 error, 3 open.\n\n\
            Examples:\n  \
            tangency check rail                             proved clear, and how clear\n  \
            tangency check arm --pairs                      every pair: first contact or least clearance\n  \
            tangency check rail --separation 0.0001         closer than a tenth of a millimetre counts\n  \
            tangency check landing --json landing.json      for other programs: see docs/result-file.md\n  \
            tangency check knot --html knot.html            open the page in a browser\n  \
            tangency check pin.stl plate.stl --units mm --move pin=0,0,-40   two files, without a scene\n  \
            tangency check mine.toml --watch                again whenever the scene or a file it names changes"
    )]
    Check(CheckArguments),
    /// Measure pairs of bodies: distance and depth at an instant, or the closest approach over the span
    #[command(
        long_about = "Measures the pairs of bodies of a scene: how far apart, how deep inside each other, where, and \
            how sure that is.\n\n\
            At an instant (`--at T`, or the start of the span) every pair has an enclosure of its distance, and of \
            its depth if it overlaps: the length of the shortest translation that parts the bodies. Over the span \
            (`--over`) it has the closest approach: the least distance, when and where. Pairs that the scene lets \
            touch (`query.may_touch`) and contacts of a body with itself are not measured; the answer names them.",
        after_help = "Exit codes, about the listed pairs: 0 all are apart, 1 a pair overlaps or touches, 2 error, \
            3 none is known to, but one is open.\n\n\
            Examples:\n  \
            tangency measure needle                             all distances at the start\n  \
            tangency measure arm --at 1.5 --nearest 5           the five nearest pairs at 1.5 s\n  \
            tangency measure arm --over --within 0.1            pairs that come within 10 cm, when and where\n  \
            tangency measure arm --over --html arm.html         with a plot of the distance over time\n  \
            tangency measure arm --body hand --json hand.json   for other programs: see docs/measure.md\n  \
            tangency measure bolt.step bracket.step             two files, without a scene"
    )]
    Measure(MeasureArguments),
    /// Report what mesh files hold: extent, likely unit, whether they are closed, volume, thin places
    #[command(
        long_about = "Reads mesh files and reports what they hold: numbers of triangles and parts, extent, likely unit of \
            length, whether the mesh encloses a solid and if not why, volume and centre of mass, the thinnest place that \
            was found, and what the reader noticed.",
        after_help = "Exit codes: 0 all files are read, 2 error.\n\n\
            Examples:\n  \
            tangency inspect part.stl                       one file\n  \
            tangency inspect *.obj --json parts.json        many, for other programs: see docs/inspect.md"
    )]
    Inspect(InspectArguments),
    /// Let the free bodies of a scene fall, hit, roll and slide: events, energy, a page that plays it
    #[command(
        long_about = "Moves the free bodies of a scene by gravity, impacts and lasting contacts.\n\n\
            There is no time step. Every body flies on a path of its own until its next event, and the detection \
            searches these paths for the first contact, so that nothing passes through anything. There an impulse \
            changes the velocities, and the bodies get new paths.",
        after_help = "Exit codes: 0 finished, 2 error, 3 ended early (open or stopped).\n\n\
            Examples:\n  \
            tangency simulate bounce                        a ball on a floor\n  \
            tangency simulate marbles --html marbles.html   open the page in a browser\n  \
            tangency simulate mine.toml --until 5 --json mine.json   a scene of your own: see docs/simulate.md\n  \
            tangency simulate gas --checkpoint gas.ckpt     keep the state; go on with --resume gas.ckpt"
    )]
    Simulate(SimulateArguments),
    /// Answer vertex-face and edge-edge queries of the public CSV format exactly, and count false answers
    #[command(
        long_about = "Answers every query of the public vertex-face / edge-edge format exactly and compares it \
            with the truth \
            in the file. The time of a query is the least of five calls for its first contact.",
        after_help = "Exit codes: 0 no false answer, 1 a false answer, 2 error.\n\n\
            Examples:\n  \
            tangency queries ccd-queries/                          every CSV file in a folder\n  \
            tangency queries mine.csv --kind edge-edge             a file whose folder does not tell\n  \
            tangency queries ccd-queries/ --json queries.json      for other programs: see docs/queries.md"
    )]
    Queries(QueriesArguments),
    /// Prove a robot's trajectory free of self- and world-collisions, or say where it first touches
    #[command(
        long_about = "Proves that no two links of a robot, and no link and obstacle, touch while the joints \
            follow a trajectory, \
            between its rows too; or finds the first contact.\n\n\
            The robot is a URDF file; an SRDF file says which links may touch (without one: those that a joint \
            joins). The \
            trajectory is a CSV file with a header: time, and every joint that moves; or the message of a joint \
            trajectory in YAML or JSON. A folder of such files is checked on all cores.",
        after_help = "Exit codes: 0 clear, 1 touch, 2 error, 3 open; of a folder: 2 if any is an error, else 1 \
            if any touches, else 3 if any is open.\n\n\
            Examples:\n  \
            tangency verify panda.urdf --srdf panda.srdf --trajectory reach.csv\n  \
            tangency verify panda.urdf --trajectory reach.csv --world shelf.yaml --clearance 0.01\n  \
            tangency verify arm.urdf --package arm_description=../arm --trajectory paths/ --json paths.json"
    )]
    Verify(VerifyArguments),
    /// Print the JSON schema of the scene file, or of a result
    #[command(
        long_about = "Prints a JSON schema (draft 2020-12) of the scene file, or of the result that a command writes \
            with `--json`. TOML and JSON have the same types, so that editors check scene files with it.",
        after_help = "Examples:\n  \
            tangency schema scene > scene.schema.json       for an editor: see docs/schemas.md\n  \
            tangency schema check                           the result of `tangency check --json`"
    )]
    Schema(SchemaArguments),
    /// Print completions for a shell
    #[command(after_help = "Examples:\n  \
        tangency completions bash > ~/.local/share/bash-completion/completions/tangency\n  \
        tangency completions zsh > ~/.zfunc/_tangency\n  \
        tangency completions fish > ~/.config/fish/completions/tangency.fish")]
    Completions(CompletionArguments),
    /// Print the manual page in troff
    #[command(after_help = "Example:\n  tangency man > ~/.local/share/man/man1/tangency.1")]
    Man,
}

#[derive(Args, Debug)]
pub(crate) struct VerifyArguments {
    /// The robot's description, a URDF file
    #[arg(value_name = "ROBOT.urdf")]
    pub(crate) robot: PathBuf,
    /// Joint values over time: a CSV file, messages in YAML or JSON, or a folder of them
    #[arg(long, value_name = "FILE")]
    pub(crate) trajectory: PathBuf,
    /// Obstacles: a built-in scene, a scene file, or a planning scene in YAML
    #[arg(long, value_name = "SCENE")]
    pub(crate) world: Option<String>,
    /// Pairs of links that may touch: an SRDF file
    #[arg(long, value_name = "FILE")]
    pub(crate) srdf: Option<PathBuf>,
    /// Limits of joints that take precedence over the description: a joint_limits.yaml
    #[arg(long, value_name = "FILE")]
    pub(crate) joint_limits: Option<PathBuf>,
    /// Attach the bodies of a scene to a link: they move with it
    #[arg(long, value_name = "LINK=SCENE")]
    pub(crate) attach: Vec<String>,
    /// A link that the attached bodies may touch, beside the one that carries them
    #[arg(long, value_name = "LINK", requires = "attach")]
    pub(crate) touch_link: Vec<String>,
    /// Folder of a package that the description names
    #[arg(long, value_name = "NAME=FOLDER")]
    pub(crate) package: Vec<String>,
    /// Value of a joint that the trajectory does not move
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) joint: Vec<String>,
    /// Interpolation between the rows
    #[arg(long, value_name = "KIND", default_value = "linear")]
    pub(crate) interpolation: InterpolationArgument,
    /// Coming this close counts as contact, in metres
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    pub(crate) clearance: Option<f64>,
    /// How early, in metres of distance, a touch may be reported
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    pub(crate) tolerance: Option<f64>,
    /// What to do if a joint exceeds a limit of position, velocity, acceleration or effort
    #[arg(long, value_name = "KIND", default_value = "warn")]
    pub(crate) limits: LimitsArgument,
    /// Give up after this many steps of work; the verdict is then `open`
    #[arg(long, value_name = "STEPS")]
    pub(crate) budget: Option<u64>,
    /// Leave out the shapes of this link: it touches nothing, and its mesh files are not read
    #[arg(long, value_name = "LINK")]
    pub(crate) skip_link: Vec<String>,
    /// List every pair of links, and of links and obstacles: first contact or clearance (one trajectory)
    #[arg(long)]
    pub(crate) pairs: bool,
    /// Skip the clearance of trajectories that touch nothing: several times faster
    #[arg(long)]
    pub(crate) verdict_only: bool,
    /// Write the result as JSON to this file; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write a page that plays the robot and shows the contacts; of a folder, a page that lists and compares
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the verdicts as JUnit XML, for continuous integration
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write the verdicts as SARIF 2.1.0, for continuous integration
    #[arg(long, value_name = "FILE")]
    pub(crate) sarif: Option<PathBuf>,
    /// Stop after this many seconds: what is not known by then is open
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) timeout: Option<f64>,
    /// Open the page in a browser
    #[arg(long, requires = "html")]
    pub(crate) open: bool,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum InterpolationArgument {
    /// Straight lines in joint space
    Linear,
    /// A spline with continuous acceleration, at rest at both ends
    Cubic,
    /// Cubics through the positions and the velocities of the rows
    Hermite,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum LimitsArgument {
    /// Warn and continue
    Warn,
    /// Stop with exit code 2
    Error,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionArguments {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct InspectArguments {
    /// Mesh files: OBJ, STL, PLY, glTF, GLB or COLLADA
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Write the result as JSON to this file; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

/// A scene, or files that make one.
#[derive(Args, Debug)]
pub(crate) struct SceneSources {
    /// Name of a built-in scene, path of a scene file, or two or more mesh files and STEP files
    #[arg(value_name = "SCENE", required = true)]
    pub(crate) scene: Vec<String>,
    /// Move a file by this displacement within one second: the file's name without its extension, and three numbers
    #[arg(long = "move", value_name = "NAME=X,Y,Z", allow_negative_numbers = true)]
    pub(crate) moves: Vec<String>,
    /// The unit of mesh files and displacements: m, cm, mm, um, in or ft
    #[arg(long, value_name = "UNIT")]
    pub(crate) units: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct MeasureArguments {
    #[command(flatten)]
    pub(crate) sources: SceneSources,
    /// Measure at this instant of the scene's clock, in seconds [default: the start of its span]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, conflicts_with = "over")]
    pub(crate) at: Option<f64>,
    /// Measure the closest approach over the whole span
    #[arg(long)]
    pub(crate) over: bool,
    /// List only this many pairs, the nearest
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) nearest: Option<u32>,
    /// List only pairs that are no farther apart than this
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    pub(crate) within: Option<f64>,
    /// Only pairs with this body; given several times, only pairs among these bodies
    #[arg(long, value_name = "NAME")]
    pub(crate) body: Vec<String>,
    /// Width of the enclosures, in metres (instead of the scene's tolerance)
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    pub(crate) tolerance: Option<f64>,
    /// Give up on a pair after this many steps of work; its enclosure is then wider
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    pub(crate) budget: Option<u64>,
    /// Add the distance over time of this many pairs, the nearest [default: 8 with --html, otherwise 0]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub(crate) curves: Option<u32>,
    /// List the curves in which the surfaces of overlapping bodies of curved faces meet, in the result and on the page
    #[arg(long)]
    pub(crate) intersections: bool,
    /// Write the result as JSON to this file; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write a page that plots the distances and shows where the bodies are closest; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Stop after this many seconds: pairs that are not finished by then have wide bounds
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) timeout: Option<f64>,
    /// Open the page in a browser
    #[arg(long, requires = "html")]
    pub(crate) open: bool,
    /// Measure again whenever the scene file or a file that it names changes, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SimulateArguments {
    /// Name of a built-in scene, or path of a scene file
    #[arg(value_name = "SCENE")]
    pub(crate) scene: String,
    /// Simulate until this instant of the scene's clock, in seconds (instead of the end of its span)
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) until: Option<f64>,
    /// How early, in metres of distance, a contact may be reported (instead of the scene's)
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    pub(crate) tolerance: Option<f64>,
    /// Give up when one step takes more than this many steps of work
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    pub(crate) budget: Option<u64>,
    /// Write the result as JSON to this file; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write a page that plays it; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write a glTF file with the bodies and their animation; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) gltf: Option<PathBuf>,
    /// Keep the state of the simulation in this file: now and then, when it is interrupted, and at its end
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Time between two checkpoints, in seconds of the clock on the wall (60 unless given)
    #[arg(long, value_name = "SECONDS", requires = "checkpoint", allow_negative_numbers = true)]
    pub(crate) every: Option<f64>,
    /// Go on from the checkpoint in this file, to the same result as without an interruption
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Stop after this many seconds: what was simulated by then is the result
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) timeout: Option<f64>,
    /// Open the page in a browser
    #[arg(long, requires = "html")]
    pub(crate) open: bool,
}

#[derive(Args, Debug)]
pub(crate) struct QueriesArguments {
    /// CSV files, or folders of them
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Kind of the queries, if neither the folder nor the file name tells it
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<KindArgument>,
    /// Write the counts and times as JSON to this file; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum KindArgument {
    VertexFace,
    EdgeEdge,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) sources: SceneSources,
    /// Write the result as JSON to this file; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write a page that plays the motion and shows the contacts; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the verdict as JUnit XML, for continuous integration; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// Write the verdict as SARIF 2.1.0, for continuous integration; `-` is the standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) sarif: Option<PathBuf>,
    /// Clearance that counts as contact, in metres (instead of the scene's)
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    pub(crate) separation: Option<f64>,
    /// How early, in metres of distance, a touch may be reported (instead of the scene's)
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    pub(crate) tolerance: Option<f64>,
    /// Give up after this many steps of work; the verdict is then `open`
    #[arg(long, value_name = "STEPS", allow_negative_numbers = true)]
    pub(crate) budget: Option<u64>,
    /// Skip the clearance of a scene that is clear: faster
    #[arg(long)]
    pub(crate) verdict_only: bool,
    /// List every pair of bodies: its first contact, or how close it comes
    #[arg(long)]
    pub(crate) pairs: bool,
    /// Set aside pairs that touch at the start until they have parted, and go on
    #[arg(long)]
    pub(crate) ignore_initial: bool,
    /// Stop after this many seconds: what is not known by then is open
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) timeout: Option<f64>,
    /// Open the page in a browser
    #[arg(long, requires = "html")]
    pub(crate) open: bool,
    /// Check again whenever the scene file or a file that it names changes, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SchemaArguments {
    /// The file that it describes
    #[arg(value_name = "KIND", value_parser = PossibleValuesParser::new(Schema::all().map(Schema::name)))]
    pub(crate) kind: String,
}
