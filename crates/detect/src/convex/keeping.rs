//! How long two convex bodies keep a distance, forwards or backwards in time.
//!
//! **Question.** Two convex bodies are farther apart than a distance at an instant. Until when do they certainly stay
//! so?
//!
//! **Idea.** As `advance`: a direction that turns with the closest features keeps the bodies apart for as long as a
//! parabola is positive. Here time may run either way, so that a proof starts at the closest approach and leaves it on
//! both sides: there the steps grow with the distance from the closest instant, and a few dozen reach the ends. A body
//! that turns with a constant angular velocity `ω` accelerates by `ω × (ω × p)`, whose part along a direction `d` is
//! at most `|ω|·|ω × d|·|p|`. So a body that spins about the direction, above a plane for example, does not bulge along
//! it.
//!
//! **Guarantee.** The distance is kept up to the returned instant, for the exact motions, rounding included.
//!
//! **Cost.** A microsecond a step, some dozens of steps.
//!
//! **Source.** That of `advance`.

use super::advance::positive_until;
use super::closest::Bodies;
use super::gap::ConvexView;
use super::simplex::Simplex;
use crate::Moving;
use crate::flight::{Flight, Placed};
use crate::limits::StepBudget;
use crate::tolerance::{FINEST_GAP, KEEPING_FIRST, KEEPING_GROWTH, KEEPING_STEPS, ROUND_UP, TIME_RESOLUTION};
use glam::DVec3;
use tangency_geometry::{Motion, RigidPiece};
use tangency_interval::Interval;

/// Two convex bodies during a smooth interval of time.
pub(crate) struct ConvexFlight<'bodies> {
    bodies: Bodies<'bodies>,
    flight: Flight<'bodies>,
    /// Metres. The sum of the radii about both cores.
    radii: f64,
    /// Radians per second. The angular velocities, where they are constant and nothing else accelerates.
    spins: [Option<DVec3>; 2],
    /// Metres. No point of a core is farther from the origin of its body.
    reach: [f64; 2],
}

/// A distance to keep, in metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeptDistance {
    /// The distance that is proved.
    pub(crate) separation: f64,
    /// Steps in which no more than the separation, and not this distance, is proved are reported.
    pub(crate) upper: f64,
}

/// The closest points at the last instant that was examined.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownClosest {
    simplex: Simplex,
    direction: DVec3,
}

/// A step that was tried.
struct KeepingStep {
    /// The share that is proved for the separation, and for the upper distance.
    shares: [f64; 2],
}

fn constant_spin(motion: &Motion) -> Option<DVec3> {
    match motion {
        Motion::Still(_) | Motion::Linear(_) => Some(DVec3::ZERO),
        Motion::Rigid(rigid) => Some(rigid.angular_velocity()),
        Motion::Ballistic(_)
        | Motion::Screw(_)
        | Motion::Chebyshev(_)
        | Motion::Articulated(_)
        | Motion::Piecewise(_)
        | Motion::Vertexwise(_)
        | Motion::Expression(_) => None,
    }
}

impl<'bodies> ConvexFlight<'bodies> {
    pub(crate) fn new(
        moving: [&'bodies Moving; 2],
        views: [ConvexView<'bodies>; 2],
        pieces: [RigidPiece<'bodies>; 2],
        ends: [f64; 2],
    ) -> Self {
        let reach = views.map(|view| view.core_reach());
        let flight = Flight::of_cores(pieces, views.map(|view| view.reach), reach, ends)
            .with_frames(views.map(|view| view.frame));
        let spins = moving.map(|body| constant_spin(body.motion()));
        Self { bodies: Bodies::of_views(views), flight, radii: views[0].radius + views[1].radius, spins, reach }
    }

    pub(crate) fn ends(&self) -> [f64; 2] {
        self.flight.ends
    }

    /// Whether plain floating point can meet a tolerance.
    pub(crate) fn is_fine(&self, tolerance: f64) -> bool {
        self.flight.check(tolerance, 0.0).is_ok()
    }

    /// Metres. The distance of two points of the bodies at an instant, up to rounding: as near to the distance of the
    /// bodies as a hundredth of what it is beyond `known`. Negative if two points overlap.
    pub(crate) fn gap(&self, time: f64, known: f64, closest: &mut KnownClosest) -> f64 {
        let placed = self.flight.placed(time);
        let separation = (known + self.radii).max(0.0);
        let found = self.bodies.closest_from(&placed, &mut closest.simplex, DVec3::ZERO, separation, self.finest());
        if found.lead > 0.0 {
            closest.direction = found.direction;
        }
        closest.simplex.distance() - self.radii
    }

    fn finest(&self) -> f64 {
        FINEST_GAP * self.flight.rounding
    }

    /// Metres per second squared. Bounds the acceleration of all points of both cores along directions between two.
    fn bend(&self, directions: [DVec3; 2]) -> f64 {
        let of = |side: usize| match self.spins[side] {
            Some(spin) => {
                let across = directions.map(|direction| spin.cross(direction).length());
                let rate = spin.length();
                // Rounded up by more than the rounding of these few operations.
                let along = (across[0].max(across[1]) + 8.0 * f64::EPSILON * rate) * rate * self.reach[side] * ROUND_UP;
                along.min(self.flight.bends[side])
            }
            None => self.flight.bends[side],
        };
        of(0) + of(1)
    }

    /// Proves that the bodies keep a distance from one instant to another, earlier or later. Returns the instant up to
    /// which that is proved. `near`: called with the stretches in which the upper distance is not proved.
    pub(crate) fn keep(
        &self,
        [from, to]: [f64; 2],
        distance: KeptDistance,
        closest: &mut KnownClosest,
        budget: &mut StepBudget<'_>,
        near: &mut dyn FnMut(Interval),
    ) -> f64 {
        let needed = (distance.separation + self.radii).max(0.0);
        let (mut time, mut placed) = (from, self.flight.placed(from));
        let mut last_length: Option<f64> = None;
        for _ in 0..KEEPING_STEPS {
            if time == to || !budget.spend() {
                break;
            }
            let KnownClosest { simplex, direction } = closest;
            let now = self.bodies.closest_from(&placed, simplex, *direction, needed, self.finest());
            if now.lead > 0.0 {
                *direction = now.direction;
            }
            let spare = now.lead - needed;
            if !(spare > 2.0 * self.flight.rounding) {
                break;
            }
            // The length at which the bulge takes a quarter of the spare gap, or more if that was more than enough.
            let bulging = (2.0 * spare / self.bend([now.direction; 2])).sqrt();
            // The first step is short: it contains the closest instant, whose bracket it becomes.
            let first = bulging.min(KEEPING_FIRST * self.flight.length());
            let length = last_length.map_or(first, |last| bulging.max(KEEPING_GROWTH * last));
            let end = if length < (to - time).abs() { time + length.copysign(to - time) } else { to };
            let there = self.flight.placed(end);
            let turned = self.bodies.turned(&there, simplex, now.direction);
            let try_along = |other: DVec3| {
                let instants = [&placed, &there];
                self.step(instants, [now.direction, other], now.lead, (end - time).abs(), distance)
            };
            let mut step = try_along(turned);
            if step.shares[0] < 1.0 && turned != now.direction {
                let same = try_along(now.direction);
                if same.shares[0] > step.shares[0] {
                    step = same;
                }
            }
            let [share, share_upper] = step.shares;
            let until = if share >= 1.0 { end } else { time + share * (end - time) };
            let passed = (until - time).abs();
            if !(passed > TIME_RESOLUTION * self.flight.length()) && until != to {
                break;
            }
            if share_upper < share.min(1.0) {
                near(Interval::between(time.min(until), time.max(until)));
            }
            last_length = Some(passed);
            (time, placed) = (until, if share >= 1.0 { there } else { self.flight.placed(until) });
        }
        time
    }

    /// The shares of a step in which both distances are kept, along a direction that turns from the first to the
    /// second.
    fn step(
        &self,
        placed: [&Placed; 2],
        directions: [DVec3; 2],
        lead: f64,
        length: f64,
        distance: KeptDistance,
    ) -> KeepingStep {
        let last = self.bodies.lead(placed[1], directions[1]);
        let middle = self.bodies.middle_lead(placed, directions);
        let bulge = 0.25 * self.bend(directions) * length * length * ROUND_UP;
        let share = |distance: f64| {
            let needed = ((distance + self.radii).max(0.0) + self.flight.rounding) * ROUND_UP;
            positive_until([lead - needed, middle - (needed + bulge) * ROUND_UP, last - needed])
        };
        KeepingStep { shares: [share(distance.separation), share(distance.upper)] }
    }
}
