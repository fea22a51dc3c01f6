//! The meaning of names in a text.

use super::error::{NameError, SyntaxError};
use super::node::Expr;
use super::parse::{Parser, is_function};
use super::token::{begins_name, continues_name};
use crate::Interval;
use std::collections::BTreeMap;

/// The names that a text may use: its variables and constants, besides `pi`, `tau` and `e`.
///
/// ```
/// # use tangency_interval::expr::Scope;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let scope = Scope::new().variables(["u", "v"])?.constant("R", 2.0)?;
/// let x = scope.parse("(R + cos(v)) * cos(u)")?;
/// assert_eq!(x.variables().len(), 2);
/// let error = scope.parse("(R + cos(v)) * cosh(u)").unwrap_err();
/// assert_eq!(error.message(), "there is no function `cosh` (did you mean `cos`?)");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Scope {
    names: BTreeMap<String, Expr>,
    /// Whether a name without a meaning is a variable.
    open: bool,
}

impl Default for Scope {
    fn default() -> Self {
        Self::new()
    }
}

impl Scope {
    /// A scope with only `pi`, `tau` and `e`.
    #[must_use]
    pub fn new() -> Self {
        let names = [("pi", Expr::pi()), ("π", Expr::pi()), ("tau", Expr::tau()), ("τ", Expr::tau()), ("e", Expr::e())];
        Self { names: names.map(|(name, value)| (name.into(), value)).into(), open: false }
    }

    /// A scope in which every name without another meaning is a variable.
    #[must_use]
    pub fn open() -> Self {
        Self { open: true, ..Self::new() }
    }

    /// Adds variables.
    pub fn variables<'a>(self, names: impl IntoIterator<Item = &'a str>) -> Result<Self, NameError> {
        names.into_iter().try_fold(self, |scope, name| scope.with(name, Expr::variable(name)))
    }

    /// Adds a constant: a number, or an interval that contains it.
    pub fn constant(self, name: &str, value: impl Into<Interval>) -> Result<Self, NameError> {
        self.with(name, Expr::constant(name, value.into()))
    }

    fn with(mut self, name: &str, meaning: Expr) -> Result<Self, NameError> {
        if !name.starts_with(begins_name) || !name.chars().all(continues_name) {
            return Err(NameError::NotAnIdentifier(name.into()));
        }
        if self.known(name) {
            return Err(NameError::Taken(name.into()));
        }
        self.names.insert(name.into(), meaning);
        Ok(self)
    }

    /// Parses the text.
    ///
    /// A decimal number means the 64-bit float nearest to it. Write `1/10` for exactly one tenth, which is not a
    /// float. `pi`, `tau` and `e` mean the real numbers, enclosed.
    pub fn parse(&self, text: &str) -> Result<Expr, SyntaxError> {
        Parser::read(self, text)
    }

    /// Whether the name is a variable, a constant or a function.
    pub(super) fn known(&self, name: &str) -> bool {
        self.names.contains_key(name) || is_function(name)
    }

    /// The expression that the name stands for, unless it is a function.
    pub(super) fn meaning(&self, name: &str) -> Option<Expr> {
        let variable = || (self.open && !is_function(name)).then(|| Expr::variable(name));
        self.names.get(name).cloned().or_else(variable)
    }

    /// All variables and constants.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }
}
