//! The first contact of a body of convex parts and a half-space that does not turn.
//!
//! **Question.** A body of one or several convex parts flies, turns and tumbles above a floor or in front of a wall, which
//! may move. When does it come within a skin of it?
//!
//! **Idea.** As for polyhedra ([`crate::hull_wall`]): the normal of the plane is the direction along which they are apart.
//! Every part has its own lowest point and its own bounds.
//!
//! **Guarantee.** `Clear` is a proof, up to the rounding of the paths, which is added as an uncertainty. An impact takes
//! place while the bodies are apart.
//!
//! **Source.** Mirtich 1996 for the advancement; Dworkin 1994, section 3.5, for walls.

use crate::advance::{advance, look};
use crate::convex_parts::{ConvexPart, ConvexParts};
use crate::detail::Outlook;
use crate::engine::Engine;
use crate::group::FoundContacts;
use crate::hulls::{Placed, apart_for};
use crate::lead::{Lead, Leading};
use crate::part_pairs::undecided;
use crate::sparse::Wall;
use crate::tolerance::{FLAT, HULL_BRACKET, HULL_UNCERTAINTY, NO_APPROACH};
use glam::DVec3;
use std::sync::Arc;
use tangency_detect::{FeatureDistance, ZoneFeature};
use tangency_geometry::{Contact, Feature, Pose};
use tangency_interval::Interval;

/// A body of convex parts above a plane at an instant.
struct PartsAbovePlane<'form> {
    parts: &'form ConvexParts,
    body: Placed,
    normal: DVec3,
    /// The offset of the plane, its rate and half of its second derivative.
    offset: [f64; 3],
    /// The direction towards the plane, in the frame of the body.
    down: DVec3,
    /// Metres. The height of the lowest point.
    lowest: f64,
    uncertainty: f64,
    /// The size of the coordinates that went into the heights.
    size: f64,
}

impl<'form> PartsAbovePlane<'form> {
    fn new(parts: &'form ConvexParts, body: Placed, plane: &Wall, time: f64) -> Self {
        let (normal, offset) = (plane.normal, plane.offset_at(time));
        let down = -(body.pose.rotation().inverse() * normal);
        let size = body.pose.translation().abs().element_sum() + plane.terms_at(time);
        let uncertainty = HULL_UNCERTAINTY * (size + parts.reach());
        let mut above = Self { parts, body, normal, offset, down, lowest: 0.0, uncertainty, size };
        above.lowest = parts.all().iter().map(|part| above.height(part)).fold(f64::INFINITY, f64::min);
        above
    }

    /// The height of the lowest point of a part.
    fn height(&self, part: &ConvexPart) -> f64 {
        self.normal.dot(self.body.pose.translation()) - self.offset[0] - part.height(self.down)
    }

    /// Seconds, at most those that are left, for which all parts stay above the plane by more than a margin.
    fn apart(&self, margin: f64, rest: f64) -> f64 {
        let of_part = |part: &ConvexPart| self.part_apart(part, margin, rest);
        self.parts.all().iter().map(of_part).fold(f64::INFINITY, f64::min)
    }

    fn part_apart(&self, part: &ConvexPart, margin: f64, rest: f64) -> f64 {
        let (height, [offset, rate, bend]) = (self.height(part), self.offset);
        let found = FeatureDistance {
            distance: height,
            lower: height - self.uncertainty,
            overlapping: false,
            normal: self.normal,
            points: [DVec3::ZERO; 2],
            features: [ZoneFeature::Vertex(0); 2],
        };
        let plane = Placed::thrown(Pose::IDENTITY, [rate * self.normal, 2.0 * bend * self.normal]);
        let quick = apart_for(&found, [&plane, &self.body], [0.0, part.reach], margin);
        let Some(corners) = part.corners.as_deref().filter(|_| quick < rest) else { return quick };
        let body = &self.body;
        let lead = Lead {
            bodies: [None, Some(Leading::new(corners, part.reach, body, self.normal))],
            distance: self.normal.dot(body.pose.translation()) - offset,
            velocity: self.normal.dot(body.velocity) - rate,
            acceleration: self.normal.dot(body.acceleration) - body.sway[0] - 2.0 * bend,
            size: self.size + part.radius(),
        };
        quick.max(lead.lasts(margin + part.radius(), rest))
    }

    /// How fast a point of the body and the plane approach each other, m/s.
    fn approach(&self, place: DVec3) -> f64 {
        let arm = place - self.body.pose.translation();
        self.offset[1] - self.normal.dot(self.body.velocity + self.body.turning.cross(arm))
    }

    /// The points that are as low as the lowest one, with the numbers of their parts and their heights, if the body is
    /// close and one of them approaches.
    fn touching(&self, skin: f64) -> Option<Vec<(usize, DVec3, f64)>> {
        if !(self.lowest < HULL_BRACKET * skin) {
            return None;
        }
        let top = self.lowest + FLAT * skin;
        let mut found = Vec::new();
        for (number, part) in self.parts.all().iter().enumerate().filter(|(_, part)| self.height(part) < top) {
            let places = part.outline(self.down).into_iter().map(|point| self.body.pose.apply(point));
            let heights = places.map(|place| (number, place, self.normal.dot(place) - self.offset[0]));
            found.extend(heights.filter(|(_, _, height)| *height < top));
        }
        found.iter().any(|(_, place, _)| self.approach(*place) > NO_APPROACH).then_some(found)
    }
}

impl Engine<'_> {
    /// What happens between a half-space that does not turn and a body of convex parts; `None` if this method does not
    /// tell.
    pub(crate) fn outlook_of_parts_at_wall(
        &mut self,
        pair: [usize; 2],
        parts: &Arc<ConvexParts>,
        [from, to]: [f64; 2],
    ) -> Option<Outlook> {
        let [wall, body] = pair;
        let (plane, ends) = self.backdrops.plane_from(wall, from)?;
        let (last, skin) = (to.min(ends), self.run.skin);
        let mut reached = from;
        let found = advance([from, last], |time| {
            reached = time;
            let above = PartsAbovePlane::new(parts, self.placed(body, time)?, &plane, time);
            if !(above.lowest > above.uncertainty) {
                return None;
            }
            let apart = |length: f64| above.apart(above.uncertainty + length, last - time);
            Some(look([time, last], skin, apart, || {
                above.touching(skin).map(|places| self.contacts_at_wall(pair, &above, &places, time))
            }))
        });
        found.map(|outlook| outlook.ending([last, to])).or_else(|| undecided(reached, [from, to]))
    }

    /// The impact at the lowest points of a body above a plane.
    fn contacts_at_wall(
        &self,
        pair: [usize; 2],
        above: &PartsAbovePlane<'_>,
        places: &[(usize, DVec3, f64)],
        time: f64,
    ) -> FoundContacts {
        let normal = above.normal;
        let contact = |&(part, place, gap): &(usize, DVec3, f64)| {
            let reached = time + gap / above.approach(place).max(self.run.slow);
            Contact {
                time: Interval::between(time, reached.max(time)),
                point: place - 0.5 * gap * normal,
                normal,
                gap,
                feature_a: Feature::Part(0),
                feature_b: self.part_feature(pair[1], part, &above.body, [place, -normal]),
                proved: false,
                initial: false,
            }
        };
        let contacts: Vec<Contact> = places.iter().map(contact).collect();
        let upper = contacts.iter().map(|contact| contact.time.upper()).fold(f64::INFINITY, f64::min);
        FoundContacts { pair, contacts, time: Interval::between(time, upper.max(time)) }
    }
}
