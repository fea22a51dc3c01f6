//! The pairs of a robot and its world, asked about in the order of time.
//!
//! *Question.* Of many pairs, which touches first?
//! *Idea.* Every pair waits with the instant until which it is known to be apart; the earliest is looked at next, a little more
//! closely each time: by balls and boxes, stretch by stretch (`apart`); where they do not suffice, by convex hulls
//! ([`apart_until`]); and where those meet, by the bodies themselves ([`first_contact`]), up to the earliest contact so far.
//! *Guarantee.* When the earliest instant passes that of a contact, no pair that still waits can come before it.
//! *Cost.* Pairs that stay far apart are told so by a few numbers; pairs that come close after the first contact are not looked
//! at then.

use super::apart::{Overview, Stretch, Watch};
use super::pairs::Pair;
use super::{Verifier, VerifyError, VerifyOptions};
use std::collections::BinaryHeap;
use std::sync::Arc;
use tangency_detect::{Answer, DetectError, Effort, Evidence, FirstContact, Moving, Query, Verdict};
use tangency_detect::{apart_until, first_contact};
use tangency_formats::{ContactReport, Span, VerdictKind};
use tangency_geometry::{Contact, LinkChain, LinkMotion, Motion, Pose, Trajectory};
use tangency_interval::{Earliest, Interval};

/// The earliest contact so far and what is still certain.
pub(super) struct Search<'a> {
    verifier: &'a Verifier,
    trajectory: &'a Arc<Trajectory>,
    clearance: f64,
    /// Asks only up to the earliest contact so far, with what is left of the budget.
    query: Query,
    /// How every link moves in the world.
    overview: Overview<'a>,
    /// How the second link of a pair of links moves as the first sees it, by the place of the pair.
    between: Vec<Option<Box<Watch>>>,
    contacts: Vec<ContactReport>,
    /// Whether every pair that touches told all of its contacts.
    complete: bool,
    unfinished: Option<f64>,
    evidence: Evidence,
    effort: Effort,
}

/// How it ended.
pub(super) struct Ended {
    pub(super) verdict: VerdictKind,
    pub(super) clear_until: f64,
    pub(super) time: Option<[f64; 2]>,
    pub(super) contacts: Vec<ContactReport>,
    pub(super) complete: bool,
    pub(super) evidence: Evidence,
    pub(super) effort: Effort,
}

/// How closely a pair is looked at next.
#[derive(Clone, Copy, Debug)]
enum Look {
    /// By balls and boxes, during this stretch.
    Balls(Stretch),
    /// By convex hulls, which balls and boxes did not suffice for during `since`.
    Hulls { since: Interval },
    /// By the bodies themselves.
    Bodies { since: Interval },
}

/// A pair that is known to be apart before an instant, and how it is looked at next.
type Waiting = Earliest<usize, Look>;

/// One side of a pair as the methods see it.
struct Side<'a> {
    name: &'a str,
    moving: Moving,
}

impl<'a> Search<'a> {
    pub(super) fn new(verifier: &'a Verifier, trajectory: &'a Arc<Trajectory>, options: &VerifyOptions) -> Self {
        Self {
            verifier,
            trajectory,
            clearance: options.clearance,
            query: Query {
                span: trajectory.span(),
                tolerance: options.tolerance,
                budget: options.budget,
                progress: options.progress.clone(),
                ..Query::default()
            },
            overview: Overview::new(&verifier.tree, trajectory),
            between: verifier.pairs.iter().map(|_| None).collect(),
            contacts: Vec::new(),
            complete: true,
            unfinished: None,
            evidence: Evidence::Proved,
            effort: Effort::default(),
        }
    }

    /// Looks at all pairs until the first contact is known.
    pub(super) fn run(mut self) -> Result<Ended, VerifyError> {
        let start = self.query.span.lower();
        // A clearance that means nothing is refused by the methods, even if nothing is near.
        let watched = start < self.query.span.upper() && self.clearance >= 0.0;
        let mut queue = BinaryHeap::new();
        for pair in 0..self.verifier.pairs.len() {
            let look = if watched { Look::Balls(Stretch::of_row(0)) } else { Look::Bodies { since: start.into() } };
            let later = self.look(&Waiting { time: start, place: pair, item: look })?;
            // Most pairs are far apart all the time, and need not wait.
            queue.extend(later.filter(|later| later.time < self.query.span.upper()));
        }
        while let Some(waiting) = queue.pop() {
            if waiting.time >= self.query.span.upper() {
                break;
            }
            queue.extend(self.look(&waiting)?);
        }
        Ok(self.finish())
    }

    /// The same pair later, unless all that is wanted is known of it.
    fn look(&mut self, waiting: &Waiting) -> Result<Option<Waiting>, VerifyError> {
        let last = self.query.span.upper();
        match waiting.item {
            Look::Balls(stretch) => Ok(self.by_balls(waiting, stretch)),
            Look::Hulls { since } => {
                let time = self.ask(waiting.place, [since.lower(), last], apart_until)?;
                Ok(Some(Waiting { time, item: Look::Bodies { since }, ..*waiting }))
            }
            Look::Bodies { since } => {
                // Instants are resolved in parts of the span: a short one, just before a contact, would resolve too much.
                let answer = self.ask(waiting.place, [since.lower(), last.max(since.upper())], first_contact)?;
                self.take(waiting, answer);
                Ok(None)
            }
        }
    }

    /// Goes on by one stretch, or to what it begins with if that is as short as stretches are.
    fn by_balls(&mut self, waiting: &Waiting, mut stretch: Stretch) -> Option<Waiting> {
        let times = self.trajectory.times();
        loop {
            let span = stretch.span(times)?;
            if self.apart(waiting.place, stretch, span) {
                return Some(Waiting { time: span.upper(), item: Look::Balls(stretch.next()), ..*waiting });
            }
            match stretch.first_half() {
                Some(half) => stretch = half,
                None => return Some(Waiting { item: Look::Hulls { since: span }, ..*waiting }),
            }
        }
    }

    /// Whether balls and boxes tell the pair apart during a stretch.
    fn apart(&mut self, index: usize, stretch: Stretch, span: Interval) -> bool {
        let Verifier { robot, parts, obstacles, pairs, .. } = self.verifier;
        let separation = self.separation(&pairs[index]);
        let links = self.overview.during(stretch, span);
        let seen = |part: usize| links.get(robot.parts[part].link);
        match pairs[index] {
            Pair::Obstacle { part, obstacle } => {
                let (Some(seen), Some(other)) = (seen(part), &obstacles[obstacle].stands) else { return false };
                seen.apart_from(&parts[part].ball, other, separation)
            }
            Pair::Parts { parts: [a, b], .. } => {
                let [body_a, body_b] = [&parts[a], &parts[b]];
                if let (Some(seen_a), Some(seen_b)) = (seen(a), seen(b))
                    && seen_a.apart_from_ball(&body_a.ball, (seen_b, &body_b.ball), separation)
                {
                    return true;
                }
                let Some(other) = &body_a.stands else { return false };
                self.between(index).during(stretch, span).apart_from(&body_b.ball, other, separation)
            }
        }
    }

    /// How the second link of a pair moves as the first sees it.
    fn between(&mut self, index: usize) -> &mut Watch {
        let (verifier, trajectory) = (self.verifier, self.trajectory);
        self.between[index].get_or_insert_with(|| Box::new(Watch::new(verifier.between(index).on(trajectory))))
    }

    /// The distance that counts as contact. What reaches beyond the shapes counts as clearance; rounded up.
    fn separation(&self, pair: &Pair) -> f64 {
        let Verifier { robot, world, .. } = self.verifier;
        let [a, b] = match *pair {
            Pair::Parts { parts, .. } => parts.map(|part| &robot.parts[part].solid),
            Pair::Obstacle { part, obstacle } => [&robot.parts[part].solid, &world.obstacles[obstacle].solid],
        };
        (Interval::from(self.clearance) + a.radius + b.radius).upper()
    }

    /// Both sides as the methods see them.
    fn sides(&mut self, index: usize) -> Result<[Side<'a>; 2], VerifyError> {
        let Verifier { robot, world, parts, obstacles, chains, pairs, .. } = self.verifier;
        let part = |part: usize, motion: Motion| {
            let of = &robot.parts[part];
            let moving = Moving::of(Arc::clone(&parts[part].model), motion);
            let moving = moving.map_err(|source| VerifyError { a: of.name.clone(), b: of.name.clone(), source })?;
            Ok(Side { name: &of.name, moving })
        };
        match pairs[index] {
            Pair::Parts { parts: [a, b], .. } => {
                let motion = Motion::Articulated(self.between(index).motion().clone());
                Ok([part(a, Motion::Still(Pose::IDENTITY))?, part(b, motion)?])
            }
            Pair::Obstacle { part: of, obstacle } => {
                let motion = Motion::Articulated(chains[robot.parts[of].link].on(self.trajectory));
                let (side, other) = (part(of, motion)?, &world.obstacles[obstacle]);
                let moving = Moving::of(Arc::clone(&obstacles[obstacle].model), other.motion.clone());
                let moving =
                    moving.map_err(|source| VerifyError { a: side.name.into(), b: other.name.clone(), source })?;
                Ok([side, Side { name: &other.name, moving }])
            }
        }
    }

    /// Asks one of the methods about a pair.
    fn ask<Known>(
        &mut self,
        index: usize,
        [from, until]: [f64; 2],
        method: fn(&Moving, &Moving, &Query) -> Result<Known, DetectError>,
    ) -> Result<Known, VerifyError> {
        let [a, b] = self.sides(index)?;
        let whole = self.query.span;
        self.query.separation = self.separation(&self.verifier.pairs[index]);
        self.query.span = Interval::between(from, until);
        let known = method(&a.moving, &b.moving, &self.query);
        self.query.span = whole;
        known.map_err(|source| VerifyError { a: a.name.into(), b: b.name.into(), source })
    }

    /// Takes in what is known of the bodies themselves.
    fn take(&mut self, waiting: &Waiting, answer: Answer) {
        self.effort = self.effort.plus(answer.effort);
        self.evidence = self.evidence.min(answer.evidence);
        self.query.budget = self.query.budget.map(|budget| budget.saturating_sub(answer.effort.iterations));
        match answer.verdict {
            Verdict::Clear { .. } => {}
            Verdict::Touch(first) => self.tell(waiting, &first),
            Verdict::Open { from } => self.unfinished = Some(self.unfinished.map_or(from, |until| until.min(from))),
        }
    }

    /// Tells of a contact in the world, and wants nothing beyond it.
    fn tell(&mut self, waiting: &Waiting, first: &FirstContact) {
        let whole = self.query.span;
        self.query.span = Interval::between(whole.lower(), first.time.upper().min(whole.upper()));
        let clock = Span { start: 0.0, end: whole.upper() };
        let Verifier { robot, world, chains, pairs, .. } = self.verifier;
        let of = |part: usize| (&robot.parts[part].name, robot.parts[part].solid.radius);
        let (sides, observer) = match pairs[waiting.place] {
            Pair::Parts { parts, .. } => (parts.map(of), Some(chains[robot.parts[parts[0]].link].on(self.trajectory))),
            Pair::Obstacle { part, obstacle } => {
                let other = &world.obstacles[obstacle];
                ([of(part), (&other.name, other.solid.radius)], None)
            }
        };
        self.complete &= first.complete;
        for contact in &first.contacts {
            let locate = |link: &LinkMotion| link.locate(contact.time.lower()).pose;
            let pose = observer.as_ref().map_or(Pose::IDENTITY, locate);
            let turned = pose.apply(contact.normal) - pose.translation();
            let contact = Contact { point: pose.apply(contact.point), normal: turned, ..*contact };
            let mut told = ContactReport::new(sides.map(|(name, _)| name.as_str()), &contact, clock);
            told.time = [contact.time.lower(), contact.time.upper()];
            // The witnesses are on the shapes; the bodies reach farther.
            told.gap -= sides[0].1 + sides[1].1;
            told.initial &= waiting.time <= whole.lower();
            self.contacts.push(told);
        }
    }

    fn finish(mut self) -> Ended {
        let (last, until) = (self.query.span.upper(), self.unfinished);
        self.contacts.sort_by(|one, other| one.time[0].total_cmp(&other.time[0]));
        self.contacts.retain(|contact| contact.time[0] <= last && until.is_none_or(|until| contact.time[0] <= until));
        let first = self.contacts.iter().map(|contact| contact.time[0]).fold(f64::INFINITY, f64::min);
        let (verdict, clear_until, time) = match (self.contacts.is_empty(), self.unfinished) {
            (false, _) => (VerdictKind::Touch, first, Some([first, last])),
            (true, Some(from)) => (VerdictKind::Open, from, None),
            (true, None) => (VerdictKind::Clear, last, None),
        };
        let Self { contacts, evidence, effort, .. } = self;
        let complete = self.complete || verdict != VerdictKind::Touch;
        Ended { verdict, clear_until, time, contacts, complete, evidence, effort }
    }
}

impl Verifier {
    /// From the first link of a pair of links to the second.
    fn between(&self, index: usize) -> LinkChain {
        let Pair::Parts { parts: [a, b], between } = &self.pairs[index] else { unreachable!("a pair of links") };
        let [a, b] = [a, b].map(|part| self.robot.parts[*part].link);
        between.get_or_init(|| LinkChain::seen_from(&self.robot.mechanism, b, a)).clone()
    }
}
