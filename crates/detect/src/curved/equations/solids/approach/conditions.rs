//! Side conditions of an implicit solid that comes within the separation: zeros on the boundary, outward
//! directions, approach.
//!
//! **Guarantee.** They hold where bodies first come within the separation: `docs/notes/curved-contact.md`,
//! *Clearance*.

use super::{ApproachEnclosure, ApproachingPart, SolidApproach};
use crate::curved::equations::cone::some_points_away;
use crate::curved::equations::solids::direction::outward;
use crate::curved::equations::solids::field::{FieldSlope, PlaceFromA};
use tangency_interval::solve::ConditionStatus;
use tangency_interval::{Interval, Vector3};

impl SolidApproach<'_> {
    /// The side condition that selects the parts of the zero sets that bound the solids.
    pub(super) fn on_boundaries(&mut self, place: Vector3, other: Vector3, time: Interval) -> ConditionStatus {
        let (solid, part) = self.b;
        let mut known = ConditionStatus::Holds;
        if let Some(excess) = part.excess(solid, other, time, &mut self.work) {
            known = known.and(ConditionStatus::not_negative(-excess));
        }
        if let ApproachingPart::Boundary((solid, part)) = self.part_of_a {
            let in_a = PlaceFromA::new(&self.setting.frame().during(time), place).place;
            if let Some(excess) = part.excess(solid, in_a, time, &mut self.work) {
                known = known.and(ConditionStatus::not_negative(-excess));
            }
        }
        known
    }

    /// The side conditions: the direction points out of `b` and into `a`, and the bodies approach.
    pub(super) fn incoming(&self, over: &ApproachEnclosure, region: &[Interval]) -> ConditionStatus {
        let out_of_b = outward(over.direction, over.of_b.iter().map(|field| field.gradient));
        let mut known = out_of_b.and(outward(-over.direction, over.of_a.iter().map(|field| field.gradient)));
        if let Some(normal) = self.facing(&over.place) {
            known = known.and(ConditionStatus::not_negative(-over.direction.dot(normal)));
        }
        let (_, _, time) = self.split(region);
        if let ApproachingPart::Element(element) = &self.part_of_a {
            let rotation = self.setting.frame().during(time).rotation;
            let outward = element.borrow_mut().outward(&region[..self.places()], time);
            known =
                known.and(some_points_away(outward.into_iter().map(|direction| rotation * direction), over.direction));
        }
        if self.clearance.at_start || known == ConditionStatus::Violated {
            return known;
        }
        match (self.rate_of_a(over, time), self.rate_of_b(over)) {
            (Some(of_a), Some(of_b)) => known.and(ConditionStatus::not_negative(of_b - of_a)),
            _ => known,
        }
    }

    /// Metres per second. The velocity of the surface of `a` along the direction; `None` if it is not known.
    fn rate_of_a(&self, over: &ApproachEnclosure, time: Interval) -> Option<Interval> {
        match (&self.part_of_a, over.of_a.as_slice()) {
            (ApproachingPart::Element(_), _) => Some(over.direction.dot(over.place.rate)),
            // The outward normal of `a` is opposite to the direction.
            (ApproachingPart::Boundary(_), [field]) => normal_rate(field).map(|rate| -rate),
            (ApproachingPart::Boundary((solid, _)), _) => {
                let relative = self.setting.frame().during(time);
                let in_a = PlaceFromA::new(&relative, over.place.point).place;
                (!solid.deforms()).then(|| over.direction.dot(relative.velocity(in_a, None)))
            }
        }
    }

    /// Metres per second. The velocity of the surface of `b` along the direction; `None` if it is not known.
    fn rate_of_b(&self, over: &ApproachEnclosure) -> Option<Interval> {
        match over.of_b.as_slice() {
            _ if !self.b.0.deforms() => Some(Interval::ZERO),
            [field] => normal_rate(field),
            _ => None,
        }
    }
}

/// Metres per second. The velocity of the zero set of a function along its gradient.
fn normal_rate(field: &FieldSlope) -> Option<Interval> {
    let steep = field.gradient.length();
    (steep.lower() > 0.0).then(|| -field.by_time / steep)
}
