//! Opens a page in the browser of the system.

use crate::Failure;
use std::path::Path;
use std::process::{Command, Stdio};

/// Refuses to open a page that is no file.
pub(crate) fn refuse_standard_output(open: bool, page: Option<&Path>) -> Result<(), Failure> {
    if open && page.is_some_and(|page| page.as_os_str() == "-") {
        return Err("--open needs a file, and the page is to go to the standard output (--html -)".into());
    }
    Ok(())
}

/// Opens a page with the program that the system has for it.
pub(crate) fn open(page: &Path) -> Result<(), Failure> {
    let [program, first] = if cfg!(target_os = "macos") {
        ["open", ""]
    } else if cfg!(target_os = "windows") {
        ["cmd", "/C start"]
    } else {
        ["xdg-open", ""]
    };
    let mut command = Command::new(program);
    command.args(first.split_whitespace()).arg(page);
    let failed = |why: String| format!("{} cannot be opened ({program}: {why}): open it in a browser", page.display());
    match command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn() {
        Ok(_) => Ok(()),
        Err(error) => Err(failed(error.to_string())),
    }
}
