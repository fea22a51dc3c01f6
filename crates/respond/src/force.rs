//! The forces of continuing contacts.
//!
//! **Question.** Bodies roll and slide on each other. Which contact forces maintain these contacts?
//!
//! **Idea.** A rolling contact has a force in any direction, such that the relative acceleration of the bodies
//! there vanishes. A sliding contact has a normal force and a friction force of μ times its magnitude against the
//! slip, such that the relative normal acceleration vanishes. Accelerations depend linearly on forces, which gives
//! one small linear system per group of contacts. The same system with velocities in place of accelerations gives
//! the impulses that remove drift; with displacements, the displacements that do.
//!
//! **Guarantee.** Computed, not proved. If constraints depend on each other (a ball in a groove that rolls on both
//! walls), the solution with the least forces is chosen, with friction weighted more than normal forces: friction
//! does not carry loads that walls can. The caller must check whether forces pull or leave the friction cone.
//!
//! **Cost.** The cube of the number of constraints in a group of connected contacts; groups are solved one by one.
//!
//! **Source.** D. Baraff, *Coping with friction for non-penetrating rigid body simulation*, SIGGRAPH 1991, section
//! 4, for forces linear in unknown normal forces.

use crate::linear::solve;
use crate::tolerance::FRICTION_COST;
use crate::{Rate, ResponseBody};
use glam::DVec3;

/// Whether a contact rolls or slides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FrictionMode {
    /// No slip: the relative velocity at the contact stays zero.
    Rolls,
    /// The bodies slip on each other.
    Slides {
        /// The unit vector of the velocity of `b` relative to `a`; zero if there is no friction.
        slip: DVec3,
    },
}

/// A contact that continues over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SustainedContact {
    /// Index of the first body.
    pub a: usize,
    /// Index of the second body.
    pub b: usize,
    /// The contact point.
    pub point: DVec3,
    /// Unit normal from `a` to `b`.
    pub normal: DVec3,
    /// Coulomb's friction coefficient.
    pub friction: f64,
    /// Whether it rolls or slides.
    pub grip: FrictionMode,
    /// An additional relative rate of `b` with respect to `a` at the contact, not due to the rates of the bodies:
    /// centrifugal terms of accelerations, or the missing part of a displacement.
    pub bias: DVec3,
    /// The torque on `b` of torsional and rolling friction per newton of normal force, m.
    pub torque: DVec3,
}

/// A constraint of a contact.
#[derive(Clone, Copy, Debug)]
struct Constraint {
    /// The rate in this direction must vanish.
    direction: DVec3,
    /// Force and torque on `b` per unit of the unknown.
    force: DVec3,
    torque: DVec3,
}

impl SustainedContact {
    fn constraints(&self) -> Vec<Constraint> {
        let (normal, torque) = (self.normal, self.torque);
        match self.grip {
            FrictionMode::Rolls => {
                let (first, second) = normal.any_orthonormal_pair();
                let friction =
                    |direction: DVec3| Constraint { direction, force: direction / FRICTION_COST, torque: DVec3::ZERO };
                vec![Constraint { direction: normal, force: normal, torque }, friction(first), friction(second)]
            }
            FrictionMode::Slides { slip } => {
                vec![Constraint { direction: normal, force: normal - self.friction * slip, torque }]
            }
        }
    }

    /// The torque on `b` that belongs to a force on it.
    #[must_use]
    pub fn torque_with(&self, force: DVec3) -> DVec3 {
        self.torque * force.dot(self.normal)
    }
}

/// The force on `b` at every contact (or impulse, or displacement times mass), given the rates of the bodies
/// without contact forces; `a` receives the opposite force.
///
/// ```
/// use glam::{DMat3, DVec3, dvec3};
/// use tangency_respond::{FrictionMode, SustainedContact, Inertia, ResponseBody, Rate, forces};
///
/// // A ball on a tilted floor, so that gravity also pulls along it: it rolls, held back by 2/7 of that pull.
/// let ball = ResponseBody::new(&Inertia::sphere(1.0, 0.5)?, DMat3::IDENTITY, dvec3(0.0, 0.0, 0.5));
/// let bodies = [ResponseBody::fixed(DVec3::ZERO), ball];
/// let pulled = [Rate::default(), Rate { linear: dvec3(3.5, 0.0, -9.0), angular: DVec3::ZERO }];
/// let (point, normal, bias) = (DVec3::ZERO, DVec3::Z, DVec3::ZERO);
/// let (grip, torque) = (FrictionMode::Rolls, DVec3::ZERO);
/// let contact = SustainedContact { a: 0, b: 1, point, normal, friction: 0.4, grip, bias, torque };
/// assert!(forces(&bodies, &pulled, &[contact])[0].distance(dvec3(-1.0, 0.0, 9.0)) < 1e-12);
/// # Ok::<(), tangency_respond::InertiaError>(())
/// ```
#[must_use]
pub fn forces(bodies: &[ResponseBody], rates: &[Rate], contacts: &[SustainedContact]) -> Vec<DVec3> {
    let mut all = vec![DVec3::ZERO; contacts.len()];
    for group in groups(bodies, contacts) {
        let of_group: Vec<&SustainedContact> = group.iter().map(|&index| &contacts[index]).collect();
        for (index, force) in group.iter().zip(group_forces(bodies, rates, &of_group)) {
            all[*index] = force;
        }
    }
    all
}

/// Groups of contacts that depend on each other because they are connected by movable bodies.
fn groups(bodies: &[ResponseBody], contacts: &[SustainedContact]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for (index, contact) in contacts.iter().enumerate() {
        let movable: Vec<usize> =
            [contact.a, contact.b].into_iter().filter(|&body| bodies[body].inverse_mass > 0.0).collect();
        let (joined, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(_, known)| known.iter().any(|body| movable.contains(body)));
        let (mut members, mut known) = (Vec::new(), movable);
        for (own, of_group) in joined {
            members.extend(own);
            known.extend(of_group);
        }
        members.push(index);
        groups = apart;
        groups.push((members, known));
    }
    groups.into_iter().map(|(members, _)| members).collect()
}

/// The forces of one group.
fn group_forces(bodies: &[ResponseBody], rates: &[Rate], contacts: &[&SustainedContact]) -> Vec<DVec3> {
    let constraints: Vec<(&SustainedContact, Constraint)> = contacts
        .iter()
        .flat_map(|contact| contact.constraints().into_iter().map(move |each| (*contact, each)))
        .collect();
    let matrix = constraints
        .iter()
        .map(|row| constraints.iter().map(|column| mobility(bodies, row, column)).collect())
        .collect();
    let lack = |(contact, row): &(&SustainedContact, Constraint)| {
        let rate = |body: usize| bodies[body].rate_at(rates[body], contact.point);
        -row.direction.dot(rate(contact.b) - rate(contact.a) + contact.bias)
    };
    let strengths = solve(matrix, constraints.iter().map(lack).collect());
    let mut next = constraints.iter().zip(strengths);
    let own = |contact: &&SustainedContact| {
        next.by_ref().take(contact.constraints().len()).map(|((_, row), s)| s * row.force).sum()
    };
    contacts.iter().map(own).collect()
}

/// The rate along one constraint per unit of the force of another.
fn mobility(
    bodies: &[ResponseBody],
    (at, row): &(&SustainedContact, Constraint),
    (pushed, column): &(&SustainedContact, Constraint),
) -> f64 {
    let mut sum = 0.0;
    for (body, sign) in [(at.a, -1.0), (at.b, 1.0)] {
        for (other, push) in [(pushed.a, -1.0), (pushed.b, 1.0)] {
            if body == other {
                let turned = Rate { linear: DVec3::ZERO, angular: bodies[body].inverse_inertia * column.torque };
                let moved = bodies[body].mobility(at.point, pushed.point) * column.force
                    + bodies[body].rate_at(turned, at.point);
                sum += sign * push * row.direction.dot(moved);
            }
        }
    }
    sum
}

impl ResponseBody {
    /// The rate after adding a force at a point.
    #[must_use]
    pub fn pushed(&self, mut rate: Rate, point: DVec3, force: DVec3) -> Rate {
        self.push(&mut rate, point, force);
        rate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Inertia;
    use glam::{DMat3, dvec3};

    /// A ball on an incline: rolling, it is held back by 2/7 of the pull along the slope.
    #[test]
    fn a_ball_that_rolls_down_is_held_by_two_sevenths() {
        let ball = Inertia::sphere(3.0, 0.25).unwrap();
        let bodies =
            [ResponseBody::fixed(DVec3::ZERO), ResponseBody::new(&ball, DMat3::IDENTITY, dvec3(0.0, 0.0, 0.25))];
        let pull = dvec3(2.0, 0.0, -9.0);
        let rates = [Rate::default(), Rate { linear: pull, angular: DVec3::ZERO }];
        let contact = SustainedContact {
            a: 0,
            b: 1,
            point: DVec3::ZERO,
            normal: DVec3::Z,
            friction: 1.0,
            grip: FrictionMode::Rolls,
            bias: DVec3::ZERO,
            torque: DVec3::ZERO,
        };
        let force = forces(&bodies, &rates, &[contact])[0];
        assert!(force.distance(dvec3(-2.0 * 2.0 / 7.0 * 3.0, 0.0, 27.0)) < 1e-12, "{force}");
        let sliding = SustainedContact { friction: 0.1, grip: FrictionMode::Slides { slip: DVec3::X }, ..contact };
        assert!(forces(&bodies, &rates, &[sliding])[0].distance(dvec3(-2.7, 0.0, 27.0)) < 1e-12);
    }

    /// A ball rolls in a groove of two walls at 45 degrees: six equations for five degrees of freedom.
    #[test]
    fn dependent_contacts_share_the_load() {
        let ball = Inertia::sphere(1.0, 1.0).unwrap();
        let bodies = [ResponseBody::fixed(DVec3::ZERO), ResponseBody::new(&ball, DMat3::IDENTITY, DVec3::ZERO)];
        let rates = [Rate::default(), Rate { linear: dvec3(0.0, 0.0, -10.0), angular: DVec3::ZERO }];
        let contact = |x: f64| {
            let normal = dvec3(x, 0.0, 1.0).normalize();
            SustainedContact {
                a: 0,
                b: 1,
                point: -normal,
                normal,
                friction: 1.0,
                grip: FrictionMode::Rolls,
                bias: DVec3::ZERO,
                torque: DVec3::ZERO,
            }
        };
        let found = forces(&bodies, &rates, &[contact(1.0), contact(-1.0)]);
        assert!((found[0] + found[1]).distance(dvec3(0.0, 0.0, 10.0)) < 1e-12);
        assert!((found[0].x + found[1].x).abs() < 1e-12 && (found[0].z - found[1].z).abs() < 1e-12);
    }
}
