//! What can be asked on the command line, with the help that explains it.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Two things move: when do they first touch, where, and how sure are we?
#[derive(Parser, Debug)]
#[command(name = "tangency", version, max_term_width = 100)]
#[command(after_help = "Start here:\n  \
    tangency scenes                             what is built in\n  \
    tangency check needle                       first contact in a built-in scene\n  \
    tangency check needle --html needle.html    the same, with a page to look at\n  \
    tangency check path/to/scene.toml           a scene of your own: see docs/scene-file.md")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the built-in scenes, one line each
    Scenes,
    /// Find the first contact of a scene: verdict, evidence, time, who touches whom, where
    #[command(
        long_about = "Finds the first contact over the scene's time span.\n\n\
            The verdict is `clear` (nothing touches during the span), `touch` (with a bracket of the time whose lower end \
            is never late, and every contact at that instant), or `open` (the budget ran out: clear up to the time that is \
            given). `proved` means that every number behind it is an outward-rounded enclosure.",
        after_help = "Exit codes: 0 clear, 1 touch, 2 error, 3 open.\n\n\
            Examples:\n  \
            tangency check rail                             proved clear\n  \
            tangency check rail --separation 0.0001         closer than a tenth of a millimetre counts\n  \
            tangency check landing --json landing.json      for other programs: see docs/result-file.md\n  \
            tangency check knot --html knot.html            open the page in a browser"
    )]
    Check(CheckArguments),
}

#[derive(Args, Debug)]
pub(crate) struct CheckArguments {
    /// Name of a built-in scene, or path of a scene file
    pub(crate) scene: String,
    /// Write the result as JSON to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Write a page that plays the motion and shows the contacts
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Clearance that counts as contact, in metres (instead of the scene's)
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    pub(crate) separation: Option<f64>,
    /// How early, in metres of distance, a touch may be reported (instead of the scene's)
    #[arg(long, value_name = "METRES", allow_negative_numbers = true)]
    pub(crate) tolerance: Option<f64>,
    /// Give up after this many steps of work; the verdict is then `open`
    #[arg(long, value_name = "STEPS")]
    pub(crate) budget: Option<u64>,
}
