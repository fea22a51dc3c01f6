//! Outward unit vectors of an implicit solid.
//!
//! **Question.** Which unit vectors are outward normals of a smooth part, a crease or a corner of an implicit
//! solid?
//!
//! **Idea.** Combinations with non-negative coefficients of the gradients of the functions that vanish there. Being
//! a combination is an equation: with one gradient the cross product vanishes, with two the triple product; three
//! gradients span all of space. The expression is a sum of products, differentiated one factor at a time. Of the
//! coefficients only a consequence is tested: e = Σ αᵢ gᵢ with |e| = 1 has e·gᵢ > 0 for some i. Testing every
//! coefficient would fail where a body lies flat: some vanish there, and rounding would decide.
//!
//! **Guarantee.** Encloses. Where gradients are dependent (a cusp, Σ αᵢ gᵢ = 0), the equations hold trivially, and
//! e·gᵢ ≥ 0 for some i as well, so nothing is excluded.

use super::field::FieldJet;
use crate::tolerance::{CONE_ROOM, NEARLY_ACUTE};
use tangency_interval::solve::ConditionStatus;
use tangency_interval::{Interval, Vector, Vector3};

/// Encloses v/|v|; all unit vectors if v may vanish.
pub(super) fn unit(vector: Vector3) -> Vector3 {
    let all = Interval::between(-1.0, 1.0);
    Vector(std::array::from_fn(|index| {
        let [first, second] = [vector[(index + 1) % 3], vector[(index + 2) % 3]];
        let others = first.sqr() + second.sqr();
        // Monotone: it grows with the coordinate, and shrinks towards zero as the others grow.
        let share = |own: f64, others: f64| {
            let own = Interval::from(own);
            let length = (own.sqr() + Interval::from(others)).sqrt();
            if length.lower() > 0.0 { own / length } else { all }
        };
        let (low, high) = (vector[index].lower(), vector[index].upper());
        if !(vector[index].is_bounded() && others.is_bounded()) {
            return all;
        }
        let least = share(low, if low < 0.0 { others.lower() } else { others.upper() });
        let most = share(high, if high > 0.0 { others.lower() } else { others.upper() });
        Interval::between(least.lower(), most.upper().max(least.lower())).intersection(all)
    }))
}

/// Encloses the unit vectors Σ αᵢ gᵢ/|gᵢ| with αᵢ ≥ 0; all unit vectors where the angle between two gradients may
/// be obtuse.
///
/// If none is, gᵢ·gⱼ ≥ −c|gᵢ||gⱼ|, at most three of them have 1 = |Σ αᵢ gᵢ/|gᵢ||² ≥ (1 − 2c) Σ αᵢ², so no αᵢ is
/// much above one.
pub(super) fn cone(gradients: impl Iterator<Item = Vector3>) -> Vector3 {
    let units: Vec<Vector3> = gradients.map(unit).collect();
    let all = Vector([Interval::between(-1.0, 1.0); 3]);
    let acute = |first: &Vector3, second: &Vector3| first.dot(*second).lower() >= -NEARLY_ACUTE;
    match units.as_slice() {
        [] => all,
        [only] => *only,
        several => {
            let mut pairs = several.iter().enumerate().flat_map(|(i, a)| several[..i].iter().map(move |b| (a, b)));
            if !pairs.all(|(a, b)| acute(a, b)) {
                return all;
            }
            // Slightly wider on both sides, so that rounding does not decide where a body lies flat.
            let share = Interval::between(-CONE_ROOM, 1.0 + 10.0 * NEARLY_ACUTE);
            several.iter().fold(Vector3::ZERO, |sum, unit| sum + *unit * share).intersection(all)
        }
    }
}

/// The number of equations that make a direction a combination of so many gradients.
pub(super) fn across_count(gradients: usize) -> usize {
    match gradients {
        1 => 3,
        2 => 1,
        _ => 0,
    }
}

/// The expressions that vanish where the direction is a combination of the gradients.
pub(super) fn across(direction: Vector3, gradients: &[Vector3]) -> Vec<Interval> {
    match *gradients {
        [only] => direction.cross(only).0.to_vec(),
        [first, second] => vec![direction.dot(first.cross(second))],
        _ => Vec::new(),
    }
}

/// Whether the direction points outwards: its product with at least one of the gradients is not negative.
pub(super) fn outward(direction: Vector3, gradients: impl Iterator<Item = Vector3>) -> ConditionStatus {
    let each = gradients.map(|gradient| ConditionStatus::not_negative(direction.dot(gradient)));
    each.reduce(ConditionStatus::or).unwrap_or(ConditionStatus::Holds)
}

/// The derivatives of the vanishing functions, their gradients and a direction by one unknown.
pub(super) struct DirectionDerivatives {
    values: Vec<Interval>,
    direction: [Vector3; 2],
    gradients: Vec<[Vector3; 2]>,
}

impl DirectionDerivatives {
    /// `turn` is the derivative of the direction, `moved` that of the point. `is_time`: the unknown is the time.
    pub(super) fn new(direction: Vector3, turn: Vector3, jets: &[FieldJet], moved: Vector3, is_time: bool) -> Self {
        let by = |jet: &FieldJet| {
            let carried = jet.field.gradient.dot(moved);
            if is_time { carried + jet.field.by_time } else { carried }
        };
        let gradient = |jet: &FieldJet| {
            let carried = jet.second * moved;
            [jet.field.gradient, if is_time { carried + jet.gradient_by_time } else { carried }]
        };
        Self {
            values: jets.iter().map(by).collect(),
            direction: [direction, turn],
            gradients: jets.iter().map(gradient).collect(),
        }
    }

    /// The derivatives of the functions.
    pub(super) fn values(&self) -> Vec<Interval> {
        self.values.clone()
    }

    /// The derivatives of [`across`], by the product rule: each factor in turn is replaced by its derivative.
    pub(super) fn across(&self) -> Vec<Interval> {
        let unchanged: Vec<Vector3> = self.gradients.iter().map(|gradient| gradient[0]).collect();
        let mut sums = across(self.direction[1], &unchanged);
        for index in 0..unchanged.len() {
            let mut replaced = unchanged.clone();
            replaced[index] = self.gradients[index][1];
            for (sum, term) in sums.iter_mut().zip(across(self.direction[0], &replaced)) {
                *sum += term;
            }
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use tangency_interval::laws::Random;

    #[test]
    fn unit_vectors_are_enclosed_tightly() {
        let mut random = Random::new(5);
        let mut narrow = 0;
        for _ in 0..2000 {
            let size = 10_f64.powf(random.between(-6.0, 0.3));
            let centre = DVec3::from_array([0; 3].map(|_| random.between(-1.0, 1.0)));
            let cell: Vector3 = Vector(centre.to_array().map(|x| Interval::between(x - size, x + size)));
            let enclosed = unit(cell);
            let member = DVec3::from_array(cell.0.map(|side| random.between(side.lower(), side.upper())));
            let exact = member.normalize();
            for axis in 0..3 {
                let room = Interval::between(exact[axis] - 1e-15, exact[axis] + 1e-15);
                assert!(!enclosed[axis].disjoint(room), "{exact} is not in {enclosed:?}");
            }
            narrow += usize::from(enclosed.width() <= 3.0 * size / centre.length());
        }
        assert!(narrow > 1500, "{narrow}");
    }

    #[test]
    fn cones_hold_their_unit_vectors() {
        let mut random = Random::new(6);
        let mut narrow = 0;
        for case in 0..2000 {
            let gradients = [0; 3].map(|_| DVec3::from_array([0; 3].map(|_| random.between(-0.3, 1.0))));
            let gradients = &gradients[..1 + case % 3];
            let told = cone(gradients.iter().map(|vector| Vector3::point(vector.to_array())));
            let sum: DVec3 = gradients.iter().map(|vector| *vector * random.between(0.0, 1.0)).sum();
            let exact = sum.normalize();
            for axis in 0..3 {
                let room = Interval::between(exact[axis] - 1e-15, exact[axis] + 1e-15);
                assert!(!told[axis].disjoint(room), "{exact} is not in {told:?}");
            }
            narrow += usize::from(told.width() < 1.5);
        }
        assert!(narrow > 500, "{narrow}");
    }

    #[test]
    fn ways_out_of_a_corner() {
        let gradients = [DVec3::X, DVec3::Y * 2.0, DVec3::Z * 0.5].map(|vector| Vector3::point(vector.to_array()));
        let told = |x: f64, y: f64, z: f64| outward(Vector3::point([x, y, z]), gradients.into_iter());
        assert_eq!(told(0.1, 0.2, 0.3), ConditionStatus::Holds);
        assert_eq!(told(0.1, -0.2, -0.3), ConditionStatus::Holds);
        assert_eq!(told(-0.1, -0.2, -0.3), ConditionStatus::Violated);
    }
}
