//! The surface as contacts are sought on it: charts that overlap.
//!
//! *Question.* A contact on the border between two faces that join smoothly, or at a pole, is inside the surface. How can it be proved to be
//! the only one around, if each face sees half of its surroundings, or sees it through a singular parametrisation?
//! *Idea.* The surface is covered by charts, so that every place that is smooth is well inside one of them:
//!
//! - where a face's formulas, continued beyond a side, give its neighbour again (an angle that wraps around, the six faces of an ellipsoid),
//!   the chart reaches a little ([`OVERLAP`]) beyond the side;
//! - where they do not, but faces that share their parameters join with equal tangents (the wall and the domes of a capsule), one chart
//!   runs through all of them: a *band*;
//! - around a pole of polar coordinates a chart that is regular there ([`super::cap`]) takes over, and the face's own ends before it. A flat
//!   disc is such a chart alone, *trimmed*: it does not fill the corners of its square.
//!
//! *Guarantee.* The union of all charts, without what is trimmed off, is the surface, no more and no less; a chart that reaches beyond a side
//! covers what its neighbour does.
//! First derivatives are continuous across the joints of a band, and slopes of first derivatives between any two places are within
//! the hull of both sides' second derivatives: what theorem 2 asks for (see `tangency_interval::solve`).
//! *Cost.* As a face; a band over a joint as much as the faces that meet there.
//! *Source.* Snyder et al. 1993, footnotes 2 and 4: domains are rectangles, poles are left to contact alone. The charts are ours.

use super::border::{Joints, Kind, Seen};
use super::cap::Cap;
use super::patch::{VARIABLES, tightened};
use super::{End, Face, Facing, Jet, Patch, PatchWork, Side};
use crate::tolerance::{CAP, OVERLAP};
use tangency_interval::expr::Expr;
use tangency_interval::{Interval, Vector, Vector3};

/// A part of a body's smooth surface over a rectangle of two parameters, on which contacts are sought. Charts overlap; faces do not.
#[derive(Clone, Debug)]
pub struct Chart {
    form: Form,
    domain: [Interval; 2],
    facing: Facing,
    /// How far from the middle of its domain the chart ends.
    trim: Option<f64>,
}

/// What a chart is made of.
#[derive(Clone, Debug)]
enum Form {
    /// The formulas of the face with this index.
    Face(u32, Patch),
    /// Patches one after the other along v, which join where these end, but for the last.
    Band(Vec<Strip>),
    /// The surroundings of a pole of the face with this index and this rectangle.
    Cap(u32, Cap, [Interval; 2]),
}

/// A part of a band: the formulas of a face in the band's parameters, up to an end along v.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    pub(super) patch: Patch,
    pub(super) face: u32,
    /// v of the face is `(v − from)·rate`.
    pub(super) from: f64,
    pub(super) rate: f64,
}

impl Chart {
    /// A chart through several faces. The patches are one after the other along v, with a common u, and join with equal first derivatives.
    pub(super) fn band(strips: Vec<Strip>, facing: Facing) -> Self {
        let whole = strips.iter().map(|strip| strip.patch.domain()[1]).reduce(Interval::hull);
        let domain = [strips[0].patch.domain()[0], whole.unwrap_or(Interval::ZERO)];
        Self { form: Form::Band(strips), domain, facing, trim: None }
    }

    /// The ranges of its two parameters.
    #[must_use]
    pub fn domain(&self) -> [Interval; 2] {
        self.domain
    }

    /// `true` proves that no part of the box of its parameters belongs to the chart.
    #[must_use]
    pub fn outside(&self, [u, v]: [Interval; 2]) -> bool {
        self.trim.is_some_and(|trim| (u.sqr() + v.sqr()).sqrt().lower() > trim)
    }

    /// `true` proves that all of the box of its parameters that is within its domain belongs to the chart.
    #[must_use]
    pub fn inside(&self, [u, v]: [Interval; 2]) -> bool {
        self.trim.is_none_or(|trim| (u.sqr() + v.sqr()).sqrt().upper() <= trim)
    }

    /// Whether it is the surroundings of a pole.
    pub(super) fn is_cap(&self) -> bool {
        matches!(self.form, Form::Cap(..))
    }

    /// Which way its normal points.
    #[must_use]
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// Whether it changes its form over time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        match &self.form {
            Form::Face(_, patch) => patch.deforms(),
            Form::Band(strips) => strips.iter().any(|strip| strip.patch.deforms()),
            Form::Cap(..) => false,
        }
    }

    /// The jets over a box of both parameters and the time, and at its middle, as [`Patch::jets`]. Across a joint of a band the second
    /// derivatives are those of both sides.
    pub fn jets(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<[Jet; 2]> {
        match &self.form {
            Form::Face(_, patch) => patch.jets(region, work),
            Form::Cap(_, cap, _) => {
                let [u, v] = [region[0].mid(), region[1].mid()].map(Interval::from);
                let centre = cap.jet([u, v], f64::INFINITY, &mut work.jets)?;
                let jet = cap.jet([region[0], region[1]], f64::INFINITY, &mut work.jets)?;
                Some([tightened(jet, &centre, region, false), centre])
            }
            Form::Band(strips) => {
                let middle = region.map(|side| Interval::from(side.mid()));
                let centre = strip_at(strips, middle[1].mid()).patch.jets(middle, work)?[0];
                let mut parts = within(strips, region).map(|(strip, part)| Some(strip.patch.jets(part, work)?[0]));
                let first = parts.next()??;
                let jet = parts.try_fold(first, |both, next| Some(hull(&both, &next?)))?;
                Some([jet, centre])
            }
        }
    }

    /// Holds every point of the chart over a box of both parameters and the time, as [`Patch::point`]; not those that are trimmed off.
    pub fn point(&self, region: [Interval; 3], work: &mut PatchWork) -> Vector3 {
        match &self.form {
            Form::Face(_, patch) => patch.point(region, work),
            Form::Cap(_, cap, _) => {
                let jet = cap.jet([region[0], region[1]], self.trim.unwrap_or(f64::INFINITY), &mut work.jets);
                jet.map_or(Vector([Interval::ENTIRE; 3]), |jet| jet.point)
            }
            Form::Band(strips) => {
                let parts = within(strips, region).map(|(strip, part)| strip.patch.point(part, work));
                parts.reduce(Vector3::hull).unwrap_or(Vector([Interval::ENTIRE; 3]))
            }
        }
    }

    /// Encloses the slopes by both parameters and the time between any two places of a box, kinks included; `None` where the surface may
    /// jump or have no value, and where it is smooth by construction.
    pub fn slopes(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<[Vector3; 3]> {
        match &self.form {
            Form::Face(_, patch) => patch.slopes(region, work).map(|[_, du, dv, dt]| [du, dv, dt]),
            Form::Band(_) | Form::Cap(..) => None,
        }
    }

    /// The face that a place is on, and its parameters there.
    #[must_use]
    pub fn of_face(&self, [u, v]: [f64; 2]) -> (u32, [f64; 2]) {
        match &self.form {
            Form::Face(face, _) => (*face, [u, v]),
            Form::Cap(face, cap, domain) => (*face, cap.of_face([u, v], *domain)),
            Form::Band(strips) => {
                let strip = strip_at(strips, v);
                (strip.face, [u, (v - strip.from) * strip.rate])
            }
        }
    }

    /// The same of a surface without an inside.
    pub(super) fn as_surface(&self) -> Self {
        Self { facing: Facing::Unknown, ..self.clone() }
    }
}

/// The strip that a place is on.
fn strip_at(strips: &[Strip], v: f64) -> &Strip {
    let last = strips.len() - 1;
    strips[..last].iter().find(|strip| v <= strip.patch.domain()[1].upper()).unwrap_or(&strips[last])
}

/// The strips that a box reaches, each with its part of the box; the outermost go on beyond their ends.
fn within(strips: &[Strip], [u, v, time]: [Interval; 3]) -> impl Iterator<Item = (&Strip, [Interval; 3])> {
    let last = strips.len() - 1;
    strips.iter().enumerate().filter_map(move |(index, strip)| {
        let own = strip.patch.domain()[1];
        let from = if index == 0 { f64::NEG_INFINITY } else { own.lower() };
        let to = if index == last { f64::INFINITY } else { own.upper() };
        let part = v.intersection(Interval::between(from, to));
        (!part.is_empty()).then_some((strip, [u, part, time]))
    })
}

fn hull(a: &Jet, b: &Jet) -> Jet {
    Jet {
        point: a.point.hull(b.point),
        du: a.du.hull(b.du),
        dv: a.dv.hull(b.dv),
        dt: a.dt.hull(b.dt),
        duu: a.duu.hull(b.duu),
        duv: a.duv.hull(b.duv),
        dvv: a.dvv.hull(b.dvv),
        dut: a.dut.hull(b.dut),
        dvt: a.dvt.hull(b.dvt),
    }
}

/// The charts of all faces: those of the faces first.
pub(super) fn charts(faces: &[Face], sides: &[Seen], joints: Joints) -> Vec<Chart> {
    let mut charts = Vec::with_capacity(faces.len());
    let mut caps = Vec::new();
    for (index, face) in faces.iter().enumerate() {
        let own: Vec<&Seen> = sides.iter().filter(|seen| seen.at.face == index).collect();
        let of_face = own.iter().filter_map(|seen| Some((seen.at.side, cap(index, face, seen, &own)?)));
        let of_face: Vec<(Side, Chart)> = of_face.collect();
        if let [(_, disc)] = &of_face[..]
            && disc.trim.is_some()
        {
            charts.push(disc.clone());
            continue;
        }
        let form = Form::Face(index as u32, face.patch.clone());
        let mut chart = Chart { form, domain: face.patch.domain(), facing: face.facing, trim: None };
        for seen in own.iter().filter(|seen| continues(seen, face, joints)) {
            chart.move_side(seen.at.side, OVERLAP);
        }
        for (side, cap) in of_face {
            chart.move_side(side, -CAP[0]);
            caps.push(cap);
        }
        charts.push(chart);
    }
    charts.extend(caps);
    charts
}

impl Chart {
    /// Moves a side outwards, by a share of the range.
    fn move_side(&mut self, side: Side, share: f64) {
        let range = &mut self.domain[side.resting()];
        let by = share * range.width();
        let (Side::U(end) | Side::V(end)) = side;
        *range = match end {
            End::Lower => Interval::between(range.lower() - by, range.upper()),
            End::Upper => Interval::between(range.lower(), range.upper() + by),
        };
    }
}

/// Whether the formulas of the face, beyond this side, are the surface that joins it.
fn continues(seen: &Seen, face: &Face, joints: Joints) -> bool {
    let Kind::Joined { other, reversed, smooth: true } = seen.kind else { return false };
    if other.face != seen.at.face {
        return joints == Joints::Continued;
    }
    let resting = seen.at.side.resting();
    let range = face.patch.domain()[resting];
    let opposite = other.side.resting() == resting && !reversed;
    let period = range.upper() - range.lower();
    // Of a face that is not given by formulas it is not known.
    opposite && face.patch.formulas().is_some_and(|formulas| Expr::repeat(formulas, VARIABLES[resting], period))
}

/// Whether the sides that lead to a pole are one another's continuation, so that the face goes all the way round.
fn turns_round(pole: &Seen, sides: &[&Seen], patch: &Patch) -> bool {
    let angle = 1 - pole.at.side.resting();
    let beside = |seen: &&&Seen| seen.at.side.resting() == angle;
    let joined = |seen: &&Seen| matches!(seen.kind, Kind::Joined { other, .. } if other.face == pole.at.face);
    let round = patch.domain()[angle].width() >= std::f64::consts::TAU * (1.0 - 4.0 * f64::EPSILON);
    round && sides.iter().filter(beside).all(joined)
}

/// The surroundings of the face's smooth pole on this side, or all of the face if it is flat; `None` if it is no pole of polar coordinates.
fn cap(index: usize, face: &Face, pole: &Seen, sides: &[&Seen]) -> Option<Chart> {
    if pole.kind != (Kind::Pole { smooth: true }) || !turns_round(pole, sides, &face.patch) {
        return None;
    }
    let side = pole.at.side;
    let whole = face.patch.domain();
    let range = whole[side.resting()];
    let short = if pole.short > 0.0 { 8.0 * pole.short + 16.0 * f64::EPSILON * range.magnitude() } else { 0.0 };
    let cap = Cap::new(&face.patch, side, short)?;
    // The whole of a disc, if there is no other pole at its other end.
    let trim = cap.is_flat().then_some(range.width());
    let half = trim.unwrap_or(CAP[1] * range.width());
    let domain = [Interval::between(-half, half); 2];
    let mut chart = Chart { form: Form::Cap(index as u32, cap, whole), domain, facing: face.facing, trim };
    let mut work = PatchWork::default();
    let place = [0.5 * half, 0.25 * half];
    let normal = chart.jets([place[0].into(), place[1].into(), Interval::ZERO], &mut work)?[0].normal();
    let (_, [u, v]) = chart.of_face(place);
    let same = Vector3::point(face.patch.normal_at(u, v, 0.0, &mut work).to_array()).dot(normal);
    if same.contains(0.0) {
        return None;
    }
    if same.upper() < 0.0 {
        chart.facing = face.facing.reversed();
    }
    Some(chart)
}
