//! Edges and vertices: where a body of faces is not smooth.
//!
//! *Question.* Where is the curve between two faces, and which ways are outwards there?
//! *Idea.* An edge is a side of a face (`curve`). The outward directions are the outward normals of the faces on its two sides.
//! *Guarantee.* Encloses the exact curve and its derivatives. The second face is asked at the matching parameter, widened
//! by what the match may be off.
//! *Cost.* That of the curve, one jet a face for the directions.
//! *Source.* Snyder et al. 1993, appendix A.

use super::curve::{Curve, Path};
use super::{Facing, Patch, PatchWork, Side, SurfaceError};
use crate::tolerance::MATCHED_PARAMETER;
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::expr::Workspace;
use tangency_interval::{Interval, Vector3};

/// A curve along which the surface is not smooth: a crease between two faces, or the border of an open surface.
#[derive(Clone, Debug)]
pub struct Edge {
    curve: Arc<Curve>,
    range: Interval,
    borders: Vec<Border>,
}

/// A side of a face, as seen from an edge that runs along it.
#[derive(Clone, Debug)]
pub(super) struct Border {
    pub(super) face: usize,
    pub(super) side: Side,
    pub(super) patch: Patch,
    pub(super) facing: Facing,
    /// Where on this side the edge's parameter is.
    pub(super) along: Along,
}

/// How the parameter of an edge runs along a side: in proportion, from the same end or from the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Along {
    pub(super) reversed: bool,
}

/// Enclosures of an edge and its derivatives over a box of (s, t).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveJet {
    /// The points.
    pub point: Vector3,
    /// First derivative along the curve.
    pub ds: Vector3,
    /// First derivative by the time.
    pub dt: Vector3,
    /// Second derivative along the curve.
    pub dss: Vector3,
    /// Mixed derivative.
    pub dst: Vector3,
}

/// Scratch memory for the evaluations of edges and vertices.
#[derive(Clone, Debug, Default)]
pub struct EdgeWork {
    pub(super) points: Workspace,
    pub(super) jets: Workspace,
    pub(super) borders: [PatchWork; 2],
    outward: Vec<Vector3>,
}

impl Edge {
    /// The edge along the first of these sides.
    pub(super) fn new(borders: Vec<Border>) -> Result<Self, SurfaceError> {
        let first = borders.first().ok_or(SurfaceError::NoFaces)?;
        let curve = Curve::along(&first.patch, first.side)?;
        let range = first.side.range(&first.patch);
        Ok(Self { curve: Arc::new(curve), range, borders })
    }

    /// The range of its parameter s.
    #[must_use]
    pub fn range(&self) -> Interval {
        self.range
    }

    /// The faces that meet here, by index: two, or one at the border of an open surface.
    pub fn faces(&self) -> impl Iterator<Item = usize> {
        self.borders.iter().map(|border| border.face)
    }

    /// The same without an inside.
    pub(super) fn as_surface(&self) -> Self {
        let unknown = |border: &Border| Border { facing: Facing::Unknown, ..border.clone() };
        Self { curve: Arc::clone(&self.curve), range: self.range, borders: self.borders.iter().map(unknown).collect() }
    }

    /// The side that it runs along.
    pub(super) fn first_side(&self) -> (usize, Side) {
        (self.borders[0].face, self.borders[0].side)
    }

    /// Whether, at all these times, it runs smoothly from its end into its start: the same point within `meet`, the same
    /// direction within `turn`.
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

    /// Whether it changes its form over time.
    #[must_use]
    pub fn deforms(&self) -> bool {
        self.curve.deforms()
    }

    /// A point in plain numbers.
    #[must_use]
    pub fn at(&self, s: f64, t: f64) -> DVec3 {
        self.curve.plain(s, t)[0]
    }

    /// Holds every point over the box of (s, t); all of space where a coordinate may have no value.
    pub fn point(&self, region: [Interval; 2], work: &mut EdgeWork) -> Vector3 {
        match self.jet(region, work) {
            Some(jet) => jet.point,
            None => self.curve.point(region, work),
        }
    }

    /// Encloses points and derivatives over the box of (s, t); `None` where the curve may have a kink, a jump, or no value.
    pub fn jet(&self, region: [Interval; 2], work: &mut EdgeWork) -> Option<CurveJet> {
        self.curve.jet(region, work)
    }

    /// The two outward directions (not of unit length) over the box of (s, t): the outward normals of the faces that meet
    /// here. `None` at the border of an open surface, and where it is not known which side is out.
    pub fn outward(&self, region: [Interval; 2], work: &mut EdgeWork) -> Option<[Vector3; 2]> {
        let [first, second] = self.borders.as_slice() else { return None };
        let [s, t] = region;
        let [work_first, work_second] = &mut work.borders;
        Some([first.outward(self.range(), s, t, work_first)?, second.outward(self.range(), s, t, work_second)?])
    }
}

impl Border {
    /// The outward normal where the edge's parameter, of range `of`, is in `s`.
    fn outward(&self, of: Interval, s: Interval, t: Interval, work: &mut PatchWork) -> Option<Vector3> {
        let range = self.side.range(&self.patch);
        let share = (s - Interval::from(of.lower())) / (Interval::from(of.upper()) - of.lower());
        let share = if self.along.reversed { Interval::ONE - share } else { share };
        let share = share + Interval::between(-MATCHED_PARAMETER, MATCHED_PARAMETER);
        let length = Interval::from(range.upper()) - range.lower();
        let s = (share * length + range.lower()).intersection(range);
        let [u, v] = self.side.region(&self.patch, s);
        self.facing.outward(self.patch.jet([u, v, t], work)?.normal())
    }
}

/// A point where edges end, or the tip of a pole.
#[derive(Clone, Debug)]
pub struct Vertex {
    path: Arc<Path>,
    corners: Vec<Corner>,
}

/// A corner of a face, or a pole of it.
#[derive(Clone, Debug)]
pub(super) struct Corner {
    pub(super) face: usize,
    pub(super) patch: Patch,
    pub(super) facing: Facing,
    pub(super) parameters: [f64; 2],
    /// Whether a whole side of the face is in this one point, so that the face has no single normal there.
    pub(super) pole: bool,
}

/// Enclosures of a vertex and its velocity over a span of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexJet {
    /// The places.
    pub point: Vector3,
    /// The velocities.
    pub dt: Vector3,
}

impl Vertex {
    /// The vertex at the first of these corners.
    pub(super) fn new(corners: Vec<Corner>) -> Result<Self, SurfaceError> {
        let first = corners.first().ok_or(SurfaceError::NoFaces)?;
        let path = Path::of(&first.patch, first.parameters)?;
        Ok(Self { path: Arc::new(path), corners })
    }

    /// The same without an inside.
    pub(super) fn as_surface(&self) -> Self {
        let unknown = |corner: &Corner| Corner { facing: Facing::Unknown, ..corner.clone() };
        Self { path: Arc::clone(&self.path), corners: self.corners.iter().map(unknown).collect() }
    }

    /// The faces that meet here, by index.
    pub fn faces(&self) -> impl Iterator<Item = usize> {
        self.corners.iter().map(|corner| corner.face)
    }

    /// Whether it moves within its body.
    #[must_use]
    pub fn deforms(&self) -> bool {
        self.path.deforms()
    }

    /// The place in plain numbers.
    #[must_use]
    pub fn at(&self, t: f64) -> DVec3 {
        self.path.at(t)
    }

    /// Holds every place during the span; all of space where a coordinate may have no value.
    pub fn point(&self, t: Interval, work: &mut EdgeWork) -> Vector3 {
        match self.jet(t, work) {
            Some(jet) => jet.point,
            None => self.path.point(t, work),
        }
    }

    /// Encloses places and velocities during the span; `None` where there may be a kink, a jump, or no value.
    pub fn jet(&self, t: Interval, work: &mut EdgeWork) -> Option<VertexJet> {
        self.path.jet(t, work)
    }

    /// The outward directions (not of unit length) during the span: the outward normals of the faces that meet here. `None` at a
    /// pole, where a face has no single normal, and where it is not known which side is out.
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
