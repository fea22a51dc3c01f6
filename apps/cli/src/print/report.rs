//! The result of a check or a verification, for the terminal.

use super::measurement::enclosure;
use super::{LISTED, bodies, counted, duration, feature, heading, indented, number, table, vector};
use std::fmt::Write as _;
use tangency::detect::Verdict;
use tangency::formats::{CheckedLimit, ClearanceReport, ContactReport, LimitsReport, NearestReport};
use tangency::formats::{PairReport, PairVerdict, SetAsideReport, Stats};
use tangency::{Report, Scene};

/// Seconds. A shorter preparation is not listed.
const LISTED_PREPARATION: f64 = 1e-3;

/// The result of a check, for the terminal: with the sizes of the bodies.
pub(crate) fn check(scene: &Scene, report: &Report) -> String {
    written(scene, report, &bodies::rows(scene))
}

/// The result of a verification, for the terminal.
pub(crate) fn report(scene: &Scene, report: &Report) -> String {
    written(scene, report, &[])
}

/// The text, with further rows before the work.
fn written(scene: &Scene, report: &Report, further: &[(&str, String)]) -> String {
    let mut text = heading(scene);
    let mut rows = vec![vec!["verdict".to_string(), format!("{}, {}", report.verdict, report.evidence)]];
    let mut row = |name: &str, value: String| rows.push(vec![name.to_string(), value]);
    match &report.verdict {
        Verdict::Clear { .. } => {
            let extent = if report.set_aside.is_empty() { "anywhere" } else { "other than those set aside" };
            row(
                "clear",
                format!("from {} s to {} s: no contact {extent}", number(scene.span.start), number(scene.span.end)),
            );
        }
        Verdict::Touch(first) => {
            let (from, to) = (first.time.lower(), first.time.upper());
            row("time", format!("{} .. {} s (bracket of {:.1e} s)", number(from), number(to), to - from));
            row("clear until", format!("{} s", number(report.clear_until())));
            let more = if first.complete { "" } else { ", and perhaps more: the work allowed was used up" };
            let regions = match report.regions.len() {
                count if count == first.contacts.len() => String::new(),
                1 => " in one region".into(),
                count => format!(" in {count} regions"),
            };
            row("contacts", format!("{}{regions}{more}", first.contacts.len()));
        }
        Verdict::Open { from } => {
            row("clear until", format!("{} s; after that it is not known", number(*from)));
        }
    }
    report.set_aside.iter().for_each(|pair| row("set aside", set_aside(pair)));
    if let Some(clearance) = &report.clearance {
        row("clearance", clearance_words(clearance));
        let unknown = if clearance.note.is_some() { "not known" } else { "nothing is near" };
        row("nearest", clearance.nearest.as_ref().map_or_else(|| unknown.into(), nearest));
        clearance.not_measured.iter().for_each(|what| row("not measured", what.clone()));
    }
    for (name, clearance) in [("with itself", &report.self_clearance), ("with world", &report.world_clearance)] {
        let Some(clearance) = clearance else { continue };
        let nearest = clearance.nearest.as_ref().map_or_else(String::new, |found| format!(": {}", nearest(found)));
        row(name, format!("{}{nearest}", clearance_words(clearance)));
    }
    if let Some(asked) = &report.asked {
        row("pairs", format!("{} checked", asked.checked));
        asked.skipped.iter().for_each(|skipped| {
            row("not checked", format!("{} of {}", counted(skipped.count as u64, "pair"), skipped.reason))
        });
    }
    if let Some(limits) = &report.limits {
        limit_rows(limits).into_iter().for_each(|words| row("limits", words));
    }
    further.iter().for_each(|(name, value)| row(name, value.clone()));
    let stats = &report.stats;
    let work = match (stats.pairs, stats.iterations) {
        (0, 0) => "bounding volumes alone".into(),
        (pairs, steps) => format!("{}, {}", counted(pairs, "pair"), counted(steps, "step")),
    };
    row("work", format!("{work}, {}{}", duration(stats.seconds), preparation(stats)));
    text.push_str(&indented(&table(rows)));
    if !report.contacts().is_empty() {
        text.push('\n');
        text.push_str(&indented(&contacts(scene, report)));
    }
    if let Some(pairs) = report.pairs.as_deref().filter(|pairs| !pairs.is_empty()) {
        text.push('\n');
        text.push_str(&indented(&pair_table(pairs)));
    }
    text.push('\n');
    text
}

/// How much of the time went into preparing the bodies, unless it is negligible.
fn preparation(stats: &Stats) -> String {
    match stats.preparation_seconds {
        Some(seconds) if seconds >= LISTED_PREPARATION => {
            format!(", {} of it to prepare the bodies", duration(seconds))
        }
        Some(_) | None => String::new(),
    }
}

/// Which limits of joints are kept, which are exceeded, which were not compared.
fn limit_rows(limits: &LimitsReport) -> Vec<String> {
    let mut rows = Vec::new();
    for CheckedLimit { quantity, joints, at_rows_only } in &limits.checked {
        let count = limits.exceeded.iter().filter(|exceeded| exceeded.quantity == *quantity).count();
        let kept = if count == 0 { "kept".into() } else { format!("{count} exceeded") };
        let place = if *at_rows_only { ", at the rows only" } else { "" };
        rows.push(format!("{quantity} of {}: {kept}{place}", counted(*joints as u64, "joint")));
    }
    rows.extend(limits.not_checked.iter().map(|what| format!("not checked: {what}")));
    rows
}

/// The bound of a clearance, how certain it is, and why it is no better.
fn clearance_words(clearance: &ClearanceReport) -> String {
    let note = clearance.note.as_deref();
    match (clearance.at_least, note) {
        (Some(bound), None) => format!("at least {} m, {}", below(bound), clearance.evidence),
        (Some(bound), Some(note)) => format!("at least {} m, {}; {note}", below(bound), clearance.evidence),
        (None, note) => note.unwrap_or("not known").trim_start_matches("clearance ").to_owned(),
    }
}

/// Most pairs that are listed. The result file has all.
const LISTED_PAIRS: usize = 60;

/// Metres. Shorter lengths are printed with an exponent.
const SHORT: f64 = 1e-3;

/// Metres. Longer lengths are printed with an exponent too.
const LONG: f64 = 1e9;

/// A lower bound of a length, rounded down: to a hundredth of a millimetre, or to three digits if it is short.
pub(super) fn below(length: f64) -> String {
    if length >= LONG {
        return rounded(length, |printed| printed <= length, -1.0);
    }
    if length >= SHORT || length <= 0.0 {
        return format!("{:.5}", (length * 1e5).floor() / 1e5);
    }
    rounded(length, |printed| printed <= length, -1.0)
}

/// An upper bound of a length, rounded up in the same way.
fn above(length: f64) -> String {
    if length >= LONG {
        return rounded(length, |printed| printed >= length, 1.0);
    }
    if length >= SHORT || length <= 0.0 {
        return format!("{:.5}", (length * 1e5).ceil() / 1e5);
    }
    rounded(length, |printed| printed >= length, 1.0)
}

/// A length with three digits: the nearest one, or the next one in a direction if that does not hold.
fn rounded(length: f64, holds: impl Fn(f64) -> bool, direction: f64) -> String {
    let text = format!("{length:.2e}");
    if text.parse().is_ok_and(&holds) {
        return text;
    }
    let unit = 10_f64.powf(length.log10().floor() - 2.0);
    format!("{:.2e}", length + 0.6 * direction * unit)
}

pub(super) fn nearest(nearest: &NearestReport) -> String {
    let NearestReport { a, b, within, time, point, points, during: _ } = nearest;
    let place = match points {
        Some([a, b]) => format!("from {} to {}", vector(*a), vector(*b)),
        None => format!("near {}", vector(*point)),
    };
    format!("{a} and {b}, within {} m at {time:.4} s {place}", above(*within))
}

/// A row for each region of contacts. A contact on its own is a region.
fn contacts(scene: &Scene, report: &Report) -> String {
    let (regions, all) = (&report.regions, report.contacts());
    let grouped = regions.iter().take(LISTED).any(|region| region.contacts.len() > 1);
    let deep = regions.iter().take(LISTED).any(|region| region.depth.is_some());
    let mut heading =
        vec!["a", "b", if grouped { "point or centre (m)" } else { "point (m)" }, "normal a to b", "gap (m)"];
    heading.extend(grouped.then_some("contacts"));
    heading.extend(grouped.then_some("extent (m)"));
    heading.extend(deep.then_some("depth (m)"));
    heading.extend(["on a", "on b", "contact"]);
    let mut rows = vec![heading.into_iter().map(String::from).collect::<Vec<_>>()];
    rows.extend(regions.iter().take(LISTED).map(|region| {
        let members: Vec<&ContactReport> = region.contacts.iter().filter_map(|&index| all.get(index)).collect();
        let [low, high] = region.extent;
        let mut row = vec![region.a.clone(), region.b.clone(), vector(region.centre), vector(region.normal)];
        row.push(range(region.gap));
        if grouped {
            row.push(members.len().to_string());
            row.push(vector([0, 1, 2].map(|axis: usize| high[axis] - low[axis])));
        }
        if deep {
            row.push(region.depth.map_or_else(String::new, enclosure));
        }
        row.push(features(members.iter().map(|contact| feature(scene, &contact.a, contact.feature_a))));
        row.push(features(members.iter().map(|contact| feature(scene, &contact.b, contact.feature_b))));
        let sure = match members.iter().filter(|contact| contact.proved).count() {
            0 => "within tolerance".into(),
            all if all == members.len() => "proved".into(),
            some => format!("{some} of {} proved", members.len()),
        };
        let when = if members.iter().any(|contact| contact.initial) { ", from the start" } else { "" };
        row.push(format!("{sure}{when}"));
        row
    }));
    let mut text = table(rows);
    if regions.len() > LISTED {
        let _ = writeln!(text, "and {} more: --json FILE lists them all", regions.len() - LISTED);
    } else if grouped {
        let _ = writeln!(text, "--json FILE lists every contact");
    }
    text
}

/// The one feature of all contacts of a region, or their number.
fn features(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names.dedup();
    match names.as_slice() {
        [one] => one.clone(),
        several => format!("{} features", several.len()),
    }
}

/// The least and the greatest gap.
fn range([least, greatest]: [f64; 2]) -> String {
    if least == greatest { format!("{least:.1e}") } else { format!("{least:.1e} .. {greatest:.1e}") }
}

/// The answer about every pair.
fn pair_table(pairs: &[PairReport]) -> String {
    let heading = ["a", "b", "verdict", "first contact or clearance", "at (s)", "where (m)"];
    let mut rows = vec![heading.map(String::from).to_vec()];
    rows.extend(pairs.iter().take(LISTED_PAIRS).map(|pair| {
        let nearest = pair.clearance.as_ref().and_then(|clearance| clearance.nearest.as_ref());
        let (found, at, place) = match (pair.verdict, pair.time, &pair.contact) {
            (PairVerdict::Touch, Some([from, to]), Some(contact)) => {
                let initial = if contact.initial { "touches from the start" } else { "touches" };
                (
                    format!("{initial}, {}", counted(pair.contact_count as u64, "contact")),
                    bracket_words(from, to),
                    vector(contact.point),
                )
            }
            (PairVerdict::Touch | PairVerdict::Open, ..) => {
                (format!("clear until {} s", number(pair.clear_until)), String::new(), String::new())
            }
            (PairVerdict::Clear, ..) => (
                pair.clearance.as_ref().map_or_else(|| "not measured".into(), pair_clearance),
                nearest.map_or_else(String::new, |nearest| format!("{:.6}", nearest.time)),
                nearest.map_or_else(String::new, |nearest| vector(nearest.point)),
            ),
        };
        vec![pair.a.clone(), pair.b.clone(), format!("{}, {}", pair.verdict, pair.evidence), found, at, place]
    }));
    let mut text = table(rows);
    if pairs.len() > LISTED_PAIRS {
        let _ = writeln!(text, "and {} more: --json FILE lists them all", pairs.len() - LISTED_PAIRS);
    }
    text
}

/// The enclosure of the smallest distance of a pair.
fn pair_clearance(clearance: &ClearanceReport) -> String {
    let within = clearance.nearest.as_ref().map(|nearest| nearest.within);
    match (clearance.at_least, within) {
        (Some(bound), Some(within)) => format!("{} m", enclosure([bound, within])),
        (Some(bound), None) => format!("at least {} m", below(bound)),
        (None, Some(within)) => format!("at most {} m", above(within)),
        (None, None) => "not known".into(),
    }
}

/// An instant with as many digits as its bracket leaves.
fn bracket_words(from: f64, to: f64) -> String {
    if to - from < 1e-6 { format!("{from:.6}") } else { format!("{from:.6} .. {to:.6}") }
}

/// A pair that was set aside.
fn set_aside(pair: &SetAsideReport) -> String {
    let who = if pair.a == pair.b { format!("{} with itself", pair.a) } else { format!("{} and {}", pair.a, pair.b) };
    let depth = pair.depth.map_or_else(String::new, |depth| format!(", {} m deep", enclosure(depth)));
    let judged = match pair.counts_from {
        Some(from) => format!("counts again from {} s", number(from)),
        None => "not judged: no instant was found at which it does not touch".into(),
    };
    format!("{who}, {} at the start{depth}; {judged}", counted(pair.contacts.len() as u64, "contact"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Printed bounds hold, for lengths of all sizes.
    #[test]
    fn printed_bounds_hold() {
        let mut length = 1e-12;
        while length < 1e13 {
            let texts = [below(length), above(length)];
            assert!(texts.iter().all(|text| text.len() < 20), "{length:e}: {texts:?}");
            let [low, high] = texts.map(|text| text.parse::<f64>().unwrap_or(f64::NAN));
            // The sums that round the last digit are off by less than a unit in the last place.
            let slack = length * f64::EPSILON;
            assert!(low <= length + slack && length <= high + slack, "{length:e}: {low:e} {high:e}");
            assert!(low >= 0.98 * length - 1e-5 && high <= 1.02 * length + 1e-5, "{length:e}: {low:e} {high:e}");
            assert!(length >= SHORT || low >= 0.98 * length, "{length:e}: {low:e}");
            length *= 1.0137;
        }
    }
}
