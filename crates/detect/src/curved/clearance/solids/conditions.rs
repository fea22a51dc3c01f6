//! Side conditions of an implicit solid that comes close: which zeros are on the boundary, which way is out, and whether the bodies approach.
//!
//! **Guarantee.** They hold where bodies first come within the separation: `docs/notes/curved-contact.md`, *Clearance*.

use super::super::direction::outward;
use super::{Base, Beside, Over};
use crate::curved::solids::{Field, SeenFromA};
use crate::curved::touching::away;
use tangency_interval::solve::Condition;
use tangency_interval::{Interval, Vector3};

impl Beside<'_> {
    /// Which of the zeros of the functions are on the boundaries of the solids.
    pub(super) fn restricted(&mut self, place: Vector3, other: Vector3, time: Interval) -> Condition {
        let (solid, part) = self.b;
        let mut known = Condition::Holds;
        if let Some(excess) = part.excess(solid, other, time, &mut self.work) {
            known = known.and(Condition::not_negative(-excess));
        }
        if let Base::Boundary((solid, part)) = self.base {
            let seen = SeenFromA::new(&self.setting.frame.during(time), place).place;
            if let Some(excess) = part.excess(solid, seen, time, &mut self.work) {
                known = known.and(Condition::not_negative(-excess));
            }
        }
        known
    }

    /// What is known of the side conditions: the direction leads out of `b` and into `a`, and they approach.
    pub(super) fn incoming(&self, over: &Over, region: &[Interval]) -> Condition {
        let out_of_b = outward(over.direction, over.of_b.iter().map(|field| field.gradient));
        let mut known = out_of_b.and(outward(-over.direction, over.of_a.iter().map(|field| field.gradient)));
        if let Some(normal) = self.facing(&over.place) {
            known = known.and(Condition::not_negative(-over.direction.dot(normal)));
        }
        let (_, _, time) = self.split(region);
        if let Base::Element(element) = &self.base {
            let rotation = self.setting.frame.during(time).rotation;
            let outward = element.borrow_mut().outward(&region[..self.places()], time);
            known = known.and(away(outward.into_iter().map(|way| rotation * way), over.direction));
        }
        if self.clearance.at_start || known == Condition::Violated {
            return known;
        }
        match (self.rate_of_a(over, time), self.rate_of_b(over)) {
            (Some(of_a), Some(of_b)) => known.and(Condition::not_negative(of_b - of_a)),
            _ => known,
        }
    }

    /// How fast the surface of `a` moves along the direction; `None` if that is not known.
    fn rate_of_a(&self, over: &Over, time: Interval) -> Option<Interval> {
        match (&self.base, over.of_a.as_slice()) {
            (Base::Element(_), _) => Some(over.direction.dot(over.place.rate)),
            // Its outward normal is against the direction.
            (Base::Boundary(_), [field]) => normal_rate(field).map(|rate| -rate),
            (Base::Boundary((solid, _)), _) => {
                let relative = self.setting.frame.during(time);
                let seen = SeenFromA::new(&relative, over.place.point).place;
                (!solid.deforms()).then(|| over.direction.dot(relative.velocity(seen, None)))
            }
        }
    }

    /// The same of `b`.
    fn rate_of_b(&self, over: &Over) -> Option<Interval> {
        match over.of_b.as_slice() {
            _ if !self.b.0.deforms() => Some(Interval::ZERO),
            [field] => normal_rate(field),
            _ => None,
        }
    }
}

/// How fast the zero set of a function moves along its gradient.
fn normal_rate(field: &Field) -> Option<Interval> {
    let steep = field.gradient.length();
    (steep.lower() > 0.0).then(|| -field.by_time / steep)
}
