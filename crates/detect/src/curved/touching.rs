//! Two parametric elements that touch: the systems of equations of section 2.1 and appendix A.
//!
//! **Question.** For which parameters of a face, edge or vertex of `a`, and of one of `b`, and at which instants, do the two touch as
//! bodies do that were apart before?
//!
//! **Idea.** Contact, tangency and the incoming condition, in the frame of `b`. Over a box of all unknowns the contact is enclosed by
//! its natural range, by the mean value form in every coordinate, and by the mean value form along both normals and along the way
//! between the centres: along a normal the excess is of second order, because tangents hardly go that way.
//!
//! **Guarantee.** No first contact after the start of the stretch is excluded: proved in `docs/notes/curved-contact.md`. Where there
//! may be a kink, slopes stand in for derivatives; where there are none of these either, contact alone is asked for.
//!
//! **Cost.** About 200 interval operations a box, besides the pieces of surface (`element.rs`), and as many for the derivatives.
//!
//! **Source.** Snyder et al. 1993, eqs. 1–3 and 7–13.
//!
//! | paper | here |
//! |---|---|
//! | S₁, S₂ | `a`, `b` |
//! | N₁, N₂ | [`Jet::normal`] of either |
//! | C | `Edge` and `Segment` elements, [`Jet::du`] along them |
//! | outward directions | [`super::element::Element::outward`] |

use super::advance::MOST;
use super::element::{Piece, SharedElement};
use super::foretell::{Side, boxes_apart_for, lasts, plain};
use super::frame::{Frame, Relative};
use super::system::{Seen, System};
use super::tracked::Tracking;
use glam::DVec3;
use std::rc::Rc;
use tangency_geometry::Feature;
use tangency_geometry::surface::SurfaceJet as Jet;
use tangency_interval::solve::{Border, Condition, MOST_EQUATIONS, Options, Problem};
use tangency_interval::{Interval, Vector3};

/// What all systems of one pair of bodies have in common.
pub(super) struct Setting<'question> {
    pub(super) frame: Frame<'question>,
    pub(super) tracking: Tracking<'question>,
    /// Whether `a` and `b` are known to be filled.
    pub(super) solid: [bool; 2],
}

/// Contact of an element of `a` with one of `b`.
pub(super) struct Touching<'question> {
    pub(super) a: SharedElement<'question>,
    pub(super) b: SharedElement<'question>,
    /// How many parameters each has, and whether it deforms.
    pub(super) dimensions: [usize; 2],
    pub(super) deforms: [bool; 2],
    pub(super) setting: Rc<Setting<'question>>,
    region: Vec<Interval>,
    /// Tangency is asked for; at the start of a stretch it is not.
    tangency: bool,
    /// Makes the equations of tangency as large as those of contact.
    pub(super) scale: f64,
    /// Metres: places that are this far apart are not apart yet.
    pub(super) margin: f64,
}

/// Both elements over a box, in the frame of `b`.
pub(super) struct Both {
    pub(super) a: Jet,
    pub(super) b: Jet,
}

impl<'question> Touching<'question> {
    pub(super) fn new(
        [a, b]: [&SharedElement<'question>; 2],
        setting: &Rc<Setting<'question>>,
        time: Interval,
        tangency: bool,
    ) -> Self {
        let region = [a.borrow().domain(), b.borrow().domain(), vec![time]].concat();
        let mut made = Self {
            dimensions: [a, b].map(|element| element.borrow().dimension()),
            deforms: [a, b].map(|element| element.borrow().deforms()),
            a: Rc::clone(a),
            b: Rc::clone(b),
            setting: Rc::clone(setting),
            region,
            tangency,
            scale: 1.0,
            margin: 0.0,
        };
        made.scale = made.natural_scale();
        made
    }

    /// One over the size of the normal in the middle of the box.
    fn natural_scale(&mut self) -> f64 {
        let middle: Vec<Interval> = self.region.iter().map(|side| Interval::from(side.mid())).collect();
        let of_a = self.dimensions[0];
        let of_b = self.dimensions[1];
        let time = middle[of_a + of_b];
        let jet = if of_b == 2 {
            self.b.borrow_mut().piece(&middle[of_a..of_a + of_b], time).jet
        } else {
            self.a.borrow_mut().piece(&middle[..of_a], time).jet
        };
        let size = jet.map_or(1.0, |jet| DVec3::from_array(jet.normal().mid()).length());
        if size > 0.0 && size.is_finite() { 1.0 / size } else { 1.0 }
    }

    /// The parameters of `a`, those of `b`, and the time.
    pub(super) fn parts<'r>(&self, region: &'r [Interval]) -> (&'r [Interval], &'r [Interval], Interval) {
        let (of_a, of_b) = (self.dimensions[0], self.dimensions[1]);
        (&region[..of_a], &region[of_a..of_a + of_b], region[of_a + of_b])
    }

    /// How many equations of tangency there are: one for every tangent of one against the normal of the other.
    fn tangencies(&self) -> usize {
        match (self.dimensions[0], self.dimensions[1]) {
            (2, 2) if self.tangency => 2,
            (1, 2) | (2, 1) if self.tangency => 1,
            _ => 0,
        }
    }

    /// The element that gives the tangents, and the one that gives the normal.
    fn roles<'both>(&self, both: &'both Both) -> (&'both Jet, &'both Jet) {
        if self.dimensions[1] == 2 { (&both.a, &both.b) } else { (&both.b, &both.a) }
    }

    /// Contact alone, with what is known of the places only.
    fn natural(&self, moved: Vector3, b: &Piece, values: &mut [Interval]) {
        let apart = moved - b.point;
        values.fill(Interval::ENTIRE);
        values[..3].copy_from_slice(&apart.0);
    }

    /// The derivatives of `A − B` by all unknowns, and how many there are.
    pub(super) fn columns(&self, both: &Both) -> ([Vector3; 5], usize) {
        let (of_a, of_b) = (self.dimensions[0], self.dimensions[1]);
        let mut columns = [Vector3::ZERO; 5];
        columns[..of_a].copy_from_slice(&[both.a.du, both.a.dv][..of_a]);
        for (column, tangent) in columns[of_a..of_a + of_b].iter_mut().zip([both.b.du, both.b.dv]) {
            *column = -tangent;
        }
        columns[of_a + of_b] = if self.deforms[1] { both.a.dt - both.b.dt } else { both.a.dt };
        (columns, of_a + of_b + 1)
    }

    /// Encloses the contact by its mean value form in every coordinate; `false` proves that there is none.
    fn tightened(&self, both: &Both, centre: Vector3, region: &[Interval], values: &mut [Interval]) -> bool {
        let (columns, count) = self.columns(both);
        for axis in 0..3 {
            let reach = (0..count).fold(Interval::ZERO, |sum, index| sum + reach(columns[index][axis], region[index]));
            values[axis] = values[axis].intersection(centre[axis] + symmetric(reach));
            if !values[axis].contains(0.0) {
                return false;
            }
        }
        true
    }

    /// Whether some fixed direction keeps the two apart over the whole box. Of what is not smooth the box of its places will do.
    pub(super) fn separated(
        &self,
        relative: &Relative,
        pieces: [&Piece; 2],
        centre: Vector3,
        region: &[Interval],
    ) -> bool {
        let (of_a, of_b, time) = self.parts(region);
        let middle = self.setting.frame.during(Interval::from(time.mid()));
        let Some(rate) = self.apart_rate(relative, pieces) else { return false };
        let tangents_a = pieces[0].tangents.map(|tangent| plain(middle.rotation * tangent));
        let tangents_b = pieces[1].tangents.map(plain);
        let way = plain(centre);
        // To first order, in plain numbers: what does not keep them apart so does not at all.
        let sides = [(tangents_a, of_a), (tangents_b, of_b)];
        let ways = sides.iter().flat_map(|(tangents, sides)| tangents.iter().zip(sides.iter()));
        let ways = ways.map(|(tangent, side)| *tangent * side.radius());
        let ways: [DVec3; 5] = padded(ways.chain([plain(rate) * time.radius()]));
        let hopeful = |direction: &DVec3| {
            direction.dot(way).abs()
                > self.margin * direction.length() + ways.iter().map(|step| direction.dot(*step).abs()).sum::<f64>()
        };
        self.directions([tangents_a, tangents_b], way).filter(hopeful).any(|direction| {
            let direction = Vector3::point(direction.to_array());
            let in_a = middle.rotation.transpose() * direction;
            let bulges = bulge(in_a, pieces[0], of_a) - bulge(direction, pieces[1], of_b);
            let ahead = direction.dot(centre) + bulges + symmetric(reach(direction.dot(rate), time));
            ahead.mignitude() > (direction.length() * self.margin).upper()
        })
    }

    /// Directions that may keep two pieces apart, from their tangents and the way between them: what is across both, the normals, the way.
    fn directions(&self, [of_a, of_b]: [[DVec3; 2]; 2], way: DVec3) -> impl Iterator<Item = DVec3> + use<> {
        let normal = |[first, second]: [DVec3; 2]| first.cross(second).try_normalize();
        let (normal_a, normal_b) = (normal(of_a), normal(of_b));
        let of_both = if self.dimensions == [1, 1] { normal([of_a[0], of_b[0]]) } else { halfway(normal_a, normal_b) };
        [of_both, normal_b, normal_a, Some(way)].into_iter().flatten()
    }

    /// How fast the places on `a` move away from those on `b`; `None` if one of them deforms and is not smooth.
    fn apart_rate(&self, relative: &Relative, [a, b]: [&Piece; 2]) -> Option<Vector3> {
        let own = |deforms: bool, piece: &Piece| if deforms { piece.jet.map(|jet| Some(jet.dt)) } else { Some(None) };
        let of_a = relative.velocity(a.point, own(self.deforms[0], a)?);
        Some(own(self.deforms[1], b)?.map_or(of_a, |rate| of_a - rate))
    }

    /// The equations of tangency.
    fn tangent(&self, both: &Both, values: &mut [Interval]) {
        let (tangents, face) = self.roles(both);
        let normal = face.normal();
        for (value, tangent) in values[3..].iter_mut().zip([tangents.du, tangents.dv]) {
            *value = tangent.dot(normal) * self.scale;
        }
    }

    /// Whether the normals may be parallel; so they are at a contact of two faces, whatever the equations leave out.
    fn parallel(&self, both: &Both) -> bool {
        if self.tangencies() < 2 {
            return true;
        }
        let [a, b] = [both.a.normal(), both.b.normal()];
        [both.b.du.dot(a), both.b.dv.dot(a)].iter().chain(&a.cross(b).0).all(|value| value.contains(0.0))
    }

    /// What is known of the incoming condition and of the outward directions.
    fn incoming(&mut self, both: &Both, region: &[Interval], relative: &Relative) -> Condition {
        let apart_rate = if self.deforms[1] { both.a.dt - both.b.dt } else { both.a.dt };
        let out_of_a = self.a.borrow().facing(both.a.normal(), self.setting.solid[0]);
        let out_of_b = self.b.borrow().facing(both.b.normal(), self.setting.solid[1]);
        let mut known = Condition::Holds;
        if let Some(normal) = out_of_a {
            known = known.and(Condition::not_negative(apart_rate.dot(normal)));
        }
        if let Some(normal) = out_of_b {
            known = known.and(Condition::not_negative(-apart_rate.dot(normal)));
        }
        if known == Condition::Violated {
            return known;
        }
        let (of_a, of_b, time) = self.parts(region);
        match (self.dimensions[0], self.dimensions[1], out_of_a, out_of_b) {
            (2, 2, Some(normal_a), Some(normal_b)) => known.and(Condition::not_negative(-normal_a.dot(normal_b))),
            (0 | 1, 2, _, Some(normal)) => {
                let outward = self.a.borrow_mut().outward(of_a, time);
                known.and(away(outward.into_iter().map(|way| relative.rotation * way), normal))
            }
            (2, 0 | 1, Some(normal), _) => known.and(away(self.b.borrow_mut().outward(of_b, time).into_iter(), normal)),
            (1, 1, ..) => {
                let outward = self.a.borrow_mut().outward(of_a, time);
                let of_a = away(outward.into_iter().map(|way| relative.rotation * way), -apart_rate);
                known.and(of_a).and(away(self.b.borrow_mut().outward(of_b, time).into_iter(), apart_rate))
            }
            _ => known,
        }
    }

    /// The unit normal from `a` to `b`: the outward one of `a`, against that of `b`, or, if neither is known, across the tangents and the way
    /// that `a` comes.
    fn normal(&self, both: &Both) -> Option<DVec3> {
        let unit = |vector: Vector3| DVec3::from_array(vector.mid()).try_normalize();
        let out_of_a = self.a.borrow().facing(both.a.normal(), self.setting.solid[0]).and_then(unit);
        let out_of_b = self.b.borrow().facing(both.b.normal(), self.setting.solid[1]).and_then(unit);
        let approach = unit(both.a.dt - both.b.dt);
        let free = [(both.a.du, both.a.dv), (both.b.du, both.b.dv), (both.a.du, both.b.du)];
        let free = free.into_iter().find_map(|(first, second)| across(first, second));
        let turned = free.map(|normal| match approach {
            Some(approach) if approach.dot(normal) < 0.0 => -normal,
            _ => normal,
        });
        out_of_a.or_else(|| out_of_b.map(|normal| -normal)).or(turned).or(approach)
    }

    /// What is known where one of the elements may have a kink: contact by slopes, and against a smooth face that the slopes of the other may
    /// be tangent to it and that its places come nearer. Two kinks need not be tangent in any sense.
    fn bent(
        &self,
        relative: &Relative,
        [a, b]: [&Piece; 2],
        (centre, region): (Vector3, &[Interval]),
        values: &mut [Interval],
    ) -> Condition {
        let Some((slopes_a, slopes_b)) = a.jet.or(a.slopes).zip(b.jet.or(b.slopes)) else { return Condition::Possible };
        let both = Both { a: relative.first_order(&slopes_a, self.deforms[0]), b: slopes_b };
        if !self.tightened(&both, centre, region, values) {
            return Condition::Violated;
        }
        let (smooth, other, index) = match (a.jet, b.jet) {
            (Some(_), None) => (&both.a, &both.b, 0),
            (None, Some(_)) => (&both.b, &both.a, 1),
            _ => return Condition::Possible,
        };
        if !self.tangency || self.dimensions[index] < 2 {
            return Condition::Possible;
        }
        let normal = smooth.normal();
        let tangents = [other.du, other.dv];
        if tangents[..self.dimensions[1 - index]].iter().any(|tangent| !tangent.dot(normal).contains(0.0)) {
            return Condition::Violated;
        }
        let element = if index == 0 { &self.a } else { &self.b };
        let Some(outward) = element.borrow().facing(normal, self.setting.solid[index]) else {
            return Condition::Possible;
        };
        let rate = (both.a.dt - both.b.dt).dot(outward);
        Condition::not_negative(if index == 0 { rate } else { -rate }).and(Condition::Possible)
    }

    /// Both elements over the box: the places, and the derivatives up to the first order if both are smooth.
    pub(super) fn both(&mut self, region: &[Interval], relative: &Relative) -> (Piece, Piece, Option<Both>) {
        let (of_a, of_b, time) = self.parts(region);
        let piece_a = self.a.borrow_mut().piece(of_a, time);
        let piece_b = self.b.borrow_mut().piece(of_b, time);
        let both = piece_a.jet.zip(piece_b.jet).map(|(a, b)| Both { a: relative.first_order(&a, self.deforms[0]), b });
        (piece_a, piece_b, both)
    }
}

/// The unit vector across two tangents, in the middle of a box, if there is one.
fn across(first: Vector3, second: Vector3) -> Option<DVec3> {
    let [first, second] = [first, second].map(|tangent| DVec3::from_array(tangent.mid()));
    first.cross(second).try_normalize()
}

/// The direction half way between two normals, whichever way they point.
fn halfway(first: Option<DVec3>, second: Option<DVec3>) -> Option<DVec3> {
    let (first, second) = (first?, second?);
    let second = if first.dot(second) < 0.0 { -second } else { second };
    (first + second).try_normalize()
}

/// The vectors, and zeros.
fn padded(vectors: impl Iterator<Item = DVec3>) -> [DVec3; 5] {
    let mut all = [DVec3::ZERO; 5];
    for (place, vector) in all.iter_mut().zip(vectors) {
        *place = vector;
    }
    all
}

/// How far a slope leads away at most while an unknown goes from the middle of its range to an end: the upper end counts.
pub(super) fn reach(slope: Interval, range: Interval) -> Interval {
    Interval::from(slope.magnitude()) * Interval::from(range.radius())
}

/// Everything that is not farther from zero.
pub(super) fn symmetric(reach: Interval) -> Interval {
    Interval::between(-reach.upper(), reach.upper())
}

/// How far ahead of its centre along a direction a piece of surface goes, or behind: Taylor's formula to the second order.
pub(super) fn bulge(direction: Vector3, piece: &Piece, parameters: &[Interval]) -> Interval {
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

/// Whether at least one of the outward directions faces away from the normal; unknown if there are none.
pub(super) fn away(outward: impl Iterator<Item = Vector3>, normal: Vector3) -> Condition {
    let each = outward.map(|way| Condition::not_negative(-way.dot(normal)));
    each.reduce(Condition::or).unwrap_or(Condition::Holds)
}

impl Problem for Touching<'_> {
    fn region(&self) -> &[Interval] {
        &self.region
    }

    fn equation_count(&self) -> usize {
        3 + self.tangencies()
    }

    fn equations(&mut self, region: &[Interval], values: &mut [Interval]) {
        let (_, _, time) = self.parts(region);
        let relative = self.setting.frame.during(time);
        let (piece_a, piece_b, both) = self.both(region, &relative);
        self.natural(relative.point(piece_a.point), &piece_b, values);
        if let Some(both) = both {
            self.tangent(&both, values);
        }
    }

    fn condition(&mut self, region: &[Interval]) -> Condition {
        let mut values = [Interval::ENTIRE; MOST_EQUATIONS];
        let count = self.equation_count();
        self.constraint(region, &mut values[..count])
    }

    fn constraint(&mut self, region: &[Interval], values: &mut [Interval]) -> Condition {
        let (of_a, of_b, time) = self.parts(region);
        if self.a.borrow().outside(of_a) || self.b.borrow().outside(of_b) {
            return Condition::Violated;
        }
        let setting = Rc::clone(&self.setting);
        let relative = setting.frame.during(time);
        let (piece_a, piece_b, both) = self.both(region, &relative);
        let moved = relative.point(piece_a.point);
        if moved.disjoint(piece_b.point) {
            return Condition::Violated;
        }
        self.natural(moved, &piece_b, values);
        if setting.tracking.excludes(moved.intersection(piece_b.point), time, &setting.frame) {
            return Condition::Violated;
        }
        let middle = setting.frame.during(Interval::from(time.mid()));
        let centre = middle.point(piece_a.centre) - piece_b.centre;
        if self.separated(&relative, [&piece_a, &piece_b], centre, region) {
            return Condition::Violated;
        }
        let Some(both) = both else {
            return self.bent(&relative, [&piece_a, &piece_b], (centre, region), values);
        };
        if !self.tightened(&both, centre, region, values) {
            return Condition::Violated;
        }
        let within = self.a.borrow().inside(of_a).and(self.b.borrow().inside(of_b));
        if !self.tangency {
            return within;
        }
        self.tangent(&both, values);
        if values[3..].iter().any(|value| !value.contains(0.0)) || !self.parallel(&both) {
            return Condition::Violated;
        }
        within.and(self.incoming(&both, region, &relative))
    }

    fn jacobian(&mut self, region: &[Interval], rows: &mut [Interval]) -> bool {
        let setting = Rc::clone(&self.setting);
        let (of_a, of_b, time) = self.parts(region);
        let relative = setting.frame.during(time);
        let (a, b) = (self.a.borrow_mut().piece(of_a, time).jet, self.b.borrow_mut().piece(of_b, time).jet);
        let Some((a, b)) = a.zip(b) else { return false };
        let moved = relative.first_order(&a, self.deforms[0]);
        let both = Both { a: relative.second_order(&a, moved, self.deforms[0]), b };
        let (columns, count) = self.columns(&both);
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
                // Those of the tangents come first, which are those of `a` unless `a` is the face that an edge touches.
                let from = (3 + row) * count;
                let edge_on_b = self.dimensions[1] == 1;
                for index in 0..count {
                    let of = if edge_on_b { [1, 2, 0, 3][index] } else { index };
                    rows[from + index] = derivatives[of] * self.scale;
                }
            }
        }
        true
    }

    /// In the frame of `b`.
    fn place(&mut self, region: &[Interval]) -> Vector3 {
        let (of_a, of_b, time) = self.parts(region);
        let moved = self.setting.frame.during(time).point(self.a.borrow_mut().piece(of_a, time).point);
        let both = moved.intersection(self.b.borrow_mut().piece(of_b, time).point);
        if both.is_empty() { moved } else { both }
    }

    /// The places on both are so narrow that every one on `a` is close to every one on `b`.
    fn small_enough(&mut self, region: &[Interval], objective: Interval, options: &Options) -> bool {
        let (of_a, of_b, time) = self.parts(region);
        let moved = self.setting.frame.during(time).point(self.a.borrow_mut().piece(of_a, time).point);
        let narrow =
            moved.width() <= options.accept && self.b.borrow_mut().piece(of_b, time).point.width() <= options.accept;
        narrow && objective.width() <= options.accept_objective
    }

    fn border(&self, coordinate: usize) -> Border {
        if coordinate + 1 < self.region.len() { Border::Passable } else { Border::Wall }
    }
}

impl System for Touching<'_> {
    fn shape(&mut self, cells: &[Interval], time: Interval) -> ([f64; MOST], f64) {
        let (of_a, of_b) = cells.split_at(self.dimensions[0]);
        let (extents_a, bend_a) = self.a.borrow_mut().extents(of_a, time);
        let (extents_b, bend_b) = self.b.borrow_mut().extents(of_b, time);
        let mut extents = [0.0; MOST];
        extents[..of_a.len()].copy_from_slice(&extents_a[..of_a.len()]);
        extents[of_a.len()..cells.len()].copy_from_slice(&extents_b[..of_b.len()]);
        (extents, bend_a.max(bend_b))
    }

    fn constraint_as_it_stands(&mut self, region: &[Interval], values: &mut [Interval]) -> Condition {
        self.equations(region, values);
        if values.iter().any(|value| !value.contains(0.0)) {
            return Condition::Violated;
        }
        let (_, _, time) = self.parts(region);
        let relative = self.setting.frame.during(time);
        let (_, _, both) = self.both(region, &relative);
        match both {
            Some(both) if self.tangency => self.incoming(&both, region, &relative),
            Some(_) => Condition::Holds,
            None => Condition::Possible,
        }
    }

    fn foretold(&mut self, cells: &[Interval], instant: f64, enough: f64) -> Option<f64> {
        // What deforms changes its rates too quickly: trying is better there.
        if self.deforms != [false; 2] {
            return None;
        }
        let (of_a, of_b) = cells.split_at(self.dimensions[0]);
        if self.a.borrow().outside(of_a) || self.b.borrow().outside(of_b) {
            return Some(f64::INFINITY);
        }
        let time = Interval::from(instant);
        let relative = self.setting.frame.during(time);
        let (a, b) = (self.a.borrow_mut().piece(of_a, time), self.b.borrow_mut().piece(of_b, time));
        let rate = relative.velocity(a.point, None);
        let beside = boxes_apart_for(relative.point(a.point), b.point, rate);
        if beside >= enough {
            return Some(beside);
        }
        let sides = [Side::new(&a, of_a, |vector| relative.rotation * vector), Side::new(&b, of_b, |vector| vector)];
        let way = plain(relative.point(a.centre) - b.centre);
        let rate = plain(rate);
        let along = self.directions([sides[0].tangents, sides[1].tangents], way).map(|direction| {
            let bulges: f64 = sides.iter().map(|side| side.bulge(direction)).sum();
            let ahead = direction.dot(way);
            lasts(ahead.abs() - bulges, -direction.dot(rate) * ahead.signum())
        });
        Some(along.fold(beside, f64::max))
    }

    fn closing(&mut self, cells: &[Interval], time: Interval) -> Option<f64> {
        let (of_a, of_b) = cells.split_at(self.dimensions[0]);
        let (a, b) = (self.a.borrow_mut().piece(of_a, time), self.b.borrow_mut().piece(of_b, time));
        let own = |deforms: bool, piece: &Piece| {
            if deforms { piece.jet.or(piece.slopes).map(|jet| Some(jet.dt)) } else { Some(None) }
        };
        let of_a = self.setting.frame.during(time).velocity(a.point, own(self.deforms[0], &a)?);
        Some(own(self.deforms[1], &b)?.map_or(of_a, |rate| of_a - rate).length().upper())
    }

    fn seen(&mut self, point: &[Interval], _near: f64) -> Seen {
        let (of_a, of_b, time) = self.parts(point);
        let relative = self.setting.frame.during(time);
        let (a, b) = (self.a.borrow_mut().piece(of_a, time), self.b.borrow_mut().piece(of_b, time));
        let [place_a, place_b] = [relative.point(a.point), b.point].map(|place| DVec3::from_array(place.mid()));
        let normal = match a.jet.zip(b.jet) {
            Some((a, b)) => self.normal(&Both { a: relative.first_order(&a, self.deforms[0]), b }),
            None => None,
        };
        let way = || (place_b - place_a).try_normalize();
        let normal = normal.or_else(way).unwrap_or(DVec3::Z);
        Seen { place: 0.5 * (place_a + place_b), normal, gap: place_a.distance(place_b), certain: true }
    }

    fn features(&self, middle: &[f64]) -> [Feature; 2] {
        [self.a.borrow().feature(middle), self.b.borrow().feature(&middle[self.dimensions[0]..])]
    }
}

/// The derivatives of `X·N`, where `bend` is the tangent X with its derivatives by its own parameters and by time, and N the normal of
/// the face: by the parameters of the tangent's element (both, or the first only), by those of the face, by time.
fn tangency_row([tangent, by_first, by_second, by_time]: &[Vector3; 4], face: &Jet, both: bool) -> [Interval; 5] {
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
