//! The first contact of a convex polyhedron and a half-space that does not turn.
//!
//! **Question.** A convex polyhedron flies, turns and tumbles above a floor or in front of a wall, which may move. When
//! does it come within a skin of it?
//!
//! **Idea.** Conservative advancement as for two polyhedra ([`crate::hulls`]). The normal of the plane is the direction
//! along which they are apart, and the lowest vertex tells by how much.
//!
//! **Guarantee.** `Clear` is a proof, up to the rounding of the paths, which is added as an uncertainty. An impact takes
//! place while the bodies are apart.
//!
//! **Cost.** A scan of the vertices for each of two to four tries of a step; a handful of steps for a contact.
//!
//! **Source.** Mirtich 1996 for the advancement; Dworkin 1994, section 3.5, for walls.

use crate::advance::{advance, look};
use crate::detail::Outlook;
use crate::engine::Engine;
use crate::form::HullForm;
use crate::group::FoundContacts;
use crate::hulls::{Placed, apart_for};
use crate::lead::{Lead, Leading};
use crate::sparse::Wall;
use crate::tolerance::{FLAT, HULL_BRACKET, HULL_UNCERTAINTY, NO_APPROACH};
use glam::DVec3;
use std::sync::Arc;
use tangency_detect::{FeatureDistance, ZoneFeature};
use tangency_geometry::{Contact, Feature, Mesh, Pose};
use tangency_interval::Interval;

/// A polyhedron above a plane at an instant.
struct AbovePlane<'hull> {
    hull: &'hull HullForm,
    body: Placed,
    normal: DVec3,
    /// The offset of the plane, its rate and half of its second derivative.
    offset: [f64; 3],
    /// The normal in the frame of the body, and the lowest vertex along it.
    along: DVec3,
    lowest: f64,
    /// Metres. The height of the lowest vertex.
    height: f64,
    uncertainty: f64,
    /// The size of the coordinates that went into the height.
    size: f64,
}

impl<'hull> AbovePlane<'hull> {
    fn new(hull: &'hull HullForm, body: Placed, plane: &Wall, time: f64) -> Self {
        let (normal, offset) = (plane.normal, plane.offset_at(time));
        let along = body.pose.rotation().inverse() * normal;
        let vertices = hull.zones.vertices().iter();
        let lowest = vertices.map(|vertex| along.dot(*vertex)).fold(f64::INFINITY, f64::min);
        let height = normal.dot(body.pose.translation()) - offset[0] + lowest;
        let size = body.pose.translation().abs().element_sum() + plane.terms_at(time);
        let uncertainty = HULL_UNCERTAINTY * (size + hull.zones.reach());
        Self { hull, body, normal, offset, along, lowest, height, uncertainty, size }
    }

    /// Seconds, at most those that are left, for which the body stays above the plane by more than a margin.
    fn apart(&self, margin: f64, rest: f64) -> f64 {
        let (reach, [offset, rate, bend]) = (self.hull.zones.reach(), self.offset);
        let found = FeatureDistance {
            distance: self.height,
            lower: self.height - self.uncertainty,
            overlapping: false,
            normal: self.normal,
            points: [DVec3::ZERO; 2],
            features: [ZoneFeature::Vertex(0); 2],
        };
        let plane = Placed::thrown(Pose::IDENTITY, [rate * self.normal, 2.0 * bend * self.normal]);
        let quick = apart_for(&found, [&plane, &self.body], [0.0, reach], margin);
        if quick >= rest {
            return quick;
        }
        let body = &self.body;
        let lead = Lead {
            bodies: [None, Some(Leading::new(self.hull.zones.vertices(), reach, body, self.normal))],
            distance: self.normal.dot(body.pose.translation()) - offset,
            velocity: self.normal.dot(body.velocity) - rate,
            acceleration: self.normal.dot(body.acceleration) - body.sway[0] - 2.0 * bend,
            size: self.size,
        };
        quick.max(lead.lasts(margin, rest))
    }

    /// The contacts of the vertices that are as low as the lowest one, if the body is close and one of them approaches.
    fn touching(&self, pair: [usize; 2], time: f64, [skin, slow]: [f64; 2]) -> Option<FoundContacts> {
        if !(self.height < HULL_BRACKET * skin) {
            return None;
        }
        let (body, normal) = (&self.body, self.normal);
        let centre = body.pose.translation();
        let low = (0_u32..).zip(self.hull.zones.vertices());
        let low = low.filter(|(_, vertex)| self.along.dot(**vertex) < self.lowest + FLAT * skin);
        let low: Vec<(u32, DVec3)> = low.map(|(vertex, local)| (vertex, body.pose.apply(*local))).collect();
        let velocity = |place: DVec3| body.velocity + body.turning.cross(place - centre);
        let approach = |place: DVec3| self.offset[1] - normal.dot(velocity(place));
        if !low.iter().any(|(_, place)| approach(*place) > NO_APPROACH) {
            return None;
        }
        let contact = |(vertex, place): &(u32, DVec3)| {
            let gap = normal.dot(*place) - self.offset[0];
            let reached = time + gap / approach(*place).max(slow);
            Contact {
                time: Interval::between(time, reached.max(time)),
                point: *place - 0.5 * gap * normal,
                normal,
                gap,
                feature_a: Feature::Part(0),
                feature_b: self.hull.named(ZoneFeature::Vertex(*vertex), DVec3::ZERO),
                proved: false,
                initial: false,
            }
        };
        let contacts: Vec<Contact> = low.iter().map(contact).collect();
        let upper = contacts.iter().map(|contact| contact.time.upper()).fold(f64::INFINITY, f64::min);
        Some(FoundContacts { pair, contacts, time: Interval::between(time, upper.max(time)) })
    }
}

impl Engine<'_> {
    /// What happens between a half-space that does not turn and a convex polyhedron; `None` if this method does not
    /// tell.
    pub(crate) fn outlook_at_wall(
        &mut self,
        [wall, body]: [usize; 2],
        hull: &Arc<HullForm>,
        [from, to]: [f64; 2],
    ) -> Option<Outlook> {
        let (plane, ends) = self.backdrops.plane_from(wall, from)?;
        let (last, skin, slow) = (to.min(ends), self.run.skin, self.run.slow);
        let found = advance([from, last], |time| {
            let above = AbovePlane::new(hull, self.placed(body, time)?, &plane, time);
            if !(above.height > above.uncertainty) {
                return None;
            }
            let apart = |length: f64| above.apart(above.uncertainty + length, last - time);
            Some(look([time, last], skin, apart, || above.touching([wall, body], time, [skin, slow])))
        });
        found.map(|outlook| outlook.ending([last, to]))
    }
}

/// The contacts of the vertices of a mesh that are lowest above a plane.
pub(crate) fn wall_contacts(
    mesh: &Mesh,
    pose: &Pose,
    [normal, foot]: [DVec3; 2],
    skin: f64,
    time: Interval,
) -> Vec<Contact> {
    let places: Vec<DVec3> = mesh.vertices().iter().map(|vertex| pose.apply(*vertex)).collect();
    let height = |place: &DVec3| normal.dot(*place - foot);
    let lowest = places.iter().map(height).fold(f64::INFINITY, f64::min);
    let near = (0_u32..).zip(&places).filter(|(_, place)| height(place) < lowest + FLAT * skin);
    near.map(|(vertex, place)| {
        let gap = height(place);
        Contact {
            time,
            point: *place - 0.5 * gap * normal,
            normal,
            gap,
            feature_a: Feature::Part(0),
            feature_b: Feature::Vertex(vertex),
            proved: false,
            initial: false,
        }
    })
    .collect()
}
