//! The modes of the followed contacts from an instant on: rolling, sliding or ended.
//!
//! **Question.** Velocities are known, possibly after a jump. Which contacts continue, and in which mode?
//!
//! **Idea.** A contact with slip slides. A contact without slip is first assumed to roll. If its friction force
//! is inside the cone, it rolls. Otherwise it begins to slide against that force. A contact that would have to
//! pull ends. One contact is changed at a time, the worst first, and the forces are computed again. Before
//! that, the smallest impulses restore the gaps to the skin and the velocities to what the contacts allow. This
//! removes drift, and what an impact left within the thresholds.
//!
//! **Guarantee.** Computed in floating point. With several contacts of one body and friction, Coulomb's law may
//! have no solution or many (P. Painlevé, 1895). The result is one solution reached by correcting the worst
//! contact, and the number of corrections is limited.
//!
//! **Source.** D. Baraff, *Coping with friction for non-penetrating rigid body simulation*, SIGGRAPH 1991,
//! section 5.

use crate::ContactMode;
use crate::follow::{FollowedContact, TouchState};
use crate::instant::{BodyPhase, PreparedBodies};
use crate::step::balance;
use crate::tolerance::{CONE_ROUNDING, CORRECTIONS_PER_CONTACT, SLIP_SPEED};
use glam::DVec3;
use tangency_respond::{FrictionMode, Rate, SustainedContact, forces};

/// The phases and followed contacts that continue, and the contacts that ended.
pub(crate) struct SettledContacts {
    pub(crate) phases: Vec<BodyPhase>,
    pub(crate) followed: Vec<FollowedContact>,
    pub(crate) ended: Vec<FollowedContact>,
}

/// Determines the modes of the contacts, and restores their gaps to `skin`.
pub(crate) fn settle(
    bodies: &PreparedBodies<'_>,
    time: f64,
    phases: &[BodyPhase],
    followed: Vec<FollowedContact>,
    skin: f64,
) -> SettledContacts {
    let mut settled = SettledContacts { phases: phases.to_vec(), followed, ended: Vec::new() };
    settled.choose_modes(bodies, time);
    settled.close_gaps(bodies, time, skin);
    settled.stop_drift(bodies, time);
    for _ in 0..CORRECTIONS_PER_CONTACT * (settled.followed.len() + 1) {
        if !settled.correct_worst(bodies, time) {
            break;
        }
    }
    settled
}

impl SettledContacts {
    /// Locates the contacts. Those that can no longer be followed end.
    fn touches(&mut self, bodies: &PreparedBodies<'_>, time: f64) -> Vec<TouchState> {
        let instant = bodies.instant(time, &self.phases);
        let mut touches = Vec::new();
        let (mut kept, mut ended) = (Vec::new(), Vec::new());
        for mut one in std::mem::take(&mut self.followed) {
            match one.update(bodies, &instant) {
                Some(touch) => {
                    touches.push(touch);
                    kept.push(one);
                }
                None => ended.push(one),
            }
        }
        self.followed = kept;
        self.ended.extend(ended);
        touches
    }

    fn choose_modes(&mut self, bodies: &PreparedBodies<'_>, time: f64) {
        let touches = self.touches(bodies, time);
        for (one, touch) in self.followed.iter_mut().zip(touches) {
            let speed = touch.slip.length();
            if one.friction == 0.0 {
                (one.mode, one.heading) = (ContactMode::Slides, DVec3::ZERO);
            } else if speed > SLIP_SPEED {
                (one.mode, one.heading) = (ContactMode::Slides, touch.slip / speed);
            } else if std::mem::take(&mut one.begins) {
                // The contact begins to slide, with zero slip so far. It keeps its mode and heading.
            } else {
                (one.mode, one.heading) = (ContactMode::Rolls, DVec3::ZERO);
            }
        }
    }

    /// Moves the bodies so that all gaps equal one skin.
    fn close_gaps(&mut self, bodies: &PreparedBodies<'_>, time: f64, skin: f64) {
        let touches = self.touches(bodies, time);
        let holds: Vec<SustainedContact> = self
            .followed
            .iter()
            .zip(&touches)
            .map(|(one, touch)| {
                let bias = touch.normal * (touch.gap - skin);
                SustainedContact { grip: FrictionMode::Slides { slip: DVec3::ZERO }, bias, ..one.hold_velocity(touch) }
            })
            .collect();
        let moves =
            with_constraint_forces(bodies, time, &self.phases, &holds, &vec![Rate::default(); self.phases.len()]);
        self.phases = bodies.displaced(&self.phases, &moves);
    }

    /// Removes velocities that the contacts do not allow.
    fn stop_drift(&mut self, bodies: &PreparedBodies<'_>, time: f64) {
        let touches = self.touches(bodies, time);
        let holds: Vec<SustainedContact> =
            self.followed.iter().zip(&touches).map(|(one, touch)| one.hold_velocity(touch)).collect();
        let rates = bodies.instant(time, &self.phases).rates;
        let rates = with_constraint_forces(bodies, time, &self.phases, &holds, &rates);
        self.phases = bodies.with_rates(&self.phases, &rates);
    }

    /// Changes the contact with the largest violation of Coulomb's law; `false` if none violates it.
    fn correct_worst(&mut self, bodies: &PreparedBodies<'_>, time: f64) -> bool {
        let Some(found) = balance(bodies, time, &self.phases, &mut self.followed) else {
            self.touches(bodies, time);
            return true;
        };
        let mut worst: Option<(f64, usize, DVec3)> = None;
        for (index, (one, trace)) in self.followed.iter().zip(&found.traces).enumerate() {
            let normal = trace.touch.normal;
            let (along, across) = (trace.force.dot(normal), trace.force.reject_from_normalized(normal));
            let excess = if along <= 0.0 {
                1.0 - along
            } else if one.mode == ContactMode::Rolls {
                (across.length() - one.friction * along * (1.0 + CONE_ROUNDING)) / along
            } else {
                0.0
            };
            if excess > 0.0 && worst.is_none_or(|(most, ..)| excess > most) {
                worst = Some((excess, index, if along <= 0.0 { DVec3::ZERO } else { -across.normalize_or_zero() }));
            }
        }
        let Some((_, index, heading)) = worst else { return false };
        if heading == DVec3::ZERO {
            self.ended.push(self.followed.remove(index));
        } else {
            (self.followed[index].mode, self.followed[index].heading) = (ContactMode::Slides, heading);
        }
        true
    }
}

/// The rates after adding the constraint forces of the contacts.
fn with_constraint_forces(
    bodies: &PreparedBodies<'_>,
    time: f64,
    phases: &[BodyPhase],
    holds: &[SustainedContact],
    rates: &[Rate],
) -> Vec<Rate> {
    let movers = bodies.instant(time, phases).movers;
    let found = forces(&movers, rates, holds);
    let mut rates = rates.to_vec();
    for (hold, force) in holds.iter().zip(found) {
        for (body, force) in [(hold.a, -force), (hold.b, force)] {
            rates[body] = movers[body].pushed(rates[body], hold.point, force);
        }
    }
    rates
}
