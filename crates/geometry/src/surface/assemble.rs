//! From faces to a body: its edges, its vertices, and its outside.
//!
//! *Question.* Given smooth faces, where is the body that they bound not smooth? Is it closed? Which side is
//! inside?
//! *Idea.* Faces with kinks are split along them ([`super::kinks`]). The sides of the faces are classified
//! ([`super::border`]). Creases and free sides are edges; ends of edges and tips of poles are vertices. Inside
//! its rectangle a face never loses a contact, whether it is singular or not: curves pass through the point in
//! both directions along u and along v. A plane on one side of the surface then contains `du` and `dv`, and the
//! tangency `du·n = dv·n = 0` holds. It may fail only at a side, because curves reach a side from one direction
//! only. At a pole `du` vanishes. If the surface is smooth there, `dv` lies in its tangent plane, tangency
//! holds again, and no vertex is needed (footnote 4). The tip of a cone has normals that no face has, and needs
//! a vertex. Neighbouring faces must be oriented consistently; the sign of the enclosed volume then decides for
//! all of them ([`super::volume`]).
//! *Guarantee.* No contact is lost by omitting an edge or a vertex, provided that the samples are
//! representative. Facing is known only if the sign of the volume is proved.
//! *Source.* Snyder et al. 1993, appendix A; two capped cylinders have three faces and two edges each.

use super::border::{self, ClassifiedSide, FaceSide, Joints, SideKind};
use super::brep::BrepParts;
use super::edge::{EdgeSide, FaceBorder, FaceCorner};
use super::kinks::{self, FaceOrigin};
use super::near::NearPoints;
use super::{DomainEnd, DomainSide, Edge, Face, Facing, Patch, PatchWork, SurfaceError, Vertex, chart, volume};
use crate::tolerance::{FACE_SAMPLES, PARALLEL_TANGENTS, SEAM_WIDENING, SIDES_MEET, SMOOTH_SEAM};
use glam::DVec3;
use tangency_interval::Interval;

/// The parts of the body of these faces during the time interval.
pub(super) fn parts(patches: Vec<Patch>, span: Interval, joints: Joints) -> Result<BrepParts, SurfaceError> {
    if patches.is_empty() {
        return Err(SurfaceError::NoFaces);
    }
    let count = patches.len();
    let (patches, origins): (Vec<Patch>, Vec<FaceOrigin>) =
        kinks::parts(patches)?.into_iter().map(|part| (part.patch, part.origin)).unzip();
    let times = border::instants(&patches, span);
    let mut extent = SampledExtent::default();
    for (patch, origin) in patches.iter().zip(&origins) {
        extent.include(patch, span, &times).map_err(|error| {
            let several = count > 1 && error == SurfaceError::NoNormal;
            if several { SurfaceError::NoNormalOnFace { face: origin.face, count } } else { error }
        })?;
    }
    let sides = border::classify((&patches, &origins), &times, extent.size(), joints);
    let patches = closed_up(patches, &sides);
    let closed = sides.iter().all(|side| side.kind != SideKind::Free);
    let signs = if closed { signs(patches.len(), &sides) } else { None };
    let face = |patch: Patch| Face { patch, facing: Facing::Unknown, trim: None };
    let mut faces: Vec<Face> = patches.into_iter().map(face).collect();
    if let Some(signs) = signs
        && let Some(volume) = volume::sign(&faces, &signs, extent.middle(), span)
    {
        for (face, sign) in faces.iter_mut().zip(signs) {
            face.facing = if sign == volume { Facing::Outwards } else { Facing::Inwards };
        }
    }
    let edges = edges(&faces, &sides)?;
    let seen = SampledFaces { faces: &faces, sides: &sides, times: &times, meet: SIDES_MEET * extent.size() };
    let vertices = seen.vertices(&edges)?;
    let charts = chart::charts(&faces, &sides, joints);
    Ok(BrepParts { faces, edges, vertices, charts, closed, span })
}

/// The bounding box of samples of the surface.
#[derive(Default)]
struct SampledExtent {
    corners: Option<[DVec3; 2]>,
}

impl SampledExtent {
    /// Samples a face. Fails if the face has no points or no normals.
    fn include(&mut self, patch: &Patch, span: Interval, times: &[f64]) -> Result<(), SurfaceError> {
        let mut work = PatchWork::default();
        let [u, v] = patch.domain();
        let region = [u, v, span];
        if let Some(axis) = patch.nowhere_defined(region, &mut work).iter().position(|&nowhere| nowhere) {
            return Err(SurfaceError::NoValue { coordinate: super::patch::COORDINATES[axis] });
        }
        let within = |range: Interval, i: usize| {
            range.lower() + (range.upper() - range.lower()) * (i as f64 + 0.5) / FACE_SAMPLES as f64
        };
        let (mut seen, mut normal) = ([false; 3], false);
        for &time in times {
            for i in 0..FACE_SAMPLES * FACE_SAMPLES {
                let [point, du, dv] =
                    patch.frame(within(u, i % FACE_SAMPLES), within(v, i / FACE_SAMPLES), time, &mut work);
                (0..3).for_each(|axis| seen[axis] |= point[axis].is_finite());
                if point.is_finite() {
                    self.corners =
                        Some(self.corners.map_or([point; 2], |[low, high]| [low.min(point), high.max(point)]));
                    // Vectors along the same line deviate from it only by rounding.
                    normal |=
                        du.cross(dv).length() > PARALLEL_TANGENTS * du.length() * dv.length() || !(du + dv).is_finite();
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

/// The faces with their domains widened where rounding leaves a gap to the side that they join.
fn closed_up(patches: Vec<Patch>, sides: &[ClassifiedSide]) -> Vec<Patch> {
    let widened = |(face, patch): (usize, Patch)| {
        let mut domain = patch.domain();
        for seen in border::of_face(sides, face).iter().filter(|seen| seen.short > 0.0) {
            let range = &mut domain[seen.at.side.fixed_parameter()];
            let by = SEAM_WIDENING[0] * seen.short + SEAM_WIDENING[1] * f64::EPSILON * range.magnitude();
            let (DomainSide::U(end) | DomainSide::V(end)) = seen.at.side;
            *range = match end {
                DomainEnd::Lower => Interval::between(range.lower() - by, range.upper()),
                DomainEnd::Upper => Interval::between(range.lower(), range.upper() + by),
            };
        }
        patch.widened(domain)
    };
    patches.into_iter().enumerate().map(widened).collect()
}

/// A sign +1 or −1 for every face that makes all orientations consistent; `None` if impossible, as on a Möbius
/// strip.
fn signs(count: usize, sides: &[ClassifiedSide]) -> Option<Vec<i8>> {
    let mut signs = vec![0_i8; count];
    for start in 0..count {
        if signs[start] != 0 {
            continue;
        }
        signs[start] = 1;
        let mut pending = vec![start];
        while let Some(face) = pending.pop() {
            for seen in border::of_face(sides, face) {
                let SideKind::Joined { other, reversed, .. } = seen.kind else { continue };
                // With consistent orientation, neighbours traverse their common side in opposite directions.
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

/// +1 if the running parameter increases along the side when the rectangle is traversed counter-clockwise.
fn turn(side: DomainSide) -> i8 {
    match side {
        DomainSide::V(DomainEnd::Lower) | DomainSide::U(DomainEnd::Upper) => 1,
        DomainSide::V(DomainEnd::Upper) | DomainSide::U(DomainEnd::Lower) => -1,
    }
}

/// An edge for every crease and every free side.
fn edges(faces: &[Face], sides: &[ClassifiedSide]) -> Result<Vec<Edge>, SurfaceError> {
    let border = |at: FaceSide, reversed: bool| EdgeSide {
        face: at.face,
        border: FaceBorder::Side(at.side),
        patch: faces[at.face].patch.clone(),
        facing: faces[at.face].facing,
        reversed,
    };
    let position = |at: FaceSide| {
        let own = border::of_face(sides, at.face).iter().position(|seen| seen.at == at);
        own.map(|place| 4 * at.face + place)
    };
    let mut edges = Vec::new();
    for (index, seen) in sides.iter().enumerate() {
        match seen.kind {
            SideKind::Free => edges.push(Edge::new(vec![border(seen.at, false)])?),
            // Once for the two sides of a crease.
            SideKind::Joined { other, reversed, smooth: false } if position(other) > Some(index) => {
                edges.push(Edge::new(vec![border(seen.at, false), border(other, reversed)])?);
            }
            SideKind::Joined { .. } | SideKind::Pole { .. } => {}
        }
    }
    Ok(edges)
}

/// A point on a face where a vertex may be.
#[derive(Clone, Copy, PartialEq)]
struct VertexCandidate {
    face: usize,
    parameters: [f64; 2],
    pole: bool,
}

/// The faces and their sides, sampled at these instants. Points closer than `meet` (metres) count as one.
struct SampledFaces<'a> {
    faces: &'a [Face],
    sides: &'a [ClassifiedSide],
    times: &'a [f64],
    meet: f64,
}

impl SampledFaces<'_> {
    /// A vertex at every end of an edge that does not continue smoothly into its other end, and at the tip of
    /// every pole that is not smooth.
    fn vertices(&self, edges: &[Edge]) -> Result<Vec<Vertex>, SurfaceError> {
        let mut wanted = Vec::new();
        for edge in edges.iter().filter(|edge| !edge.closes(self.times, self.meet, SMOOTH_SEAM)) {
            for s in [edge.range().lower(), edge.range().upper()] {
                let (face, parameters) = edge.first_parameters(s);
                wanted.push(VertexCandidate { face, parameters, pole: false });
            }
        }
        for seen in self.sides.iter().filter(|seen| seen.kind == SideKind::Pole { smooth: false }) {
            let patch = &self.faces[seen.at.face].patch;
            let parameters = seen.at.side.parameters(patch, seen.at.side.range(patch).lower());
            wanted.push(VertexCandidate { face: seen.at.face, parameters, pole: true });
        }
        let corners: Vec<(VertexCandidate, Vec<DVec3>)> =
            self.corners().into_iter().map(|corner| (corner, self.trace(&corner))).collect();
        let mut by_place = NearPoints::within(self.meet);
        corners.iter().enumerate().for_each(|(index, (_, trace))| by_place.insert(trace[0], index));
        let (mut taken, mut taken_by_place) = (Vec::<Vec<DVec3>>::new(), NearPoints::within(self.meet));
        let mut vertices = Vec::new();
        for place in wanted {
            let at = self.trace(&place);
            if taken_by_place.near(at[0]).into_iter().any(|other| self.together(&taken[other], &at)) {
                continue;
            }
            let near = by_place.near(at[0]).into_iter().map(|index| &corners[index]);
            let others = near.filter(|(other, trace)| *other != place && self.together(trace, &at));
            let meeting = std::iter::once(place).chain(others.map(|(other, _)| *other));
            vertices.push(Vertex::new(meeting.map(|place| self.corner(place)).collect())?);
            taken_by_place.insert(at[0], taken.len());
            taken.push(at);
        }
        Ok(vertices)
    }

    fn corner(&self, place: VertexCandidate) -> FaceCorner {
        let Face { patch, facing, .. } = self.faces[place.face].clone();
        FaceCorner { face: place.face, patch, facing, parameters: place.parameters, pole: place.pole }
    }

    /// The four corners of every face.
    fn corners(&self) -> Vec<VertexCandidate> {
        let mut corners = Vec::new();
        for (face, Face { patch, .. }) in self.faces.iter().enumerate() {
            let [u, v] = patch.domain();
            for (at_u, u) in [(DomainEnd::Lower, u.lower()), (DomainEnd::Upper, u.upper())] {
                for (at_v, v) in [(DomainEnd::Lower, v.lower()), (DomainEnd::Upper, v.upper())] {
                    let sides = [DomainSide::U(at_u), DomainSide::V(at_v)];
                    let on_pole = |seen: &ClassifiedSide| {
                        sides.contains(&seen.at.side) && matches!(seen.kind, SideKind::Pole { .. })
                    };
                    let pole = border::of_face(self.sides, face).iter().any(on_pole);
                    corners.push(VertexCandidate { face, parameters: [u, v], pole });
                }
            }
        }
        corners
    }

    /// The positions at the compared instants.
    fn trace(&self, place: &VertexCandidate) -> Vec<DVec3> {
        let (mut work, [u, v]) = (PatchWork::default(), place.parameters);
        let patch = &self.faces[place.face].patch;
        self.times.iter().map(|&time| patch.values(u, v, time, &mut work)).collect()
    }

    fn together(&self, a: &[DVec3], b: &[DVec3]) -> bool {
        a.iter().zip(b).all(|(a, b)| a.distance(*b) <= self.meet)
    }
}
