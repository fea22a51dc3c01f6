//! What a body expects next: the first instant at which something can happen to it.
//!
//! **Question.** A body has a new path, or an event of it has passed. When is its next event, and with whom?
//!
//! **Idea.** What the detailed question has told about a partner holds while both keep their paths ([`Near`]). Of all
//! others only the courses are known: the first meeting of two courses is the event at which the detailed question is
//! asked ([`crate::detail`]). Bodies that are driven are looked at in turn ([`crate::backdrop`]).
//!
//! **Guarantee.** No two bodies touch before the earlier of their events.
//!
//! **Source.** Dworkin 1994, sections 4 and 8.2.

use crate::WorldError;
use crate::checkpoint::{stored, stored_name};
use crate::detail::Outlook;
use crate::engine::{BodyTrack, Engine};
use crate::group::FoundContacts;
use crate::history::CrowdedInstant;
use crate::sparse::{Course, Neighbours};
use crate::tolerance::{CROWDING_PREDICTIONS, ENVELOPE_MARGIN};
use std::sync::Arc;

/// What a body expects next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// Nothing: it has no event.
    Nothing,
    /// Its envelope meets that of the partner.
    Meets,
    /// It touches the partner.
    Touches,
    /// The detection's budget ran out: nothing is known of the pair from then on.
    Opens,
    /// It must look ahead again.
    Looks,
}

impl Expected {
    /// Whether a partner takes part.
    pub(crate) fn is_meeting(self) -> bool {
        match self {
            Self::Meets | Self::Touches | Self::Opens => true,
            Self::Nothing | Self::Looks => false,
        }
    }
}

/// What the detailed question has told about a pair, while both paths last.
#[derive(Clone)]
pub(crate) struct Near {
    pub(crate) partner: usize,
    /// The stamps of the body and of its partner.
    pub(crate) stamps: [u32; 2],
    /// Seconds. The pair is apart before this instant.
    pub(crate) until: f64,
    /// What happens at that instant, if anything.
    pub(crate) found: Option<Arc<FoundContacts>>,
    opens: bool,
}

stored_name!(Expected { Nothing = 0, Meets = 1, Touches = 2, Opens = 3, Looks = 4 });
stored!(Near { partner, stamps, until, found, opens });

/// The first event that a body can expect.
struct Prediction {
    time: f64,
    expected: Expected,
    partner: usize,
}

impl Prediction {
    /// Takes an earlier event; of two at the same instant, that with the smaller number.
    fn consider(&mut self, time: f64, expected: Expected, partner: usize) {
        if time < self.time || (time == self.time && time.is_finite() && partner < self.partner) {
            *self = Self { time, expected, partner };
        }
    }
}

impl Engine<'_> {
    /// Predicts the next event of a body.
    pub(crate) fn predict(&mut self, body: usize) {
        self.run.counts.predictions += 1;
        let mut near = std::mem::take(&mut self.tracks[body].near);
        let own = self.tracks[body].stamp;
        near.retain(|one| one.stamps == [own, self.tracks[one.partner].stamp]);
        let mut best = Prediction { time: f64::INFINITY, expected: Expected::Nothing, partner: body };
        // Events that are known, and the instants from which on other pairs must be looked at.
        for one in &near {
            if one.found.is_some() {
                best.consider(one.until, Expected::Touches, one.partner);
            } else if one.opens {
                best.consider(one.until, Expected::Opens, one.partner);
            }
        }
        let Prediction { time, expected, partner } = self.first_meeting(body, &near, best);
        if self.run.counts.predictions.is_multiple_of(CROWDING_PREDICTIONS * self.tracks.len() as u64) {
            self.look_for_crowds();
        }
        let stamps = [own, self.tracks[partner].stamp];
        let track = &mut self.tracks[body];
        (track.near, track.expected, track.partner, track.stamps) = (near, expected, partner, stamps);
        self.queue.schedule(body as u32, time.max(self.time));
    }

    /// The first of what is known and of the meetings of a body's course with others.
    fn first_meeting(&mut self, body: usize, near: &[Near], mut best: Prediction) -> Prediction {
        let look_from = |partner: usize| match near.iter().find(|one| one.partner == partner) {
            Some(one) if one.found.is_some() || one.opens => None,
            Some(one) => Some(one.until.max(self.time)),
            None => Some(self.time),
        };
        let margin = ENVELOPE_MARGIN * self.run.skin;
        let course = self.tracks[body].course;
        let until = self.run.options.until.min(course.until);
        // What is close on all sides first: the others are then asked for a shorter time.
        for backdrop in self.backdrops.watched() {
            let Some(from) = look_from(backdrop).filter(|&from| from < until) else { continue };
            match self.backdrops.meeting(&self.bodies, backdrop, &course, [self.time, from, until], margin) {
                (Some(time), _) => best.consider(time, Expected::Meets, backdrop),
                (None, looked) if looked < until => best.consider(looked, Expected::Looks, body),
                (None, _) => {}
            }
        }
        let (tracks, backdrops, bodies, now) = (&self.tracks, &self.backdrops, &self.bodies, self.time);
        let mut compared = 0;
        let span = [now, until.min(best.time)];
        let mut visit = |other: u32| {
            let other = other as usize;
            if let Some(from) = look_from(other)
                && from < until.min(tracks[other].course.until)
            {
                compared += 1;
                let meets = if tracks[other].is_free() {
                    course.meeting(&tracks[other].course, from, until, margin)
                } else {
                    backdrops.meeting(bodies, other, &course, [now, from, until], margin).0
                };
                if let Some(time) = meets {
                    best.consider(time, Expected::Meets, other);
                }
            }
            best.time.min(until)
        };
        let grown = Course { radius: course.radius + margin, ..course };
        self.neighbours.candidates(body as u32, &grown, span, &mut visit);
        self.run.counts.comparisons += compared;
        best
    }

    /// The partners whose envelopes meet that of a body now, and about whom nothing is known from now on.
    fn meeting_now(&mut self, body: usize) -> Vec<usize> {
        let (now, margin) = (self.time, ENVELOPE_MARGIN * self.run.skin);
        let BodyTrack { course, stamp, .. } = self.tracks[body];
        let (tracks, backdrops, bodies) = (&self.tracks, &self.backdrops, &self.bodies);
        let is_known = |partner: usize| {
            let same = |one: &&Near| one.partner == partner && one.stamps == [stamp, tracks[partner].stamp];
            let told = |one: &Near| one.found.is_some() || one.opens || one.until > now;
            tracks[body].near.iter().find(same).is_some_and(told)
        };
        let meets = |other: usize| {
            let first = if tracks[other].is_free() {
                course.meeting(&tracks[other].course, now, now, margin)
            } else {
                backdrops.meeting(bodies, other, &course, [now; 3], margin).0
            };
            first.is_some() && !is_known(other)
        };
        let mut found: Vec<usize> = backdrops.watched().filter(|&backdrop| meets(backdrop)).collect();
        let mut visit = |other: u32| {
            if meets(other as usize) {
                found.push(other as usize);
            }
            now
        };
        let grown = Course { radius: course.radius + margin, ..course };
        self.neighbours.candidates(body as u32, &grown, [now, now], &mut visit);
        found
    }

    /// Asks about all pairs of some bodies whose envelopes meet now. Returns whether there were any; `None` if the run
    /// was stopped meanwhile.
    pub(crate) fn examine_meeting(&mut self, bodies: &[usize]) -> Result<Option<bool>, WorldError> {
        let mut any = false;
        for &body in bodies.iter().filter(|&&body| self.bodies.is_free(body)).collect::<Vec<_>>() {
            for partner in self.meeting_now(body) {
                any = true;
                if !self.examine(body, partner)? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(any))
    }

    /// Looks how crowded the bodies are now, and keeps the most crowded state.
    pub(crate) fn look_for_crowds(&mut self) {
        let Some(crowding) = self.neighbours.known_crowding() else { return };
        let now = CrowdedInstant { time: self.time, crowding };
        if self.crowded.is_none_or(|known| now.exceeds(&known)) {
            self.crowded = Some(now);
        }
    }

    /// Asks the detailed question about two bodies whose envelopes have met. Returns whether it was answered: a
    /// question during which the run was stopped has not been asked.
    pub(crate) fn examine(&mut self, body: usize, partner: usize) -> Result<bool, WorldError> {
        let before = self.before_question([body, partner]);
        self.run.counts.questions += 1;
        let from = self.time;
        let to = self.question_ends(body, partner, from);
        let [a, b] = [body.min(partner), body.max(partner)];
        let outlook = self.outlook([a, b], [from, to])?;
        if self.run.query.stop.is_stopped() {
            self.forget_question(before);
            return Ok(false);
        }
        let (until, found, opens) = match outlook {
            Outlook::Clear => (to, None, false),
            Outlook::ClearUntil { until } => (until, None, false),
            Outlook::Touches { at, found } => (at.max(self.time), Some(Arc::new(found)), false),
            Outlook::Opens { from } => (from, None, true),
        };
        let both = [body, partner].map(|one| self.tracks[one].stamp);
        for (one, other, stamps) in [(body, partner, both), (partner, body, [both[1], both[0]])] {
            if !self.bodies.is_free(one) {
                continue;
            }
            let near = Near { partner: other, stamps, until, found: found.clone(), opens };
            let list = &mut self.tracks[one].near;
            match list.iter_mut().find(|known| known.partner == other) {
                Some(known) => *known = near,
                None => list.push(near),
            }
        }
        Ok(true)
    }

    /// Whether the detailed question has told about a pair from now on.
    pub(crate) fn is_known(&self, body: usize, partner: usize) -> bool {
        let stamps = [body, partner].map(|one| self.tracks[one].stamp);
        let known = |one: &Near| one.partner == partner && one.stamps == stamps && one.until > self.time;
        self.tracks[body].near.iter().any(known)
    }
}
