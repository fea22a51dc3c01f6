//! Errors in texts and names.

use crate::tolerance::{EXCERPT_SIDE, MOST_SUGGESTIONS};
use std::fmt;

/// The text is not an expression. Holds the error message, its position, and the affected line.
///
/// The displayed error shows the line with a caret below the position:
///
/// ```
/// # use tangency_interval::expr::Expr;
/// let error = Expr::parse("2 * (x + )").unwrap_err();
/// assert_eq!(error.to_string(), "\
/// found `)`, expected a number, a name, `(` or `-`, at character 10
///   2 * (x + )
///            ^");
/// assert_eq!(error.position(), 10);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    message: String,
    line: usize,
    column: usize,
    position: usize,
    excerpt: String,
    caret: usize,
}

impl SyntaxError {
    /// An error at the byte `offset` of the text.
    pub(super) fn new(text: &str, offset: usize, message: String) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        let skipped = (column - 1).saturating_sub(EXCERPT_SIDE);
        let shown = text[line_start..].chars().take_while(|&c| c != '\n').skip(skipped).take(2 * EXCERPT_SIDE);
        // A tab or another control character would misplace the caret.
        let excerpt: String = shown.map(|c| if c.is_control() { ' ' } else { c }).collect();
        let position = before.chars().count() + 1;
        Self { message, line, column, position, excerpt, caret: column - skipped }
    }

    /// The error message, one line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The position of the error in characters, counted from 1; one past the last if something is missing at the
    /// end.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Line and column of the error, each counted from 1.
    #[must_use]
    pub fn line_and_column(&self) -> (usize, usize) {
        (self.line, self.column)
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at ", self.message)?;
        if self.line == 1 {
            writeln!(f, "character {}", self.position)?;
        } else {
            writeln!(f, "line {}, character {}", self.line, self.column)?;
        }
        write!(f, "  {}\n{:>width$}", self.excerpt, '^', width = self.caret + 2)
    }
}

impl std::error::Error for SyntaxError {}

/// A name cannot be used as requested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameError {
    /// The name is not an identifier.
    #[error("{0:?} cannot be a name: names are letters, digits and `_`, and do not begin with a digit")]
    NotAnIdentifier(String),
    /// The name already has a meaning.
    #[error("`{0}` already names a function, a constant or a variable: choose another name")]
    Taken(String),
    /// The expression has a variable that was not listed.
    #[error("the expression uses the variable `{name}`, which is not among those given ({})", list(given))]
    Unlisted {
        /// The variable.
        name: String,
        /// The listed variables.
        given: Vec<String>,
    },
}

/// Names separated by commas, for a message.
pub(super) fn list(names: &[String]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// The known names similar to `name`, nearest first, at most [`MOST_SUGGESTIONS`]. At least one character must agree.
pub(super) fn near<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let length = name.chars().count();
    let limit = (length / 3).max(1).min(length.saturating_sub(1));
    let mut scored: Vec<(usize, &str)> = known
        .into_iter()
        // The edit distance is at least the difference of the lengths, so names that are much longer are not
        // compared.
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
        .map(|candidate| (strsim::osa_distance(&name.to_lowercase(), &candidate.to_lowercase()), candidate))
        .filter(|(edits, _)| *edits <= limit)
        .collect();
    scored.sort();
    scored.dedup();
    scored.into_iter().take(MOST_SUGGESTIONS).map(|(_, candidate)| candidate).collect()
}
