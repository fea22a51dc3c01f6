//! Numbers, vectors and texts of a scene file. A number that is read again is the same number.

use glam::{DQuat, DVec3};
use tangency_geometry::Pose;

/// The shortest decimal that reads as this number.
pub(super) fn number(value: f64) -> String {
    format!("{value:?}")
}

/// `[x, y, z]`.
pub(super) fn vector(value: DVec3) -> String {
    list(&value.to_array(), |&coordinate| number(coordinate))
}

/// A list of anything.
pub(super) fn list<Item>(items: &[Item], write: impl Fn(&Item) -> String) -> String {
    format!("[{}]", items.iter().map(write).collect::<Vec<_>>().join(", "))
}

/// A string with quotes, in which special letters are escaped.
pub(super) fn text(value: &str) -> String {
    let mut out = String::from('"');
    for letter in value.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            letter if letter.is_control() => out.push_str(&format!("\\U{:08X}", letter as u32)),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// `position = [...]` and, if it turns, `orientation = [...]`.
pub(super) fn pose_keys(pose: Pose) -> Vec<String> {
    let mut keys = vec![format!("position = {}", vector(pose.translation()))];
    if pose.rotation() != DQuat::IDENTITY {
        keys.push(format!("orientation = {}", list(&pose.rotation().to_array(), |&part| number(part))));
    }
    keys
}
