//! Two parametric elements that come within the separation of one another.
//!
//! **Question.** For which parameters of a face, edge or vertex of `a`, and of one of `b`, and at which instants,
//! is the least distance between the bodies the separation, for the first time?
//!
//! **Idea.** The vector between the points is perpendicular to every tangent of both, and as long as the
//! separation. There are as many equations as unknowns for every pair of elements. Where one of the two is a face,
//! the distance is measured along its normal, and the tangents of the other element are perpendicular to the same
//! normal. The equations then tend to those of contact as the separation tends to zero, and are as easy to solve.
//! The length itself would not do: it has a kink where the vector vanishes, which is next to the solution if the
//! separation is small.
//!
//! **Guarantee.** No first approach after the start of the stretch is excluded: proved in
//! `docs/notes/curved-contact.md`, *Clearance*. Every solution is a pair of points exactly that far apart, so none
//! is too early either.
//!
//! **Cost.** As for contact (`contact.rs`), with the same enclosures (`element_pair.rs`).
//!
//! **Source.** Ours, after Snyder et al. 1993, section 2.1 and appendix A, with distance in place of contact.

use super::element_pair::{ElementPair, JetPair, reach, symmetric};
use crate::curved::elements::SharedElement;
use crate::curved::equations::clearance::ClearanceGoal;
use crate::curved::equations::cone::some_points_away;
use crate::curved::equations::frame::RelativePose;
use crate::curved::equations::setting::PairSetting;
use crate::curved::equations::system::{
    ContactSystem, LocalContact, MAX_UNKNOWNS, between, condition_of_constraint, narrow_enough,
};
use std::rc::Rc;
use tangency_geometry::Feature;
use tangency_geometry::surface::SurfaceJet;
use tangency_interval::solve::{ConditionStatus, DomainBoundary, Objective, Problem, SolverOptions};
use tangency_interval::{Interval, Vector3};

/// An element of `a` and one of `b`, the separation apart.
pub(in crate::curved) struct SurfaceApproach<'question> {
    pair: ElementPair<'question>,
    clearance: ClearanceGoal,
    lead: Option<LeadingFace>,
}

/// The face along whose normal the distance is measured.
#[derive(Clone, Copy)]
struct LeadingFace {
    /// 0 for `a`, 1 for `b`.
    body: usize,
    /// 1 if the normal points outwards, −1 if inwards; `None` if the surface is not closed.
    outward: Option<f64>,
}

impl<'question> SurfaceApproach<'question> {
    pub(in crate::curved) fn new(
        elements: [&SharedElement<'question>; 2],
        setting: &Rc<PairSetting<'question>>,
        time: Interval,
        clearance: ClearanceGoal,
    ) -> Self {
        let pair = ElementPair::new(elements, setting, time, clearance.separation);
        let lead = |body: usize| {
            let element = elements[body].borrow();
            let outward = element.facing(Vector3::point([0.0, 0.0, 1.0]), setting.is_solid(body));
            let outward = outward.map(|normal| normal[2].mid());
            (element.dimension() == 2).then_some(LeadingFace { body, outward })
        };
        // Prefer a face of a closed surface, then `b`, as for contact.
        let leads = [lead(1), lead(0)];
        let known = leads.iter().flatten().find(|lead| lead.outward.is_some());
        Self { lead: known.or(leads.iter().flatten().next()).copied(), pair, clearance }
    }

    fn dimensions(&self) -> [usize; 2] {
        self.pair.dimensions
    }

    /// Encloses the vector from `b` to `a` over the box: by the boxes of the points, and by the mean value form in
    /// every coordinate.
    fn offset(&self, both: &JetPair, centre: Vector3, region: &[Interval]) -> Vector3 {
        let (columns, count) = self.pair.columns(both);
        let mut offset = both.a.point - both.b.point;
        for axis in 0..3 {
            let reach = (0..count).fold(Interval::ZERO, |sum, index| sum + reach(columns[index][axis], region[index]));
            offset.0[axis] = offset.0[axis].intersection(centre[axis] + symmetric(reach));
        }
        offset
    }

    /// Writes the equations, given the vector from `b` to `a`.
    fn write_equations(&self, both: &JetPair, offset: Vector3, values: &mut [Interval]) {
        let (of_distance, others) = values.split_at_mut(usize::from(!self.clearance.at_start));
        if let [value] = of_distance {
            *value = self.excess(both, offset);
        }
        match self.lead {
            Some(LeadingFace { body, .. }) => {
                let (face, other) = roles(both, body);
                others[0] = offset.dot(face.du);
                others[1] = offset.dot(face.dv);
                let normal = face.normal();
                for (value, tangent) in others[2..].iter_mut().zip([other.du, other.dv]) {
                    *value = tangent.dot(normal) * self.pair.scale;
                }
            }
            None => {
                let along = [(0, both.a.du), (1, both.b.du)];
                let along = along.into_iter().filter(|(body, _)| self.dimensions()[*body] == 1);
                for (value, (_, tangent)) in others.iter_mut().zip(along) {
                    *value = offset.dot(tangent);
                }
            }
        }
    }

    /// The excess of the distance over the separation: along the outward normal if there is one, otherwise half the
    /// difference of the squares, divided by the separation.
    fn excess(&self, both: &JetPair, offset: Vector3) -> Interval {
        let separation = Interval::from(self.clearance.separation);
        match self.lead {
            Some(LeadingFace { body, outward: Some(sign) }) => {
                let normal = roles(both, body).0.normal();
                // The vector from `a` to `b` points out of `a`, the vector from `b` to `a` out of `b`.
                let along = offset.dot(normal) * if body == 0 { -sign } else { sign };
                (along - separation * normal.length()) * self.pair.scale
            }
            _ => (offset.length_sq() - separation.sqr()) / (separation * 2.0),
        }
    }

    /// The derivative of the excess by an unknown.
    fn excess_slope(&self, derivatives: &PairDerivatives<'_>, unknown: usize) -> Interval {
        let separation = Interval::from(self.clearance.separation);
        let (offset, column) = (derivatives.offset(), derivatives.columns[unknown]);
        match self.lead {
            Some(LeadingFace { body, outward: Some(sign) }) => {
                let (normal, change) = (derivatives.jet(body).normal(), derivatives.normal(body, unknown));
                let along = (column.dot(normal) + offset.dot(change)) * if body == 0 { -sign } else { sign };
                (along - separation * length_change(normal, change)) * self.pair.scale
            }
            _ => offset.dot(column) / separation,
        }
    }

    /// `false` proves that the distance is not stationary: the vector is not perpendicular to all tangents, or the
    /// normals are not parallel.
    fn may_be_stationary(&self, both: &JetPair, offset: Vector3) -> bool {
        let tangents = [both.a.du, both.a.dv, both.b.du, both.b.dv];
        let [of_a, of_b] = self.dimensions();
        let counts = [of_a > 0, of_a > 1, of_b > 0, of_b > 1];
        let across = tangents.iter().zip(counts).filter(|(_, counts)| *counts);
        let mut values: Vec<Interval> = across.map(|(tangent, _)| offset.dot(*tangent)).collect();
        let normals = [(of_a, &both.a), (of_b, &both.b)].map(|(count, jet)| (count == 2).then(|| jet.normal()));
        for normal in normals.into_iter().flatten() {
            values.extend(normal.cross(offset).0);
        }
        if let [Some(of_a), Some(of_b)] = normals {
            values.extend(of_a.cross(of_b).0);
        }
        values.iter().all(|value| value.contains(0.0))
    }

    /// The side conditions: the bodies approach, and the vector points out of both.
    fn incoming(
        &mut self,
        both: &JetPair,
        offset: Vector3,
        region: &[Interval],
        relative: &RelativePose,
    ) -> ConditionStatus {
        let pair = &self.pair;
        let mut known = if self.clearance.at_start {
            ConditionStatus::not_negative(Interval::from(self.clearance.separation) - offset.length())
        } else {
            let rate = if pair.deforms[1] { both.a.dt - both.b.dt } else { both.a.dt };
            ConditionStatus::not_negative(-offset.dot(rate))
        };
        let (of_a, of_b, time) = pair.parts(region);
        let sides = [(&pair.a, of_a, both.a.normal(), -offset), (&pair.b, of_b, both.b.normal(), offset)];
        for (body, (element, parameters, normal, out)) in sides.into_iter().enumerate() {
            if let Some(normal) = element.borrow().facing(normal, pair.setting.is_solid(body)) {
                known = known.and(ConditionStatus::not_negative(out.dot(normal)));
            }
            if known == ConditionStatus::Violated {
                return known;
            }
            let change = |direction: Vector3| if body == 0 { relative.direction(direction) } else { direction };
            let outward = element.borrow_mut().outward(parameters, time);
            known = known.and(some_points_away(outward.into_iter().map(change), -out));
        }
        known
    }

    /// `false` proves that the points are not the separation apart, given a box of the vector between them.
    fn may_be_in_range(&self, offset: Vector3) -> bool {
        let length = offset.length();
        let separation = self.clearance.separation;
        length.lower() <= separation && (self.clearance.at_start || length.upper() >= separation)
    }
}

/// The leading face, and the other element.
fn roles(both: &JetPair, lead: usize) -> (&SurfaceJet, &SurfaceJet) {
    if lead == 0 { (&both.a, &both.b) } else { (&both.b, &both.a) }
}

/// The derivatives of all quantities by each of the unknowns.
struct PairDerivatives<'both> {
    both: &'both JetPair,
    /// The derivatives of the vector between the points.
    columns: [Vector3; 5],
    count: usize,
    dimensions: [usize; 2],
}

impl PairDerivatives<'_> {
    fn jet(&self, body: usize) -> &SurfaceJet {
        roles(self.both, body).0
    }

    /// The index of the element's own derivative by the unknown, if it depends on it: 0 and 1 for its parameters, 2
    /// for time.
    fn own(&self, body: usize, unknown: usize) -> Option<usize> {
        match (body, unknown.checked_sub(self.dimensions[0])) {
            _ if unknown + 1 == self.count => Some(2),
            (0, None) => Some(unknown),
            (1, Some(of_b)) => Some(of_b),
            _ => None,
        }
    }

    /// The derivative of a tangent.
    fn tangent(&self, body: usize, index: usize, unknown: usize) -> Vector3 {
        let jet = self.jet(body);
        let bends = [[jet.duu, jet.duv, jet.dut], [jet.duv, jet.dvv, jet.dvt]];
        self.own(body, unknown).map_or(Vector3::ZERO, |of| bends[index][of])
    }

    /// The derivative of a normal.
    fn normal(&self, body: usize, unknown: usize) -> Vector3 {
        self.own(body, unknown).map_or(Vector3::ZERO, |of| self.jet(body).normal_derivatives()[of])
    }

    /// The derivative of the product of the vector with a tangent.
    fn across(&self, body: usize, index: usize, unknown: usize) -> Interval {
        let jet = self.jet(body);
        let tangent = [jet.du, jet.dv][index];
        self.columns[unknown].dot(tangent) + self.offset().dot(self.tangent(body, index, unknown))
    }

    fn offset(&self) -> Vector3 {
        self.both.a.point - self.both.b.point
    }
}

/// The change of the length of a normal for a change of the normal. At a pole the length changes by at most the
/// length of `change`, with either sign.
fn length_change(normal: Vector3, change: Vector3) -> Interval {
    let most = symmetric(change.length());
    let length = normal.length();
    if length.lower() > 0.0 { (normal.dot(change) / length).intersection(most) } else { most }
}

impl Problem for SurfaceApproach<'_> {
    fn region(&self) -> &[Interval] {
        &self.pair.region
    }

    fn equation_count(&self) -> usize {
        self.dimensions().iter().sum::<usize>() + usize::from(!self.clearance.at_start)
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        let (_, _, time) = self.pair.parts(region);
        let relative = self.pair.setting.frame().during(time);
        values.fill(Interval::ENTIRE);
        if let (_, _, Some(both)) = self.pair.both(region, &relative) {
            self.write_equations(&both, both.a.point - both.b.point, values);
        }
    }

    fn condition(&mut self, region: &[Interval]) -> ConditionStatus {
        condition_of_constraint(self, region)
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> ConditionStatus {
        if self.pair.outside(region) {
            return ConditionStatus::Violated;
        }
        let (_, _, time) = self.pair.parts(region);
        let setting = Rc::clone(&self.pair.setting);
        let relative = setting.frame().during(time);
        let (piece_a, piece_b, both): (_, _, Option<JetPair>) = self.pair.both(region, &relative);
        let moved = relative.point(piece_a.point);
        values.fill(Interval::ENTIRE);
        if !self.may_be_in_range(moved - piece_b.point) || setting.excludes(between(moved, piece_b.point), time) {
            return ConditionStatus::Violated;
        }
        let centre = self.pair.centre_offset([&piece_a, &piece_b], time);
        if self.pair.separated(&relative, [&piece_a, &piece_b], centre, region) {
            return ConditionStatus::Violated;
        }
        let Some(both) = both else { return ConditionStatus::Possible };
        let offset = self.offset(&both, centre, region);
        if offset.is_empty() || !self.may_be_in_range(offset) || !self.may_be_stationary(&both, offset) {
            return ConditionStatus::Violated;
        }
        self.write_equations(&both, offset, values);
        self.incoming(&both, offset, region, &relative)
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let Some(both) = self.pair.second_order(region) else { return false };
        let (columns, count) = self.pair.columns(&both);
        let derivatives = PairDerivatives { both: &both, columns, count, dimensions: self.dimensions() };
        for unknown in 0..count {
            let mut row = 0;
            let mut write = |value: Interval| {
                rows[row * count + unknown] = value;
                row += 1;
            };
            if !self.clearance.at_start {
                write(self.excess_slope(&derivatives, unknown));
            }
            let Some(LeadingFace { body, .. }) = self.lead else {
                let edges = (0..2).filter(|&body| derivatives.dimensions[body] == 1);
                edges.for_each(|body| write(derivatives.across(body, 0, unknown)));
                continue;
            };
            write(derivatives.across(body, 0, unknown));
            write(derivatives.across(body, 1, unknown));
            let (face, other) = roles(&both, body);
            for (index, tangent) in [other.du, other.dv].into_iter().enumerate().take(derivatives.dimensions[1 - body])
            {
                let bent = derivatives.tangent(1 - body, index, unknown).dot(face.normal());
                write((bent + tangent.dot(derivatives.normal(body, unknown))) * self.pair.scale);
            }
        }
        true
    }

    /// At the start the objective is the distance, so that the closest points are found.
    fn objective(&self) -> Objective {
        if self.clearance.at_start { Objective::Function } else { Objective::Coordinate(self.region().len() - 1) }
    }

    fn value(&mut self, region: &[Interval]) -> Interval {
        let [a, b] = self.pair.points(region);
        (a - b).length()
    }

    /// The midpoint of both points, in the frame of `b`.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        let [a, b] = self.pair.points(region);
        between(a, b)
    }

    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &SolverOptions) -> bool {
        narrow_enough(&self.pair.points(region), objective, options)
    }

    fn border(&self, coordinate: usize) -> DomainBoundary {
        self.pair.border(coordinate)
    }
}

impl ContactSystem for SurfaceApproach<'_> {
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MAX_UNKNOWNS], f64) {
        self.pair.shape(cells, time)
    }

    fn contact_at(&mut self, point: &[Interval], _near: f64) -> LocalContact {
        LocalContact::between(self.pair.points(point))
    }

    fn features(&self, middle: &[f64]) -> [Feature; 2] {
        self.pair.features(middle)
    }
}
