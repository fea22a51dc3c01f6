//! Recognises a file by its content and its name, so that a file in the wrong place is called by its own.
//!
//! A file that is not recognised may still be of any kind. Nothing is read because of an answer from here.

use crate::mesh::Format;
use crate::tolerance::RECOGNISED_BYTES;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A mesh that can be read.
    Mesh(Format),
    /// A STEP file (ISO 10303-21): exact geometry of a CAD system.
    Step,
    /// Spline patches, as text (`.bpt`) or JSON.
    Patches,
    /// An IGES file: exact geometry of a CAD system.
    Iges,
    /// A robot description in URDF, perhaps with macros of xacro.
    Urdf,
    /// Which links of a robot may touch.
    Srdf,
    /// A scene file.
    Scene,
    /// YAML: a planning scene or a planning request.
    Yaml,
    /// A table in CSV: a trajectory, poses, or queries.
    Table,
    /// JSON: a result of this program, or something else.
    Json,
    /// A page in HTML.
    Page,
    /// A grid of samples: NRRD or NumPy.
    Volume,
    /// A grid of heights, or a picture.
    Heights,
}

impl FileKind {
    /// The kind with its article: "an STL mesh".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mesh(Format::Obj) => "an OBJ mesh",
            Self::Mesh(Format::Stl) => "an STL mesh",
            Self::Mesh(Format::Ply) => "a PLY mesh",
            Self::Mesh(Format::Gltf) => "a glTF mesh",
            Self::Mesh(Format::Collada) => "a COLLADA mesh",
            Self::Step => "a STEP file, exact geometry of a CAD system",
            Self::Patches => "a file of spline patches",
            Self::Iges => "an IGES file, exact geometry of a CAD system",
            Self::Urdf => "a robot description (URDF)",
            Self::Srdf => "an SRDF file",
            Self::Scene => "a scene file",
            Self::Yaml => "a YAML file",
            Self::Table => "a CSV table",
            Self::Json => "a JSON file",
            Self::Page => "an HTML page",
            Self::Volume => "a grid of samples",
            Self::Heights => "a grid of heights or a picture",
        }
    }

    /// What the bytes at the start of a file called `name` are; `None` if that is not certain.
    #[must_use]
    pub fn of(start: &[u8], name: &Path) -> Option<Self> {
        by_content(start).or_else(|| by_name(start, name))
    }

    /// What the file is. `None` if that is not certain, or if there is no such file.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        let file = File::open(path).ok().filter(|_| path.is_file())?;
        let mut start = Vec::new();
        file.take(RECOGNISED_BYTES).read_to_end(&mut start).ok()?;
        Self::of(&start, path)
    }
}

/// What the first bytes say by themselves.
fn by_content(start: &[u8]) -> Option<FileKind> {
    let start = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start);
    let marks: [(&[u8], FileKind); 5] = [
        (b"ISO-10303-21", FileKind::Step),
        (b"glTF", FileKind::Mesh(Format::Gltf)),
        (b"\x89PNG", FileKind::Heights),
        (b"\x93NUMPY", FileKind::Volume),
        (b"NRRD", FileKind::Volume),
    ];
    if let Some((_, kind)) = marks.iter().find(|(mark, _)| start.starts_with(mark)) {
        return Some(*kind);
    }
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start();
    if text.starts_with('<') {
        return markup(text);
    }
    if text.starts_with('{') {
        let has = |key: &str| text.contains(&format!("\"{key}\""));
        return Some(match (has("asset"), has("format"), has("patches") || has("surfaces")) {
            (true, ..) => FileKind::Mesh(Format::Gltf),
            (false, false, true) => FileKind::Patches,
            (false, ..) => FileKind::Json,
        });
    }
    None
}

/// The kind of a text in angle brackets.
fn markup(text: &str) -> Option<FileKind> {
    let lower = text.to_lowercase();
    if lower.contains("<!doctype html") || lower.contains("<html") {
        return Some(FileKind::Page);
    }
    if text.contains("<COLLADA") {
        return Some(FileKind::Mesh(Format::Collada));
    }
    if !text.contains("<robot") {
        return None;
    }
    let has = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    // Groups of an SRDF file name joints and links as well.
    if has(&SRDF_MARKS) && !has(&["<parent", "<visual", "<collision", "<inertial"]) {
        return Some(FileKind::Srdf);
    }
    has(&["<link", "<joint", "xacro"]).then_some(FileKind::Urdf)
}

/// Beginnings of elements that only an SRDF file has.
const SRDF_MARKS: [&str; 7] = [
    "<disable_",
    "<enable_collisions",
    "<group",
    "<virtual_joint",
    "<passive_joint",
    "<end_effector",
    "<link_sphere_approximation",
];

/// What the extension of the name says.
fn by_name(start: &[u8], name: &Path) -> Option<FileKind> {
    let extension = name.extension()?.to_string_lossy().to_lowercase();
    match extension.as_str() {
        "step" | "stp" | "p21" => Some(FileKind::Step),
        "bpt" => Some(FileKind::Patches),
        "iges" | "igs" => Some(FileKind::Iges),
        "urdf" | "xacro" => Some(FileKind::Urdf),
        "srdf" => Some(FileKind::Srdf),
        "toml" => Some(FileKind::Scene),
        "yaml" | "yml" => Some(FileKind::Yaml),
        "csv" => Some(FileKind::Table),
        "json" => Some(FileKind::Json),
        "html" | "htm" => Some(FileKind::Page),
        "nrrd" | "nhdr" | "npy" => Some(FileKind::Volume),
        "asc" | "png" => Some(FileKind::Heights),
        _ => Format::of(start, name).map(FileKind::Mesh),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_by_what_they_are() {
        let cases: [(&str, &str, Option<FileKind>); 23] = [
            ("part.stl", "solid a\nendsolid a\n", Some(FileKind::Mesh(Format::Stl))),
            ("part.obj", "v 0 0 0\n", Some(FileKind::Mesh(Format::Obj))),
            ("part.bin", "glTF", Some(FileKind::Mesh(Format::Gltf))),
            ("part.json", "{\"asset\": {}}", Some(FileKind::Mesh(Format::Gltf))),
            ("part.xml", "<?xml version=\"1.0\"?><COLLADA/>", Some(FileKind::Mesh(Format::Collada))),
            ("part.txt", "ISO-10303-21;", Some(FileKind::Step)),
            ("part.STP", "", Some(FileKind::Step)),
            ("part.igs", "", Some(FileKind::Iges)),
            ("pot.bpt", "1\n1 1\n", Some(FileKind::Patches)),
            ("pot.json", "{\"patches\": []}", Some(FileKind::Patches)),
            ("pot.json", "{\"format\": \"tangency-result\", \"surfaces\": []}", Some(FileKind::Json)),
            ("robot.xml", "<robot name=\"r\"><link name=\"a\"/></robot>", Some(FileKind::Urdf)),
            ("robot.xml", "<robot name=\"r\"><group name=\"a\"/></robot>", Some(FileKind::Srdf)),
            ("a.xml", "<robot><group name=\"g\"><joint name=\"a\"/></group></robot>", Some(FileKind::Srdf)),
            ("robot.srdf", "<robot name=\"r\"/>", Some(FileKind::Srdf)),
            ("robot.urdf", "<robot name=\"r\"/>", Some(FileKind::Urdf)),
            ("scene.toml", "span = { end = 1 }", Some(FileKind::Scene)),
            ("scene.yaml", "world:", Some(FileKind::Yaml)),
            ("way.csv", "time,a\n", Some(FileKind::Table)),
            ("result.txt", "\u{feff}{\"format\": \"tangency-result\"}", Some(FileKind::Json)),
            ("page.txt", "<!DOCTYPE html>", Some(FileKind::Page)),
            ("scene", "span = { end = 1 }", None),
            ("scene.txt", "span = { end = 1 }", None),
        ];
        for (name, content, kind) in cases {
            assert_eq!(FileKind::of(content.as_bytes(), Path::new(name)), kind, "{name}: {content}");
        }
        assert_eq!(FileKind::of(b"\x89PNG\r\n", Path::new("x")), Some(FileKind::Heights));
        assert_eq!(FileKind::of_file(Path::new("/no/such/file.stl")), None);
    }
}
