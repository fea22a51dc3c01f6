//! Overlapping charts of a surface, for the search of contacts.
//!
//! *Question.* A contact on the border between two smoothly joined faces, or at a pole, lies inside the
//! surface. How can it be proved unique, if each face covers half of its neighbourhood, or covers it with a
//! singular parametrisation?
//! *Idea.* Charts cover the surface so that every smooth point lies well inside one of them:
//!
//! - If the formulas of a face continued beyond a side give its neighbour (an angle that wraps around, the six
//!   faces of an ellipsoid), the chart extends slightly ([`CHART_OVERLAP`]) beyond the side.
//! - Otherwise, if faces with common parameters join with equal tangents (the wall and the domes of a capsule),
//!   one chart covers all of them: a *band*.
//! - Around a pole of polar coordinates a regular chart ([`super::cap`]) takes over, and the chart of the face
//!   ends before the pole. A flat disc consists of such a chart alone, *trimmed*: it does not fill the corners
//!   of its square.
//! - A trimmed face is one chart, which ends at the curves that trim it.
//!
//! *Guarantee.* The union of all charts, without trimmed parts, is exactly the surface. A chart that extends
//! beyond a side covers part of its neighbour. First derivatives are continuous across the joints of a band.
//! Slopes of first derivatives between any two points are within the hull of the second derivatives of both
//! sides, as theorem 2 requires (see `tangency_interval::solve`).
//! *Cost.* That of a face; a band across a joint costs as much as the faces that meet there.
//! *Source.* Snyder et al. 1993, footnotes 2 and 4: domains are rectangles, and poles are left to the contact
//! condition alone. The charts are new here.

use super::border::{self, ClassifiedSide, Joints, SideKind};
use super::cap::Cap;
use super::patch::{VARIABLES, tightened};
use super::{DomainEnd, DomainSide, Face, Facing, Patch, PatchWork, SurfaceJet, Trim};
use crate::tolerance::{CAP_SHARES, CHART_OVERLAP, POLE_WIDENING};
use tangency_interval::expr::Expr;
use tangency_interval::{Interval, Vector, Vector3};

/// A part of a body's smooth surface over a rectangle of two parameters, for the search of contacts. Charts
/// overlap; faces do not.
#[derive(Clone, Debug)]
pub struct Chart {
    form: ChartForm,
    domain: [Interval; 2],
    facing: Facing,
    /// The chart ends at this distance from the middle of its domain.
    disc: Option<f64>,
    /// The part of the domain that belongs to the face; all of it if `None`.
    trim: Option<Trim>,
}

/// The formulas of a chart.
#[derive(Clone, Debug)]
enum ChartForm {
    /// The formulas of the face with this index.
    Face(u32, Patch),
    /// Consecutive patches along v. Each joins the next at the upper end of its domain.
    Band(Vec<BandStrip>),
    /// The neighbourhood of a pole of the face with this index and this domain.
    Cap(u32, Cap, [Interval; 2]),
}

/// A part of a band: the formulas of a face in the band's parameters, over a range of v.
#[derive(Clone, Debug)]
pub(super) struct BandStrip {
    pub(super) patch: Patch,
    pub(super) face: u32,
    /// v of the face is `(v − from)·rate`.
    pub(super) from: f64,
    pub(super) rate: f64,
}

impl Chart {
    /// A chart through several faces. The patches are consecutive along v, have a common u, and join with equal
    /// first derivatives.
    pub(super) fn band(strips: Vec<BandStrip>, facing: Facing) -> Self {
        let whole = strips.iter().map(|strip| strip.patch.domain()[1]).reduce(Interval::hull);
        let domain = [strips[0].patch.domain()[0], whole.unwrap_or(Interval::ZERO)];
        Self { form: ChartForm::Band(strips), domain, facing, disc: None, trim: None }
    }

    /// The ranges of its two parameters.
    #[must_use]
    pub fn domain(&self) -> [Interval; 2] {
        self.domain
    }

    /// A trimmed face.
    pub(super) fn trimmed(index: usize, face: &Face) -> Self {
        let form = ChartForm::Face(index as u32, face.patch.clone());
        Self { form, domain: face.patch.domain(), facing: face.facing, disc: None, trim: face.trim.clone() }
    }

    /// The chart ends where `u² + v²` exceeds the square of this number; `None` if it does not end in a circle.
    #[must_use]
    pub fn disc(&self) -> Option<f64> {
        self.disc
    }

    /// `true` proves that no part of the box of its parameters belongs to the chart.
    #[must_use]
    pub fn outside(&self, [u, v]: [Interval; 2]) -> bool {
        self.disc.is_some_and(|radius| (u.sqr() + v.sqr()).sqrt().lower() > radius)
            || self.trim.as_ref().is_some_and(|trim| trim.outside([u, v]))
    }

    /// `true` proves that every part of the box within the domain belongs to the chart.
    #[must_use]
    pub fn inside(&self, [u, v]: [Interval; 2]) -> bool {
        self.disc.is_none_or(|radius| (u.sqr() + v.sqr()).sqrt().upper() <= radius)
            && self.trim.as_ref().is_none_or(|trim| trim.inside([u, v]))
    }

    /// Whether it is the neighbourhood of a pole.
    pub(super) fn is_cap(&self) -> bool {
        matches!(self.form, ChartForm::Cap(..))
    }

    /// The direction of its normal.
    #[must_use]
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// Whether the shape changes over time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        match &self.form {
            ChartForm::Face(_, patch) => patch.deforms(),
            ChartForm::Band(strips) => strips.iter().any(|strip| strip.patch.deforms()),
            ChartForm::Cap(..) => false,
        }
    }

    /// The jets over a box of both parameters and the time, and at its centre, as [`Patch::jets`]. Across a
    /// joint of a band the second derivatives hold those of both sides.
    pub fn jets(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<[SurfaceJet; 2]> {
        match &self.form {
            ChartForm::Face(_, patch) => patch.jets(region, work),
            ChartForm::Cap(_, cap, _) => {
                let [u, v] = [region[0].mid(), region[1].mid()].map(Interval::from);
                let centre = cap.jet([u, v], f64::INFINITY, &mut work.jets)?;
                let jet = cap.jet([region[0], region[1]], f64::INFINITY, &mut work.jets)?;
                Some([tightened(jet, &centre, region, false), centre])
            }
            ChartForm::Band(strips) => {
                let middle = region.map(|side| Interval::from(side.mid()));
                let centre = strip_at(strips, middle[1].mid()).patch.jets(middle, work)?[0];
                let mut parts = within(strips, region).map(|(strip, part)| Some(strip.patch.jets(part, work)?[0]));
                let first = parts.next()??;
                let jet = parts.try_fold(first, |both, next| Some(both.hull(&next?)))?;
                Some([jet, centre])
            }
        }
    }

    /// Holds every point of the chart over a box of both parameters and the time, as [`Patch::point`], without
    /// trimmed points.
    pub fn point(&self, region: [Interval; 3], work: &mut PatchWork) -> Vector3 {
        match &self.form {
            ChartForm::Face(_, patch) => patch.point(region, work),
            ChartForm::Cap(_, cap, _) => {
                let jet = cap.jet([region[0], region[1]], self.disc.unwrap_or(f64::INFINITY), &mut work.jets);
                jet.map_or(Vector([Interval::ENTIRE; 3]), |jet| jet.point)
            }
            ChartForm::Band(strips) => {
                let parts = within(strips, region).map(|(strip, part)| strip.patch.point(part, work));
                parts.reduce(Vector3::hull).unwrap_or(Vector([Interval::ENTIRE; 3]))
            }
        }
    }

    /// Encloses the slopes by both parameters and the time between any two points of a box, including kinks.
    /// `None` where the surface may jump or be undefined, and for charts that are smooth by construction.
    pub fn slopes(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<[Vector3; 3]> {
        match &self.form {
            ChartForm::Face(_, patch) => patch.slopes(region, work).map(|[_, du, dv, dt]| [du, dv, dt]),
            ChartForm::Band(_) | ChartForm::Cap(..) => None,
        }
    }

    /// The face at a point of the chart, and the face's parameters there.
    #[must_use]
    pub fn face_parameters(&self, [u, v]: [f64; 2]) -> (u32, [f64; 2]) {
        match &self.form {
            ChartForm::Face(face, _) => (*face, [u, v]),
            ChartForm::Cap(face, cap, domain) => (*face, cap.of_face([u, v], *domain)),
            ChartForm::Band(strips) => {
                let strip = strip_at(strips, v);
                (strip.face, [u, (v - strip.from) * strip.rate])
            }
        }
    }

    /// The same chart of a surface without interior.
    pub(super) fn as_surface(&self) -> Self {
        Self { facing: Facing::Unknown, ..self.clone() }
    }
}

/// The strip at this v.
fn strip_at(strips: &[BandStrip], v: f64) -> &BandStrip {
    let last = strips.len() - 1;
    strips[..last].iter().find(|strip| v <= strip.patch.domain()[1].upper()).unwrap_or(&strips[last])
}

/// The strips that a box intersects, each with its part of the box. The outermost strips continue beyond their
/// ends.
fn within(strips: &[BandStrip], [u, v, time]: [Interval; 3]) -> impl Iterator<Item = (&BandStrip, [Interval; 3])> {
    let last = strips.len() - 1;
    strips.iter().enumerate().filter_map(move |(index, strip)| {
        let own = strip.patch.domain()[1];
        let from = if index == 0 { f64::NEG_INFINITY } else { own.lower() };
        let to = if index == last { f64::INFINITY } else { own.upper() };
        let part = v.intersection(Interval::between(from, to));
        (!part.is_empty()).then_some((strip, [u, part, time]))
    })
}

/// The charts of all faces; the caps come last.
pub(super) fn charts(faces: &[Face], sides: &[ClassifiedSide], joints: Joints) -> Vec<Chart> {
    let mut charts = Vec::with_capacity(faces.len());
    let mut caps = Vec::new();
    for (index, face) in faces.iter().enumerate() {
        let own: Vec<&ClassifiedSide> = border::of_face(sides, index).iter().collect();
        let of_face = own.iter().filter_map(|seen| Some((seen.at.side, cap(index, face, seen, &own)?)));
        let of_face: Vec<(DomainSide, Chart)> = of_face.collect();
        if let [(_, disc)] = &of_face[..]
            && disc.disc.is_some()
        {
            charts.push(disc.clone());
            continue;
        }
        let form = ChartForm::Face(index as u32, face.patch.clone());
        let mut chart = Chart { form, domain: face.patch.domain(), facing: face.facing, disc: None, trim: None };
        for seen in own.iter().filter(|seen| continues(seen, face, joints)) {
            chart.move_side(seen.at.side, CHART_OVERLAP);
        }
        for (side, cap) in of_face {
            chart.move_side(side, -CAP_SHARES[0]);
            caps.push(cap);
        }
        charts.push(chart);
    }
    charts.extend(caps);
    charts
}

impl Chart {
    /// Moves a side outwards by a share of the range.
    fn move_side(&mut self, side: DomainSide, share: f64) {
        let range = &mut self.domain[side.fixed_parameter()];
        let by = share * range.width();
        let (DomainSide::U(end) | DomainSide::V(end)) = side;
        *range = match end {
            DomainEnd::Lower => Interval::between(range.lower() - by, range.upper()),
            DomainEnd::Upper => Interval::between(range.lower(), range.upper() + by),
        };
    }
}

/// Whether the formulas of the face continued beyond this side give the surface that joins it.
fn continues(seen: &ClassifiedSide, face: &Face, joints: Joints) -> bool {
    let SideKind::Joined { other, reversed, smooth: true } = seen.kind else { return false };
    if other.face != seen.at.face {
        return joints == Joints::Continued;
    }
    let fixed = seen.at.side.fixed_parameter();
    let range = face.patch.domain()[fixed];
    let opposite = other.side.fixed_parameter() == fixed && !reversed;
    let period = range.upper() - range.lower();
    // For a face without formulas this is unknown.
    opposite && face.patch.formulas().is_some_and(|formulas| Expr::repeat(formulas, VARIABLES[fixed], period))
}

/// Whether the sides that lead to a pole join each other, so that the face surrounds the pole.
fn turns_round(pole: &ClassifiedSide, sides: &[&ClassifiedSide], patch: &Patch) -> bool {
    let angle = 1 - pole.at.side.fixed_parameter();
    let beside = |seen: &&&ClassifiedSide| seen.at.side.fixed_parameter() == angle;
    let joined =
        |seen: &&ClassifiedSide| matches!(seen.kind, SideKind::Joined { other, .. } if other.face == pole.at.face);
    let round = patch.domain()[angle].width() >= std::f64::consts::TAU * (1.0 - 4.0 * f64::EPSILON);
    round && sides.iter().filter(beside).all(joined)
}

/// The neighbourhood of the face's smooth pole on this side, or the whole face if it is flat. `None` if it is
/// not a pole of polar coordinates.
fn cap(index: usize, face: &Face, pole: &ClassifiedSide, sides: &[&ClassifiedSide]) -> Option<Chart> {
    if pole.kind != (SideKind::Pole { smooth: true }) || !turns_round(pole, sides, &face.patch) {
        return None;
    }
    let side = pole.at.side;
    let whole = face.patch.domain();
    let range = whole[side.fixed_parameter()];
    let widened = POLE_WIDENING[0] * pole.short + POLE_WIDENING[1] * f64::EPSILON * range.magnitude();
    let short = if pole.short > 0.0 { widened } else { 0.0 };
    let cap = Cap::new(&face.patch, side, short)?;
    // The whole disc, if there is no pole at its other end.
    let disc = cap.is_flat().then_some(range.width());
    let half = disc.unwrap_or(CAP_SHARES[1] * range.width());
    let domain = [Interval::between(-half, half); 2];
    let form = ChartForm::Cap(index as u32, cap, whole);
    let mut chart = Chart { form, domain, facing: face.facing, disc, trim: None };
    let mut work = PatchWork::default();
    let place = [0.5 * half, 0.25 * half];
    let normal = chart.jets([place[0].into(), place[1].into(), Interval::ZERO], &mut work)?[0].normal();
    let (_, [u, v]) = chart.face_parameters(place);
    let same = Vector3::point(face.patch.normal_at(u, v, 0.0, &mut work).to_array()).dot(normal);
    if same.contains(0.0) {
        return None;
    }
    if same.upper() < 0.0 {
        chart.facing = face.facing.reversed();
    }
    Some(chart)
}
