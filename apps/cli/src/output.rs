//! Where results go: files, or the standard output for `-`.
//!
//! A path is tried before the work, so that a mistyped folder costs no time. Results are written after the verdict is
//! printed, and one that fails does not prevent the others.

use crate::{Failure, print};
use std::fmt::Display;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

/// The results of one run, each with its destination.
pub(crate) struct Outputs {
    failures: Vec<Failure>,
    /// Whether a result goes to the standard output. Text for people then goes to the standard error.
    piped: bool,
}

impl Outputs {
    /// Tries the destinations. Each is what the user calls the result, and its path.
    pub(crate) fn tried(destinations: &[(&str, &Option<PathBuf>)]) -> Result<Self, Failure> {
        let given = || destinations.iter().filter_map(|(what, path)| Some((*what, path.as_deref()?)));
        let piped: Vec<&str> = given().filter(|(_, path)| is_standard(path)).map(|(what, _)| what).collect();
        if let [one, other, ..] = piped.as_slice() {
            return Err(format!(
                "the {one} and the {other} cannot both go to the standard output: name a file for one"
            ));
        }
        for (index, (what, path)) in given().enumerate().filter(|(_, (_, path))| !is_standard(path)) {
            if let Some((other, _)) = given().take(index).find(|(_, other)| *other == path) {
                return Err(format!("the {other} and the {what} cannot both go to {}: name two files", path.display()));
            }
            try_to_write(path)
                .map_err(|error| format!("the {what} cannot be written to {}: {error}", path.display()))?;
        }
        Ok(Self { failures: Vec::new(), piped: !piped.is_empty() })
    }

    /// Whether a result goes to the standard output.
    pub(crate) fn piped(&self) -> bool {
        self.piped
    }

    /// Prints text for people.
    pub(crate) fn say(&self, text: &str) -> Result<(), Failure> {
        if self.piped {
            eprint!("{text}");
            return Ok(());
        }
        print::write_out(text)
    }

    /// Writes a result, if it has a destination. A failure is told at the end.
    pub(crate) fn write<E: Display>(
        &mut self,
        path: Option<&Path>,
        what: &str,
        content: impl FnOnce() -> Result<String, E>,
    ) {
        let Some(path) = path else { return };
        if let Err(failure) = self.written(path, what, content()) {
            self.failures.push(failure);
        }
    }

    fn written<E: Display>(&self, path: &Path, what: &str, content: Result<String, E>) -> Result<(), Failure> {
        let content = content.map_err(|error| format!("the {what} cannot be made: {error}"))?;
        if is_standard(path) {
            return print::write_out(&content);
        }
        std::fs::write(path, content)
            .map_err(|error| format!("the {what} cannot be written to {}: {error}", path.display()))?;
        self.say(&format!("  {what} written to {}\n", path.display()))
    }

    /// Fails if a result could not be written.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        if self.failures.is_empty() {
            return Ok(());
        }
        Err(format!("{}\nThe answer above holds; only this output is missing.", self.failures.join("\nerror: ")))
    }
}

/// Whether a path means the standard output.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Opens the file for writing and leaves its content as it is. A file that did not exist does not exist afterwards.
fn try_to_write(path: &Path) -> std::io::Result<()> {
    let existed = path.exists();
    OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
    if existed { Ok(()) } else { std::fs::remove_file(path) }
}
