//! What a touch says is true of the bodies then: early by no more than the tolerance, simultaneous, each contact once, normals that
//! separate, gaps that are distances.

use super::oracle::{Care, Probe, Side, certain_overlap, distance, separates};
use super::{Fault, Law, Scene, fault, soundness};
use crate::Verdict;
use glam::DVec3;
use tangency_geometry::{Contact, Feature};

/// Of the tolerance: how far beyond the separation the bodies may be at the lower end of a touch. A touch is reported one tolerance early at
/// most, and among simultaneous contacts the lower end may be early by the time of one more.
const EARLY_TOLERANCES: f64 = 2.0;
/// Metres, for bodies of about a metre: what plain numbers may get wrong.
const ROUNDING: f64 = 1e-9;
/// Of the size of a body: how far a contact may be off it and be called on it.
const ON_SURFACE: f64 = 1e-4;

/// At the lower end of a touch the bodies are not farther apart than separation and tolerance allow.
pub fn not_early(scene: &Scene, verdict: &Verdict) -> Result<(), Fault> {
    let Verdict::Touch(first) = verdict else { return Ok(()) };
    // A search that the budget ended may have left its lower end behind: it says so.
    if !first.complete {
        return Ok(());
    }
    let (a, b) = (Probe::new(&scene.a), Probe::new(&scene.b));
    let lower = first.time.lower();
    let mut least: Option<(f64, f64)> = None;
    for side in [Side::Before, Side::After] {
        for instant in [lower, first.time.upper().min(lower + 1e-9 * scene.query.span.width())] {
            if certain_overlap(&a.at(instant, side), &b.at(instant, side), Care::Sharp).is_some() {
                return Ok(());
            }
        }
        let Some(found) = distance(&a, &b, lower, side) else { return Ok(()) };
        least = Some(least.map_or(found, |other| if found.0 < other.0 { found } else { other }));
    }
    let Some((gap, error)) = least else { return Ok(()) };
    let allowed = scene.query.separation + EARLY_TOLERANCES * scene.query.tolerance + error + ROUNDING;
    if gap > allowed && !first.contacts.iter().any(|contact| on_both(scene, contact.point, lower)) {
        let what = format!("at the lower end of {:?} the bodies are {gap} m apart, more than {allowed} m", first.time);
        return Err(fault(Law::NotEarly, scene, what));
    }
    Ok(())
}

/// Whether the point of a contact is on both bodies as far as their own functions and triangles tell. The drawn surface of a solid misses components
/// that are smaller than the cells of its grid.
fn on_both(scene: &Scene, point: DVec3, instant: f64) -> bool {
    let (a, b) = soundness::placed(scene, instant);
    [a, b].iter().all(|placed| placed.value(point) <= ON_SURFACE * placed.size())
}

/// There are contacts, they are simultaneous, with unit normals and finite points, and those that are called initial are.
pub fn simultaneous(scene: &Scene, verdict: &Verdict) -> Result<(), Fault> {
    let Verdict::Touch(first) = verdict else { return Ok(()) };
    if first.contacts.is_empty() {
        return Err(fault(Law::Simultaneous, scene, "a touch without a contact".into()));
    }
    for contact in &first.contacts {
        let complain = |what: &str| {
            let what = format!("{what}: {contact:?} of {:?}", first.time);
            Err(fault(Law::Simultaneous, scene, what))
        };
        if !((contact.normal.length() - 1.0).abs() < 1e-9) {
            return complain("the normal is no unit vector");
        }
        if !contact.point.is_finite() {
            return complain("the point is not finite");
        }
        let simultaneity = scene.query.simultaneity.unwrap_or(0.0);
        let late = contact.time.lower() > first.time.upper() + simultaneity;
        if late || contact.time.upper() < first.time.lower() {
            return complain("the contact is not simultaneous");
        }
        if contact.initial && contact.time.lower() > scene.query.span.lower() {
            return complain("called initial, but not at the start of the span");
        }
    }
    Ok(())
}

/// Gaps are at most separation and tolerance, and negative inside alone.
pub fn gaps(scene: &Scene, verdict: &Verdict) -> Result<(), Fault> {
    let Verdict::Touch(first) = verdict else { return Ok(()) };
    let largest = scene.query.separation + scene.query.tolerance + ROUNDING;
    for contact in &first.contacts {
        if !(contact.gap <= largest) {
            let what = format!("the gap is larger than separation and tolerance: {contact:?} of {:?}", first.time);
            return Err(fault(Law::Gaps, scene, what));
        }
        negative_only_inside(scene, contact)?;
        negative_if_inside(scene, contact)?;
    }
    Ok(())
}

/// A gap that is not negative belongs to a point that is not deep inside of a body.
fn negative_if_inside(scene: &Scene, contact: &Contact) -> Result<(), Fault> {
    const DEEP: f64 = 1e-3;
    if contact.gap < -2.0 * scene.query.tolerance - ROUNDING {
        return Ok(());
    }
    for body in [&scene.a, &scene.b] {
        let probe = Probe::new(body);
        let deep = |instant: f64, side: Side| {
            let placed = probe.at(instant, side);
            let radius = (DEEP * placed.size()).max(50.0 * scene.query.tolerance);
            let around = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
            let inside = |way: DVec3| placed.value(contact.point + radius * way) < 0.0;
            placed.has_inside() && around.chain([DVec3::ZERO]).all(inside)
        };
        let instants = [contact.time.lower(), contact.time.upper()];
        if instants.into_iter().all(|instant| [Side::Before, Side::After].into_iter().all(|side| deep(instant, side))) {
            let what = format!("the gap is not negative, but the point is inside of a body: {contact:?}");
            return Err(fault(Law::Gaps, scene, what));
        }
    }
    Ok(())
}

/// A gap that is clearly negative belongs to bodies that overlap.
fn negative_only_inside(scene: &Scene, contact: &Contact) -> Result<(), Fault> {
    if contact.gap >= -2.0 * scene.query.tolerance - ROUNDING {
        return Ok(());
    }
    let (a, b) = (Probe::new(&scene.a), Probe::new(&scene.b));
    for instant in [contact.time.lower(), contact.time.upper()] {
        for side in [Side::Before, Side::After] {
            if certain_overlap(&a.at(instant, side), &b.at(instant, side), Care::Sharp).is_some() {
                return Ok(());
            }
        }
        if distance(&a, &b, instant, Side::After).is_none_or(|(gap, error)| gap <= error) {
            return Ok(());
        }
    }
    Err(fault(Law::Gaps, scene, format!("the gap is negative, but the bodies do not overlap: {contact:?}")))
}

/// Which feature it is, without the place on it.
fn index(feature: Feature) -> (u8, u32) {
    match feature {
        Feature::Vertex(index) => (0, index),
        Feature::Edge { index, .. } => (1, index),
        Feature::Face { index, .. } => (2, index),
        Feature::Patch { index, .. } => (3, index),
        Feature::Part(index) => (4, index),
    }
}

/// No two contacts in one place with one normal, no two of the same pair of features in one place.
pub fn each_once(scene: &Scene, verdict: &Verdict) -> Result<(), Fault> {
    let Verdict::Touch(first) = verdict else { return Ok(()) };
    let (placed_a, placed_b) = soundness::placed(scene, first.time.lower());
    let close = 1e-7 * placed_a.size().max(placed_b.size());
    for (i, one) in first.contacts.iter().enumerate() {
        for other in &first.contacts[..i] {
            let same_place = one.point.distance(other.point) <= close;
            let same_normal = one.normal.dot(other.normal) > 1.0 - 1e-9;
            let features = |contact: &Contact| [index(contact.feature_a), index(contact.feature_b)];
            if same_place && (same_normal || features(one) == features(other)) {
                let what = format!("one contact is listed twice: {other:?} and {one:?}");
                return Err(fault(Law::EachOnce, scene, what));
            }
        }
    }
    Ok(())
}

/// Around every contact of bodies that touch and do not overlap, the normal separates the one from the other, if any direction does.
pub fn normals_separate(scene: &Scene, verdict: &Verdict) -> Result<usize, Fault> {
    const MOST: usize = 24;
    let Verdict::Touch(first) = verdict else { return Ok(0) };
    if scene.query.separation > 0.0 {
        return Ok(0);
    }
    let mut checked = 0;
    for contact in first.contacts.iter().take(MOST) {
        let instant = contact.time.lower();
        let (a, b) = soundness::placed(scene, instant);
        // Where bodies overlap at the start, no plane need separate them.
        if contact.initial && certain_overlap(&a, &b, Care::Quick).is_some() {
            continue;
        }
        let radius = (0.01 * a.size().min(b.size())).max(50.0 * scene.query.tolerance);
        match separates(&a, &b, contact.point, contact.normal, radius) {
            None => {}
            Some(Ok(())) => checked += 1,
            Some(Err(what)) => {
                return Err(fault(Law::NormalsSeparate, scene, format!("{what}: {contact:?}")));
            }
        }
    }
    Ok(checked)
}
