//! First contacts, closest approaches and casts of random convex bodies against planted ones, for as long as one likes:
//! `cargo run --release -p tangency-detect --example soak_contacts -- 10000000 [SEED [FIRST] [approaches]]`. The rounds
//! before the round FIRST are drawn and not asked. With the word `approaches`, every round asks for a closest approach
//! and nothing else, and half of the pairs pass.
//!
//! Every round asks one of each. A third of the pairs do not turn, a third turn more slowly than they approach, a third
//! turn fast. An eighth of the pairs and half of the rays pass, most of these at gaps of 0 and ±1e-15 to 1e-6. Every
//! 128th pair is asked for its closest approach, which costs far more than the other questions.

#[path = "../tests/contact_oracle/mod.rs"]
mod contact_oracle;
#[path = "../tests/gap_oracle/mod.rs"]
#[allow(dead_code)] // The gaps themselves are another soak.
mod gap_oracle;
mod soaking;

use contact_oracle::{PlantedMeeting, Turning, bodies, planted, planted_among, planted_ray};
use std::error::Error;
use std::process::ExitCode;
use tangency_detect::{Query, Verdict, closest_approach, first_contact};
use tangency_interval::laws::Random;

/// Pairs for one closest approach.
const PAIRS_AN_APPROACH: u64 = 128;

fn main() -> ExitCode {
    soaking::run("soak_contacts", soak)
}

/// What was asked and found so far.
#[derive(Default)]
struct Tally {
    clear: u64,
    touch: u64,
    open: u64,
    /// Pairs that are proved to touch.
    meet: u64,
    approaches: u64,
    hits: u64,
    misses: u64,
    /// Rays that are proved to hit.
    aimed: u64,
    /// Wrong first contacts, closest approaches and casts.
    faults: [u64; 3],
}

impl Tally {
    fn count(&mut self, question: usize, done: u64, fault: Option<String>) {
        if let Some(fault) = fault {
            println!("{done}: {fault}");
            self.faults[question] += 1;
        }
    }

    fn contact(&mut self, done: u64, meeting: &PlantedMeeting, tolerance: f64) -> Result<(), Box<dyn Error>> {
        let [a, b] = meeting.moving();
        let query = Query { tolerance, ..Query::default() };
        let answer = first_contact(&a, &b, &query)?;
        self.count(0, done, meeting.fault(&answer, tolerance));
        match answer.verdict {
            Verdict::Clear { .. } => self.clear += 1,
            Verdict::Touch(_) => self.touch += 1,
            Verdict::Open { from } => {
                println!("{done}: open from {from}, tolerance {tolerance}: {meeting:?}");
                self.open += 1;
            }
        }
        self.meet += u64::from(meeting.latest.is_finite());
        if done.is_multiple_of(PAIRS_AN_APPROACH) {
            self.approaches += 1;
            self.count(1, done, meeting.approach_fault(&closest_approach(&a, &b, &query)?));
        }
        Ok(())
    }

    fn print(&self, done: u64) {
        let Self { clear, touch, open, meet, approaches, hits, misses, aimed, faults } = self;
        println!(
            "{done} first contacts: {clear} clear, {touch} touch, {open} open, {meet} proved to meet, {} wrong; \
             {approaches} closest approaches: {} wrong; {done} casts: {hits} hits, {misses} misses, {aimed} proved to \
             hit, {} wrong",
            faults[0], faults[1], faults[2]
        );
    }
}

/// The number of wrong answers.
fn soak(count: u64, seed: u64) -> Result<u64, Box<dyn Error>> {
    let mut words: Vec<String> = std::env::args().skip(3).collect();
    let approaches = words.pop_if(|word| word == "approaches").is_some();
    let first: u64 = words.first().map_or(Ok(1), |word| word.parse())?;
    if approaches { soak_approaches(count, seed, first) } else { soak_all(count, seed, first) }
}

/// A soak of closest approaches alone.
fn soak_approaches(count: u64, seed: u64, first: u64) -> Result<u64, Box<dyn Error>> {
    let mut random = Random::new(seed);
    let mut set = bodies(&mut random, 400);
    let (mut wide, mut touching, mut faults) = (0_u64, 0_u64, 0_u64);
    for done in 1..=count {
        let turning = [Turning::None, Turning::Slow, Turning::Fast][random.below(3)];
        let meeting = planted_among(&mut random, &set, turning, 2);
        let tolerance = if meeting.is_far() { 1e-6 } else { 1e-9 };
        if done % 100_000 == 0 {
            set = bodies(&mut random, 400);
        }
        if done >= first {
            let [a, b] = meeting.moving();
            let found = closest_approach(&a, &b, &Query { tolerance, ..Query::default() })?;
            touching += u64::from(found.distance.upper() <= 0.0);
            if found.distance.width() > 1.000_001 * tolerance {
                println!(
                    "{done}: wide, {found:?}\n  {:?} {:?} {:?}",
                    meeting.bodies[0].shape(),
                    meeting.bodies[1].shape(),
                    meeting.paths
                );
                wide += 1;
            }
            if let Some(fault) = meeting.approach_fault(&found) {
                println!("{done}: {fault}");
                faults += 1;
            }
        }
        if done % 100_000 == 0 || done == count {
            println!("{done} closest approaches: {touching} touch, {wide} wider than the tolerance, {faults} wrong");
        }
    }
    Ok(faults)
}

/// A soak of all questions.
fn soak_all(count: u64, seed: u64, first: u64) -> Result<u64, Box<dyn Error>> {
    let mut random = Random::new(seed);
    let mut set = bodies(&mut random, 400);
    let mut tally = Tally::default();
    for done in 1..=count {
        let turning = [Turning::None, Turning::Slow, Turning::Fast][random.below(3)];
        let meeting = planted(&mut random, &set, turning);
        let tolerance = if meeting.is_far() { 1e-6 } else { [1e-6, 1e-9][random.below(2)] };
        let ray = planted_ray(&mut random, &set);
        if done % 100_000 == 0 {
            set = bodies(&mut random, 400);
        }
        if done < first {
            continue;
        }
        tally.contact(done, &meeting, tolerance)?;
        let hit = ray.ask()?;
        tally.count(2, done, ray.fault(hit.as_ref()));
        tally.hits += u64::from(hit.is_some());
        tally.misses += u64::from(hit.is_none());
        tally.aimed += u64::from(ray.latest.is_finite());
        if done % 100_000 == 0 || done == count {
            tally.print(done);
        }
    }
    Ok(tally.faults.iter().sum())
}
