//! The detailed question: two envelopes have met; do the bodies touch, and when?
//!
//! **Question.** Two bodies are on known paths during a span. When do they first come within a skin of each other?
//!
//! **Idea.** Balls with balls and planes: closed forms, or the advancement of their centres ([`crate::balls`]). Convex
//! polyhedra: advancement by their closest features ([`crate::hulls`]), or, on the paths of a step, the heights of
//! their vertices as polynomials of time ([`crate::pressed`]). Other convex bodies, and bodies of several convex parts:
//! advancement of all pairs of parts ([`crate::part_pairs`]). All others: the table of methods of the detection, with
//! the motions of the paths. A pair with lasting contacts is asked for contacts besides these (eq. 7 of Snyder et al.).
//!
//! **Guarantee.** `Clear` is a proof for the motions of the paths, outside the exclusion balls of lasting contacts.
//! Within a ball the two surfaces bend away from each other: the solver finds their relative curvature positive at
//! every node, and the ball is at most a tenth of the smallest radius of curvature at the contact. It is assumed, not
//! proved, that no smaller feature is inside the ball.
//!
//! **Why contacts that end are safe.** Continuing contacts are held at a gap of one skin (`tolerance::SKIN`), and
//! impacts take place at that gap. The skin is four times the detection's resolution, so separating bodies start the
//! next path apart. They are then queried without an exclusion ball: no old contact is reported, and no new one is
//! hidden.
//!
//! **Why containment is tested only once.** Only questions that begin with the run test whether one body is inside
//! another. Later it cannot happen: a body gets inside another only through a contact, and there was none.
//!
//! **Source.** Dworkin 1994, section 5; Snyder et al. 1993, section 1.1 (the two modes of collision detection) and eq.
//! 7.

use crate::WorldError;
use crate::engine::Engine;
use crate::form::FormKind;
use crate::group::FoundContacts;
use crate::instant::{BodyDynamics, BodyPhase, WorldInstant};
use crate::island::IslandPath;
use crate::tolerance::{EXCLUSION_PER_RADIUS, LARGEST_EXCLUSION, QUESTION_TRAVEL, QUESTION_TURN, SMALLEST_EXCLUSION};
use glam::DMat3;
use tangency_detect::{Moving, Query, Tracked, Verdict, first_contact};
use tangency_geometry::{Contact, Motion, Piecewise};
use tangency_interval::Interval;

/// What is known of a pair during a span.
pub(crate) enum Outlook {
    /// The bodies stay apart.
    Clear,
    /// They stay apart until this instant, within the span.
    ClearUntil { until: f64 },
    /// They touch: an impact at this instant, one skin before the contact.
    Touches { at: f64, found: FoundContacts },
    /// The budget ran out: they are apart before this instant.
    Opens { from: f64 },
}

impl Outlook {
    /// This outlook, if it was asked for only until an instant of the span.
    pub(crate) fn ending(self, [until, to]: [f64; 2]) -> Self {
        match self {
            Self::Clear if until < to => Self::ClearUntil { until },
            Self::Clear | Self::ClearUntil { .. } | Self::Touches { .. } | Self::Opens { .. } => self,
        }
    }
}

impl Engine<'_> {
    /// What happens between two bodies during a span.
    pub(crate) fn outlook(&mut self, pair: [usize; 2], span: [f64; 2]) -> Result<Outlook, WorldError> {
        let tracked = self.known_contacts(pair)?;
        if tracked.len() == 1 && self.is_kept_apart(pair, span)? {
            return Ok(Outlook::Clear);
        }
        if self.is_outside(pair, span[0])
            && let Some(outlook) = self.outlook_of_pressed(pair, span)?
        {
            return Ok(outlook);
        }
        if tracked.is_empty() && self.is_outside(pair, span[0]) {
            let [a, b] = pair;
            let quick = match pair.map(|body| self.forms[body].kind.clone()) {
                [FormKind::Ball(first), FormKind::Ball(second)] => {
                    self.outlook_of_balls(pair, [first, second], span)?
                }
                [FormKind::Ball(radius), FormKind::Other] => self.outlook_of_ball_at_wall(pair, radius, span)?,
                [FormKind::Other, FormKind::Ball(radius)] => self.outlook_of_ball_at_wall([b, a], radius, span)?,
                [FormKind::Hull(first), FormKind::Hull(second)] => {
                    self.outlook_of_hulls(pair, [&first, &second], span)?
                }
                [FormKind::Hull(hull), FormKind::Other] => self.outlook_at_wall([b, a], &hull, span),
                [FormKind::Other, FormKind::Hull(hull)] => self.outlook_at_wall(pair, &hull, span),
                [FormKind::Parts(parts), FormKind::Other] => self.outlook_of_parts_at_wall([b, a], &parts, span),
                [FormKind::Other, FormKind::Parts(parts)] => self.outlook_of_parts_at_wall(pair, &parts, span),
                [FormKind::Parts(_), FormKind::Ball(_) | FormKind::Hull(_) | FormKind::Parts(_)]
                | [FormKind::Ball(_) | FormKind::Hull(_), FormKind::Parts(_)]
                | [FormKind::Ball(_), FormKind::Hull(_)]
                | [FormKind::Hull(_), FormKind::Ball(_)] => self.outlook_of_parts(pair, span),
                [FormKind::Other, FormKind::Other] => None,
            };
            if let Some(outlook) = quick {
                return Ok(outlook);
            }
        }
        self.outlook_of_any(pair, tracked, span)
    }

    /// The answer of the table of methods.
    pub(crate) fn outlook_of_any(
        &mut self,
        pair: [usize; 2],
        tracked: Vec<Tracked>,
        [from, to]: [f64; 2],
    ) -> Result<Outlook, WorldError> {
        let mut moving = Vec::with_capacity(2);
        for body in pair {
            let motion = self.motion_of(body, [from, to])?;
            moving.push(self.bodies.moving(body, motion)?);
        }
        let query = Query {
            span: Interval::between(from, to),
            tracked,
            outside: self.is_outside(pair, from),
            ..self.run.query.clone()
        };
        let [a, b]: [&Moving; 2] = [&moving[0], &moving[1]];
        let answer = first_contact(a, b, &query).map_err(|source| WorldError::Detect {
            pair: Some(pair.map(|body| self.bodies.all[body].name.clone())),
            source,
        })?;
        self.run.record.effort = self.run.record.effort.plus(answer.effort);
        if from == self.run.options.start {
            self.asked_at_start.insert(pair);
        }
        Ok(match answer.verdict {
            Verdict::Clear { .. } => Outlook::Clear,
            Verdict::Open { from } => Outlook::Opens { from },
            Verdict::Touch(first) => {
                let reached = first.time.lower();
                // Before a jump the bodies may be far apart: no approach leads to the contact.
                let at = if self.jumps(pair) { reached } else { self.impact_time(pair, reached, &first.contacts) };
                let at = at.max(from);
                Outlook::Touches { at, found: FoundContacts { pair, contacts: first.contacts, time: first.time } }
            }
        })
    }

    /// Whether it is known that neither body is inside the other. A driven body that jumps may appear around another.
    fn is_outside(&self, pair: [usize; 2], from: f64) -> bool {
        (from > self.run.options.start || self.asked_at_start.contains(&pair)) && !self.jumps(pair)
    }

    /// Whether a driven body of a pair jumps.
    fn jumps(&self, pair: [usize; 2]) -> bool {
        pair.into_iter().any(|body| match self.kind(body) {
            BodyDynamics::Driven(motion) => !self.steered.contains(body) && motion.jumping_segments().is_some(),
            BodyDynamics::Free { .. } => false,
        })
    }

    /// Whether the centre of a body follows the parabola of its course.
    pub(crate) fn is_on_parabola(&self, body: usize) -> bool {
        match self.kind(body) {
            BodyDynamics::Driven(_) => false,
            BodyDynamics::Free { .. } => {
                self.islands[self.tracks[body].island].as_ref().is_some_and(|island| match &island.path {
                    IslandPath::Flight(flight) => flight.forced.is_none(),
                    IslandPath::Rest(_) => true,
                    IslandPath::Step(_) => false,
                })
            }
        }
    }

    /// The end of the span for which a pair is asked about, from an instant on.
    pub(crate) fn question_ends(&mut self, body: usize, partner: usize, from: f64) -> f64 {
        let mut end = self.run.options.until;
        let mut turn = 0.0_f64;
        for one in [body, partner].into_iter().filter(|&one| self.bodies.is_free(one)) {
            let Some(island) = &self.islands[self.tracks[one].island] else { continue };
            end = end.min(island.ends);
            if let IslandPath::Flight(flight) = &island.path {
                turn = turn.max(flight.fastest_turn);
            }
        }
        if turn > 0.0 {
            end = end.min(from + QUESTION_TURN / turn);
        }
        let course = self.tracks[body].course;
        if self.bodies.is_free(partner) {
            return course.parting(&self.tracks[partner].course, from, end, self.run.skin);
        }
        // Long enough to fly some radii, from rest or at the present speed.
        let reach = QUESTION_TRAVEL * self.forms[body].reach;
        let (speed, pull) = (course.velocity_at(from).length(), course.acceleration.length());
        let time = 2.0 * reach / (speed + (speed * speed + 2.0 * pull * reach).sqrt());
        end.min(from + time)
    }

    /// The motion of a body during a span, on the world's clock.
    pub(crate) fn motion_of(&mut self, body: usize, span: [f64; 2]) -> Result<Motion, WorldError> {
        let pieces = match self.kind(body) {
            BodyDynamics::Driven(motion) => return Ok((**motion).clone()),
            BodyDynamics::Free { .. } => match self.islands[self.tracks[body].island].as_mut().map(|one| &mut one.path)
            {
                Some(IslandPath::Rest(rest)) => {
                    rest.motion_of(body).map(|motion| (self.run.options.start, motion)).into_iter().collect()
                }
                Some(IslandPath::Flight(flight)) => flight.motions(span)?,
                Some(IslandPath::Step(path)) => {
                    let place = path.order.iter().position(|&one| one == body);
                    let motion = place.and_then(|place| path.motions[place].clone());
                    motion.map(|motion| (path.step.start, motion)).into_iter().collect()
                }
                None => Vec::new(),
            },
        };
        let (starts, segments) = pieces.into_iter().unzip();
        Ok(Motion::Piecewise(Piecewise::new(starts, segments)?))
    }

    /// The phase of a free body at an instant of its path.
    pub(crate) fn phase_of(&mut self, body: usize, time: f64) -> Option<BodyPhase> {
        let island = self.islands.get_mut(self.tracks[body].island)?.as_mut()?;
        island.phases_at(time).into_iter().find(|(one, _)| *one == body).map(|(_, phase)| phase)
    }

    /// Two bodies at an instant.
    pub(crate) fn instant_of(&mut self, pair: [usize; 2], time: f64) -> WorldInstant {
        let bodies = self.bodies.only(&pair);
        let mut phases = bodies.phases();
        for (place, body) in pair.into_iter().enumerate() {
            if self.bodies.is_free(body)
                && let Some(phase) = self.phase_of(body, time)
            {
                phases[place] = phase;
            }
        }
        bodies.instant(time, &phases)
    }

    /// The instant at which all contacts are still one skin apart, according to their approach speeds.
    fn impact_time(&mut self, pair: [usize; 2], reached: f64, contacts: &[Contact]) -> f64 {
        let instant = self.instant_of(pair, reached);
        let back = |contact: &Contact| {
            let approach = -contact.normal.dot(instant.slip(0, 1, contact.point));
            self.run.skin / approach.max(self.run.slow)
        };
        reached - contacts.iter().map(back).fold(0.0, f64::max)
    }

    /// The lasting contacts of a pair with their exclusion balls.
    fn known_contacts(&self, pair: [usize; 2]) -> Result<Vec<Tracked>, WorldError> {
        let Some(&body) = pair.iter().find(|&&body| self.bodies.is_free(body)) else { return Ok(Vec::new()) };
        let Some(island) = &self.islands[self.tracks[body].island] else { return Ok(Vec::new()) };
        let IslandPath::Step(path) = &island.path else { return Ok(Vec::new()) };
        let mut known = Vec::new();
        for (index, one) in island.followed.iter().enumerate() {
            if one.pair() != pair {
                continue;
            }
            let motion = Piecewise::new(vec![path.step.start], vec![path.step.track(index)?])?;
            let size = self.bodies.size(one.a).min(self.bodies.size(one.b));
            let traces = path.step.traces[index].iter();
            let bends = traces.flat_map(|trace| [trace.touch.a.bend, trace.touch.b.bend]);
            let bend = bends.map(sharpest).fold(0.0, f64::max);
            // An edge or a vertex has no curvature that could keep other contacts away.
            let bend = if one.is_sharp() { f64::INFINITY } else { bend };
            let radius =
                (EXCLUSION_PER_RADIUS / bend).min(LARGEST_EXCLUSION * size).max(SMALLEST_EXCLUSION * self.run.skin);
            known.push(Tracked { path: Motion::Piecewise(motion), radius });
        }
        Ok(known)
    }
}

/// The largest column length of a shape operator: within a factor of two of the largest curvature, 1/m.
fn sharpest(bend: DMat3) -> f64 {
    [bend.x_axis, bend.y_axis, bend.z_axis].iter().map(|column| column.length()).fold(0.0, f64::max)
}
