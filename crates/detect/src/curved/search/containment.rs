//! Whether one body is inside the other at the start of a stretch of time.
//!
//! **Question.** The surfaces of two bodies are apart at an instant. Is a part of one body inside the other?
//!
//! **Idea.** Every connected part of a body is then inside the other as a whole, or outside as a whole, so one
//! point of it decides.
//!
//! **Guarantee.** `Apart` is a proof.

use super::stretch::{SmoothStretch, StretchEnding};
use crate::curved::elements::{BodyGeometry, inside};
use crate::tolerance::{INSIDE_WORK, TRIMMED_POINTS};
use glam::DVec3;
use tangency_geometry::solid::SolidWork;
use tangency_geometry::surface::{Face, PatchWork};
use tangency_geometry::{Feature, Solid};
use tangency_interval::{Interval, Vector3};

/// Whether a body is inside another.
enum Containment {
    /// No part of it is inside.
    Not,
    /// This point, in its own frame, is inside. If that is not proved, the point is within the tolerance of a point
    /// that is.
    Held { place: Vector3, feature: Feature, proved: bool },
    /// Undecided.
    Unknown,
}

impl SmoothStretch<'_> {
    /// Whether a part of one body is inside the other, given that the surfaces are apart.
    pub(super) fn containment(&self, time: Interval) -> StretchEnding {
        let start = self.parameters.span.lower();
        for (inner, outer) in [(0, 1), (1, 0)] {
            if !self.setting.is_solid(outer) {
                continue;
            }
            let held = match (self.bodies[inner], self.bodies[outer]) {
                (BodyGeometry::Implicit(solid), _) => self.solid_within(solid, outer, time),
                (BodyGeometry::Curved(_) | BodyGeometry::Flat { .. }, _) => self.surface_within(inner, outer, time),
            };
            match held {
                Containment::Not => {}
                Containment::Held { place, feature, proved } => {
                    let whole = self.bodies[outer].any_feature();
                    let features = if inner == 0 { [feature, whole] } else { [whole, feature] };
                    return StretchEnding::Touch(self.contact_inside(inner, place, features, proved));
                }
                Containment::Unknown => return StretchEnding::Unfinished { from: start },
            }
        }
        StretchEnding::Apart
    }

    /// Whether a point of a surface is inside the other body.
    fn surface_within(&self, inner: usize, outer: usize, time: Interval) -> Containment {
        for part in self.representatives(inner, time) {
            // A point too close to the other surface is undecided. Another point of the same part may decide.
            let decided = part.into_iter().find_map(|(place, feature)| {
                let held = self.holds(outer, self.in_frame_of(outer, place, time), time)?;
                Some(held.then_some(Containment::Held { place, feature, proved: true }))
            });
            match decided {
                None => return Containment::Unknown,
                Some(Some(held)) => return held,
                Some(None) => {}
            }
        }
        Containment::Not
    }

    /// Whether the point, given in the frame of the body, is inside it; `None` if that cannot be decided.
    fn holds(&self, outer: usize, seen: Vector3, time: Interval) -> Option<bool> {
        if seen.disjoint(self.bounds[outer].region()) {
            return Some(false);
        }
        inside(&self.bodies[outer], self.bounds[outer].reach(), seen, time)
    }

    /// Whether a point of an implicit solid is inside the other body. Space is bisected until every cell is free of
    /// the solid, or free of the other body's surface, so that its centre decides for the whole cell. Cells inside
    /// the other body are bisected until the solid certainly has a point there, or until they are as small as a
    /// contact within the tolerance: a component may be as small as a point.
    ///
    /// The surfaces are apart, so a component is inside as a whole or not at all. The solid's function has a
    /// minimum in every component, and in a minimum it rises in no direction. Cells on which it rises in some
    /// direction can therefore be skipped, however close to the surface they are.
    fn solid_within(&self, solid: &Solid, outer: usize, time: Interval) -> Containment {
        let mut work = SolidWork::default();
        let smallest = self.parameters.options.accept;
        let mut pending = vec![(solid.bounding_box(), false)];
        let mut left = INSIDE_WORK / self.bodies[outer].piece_count().max(1);
        while let Some((cell, mut held)) = pending.pop() {
            if left == 0 {
                return Containment::Unknown;
            }
            left -= 1;
            let seen = self.in_frame_of(outer, cell, time);
            let value = solid.value(cell, time, &mut work);
            if value.lower() > 0.0 || seen.disjoint(self.bounds[outer].region()) {
                continue;
            }
            let middle = Vector3::point(cell.mid());
            let inside = value.upper() <= 0.0;
            if !inside && !held && interior(cell, solid.bounding_box()) && rises(solid, cell, time, &mut work) {
                continue;
            }
            if !held && (inside || self.bodies[outer].surface_misses(seen, time)) {
                match self.holds(outer, self.in_frame_of(outer, middle, time), time) {
                    None => return Containment::Unknown,
                    Some(false) => continue,
                    Some(true) => held = true,
                }
            }
            let proved = inside || (held && solid.value(middle, time, &mut work).upper() <= 0.0);
            if held && (proved || cell.width() <= smallest) {
                return Containment::Held { place: middle, feature: Feature::Part(0), proved };
            }
            let (low, high) = cell.split(cell.widest());
            let [of_low, of_high] =
                [low, high].map(|half| solid.value(Vector3::point(half.mid()), time, &mut work).mid());
            // The last cell is next: the half that is more likely inside the solid.
            let order = if of_low < of_high { [high, low] } else { [low, high] };
            pending.extend(order.map(|half| (half, held)));
        }
        Containment::Not
    }

    /// Some points of every connected part of a surface, in the body's own frame.
    fn representatives(&self, inner: usize, time: Interval) -> Vec<Vec<(Vector3, Feature)>> {
        match self.bodies[inner] {
            BodyGeometry::Curved(brep) => {
                let places = |(index, face): (usize, &Face)| {
                    let place = |parameters: [f64; 2]| {
                        let [u, v] = parameters.map(Interval::from);
                        let place = face.patch().point([u, v, time], &mut PatchWork::default());
                        (place, Feature::Patch { index: index as u32, parameters })
                    };
                    face_points(face).into_iter().map(place).collect()
                };
                brep.faces().iter().enumerate().map(places).collect()
            }
            BodyGeometry::Flat { facets, .. } => {
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
            BodyGeometry::Implicit(_) => Vec::new(),
        }
    }
}

/// The parameters of some points of a face.
fn face_points(face: &Face) -> Vec<[f64; 2]> {
    let [u, v] = face.patch().domain();
    let within = |range: Interval, share: f64| range.lower() + (range.upper() - range.lower()) * share;
    let shares = [[0.5, 0.5], [0.23, 0.71], [0.81, 0.37], [0.09, 0.13]];
    let points = shares.map(|[along, across]| [within(u, along), within(v, across)]);
    let mut kept: Vec<[f64; 2]> = points.into_iter().filter(|point| face.inside(point.map(Interval::from))).collect();
    if let Some(trim) = face.trim() {
        // The ends of its sides are points of any face.
        kept.extend(trim.loops().iter().flatten().take(TRIMMED_POINTS).map(|curve| curve.start().to_array()));
    }
    kept
}

/// Whether a box is in the interior of another.
fn interior(cell: Vector3, whole: Vector3) -> bool {
    (0..3).all(|axis| whole[axis].lower() < cell[axis].lower() && cell[axis].upper() < whole[axis].upper())
}

/// `true` proves that the solid's function has no minimum inside the box: all of its leaves rise along one
/// direction.
fn rises(solid: &Solid, cell: Vector3, time: Interval, work: &mut SolidWork) -> bool {
    let slopes: Option<Vec<Vector3>> =
        solid.leaves().iter().map(|leaf| Some(leaf.slope(cell, time, work)?.gradient)).collect();
    let Some(slopes) = slopes else { return false };
    let direction: DVec3 = slopes.iter().map(|slope| DVec3::from_array(slope.mid()).normalize_or_zero()).sum();
    let direction = Vector3::point(direction.to_array());
    slopes.iter().all(|slope| slope.dot(direction).lower() > 0.0)
}
