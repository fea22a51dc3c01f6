//! Two implicit solids that touch.
//!
//! **Question.** At which places and instants do a part of the boundary of `a` and one of `b` touch?
//!
//! **Idea.** The unknowns are a place in the frame of `b` and the time; the functions of `a` are asked at the same place as `a` sees it. Both
//! vanish, and their gradients are parallel. With creases and corners there are more functions that vanish, and fewer
//! conditions on gradients.
//!
//! **Guarantee.** No first contact after the start of the stretch is excluded: proved in `docs/notes/curved-contact.md`.
//!
//! **Cost.** One evaluation of every function with its gradient, over the box and in its middle.
//!
//! **Source.** Snyder et al. 1993, eqs. 4–6. The three equations of tangency (eq. 5) are all used; which two of them suffice where is told
//! to the solver, so that contacts can be proved.

use super::advance::MOST;
use super::cone::{Outward, outward_of_solid, separating};
use super::foretell::plain;
use super::frame::Relative;
use super::sinking::{boundary_speed, turned};
use super::system::{Seen, System};
use super::touching::Setting;
use glam::DVec3;
use std::rc::Rc;
use tangency_geometry::solid::{self, SolidLeaf as Leaf, SolidWork as Workspace};
use tangency_geometry::{Feature, Solid};
use tangency_interval::solve::{Border, Condition, MOST_EQUATIONS, Options, Problem};
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// Contact of a part of the boundary of `a` with one of `b`.
pub(super) struct Solids<'question> {
    solids: [&'question Solid; 2],
    parts: [&'question solid::SolidElement; 2],
    setting: Rc<Setting<'question>>,
    region: [Interval; 4],
    work: Workspace,
}

/// A function over a box of places in the frame of `b` and a span of time.
#[derive(Clone, Copy)]
pub(super) struct Field {
    pub(super) value: Interval,
    pub(super) gradient: Vector3,
    pub(super) by_time: Interval,
}

/// The same with its second derivatives.
#[derive(Clone, Copy)]
pub(super) struct FieldJet {
    pub(super) field: Field,
    pub(super) second: Matrix<3, 3>,
    pub(super) gradient_by_time: Vector3,
}

/// A place as `a` sees it, and how that changes while it rests in the frame of `b`.
pub(super) struct SeenFromA {
    pub(super) place: Vector3,
    rate: Vector3,
    rotation: Matrix<3, 3>,
    rotation_rate: Matrix<3, 3>,
}

impl SeenFromA {
    pub(super) fn new(relative: &Relative, place: Vector3) -> Self {
        let back = relative.rotation.transpose();
        let from_origin = place - relative.translation;
        let rate = relative.rotation_rate.transpose() * from_origin - back * relative.translation_rate;
        let &Relative { rotation, rotation_rate, .. } = relative;
        Self { place: back * from_origin, rate, rotation, rotation_rate }
    }

    /// What `a` sees there, as `b` sees it.
    fn seen_from_b(&self, field: &Field) -> Field {
        Field {
            value: field.value,
            gradient: self.rotation * field.gradient,
            by_time: field.gradient.dot(self.rate) + field.by_time,
        }
    }

    /// What `a` sees there with second derivatives, as `b` sees it.
    fn jet_seen_from_b(&self, jet: &FieldJet) -> FieldJet {
        let moving = jet.second * self.rate + jet.gradient_by_time;
        FieldJet {
            field: self.seen_from_b(&jet.field),
            second: self.rotation * jet.second * self.rotation.transpose(),
            gradient_by_time: self.rotation_rate * jet.field.gradient + self.rotation * moving,
        }
    }
}

/// A function of `b`, or of `a` if it is asked where `a` sees the place; `None` if it may jump or have no value.
pub(super) fn field(
    leaf: &Leaf,
    from_a: Option<&SeenFromA>,
    place: Vector3,
    time: Interval,
    work: &mut Workspace,
) -> Option<Field> {
    let slope = leaf.slope(from_a.map_or(place, |seen| seen.place), time, work)?;
    let field = Field { value: slope.value, gradient: slope.gradient, by_time: slope.by_time };
    Some(from_a.map_or(field, |seen| seen.seen_from_b(&field)))
}

/// The same with second derivatives; `None` if it may have a kink or no value.
pub(super) fn field_jet(
    leaf: &Leaf,
    from_a: Option<&SeenFromA>,
    place: Vector3,
    time: Interval,
    work: &mut Workspace,
) -> Option<FieldJet> {
    let jet = leaf.jet(from_a.map_or(place, |seen| seen.place), time, work)?;
    let field = Field { value: jet.value, gradient: jet.gradient, by_time: jet.by_time };
    let jet = FieldJet { field, second: jet.second, gradient_by_time: jet.gradient_by_time };
    Some(from_a.map_or(jet, |seen| seen.jet_seen_from_b(&jet)))
}

impl<'question> Solids<'question> {
    pub(super) fn new(
        solids: [&'question Solid; 2],
        parts: [&'question solid::SolidElement; 2],
        setting: &Rc<Setting<'question>>,
        time: Interval,
    ) -> Self {
        let region = common(solids, setting, time);
        Self { solids, parts, setting: Rc::clone(setting), region, work: Workspace::default() }
    }

    /// The leaves that vanish: those of `a`, then those of `b`.
    fn leaves(&self) -> impl Iterator<Item = (usize, usize)> + use<'question> {
        let of = |body: usize| self.parts[body].leaves().iter().map(move |&leaf| (body, leaf));
        of(0).chain(of(1))
    }

    fn zeros(&self) -> [usize; 2] {
        self.parts.map(|part| part.leaves().len())
    }

    /// How many equations of tangency there are.
    fn tangencies(&self) -> usize {
        match self.zeros() {
            [1, 1] => 3,
            [1, 2] | [2, 1] => 1,
            _ => 0,
        }
    }

    /// The functions that vanish, with first derivatives; `None` if one of them may jump or have no value.
    fn fields(&mut self, relative: &Relative, place: Vector3, time: Interval) -> Option<Vec<Field>> {
        let from_a = SeenFromA::new(relative, place);
        let solids = self.solids;
        self.leaves()
            .map(|(body, leaf)| {
                let from_a = (body == 0).then_some(&from_a);
                field(&solids[body].leaves()[leaf], from_a, place, time, &mut self.work)
            })
            .collect()
    }

    /// The same with second derivatives; `None` if one of them may have a kink or no value.
    fn jets(&mut self, relative: &Relative, place: Vector3, time: Interval) -> Option<Vec<FieldJet>> {
        let from_a = SeenFromA::new(relative, place);
        let solids = self.solids;
        self.leaves()
            .map(|(body, leaf)| {
                let from_a = (body == 0).then_some(&from_a);
                field_jet(&solids[body].leaves()[leaf], from_a, place, time, &mut self.work)
            })
            .collect()
    }

    /// The values alone, at the middle of a box.
    fn centre_values(&mut self, region: &[Interval]) -> Vec<Interval> {
        let middle: Vec<Interval> = region.iter().map(|side| Interval::from(side.mid())).collect();
        let (place, time) = split(&middle);
        let relative = self.setting.frame.during(time);
        self.values(&relative, place, time)
    }

    /// The values alone.
    fn values(&mut self, relative: &Relative, place: Vector3, time: Interval) -> Vec<Interval> {
        let from_a = SeenFromA::new(relative, place);
        let solids = self.solids;
        self.leaves()
            .map(|(body, leaf)| {
                let place = if body == 1 { place } else { from_a.place };
                solids[body].leaves()[leaf].value(place, time, &mut self.work)
            })
            .collect()
    }

    /// Which of the zeros of the functions are on the boundaries of both solids.
    fn restricted(&mut self, relative: &Relative, place: Vector3, time: Interval) -> Condition {
        let from_a = SeenFromA::new(relative, place).place;
        let mut known = Condition::Holds;
        for (body, place) in [(0, from_a), (1, place)] {
            if let Some(excess) = self.parts[body].excess(self.solids[body], place, time, &mut self.work) {
                known = known.and(Condition::not_negative(-excess));
            }
        }
        known
    }
}

/// The box of places in which both are, in the frame of `b`, and the time.
fn common([a, b]: [&Solid; 2], setting: &Setting<'_>, time: Interval) -> [Interval; 4] {
    let moved = setting.frame.during(time).point(a.bounding_box());
    let both = moved.intersection(b.bounding_box());
    let [x, y, z] = if both.is_empty() { b.bounding_box().0 } else { both.0 };
    [x, y, z, time]
}

fn split(region: &[Interval]) -> (Vector3, Interval) {
    (Vector([region[0], region[1], region[2]]), region[3])
}

/// The equations of tangency of these fields, the first `of_a` of which are of `a`.
fn tangency(fields: &[Vector3], of_a: usize, values: &mut [Interval]) {
    match (fields, of_a) {
        (&[a, b], 1) => values.copy_from_slice(&a.cross(b).0),
        (&[first, second, third], 1 | 2) => values[0] = first.dot(second.cross(third)),
        _ => {}
    }
}

impl Problem for Solids<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        self.zeros()[0] + self.zeros()[1] + self.tangencies()
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        let (place, time) = split(region);
        values.fill(Interval::ENTIRE);
        let Some(fields) = self.fields(&self.setting.frame.during(time), place, time) else { return };
        for (value, field) in values.iter_mut().zip(&fields) {
            *value = field.value;
        }
        let gradients: Vec<Vector3> = fields.iter().map(|field| field.gradient).collect();
        tangency(&gradients, self.zeros()[0], &mut values[fields.len()..]);
    }

    fn condition(&mut self, region: &[Interval]) -> Condition {
        let mut values = [Interval::ENTIRE; MOST_EQUATIONS];
        let count = self.equation_count();
        self.constraint(region, &mut values[..count])
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> Condition {
        let (place, time) = split(region);
        let setting = Rc::clone(&self.setting);
        let relative = setting.frame.during(time);
        if setting.tracking.excludes(place, time, &setting.frame) {
            return Condition::Violated;
        }
        values.fill(Interval::ENTIRE);
        let known = self.restricted(&relative, place, time);
        if known == Condition::Violated {
            return known;
        }
        let Some(fields) = self.fields(&relative, place, time) else {
            let vanish = self.values(&relative, place, time).iter().all(|value| value.contains(0.0));
            return if vanish { Condition::Possible } else { Condition::Violated };
        };
        let centres = self.centre_values(region);
        for (index, field) in fields.iter().enumerate() {
            let ways = field.gradient.0.into_iter().chain([field.by_time]);
            let terms = ways.zip(region).map(|(slope, side)| slope * (*side - Interval::from(side.mid())));
            values[index] = field.value.intersection(terms.fold(centres[index], |sum, term| sum + term));
        }
        let gradients: Vec<Vector3> = fields.iter().map(|field| field.gradient).collect();
        tangency(&gradients, self.zeros()[0], &mut values[fields.len()..]);
        if values.iter().any(|value| !value.contains(0.0)) {
            return Condition::Violated;
        }
        let [a, b] = fields.as_slice() else { return known };
        let opposite = Condition::not_negative(-a.gradient.dot(b.gradient));
        let approach = -(a.by_time * b.gradient.length() + b.by_time * a.gradient.length());
        if self.zeros() == [1, 1] { known.and(opposite).and(Condition::not_negative(approach)) } else { known }
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let (place, time) = split(region);
        let relative = self.setting.frame.during(time);
        let Some(jets) = self.jets(&relative, place, time) else { return false };
        for (row, jet) in jets.iter().enumerate() {
            rows[4 * row..4 * row + 3].copy_from_slice(&jet.field.gradient.0);
            rows[4 * row + 3] = jet.field.by_time;
        }
        let rows = &mut rows[4 * jets.len()..];
        let gradients: Vec<Vector3> = jets.iter().map(|jet| jet.field.gradient).collect();
        for unknown in 0..4 {
            let change = |jet: &FieldJet| if unknown < 3 { jet.second.column(unknown) } else { jet.gradient_by_time };
            // By the product rule: one gradient after the other gives way to its change.
            let mut sums = [Interval::ZERO; 3];
            for (index, jet) in jets.iter().enumerate() {
                let mut replaced = gradients.clone();
                replaced[index] = change(jet);
                let mut terms = [Interval::ZERO; 3];
                tangency(&replaced, self.zeros()[0], &mut terms[..self.tangencies()]);
                for (sum, term) in sums.iter_mut().zip(terms) {
                    *sum += term;
                }
            }
            for (row, sum) in sums.iter().enumerate().take(self.tangencies()) {
                rows[4 * row + unknown] = *sum;
            }
        }
        true
    }

    /// In the frame of `b`.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        split(region).0
    }

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &Options) -> bool {
        split(region).0.width() <= options.accept && objective.width() <= options.accept_objective
    }

    fn border(&self, _coordinate: usize) -> Border {
        Border::Wall
    }

    /// Of ∇G × ∇F the component follows from the other two along which ∇F, or ∇G, does not vanish.
    fn sufficient(&mut self, region: &[Interval]) -> u32 {
        if self.tangencies() < 3 {
            return u32::MAX;
        }
        let (place, time) = split(region);
        let relative = self.setting.frame.during(time);
        let Some(fields) = self.fields(&relative, place, time) else { return u32::MAX };
        let sizes = |field: &Field| field.gradient.0.map(|slope| (slope.mignitude(), slope.magnitude()));
        let steepest = fields.iter().flat_map(|field| sizes(field).into_iter().enumerate());
        let steepest = steepest.filter(|(_, (least, _))| *least > 0.0).max_by(|x, y| x.1.0.total_cmp(&y.1.0));
        // Equations 0 and 1 are of contact, 2 to 4 of tangency.
        steepest.map_or(u32::MAX, |(component, _)| !(1 << (2 + component)))
    }
}

impl System for Solids<'_> {
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MOST], f64) {
        let place = Vector([cells[0], cells[1], cells[2]]);
        let mut extents = [0.0; MOST];
        extents[..3].copy_from_slice(&place.0.map(Interval::width));
        let relative = self.setting.frame.during(time);
        let bend = self
            .fields(&relative, place, time)
            .map_or(f64::INFINITY, |fields| fields.iter().map(|field| turned(field.gradient)).fold(0.0, f64::max));
        (extents, bend)
    }

    fn closing(&mut self, cells: &[Interval], time: Interval) -> Option<f64> {
        let relative = self.setting.frame.during(time);
        let fields = self.fields(&relative, Vector([cells[0], cells[1], cells[2]]), time)?;
        let slopes: Vec<_> = fields.iter().map(|field| (field.gradient, field.by_time)).collect();
        let (of_a, of_b) = slopes.split_at(self.zeros()[0]);
        Some(boundary_speed(of_a) + boundary_speed(of_b))
    }

    fn seen(&mut self, point: &[Interval], near: f64) -> Seen {
        let (place, time) = split(point);
        let relative = self.setting.frame.during(time);
        let fields = self.fields(&relative, place, time).unwrap_or_default();
        let middle = |field: &Field| DVec3::from_array(field.gradient.mid());
        let from_a = SeenFromA::new(&relative, place).place;
        let outward = outward_of_solid((self.solids[0], self.parts[0]), (from_a, time), near, &mut self.work);
        let outward: Vec<DVec3> =
            outward.into_iter().map(|way| plain(relative.rotation * Vector3::point(way.to_array()))).collect();
        let inward = outward_of_solid((self.solids[1], self.parts[1]), (place, time), near, &mut self.work);
        let cone = |ways: &[DVec3]| Outward::cone(ways.iter().copied()).unwrap_or(Outward::Unknown);
        let (normal, certain) = match (outward.as_slice(), inward.as_slice()) {
            // A smooth part alone has one normal.
            (&[normal], [_]) => (normal, true),
            (outward, inward) => separating(&cone(outward), &cone(inward)),
        };
        let off = |field: &Field| {
            let steep = middle(field).length();
            if steep > 0.0 { field.value.mid().abs() / steep } else { 0.0 }
        };
        let gap = fields.iter().map(off).fold(0.0, f64::max);
        Seen { place: DVec3::from_array(place.mid()), normal: normal.try_normalize().unwrap_or(DVec3::Z), gap, certain }
    }

    fn features(&self, _middle: &[f64]) -> [Feature; 2] {
        self.parts.map(|part| Feature::Part(part.leaves()[0] as u32))
    }
}
