//! Contact of a parametric element with an implicit solid.
//!
//! **Question.** For which parameters of a face, edge or vertex of `a`, and at which instants, does it touch a
//! smooth part, a crease or a corner of the implicit solid `b`?
//!
//! **Idea.** The point on `a` is inserted into the functions of `b`, so `b` adds no unknowns. At a smooth part one
//! function vanishes, and the tangents of `a` are perpendicular to its gradient. At a crease two vanish, and the
//! normal of a face of `a` is perpendicular to the crease. At a corner three vanish. A side condition selects the
//! part of the zero set that bounds the combined solid.
//!
//! **Guarantee.** No first contact after the start of the stretch is excluded: proved in
//! `docs/notes/curved-contact.md`.
//!
//! **Cost.** One enclosure of the element, and one evaluation of every function with its gradient over the box and
//! at its centre.
//!
//! **Source.** Snyder et al. 1993, footnote 6 and section 2.2 (restricted equalities).

mod normal;
mod second_order;

use super::field::{boundary_speed, relative_variation};
use crate::Facets;
use crate::curved::elements::SharedElement;
use crate::curved::equations::frame::RelativePose;
use crate::curved::equations::setting::PairSetting;
use crate::curved::equations::system::{
    ContactSystem, LocalContact, MAX_UNKNOWNS, condition_of_constraint, narrow_enough, padded,
};
use std::rc::Rc;
use tangency_geometry::solid::{self, SolidJet, SolidSlope, SolidWork};
use tangency_geometry::surface::SurfaceJet;
use tangency_geometry::{Feature, Solid};
use tangency_interval::solve::{ConditionStatus, DomainBoundary, Problem, SolverOptions};
use tangency_interval::{Interval, Vector3};

/// Contact of an element of `a` with a part of the boundary of `b`.
pub(in crate::curved) struct SurfaceSolidContact<'question> {
    a: SharedElement<'question>,
    dimension: usize,
    deforms: bool,
    solid: &'question Solid,
    part: &'question solid::SolidElement,
    setting: Rc<PairSetting<'question>>,
    region: Vec<Interval>,
    /// Whether tangency is required. At the start of a stretch of time it is not.
    tangency: bool,
    /// The mesh that the element belongs to, if it is rigid.
    facets: Option<&'question Facets>,
    work: SolidWork,
}

impl<'question> SurfaceSolidContact<'question> {
    pub(in crate::curved) fn new(
        a: &SharedElement<'question>,
        (solid, part): (&'question Solid, &'question solid::SolidElement),
        setting: &Rc<PairSetting<'question>>,
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
            work: SolidWork::default(),
        }
    }

    /// For an element of a rigid mesh: the triangles around an edge or a vertex give its outward directions.
    pub(in crate::curved) fn of_mesh(self, facets: Option<&'question Facets>) -> Self {
        Self { facets, ..self }
    }

    /// Contact without tangency, for the start of a stretch of time.
    pub(in crate::curved) fn contact_alone(self) -> Self {
        Self { tangency: false, ..self }
    }

    /// The number of functions that vanish.
    fn zeros(&self) -> usize {
        self.part.leaves().len()
    }

    /// The number of equations of tangency.
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

    /// The functions over a box of points, with their gradients; `None` if one of them may jump or have no value.
    fn slopes(&mut self, place: Vector3, time: Interval) -> Option<Vec<SolidSlope>> {
        let (solid, part) = (self.solid, self.part);
        part.leaves().iter().map(|&leaf| solid.leaves()[leaf].slope(place, time, &mut self.work)).collect()
    }

    /// The side conditions: on the boundary of the solid, and approaching.
    fn side_conditions(
        &mut self,
        moved: Option<&SurfaceJet>,
        slopes: &[SolidSlope],
        time: Interval,
        place: Vector3,
    ) -> ConditionStatus {
        let restricted = self.part.excess(self.solid, place, time, &mut self.work);
        let mut known = restricted.map_or(ConditionStatus::Holds, |excess| ConditionStatus::not_negative(-excess));
        let Some(jet) = moved else { return known.and(ConditionStatus::Possible) };
        if !self.tangency {
            return known;
        }
        if let [slope] = slopes {
            known = known.and(ConditionStatus::not_negative(-(slope.gradient.dot(jet.dt) + slope.by_time)));
        }
        let outward = self.a.borrow().facing(jet.normal(), self.setting.is_solid(0));
        if let Some(normal) = outward {
            if let [slope] = slopes {
                known = known.and(ConditionStatus::not_negative(-slope.gradient.dot(normal)));
            }
            if !self.solid.deforms() {
                known = known.and(ConditionStatus::not_negative(jet.dt.dot(normal)));
            }
        }
        known
    }

    /// Tightens the functions by the mean value form; `false` proves that they do not vanish together.
    fn tighten(
        &mut self,
        moved: &SurfaceJet,
        slopes: &[SolidSlope],
        region: &[Interval],
        values: &mut [Interval],
    ) -> bool {
        let (parameters, time) = self.split(region);
        let middle = Interval::from(time.mid());
        let centre = self.a.borrow_mut().enclosure(parameters, time).centre;
        let centre = self.setting.frame().during(middle).point(centre);
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

    /// Writes the equations of tangency.
    fn write_tangency(&self, moved: &SurfaceJet, slopes: &[SolidSlope], values: &mut [Interval]) {
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
    fn moved(&mut self, region: &[Interval]) -> Option<SurfaceJet> {
        let (parameters, time) = self.split(region);
        let jet = self.a.borrow_mut().enclosure(parameters, time).jet?;
        let relative = self.setting.frame().during(time);
        let first = relative.first_order(&jet, self.deforms);
        Some(relative.second_order(&jet, first, self.deforms))
    }

    /// The relative pose, and the points of the box in the frame of `b`.
    fn places(&mut self, region: &[Interval]) -> (RelativePose, Vector3) {
        let (parameters, time) = self.split(region);
        let relative = self.setting.frame().during(time);
        (relative, relative.point(self.a.borrow_mut().enclosure(parameters, time).point))
    }
}

/// The derivatives of the gradient of a function by each parameter of `a` and by time.
fn gradient_changes(leaf: &SolidJet, moved: &SurfaceJet) -> [Vector3; 3] {
    let along = leaf.second * moved.du;
    let across = leaf.second * moved.dv;
    [along, across, leaf.second * moved.dt + leaf.gradient_by_time]
}

impl Problem for SurfaceSolidContact<'_> {
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
        let jet = self.a.borrow_mut().enclosure(parameters, time).jet;
        let Some((slopes, jet)) = self.slopes(place, time).zip(jet) else { return };
        for (value, slope) in values.iter_mut().zip(&slopes) {
            *value = slope.value;
        }
        let moved = relative.first_order(&jet, self.deforms);
        self.write_tangency(&moved, &slopes, &mut values[slopes.len()..]);
    }

    fn condition(&mut self, region: &[Interval]) -> ConditionStatus {
        condition_of_constraint(self, region)
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> ConditionStatus {
        let (parameters, time) = self.split(region);
        if self.a.borrow().outside(parameters) {
            return ConditionStatus::Violated;
        }
        let (relative, place) = self.places(region);
        if place.disjoint(self.solid.bounding_box()) {
            return ConditionStatus::Violated;
        }
        values.fill(Interval::ENTIRE);
        let (solid, part) = (self.solid, self.part);
        for (value, &leaf) in values.iter_mut().zip(part.leaves()) {
            *value = solid.leaves()[leaf].value(place, time, &mut self.work);
            if !value.contains(0.0) {
                return ConditionStatus::Violated;
            }
        }
        let setting = Rc::clone(&self.setting);
        if setting.excludes(place, time) {
            return ConditionStatus::Violated;
        }
        let Some(slopes) = self.slopes(place, time) else {
            return self.side_conditions(None, &[], time, place);
        };
        let Some(jet) = self.a.borrow_mut().enclosure(parameters, time).jet else {
            return self.side_conditions(None, &slopes, time, place);
        };
        let moved = relative.first_order(&jet, self.deforms);
        let zeros = self.zeros();
        if !self.tighten(&moved, &slopes, region, values) {
            return ConditionStatus::Violated;
        }
        self.write_tangency(&moved, &slopes, &mut values[zeros..]);
        if values.iter().any(|value| !value.contains(0.0)) {
            return ConditionStatus::Violated;
        }
        if setting.composed().succeeds(|| self.excluded_at_second_order(region, &mut values[..zeros])) {
            return ConditionStatus::Violated;
        }
        let within = self.a.borrow().inside(parameters);
        within.and(self.side_conditions(Some(&moved), &slopes, time, place))
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let Some(moved) = self.moved(region) else { return false };
        let (_, time) = self.split(region);
        let (solid, part) = (self.solid, self.part);
        let leaves = part.leaves().iter().map(|&leaf| solid.leaves()[leaf].jet(moved.point, time, &mut self.work));
        let Some(leaves) = leaves.collect::<Option<Vec<SolidJet>>>() else { return false };
        let dimension = self.dimension;
        // The unknowns are the parameters of the element, and time.
        let unknown = |index: usize| if index < dimension { index } else { 2 };
        let tangents = [moved.du, moved.dv, moved.dt];
        for (row, leaf) in leaves.iter().enumerate() {
            for index in 0..=dimension {
                let mut by = leaf.gradient.dot(tangents[unknown(index)]);
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
                            changes[of].dot(tangents[row]) + leaf.gradient.dot(bends[row][of]);
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

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &SolverOptions) -> bool {
        narrow_enough(&[self.place(region)], objective, options)
    }

    fn border(&self, coordinate: usize) -> DomainBoundary {
        if coordinate + 1 < self.region.len() { DomainBoundary::Passable } else { DomainBoundary::Wall }
    }
}

impl ContactSystem for SurfaceSolidContact<'_> {
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MAX_UNKNOWNS], f64) {
        let (of_a, bend) = self.a.borrow_mut().extents(cells, time);
        let place = self.setting.frame().during(time).point(self.a.borrow_mut().enclosure(cells, time).point);
        let steep = self.slopes(place, time).map_or(f64::INFINITY, |slopes| {
            slopes.iter().map(|slope| relative_variation(slope.gradient)).fold(0.0, f64::max)
        });
        (padded(of_a), bend.max(steep))
    }

    fn closing_speed(&mut self, cells: &[Interval], time: Interval) -> Option<f64> {
        let piece = self.a.borrow_mut().enclosure(cells, time);
        let relative = self.setting.frame().during(time);
        let own = if self.deforms { Some(piece.jet.or(piece.slopes)?.dt) } else { None };
        let rate = relative.velocity(piece.point, own);
        let slopes = self.slopes(relative.point(piece.point), time)?;
        if let [slope] = slopes.as_slice() {
            return Some(((slope.gradient.dot(rate) + slope.by_time).abs() / slope.gradient.length()).upper());
        }
        let slopes: Vec<_> = slopes.iter().map(|slope| (slope.gradient, slope.by_time)).collect();
        Some(rate.length().upper() + boundary_speed(&slopes))
    }

    fn contact_at(&mut self, point: &[Interval], near: f64) -> LocalContact {
        self.describe(point, near)
    }

    fn features(&self, middle: &[f64]) -> [Feature; 2] {
        [self.a.borrow().feature(middle), Feature::Part(self.part.leaves()[0] as u32)]
    }
}
