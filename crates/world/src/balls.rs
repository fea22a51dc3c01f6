//! The first contact of a ball with a ball or a plane, on any path.
//!
//! **Question.** The centre of a ball follows a parabola, or what the solver of an island says. When is the ball a skin
//! away from another ball, or from a half-space at rest?
//!
//! **Idea.** On parabolas the meeting of the envelopes is the contact, in closed form. On other paths, conservative
//! advancement of the centres: with w the vector between them, D = |w| and w″ at most A, the distance is after t at
//! least D + t·(w·w′)/D − A·t²/2; above a plane likewise, with the height for D.
//!
//! **Guarantee.** `Clear` is a proof: positions and velocities are enclosed, accelerations bounded. An impact takes
//! place while the bodies are apart.
//!
//! **Cost.** Less than a microsecond in closed form. A few microseconds for each of some ten steps otherwise.
//!
//! **Source.** Dworkin 1994, section 3.5.

use crate::WorldError;
use crate::advance::{advance, look};
use crate::detail::Outlook;
use crate::engine::Engine;
use crate::form::FormKind;
use crate::group::FoundContacts;
use crate::instant::BodyDynamics;
use crate::sparse::Wall;
use crate::tolerance::{HULL_BRACKET, NO_APPROACH};
use glam::DVec3;
use tangency_geometry::{Contact, Feature, Motion, RigidPiece, Shape};
use tangency_interval::{Interval, Vector3};

/// What a ball may touch.
enum Partner {
    /// A ball with this radius, whose centre is here in its frame.
    Ball {
        radius: f64,
        centre: DVec3,
        motion: Box<Motion>,
    },
    Plane(Wall),
}

/// The gap at an instant, its rate, and a bound on how fast the rate falls.
struct Gap {
    lower: f64,
    rate: f64,
    bend: f64,
    normal: DVec3,
    point: DVec3,
}

impl Gap {
    /// Seconds, at most those that are left, for which the gap is certainly wider than a length; 0 if it is not now.
    fn opens_for(&self, length: f64, rest: f64) -> f64 {
        let lead = self.lower - length;
        if !(lead > 0.0) {
            return 0.0;
        }
        let root = self.rate.mul_add(self.rate, 2.0 * self.bend * lead).sqrt();
        let stretch = 2.0 * lead / (root - self.rate) * (1.0 - 16.0 * f64::EPSILON);
        if stretch.is_nan() { rest } else { stretch.min(rest) }
    }
}

impl Engine<'_> {
    /// What happens between two balls.
    pub(crate) fn outlook_of_balls(
        &mut self,
        pair: [usize; 2],
        radii: [f64; 2],
        [from, to]: [f64; 2],
    ) -> Result<Option<Outlook>, WorldError> {
        if pair.into_iter().all(|body| self.is_on_parabola(body)) {
            let [a, b] = pair.map(|body| self.tracks[body].course);
            let Some(at) = a.meeting(&b, from, to, self.run.skin) else { return Ok(Some(Outlook::Clear)) };
            let [centre_a, centre_b] = [a.centre_at(at), b.centre_at(at)];
            let normal = (centre_b - centre_a).normalize_or(DVec3::Z);
            let gap = centre_a.distance(centre_b) - radii[0] - radii[1];
            let approach = (a.velocity_at(at) - b.velocity_at(at)).dot(normal);
            let point = centre_a + (radii[0] + 0.5 * gap) * normal;
            let found = self.touches_at(pair, at, [gap, approach], [point, normal]);
            return Ok(Some(Outlook::Touches { at, found }));
        }
        let motion = Box::new(self.motion_of(pair[1], [from, to])?);
        let partner = Partner::Ball { radius: radii[1], centre: self.local_centre(pair[1]), motion };
        self.advance_ball(pair, radii[0], &partner, [from, to])
    }

    /// What happens between a ball and a half-space that does not turn; `None` if this method does not tell.
    pub(crate) fn outlook_of_ball_at_wall(
        &mut self,
        [ball, wall]: [usize; 2],
        radius: f64,
        [from, to]: [f64; 2],
    ) -> Result<Option<Outlook>, WorldError> {
        let Some((plane, ends)) = self.backdrops.plane_from(wall, from) else { return Ok(None) };
        let last = to.min(ends);
        if !self.is_on_parabola(ball) {
            let found = self.advance_ball([ball, wall], radius, &Partner::Plane(plane), [from, last])?;
            return Ok(found.map(|outlook| outlook.ending([last, to])));
        }
        let course = self.tracks[ball].course;
        let Some(at) = course.meeting_plane(&plane, from, last, self.run.skin) else {
            return Ok(Some(Outlook::Clear.ending([last, to])));
        };
        let (centre, [offset, rate, _]) = (course.centre_at(at), plane.offset_at(at));
        let gap = plane.normal.dot(centre) - offset - radius;
        let approach = rate - plane.normal.dot(course.velocity_at(at));
        let point = centre - (radius + 0.5 * gap) * plane.normal;
        let found = self.touches_at([ball, wall], at, [gap, approach], [point, -plane.normal]);
        Ok(Some(Outlook::Touches { at, found }))
    }

    /// Conservative advancement of a ball; `None` if it comes too close without an approach.
    fn advance_ball(
        &mut self,
        pair: [usize; 2],
        radius: f64,
        partner: &Partner,
        [from, to]: [f64; 2],
    ) -> Result<Option<Outlook>, WorldError> {
        let motion = self.motion_of(pair[0], [from, to])?;
        let (centre, skin) = (self.local_centre(pair[0]), self.run.skin);
        let span = Interval::between(from, to);
        let Some(own) = motion.rigid_pieces(span) else { return Ok(None) };
        let other = match partner {
            Partner::Ball { motion, .. } => match motion.rigid_pieces(span) {
                Some(pieces) => pieces,
                None => return Ok(None),
            },
            Partner::Plane(_) => Vec::new(),
        };
        Ok(advance([from, to], |time| {
            let here = |pieces: &[RigidPiece<'_>]| pieces.iter().rposition(|one| one.span().lower() <= time);
            let (first, second) = (here(&own)?, here(&other));
            let rest = second.map_or(to, |place| other[place].span().upper()).min(own[first].span().upper());
            let own = (&own[first], centre, radius);
            let gap = gap_at(own, (second.map(|place| &other[place]), partner), [time, rest.max(time)]);
            if !(gap.lower > 0.0) {
                return None;
            }
            let near = gap.lower < HULL_BRACKET * skin && gap.rate < -NO_APPROACH;
            Some(look(
                [time, to],
                skin,
                |length| gap.opens_for(length, rest - time),
                || near.then(|| self.touches_at(pair, time, [gap.lower, -gap.rate], [gap.point, gap.normal])),
            ))
        }))
    }

    /// The centre of mass of a body in its frame.
    fn local_centre(&self, body: usize) -> DVec3 {
        match self.kind(body) {
            BodyDynamics::Free { inertia, .. } => inertia.centre(),
            BodyDynamics::Driven(_) => DVec3::ZERO,
        }
    }

    /// An impact at a single point.
    fn touches_at(
        &mut self,
        pair: [usize; 2],
        at: f64,
        [gap, approach]: [f64; 2],
        [point, normal]: [DVec3; 2],
    ) -> FoundContacts {
        let time = Interval::between(at, at + gap.max(0.0) / approach.max(self.run.slow));
        let [feature_a, feature_b] = [self.feature_of(pair[0], normal, at), self.feature_of(pair[1], -normal, at)];
        let contact = Contact { time, point, normal, gap, feature_a, feature_b, proved: false, initial: false };
        FoundContacts { pair, contacts: vec![contact], time }
    }
}

impl Engine<'_> {
    /// The feature of a ball or a plane in a direction at an instant.
    fn feature_of(&mut self, body: usize, outward: DVec3, time: f64) -> Feature {
        let prepared = &self.bodies.all[body].prepared;
        let Shape::Parametric(brep) = prepared.shape() else { return Feature::Part(0) };
        let FormKind::Ball(radius) = self.forms[body].kind else { return Feature::Part(0) };
        let centre = self.local_centre(body);
        let turned = self.instant_of([body, body], time).rotations[0].transpose() * outward;
        brep.primitive_feature(centre + radius * turned).unwrap_or(Feature::Part(0))
    }
}

/// The gap between a ball and its partner at the first of two instants, with bounds until the second.
fn gap_at(
    (piece, centre, radius): (&RigidPiece<'_>, DVec3, f64),
    (other, partner): (Option<&RigidPiece<'_>>, &Partner),
    [time, rest]: [f64; 2],
) -> Gap {
    let placed = |piece: &RigidPiece<'_>, local: DVec3| {
        let pose = piece.pose_during(Interval::from(time));
        let rates = piece.rates(Interval::between(time, rest));
        let place = Vector3::point(local.to_array());
        (pose.point(place), pose.velocity(place), rates.acceleration_within(local.length()))
    };
    let (place, velocity, pull) = placed(piece, centre);
    let middle = |vector: Vector3| DVec3::from_array(vector.mid());
    match (partner, other) {
        (Partner::Ball { radius: other_radius, centre, .. }, Some(other)) => {
            let (other_place, other_velocity, other_pull) = placed(other, *centre);
            let (between, moving) = (other_place - place, other_velocity - velocity);
            let distance = between.length();
            let normal = middle(between).normalize_or(DVec3::Z);
            let lower = (distance - Interval::from(radius) - Interval::from(*other_radius)).lower();
            let rate = (between.dot(moving) / distance).lower();
            let point = middle(place) + (radius + 0.5 * lower) * normal;
            Gap { lower, rate, bend: (pull + other_pull) * (1.0 + 4.0 * f64::EPSILON), normal, point }
        }
        (Partner::Plane(plane), _) => {
            let up = Vector3::point(plane.normal.to_array());
            let [offset, rises, bend] = plane.offset_at(time);
            let height = up.dot(place) - Interval::from(offset) - Interval::from(radius);
            // The normal and the offset of the plane are rounded.
            let doubt = 16.0 * f64::EPSILON * (middle(place).length() + plane.terms_at(time));
            let (lower, rate) = (height.lower() - doubt, (up.dot(velocity) - Interval::from(rises)).lower());
            let rate = rate - 16.0 * f64::EPSILON * (plane.offset[1].abs() + rises.abs());
            let point = middle(place) - (radius + 0.5 * lower) * plane.normal;
            let bend = (pull + 2.0 * bend.max(0.0)) * (1.0 + 4.0 * f64::EPSILON);
            Gap { lower, rate, bend, normal: -plane.normal, point }
        }
        // A ball has pieces of its own.
        (Partner::Ball { .. }, None) => {
            Gap { lower: f64::NEG_INFINITY, rate: 0.0, bend: 0.0, normal: DVec3::Z, point: DVec3::ZERO }
        }
    }
}
