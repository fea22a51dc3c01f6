//! One step: a stretch of time during which all vertices move straight.

use super::{frames, ordered};
use crate::features::{FeaturePair, MeshFeature, PairMeeting, StraightPaths, inside};
use crate::limits::StepBudget;
use crate::tolerance::RESOLUTION;
use crate::touch::{Listed, contained};
use crate::{DetectError, Effort, Faceted, FirstContact, Query, Touching, touch};
use rayon::prelude::*;
use tangency_geometry::{Contact, Mesh};
use tangency_interval::Interval;

/// The result of one step.
pub(crate) enum StepOutcome {
    Apart,
    Touch(FirstContact),
    Unfinished { from: f64 },
}

/// One stretch of time during which all vertices move straight.
pub(crate) struct StraightStep<'step> {
    pub(crate) a: Faceted<'step>,
    /// The second mesh; `None` for self-contact of the first.
    pub(crate) b: Option<Faceted<'step>>,
    /// First and last instant, in seconds.
    pub(crate) ends: [f64; 2],
    pub(crate) query: &'step Query,
    paths_a: StraightPaths,
    paths_b: Option<StraightPaths>,
}

/// The contacts that a search must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WantedContacts {
    /// The contacts of the first instant of contact.
    First,
    /// Every pair of features that touches.
    Every,
    /// Only the time up to which no features touch. The search stops if that is the start.
    Free,
}

/// A pair of features that meets, and when in the step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MetFeatures {
    pub(crate) features: [MeshFeature; 2],
    pub(crate) meeting: PairMeeting,
}

/// The contacts that the search over a step has found so far.
pub(crate) struct StepContacts<'step> {
    pub(crate) wanted: WantedContacts,
    pub(crate) meetings: Vec<MetFeatures>,
    /// Contacts that begin later, as a fraction of the step, are not wanted.
    pub(crate) latest: f64,
    /// A contact may begin this much later than the first and still be wanted, as a fraction of the step.
    pub(crate) slack: f64,
    /// The search is complete only up to this fraction of the step. `None` if it is complete.
    pub(crate) unfinished: Option<f64>,
    pub(crate) pairs: u64,
    pub(crate) budget: StepBudget<'step>,
}

impl<'step> StepContacts<'step> {
    fn new(step: &StraightStep<'step>, effort: &Effort, wanted: WantedContacts) -> Self {
        // A budget would make the list of all contacts incomplete without a sign of it.
        let budget = match wanted {
            WantedContacts::Every => StepBudget::endless(effort.iterations),
            WantedContacts::First | WantedContacts::Free => StepBudget::of(step.query, effort.iterations),
        };
        let slack = step.slack();
        Self { wanted, meetings: Vec::new(), latest: 1.0, slack, unfinished: None, pairs: effort.pairs, budget }
    }

    /// Pairs that meet later need no test.
    pub(crate) fn horizon(&self) -> f64 {
        self.unfinished.map_or(self.latest, |from| from.min(self.latest))
    }

    pub(crate) fn add(&mut self, features: [MeshFeature; 2], meeting: PairMeeting) {
        match self.wanted {
            WantedContacts::Every => {}
            WantedContacts::Free if meeting.s[0] <= 0.0 => self.latest = f64::NEG_INFINITY,
            WantedContacts::First | WantedContacts::Free => self.latest = self.latest.min(meeting.s[1] + self.slack),
        }
        self.meetings.push(MetFeatures { features, meeting });
    }
}

impl<'step> StraightStep<'step> {
    /// The step between two instants of straight motion.
    pub(crate) fn new(
        a: Faceted<'step>,
        b: Option<Faceted<'step>>,
        ends: [f64; 2],
        query: &'step Query,
    ) -> Result<Self, DetectError> {
        let paths = |body: Faceted<'_>| StraightPaths::new(body, ends[0], ends[1]);
        let step = Self { a, b, ends, query, paths_a: paths(a)?, paths_b: b.map(paths).transpose()? };
        let resolution = RESOLUTION * step.reach();
        if query.tolerance < resolution {
            return Err(DetectError::TooFine { tolerance: query.tolerance, resolution });
        }
        Ok(step)
    }

    /// The largest absolute coordinate of a vertex during the step.
    fn reach(&self) -> f64 {
        self.paths_a.reach.max(self.paths_b.as_ref().map_or(0.0, |paths| paths.reach))
    }

    /// The two meshes; for self-contact the first mesh twice.
    pub(crate) fn meshes(&self) -> [&'step Mesh; 2] {
        self.bodies().map(|body| body.facets().mesh())
    }

    pub(crate) fn bodies(&self) -> [Faceted<'step>; 2] {
        [self.a, self.b.unwrap_or(self.a)]
    }

    /// The paths of the vertices of both meshes.
    pub(crate) fn paths(&self) -> [&StraightPaths; 2] {
        [&self.paths_a, self.paths_b.as_ref().unwrap_or(&self.paths_a)]
    }

    /// The first contact within the step. `first`: this is the first step of the span.
    pub(crate) fn first_contact(&self, first: bool, effort: &mut Effort, reached: &mut dyn FnMut(f64)) -> StepOutcome {
        let outcome = self.search(first, effort, reached);
        let touches_at_start =
            matches!(&outcome, StepOutcome::Touch(touch) if touch.contacts.iter().any(|c| c.initial));
        if !first || touches_at_start {
            return outcome;
        }
        match self.containment() {
            Some(Some(contact)) => self.touch(vec![touch::FoundContact::certain(contact)]),
            Some(None) => outcome,
            None => StepOutcome::Unfinished { from: self.ends[0] },
        }
    }

    /// The earliest meetings of the features of both meshes.
    fn search(&self, first: bool, effort: &mut Effort, reached: &mut dyn FnMut(f64)) -> StepOutcome {
        let mut found = self.collect(WantedContacts::First, first, effort, reached);
        let horizon = found.horizon();
        found.meetings.retain(|met| met.meeting.s[0] <= horizon);
        match (found.meetings.is_empty(), found.unfinished) {
            (false, _) => self.touch(found.meetings.iter().map(|met| self.describe(met)).collect()),
            (true, Some(from)) => StepOutcome::Unfinished { from: self.time(from).lower() },
            (true, None) => StepOutcome::Apart,
        }
    }

    /// Every pair of features that touches within the step, with its first contact.
    pub(crate) fn every_contact(&self, first: bool, effort: &mut Effort) -> Vec<Touching> {
        let mut meetings = self.collect(WantedContacts::Every, first, effort, &mut |_| ()).meetings;
        // If an edge is not proved to pierce a face, its contact is described by features on their border. It comes
        // after the contacts that were found through those features.
        let doubtful = |met: &MetFeatures| {
            !met.meeting.proved && met.features.iter().map(|one| one.vertices().len()).sum::<usize>() == 5
        };
        if meetings.iter().any(doubtful) {
            meetings.sort_by_key(doubtful);
        }
        let touching = |met: &MetFeatures| {
            let (found, features) = self.described(met, Listed::Alone);
            let [a, b] = features.map(|feature| feature.element());
            let touching = Touching { a, b, contact: found.contact };
            if self.b.is_none() { ordered_pair(touching) } else { touching }
        };
        meetings.par_iter().map(touching).collect()
    }

    /// All wanted meetings, and perhaps some later ones.
    pub(super) fn collect(
        &self,
        wanted: WantedContacts,
        first: bool,
        effort: &mut Effort,
        reached: &mut dyn FnMut(f64),
    ) -> StepContacts<'step> {
        let mut found = StepContacts::new(self, effort, wanted);
        match frames::FrameStep::suiting(self, found.budget.is_limited()) {
            Some(frames) => frames.collect(first, &mut found),
            None => ordered::collect(self, first, &mut found, reached),
        }
        *effort = Effort { pairs: found.pairs, iterations: found.budget.spent };
        found
    }

    /// The contact of one solid inside the other at the start. `None` if containment cannot be decided.
    fn containment(&self) -> Option<Option<Contact>> {
        let Some(b) = self.b else { return Some(None) };
        let [paths_a, paths_b] = self.paths();
        for (inner, outer, swapped) in
            [((self.a, paths_a), (b, paths_b), false), ((b, paths_b), (self.a, paths_a), true)]
        {
            if !outer.0.facets().is_solid() {
                continue;
            }
            let (mesh, paths) = (outer.0.facets().mesh(), outer.1);
            // Motions that are not given vertex by vertex move coincident vertices alike.
            let alike = outer.0.motion().vertex_count().is_none();
            for &vertex in inner.0.facets().representatives() {
                let path = inner.1.of(vertex);
                if inside(&path, mesh, paths, alike)? {
                    return Some(Some(contained(vertex, &path, (mesh, paths), swapped, self.time(0.0))));
                }
            }
        }
        Some(None)
    }

    /// The simultaneity of the query as a fraction of the step, rounded up.
    pub(super) fn slack(&self) -> f64 {
        let [start, end] = self.ends;
        match self.query.simultaneity {
            Some(simultaneity) if start < end => (Interval::from(simultaneity) / (Interval::from(end) - start)).upper(),
            Some(_) | None => 0.0,
        }
    }

    fn touch(&self, found: Vec<touch::FoundContact>) -> StepOutcome {
        StepOutcome::Touch(self.together(found))
    }

    pub(super) fn together(&self, found: Vec<touch::FoundContact>) -> FirstContact {
        touch::together(found, self.reach(), self.query)
    }

    pub(super) fn describe(&self, met: &MetFeatures) -> touch::FoundContact {
        let (found, _) = self.described(met, Listed::AmongOthers);
        if self.b.is_none() { found.in_order() } else { found }
    }

    /// The contact of a meeting, and the features that contain it.
    fn described(&self, met: &MetFeatures, listed: Listed) -> (touch::FoundContact, [MeshFeature; 2]) {
        let MetFeatures { features, meeting } = met;
        let time = self.time(meeting.s[0]).hull(self.time(meeting.s[1]));
        let pair = self.pair(*features);
        let [paths_a, paths_b] = self.paths();
        let position_a = |vertex: u32, s: f64| paths_a.of(vertex).near(s);
        let position_b = |vertex: u32, s: f64| paths_b.of(vertex).near(s);
        let meeting = touch::MetPair {
            models: self.bodies().map(|body| body.facets()),
            places: [&position_a, &position_b],
            names: *features,
            pair: &pair,
            ends: meeting.s,
            before: meeting.direction,
            time,
            proved: meeting.proved,
            initial: meeting.direction.is_none() && meeting.s == [0.0, 0.0],
            listed,
            rigid: false,
            itself: self.b.is_none(),
        };
        meeting.describe()
    }

    /// Two features with the paths of their vertices.
    pub(crate) fn pair(&self, features: [MeshFeature; 2]) -> FeaturePair {
        let [paths_a, paths_b] = self.paths();
        FeaturePair::new(features, |vertex| paths_a.of(vertex), |vertex| paths_b.of(vertex))
    }

    /// The time at fraction `s` of the step, enclosed.
    pub(super) fn time(&self, s: f64) -> Interval {
        let [start, end] = self.ends;
        if s == 0.0 || s == 1.0 {
            return if s == 0.0 { start.into() } else { end.into() };
        }
        let time = Interval::from(start) + (Interval::from(end) - start) * s;
        time.intersection(Interval::between(start, end))
    }
}

/// Self-contact, with the two features in their order.
fn ordered_pair(touching: Touching) -> Touching {
    let contact = touching.contact.in_order();
    if contact == touching.contact { touching } else { Touching { a: touching.b, b: touching.a, contact } }
}
