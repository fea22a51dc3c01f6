//! The equations of an implicit solid that comes within the separation, as the solver needs them.
//!
//! **Guarantee.** Encloses the equations and their derivatives, over a box also by the mean value form. There the
//! direction has an effect of second order only.

use super::{ApproachEnclosure, ApproachingPart, Excluded, SolidApproach, axis};
use crate::curved::equations::solids::direction::{DirectionDerivatives, across, across_count};
use crate::curved::equations::solids::field::{FieldJet, FieldSlope, PlaceFromA, field, field_jet, relative_variation};
use crate::curved::equations::system::{
    ContactSystem, LocalContact, MAX_UNKNOWNS, between, condition_of_constraint, narrow_enough,
};
use std::rc::Rc;
use tangency_geometry::Feature;
use tangency_geometry::solid::{self, SolidLeaf};
use tangency_interval::solve::{ConditionStatus, DomainBoundary, Objective, Problem, SolverOptions};
use tangency_interval::{Interval, Matrix, Vector, Vector3};

impl SolidApproach<'_> {
    /// Writes the equations: the direction has unit length, then those of `b`, then those of `a`.
    fn write_equations(&self, over: &ApproachEnclosure, values: &mut [Interval]) {
        let mut rest = values.iter_mut();
        let mut write = |value: Interval| {
            if let Some(place) = rest.next() {
                *place = value;
            }
        };
        write((over.direction.length_sq() - Interval::ONE) * 0.5);
        for fields in [&over.of_b, &over.of_a] {
            fields.iter().for_each(|field| write(field.value));
            let gradients: Vec<Vector3> = fields.iter().map(|field| field.gradient).collect();
            across(over.direction, &gradients).into_iter().for_each(&mut write);
        }
        if let ApproachingPart::Element(_) = self.part_of_a {
            over.place.derivatives[..self.places()].iter().for_each(|tangent| write(over.direction.dot(*tangent)));
        }
    }

    /// Tightens the functions by the mean value form; `false` proves that they do not vanish together.
    fn tighten(&mut self, over: &ApproachEnclosure, region: &[Interval], values: &mut [Interval]) -> bool {
        let middle = self.middle(over, region);
        let (_, distance, _) = self.split(region);
        let (solid, part) = self.b;
        let mut of_b = Vec::new();
        for (field, &leaf) in over.of_b.iter().zip(part.leaves()) {
            let at = solid.leaves()[leaf].value(middle.other, middle.time, &mut self.work);
            of_b.push(at - middle.decrease(over, field, distance));
        }
        let mut of_a = Vec::new();
        if let ApproachingPart::Boundary((solid, part)) = self.part_of_a {
            let in_a = PlaceFromA::new(&self.setting.frame().during(middle.time), middle.place);
            let leaves = part.leaves().iter().map(|&leaf| &solid.leaves()[leaf]);
            of_a.extend(leaves.map(|leaf| leaf.value(in_a.place, middle.time, &mut self.work)));
        }
        let from = 1 + of_b.len() + across_count(of_b.len());
        for (at, fields, start) in [(&of_b, &over.of_b, 1), (&of_a, &over.of_a, from)] {
            for (index, (field, at)) in fields.iter().zip(at).enumerate() {
                let value = *at + self.change_with_place(over, field, region);
                values[start + index] = values[start + index].intersection(value);
            }
        }
        if let ([field_a], [field_b]) = (over.of_a.as_slice(), over.of_b.as_slice()) {
            // Where the gradients are opposite, the sum of both functions, each divided by the length of its
            // gradient, hardly depends on the point.
            let [weight_a, weight_b] = [field_a, field_b].map(|field| field.gradient.length().mid().recip());
            if weight_a.is_finite() && weight_b.is_finite() {
                let sum = FieldSlope {
                    value: of_a[0] * weight_a + of_b[0] * weight_b,
                    gradient: field_a.gradient * Interval::from(weight_a) + field_b.gradient * Interval::from(weight_b),
                    by_time: field_a.by_time * weight_a + field_b.by_time * weight_b,
                };
                if !(sum.value + self.change_with_place(over, &sum, region)).contains(0.0) {
                    return false;
                }
            }
        }
        values.iter().all(|value| value.contains(0.0))
    }

    /// The points at the centre of the box.
    fn middle(&self, over: &ApproachEnclosure, region: &[Interval]) -> BoxMiddle {
        let count = self.places();
        let centre: Vec<Interval> = region.iter().map(|side| Interval::from(side.mid())).collect();
        let (_, distance, time) = self.split(&centre);
        let place = match &self.part_of_a {
            ApproachingPart::Element(element) => {
                let piece = element.borrow_mut().enclosure(&region[..count], region[region.len() - 1]);
                self.setting.frame().during(time).point(piece.centre)
            }
            ApproachingPart::Boundary(_) => Vector([centre[0], centre[1], centre[2]]),
        };
        let direction = Vector3::point(over.direction.mid());
        BoxMiddle { place, direction, other: place - direction * distance, distance, time }
    }

    /// The change of a function as the point on `a` and the time run through the box from their centres. Tangents
    /// are almost perpendicular to the gradient, so it is small.
    fn change_with_place(&self, over: &ApproachEnclosure, field: &FieldSlope, region: &[Interval]) -> Interval {
        let from_middle = |side: &Interval| *side - Interval::from(side.mid());
        let late = (field.gradient.dot(over.place.rate) + field.by_time) * from_middle(&region[region.len() - 1]);
        let sides = over.place.derivatives.iter().zip(&region[..self.places()]);
        sides.fold(late, |sum, (derivative, side)| sum + field.gradient.dot(*derivative) * from_middle(side))
    }

    /// All functions with second derivatives, unbounded at a kink: those of `b`, then those of `a`. `None` if one
    /// may jump or have no value.
    fn jets(&mut self, place: Vector3, other: Vector3, time: Interval) -> Option<[Vec<FieldJet>; 2]> {
        let work = &mut self.work;
        let mut of = |leaf: &SolidLeaf, seen: Option<&PlaceFromA>, place: Vector3| {
            let smooth = field_jet(leaf, seen, place, time, work);
            smooth.or_else(|| field(leaf, seen, place, time, work).map(kinked))
        };
        let (solid, part) = self.b;
        let leaves = part.leaves().iter().map(|&leaf| of(&solid.leaves()[leaf], None, other));
        let of_b = leaves.collect::<Option<Vec<FieldJet>>>()?;
        let ApproachingPart::Boundary((solid, part)) = self.part_of_a else { return Some([of_b, Vec::new()]) };
        let in_a = PlaceFromA::new(&self.setting.frame().during(time), place);
        let leaves = part.leaves().iter().map(|&leaf| of(&solid.leaves()[leaf], Some(&in_a), place));
        Some([of_b, leaves.collect::<Option<Vec<FieldJet>>>()?])
    }
}

/// A function whose gradient may jump: its second derivatives are unbounded. No solution that depends on them is
/// ever proved, but all other equations still narrow the box.
fn kinked(field: FieldSlope) -> FieldJet {
    let any = Vector([Interval::ENTIRE; 3]);
    FieldJet { field, second: Matrix([any; 3]), gradient_by_time: any }
}

/// The centre of a box.
struct BoxMiddle {
    place: Vector3,
    direction: Vector3,
    /// The point on `b`.
    other: Vector3,
    distance: Interval,
    time: Interval,
}

impl BoxMiddle {
    /// The decrease of a function of `b` as direction and distance run through the box from their centres.
    fn decrease(&self, over: &ApproachEnclosure, field: &FieldSlope, distance: Interval) -> Interval {
        let turned = field.gradient.dot(over.direction - self.direction).intersection(self.turned(over, field));
        turned * distance + field.gradient.dot(self.direction) * (distance - self.distance)
    }

    /// Encloses ∇F·(e − c) for the unit vectors e of the box, c at its centre: with λ ≈ |∇F| it is (∇F − λc)·(e −
    /// c) + λc·(e − c), and 2c·(e − c) = 1 − |c|² − |e − c|².
    fn turned(&self, over: &ApproachEnclosure, field: &FieldSlope) -> Interval {
        let away = over.direction - self.direction;
        let steep = Interval::from(field.gradient.length().mid());
        if !steep.is_bounded() {
            return Interval::ENTIRE;
        }
        let along = (Interval::ONE - self.direction.length_sq() - away.length_sq()) * 0.5;
        (field.gradient - self.direction * steep).dot(away) + steep * along
    }
}

impl Problem for SolidApproach<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        let of = |count: usize| count + across_count(count);
        let of_a = match &self.part_of_a {
            ApproachingPart::Element(_) => self.places(),
            ApproachingPart::Boundary((_, part)) => of(part.leaves().len()),
        };
        1 + of(self.b.1.leaves().len()) + of_a
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        let (direction, distance, time) = self.split(region);
        values.fill(Interval::ENTIRE);
        let Some(place) = self.place_on_a(region, false) else { return };
        let other = place.point - direction * distance;
        let Some(of_a) = self.fields_of_a(place.point, time) else { return };
        let Some(of_b) = self.fields_of_b(other, time) else { return };
        self.write_equations(&ApproachEnclosure { place, direction, other, of_a, of_b }, values);
    }

    fn condition(&mut self, region: &[Interval]) -> ConditionStatus {
        condition_of_constraint(self, region)
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> ConditionStatus {
        let (_, _, time) = self.split(region);
        if let ApproachingPart::Element(element) = &self.part_of_a
            && element.borrow().outside(&region[..self.places()])
        {
            return ConditionStatus::Violated;
        }
        values.fill(Interval::ENTIRE);
        let [place, other] = self.both_places(region);
        let setting = Rc::clone(&self.setting);
        let middle = between(place, other);
        if other.disjoint(self.b.0.bounding_box()) || setting.excludes(middle, time) {
            return ConditionStatus::Violated;
        }
        let (solid, part) = self.b;
        let vanishes = |&leaf: &usize| solid.leaves()[leaf].value(other, time, &mut self.work).contains(0.0);
        if !part.leaves().iter().all(vanishes) {
            return ConditionStatus::Violated;
        }
        let over = match self.narrowed(region) {
            Err(Excluded) => return ConditionStatus::Violated,
            Ok(None) => return self.on_boundaries(place, other, time).and(ConditionStatus::Possible),
            Ok(Some(over)) => over,
        };
        let known = self.on_boundaries(place, over.other, time);
        if known == ConditionStatus::Violated {
            return known;
        }
        self.write_equations(&over, values);
        if values.iter().any(|value| !value.contains(0.0)) || !self.tighten(&over, region, values) {
            return ConditionStatus::Violated;
        }
        known.and(self.incoming(&over, region))
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let (direction, distance, time) = self.split(region);
        let Some(place) = self.place_on_a(region, true) else { return false };
        let Some(jets) = self.jets(place.point, place.point - direction * distance, time) else { return false };
        let (count, places) = (region.len(), self.places());
        for unknown in 0..count {
            let is_time = unknown + 1 == count;
            let on_a =
                if is_time { place.rate } else { place.derivatives.get(unknown).copied().unwrap_or(Vector3::ZERO) };
            let on_a = if unknown < places || is_time { on_a } else { Vector3::ZERO };
            let turn = if (places..places + 3).contains(&unknown) { axis(unknown - places) } else { Vector3::ZERO };
            let longer = if !is_time && unknown == places + 3 { direction } else { Vector3::ZERO };
            let on_b = on_a - turn * distance - longer;
            let mut row = 0;
            let mut write = |value: Interval| {
                rows[row * count + unknown] = value;
                row += 1;
            };
            write(direction.dot(turn));
            for (jets, moved) in jets.iter().zip([on_b, on_a]) {
                let parts = DirectionDerivatives::new(direction, turn, jets, moved, is_time);
                parts.values().into_iter().chain(parts.across()).for_each(&mut write);
            }
            if let Some(jet) = &place.jet {
                let bends = [[jet.duu, jet.duv, jet.dut], [jet.duv, jet.dvv, jet.dvt]];
                for (tangent, bend) in place.derivatives.iter().zip(bends).take(places) {
                    let bent = if is_time { bend[2] } else { [bend[0], bend[1], Vector3::ZERO][unknown.min(2)] };
                    let bent = if unknown < places || is_time { bent } else { Vector3::ZERO };
                    write(turn.dot(*tangent) + direction.dot(bent));
                }
            }
        }
        true
    }

    /// At the start the objective is the distance, so that the closest points are found.
    fn objective(&self) -> Objective {
        Objective::Coordinate(if self.clearance.at_start { self.places() + 3 } else { self.region.len() - 1 })
    }

    /// The midpoint of both points, in the frame of `b`.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        let [place, other] = self.both_places(region);
        between(place, other)
    }

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &SolverOptions) -> bool {
        narrow_enough(&self.both_places(region), objective, options)
    }

    fn border(&self, coordinate: usize) -> DomainBoundary {
        let passable = matches!(self.part_of_a, ApproachingPart::Element(_)) && coordinate < self.places();
        if passable { DomainBoundary::Passable } else { DomainBoundary::Wall }
    }

    /// One component of e × ∇F follows from the other two: a component along which ∇F does not vanish.
    fn sufficient(&mut self, region: &[Interval]) -> u32 {
        let (direction, distance, time) = self.split(region);
        let Some(place) = self.place_on_a(region, false) else { return u32::MAX };
        let of_b = self.fields_of_b(place.point - direction * distance, time);
        let Some((of_b, of_a)) = of_b.zip(self.fields_of_a(place.point, time)) else { return u32::MAX };
        let mut mask = u32::MAX;
        let mut from = 1;
        for fields in [of_b, of_a] {
            if let [field] = fields.as_slice() {
                let steep = field.gradient.0.map(Interval::mignitude);
                let steepest = (0..3).fold(0, |best, index| if steep[index] > steep[best] { index } else { best });
                if steep[steepest] == 0.0 {
                    return u32::MAX;
                }
                mask &= !(1 << (from + 1 + steepest));
            }
            from += fields.len() + across_count(fields.len());
        }
        mask
    }
}

impl ContactSystem for SolidApproach<'_> {
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MAX_UNKNOWNS], f64) {
        let count = self.places();
        let mut extents = [0.0; MAX_UNKNOWNS];
        let mut bend = 0.0;
        match &self.part_of_a {
            ApproachingPart::Element(element) => {
                let (of_a, of_element) = element.borrow_mut().extents(&cells[..count], time);
                extents[..count].copy_from_slice(&of_a[..count]);
                bend = of_element;
            }
            ApproachingPart::Boundary(_) => {
                extents[..count].copy_from_slice(&[0, 1, 2].map(|index: usize| cells[index].width()));
            }
        }
        let region = [cells, &[time]].concat();
        let (direction, distance, _) = self.split(&region);
        let narrowed = self.narrowed(&region).ok().flatten();
        let narrow = narrowed.as_ref().map_or(direction, |over| over.direction);
        for (extent, side) in extents[count..].iter_mut().zip(narrow.0) {
            *extent = side.width() * distance.upper();
        }
        if self.clearance.at_start {
            extents[count + 3] = distance.width();
        }
        let steep = narrowed.map_or(f64::INFINITY, |over| {
            over.of_a.iter().chain(&over.of_b).map(|field| relative_variation(field.gradient)).fold(0.0, f64::max)
        });
        (extents, bend.max(steep))
    }

    fn contact_at(&mut self, point: &[Interval], _near: f64) -> LocalContact {
        LocalContact::between(self.both_places(point))
    }

    fn features(&self, middle: &[f64]) -> [Feature; 2] {
        let of = |part: &solid::SolidElement| Feature::Part(part.leaves()[0] as u32);
        let of_a = match &self.part_of_a {
            ApproachingPart::Element(element) => element.borrow().feature(middle),
            ApproachingPart::Boundary((_, part)) => of(part),
        };
        [of_a, of(self.b.1)]
    }
}
