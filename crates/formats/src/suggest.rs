//! Which key was probably meant.

/// Words that people try first, and what the scene file calls them.
const SYNONYMS: [(&str, &str); 22] = [
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
];

/// Keys longer than this are compared with nothing: none of ours is near them.
const LONGEST: usize = 40;

/// The key of `keys` that `written` was probably meant to be, if one is near enough.
pub(crate) fn suggest<'k>(written: &str, keys: &[&'k str]) -> Option<&'k str> {
    let lower = written.to_lowercase();
    if lower.chars().count() > LONGEST {
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
    // One slip in a short word, two in a longer one; with more it is another word.
    let allowed = if near.len() <= 4 { 1 } else { 2 };
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
        assert_eq!(suggest(&"velocity".repeat(100), &keys), None);
        assert_eq!(suggest("velocity", &[]), None);
    }
}
