//! `--watch`: runs again when a file of the scene changes.
//!
//! The files are those whose names stand in quotation marks in the scene, so that they are known even while the scene
//! has a mistake in it. Their times and sizes are compared several times a second.

use crate::{Failure, interrupt, print};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};
use tangency::scenes;

/// Time between two looks at the files.
const INTERVAL: Duration = Duration::from_millis(200);
/// Most files of a folder that are watched. More would make every look slow.
const MOST_FILES: usize = 10_000;
/// Largest file that is searched for names of others, in bytes.
const LONGEST_TEXT: u64 = 1 << 24;

/// The end of one run: its exit code, and its verdict in words.
pub(crate) struct RunEnd {
    pub(crate) code: ExitCode,
    pub(crate) words: String,
}

/// Runs once; with `again`, also whenever a file changes, until Ctrl-C. The exit code is that of the last run. `piped`:
/// a result goes to the standard output, so that text for people must not.
pub(crate) fn run(
    sources: &[String],
    again: bool,
    piped: bool,
    mut once: impl FnMut(bool) -> Result<RunEnd, Failure>,
) -> Result<ExitCode, Failure> {
    if !again {
        return once(true).map(|end| end.code);
    }
    for source in sources {
        if scenes::make(source).is_some() {
            return Err(format!("--watch needs a file, and {source:?} is a built-in scene, which does not change"));
        }
        if !Path::new(source).exists() {
            return Err(format!("--watch: there is no file {source:?}"));
        }
    }
    let mut first = true;
    loop {
        let before = watched(sources);
        let RunEnd { code, words } = once(first).unwrap_or_else(|failure| {
            eprintln!("error: {failure}");
            RunEnd { code: ExitCode::from(2), words: "error".into() }
        });
        first = false;
        if interrupt::is_interrupted() {
            return Ok(code);
        }
        let files = if before.len() == 1 { "1 file".into() } else { format!("{} files", before.len()) };
        let line = format!("--- {} UTC: {words}; waiting for a change of {files}, Ctrl-C ends\n", clock());
        if piped {
            eprint!("{line}")
        } else {
            print::write_out(&line)?
        }
        if !wait_for_change(sources, &before) {
            return Ok(code);
        }
    }
}

/// Waits until a file is not as it was, and until it is written: programs that save a file empty it first. Returns
/// false on Ctrl-C.
fn wait_for_change(sources: &[String], before: &BTreeMap<PathBuf, FileState>) -> bool {
    let mut last = watched(sources);
    while last == *before {
        std::thread::sleep(INTERVAL);
        if interrupt::is_interrupted() {
            return false;
        }
        last = watched(sources);
    }
    loop {
        std::thread::sleep(INTERVAL / 4);
        let now = watched(sources);
        if now == last || interrupt::is_interrupted() {
            return !interrupt::is_interrupted();
        }
        last = now;
    }
}

/// When a file was last written, and its size. `None` if it is not there.
type FileState = Option<(SystemTime, u64)>;

/// The state of every file that belongs to the sources.
fn watched(sources: &[String]) -> BTreeMap<PathBuf, FileState> {
    let mut found = BTreeMap::new();
    for source in sources {
        let path = PathBuf::from(source);
        found.insert(path.clone(), state(&path));
        for named in names_in(&path) {
            // A glTF file names its buffers in turn.
            let further =
                if named.extension().is_some_and(|end| end == "gltf") { names_in(&named) } else { Vec::new() };
            for file in std::iter::once(named).chain(further) {
                let state = state(&file);
                found.insert(file, state);
            }
        }
    }
    found
}

fn state(path: &Path) -> FileState {
    let about = std::fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

/// The existing files that a text names in quotation marks, relative to its folder; of a folder or a pattern, the files
/// in the folder.
fn names_in(path: &Path) -> Vec<PathBuf> {
    let short = std::fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() <= LONGEST_TEXT);
    let text = if short { std::fs::read_to_string(path).unwrap_or_default() } else { String::new() };
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut files = Vec::new();
    for name in text.split(['"', '\'', '\n']).filter(|name| !name.trim().is_empty() && name.len() < 4096) {
        let named = folder.join(name);
        if named.is_file() {
            files.push(named);
        } else if named.is_dir() {
            files.extend(files_of(&named));
        } else if name.contains('*') {
            files.extend(named.parent().map(files_of).unwrap_or_default());
        }
    }
    files
}

/// The files in a folder, without its subfolders.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    entries.take(MOST_FILES).filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect()
}

/// The time of day, as on a clock in Greenwich.
fn clock() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    format!("{:02}:{:02}:{:02}", since / 3600 % 24, since / 60 % 60, since % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_scene_are_found_even_if_it_is_broken() {
        let folder = std::env::temp_dir().join(format!("tangency-watch-{}", std::process::id()));
        let frames = folder.join("frames");
        std::fs::create_dir_all(&frames).expect("a folder");
        for file in ["part.obj", "skin.bin", "frames/a_1.obj", "frames/a_2.obj"] {
            std::fs::write(folder.join(file), "v 0 0 0\n").expect("a file");
        }
        std::fs::write(folder.join("face.gltf"), "{\"buffers\": [{\"uri\": \"skin.bin\"}]}").expect("a file");
        let scene = folder.join("scene.toml");
        let text = "span = {\nshape = { mesh = \"part.obj\" }\nframes = \"frames/a_*.obj\"\nmesh = 'face.gltf'\n";
        std::fs::write(&scene, text).expect("a file");
        let found = watched(&[scene.display().to_string()]);
        let names: Vec<String> = found
            .keys()
            .map(|path| path.strip_prefix(&folder).unwrap_or(path).display().to_string().replace('\\', "/"))
            .collect();
        let expected = ["face.gltf", "frames/a_1.obj", "frames/a_2.obj", "part.obj", "scene.toml", "skin.bin"];
        assert_eq!(names, expected);
        std::fs::write(folder.join("skin.bin"), "longer than before").expect("a file");
        assert_ne!(watched(&[scene.display().to_string()]), found);
        let _ = std::fs::remove_dir_all(&folder);
    }
}
