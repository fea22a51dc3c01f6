//! The motions and events of a simulation, packed for its page.
//!
//! *Question.* How do ten thousand bodies and a hundred thousand events fit on a page of a few megabytes?
//! *Idea.* Paths are bent keys ([`super::path`]), so that a flight costs one key. The numbers of all bodies stand in
//! common lists, as whole multiples of steps far below a pixel, each as the difference from the key before. Lists are
//! compressed as those of meshes are ([`super::pack`]).
//! *Guarantee.* Counts and bodies are exact. Times are rounded to a part in two thousand million of the span, and the
//! brackets of events outward. A place is off by at most half a step, a part in sixteen million of the scene.
//! *Cost.* Linear. About sixteen bytes a key and sixteen an event.

use super::pack::{deflated, folded};
use super::path::BodyPath;
use crate::simulation::{EventReportKind, Simulation};
use crate::tolerance;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use glam::DVec3;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The clock of a page: whole ticks from the start of the span.
#[derive(Clone, Copy)]
pub(super) struct PageClock {
    start: f64,
    tick: f64,
}

impl PageClock {
    pub(super) fn new(start: f64, duration: f64) -> Self {
        // Any tick will do where there is only one instant.
        Self { start, tick: if duration > 0.0 { duration / tolerance::PATH_TICKS } else { 1.0 } }
    }

    /// The tick nearest to a time that counts from the start of the span.
    fn nearest(self, since_start: f64) -> u32 {
        (since_start / self.tick).round().clamp(0.0, tolerance::PATH_TICKS) as u32
    }

    /// The bracket as ticks, rounded outward.
    fn around(self, [from, to]: [f64; 2]) -> [u32; 2] {
        let ticks = |time: f64| (time - self.start) / self.tick;
        [ticks(from).floor(), ticks(to).ceil()].map(|tick| tick.clamp(0.0, tolerance::PATH_TICKS) as u32)
    }
}

/// Numbers as multiples of a step, for a list of differences. A short list is written as it is.
struct Steps {
    step: f64,
    codes: Vec<u32>,
    /// The first numbers themselves.
    exact: Vec<f64>,
}

impl Steps {
    fn new(step: f64) -> Self {
        Self { step, codes: Vec::new(), exact: Vec::new() }
    }

    /// Appends the differences of these numbers from those before, which it replaces.
    fn push<const N: usize>(&mut self, numbers: [f64; N], before: &mut [i32; N]) {
        if self.codes.len() <= tolerance::PICTURE_UNPACKED {
            self.exact.extend(numbers);
        }
        for (number, before) in numbers.into_iter().zip(before) {
            let steps = (number / self.step).round() as i32;
            self.codes.push(folded(steps.wrapping_sub(*before)));
            *before = steps;
        }
    }

    fn packed(&self) -> Value {
        if self.codes.len() <= tolerance::PICTURE_UNPACKED {
            let bytes: Vec<u8> = self.exact.iter().flat_map(|number| number.to_le_bytes()).collect();
            return json!({ "exact": BASE64.encode(bytes) });
        }
        json!({ "deflate": deflated(&self.codes), "step": self.step })
    }
}

/// A list of whole numbers. A short one is not compressed, so that the page reads it at once.
fn packed(codes: &[u32]) -> Value {
    if codes.len() > tolerance::PICTURE_UNPACKED {
        return json!({ "deflate": deflated(codes) });
    }
    let bytes: Vec<u8> = codes.iter().flat_map(|code| code.to_le_bytes()).collect();
    json!({ "plain": BASE64.encode(bytes) })
}

/// The paths of all bodies; `None` for those that deform. `size` is that of the scene, and `centre` its middle.
pub(super) fn paths_data(paths: &[Option<BodyPath>], clock: PageClock, centre: DVec3, size: f64) -> Value {
    let step = size / tolerance::PATH_STEPS;
    let (mut counts, mut times, mut pivots) = (Vec::new(), Vec::new(), Vec::new());
    let (mut places, mut bends) = (Steps::new(step), Steps::new(step));
    let mut turns = Steps::new(1.0 / tolerance::PATH_TURNS);
    for path in paths {
        let keys = path.as_ref().map_or(&[][..], |path| &path.keys);
        counts.push(keys.len() as u32);
        if let Some(path) = path.as_ref().filter(|path| path.pivot != DVec3::ZERO) {
            pivots.push(json!([counts.len() - 1, path.pivot.to_array()]));
        }
        let (mut tick, mut place, mut bend, mut turn) = (0, [0; 3], [0; 3], [0; 4]);
        for key in keys {
            let now = clock.nearest(key.time);
            times.push(now - tick);
            tick = now;
            places.push((key.place - centre).to_array(), &mut place);
            bends.push(key.bend.to_array(), &mut bend);
            turns.push(key.turn.to_array(), &mut turn);
        }
    }
    json!({
        "tick": clock.tick,
        "counts": packed(&counts),
        "times": packed(&times),
        "places": places.packed(),
        "bends": bends.packed(),
        "turns": turns.packed(),
        "pivots": pivots,
    })
}

/// The events: their numbers in lists, in the order of time. Kinds are numbered as in the result file's documentation:
/// impact, slides, rolls, leaves, rests.
pub(super) fn events_data(
    simulation: &Simulation,
    numbers: &HashMap<&str, u32>,
    clock: PageClock,
    centre: DVec3,
    size: f64,
) -> Value {
    let events = &simulation.events;
    let shown = events.iter().take(tolerance::MAXIMUM_EVENTS_DRAWN);
    let (mut kinds, mut bodies, mut impulses, mut counts) = (Vec::new(), [vec![], vec![]], Vec::new(), Vec::new());
    let (mut froms, mut widths, mut tick) = (Vec::new(), Vec::new(), 0);
    let mut points = Steps::new(size / tolerance::EVENT_STEPS);
    for event in shown {
        kinds.push(match event.kind {
            EventReportKind::Impact => 0,
            EventReportKind::Slides => 1,
            EventReportKind::Rolls => 2,
            EventReportKind::Leaves => 3,
            EventReportKind::Rests => 4,
        });
        // Events are ordered by their lower ends; one that is not is shown with the one before.
        let [from, to] = clock.around(event.time);
        let from = from.max(tick);
        froms.push(from - tick);
        widths.push(to.max(from) - from);
        tick = from;
        for (list, name) in bodies.iter_mut().zip([&event.a, &event.b]) {
            list.push(numbers.get(name.as_str()).copied().unwrap_or(u32::MAX));
        }
        // The highest three bytes of the number: five digits.
        impulses.push((event.impulse as f32).to_bits().saturating_add(0x80) >> 8);
        let drawn = event.contacts.iter().take(tolerance::EVENT_POINTS);
        counts.push(drawn.len() as u32);
        drawn.for_each(|contact| points.push((DVec3::from(contact.point) - centre).to_array(), &mut [0; 3]));
    }
    json!({
        "count": kinds.len(),
        "tick": clock.tick,
        "kinds": packed(&kinds),
        "from": packed(&froms),
        "width": packed(&widths),
        "a": packed(&bodies[0]),
        "b": packed(&bodies[1]),
        "impulses": packed(&impulses),
        "pointCounts": packed(&counts),
        "points": points.packed(),
    })
}

/// The energy with at most about [`tolerance::MAXIMUM_ENERGY_DRAWN`] entries: of each stretch of the list its first
/// entry, and those with the least and the greatest total, so that no peak is lost.
pub(super) fn energy_entries(totals: &[f64]) -> Vec<usize> {
    let stretch = totals.len().div_ceil(tolerance::MAXIMUM_ENERGY_DRAWN / 3).max(1);
    if stretch <= 3 {
        return (0..totals.len()).collect();
    }
    let mut kept = Vec::new();
    for first in (0..totals.len()).step_by(stretch) {
        let part = first..(first + stretch).min(totals.len());
        let least = part.clone().min_by(|&a, &b| totals[a].total_cmp(&totals[b]));
        let greatest = part.max_by(|&a, &b| totals[a].total_cmp(&totals[b]));
        kept.push(first);
        kept.extend(least.into_iter().chain(greatest));
    }
    kept.push(totals.len() - 1);
    kept.sort_unstable();
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::super::path::PathKey;
    use super::*;
    use flate2::read::DeflateDecoder;
    use glam::DQuat;
    use std::io::Read;
    use tangency_interval::laws::Random;

    /// The numbers of a packed list, read as the page reads them.
    fn codes(packed: &Value) -> Vec<u32> {
        if let Some(plain) = packed["plain"].as_str() {
            let bytes = BASE64.decode(plain).unwrap();
            return bytes.chunks_exact(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect();
        }
        let bytes = BASE64.decode(packed["deflate"].as_str().unwrap()).unwrap();
        let mut planes = Vec::new();
        DeflateDecoder::new(bytes.as_slice()).read_to_end(&mut planes).unwrap();
        let count = planes.len() / 4;
        (0..count).map(|at| (0..4).map(|plane| u32::from(planes[plane * count + at]) << (8 * plane)).sum()).collect()
    }

    fn unfolded(code: u32) -> f64 {
        (i64::from(code >> 1) ^ -i64::from(code & 1)) as f64
    }

    /// Paths of several bodies read back: times within half a tick, places within half a step.
    #[test]
    fn packed_paths_read_back() {
        let mut random = Random::new(11);
        let mut number = |size: f64| random.between(-size, size);
        let (centre, size) = (DVec3::new(100.0, -3.0, 0.0), 20.0);
        // Bodies 1 to 4 have few keys, the last one many.
        let paths: Vec<Option<BodyPath>> = (0..5)
            .map(|body| {
                let key = |step: u32| PathKey {
                    time: f64::from(step) * 0.001,
                    turn: DQuat::from_xyzw(number(1.0), number(1.0), number(1.0), number(1.0)).normalize(),
                    place: centre + DVec3::new(number(8.0), number(8.0), number(8.0)),
                    bend: DVec3::Z * number(0.5),
                };
                let keys = (0..=if body == 4 { 2000 } else { body }).map(key).collect();
                (body != 3).then_some(BodyPath { keys, pivot: DVec3::X * f64::from(body), error: 0.0 })
            })
            .collect();
        let data = paths_data(&paths, PageClock::new(2.0, 3.0), centre, size);
        assert_eq!(codes(&data["counts"]), [1, 2, 3, 0, 2001]);
        assert_eq!(data["pivots"].as_array().unwrap().len(), 3, "the pivot at the origin needs no words");
        let (times, tick) = (codes(&data["times"]), data["tick"].as_f64().unwrap());
        let [places, bends, turns] = ["places", "bends", "turns"].map(|key| codes(&data[key]));
        let steps = ["places", "bends", "turns"].map(|key| data[key]["step"].as_f64().unwrap());
        assert!(steps[0] < 2e-6 && steps[2] < 1e-6, "{steps:?}");
        let mut at = 0;
        for path in paths.iter().flatten() {
            let (mut time, mut sums) = (0.0, [0.0; 10]);
            for key in &path.keys {
                time += f64::from(times[at]) * tick;
                let all = places[3 * at..3 * at + 3].iter().chain(&bends[3 * at..3 * at + 3]);
                for (sum, code) in sums.iter_mut().zip(all.chain(&turns[4 * at..4 * at + 4])) {
                    *sum += unfolded(*code);
                }
                assert!((time - key.time).abs() <= tick, "{time}");
                let place = DVec3::from_slice(&sums[..3]) * steps[0] + centre;
                assert!((place - key.place).abs().max_element() <= 0.5001 * steps[0], "{place}");
                let bend = DVec3::from_slice(&sums[3..6]) * steps[1];
                assert!((bend - key.bend).abs().max_element() <= 0.5001 * steps[1], "{bend}");
                let turn = DQuat::from_slice(&sums[6..]) * steps[2];
                assert!((turn - key.turn).length() <= 1.01 * steps[2], "{turn}");
                at += 1;
            }
        }
        assert_eq!(at, times.len());
    }

    /// A short list has the numbers themselves.
    #[test]
    fn few_keys_are_exact() {
        let key = PathKey { time: 0.5, turn: DQuat::IDENTITY, place: DVec3::splat(0.1), bend: DVec3::ZERO };
        let path = BodyPath { keys: vec![key], pivot: DVec3::ZERO, error: 0.0 };
        let data = paths_data(&[Some(path)], PageClock::new(0.0, 1.0), DVec3::ZERO, 1.0);
        let bytes = BASE64.decode(data["places"]["exact"].as_str().unwrap()).unwrap();
        assert_eq!(bytes, [0.1_f64; 3].map(f64::to_le_bytes).concat());
    }

    /// The lower end of a bracket is never late on the page, and the upper end never early.
    #[test]
    fn brackets_are_rounded_outward() {
        let clock = PageClock::new(-1.0, 3.0);
        let mut random = Random::new(5);
        for _ in 0..1000 {
            let from = random.between(-1.0, 2.0);
            let to = (from + random.between(0.0, 1e-9)).min(2.0);
            let [low, high] = clock.around([from, to]).map(|tick| f64::from(tick) * clock.tick - 1.0);
            assert!(low <= from + 1e-15 && high >= to - 1e-15 && high - low < to - from + 4e-9, "{low} {high}");
        }
        assert_eq!(PageClock::new(0.0, 1.0).around([0.5, 0.5]), [1 << 30, 1 << 30], "halves are exact");
    }

    /// A long list keeps its ends and every extreme.
    #[test]
    fn thinned_energy_keeps_its_extremes() {
        let mut totals: Vec<f64> = (0..100_000).map(|index| f64::from(index % 7)).collect();
        (totals[54_321], totals[77_777]) = (99.0, -99.0);
        let kept = energy_entries(&totals);
        assert!(kept.len() <= tolerance::MAXIMUM_ENERGY_DRAWN + 4, "{}", kept.len());
        assert!(kept.contains(&54_321) && kept.contains(&77_777));
        assert_eq!((kept[0], kept[kept.len() - 1]), (0, 99_999));
        assert!(kept.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(energy_entries(&[1.0, 2.0]), [0, 1]);
        assert!(energy_entries(&[]).is_empty());
    }
}
