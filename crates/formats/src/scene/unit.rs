//! The unit of length of a scene: `units = "mm"`.

use super::value::Table;
use crate::fault::RawFault;
use glam::DVec3;

/// A unit of length, as a fraction of a metre: `numerator / denominator`.
///
/// A length is multiplied and divided by whole numbers, so that a length in millimetres is rounded once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LengthUnit {
    numerator: f64,
    denominator: f64,
}

/// The names of the units, with the fractions of a metre.
const UNITS: [(&str, LengthUnit); 6] = [
    ("m", LengthUnit::METRE),
    ("cm", LengthUnit { numerator: 1.0, denominator: 100.0 }),
    ("mm", LengthUnit { numerator: 1.0, denominator: 1000.0 }),
    ("um", LengthUnit { numerator: 1.0, denominator: 1e6 }),
    ("in", LengthUnit { numerator: 127.0, denominator: 5000.0 }),
    ("ft", LengthUnit { numerator: 381.0, denominator: 1250.0 }),
];

impl LengthUnit {
    pub(super) const METRE: Self = Self { numerator: 1.0, denominator: 1.0 };

    /// The unit of the document; metres if it names none.
    pub(super) fn read(document: &Table<'_>) -> Result<Self, RawFault> {
        let Some(value) = document.optional("units") else { return Ok(Self::METRE) };
        let written = value.string()?;
        let unit = UNITS.iter().find(|(name, _)| *name == written);
        unit.map(|(_, unit)| *unit).ok_or_else(|| value.mismatch("\"m\", \"cm\", \"mm\", \"um\", \"in\" or \"ft\""))
    }

    /// The length in metres.
    pub(super) fn metres(self, length: f64) -> f64 {
        length * self.numerator / self.denominator
    }

    /// The vector of lengths in metres.
    pub(super) fn vector(self, vector: DVec3) -> DVec3 {
        vector * self.numerator / self.denominator
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_in_millimetres_are_rounded_once() {
        for (name, unit) in UNITS {
            for length in [1.0, 0.1, 7.0, 25.4, 333.0] {
                let expected: f64 = match name {
                    "m" => length,
                    "cm" => length / 100.0,
                    "mm" => length / 1000.0,
                    "um" => length / 1e6,
                    "in" => length * 0.0254,
                    _ => length * 0.3048,
                };
                let found = unit.metres(length);
                let exact = !matches!(name, "in" | "ft");
                assert!(if exact { found == expected } else { (found - expected).abs() <= 4e-16 * expected }, "{name}");
            }
        }
    }
}
