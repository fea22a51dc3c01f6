//! Whether the bodies touch or overlap at the start of a stretch of time.
//!
//! **Question.** Do the surfaces meet at this instant, or is one body inside the other?
//!
//! **Idea.** There is no "before" in which they were apart, so they need not be tangent: contact alone is asked for, of all pairs of
//! faces, at this one instant. If the surfaces are apart, every connected part of a body is inside the other or outside of it as a
//! whole, and one place of it tells which.
//!
//! **Guarantee.** `Apart` is a proof.

use super::advance::{Course, Shared, advance, advance_groups};
use super::body::Body;
use super::cone::{Outward, separating};
use super::host::Host;
use super::inside::inside;
use super::list::{self, boxes, near, shared, some};
use super::overlap::{Overlap, Solids};
use super::sinking::Sinking;
use super::touching::Touching;
use super::{Ending, Stretch, describe};
use crate::tolerance::{COMPLETION_STEPS, FEW_COMPARISONS, INSIDE_WORK};
use crate::{Effort, FirstContact};
use glam::DVec3;
use tangency_geometry::solid::SolidWork as Workspace;
use tangency_geometry::surface::{Face, PatchWork};
use tangency_geometry::{Contact, Feature, Solid};
use tangency_interval::solve::Options;
use tangency_interval::{Interval, Vector3};

/// Whether a body is inside another.
enum Within {
    /// No part of it is.
    Not,
    /// This place of it is, in its own frame; if that is not proved, a place that is within the tolerance of being one.
    Held { place: Vector3, feature: Feature, proved: bool },
    /// It cannot be decided.
    Unknown,
}

impl<'question> Stretch<'question> {
    /// What is the case at the start of the stretch; `None` if there are no equations for two such bodies.
    pub(super) fn start(&self, effort: &mut Effort, options: &Options) -> Option<Ending> {
        let time = Interval::from(self.course.span.lower());
        if let [Body::Implicit(a), Body::Implicit(b)] = self.bodies {
            if self.outside {
                return Some(Ending::Apart);
            }
            let solids = Solids { a, b, relative: self.setting.frame.during(time), time };
            return Some(self.solids_start(&solids, effort, options));
        }
        let course = Course { span: time, options: *options, ..self.course };
        let found = match self.groups(false, None) {
            Some(groups) => advance_groups(groups, Vec::new(), course),
            None => advance(self.surfaces(time)?, course),
        };
        effort.pairs += found.pairs;
        effort.iterations += found.outcome.iterations;
        let mut contacts = describe::contacts(&found, &self.setting, self.course.options.accept, true);
        self.separate(&mut contacts, time);
        Some(match self.ending(&found.outcome, contacts) {
            Ending::Apart if self.outside => Ending::Apart,
            Ending::Apart => self.containment(time),
            ending @ (Ending::Touch(_) | Ending::Unfinished { .. }) => ending,
        })
    }

    /// Gives the contacts of bodies that touch without crossing the normal that separates them. The systems of the start know only the two
    /// faces of a solution, but around it others may end: on the rim of a cylinder that stands on a floor, the cap.
    fn separate(&self, contacts: &mut [Contact], time: Interval) {
        let poses = self.setting.frame.pieces().map(|piece| piece.pose(time.lower()));
        for contact in contacts {
            let outward = [0, 1].map(|side| {
                let host = Host { body: self.bodies[side], bounds: self.bounds[side], separation: 0.0 };
                let place = poses[side].inverse().apply(contact.point);
                let rotation = poses[side].rotation().normalize();
                let near = contact.gap.abs() + 4.0 * self.course.options.accept;
                let ways = host.outward(place, time, near).into_iter().map(|way| rotation * way);
                Outward::cone(ways).unwrap_or(Outward::Unknown)
            });
            let [Outward::Cone(_), Outward::Cone(_)] = &outward else { continue };
            if let (normal, true) = separating(&outward[0], &outward[1]) {
                contact.normal = normal;
            }
        }
    }

    /// What is the case for two implicit solids. Comparing values settles most questions in few steps. Exact tangency takes it too long, and the
    /// places of a mere touch are solutions of the systems of contact: these are asked then.
    fn solids_start(&self, solids: &Solids<'_>, effort: &mut Effort, options: &Options) -> Ending {
        let mut steps = 0;
        let mut overlap = solids.overlap(options.accept, options.budget.min(FEW_COMPARISONS), &mut steps);
        let mut touch = None;
        if !matches!(overlap, Overlap::Apart) {
            let left = options.budget.saturating_sub(steps).min(COMPLETION_STEPS);
            touch = self.touching_solids(solids.time, effort, &Options { budget: left, ..*options });
        }
        if matches!(overlap, Overlap::Unfinished) && touch.is_none() && options.budget > FEW_COMPARISONS {
            overlap = solids.overlap(options.accept, options.budget, &mut steps);
        }
        effort.iterations += steps;
        match (overlap, touch) {
            (Overlap::Apart, _) => Ending::Apart,
            (Overlap::Common { place, proved }, touch) => {
                let mut held = self.held(1, place, [Feature::Part(0); 2], proved);
                let deep = held.contacts.iter().any(|contact| contact.gap < -options.accept);
                if let Some(touch) = touch.filter(|_| !deep) {
                    return Ending::Touch(touch);
                }
                // Where the surfaces cross is not listed: one place stands for the overlap.
                held.complete = false;
                Ending::Touch(held)
            }
            (Overlap::Unfinished, Some(touch)) => Ending::Touch(touch),
            (Overlap::Unfinished, None) => Ending::Unfinished { from: self.course.span.lower() },
        }
    }

    /// Where the surfaces of two implicit solids touch at this instant without crossing, if they do somewhere.
    fn touching_solids(&self, time: Interval, effort: &mut Effort, options: &Options) -> Option<FirstContact> {
        let systems = list::systems(&self.bodies, &self.setting, time)?;
        let found = advance(systems, Course { span: time, options: *options, ..self.course });
        effort.iterations += found.outcome.iterations;
        let contacts = describe::contacts(&found, &self.setting, self.course.options.accept, true);
        match self.ending(&found.outcome, contacts) {
            Ending::Touch(first) => Some(first),
            Ending::Apart | Ending::Unfinished { .. } => None,
        }
    }

    /// Contact without tangency, of all pairs of faces whose boxes are not apart; `None` if there are no equations for two such bodies.
    pub(super) fn surfaces(&self, time: Interval) -> Option<Vec<Shared<'question>>> {
        let mut systems = Vec::new();
        match self.bodies {
            [a @ Body::Curved(_), Body::Implicit(b)] => {
                let faces = a.faces();
                some(&faces)?;
                for (face, _) in near(faces, &[b.bounding_box()], &self.setting, time) {
                    for part in b.elements().iter().filter(|part| part.leaves().len() == 1) {
                        let system = Sinking::new(&face, (b, part), &self.setting, time);
                        systems.push(shared(system.contact_alone()));
                    }
                }
            }
            [a @ Body::Curved(_), b @ Body::Curved(_)] => {
                let (faces_a, faces) = (a.faces(), b.faces());
                some(&faces_a)?;
                some(&faces)?;
                for (of_a, index) in near(faces_a, &boxes(&faces, time), &self.setting, time) {
                    systems.push(shared(Touching::new([&of_a, &faces[index]], &self.setting, time, false)));
                }
            }
            // Triangle by triangle (`groups`).
            [Body::Curved(_), Body::Flat { .. }] | [Body::Flat { .. }, Body::Implicit(_)] => return None,
            // Two implicit solids are compared by their values, two meshes by other methods, and other pairs come in the other order.
            [Body::Implicit(_), Body::Implicit(_) | Body::Flat { .. } | Body::Curved(_)]
            | [Body::Flat { .. }, Body::Flat { .. } | Body::Curved(_)] => return None,
        }
        Some(systems)
    }

    /// Whether a part of one body is inside the other, given that the surfaces are apart.
    fn containment(&self, time: Interval) -> Ending {
        let start = self.course.span.lower();
        for (inner, outer) in [(0, 1), (1, 0)] {
            if !self.setting.solid[outer] {
                continue;
            }
            let held = match (self.bodies[inner], self.bodies[outer]) {
                (Body::Implicit(solid), _) => self.solid_within(solid, outer, time),
                (Body::Curved(_) | Body::Flat { .. }, _) => self.surface_within(inner, outer, time),
            };
            match held {
                Within::Not => {}
                Within::Held { place, feature, proved } => {
                    let whole = self.bodies[outer].any_feature();
                    let features = if inner == 0 { [feature, whole] } else { [whole, feature] };
                    return Ending::Touch(self.held(inner, place, features, proved));
                }
                Within::Unknown => return Ending::Unfinished { from: start },
            }
        }
        Ending::Apart
    }

    /// Whether a place of a surface is inside the other body.
    fn surface_within(&self, inner: usize, outer: usize, time: Interval) -> Within {
        for part in self.representatives(inner, time) {
            // A place that is too close to the other surface decides nothing: then another one may.
            let decided = part.into_iter().find_map(|(place, feature)| {
                let held = self.holds(outer, self.seen_from(outer, place, time), time)?;
                Some(held.then_some(Within::Held { place, feature, proved: true }))
            });
            match decided {
                None => return Within::Unknown,
                Some(Some(held)) => return held,
                Some(None) => {}
            }
        }
        Within::Not
    }

    /// Whether the body has the place, as it sees it, inside; `None` if that cannot be decided.
    fn holds(&self, outer: usize, seen: Vector3, time: Interval) -> Option<bool> {
        if seen.disjoint(self.bounds[outer].region) {
            return Some(false);
        }
        inside(&self.bodies[outer], self.bounds[outer].reach(), seen, time)
    }

    /// Whether a place of an implicit solid is inside the other body. Space is halved until every part of it is free of the solid, or free of the
    /// other body's surface, so that its middle stands for all of it. Parts inside of the other body are halved until the solid certainly has a place
    /// there, or they are as small as a contact within the tolerance: a component may be as small as a point.
    ///
    /// The surfaces are apart, so a component is inside as a whole or not at all. It is least somewhere, where its function rises in no direction: parts on
    /// which it rises can be left out, however close to the surface they are.
    fn solid_within(&self, solid: &Solid, outer: usize, time: Interval) -> Within {
        let mut work = Workspace::default();
        let smallest = self.course.options.accept;
        let mut pending = vec![(solid.bounding_box(), false)];
        let mut left = INSIDE_WORK / self.bodies[outer].piece_count().max(1);
        while let Some((cell, mut held)) = pending.pop() {
            if left == 0 {
                return Within::Unknown;
            }
            left -= 1;
            let seen = self.seen_from(outer, cell, time);
            let value = solid.value(cell, time, &mut work);
            if value.lower() > 0.0 || seen.disjoint(self.bounds[outer].region) {
                continue;
            }
            let middle = Vector3::point(cell.mid());
            let inside = value.upper() <= 0.0;
            if !inside && !held && interior(cell, solid.bounding_box()) && rises(solid, cell, time, &mut work) {
                continue;
            }
            if !held && (inside || self.bodies[outer].surface_misses(seen, time)) {
                match self.holds(outer, self.seen_from(outer, middle, time), time) {
                    None => return Within::Unknown,
                    Some(false) => continue,
                    Some(true) => held = true,
                }
            }
            let proved = inside || (held && solid.value(middle, time, &mut work).upper() <= 0.0);
            if held && (proved || cell.width() <= smallest) {
                return Within::Held { place: middle, feature: Feature::Part(0), proved };
            }
            let (low, high) = cell.split(cell.widest());
            let [of_low, of_high] =
                [low, high].map(|half| solid.value(Vector3::point(half.mid()), time, &mut work).mid());
            // The last is the next: the one that is more likely in the solid.
            let order = if of_low < of_high { [high, low] } else { [low, high] };
            pending.extend(order.map(|half| (half, held)));
        }
        Within::Not
    }

    /// A place of a body, given in its own frame, as the other sees it.
    fn seen_from(&self, outer: usize, place: Vector3, time: Interval) -> Vector3 {
        let relative = self.setting.frame.during(time);
        if outer == 1 { relative.point(place) } else { relative.rotation.transpose() * (place - relative.translation) }
    }

    /// Some places of every connected part of a surface, in the body's own frame.
    fn representatives(&self, inner: usize, time: Interval) -> Vec<Vec<(Vector3, Feature)>> {
        match self.bodies[inner] {
            Body::Curved(brep) => {
                let places = |(index, face): (usize, &Face)| {
                    let place = |shares: [f64; 2]| {
                        let [u, v] = face.patch().domain();
                        let within =
                            |range: Interval, share: f64| range.lower() + (range.upper() - range.lower()) * share;
                        let parameters = [within(u, shares[0]), within(v, shares[1])];
                        let [u, v] = parameters.map(Interval::from);
                        let place = face.patch().point([u, v, time], &mut PatchWork::default());
                        (place, Feature::Patch { index: index as u32, parameters })
                    };
                    [[0.5, 0.5], [0.23, 0.71], [0.81, 0.37], [0.09, 0.13]].map(place).to_vec()
                };
                brep.faces().iter().enumerate().map(places).collect()
            }
            Body::Flat { facets, .. } => {
                let mesh = facets.mesh();
                let parts = mesh.components();
                let mut firsts = vec![Vec::new(); parts.count as usize];
                for (&part, corners) in parts.of_triangle.iter().zip(mesh.triangles()) {
                    let known: &mut Vec<_> = &mut firsts[part as usize];
                    if known.len() < 6 {
                        let place = |&vertex: &u32| self.bodies[inner].vertex(vertex, time);
                        known.extend(corners.iter().map(|vertex| (place(vertex), Feature::Vertex(*vertex))));
                    }
                }
                firsts
            }
            Body::Implicit(_) => Vec::new(),
        }
    }

    /// A place of one body, given in its frame, is inside the other. Nobody knows which way it came in: the contact tells the shortest way
    /// out that is found, and the gap is as much below zero.
    fn held(&self, inner: usize, place: Vector3, features: [Feature; 2], proved: bool) -> FirstContact {
        let start = self.course.span.lower();
        let time = Interval::from(start);
        let poses = self.setting.frame.pieces().map(|piece| piece.pose(start));
        let way_out = |outer: usize| {
            let host = Host { body: self.bodies[outer], bounds: self.bounds[outer], separation: 0.0 };
            let seen = if outer == inner { place } else { self.seen_from(outer, place, time) };
            let (outward, gap) = host.nearest(seen, time);
            let outward = poses[outer].rotation().normalize() * outward;
            (gap, if outer == 0 { outward } else { -outward })
        };
        let (gap, normal) = match self.bodies {
            // The place is inside both.
            [Body::Implicit(_), Body::Implicit(_)] => {
                let [out_of_a, out_of_b] = [0, 1].map(way_out);
                if out_of_a.0 > out_of_b.0 { out_of_a } else { out_of_b }
            }
            _ => way_out(1 - inner),
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

/// Whether a box is inside of another and away from its border.
fn interior(cell: Vector3, whole: Vector3) -> bool {
    (0..3).all(|axis| whole[axis].lower() < cell[axis].lower() && cell[axis].upper() < whole[axis].upper())
}

/// `true` proves that the function of the solid has no least value inside the box: along one direction all functions that it is combined of rise.
fn rises(solid: &Solid, cell: Vector3, time: Interval, work: &mut Workspace) -> bool {
    let slopes: Option<Vec<Vector3>> =
        solid.leaves().iter().map(|leaf| Some(leaf.slope(cell, time, work)?.gradient)).collect();
    let Some(slopes) = slopes else { return false };
    let direction: DVec3 = slopes.iter().map(|slope| DVec3::from_array(slope.mid()).normalize_or_zero()).sum();
    let direction = Vector3::point(direction.to_array());
    slopes.iter().all(|slope| slope.dot(direction).lower() > 0.0)
}
