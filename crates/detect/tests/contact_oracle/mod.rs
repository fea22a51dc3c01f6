//! Moving convex bodies whose first contact is planted, with bounds on its time to 31 digits.
//!
//! A direction is drawn, and the farthest points of both bodies along and against it. The motions bring these two
//! points together at a drawn time.
//!
//! - **No contact before.** Along the direction the bodies have a lead, which is a lower bound on their distance. The
//!   lead of bodies that do not turn is linear in time. If they turn, it changes by at most the angular speed times the
//!   reach.
//! - **Contact by then.** Every body contains a ball about a point, and with it the balls about all points between that
//!   point and a point of the body, shrunk in proportion. Two such balls, one of each body, that meet are a contact.

#![allow(clippy::expect_used)] // Bodies of the tests are valid.

mod body;
mod path;
mod ray;

pub(crate) use body::{OracleBody, bodies};
pub(crate) use path::Path;
pub(crate) use ray::planted_ray;

use crate::gap_oracle::precise::{PreciseVector, precise};
use crate::gap_oracle::{gap, unit};
use body::InnerBall;
use glam::{DQuat, DVec3};
use path::start_of;
use std::sync::Arc;
use tangency_detect::{Answer, ClosestApproach, Moving, Verdict};
use tangency_interval::laws::Random;

/// How the bodies turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turning {
    /// Not at all.
    None,
    /// More slowly than they approach.
    Slow,
    /// Up to ten radians a second.
    Fast,
}

/// Two bodies whose motions bring two of their points together.
#[derive(Clone, Debug)]
pub(crate) struct PlantedMeeting {
    pub(crate) bodies: [Arc<OracleBody>; 2],
    pub(crate) paths: [Path; 2],
    turning: Turning,
    /// Seconds. The instant at which the points are together, or closest.
    time: f64,
    /// Metres. The lead along the direction at that instant.
    lead: f64,
    /// Metres per second. The lead shrinks at least as fast before that instant.
    closing: f64,
    /// Metres. The distance of the two points at that instant.
    apart: f64,
    /// Seconds. The bodies have a common point at this instant; infinite if none is proved.
    pub(crate) latest: f64,
}

fn rotation(random: &mut Random) -> DQuat {
    match random.below(4) {
        0 => DQuat::IDENTITY,
        1 => DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2),
        _ => DQuat::from_axis_angle(unit(random), random.between(0.0, 6.3)),
    }
}

/// Draws a meeting. An eighth pass each other, most of them at a small or no gap or overlap. Half of the others meet at
/// a glancing angle.
pub(crate) fn planted(random: &mut Random, bodies: &[Arc<OracleBody>], turning: Turning) -> PlantedMeeting {
    planted_among(random, bodies, turning, 8)
}

/// The same. One of so many passes.
pub(crate) fn planted_among(
    random: &mut Random,
    bodies: &[Arc<OracleBody>],
    turning: Turning,
    one_of: usize,
) -> PlantedMeeting {
    let chosen = [0; 2].map(|_| Arc::clone(&bodies[random.below(bodies.len())]));
    let time = if random.below(12) == 0 { 0.0 } else { random.between(0.05, 0.9) };
    let direction = match random.below(4) {
        0 => [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::Z][random.below(4)],
        _ => unit(random),
    };
    let aims = [0; 2].map(|_| rotation(random));
    let speed = 10.0_f64.powf(random.between(-1.0, 1.0));
    let passes = random.below(one_of) == 0;
    let offset = match random.below(4) {
        0 => 1e5 * unit(random),
        1 => DVec3::ZERO,
        _ => unit(random),
    };
    let common = if random.below(3) == 0 { DVec3::ZERO } else { unit(random) };
    // Where the farthest points go after they meet: into the other body.
    let farthest = |side: usize, way: DVec3| {
        let local = chosen[side].farthest(PreciseVector::of(aims[side].inverse() * way));
        (aims[side] * local.rounded(), local)
    };
    let relative = [farthest(0, direction).0, farthest(1, -direction).0];
    let balls = [0, 1].map(|side: usize| chosen[side].ball(random));
    let inwards = [0, 1].map(|side: usize| aims[side] * balls[side].centre - relative[side]);
    // The approach, the gap, and how fast each point moves towards the ball of the other body, in balls a second.
    let (approach, gap, rates) = if passes {
        let along = unit(random);
        (speed * (along - along.dot(direction) * direction), gap(random), None)
    } else {
        let shares = [random.unit(), random.unit()];
        let into = shares[0] * inwards[0] - shares[1] * inwards[1];
        let scale = speed / into.length();
        (scale * into, 0.0, Some(shares.map(|share| scale * share)))
    };
    let least = -approach.dot(direction).min(0.0);
    let spins = [0, 1].map(|side: usize| match turning {
        Turning::None => DVec3::ZERO,
        Turning::Slow => (0.2 * random.unit() * least / chosen[side].reach()).min(20.0) * unit(random),
        Turning::Fast => 10.0_f64.powf(random.between(-2.0, 1.0)) * unit(random),
    });
    let [of_a, of_b] = [0, 1].map(|side: usize| spins[side].cross(relative[side]));
    let velocities = [common, common + approach + of_a - of_b];
    let starts = [0, 1].map(|side: usize| start_of(spins[side], time, aims[side]));
    let path = |side: usize, place: DVec3| Path {
        rotation: starts[side],
        place,
        velocity: velocities[side],
        spin: spins[side],
    };
    // The second body is placed by the poses that the rounded motions reach.
    let normal = PreciseVector::of(direction).unit();
    let opposite = normal.times(precise(-1.0));
    let drifted = [path(0, offset).at(time), path(1, DVec3::ZERO).at(time)];
    let locals = [(0, normal), (1, opposite)]
        .map(|(side, way): (usize, PreciseVector)| chosen[side].farthest(drifted[side].rotation.undo(way)));
    let wanted = drifted[0].point(locals[0]).minus(drifted[1].point(locals[1])).plus(normal.times(precise(gap)));
    let paths = [path(0, offset), path(1, wanted.rounded())];
    let poses = paths.map(|path| path.at(time));
    let apart = poses[1].point(locals[1]).minus(poses[0].point(locals[0]));
    // The reaches are rounded.
    let turned: f64 = (0..2).map(|side| 1.000_001 * spins[side].length() * chosen[side].reach()).sum();
    let closing = -normal.dot(PreciseVector::of(velocities[1]).minus(PreciseVector::of(velocities[0]))).high() - turned;
    let mut meeting = PlantedMeeting {
        paths,
        turning,
        time,
        lead: normal.dot(apart).high().next_down(),
        closing: if closing > 0.0 || turning == Turning::None { closing } else { f64::NAN },
        apart: apart.length().high().next_up(),
        latest: f64::INFINITY,
        bodies: chosen,
    };
    meeting.latest = meeting.proved_contact(locals, &balls, rates);
    meeting
}

impl PlantedMeeting {
    /// The first of several instants at which two inner balls meet. Without rates it is the planted instant itself.
    fn proved_contact(&self, locals: [PreciseVector; 2], balls: &[InnerBall; 2], rates: Option<[f64; 2]>) -> f64 {
        for exponent in -14..0 {
            let share = 10.0_f64.powi(exponent);
            let (time, shares) = match rates {
                Some(rates) => {
                    let later = share / rates[0].max(rates[1]);
                    (self.time + later, rates.map(|rate| later * rate))
                }
                None => (self.time, [share; 2]),
            };
            if time > 1.0 {
                break;
            }
            let poses = self.paths.map(|path| path.at(time));
            let centre = |side: usize| {
                let inwards = PreciseVector::of(balls[side].centre).minus(locals[side]);
                poses[side].point(locals[side].plus(inwards.times(precise(shares[side]))))
            };
            let room = shares[0] * balls[0].radius + shares[1] * balls[1].radius;
            if centre(1).minus(centre(0)).length().high() < 0.999_999 * room {
                return time;
            }
        }
        f64::INFINITY
    }

    /// Metres. A lower bound on the distance at an instant; minus infinity if none is known.
    pub(crate) fn least_distance(&self, time: f64) -> f64 {
        let known = self.turning == Turning::None || (time <= self.time && !self.closing.is_nan());
        let bound = self.lead + (self.time - time) * self.closing;
        // The bound is rounded.
        if known { bound - 1e-15 * (self.lead.abs() + self.closing.abs()) } else { f64::NEG_INFINITY }
    }

    /// Metres. How far the bodies approach at least from one instant to another.
    #[allow(dead_code)] // For those who ask others about the motions.
    pub(crate) fn closed(&self, from: f64, to: f64) -> f64 {
        (to - from) * self.closing
    }

    /// Whether the bodies are so far from the origin that their positions round by more than 10⁻¹² metres.
    pub(crate) fn is_far(&self) -> bool {
        self.paths[0].place.length() > 1e3
    }

    /// The bodies in motion.
    pub(crate) fn moving(&self) -> [Moving; 2] {
        [0, 1].map(|side: usize| {
            Moving::of(Arc::clone(&self.bodies[side].prepared), self.paths[side].motion()).expect("a body")
        })
    }

    /// What contradicts a closest approach during the first second, if anything does.
    pub(crate) fn approach_fault(&self, found: &ClosestApproach) -> Option<String> {
        let meets = self.latest.is_finite();
        let most = if meets { 0.0 } else { self.apart };
        let least = self.least_distance(0.0).min(self.least_distance(1.0));
        let wrong = if found.distance.lower() > most {
            "the bodies come closer"
        } else if found.distance.upper() < least {
            "the bodies do not come so close"
        } else if meets && found.time.lower() > self.latest {
            "the contact is earlier"
        } else {
            return None;
        };
        Some(format!("{wrong}, within {least} .. {most}: {found:?}\n  {self:?}"))
    }

    /// What contradicts a first contact, if anything does.
    pub(crate) fn fault(&self, answer: &Answer, tolerance: f64) -> Option<String> {
        let before = |end: f64| self.least_distance(0.0).min(self.least_distance(end));
        // Positions are rounded.
        let early = tolerance * 1.000_001 + 1e-15 * self.paths[0].place.length();
        let wrong = match &answer.verdict {
            Verdict::Clear { until } if self.latest < *until => "a contact is missed",
            Verdict::Open { from } if self.latest < *from => "the open part starts late",
            Verdict::Touch(first) if self.latest < first.time.lower() => "the contact is late",
            Verdict::Touch(first) if self.least_distance(first.time.lower()) > early => "the contact is early",
            Verdict::Touch(first)
                if first.contacts.iter().any(|contact| contact.proved && before(contact.time.upper()) > 0.0) =>
            {
                "a contact is proved of bodies that are apart"
            }
            Verdict::Clear { .. } | Verdict::Open { .. } | Verdict::Touch(_) => return None,
        };
        Some(format!("{wrong}: {:?}\n  {self:?}", answer.verdict))
    }
}
