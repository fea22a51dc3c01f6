//! The values of an entity by their place, checked for their type.

use super::error::{EXPORT_AGAIN, StepErrorKind, StepFault, StepOutcome, shortened};
use super::letters::decoded;
use super::part21::{Entity, Value};
use crate::fault::shown;
use std::borrow::Cow;

/// The values of an entity in the order of a simple instance.
pub(super) struct Attributes<'t> {
    pub(super) number: u64,
    pub(super) keyword: &'t str,
    at: usize,
    values: Vec<Value<'t>>,
}

impl<'t> Entity<'t> {
    /// Whether the entity has this type by name. The supertypes of a simple instance are not named.
    pub(super) fn is(&self, keyword: &str) -> bool {
        self.records.iter().any(|record| record.keyword == keyword)
    }

    /// The type name, or the first of them that fits.
    pub(super) fn keyword(&self, fits: impl Fn(&str) -> bool) -> &'t str {
        let first = self.records.first().map_or("", |record| record.keyword);
        self.records.iter().map(|record| record.keyword).find(|keyword| fits(keyword)).unwrap_or(first)
    }

    /// The values in the order of a simple instance of the last type of the chain.
    ///
    /// A complex instance gives the values of each type apart, ordered by the names of the types; `chain` lists the
    /// types that have values, from the most general one. A type of the chain that the instance lacks is left out.
    pub(super) fn attributes(mut self, chain: &[&str]) -> Attributes<'t> {
        let keyword = self.keyword(|keyword| chain.last() == Some(&keyword));
        let values = if self.records.len() == 1 {
            std::mem::take(&mut self.records[0].values)
        } else {
            let mut values = Vec::new();
            for name in chain {
                let record = self.records.iter_mut().find(|record| record.keyword == *name);
                values.extend(record.map(|record| std::mem::take(&mut record.values)).unwrap_or_default());
            }
            values
        };
        Attributes { number: self.number, keyword, at: self.at, values }
    }

    /// The fault, placed at this entity.
    pub(super) fn place(&self, fault: Box<StepFault>) -> Box<StepFault> {
        fault.of_entity(self.number, self.keyword(|_| false), self.at)
    }
}

impl<'t> Attributes<'t> {
    /// The fault, placed at this entity.
    pub(super) fn place(&self, fault: Box<StepFault>) -> Box<StepFault> {
        fault.of_entity(self.number, self.keyword, self.at)
    }

    /// The fault, under the type of a complex instance whose values are at fault.
    pub(super) fn of_type(&self, mut fault: Box<StepFault>, keyword: &str) -> Box<StepFault> {
        fault.entity.clear();
        fault.of_entity(self.number, keyword, self.at)
    }

    /// A fault of this entity.
    pub(super) fn fault(
        &self,
        kind: StepErrorKind,
        found: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
        advice: impl Into<Cow<'static, str>>,
    ) -> Box<StepFault> {
        self.place(StepFault::new(kind, found, expected, advice))
    }

    /// A fault of a value that is not allowed.
    pub(super) fn refused(&self, found: String, expected: &'static str) -> Box<StepFault> {
        self.fault(StepErrorKind::OutOfRange, found, expected, EXPORT_AGAIN)
    }

    pub(super) fn count(&self) -> usize {
        self.values.len()
    }

    pub(super) fn value(&self, index: usize) -> StepOutcome<&Value<'t>> {
        self.values.get(index).ok_or_else(|| {
            let expected = format!("at least {}", index + 1);
            self.fault(StepErrorKind::WrongType, format!("{} values", self.values.len()), expected, EXPORT_AGAIN)
        })
    }

    /// A fault of the type of a value.
    pub(super) fn wrong(&self, index: usize, value: &Value<'_>, expected: &'static str) -> Box<StepFault> {
        let found = format!("{} as value {}", described(value), index + 1);
        self.fault(StepErrorKind::WrongType, found, expected, EXPORT_AGAIN)
    }

    pub(super) fn real(&self, index: usize) -> StepOutcome<f64> {
        let value = self.value(index)?;
        value.as_number().ok_or_else(|| self.wrong(index, value, "a number"))
    }

    /// A number greater than zero.
    pub(super) fn positive(&self, index: usize) -> StepOutcome<f64> {
        let number = self.real(index)?;
        if number > 0.0 {
            return Ok(number);
        }
        Err(self.refused(format!("{} as value {}", shown(number), index + 1), "a number greater than zero"))
    }

    pub(super) fn reference(&self, index: usize) -> StepOutcome<u64> {
        let value = self.value(index)?;
        value.as_reference().ok_or_else(|| self.wrong(index, value, "a reference to an entity"))
    }

    /// The reference, unless it is not given.
    pub(super) fn optional_reference(&self, index: usize) -> StepOutcome<Option<u64>> {
        let value = self.value(index)?;
        if value.is_absent() {
            return Ok(None);
        }
        let expected = "a reference to an entity, or `$`";
        value.as_reference().map(Some).ok_or_else(|| self.wrong(index, value, expected))
    }

    pub(super) fn list(&self, index: usize) -> StepOutcome<&[Value<'t>]> {
        let value = self.value(index)?;
        // A list without values may be written as `$`.
        if *value == Value::Missing {
            return Ok(&[]);
        }
        value.as_list().ok_or_else(|| self.wrong(index, value, "a list"))
    }

    pub(super) fn references(&self, index: usize) -> StepOutcome<Vec<u64>> {
        self.references_of(index, self.list(index)?)
    }

    pub(super) fn references_of(&self, index: usize, list: &[Value<'t>]) -> StepOutcome<Vec<u64>> {
        let reference =
            |value: &Value<'_>| value.as_reference().ok_or_else(|| self.wrong(index, value, "a list of references"));
        list.iter().map(reference).collect()
    }

    pub(super) fn reals(&self, index: usize) -> StepOutcome<Vec<f64>> {
        let number = |value: &Value<'_>| value.as_number().ok_or_else(|| self.wrong(index, value, "a list of numbers"));
        self.list(index)?.iter().map(number).collect()
    }

    /// A number without a fraction, from zero to 2^32.
    pub(super) fn counted(&self, index: usize) -> StepOutcome<usize> {
        let number = self.real(index)?;
        whole(number).ok_or_else(|| {
            self.refused(format!("{} as value {}", shown(number), index + 1), "a whole number from 0 to 2^32")
        })
    }

    /// `.T.` or `.F.`; `None` for `.U.` and `$`.
    pub(super) fn logical(&self, index: usize) -> StepOutcome<Option<bool>> {
        let value = self.value(index)?;
        match value.as_enumeration() {
            Some("T") => Ok(Some(true)),
            Some("F") => Ok(Some(false)),
            Some("U") => Ok(None),
            None if value.is_absent() => Ok(None),
            Some(_) | None => Err(self.wrong(index, value, "`.T.` or `.F.`")),
        }
    }

    pub(super) fn flag(&self, index: usize) -> StepOutcome<bool> {
        let value = self.value(index)?;
        self.logical(index)?.ok_or_else(|| self.wrong(index, value, "`.T.` or `.F.`"))
    }

    /// The text; empty if it is not given.
    pub(super) fn text(&self, index: usize) -> StepOutcome<String> {
        let value = self.value(index)?;
        if value.is_absent() {
            return Ok(String::new());
        }
        value.as_text().map(decoded).ok_or_else(|| self.wrong(index, value, "a text"))
    }
}

/// The number as a count, if it is one.
pub(super) fn whole(number: f64) -> Option<usize> {
    let fits = number.fract() == 0.0 && (0.0..=4_294_967_296.0).contains(&number);
    fits.then_some(number as usize)
}

/// What a value is, for messages.
fn described(value: &Value<'_>) -> String {
    match value {
        Value::Number(number) => format!("the number {}", shown(*number)),
        Value::Text(_) => "a text".into(),
        Value::Enumeration(name) => format!("`.{}.`", shortened(name)),
        Value::Reference(number) => format!("#{number}"),
        Value::List(list) => format!("a list of {} values", list.len()),
        Value::Typed(keyword, _) => format!("a value of type {}", shortened(keyword)),
        Value::Missing => "`$`".into(),
        Value::Derived => "`*`".into(),
        Value::Binary => "a binary".into(),
    }
}
