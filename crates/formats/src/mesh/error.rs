//! Errors of mesh files: file, position, what was found, what was expected, advice.

use crate::tolerance::EXCERPT_LENGTH;
use std::{borrow::Cow, fmt, path::PathBuf};

/// A mesh file that could not be read.
///
/// Its text is one line: file, position, what was found, what was expected, advice.
///
/// ```
/// use tangency_formats::mesh::{self, ErrorKind, MeshFilePlace};
///
/// let error = mesh::parse(b"v 0 0 0\nv 1 0 zero\n", "box.obj").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Syntax);
/// assert_eq!(error.place(), &MeshFilePlace::Line(2));
/// assert!(error.to_string().starts_with("box.obj, line 2: found `zero`, expected a number"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MeshFileError(Box<MeshFileFault>);

#[derive(Clone, Debug, PartialEq)]
struct MeshFileFault {
    file: PathBuf,
    kind: ErrorKind,
    place: MeshFilePlace,
    found: Cow<'static, str>,
    expected: Cow<'static, str>,
    advice: Cow<'static, str>,
}

/// The kind of fault, for programs; the text is for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The file is missing, is a directory, may not be read, or is too large.
    Unreadable,
    /// Neither the content nor the name tells the format.
    UnknownFormat,
    /// The file breaks the rules of its format.
    Syntax,
    /// The file ends before what it announces.
    Truncated,
    /// The file goes on after what it announces.
    Trailing,
    /// A number refers to something that does not exist.
    OutOfRange,
    /// A coordinate is NaN, infinite, or too large for 64-bit floating point.
    NotFinite,
    /// The file is legal, but holds geometry that this reader cannot read; leaving it out could miss a contact.
    Unsupported,
    /// The file has no triangles.
    NoTriangles,
}

/// A position in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeshFilePlace {
    /// The file as a whole.
    Whole,
    /// A line, counted from 1.
    Line(usize),
    /// A byte, counted from 0.
    Byte(usize),
    /// A part of a structured file, for example `meshes[2].primitives[0]`.
    Part(String),
}

impl fmt::Display for MeshFilePlace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole => Ok(()),
            Self::Line(line) => write!(out, "line {line}"),
            Self::Byte(byte) => write!(out, "byte {byte}"),
            Self::Part(part) => out.write_str(part),
        }
    }
}

impl MeshFileError {
    pub(super) fn new(
        kind: ErrorKind,
        place: MeshFilePlace,
        found: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
        advice: impl Into<Cow<'static, str>>,
    ) -> Self {
        let (found, expected, advice) = (found.into(), expected.into(), advice.into());
        Self(Box::new(MeshFileFault { file: PathBuf::new(), kind, place, found, expected, advice }))
    }

    /// The same error with the name of the file. Parsers know only positions; the caller knows the name.
    pub(super) fn in_file(mut self, file: impl Into<PathBuf>) -> Self {
        if self.0.file.as_os_str().is_empty() {
            self.0.file = file.into();
        }
        self
    }

    /// The kind of fault.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Its position in the file.
    #[must_use]
    pub fn place(&self) -> &MeshFilePlace {
        &self.0.place
    }

    /// The file, as it was named by the caller.
    #[must_use]
    pub fn file(&self) -> &std::path::Path {
        &self.0.file
    }
}

impl fmt::Display for MeshFileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MeshFileFault { file, place, found, expected, advice, .. } = &*self.0;
        let file = if file.as_os_str().is_empty() { "mesh data".into() } else { file.to_string_lossy() };
        match place {
            MeshFilePlace::Whole => write!(out, "{file}: ")?,
            MeshFilePlace::Line(_) | MeshFilePlace::Byte(_) | MeshFilePlace::Part(_) => {
                write!(out, "{file}, {place}: ")?
            }
        }
        write!(out, "found {found}, expected {expected}; {advice}")
    }
}

impl std::error::Error for MeshFileError {}

/// An excerpt of the file for a message: quoted, printable, short.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let mut text: String = String::from_utf8_lossy(&bytes[..bytes.len().min(EXCERPT_LENGTH)]).escape_debug().collect();
    if bytes.len() > EXCERPT_LENGTH {
        text.push('…');
    }
    format!("`{text}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoting_is_short_and_printable() {
        assert_eq!(quoted(b"abc"), "`abc`");
        assert_eq!(quoted(b"a\0b"), "`a\\0b`");
        assert!(quoted(&[0xff; 1000]).chars().count() <= 43);
    }
}
