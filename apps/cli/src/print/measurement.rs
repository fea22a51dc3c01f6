//! The result of a measurement, for the terminal.

use super::{LISTED, counted, duration, feature, heading, indented, number, pairs, table, vector};
use std::fmt::Write as _;
use tangency::formats::measurement::{MeasureQuestion, MeasuredPairReport, OverlapName};
use tangency::glam::DVec3;
use tangency::{Measurement, Scene};

/// Most significant digits of a length. More are in the result file.
const DIGITS: usize = 12;

/// The result of a measurement, for the terminal.
pub(crate) fn measurement(scene: &Scene, found: &Measurement) -> String {
    let mut text = heading(scene);
    let [from, until] = found.span;
    let of = |verdict: OverlapName| found.pairs.iter().filter(|pair| pair.verdict == verdict).count();
    let listed = found.pairs.len();
    let verdict = match found.verdict {
        OverlapName::Apart if listed + found.farther == 0 => "there is no pair to measure".into(),
        OverlapName::Apart => format!("all pairs apart, {}", found.evidence),
        OverlapName::Overlap => {
            format!("overlap: {} of {}, {}", of(OverlapName::Overlap), counted(listed as u64, "pair"), found.evidence)
        }
        OverlapName::Open => format!("open: {} of {}", of(OverlapName::Open), counted(listed as u64, "pair")),
    };
    let mut rows = vec![("verdict", verdict)];
    match found.question {
        MeasureQuestion::Instant => rows.push(("instant", format!("{} s", number(from)))),
        MeasureQuestion::Span => {
            rows.push(("span", format!("from {} s to {} s: closest approaches", number(from), number(until))))
        }
    }
    let farther = match found.farther {
        0 => String::new(),
        count => format!(", {count} farther apart"),
    };
    rows.push(("pairs", format!("{listed} listed{farther}")));
    rows.extend(found.not_measured.iter().map(|what| ("not measured", what.clone())));
    rows.extend(found.pairs.iter().take(LISTED).filter_map(intersection).map(|said| ("curves", said)));
    let stats = &found.stats;
    let work = [counted(stats.pairs, "pair"), counted(stats.iterations, "step"), duration(stats.seconds)];
    rows.push(("work", work.join(", ")));
    text.push_str(&indented(&pairs(&rows)));
    if listed > 0 {
        text.push('\n');
        text.push_str(&indented(&measured_pairs(scene, found)));
    }
    text.push('\n');
    text
}

/// The curves in which two bodies meet; `None` if they were not asked for.
fn intersection(pair: &MeasuredPairReport) -> Option<String> {
    let found = pair.intersection.as_ref()?;
    let lengths = found.curves.iter().map(|curve| {
        let points = curve.points.iter().map(|&point| DVec3::from_array(point));
        let length: f64 = points.clone().zip(points.skip(1)).map(|(from, to)| from.distance(to)).sum();
        format!("{}{:.4} m", if curve.closed { "closed " } else { "" }, length)
    });
    let count = found.curves.len();
    let listed: Vec<String> = lengths.take(LISTED).collect();
    let more = if count > LISTED { ", …" } else { "" };
    let of = if listed.is_empty() { String::new() } else { format!(" ({}{more})", listed.join(", ")) };
    let open = match found.open_count {
        0 => String::new(),
        count => format!(", {count} {} not decided", if count == 1 { "place" } else { "places" }),
    };
    let noun = if count == 1 { "curve" } else { "curves" };
    Some(format!("{} and {}: {count} {noun}{of}{open}", pair.a, pair.b))
}

fn measured_pairs(scene: &Scene, found: &Measurement) -> String {
    let deep = found.pairs.iter().take(LISTED).any(|pair| pair.penetration.is_some());
    let timed = found.question == MeasureQuestion::Span;
    let mut heading = vec!["a", "b", "distance (m)"];
    heading.extend(deep.then_some("depth (m)"));
    heading.extend(timed.then_some("at (s)"));
    heading.extend(["point of a (m)", "point of b (m)", "on a", "on b", "answer"]);
    let mut rows = vec![heading.into_iter().map(String::from).collect::<Vec<_>>()];
    rows.extend(found.pairs.iter().take(LISTED).map(|pair| {
        let mut row = vec![pair.a.clone(), pair.b.clone(), enclosure(pair.distance)];
        if deep {
            row.push(pair.penetration.as_ref().map_or_else(String::new, |found| enclosure(found.depth)));
        }
        if timed {
            row.push(format!("{:.6}", pair.at));
        }
        // The deepest points say more than a point of the overlap.
        let points = pair.penetration.as_ref().map_or(pair.points, |found| found.points);
        row.extend(points.map(vector));
        row.push(feature(scene, &pair.a, pair.feature_a));
        row.push(feature(scene, &pair.b, pair.feature_b));
        row.push(answer(pair));
        row
    }));
    let mut text = table(rows);
    if found.pairs.len() > LISTED {
        let _ = writeln!(text, "and {} more: --json FILE lists them all", found.pairs.len() - LISTED);
    }
    text
}

fn answer(pair: &MeasuredPairReport) -> String {
    let wide = if pair.complete { "" } else { ", wider than the tolerance" };
    format!("{}, {}{wide}", pair.verdict, pair.evidence)
}

/// A length and its error, so that both together enclose the true length: `0.333333333333 ± 3.4e-13`.
pub(super) fn enclosure([lower, upper]: [f64; 2]) -> String {
    let middle = lower + 0.5 * (upper - lower);
    if middle == 0.0 {
        return "0".into();
    }
    // The digits that the width leaves.
    let certain = (middle / (upper - lower)).log10().ceil() + 1.0;
    let digits = if certain.is_finite() { (certain as usize).clamp(2, DIGITS) } else { DIGITS };
    let rounded = format!("{middle:.*e}", digits - 1).parse().unwrap_or(middle);
    let error = (upper - rounded).max(rounded - lower);
    let value = if (1e-4..1e9).contains(&rounded) { format!("{rounded}") } else { format!("{rounded:e}") };
    if error <= 0.0 { value } else { format!("{value} ± {}", above(error)) }
}

/// An error, rounded up to two digits.
fn above(error: f64) -> String {
    let text = format!("{error:.1e}");
    match text.parse::<f64>() {
        Ok(rounded) if rounded < error => {
            let unit = 10_f64.powf(error.log10().floor() - 1.0);
            format!("{:.1e}", error + 0.6 * unit)
        }
        Ok(_) | Err(_) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_printed_with_errors_that_cover_them() {
        for (range, text) in [
            ([0.0, 0.0], "0"),
            ([0.5, 0.5], "0.5"),
            ([0.399, 0.399], "0.399"),
            ([1.0 / 3.0, 1.0 / 3.0], "0.333333333333 ± 3.4e-13"),
            ([0.099_9, 0.100_2], "0.1001 ± 2.0e-4"),
            ([1e-12, 1e-12], "1e-12"),
            ([0.0, 1e-12], "5e-13 ± 5.0e-13"),
            ([0.0, 0.3], "0.15 ± 1.5e-1"),
            ([1234.5, 1234.5], "1234.5"),
        ] {
            assert_eq!(enclosure(range), text, "{range:?}");
        }
    }

    /// The printed value and its error enclose the range, for ranges of all sizes and widths.
    #[test]
    fn printed_lengths_enclose_the_range() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64
        };
        for _ in 0..20_000 {
            let lower = 10_f64.powf(20.0 * random() - 14.0);
            let upper = lower * (1.0 + 10_f64.powf(-17.0 * random()));
            let text = enclosure([lower, upper]);
            let (value, error) = text.split_once(" ± ").unwrap_or((&text, "0"));
            let [value, error] = [value, error].map(|number| number.parse::<f64>().unwrap_or(f64::NAN));
            // The sums round by at most half a unit in the last place.
            let slack = upper * f64::EPSILON;
            assert!(value - error <= lower + slack && upper <= value + error + slack, "{lower:e} {upper:e}: {text}");
            assert!(error <= 2.0 * (upper - lower) + upper * 1e-11, "{lower:e} {upper:e}: {text}");
        }
    }
}
