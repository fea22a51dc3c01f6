//! A common point of two elements of bodies, proved.
//!
//! **Question.** Do a face and another face, or a face and a curve that bounds one, meet near a point?
//!
//! **Idea.** `A − B = 0` are three equations. A face and a curve have three parameters; of the four of two faces, the
//! one that changes most along the curve of their common points is held. Newton steps lead to a solution, and the
//! fixed point map of Krawczyk around it proves that there is one.
//!
//! **Guarantee.** A point that is returned exists, on both bodies: its parameters are proved to be within the trims.
//! `None` proves nothing.
//!
//! **Cost.** Some jets, about twenty microseconds.
//!
//! **Source.** R. Krawczyk, *Newton-Algorithmen zur Bestimmung von Nullstellen mit Fehlerschranken*, 1969.

use super::local::PlainJet;
use super::parts::FaceParts;
use crate::tolerance::{CROSSING_CONTRACTION, CROSSING_NEWTON_STEPS, CROSSING_STEP, FACE_MEETING_ROOM, ROUND_UP};
use glam::{DMat3, DVec3};
use tangency_interval::{Interval, Vector, Vector3};

/// Parameters of an element of each body. Those that do not run are zero.
pub(super) type PairParameters = [[f64; 2]; 2];

/// Which parameter of which body.
type Column = (usize, usize);

/// The parameters that are solved for, the rows of the inverse of the derivative by them, and the widths of their
/// domains: distances of parameters are relative to these.
struct Solving {
    chosen: [Column; 3],
    rows: [DVec3; 3],
    widths: [f64; 3],
}

/// A proved common point of two elements near the given parameters: its parameters, up to a very small error.
pub(super) fn proved(
    models: &mut [FaceParts<'_>; 2],
    elements: [usize; 2],
    start: PairParameters,
) -> Option<PairParameters> {
    let free = [0, 1].map(|body| models[body].elements[elements[body]].free());
    let columns: Vec<Column> =
        [0, 1].into_iter().flat_map(|body: usize| (0..free[body]).map(move |k| (body, k))).collect();
    if columns.len() < 3 {
        return None;
    }
    let at = approached(models, elements, &columns, start)?;
    let jets = [0, 1].map(|body| models[body].plain_jet(elements[body], at[body]));
    let chosen = solved_for(&jets, &columns);
    let domains = [0, 1].map(|body| models[body].domain(elements[body]));
    let widths = chosen.map(|(body, k)| domains[body][k].width());
    let scaled = [0, 1, 2].map(|index| widths[index] * column(&jets, chosen[index]));
    let inverse = DMat3::from_cols(scaled[0], scaled[1], scaled[2]).inverse();
    if !inverse.is_finite() {
        return None;
    }
    let solving = Solving { chosen, rows: [0, 1, 2].map(|row| inverse.row(row)), widths };
    let mut room = FACE_MEETING_ROOM[0];
    for _ in 0..3 {
        if let Some(near) = solving.within(models, elements, (at, room)) {
            let sides = solving.around(&at, near);
            return (0..2).all(|body| belongs(&models[body], elements[body], sides[body])).then_some(at);
        }
        room *= FACE_MEETING_ROOM[1];
    }
    None
}

/// Newton steps towards a common point, each the shortest that solves the linear equations, in floating point.
fn approached(
    models: &mut [FaceParts<'_>; 2],
    elements: [usize; 2],
    columns: &[Column],
    start: PairParameters,
) -> Option<PairParameters> {
    let domains = [0, 1].map(|body| models[body].domain(elements[body]));
    let mut at = start;
    let mut before = f64::INFINITY;
    for _ in 0..CROSSING_NEWTON_STEPS {
        let jets = [0, 1].map(|body| models[body].plain_jet(elements[body], at[body]));
        let of = |part: Column| column(&jets, part);
        let sum = |axis: usize| columns.iter().fold(DVec3::ZERO, |sum, &part| sum + of(part)[axis] * of(part));
        let weights = DMat3::from_cols(sum(0), sum(1), sum(2)).inverse() * (jets[0].point - jets[1].point);
        if !weights.is_finite() {
            return None;
        }
        let mut size = 0.0_f64;
        for &(body, k) in columns {
            let domain = domains[body][k];
            let step = -of((body, k)).dot(weights);
            size = size.max(step.abs() / domain.width());
            at[body][k] = (at[body][k] + step).clamp(domain.lower(), domain.upper());
        }
        // Steps that no longer get smaller are rounding.
        if size <= CROSSING_STEP || (before < 1e-9 && size >= 0.5 * before) {
            return Some(at);
        }
        before = size;
    }
    None
}

/// The derivative of `A − B` by a parameter.
fn column(jets: &[PlainJet; 2], (body, k): Column) -> DVec3 {
    if body == 0 { jets[0].first[k] } else { -jets[1].first[k] }
}

/// Three of the parameters: of four, the one that changes most along the common curve is left out.
fn solved_for(jets: &[PlainJet; 2], columns: &[Column]) -> [Column; 3] {
    let without = |left_out: usize| -> Vec<Column> {
        columns.iter().enumerate().filter(|(index, _)| *index != left_out).map(|(_, part)| *part).collect()
    };
    let candidates: Vec<Vec<Column>> =
        if columns.len() == 3 { vec![columns.to_vec()] } else { (0..4).map(without).collect() };
    let volume = |chosen: &Vec<Column>| {
        column(jets, chosen[0]).cross(column(jets, chosen[1])).dot(column(jets, chosen[2])).abs()
    };
    let best = candidates.iter().max_by(|x, y| volume(x).total_cmp(&volume(y)));
    best.map_or([(0, 0), (0, 1), (1, 0)], |best| [best[0], best[1], best[2]])
}

impl Solving {
    /// The parameters, the chosen ones within a distance.
    fn around(&self, at: &PairParameters, near: f64) -> [[Interval; 2]; 2] {
        let mut sides = at.map(|of_body| of_body.map(Interval::from));
        for (&(body, k), width) in self.chosen.iter().zip(self.widths) {
            sides[body][k] += Interval::between(-near, near) * width;
        }
        sides
    }

    /// How far a solution is at most from the parameters, if there is one within `room`.
    fn within(
        &self,
        models: &mut [FaceParts<'_>; 2],
        elements: [usize; 2],
        (at, room): (PairParameters, f64),
    ) -> Option<f64> {
        let sides = self.around(&at, room);
        let domains = [0, 1].map(|body| models[body].domain(elements[body]));
        if (0..2).any(|body| (0..2).any(|k| !sides[body][k].subset(domains[body][k]))) {
            return None;
        }
        let [a, b] = [0, 1].map(|body| models[body].jet(elements[body], sides[body]));
        let [a_at, b_at] = [0, 1].map(|body| models[body].jet(elements[body], at[body].map(Interval::from)));
        let wide = [a?, b?];
        let between = a_at?.point - b_at?.point;
        let derivative = |(body, k): Column| if body == 0 { wide[0].first[k] } else { -wide[1].first[k] };
        let (mut contraction, mut off) = (0.0_f64, 0.0_f64);
        for (row, weights) in self.rows.iter().enumerate() {
            let mut sum = 0.0;
            for (index, &part) in self.chosen.iter().enumerate() {
                let one = Interval::from(if row == index { 1.0 } else { 0.0 });
                sum += (one - product(weights, derivative(part)) * self.widths[index]).magnitude();
            }
            contraction = contraction.max(sum * ROUND_UP);
            off = off.max(product(weights, between).magnitude());
        }
        if !(contraction <= CROSSING_CONTRACTION) {
            return None;
        }
        let near = off / (1.0 - contraction).next_down() * ROUND_UP + f64::MIN_POSITIVE;
        (near <= room).then_some(near)
    }
}

/// `true` proves that the points of a part belong to the body.
fn belongs(model: &FaceParts<'_>, element: usize, sides: [Interval; 2]) -> bool {
    model.elements[element].inside(sides)
}

/// The product of a row of numbers and an enclosed vector.
fn product(row: &DVec3, vector: Vector3) -> Interval {
    Vector(row.to_array().map(Interval::from)).dot(vector)
}
