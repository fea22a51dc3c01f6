//! The clearance of a robot: a lower bound on the distance of its bodies along a trajectory.
//!
//! **Question.** A trajectory is free of contact. How large is the clearance, which pair comes nearest, and when?
//!
//! **Idea.** Distances at sampled instants show how near the robot comes (`sample`). One search over all pairs
//! (`search`) then tries to prove that no pair comes nearer than half a percent less. If a pair does, its distance
//! is measured from that instant on, and the search continues with a separation just below that distance.
//! Everything proved before stays proved. At the end the nearest pair is measured at earlier instants, to find
//! when it first came so near.
//!
//! **Curved bodies.** A query with a separation close to the true distance of a curved body can take minutes. Each
//! query about such a pair has a budget ([`CURVED_CLEARANCE_STEPS`]). If it fails, smaller separations are tried,
//! a few times at most ([`CURVED_LOWERING_STEPS`]). The distance of a curved obstacle is measured with an
//! approximating mesh and confirmed by the method for the two bodies at that instant.
//!
//! **Guarantee.** The lower bound is as certain as the verdict. The named pair comes as near as stated, up to the
//! tolerance of the query and the excess of the shapes. Another pair may come nearer, but not below the lower
//! bound. The instant is the first one according to measurements, which prove nothing. If the budget runs out, the
//! lower bound is the one proved so far for all pairs, at least the separation of the query, and the answer is not
//! `complete`.
//!
//! **Cost.** One search with a separation near the distance, and the distances at sampled instants. A curved pair
//! takes at most about 80,000 steps (about a second), and one or two queries if the minimum is isolated.

use super::sample::Sample;
use super::search::{LinkSearch, PairAnswer};
use crate::tolerance::{
    APPROACH_RATIO, CLEARANCE_COMPLETE, CLEARANCE_GUESSES, CLEARANCE_QUESTIONS, CLEARANCE_RATIO, CLEARANCE_SHARES,
    CURVED_CLEARANCE_STEPS, CURVED_LOWERING_STEPS, FAR_AWAY,
};
use crate::{FirstContact, SceneQueryError, Verdict, first_contact};
use glam::DVec3;
use tangency_geometry::Contact;
use tangency_interval::Interval;

/// The clearance of all pairs of bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LinksClearance {
    /// Metres. No pair comes closer than this: proved.
    pub at_least: f64,
    /// The nearest pair. `None` if no pair comes nearer than half a metre, or if the answer is not complete and no
    /// pair is known to come near.
    pub nearest: Option<Approach>,
    /// `false` if the budget was used up before the bound came near the distance of the nearest pair: a larger
    /// clearance may hold.
    pub complete: bool,
}

/// Two bodies that come near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Approach {
    /// The index of the first body: parts first, then obstacles.
    pub a: usize,
    /// The index of the second body.
    pub b: usize,
    /// Metres. The bodies come this near.
    pub within: f64,
    /// Seconds. The first instant at which they come this near, judged by sampled distances before it.
    pub time: f64,
    /// A point in the world frame, halfway between the bodies.
    pub point: DVec3,
}

/// Upper bound on the least distance of a pair, up to the tolerance.
#[derive(Clone, Copy, Debug)]
struct UpperBound {
    index: usize,
    distance: f64,
    /// An instant at which the pair is that near.
    time: f64,
}

/// State of the search for the clearance.
struct ClearanceBounds {
    /// Separation proved by the verdict.
    least: f64,
    tolerance: f64,
    upper: Option<UpperBound>,
    /// Separation proved for all pairs and times searched so far, and required of the rest.
    target: f64,
    /// How often the target may still be lowered.
    guesses: u32,
    /// `false` once a query ended without an answer and a larger clearance may hold.
    complete: bool,
}

impl ClearanceBounds {
    /// Records that a pair comes this near.
    fn take_upper(&mut self, upper: UpperBound) {
        if self.upper.is_none_or(|known| upper.distance < known.distance) {
            self.upper = Some(upper);
        }
    }

    /// Records that a pair comes this near, and lowers the target below that distance.
    fn lower_to(&mut self, upper: UpperBound) {
        self.take_upper(upper);
        self.lower_target(self.below(upper.distance));
    }

    /// The separation to require if a pair comes within a distance.
    fn below(&self, distance: f64) -> f64 {
        (distance - self.tolerance) / CLEARANCE_RATIO
    }

    fn lower_target(&mut self, target: f64) {
        self.target = self.target.min(target).max(self.least);
    }

    /// Falls back to the bound that the verdict proved.
    fn give_up(&mut self) {
        (self.target, self.complete) = (self.least, false);
    }

    /// Whether the verdict has already proved the target.
    fn is_known(&self) -> bool {
        self.target <= self.least
    }
}

/// The clearance of a trajectory that is clear of contact within the separation of the query.
pub(super) fn clearance(mut search: LinkSearch<'_>) -> Result<LinksClearance, SceneQueryError> {
    search.curved_steps = Some(CURVED_CLEARANCE_STEPS);
    let (span, least, tolerance) = (search.query.span, search.query.separation, search.query.tolerance);
    let target = FAR_AWAY.max(2.0 * least);
    let mut bounds =
        ClearanceBounds { least, tolerance, upper: None, target, guesses: CLEARANCE_GUESSES, complete: true };
    if let Some(sample) = search.view.nearest_sample(CLEARANCE_RATIO * target)
        && let Some(upper) = search.confirmed(&sample)?
        && upper.distance < CLEARANCE_RATIO * target
    {
        bounds.lower_to(upper);
    }
    search.query.separation = bounds.target;
    if !bounds.is_known() {
        search.run(&mut |search, pair_answer| {
            search.prove(&mut bounds, pair_answer)?;
            search.query.separation = bounds.target;
            if bounds.is_known() {
                // Ends the search: the verdict has proved the rest.
                search.query.span = Interval::from(span.lower());
            }
            Ok(())
        })?;
    }
    if search.query.stop.is_stopped() {
        // Pairs that waited are not proved to keep the target.
        bounds.give_up();
    }
    search.query.span = span;
    let at_least = bounds.target;
    let Some(upper) = bounds.upper else {
        return Ok(LinksClearance { at_least, nearest: None, complete: bounds.complete });
    };
    // The measured distance is rounded: add a little.
    let within = upper.distance.max(APPROACH_RATIO * at_least) + 0.5 * tolerance;
    let nearest = search.approach(upper, within)?;
    Ok(LinksClearance { at_least, nearest, complete: bounds.complete && nearest.is_some() })
}

impl LinkSearch<'_> {
    /// Continues with a pair until it is proved to keep the target. Lowers the target where the pair comes nearer,
    /// or where the budget does not suffice.
    fn prove(&mut self, bounds: &mut ClearanceBounds, mut pair_answer: PairAnswer) -> Result<(), SceneQueryError> {
        let end = self.query.span.upper();
        loop {
            self.spend(pair_answer.answer.effort.iterations);
            let curved = self.view.links.is_curved(pair_answer.index);
            let first = match pair_answer.answer.verdict {
                Verdict::Clear { .. } => return Ok(()),
                Verdict::Open { from } if curved => return self.lower(bounds, pair_answer.index, from),
                Verdict::Open { .. } => {
                    bounds.give_up();
                    return Ok(());
                }
                Verdict::Touch(first) => first,
            };
            let from = first.time.lower().clamp(self.query.span.lower(), end);
            if curved {
                return self.lower(bounds, pair_answer.index, from);
            }
            if bounds.guesses == 0 {
                bounds.give_up();
                return Ok(());
            }
            bounds.guesses -= 1;
            let Some(sample) = self.view.nearest_from(pair_answer.index, from) else {
                return self.lower(bounds, pair_answer.index, from);
            };
            // The pair comes within the target, up to the tolerance.
            let found = bounds.target + bounds.tolerance;
            bounds.lower_to(if sample.distance < found {
                UpperBound { index: pair_answer.index, distance: sample.distance, time: sample.time }
            } else {
                UpperBound { index: pair_answer.index, distance: found, time: first.time.upper() }
            });
            if bounds.is_known() {
                return Ok(());
            }
            self.query.separation = bounds.target;
            pair_answer.answer = self.ask(pair_answer.index, [from, end], first_contact)?;
        }
    }

    /// Lowers the target to a separation that a pair provably keeps from an instant on. The pair is known to keep
    /// the present target before that instant. Tries a separation just below the measured distance first, then
    /// bisects.
    fn lower(&mut self, bounds: &mut ClearanceBounds, index: usize, from: f64) -> Result<(), SceneQueryError> {
        let end = self.query.span.upper();
        let curved = self.view.links.is_curved(index);
        let (mut clear, mut near, mut upper) = (bounds.least, bounds.target, None);
        let mut next = None;
        if curved && let Some(sample) = self.view.nearest_from(index, from) {
            upper = self.confirmed(&sample)?;
            next = upper.map(|upper| bounds.below(upper.distance)).filter(|next| (clear..near).contains(next));
        }
        let mut failures = if upper.is_some() { 0 } else { CLEARANCE_SHARES.len() };
        let most = CURVED_LOWERING_STEPS[usize::from(upper.is_none())];
        let mut steps = 0;
        for _ in 0..CLEARANCE_QUESTIONS {
            let spent = curved && steps >= most;
            if spent || near <= CLEARANCE_RATIO * clear + bounds.tolerance {
                break;
            }
            let share = CLEARANCE_SHARES.get(failures).copied().unwrap_or(0.5);
            let asked = next.take().unwrap_or(clear + share * (near - clear));
            self.query.separation = asked;
            let answer = self.ask(index, [from, end], first_contact)?;
            steps += answer.effort.iterations;
            self.spend(answer.effort.iterations);
            match answer.verdict {
                Verdict::Clear { .. } => {
                    (clear, failures) = (asked, CLEARANCE_SHARES.len());
                    near = upper.map_or(near, |upper: UpperBound| near.min(upper.distance));
                }
                Verdict::Touch(first) => {
                    (near, failures) = (asked, failures + 1);
                    let touch = UpperBound { index, distance: asked + bounds.tolerance, time: first.time.upper() };
                    upper = Some(upper.filter(|upper| upper.distance <= touch.distance).unwrap_or(touch));
                }
                Verdict::Open { .. } => (near, failures) = (asked, failures + 1),
            }
        }
        if let Some(upper) = upper {
            bounds.take_upper(upper);
        }
        bounds.lower_target(clear);
        let tight = CLEARANCE_COMPLETE * clear + 4.0 * bounds.tolerance;
        bounds.complete &= upper.is_some_and(|upper| upper.distance <= tight);
        Ok(())
    }

    /// Upper bound from a measured distance. For a curved pair the method for the two bodies confirms it at that
    /// instant. `None` if that method does not answer within the budget.
    fn confirmed(&mut self, sample: &Sample) -> Result<Option<UpperBound>, SceneQueryError> {
        let &Sample { index, distance, time, .. } = sample;
        if !self.view.links.is_curved(index) {
            return Ok(Some(UpperBound { index, distance, time }));
        }
        let contact = self.closest_at(index, time, distance + self.view.links.outline_slack(index))?;
        Ok(contact.map(|contact| UpperBound { index, distance: contact.gap.max(0.0), time }))
    }

    /// The closest points of a pair at an instant, if the pair is within a distance then and the budget suffices.
    fn closest_at(&mut self, index: usize, time: f64, distance: f64) -> Result<Option<Contact>, SceneQueryError> {
        self.query.separation = distance;
        let answer = self.ask(index, [time, time], first_contact)?;
        self.spend(answer.effort.iterations);
        let Verdict::Touch(FirstContact { contacts, .. }) = answer.verdict else { return Ok(None) };
        let closest = contacts.iter().min_by(|a, b| a.gap.total_cmp(&b.gap));
        Ok(closest.map(|contact| self.view.in_world(index, contact)))
    }

    /// When and where a pair first comes within a distance. `None` if the budget does not suffice.
    fn approach(&mut self, upper: UpperBound, distance: f64) -> Result<Option<Approach>, SceneQueryError> {
        let index = upper.index;
        let [a, b] = self.view.links.bodies(index);
        let within = distance + self.query.tolerance;
        let approach = |time: f64, point: DVec3| Some(Approach { a, b, within, time, point });
        let curved = self.view.links.is_curved(index);
        if !curved
            && let Some((time, point)) = self.view.first_within(index, [distance, self.query.tolerance], upper.time)
        {
            return Ok(approach(time, point));
        }
        if curved && self.view.nearest_from(index, upper.time).is_none() {
            // A deforming body has no measured instant: the method must find it without one.
            self.curved_steps = Some(CURVED_LOWERING_STEPS[1]);
        }
        self.query.separation = distance;
        let span = self.query.span;
        let answer = self.ask(index, [span.lower(), span.upper()], first_contact)?;
        self.spend(answer.effort.iterations);
        if let Verdict::Touch(FirstContact { time, contacts, complete }) = answer.verdict {
            let earliest = contacts.iter().min_by(|a, b| a.time.lower().total_cmp(&b.time.lower()));
            let contact = earliest.map(|contact| self.view.in_world(index, contact));
            // If the budget runs out, the bracket can be wide, and only its upper end is known to be near.
            let time = if complete { time.lower() } else { time.upper() };
            return Ok(contact.and_then(|contact| approach(time, contact.point)));
        }
        if !curved {
            return Ok(None);
        }
        let contact = self.closest_at(index, upper.time, distance)?;
        Ok(contact.and_then(|contact| approach(upper.time, contact.point)))
    }

    /// Takes steps from the budget.
    fn spend(&mut self, iterations: u64) {
        self.query.budget = self.query.budget.map(|budget| budget.saturating_sub(iterations));
    }
}
