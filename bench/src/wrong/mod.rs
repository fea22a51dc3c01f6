//! How often the peers are wrong about the pairs of the soaks: `tangency-bench wrong COUNT [SEED]`.
//!
//! The same random bodies and planted gaps and contacts as in the examples `soak_gaps` and `soak_contacts` of
//! `tangency-detect`. Distances and depths are compared with our enclosures, which the soaks check against planted
//! gaps; first contacts with the planted ones. The poses of the peers are rounded, so bodies that are within 10⁻⁹
//! metres of touching have no wrong verdict.

mod parry;
mod tally;

use crate::coal::{CoalPair, CoalQuestions};
use crate::contact_oracle::{self, PlantedMeeting, Turning};
use crate::gap_oracle;
use tally::{ContactTally, GapTally, Measured};
use tangency::detect::{Query, first_contact};
use tangency::geometry::Convex;
use tangency_interval::laws::Random;

/// The word of the command line.
pub(crate) const WORD: &str = "wrong";

/// Bodies of a set.
const BODIES: usize = 400;

/// Prints both tables.
pub(crate) fn run(count: usize, seed: u64) -> Result<(), String> {
    gaps(count, seed)?;
    for (title, turning) in [("straight", Turning::None), ("turning", Turning::Slow)] {
        contacts(title, turning, count / 4, seed)?;
    }
    Ok(())
}

fn gaps(count: usize, seed: u64) -> Result<(), String> {
    let mut random = Random::new(seed);
    let bodies = gap_oracle::bodies(&mut random, BODIES);
    let shapes: Vec<Convex> = bodies.iter().map(|body| body.shape().clone()).collect();
    let peers: Vec<Option<parry::PeerShape>> = shapes.iter().map(parry::PeerShape::of).collect();
    let index = |pair: &gap_oracle::PlantedPair, side: usize| {
        bodies.iter().position(|body| std::sync::Arc::ptr_eq(body, &pair.bodies[side])).expect("a body of the set")
    };
    let mut ours = 0_u64;
    let (mut of_parry, mut truths, mut asked) = (GapTally::default(), Vec::new(), Vec::new());
    for _ in 0..count {
        let pair = gap_oracle::planted(&mut random, &bodies);
        let answers = gap_oracle::ask(&pair);
        ours += u64::from(answers.iter().any(|found| gap_oracle::fault(&pair, found).is_some()));
        let [_, full] = answers;
        let indices = [index(&pair, 0), index(&pair, 1)];
        if let [Some(a), Some(b)] = indices.map(|index| peers[index].as_ref()) {
            of_parry.add(full.gap, parry::measure([a, b], &pair.poses));
        }
        truths.push(full.gap);
        asked.push(CoalPair { bodies: indices, poses: pair.poses, rates: None });
    }
    println!("ours: {count} pairs, {ours} answers against the planted gaps\n\n{}", tally::GAP_HEAD);
    println!("| parry3d-f64 | {of_parry}");
    let lines = CoalQuestions::new("wrong-gaps", &shapes, &asked)?.answers("distance")?;
    let mut of_coal = GapTally::default();
    for (truth, line) in truths.iter().zip(&lines) {
        let numbers: Vec<f64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [gap, collides, _] = numbers[..] else { return Err(format!("coal printed: {line}")) };
        let overlaps = collides != 0.0;
        of_coal.add(*truth, Some(Measured { distance: gap.max(0.0), overlaps, depth: overlaps.then_some(-gap) }));
    }
    println!("| coal | {of_coal}\n");
    Ok(())
}

fn contacts(title: &str, turning: Turning, count: usize, seed: u64) -> Result<(), String> {
    let mut random = Random::new(seed);
    let bodies = contact_oracle::bodies(&mut random, BODIES);
    let shapes: Vec<Convex> = bodies.iter().map(|body| body.shape().clone()).collect();
    let peers: Vec<Option<parry::PeerShape>> = shapes.iter().map(parry::PeerShape::of).collect();
    let index = |meeting: &PlantedMeeting, side: usize| {
        bodies.iter().position(|body| std::sync::Arc::ptr_eq(body, &meeting.bodies[side])).expect("a body of the set")
    };
    let (mut ours, mut of_parry, mut of_coal) =
        (ContactTally::default(), ContactTally::default(), ContactTally::default());
    let (mut meetings, mut asked) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let meeting = contact_oracle::planted(&mut random, &bodies, turning);
        let [a, b] = meeting.moving();
        let answer = first_contact(&a, &b, &Query::default()).map_err(|error| error.to_string())?;
        ours.add(&meeting, Ok(answer.verdict.first_contact().map(|first| first.time.lower())));
        let indices = [index(&meeting, 0), index(&meeting, 1)];
        if let [Some(a), Some(b)] = indices.map(|index| peers[index].as_ref()) {
            of_parry.add(&meeting, parry::first_contact([a, b], &meeting.paths));
        }
        asked.push(CoalPair {
            bodies: indices,
            poses: meeting.paths.map(|path| path.start()),
            rates: Some([
                meeting.paths[0].velocity,
                meeting.paths[1].velocity,
                meeting.paths[0].spin,
                meeting.paths[1].spin,
            ]),
        });
        meetings.push(meeting);
    }
    println!("{title}\n{}", tally::CONTACT_HEAD);
    println!("| ours | {ours}");
    println!("| parry3d-f64 | {of_parry}");
    let lines = CoalQuestions::new(&format!("wrong-{title}"), &shapes, &asked)?.answers("contact")?;
    for (meeting, line) in meetings.iter().zip(&lines) {
        let time = if line == "none" { None } else { Some(line.parse().map_err(|_| format!("coal printed: {line}"))?) };
        of_coal.add(meeting, Ok(time));
    }
    println!("| coal distance + advancement | {of_coal}\n");
    Ok(())
}
