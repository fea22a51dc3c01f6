//! The first contact of two convex polyhedra on their paths.
//!
//! **Question.** Two convex polyhedra fly, turn and tumble. When do they come within a skin of each other?
//!
//! **Idea.** Conservative advancement. The closest features at an instant give a direction along which the bodies are
//! apart by a proved distance ([`ClosestFeatures`]). Bounds on the motion along that direction, to first order
//! ([`MotionBounds`]) and to second ([`Lead`]), give a time for which they stay apart. The features of one instant are
//! the start of the search at the next.
//!
//! **Guarantee.** `Clear` is a proof, up to the rounding of the paths, which is added as an uncertainty. An impact
//! takes place while the bodies are apart.
//!
//! **Cost.** 100 to 300 ns a step; ten to thirty steps for a contact.
//!
//! **Source.** Lin and Canny 1991; Dworkin 1994, section 5; Mirtich 1996 for the advancement.

use crate::WorldError;
use crate::advance::{advance, look};
use crate::detail::Outlook;
use crate::engine::Engine;
use crate::form::{HullForm, is_single};
use crate::group::FoundContacts;
use crate::instant::BodyDynamics;
use crate::island::IslandPath;
use crate::lead::{Lead, Leading};
use crate::manifold::{FacingPlace, facing_points};
use crate::tolerance::{FLAT, HULL_BRACKET, HULL_UNCERTAINTY, LEAD_VERTICES, NO_APPROACH, SPIN_HORIZONS};
use glam::DVec3;
use std::sync::Arc;
use tangency_detect::{ClosestFeatures, FeatureDistance, MotionBounds, ZoneFeature};
use tangency_geometry::{Contact, Feature, Motion, Pose};
use tangency_interval::Interval;

/// A body at an instant, and bounds on its motion from there on.
pub(crate) struct Placed {
    pub(crate) pose: Pose,
    pub(crate) velocity: DVec3,
    pub(crate) acceleration: DVec3,
    /// The angular velocity now.
    pub(crate) turning: DVec3,
    /// Radians per second. A bound on the angular speed.
    pub(crate) fastest_turn: f64,
    /// Radians per second squared. A bound on the angular acceleration.
    pub(crate) turn_change: f64,
    /// Bounds on how the acceleration differs from the one above, m/s², and on what this adds to the speed, m/s.
    pub(crate) sway: [f64; 2],
}

impl Placed {
    pub(crate) fn still(pose: Pose) -> Self {
        Self::thrown(pose, [DVec3::ZERO; 2])
    }

    /// A body that does not turn, with a velocity and a constant acceleration.
    pub(crate) fn thrown(pose: Pose, [velocity, acceleration]: [DVec3; 2]) -> Self {
        let (turning, sway) = (DVec3::ZERO, [0.0; 2]);
        Self { pose, velocity, acceleration, turning, fastest_turn: 0.0, turn_change: 0.0, sway }
    }
}

/// Seconds for which two bodies are certainly apart by more than a margin.
pub(crate) fn apart_for(found: &FeatureDistance, [a, b]: [&Placed; 2], reaches: [f64; 2], margin: f64) -> f64 {
    let plain = MotionBounds {
        velocity: b.velocity - a.velocity,
        acceleration: b.acceleration - a.acceleration,
        spins: [a.turning, b.turning],
        extra_speed: 0.0,
        uncertainty: margin,
    };
    let change = a.turn_change * reaches[0] + b.turn_change * reaches[1] + (a.sway[0] + b.sway[0]);
    if change == 0.0 {
        return plain.apart_for(found, reaches);
    }
    // Any rotation within the bounds; or, for a short time, about the present axes with a small change.
    let extra_speed = a.fastest_turn * reaches[0] + b.fastest_turn * reaches[1] + (a.sway[1] + b.sway[1]);
    let any = MotionBounds { spins: [DVec3::ZERO; 2], extra_speed, ..plain };
    let steady = extra_speed / change;
    SPIN_HORIZONS.iter().fold(any.apart_for(found, reaches), |best, share| {
        let horizon = share * steady;
        let short = MotionBounds { extra_speed: change * horizon * (1.0 + 4.0 * f64::EPSILON), ..plain };
        best.max(short.apart_for(found, reaches).min(horizon))
    })
}

impl Engine<'_> {
    /// What happens between two convex polyhedra; `None` if this method does not tell.
    pub(crate) fn outlook_of_hulls(
        &mut self,
        pair: [usize; 2],
        hulls: [&Arc<HullForm>; 2],
        [from, to]: [f64; 2],
    ) -> Result<Option<Outlook>, WorldError> {
        let mut features = ClosestFeatures::new(Arc::clone(&hulls[0].zones), Arc::clone(&hulls[1].zones));
        let reaches = hulls.map(|hull| hull.zones.reach());
        let large = hulls.iter().any(|hull| hull.zones.vertices().len() > LEAD_VERTICES);
        let skin = self.run.skin;
        Ok(advance([from, to], |time| {
            let (a, b) = (self.placed(pair[0], time)?, self.placed(pair[1], time)?);
            let found = features.track([&a.pose, &b.pose]);
            let largest = a.pose.translation().abs().max(b.pose.translation().abs()).max_element();
            let uncertainty = HULL_UNCERTAINTY * (largest + reaches[0] + reaches[1]);
            if !(found.lower > uncertainty) {
                return None;
            }
            let lead = lead_of([&a, &b], hulls, found.normal);
            let apart = |length: f64| {
                let (margin, rest) = (uncertainty + length, to - time);
                let quick = apart_for(&found, [&a, &b], reaches, margin);
                if quick >= rest || large { quick } else { quick.max(lead.lasts(margin, rest)) }
            };
            Some(look([time, to], skin, apart, || {
                let touching = found.lower < HULL_BRACKET * skin && approach(&found, &a, &b) > NO_APPROACH;
                touching.then(|| touches(pair, hulls, [&a, &b], &found, [time, skin]))
            }))
        }))
    }

    /// A body about its centre of mass at an instant; `None` if its motion has no simple bounds.
    pub(crate) fn placed(&mut self, body: usize, time: f64) -> Option<Placed> {
        match self.kind(body) {
            BodyDynamics::Driven(motion) => match &**motion {
                Motion::Still(pose) => Some(Placed::still(*pose)),
                Motion::Linear(_)
                | Motion::Ballistic(_)
                | Motion::Rigid(_)
                | Motion::Screw(_)
                | Motion::Chebyshev(_)
                | Motion::Articulated(_)
                | Motion::Piecewise(_)
                | Motion::Vertexwise(_)
                | Motion::Expression(_) => None,
            },
            BodyDynamics::Free { .. } => match &mut self.islands[self.tracks[body].island].as_mut()?.path {
                IslandPath::Flight(flight) => {
                    let orientation = flight.orientation_at(time);
                    Some(Placed {
                        pose: Pose::new(orientation, flight.centre_at(time)).ok()?,
                        velocity: flight
                            .forced
                            .as_ref()
                            .map_or_else(|| flight.velocity_at(time), |one| one.rate_at(time)),
                        acceleration: flight.forced.as_ref().map_or(flight.acceleration, |path| path.acceleration),
                        turning: flight.angular_velocity_in(orientation),
                        fastest_turn: flight.fastest_turn,
                        turn_change: flight.turn_change,
                        sway: flight.forced.as_ref().map_or([0.0; 2], |path| [path.sway, path.sway_speed()]),
                    })
                }
                IslandPath::Rest(_) => {
                    let phase = self.phase_of(body, time)?;
                    Some(Placed::still(Pose::new(phase.orientation, phase.centre).ok()?))
                }
                IslandPath::Step(_) => None,
            },
        }
    }
}

/// The lead of the second hull over the first along a direction.
fn lead_of<'body>([a, b]: [&Placed; 2], hulls: [&'body Arc<HullForm>; 2], normal: DVec3) -> Lead<'body> {
    let leading = |side: usize, placed: &Placed| {
        let zones = &hulls[side].zones;
        Some(Leading::new(zones.vertices(), zones.reach(), placed, normal))
    };
    let between = b.pose.translation() - a.pose.translation();
    Lead {
        bodies: [leading(0, a), leading(1, b)],
        distance: normal.dot(between),
        velocity: normal.dot(b.velocity - a.velocity),
        // The worst of all accelerations along the direction.
        acceleration: normal.dot(b.acceleration - a.acceleration) - (a.sway[0] + b.sway[0]),
        size: between.abs().element_sum() + a.pose.translation().length() + b.pose.translation().length(),
    }
}

/// The speed at which the closest points approach each other, m/s.
pub(crate) fn approach(found: &FeatureDistance, a: &Placed, b: &Placed) -> f64 {
    let velocity = |body: &Placed, point: DVec3| body.velocity + body.turning.cross(point - body.pose.translation());
    -found.normal.dot(velocity(b, found.points[1]) - velocity(a, found.points[0]))
}

/// The impact at all points that are close: those of two faces that lie on each other, or a single one.
fn touches(
    pair: [usize; 2],
    hulls: [&Arc<HullForm>; 2],
    placed: [&Placed; 2],
    found: &FeatureDistance,
    [time, skin]: [f64; 2],
) -> FoundContacts {
    let reached = time + found.distance / approach(found, placed[0], placed[1]);
    let time_of = Interval::between(time, reached.max(time));
    let poses = placed.map(|one| &one.pose);
    let contacts = contacts_of(hulls, poses, found, FLAT * skin, time_of);
    FoundContacts { pair, contacts, time: time_of }
}

/// The contacts of two hulls that are close: those of two flat sides, up to a depth, or a single one.
pub(crate) fn contacts_of(
    hulls: [&Arc<HullForm>; 2],
    poses: [&Pose; 2],
    found: &FeatureDistance,
    depth: f64,
    time: Interval,
) -> Vec<Contact> {
    let normal = found.normal;
    let contact = |point: DVec3, gap: f64, [feature_a, feature_b]: [Feature; 2]| Contact {
        time,
        point,
        normal,
        gap,
        feature_a,
        feature_b,
        proved: false,
        initial: false,
    };
    let local = |side: usize, point: DVec3| poses[side].inverse().apply(point);
    let mut contacts = Vec::new();
    if !is_single(found) || is_flat(found, hulls, poses, depth) {
        let vertices = [0, 1].map(|side| {
            let all = hulls[side].zones.vertices().iter();
            all.map(|vertex| poses[side].apply(*vertex)).collect::<Vec<DVec3>>()
        });
        for one in facing_points([&vertices[0], &vertices[1]], normal, depth) {
            let outward = [normal, -normal];
            let named = |side: usize| {
                let hull = hulls[side];
                let place = local(side, one.point - 0.5 * one.gap * outward[side]);
                let face = || hull.named_towards(poses[side].rotation().inverse() * outward[side], place);
                match one.place {
                    FacingPlace::Corner { side: own, vertex } if own == side => {
                        hull.named(ZoneFeature::Vertex(vertex as u32), place)
                    }
                    FacingPlace::Corner { .. } => face(),
                    FacingPlace::Crossing(sides) => hull.named_side(sides[side], place).unwrap_or_else(face),
                }
            };
            contacts.push(contact(one.point, one.gap, [named(0), named(1)]));
        }
    }
    if contacts.is_empty() {
        let named = |side: usize| hulls[side].named(found.features[side], local(side, found.points[side]));
        let middle = 0.5 * (found.points[0] + found.points[1]);
        contacts.push(contact(middle, found.distance, [named(0), named(1)]));
    }
    contacts
}

/// Whether both bodies have more than one vertex close to the contact, seen along its normal.
fn is_flat(found: &FeatureDistance, hulls: [&Arc<HullForm>; 2], poses: [&Pose; 2], depth: f64) -> bool {
    [0, 1].into_iter().all(|side| {
        let outward = if side == 0 { found.normal } else { -found.normal };
        let along = poses[side].rotation().inverse() * outward;
        let all = hulls[side].zones.vertices();
        let most = all.iter().map(|vertex| along.dot(*vertex)).fold(f64::NEG_INFINITY, f64::max);
        all.iter().filter(|vertex| along.dot(**vertex) > most - depth).count() > 1
    })
}
