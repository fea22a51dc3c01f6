//! An implicit solid that comes within the separation of another body, be it of faces or implicit as well.
//!
//! **Question.** At which instants is the least distance between a part of the boundary of the implicit solid `b` and an element of
//! `a`, or a part of the boundary of the implicit solid `a`, the separation for the first time, and in which direction?
//!
//! **Idea.** The unknowns are the place on `a` (its parameters, or three coordinates), the unit vector `e` from `b` to `a`, and the time; the
//! place on `b` follows, a separation back along `e`. Functions vanish at their places, and `e` is across all tangents: parallel to
//! the gradient of a smooth part, across a crease. As many equations as unknowns, whatever touches; and as the separation tends to zero they tend to
//! those of contact, since the place on `b` hardly depends on `e` then. For the same reason `e` need not be cut into pieces: it
//! follows from the gradients over the box.
//!
//! **Guarantee.** No first approach after the start of the stretch is excluded: proved in `docs/notes/curved-contact.md`, *Clearance*.
//! Every solution is a pair of places that far apart, so that none is too early either.
//!
//! **Cost.** One evaluation of every function with its gradient, up to twice over the box and once in its middle.
//!
//! **Source.** Ours, after Snyder et al. 1993, eqs. 4–6 and section 2.2, with distance in place of contact.

use super::super::advance::MOST;
use super::super::element::SharedElement;
use super::super::sinking::turned;
use super::super::solids::{Field, FieldJet, SeenFromA, field, field_jet};
use super::super::system::{Seen, System};
use super::super::touching::{Setting, away};
use super::Clearance;
use super::direction::{Parts, across, across_count, cone, outward, unit};
use glam::DVec3;
use std::rc::Rc;
use tangency_geometry::solid::{self, Leaf, Workspace};
use tangency_geometry::surface::Jet;
use tangency_geometry::{Feature, Solid};
use tangency_interval::solve::{Border, Condition, MOST_EQUATIONS, Options, Problem};
use tangency_interval::{Interval, Matrix, Vector, Vector3};

/// Somewhat more than what a coordinate of a unit vector can be, so that none lies on the border.
const DIRECTION: f64 = 1.125;

/// What of an implicit solid may touch.
pub(in super::super) type Boundary<'question> = (&'question Solid, &'question solid::Element);

/// What `a` may touch with.
pub(in super::super) enum Base<'question> {
    /// A face, an edge or a vertex.
    Element(SharedElement<'question>),
    /// A part of the boundary of an implicit solid.
    Boundary(Boundary<'question>),
}

/// An element or a boundary of `a`, and a boundary of `b`, the separation apart.
pub(in super::super) struct Beside<'question> {
    base: Base<'question>,
    b: Boundary<'question>,
    setting: Rc<Setting<'question>>,
    clearance: Clearance,
    /// The place on `a`, the direction, the distance if it is not known, the time.
    region: Vec<Interval>,
    work: Workspace,
}

/// The place on `a` over a box, with its derivatives.
struct Place {
    point: Vector3,
    /// By the first unknowns.
    ways: [Vector3; 3],
    /// By time.
    rate: Vector3,
    /// Of an element of faces.
    jet: Option<Jet>,
}

/// What is known over a box.
struct Over {
    place: Place,
    direction: Vector3,
    /// The place on `b`.
    other: Vector3,
    of_a: Vec<Field>,
    of_b: Vec<Field>,
}

impl<'question> Beside<'question> {
    /// `None` if they are farther apart than the separation during the whole span.
    pub(in super::super) fn new(
        base: Base<'question>,
        b: Boundary<'question>,
        setting: &Rc<Setting<'question>>,
        time: Interval,
        clearance: Clearance,
    ) -> Option<Self> {
        let mut region = match &base {
            Base::Element(element) => element.borrow().domain(),
            Base::Boundary((solid, _)) => {
                let moved = setting.frame.during(time).point(solid.bounding_box());
                let both = moved.intersection(clearance.around(b.0.bounding_box()));
                if both.is_empty() {
                    return None;
                }
                both.0.to_vec()
            }
        };
        region.extend([Interval::between(-DIRECTION, DIRECTION); 3]);
        if clearance.at_start {
            region.push(Interval::between(0.0, clearance.separation));
        }
        region.push(time);
        Some(Self { base, b, setting: Rc::clone(setting), clearance, region, work: Workspace::default() })
    }

    /// How many unknowns the place on `a` has.
    fn places(&self) -> usize {
        self.region.len() - 4 - usize::from(self.clearance.at_start)
    }

    /// The direction, the distance and the time.
    fn split(&self, region: &[Interval]) -> (Vector3, Interval, Interval) {
        let from = self.places();
        let direction = Vector([region[from], region[from + 1], region[from + 2]]);
        let distance =
            if self.clearance.at_start { region[from + 3] } else { Interval::from(self.clearance.separation) };
        (direction, distance, region[region.len() - 1])
    }

    /// The place on `a`; `None` where it is not smooth.
    fn place_on_a(&mut self, region: &[Interval], second_order: bool) -> Option<Place> {
        let (_, _, time) = self.split(region);
        let count = self.places();
        match &self.base {
            Base::Element(element) => {
                let mut element = element.borrow_mut();
                let (jet, deforms) = (element.piece(&region[..count], time).jet?, element.deforms());
                let relative = self.setting.frame.during(time);
                let mut moved = relative.first_order(&jet, deforms);
                if second_order {
                    moved = relative.second_order(&jet, moved, deforms);
                }
                let ways = [moved.du, moved.dv, Vector3::ZERO];
                Some(Place { point: moved.point, ways, rate: moved.dt, jet: Some(moved) })
            }
            Base::Boundary(_) => {
                let point = Vector([region[0], region[1], region[2]]);
                Some(Place { point, ways: [0, 1, 2].map(axis), rate: Vector3::ZERO, jet: None })
            }
        }
    }

    /// The functions of `a` at its place.
    fn fields_of_a(&mut self, place: Vector3, time: Interval) -> Option<Vec<Field>> {
        let Base::Boundary((solid, part)) = self.base else { return Some(Vec::new()) };
        let seen = SeenFromA::new(&self.setting.frame.during(time), place);
        let of = |&leaf: &usize| field(&solid.leaves()[leaf], Some(&seen), place, time, &mut self.work);
        part.leaves().iter().map(of).collect()
    }

    /// The functions of `b` at its place.
    fn fields_of_b(&mut self, place: Vector3, time: Interval) -> Option<Vec<Field>> {
        let (solid, part) = self.b;
        let of = |&leaf: &usize| field(&solid.leaves()[leaf], None, place, time, &mut self.work);
        part.leaves().iter().map(of).collect()
    }

    /// The outward normal of the face of `a`, in the frame of `b`, if that is what it is.
    fn facing(&self, place: &Place) -> Option<Vector3> {
        let Base::Element(element) = &self.base else { return None };
        element.borrow().facing(place.jet.as_ref()?.normal(), self.setting.solid[0])
    }

    /// What is known over a box, with the direction as narrow as the gradients make it. `Err` if nothing in it is a solution, `Ok(None)` if
    /// something is not smooth.
    fn narrowed(&mut self, region: &[Interval]) -> Result<Option<Over>, Excluded> {
        let (mut direction, distance, time) = self.split(region);
        let Some(place) = self.place_on_a(region, false) else { return Ok(None) };
        direction = within(direction, Vector([Interval::between(-1.0, 1.0); 3]))?;
        if let Some(normal) = self.facing(&place) {
            direction = within(direction, -unit(normal))?;
        }
        let Some(of_a) = self.fields_of_a(place.point, time) else { return Ok(None) };
        direction = within(direction, -gradient_cone(&of_a))?;
        let mut other = place.point - direction * distance;
        let Some(mut of_b) = self.fields_of_b(other, time) else { return Ok(None) };
        direction = within(direction, gradient_cone(&of_b))?;
        let narrower = place.point - direction * distance;
        if narrower.width() < 0.75 * other.width() {
            let Some(again) = self.fields_of_b(narrower, time) else { return Ok(None) };
            direction = within(direction, gradient_cone(&again))?;
            of_b = again;
        }
        other = place.point - direction * distance;
        Ok(Some(Over { place, direction, other, of_a, of_b }))
    }

    /// The equations: the direction has unit length; then those of `b`, then those of `a`.
    fn fill(&self, over: &Over, values: &mut [Interval]) {
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
        if let Base::Element(_) = self.base {
            over.place.ways[..self.places()].iter().for_each(|tangent| write(over.direction.dot(*tangent)));
        }
    }

    /// Encloses the functions by their mean value form; `false` proves that they do not vanish together.
    fn tightened(&mut self, over: &Over, region: &[Interval], values: &mut [Interval]) -> bool {
        let (_, distance, time) = self.split(region);
        let count = self.places();
        let centre: Vec<Interval> = region.iter().map(|side| Interval::from(side.mid())).collect();
        let (_, middle_distance, middle) = self.split(&centre);
        let relative = self.setting.frame.during(middle);
        let place = match &self.base {
            Base::Element(element) => relative.point(element.borrow_mut().piece(&region[..count], time).centre),
            Base::Boundary(_) => Vector([centre[0], centre[1], centre[2]]),
        };
        let direction = Vector3::point(over.direction.mid());
        // How far a function goes as the place on `a` goes through the box: tangents hardly lead along the gradient.
        let moved = |field: &Field| {
            let late = (field.gradient.dot(over.place.rate) + field.by_time) * (time - middle);
            let sides = over.place.ways.iter().zip(&region[..count]);
            sides.fold(late, |sum, (way, side)| sum + field.gradient.dot(*way) * (*side - Interval::from(side.mid())))
        };
        let (solid_b, part_b) = self.b;
        let other = place - direction * middle_distance;
        for (index, (field, &leaf)) in over.of_b.iter().zip(part_b.leaves()).enumerate() {
            let turned =
                field.gradient.dot(over.direction - direction).intersection(second_order(over, field, direction));
            let back = turned * distance + field.gradient.dot(direction) * (distance - middle_distance);
            let at = solid_b.leaves()[leaf].value(other, middle, &mut self.work);
            let value = at + moved(field) - back;
            values[1 + index] = values[1 + index].intersection(value);
        }
        if let Base::Boundary((solid, part)) = self.base {
            let from = 1 + over.of_b.len() + across_count(over.of_b.len());
            let seen = SeenFromA::new(&relative, place);
            for (index, (field, &leaf)) in over.of_a.iter().zip(part.leaves()).enumerate() {
                let at = solid.leaves()[leaf].value(seen.place, middle, &mut self.work);
                values[from + index] = values[from + index].intersection(at + moved(field));
            }
        }
        values.iter().all(|value| value.contains(0.0))
    }

    /// Which of the zeros of the functions are on the boundaries of the solids.
    fn restricted(&mut self, place: Vector3, other: Vector3, time: Interval) -> Condition {
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
    fn incoming(&self, over: &Over, region: &[Interval]) -> Condition {
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

    /// The place on `a` and that on `b`, whether anything is smooth or not.
    fn both_places(&mut self, region: &[Interval]) -> [Vector3; 2] {
        let (direction, distance, time) = self.split(region);
        let count = self.places();
        let place = match &self.base {
            Base::Element(element) => {
                let piece = element.borrow_mut().piece(&region[..count], time).point;
                self.setting.frame.during(time).point(piece)
            }
            Base::Boundary(_) => Vector([region[0], region[1], region[2]]),
        };
        let direction = direction.intersection(Vector([Interval::between(-1.0, 1.0); 3]));
        let direction = if direction.is_empty() { self.split(region).0 } else { direction };
        [place, place - direction * distance]
    }

    /// All functions with second derivatives, which may be any at a kink: those of `b`, then those of `a`. `None` if one may jump or have no
    /// value.
    fn jets(&mut self, place: Vector3, other: Vector3, time: Interval) -> Option<[Vec<FieldJet>; 2]> {
        let work = &mut self.work;
        let mut of = |leaf: &Leaf, seen: Option<&SeenFromA>, place: Vector3| {
            let smooth = field_jet(leaf, seen, place, time, work);
            smooth.or_else(|| field(leaf, seen, place, time, work).map(kinked))
        };
        let (solid, part) = self.b;
        let leaves = part.leaves().iter().map(|&leaf| of(&solid.leaves()[leaf], None, other));
        let of_b = leaves.collect::<Option<Vec<FieldJet>>>()?;
        let Base::Boundary((solid, part)) = self.base else { return Some([of_b, Vec::new()]) };
        let seen = SeenFromA::new(&self.setting.frame.during(time), place);
        let leaves = part.leaves().iter().map(|&leaf| of(&solid.leaves()[leaf], Some(&seen), place));
        Some([of_b, leaves.collect::<Option<Vec<FieldJet>>>()?])
    }
}

/// A function whose gradient may jump: any slope of the gradient is possible. So nothing that depends on it is ever proved to exist, but all
/// other equations still narrow the box.
fn kinked(field: Field) -> FieldJet {
    let any = Vector([Interval::ENTIRE; 3]);
    FieldJet { field, second: Matrix([any; 3]), gradient_by_time: any }
}

/// Nothing in a box is a solution.
struct Excluded;

/// What both have in common.
fn within(direction: Vector3, other: Vector3) -> Result<Vector3, Excluded> {
    let both = direction.intersection(other);
    if both.is_empty() { Err(Excluded) } else { Ok(both) }
}

/// The directions out of the solid where these functions vanish.
fn gradient_cone(fields: &[Field]) -> Vector3 {
    cone(fields.iter().map(|field| field.gradient))
}

/// The unit vector along a coordinate.
fn axis(index: usize) -> Vector3 {
    Vector3::point(DVec3::AXES[index].to_array())
}

/// How fast the zero set of a function moves along its gradient.
fn normal_rate(field: &Field) -> Option<Interval> {
    let steep = field.gradient.length();
    (steep.lower() > 0.0).then(|| -field.by_time / steep)
}

/// Encloses ∇F·(e − c) for the unit vectors e of the box: with λ = |∇F| about, it is (∇F − λc)·(e − c) + λc·(e − c), and 2c·(e − c) = 1 − |c|² − |e − c|².
fn second_order(over: &Over, field: &Field, middle: Vector3) -> Interval {
    let away = over.direction - middle;
    let steep = Interval::from(field.gradient.length().mid());
    if !steep.is_bounded() {
        return Interval::ENTIRE;
    }
    let along = (Interval::ONE - middle.length_sq() - away.length_sq()) * 0.5;
    (field.gradient - middle * steep).dot(away) + steep * along
}

impl Problem for Beside<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        let of = |count: usize| count + across_count(count);
        let of_a = match &self.base {
            Base::Element(_) => self.places(),
            Base::Boundary((_, part)) => of(part.leaves().len()),
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
        self.fill(&Over { place, direction, other, of_a, of_b }, values);
    }

    fn condition(&mut self, region: &[Interval]) -> Condition {
        let mut values = [Interval::ENTIRE; MOST_EQUATIONS];
        let count = self.equation_count();
        self.constraint(region, &mut values[..count])
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> Condition {
        let (_, _, time) = self.split(region);
        if let Base::Element(element) = &self.base
            && element.borrow().outside(&region[..self.places()])
        {
            return Condition::Violated;
        }
        values.fill(Interval::ENTIRE);
        let [place, other] = self.both_places(region);
        let setting = Rc::clone(&self.setting);
        let middle = (place + other) * Interval::from(0.5);
        if other.disjoint(self.b.0.bounding_box()) || setting.tracking.excludes(middle, time, &setting.frame) {
            return Condition::Violated;
        }
        let (solid, part) = self.b;
        let vanishes = |&leaf: &usize| solid.leaves()[leaf].value(other, time, &mut self.work).contains(0.0);
        if !part.leaves().iter().all(vanishes) {
            return Condition::Violated;
        }
        let over = match self.narrowed(region) {
            Err(Excluded) => return Condition::Violated,
            Ok(None) => return self.restricted(place, other, time).and(Condition::Possible),
            Ok(Some(over)) => over,
        };
        let known = self.restricted(place, over.other, time);
        if known == Condition::Violated {
            return known;
        }
        self.fill(&over, values);
        if values.iter().any(|value| !value.contains(0.0)) || !self.tightened(&over, region, values) {
            return Condition::Violated;
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
            let on_a = if is_time { place.rate } else { place.ways.get(unknown).copied().unwrap_or(Vector3::ZERO) };
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
                let parts = Parts::new(direction, turn, jets, moved, is_time);
                parts.values().into_iter().chain(parts.across()).for_each(&mut write);
            }
            if let Some(jet) = &place.jet {
                let bends = [[jet.duu, jet.duv, jet.dut], [jet.duv, jet.dvv, jet.dvt]];
                for (tangent, bend) in place.ways.iter().zip(bends).take(places) {
                    let bent = if is_time { bend[2] } else { [bend[0], bend[1], Vector3::ZERO][unknown.min(2)] };
                    let bent = if unknown < places || is_time { bent } else { Vector3::ZERO };
                    write(turn.dot(*tangent) + direction.dot(bent));
                }
            }
        }
        true
    }

    /// Half way between both, in the frame of `b`.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        let [place, other] = self.both_places(region);
        (place + other) * Interval::from(0.5)
    }

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &Options) -> bool {
        let narrow = self.both_places(region).iter().all(|place| place.width() <= options.accept);
        narrow && objective.width() <= options.accept_objective
    }

    fn border(&self, coordinate: usize) -> Border {
        let passable = matches!(self.base, Base::Element(_)) && coordinate < self.places();
        if passable { Border::Passable } else { Border::Wall }
    }

    /// Of e × ∇F the component follows from the other two along which ∇F does not vanish.
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

impl System for Beside<'_> {
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MOST], f64) {
        let count = self.places();
        let mut extents = [0.0; MOST];
        let mut bend = 0.0;
        match &self.base {
            Base::Element(element) => {
                let (of_a, of_element) = element.borrow_mut().extents(&cells[..count], time);
                extents[..count].copy_from_slice(&of_a[..count]);
                bend = of_element;
            }
            Base::Boundary(_) => {
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
            over.of_a.iter().chain(&over.of_b).map(|field| turned(field.gradient)).fold(0.0, f64::max)
        });
        (extents, bend.max(steep))
    }

    fn seen(&mut self, point: &[Interval]) -> Seen {
        let [a, b] = self.both_places(point).map(|place| DVec3::from_array(place.mid()));
        Seen { place: 0.5 * (a + b), normal: (b - a).try_normalize().unwrap_or(DVec3::Z), gap: a.distance(b) }
    }

    fn features(&self, middle: &[f64]) -> [Feature; 2] {
        let of = |part: &solid::Element| Feature::Part(part.leaves()[0] as u32);
        let of_a = match &self.base {
            Base::Element(element) => element.borrow().feature(middle),
            Base::Boundary((_, part)) => of(part),
        };
        [of_a, of(self.b.1)]
    }
}
