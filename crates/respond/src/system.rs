//! A contact problem as sparse rows, in an order that does not depend on the order of its lists.
//!
//! **Question.** Contacts and joints act on two bodies each. How do rates depend on impulses?
//!
//! **Idea.** Every scalar unknown p is a row with the coefficients of the rates of its two bodies and with the change
//! of their rates for p = 1. Rows that share one law form a block: a normal with its two tangents, a torque, a row of a
//! joint. The matrix W of Delassus, from impulses to rates along rows, is never stored. Immovable bodies share one slot
//! whose rate is zero; their motion is part of the biases.
//!
//! Contacts and rows are sorted by their geometry, contacts are turned so that their normals lie in one half-space, and
//! bodies are numbered as they appear. Hence the same problem with bodies or contacts in another order, or with `a` and
//! `b` exchanged, gives the same bits.
//!
//! **Cost.** Linear in contacts and rows, up to sorting.

use crate::{ContactProblem, Grip, Impulses, JointRow, Rate, ResponseBody, ResponseContact, RowLimit, Wrench};
use glam::DVec3;
use std::cmp::Ordering;

/// The law of a block of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Law {
    /// One row: the rate is zero.
    Bilateral,
    /// One row: impulse and rate are not negative, one is zero.
    Pushes,
    /// One row: the rate is zero, or the impulse is at this limit against it.
    Within(f64),
    /// A normal and two tangents: Coulomb's law with this coefficient.
    Cone(f64),
    /// One or two rows of torque, limited by this ratio of the impulse of the row `normal`.
    Torque {
        /// Index of the row of the normal.
        normal: usize,
        /// Ratio of the largest torque to the normal impulse.
        ratio: f64,
    },
}

/// Where the impulses of a block belong.
#[derive(Clone, Copy, Debug)]
enum Source {
    Contact(usize),
    Row(usize),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub(crate) law: Law,
    /// Index of its first row.
    pub(crate) first: usize,
    /// Number of rows.
    pub(crate) count: usize,
    source: Source,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) bodies: [usize; 2],
    /// The coefficients of the rates of both bodies.
    pub(crate) rate: [Rate; 2],
    /// The change of the rates of both bodies for a unit of the impulse.
    pub(crate) push: [Rate; 2],
    /// The force and torque on both bodies for a unit of the impulse.
    pub(crate) force: [Rate; 2],
    pub(crate) bias: f64,
    /// The diagonal entry of W.
    pub(crate) weight: f64,
    /// Converts the rate of the row to a rate of points: 1, or a length for angular rates.
    pub(crate) length: f64,
    /// What acts on the second body of the contact as it was given, for a unit of the impulse.
    given: Wrench,
}

/// A problem as sparse rows. The slot after the last movable body is that of the immovable ones.
#[derive(Clone, Debug)]
pub(crate) struct System {
    pub(crate) bodies: Vec<ResponseBody>,
    pub(crate) rows: Vec<Row>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) free: Vec<Rate>,
    /// For every slot of a movable body, its index in the problem.
    places: Vec<usize>,
}

fn dot(a: &Rate, b: &Rate) -> f64 {
    a.linear.dot(b.linear) + a.angular.dot(b.angular)
}

impl Row {
    /// The rate along the row.
    pub(crate) fn along(&self, rates: &[Rate]) -> f64 {
        let [first, second] = [0, 1].map(|side| dot(&self.rate[side], &rates[self.bodies[side]]));
        first + second + self.bias
    }

    /// Adds the effect of an impulse to the rates.
    pub(crate) fn push(&self, rates: &mut [Rate], impulse: f64) {
        for side in 0..2 {
            let rate = &mut rates[self.bodies[side]];
            rate.linear += impulse * self.push[side].linear;
            rate.angular += impulse * self.push[side].angular;
        }
    }

    /// The entry of W: the rate along this row for a unit of the impulse of another.
    pub(crate) fn coupling(&self, pushed: &Row, immovable: usize) -> f64 {
        let mut sum = 0.0;
        for side in 0..2 {
            for other in 0..2 {
                if self.bodies[side] == pushed.bodies[other] && self.bodies[side] != immovable {
                    sum += dot(&self.rate[side], &pushed.push[other]);
                }
            }
        }
        sum
    }
}

/// The order of contacts and rows: by their numbers, whatever their place in the list.
fn by_numbers(one: &[f64], other: &[f64]) -> Ordering {
    let first = one.iter().zip(other).map(|(a, b)| a.total_cmp(b)).find(|order| order.is_ne());
    first.unwrap_or(Ordering::Equal)
}

/// The contact with its normal in the half-space of normals whose first coordinate other than zero is positive.
fn turned(contact: &ResponseContact) -> (ResponseContact, f64) {
    let leading = contact.normal.to_array().into_iter().find(|coordinate| *coordinate != 0.0);
    // Adding zero makes negative zeros positive: they would choose other tangents.
    if leading.is_none_or(|coordinate| coordinate > 0.0) {
        let (normal, bias) = (contact.normal + DVec3::ZERO, contact.bias + DVec3::ZERO);
        return (ResponseContact { normal, bias, ..*contact }, 1.0);
    }
    let grip = match contact.grip {
        Grip::Cone => Grip::Cone,
        Grip::Slides { force, torque } => Grip::Slides { force: -force, torque: -torque },
    };
    let turned = ResponseContact {
        a: contact.b,
        b: contact.a,
        normal: -contact.normal + DVec3::ZERO,
        bias: -contact.bias + DVec3::ZERO,
        grip,
        ..*contact
    };
    (turned, -1.0)
}

/// The sorted contacts: index in the problem, the contact as turned, the sign of the turn.
fn sorted_contacts(problem: &ContactProblem) -> Vec<(usize, ResponseContact, f64)> {
    let key = |contact: &ResponseContact| {
        let centre = |body: usize| problem.bodies()[body].centre;
        let vectors = [contact.point, contact.normal, contact.bias, centre(contact.a), centre(contact.b)];
        let mut key: Vec<f64> = vectors.iter().flat_map(DVec3::to_array).map(|number| number + 0.0).collect();
        key.extend([contact.friction, contact.torsion, contact.rolling, contact.restitution]);
        key
    };
    let mut all: Vec<_> = problem
        .contacts()
        .iter()
        .enumerate()
        .map(|(index, contact)| {
            let (contact, sign) = turned(contact);
            (key(&contact), (index, contact, sign))
        })
        .collect();
    all.sort_by(|one, other| by_numbers(&one.0, &other.0));
    all.into_iter().map(|(_, contact)| contact).collect()
}

fn sorted_rows(problem: &ContactProblem) -> Vec<(usize, JointRow)> {
    let key = |row: &JointRow| -> Vec<f64> {
        let side = |on: &Rate, body: usize, sign: f64| {
            let vectors = [problem.bodies()[body].centre, sign * on.linear, sign * on.angular];
            vectors.iter().flat_map(DVec3::to_array).map(|number| number + 0.0).collect::<Vec<f64>>()
        };
        let mut sides = [side(&row.on_a, row.a, -1.0), side(&row.on_b, row.b, 1.0)];
        sides.sort_by(|one, other| by_numbers(one, other));
        let limit = match row.limit {
            RowLimit::Bilateral => -2.0,
            RowLimit::Pushes => -1.0,
            RowLimit::Within(most) => most,
        };
        sides.concat().into_iter().chain([row.bias, limit]).collect()
    };
    let mut all: Vec<_> = problem.rows().iter().enumerate().map(|(index, row)| (key(row), (index, *row))).collect();
    all.sort_by(|one, other| by_numbers(&one.0, &other.0));
    all.into_iter().map(|(_, row)| row).collect()
}

/// Collects rows and numbers bodies as they appear.
struct Builder<'a> {
    problem: &'a ContactProblem,
    /// The slot of every body; `usize::MAX` for bodies without one.
    slots: Vec<usize>,
    places: Vec<usize>,
    rows: Vec<Row>,
    blocks: Vec<Block>,
}

impl Builder<'_> {
    fn number(&mut self, a: usize, b: usize) {
        let centre = |body: usize| self.problem.bodies()[body].centre.to_array();
        let pair = if by_numbers(&centre(a), &centre(b)).is_gt() { [b, a] } else { [a, b] };
        for body in pair {
            if self.slots[body] == usize::MAX && self.problem.bodies()[body].inverse_mass > 0.0 {
                self.slots[body] = self.places.len();
                self.places.push(body);
            }
        }
    }

    /// A row with coefficients for both bodies; the impulse acts with `force`, which is `rate` unless friction slides.
    fn row(&self, pair: [usize; 2], rate: [Rate; 2], force: [Rate; 2], bias: f64) -> Row {
        let bodies = self.problem.bodies();
        let mut row = Row {
            bodies: pair.map(|body| self.slots[body]),
            rate,
            push: [Rate::default(); 2],
            force,
            bias,
            weight: 0.0,
            length: 1.0,
            given: Wrench::default(),
        };
        let mut inverse_mass = 0.0;
        for side in 0..2 {
            let body = &bodies[pair[side]];
            if body.inverse_mass == 0.0 {
                row.bias += dot(&rate[side], &self.problem.free()[pair[side]]);
                (row.rate[side], row.force[side]) = (Rate::default(), Rate::default());
                continue;
            }
            inverse_mass += body.inverse_mass;
            let linear = body.inverse_mass * force[side].linear;
            row.push[side] = Rate { linear, angular: body.inverse_inertia * force[side].angular };
        }
        row.weight = (0..2).map(|side| dot(&row.rate[side], &row.push[side])).sum();
        if rate.iter().all(|side| side.linear == DVec3::ZERO) && row.weight > 0.0 {
            row.length = (inverse_mass / row.weight).sqrt();
        }
        row
    }

    fn contact(&mut self, index: usize, contact: &ResponseContact, sign: f64) {
        let pair = [contact.a, contact.b];
        if pair.iter().all(|&body| self.problem.bodies()[body].inverse_mass == 0.0) {
            return;
        }
        let sides = |linear: DVec3, torque: DVec3| {
            [0, 1].map(|side| {
                let sign = [-1.0, 1.0][side];
                let arm = contact.point - self.problem.bodies()[pair[side]].centre;
                Rate { linear: sign * linear, angular: sign * (arm.cross(linear) + torque) }
            })
        };
        let force_row = |direction: DVec3, force: DVec3, torque: DVec3| {
            let pushed = sides(force, torque);
            let mut row = self.row(pair, sides(direction, DVec3::ZERO), pushed, direction.dot(contact.bias));
            row.given = Wrench { force: sign * force, torque: sign * torque };
            row
        };
        let torque_row = |direction: DVec3| {
            let on = sides(DVec3::ZERO, direction);
            let mut row = self.row(pair, on, on, 0.0);
            row.given = Wrench { force: DVec3::ZERO, torque: sign * direction };
            row
        };
        let (normal, (first, second)) = (contact.normal, contact.normal.any_orthonormal_pair());
        let plain = |direction: DVec3| force_row(direction, direction, DVec3::ZERO);
        let start = self.rows.len();
        let mut parts: Vec<(Law, Vec<Row>)> = Vec::new();
        match contact.grip {
            Grip::Slides { force, torque } => {
                parts.push((Law::Pushes, vec![force_row(normal, normal + force, torque)]));
            }
            Grip::Cone if contact.friction > 0.0 => {
                parts.push((Law::Cone(contact.friction), vec![plain(normal), plain(first), plain(second)]));
            }
            Grip::Cone => parts.push((Law::Pushes, vec![plain(normal)])),
        }
        let law = |ratio: f64| Law::Torque { normal: start, ratio };
        if contact.grip == Grip::Cone && contact.torsion > 0.0 {
            parts.push((law(contact.torsion), vec![torque_row(normal)]));
        }
        if contact.grip == Grip::Cone && contact.rolling > 0.0 {
            parts.push((law(contact.rolling), vec![torque_row(first), torque_row(second)]));
        }
        for (law, rows) in parts {
            let (first, count) = (self.rows.len(), rows.len());
            self.blocks.push(Block { law, first, count, source: Source::Contact(index) });
            self.rows.extend(rows);
        }
    }

    fn joint(&mut self, index: usize, row: &JointRow) {
        let opposite = Rate { linear: -row.on_a.linear, angular: -row.on_a.angular };
        let on = [opposite, row.on_b];
        let built = self.row([row.a, row.b], on, on, row.bias);
        if built.weight == 0.0 {
            return;
        }
        let law = match row.limit {
            RowLimit::Bilateral => Law::Bilateral,
            RowLimit::Pushes => Law::Pushes,
            RowLimit::Within(most) => Law::Within(most),
        };
        self.blocks.push(Block { law, first: self.rows.len(), count: 1, source: Source::Row(index) });
        self.rows.push(built);
    }
}

impl System {
    pub(crate) fn new(problem: &ContactProblem) -> Self {
        let slots = vec![usize::MAX; problem.bodies().len()];
        let mut builder = Builder { problem, slots, places: Vec::new(), rows: Vec::new(), blocks: Vec::new() };
        let (rows, contacts) = (sorted_rows(problem), sorted_contacts(problem));
        let pairs =
            rows.iter().map(|(_, row)| (row.a, row.b)).chain(contacts.iter().map(|(_, each, _)| (each.a, each.b)));
        pairs.for_each(|(a, b)| builder.number(a, b));
        let immovable = builder.places.len();
        builder.slots.iter_mut().filter(|slot| **slot == usize::MAX).for_each(|slot| *slot = immovable);
        rows.iter().for_each(|(index, row)| builder.joint(*index, row));
        contacts.iter().for_each(|(index, contact, sign)| builder.contact(*index, contact, *sign));
        let Builder { places, rows, blocks, .. } = builder;
        let mut free: Vec<Rate> = places.iter().map(|&body| problem.free()[body]).collect();
        free.push(Rate::default());
        let bodies = places.iter().map(|&body| problem.bodies()[body]).collect();
        Self { bodies, rows, blocks, free, places }
    }

    /// The slot of the immovable bodies.
    pub(crate) fn immovable(&self) -> usize {
        self.bodies.len()
    }

    /// The rates with these impulses.
    pub(crate) fn rates(&self, impulses: &[f64]) -> Vec<Rate> {
        let mut rates = self.free.clone();
        self.rows.iter().zip(impulses).for_each(|(row, impulse)| row.push(&mut rates, *impulse));
        rates
    }

    /// The impulses of a warm start, by row.
    pub(crate) fn started(&self, warm: Option<&Impulses>) -> Vec<f64> {
        let mut all = vec![0.0; self.rows.len()];
        let Some(warm) = warm else { return all };
        for block in &self.blocks {
            let range = block.first..block.first + block.count;
            for (row, impulse) in self.rows[range.clone()].iter().zip(&mut all[range]) {
                let given = row.given;
                *impulse = match (block.source, block.law) {
                    (Source::Row(row), _) => warm.rows[row],
                    (Source::Contact(contact), Law::Torque { .. }) => given.torque.dot(warm.contacts[contact].torque),
                    // A sliding contact has one row whose force is not a unit vector.
                    (Source::Contact(contact), Law::Pushes | Law::Cone(_) | Law::Bilateral | Law::Within(_)) => {
                        given.force.dot(warm.contacts[contact].force) / given.force.length_squared()
                    }
                };
            }
        }
        all
    }

    /// The impulses in the order and the orientation of the problem.
    pub(crate) fn returned(&self, problem: &ContactProblem, impulses: &[f64]) -> Impulses {
        let mut all = Impulses {
            contacts: vec![Wrench::default(); problem.contacts().len()],
            rows: vec![0.0; problem.rows().len()],
        };
        for block in &self.blocks {
            let range = block.first..block.first + block.count;
            for (row, impulse) in self.rows[range.clone()].iter().zip(&impulses[range]) {
                match block.source {
                    Source::Row(row) => all.rows[row] = *impulse,
                    Source::Contact(contact) => {
                        let into = &mut all.contacts[contact];
                        into.force += *impulse * row.given.force;
                        into.torque += *impulse * row.given.torque;
                    }
                }
            }
        }
        all
    }

    /// The rates of all bodies of the problem.
    pub(crate) fn placed(&self, problem: &ContactProblem, rates: &[Rate]) -> Vec<Rate> {
        let mut all = problem.free().to_vec();
        self.places.iter().zip(rates).for_each(|(&body, rate)| all[body] = *rate);
        all
    }
}
