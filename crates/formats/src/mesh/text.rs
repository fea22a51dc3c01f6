//! Lines, words and numbers of the text formats, with their line numbers.
//!
//! Everything works on bytes: only keywords and numbers must be ASCII, so a name or a comment in any encoding does no
//! harm. Lines end with LF, CR LF or CR.

use super::error::{ErrorKind, MeshFileError, MeshFilePlace, quoted};

/// The lines of a text, numbered from 1, without their ends.
pub(super) struct TextLines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> TextLines<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { rest: without_mark(text), number: 0 }
    }
}

impl<'a> Iterator for TextLines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let end = self.rest.iter().position(|&byte| byte == b'\n' || byte == b'\r').unwrap_or(self.rest.len());
        let line = &self.rest[..end];
        let terminator = match self.rest[end..] {
            [b'\r', b'\n', ..] => 2,
            [] => 0,
            [..] => 1,
        };
        self.rest = &self.rest[end + terminator..];
        self.number += 1;
        Some((self.number, line))
    }
}

/// The text without the byte order mark that some editors put in front of UTF-8.
pub(super) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text)
}

/// The words of a line.
pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// The words of a text and the line of the last word read, for formats in which line ends are plain white space.
pub(super) struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Words<'a> {
    /// The words from byte `at` on, with `line` as the line of that byte.
    pub(super) fn new(bytes: &'a [u8], at: usize, line: usize) -> Self {
        Self { bytes, at, line }
    }

    /// The line of the last word read.
    pub(super) fn line(&self) -> usize {
        self.line
    }

    /// The number of bytes left, an upper bound on the number of words left.
    pub(super) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Advances to the next word, so that [`Self::line`] is its line.
    pub(super) fn skip_blanks(&mut self) {
        while let Some(byte) = self.bytes.get(self.at).filter(|byte| byte.is_ascii_whitespace()) {
            let after = self.bytes.get(self.at + 1);
            self.line += usize::from(*byte == b'\n' || (*byte == b'\r' && after != Some(&b'\n')));
            self.at += 1;
        }
    }

    /// Advances to the end of the current line.
    pub(super) fn skip_line(&mut self) {
        while self.at < self.bytes.len() && !matches!(self.bytes[self.at], b'\n' | b'\r') {
            self.at += 1;
        }
    }

    /// The next word. At the end of the text, an error that names `expected`.
    pub(super) fn expect(&mut self, expected: &'static str) -> Result<&'a [u8], MeshFileError> {
        self.next().ok_or_else(|| {
            let advice = "the file is incomplete: write or copy it again";
            MeshFileError::new(
                ErrorKind::Truncated,
                MeshFilePlace::Line(self.line),
                "the end of the file",
                expected,
                advice,
            )
        })
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        self.skip_blanks();
        let rest = &self.bytes[self.at..];
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }
}

/// Parses a finite number: the f64 nearest to the decimal.
pub(super) fn number(word: &[u8], line: usize) -> Result<f64, MeshFileError> {
    let value = std::str::from_utf8(word).ok().and_then(|text| text.parse::<f64>().ok());
    match value {
        Some(value) if value.is_finite() => Ok(value),
        Some(_) => Err(MeshFileError::new(
            ErrorKind::NotFinite,
            MeshFilePlace::Line(line),
            quoted(word),
            "a finite number",
            "correct the value: a body with a point at infinity or nowhere cannot be checked",
        )),
        None if has_decimal_comma(word) => Err(MeshFileError::new(
            ErrorKind::Syntax,
            MeshFilePlace::Line(line),
            quoted(word),
            "a number",
            "write a decimal point, not a comma: export the file with the decimal separator of English",
        )),
        None => Err(syntax(line, word, "a number")),
    }
}

/// Whether the word would be a number if its comma were a point.
fn has_decimal_comma(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|text| text.replacen(',', ".", 1).parse::<f64>().is_ok())
}

/// Parses an integer.
pub(super) fn integer(word: &[u8], line: usize) -> Result<i64, MeshFileError> {
    let value = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    value.ok_or_else(|| syntax(line, word, "a whole number"))
}

/// The error for an unexpected word.
pub(super) fn syntax(line: usize, found: &[u8], expected: &'static str) -> MeshFileError {
    let advice = "correct this line, or write the file again";
    MeshFileError::new(ErrorKind::Syntax, MeshFilePlace::Line(line), quoted(found), expected, advice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        let lines: Vec<_> = TextLines::new(b"\xEF\xBB\xBFa\nb\r\nc\rd\n\ne").collect();
        let expected: [(usize, &[u8]); 6] = [(1, b"a"), (2, b"b"), (3, b"c"), (4, b"d"), (5, b""), (6, b"e")];
        assert_eq!(lines, expected);
    }

    #[test]
    fn words_know_their_line() {
        let mut words = Words::new(b" a b\r\nc\rd\n\n e", 0, 1);
        let mut seen = Vec::new();
        while let Some(word) = words.next() {
            seen.push((word, words.line()));
        }
        let expected: [(&[u8], usize); 5] = [(b"a", 1), (b"b", 1), (b"c", 2), (b"d", 3), (b"e", 5)];
        assert_eq!(seen, expected);
    }

    #[test]
    fn numbers_are_nearest_and_finite() {
        assert_eq!(number(b"0.1", 1).unwrap(), 0.1);
        assert_eq!(number(b"-.5e1", 1).unwrap(), -5.0);
        // Slightly above the midpoint of two neighbouring f64: only correct rounding gives the upper one.
        assert_eq!(number(b"1.00000000000000011102230246251565404236316680908203126", 1).unwrap(), 1.0_f64.next_up());
        for word in [&b"nan"[..], b"inf", b"-infinity", b"1e400"] {
            assert_eq!(number(word, 7).unwrap_err().kind(), ErrorKind::NotFinite);
        }
        assert_eq!(number(b"1,5", 7).unwrap_err().kind(), ErrorKind::Syntax);
        assert_eq!(number(b"\xff", 7).unwrap_err().place(), &MeshFilePlace::Line(7));
    }
}
