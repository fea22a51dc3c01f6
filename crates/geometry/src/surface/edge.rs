//! Edges and vertices: where a body of faces is not smooth.
//!
//! *Question.* Where is the curve between two faces, and what are its outward directions?
//! *Idea.* An edge is a side of a face, or a curve that trims it (`curve`). The outward directions are the outward
//! normals of the two adjacent faces.
//! *Guarantee.* Encloses the exact curve and its derivatives. The second face is evaluated at the matching
//! parameter, widened by the error of the match.
//! *Cost.* That of the curve, and one jet per face for the directions.
//! *Source.* Snyder et al. 1993, appendix A.

use super::curve::{Curve, VertexPath};
use super::{DomainSide, Facing, Patch, PatchWork, SurfaceError, TrimCurve};
use crate::tolerance::MATCHED_PARAMETER;
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::expr::TapeWorkspace;
use tangency_interval::{Interval, Vector3};

/// A curve along which the surface is not smooth: a crease between two faces, or the border of an open surface.
#[derive(Clone, Debug)]
pub struct Edge {
    curve: Arc<Curve>,
    range: Interval,
    borders: Vec<EdgeSide>,
}

/// A side of a face along an edge.
#[derive(Clone, Debug)]
pub(super) struct EdgeSide {
    pub(super) face: usize,
    pub(super) border: FaceBorder,
    pub(super) patch: Patch,
    pub(super) facing: Facing,
    /// Whether the edge's parameter runs along this side in the opposite direction. It is proportional to the side's.
    pub(super) reversed: bool,
}

/// Where an edge runs in the domain of a face.
#[derive(Clone, Debug)]
pub(super) enum FaceBorder {
    /// Along a side of the rectangle.
    Side(DomainSide),
    /// Along a curve that trims the face.
    Trim(Arc<TrimCurve>),
}

impl FaceBorder {
    /// The range of the parameter along it.
    pub(super) fn range(&self, patch: &Patch) -> Interval {
        match self {
            Self::Side(side) => side.range(patch),
            Self::Trim(_) => Interval::between(0.0, 1.0),
        }
    }

    /// The parameters (u, v) at `s`.
    pub(super) fn parameters(&self, patch: &Patch, s: f64) -> [f64; 2] {
        match self {
            Self::Side(side) => side.parameters(patch, s),
            Self::Trim(curve) => curve.region(Interval::from(s)).map(Interval::mid),
        }
    }

    /// A box of (u, v) that holds this part.
    pub(super) fn region(&self, patch: &Patch, s: Interval) -> [Interval; 2] {
        match self {
            Self::Side(side) => side.region(patch, s),
            Self::Trim(curve) => curve.region(s),
        }
    }
}

/// Encloses an edge and its derivatives over a box of (s, t).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveJet {
    /// The points.
    pub point: Vector3,
    /// First derivative along the curve.
    pub ds: Vector3,
    /// First derivative by time.
    pub dt: Vector3,
    /// Second derivative along the curve.
    pub dss: Vector3,
    /// Mixed derivative.
    pub dst: Vector3,
}

/// Scratch memory for evaluations of edges and vertices.
#[derive(Clone, Debug, Default)]
pub struct EdgeWork {
    pub(super) points: TapeWorkspace,
    pub(super) jets: TapeWorkspace,
    pub(super) borders: [PatchWork; 2],
    outward: Vec<Vector3>,
}

impl Edge {
    /// The edge along the first of these sides.
    pub(super) fn new(borders: Vec<EdgeSide>) -> Result<Self, SurfaceError> {
        let first = borders.first().ok_or(SurfaceError::NoFaces)?;
        let curve = match &first.border {
            FaceBorder::Side(side) => Curve::along(&first.patch, *side)?,
            FaceBorder::Trim(curve) => Curve::trimmed(&first.patch, curve),
        };
        let range = first.border.range(&first.patch);
        Ok(Self { curve: Arc::new(curve), range, borders })
    }

    /// The range of its parameter s.
    #[must_use]
    pub fn range(&self) -> Interval {
        self.range
    }

    /// The indices of the adjacent faces: two, or one at the border of an open surface.
    pub fn faces(&self) -> impl Iterator<Item = usize> {
        self.borders.iter().map(|border| border.face)
    }

    /// The face and the side of its rectangle that the edge follows; `None` if it trims the face.
    #[must_use]
    pub fn first_side(&self) -> Option<(usize, DomainSide)> {
        let first = &self.borders[0];
        match &first.border {
            FaceBorder::Side(side) => Some((first.face, *side)),
            FaceBorder::Trim(_) => None,
        }
    }

    /// The same edge of a surface without interior.
    pub(super) fn as_surface(&self) -> Self {
        let unknown = |border: &EdgeSide| EdgeSide { facing: Facing::Unknown, ..border.clone() };
        Self { curve: Arc::clone(&self.curve), range: self.range, borders: self.borders.iter().map(unknown).collect() }
    }

    /// The face that the edge follows, and its parameters there.
    pub(super) fn first_parameters(&self, s: f64) -> (usize, [f64; 2]) {
        let first = &self.borders[0];
        (first.face, first.border.parameters(&first.patch, s))
    }

    /// Whether the edge closes smoothly at all these times: its ends agree within `meet` metres, and its end
    /// directions within `turn`.
    pub(super) fn closes(&self, times: &[f64], meet: f64, turn: f64) -> bool {
        let end = |s: f64, time: f64| {
            let [point, along] = self.curve.plain(s, time);
            [point, along.normalize_or_zero()]
        };
        times.iter().all(|&time| {
            let [start, last] = [self.range().lower(), self.range().upper()].map(|s| end(s, time));
            start[0].distance(last[0]) <= meet && start[1].distance(last[1]) <= turn
        })
    }

    /// Whether the shape changes over time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        self.curve.deforms()
    }

    /// A point in floating point.
    #[must_use]
    pub fn at(&self, s: f64, t: f64) -> DVec3 {
        self.curve.plain(s, t)[0]
    }

    /// Holds every point over the box of (s, t); all of space where a coordinate may be undefined.
    pub fn point(&self, region: [Interval; 2], work: &mut EdgeWork) -> Vector3 {
        match self.jet(region, work) {
            Some(jet) => jet.point,
            None => self.curve.point(region, work),
        }
    }

    /// Encloses points and derivatives over the box of (s, t). `None` where the curve may have a kink, may
    /// jump, or may be undefined.
    pub fn jet(&self, region: [Interval; 2], work: &mut EdgeWork) -> Option<CurveJet> {
        self.curve.jet(region, work)
    }

    /// The two outward directions (not normalised) over the box of (s, t): the outward normals of the adjacent
    /// faces. `None` at the border of an open surface, and where the outside is unknown.
    pub fn outward(&self, region: [Interval; 2], work: &mut EdgeWork) -> Option<[Vector3; 2]> {
        let [first, second] = self.borders.as_slice() else { return None };
        let [s, t] = region;
        let [work_first, work_second] = &mut work.borders;
        Some([first.outward(self.range(), s, t, work_first)?, second.outward(self.range(), s, t, work_second)?])
    }
}

impl EdgeSide {
    /// The outward normal where the edge's parameter, with range `of`, lies in `s`.
    fn outward(&self, of: Interval, s: Interval, t: Interval, work: &mut PatchWork) -> Option<Vector3> {
        let range = self.border.range(&self.patch);
        let share = (s - Interval::from(of.lower())) / (Interval::from(of.upper()) - of.lower());
        let share = if self.reversed { Interval::ONE - share } else { share };
        let share = share + Interval::between(-MATCHED_PARAMETER, MATCHED_PARAMETER);
        let length = Interval::from(range.upper()) - range.lower();
        let s = (share * length + range.lower()).intersection(range);
        let [u, v] = self.border.region(&self.patch, s);
        self.facing.outward(self.patch.jet([u, v, t], work)?.normal())
    }
}

/// A point where edges end, or the tip of a pole.
#[derive(Clone, Debug)]
pub struct Vertex {
    path: Arc<VertexPath>,
    corners: Vec<FaceCorner>,
}

/// A corner or a pole of a face.
#[derive(Clone, Debug)]
pub(super) struct FaceCorner {
    pub(super) face: usize,
    pub(super) patch: Patch,
    pub(super) facing: Facing,
    pub(super) parameters: [f64; 2],
    /// Whether a whole side of the face shrinks to this point, so that the face has no unique normal there.
    pub(super) pole: bool,
}

/// Encloses a vertex and its velocity during a time interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexJet {
    /// The positions.
    pub point: Vector3,
    /// The velocities.
    pub dt: Vector3,
}

impl Vertex {
    /// The vertex at the first of these corners.
    pub(super) fn new(corners: Vec<FaceCorner>) -> Result<Self, SurfaceError> {
        let first = corners.first().ok_or(SurfaceError::NoFaces)?;
        let path = VertexPath::of(&first.patch, first.parameters)?;
        Ok(Self { path: Arc::new(path), corners })
    }

    /// The same vertex of a surface without interior.
    pub(super) fn as_surface(&self) -> Self {
        let unknown = |corner: &FaceCorner| FaceCorner { facing: Facing::Unknown, ..corner.clone() };
        Self { path: Arc::clone(&self.path), corners: self.corners.iter().map(unknown).collect() }
    }

    /// The indices of the adjacent faces.
    pub fn faces(&self) -> impl Iterator<Item = usize> {
        self.corners.iter().map(|corner| corner.face)
    }

    /// The face that the vertex is a corner of, and its parameters there.
    #[must_use]
    pub fn first_corner(&self) -> (usize, [f64; 2]) {
        (self.corners[0].face, self.corners[0].parameters)
    }

    /// Whether it moves within its body.
    #[must_use]
    pub fn deforms(&self) -> bool {
        self.path.deforms()
    }

    /// The position in floating point.
    #[must_use]
    pub fn at(&self, t: f64) -> DVec3 {
        self.path.at(t)
    }

    /// Holds every position during the time interval; all of space where a coordinate may be undefined.
    pub fn point(&self, t: Interval, work: &mut EdgeWork) -> Vector3 {
        match self.jet(t, work) {
            Some(jet) => jet.point,
            None => self.path.point(t, work),
        }
    }

    /// Encloses positions and velocities during the time interval. `None` where there may be a kink or a jump,
    /// or where it may be undefined.
    pub fn jet(&self, t: Interval, work: &mut EdgeWork) -> Option<VertexJet> {
        self.path.jet(t, work)
    }

    /// The outward directions (not normalised) during the time interval: the outward normals of the adjacent
    /// faces. `None` at a pole, where a face has no unique normal, and where the outside is unknown.
    pub fn outward<'w>(&self, t: Interval, work: &'w mut EdgeWork) -> Option<&'w [Vector3]> {
        work.outward.clear();
        for corner in &self.corners {
            if corner.pole {
                return None;
            }
            let [u, v] = corner.parameters.map(Interval::from);
            let jet = corner.patch.jet([u, v, t], &mut work.borders[0])?;
            work.outward.push(corner.facing.outward(jet.normal())?);
        }
        Some(&work.outward)
    }
}
