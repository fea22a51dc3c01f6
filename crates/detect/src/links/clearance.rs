//! How close the bodies of a robot come to contact.
//!
//! **Question.** A trajectory is clear: by how much, which pair comes nearest, and when?
//!
//! **Idea.** Distances at some instants tell how near the robot certainly comes (`sample`). One search over all pairs (`search`) is to prove
//! that nothing comes nearer than half a percent less. Where it finds a pair that does, the distance of that pair is measured from there on, the search goes on
//! with a separation just below it, and what was proved before stays proved. In the end the pair that came nearest is measured at some instants
//! before, for when it first came so near.
//!
//! **Guarantee.** The lower bound is as sure as the verdict. The pair that is named comes as near as is said, up to the tolerance of the query
//! and the excess of the shapes; another pair may come nearer, by no more than the lower bound allows. That it does not come so near earlier is
//! measured, not proved.
//!
//! **Cost.** One search with a separation near the distance, and the distances at some instants. Distances are measured between bodies of triangles
//! that move rigidly. A pair of others that comes too near is asked by bisection, a dozen times, and once more for when it first does.

use super::sample::Sample;
use super::search::{Search, Told};
use crate::tolerance::{APPROACH_RATIO, CLEARANCE_GUESSES, CLEARANCE_RATIO, FAR_AWAY};
use crate::{AmongError, FirstContact, Verdict, first_contact};
use glam::DVec3;

/// How close any pair of bodies comes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinksClearance {
    /// Metres: no pair comes closer than this; proved.
    pub at_least: f64,
    /// The pair that comes nearest; `None` if none comes nearer than half a metre.
    pub nearest: Option<Approach>,
}

/// Two bodies that come near to one another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// First body, counted through the parts and the obstacles.
    pub a: usize,
    /// Second body.
    pub b: usize,
    /// Metres: they come as near as this.
    pub within: f64,
    /// When they first do, as far as the distances at some instants before tell.
    pub time: f64,
    /// A point in the world, half way between them.
    pub point: DVec3,
}

/// How near a pair certainly comes, up to the tolerance.
#[derive(Clone, Copy, Debug)]
struct Upper {
    index: usize,
    distance: f64,
    /// When it is that near.
    time: f64,
}

/// What is known of the clearance while the search goes on.
struct Bounds {
    /// What the verdict proved.
    least: f64,
    tolerance: f64,
    upper: Option<Upper>,
    /// Proved of all that was looked at so far, and asked of what is left.
    target: f64,
    /// How often the target may still be lowered.
    guesses: u32,
}

impl Bounds {
    fn lower_to(&mut self, upper: Upper) {
        if self.upper.is_none_or(|known| upper.distance < known.distance) {
            self.upper = Some(upper);
            let target = (upper.distance - self.tolerance) / CLEARANCE_RATIO;
            self.target = self.target.min(target).max(self.least);
        }
    }

    /// Whether the verdict has proved all that is wanted.
    fn is_known(&self) -> bool {
        self.target <= self.least
    }
}

/// The clearance of a trajectory that is clear of contact within the separation of the query; `None` if the budget ran out.
pub(super) fn clearance(mut search: Search<'_>) -> Result<Option<LinksClearance>, AmongError> {
    let least = search.query.separation;
    let target = FAR_AWAY.max(2.0 * least);
    let tolerance = search.query.tolerance;
    let mut bounds = Bounds { least, tolerance, upper: None, target, guesses: CLEARANCE_GUESSES };
    if let Some(Sample { index, distance, time, .. }) = search.view.nearest_sample(CLEARANCE_RATIO * target) {
        bounds.lower_to(Upper { index, distance, time });
    }
    search.query.separation = bounds.target;
    let mut open = false;
    if !bounds.is_known() {
        search.run(&mut |search, told| {
            open |= !search.proved(&mut bounds, told)?;
            search.query.separation = bounds.target;
            Ok(())
        })?;
    }
    if open {
        return Ok(None);
    }
    let at_least = bounds.target;
    let Some(upper) = bounds.upper else { return Ok(Some(LinksClearance { at_least, nearest: None })) };
    // A little more than the distance that was measured, which is rounded.
    let within = upper.distance.max(APPROACH_RATIO * at_least) + 0.5 * tolerance;
    let nearest = search.approach(upper, within)?;
    Ok(nearest.map(|nearest| LinksClearance { at_least, nearest: Some(nearest) }))
}

impl Search<'_> {
    /// Goes on with a pair until it is proved to keep the target, which is lowered where the pair comes nearer; `false` if the budget
    /// does not suffice.
    fn proved(&mut self, bounds: &mut Bounds, mut told: Told) -> Result<bool, AmongError> {
        let end = self.query.span.upper();
        loop {
            self.spend(told.answer.effort.iterations);
            let first = match told.answer.verdict {
                Verdict::Clear { .. } => return Ok(true),
                Verdict::Open { .. } => return Ok(false),
                Verdict::Touch(first) => first,
            };
            if bounds.guesses == 0 {
                return Ok(false);
            }
            bounds.guesses -= 1;
            let from = first.time.lower().clamp(self.query.span.lower(), end);
            let Some(sample) = self.view.nearest_from(told.index, from) else {
                return self.bisected(bounds, told.index, from);
            };
            // Up to the tolerance they are as near as was asked about.
            let found = bounds.target + bounds.tolerance;
            bounds.lower_to(if sample.distance < found {
                Upper { index: told.index, distance: sample.distance, time: sample.time }
            } else {
                Upper { index: told.index, distance: found, time: first.time.upper() }
            });
            if bounds.is_known() {
                return Ok(true);
            }
            self.query.separation = bounds.target;
            told.answer = self.ask(told.index, [from, end], first_contact)?;
        }
    }

    /// Lowers the target to what a pair that comes nearer keeps from an instant on, by bisection; `false` if the budget does not suffice.
    fn bisected(&mut self, bounds: &mut Bounds, index: usize, from: f64) -> Result<bool, AmongError> {
        let (mut clear, mut near) = (bounds.least, bounds.target);
        let end = self.query.span.upper();
        let mut time = from;
        while near > CLEARANCE_RATIO * clear + bounds.tolerance {
            self.query.separation = 0.5 * (clear + near);
            let answer = self.ask(index, [from, end], first_contact)?;
            self.spend(answer.effort.iterations);
            match answer.verdict {
                Verdict::Clear { .. } => clear = self.query.separation,
                Verdict::Touch(first) => (near, time) = (self.query.separation, first.time.upper()),
                Verdict::Open { .. } => return Ok(false),
            }
        }
        // The target is then no more than what is clear.
        bounds.lower_to(Upper { index, distance: near, time });
        Ok(true)
    }

    /// When a pair first comes within a distance, and where; `None` if the budget does not suffice.
    fn approach(&mut self, upper: Upper, distance: f64) -> Result<Option<Approach>, AmongError> {
        let [a, b] = self.view.links.bodies(upper.index);
        let within = distance + self.query.tolerance;
        let approach = |time: f64, point: DVec3| Some(Approach { a, b, within, time, point });
        if let Some((time, point)) = self.view.first_within(upper.index, [distance, self.query.tolerance], upper.time) {
            return Ok(approach(time, point));
        }
        self.query.separation = distance;
        let span = self.query.span;
        let answer = self.ask(upper.index, [span.lower(), span.upper()], first_contact)?;
        let Verdict::Touch(FirstContact { time, contacts, .. }) = answer.verdict else { return Ok(None) };
        let earliest = contacts.iter().min_by(|a, b| a.time.lower().total_cmp(&b.time.lower()));
        let contact = earliest.map(|contact| self.view.in_world(upper.index, contact));
        Ok(contact.and_then(|contact| approach(time.lower(), contact.point)))
    }

    /// Takes steps from the budget.
    fn spend(&mut self, iterations: u64) {
        self.query.budget = self.query.budget.map(|budget| budget.saturating_sub(iterations));
    }
}
