//! The answers beside the first contact, as data of a page: clearance, regions, pairs, pairs set aside.

use super::embed::doubles;
use crate::{ClearanceCurve, ClearanceReport, ContactRegion, PairReport, Report, SetAsideReport};
use serde_json::{Value, json};

/// The smallest distance: its bound, its evidence, and the pair that comes nearest with its closest points.
pub(super) fn clearance(clearance: &ClearanceReport) -> Value {
    json!({
        "atLeast": clearance.at_least,
        "evidence": clearance.evidence.name(),
        "note": clearance.note,
        "notMeasured": clearance.not_measured,
        "nearest": clearance.nearest.as_ref().map(|nearest| json!({
            "a": nearest.a,
            "b": nearest.b,
            "within": nearest.within,
            "time": nearest.time,
            "point": nearest.point,
            "points": nearest.points,
            "during": nearest.during,
        })),
    })
}

/// The smallest distance of a robot over time.
pub(super) fn clearance_curve(curve: &ClearanceCurve) -> Value {
    json!({
        "times": doubles(&curve.times),
        "atMost": doubles(&curve.at_most),
        "atLeast": doubles(&curve.at_least),
        "evidence": curve.evidence.name(),
        "far": curve.far,
        "toWorld": curve.to_world,
        "pairs": curve.pairs,
        "nearest": curve.nearest,
    })
}

/// Exceeded limits, and limits that were not compared, in words. Each is told once.
pub(super) fn limit_notes(report: &Report) -> Vec<String> {
    let Some(limits) = &report.limits else { return Vec::new() };
    let exceeded = limits.exceeded.iter().map(|exceeded| exceeded.words.clone());
    let exceeded = exceeded.filter(|words| !report.warnings.contains(words));
    exceeded.chain(limits.not_checked.iter().map(|what| format!("Limits not checked: {what}."))).collect()
}

/// A region of contacts.
pub(super) fn region(region: &ContactRegion) -> Value {
    json!({
        "a": region.a,
        "b": region.b,
        "contacts": region.contacts,
        "extent": region.extent,
        "centre": region.centre,
        "normal": region.normal,
        "gap": region.gap,
        "depth": region.depth,
    })
}

/// A row of the table of pairs.
pub(super) fn pair(pair: &PairReport) -> Value {
    json!({
        "a": pair.a,
        "b": pair.b,
        "verdict": pair.verdict,
        "evidence": pair.evidence.name(),
        "clearUntil": pair.clear_until,
        "time": pair.time,
        "contactCount": pair.contact_count,
        "contact": pair.contact.as_ref().map(|contact| json!({
            "point": contact.point,
            "normal": contact.normal,
            "gap": contact.gap,
            "time": contact.time,
            "proved": contact.proved,
            "initial": contact.initial,
        })),
        "clearance": pair.clearance.as_ref().map(clearance),
    })
}

/// A pair that touches at the start and was set aside.
pub(super) fn set_aside(pair: &SetAsideReport) -> Value {
    json!({
        "a": pair.a,
        "b": pair.b,
        "points": pair.contacts.iter().map(|contact| contact.point).collect::<Vec<_>>(),
        "depth": pair.depth,
        "countsFrom": pair.counts_from,
    })
}

/// The instants of the answers, at which the drawing must be exact.
pub(super) fn instants(report: &Report) -> impl Iterator<Item = f64> {
    let clearances = report.pairs.iter().flatten().map(|pair| &pair.clearance).chain([&report.clearance]);
    let nearest = clearances.filter_map(|clearance| clearance.as_ref()?.nearest.as_ref()).map(|nearest| nearest.time);
    let touches = report.pairs.iter().flatten().filter_map(|pair| pair.time).flatten();
    nearest.chain(touches).chain(report.set_aside.iter().filter_map(|pair| pair.counts_from))
}
