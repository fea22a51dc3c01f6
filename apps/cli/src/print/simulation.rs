//! The result of a simulation, for the terminal.

use super::{LISTED, counted, duration, heading, indented, number, pairs, table, vector};
use std::fmt::Write as _;
use tangency::formats::simulation::{CrowdingReport, EventReport, EventReportKind, QualityReport, SimulationCounts};
use tangency::{Scene, Simulation};

/// The result of a simulation, for the terminal.
pub(crate) fn simulation(scene: &Scene, simulation: &Simulation) -> String {
    let mut text = heading(scene);
    let [start, end] = simulation.span;
    let ending = match simulation.reason.as_str() {
        "" => simulation.ending.to_string(),
        reason => format!("{}: {reason}", simulation.ending),
    };
    let mut rows = vec![
        ("ending", ending),
        ("simulated", format!("from {} s to {} s", number(start), number(end))),
        ("events", kinds(&simulation.counts)),
        ("contacts", format!("{} that last", simulation.tracks.len())),
    ];
    rows.extend(predictions(&simulation.counts).map(|told| ("predicted", told)));
    rows.extend(simulation.crowding.as_ref().and_then(dense).map(|told| ("crowded", told)));
    let energy = simulation.energy.totals();
    if let Some((first, last)) = energy.first().zip(energy.last()) {
        let change = simulation.energy.greatest_change();
        let mut told = format!("{first:.6} J at the start, {last:.6} J at the end, greatest change {change:.3e} J");
        if let Some(error) = simulation.conservation.energy {
            let _ = write!(told, ", relative error {error:.1e}");
        }
        rows.push(("energy", told));
    }
    rows.extend(simulation.conservation.momentum.map(|error| ("momentum", format!("relative error {error:.1e}"))));
    rows.extend(unsolved(&simulation.quality).map(|told| ("impacts", told)));
    let stats = &simulation.stats;
    rows.push((
        "work",
        format!(
            "{}, {}, {}, {}",
            counted(stats.steps, "step"),
            counted(stats.pairs, "pair"),
            counted(stats.iterations, "iteration"),
            duration(stats.seconds)
        ),
    ));
    let speed = format!(
        "{} simulated seconds per second, {} events per second",
        rate(stats.simulated_per_second),
        rate(stats.events_per_second)
    );
    rows.push(("speed", speed));
    text.push_str(&indented(&pairs(&rows)));
    if !simulation.events.is_empty() {
        text.push('\n');
        text.push_str(&indented(&events(&simulation.events)));
    }
    text.push('\n');
    text
}

/// The events by kind; kinds that were not counted are left out.
fn kinds(counts: &SimulationCounts) -> String {
    let named = [
        (counts.impacts, "impact", "impacts"),
        (counts.slides, "slides", "slide"),
        (counts.rolls, "rolls", "roll"),
        (counts.leaves, "leaves", "leave"),
        (counts.sleeps, "comes to rest", "come to rest"),
    ];
    let told = |(count, one, many): (Option<u64>, &str, &str)| {
        count.map(|count| format!("{count} {}", if count == 1 { one } else { many }))
    };
    let told: Vec<String> = named.into_iter().filter_map(told).collect();
    if told.is_empty() { "not counted".into() } else { told.join(", ") }
}

/// The predictions behind the events, if they were counted.
fn predictions(counts: &SimulationCounts) -> Option<String> {
    let mut text = format!("{} events", counts.predictions?);
    if let Some(stale) = counts.stale {
        let _ = write!(text, ", {stale} void as the partner was diverted{}", percent(counts.stale_share()));
    }
    if let Some(diverted) = counts.diverted {
        let _ = write!(text, ", {diverted} as the body was{}", percent(counts.diverted_share()));
    }
    if let Some(refined) = counts.refined {
        let _ = write!(text, ", {refined} refined");
    }
    Some(text)
}

/// A share in parentheses, if it is known.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(String::new, |share| format!(" ({:.1} %)", 100.0 * share))
}

/// The densest region, if it slows the simulation down.
fn dense(crowding: &CrowdingReport) -> Option<String> {
    let CrowdingReport { dense, time, place, bodies, stale_share, .. } = *crowding;
    dense.then(|| {
        let stale = percent(Some(stale_share));
        format!("{bodies} bodies in a cell at {} m, {} s; entries stale{stale}", vector(place), number(time))
    })
}

/// Impacts of several contacts that were not solved as asked, if there are any.
fn unsolved(quality: &QualityReport) -> Option<String> {
    let (substituted, unconverged) = (quality.substituted?, quality.unconverged?);
    if substituted == 0 && unconverged == 0 {
        return None;
    }
    let mut text = format!(
        "of {} with several contacts, {substituted} by the substitute of the response, {unconverged} not converged",
        quality.problems?
    );
    if let (Some(residual), Some(gap)) = (quality.worst_residual, quality.worst_gap) {
        let _ = write!(text, ", worst residual {residual:.1e} of the speed, worst gap {gap:.1e} J");
    }
    Some(text)
}

/// A rate with three digits or a few more.
fn rate(rate: f64) -> String {
    if rate >= 100.0 { format!("{rate:.0}") } else { format!("{rate:.3}") }
}

fn events(events: &[EventReport]) -> String {
    let heading = ["time (s)", "event", "a", "b", "point (m)", "impulse (N s)"];
    let mut rows = vec![heading.map(String::from).to_vec()];
    rows.extend(events.iter().take(LISTED).map(|event| {
        let point = event.contacts.first().map_or_else(String::new, |contact| vector(contact.point));
        let more = event.contacts.len().saturating_sub(1);
        vec![
            format!("{:.6}", event.time[0]),
            event.kind.to_string(),
            event.a.clone(),
            event.b.clone(),
            if more == 0 { point } else { format!("{point} and {more} more") },
            if event.kind == EventReportKind::Impact { format!("{:.6}", event.impulse) } else { String::new() },
        ]
    }));
    let mut text = table(rows);
    if events.len() > LISTED {
        let _ = writeln!(text, "and {} more: --json FILE lists them all", events.len() - LISTED);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_counted_is_told() {
        let mut counts = SimulationCounts::of_events(&[]);
        assert_eq!(kinds(&counts), "0 impacts, 0 slide, 0 roll, 0 leave");
        assert_eq!(predictions(&counts), None);
        (counts.impacts, counts.sleeps, counts.predictions) = (Some(1), Some(2), Some(8));
        assert_eq!(kinds(&counts), "1 impact, 0 slide, 0 roll, 0 leave, 2 come to rest");
        assert_eq!(predictions(&counts).as_deref(), Some("8 events"));
        (counts.stale, counts.diverted, counts.refined) = (Some(2), Some(1), Some(3));
        let told = "8 events, 2 void as the partner was diverted (25.0 %), 1 as the body was (12.5 %), 3 refined";
        assert_eq!(predictions(&counts).as_deref(), Some(told));
        assert_eq!(kinds(&SimulationCounts::default()), "not counted");
        let place = [1.0, 2.0, 0.5];
        let loose = CrowdingReport { dense: false, time: 0.5, place, bodies: 50, levels: [9, 2], stale_share: 0.25 };
        assert_eq!(dense(&loose), None);
        let told = dense(&CrowdingReport { dense: true, ..loose }).unwrap();
        assert!(told.starts_with("50 bodies in a cell at ") && told.ends_with("entries stale (25.0 %)"), "{told}");
    }

    #[test]
    fn impacts_that_did_not_converge_are_told() {
        assert_eq!(unsolved(&QualityReport::default()), None);
        let fine = QualityReport {
            problems: Some(9),
            substituted: Some(0),
            unconverged: Some(0),
            worst_residual: Some(1e-14),
            worst_gap: Some(0.0),
        };
        assert_eq!(unsolved(&fine), None);
        let told = unsolved(&QualityReport { substituted: Some(2), unconverged: Some(1), ..fine }).unwrap();
        assert_eq!(
            told,
            "of 9 with several contacts, 2 by the substitute of the response, 1 not converged, \
             worst residual 1.0e-14 of the speed, worst gap 0.0e0 J"
        );
    }
}
