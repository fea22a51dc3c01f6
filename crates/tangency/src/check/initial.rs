//! Goes on past contacts that exist at the start.
//!
//! **Question.** Some bodies touch or overlap at the start. What is the first contact other than these?
//!
//! **Idea.** A pair that touches at the start is set aside. Instants of the span are tried in order, until the pair is
//! proved not to touch at one of them. From that instant on, the pair is asked about again, like the others from the
//! start. A body that touches itself is treated in the same way, as a whole.
//!
//! **Guarantee.** That of the methods, for all pairs that are not set aside during the whole span, and for a pair that
//! was set aside from the instant on at which it counts again. Nothing is claimed about it before that instant: it may
//! part and touch again between two instants that were tried.
//!
//! **Cost.** The query once more for each set of pairs set aside, and up to some fifty queries at instants for each.

use super::SceneCheck;
use crate::tolerance::{DEPTH_PAIRS, PARTED_FINEST, PARTED_STEPS, PARTED_STRETCHES};
use std::collections::HashSet;
use tangency_detect::{
    Answer, Effort, FirstContact, Merge, Merged, PairContact, Query, SceneAnswer, SceneQueryError, Verdict, depth,
};
use tangency_formats::{ContactRegion, ContactReport, Report, SetAsideReport};
use tangency_interval::Interval;

/// A pair that touches at the start.
pub(super) struct InitialPair {
    pair: [usize; 2],
    contacts: Vec<PairContact>,
    /// Seconds since the start of the span. An instant at which the pair does not touch.
    counts_from: Option<f64>,
}

impl SceneCheck<'_> {
    /// The first contact other than those of pairs that touch at the start, and these pairs.
    pub(super) fn past_initial(&self) -> Result<(SceneAnswer, Vec<InitialPair>), SceneQueryError> {
        let mut aside: Vec<InitialPair> = Vec::new();
        let mut spent = Effort::default();
        let others = loop {
            let answer = self.ask(&aside.iter().map(|initial| initial.pair).collect())?;
            let initial: Vec<PairContact> =
                answer.contacts.iter().filter(|found| found.contact.initial).copied().collect();
            if initial.is_empty() {
                break answer;
            }
            spent = spent.plus(answer.effort);
            // Each turn sets aside a pair that was asked about, so the loop ends.
            for contact in initial {
                let pair = [contact.a, contact.b];
                match aside.iter_mut().find(|known| known.pair == pair) {
                    Some(known) => known.contacts.push(contact),
                    None => aside.push(InitialPair { pair, contacts: vec![contact], counts_from: None }),
                }
            }
        };
        let mut merge = Merge::new(&self.query);
        take_all(&mut merge, SceneAnswer { effort: others.effort.plus(spent), ..others });
        for initial in &mut aside {
            initial.counts_from = self.parted(initial.pair)?;
            let Some(from) = initial.counts_from else { continue };
            let until = merge.query().span.upper();
            if until < from {
                continue;
            }
            let query = Query { span: Interval::between(from, until), ..merge.query().clone() };
            merge.take(initial.pair, self.ask_pair(initial.pair, &query)?);
        }
        let Merged { verdict, evidence, effort, tags } = merge.finish();
        let contacts =
            tags.iter().zip(verdict.contacts()).map(|(&[a, b], &contact)| PairContact { a, b, contact }).collect();
        Ok((SceneAnswer { verdict, evidence, effort, contacts }, aside))
    }

    /// The first of the tried instants at which a pair is proved not to touch. Seconds since the start of the span.
    fn parted(&self, pair: [usize; 2]) -> Result<Option<f64>, SceneQueryError> {
        let length = self.query.span.upper();
        let budget = Some(self.query.budget.unwrap_or(u64::MAX).min(PARTED_STEPS));
        for time in instants(length) {
            let query = Query { span: Interval::from(time), budget, progress: None, ..self.query.clone() };
            match self.ask_pair(pair, &query)?.verdict {
                Verdict::Clear { .. } => return Ok(Some(time)),
                Verdict::Touch(_) | Verdict::Open { .. } => {}
            }
        }
        Ok(None)
    }

    /// The reports of pairs that were set aside.
    pub(super) fn set_aside(&self, aside: &[InitialPair]) -> Vec<SetAsideReport> {
        let one = |(count, initial): (usize, &InitialPair)| {
            let names = initial.pair.map(|body| self.scene.bodies[body].name.as_str());
            let contact = |found: &PairContact| {
                ContactReport::new(names, &found.contact, self.scene.span.clock(found.contact.time))
            };
            SetAsideReport {
                a: names[0].to_owned(),
                b: names[1].to_owned(),
                contacts: initial.contacts.iter().map(contact).collect(),
                depth: if count < DEPTH_PAIRS { self.depth_at_start(initial.pair) } else { None },
                // Rounded up, so that the pair is known not to touch there.
                counts_from: initial.counts_from.map(|from| self.scene.span.clock(from.into())[1]),
            }
        };
        aside.iter().enumerate().map(one).collect()
    }

    /// Adds to the regions of contacts at the start how deep their bodies overlap there. Those of a pair that is proved
    /// to overlap become one region.
    pub(super) fn add_depths(&self, report: &mut Report, answer: &SceneAnswer) {
        let initial = answer.contacts.iter().filter(|found| found.contact.initial);
        let mut seen = HashSet::new();
        let pairs: Vec<[usize; 2]> =
            initial.map(|found| [found.a, found.b]).filter(|&pair| seen.insert(pair)).take(DEPTH_PAIRS).collect();
        for pair in pairs {
            let Some(depth) = self.depth_at_start(pair) else { continue };
            let [a, b] = pair.map(|body| self.scene.bodies[body].name.as_str());
            if depth[0] > 0.0 {
                ContactRegion::join_overlap(&mut report.regions, report.verdict.contacts(), [a, b], depth);
                continue;
            }
            for region in report.regions.iter_mut().filter(|region| region.a == a && region.b == b) {
                region.depth = Some(depth);
            }
        }
    }

    /// Metres. Encloses how deep two bodies overlap at the start. `None` if they do not overlap, or if no method tells.
    fn depth_at_start(&self, [a, b]: [usize; 2]) -> Option<[f64; 2]> {
        if a == b {
            return None;
        }
        let query = Query { progress: None, ..self.query.clone() };
        let found = depth(&self.bodies[a], &self.bodies[b], 0.0, &query).ok()?;
        let [lower, upper] = [found.depth.lower(), found.depth.upper()];
        (upper > 0.0).then_some([lower, upper])
    }
}

/// The warning about pairs that are not judged.
pub(super) fn not_judged(aside: &[SetAsideReport]) -> Option<String> {
    let mut never = aside.iter().filter(|pair| pair.counts_from.is_none());
    let first = never.next()?;
    let more = match never.count() {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let pair =
        if first.a == first.b { format!("{} with itself", first.a) } else { format!("{} and {}", first.a, first.b) };
    Some(format!("not judged, because no instant was found at which they do not touch: {pair}{more}"))
}

/// Adds the answer about a scene: its contacts pair by pair, its effort once.
fn take_all(merge: &mut Merge<[usize; 2]>, answer: SceneAnswer) {
    let SceneAnswer { verdict, evidence, mut effort, contacts } = answer;
    let Verdict::Touch(first) = verdict else {
        merge.take([0; 2], Answer { verdict, evidence, effort });
        return;
    };
    let mut pairs: Vec<[usize; 2]> = contacts.iter().map(|found| [found.a, found.b]).collect();
    pairs.dedup();
    let mut seen = HashSet::new();
    for pair in pairs.into_iter().filter(|&pair| seen.insert(pair)) {
        let of_pair = contacts.iter().filter(|found| [found.a, found.b] == pair).map(|found| found.contact).collect();
        let verdict = Verdict::Touch(FirstContact { time: first.time, contacts: of_pair, complete: first.complete });
        merge.take(pair, Answer { verdict, evidence, effort: std::mem::take(&mut effort) });
    }
}

/// Seconds. The instants that are tried, increasing: they double from a small fraction of the span, and there are equal
/// steps.
fn instants(length: f64) -> Vec<f64> {
    let doubling = (1..=PARTED_FINEST).rev().map(|power| length * 0.5_f64.powi(power));
    let equal = (1..=PARTED_STRETCHES).map(|step| length * (f64::from(step) / f64::from(PARTED_STRETCHES)));
    let mut instants: Vec<f64> = doubling.chain(equal).map(|time| time.min(length)).collect();
    instants.sort_by(f64::total_cmp);
    instants.dedup();
    instants
}
