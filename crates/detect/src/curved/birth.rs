//! A component of a time-dependent solid that is born in the other body.
//!
//! **Question.** At which places and instants can a component of an implicit solid appear inside the other body, or within the separation of
//! it? There no surface crosses another, so that the systems of contact say nothing.
//!
//! **Idea.** At its birth a component is a local minimum of the solid's function with value zero: one to four leaves vanish, and their gradients
//! depend on one another ([`Solid::birth_elements`]). The unknowns are the place, in the solid's own frame, and the time. That the place is in
//! the other body ([`Host`]) is a side condition.
//!
//! | leaves | equations | how many suffice |
//! |---|---|---|
//! | 1 | f = 0, ∇f = 0 | 4 of 4 |
//! | 2 | f₁ = f₂ = 0, ∇f₁ × ∇f₂ = 0 | 4 of 5 |
//! | 3 | f₁ = f₂ = f₃ = 0, ∇f₁·(∇f₂ × ∇f₃) = 0 | 4 of 4 |
//! | 4 | f₁ = f₂ = f₃ = f₄ = 0 | 4 of 4 |
//!
//! **Guarantee.** No birth in the other body is excluded. Every solution in the body is an overlap, whatever its kind. Where a formula may jump, only
//! its values exclude; a birth that is not proved counts only if the solid certainly has a place in the body at once after it.
//!
//! **Cost.** One evaluation of every leaf with its gradient; the other body is asked only about boxes that the equations leave.
//!
//! **Source.** Ours; derived in the note below.
#![doc = include_str!("../../../../docs/notes/births.md")]

use super::advance::MOST;
use super::foretell::plain;
use super::frame::Relative;
use super::host::Host;
use super::sinking::turned;
use super::system::{Seen, System};
use super::touching::Setting;
use crate::tolerance::{ACCEPTED_TIME, BIRTH_DELAY, BIRTH_MARGIN};
use glam::DVec3;
use std::rc::Rc;
use tangency_geometry::solid::{self, SolidJet as Jet, SolidSlope as Slope, SolidWork as Workspace};
use tangency_geometry::{Feature, Solid};
use tangency_interval::solve::{Border, Condition, MOST_EQUATIONS, Options, Problem};
use tangency_interval::{Interval, Vector, Vector3};

/// The birth of a component at the common zeros of some leaves.
pub(super) struct Birth<'question> {
    solid: &'question Solid,
    /// Whether the solid is body `b`; otherwise it is `a`.
    second: bool,
    part: solid::SolidElement,
    host: Host<'question>,
    setting: Rc<Setting<'question>>,
    region: [Interval; 4],
    work: Workspace,
}

impl<'question> Birth<'question> {
    /// `second`: whether the solid is body `b`.
    pub(super) fn new(
        (solid, part): (&'question Solid, solid::SolidElement),
        second: bool,
        host: Host<'question>,
        setting: &Rc<Setting<'question>>,
        time: Interval,
    ) -> Self {
        // A little more than the box of the solid: births on its sides are then inside of the region, where they can be proved.
        let widened = |side: Interval| {
            let room = BIRTH_MARGIN * side.width();
            side + Interval::between(-room, room)
        };
        let [x, y, z] = solid.bounding_box().0.map(widened);
        let setting = Rc::clone(setting);
        Self { solid, second, part, host, setting, region: [x, y, z, time], work: Workspace::default() }
    }

    /// How many leaves vanish.
    fn zeros(&self) -> usize {
        self.part.leaves().len()
    }

    /// How many equations say that gradients depend on one another.
    fn dependencies(&self) -> usize {
        match self.zeros() {
            1 | 2 => 3,
            3 => 1,
            _ => 0,
        }
    }

    /// The leaves with their gradients; `None` if one of them may jump or have no value.
    fn slopes(&mut self, place: Vector3, time: Interval) -> Option<Vec<Slope>> {
        let (solid, work) = (self.solid, &mut self.work);
        self.part.leaves().iter().map(|&leaf| solid.leaves()[leaf].slope(place, time, work)).collect()
    }

    /// The leaves with second derivatives; `None` if one of them may have a kink or no value.
    fn jets(&mut self, place: Vector3, time: Interval) -> Option<Vec<Jet>> {
        let (solid, work) = (self.solid, &mut self.work);
        self.part.leaves().iter().map(|&leaf| solid.leaves()[leaf].jet(place, time, work)).collect()
    }

    /// Whether the vanishing leaves can be the cause of a birth. If none of them changes with time, another leaf that does vanishes too.
    fn can_change(&mut self, place: Vector3, time: Interval) -> bool {
        let leaves = self.solid.leaves();
        let work = &mut self.work;
        self.part.leaves().iter().any(|&leaf| leaves[leaf].deforms())
            || leaves.iter().any(|leaf| leaf.deforms() && leaf.value(place, time, work).contains(0.0))
    }

    /// The places as the other body sees them.
    fn seen_by_host(&self, relative: &Relative, place: Vector3) -> Vector3 {
        if self.second { relative.rotation.transpose() * (place - relative.translation) } else { relative.point(place) }
    }

    /// The places in the frame of `b`.
    fn in_b(&self, place: Vector3, time: Interval) -> Vector3 {
        if self.second { place } else { self.setting.frame.during(time).point(place) }
    }

    /// What is known of whether the places are in the other body during the span.
    fn held(&self, place: Vector3, time: Interval) -> Condition {
        let relative = self.setting.frame.during(time);
        self.host.holds(self.seen_by_host(&relative, place), time)
    }
}

fn split(region: &[Interval]) -> (Vector3, Interval) {
    (Vector([region[0], region[1], region[2]]), region[3])
}

/// Vanishes where the gradients depend on one another.
fn dependency(gradients: &[Vector3], values: &mut [Interval]) {
    match *gradients {
        [gradient] => values.copy_from_slice(&gradient.0),
        [first, second] => values.copy_from_slice(&first.cross(second).0),
        [first, second, third] => values[0] = first.dot(second.cross(third)),
        _ => {}
    }
}

impl Problem for Birth<'_> {
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
        for (value, slope) in values.iter_mut().zip(&slopes) {
            *value = slope.value;
        }
        let gradients: Vec<Vector3> = slopes.iter().map(|slope| slope.gradient).collect();
        dependency(&gradients, &mut values[slopes.len()..]);
    }

    fn condition(&mut self, region: &[Interval]) -> Condition {
        let mut values = [Interval::ENTIRE; MOST_EQUATIONS];
        let count = self.equation_count();
        self.constraint(region, &mut values[..count])
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> Condition {
        let (place, time) = split(region);
        values.fill(Interval::ENTIRE);
        let (solid, zeros) = (self.solid, self.zeros());
        for (value, &leaf) in values.iter_mut().zip(self.part.leaves()) {
            *value = solid.leaves()[leaf].value(place, time, &mut self.work);
            if !value.contains(0.0) {
                return Condition::Violated;
            }
        }
        let mut known = self
            .part
            .excess(solid, place, time, &mut self.work)
            .map_or(Condition::Holds, |excess| Condition::not_negative(-excess));
        if known == Condition::Violated || !self.can_change(place, time) {
            return Condition::Violated;
        }
        if let Some(slopes) = self.slopes(place, time) {
            for (value, slope) in values.iter_mut().zip(&slopes) {
                *value = value.intersection(slope.value);
            }
            let gradients: Vec<Vector3> = slopes.iter().map(|slope| slope.gradient).collect();
            dependency(&gradients, &mut values[zeros..]);
            // Leaves that all rise were negative before, and so was the solid. Two gradients point against one another.
            let rise = slopes.iter().all(|slope| slope.by_time.lower() > 0.0);
            let alike = matches!(gradients.as_slice(), [first, second] if first.dot(*second).lower() > 0.0);
            if rise || alike || values.iter().any(|value| !value.contains(0.0)) {
                return Condition::Violated;
            }
        } else {
            known = known.and(Condition::Possible);
        }
        let setting = Rc::clone(&self.setting);
        if setting.tracking.excludes(self.in_b(place, time), time, &setting.frame) {
            return Condition::Violated;
        }
        known.and(self.held(place, time))
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let (place, time) = split(region);
        let Some(jets) = self.jets(place, time) else { return false };
        for (row, jet) in jets.iter().enumerate() {
            rows[4 * row..4 * row + 3].copy_from_slice(&jet.gradient.0);
            rows[4 * row + 3] = jet.by_time;
        }
        let rows = &mut rows[4 * jets.len()..];
        let count = self.dependencies();
        let gradients: Vec<Vector3> = jets.iter().map(|jet| jet.gradient).collect();
        for unknown in 0..4 {
            let change = |jet: &Jet| if unknown < 3 { jet.second.column(unknown) } else { jet.gradient_by_time };
            // By the product rule: one gradient after the other gives way to its change.
            let mut sums = [Interval::ZERO; 3];
            for (index, jet) in jets.iter().enumerate() {
                let mut replaced = gradients.clone();
                replaced[index] = change(jet);
                let mut terms = [Interval::ZERO; 3];
                dependency(&replaced, &mut terms[..count]);
                for (sum, term) in sums.iter_mut().zip(terms) {
                    *sum += term;
                }
            }
            for (row, sum) in sums.iter().enumerate().take(count) {
                rows[4 * row + unknown] = *sum;
            }
        }
        true
    }

    /// In the frame of `b`.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        let (place, time) = split(region);
        self.in_b(place, time)
    }

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &Options) -> bool {
        split(region).0.width() <= options.accept && objective.width() <= options.accept_objective
    }

    fn border(&self, coordinate: usize) -> Border {
        if coordinate < 3 { Border::Passable } else { Border::Wall }
    }

    /// Of ∇f₁ × ∇f₂ the component along which one of the gradients does not vanish follows from the other two.
    fn sufficient(&mut self, region: &[Interval]) -> u32 {
        if self.zeros() != 2 {
            return u32::MAX;
        }
        let (place, time) = split(region);
        let Some(slopes) = self.slopes(place, time) else { return u32::MAX };
        let sizes = slopes.iter().flat_map(|slope| slope.gradient.0.map(Interval::mignitude).into_iter().enumerate());
        let steepest = sizes.filter(|(_, least)| *least > 0.0).max_by(|x, y| x.1.total_cmp(&y.1));
        steepest.map_or(u32::MAX, |(component, _)| !(1 << (2 + component)))
    }
}

impl System for Birth<'_> {
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MOST], f64) {
        let place = Vector([cells[0], cells[1], cells[2]]);
        let mut extents = [0.0; MOST];
        extents[..3].copy_from_slice(&place.0.map(Interval::width));
        // Where a function may jump no derivative will ever tell, and the solver halves as well.
        if self.slopes(place, time).is_none() {
            return (extents, 0.0);
        }
        // Where a single gradient vanishes, its change decides how well Newton steps converge.
        let bend = self.jets(place, time).map_or(f64::INFINITY, |jets| match jets.as_slice() {
            [jet] => varied(jet),
            several => several.iter().map(|jet| turned(jet.gradient)).fold(0.0, f64::max),
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
            if born && self.held(middle, there) == Condition::Holds {
                return Some(instant);
            }
            delay *= 2.0;
        }
        None
    }

    fn seen(&mut self, point: &[Interval], _near: f64) -> Seen {
        let (place, time) = split(point);
        let middle = Vector3::point(place.mid());
        let relative = self.setting.frame.during(time);
        let (outward, gap) = self.host.nearest(self.seen_by_host(&relative, middle), time);
        // Out of the other body, as `b` sees it; the normal leads from `a` to `b`.
        let normal = if self.second { plain(relative.rotation * Vector3::point(outward.to_array())) } else { -outward };
        let normal = normal.try_normalize().unwrap_or(DVec3::Z);
        Seen { place: plain(self.in_b(middle, time)), normal, gap, certain: true }
    }

    fn features(&self, _middle: &[f64]) -> [Feature; 2] {
        let born = Feature::Part(self.part.leaves()[0] as u32);
        let whole = self.host.body.any_feature();
        if self.second { [whole, born] } else { [born, whole] }
    }
}

/// By what share of its size the matrix of second derivatives varies, at most.
fn varied(jet: &Jet) -> f64 {
    let entries = (0..3).flat_map(|column| jet.second.column(column).0);
    let (spread, size) = entries.fold((0.0_f64, f64::MIN_POSITIVE), |(spread, size), entry| {
        (spread.max(entry.radius()), size.max(entry.mid().abs()))
    });
    3.0 * spread / size
}
