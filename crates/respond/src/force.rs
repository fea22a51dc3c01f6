//! The forces of continuing contacts.
//!
//! **Question.** Bodies roll and slide on each other: which forces at the contacts keep them so?
//!
//! **Idea.** A contact that rolls has a force in any direction, such that the bodies' relative acceleration there vanishes; one that slides
//! has a force along the normal, with μ times as much against the slip, such that the relative acceleration along the normal vanishes.
//! Accelerations answer linearly to forces: one small linear system for all contacts of a group of bodies. The same system, with velocities
//! for accelerations, gives the impulses that take away what drifted; with displacements, the moves that do.
//!
//! **Guarantee.** Computed. Where constraints depend on each other (a ball in a groove that rolls on both walls) the least forces are taken, and
//! friction counts for more than normal forces: what walls can carry, friction does not. Whether forces pull, or
//! leave the cone of friction, is for the caller to see.
//!
//! **Cost.** The cube of the number of constraints of a group of contacts that bodies join; groups are solved one by one.
//!
//! **Source.** D. Baraff, *Coping with friction for non-penetrating rigid body simulation*, SIGGRAPH 1991, section 4, for forces linear in
//! unknown normal forces.

use crate::linear::solve;
use crate::tolerance::FRICTION_COST;
use crate::{Mover, Rate};
use glam::DVec3;

/// How a contact holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// It does not slip: nothing may change at the contact.
    Rolls,
    /// It slips.
    Slides {
        /// The unit vector of the velocity of `b` relative to `a`; zero if there is no friction.
        slip: DVec3,
    },
}

/// A contact that continues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// First body, by its place in the list.
    pub a: usize,
    /// Second body.
    pub b: usize,
    /// Where they touch.
    pub point: DVec3,
    /// Unit normal from `a` to `b`.
    pub normal: DVec3,
    /// Coulomb's coefficient.
    pub friction: f64,
    /// How it holds.
    pub grip: Grip,
    /// What comes to the rate of `b` relative to `a` besides that of the bodies: centrifugal terms of accelerations, the lack of a displacement.
    pub bias: DVec3,
}

impl Hold {
    /// The directions along which the rate has to vanish, and the force that each unknown stands for.
    fn constraints(&self) -> Vec<[DVec3; 2]> {
        match self.grip {
            Grip::Rolls => {
                let (first, second) = self.normal.any_orthonormal_pair();
                let friction = |way: DVec3| [way, way / FRICTION_COST];
                vec![[self.normal, self.normal], friction(first), friction(second)]
            }
            Grip::Slides { slip } => vec![[self.normal, self.normal - self.friction * slip]],
        }
    }
}

/// The force (or impulse, or displacement times mass) on `b` at every contact, given the rates of the bodies without them; `a` receives the opposite.
///
/// ```
/// use glam::{DMat3, DVec3, dvec3};
/// use tangency_respond::{Grip, Hold, Inertia, Mover, Rate, forces};
///
/// // A ball lies on a floor that is tilted, so that gravity pulls along it too: it rolls, held back by 2/7 of that pull.
/// let ball = Mover::new(&Inertia::sphere(1.0, 0.5)?, DMat3::IDENTITY, dvec3(0.0, 0.0, 0.5));
/// let movers = [Mover::fixed(DVec3::ZERO), ball];
/// let pulled = [Rate::default(), Rate { linear: dvec3(3.5, 0.0, -9.0), angular: DVec3::ZERO }];
/// let (point, normal, bias) = (DVec3::ZERO, DVec3::Z, DVec3::ZERO);
/// let hold = Hold { a: 0, b: 1, point, normal, friction: 0.4, grip: Grip::Rolls, bias };
/// assert!(forces(&movers, &pulled, &[hold])[0].distance(dvec3(-1.0, 0.0, 9.0)) < 1e-12);
/// # Ok::<(), tangency_respond::InertiaError>(())
/// ```
#[must_use]
pub fn forces(movers: &[Mover], rates: &[Rate], holds: &[Hold]) -> Vec<DVec3> {
    let mut all = vec![DVec3::ZERO; holds.len()];
    for group in groups(movers, holds) {
        let of_group: Vec<&Hold> = group.iter().map(|&index| &holds[index]).collect();
        for (index, force) in group.iter().zip(group_forces(movers, rates, &of_group)) {
            all[*index] = force;
        }
    }
    all
}

/// The contacts that depend on each other, because bodies that can be moved join them.
fn groups(movers: &[Mover], holds: &[Hold]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for (index, hold) in holds.iter().enumerate() {
        let bodies: Vec<usize> = [hold.a, hold.b].into_iter().filter(|&body| movers[body].inverse_mass > 0.0).collect();
        let (joined, apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|(_, known)| known.iter().any(|body| bodies.contains(body)));
        let (mut contacts, mut known) = (Vec::new(), bodies);
        for (own, of_group) in joined {
            contacts.extend(own);
            known.extend(of_group);
        }
        contacts.push(index);
        groups = apart;
        groups.push((contacts, known));
    }
    groups.into_iter().map(|(contacts, _)| contacts).collect()
}

/// The forces of one group.
fn group_forces(movers: &[Mover], rates: &[Rate], holds: &[&Hold]) -> Vec<DVec3> {
    let constraints: Vec<(&Hold, [DVec3; 2])> =
        holds.iter().flat_map(|hold| hold.constraints().into_iter().map(move |each| (*hold, each))).collect();
    let matrix =
        constraints.iter().map(|row| constraints.iter().map(|column| answer(movers, row, column)).collect()).collect();
    let lack = |(hold, [way, _]): &(&Hold, [DVec3; 2])| {
        let rate = |body: usize| movers[body].rate_at(rates[body], hold.point);
        -way.dot(rate(hold.b) - rate(hold.a) + hold.bias)
    };
    let strengths = solve(matrix, constraints.iter().map(lack).collect());
    let mut next = constraints.iter().zip(strengths);
    let own = |hold: &&Hold| next.by_ref().take(hold.constraints().len()).map(|((_, [_, force]), s)| s * *force).sum();
    holds.iter().map(own).collect()
}

/// How the rate of one constraint answers to the force of another.
fn answer(movers: &[Mover], (at, [way, _]): &(&Hold, [DVec3; 2]), (pushed, [_, force]): &(&Hold, [DVec3; 2])) -> f64 {
    let mut sum = 0.0;
    for (body, sign) in [(at.a, -1.0), (at.b, 1.0)] {
        for (other, push) in [(pushed.a, -1.0), (pushed.b, 1.0)] {
            if body == other {
                sum += sign * push * way.dot(movers[body].answer(at.point, pushed.point) * *force);
            }
        }
    }
    sum
}

impl Mover {
    /// The rate with a force at a point added.
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

    /// A ball on an incline: rolling it is held back by 2/7 of the pull along the slope.
    #[test]
    fn a_ball_that_rolls_down_is_held_by_two_sevenths() {
        let ball = Inertia::sphere(3.0, 0.25).unwrap();
        let movers = [Mover::fixed(DVec3::ZERO), Mover::new(&ball, DMat3::IDENTITY, dvec3(0.0, 0.0, 0.25))];
        let pull = dvec3(2.0, 0.0, -9.0);
        let rates = [Rate::default(), Rate { linear: pull, angular: DVec3::ZERO }];
        let hold = Hold {
            a: 0,
            b: 1,
            point: DVec3::ZERO,
            normal: DVec3::Z,
            friction: 1.0,
            grip: Grip::Rolls,
            bias: DVec3::ZERO,
        };
        let force = forces(&movers, &rates, &[hold])[0];
        assert!(force.distance(dvec3(-2.0 * 2.0 / 7.0 * 3.0, 0.0, 27.0)) < 1e-12, "{force}");
        let sliding = Hold { friction: 0.1, grip: Grip::Slides { slip: DVec3::X }, ..hold };
        assert!(forces(&movers, &rates, &[sliding])[0].distance(dvec3(-2.7, 0.0, 27.0)) < 1e-12);
    }

    /// A ball in a groove of two walls at 45 degrees, rolling on both: six equations for five freedoms.
    #[test]
    fn dependent_contacts_share_the_load() {
        let ball = Inertia::sphere(1.0, 1.0).unwrap();
        let movers = [Mover::fixed(DVec3::ZERO), Mover::new(&ball, DMat3::IDENTITY, DVec3::ZERO)];
        let rates = [Rate::default(), Rate { linear: dvec3(0.0, 0.0, -10.0), angular: DVec3::ZERO }];
        let hold = |x: f64| {
            let normal = dvec3(x, 0.0, 1.0).normalize();
            Hold { a: 0, b: 1, point: -normal, normal, friction: 1.0, grip: Grip::Rolls, bias: DVec3::ZERO }
        };
        let found = forces(&movers, &rates, &[hold(1.0), hold(-1.0)]);
        assert!((found[0] + found[1]).distance(dvec3(0.0, 0.0, 10.0)) < 1e-12);
        assert!((found[0].x + found[1].x).abs() < 1e-12 && (found[0].z - found[1].z).abs() < 1e-12);
    }
}
