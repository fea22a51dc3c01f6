//! The tokenizer.

use crate::tolerance::LONGEST_QUOTE;

/// A token of the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Token<'a> {
    /// A number.
    Number(f64),
    /// A name.
    Name(&'a str),
    /// One of `+ - * / ^ ( ) , ; =`.
    Sign(char),
    /// The end of the text.
    End,
}

impl Token<'_> {
    /// The token as quoted in an error message.
    pub(super) fn describe(self, text: &str) -> String {
        match self {
            Token::Number(_) | Token::Name(_) | Token::Sign(_) => {
                let shown: String = text.chars().take(LONGEST_QUOTE).collect();
                let rest = if shown.len() < text.len() { "…" } else { "" };
                format!("`{shown}{rest}`")
            }
            Token::End => "the end".into(),
        }
    }
}

/// Whether a name may start with this character.
pub(super) fn begins_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

/// Whether a name may contain this character after the first.
pub(super) fn continues_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// An error in a token, with its offset in bytes.
pub(super) struct BadToken {
    pub(super) offset: usize,
    pub(super) message: String,
}

/// The token at the start of `text` and its length in bytes. The text must not start with white space.
pub(super) fn token(text: &str) -> Result<(Token<'_>, usize), BadToken> {
    let Some(first) = text.chars().next() else { return Ok((Token::End, 0)) };
    if begins_name(first) {
        let length = text.find(|c| !continues_name(c)).unwrap_or(text.len());
        return Ok((Token::Name(&text[..length]), length));
    }
    if first.is_ascii_digit() || first == '.' {
        return number(text);
    }
    match first {
        '+' | '-' | '*' | '/' | '^' | '(' | ')' | ',' | ';' | '=' => Ok((Token::Sign(first), 1)),
        // Typographic signs, as copied from a document.
        '−' => Ok((Token::Sign('-'), first.len_utf8())),
        '·' | '×' => Ok((Token::Sign('*'), first.len_utf8())),
        _ => Err(BadToken { offset: 0, message: format!("{first:?} is not part of the language") }),
    }
}

fn number(text: &str) -> Result<(Token<'_>, usize), BadToken> {
    let digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(0);
    let mut count = length;
    if text[length..].starts_with('.') {
        let fraction = digits(length + 1);
        count += fraction;
        length += 1 + fraction;
    }
    if count == 0 {
        return Err(BadToken { offset: 0, message: "found `.`, expected a digit beside it".into() });
    }
    if text[length..].starts_with(['e', 'E']) {
        let sign = usize::from(text[length + 1..].starts_with(['+', '-']));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    match text[..length].parse::<f64>() {
        Ok(value) if value.is_finite() => Ok((Token::Number(value), length)),
        Ok(_) | Err(_) => Err(BadToken { offset: 0, message: "the number is too large for a 64-bit float".into() }),
    }
}
