//! The distance of two bodies at an instant, by questions about contact with a separation.
//!
//! **Question.** How far are two bodies apart at an instant, if no method measures their kinds directly?
//!
//! **Idea.** The method for first contacts decides whether the bodies are within a separation at the instant. If they
//! are, it finds the closest points. The separation is raised from the gap of the bounding boxes until the bodies are
//! within it. The distance of the closest points found is then confirmed by two questions, one just below it and one
//! at it. Questions between the bounds (bisection) settle what these leave open.
//!
//! The distance of the closest points found bounds the distance as well where the questions leave it open. If nothing
//! is found, a point of each body does ([`witness`](super::witness)).
//!
//! **Guarantee.** `Clear` with a separation proves that the distance is larger. A touch proves that the distance is at
//! most the separation and the tolerance of that question; if the contact is not proved, this is computed only, and
//! the evidence says so. So is the distance of points that no question confirms.
//!
//! **Cost.** About five first contacts at one instant; two more for each bisection. Each has a budget. Bodies with a
//! curve or a region of equal distances (a ball in the middle of a ring) use it up, and their enclosure is wide.

use super::answer::{ClosestPair, PairDistance};
use super::witness;
use crate::among::swept_box;
use crate::tolerance::{
    APPROACH_WIDENING, DISTANCE_FAILURES, DISTANCE_GROWTH, DISTANCE_QUESTIONS, DISTANCE_SHARES, DISTANCE_START,
    DISTANCE_STEPS,
};
use crate::{DetectError, Effort, Evidence, Moving, Query, Verdict, first_contact};
use glam::DVec3;
use tangency_bound::{Aabb, BoundingVolume};
use tangency_geometry::{Contact, Feature};
use tangency_interval::Interval;

/// The questions about a pair at an instant, and what their answers prove.
struct SeparationSearch<'pair> {
    bodies: [&'pair Moving; 2],
    query: Query,
    /// Metres. The bodies are farther apart than this.
    lower: f64,
    /// Metres. The bodies are at most this far apart; infinite if not known.
    upper: f64,
    /// Whether the upper bound is proved.
    proved: bool,
    contact: Option<Contact>,
    /// Whether a question stayed open within its budget.
    open: bool,
    /// Metres. The next separation below the closest points found is less by this.
    less: f64,
    effort: Effort,
}

/// The distance at the instant of the query. `guess`: metres, a distance that is probably near the true one.
pub(super) fn distance(bodies: [&Moving; 2], query: &Query, guess: Option<f64>) -> Result<PairDistance, DetectError> {
    let boxes = bodies.map(|body| swept_box(body, query));
    let [gap, diagonal] = box_distances(&boxes);
    if !diagonal.is_finite() {
        return Err(DetectError::Unbounded);
    }
    let inner = query.tolerance * DISTANCE_SHARES[0];
    let mut search = SeparationSearch {
        bodies,
        query: Query { tolerance: inner, ..query.clone() },
        lower: gap,
        upper: f64::INFINITY,
        proved: false,
        contact: None,
        open: false,
        less: 2.0 * inner,
        effort: Effort::default(),
    };
    search.reach(guess.map(|guess| guess + query.tolerance), diagonal)?;
    search.narrow(query.tolerance)?;
    Ok(search.finish(&boxes, diagonal, query.span.lower()))
}

/// Metres. Bounds the distance of two bodies in boxes from below and from above.
pub(super) fn box_distances([a, b]: &[Aabb; 2]) -> [f64; 2] {
    let apart = (b.lower() - a.upper()).max(a.lower() - b.upper()).max(DVec3::ZERO);
    let whole = a.merged(b);
    [apart.length() * (1.0 - 8.0 * f64::EPSILON), (whole.upper() - whole.lower()).length() * (1.0 + 8.0 * f64::EPSILON)]
}

impl SeparationSearch<'_> {
    /// Asks whether the bodies are within a separation.
    fn ask(&mut self, separation: f64) -> Result<(), DetectError> {
        self.query.separation = separation;
        let left = self.query.budget;
        // A question near the true distance of curved bodies can take very long.
        self.query.budget = Some(left.unwrap_or(u64::MAX).min(DISTANCE_STEPS));
        let answer = match first_contact(self.bodies[0], self.bodies[1], &self.query) {
            Err(DetectError::TooFine { resolution, .. }) => {
                // The tolerance of the caller is larger than that of this question.
                let tolerance = self.query.tolerance / DISTANCE_SHARES[0];
                if self.query.tolerance < tolerance && resolution <= tolerance * DISTANCE_SHARES[1] {
                    self.query.tolerance = tolerance * DISTANCE_SHARES[1];
                    (self.query.budget, self.less) = (left, 2.0 * self.query.tolerance);
                    return self.ask(separation);
                }
                return Err(DetectError::TooFine { tolerance, resolution: resolution / DISTANCE_SHARES[1] });
            }
            other => other?,
        };
        self.effort = self.effort.plus(answer.effort);
        self.query.budget = left.map(|budget| budget.saturating_sub(answer.effort.iterations));
        self.open = false;
        match answer.verdict {
            Verdict::Clear { .. } => self.lower = self.lower.max(separation),
            Verdict::Open { .. } => self.open = true,
            Verdict::Touch(first) => {
                let overlap = first.contacts.iter().find(|contact| contact.gap <= 0.0);
                let upper = if overlap.is_some() { 0.0 } else { separation };
                let proved = overlap.map_or(first.contacts.iter().any(|contact| contact.proved), |found| found.proved);
                let upper = if proved { upper } else { upper + self.query.tolerance };
                if upper < self.upper {
                    (self.upper, self.proved) = (upper, proved);
                }
                let nearest = first.contacts.into_iter().min_by(|x, y| x.gap.total_cmp(&y.gap));
                if let Some(nearest) = nearest
                    && self.contact.is_none_or(|known| nearest.gap < known.gap)
                {
                    self.contact = Some(nearest);
                }
            }
        }
        Ok(())
    }

    /// Raises the separation until the bodies are within it.
    fn reach(&mut self, guess: Option<f64>, diagonal: f64) -> Result<(), DetectError> {
        let size = self.bodies.map(|body| body.prepared().bounds(self.query.span).radius());
        let mut step = DISTANCE_START * size[0].min(size[1]);
        let mut next = guess.filter(|guess| guess.is_finite()).unwrap_or(self.lower + step);
        while self.contact.is_none() && !self.open && self.lower < diagonal {
            self.ask(next.min(diagonal).max(self.lower))?;
            step *= DISTANCE_GROWTH;
            next = self.lower + step;
        }
        Ok(())
    }

    /// Asks until the bounds are within the tolerance of each other. Where a question stays open, the next is about a
    /// smaller separation, which is easier.
    fn narrow(&mut self, tolerance: f64) -> Result<(), DetectError> {
        let mut failures = 0;
        for _ in 0..DISTANCE_QUESTIONS {
            let Some(contact) = self.contact else { break };
            if self.upper <= 0.0 || self.upper - self.lower <= tolerance || failures > DISTANCE_FAILURES {
                break;
            }
            let (gap, inner) = (contact.gap.max(0.0), self.query.tolerance);
            let below = gap - self.less;
            let confirm = failures == 0 && self.upper > gap + inner && gap > self.lower;
            let next = if confirm {
                gap
            } else if below > self.lower {
                below
            } else if self.lower <= 0.0 && failures == 0 {
                0.0
            } else if failures > 0 {
                break;
            } else {
                0.5 * (self.lower + (self.upper - inner).max(self.lower))
            };
            let before = [self.lower, self.upper];
            self.ask(next)?;
            if self.open {
                failures += 1;
                self.less *= APPROACH_WIDENING;
            } else if before == [self.lower, self.upper] {
                break;
            }
        }
        Ok(())
    }

    /// The answer. `at`: the instant.
    fn finish(self, [a, b]: &[Aabb; 2], diagonal: f64, at: f64) -> PairDistance {
        let nothing = || {
            // Nothing is known but the boxes.
            let points = [a.centre(), b.centre()];
            ClosestPair { points, normal: DVec3::Z, features: [Feature::Part(0); 2] }
        };
        let found = self.contact.as_ref().map(ClosestPair::of);
        let on_both = found.or_else(|| witness::points(self.bodies, at));
        let (mut upper, mut proved) = (self.upper.min(diagonal), self.proved || self.upper > diagonal);
        if let Some(ClosestPair { points: [on_a, on_b], .. }) = on_both {
            // Points that are on the bodies up to the tolerance.
            let apart = on_a.distance(on_b) + self.query.tolerance;
            if apart < upper {
                (upper, proved) = (apart, false);
            }
        }
        let mut closest = on_both.unwrap_or_else(nothing);
        if let Some(normal) = (closest.points[1] - closest.points[0]).try_normalize()
            && found.is_none()
        {
            closest.normal = normal;
        }
        PairDistance {
            distance: Interval::between(self.lower.min(upper), upper),
            closest,
            evidence: if proved { Evidence::Proved } else { Evidence::Computed },
            effort: self.effort,
        }
    }
}
