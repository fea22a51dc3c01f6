//! The embedded data of a page that shows distances. The format is described in the documentation of [the
//! module](super).

use super::PageError;
use super::embed::{doubles, feature_data, notes, picture, within};
use crate::measurement::{DepthReport, DistanceCurve, IntersectionReport, MeasuredPairReport, Measurement};
use crate::{Scene, tolerance};
use serde_json::{Value, json};

/// The scene and the measurement as one JSON object.
pub(super) fn measurement_data(scene: &Scene, found: &Measurement) -> Result<Value, PageError> {
    let mut notes = notes(scene, &found.warnings);
    let mut data = picture(scene, &instants(scene, found), &mut notes)?;
    let (shown, all) = (tolerance::MAXIMUM_CONTACTS_DRAWN, found.pairs.len());
    if all > shown {
        notes.push(format!("The first {shown} of {all} pairs are shown."));
    }
    notes.extend(found.not_measured.iter().map(|what| format!("Not measured: {what}.")));
    let pairs = found.pairs.iter().take(shown).map(|pair| pair_data(scene, pair));
    data["measurement"] = json!({
        "question": found.question.to_string(),
        "span": found.span,
        "verdict": found.verdict.to_string(),
        "evidence": found.evidence.name(),
        "pairs": pairs.collect::<Vec<_>>(),
        "farther": found.farther,
        "stats": {
            "seconds": found.stats.seconds,
            "pairs": found.stats.pairs,
            "iterations": found.stats.iterations,
        },
    });
    data["notes"] = json!(notes);
    Ok(data)
}

/// The instants at which the drawing must be exact: those of the closest points.
fn instants(scene: &Scene, found: &Measurement) -> Vec<f64> {
    let mut instants: Vec<f64> =
        found.pairs.iter().map(|pair| pair.at).filter(|time| within(scene.span, *time)).collect();
    instants.dedup();
    instants.truncate(tolerance::MAXIMUM_CONTACT_KEYS);
    instants
}

fn pair_data(scene: &Scene, pair: &MeasuredPairReport) -> Value {
    json!({
        "a": pair.a,
        "b": pair.b,
        "verdict": pair.verdict.to_string(),
        "evidence": pair.evidence.name(),
        "distance": pair.distance,
        "time": pair.time,
        "at": pair.at,
        "points": pair.points,
        "normal": pair.normal,
        "featureA": feature_data(scene, &pair.a, pair.feature_a),
        "featureB": feature_data(scene, &pair.b, pair.feature_b),
        "penetration": pair.penetration.as_ref().map(depth_data),
        "complete": pair.complete,
        "curve": pair.curve.as_ref().map(curve_data),
        "meeting": pair.intersection.as_ref().map(meeting_data),
    })
}

fn depth_data(found: &DepthReport) -> Value {
    json!({ "depth": found.depth, "direction": found.direction, "points": found.points })
}

fn meeting_data(found: &IntersectionReport) -> Value {
    let lines: Vec<Value> = found.curves.iter().map(|curve| doubles(curve.points.as_flattened()).into()).collect();
    json!({ "lines": lines, "open": found.open_count })
}

fn curve_data(curve: &DistanceCurve) -> Value {
    json!({
        "times": doubles(&curve.times),
        "atMost": doubles(&curve.at_most),
        "atLeast": doubles(&curve.at_least),
        "evidence": curve.evidence.name(),
        "closest": doubles(curve.closest.as_flattened()),
    })
}
