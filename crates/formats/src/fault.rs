//! Faults of a text file, each shown with its line.
//!
//! The text follows the style of modern compilers: the message, the position, the line with a mark below it, and what
//! to do.
//!
//! ```text
//! unknown key "velocty" in `linear`
//!   --> drop.toml:7:23
//!   |
//! 7 | motion = { linear = { velocty = [0, 0, -4] } }
//!   |                       ^^^^^^^ did you mean `velocity`?
//! ```

use crate::tolerance::{LONGEST_MESSAGE, LONGEST_NUMBER, MOST_FAULTS, QUOTED_CHARACTERS, SHOWN_BEFORE, SHOWN_COLUMNS};
use std::fmt;
use std::ops::Range;

/// Why a scene, a robot, a trajectory or a planning problem could not be read: at least one [`TextFault`],
/// ordered by position.
///
/// Its text shows every fault with file, line and column, the line itself and a mark below it. Every fault after the
/// first begins with `error: `; the caller writes that prefix before the first.
#[derive(Clone, Debug, PartialEq)]
pub struct TextFileError {
    file: String,
    faults: Vec<TextFault>,
    more: bool,
}

/// One fault of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TextFault {
    message: String,
    label: String,
    help: Option<String>,
    body: Option<String>,
    place: Option<TextPlace>,
}

/// A position in the text of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TextPlace {
    /// Line, counted from 1.
    pub line: usize,
    /// Column in characters, counted from 1.
    pub column: usize,
    excerpt: String,
    mark_from: usize,
    mark_length: usize,
}

impl TextFileError {
    /// An error about the file as a whole.
    pub(crate) fn whole_file(file: &str, message: String, help: &str) -> Self {
        let help = Some(help.to_owned());
        let fault = TextFault { message, label: String::new(), help, body: None, place: None };
        Self { file: file.to_owned(), faults: vec![fault], more: false }
    }

    /// The error for these faults of `text`; there must be at least one.
    pub(crate) fn new(file: &str, text: &str, mut faults: Vec<RawFault>) -> Self {
        faults.sort_by_key(|fault| fault.span.as_ref().map(|span| span.start));
        let more = faults.len() > MOST_FAULTS;
        faults.truncate(MOST_FAULTS);
        let faults = faults.into_iter().map(|raw| raw.locate(text)).collect();
        Self { file: file.to_owned(), faults, more }
    }

    /// The same faults without positions and labels: for a text that the user did not write.
    pub(crate) fn without_places(self) -> Self {
        let bare = |fault: TextFault| {
            let TextFault { message, body, .. } = fault;
            TextFault { message, label: String::new(), help: None, body, place: None }
        };
        Self { faults: self.faults.into_iter().map(bare).collect(), ..self }
    }

    /// The name of the file, as the caller gave it.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The faults, ordered by position; at most twenty.
    #[must_use]
    pub fn faults(&self) -> &[TextFault] {
        &self.faults
    }
}

impl TextFault {
    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What was expected at the position; may be empty.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Advice; `None` if the label says enough.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The name of the body in whose part of a scene the fault is; `None` elsewhere.
    #[must_use]
    pub fn body(&self) -> Option<&str> {
        self.body.as_deref()
    }

    /// The position; `None` if the fault concerns the whole file.
    #[must_use]
    pub fn place(&self) -> Option<&TextPlace> {
        self.place.as_ref()
    }

    fn write(&self, file: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.message)?;
        let Some(place) = &self.place else {
            if !file.is_empty() {
                write!(out, "\n --> {file}")?;
            }
            return self.write_help("", out);
        };
        let number = place.line.to_string();
        let gutter = " ".repeat(number.len());
        let mark = " ".repeat(place.mark_from) + &"^".repeat(place.mark_length);
        write!(out, "\n{gutter}--> {file}:{}:{}", place.line, place.column)?;
        if let Some(body) = &self.body {
            write!(out, ", body {}", quoted(body))?;
        }
        write!(out, "\n{gutter} |\n{number} | {}\n{gutter} | {mark}", place.excerpt)?;
        if !self.label.is_empty() {
            write!(out, " {}", self.label)?;
        }
        self.write_help(&gutter, out)
    }

    fn write_help(&self, gutter: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.help {
            Some(help) => write!(out, "\n{gutter} = help: {help}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for TextFileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                write!(out, "\n\nerror: ")?;
            }
            fault.write(&self.file, out)?;
        }
        if self.more {
            write!(out, "\n\n... and more")?;
        }
        Ok(())
    }
}

impl std::error::Error for TextFileError {}

/// A fault at a range of bytes. The text is added later.
#[derive(Clone, Debug)]
pub(crate) struct RawFault {
    span: Option<Range<usize>>,
    message: String,
    label: String,
    help: Option<String>,
    body: Option<String>,
}

/// One or more faults, for functions that continue after the first.
pub(crate) type RawFaults = Vec<RawFault>;

impl RawFault {
    /// `message` says what is wrong. `label` says what was expected, beside the mark.
    pub(crate) fn new(span: Range<usize>, message: String, label: impl Into<String>) -> Self {
        Self { span: Some(span), message: clipped(message), label: clipped(label.into()), help: None, body: None }
    }

    /// A fault of the whole file: something is missing.
    pub(crate) fn of_file(message: String, help: impl Into<String>) -> Self {
        Self { span: None, message, label: String::new(), help: Some(help.into()), body: None }
    }

    /// Adds advice.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds the name of the body in whose part of a scene the fault is.
    pub(crate) fn in_body(mut self, name: &str) -> Self {
        self.body.get_or_insert_with(|| clipped(name.to_owned()));
        self
    }

    fn locate(self, text: &str) -> TextFault {
        let place = self.span.map(|span| TextPlace::of(text, span));
        TextFault { message: self.message, label: self.label, help: self.help, body: self.body, place }
    }
}

impl From<RawFault> for RawFaults {
    fn from(fault: RawFault) -> Self {
        vec![fault]
    }
}

impl TextPlace {
    /// The position of these bytes. A span over several lines is marked to the end of its first line.
    fn of(text: &str, span: Range<usize>) -> Self {
        let start = floor_boundary(text, span.start);
        let end = floor_boundary(text, span.end).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let line = 1 + text[..line_start].bytes().filter(|&byte| byte == b'\n').count();
        let before = text[line_start..start].chars().count();
        let marked = text[start..end.min(line_end)].chars().count().max(1);

        let content = text[line_start..line_end].trim_end();
        let skipped = if content.chars().count() > SHOWN_COLUMNS { before.saturating_sub(SHOWN_BEFORE) } else { 0 };
        let mut excerpt: String = content.chars().skip(skipped).take(SHOWN_COLUMNS).map(printable).collect();
        if content.chars().nth(skipped + SHOWN_COLUMNS).is_some() {
            excerpt.push_str(" ...");
        }
        let ellipsis = if skipped > 0 { "... " } else { "" };
        let mark_from = before - skipped + ellipsis.len();
        let mark_length = marked.min((SHOWN_COLUMNS + ellipsis.len()).saturating_sub(mark_from)).max(1);
        Self { line, column: before + 1, excerpt: format!("{ellipsis}{excerpt}"), mark_from, mark_length }
    }
}

/// The largest character boundary that is not after `index`.
fn floor_boundary(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

/// One column for every character, so that the mark stays aligned.
fn printable(character: char) -> char {
    match character {
        '\t' => ' ',
        control if control.is_control() => '\u{fffd}',
        other => other,
    }
}

/// The text in quotes, shortened and with control characters escaped.
pub(crate) fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(QUOTED_CHARACTERS).collect();
    let cut = if shown.len() < text.len() { "..." } else { "" };
    format!("\"{}{cut}\"", shown.escape_debug())
}

/// The text with numbers of many digits in a short form: `1e300`, not three hundred digits. Texts of other crates print
/// numbers as they are.
///
/// ```
/// assert_eq!(tangency_formats::short_numbers(&format!("{} metres.", 1e300)), "1e300 metres.");
/// ```
#[must_use]
pub fn short_numbers(text: &str) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit() || letter == '.' || letter == '-';
    let mut short = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_digit) {
        let (before, from) = rest.split_at(start);
        let end = from.find(|letter| !is_digit(letter)).unwrap_or(from.len());
        let digits = from[..end].trim_end_matches('.');
        short.push_str(before);
        match digits.parse::<f64>() {
            // A number that is cut short ends in several dots, and is not that number.
            Ok(number) if digits.len() > LONGEST_NUMBER && number.is_finite() && end <= digits.len() + 1 => {
                short.push_str(&shown(number));
            }
            Ok(_) | Err(_) => short.push_str(digits),
        }
        short.push_str(&from[digits.len()..end]);
        rest = &from[end..];
    }
    short + rest
}

/// The text with short numbers, truncated to [`LONGEST_MESSAGE`].
fn clipped(text: String) -> String {
    let text = short_numbers(&text);
    match text.char_indices().nth(LONGEST_MESSAGE) {
        Some((cut, _)) => format!("{}...", &text[..cut]),
        None => text,
    }
}

/// The number in a short form: large exponents instead of hundreds of zeros.
pub(crate) fn shown(number: f64) -> String {
    let plain = number == 0.0 || (1e-5..1e15).contains(&number.abs());
    if plain { format!("{number}") } else { format!("{number:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, span: Range<usize>) -> String {
        let fault = RawFault::new(span, "wrong".into(), "here");
        TextFileError::new("a.toml", text, vec![fault]).to_string()
    }

    #[test]
    fn marks_the_place() {
        let expected = "wrong\n --> a.toml:2:5\n  |\n2 | two = 3\n  |     ^ here";
        assert_eq!(shown("one = 1\ntwo = 3\n", 12..13), expected);
    }

    #[test]
    fn counts_characters_not_bytes() {
        let text = "é = \"ü\" # ß\n";
        let at = text.find('ß').unwrap();
        let expected = "wrong\n --> a.toml:1:11\n  |\n1 | é = \"ü\" # ß\n  |           ^ here";
        assert_eq!(shown(text, at..at + 2), expected);
    }

    #[test]
    fn marks_the_first_line_of_a_span_over_many() {
        let expected = "wrong\n --> a.toml:1:5\n  |\n1 | a = [\n  |     ^ here";
        assert_eq!(shown("a = [\n1,\n]\n", 4..10), expected);
    }

    #[test]
    fn end_of_the_file_has_a_place() {
        let expected = "wrong\n --> a.toml:2:1\n  |\n2 | \n  | ^ here";
        assert_eq!(shown("a = 1\n", 6..6), expected);
        assert!(shown("", 0..0).contains("a.toml:1:1"));
        assert!(shown("a", 50..90).contains("a.toml:1:2"));
    }

    #[test]
    fn long_lines_are_cut_around_the_mark() {
        let text = format!("{}X{}", "a".repeat(5000), "b".repeat(5000));
        let shown = shown(&text, 5000..5001);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[1], " --> a.toml:1:5001");
        assert!(lines[3].len() < 120, "{}", lines[3]);
        assert_eq!(lines[3].find('X'), lines[4].find('^'));
    }

    #[test]
    fn a_mark_within_a_character_does_not_split_it() {
        assert!(shown("日本", 1..2).contains("a.toml:1:1"));
    }

    #[test]
    fn lists_faults_in_the_order_of_the_file_and_stops_at_twenty() {
        let text = "x\n".repeat(30);
        let faults = (0..30).rev().map(|line| RawFault::new(2 * line..2 * line + 1, format!("fault {line}"), ""));
        let error = TextFileError::new("a.toml", &text, faults.collect());
        assert_eq!(error.faults().len(), 20);
        assert_eq!(error.faults()[3].message(), "fault 3");
        assert_eq!(error.faults()[3].place().unwrap().line, 4);
        assert!(error.to_string().ends_with("... and more"));
    }

    #[test]
    fn numbers_are_short() {
        let cases =
            [(0.0, "0"), (-1.5, "-1.5"), (1e308, "1e308"), (5e-324, "5e-324"), (1e-5, "0.00001"), (-2e20, "-2e20")];
        for (number, text) in cases {
            assert_eq!(super::shown(number), text);
        }
    }

    #[test]
    fn long_numbers_in_texts_are_short() {
        let text = format!("the radius -{} is not from {} to {}, 0.25.", 1e300, 1e-60, 12);
        assert_eq!(short_numbers(&text), "the radius -1e300 is not from 1e-60 to 12, 0.25.");
        let cut = format!("{}...", "9".repeat(40));
        assert_eq!(short_numbers(&cut), cut);
        assert_eq!(short_numbers("a-b 1.2.3 0.1234567890123 - ."), "a-b 1.2.3 0.1234567890123 - .");
        assert!(RawFault::new(0..1, format!("{}", f64::MAX), "").message.len() < 30);
    }

    #[test]
    fn quoted_text_is_short_and_printable() {
        assert_eq!(quoted("a\nb\u{7}"), r#""a\nb\u{7}""#);
        assert!(quoted(&"x".repeat(1000)).len() < 70);
    }
}
