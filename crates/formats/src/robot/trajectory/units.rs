//! Notices joint values that are probably degrees.

use crate::fault::{quoted, shown};
use crate::tolerance::DEGREES_BEYOND;
use std::f64::consts::{PI, TAU};
use tangency_geometry::{JointKind, Limits, Mechanism};

/// A warning if angles are probably degrees: a value is far beyond its limits and more than a full turn, but all values
/// are within their limits if they are taken as degrees.
pub(super) fn degrees<'r>(mechanism: &Mechanism, rows: impl Iterator<Item = &'r [f64]>) -> Option<String> {
    let mut limited: Vec<(&str, usize, Limits)> = Vec::new();
    for (index, joint) in mechanism.joints().iter().enumerate() {
        let turns = matches!(joint.kind, JointKind::Revolute { .. }) && joint.mimic.is_none();
        if let (true, Some(limits), Some(coordinate)) = (turns, joint.limits, mechanism.coordinate(index)) {
            limited.push((&joint.name, coordinate, limits));
        }
    }
    let mut farthest: Option<(&str, f64, f64)> = None;
    for row in rows {
        for &(name, coordinate, Limits { lower, upper }) in &limited {
            let value = row[coordinate];
            let in_radians = value * (PI / 180.0);
            if !(in_radians >= lower && in_radians <= upper) {
                return None;
            }
            let limit = if value > 0.0 { upper } else { lower };
            let most = (DEGREES_BEYOND * lower.abs().max(upper.abs())).max(TAU);
            if value.abs() > most && farthest.is_none_or(|(_, known, _)| value.abs() > known.abs()) {
                farthest = Some((name, value, limit));
            }
        }
    }
    farthest.map(|(name, value, limit)| {
        format!(
            "the values look like degrees: joint {} is {}, far beyond its limit {}, but all angles would be within \
             their limits as degrees; trajectories are in radians",
            quoted(name),
            shown(value),
            shown(limit)
        )
    })
}
