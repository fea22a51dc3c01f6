//! Whether the bodies touch or overlap at the start of a stretch of time.
//!
//! **Question.** Do the surfaces meet at this instant, or is one body inside the other?
//!
//! **Idea.** Smooth surfaces are tangent where they first touch after being apart. The bodies need not have been apart
//! before the start, so the systems require contact but not tangency. They cover all pairs of faces, at this one
//! instant. If the surfaces are apart, one body may still be inside the other (`containment`).
//!
//! **Guarantee.** `Apart` is a proof.

use super::advance::{SearchParameters, advance, advance_groups, advance_nets};
use super::describe;
use super::overlap::{OverlapOutcome, SolidOverlap, nearest_surface};
use super::stretch::{SmoothStretch, StretchEnding};
use crate::curved::elements::{BodyGeometry, HostBody};
use crate::curved::equations::{ClearanceGoal, Outward, SharedSystem, list, separating};
use crate::tolerance::{ACCEPTED_WIDTH, COMPLETION_STEPS, FEW_COMPARISONS, UNPROVED_REACH};
use crate::{Effort, FirstContact};
use glam::DVec3;
use tangency_geometry::{Contact, Feature, Solid};
use tangency_interval::solve::{SolverOptions, Termination};
use tangency_interval::{Interval, Vector3};

impl<'question> SmoothStretch<'question> {
    /// The result of the search at the start of the stretch. `None` if there are no equations for these bodies.
    pub(super) fn start(&self, effort: &mut Effort, options: &SolverOptions) -> Option<StretchEnding> {
        let time = Interval::from(self.parameters.span.lower());
        if let [BodyGeometry::Implicit(a), BodyGeometry::Implicit(b)] = self.bodies {
            if self.known.outside {
                return Some(StretchEnding::Apart);
            }
            let solids = SolidOverlap::new([a, b], self.setting.frame().during(time), time);
            return Some(self.start_of_solids(&solids, effort, options));
        }
        let parameters = SearchParameters { span: time, options: *options, ..self.parameters };
        let found = match (self.groups(false, None), self.nets(time, false)) {
            (Some(groups), _) => advance_groups(groups, Vec::new(), parameters),
            (None, Some(nets)) => advance_nets(nets, Vec::new(), parameters),
            (None, None) => advance(self.surface_systems(time)?, parameters),
        };
        let mut contacts = self.contacts(&found, effort, true);
        self.separate(&mut contacts, time);
        Some(match self.ending(&found.outcome, contacts) {
            StretchEnding::Apart if self.known.outside => StretchEnding::Apart,
            StretchEnding::Apart => self.containment(time),
            ending @ (StretchEnding::Touch(_) | StretchEnding::Unfinished { .. }) => ending,
        })
    }

    /// Whether bodies that are apart are within the separation at the start of the stretch. `None` if there are no
    /// equations for them.
    pub(super) fn near_start(
        &self,
        separation: f64,
        effort: &mut Effort,
        options: &SolverOptions,
    ) -> Option<StretchEnding> {
        let time = Interval::from(self.parameters.span.lower());
        let clearance = ClearanceGoal { separation, at_start: true };
        // The objective here is a distance in metres, not a time.
        let accept = options.accept;
        let options = SolverOptions {
            simultaneity: UNPROVED_REACH * accept,
            accept_objective: UNPROVED_REACH * accept,
            ..*options
        };
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
                complete: found.outcome.ended == Termination::Done,
            }));
        }
        let apart = found.outcome.ended == Termination::Done && found.outcome.proves_none();
        Some(if apart { StretchEnding::Apart } else { StretchEnding::Unfinished { from: time.lower() } })
    }

    /// The systems of equations for contact without tangency.
    pub(super) fn surface_systems(&self, time: Interval) -> Option<Vec<SharedSystem<'question>>> {
        list::surface_systems(&self.bodies, &self.setting, time)
    }

    /// Where the bodies touch without crossing, replaces the contact normal by one that separates them. The systems
    /// at the start use only the two faces of a solution, but other faces may meet there. For example, a contact on
    /// the rim of a cylinder that stands on a floor also belongs to the cap.
    fn separate(&self, contacts: &mut [Contact], time: Interval) {
        let poses = self.setting.frame().pieces().map(|piece| piece.pose(time.lower()));
        for contact in contacts {
            let outward = [0, 1].map(|side| {
                let host = HostBody::new(self.bodies[side], self.bounds[side], 0.0);
                let place = poses[side].inverse().apply(contact.point);
                let rotation = poses[side].rotation().normalize();
                let near = contact.gap.abs() + UNPROVED_REACH * self.parameters.options.accept;
                let normals = host.outward(place, time, near).into_iter().map(|normal| rotation * normal);
                Outward::cone(normals).unwrap_or(Outward::Unknown)
            });
            let [Outward::Cone(_), Outward::Cone(_)] = &outward else { continue };
            if let (normal, true) = separating(&outward[0], &outward[1]) {
                contact.normal = normal;
            }
        }
    }

    /// The result at the start for two implicit solids. Comparing the values of both functions decides most queries
    /// in few steps, but takes too long for exact tangency. Unless it proves the solids apart, the contact systems
    /// are searched as well. Their solutions are the points where the surfaces touch without crossing.
    fn start_of_solids(
        &self,
        solids: &SolidOverlap<'_>,
        effort: &mut Effort,
        options: &SolverOptions,
    ) -> StretchEnding {
        let (mut steps, stop) = (0, self.parameters.stop);
        let mut overlap = solids.overlap(options.accept, options.budget.min(FEW_COMPARISONS), &mut steps, stop);
        let mut touch = None;
        if !matches!(overlap, OverlapOutcome::Apart) {
            let left = options.budget.saturating_sub(steps).min(COMPLETION_STEPS);
            let time = Interval::from(self.parameters.span.lower());
            touch = self.touching_solids(time, effort, &SolverOptions { budget: left, ..*options });
        }
        if let (OverlapOutcome::Unfinished { nearest }, None) = (&overlap, &touch) {
            let within = 0.5 * options.accept / ACCEPTED_WIDTH;
            overlap = solids.descend(*nearest, within).unwrap_or(overlap);
        }
        if matches!(overlap, OverlapOutcome::Unfinished { .. }) && touch.is_none() && options.budget > FEW_COMPARISONS {
            overlap = solids.overlap(options.accept, options.budget, &mut steps, stop);
        }
        effort.iterations += steps;
        match (overlap, touch) {
            (OverlapOutcome::Apart, _) => StretchEnding::Apart,
            (OverlapOutcome::Common { place, proved }, touch) => {
                let mut inside = self.contact_inside(1, place, [Feature::Part(0); 2], proved);
                let deep = inside.contacts.iter().any(|contact| contact.gap < -options.accept);
                if let Some(touch) = touch.filter(|_| !deep) {
                    return StretchEnding::Touch(touch);
                }
                // The intersection curves of the surfaces are not listed. One point represents the overlap.
                inside.complete = false;
                StretchEnding::Touch(inside)
            }
            (OverlapOutcome::Unfinished { .. }, Some(touch)) => StretchEnding::Touch(touch),
            (OverlapOutcome::Unfinished { .. }, None) => {
                StretchEnding::Unfinished { from: self.parameters.span.lower() }
            }
        }
    }

    /// The contacts of two implicit solids whose surfaces touch without crossing at this instant. `None` if none is
    /// found.
    fn touching_solids(&self, time: Interval, effort: &mut Effort, options: &SolverOptions) -> Option<FirstContact> {
        let systems = list::contact_systems(&self.bodies, &self.setting, time)?;
        let found = advance(systems, SearchParameters { span: time, options: *options, ..self.parameters });
        effort.iterations += found.outcome.iterations;
        let contacts = describe::contacts(&found, &self.setting, self.parameters.options.accept, true);
        match self.ending(&found.outcome, contacts) {
            StretchEnding::Touch(first) => Some(first),
            StretchEnding::Apart | StretchEnding::Unfinished { .. } => None,
        }
    }

    /// Transforms a point from the frame of the other body to the frame of body `outer`.
    pub(super) fn in_frame_of(&self, outer: usize, place: Vector3, time: Interval) -> Vector3 {
        let relative = self.setting.frame().during(time);
        if outer == 1 { relative.point(place) } else { relative.rotation.transpose() * (place - relative.translation) }
    }

    /// The contact for a point of body `inner`, given in its frame, that is inside the other body. The direction of
    /// entry is unknown. Therefore the normal is that of the shortest exit found, and the gap is minus its length. For
    /// two implicit solids, the normal is the normalised difference of both outward normals, unless that is zero.
    pub(super) fn contact_inside(
        &self,
        inner: usize,
        place: Vector3,
        features: [Feature; 2],
        proved: bool,
    ) -> FirstContact {
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
            // The point is inside both, or on the surface of one. The smaller body is inside the larger one, so the
            // deeper exit counts.
            [BodyGeometry::Implicit(a), BodyGeometry::Implicit(b)] => {
                let [out_of_a, out_of_b] = [0, 1].map(exit);
                let deeper = if out_of_a.0 < out_of_b.0 { out_of_a } else { out_of_b };
                let gradient = |body: usize, solid: &Solid| {
                    let seen = if body == inner { place } else { self.in_frame_of(body, place, time) };
                    nearest_surface(solid, DVec3::from_array(seen.mid()), time)
                        .map(|surface| poses[body].rotation().normalize() * surface.normal)
                };
                let [of_a, of_b] = [gradient(0, a), gradient(1, b)].map(Option::unwrap_or_default);
                (deeper.0.min(0.0), (of_a - of_b).try_normalize().unwrap_or(deeper.1))
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
        FirstContact { time, contacts: vec![contact], complete: true }
    }
}
