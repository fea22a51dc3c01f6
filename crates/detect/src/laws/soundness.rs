//! Soundness, no missed contact: the bodies do not overlap at any instant before the lower end of the answer.

use super::oracle::{BodySnapshot, Care, InstantSide, Probe, certain_overlap, distance};
use super::tolerance::{FULL_INSTANTS, MEASURED_DISTANCES, SEPARATION_SLACK};
use super::{Fault, Law, PairScene, fault};
use crate::Verdict;

/// The instants for the careful overlap test: on both sides of every event, and just before the lower end of the
/// answer. Fewer of them if the answer is only compared with another.
fn careful(scene: &PairScene, until: f64, full: bool) -> Vec<f64> {
    let span = scene.query.span;
    let beside: &[f64] = if full { &[1e-9, 1e-6, 1e-3, 1e-2] } else { &[1e-6, 1e-2] };
    let before: &[f64] = if full { &[1e-12, 1e-9, 1e-7, 1e-5, 1e-3, 1e-2] } else { &[1e-9, 1e-5] };
    let mut instants = Vec::new();
    for event in scene.events() {
        instants.push(event);
        instants.extend(beside.iter().flat_map(|step| [event - step * span.width(), event + step * span.width()]));
    }
    instants.extend(before.iter().map(|step| until - step * span.width()));
    instants.retain(|&instant| span.contains(instant));
    instants
}

/// The sides of an instant that belong to the span. The first instant of the span has no side before it.
fn sides(scene: &PairScene, instant: f64) -> &'static [InstantSide] {
    let switching = instant > scene.query.span.lower() && scene.events().contains(&instant);
    if switching { &[InstantSide::Before, InstantSide::After] } else { &[InstantSide::After] }
}

/// Whether an overlap at this instant contradicts the verdict. `Clear` includes the last instant.
fn contradicts(verdict: &Verdict, instant: f64) -> bool {
    match verdict {
        Verdict::Clear { until } => instant <= *until,
        Verdict::Touch(first) => instant < first.time.lower(),
        Verdict::Open { from } => instant < *from,
    }
}

/// No certain overlap occurs before the lower end of the answer, at `count` evenly spaced instants and at the
/// careful instants. With a separation, no distance is below it at some of the careful instants.
pub fn never_contradicted(scene: &PairScene, verdict: &Verdict, count: usize) -> Result<(), Fault> {
    let (a, b) = (Probe::new(&scene.a), Probe::new(&scene.b));
    let span = scene.query.span;
    let careful = careful(scene, verdict.clear_until(), count >= FULL_INSTANTS);
    let even = (0..count).map(|index| span.lower() + span.width() * (index as f64 + 0.5) / count as f64);
    let all = careful.iter().map(|&instant| (instant, Care::Sharp)).chain(even.map(|instant| (instant, Care::Quick)));
    for (instant, care) in all.filter(|&(instant, _)| contradicts(verdict, instant)) {
        for &side in sides(scene, instant) {
            if let Some(point) = certain_overlap(&a.at(instant, side), &b.at(instant, side), care) {
                let what =
                    format!("the bodies overlap at {instant} ({side:?}) around {point}, but the answer is {verdict:?}");
                return Err(fault(Law::NeverContradicted, scene, what));
            }
        }
    }
    // Distances cost much more than overlaps: measure a few, and none if the answer is only compared with another.
    if scene.query.separation > 0.0 && count >= FULL_INSTANTS {
        let careful: Vec<f64> = careful.iter().copied().step_by(careful.len().div_ceil(MEASURED_DISTANCES)).collect();
        close(scene, verdict, [&a, &b], &careful)?;
    }
    Ok(())
}

fn close(scene: &PairScene, verdict: &Verdict, [a, b]: [&Probe<'_>; 2], instants: &[f64]) -> Result<(), Fault> {
    for &instant in instants.iter().filter(|&&instant| contradicts(verdict, instant)) {
        for &side in sides(scene, instant) {
            let Some((gap, error)) = distance(a, b, instant, side) else { continue };
            if gap + error < scene.query.separation * (1.0 - SEPARATION_SLACK) {
                let what = format!(
                    "the bodies are {gap} (± {error}) m apart at {instant} ({side:?}), but the answer is {verdict:?}"
                );
                return Err(fault(Law::NeverContradicted, scene, what));
            }
        }
    }
    Ok(())
}

/// Both bodies at an instant.
pub(super) fn placed(scene: &PairScene, instant: f64) -> (BodySnapshot, BodySnapshot) {
    (Probe::new(&scene.a).at(instant, InstantSide::After), Probe::new(&scene.b).at(instant, InstantSide::After))
}
