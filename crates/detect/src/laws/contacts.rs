//! Laws of the reported contacts: early by no more than the tolerance, simultaneous, each contact once, normals
//! that separate, gaps that are distances.

use super::oracle::{Care, InstantSide, Probe, certain_overlap, distance, separates};
use super::tolerance::{CHECKED_NORMALS, DEEP_INSIDE, EARLY_TOLERANCES, LENGTH_ROUNDING, ON_SURFACE};
use super::{Fault, Law, PairScene, fault, soundness};
use crate::Verdict;
use glam::DVec3;
use tangency_geometry::{Contact, Feature};

/// At the lower end of a `Touch` the bodies are no farther apart than separation and tolerance allow.
pub fn not_early(scene: &PairScene, verdict: &Verdict) -> Result<(), Fault> {
    let Verdict::Touch(first) = verdict else { return Ok(()) };
    // A search ended by the budget may have an early lower end. Its answer is marked as incomplete.
    if !first.complete {
        return Ok(());
    }
    let (a, b) = (Probe::new(&scene.a), Probe::new(&scene.b));
    let lower = first.time.lower();
    let mut least: Option<(f64, f64)> = None;
    for side in [InstantSide::Before, InstantSide::After] {
        for instant in [lower, first.time.upper().min(lower + 1e-9 * scene.query.span.width())] {
            if certain_overlap(&a.at(instant, side), &b.at(instant, side), Care::Sharp).is_some() {
                return Ok(());
            }
        }
        let Some(found) = distance(&a, &b, lower, side) else { return Ok(()) };
        least = Some(least.map_or(found, |other| if found.0 < other.0 { found } else { other }));
    }
    let Some((gap, error)) = least else { return Ok(()) };
    let allowed = scene.query.separation + EARLY_TOLERANCES * scene.query.tolerance + error + LENGTH_ROUNDING;
    if gap > allowed && !first.contacts.iter().any(|contact| on_both(scene, contact.point, lower)) {
        let what = format!("at the lower end of {:?} the bodies are {gap} m apart, more than {allowed} m", first.time);
        return Err(fault(Law::NotEarly, scene, what));
    }
    Ok(())
}

/// Whether the contact point is on both bodies according to their own functions and triangles. The triangulated
/// surface of an implicit solid misses components smaller than the cells of its grid.
fn on_both(scene: &PairScene, point: DVec3, instant: f64) -> bool {
    let (a, b) = soundness::placed(scene, instant);
    [a, b].iter().all(|placed| placed.value(point) <= ON_SURFACE * placed.size())
}

/// There are contacts, they are simultaneous, with unit normals and finite points, and `initial` contacts begin
/// with the span.
pub fn simultaneous(scene: &PairScene, verdict: &Verdict) -> Result<(), Fault> {
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
            return complain("the normal is not a unit vector");
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

/// Gaps are at most separation plus tolerance, and negative if and only if the point is inside a body.
pub fn gaps(scene: &PairScene, verdict: &Verdict) -> Result<(), Fault> {
    let Verdict::Touch(first) = verdict else { return Ok(()) };
    let largest = scene.query.separation + scene.query.tolerance + LENGTH_ROUNDING;
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

/// If a gap is not negative, its point is not deep inside a body.
fn negative_if_inside(scene: &PairScene, contact: &Contact) -> Result<(), Fault> {
    if contact.gap < -2.0 * scene.query.tolerance - LENGTH_ROUNDING {
        return Ok(());
    }
    for body in [&scene.a, &scene.b] {
        let probe = Probe::new(body);
        let deep = |instant: f64, side: InstantSide| {
            let placed = probe.at(instant, side);
            let radius = (DEEP_INSIDE * placed.size()).max(50.0 * scene.query.tolerance);
            let around = DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
            let inside = |offset: DVec3| placed.value(contact.point + radius * offset) < 0.0;
            placed.has_inside() && around.chain([DVec3::ZERO]).all(inside)
        };
        let instants = [contact.time.lower(), contact.time.upper()];
        if instants
            .into_iter()
            .all(|instant| [InstantSide::Before, InstantSide::After].into_iter().all(|side| deep(instant, side)))
        {
            let what = format!("the gap is not negative, but the point is inside a body: {contact:?}");
            return Err(fault(Law::Gaps, scene, what));
        }
    }
    Ok(())
}

/// If a gap is clearly negative, the bodies overlap.
fn negative_only_inside(scene: &PairScene, contact: &Contact) -> Result<(), Fault> {
    if contact.gap >= -2.0 * scene.query.tolerance - LENGTH_ROUNDING {
        return Ok(());
    }
    let (a, b) = (Probe::new(&scene.a), Probe::new(&scene.b));
    for instant in [contact.time.lower(), contact.time.upper()] {
        for side in [InstantSide::Before, InstantSide::After] {
            if certain_overlap(&a.at(instant, side), &b.at(instant, side), Care::Sharp).is_some() {
                return Ok(());
            }
        }
        if distance(&a, &b, instant, InstantSide::After).is_none_or(|(gap, error)| gap <= error) {
            return Ok(());
        }
    }
    Err(fault(Law::Gaps, scene, format!("the gap is negative, but the bodies do not overlap: {contact:?}")))
}

/// The kind and index of a feature, without the parameters of the point on it.
fn index(feature: Feature) -> (u8, u32) {
    match feature {
        Feature::Vertex(index) => (0, index),
        Feature::Edge { index, .. } => (1, index),
        Feature::Face { index, .. } => (2, index),
        Feature::Patch { index, .. } => (3, index),
        Feature::Part(index) => (4, index),
    }
}

/// No two contacts share point and normal, and no two contacts of the same pair of features share a point.
pub fn each_once(scene: &PairScene, verdict: &Verdict) -> Result<(), Fault> {
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

/// Around every contact of bodies that touch without overlapping, the normal separates them, if any direction does.
pub fn normals_separate(scene: &PairScene, verdict: &Verdict) -> Result<usize, Fault> {
    let Verdict::Touch(first) = verdict else { return Ok(0) };
    if scene.query.separation > 0.0 {
        return Ok(0);
    }
    let mut checked = 0;
    for contact in first.contacts.iter().take(CHECKED_NORMALS) {
        let instant = contact.time.lower();
        let (a, b) = soundness::placed(scene, instant);
        // Bodies that overlap at the start need not have a separating plane.
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
