//! Errors of STEP files: file, line, entity, what was found, what was expected, advice.

use crate::fault::quoted;
use std::{borrow::Cow, fmt, path::PathBuf};

/// A STEP file that could not be read.
///
/// Its text is one line: file, line, entity number and type, what was found, what was expected, advice.
///
/// ```
/// use tangency_formats::step::{self, StepErrorKind};
///
/// let error = step::parse(b"ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\n#1=CIRCLE('',#2", "cut.step").unwrap_err();
/// assert_eq!((error.kind(), error.line()), (StepErrorKind::Truncated, Some(5)));
/// assert!(error.to_string().starts_with("cut.step, line 5, #1 CIRCLE: found the end of the file"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepFileError {
    file: PathBuf,
    line: Option<usize>,
    fault: Box<StepFault>,
}

/// The kind of fault, for programs; the text is for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepErrorKind {
    /// The file is missing, is a directory, may not be read, or is too large.
    Unreadable,
    /// The file breaks the rules of ISO 10303-21.
    Syntax,
    /// The file ends too early, or refers to an entity that it does not hold.
    Truncated,
    /// An entity refers to itself, directly or through others.
    Cycle,
    /// A value or an entity of another type is expected.
    WrongType,
    /// A value is not allowed: a weight, a knot, a count, a radius, a placement.
    OutOfRange,
    /// A number is too large for 64-bit floating point.
    NotFinite,
    /// The file is legal, but holds geometry that this reader cannot read; leaving it out could miss a contact.
    Unsupported,
    /// The file holds no solid and no surface.
    NoBodies,
    /// The file unfolds to far more than it holds.
    TooLarge,
}

/// A fault at a byte of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StepFault {
    pub(super) kind: StepErrorKind,
    /// The byte; `None` for a fault of the whole file.
    pub(super) at: Option<usize>,
    /// The entity, as `#12 CIRCLE`; empty if none is concerned.
    pub(super) entity: String,
    found: Cow<'static, str>,
    expected: Cow<'static, str>,
    advice: Cow<'static, str>,
}

/// A result without the name of the file.
pub(super) type StepOutcome<T> = Result<T, Box<StepFault>>;

/// Advice for files that no user wrote by hand.
pub(super) const EXPORT_AGAIN: &str = "export the file again";

impl StepFault {
    /// A fault of the whole file.
    pub(super) fn new(
        kind: StepErrorKind,
        found: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
        advice: impl Into<Cow<'static, str>>,
    ) -> Box<Self> {
        let (found, expected, advice) = (found.into(), expected.into(), advice.into());
        Box::new(Self { kind, at: None, entity: String::new(), found, expected, advice })
    }

    /// The same fault at a byte.
    pub(super) fn at(mut self: Box<Self>, at: usize) -> Box<Self> {
        self.at.get_or_insert(at);
        self
    }

    /// The same fault in an entity that begins at a byte.
    pub(super) fn of_entity(mut self: Box<Self>, number: u64, keyword: &str, at: usize) -> Box<Self> {
        if self.entity.is_empty() {
            self.entity = format!("#{number} {}", shortened(keyword)).trim_end().to_owned();
        }
        self.at(at)
    }

    /// The error, with the name of the file and the line of the fault in the text.
    pub(super) fn in_file(self: Box<Self>, file: impl Into<PathBuf>, text: &[u8]) -> StepFileError {
        let newlines = |end: usize| text[..end.min(text.len())].iter().filter(|&&byte| byte == b'\n').count();
        StepFileError { file: file.into(), line: self.at.map(|at| 1 + newlines(at)), fault: self }
    }
}

/// A keyword without its end where it is long.
pub(super) fn shortened(keyword: &str) -> Cow<'_, str> {
    match keyword.char_indices().nth(60) {
        Some((cut, _)) => format!("{}...", &keyword[..cut]).into(),
        None => keyword.into(),
    }
}

/// An excerpt of the file for a message: quoted, printable, short.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    quoted(&String::from_utf8_lossy(&bytes[..bytes.len().min(100)]))
}

impl StepFileError {
    /// The kind of fault.
    #[must_use]
    pub fn kind(&self) -> StepErrorKind {
        self.fault.kind
    }

    /// The line, counted from 1; `None` if the fault concerns the whole file.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The entity as `#12 CIRCLE`; empty if none is concerned.
    #[must_use]
    pub fn entity(&self) -> &str {
        &self.fault.entity
    }

    /// The file, as it was named by the caller.
    #[must_use]
    pub fn file(&self) -> &std::path::Path {
        &self.file
    }
}

impl fmt::Display for StepFileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StepFault { entity, found, expected, advice, .. } = &*self.fault;
        if self.file.as_os_str().is_empty() {
            write!(out, "STEP data")?;
        } else {
            write!(out, "{}", self.file.display())?;
        }
        if let Some(line) = self.line {
            write!(out, ", line {line}")?;
        }
        if !entity.is_empty() {
            write!(out, ", {entity}")?;
        }
        write!(out, ": found {found}, expected {expected}; {advice}")
    }
}

impl std::error::Error for StepFileError {}
