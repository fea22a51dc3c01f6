//! Two parametric elements over a box of their parameters and of time.
//!
//! **Question.** What is the difference `A − B` of two elements over a box, and does some fixed direction separate
//! them?
//!
//! **Idea.** The mean value form encloses the difference. Along a fixed direction, the Taylor forms of both
//! elements bound how far each reaches from its centre. Along a normal the excess of this bound is of second order,
//! because tangents are almost perpendicular to it.
//!
//! **Guarantee.** [`ElementPair::separated`] proves that the elements are apart over the whole box, by more than
//! the margin.
//!
//! **Cost.** Part of the cost of a contact system (`contact.rs`), besides the enclosures of both elements.
//!
//! **Source.** Snyder et al. 1993, section 2.1; the forms along normals are ours (`docs/notes/curved-contact.md`).

use crate::curved::elements::{ElementEnclosure, SharedElement};
use crate::curved::equations::estimate::{EnclosureExtent, midpoint, time_boxes_stay_apart, time_to_close};
use crate::curved::equations::frame::RelativePose;
use crate::curved::equations::setting::PairSetting;
use crate::curved::equations::system::MAX_UNKNOWNS;
use glam::DVec3;
use std::rc::Rc;
use tangency_geometry::Feature;
use tangency_geometry::surface::SurfaceJet;
use tangency_interval::solve::DomainBoundary;
use tangency_interval::{Interval, Vector3};

/// An element of `a` and an element of `b`, with the box of their parameters and of time.
pub(super) struct ElementPair<'question> {
    pub(super) a: SharedElement<'question>,
    pub(super) b: SharedElement<'question>,
    /// The number of parameters of each element.
    pub(super) dimensions: [usize; 2],
    /// Whether each element deforms.
    pub(super) deforms: [bool; 2],
    pub(super) setting: Rc<PairSetting<'question>>,
    pub(super) region: Vec<Interval>,
    /// Scales the tangency equations to the size of the contact equations.
    pub(super) scale: f64,
    /// Metres. Elements must be farther apart than this to count as separated.
    margin: f64,
}

/// Both elements over a box, in the frame of `b`.
pub(super) struct JetPair {
    pub(super) a: SurfaceJet,
    pub(super) b: SurfaceJet,
}

impl<'question> ElementPair<'question> {
    pub(super) fn new(
        [a, b]: [&SharedElement<'question>; 2],
        setting: &Rc<PairSetting<'question>>,
        time: Interval,
        margin: f64,
    ) -> Self {
        let region = [a.borrow().domain(), b.borrow().domain(), vec![time]].concat();
        let mut made = Self {
            dimensions: [a, b].map(|element| element.borrow().dimension()),
            deforms: [a, b].map(|element| element.borrow().deforms()),
            a: Rc::clone(a),
            b: Rc::clone(b),
            setting: Rc::clone(setting),
            region,
            scale: 1.0,
            margin,
        };
        made.scale = made.natural_scale();
        made
    }

    /// The inverse length of the normal at the centre of the box.
    fn natural_scale(&mut self) -> f64 {
        let middle: Vec<Interval> = self.region.iter().map(|side| Interval::from(side.mid())).collect();
        let of_a = self.dimensions[0];
        let of_b = self.dimensions[1];
        let time = middle[of_a + of_b];
        let jet = if of_b == 2 {
            self.b.borrow_mut().enclosure(&middle[of_a..of_a + of_b], time).jet
        } else {
            self.a.borrow_mut().enclosure(&middle[..of_a], time).jet
        };
        let size = jet.map_or(1.0, |jet| DVec3::from_array(jet.normal().mid()).length());
        if size > 0.0 && size.is_finite() { 1.0 / size } else { 1.0 }
    }

    /// The parameters of `a`, those of `b`, and the time.
    pub(super) fn parts<'r>(&self, region: &'r [Interval]) -> (&'r [Interval], &'r [Interval], Interval) {
        let (of_a, of_b) = (self.dimensions[0], self.dimensions[1]);
        (&region[..of_a], &region[of_a..of_a + of_b], region[of_a + of_b])
    }

    /// `true` proves that the parameters of one of the elements lie outside of its domain.
    pub(super) fn outside(&self, region: &[Interval]) -> bool {
        let (of_a, of_b, _) = self.parts(region);
        self.a.borrow().outside(of_a) || self.b.borrow().outside(of_b)
    }

    /// The points on both elements over the box, in the frame of `b`.
    pub(super) fn points(&self, region: &[Interval]) -> [Vector3; 2] {
        let (of_a, of_b, time) = self.parts(region);
        let relative = self.setting.frame().during(time);
        let point = relative.point(self.a.borrow_mut().enclosure(of_a, time).point);
        [point, self.b.borrow_mut().enclosure(of_b, time).point]
    }

    /// The vector from `b` to `a` between the centres of both elements, at the middle of the time interval.
    pub(super) fn centre_offset(&self, [a, b]: [&ElementEnclosure; 2], time: Interval) -> Vector3 {
        let middle = self.setting.frame().during(Interval::from(time.mid()));
        middle.point(a.centre) - b.centre
    }

    /// The derivatives of `A − B` by all unknowns, and their number.
    pub(super) fn columns(&self, both: &JetPair) -> ([Vector3; 5], usize) {
        let (of_a, of_b) = (self.dimensions[0], self.dimensions[1]);
        let mut columns = [Vector3::ZERO; 5];
        columns[..of_a].copy_from_slice(&[both.a.du, both.a.dv][..of_a]);
        for (column, tangent) in columns[of_a..of_a + of_b].iter_mut().zip([both.b.du, both.b.dv]) {
            *column = -tangent;
        }
        columns[of_a + of_b] = if self.deforms[1] { both.a.dt - both.b.dt } else { both.a.dt };
        (columns, of_a + of_b + 1)
    }

    /// Encloses both elements over the box, with first derivatives in the frame of `b` if both are smooth.
    pub(super) fn both(
        &mut self,
        region: &[Interval],
        relative: &RelativePose,
    ) -> (Rc<ElementEnclosure>, Rc<ElementEnclosure>, Option<JetPair>) {
        let (of_a, of_b, time) = self.parts(region);
        let piece_a = self.a.borrow_mut().enclosure(of_a, time);
        let piece_b = self.b.borrow_mut().enclosure(of_b, time);
        let both =
            piece_a.jet.zip(piece_b.jet).map(|(a, b)| JetPair { a: relative.first_order(&a, self.deforms[0]), b });
        (piece_a, piece_b, both)
    }

    /// Encloses both elements with second derivatives, in the frame of `b`; `None` if one of them may have a kink.
    pub(super) fn second_order(&self, region: &[Interval]) -> Option<JetPair> {
        let (of_a, of_b, time) = self.parts(region);
        let relative = self.setting.frame().during(time);
        let jets = (self.a.borrow_mut().enclosure(of_a, time).jet, self.b.borrow_mut().enclosure(of_b, time).jet);
        let (a, b) = jets.0.zip(jets.1)?;
        let moved = relative.first_order(&a, self.deforms[0]);
        Some(JetPair { a: relative.second_order(&a, moved, self.deforms[0]), b })
    }

    /// `true` proves that some fixed direction separates both elements over the whole box. Where an element is not
    /// smooth, the box of its points stands for it.
    pub(super) fn separated(
        &self,
        relative: &RelativePose,
        pieces: [&ElementEnclosure; 2],
        centre: Vector3,
        region: &[Interval],
    ) -> bool {
        let (of_a, of_b, time) = self.parts(region);
        let middle = self.setting.frame().during(Interval::from(time.mid()));
        let Some(rate) = self.apart_rate(relative, pieces) else { return false };
        let tangents_a = pieces[0].tangents.map(|tangent| midpoint(middle.direction(tangent)));
        let tangents_b = pieces[1].tangents.map(midpoint);
        let offset = midpoint(centre);
        // First order in plain numbers. A direction that fails this test fails the rigorous one too.
        let sides = [(tangents_a, of_a), (tangents_b, of_b)];
        let steps = sides.iter().flat_map(|(tangents, sides)| tangents.iter().zip(sides.iter()));
        let steps = steps.map(|(tangent, side)| *tangent * side.radius());
        let steps: [DVec3; 5] = padded(steps.chain([midpoint(rate) * time.radius()]));
        let promising = |direction: &DVec3| {
            direction.dot(offset).abs()
                > self.margin * direction.length() + steps.iter().map(|step| direction.dot(*step).abs()).sum::<f64>()
        };
        self.directions([tangents_a, tangents_b], offset).filter(promising).any(|direction| {
            let direction = Vector3::point(direction.to_array());
            let in_a = middle.rotation.transpose() * direction;
            let bulges = bulge(in_a, pieces[0], of_a) - bulge(direction, pieces[1], of_b);
            let ahead = direction.dot(centre) + bulges + symmetric(reach(direction.dot(rate), time));
            ahead.mignitude() > (direction.length() * self.margin).upper()
        })
    }

    /// Candidate directions of separation, from the tangents of both and the vector between the centres:
    /// perpendicular to both, the normals, the vector itself.
    fn directions(&self, [of_a, of_b]: [[DVec3; 2]; 2], offset: DVec3) -> impl Iterator<Item = DVec3> + use<> {
        let normal = |[first, second]: [DVec3; 2]| first.cross(second).try_normalize();
        let (normal_a, normal_b) = (normal(of_a), normal(of_b));
        let of_both = if self.dimensions == [1, 1] { normal([of_a[0], of_b[0]]) } else { halfway(normal_a, normal_b) };
        [of_both, normal_b, normal_a, Some(offset)].into_iter().flatten()
    }

    /// The velocity of the points of `a` relative to those of `b`; `None` if one of them deforms and is not smooth.
    fn apart_rate(&self, relative: &RelativePose, [a, b]: [&ElementEnclosure; 2]) -> Option<Vector3> {
        let own = |deforms: bool, piece: &ElementEnclosure| {
            if deforms { piece.jet.map(|jet| Some(jet.dt)) } else { Some(None) }
        };
        let of_a = relative.velocity(a.point, own(self.deforms[0], a)?);
        Some(own(self.deforms[1], b)?.map_or(of_a, |rate| of_a - rate))
    }

    pub(super) fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MAX_UNKNOWNS], f64) {
        let (of_a, of_b) = cells.split_at(self.dimensions[0]);
        let (extents_a, bend_a) = self.a.borrow_mut().extents(of_a, time);
        let (extents_b, bend_b) = self.b.borrow_mut().extents(of_b, time);
        let mut extents = [0.0; MAX_UNKNOWNS];
        extents[..of_a.len()].copy_from_slice(&extents_a[..of_a.len()]);
        extents[of_a.len()..cells.len()].copy_from_slice(&extents_b[..of_b.len()]);
        (extents, bend_a.max(bend_b))
    }

    pub(super) fn closing_speed(&mut self, cells: &[Interval], time: Interval) -> Option<f64> {
        let (of_a, of_b) = cells.split_at(self.dimensions[0]);
        let (a, b) = (self.a.borrow_mut().enclosure(of_a, time), self.b.borrow_mut().enclosure(of_b, time));
        let own = |deforms: bool, piece: &ElementEnclosure| {
            if deforms { piece.jet.or(piece.slopes).map(|jet| Some(jet.dt)) } else { Some(None) }
        };
        let of_a = self.setting.frame().during(time).velocity(a.point, own(self.deforms[0], &a)?);
        Some(own(self.deforms[1], &b)?.map_or(of_a, |rate| of_a - rate).length().upper())
    }

    pub(super) fn estimated_time_apart(&mut self, cells: &[Interval], instant: f64, enough: f64) -> Option<f64> {
        // The rates of deforming elements change too quickly for an estimate.
        if self.deforms != [false; 2] {
            return None;
        }
        let (of_a, of_b) = cells.split_at(self.dimensions[0]);
        if self.a.borrow().outside(of_a) || self.b.borrow().outside(of_b) {
            return Some(f64::INFINITY);
        }
        let time = Interval::from(instant);
        let relative = self.setting.frame().during(time);
        let (a, b) = (self.a.borrow_mut().enclosure(of_a, time), self.b.borrow_mut().enclosure(of_b, time));
        let rate = relative.velocity(a.point, None);
        let beside = time_boxes_stay_apart(relative.point(a.point), b.point, rate);
        if beside >= enough {
            return Some(beside);
        }
        let sides = [
            EnclosureExtent::new(&a, of_a, |vector| relative.direction(vector)),
            EnclosureExtent::new(&b, of_b, |vector| vector),
        ];
        let offset = midpoint(relative.point(a.centre) - b.centre);
        let rate = midpoint(rate);
        let along = self.directions([sides[0].tangents, sides[1].tangents], offset).map(|direction| {
            let bulges: f64 = sides.iter().map(|side| side.bulge(direction)).sum();
            let ahead = direction.dot(offset);
            time_to_close(ahead.abs() - bulges, -direction.dot(rate) * ahead.signum())
        });
        Some(along.fold(beside, f64::max))
    }

    pub(super) fn features(&self, middle: &[f64]) -> [Feature; 2] {
        [self.a.borrow().feature(middle), self.b.borrow().feature(&middle[self.dimensions[0]..])]
    }

    pub(super) fn border(&self, coordinate: usize) -> DomainBoundary {
        if coordinate + 1 < self.region.len() { DomainBoundary::Passable } else { DomainBoundary::Wall }
    }
}

/// The direction halfway between two normals, regardless of their signs.
fn halfway(first: Option<DVec3>, second: Option<DVec3>) -> Option<DVec3> {
    let (first, second) = (first?, second?);
    let second = if first.dot(second) < 0.0 { -second } else { second };
    (first + second).try_normalize()
}

/// The vectors, padded with zero vectors.
fn padded(vectors: impl Iterator<Item = DVec3>) -> [DVec3; 5] {
    let mut all = [DVec3::ZERO; 5];
    for (place, vector) in all.iter_mut().zip(vectors) {
        *place = vector;
    }
    all
}

/// The largest change for a slope as an unknown goes from the midpoint of its range to an end. Only the upper end
/// is a bound.
pub(super) fn reach(slope: Interval, range: Interval) -> Interval {
    Interval::from(slope.magnitude()) * Interval::from(range.radius())
}

/// The interval from −r to r, for the upper end r.
pub(super) fn symmetric(reach: Interval) -> Interval {
    Interval::between(-reach.upper(), reach.upper())
}

/// Encloses the offset along a direction of the points of a surface piece from its centre: Taylor's formula to
/// second order.
pub(super) fn bulge(direction: Vector3, piece: &ElementEnclosure, parameters: &[Interval]) -> Interval {
    let Some(jet) = &piece.jet else { return direction.dot(piece.point - piece.centre) };
    let mut sum = Interval::ZERO;
    for (side, tangent) in parameters.iter().zip(piece.tangents) {
        sum += reach(direction.dot(tangent), *side);
    }
    let [u, v] = [0, 1].map(|index: usize| Interval::from(parameters.get(index).map_or(0.0, |side| side.radius())));
    let mut bent = Interval::ZERO;
    if !parameters.is_empty() {
        bent += one_sided(direction.dot(jet.duu)) * u.sqr();
    }
    if parameters.len() == 2 {
        bent += one_sided(direction.dot(jet.dvv)) * v.sqr();
        sum += Interval::from(direction.dot(jet.duv).magnitude()) * (u * v);
    }
    symmetric(sum) + bent * 0.5
}

/// The products of the numbers with those from zero to one.
fn one_sided(values: Interval) -> Interval {
    values.hull(Interval::ZERO)
}

impl PairSetting<'_> {
    /// `true` proves that a piece of `a` is on one side of the box, given in the frame of `b`, during the whole
    /// span. Along its normal, the piece reaches from its centre only as far as it bends.
    pub(in crate::curved) fn beside(
        &self,
        piece: &ElementEnclosure,
        deforms: bool,
        cells: &[Interval],
        volume: Vector3,
        time: Interval,
    ) -> bool {
        let Some(jet) = &piece.jet else { return false };
        let (relative, middle) = (self.frame().during(time), self.frame().during(Interval::from(time.mid())));
        let [along, across] = piece.tangents.map(|tangent| DVec3::from_array(middle.direction(tangent).mid()));
        let Some(normal) = along.cross(across).try_normalize() else { return false };
        let direction = Vector3::point(normal.to_array());
        let rate = relative.velocity(piece.point, deforms.then_some(jet.dt));
        let ahead = bulge(middle.rotation.transpose() * direction, piece, cells);
        let of_piece = direction.dot(middle.point(piece.centre)) + ahead + symmetric(reach(direction.dot(rate), time));
        of_piece.disjoint(direction.dot(volume))
    }
}
