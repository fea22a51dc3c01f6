//! The evidence of an answer as JSON: its name.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};
use tangency_geometry::Evidence;

/// The values of the field, as [`Evidence::name`] gives them.
const EVIDENCE: &[&str] = &["sampled", "computed", "proved"];

/// For `#[serde(with)]`.
pub(crate) fn serialize<S: Serializer>(evidence: &Evidence, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(evidence.name())
}

/// For `#[serde(with)]`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(text: D) -> Result<Evidence, D::Error> {
    let name = String::deserialize(text)?;
    let known = Evidence::ALL.into_iter().find(|evidence| evidence.name() == name);
    known.ok_or_else(|| D::Error::unknown_variant(&name, EVIDENCE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_the_type() {
        assert_eq!(Evidence::ALL.map(Evidence::name), EVIDENCE);
    }
}
