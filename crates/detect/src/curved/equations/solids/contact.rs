//! Contact of two implicit solids.
//!
//! **Question.** At which points and instants do a part of the boundary of `a` and one of `b` touch?
//!
//! **Idea.** The unknowns are a point in the frame of `b` and the time. The functions of `a` are evaluated at the
//! same point, transformed to the frame of `a`. Functions of both solids vanish, and their gradients are dependent.
//! At creases and corners more functions vanish, and there are fewer conditions on gradients.
//!
//! **Guarantee.** No first contact after the start of the stretch is excluded: proved in
//! `docs/notes/curved-contact.md`.
//!
//! **Cost.** One evaluation of every function with its gradient, over the box and at its centre.
//!
//! **Source.** Snyder et al. 1993, eqs. 4–6. All three equations of tangency (eq. 5) are used. The solver learns
//! which two of them suffice ([`Problem::sufficient`]), so that it can prove contacts.

use super::combined::combinations;
use super::dependency::{
    gradients, place_extents, small_enough, split, sufficient_of_two, write_dependency, write_equations, write_jacobian,
};
use super::field::{FieldJet, FieldSlope, PlaceFromA, boundary_speed, field, field_jet, relative_variation};
use crate::curved::equations::cone::{Outward, outward_of_solid, separating};
use crate::curved::equations::estimate::midpoint;
use crate::curved::equations::frame::RelativePose;
use crate::curved::equations::setting::PairSetting;
use crate::curved::equations::system::{ContactSystem, LocalContact, MAX_UNKNOWNS, condition_of_constraint};
use glam::DVec3;
use std::rc::Rc;
use tangency_geometry::solid::{self, SolidLeaf, SolidWork};
use tangency_geometry::{Feature, Solid};
use tangency_interval::solve::{ConditionStatus, DomainBoundary, Problem, SolverOptions};
use tangency_interval::{Interval, Vector, Vector3};

/// Contact of a part of the boundary of `a` with one of `b`.
pub(in crate::curved::equations) struct SolidContact<'question> {
    solids: [&'question Solid; 2],
    parts: [&'question solid::SolidElement; 2],
    setting: Rc<PairSetting<'question>>,
    region: [Interval; 4],
    work: SolidWork,
}

impl<'question> SolidContact<'question> {
    pub(in crate::curved) fn new(
        solids: [&'question Solid; 2],
        parts: [&'question solid::SolidElement; 2],
        setting: &Rc<PairSetting<'question>>,
        time: Interval,
    ) -> Self {
        let region = common(solids, setting, time);
        Self { solids, parts, setting: Rc::clone(setting), region, work: SolidWork::default() }
    }

    /// The leaves that vanish, each with its body: those of `a`, then those of `b`.
    fn leaves(&self) -> impl Iterator<Item = (usize, usize)> + use<'question> {
        let of = |body: usize| self.parts[body].leaves().iter().map(move |&leaf| (body, leaf));
        of(0).chain(of(1))
    }

    fn zeros(&self) -> [usize; 2] {
        self.parts.map(|part| part.leaves().len())
    }

    /// The number of equations of tangency.
    fn tangencies(&self) -> usize {
        match self.zeros() {
            [1, 1] => 3,
            [1, 2] | [2, 1] => 1,
            _ => 0,
        }
    }

    /// The functions that vanish, with first derivatives; `None` if one of them may jump or have no value.
    fn fields(&mut self, relative: &RelativePose, place: Vector3, time: Interval) -> Option<Vec<FieldSlope>> {
        self.at_leaves(relative, place, |leaf, from_a, work| field(leaf, from_a, place, time, work))
    }

    /// The same with second derivatives; `None` if one of them may have a kink or no value.
    fn jets(&mut self, relative: &RelativePose, place: Vector3, time: Interval) -> Option<Vec<FieldJet>> {
        self.at_leaves(relative, place, |leaf, from_a, work| field_jet(leaf, from_a, place, time, work))
    }

    /// One result for every function that vanishes. For a function of `a`, `of` gets the point in the frame of `a` too.
    fn at_leaves<T>(
        &mut self,
        relative: &RelativePose,
        place: Vector3,
        of: impl Fn(&SolidLeaf, Option<&PlaceFromA>, &mut SolidWork) -> Option<T>,
    ) -> Option<Vec<T>> {
        let from_a = PlaceFromA::new(relative, place);
        let solids = self.solids;
        self.leaves()
            .map(|(body, leaf)| of(&solids[body].leaves()[leaf], (body == 0).then_some(&from_a), &mut self.work))
            .collect()
    }

    /// The values at the centre of a box.
    fn centre_values(&mut self, region: &[Interval]) -> Vec<Interval> {
        let middle: Vec<Interval> = region.iter().map(|side| Interval::from(side.mid())).collect();
        let (place, time) = split(&middle);
        let relative = self.setting.frame().during(time);
        self.values(&relative, place, time)
    }

    /// The values without derivatives.
    fn values(&mut self, relative: &RelativePose, place: Vector3, time: Interval) -> Vec<Interval> {
        let from_a = PlaceFromA::new(relative, place);
        let solids = self.solids;
        self.leaves()
            .map(|(body, leaf)| {
                let place = if body == 1 { place } else { from_a.place };
                solids[body].leaves()[leaf].value(place, time, &mut self.work)
            })
            .collect()
    }

    /// `true` proves that a combination of a function of `a` and one of `b` excludes contact in the box.
    fn never_together(&mut self, region: &[Interval]) -> bool {
        let leaves = [0, 1].map(|body: usize| {
            let (solid, part) = (self.solids[body], self.parts[body]);
            let zeros = part.leaves().iter().map(|&leaf| (leaf, true));
            zeros.chain(part.inside_leaves(solid).map(|leaf| (leaf, false))).collect()
        });
        let setting = Rc::clone(&self.setting);
        let combinations = combinations(self.solids, leaves, setting.frame(), region, &mut self.work);
        combinations.unwrap_or_default().iter().any(|combination| combination.excludes_contact(region))
    }

    /// The side condition that selects the parts of the zero sets that bound the solids.
    fn on_boundaries(&mut self, relative: &RelativePose, place: Vector3, time: Interval) -> ConditionStatus {
        let from_a = PlaceFromA::new(relative, place).place;
        let mut known = ConditionStatus::Holds;
        for (body, place) in [(0, from_a), (1, place)] {
            if let Some(excess) = self.parts[body].excess(self.solids[body], place, time, &mut self.work) {
                known = known.and(ConditionStatus::not_negative(-excess));
            }
        }
        known
    }
}

/// The intersection of both bounding boxes in the frame of `b`, and the time.
fn common([a, b]: [&Solid; 2], setting: &PairSetting<'_>, time: Interval) -> [Interval; 4] {
    let moved = setting.frame().during(time).point(a.bounding_box());
    let both = moved.intersection(b.bounding_box());
    let [x, y, z] = if both.is_empty() { b.bounding_box().0 } else { both.0 };
    [x, y, z, time]
}

impl Problem for SolidContact<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        self.zeros()[0] + self.zeros()[1] + self.tangencies()
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        let (place, time) = split(region);
        values.fill(Interval::ENTIRE);
        let Some(fields) = self.fields(&self.setting.frame().during(time), place, time) else { return };
        write_equations(&fields, values);
    }

    fn condition(&mut self, region: &[Interval]) -> ConditionStatus {
        condition_of_constraint(self, region)
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> ConditionStatus {
        let (place, time) = split(region);
        let setting = Rc::clone(&self.setting);
        let relative = setting.frame().during(time);
        if setting.excludes(place, time) {
            return ConditionStatus::Violated;
        }
        values.fill(Interval::ENTIRE);
        let known = self.on_boundaries(&relative, place, time);
        if known == ConditionStatus::Violated {
            return known;
        }
        let Some(fields) = self.fields(&relative, place, time) else {
            let vanish = self.values(&relative, place, time).iter().all(|value| value.contains(0.0));
            return if vanish { ConditionStatus::Possible } else { ConditionStatus::Violated };
        };
        let centres = self.centre_values(region);
        for (index, field) in fields.iter().enumerate() {
            let slopes = field.gradient.0.into_iter().chain([field.by_time]);
            let terms = slopes.zip(region).map(|(slope, side)| slope * (*side - Interval::from(side.mid())));
            values[index] = field.value.intersection(terms.fold(centres[index], |sum, term| sum + term));
        }
        write_dependency(&gradients(&fields), &mut values[fields.len()..]);
        if values.iter().any(|value| !value.contains(0.0)) {
            return ConditionStatus::Violated;
        }
        if setting.combined().succeeds(|| self.never_together(region)) {
            return ConditionStatus::Violated;
        }
        let [a, b] = fields.as_slice() else { return known };
        let opposite = ConditionStatus::not_negative(-a.gradient.dot(b.gradient));
        let approach = -(a.by_time * b.gradient.length() + b.by_time * a.gradient.length());
        if self.zeros() == [1, 1] { known.and(opposite).and(ConditionStatus::not_negative(approach)) } else { known }
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let (place, time) = split(region);
        let relative = self.setting.frame().during(time);
        let Some(jets) = self.jets(&relative, place, time) else { return false };
        write_jacobian(&jets, self.tangencies(), rows);
        true
    }

    /// In the frame of `b`.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        split(region).0
    }

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &SolverOptions) -> bool {
        small_enough(region, objective, options)
    }

    fn border(&self, _coordinate: usize) -> DomainBoundary {
        DomainBoundary::Wall
    }

    /// See [`sufficient_of_two`].
    fn sufficient(&mut self, region: &[Interval]) -> u32 {
        if self.tangencies() < 3 {
            return u32::MAX;
        }
        let (place, time) = split(region);
        let relative = self.setting.frame().during(time);
        let Some(fields) = self.fields(&relative, place, time) else { return u32::MAX };
        sufficient_of_two(&fields)
    }
}

impl ContactSystem for SolidContact<'_> {
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MAX_UNKNOWNS], f64) {
        let (place, extents) = place_extents(cells);
        let relative = self.setting.frame().during(time);
        let bend = self.fields(&relative, place, time).map_or(f64::INFINITY, |fields| {
            fields.iter().map(|field| relative_variation(field.gradient)).fold(0.0, f64::max)
        });
        (extents, bend)
    }

    fn closing_speed(&mut self, cells: &[Interval], time: Interval) -> Option<f64> {
        let relative = self.setting.frame().during(time);
        let fields = self.fields(&relative, Vector([cells[0], cells[1], cells[2]]), time)?;
        let slopes: Vec<_> = fields.iter().map(|field| (field.gradient, field.by_time)).collect();
        let (of_a, of_b) = slopes.split_at(self.zeros()[0]);
        Some(boundary_speed(of_a) + boundary_speed(of_b))
    }

    fn contact_at(&mut self, point: &[Interval], near: f64) -> LocalContact {
        let (place, time) = split(point);
        let relative = self.setting.frame().during(time);
        let fields = self.fields(&relative, place, time).unwrap_or_default();
        let middle = |field: &FieldSlope| DVec3::from_array(field.gradient.mid());
        let from_a = PlaceFromA::new(&relative, place).place;
        let outward = outward_of_solid((self.solids[0], self.parts[0]), (from_a, time), near, &mut self.work);
        let outward: Vec<DVec3> = outward
            .into_iter()
            .map(|direction| midpoint(relative.rotation * Vector3::point(direction.to_array())))
            .collect();
        let inward = outward_of_solid((self.solids[1], self.parts[1]), (place, time), near, &mut self.work);
        let cone = |slopes: &[DVec3]| Outward::cone(slopes.iter().copied()).unwrap_or(Outward::Unknown);
        let (normal, certain) = match (outward.as_slice(), inward.as_slice()) {
            // A smooth part has a single normal.
            (&[normal], [_]) => (normal, true),
            (outward, inward) => separating(&cone(outward), &cone(inward)),
        };
        let off = |field: &FieldSlope| {
            let steep = middle(field).length();
            if steep > 0.0 { field.value.mid().abs() / steep } else { 0.0 }
        };
        let gap = fields.iter().map(off).fold(0.0, f64::max);
        LocalContact {
            place: DVec3::from_array(place.mid()),
            normal: normal.try_normalize().unwrap_or(DVec3::Z),
            gap,
            certain,
        }
    }

    fn features(&self, _middle: &[f64]) -> [Feature; 2] {
        self.parts.map(|part| Feature::Part(part.leaves()[0] as u32))
    }
}
