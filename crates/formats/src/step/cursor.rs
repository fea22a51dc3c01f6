//! Reads values of ISO 10303-21 from the bytes of a file.

use super::error::{EXPORT_AGAIN, StepErrorKind, StepFault, StepOutcome, excerpt};
use super::part21::{Record, Value};
use crate::tolerance::MAXIMUM_STEP_LISTS;

/// A place in the text.
pub(super) struct Cursor<'t> {
    pub(super) text: &'t [u8],
    pub(super) at: usize,
}

impl<'t> Cursor<'t> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The fault of a text that ends here. The caller knows the entity that is not complete.
    pub(super) fn ended(&self, expected: &'static str) -> Box<StepFault> {
        let advice = "the file is cut off: copy or export it again";
        StepFault::new(StepErrorKind::Truncated, "the end of the file", expected, advice)
    }

    pub(super) fn unexpected(&self, at: usize, expected: &'static str) -> Box<StepFault> {
        if at >= self.text.len() {
            return self.ended(expected);
        }
        let line = self.text[at..].iter().take(30).take_while(|&&byte| byte != b'\n' && byte != b'\r').count();
        let found = excerpt(&self.text[at..at + line.max(1)]);
        StepFault::new(StepErrorKind::Syntax, found, expected, EXPORT_AGAIN).at(at)
    }

    pub(super) fn expect(&mut self, byte: u8) -> StepOutcome<()> {
        if self.peek() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        let expected = match byte {
            b'=' => "`=`",
            b'(' => "`(`",
            b'#' => "`#`",
            _ => "another sign",
        };
        Err(self.unexpected(self.at, expected))
    }

    /// Skips white space and comments.
    pub(super) fn skip_blank(&mut self) -> StepOutcome<()> {
        loop {
            match self.peek() {
                Some(byte) if byte.is_ascii_whitespace() || byte == 0x0B => self.at += 1,
                Some(b'/') if self.text.get(self.at + 1) == Some(&b'*') => self.skip_comment()?,
                // The print control directives of the standard.
                Some(b'\\') if matches!(self.text.get(self.at + 1), Some(b'N' | b'F')) => self.at += 3,
                Some(_) | None => return Ok(()),
            }
        }
    }

    pub(super) fn skip_comment(&mut self) -> StepOutcome<()> {
        let start = self.at + 2;
        let end = self.text[start..].windows(2).position(|pair| pair == b"*/");
        self.at = start + end.ok_or_else(|| self.ended("`*/` at the end of a comment"))? + 2;
        Ok(())
    }

    /// The word here; empty if there is none. Does not move.
    pub(super) fn keyword(&self) -> &'t str {
        let rest = &self.text[self.at.min(self.text.len())..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'!');
        let length = rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len());
        std::str::from_utf8(&rest[..length]).unwrap_or_default()
    }

    /// `#` and a number.
    pub(super) fn number_sign(&mut self) -> StepOutcome<u64> {
        let at = self.at;
        self.expect(b'#')?;
        let mut number = 0_u64;
        let mut digits = 0;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let next = number.checked_mul(10).and_then(|number| number.checked_add(u64::from(digit - b'0')));
            number = next.ok_or_else(|| self.unexpected(at, "an entity number below 2^64"))?;
            digits += 1;
            self.at += 1;
        }
        if digits == 0 { Err(self.unexpected(at, "an entity number such as `#12`")) } else { Ok(number) }
    }

    /// Moves behind the next `;`. Fails if a string, a comment or a parenthesis is open there.
    pub(super) fn skip_statement(&mut self) -> StepOutcome<()> {
        let mut depth = 0_usize;
        loop {
            let Some(byte) = self.peek() else { return Err(self.ended("`;`")) };
            match byte {
                b'\'' | b'"' => self.skip_quoted(byte)?,
                b'/' if self.text.get(self.at + 1) == Some(&b'*') => {
                    self.skip_comment()?;
                    continue;
                }
                b'(' => depth += 1,
                b')' => depth = depth.checked_sub(1).ok_or_else(|| self.unexpected(self.at, "`;`"))?,
                b';' if depth == 0 => {
                    self.at += 1;
                    return Ok(());
                }
                b';' => return Err(self.unexpected(self.at, "`)` before the end of the entity")),
                _ => (),
            }
            self.at += 1;
        }
    }

    /// Moves to the closing quote. A doubled quote within a string reads as two strings.
    pub(super) fn skip_quoted(&mut self, quote: u8) -> StepOutcome<()> {
        let rest = &self.text[self.at + 1..];
        let length = rest.iter().position(|&byte| byte == quote);
        self.at += 1 + length.ok_or_else(|| self.ended("a closing quote"))?;
        Ok(())
    }

    pub(super) fn skip_section(&mut self) -> StepOutcome<()> {
        loop {
            self.skip_blank()?;
            let keyword = self.keyword();
            self.skip_statement()?;
            if keyword == "ENDSEC" {
                return Ok(());
            }
        }
    }

    /// The type names of a complex instance. Does not fail: what is wrong is noticed when the statement is skipped.
    pub(super) fn complex_keywords(&mut self) -> Vec<&'t str> {
        let mut keywords = Vec::new();
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'\'' | b'"' if self.skip_quoted(byte).is_err() => break,
                b'/' if self.text.get(self.at + 1) == Some(&b'*') => {
                    if self.skip_comment().is_err() {
                        break;
                    }
                    continue;
                }
                b'(' => depth += 1,
                b')' if depth <= 1 => break,
                b')' => depth -= 1,
                b';' => break,
                _ if depth == 1 && !self.keyword().is_empty() => {
                    keywords.push(self.keyword());
                    self.at += self.keyword().len();
                    continue;
                }
                _ => (),
            }
            self.at += 1;
        }
        keywords
    }

    /// The records behind `#1=`.
    pub(super) fn records(&mut self) -> StepOutcome<Vec<Record<'t>>> {
        if self.peek() != Some(b'(') {
            return Ok(vec![self.record()?]);
        }
        self.at += 1;
        let mut records = Vec::new();
        loop {
            self.skip_blank()?;
            if self.peek() == Some(b')') {
                return Ok(records);
            }
            records.push(self.record()?);
        }
    }

    pub(super) fn record(&mut self) -> StepOutcome<Record<'t>> {
        let keyword = self.keyword();
        if keyword.is_empty() {
            return Err(self.unexpected(self.at, "a type name such as CIRCLE"));
        }
        self.at += keyword.len();
        Ok(Record { keyword, values: self.list(0)? })
    }

    /// Values in parentheses, and a comma between them.
    pub(super) fn list(&mut self, depth: usize) -> StepOutcome<Vec<Value<'t>>> {
        self.skip_blank()?;
        let at = self.at;
        self.expect(b'(')?;
        if depth > MAXIMUM_STEP_LISTS {
            let found = format!("lists within {MAXIMUM_STEP_LISTS} lists");
            return Err(StepFault::new(StepErrorKind::Syntax, found, "fewer", EXPORT_AGAIN).at(at));
        }
        let mut values = Vec::new();
        self.skip_blank()?;
        if self.peek() == Some(b')') {
            self.at += 1;
            return Ok(values);
        }
        loop {
            values.push(self.value(depth)?);
            self.skip_blank()?;
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b')') => {
                    self.at += 1;
                    return Ok(values);
                }
                Some(_) | None => return Err(self.unexpected(self.at, "`,` or `)`")),
            }
        }
    }

    pub(super) fn value(&mut self, depth: usize) -> StepOutcome<Value<'t>> {
        self.skip_blank()?;
        let at = self.at;
        match self.peek() {
            Some(b'$') => {
                self.at += 1;
                Ok(Value::Missing)
            }
            Some(b'*') => {
                self.at += 1;
                Ok(Value::Derived)
            }
            Some(b'#') => self.number_sign().map(Value::Reference),
            Some(b'(') => self.list(depth + 1).map(Value::List),
            Some(b'\'') => self.string().map(Value::Text),
            Some(b'"') => {
                self.skip_quoted(b'"')?;
                self.at += 1;
                Ok(Value::Binary)
            }
            Some(b'.') => {
                self.at += 1;
                let name = self.keyword();
                self.at += name.len();
                if name.is_empty() || self.peek() != Some(b'.') {
                    return Err(self.unexpected(at, "an enumeration such as `.T.`"));
                }
                self.at += 1;
                Ok(Value::Enumeration(name))
            }
            Some(b'0'..=b'9' | b'+' | b'-') => self.number().map(Value::Number),
            Some(b'A'..=b'Z' | b'a'..=b'z' | b'!') => {
                let keyword = self.keyword();
                self.at += keyword.len();
                Ok(Value::Typed(keyword, self.list(depth + 1)?))
            }
            Some(_) | None => Err(self.unexpected(at, "a value")),
        }
    }

    pub(super) fn string(&mut self) -> StepOutcome<&'t [u8]> {
        let start = self.at + 1;
        loop {
            self.skip_quoted(b'\'')?;
            if self.text.get(self.at + 1) != Some(&b'\'') {
                let text = &self.text[start..self.at];
                self.at += 1;
                return Ok(text);
            }
            self.at += 1;
        }
    }

    pub(super) fn number(&mut self) -> StepOutcome<f64> {
        let rest = &self.text[self.at..];
        let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'E' | b'e');
        let length = rest.iter().position(|byte| !is_part(byte)).unwrap_or(rest.len());
        let text = std::str::from_utf8(&rest[..length]).unwrap_or_default();
        let number: f64 = text.parse().map_err(|_| self.unexpected(self.at, "a number such as `1.5E-3`"))?;
        if !number.is_finite() {
            let (found, advice) = (excerpt(text.as_bytes()), "check the export: the number is beyond 1.8e308");
            return Err(StepFault::new(StepErrorKind::NotFinite, found, "a finite number", advice).at(self.at));
        }
        self.at += length;
        Ok(number)
    }
}
