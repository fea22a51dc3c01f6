//! Suggests the key that was probably meant.

use crate::tolerance::LONGEST_COMPARED_KEY;

/// Common synonyms, and the keys that the scene file uses.
const SYNONYMS: [(&str, &str); 25] = [
    ("bodies", "body"),
    ("object", "body"),
    ("objects", "body"),
    ("time", "span"),
    ("begin", "start"),
    ("from", "start"),
    ("to", "end"),
    ("stop", "end"),
    ("until", "end"),
    ("epsilon", "tolerance"),
    ("margin", "separation"),
    ("clearance", "separation"),
    ("geometry", "shape"),
    ("file", "mesh"),
    ("path", "mesh"),
    ("faces", "triangles"),
    ("rotation", "orientation"),
    ("quaternion", "orientation"),
    ("translation", "position"),
    ("omega", "angular_velocity"),
    ("static", "still"),
    ("fixed", "still"),
    ("cube", "box"),
    ("cuboid", "box"),
    ("ball", "sphere"),
];

/// The key of `keys` nearest to `written`, if it is near enough.
///
/// ```
/// assert_eq!(tangency_formats::suggest("nedle", &["needle", "knot"]), Some("needle"));
/// ```
#[must_use]
pub fn suggest<'k>(written: &str, keys: &[&'k str]) -> Option<&'k str> {
    let lower = written.to_lowercase();
    if lower.chars().count() > LONGEST_COMPARED_KEY {
        return None;
    }
    let synonym = SYNONYMS.iter().find(|(word, _)| *word == lower).map(|(_, key)| *key);
    if let Some(&key) = keys.iter().find(|key| Some(**key) == synonym) {
        return Some(key);
    }
    if let Some(&key) = keys.iter().find(|key| lower.len() >= 3 && key.starts_with(&lower)) {
        return Some(key);
    }
    let (distance, near) = keys.iter().map(|&key| (strsim::osa_distance(&lower, key), key)).min()?;
    // Accept one typing error in a short word, two in a longer one. Names of one or two letters are all near each
    // other.
    let allowed = match near.len() {
        0..=2 => 0,
        3..=4 => 1,
        _ => 2,
    };
    (distance <= allowed).then_some(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_what_is_near_and_nothing_else() {
        let keys = ["position", "orientation", "velocity", "angular_velocity"];
        assert_eq!(suggest("velocty", &keys), Some("velocity"));
        assert_eq!(suggest("Position", &keys), Some("position"));
        assert_eq!(suggest("quaternion", &keys), Some("orientation"));
        assert_eq!(suggest("vel", &keys), Some("velocity"));
        assert_eq!(suggest("colour", &keys), None);
        assert_eq!(suggest("cube", &["mesh", "box"]), Some("box"));
        assert_eq!((suggest("b", &["a"]), suggest("A", &["a"]), suggest("j2", &["j1"])), (None, Some("a"), None));
        assert_eq!(suggest(&"velocity".repeat(100), &keys), None);
        assert_eq!(suggest("velocity", &[]), None);
    }
}
