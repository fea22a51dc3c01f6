//! Units of a representation context: metres and radians for the numbers of a file.

use super::attributes::Attributes;
use super::error::{EXPORT_AGAIN, StepErrorKind, StepOutcome};
use super::part21::{Entity, Value};
use super::reader::Reader;
use crate::tolerance::{MAXIMUM_STEP_NESTING, STEP_DEGREE};

/// A factor as a fraction: thousandths are exact only as a division by 1000.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Factor {
    multiply: f64,
    divide: f64,
}

impl Factor {
    const ONE: Self = Self { multiply: 1.0, divide: 1.0 };

    pub(super) fn of(self, number: f64) -> f64 {
        number * self.multiply / self.divide
    }
}

/// The units of a context, and its accuracy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Units {
    /// Metres of a length.
    pub(super) length: Factor,
    /// Radians of an angle; `None` if the context names no unit of angles.
    pub(super) angle: Option<Factor>,
    /// Metres; `None` if the context gives none.
    pub(super) tolerance: Option<f64>,
    /// Which of the different units of the file these are: the key of caches.
    pub(super) index: usize,
}

/// What a unit measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quantity {
    Length,
    Angle,
    Other,
}

impl Reader<'_> {
    /// The units of a context.
    pub(super) fn units(&mut self, context: Entity<'_>) -> StepOutcome<Units> {
        if let Some(known) = self.contexts.get(&context.number) {
            return Ok(*known);
        }
        let number = context.number;
        let mut units = self.read_units(context)?;
        let same = |known: &&Units| {
            (known.length, known.angle, known.tolerance) == (units.length, units.angle, units.tolerance)
        };
        units.index = self.different_units.iter().find(same).map_or(self.different_units.len(), |known| known.index);
        if units.index == self.different_units.len() {
            self.spend(self.different_units.len())?;
            self.different_units.push(units);
        }
        self.contexts.insert(number, units);
        Ok(units)
    }

    fn read_units(&self, mut context: Entity<'_>) -> StepOutcome<Units> {
        let mut length = None;
        let mut angle = None;
        let mut tolerance: Option<f64> = None;
        let mut take = |keyword: &str| {
            let record = context.records.iter_mut().find(|record| record.keyword == keyword)?;
            // A simple instance of such a context has the two values of REPRESENTATION_CONTEXT first.
            record.values.pop()
        };
        let assigned = take("GLOBAL_UNIT_ASSIGNED_CONTEXT");
        let uncertain = take("GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT");
        let context = context.attributes(&[]);
        for unit in references(assigned.as_ref()) {
            let (quantity, factor) = self.unit(self.follow(&context, unit)?, 0)?;
            match quantity {
                Quantity::Length => length = Some(factor),
                Quantity::Angle => angle = Some(factor),
                Quantity::Other => (),
            }
        }
        for measure in references(uncertain.as_ref()) {
            let measure = self.follow(&context, measure)?.attributes(&["MEASURE_WITH_UNIT"]);
            let (quantity, factor) = self.unit(self.follow(&measure, measure.reference(1)?)?, 0)?;
            let value = factor.of(measure.real(0)?);
            if quantity == Quantity::Length && value > 0.0 {
                tolerance = Some(tolerance.map_or(value, |known| known.max(value)));
            }
        }
        let length = length.ok_or_else(|| {
            let expected = "GLOBAL_UNIT_ASSIGNED_CONTEXT with a unit of length";
            let found = "a context that does not say what its lengths are";
            context.fault(StepErrorKind::WrongType, found, expected, EXPORT_AGAIN)
        })?;
        Ok(Units { length, angle, tolerance, index: 0 })
    }

    /// A unit and its factor to metres or radians.
    fn unit(&self, unit: Entity<'_>, depth: usize) -> StepOutcome<(Quantity, Factor)> {
        let is_length = unit.is("LENGTH_UNIT");
        let quantity = if is_length {
            Quantity::Length
        } else if unit.is("PLANE_ANGLE_UNIT") {
            Quantity::Angle
        } else {
            return Ok((Quantity::Other, Factor::ONE));
        };
        if unit.is("SI_UNIT") {
            let unit = unit.attributes(&["SI_UNIT"]);
            return Ok((quantity, si_factor(&unit, quantity)?));
        }
        if !unit.is("CONVERSION_BASED_UNIT") || depth > MAXIMUM_STEP_NESTING {
            let kind = if depth > 0 { StepErrorKind::Cycle } else { StepErrorKind::Unsupported };
            let unit = unit.attributes(&[]);
            return Err(unit.fault(kind, "a unit of another kind", "SI_UNIT or CONVERSION_BASED_UNIT", EXPORT_AGAIN));
        }
        let unit = unit.attributes(&["CONVERSION_BASED_UNIT"]);
        let measure = self.follow(&unit, unit.reference(1)?)?.attributes(&["MEASURE_WITH_UNIT"]);
        let value = measure.positive(0)?;
        let (of, factor) = self.unit(self.follow(&measure, measure.reference(1)?)?, depth + 1)?;
        if of != quantity {
            let (found, expected) = ("a factor to a unit of another quantity", "a unit of the same quantity");
            return Err(unit.fault(StepErrorKind::WrongType, found, expected, EXPORT_AGAIN));
        }
        let mut factor = Factor { multiply: value * factor.multiply, divide: factor.divide };
        let degree = 180_f64.recip() * std::f64::consts::PI;
        // Files give the degree with ten to fifteen digits, and mean the exact one.
        if quantity == Quantity::Angle && (factor.of(1.0) / degree - 1.0).abs() < STEP_DEGREE {
            factor = Factor { multiply: std::f64::consts::PI, divide: 180.0 };
        }
        let one = factor.of(1.0);
        if !(one.is_finite() && one > 0.0) {
            return Err(unit.refused("a factor beyond the range of numbers".into(), "a factor such as 25.4"));
        }
        Ok((quantity, factor))
    }
}

fn references(list: Option<&Value<'_>>) -> Vec<u64> {
    let list = list.and_then(Value::as_list).unwrap_or_default();
    list.iter().filter_map(Value::as_reference).collect()
}

/// The factor of a unit such as `SI_UNIT(.MILLI.,.METRE.)`.
fn si_factor(unit: &Attributes<'_>, quantity: Quantity) -> StepOutcome<Factor> {
    // A simple instance has the dimensions of NAMED_UNIT first.
    let first = unit.count().saturating_sub(2);
    let name = unit.value(first + 1)?;
    let expected = if quantity == Quantity::Length { "METRE" } else { "RADIAN" };
    if *name != Value::Enumeration(expected) {
        let expected = if quantity == Quantity::Length { "`.METRE.`" } else { "`.RADIAN.`" };
        return Err(unit.wrong(first + 1, name, expected));
    }
    let prefix = unit.value(first)?;
    let power = match prefix.as_enumeration() {
        None if prefix.is_absent() => 0,
        Some("EXA") => 18,
        Some("PETA") => 15,
        Some("TERA") => 12,
        Some("GIGA") => 9,
        Some("MEGA") => 6,
        Some("KILO") => 3,
        Some("HECTO") => 2,
        Some("DECA") => 1,
        Some("DECI") => -1,
        Some("CENTI") => -2,
        Some("MILLI") => -3,
        Some("MICRO") => -6,
        Some("NANO") => -9,
        Some("PICO") => -12,
        Some("FEMTO") => -15,
        Some("ATTO") => -18,
        Some(_) | None => return Err(unit.wrong(first, prefix, "an SI prefix such as `.MILLI.`, or `$`")),
    };
    let ten = 10_f64.powi(i32::abs(power));
    Ok(if power < 0 { Factor { multiply: 1.0, divide: ten } } else { Factor { multiply: ten, divide: 1.0 } })
}
