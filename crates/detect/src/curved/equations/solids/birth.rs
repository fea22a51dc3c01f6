//! A component of a time-dependent solid that appears inside the other body.
//!
//! **Question.** At which points and instants can a component of an implicit solid appear inside the other body, or
//! within the separation of it? No surface crosses another there, so the systems of contact do not find it.
//!
//! **Idea.** When a component appears, it is a local minimum of the solid's function with value zero: one to four
//! leaves vanish, and their gradients are dependent ([`Solid::birth_elements`]). The unknowns are the point, in the
//! solid's own frame, and the time. A side condition requires that the point is inside the other body
//! ([`HostBody`]).
//!
//! | leaves | equations | how many suffice |
//! |---|---|---|
//! | 1 | f = 0, ∇f = 0 | 4 of 4 |
//! | 2 | f₁ = f₂ = 0, ∇f₁ × ∇f₂ = 0 | 4 of 5 |
//! | 3 | f₁ = f₂ = f₃ = 0, ∇f₁·(∇f₂ × ∇f₃) = 0 | 4 of 4 |
//! | 4 | f₁ = f₂ = f₃ = f₄ = 0 | 4 of 4 |
//!
//! **Guarantee.** No birth inside the other body is excluded. Every solution inside the body is an overlap, even if
//! no component is born there. Where a formula may jump, only its values exclude. An unproved birth counts only if
//! the solid certainly has a point in the body shortly after it.
//!
//! **Cost.** One evaluation of every leaf with its gradient. The other body is tested only for boxes that the
//! equations leave.
//!
//! **Source.** Ours; derived in the note below.
#![doc = include_str!("../../../../notes/births.md")]

use super::dependency::{
    gradients, place_extents, small_enough, split, sufficient_of_two, write_dependency, write_equations, write_jacobian,
};
use super::field::{FieldJet, FieldSlope, field, field_jet, relative_variation};
use crate::curved::elements::HostBody;
use crate::curved::equations::estimate::midpoint;
use crate::curved::equations::frame::RelativePose;
use crate::curved::equations::setting::PairSetting;
use crate::curved::equations::system::{ContactSystem, LocalContact, MAX_UNKNOWNS, condition_of_constraint};
use crate::tolerance::{ACCEPTED_TIME, BIRTH_DELAY, BIRTH_MARGIN};
use glam::DVec3;
use std::rc::Rc;
use tangency_geometry::solid::{self, SolidWork};
use tangency_geometry::{Feature, Solid};
use tangency_interval::solve::{ConditionStatus, DomainBoundary, Problem, SolverOptions};
use tangency_interval::{Interval, Vector3};

/// The birth of a component at the common zeros of some leaves.
pub(in crate::curved) struct ComponentBirth<'question> {
    solid: &'question Solid,
    /// Whether the solid is body `b`; otherwise it is `a`.
    second: bool,
    part: solid::SolidElement,
    host: HostBody<'question>,
    setting: Rc<PairSetting<'question>>,
    region: [Interval; 4],
    work: SolidWork,
}

impl<'question> ComponentBirth<'question> {
    /// `second`: whether the solid is body `b`.
    pub(in crate::curved) fn new(
        (solid, part): (&'question Solid, solid::SolidElement),
        second: bool,
        host: HostBody<'question>,
        setting: &Rc<PairSetting<'question>>,
        time: Interval,
    ) -> Self {
        // Slightly wider than the box of the solid: births on its sides are then inside the region, where they can
        // be proved.
        let widened = |side: Interval| {
            let room = BIRTH_MARGIN * side.width();
            side + Interval::between(-room, room)
        };
        let [x, y, z] = solid.bounding_box().0.map(widened);
        let setting = Rc::clone(setting);
        Self { solid, second, part, host, setting, region: [x, y, z, time], work: SolidWork::default() }
    }

    /// The number of leaves that vanish.
    fn zeros(&self) -> usize {
        self.part.leaves().len()
    }

    /// The number of equations of dependency of the gradients.
    fn dependencies(&self) -> usize {
        match self.zeros() {
            1 | 2 => 3,
            3 => 1,
            _ => 0,
        }
    }

    /// The leaves with their gradients; `None` if one of them may jump or have no value.
    fn slopes(&mut self, place: Vector3, time: Interval) -> Option<Vec<FieldSlope>> {
        let (solid, work) = (self.solid, &mut self.work);
        self.part.leaves().iter().map(|&leaf| field(&solid.leaves()[leaf], None, place, time, work)).collect()
    }

    /// The leaves with second derivatives; `None` if one of them may have a kink or no value.
    fn jets(&mut self, place: Vector3, time: Interval) -> Option<Vec<FieldJet>> {
        let (solid, work) = (self.solid, &mut self.work);
        self.part.leaves().iter().map(|&leaf| field_jet(&solid.leaves()[leaf], None, place, time, work)).collect()
    }

    /// `false` proves that the vanishing leaves cannot cause a birth. If none of them changes with time, another
    /// leaf that does must vanish too.
    fn can_change(&mut self, place: Vector3, time: Interval) -> bool {
        let leaves = self.solid.leaves();
        let work = &mut self.work;
        self.part.leaves().iter().any(|&leaf| leaves[leaf].deforms())
            || leaves.iter().any(|leaf| leaf.deforms() && leaf.value(place, time, work).contains(0.0))
    }

    /// The points in the frame of the other body.
    fn seen_by_host(&self, relative: &RelativePose, place: Vector3) -> Vector3 {
        if self.second { relative.rotation.transpose() * (place - relative.translation) } else { relative.point(place) }
    }

    /// The points in the frame of `b`.
    fn in_b(&self, place: Vector3, time: Interval) -> Vector3 {
        if self.second { place } else { self.setting.frame().during(time).point(place) }
    }

    /// Whether the points are inside the other body during the span.
    fn held(&self, place: Vector3, time: Interval) -> ConditionStatus {
        let relative = self.setting.frame().during(time);
        self.host.holds(self.seen_by_host(&relative, place), time)
    }
}

impl Problem for ComponentBirth<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        self.zeros() + self.dependencies()
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        let (place, time) = split(region);
        values.fill(Interval::ENTIRE);
        let Some(slopes) = self.slopes(place, time) else { return };
        write_equations(&slopes, values);
    }

    fn condition(&mut self, region: &[Interval]) -> ConditionStatus {
        condition_of_constraint(self, region)
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> ConditionStatus {
        let (place, time) = split(region);
        values.fill(Interval::ENTIRE);
        let (solid, zeros) = (self.solid, self.zeros());
        for (value, &leaf) in values.iter_mut().zip(self.part.leaves()) {
            *value = solid.leaves()[leaf].value(place, time, &mut self.work);
            if !value.contains(0.0) {
                return ConditionStatus::Violated;
            }
        }
        let mut known = self
            .part
            .excess(solid, place, time, &mut self.work)
            .map_or(ConditionStatus::Holds, |excess| ConditionStatus::not_negative(-excess));
        if known == ConditionStatus::Violated || !self.can_change(place, time) {
            return ConditionStatus::Violated;
        }
        if let Some(slopes) = self.slopes(place, time) {
            for (value, slope) in values.iter_mut().zip(&slopes) {
                *value = value.intersection(slope.value);
            }
            let gradients = gradients(&slopes);
            write_dependency(&gradients, &mut values[zeros..]);
            // If all leaves rise, they were negative before, so the component existed already. Two gradients must
            // be opposite.
            let rise = slopes.iter().all(|slope| slope.by_time.lower() > 0.0);
            let alike = matches!(gradients.as_slice(), [first, second] if first.dot(*second).lower() > 0.0);
            if rise || alike || values.iter().any(|value| !value.contains(0.0)) {
                return ConditionStatus::Violated;
            }
        } else {
            known = known.and(ConditionStatus::Possible);
        }
        let setting = Rc::clone(&self.setting);
        if setting.excludes(self.in_b(place, time), time) {
            return ConditionStatus::Violated;
        }
        known.and(self.held(place, time))
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let (place, time) = split(region);
        let Some(jets) = self.jets(place, time) else { return false };
        write_jacobian(&jets, self.dependencies(), rows);
        true
    }

    /// In the frame of `b`.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        let (place, time) = split(region);
        self.in_b(place, time)
    }

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &SolverOptions) -> bool {
        small_enough(region, objective, options)
    }

    fn border(&self, coordinate: usize) -> DomainBoundary {
        if coordinate < 3 { DomainBoundary::Passable } else { DomainBoundary::Wall }
    }

    /// See [`sufficient_of_two`].
    fn sufficient(&mut self, region: &[Interval]) -> u32 {
        if self.zeros() != 2 {
            return u32::MAX;
        }
        let (place, time) = split(region);
        let Some(slopes) = self.slopes(place, time) else { return u32::MAX };
        sufficient_of_two(&slopes)
    }
}

impl ContactSystem for ComponentBirth<'_> {
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MAX_UNKNOWNS], f64) {
        let (place, extents) = place_extents(cells);
        // Where a function may jump there are no derivatives. Subdivision is left to the solver, which bisects as
        // well.
        if self.slopes(place, time).is_none() {
            return (extents, 0.0);
        }
        // Where a single gradient vanishes, the variation of its derivatives decides how well Newton steps
        // converge.
        let bend = self.jets(place, time).map_or(f64::INFINITY, |jets| match jets.as_slice() {
            [jet] => varied(jet),
            several => several.iter().map(|jet| relative_variation(jet.field.gradient)).fold(0.0, f64::max),
        });
        (extents, bend)
    }

    fn has_gap(&self) -> bool {
        false
    }

    fn certain_by(&mut self, region: &[Interval]) -> Option<f64> {
        let (place, time) = split(region);
        let middle = Vector3::point(place.mid());
        let whole = self.region[3];
        let mut delay = ACCEPTED_TIME * whole.width();
        while delay <= BIRTH_DELAY * whole.width() {
            let instant = (time.upper() + delay).min(whole.upper());
            let there = Interval::from(instant);
            let born = self.solid.value(middle, there, &mut self.work).upper() <= 0.0;
            if born && self.held(middle, there) == ConditionStatus::Holds {
                return Some(instant);
            }
            delay *= 2.0;
        }
        None
    }

    fn contact_at(&mut self, point: &[Interval], _near: f64) -> LocalContact {
        let (place, time) = split(point);
        let middle = Vector3::point(place.mid());
        let relative = self.setting.frame().during(time);
        let (outward, gap) = self.host.nearest(self.seen_by_host(&relative, middle), time);
        // The direction out of the other body, in the frame of `b`. The normal points from `a` to `b`.
        let normal =
            if self.second { midpoint(relative.rotation * Vector3::point(outward.to_array())) } else { -outward };
        let normal = normal.try_normalize().unwrap_or(DVec3::Z);
        LocalContact { place: midpoint(self.in_b(middle, time)), normal, gap, certain: true }
    }

    fn features(&self, _middle: &[f64]) -> [Feature; 2] {
        let born = Feature::Part(self.part.leaves()[0] as u32);
        let whole = self.host.any_feature();
        if self.second { [whole, born] } else { [born, whole] }
    }
}

/// Upper bound on the relative variation of the matrix of second derivatives.
fn varied(jet: &FieldJet) -> f64 {
    let entries = (0..3).flat_map(|column| jet.second.column(column).0);
    let (spread, size) = entries.fold((0.0_f64, f64::MIN_POSITIVE), |(spread, size), entry| {
        (spread.max(entry.radius()), size.max(entry.mid().abs()))
    });
    3.0 * spread / size
}
