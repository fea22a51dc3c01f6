//! Reads text files.

use crate::fault::{RawFault, TextFileError};
use crate::tolerance::{MAXIMUM_MESSAGE_BYTES, MAXIMUM_ROBOT_BYTES, MAXIMUM_TRAJECTORY_BYTES};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The kind of a file, for messages and size limits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TextFileKind {
    Urdf,
    Srdf,
    Trajectory,
    TrajectoryMessage,
    JointLimits,
    Poses,
    World,
    Request,
}

impl TextFileKind {
    fn name(self) -> &'static str {
        match self {
            Self::Urdf => "robot description",
            Self::Srdf => "SRDF file",
            Self::Trajectory | Self::TrajectoryMessage => "trajectory",
            Self::JointLimits => "file of joint limits",
            Self::Poses => "file of poses",
            Self::World => "planning scene",
            Self::Request => "planning request",
        }
    }

    fn most_bytes(self) -> u64 {
        match self {
            Self::Trajectory | Self::Poses => MAXIMUM_TRAJECTORY_BYTES,
            Self::TrajectoryMessage => MAXIMUM_MESSAGE_BYTES,
            Self::Urdf | Self::Srdf | Self::JointLimits | Self::World | Self::Request => MAXIMUM_ROBOT_BYTES,
        }
    }
}

/// The text of the file. Fails unless it is a regular file of UTF-8 text within the size limit.
pub(crate) fn read(path: &Path, kind: TextFileKind) -> Result<String, TextFileError> {
    let (file, name) = (path.display().to_string(), kind.name());
    let refused = |error: std::io::Error| {
        TextFileError::whole_file(&file, format!("the {name} cannot be read: {error}"), "check the path")
    };
    let about = std::fs::metadata(path).map_err(refused)?;
    if !about.is_file() {
        let what = if about.is_dir() { "a folder" } else { "a device or a pipe" };
        return Err(TextFileError::whole_file(&file, format!("the {name} is {what}, not a file"), "check the path"));
    }
    let mut bytes = Vec::new();
    let most = kind.most_bytes();
    File::open(path).map_err(refused)?.take(most + 1).read_to_end(&mut bytes).map_err(refused)?;
    if bytes.len() as u64 > most {
        let message = format!("the {name} has more than the {most} bytes that are read");
        return Err(TextFileError::whole_file(&file, message, "split it"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("the {name} is not UTF-8 text: byte 0x{:02X}", error.as_bytes()[at]);
        let fault = RawFault::new(at..at + 1, message, "not UTF-8 from here");
        let text = String::from_utf8_lossy(error.as_bytes());
        TextFileError::new(&file, &text, vec![fault.with_help("save the file as UTF-8 text")])
    })
}
