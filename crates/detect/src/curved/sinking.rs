//! A parametric element that touches an implicit solid.
//!
//! **Question.** For which parameters of a face, edge or vertex of `a`, and at which instants, does it touch a smooth part, a crease
//! or a corner of the implicit solid `b`?
//!
//! **Idea.** The place on `a` is put into the functions of `b`: no unknowns of `b` are left. A smooth part is one function that
//! vanishes, with the tangents of `a` across its gradient; a crease two, with the normal of a face of `a` across the crease; a corner three.
//! Where on a function's zero set the boundary of a combined solid is, is a side condition.
//!
//! **Guarantee.** No first contact after the start of the stretch is excluded: proved in `docs/notes/curved-contact.md`.
//!
//! **Cost.** One piece of surface, and one evaluation of every function with its gradient, twice: over the box and in its middle.
//!
//! **Source.** Snyder et al. 1993, footnote 6 and section 2.2 (restricted equalities).

use super::advance::{MOST, padded};
use super::cone::{Outward, outward_of_solid, separating};
use super::element::SharedElement;
use super::foretell::plain;
use super::frame::Relative;
use super::system::{Seen, System};
use super::touching::Setting;
use crate::Facets;
use glam::DVec3;
use std::rc::Rc;
use tangency_geometry::solid::{self, SolidJet as LeafJet, SolidSlope as Slope, SolidWork as Workspace};
use tangency_geometry::surface::SurfaceJet as Jet;
use tangency_geometry::{Feature, Solid};
use tangency_interval::solve::{Border, Condition, MOST_EQUATIONS, Options, Problem};
use tangency_interval::{Interval, Vector3};

/// Contact of an element of `a` with a part of the boundary of `b`.
pub(super) struct Sinking<'question> {
    a: SharedElement<'question>,
    dimension: usize,
    deforms: bool,
    solid: &'question Solid,
    part: &'question solid::SolidElement,
    setting: Rc<Setting<'question>>,
    region: Vec<Interval>,
    /// Tangency is asked for; at the start of a stretch it is not.
    tangency: bool,
    /// The mesh of which the element is, if it is a rigid one.
    facets: Option<&'question Facets>,
    work: Workspace,
}

impl<'question> Sinking<'question> {
    pub(super) fn new(
        a: &SharedElement<'question>,
        (solid, part): (&'question Solid, &'question solid::SolidElement),
        setting: &Rc<Setting<'question>>,
        time: Interval,
    ) -> Self {
        Self {
            region: [a.borrow().domain(), vec![time]].concat(),
            dimension: a.borrow().dimension(),
            deforms: a.borrow().deforms(),
            a: Rc::clone(a),
            solid,
            part,
            setting: Rc::clone(setting),
            tangency: true,
            facets: None,
            work: Workspace::default(),
        }
    }

    /// The same for an element of a rigid mesh, whose triangles around an edge or a vertex tell which way is out.
    pub(super) fn of_mesh(self, facets: Option<&'question Facets>) -> Self {
        Self { facets, ..self }
    }

    /// The same without tangency, for an instant before which nothing is known.
    pub(super) fn contact_alone(self) -> Self {
        Self { tangency: false, ..self }
    }

    /// How many functions vanish.
    fn zeros(&self) -> usize {
        self.part.leaves().len()
    }

    /// How many equations of tangency there are.
    fn tangencies(&self) -> usize {
        match (self.dimension, self.zeros()) {
            _ if !self.tangency => 0,
            (dimension, 1) => dimension,
            (2, 2) => 1,
            _ => 0,
        }
    }

    fn split<'r>(&self, region: &'r [Interval]) -> (&'r [Interval], Interval) {
        (&region[..self.dimension], region[self.dimension])
    }

    /// The functions over a box of places, with their gradients; `None` if one of them may jump or have no value.
    fn slopes(&mut self, place: Vector3, time: Interval) -> Option<Vec<Slope>> {
        let (solid, part) = (self.solid, self.part);
        part.leaves().iter().map(|&leaf| solid.leaves()[leaf].slope(place, time, &mut self.work)).collect()
    }

    /// What is known of the side conditions.
    fn condition_of(&mut self, moved: Option<&Jet>, slopes: &[Slope], time: Interval, place: Vector3) -> Condition {
        let restricted = self.part.excess(self.solid, place, time, &mut self.work);
        let mut known = restricted.map_or(Condition::Holds, |excess| Condition::not_negative(-excess));
        let Some(jet) = moved else { return known.and(Condition::Possible) };
        if !self.tangency {
            return known;
        }
        if let [slope] = slopes {
            known = known.and(Condition::not_negative(-(slope.gradient.dot(jet.dt) + slope.by_time)));
        }
        let outward = self.a.borrow().facing(jet.normal(), self.setting.solid[0]);
        if let Some(normal) = outward {
            if let [slope] = slopes {
                known = known.and(Condition::not_negative(-slope.gradient.dot(normal)));
            }
            if !self.solid.deforms() {
                known = known.and(Condition::not_negative(jet.dt.dot(normal)));
            }
        }
        known
    }

    /// The mean value form of the functions; `false` proves that they do not vanish together.
    fn tightened(&mut self, moved: &Jet, slopes: &[Slope], region: &[Interval], values: &mut [Interval]) -> bool {
        let (parameters, time) = self.split(region);
        let middle = Interval::from(time.mid());
        let centre = self.a.borrow_mut().piece(parameters, time).centre;
        let centre = self.setting.frame.during(middle).point(centre);
        let columns = [moved.du, moved.dv];
        for (index, slope) in slopes.iter().enumerate() {
            let leaf = &self.solid.leaves()[self.part.leaves()[index]];
            let mut mean_value = leaf.value(centre, middle, &mut self.work);
            for (column, side) in columns.iter().zip(parameters) {
                mean_value += slope.gradient.dot(*column) * (*side - Interval::from(side.mid()));
            }
            let rate = slope.gradient.dot(moved.dt) + slope.by_time;
            mean_value += rate * (time - middle);
            values[index] = values[index].intersection(mean_value);
            if !values[index].contains(0.0) {
                return false;
            }
        }
        true
    }

    /// The equations of tangency.
    fn tangent(&self, moved: &Jet, slopes: &[Slope], values: &mut [Interval]) {
        match (self.tangencies(), slopes) {
            (count, [slope]) => {
                for (value, tangent) in values.iter_mut().zip([moved.du, moved.dv]).take(count) {
                    *value = slope.gradient.dot(tangent);
                }
            }
            (1, [first, second]) => values[0] = moved.normal().dot(first.gradient.cross(second.gradient)),
            _ => {}
        }
    }

    /// The element in the frame of `b`, with its second derivatives.
    fn moved(&mut self, region: &[Interval]) -> Option<Jet> {
        let (parameters, time) = self.split(region);
        let jet = self.a.borrow_mut().piece(parameters, time).jet?;
        let relative = self.setting.frame.during(time);
        let first = relative.first_order(&jet, self.deforms);
        Some(relative.second_order(&jet, first, self.deforms))
    }

    /// What may be the outward directions of `a`, as `b` sees them, one or more: either normal of a face of which it is not known which side is out.
    fn sides(&self, parameters: &[Interval], relative: &Relative, time: Interval, jet: Option<&Jet>) -> Vec<Outward> {
        let unit = |vector: Vector3| plain(vector).try_normalize();
        if self.dimension < 2 {
            return vec![self.outward(parameters, relative, time, jet.and_then(|jet| unit(jet.du)))];
        }
        let Some(normal) = jet.map(Jet::normal) else { return vec![Outward::Unknown] };
        let known = self.a.borrow().facing(normal, self.setting.solid[0]).and_then(unit);
        let ways = known.map_or_else(|| unit(normal).map_or(Vec::new(), |way| vec![way, -way]), |way| vec![way]);
        let sides: Vec<Outward> = ways.into_iter().map(|way| Outward::Cone(vec![way])).collect();
        if sides.is_empty() { vec![Outward::Unknown] } else { sides }
    }

    /// The outward directions of an edge or a vertex of `a`, as `b` sees them.
    fn outward(&self, parameters: &[Interval], relative: &Relative, time: Interval, tangent: Option<DVec3>) -> Outward {
        let turned = |way: Vector3| plain(relative.rotation * way);
        let mut ways: Vec<DVec3> = self.a.borrow_mut().outward(parameters, time).into_iter().map(turned).collect();
        if let (true, Some(facets)) = (ways.is_empty() && self.setting.solid[0], self.facets) {
            let middle: Vec<f64> = parameters.iter().map(|side| side.mid()).collect();
            let around = match self.a.borrow().feature(&middle) {
                Feature::Edge { index, .. } => facets.connectivity().edge_triangles(index),
                Feature::Vertex(index) => facets.connectivity().vertex_triangles(index),
                Feature::Face { .. } | Feature::Patch { .. } | Feature::Part(_) => &[],
            };
            let mesh = facets.mesh();
            ways.extend(around.iter().map(|&triangle| {
                let [a, b, c] = mesh.triangles()[triangle as usize].map(|corner| mesh.vertices()[corner as usize]);
                turned(Vector3::point((b - a).cross(c - a).to_array()))
            }));
        }
        Outward::cone(ways.into_iter()).or(tangent.map(Outward::Across)).unwrap_or(Outward::Unknown)
    }

    /// Where the places of the box are.
    fn places(&mut self, region: &[Interval]) -> (Relative, Vector3) {
        let (parameters, time) = self.split(region);
        let relative = self.setting.frame.during(time);
        (relative, relative.point(self.a.borrow_mut().piece(parameters, time).point))
    }
}

/// By what share of its length a vector differs from its middle, at most.
pub(super) fn turned(vector: Vector3) -> f64 {
    let middle = Vector3::point(vector.mid());
    (vector - middle).length().upper() / middle.length().lower().max(f64::MIN_POSITIVE)
}

/// Upper bound on how fast the common zeros of one to three functions, given by their gradients and derivatives by time, must move: the smallest
/// velocity v with ∇fᵢ·v = −∂fᵢ/∂t for all of them. Infinite where the gradients may depend on one another.
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
    // An empty quotient has a divisor that is zero everywhere.
    if speed.is_empty() { f64::INFINITY } else { speed.upper() }
}

/// How the gradient of a function changes as the place on `a` moves with each of the parameters and with time.
fn gradient_changes(leaf: &LeafJet, moved: &Jet) -> [Vector3; 3] {
    let along = leaf.second * moved.du;
    let across = leaf.second * moved.dv;
    [along, across, leaf.second * moved.dt + leaf.gradient_by_time]
}

impl Problem for Sinking<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        self.zeros() + self.tangencies()
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        let (parameters, time) = self.split(region);
        let (relative, place) = self.places(region);
        values.fill(Interval::ENTIRE);
        let jet = self.a.borrow_mut().piece(parameters, time).jet;
        let Some((slopes, jet)) = self.slopes(place, time).zip(jet) else { return };
        for (value, slope) in values.iter_mut().zip(&slopes) {
            *value = slope.value;
        }
        let moved = relative.first_order(&jet, self.deforms);
        self.tangent(&moved, &slopes, &mut values[slopes.len()..]);
    }

    fn condition(&mut self, region: &[Interval]) -> Condition {
        let mut values = [Interval::ENTIRE; MOST_EQUATIONS];
        let count = self.equation_count();
        self.constraint(region, &mut values[..count])
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> Condition {
        let (parameters, time) = self.split(region);
        if self.a.borrow().outside(parameters) {
            return Condition::Violated;
        }
        let (relative, place) = self.places(region);
        if place.disjoint(self.solid.bounding_box()) {
            return Condition::Violated;
        }
        values.fill(Interval::ENTIRE);
        let (solid, part) = (self.solid, self.part);
        for (value, &leaf) in values.iter_mut().zip(part.leaves()) {
            *value = solid.leaves()[leaf].value(place, time, &mut self.work);
            if !value.contains(0.0) {
                return Condition::Violated;
            }
        }
        let setting = Rc::clone(&self.setting);
        if setting.tracking.excludes(place, time, &setting.frame) {
            return Condition::Violated;
        }
        let Some(slopes) = self.slopes(place, time) else {
            return self.condition_of(None, &[], time, place);
        };
        let Some(jet) = self.a.borrow_mut().piece(parameters, time).jet else {
            return self.condition_of(None, &slopes, time, place);
        };
        let moved = relative.first_order(&jet, self.deforms);
        let zeros = self.zeros();
        if !self.tightened(&moved, &slopes, region, values) {
            return Condition::Violated;
        }
        self.tangent(&moved, &slopes, &mut values[zeros..]);
        if values.iter().any(|value| !value.contains(0.0)) {
            return Condition::Violated;
        }
        let within = self.a.borrow().inside(parameters);
        within.and(self.condition_of(Some(&moved), &slopes, time, place))
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let Some(moved) = self.moved(region) else { return false };
        let (_, time) = self.split(region);
        let (solid, part) = (self.solid, self.part);
        let leaves = part.leaves().iter().map(|&leaf| solid.leaves()[leaf].jet(moved.point, time, &mut self.work));
        let Some(leaves) = leaves.collect::<Option<Vec<LeafJet>>>() else { return false };
        let dimension = self.dimension;
        // The unknowns are the first parameters of the element, and time.
        let unknown = |index: usize| if index < dimension { index } else { 2 };
        let ways = [moved.du, moved.dv, moved.dt];
        for (row, leaf) in leaves.iter().enumerate() {
            for index in 0..=dimension {
                let mut by = leaf.gradient.dot(ways[unknown(index)]);
                if index == dimension {
                    by += leaf.by_time;
                }
                rows[row * (dimension + 1) + index] = by;
            }
        }
        let rows = &mut rows[leaves.len() * (dimension + 1)..];
        let bends = [[moved.duu, moved.duv, moved.dut], [moved.duv, moved.dvv, moved.dvt]];
        match (self.tangencies(), leaves.as_slice()) {
            (count, [leaf]) => {
                let changes = gradient_changes(leaf, &moved);
                for row in 0..count {
                    for index in 0..=dimension {
                        let of = unknown(index);
                        rows[row * (dimension + 1) + index] =
                            changes[of].dot(ways[row]) + leaf.gradient.dot(bends[row][of]);
                    }
                }
            }
            (1, [first, second]) => {
                let changes = [gradient_changes(first, &moved), gradient_changes(second, &moved)];
                let (normal, normals) = (moved.normal(), moved.normal_derivatives());
                let crease = first.gradient.cross(second.gradient);
                for (of, row) in rows.iter_mut().enumerate() {
                    let turning = changes[0][of].cross(second.gradient) + first.gradient.cross(changes[1][of]);
                    *row = normals[of].dot(crease) + normal.dot(turning);
                }
            }
            _ => {}
        }
        true
    }

    /// In the frame of `b`.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        self.places(region).1
    }

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &Options) -> bool {
        self.place(region).width() <= options.accept && objective.width() <= options.accept_objective
    }

    fn border(&self, coordinate: usize) -> Border {
        if coordinate + 1 < self.region.len() { Border::Passable } else { Border::Wall }
    }
}

impl System for Sinking<'_> {
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MOST], f64) {
        let (of_a, bend) = self.a.borrow_mut().extents(cells, time);
        let place = self.setting.frame.during(time).point(self.a.borrow_mut().piece(cells, time).point);
        let steep = self
            .slopes(place, time)
            .map_or(f64::INFINITY, |slopes| slopes.iter().map(|slope| turned(slope.gradient)).fold(0.0, f64::max));
        (padded(of_a), bend.max(steep))
    }

    fn closing(&mut self, cells: &[Interval], time: Interval) -> Option<f64> {
        let piece = self.a.borrow_mut().piece(cells, time);
        let relative = self.setting.frame.during(time);
        let own = if self.deforms { Some(piece.jet.or(piece.slopes)?.dt) } else { None };
        let rate = relative.velocity(piece.point, own);
        let slopes = self.slopes(relative.point(piece.point), time)?;
        if let [slope] = slopes.as_slice() {
            return Some(((slope.gradient.dot(rate) + slope.by_time).abs() / slope.gradient.length()).upper());
        }
        let slopes: Vec<_> = slopes.iter().map(|slope| (slope.gradient, slope.by_time)).collect();
        Some(rate.length().upper() + boundary_speed(&slopes))
    }

    fn seen(&mut self, point: &[Interval], near: f64) -> Seen {
        let (parameters, time) = self.split(point);
        let (relative, place) = self.places(point);
        let slopes = self.slopes(place, time).unwrap_or_default();
        let jet = self.a.borrow_mut().piece(parameters, time).jet.map(|jet| relative.first_order(&jet, self.deforms));
        let of_b = outward_of_solid((self.solid, self.part), (place, time), near, &mut self.work);
        let (normal, certain) = match of_b.as_slice() {
            // A smooth part alone has one normal.
            [gradient] => (-*gradient, true),
            _ => {
                let of_b = Outward::cone(of_b.into_iter()).unwrap_or(Outward::Unknown);
                let sides = self.sides(parameters, &relative, time, jet.as_ref());
                let ways: Vec<_> = sides.iter().map(|side| separating(side, &of_b)).collect();
                ways.iter().copied().find(|(_, certain)| *certain).unwrap_or(ways[0])
            }
        };
        // How far the place is from the zero set, to first order.
        let off = slopes.iter().map(|slope| {
            let steep = DVec3::from_array(slope.gradient.mid()).length();
            if steep > 0.0 { slope.value.mid().abs() / steep } else { 0.0 }
        });
        let gap = off.fold(0.0, f64::max);
        Seen { place: DVec3::from_array(place.mid()), normal, gap, certain }
    }

    fn features(&self, middle: &[f64]) -> [Feature; 2] {
        [self.a.borrow().feature(middle), Feature::Part(self.part.leaves()[0] as u32)]
    }
}
