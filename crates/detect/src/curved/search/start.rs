//! Whether the bodies touch or overlap at the start of a stretch of time.
//!
//! **Question.** Do the surfaces meet at this instant, or is one body inside the other?
//!
//! **Idea.** The bodies need not have been apart before, so they need not be tangent. Contact alone is required,
//! for all pairs of faces, at this one instant. If the surfaces are apart, one body may still be inside the other
//! (`containment`).
//!
//! **Guarantee.** `Apart` is a proof.

use super::advance::{SearchParameters, advance, advance_groups};
use super::overlap::{OverlapOutcome, SolidOverlap};
use super::stretch::{SmoothStretch, StretchEnding};
use crate::curved::elements::{BodyGeometry, HostBody};
use crate::curved::equations::{ClearanceGoal, SharedSystem, list};
use crate::tolerance::UNPROVED_REACH;
use crate::{Effort, FirstContact};
use glam::DVec3;
use tangency_geometry::{Contact, Feature};
use tangency_interval::solve::{Ended, Options};
use tangency_interval::{Interval, Vector3};

impl<'question> SmoothStretch<'question> {
    /// The ending at the start of the stretch; `None` if there are no equations for two such bodies.
    pub(super) fn start(&self, effort: &mut Effort, options: &Options) -> Option<StretchEnding> {
        let time = Interval::from(self.parameters.span.lower());
        if let [BodyGeometry::Implicit(a), BodyGeometry::Implicit(b)] = self.bodies {
            if self.known.outside {
                return Some(StretchEnding::Apart);
            }
            let solids = SolidOverlap::new([a, b], self.setting.frame().during(time), time);
            return Some(self.start_of_solids(&solids, effort, options));
        }
        let parameters = SearchParameters { span: time, options: *options, ..self.parameters };
        let found = match self.groups(false, None) {
            Some(groups) => advance_groups(groups, Vec::new(), parameters),
            None => advance(self.surface_systems(time)?, parameters),
        };
        let contacts = self.contacts(&found, effort, true);
        Some(match self.ending(&found.outcome, contacts) {
            StretchEnding::Apart if self.known.outside => StretchEnding::Apart,
            StretchEnding::Apart => self.containment(time),
            ending @ (StretchEnding::Touch(_) | StretchEnding::Unfinished { .. }) => ending,
        })
    }

    /// Whether the bodies, which are apart, are within the separation at the start of the stretch; `None` if there
    /// are no equations for them.
    pub(super) fn near_start(&self, separation: f64, effort: &mut Effort, options: &Options) -> Option<StretchEnding> {
        let time = Interval::from(self.parameters.span.lower());
        let clearance = ClearanceGoal { separation, at_start: true };
        // The objective here is a distance in metres, not a time.
        let accept = options.accept;
        let options =
            Options { simultaneity: UNPROVED_REACH * accept, accept_objective: UNPROVED_REACH * accept, ..*options };
        let parameters = SearchParameters { span: time, options, ..self.parameters };
        let found = match self.groups(true, Some(clearance)) {
            Some(groups) => advance_groups(groups, Vec::new(), parameters),
            None => advance(list::clearance_systems(&self.bodies, &self.setting, time, clearance)?, parameters),
        };
        let contacts = self.contacts(&found, effort, true);
        if !contacts.is_empty() {
            return Some(StretchEnding::Touch(FirstContact {
                time,
                contacts,
                complete: found.outcome.ended == Ended::Done,
            }));
        }
        let apart = found.outcome.ended == Ended::Done && found.outcome.proves_none();
        Some(if apart { StretchEnding::Apart } else { StretchEnding::Unfinished { from: time.lower() } })
    }

    /// The systems of contact without tangency.
    pub(super) fn surface_systems(&self, time: Interval) -> Option<Vec<SharedSystem<'question>>> {
        list::surface_systems(&self.bodies, &self.setting, time)
    }

    /// The ending at the start for two implicit solids.
    fn start_of_solids(&self, solids: &SolidOverlap<'_>, effort: &mut Effort, options: &Options) -> StretchEnding {
        let mut steps = 0;
        let overlap = solids.overlap(options.accept, options.budget, &mut steps);
        effort.iterations += steps;
        match overlap {
            OverlapOutcome::Apart => StretchEnding::Apart,
            OverlapOutcome::Common { place, proved } => self.contact_inside(1, place, [Feature::Part(0); 2], proved),
            OverlapOutcome::Unfinished => StretchEnding::Unfinished { from: self.parameters.span.lower() },
        }
    }

    /// Transforms a point of one body, given in its own frame, to the frame of body `outer`.
    pub(super) fn in_frame_of(&self, outer: usize, place: Vector3, time: Interval) -> Vector3 {
        let relative = self.setting.frame().during(time);
        if outer == 1 { relative.point(place) } else { relative.rotation.transpose() * (place - relative.translation) }
    }

    /// The contact for a point of one body, given in its frame, that is inside the other. The direction in which it
    /// entered is unknown, so the normal is that of the shortest exit that was found, and the gap is minus its
    /// length.
    pub(super) fn contact_inside(
        &self,
        inner: usize,
        place: Vector3,
        features: [Feature; 2],
        proved: bool,
    ) -> StretchEnding {
        let start = self.parameters.span.lower();
        let time = Interval::from(start);
        let poses = self.setting.frame().pieces().map(|piece| piece.pose(start));
        let exit = |outer: usize| {
            let host = HostBody::new(self.bodies[outer], self.bounds[outer], 0.0);
            let seen = if outer == inner { place } else { self.in_frame_of(outer, place, time) };
            let (outward, gap) = host.nearest(seen, time);
            let outward = poses[outer].rotation().normalize() * outward;
            (gap, if outer == 0 { outward } else { -outward })
        };
        let (gap, normal) = match self.bodies {
            // The point is inside both.
            [BodyGeometry::Implicit(_), BodyGeometry::Implicit(_)] => {
                let [out_of_a, out_of_b] = [0, 1].map(exit);
                if out_of_a.0 > out_of_b.0 { out_of_a } else { out_of_b }
            }
            _ => exit(1 - inner),
        };
        let contact = Contact {
            time,
            point: poses[inner].apply(DVec3::from_array(place.mid())),
            normal: normal.try_normalize().unwrap_or(DVec3::Z),
            gap,
            feature_a: features[0],
            feature_b: features[1],
            proved,
            initial: true,
        };
        StretchEnding::Touch(FirstContact { time, contacts: vec![contact], complete: true })
    }
}
