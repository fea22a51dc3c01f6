//! From faces to a body: its edges, its vertices, and which side is out.
//!
//! *Question.* Given smooth faces, where is the body that they bound not smooth, is it closed, and where is its inside?
//! *Idea.* Faces with kinks are cut along them ([`super::kinks`]). The sides of the faces are classified ([`super::border`]). Creases and free sides are edges; ends of edges and tips
//! of poles are vertices. Inside its rectangle a face never loses a contact, singular or not: curves lead through the point both ways
//! along u and along v, so that a plane that keeps to one side of the surface contains `du` and `dv`, and tangency
//! `du·n = dv·n = 0` holds. Only at a side, which curves reach from one side alone, it may fail. At a pole `du` vanishes; where the
//! surface is smooth, `dv` lies in its tangent plane, tangency holds again, and there is no need of a vertex (footnote 4). At the tip of a
//! cone there are normals that no face has, and a vertex is needed. Neighbours across a side must agree on what is out;
//! the sign of the enclosed volume decides for all of them ([`super::volume`]).
//! *Guarantee.* No contact is lost by leaving out an edge or a vertex, as long as the samples tell the truth. Facing is known only if
//! the sign of the volume is proved.
//! *Source.* Snyder et al. 1993, appendix A; two capped cylinders have three faces and two edges each.

use super::border::{self, FaceSide, Joints, Kind, Seen};
use super::brep::Parts;
use super::edge::{Along, Border, Corner};
use super::kinks::{self, Origin};
use super::{Edge, End, Face, Facing, Patch, PatchWork, Side, SurfaceError, Vertex, chart, volume};
use crate::tolerance::{SIDES_MEET, SMOOTH_SEAM};
use glam::DVec3;
use tangency_interval::Interval;

/// The parts of the body of these faces during the span.
pub(super) fn parts(patches: Vec<Patch>, span: Interval, joints: Joints) -> Result<Parts, SurfaceError> {
    if patches.is_empty() {
        return Err(SurfaceError::NoFaces);
    }
    let (patches, origins): (Vec<Patch>, Vec<Origin>) =
        kinks::parts(patches)?.into_iter().map(|part| (part.patch, part.origin)).unzip();
    let times = border::instants(&patches, span);
    let mut extent = Extent::default();
    for patch in &patches {
        extent.include(patch, span, &times)?;
    }
    let sides = border::classify((&patches, &origins), &times, extent.size(), joints);
    let patches = closed_up(patches, &sides);
    let closed = sides.iter().all(|side| side.kind != Kind::Free);
    let signs = if closed { signs(patches.len(), &sides) } else { None };
    let facings = signs.and_then(|signs| {
        let volume = volume::sign(&patches, &signs, extent.middle(), span)?;
        Some(signs.iter().map(|&sign| if sign == volume { Facing::Outwards } else { Facing::Inwards }).collect())
    });
    let facings: Vec<Facing> = facings.unwrap_or_else(|| vec![Facing::Unknown; patches.len()]);
    let faces = patches.into_iter().zip(facings).map(|(patch, facing)| Face { patch, facing }).collect::<Vec<_>>();
    let edges = edges(&faces, &sides)?;
    let seen = Sight { faces: &faces, sides: &sides, times: &times, meet: SIDES_MEET * extent.size() };
    let vertices = seen.vertices(&edges)?;
    let charts = chart::charts(&faces, &sides, joints);
    Ok(Parts { faces, edges, vertices, charts, closed, span })
}

/// The box of what was seen of the surface.
#[derive(Default)]
struct Extent {
    corners: Option<[DVec3; 2]>,
}

/// How many places across a face are looked at, in each direction.
const GRID: usize = 9;

impl Extent {
    /// Looks at a face: whether it has points and normals at all, and how large it is.
    fn include(&mut self, patch: &Patch, span: Interval, times: &[f64]) -> Result<(), SurfaceError> {
        let mut work = PatchWork::default();
        let [u, v] = patch.domain();
        let region = [u, v, span];
        if let Some(axis) = patch.nowhere_defined(region, &mut work).iter().position(|&nowhere| nowhere) {
            return Err(SurfaceError::NoValue { coordinate: super::patch::COORDINATES[axis] });
        }
        let within = |range: Interval, i: usize| {
            range.lower() + (range.upper() - range.lower()) * (i as f64 + 0.5) / GRID as f64
        };
        let (mut seen, mut normal) = ([false; 3], false);
        for &time in times {
            for i in 0..GRID * GRID {
                let [point, du, dv] = patch.frame(within(u, i % GRID), within(v, i / GRID), time, &mut work);
                (0..3).for_each(|axis| seen[axis] |= point[axis].is_finite());
                if point.is_finite() {
                    self.corners =
                        Some(self.corners.map_or([point; 2], |[low, high]| [low.min(point), high.max(point)]));
                    // Vectors along the same line are off it by rounding alone.
                    normal |= du.cross(dv).length() > FLAT * du.length() * dv.length() || !(du + dv).is_finite();
                }
            }
        }
        if let Some(axis) = seen.iter().position(|seen| !seen) {
            return Err(SurfaceError::NoValue { coordinate: super::patch::COORDINATES[axis] });
        }
        if normal { Ok(()) } else { Err(SurfaceError::NoNormal) }
    }

    fn size(&self) -> f64 {
        self.corners.map_or(0.0, |[low, high]| (high - low).length())
    }

    fn middle(&self) -> DVec3 {
        self.corners.map_or(DVec3::ZERO, |[low, high]| 0.5 * low + 0.5 * high)
    }
}

/// How small the sine between two tangents may be before they count as one line (no unit).
const FLAT: f64 = 1e-12;

/// The faces with their ranges widened where they fall short of what they join, by rounding.
fn closed_up(patches: Vec<Patch>, sides: &[Seen]) -> Vec<Patch> {
    let widened = |(face, patch): (usize, Patch)| {
        let mut domain = patch.domain();
        for seen in sides.iter().filter(|seen| seen.at.face == face && seen.short > 0.0) {
            let range = &mut domain[seen.at.side.resting()];
            let by = 4.0 * seen.short + 8.0 * f64::EPSILON * range.magnitude();
            let (Side::U(end) | Side::V(end)) = seen.at.side;
            *range = match end {
                End::Lower => Interval::between(range.lower() - by, range.upper()),
                End::Upper => Interval::between(range.lower(), range.upper() + by),
            };
        }
        patch.widened(domain)
    };
    patches.into_iter().enumerate().map(widened).collect()
}

/// For every face +1 or −1, so that all face the same way; `None` if that cannot be, as on a Möbius strip.
fn signs(count: usize, sides: &[Seen]) -> Option<Vec<i8>> {
    let mut signs = vec![0_i8; count];
    for start in 0..count {
        if signs[start] != 0 {
            continue;
        }
        signs[start] = 1;
        let mut pending = vec![start];
        while let Some(face) = pending.pop() {
            for seen in sides.iter().filter(|seen| seen.at.face == face) {
                let Kind::Joined { other, reversed, .. } = seen.kind else { continue };
                // Facing the same way, neighbours run along their common side in opposite directions.
                let along = if reversed { -1 } else { 1 };
                let sign = -signs[face] * turn(seen.at.side) * turn(other.side) * along;
                if signs[other.face] == 0 {
                    signs[other.face] = sign;
                    pending.push(other.face);
                } else if signs[other.face] != sign {
                    return None;
                }
            }
        }
    }
    Some(signs)
}

/// +1 if the running parameter grows along the side when the rectangle is walked round to the left.
fn turn(side: Side) -> i8 {
    match side {
        Side::V(End::Lower) | Side::U(End::Upper) => 1,
        Side::V(End::Upper) | Side::U(End::Lower) => -1,
    }
}

/// An edge for every crease and every free side.
fn edges(faces: &[Face], sides: &[Seen]) -> Result<Vec<Edge>, SurfaceError> {
    let border = |at: FaceSide, reversed: bool| Border {
        face: at.face,
        side: at.side,
        patch: faces[at.face].patch.clone(),
        facing: faces[at.face].facing,
        along: Along { reversed },
    };
    let position = |at: FaceSide| sides.iter().position(|seen| seen.at == at);
    let mut edges = Vec::new();
    for (index, seen) in sides.iter().enumerate() {
        match seen.kind {
            Kind::Free => edges.push(Edge::new(vec![border(seen.at, false)])?),
            // Once for the two sides of it.
            Kind::Joined { other, reversed, smooth: false } if position(other) > Some(index) => {
                edges.push(Edge::new(vec![border(seen.at, false), border(other, reversed)])?);
            }
            Kind::Joined { .. } | Kind::Pole { .. } => {}
        }
    }
    Ok(edges)
}

/// A place where a vertex may be: on a face, at these parameters.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    face: usize,
    parameters: [f64; 2],
    pole: bool,
}

/// The faces and their sides, as they are at these instants; places closer than `meet` are one.
struct Sight<'a> {
    faces: &'a [Face],
    sides: &'a [Seen],
    times: &'a [f64],
    meet: f64,
}

impl Sight<'_> {
    /// A vertex at every end of an edge that does not run on smoothly into its other end, and at the tip of every pole that
    /// is not smooth.
    fn vertices(&self, edges: &[Edge]) -> Result<Vec<Vertex>, SurfaceError> {
        let mut wanted = Vec::new();
        for edge in edges.iter().filter(|edge| !edge.closes(self.times, self.meet, SMOOTH_SEAM)) {
            let (face, side) = edge.first_side();
            for s in [edge.range().lower(), edge.range().upper()] {
                let parameters = side.parameters(&self.faces[face].patch, s);
                wanted.push(Place { face, parameters, pole: false });
            }
        }
        for seen in self.sides.iter().filter(|seen| seen.kind == Kind::Pole { smooth: false }) {
            let patch = &self.faces[seen.at.face].patch;
            let parameters = seen.at.side.parameters(patch, seen.at.side.range(patch).lower());
            wanted.push(Place { face: seen.at.face, parameters, pole: true });
        }
        let corners: Vec<(Place, Vec<DVec3>)> =
            self.corners().into_iter().map(|corner| (corner, self.trace(&corner))).collect();
        let mut taken: Vec<Vec<DVec3>> = Vec::new();
        let mut vertices = Vec::new();
        for place in wanted {
            let at = self.trace(&place);
            if taken.iter().any(|other| self.together(other, &at)) {
                continue;
            }
            let others = corners.iter().filter(|(other, trace)| *other != place && self.together(trace, &at));
            let meeting = std::iter::once(place).chain(others.map(|(other, _)| *other));
            vertices.push(Vertex::new(meeting.map(|place| self.corner(place)).collect())?);
            taken.push(at);
        }
        Ok(vertices)
    }

    fn corner(&self, place: Place) -> Corner {
        let Face { patch, facing } = self.faces[place.face].clone();
        Corner { face: place.face, patch, facing, parameters: place.parameters, pole: place.pole }
    }

    /// The four corners of every face.
    fn corners(&self) -> Vec<Place> {
        let mut corners = Vec::new();
        for (face, Face { patch, .. }) in self.faces.iter().enumerate() {
            let [u, v] = patch.domain();
            for (at_u, u) in [(End::Lower, u.lower()), (End::Upper, u.upper())] {
                for (at_v, v) in [(End::Lower, v.lower()), (End::Upper, v.upper())] {
                    let sides = [Side::U(at_u), Side::V(at_v)];
                    let on_pole = |seen: &Seen| {
                        let here = seen.at.face == face && sides.contains(&seen.at.side);
                        here && matches!(seen.kind, Kind::Pole { .. })
                    };
                    corners.push(Place { face, parameters: [u, v], pole: self.sides.iter().any(on_pole) });
                }
            }
        }
        corners
    }

    /// Where a place is at the instants that are compared.
    fn trace(&self, place: &Place) -> Vec<DVec3> {
        let (mut work, [u, v]) = (PatchWork::default(), place.parameters);
        let patch = &self.faces[place.face].patch;
        self.times.iter().map(|&time| patch.values(u, v, time, &mut work)).collect()
    }

    fn together(&self, a: &[DVec3], b: &[DVec3]) -> bool {
        a.iter().zip(b).all(|(a, b)| a.distance(*b) <= self.meet)
    }
}
