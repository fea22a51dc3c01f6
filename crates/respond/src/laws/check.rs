//! The laws of responses, checked from their definitions.

use super::problems::{KINDS, ProblemKind, problem};
use super::{Outcome, Scope};
use crate::{ContactProblem, JointRow, Rate, ResponseBody, ResponseContact, RowLimit};
use glam::{DMat3, DQuat, DVec3};
use tangency_interval::laws::Random;

/// Number of random problems of each kind.
const CASES: usize = 24;

/// Fraction of the largest free relative rate. What counts as zero: above the residual that is asked for, times the
/// condition of the problems.
const SMALL: f64 = 1e-9;

/// A response under test.
pub struct Enrolled<'a> {
    /// What it knows.
    pub scope: Scope,
    /// The response.
    pub response: &'a dyn Fn(&ContactProblem) -> Outcome,
    /// Kinds of problems of which not all converge, with the share that does, in percent.
    pub shares: &'a [(ProblemKind, usize)],
}

/// Runs a law on all kinds of problems; the law is not asked about solutions that say that they did not converge.
fn examine(enrolled: &Enrolled<'_>, law: &mut dyn FnMut(&ContactProblem, &Outcome, &str)) {
    for (seed, kind) in KINDS.into_iter().enumerate() {
        let mut random = Random::new(100 + seed as u64);
        let mut converged = 0;
        for case in 0..CASES {
            let problem = problem(kind, enrolled.scope, &mut random);
            let outcome = (enrolled.response)(&problem);
            if outcome.certificate.converged {
                converged += 1;
                law(&problem, &outcome, &format!("{kind:?} {case}"));
            }
        }
        let share = enrolled.shares.iter().find(|(of, _)| *of == kind).map_or(100, |(_, share)| *share);
        assert!(100 * converged >= share * CASES, "{kind:?}: {converged} of {CASES} converged");
    }
}

/// What counts as zero: a fraction of the largest free relative rate, and the rounding of large impulses on light
/// bodies.
fn small(problem: &ContactProblem, outcome: &Outcome) -> f64 {
    let contacts = problem.contacts().iter().zip(&outcome.impulses.contacts).map(|(contact, wrench)| {
        let lightest = problem.bodies()[contact.a].inverse_mass.max(problem.bodies()[contact.b].inverse_mass);
        lightest * wrench.force.length()
    });
    SMALL * scale(problem) + 1e-12 * contacts.fold(0.0, f64::max)
}

/// The largest free relative rate at contacts and rows.
fn scale(problem: &ContactProblem) -> f64 {
    let contacts = problem.contacts().iter().map(|each| each.relative_rate(problem.bodies(), problem.free()).length());
    let rows = problem.rows().iter().map(|row| row.rate(problem.free()).abs());
    contacts.chain(rows).fold(1e-3, f64::max)
}

fn momentum(bodies: &[ResponseBody], rates: &[Rate]) -> (DVec3, DVec3) {
    bodies.iter().zip(rates).fold((DVec3::ZERO, DVec3::ZERO), |(sum, turning), (body, rate)| {
        let linear = rate.linear / body.inverse_mass;
        (sum + linear, turning + body.centre.cross(linear) + body.inverse_inertia.inverse() * rate.angular)
    })
}

/// The rates are those that the impulses cause, and momentum is kept where nothing is fixed.
pub fn momentum_is_kept(enrolled: &Enrolled<'_>) {
    let mut unfixed = 0;
    examine(enrolled, &mut |problem, outcome, name| {
        let mut rates = problem.free().to_vec();
        let mut heaviest = 0.0_f64;
        for (contact, wrench) in problem.contacts().iter().zip(&outcome.impulses.contacts) {
            for (body, sign) in [(contact.a, -1.0), (contact.b, 1.0)] {
                let arm = contact.point - problem.bodies()[body].centre;
                let (force, torque) = (sign * wrench.force, sign * (arm.cross(wrench.force) + wrench.torque));
                rates[body].linear += problem.bodies()[body].inverse_mass * force;
                rates[body].angular += problem.bodies()[body].inverse_inertia * torque;
                heaviest = heaviest.max(wrench.force.length() * problem.bodies()[body].inverse_mass);
            }
        }
        for (row, strength) in problem.rows().iter().zip(&outcome.impulses.rows) {
            for (body, on, sign) in [(row.a, row.on_a, -1.0), (row.b, row.on_b, 1.0)] {
                rates[body].linear += problem.bodies()[body].inverse_mass * (sign * strength * on.linear);
                rates[body].angular += problem.bodies()[body].inverse_inertia * (sign * strength * on.angular);
                heaviest = heaviest.max(strength.abs() * problem.bodies()[body].inverse_mass);
            }
        }
        let rounding = 1e-12 * (heaviest + scale(problem));
        for (caused, found) in rates.iter().zip(&outcome.rates) {
            assert!(caused.linear.distance(found.linear) <= rounding, "{name}: {caused:?} {found:?}");
            assert!(caused.angular.distance(found.angular) <= 100.0 * rounding, "{name}: {caused:?} {found:?}");
        }
        if problem.bodies().iter().all(|body| body.inverse_mass > 0.0) {
            unfixed += 1;
            let ((p, l), (q, k)) =
                (momentum(problem.bodies(), problem.free()), momentum(problem.bodies(), &outcome.rates));
            let size: f64 = problem
                .bodies()
                .iter()
                .zip(problem.free())
                .zip(&outcome.rates)
                .map(|((body, before), after)| {
                    (before.linear.length() + after.linear.length()) / body.inverse_mass * (1.0 + body.centre.length())
                })
                .sum();
            assert!(p.distance(q) <= 1e-13 * size && l.distance(k) <= 1e-12 * size, "{name}: {p} {q}, {l} {k}");
        }
    });
    assert!(unfixed > CASES / 2, "{unfixed} problems without fixed bodies");
}

/// Kinetic energy does not grow. Fixed bodies are at rest, and motors hold the speed zero.
pub fn no_energy_is_made(enrolled: &Enrolled<'_>) {
    examine(enrolled, &mut |problem, outcome, name| {
        let (before, after) = (problem.energy(problem.free()), problem.energy(&outcome.rates));
        // A limit of a joint that is not reached gives way: it does no work.
        assert!(after <= before * (1.0 + 1e-10), "{name}: {before} J before, {after} J after");
    });
}

/// Complementarity, Coulomb's law, and the laws of joint rows. In an impact of several rounds the impulses belong to
/// different velocities: there restitution is checked where one round was enough, in the closed forms.
pub fn the_laws_of_contacts_and_joints_hold(enrolled: &Enrolled<'_>) {
    let lasting = matches!(enrolled.scope, Scope::Frictionless | Scope::Friction);
    let (mut held, mut slid, mut opened) = (0, 0, 0);
    examine(enrolled, &mut |problem, outcome, name| {
        let small = small(problem, outcome);
        for (row, strength) in problem.rows().iter().zip(&outcome.impulses.rows) {
            let rate = row.rate(&outcome.rates);
            match row.limit {
                RowLimit::Bilateral => assert!(rate.abs() <= small, "{name}: joint {rate}"),
                RowLimit::Pushes if lasting => {
                    assert!(rate >= -small && (rate <= small || *strength <= 1e-9), "{name}: {rate} {strength}");
                }
                RowLimit::Within(most) if lasting => {
                    let against = (strength + most * rate.signum()).abs() <= 1e-6 * most;
                    assert!(rate.abs() <= small || against, "{name}: {rate} {strength} of {most}");
                }
                RowLimit::Pushes | RowLimit::Within(_) => {}
            }
        }
        if !lasting {
            return;
        }
        let strongest = outcome.impulses.contacts.iter().fold(0.0_f64, |most, each| most.max(each.force.length()));
        for (contact, wrench) in problem.contacts().iter().zip(&outcome.impulses.contacts) {
            let rate = contact.relative_rate(problem.bodies(), &outcome.rates);
            let (speed, slip) = (rate.dot(contact.normal), rate.reject_from_normalized(contact.normal));
            let (along, across) =
                (wrench.force.dot(contact.normal), wrench.force.reject_from_normalized(contact.normal));
            if speed > small {
                opened += 1;
                assert!(wrench.force.length() <= SMALL * strongest, "{name}: opens at {speed} with {along}");
            } else if slip.length() > small {
                slid += 1;
                // Sliding slowly, the direction is known less.
                let blur = SMALL * strongest + along * contact.friction * small / slip.length();
                let limit = -contact.friction * along * slip.normalize();
                assert!(across.distance(limit) <= 10.0 * blur, "{name}: slides at {slip} with {across} of {limit}");
            } else {
                held += 1;
            }
        }
    });
    let tested = held > CASES && opened > CASES && (enrolled.scope == Scope::Frictionless || slid > CASES);
    assert!(!lasting || tested, "{held} contacts held, {slid} slid, {opened} opened");
}

/// No contact approaches.
pub fn no_approach_is_left(enrolled: &Enrolled<'_>) {
    let mut approached = 0;
    examine(enrolled, &mut |problem, outcome, name| {
        let small = small(problem, outcome);
        for contact in problem.contacts() {
            let speed = |rates: &[Rate]| contact.relative_rate(problem.bodies(), rates).dot(contact.normal);
            approached += usize::from(speed(problem.free()) < -small);
            assert!(speed(&outcome.rates) >= -small, "{name}: {} of {small}", speed(&outcome.rates));
        }
    });
    assert!(approached > 4 * CASES, "{approached} contacts approached");
}

/// Normal impulses push, and friction and torques are within their limits.
pub fn cones_are_respected(enrolled: &Enrolled<'_>) {
    examine(enrolled, &mut |problem, outcome, name| {
        let strongest = outcome.impulses.contacts.iter().fold(0.0_f64, |most, each| most.max(each.force.length()));
        let rounding = 1e-9 * strongest;
        for (contact, wrench) in problem.contacts().iter().zip(&outcome.impulses.contacts) {
            let along = wrench.force.dot(contact.normal);
            let across = wrench.force.reject_from_normalized(contact.normal).length();
            assert!(along >= -rounding, "{name}: pulls with {along}");
            assert!(across <= contact.friction * along + rounding, "{name}: {across} of {}", contact.friction * along);
            let spun = wrench.torque.dot(contact.normal).abs();
            let rolled = wrench.torque.reject_from_normalized(contact.normal).length();
            assert!(spun <= contact.torsion * along + rounding, "{name}: torque {spun}");
            assert!(rolled <= contact.rolling * along + rounding, "{name}: torque {rolled}");
        }
    });
}

/// Lists in another order, and `a` and `b` exchanged, give the same bits.
pub fn the_order_does_not_matter(enrolled: &Enrolled<'_>) {
    let mut random = Random::new(77);
    examine(enrolled, &mut |problem, outcome, name| {
        let bodies = shuffled(problem.bodies().len(), &mut random);
        let contacts = shuffled(problem.contacts().len(), &mut random);
        let rows = shuffled(problem.rows().len(), &mut random);
        let mut place = vec![0; bodies.len()];
        bodies.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        let swapped: Vec<bool> = contacts.iter().map(|_| random.below(2) == 0).collect();
        let contact = |(&old, &swap): (&usize, &bool)| {
            let contact = problem.contacts()[old];
            let (a, b) = (place[contact.a], place[contact.b]);
            let kept = ResponseContact { a, b, ..contact };
            if swap {
                ResponseContact { a: b, b: a, normal: -contact.normal, bias: -contact.bias, ..kept }
            } else {
                kept
            }
        };
        let row = |&old: &usize| {
            let row = problem.rows()[old];
            JointRow { a: place[row.a], b: place[row.b], ..row }
        };
        let other = ContactProblem::new(
            &bodies.iter().map(|&old| problem.bodies()[old]).collect::<Vec<_>>(),
            &bodies.iter().map(|&old| problem.free()[old]).collect::<Vec<_>>(),
            &contacts.iter().zip(&swapped).map(contact).collect::<Vec<_>>(),
            &rows.iter().map(row).collect::<Vec<_>>(),
        );
        let found = (enrolled.response)(&other.expect("a valid problem"));
        for (new, &old) in bodies.iter().enumerate() {
            assert_eq!(found.rates[new], outcome.rates[old], "{name}: body {old}");
        }
        for ((new, &old), &swap) in contacts.iter().enumerate().zip(&swapped) {
            let sign = if swap { -1.0 } else { 1.0 };
            let twins = problem.contacts().iter().filter(|other| other.point == problem.contacts()[old].point).count();
            if twins == 1 {
                assert_eq!(sign * found.impulses.contacts[new].force, outcome.impulses.contacts[old].force, "{name}");
            }
        }
    });
}

fn shuffled(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    (1..count).rev().for_each(|last| order.swap(last, random.below(last + 1)));
    order
}

/// Whether the rates of all problems of a kind are determined. Friction on redundant contacts is not: how they share
/// the load decides how bodies turn. Nor is it where an impact takes place at two opposite walls at once: how hard they
/// jam the body is free.
fn determined(scope: Scope, name: &str) -> bool {
    let kinds: &[ProblemKind] = match scope {
        Scope::Frictionless | Scope::SmoothImpact => return true,
        Scope::Friction => &[ProblemKind::Scattered, ProblemKind::Walls, ProblemKind::Row],
        Scope::Impact => &[ProblemKind::Scattered, ProblemKind::Row],
    };
    kinds.iter().any(|kind| name.starts_with(&format!("{kind:?}")))
}

/// The rates of a problem and of its image agree. Those of lasting contacts without friction must. In impacts, rounding
/// may decide which contact is hit first; Coulomb's law may have several solutions: a few may differ.
fn agree(enrolled: &Enrolled<'_>, image: &dyn Fn(&ContactProblem) -> ContactProblem, back: &dyn Fn(Rate) -> Rate) {
    let (mut same, mut all) = (0, 0);
    examine(enrolled, &mut |problem, outcome, name| {
        if !determined(enrolled.scope, name) {
            return;
        }
        let found = (enrolled.response)(&image(problem));
        let (speed, spin) = problem
            .free()
            .iter()
            .chain(&outcome.rates)
            .fold((1e-3_f64, 1e-3_f64), |(v, w), rate| (v.max(rate.linear.length()), w.max(rate.angular.length())));
        let differ = |(rate, other): (&Rate, &Rate)| {
            let other = back(*other);
            rate.linear.distance(other.linear) > 1e-7 * (speed + spin)
                || rate.angular.distance(other.angular) > 1e-6 * (speed + spin)
        };
        let differs = outcome.rates.iter().zip(&found.rates).any(differ);
        let unique = enrolled.scope == Scope::Frictionless;
        assert!(!(unique && differs && found.certificate.converged), "{name}: {:?} {:?}", outcome.rates, found.rates);
        all += 1;
        same += usize::from(!differs);
    });
    assert!(100 * same >= 95 * all && all > CASES, "{same} of {all} agree");
}

/// A rotated and shifted problem has the rotated solution.
pub fn the_frame_does_not_matter(enrolled: &Enrolled<'_>) {
    let turn = DMat3::from_quat(DQuat::from_scaled_axis(DVec3::new(0.3, -1.1, 2.0)));
    let shift = DVec3::new(1.5, -0.25, 3.0);
    let turned = |rate: Rate| Rate { linear: turn * rate.linear, angular: turn * rate.angular };
    let image = |problem: &ContactProblem| {
        let body = |body: &ResponseBody| {
            let inverse_inertia = turn * body.inverse_inertia * turn.transpose();
            ResponseBody { inverse_inertia, centre: turn * body.centre + shift, ..*body }
        };
        let contact = |contact: &ResponseContact| {
            let [normal, bias] = [contact.normal, contact.bias].map(|vector| turn * vector);
            ResponseContact { point: turn * contact.point + shift, normal, bias, ..*contact }
        };
        let row = |row: &JointRow| JointRow { on_a: turned(row.on_a), on_b: turned(row.on_b), ..*row };
        ContactProblem::new(
            &problem.bodies().iter().map(body).collect::<Vec<_>>(),
            &problem.free().iter().copied().map(turned).collect::<Vec<_>>(),
            &problem.contacts().iter().map(contact).collect::<Vec<_>>(),
            &problem.rows().iter().map(row).collect::<Vec<_>>(),
        )
        .expect("a valid problem")
    };
    let back = |rate: Rate| Rate { linear: turn.transpose() * rate.linear, angular: turn.transpose() * rate.angular };
    agree(enrolled, &image, &back);
}

/// A problem in other units of length, mass and time has the solution in these units.
pub fn the_units_do_not_matter(enrolled: &Enrolled<'_>) {
    let (length, mass, time) = (1e-3, 1e4, 10.0);
    let scaled = |rate: Rate| Rate { linear: rate.linear * (length / time), angular: rate.angular / time };
    let image = |problem: &ContactProblem| {
        let body = |body: &ResponseBody| ResponseBody {
            inverse_mass: body.inverse_mass / mass,
            inverse_inertia: body.inverse_inertia * (1.0 / (mass * length * length)),
            centre: body.centre * length,
        };
        let contact = |contact: &ResponseContact| ResponseContact {
            point: contact.point * length,
            bias: contact.bias * (length / time),
            torsion: contact.torsion * length,
            rolling: contact.rolling * length,
            ..*contact
        };
        // Rows of lengths keep their linear coefficients, rows of angles their angular ones.
        let row = |row: &JointRow| {
            let angular = row.on_b.linear == DVec3::ZERO;
            let arm = if angular { 1.0 } else { length };
            let on = |on: Rate| Rate { linear: on.linear, angular: on.angular * arm };
            let limit = match row.limit {
                RowLimit::Within(most) => {
                    RowLimit::Within(most * mass * length / time * if angular { length } else { 1.0 })
                }
                RowLimit::Bilateral | RowLimit::Pushes => row.limit,
            };
            JointRow { on_a: on(row.on_a), on_b: on(row.on_b), bias: row.bias * arm / time, limit, ..*row }
        };
        ContactProblem::new(
            &problem.bodies().iter().map(body).collect::<Vec<_>>(),
            &problem.free().iter().copied().map(scaled).collect::<Vec<_>>(),
            &problem.contacts().iter().map(contact).collect::<Vec<_>>(),
            &problem.rows().iter().map(row).collect::<Vec<_>>(),
        )
        .expect("a valid problem")
    };
    let back = |rate: Rate| Rate { linear: rate.linear * (time / length), angular: rate.angular * time };
    agree(enrolled, &image, &back);
}
