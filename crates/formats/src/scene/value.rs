//! Typed access to the values of a scene file; every refusal points at the value.
//!
//! `toml::de::DeTable` keeps the span of every key and every value, also of the elements of arrays, and leaves
//! numbers as text: an integer is accepted where a number is expected, and an overflow is reported instead of rounded
//! to infinity.

use super::unit::LengthUnit;
use crate::fault::{RawFault, RawFaults, quoted};
use crate::kind::{self, KindKey};
use crate::suggest::suggest;
use crate::tolerance::MOST_FAULTS;
use glam::DVec3;
use std::fmt;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of a value in messages: `velocity`, or `vertices[3][1]` within an array.
#[derive(Clone, Copy)]
enum Name<'a> {
    Document,
    Key(&'a str),
    Element(&'a Name<'a>, usize),
}

impl Name<'_> {
    fn write(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document => out.write_str("the scene"),
            Self::Key(key) => out.write_str(key),
            Self::Element(array, index) => {
                array.write(out)?;
                write!(out, "[{index}]")
            }
        }
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if matches!(self, Self::Document) { "" } else { "`" };
        out.write_str(quote)?;
        self.write(out)?;
        out.write_str(quote)
    }
}

/// A value of the file with its name and position.
#[derive(Clone, Copy)]
pub(super) struct TomlValue<'a> {
    name: Name<'a>,
    unit: LengthUnit,
    spanned: &'a Spanned<DeValue<'a>>,
}

/// A table of the file with its name and position.
#[derive(Clone)]
pub(super) struct Table<'a> {
    name: Name<'a>,
    /// `None` for the document as a whole.
    span: Option<Range<usize>>,
    unit: LengthUnit,
    entries: &'a DeTable<'a>,
}

impl<'a> TomlValue<'a> {
    /// The bytes of the value in the file.
    pub(super) fn span(&self) -> Range<usize> {
        self.spanned.span()
    }

    /// The value itself.
    pub(super) fn data(&self) -> &'a DeValue<'a> {
        self.spanned.get_ref()
    }

    /// A fault at this value.
    pub(super) fn fault(&self, message: String, label: impl Into<String>) -> RawFault {
        RawFault::new(self.span(), message, label)
    }

    /// A fault: the value is not `expected`.
    pub(super) fn mismatch(&self, expected: &str) -> RawFault {
        let found = describe(self.spanned.get_ref());
        self.fault(format!("{} must be {expected}, found {found}", self.name), format!("expected {expected}"))
    }

    pub(super) fn is_table(&self) -> bool {
        self.spanned.get_ref().is_table()
    }

    pub(super) fn is_array(&self) -> bool {
        self.spanned.get_ref().is_array()
    }

    /// A finite number, written as a float or as an integer.
    pub(super) fn number(&self) -> Result<f64, RawFault> {
        let number = match self.spanned.get_ref() {
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str().parse().ok(),
            DeValue::Integer(integer) => {
                u64::from_str_radix(integer.as_str(), integer.radix()).ok().map(|integer| integer as f64)
            }
            DeValue::Float(float) => float.as_str().parse::<f64>().ok(),
            DeValue::String(_) | DeValue::Boolean(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => {
                return Err(self.mismatch("a number"));
            }
        };
        match number {
            Some(number) if number.is_finite() => Ok(number),
            _ => Err(self.mismatch("a finite number")),
        }
    }

    /// A finite number that is greater than zero.
    pub(super) fn positive(&self) -> Result<f64, RawFault> {
        self.number().and_then(|number| if number > 0.0 { Ok(number) } else { Err(self.mismatch("greater than zero")) })
    }

    /// A finite number that is zero or greater.
    pub(super) fn not_negative(&self) -> Result<f64, RawFault> {
        self.number().and_then(|number| if number >= 0.0 { Ok(number) } else { Err(self.mismatch("zero or greater")) })
    }

    /// An integer within the range.
    pub(super) fn integer(&self, range: Range<u32>) -> Result<u32, RawFault> {
        let expected = || self.mismatch(&format!("an integer from {} to {}", range.start, range.end - 1));
        let DeValue::Integer(integer) = self.spanned.get_ref() else { return Err(expected()) };
        let integer = u32::from_str_radix(integer.as_str(), integer.radix()).map_err(|_| expected())?;
        if range.contains(&integer) { Ok(integer) } else { Err(expected()) }
    }

    /// `true` or `false`.
    pub(super) fn boolean(&self) -> Result<bool, RawFault> {
        self.spanned.get_ref().as_bool().ok_or_else(|| self.mismatch("true or false"))
    }

    /// A string.
    pub(super) fn string(&self) -> Result<&'a str, RawFault> {
        self.spanned.get_ref().as_str().ok_or_else(|| self.mismatch("a string"))
    }

    /// A string that a terminal shows as it is.
    pub(super) fn plain_text(&self) -> Result<&'a str, RawFault> {
        let text = self.string()?;
        let plain = !text.replace("\r\n", "\n").chars().any(|letter| letter.is_control() && !"\n\t".contains(letter));
        if plain { Ok(text) } else { Err(self.mismatch("text without control characters")) }
    }

    /// The position of the byte at `offset` in a string; the whole string if it contains escapes or line breaks.
    pub(super) fn span_within(&self, offset: usize) -> Range<usize> {
        let span = self.span();
        match self.spanned.get_ref().as_str() {
            Some(text) if span.len() == text.len() + 2 => span.start + 1 + offset..span.start + 2 + offset,
            _ => span,
        }
    }

    /// The elements of an array of length `N`; `expected` describes them.
    pub(super) fn elements<const N: usize>(&self, expected: &str) -> Result<[TomlValue<'a>; N], RawFault> {
        let elements = self.spanned.get_ref().as_array().filter(|elements| elements.len() == N);
        let elements = elements.ok_or_else(|| self.mismatch(expected))?;
        Ok(std::array::from_fn(|index| TomlValue { name: self.name, unit: self.unit, spanned: &elements[index] }))
    }

    /// Exactly `N` finite numbers; `expected` describes them.
    pub(super) fn numbers<const N: usize>(&self, expected: &str) -> Result<[f64; N], RawFault> {
        self.array(expected, |element| element.number())
    }

    /// Exactly `N` integers within the range; `expected` describes them.
    pub(super) fn integers<const N: usize>(&self, expected: &str, range: Range<u32>) -> Result<[u32; N], RawFault> {
        self.array(expected, |element| element.integer(range.clone()))
    }

    /// Three numbers.
    pub(super) fn vector(&self) -> Result<DVec3, RawFault> {
        self.numbers("three numbers [x, y, z]").map(DVec3::from_array)
    }

    /// The unit of lengths.
    pub(super) fn unit(&self) -> LengthUnit {
        self.unit
    }

    /// A length in metres.
    pub(super) fn length(&self) -> Result<f64, RawFault> {
        self.number().map(|number| self.unit.metres(number))
    }

    /// A length in metres that is greater than zero.
    pub(super) fn positive_length(&self) -> Result<f64, RawFault> {
        self.positive().map(|number| self.unit.metres(number))
    }

    /// A length in metres that is zero or greater.
    pub(super) fn not_negative_length(&self) -> Result<f64, RawFault> {
        self.not_negative().map(|number| self.unit.metres(number))
    }

    /// Exactly `N` lengths in metres; `expected` describes them.
    pub(super) fn lengths<const N: usize>(&self, expected: &str) -> Result<[f64; N], RawFault> {
        self.array(expected, |element| element.length())
    }

    /// Three lengths in metres: a point, a displacement, or its rate.
    pub(super) fn point(&self) -> Result<DVec3, RawFault> {
        self.vector().map(|vector| self.unit.vector(vector))
    }

    /// Applies `read` to the elements of an array of length `N`.
    fn array<T: Copy + Default, const N: usize>(
        &self,
        expected: &str,
        mut read: impl FnMut(TomlValue<'_>) -> Result<T, RawFault>,
    ) -> Result<[T; N], RawFault> {
        let DeValue::Array(elements) = self.spanned.get_ref() else { return Err(self.mismatch(expected)) };
        if elements.len() != N {
            let integers = elements.iter().filter(|element| element.get_ref().is_integer()).count();
            // Every number with a comma in it became two integers.
            let commas = N < elements.len() && elements.len() <= 2 * N && integers == elements.len();
            let help = "if these are decimal commas: write decimal points";
            let fault = self.mismatch(expected);
            return Err(if commas { fault.with_help(help) } else { fault });
        }
        let mut array = [T::default(); N];
        for (index, (place, spanned)) in array.iter_mut().zip(elements.iter()).enumerate() {
            *place = read(TomlValue { name: Name::Element(&self.name, index), unit: self.unit, spanned })?;
        }
        Ok(array)
    }

    /// Applies `read` to every element of a non-empty array; `expected` describes them.
    pub(super) fn list<T>(
        &self,
        expected: &str,
        mut read: impl FnMut(usize, TomlValue<'_>) -> Result<T, RawFault>,
    ) -> Result<Vec<T>, RawFault> {
        let DeValue::Array(elements) = self.spanned.get_ref() else { return Err(self.mismatch(expected)) };
        if elements.is_empty() {
            return Err(self.mismatch(expected));
        }
        let element = |(index, spanned)| {
            read(index, TomlValue { name: Name::Element(&self.name, index), unit: self.unit, spanned })
        };
        elements.iter().enumerate().map(element).collect()
    }

    /// A table with no keys other than `keys`.
    pub(super) fn table(&self, keys: &[&str]) -> Result<Table<'a>, RawFaults> {
        let table = self.any_table(&format!("a table with the keys {}", listed(keys)))?;
        table.check_keys(keys)?;
        Ok(table)
    }

    /// A table with any keys; `expected` describes them.
    pub(super) fn any_table(&self, expected: &str) -> Result<Table<'a>, RawFault> {
        match self.spanned.get_ref() {
            DeValue::Table(entries) => Ok(Table { name: self.name, span: Some(self.span()), unit: self.unit, entries }),
            DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_) => Err(self.mismatch(expected)),
        }
    }
}

impl<'a> Table<'a> {
    /// The whole document.
    pub(super) fn document(document: &'a Spanned<DeTable<'a>>) -> Self {
        Self { name: Name::Document, span: None, unit: LengthUnit::METRE, entries: document.get_ref() }
    }

    /// The same table, with its lengths in this unit.
    pub(super) fn with_unit(self, unit: LengthUnit) -> Self {
        Self { unit, ..self }
    }

    /// A fault of the table as a whole.
    pub(super) fn fault(&self, message: String, label: impl Into<String>) -> RawFault {
        match &self.span {
            Some(span) => RawFault::new(span.clone(), message, label),
            None => RawFault::of_file(message, label),
        }
    }

    /// Refuses every key that is not one of `keys`, with the nearest of them as a suggestion.
    pub(super) fn check_keys(&self, keys: &[&str]) -> Result<(), RawFaults> {
        let unknown = self.entries.keys().filter(|key| !keys.contains(&key.get_ref().as_ref()));
        let faults: RawFaults =
            unknown.take(MOST_FAULTS + 1).map(|key| self.unknown_key(key.span(), key.get_ref(), keys)).collect();
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }

    fn unknown_key(&self, span: Range<usize>, key: &str, keys: &[&str]) -> RawFault {
        let message = format!("unknown key {} in {}", quoted(key), self.name);
        match suggest(key, keys) {
            Some(near) => RawFault::new(span, message, format!("did you mean `{near}`?")),
            None if keys.is_empty() => RawFault::new(span, message, "no key is expected here"),
            None => RawFault::new(span, message, format!("expected {}", listed(keys))),
        }
    }

    /// The value of an optional key.
    pub(super) fn optional(&self, key: &'a str) -> Option<TomlValue<'a>> {
        self.entries.get(key).map(|spanned| TomlValue { name: Name::Key(key), unit: self.unit, spanned })
    }

    /// The value of a required key; `expected` shows its syntax.
    pub(super) fn required(&self, key: &'a str, example: &str) -> Result<TomlValue<'a>, RawFault> {
        self.optional(key)
            .ok_or_else(|| self.fault(format!("{} has no `{key}`", self.name), format!("add `{key} = {example}`")))
    }

    /// The keys with their positions, in the order of the file.
    pub(super) fn keys(&self) -> Vec<(&'a str, Range<usize>)> {
        let mut keys: Vec<_> = self.entries.keys().map(|key| (key.get_ref().as_ref(), key.span())).collect();
        keys.sort_by_key(|(_, span)| span.start);
        keys
    }

    /// The key of the table that names its kind, and its value. `noun` is the thing that has a kind: a shape, a motion.
    pub(super) fn kind<Kind: KindKey>(&self, noun: &str) -> Result<(Kind, TomlValue<'a>), RawFault> {
        let keys = self.keys();
        let of = |key: &str| Kind::all().find(|kind| kind.key() == key);
        let mut named = keys.iter().filter_map(|(key, span)| Some((of(key)?, span)));
        match (named.next(), named.next()) {
            (Some((kind, _)), None) => {
                let value = self.required(kind.key(), "...")?;
                Ok((kind, value))
            }
            (Some((first, _)), Some((second, span))) => {
                let [first, second] = [first, second].map(Kind::key);
                Err(RawFault::new(
                    span.clone(),
                    format!("a {noun} has one kind, but this one is both `{first}` and `{second}`"),
                    format!("keep either `{first}` or `{second}`"),
                ))
            }
            (None, _) => Err(self.no_kind(noun, &kind::keys::<Kind>(), &keys)),
        }
    }

    fn no_kind(&self, noun: &str, kinds: &[&str], keys: &[(&str, Range<usize>)]) -> RawFault {
        let help = format!("the kinds of {noun} are {}", listed(kinds));
        let near = keys.iter().find_map(|(key, span)| Some((key, span, suggest(key, kinds)?)));
        let fault = match (near, keys.first()) {
            (Some((key, span, near)), _) => RawFault::new(
                span.clone(),
                format!("unknown kind of {noun} {}", quoted(key)),
                format!("did you mean `{near}`?"),
            ),
            (None, Some((key, span))) => RawFault::new(
                span.clone(),
                format!("unknown kind of {noun} {}", quoted(key)),
                format!("expected a kind of {noun}"),
            ),
            (None, None) => self.fault(format!("the {noun} has no kind"), format!("expected a kind of {noun}")),
        };
        fault.with_help(help)
    }
}

/// The keys as a list in a sentence.
pub(super) fn listed(keys: &[&str]) -> String {
    let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
    keys.join(", ")
}

/// A description of the value found.
fn describe(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the string {}", quoted(text)),
        DeValue::Integer(integer) => shortened(&integer.to_string()),
        DeValue::Float(float) => shortened(float.as_str()),
        DeValue::Boolean(boolean) => boolean.to_string(),
        DeValue::Datetime(datetime) => format!("the date or time {datetime}"),
        DeValue::Array(array) if array.is_empty() => "an empty array".into(),
        DeValue::Array(array) if array.len() == 1 => "an array of 1 element".into(),
        DeValue::Array(array) => format!("an array of {} elements", array.len()),
        DeValue::Table(table) if table.is_empty() => "an empty table".into(),
        DeValue::Table(_) => "a table".into(),
    }
}

/// Numbers may have thousands of digits.
fn shortened(digits: &str) -> String {
    match digits.char_indices().nth(40) {
        Some((cut, _)) => format!("{}...", &digits[..cut]),
        None => digits.to_owned(),
    }
}
