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
use crate::backdrop::Extent;
use crate::detail::Outlook;
use crate::engine::Engine;
use crate::form::{HullForm, is_single};
use crate::group::FoundContacts;
use crate::instant::BodyDynamics;
use crate::island::IslandPath;
use crate::lead::{Lead, Leading};
use crate::manifold::{FacingPlace, facing_points};
use crate::tolerance::{FLAT, HULL_BRACKET, HULL_STEPS, HULL_UNCERTAINTY, LEAD_VERTICES, NO_APPROACH, SPIN_HORIZONS};
use glam::DVec3;
use std::sync::Arc;
use tangency_detect::{ClosestFeatures, FeatureDistance, MotionBounds, ZoneFeature};
use tangency_geometry::{Contact, Feature, Mesh, Motion, Pose};
use tangency_interval::Interval;

/// A body at an instant, and bounds on its motion from there on.
pub(crate) struct Placed {
    pub(crate) pose: Pose,
    velocity: DVec3,
    acceleration: DVec3,
    /// The angular velocity now.
    pub(crate) turning: DVec3,
    /// Radians per second. A bound on the angular speed.
    pub(crate) fastest_turn: f64,
    /// Radians per second squared. A bound on the angular acceleration.
    pub(crate) turn_change: f64,
    /// Bounds on how the acceleration differs from the one above, m/s², and on what this adds to the speed, m/s.
    sway: [f64; 2],
}

impl Placed {
    pub(crate) fn still(pose: Pose) -> Self {
        let (zero, sway) = (DVec3::ZERO, [0.0; 2]);
        Self { pose, velocity: zero, acceleration: zero, turning: zero, fastest_turn: 0.0, turn_change: 0.0, sway }
    }
}

/// Seconds for which two bodies are certainly apart by more than a margin.
fn apart_for(found: &FeatureDistance, [a, b]: [&Placed; 2], reaches: [f64; 2], margin: f64) -> f64 {
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
        let mut time = from;
        for _ in 0..HULL_STEPS {
            let (Some(a), Some(b)) = (self.placed(pair[0], time), self.placed(pair[1], time)) else { return Ok(None) };
            let found = features.track([&a.pose, &b.pose]);
            let largest = a.pose.translation().abs().max(b.pose.translation().abs()).max_element();
            let uncertainty = HULL_UNCERTAINTY * (largest + reaches[0] + reaches[1]);
            if !(found.lower > uncertainty) {
                return Ok(None);
            }
            let lead = lead_of([&a, &b], hulls, found.normal);
            let apart = |margin: f64| {
                let quick = apart_for(&found, [&a, &b], reaches, margin);
                let rest = to - time;
                if quick >= rest || large { quick } else { quick.max(lead.lasts(margin, rest)) }
            };
            // Until the gap may be a skin.
            let first = apart(uncertainty + skin);
            if time + first >= to {
                return Ok(Some(Outlook::Clear));
            }
            if found.lower < HULL_BRACKET * skin && approach(&found, &a, &b) > NO_APPROACH {
                return Ok(Some(touches(pair, hulls, [&a, &b], &found, [time, skin])));
            }
            // Bodies that are closer and part: until they may touch.
            let next = time + if first > 0.0 { first } else { apart(uncertainty) };
            if next >= to {
                return Ok(Some(Outlook::Clear));
            }
            if !(next > time) {
                return Ok(None);
            }
            time = next;
        }
        Ok(None)
    }

    /// What happens between a half-space at rest and a convex polyhedron; `None` if this method does not tell.
    pub(crate) fn outlook_at_wall(
        &mut self,
        [wall, body]: [usize; 2],
        hull: &Arc<HullForm>,
        [from, to]: [f64; 2],
    ) -> Option<Outlook> {
        let Extent::Plane(plane) = &self.backdrops.iter().find(|one| one.body == wall)?.extent else { return None };
        let (normal, offset) = (plane.normal, plane.offset[0]);
        let (reach, skin) = (hull.zones.reach(), self.run.skin);
        let mut time = from;
        for _ in 0..HULL_STEPS {
            let b = self.placed(body, time)?;
            let uncertainty = HULL_UNCERTAINTY * (b.pose.translation().abs().element_sum() + offset.abs() + reach);
            let along = b.pose.rotation().inverse() * normal;
            let vertices = hull.zones.vertices();
            let lowest = vertices.iter().map(|vertex| along.dot(*vertex)).fold(f64::INFINITY, f64::min);
            let height = normal.dot(b.pose.translation()) - offset + lowest;
            if !(height > uncertainty) {
                return None;
            }
            let found = FeatureDistance {
                distance: height,
                lower: height - uncertainty,
                overlapping: false,
                normal,
                points: [DVec3::ZERO; 2],
                features: [ZoneFeature::Vertex(0); 2],
            };
            let still = Placed::still(Pose::IDENTITY);
            let lead = Lead {
                bodies: [None, Some(Leading::new(vertices, reach, &b, normal))],
                distance: normal.dot(b.pose.translation()) - offset,
                velocity: normal.dot(b.velocity),
                acceleration: normal.dot(b.acceleration) - b.sway[0],
                size: b.pose.translation().abs().element_sum() + offset.abs(),
            };
            let apart = |margin: f64| {
                let quick = apart_for(&found, [&still, &b], [0.0, reach], margin);
                let rest = to - time;
                if quick >= rest { quick } else { quick.max(lead.lasts(margin, rest)) }
            };
            let first = apart(uncertainty + skin);
            if time + first >= to {
                return Some(Outlook::Clear);
            }
            // The points below the lowest ones of the body, which may touch together.
            let near = vertices.iter().enumerate().filter(|(_, vertex)| along.dot(**vertex) < lowest + FLAT * skin);
            let places = near.map(|(vertex, local)| (vertex as u32, b.pose.apply(*local)));
            let approach = |place: DVec3| -normal.dot(b.velocity + b.turning.cross(place - b.pose.translation()));
            if height < HULL_BRACKET * skin {
                let touching: Vec<(u32, DVec3)> = places.collect();
                if touching.iter().any(|(_, place)| approach(*place) > NO_APPROACH) {
                    let of_wall = |place: DVec3| normal.dot(place) - offset;
                    let contacts = touching.iter().map(|(vertex, place)| {
                        let gap = of_wall(*place);
                        let reached = time + gap / approach(*place).max(self.run.slow);
                        Contact {
                            time: Interval::between(time, reached.max(time)),
                            point: *place - 0.5 * gap * normal,
                            normal,
                            gap,
                            feature_a: Feature::Part(0),
                            feature_b: hull.named(ZoneFeature::Vertex(*vertex), DVec3::ZERO),
                            proved: false,
                            initial: false,
                        }
                    });
                    let contacts: Vec<Contact> = contacts.collect();
                    let upper = contacts.iter().map(|contact| contact.time.upper()).fold(f64::INFINITY, f64::min);
                    let time_of = Interval::between(time, upper.max(time));
                    let found = FoundContacts { pair: [wall, body], contacts, time: time_of };
                    return Some(Outlook::Touches { at: time, found });
                }
            }
            let next = time + if first > 0.0 { first } else { apart(uncertainty) };
            if next >= to {
                return Some(Outlook::Clear);
            }
            if !(next > time) {
                return None;
            }
            time = next;
        }
        None
    }

    /// A body about its centre of mass at an instant; `None` if its motion has no simple bounds.
    fn placed(&mut self, body: usize, time: f64) -> Option<Placed> {
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
fn approach(found: &FeatureDistance, a: &Placed, b: &Placed) -> f64 {
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
) -> Outlook {
    let reached = time + found.distance / approach(found, placed[0], placed[1]);
    let time_of = Interval::between(time, reached.max(time));
    let poses = placed.map(|one| &one.pose);
    let contacts = contacts_of(hulls, poses, found, FLAT * skin, time_of);
    Outlook::Touches { at: time, found: FoundContacts { pair, contacts, time: time_of } }
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
