//! What the followed contacts do from an instant on: whether each rolls, slides or ends.
//!
//! **Question.** Velocities are known, and perhaps jumped: which contacts continue, and how?
//!
//! **Idea.** A contact that slips slides. One that does not is tried as rolling: if its friction is within the cone it rolls, otherwise it
//! begins to slide, against the friction that it would have needed. A contact that would have to pull ends. One contact is changed at a
//! time, the worst first, and the forces are computed anew. Before that, gaps are brought back to the skin and velocities to what the
//! contacts allow, by the least impulses: this takes away what drifted, and what an impact left within the thresholds.
//!
//! **Guarantee.** Computed. With several contacts of one body and friction, Coulomb's law may have no solution or many (P. Painlevé, 1895);
//! what is found is one that was reached by changes for the worst contact, and the number of changes is limited.
//!
//! **Source.** D. Baraff, *Coping with friction for non-penetrating rigid body simulation*, SIGGRAPH 1991, section 5.

use crate::Mode;
use crate::flight::balance;
use crate::follow::{Followed, Touch};
use crate::instant::{Matters, Phase};
use crate::tolerance::SLIP_SPEED;
use glam::DVec3;
use tangency_respond::{Grip, Hold, Rate, forces};

/// The followed contacts with the state from which they continue, and those that ended.
pub(crate) struct Settled {
    pub(crate) phases: Vec<Phase>,
    pub(crate) followed: Vec<Followed>,
    pub(crate) ended: Vec<Followed>,
}

/// Settles the contacts, and holds them at this gap.
pub(crate) fn settle(
    matters: &Matters<'_>,
    time: f64,
    phases: &[Phase],
    followed: Vec<Followed>,
    skin: f64,
) -> Settled {
    let mut settled = Settled { phases: phases.to_vec(), followed, ended: Vec::new() };
    settled.choose_modes(matters, time);
    settled.close_gaps(matters, time, skin);
    settled.stop_drift(matters, time);
    for _ in 0..4 * settled.followed.len() + 4 {
        if !settled.correct_worst(matters, time) {
            break;
        }
    }
    settled
}

impl Settled {
    /// The contacts now; those that cannot be followed any more end.
    fn touches(&mut self, matters: &Matters<'_>, time: f64) -> Vec<Touch> {
        let instant = matters.instant(time, &self.phases);
        let mut touches = Vec::new();
        let (mut kept, mut ended) = (Vec::new(), Vec::new());
        for mut one in std::mem::take(&mut self.followed) {
            match one.update(matters, &instant) {
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

    fn choose_modes(&mut self, matters: &Matters<'_>, time: f64) {
        let touches = self.touches(matters, time);
        for (one, touch) in self.followed.iter_mut().zip(touches) {
            let speed = touch.slip.length();
            if one.friction == 0.0 {
                (one.mode, one.heading) = (Mode::Slides, DVec3::ZERO);
            } else if speed > SLIP_SPEED {
                (one.mode, one.heading) = (Mode::Slides, touch.slip / speed);
            } else if std::mem::take(&mut one.begins) {
                // It begins to slide, and does not slip yet.
            } else {
                (one.mode, one.heading) = (Mode::Rolls, DVec3::ZERO);
            }
        }
    }

    /// Moves the bodies so that all gaps are one skin.
    fn close_gaps(&mut self, matters: &Matters<'_>, time: f64, skin: f64) {
        let touches = self.touches(matters, time);
        let holds: Vec<Hold> = self
            .followed
            .iter()
            .zip(&touches)
            .map(|(one, touch)| {
                let bias = touch.normal * (touch.gap - skin);
                Hold { grip: Grip::Slides { slip: DVec3::ZERO }, bias, ..one.hold_velocity(touch) }
            })
            .collect();
        let moves = answers(matters, time, &self.phases, &holds, &vec![Rate::default(); self.phases.len()]);
        self.phases = matters.displaced(&self.phases, &moves);
    }

    /// Takes away velocities that the contacts do not allow.
    fn stop_drift(&mut self, matters: &Matters<'_>, time: f64) {
        let touches = self.touches(matters, time);
        let holds: Vec<Hold> =
            self.followed.iter().zip(&touches).map(|(one, touch)| one.hold_velocity(touch)).collect();
        let rates = matters.instant(time, &self.phases).rates;
        let rates = answers(matters, time, &self.phases, &holds, &rates);
        self.phases = matters.with_rates(&self.phases, &rates);
    }

    /// Changes the contact whose force is farthest from what is allowed; `false` if all are allowed.
    fn correct_worst(&mut self, matters: &Matters<'_>, time: f64) -> bool {
        let Some(found) = balance(matters, time, &self.phases, &mut self.followed) else {
            self.touches(matters, time);
            return true;
        };
        let mut worst: Option<(f64, usize, DVec3)> = None;
        for (index, (one, trace)) in self.followed.iter().zip(&found.traces).enumerate() {
            let normal = trace.touch.normal;
            let (along, across) = (trace.force.dot(normal), trace.force.reject_from_normalized(normal));
            let excess = if along <= 0.0 {
                1.0 - along
            } else if one.mode == Mode::Rolls {
                (across.length() - one.friction * along * (1.0 + 1e-12)) / along
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
            (self.followed[index].mode, self.followed[index].heading) = (Mode::Slides, heading);
        }
        true
    }
}

/// The rates with the answers of the contacts.
pub(crate) fn answers(matters: &Matters<'_>, time: f64, phases: &[Phase], holds: &[Hold], rates: &[Rate]) -> Vec<Rate> {
    let movers = matters.instant(time, phases).movers;
    let found = forces(&movers, rates, holds);
    let mut rates = rates.to_vec();
    for (hold, force) in holds.iter().zip(found) {
        for (body, force) in [(hold.a, -force), (hold.b, force)] {
            rates[body] = movers[body].pushed(rates[body], hold.point, force);
        }
    }
    rates
}
