//! The functions of an implicit solid over a box of points in the frame of `b`.

use crate::curved::equations::frame::RelativePose;
use tangency_geometry::solid::{SolidJet, SolidLeaf, SolidWork};
use tangency_interval::{Interval, Matrix, Vector3};

/// A function with its first derivatives, over a box of points in the frame of `b` and a span of time.
#[derive(Clone, Copy)]
pub(super) struct FieldSlope {
    pub(super) value: Interval,
    pub(super) gradient: Vector3,
    pub(in crate::curved::equations) by_time: Interval,
}

/// A function with its second derivatives.
#[derive(Clone, Copy)]
pub(super) struct FieldJet {
    pub(super) field: FieldSlope,
    pub(in crate::curved::equations) second: Matrix<3, 3>,
    pub(super) gradient_by_time: Vector3,
}

/// A point in the frame of `a`, and its motion there while it rests in the frame of `b`.
pub(super) struct PlaceFromA {
    pub(super) place: Vector3,
    rate: Vector3,
    /// The rotation and its rate; `None` if the rotation is the identity, and stays so.
    turned: Option<[Matrix<3, 3>; 2]>,
}

impl PlaceFromA {
    pub(super) fn new(relative: &RelativePose, place: Vector3) -> Self {
        let from_origin = place - relative.translation;
        if relative.is_unturned() {
            return Self { place: from_origin, rate: -relative.translation_rate, turned: None };
        }
        let back = relative.rotation.transpose();
        let rate = relative.rotation_rate.transpose() * from_origin - back * relative.translation_rate;
        let &RelativePose { rotation, rotation_rate, .. } = relative;
        Self { place: back * from_origin, rate, turned: Some([rotation, rotation_rate]) }
    }

    /// Transforms a function of `a` to the frame of `b`.
    fn seen_from_b(&self, field: &FieldSlope) -> FieldSlope {
        FieldSlope {
            value: field.value,
            gradient: self.turned.map_or(field.gradient, |[rotation, _]| rotation * field.gradient),
            by_time: field.gradient.dot(self.rate) + field.by_time,
        }
    }

    /// Encloses the second derivative by time of a function of `a` that does not deform, in the frame of `b`. The
    /// points accelerate by at most this much in the frame of `a`.
    pub(super) fn second_by_time(&self, own: &SolidJet, acceleration: f64) -> Interval {
        let pull = (own.gradient.length() * acceleration).upper();
        (own.second * self.rate).dot(self.rate) + Interval::between(-pull, pull)
    }

    /// Metres per second. The velocity of the points in the frame of `a`.
    pub(super) fn rate(&self) -> Vector3 {
        self.rate
    }

    /// Transforms a function of `a` with second derivatives to the frame of `b`.
    fn jet_seen_from_b(&self, jet: &FieldJet) -> FieldJet {
        let moving = jet.second * self.rate + jet.gradient_by_time;
        let field = self.seen_from_b(&jet.field);
        let Some([rotation, rate]) = self.turned else {
            return FieldJet { field, second: jet.second, gradient_by_time: moving };
        };
        FieldJet {
            field,
            second: rotation * jet.second * rotation.transpose(),
            gradient_by_time: rate * jet.field.gradient + rotation * moving,
        }
    }
}

/// A function of `b`, or of `a` if the point is given in its frame too; `None` if it may jump or have no value.
pub(super) fn field(
    leaf: &SolidLeaf,
    from_a: Option<&PlaceFromA>,
    place: Vector3,
    time: Interval,
    work: &mut SolidWork,
) -> Option<FieldSlope> {
    let slope = leaf.slope(from_a.map_or(place, |seen| seen.place), time, work)?;
    let field = FieldSlope { value: slope.value, gradient: slope.gradient, by_time: slope.by_time };
    Some(from_a.map_or(field, |seen| seen.seen_from_b(&field)))
}

/// The same with second derivatives; `None` if it may have a kink or no value.
pub(super) fn field_jet(
    leaf: &SolidLeaf,
    from_a: Option<&PlaceFromA>,
    place: Vector3,
    time: Interval,
    work: &mut SolidWork,
) -> Option<FieldJet> {
    let jet = leaf.jet(from_a.map_or(place, |seen| seen.place), time, work)?;
    let field = FieldSlope { value: jet.value, gradient: jet.gradient, by_time: jet.by_time };
    let jet = FieldJet { field, second: jet.second, gradient_by_time: jet.gradient_by_time };
    Some(from_a.map_or(jet, |seen| seen.jet_seen_from_b(&jet)))
}

/// Upper bound on the relative deviation of a vector from its midpoint.
pub(super) fn relative_variation(vector: Vector3) -> f64 {
    let middle = Vector3::point(vector.mid());
    (vector - middle).length().upper() / middle.length().lower().max(f64::MIN_POSITIVE)
}

/// Metres per second. Upper bound on how fast the common zeros of one to three functions must move, given their
/// gradients and derivatives by time: the smallest velocity v with ∇fᵢ·v = −∂fᵢ/∂t for all of them. Infinite where
/// the gradients may be dependent.
pub(super) fn boundary_speed(slopes: &[(Vector3, Interval)]) -> f64 {
    if slopes.iter().all(|(_, by_time)| *by_time == Interval::ZERO) {
        return 0.0;
    }
    let speed = match *slopes {
        [(gradient, by_time)] => by_time.abs() / gradient.length(),
        [(first, by_first), (second, by_second)] => {
            (by_first.abs() * second.length() + by_second.abs() * first.length()) / first.cross(second).length()
        }
        [(first, by_first), (second, by_second), (third, by_third)] => {
            let [of_first, of_second, of_third] = [second.cross(third), third.cross(first), first.cross(second)];
            (of_first * by_first + of_second * by_second + of_third * by_third).length() / first.dot(of_first).abs()
        }
        _ => Interval::ENTIRE,
    };
    // The quotient is empty if the divisor is zero everywhere.
    if speed.is_empty() { f64::INFINITY } else { speed.upper() }
}
