//! Scenes of mesh files and STEP files, without a scene file: `tangency check a.stl b.stl --move a=0,0,-10`.

use super::{Scene, SceneError};
use std::fmt::Write as _;
use std::path::PathBuf;

/// A mesh file or STEP file that stands still, or moves on a straight line.
#[derive(Clone, Debug, PartialEq)]
pub struct MovedFile {
    /// Path of the file.
    pub path: PathBuf,
    /// The displacement during the span of one second, in the unit of the scene.
    pub displacement: [f64; 3],
}

impl MovedFile {
    /// A file that does not move.
    #[must_use]
    pub fn still(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), displacement: [0.0; 3] }
    }

    /// The extensions of STEP files.
    pub const STEP_EXTENSIONS: [&'static str; 3] = ["step", "stp", "p21"];

    /// Whether its extension is that of a STEP file.
    #[must_use]
    pub fn is_step(&self) -> bool {
        let extension = self.path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        extension.is_some_and(|extension| Self::STEP_EXTENSIONS.contains(&&*extension))
    }

    /// The name of its body: that of the file without folder and extension.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.file_stem().map_or_else(|| "part".into(), |stem| stem.to_string_lossy().into_owned())
    }
}

impl Scene {
    /// A scene of mesh files and STEP files during one second. `units` is the unit of displacements, and of coordinates
    /// where a file does not state its unit, as in a scene file. Bodies are called after their files; files of the same
    /// name are numbered.
    pub fn of_files(files: &[MovedFile], units: &str) -> Result<Self, SceneError> {
        let names = distinct(files.iter().map(MovedFile::name).collect());
        let mut text =
            format!("name = {}\nunits = {}\nspan = {{ end = 1 }}\n", quote(&names.join(" and ")), quote(units));
        for (file, name) in files.iter().zip(&names) {
            let [x, y, z] = file.displacement;
            let (name, path) = (quote(name), quote(&file.path.to_string_lossy()));
            let kind = if file.is_step() { "step" } else { "mesh" };
            let _ = write!(text, "\n[[body]]\nname = {name}\nshape = {{ {kind} = {path} }}\n");
            if file.displacement != [0.0; 3] {
                let _ = writeln!(text, "motion = {{ linear = {{ velocity = [{x:?}, {y:?}, {z:?}] }} }}");
            }
        }
        Self::parse(&text, "").map_err(SceneError::without_places)
    }
}

/// The names, with numbers behind those that are there already.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        let numbered = (2..).map(|number| format!("{name} {number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !distinct.contains(name));
        distinct.push(free.unwrap_or(name));
    }
    distinct
}

/// The text as a string of TOML.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if letter.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_quotes_read_back() {
        let names = ["a", "b", "a", "a 2", "a"].map(str::to_owned).to_vec();
        assert_eq!(distinct(names), ["a", "b", "a 2", "a 2 2", "a 3"]);
        for text in ["plain", "a \"quote\" \\ and\ttab", "größe\u{1}"] {
            let file = format!("key = {}", quote(text));
            let read = toml::de::DeTable::parse(&file).unwrap();
            assert_eq!(read.get_ref()["key"].get_ref().as_str(), Some(text));
        }
    }
}
