//! The parser: expressions from text.
//!
//! ```text
//! text       = { name "=" sum ";" } sum
//! sum        = product { ("+" | "-") product }
//! product    = signed { ("*" | "/") signed }
//! signed     = "-" signed | "+" signed | power
//! power      = primary [ "^" signed ]
//! primary    = number | name | name "(" sum { "," sum } ")" | "(" sum ")"
//! ```
//!
//! Hence `-x^2` is −(x²), `2^-1` is ½, and `2^3^2` is 2⁹. Length and nesting are limited, so no text overflows the
//! stack.

use super::error::{SyntaxError, near};
use super::node::Expr;
use super::operation::{Binary, Unary};
use super::scope::Scope;
use super::simplify;
use super::token::{Token, token};
use crate::tolerance::{DEEPEST_NESTING, LONGEST_TEXT, MOST_LISTED_NAMES};
use std::collections::HashMap;
use std::str::FromStr;

impl Expr {
    /// Parses the text. Every name that is neither a function nor one of `pi`, `tau`, `e` is a variable.
    ///
    /// Use a [`Scope`] to restrict the variables and to name constants.
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        Scope::open().parse(text)
    }
}

impl FromStr for Expr {
    type Err = SyntaxError;
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Self::parse(text)
    }
}

/// The parser state: a position in the text and the token there.
pub(super) struct Parser<'a> {
    scope: &'a Scope,
    text: &'a str,
    /// The start and end of the token, in bytes.
    start: usize,
    end: usize,
    token: Token<'a>,
    depth: usize,
    /// Names defined in the text itself.
    definitions: HashMap<&'a str, Expr>,
}

const OPERAND: &str = "a number, a name, `(` or `-`";

impl<'a> Parser<'a> {
    /// Parses the whole text.
    pub(super) fn read(scope: &'a Scope, text: &'a str) -> Result<Expr, SyntaxError> {
        if text.len() > LONGEST_TEXT {
            let message = format!("the text has {} bytes, and at most {LONGEST_TEXT} are read", text.len());
            return Err(SyntaxError::new(text, 0, message));
        }
        let mut parser =
            Self { scope, text, start: 0, end: 0, token: Token::End, depth: 0, definitions: HashMap::new() };
        parser.advance()?;
        loop {
            if let Some(name) = parser.definition()? {
                let value = parser.sum()?;
                parser.expect(';', "an operator or `;`")?;
                parser.definitions.insert(name, value);
                continue;
            }
            let result = parser.sum()?;
            return if parser.token == Token::End {
                Ok(result)
            } else {
                Err(parser.unexpected("an operator or the end"))
            };
        }
    }

    fn error(&self, message: String) -> SyntaxError {
        SyntaxError::new(self.text, self.start, message)
    }

    fn unexpected(&self, expected: &str) -> SyntaxError {
        let found = self.token.describe(&self.text[self.start..self.end]);
        self.error(format!("found {found}, expected {expected}"))
    }

    fn advance(&mut self) -> Result<(), SyntaxError> {
        let rest = &self.text[self.end..];
        self.start = self.text.len() - rest.trim_start().len();
        let (token, length) = token(&self.text[self.start..])
            .map_err(|bad| SyntaxError::new(self.text, self.start + bad.offset, bad.message))?;
        self.token = token;
        self.end = self.start + length;
        Ok(())
    }

    fn accept(&mut self, sign: char) -> Result<bool, SyntaxError> {
        let found = self.token == Token::Sign(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    fn expect(&mut self, sign: char, expected: &str) -> Result<(), SyntaxError> {
        if self.accept(sign)? { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// The name of a definition, if one starts here.
    fn definition(&mut self) -> Result<Option<&'a str>, SyntaxError> {
        let Token::Name(name) = self.token else { return Ok(None) };
        if !self.text[self.end..].trim_start().starts_with('=') {
            return Ok(None);
        }
        if self.scope.known(name) || self.definitions.contains_key(name) {
            return Err(self.error(format!("`{name}` already has a meaning and cannot be defined")));
        }
        self.advance()?;
        self.advance()?;
        Ok(Some(name))
    }

    fn sum(&mut self) -> Result<Expr, SyntaxError> {
        let mut sum = self.product()?;
        loop {
            if self.accept('+')? {
                sum = sum + self.product()?;
            } else if self.accept('-')? {
                sum = sum - self.product()?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn product(&mut self) -> Result<Expr, SyntaxError> {
        let mut product = self.signed()?;
        loop {
            if self.accept('*')? {
                product = product * self.signed()?;
            } else if self.accept('/')? {
                product = product / self.signed()?;
            } else {
                return Ok(product);
            }
        }
    }

    /// Every path to deeper nesting passes through this function, so the depth is limited here.
    fn signed(&mut self) -> Result<Expr, SyntaxError> {
        if self.depth == DEEPEST_NESTING {
            return Err(
                self.error(format!("nested more than {DEEPEST_NESTING} deep: define parts by name, `a = …; …`"))
            );
        }
        self.depth += 1;
        let result = if self.accept('-')? {
            self.signed().map(|e| -e)
        } else if self.accept('+')? {
            self.signed()
        } else {
            self.power()
        };
        self.depth -= 1;
        result
    }

    fn power(&mut self) -> Result<Expr, SyntaxError> {
        let base = self.primary()?;
        if !self.accept('^')? {
            return Ok(base);
        }
        let place = self.start;
        let exponent = self.signed()?;
        match exponent.as_number() {
            Some(value) if value.fract() == 0.0 && value.abs() > f64::from(i32::MAX) => {
                let message = format!("the exponent {value} is too large: at most {} is possible", i32::MAX);
                Err(SyntaxError::new(self.text, place, message))
            }
            _ => Ok(base.pow(&exponent)),
        }
    }

    fn primary(&mut self) -> Result<Expr, SyntaxError> {
        match self.token {
            Token::Number(value) => {
                self.advance()?;
                Ok(Expr::number(value))
            }
            Token::Name(name) => self.name(name),
            Token::Sign('(') => {
                self.advance()?;
                let inner = self.sum()?;
                self.expect(')', "an operator or `)`")?;
                Ok(inner)
            }
            Token::Sign(_) | Token::End => Err(self.unexpected(OPERAND)),
        }
    }

    fn name(&mut self, name: &'a str) -> Result<Expr, SyntaxError> {
        let called = self.text[self.end..].trim_start().starts_with('(');
        // A name that is called is not taken as an undeclared variable.
        let given = |name: &str| if called && !self.scope.known(name) { None } else { self.scope.meaning(name) };
        let found = self.definitions.get(name).cloned().or_else(|| given(name));
        match (called, found) {
            _ if called && is_function(name) => self.call(name),
            (true, Some(_)) => {
                self.advance()?;
                Err(self.unexpected(&format!("an operator: `{name}` is not a function")))
            }
            (true, None) => Err(self.unknown("function", name, function_names().collect())),
            (false, Some(meaning)) => {
                self.advance()?;
                Ok(meaning)
            }
            (false, None) if is_function(name) => {
                self.advance()?;
                Err(self.unexpected(&format!("`(` and the argument of `{name}`")))
            }
            (false, None) => {
                let names = self.scope.names().chain(self.definitions.keys().copied());
                Err(self.unknown("variable or constant", name, names.collect()))
            }
        }
    }

    fn unknown(&self, what: &str, name: &str, known: Vec<&str>) -> SyntaxError {
        let near = near(name, known.iter().copied());
        let hint = if near.is_empty() {
            let mut names: Vec<&str> = known.into_iter().take(MOST_LISTED_NAMES).collect();
            names.sort_unstable();
            format!("known are {}", names.join(", "))
        } else {
            format!("did you mean {}?", near.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or "))
        };
        let shown = self.token.describe(&self.text[self.start..self.end]);
        self.error(format!("there is no {what} {shown} ({hint})"))
    }

    fn call(&mut self, name: &str) -> Result<Expr, SyntaxError> {
        let place = self.start;
        self.advance()?;
        self.advance()?;
        let mut arguments = vec![self.sum()?];
        while self.accept(',')? {
            arguments.push(self.sum()?);
        }
        self.expect(')', "an operator, `,` or `)`")?;
        let count = arguments.len();
        apply(name, arguments).ok_or_else(|| {
            let wanted = match name {
                "min" | "max" => "two arguments or more",
                _ if Unary::ALL.iter().any(|op| op.name() == name) => "one argument",
                _ => "two arguments",
            };
            SyntaxError::new(self.text, place, format!("`{name}` takes {wanted}, found {count}"))
        })
    }
}

/// The names of all functions, without operators.
pub(super) fn function_names() -> impl Iterator<Item = &'static str> {
    let unary = Unary::ALL.iter().map(|op| op.name());
    let binary = Binary::ALL.iter().map(|op| op.name());
    unary.chain(binary).chain(["pow"]).filter(|name| name.starts_with(char::is_alphabetic))
}

pub(super) fn is_function(name: &str) -> bool {
    function_names().any(|function| function == name)
}

/// Applies the function; `None` if the number of arguments is wrong.
fn apply(name: &str, arguments: Vec<Expr>) -> Option<Expr> {
    if let Some(op) = Unary::ALL.iter().find(|op| op.name() == name) {
        let [a] = <[Expr; 1]>::try_from(arguments).ok()?;
        return Some(simplify::unary(*op, a));
    }
    if name == "pow" {
        let [base, exponent] = <[Expr; 2]>::try_from(arguments).ok()?;
        return Some(base.pow(&exponent));
    }
    let op = *Binary::ALL.iter().find(|op| op.name() == name)?;
    let fits = arguments.len() == 2 || (arguments.len() > 2 && matches!(op, Binary::Min | Binary::Max));
    if !fits {
        return None;
    }
    arguments.into_iter().reduce(|a, b| simplify::binary(op, a, b))
}
