//! Contact of two parametric elements: the systems of equations of section 2.1 and appendix A.
//!
//! **Question.** For which parameters of a face, edge or vertex of `a`, and of one of `b`, and at which instants,
//! do two bodies touch that were apart before?
//!
//! **Idea.** Contact, tangency and the incoming condition, in the frame of `b`. Over a box of all unknowns the
//! contact is enclosed by its natural range, by the mean value form in every coordinate, and by the mean value form
//! along both normals and along the vector between the centres (`element_pair.rs`). Along a normal the excess is of
//! second order, because tangents are almost perpendicular to it.
//!
//! **Guarantee.** No first contact after the start of the stretch is excluded: proved in
//! `docs/notes/curved-contact.md`. Where there may be a kink, slopes replace derivatives. Where there are no slopes
//! either, contact alone is required.
//!
//! **Cost.** About 200 interval operations per box, besides the enclosures of the elements (`elements::element`),
//! and as many for the derivatives.
//!
//! **Source.** Snyder et al. 1993, eqs. 1–3 and 7–13.
//!
//! | paper | here |
//! |---|---|
//! | S₁, S₂ | `a`, `b` |
//! | N₁, N₂ | [`SurfaceJet::normal`] of either |
//! | C | `Edge` and `Segment` elements, [`SurfaceJet::du`] along them |
//! | outward directions | `SurfaceElement::outward` |

use super::element_pair::{ElementPair, JetPair, reach, symmetric};
use crate::curved::elements::{ElementEnclosure, SharedElement};
use crate::curved::equations::cone::some_points_away;
use crate::curved::equations::frame::RelativePose;
use crate::curved::equations::setting::PairSetting;
use crate::curved::equations::system::{ContactSystem, LocalContact, MAX_UNKNOWNS, condition_of_constraint};
use glam::DVec3;
use std::rc::Rc;
use tangency_geometry::Feature;
use tangency_geometry::surface::SurfaceJet;
use tangency_interval::solve::{ConditionStatus, DomainBoundary, Problem, SolverOptions};
use tangency_interval::{Interval, Vector3};

/// Contact of an element of `a` with an element of `b`.
pub(in crate::curved) struct SurfaceContact<'question> {
    pair: ElementPair<'question>,
    /// Whether tangency is required. At the start of a stretch of time it is not.
    tangency: bool,
}

impl<'question> SurfaceContact<'question> {
    pub(in crate::curved) fn new(
        elements: [&SharedElement<'question>; 2],
        setting: &Rc<PairSetting<'question>>,
        time: Interval,
        tangency: bool,
    ) -> Self {
        Self { pair: ElementPair::new(elements, setting, time, 0.0), tangency }
    }

    /// The number of equations of tangency: one for every tangent of one element against the normal of the other.
    fn tangencies(&self) -> usize {
        match (self.pair.dimensions[0], self.pair.dimensions[1]) {
            (2, 2) if self.tangency => 2,
            (1, 2) | (2, 1) if self.tangency => 1,
            _ => 0,
        }
    }

    /// The element that gives the tangents, and the element that gives the normal.
    fn roles<'both>(&self, both: &'both JetPair) -> (&'both SurfaceJet, &'both SurfaceJet) {
        if self.pair.dimensions[1] == 2 { (&both.a, &both.b) } else { (&both.b, &both.a) }
    }

    /// Writes the contact equations by their natural range.
    fn write_contact(&self, moved: Vector3, b: &ElementEnclosure, values: &mut [Interval]) {
        let apart = moved - b.point;
        values.fill(Interval::ENTIRE);
        values[..3].copy_from_slice(&apart.0);
    }

    /// Tightens the contact equations by the mean value form in every coordinate; `false` proves that there is no
    /// contact.
    fn tighten(&self, both: &JetPair, centre: Vector3, region: &[Interval], values: &mut [Interval]) -> bool {
        let (columns, count) = self.pair.columns(both);
        for axis in 0..3 {
            let reach = (0..count).fold(Interval::ZERO, |sum, index| sum + reach(columns[index][axis], region[index]));
            values[axis] = values[axis].intersection(centre[axis] + symmetric(reach));
            if !values[axis].contains(0.0) {
                return false;
            }
        }
        true
    }

    /// Writes the equations of tangency.
    fn write_tangency(&self, both: &JetPair, values: &mut [Interval]) {
        let (tangents, face) = self.roles(both);
        let normal = face.normal();
        for (value, tangent) in values[3..].iter_mut().zip([tangents.du, tangents.dv]) {
            *value = tangent.dot(normal) * self.pair.scale;
        }
    }

    /// `false` proves that the normals of two faces are not parallel. They are at every contact, and the equations
    /// of tangency alone do not say so.
    fn may_be_parallel(&self, both: &JetPair) -> bool {
        if self.tangencies() < 2 {
            return true;
        }
        let [a, b] = [both.a.normal(), both.b.normal()];
        [both.b.du.dot(a), both.b.dv.dot(a)].iter().chain(&a.cross(b).0).all(|value| value.contains(0.0))
    }

    /// The incoming condition, and the conditions on the outward directions.
    fn incoming(&mut self, both: &JetPair, region: &[Interval], relative: &RelativePose) -> ConditionStatus {
        let apart_rate = if self.pair.deforms[1] { both.a.dt - both.b.dt } else { both.a.dt };
        let out_of_a = self.pair.a.borrow().facing(both.a.normal(), self.pair.setting.is_solid(0));
        let out_of_b = self.pair.b.borrow().facing(both.b.normal(), self.pair.setting.is_solid(1));
        let mut known = ConditionStatus::Holds;
        if let Some(normal) = out_of_a {
            known = known.and(ConditionStatus::not_negative(apart_rate.dot(normal)));
        }
        if let Some(normal) = out_of_b {
            known = known.and(ConditionStatus::not_negative(-apart_rate.dot(normal)));
        }
        if known == ConditionStatus::Violated {
            return known;
        }
        let (of_a, of_b, time) = self.pair.parts(region);
        match (self.pair.dimensions[0], self.pair.dimensions[1], out_of_a, out_of_b) {
            (2, 2, Some(normal_a), Some(normal_b)) => known.and(ConditionStatus::not_negative(-normal_a.dot(normal_b))),
            (0 | 1, 2, _, Some(normal)) => {
                let outward = self.pair.a.borrow_mut().outward(of_a, time);
                known.and(some_points_away(outward.into_iter().map(|direction| relative.direction(direction)), normal))
            }
            (2, 0 | 1, Some(normal), _) => {
                known.and(some_points_away(self.pair.b.borrow_mut().outward(of_b, time).into_iter(), normal))
            }
            (1, 1, ..) => {
                let outward = self.pair.a.borrow_mut().outward(of_a, time);
                let of_a =
                    some_points_away(outward.into_iter().map(|direction| relative.direction(direction)), -apart_rate);
                known
                    .and(of_a)
                    .and(some_points_away(self.pair.b.borrow_mut().outward(of_b, time).into_iter(), apart_rate))
            }
            _ => known,
        }
    }

    /// The unit normal from `a` to `b`: the outward normal of `a`, or opposite to that of `b`. If neither is known,
    /// perpendicular to the tangents and with the sign of the approach velocity.
    fn normal(&self, both: &JetPair) -> Option<DVec3> {
        let unit = |vector: Vector3| DVec3::from_array(vector.mid()).try_normalize();
        let out_of_a = self.pair.a.borrow().facing(both.a.normal(), self.pair.setting.is_solid(0)).and_then(unit);
        let out_of_b = self.pair.b.borrow().facing(both.b.normal(), self.pair.setting.is_solid(1)).and_then(unit);
        let approach = unit(both.a.dt - both.b.dt);
        let free = [(both.a.du, both.a.dv), (both.b.du, both.b.dv), (both.a.du, both.b.du)];
        let free = free.into_iter().find_map(|(first, second)| across(first, second));
        let signed = free.map(|normal| match approach {
            Some(approach) if approach.dot(normal) < 0.0 => -normal,
            _ => normal,
        });
        out_of_a.or_else(|| out_of_b.map(|normal| -normal)).or(signed).or(approach)
    }

    /// The condition where an element may have a kink. Slopes enclose the contact. Against a smooth face, the
    /// slopes of the other element must include a tangent direction, and its points must approach. Two kinks need
    /// not be tangent in any sense.
    fn condition_at_kink(
        &self,
        relative: &RelativePose,
        [a, b]: [&ElementEnclosure; 2],
        (centre, region): (Vector3, &[Interval]),
        values: &mut [Interval],
    ) -> ConditionStatus {
        let Some((slopes_a, slopes_b)) = a.jet.or(a.slopes).zip(b.jet.or(b.slopes)) else {
            return ConditionStatus::Possible;
        };
        let both = JetPair { a: relative.first_order(&slopes_a, self.pair.deforms[0]), b: slopes_b };
        if !self.tighten(&both, centre, region, values) {
            return ConditionStatus::Violated;
        }
        let (smooth, other, index) = match (a.jet, b.jet) {
            (Some(_), None) => (&both.a, &both.b, 0),
            (None, Some(_)) => (&both.b, &both.a, 1),
            _ => return ConditionStatus::Possible,
        };
        if !self.tangency || self.pair.dimensions[index] < 2 {
            return ConditionStatus::Possible;
        }
        let normal = smooth.normal();
        let tangents = [other.du, other.dv];
        if tangents[..self.pair.dimensions[1 - index]].iter().any(|tangent| !tangent.dot(normal).contains(0.0)) {
            return ConditionStatus::Violated;
        }
        let element = if index == 0 { &self.pair.a } else { &self.pair.b };
        let Some(outward) = element.borrow().facing(normal, self.pair.setting.is_solid(index)) else {
            return ConditionStatus::Possible;
        };
        let rate = (both.a.dt - both.b.dt).dot(outward);
        ConditionStatus::not_negative(if index == 0 { rate } else { -rate }).and(ConditionStatus::Possible)
    }
}

/// The unit vector perpendicular to two tangents at the centre of a box, if there is one.
fn across(first: Vector3, second: Vector3) -> Option<DVec3> {
    let [first, second] = [first, second].map(|tangent| DVec3::from_array(tangent.mid()));
    first.cross(second).try_normalize()
}

impl Problem for SurfaceContact<'_> {
    fn region(&self) -> &[Interval] {
        &self.pair.region
    }

    fn equation_count(&self) -> usize {
        3 + self.tangencies()
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        let (_, _, time) = self.pair.parts(region);
        let relative = self.pair.setting.frame().during(time);
        let (piece_a, piece_b, both) = self.pair.both(region, &relative);
        self.write_contact(relative.point(piece_a.point), &piece_b, values);
        if let Some(both) = both {
            self.write_tangency(&both, values);
        }
    }

    fn condition(&mut self, region: &[Interval]) -> ConditionStatus {
        condition_of_constraint(self, region)
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> ConditionStatus {
        if self.pair.outside(region) {
            return ConditionStatus::Violated;
        }
        let (of_a, of_b, time) = self.pair.parts(region);
        let setting = Rc::clone(&self.pair.setting);
        let relative = setting.frame().during(time);
        let (piece_a, piece_b, both) = self.pair.both(region, &relative);
        let moved = relative.point(piece_a.point);
        if moved.disjoint(piece_b.point) {
            return ConditionStatus::Violated;
        }
        self.write_contact(moved, &piece_b, values);
        if setting.excludes(moved.intersection(piece_b.point), time) {
            return ConditionStatus::Violated;
        }
        let centre = self.pair.centre_offset([&piece_a, &piece_b], time);
        if self.pair.separated(&relative, [&piece_a, &piece_b], centre, region) {
            return ConditionStatus::Violated;
        }
        let Some(both) = both else {
            return self.condition_at_kink(&relative, [&piece_a, &piece_b], (centre, region), values);
        };
        if !self.tighten(&both, centre, region, values) {
            return ConditionStatus::Violated;
        }
        let within = self.pair.a.borrow().inside(of_a).and(self.pair.b.borrow().inside(of_b));
        if self.tangency {
            self.write_tangency(&both, values);
            if values[3..].iter().any(|value| !value.contains(0.0)) || !self.may_be_parallel(&both) {
                return ConditionStatus::Violated;
            }
        }
        let paraboloid = || self.pair.separated_by_paraboloid(&relative, [&piece_a, &piece_b], region);
        if setting.paraboloids().succeeds(paraboloid) {
            return ConditionStatus::Violated;
        }
        if !self.tangency {
            return within;
        }
        within.and(self.incoming(&both, region, &relative))
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let Some(both) = self.pair.second_order(region) else { return false };
        let (columns, count) = self.pair.columns(&both);
        for axis in 0..3 {
            for index in 0..count {
                rows[axis * count + index] = columns[index][axis];
            }
        }
        let tangencies = self.tangencies();
        if tangencies > 0 {
            let (tangents, face) = self.roles(&both);
            let bends = [
                [tangents.du, tangents.duu, tangents.duv, tangents.dut],
                [tangents.dv, tangents.duv, tangents.dvv, tangents.dvt],
            ];
            for (row, bend) in bends.iter().take(tangencies).enumerate() {
                let derivatives = tangency_row(bend, face, tangencies == 2);
                // The derivatives by the parameters of the tangents come first. These belong to `a`, unless `a` is
                // the face that an edge touches.
                let from = (3 + row) * count;
                let edge_on_b = self.pair.dimensions[1] == 1;
                for index in 0..count {
                    let of = if edge_on_b { [1, 2, 0, 3][index] } else { index };
                    rows[from + index] = derivatives[of] * self.pair.scale;
                }
            }
        }
        true
    }

    /// In the frame of `b`.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        let [moved, of_b] = self.pair.points(region);
        let both = moved.intersection(of_b);
        if both.is_empty() { moved } else { both }
    }

    /// Whether both enclosures are so narrow that every point of `a` is close to every point of `b`.
    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &SolverOptions) -> bool {
        let (of_a, of_b, time) = self.pair.parts(region);
        let moved = self.pair.setting.frame().during(time).point(self.pair.a.borrow_mut().enclosure(of_a, time).point);
        let narrow = moved.width() <= options.accept
            && self.pair.b.borrow_mut().enclosure(of_b, time).point.width() <= options.accept;
        narrow && objective.width() <= options.accept_objective
    }

    fn border(&self, coordinate: usize) -> DomainBoundary {
        self.pair.border(coordinate)
    }
}

impl ContactSystem for SurfaceContact<'_> {
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MAX_UNKNOWNS], f64) {
        self.pair.shape(cells, time)
    }

    fn estimated_time_apart(&mut self, cells: &[Interval], instant: f64, enough: f64) -> Option<f64> {
        self.pair.estimated_time_apart(cells, instant, enough)
    }

    fn closing_speed(&mut self, cells: &[Interval], time: Interval) -> Option<f64> {
        self.pair.closing_speed(cells, time)
    }

    fn features(&self, middle: &[f64]) -> [Feature; 2] {
        self.pair.features(middle)
    }

    fn natural_constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> ConditionStatus {
        self.equations(region, values);
        if values.iter().any(|value| !value.contains(0.0)) {
            return ConditionStatus::Violated;
        }
        let (_, _, time) = self.pair.parts(region);
        let relative = self.pair.setting.frame().during(time);
        let (_, _, both) = self.pair.both(region, &relative);
        match both {
            Some(both) if self.tangency => self.incoming(&both, region, &relative),
            Some(_) => ConditionStatus::Holds,
            None => ConditionStatus::Possible,
        }
    }

    fn contact_at(&mut self, point: &[Interval], _near: f64) -> LocalContact {
        let (of_a, of_b, time) = self.pair.parts(point);
        let relative = self.pair.setting.frame().during(time);
        let (a, b) = (self.pair.a.borrow_mut().enclosure(of_a, time), self.pair.b.borrow_mut().enclosure(of_b, time));
        let [place_a, place_b] = [relative.point(a.point), b.point].map(|place| DVec3::from_array(place.mid()));
        let normal = match a.jet.zip(b.jet) {
            Some((a, b)) => self.normal(&JetPair { a: relative.first_order(&a, self.pair.deforms[0]), b }),
            None => None,
        };
        let direction = || (place_b - place_a).try_normalize();
        let normal = normal.or_else(direction).unwrap_or(DVec3::Z);
        LocalContact { place: 0.5 * (place_a + place_b), normal, gap: place_a.distance(place_b), certain: true }
    }
}

/// The derivatives of `X·N`. `bend` is the tangent X with its derivatives by its own parameters and by time, N the
/// normal of the face. The order is: the parameters of the tangent's element (both, or the first only), those of
/// the face, time.
fn tangency_row(
    [tangent, by_first, by_second, by_time]: &[Vector3; 4],
    face: &SurfaceJet,
    both: bool,
) -> [Interval; 5] {
    let normal = face.normal();
    let [normal_u, normal_v, normal_t] = face.normal_derivatives();
    let of_face = [tangent.dot(normal_u), tangent.dot(normal_v)];
    let time = by_time.dot(normal) + tangent.dot(normal_t);
    if both {
        [by_first.dot(normal), by_second.dot(normal), of_face[0], of_face[1], time]
    } else {
        [by_first.dot(normal), of_face[0], of_face[1], time, Interval::ZERO]
    }
}
