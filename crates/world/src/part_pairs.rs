//! The first contact of bodies that consist of convex parts, on their paths.
//!
//! **Question.** Two bodies, each of one or several convex parts, fly, turn and tumble. When do they come within a skin of
//! each other?
//!
//! **Idea.** Conservative advancement of every pair of parts. The gap of two parts at an instant has a normal along which
//! they are apart by a proved distance ([`ConvexPair`]). Bounds on the motion along it, to first order
//! ([`crate::hulls::apart_for`]) and for corners to second order ([`Lead`]), give a time for which these two stay apart.
//! The pair of parts whose time ends first is looked at next, so that parts which are far apart are asked once.
//!
//! **Guarantee.** `Clear` is a proof, up to the rounding of the paths, which is added as an uncertainty. An impact takes
//! place while the bodies are apart. What the steps do not decide is left to the table of methods, from the instant on
//! until which the bodies are proved apart.
//!
//! **Cost.** 200 to 500 ns a step; some ten steps for a contact, and one for each pair of parts that are far apart.
//!
//! **Source.** Mirtich 1996 for the advancement; Gilbert, Johnson and Keerthi 1988 for the gap.

use crate::convex_parts::{ConvexPart, ConvexParts, feature_of};
use crate::detail::Outlook;
use crate::engine::Engine;
use crate::group::FoundContacts;
use crate::hulls::{Placed, apart_for, approach};
use crate::lead::{Lead, Leading};
use crate::manifold::facing_points;
use crate::tolerance::{ADVANCE_STEPS, FLAT, HULL_BRACKET, HULL_UNCERTAINTY, LEAST_STRETCH, NO_APPROACH};
use glam::DVec3;
use std::sync::Arc;
use tangency_detect::{ConvexPair, FeatureDistance, ZoneFeature};
use tangency_geometry::{Contact, Feature};
use tangency_interval::Interval;

/// Two parts, and until when they are proved apart.
struct PartPair<'form> {
    numbers: [usize; 2],
    parts: [&'form ConvexPart; 2],
    search: ConvexPair,
    until: f64,
}

/// What one step of a pair of parts has shown.
enum Step {
    ApartUntil(f64),
    Touches(FeatureDistance),
    Undecided,
}

impl PartPair<'_> {
    /// The gap of the parts at an instant, and the rounding of their poses.
    fn gap(&mut self, [a, b]: [&Placed; 2]) -> (FeatureDistance, f64) {
        let gap = self.search.distance([&a.pose, &b.pose]);
        let largest = a.pose.translation().abs().max(b.pose.translation().abs()).max_element();
        let sizes = self.parts.map(|part| part.reach + part.radius());
        let found = FeatureDistance {
            distance: gap.gap.upper(),
            lower: gap.gap.lower(),
            overlapping: false,
            normal: gap.normal,
            points: gap.points,
            features: [ZoneFeature::Vertex(0); 2],
        };
        (found, HULL_UNCERTAINTY * (largest + sizes[0] + sizes[1]))
    }

    /// One step of the advancement, from an instant on.
    fn step(&mut self, placed: [&Placed; 2], [time, to]: [f64; 2], skin: f64) -> Step {
        let (found, uncertainty) = self.gap(placed);
        if !(found.lower > uncertainty) {
            return Step::Undecided;
        }
        let reaches = self.parts.map(|part| part.reach);
        let lead = self.lead(placed, found.normal);
        let radii = self.parts[0].radius() + self.parts[1].radius();
        let apart = |margin: f64| {
            let quick = apart_for(&found, placed, reaches, margin);
            let rest = to - time;
            match &lead {
                Some(lead) if quick < rest => quick.max(lead.lasts(margin + radii, rest)),
                Some(_) | None => quick,
            }
        };
        // Until the gap may be a skin.
        let first = apart(uncertainty + skin);
        if time + first < to
            && found.lower < HULL_BRACKET * skin
            && approach(&found, placed[0], placed[1]) > NO_APPROACH
        {
            return Step::Touches(found);
        }
        // Parts that are closer and recede: until they may touch.
        let next = time + if first > 0.0 { first } else { apart(uncertainty) };
        if next > time { Step::ApartUntil(next) } else { Step::Undecided }
    }

    /// The lead of the second part over the first one, if both have corners.
    fn lead(&self, [a, b]: [&Placed; 2], normal: DVec3) -> Option<Lead<'_>> {
        let corners = |side: usize, placed: &Placed| {
            let part = self.parts[side];
            part.corners.as_deref().map(|all| Leading::new(all, part.reach, placed, normal))
        };
        let [of_a, of_b] = [corners(0, a)?, corners(1, b)?];
        let between = b.pose.translation() - a.pose.translation();
        let radii = self.parts[0].radius() + self.parts[1].radius();
        Some(Lead {
            bodies: [Some(of_a), Some(of_b)],
            distance: normal.dot(between),
            velocity: normal.dot(b.velocity - a.velocity),
            // The worst of all accelerations along the direction.
            acceleration: normal.dot(b.acceleration - a.acceleration) - (a.sway[0] + b.sway[0]),
            size: between.abs().element_sum() + a.pose.translation().length() + b.pose.translation().length() + radii,
        })
    }
}

/// The answer where the steps end at an instant without a decision.
pub(crate) fn undecided(time: f64, [from, to]: [f64; 2]) -> Option<Outlook> {
    (time > from + LEAST_STRETCH * (to - from)).then_some(Outlook::ClearUntil { until: time })
}

impl Engine<'_> {
    /// What happens between two bodies of convex parts; `None` if this method does not tell.
    pub(crate) fn outlook_of_parts(&mut self, pair: [usize; 2], [from, to]: [f64; 2]) -> Option<Outlook> {
        let [first, second] = pair.map(|body| self.forms[body].parts(&self.bodies, body));
        let (first, second) = (first?, second?);
        let skin = self.run.skin;
        let mut pairs = pairs_of([&first, &second], from);
        let (mut time, mut placed) = (f64::NAN, None);
        for _ in 0..ADVANCE_STEPS * pairs.len() {
            let Some(next) = pairs.iter_mut().min_by(|one, other| one.until.total_cmp(&other.until)) else { break };
            if next.until >= to {
                return Some(Outlook::Clear);
            }
            if next.until != time {
                time = next.until;
                placed = self.placed(pair[0], time).zip(self.placed(pair[1], time));
            }
            let (a, b) = placed.as_ref()?;
            match next.step([a, b], [time, to], skin) {
                Step::ApartUntil(until) => next.until = until,
                Step::Undecided => return undecided(time, [from, to]),
                Step::Touches(found) => {
                    let reached = time + found.distance / approach(&found, a, b);
                    let time_of = Interval::between(time, reached.max(time));
                    let contacts = self.contacts_of_parts(pair, &mut pairs, [a, b], time_of);
                    let found = FoundContacts { pair, contacts, time: time_of };
                    return Some(Outlook::Touches { at: time, found });
                }
            }
        }
        undecided(time, [from, to])
    }

    /// The contacts of all pairs of parts that are close.
    fn contacts_of_parts(
        &self,
        pair: [usize; 2],
        pairs: &mut [PartPair<'_>],
        placed: [&Placed; 2],
        time: Interval,
    ) -> Vec<Contact> {
        let depth = FLAT * self.run.skin;
        let mut contacts = Vec::new();
        for one in pairs.iter_mut().filter(|one| one.until <= time.upper()) {
            let (found, _) = one.gap(placed);
            if found.lower >= depth {
                continue;
            }
            for (point, gap) in places_of(one.parts, placed, &found, depth) {
                let outward = [found.normal, -found.normal];
                let named = |side: usize| {
                    let on_body = point - 0.5 * gap * outward[side];
                    self.part_feature(pair[side], one.numbers[side], placed[side], [on_body, outward[side]])
                };
                let [feature_a, feature_b] = [named(0), named(1)];
                let normal = found.normal;
                contacts.push(Contact {
                    time,
                    point,
                    normal,
                    gap,
                    feature_a,
                    feature_b,
                    proved: false,
                    initial: false,
                });
            }
        }
        contacts
    }

    /// The feature of a part of a body at a point of its surface in the world, with the outward direction.
    pub(crate) fn part_feature(
        &self,
        body: usize,
        part: usize,
        placed: &Placed,
        [point, outward]: [DVec3; 2],
    ) -> Feature {
        let back = placed.pose.inverse();
        let place = self.forms[body].parts(&self.bodies, body).map(|parts| parts.to_body(back.apply(point)));
        let shape = self.bodies.all[body].prepared.shape();
        place.map_or(Feature::Part(0), |place| feature_of(shape, part, place, back.rotation() * outward))
    }
}

/// All pairs of parts of two bodies, none of them looked at.
fn pairs_of<'form>([first, second]: [&'form ConvexParts; 2], from: f64) -> Vec<PartPair<'form>> {
    let mut pairs = Vec::with_capacity(first.all().len() * second.all().len());
    for (a, of_first) in first.all().iter().enumerate() {
        for (b, of_second) in second.all().iter().enumerate() {
            let search = ConvexPair::of(Arc::clone(&of_first.convex), Arc::clone(&of_second.convex));
            pairs.push(PartPair { numbers: [a, b], parts: [of_first, of_second], search, until: from });
        }
    }
    pairs
}

/// The places at which two parts are close, halfway between them, with their gaps: those of two flat sides, or the
/// closest points.
fn places_of(parts: [&ConvexPart; 2], placed: [&Placed; 2], found: &FeatureDistance, depth: f64) -> Vec<(DVec3, f64)> {
    let outline = |side: usize, outward: DVec3| -> Vec<DVec3> {
        let pose = &placed[side].pose;
        let all = parts[side].outline(pose.rotation().inverse() * outward);
        all.into_iter().map(|point| pose.apply(point)).collect()
    };
    let [low, high] = [outline(0, found.normal), outline(1, -found.normal)];
    let facing = facing_points([&low, &high], found.normal, depth);
    if facing.len() > 1 {
        return facing.into_iter().map(|one| (one.point, one.gap)).collect();
    }
    vec![(0.5 * (found.points[0] + found.points[1]), found.distance)]
}
