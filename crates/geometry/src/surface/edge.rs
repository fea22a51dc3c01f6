//! Edges and vertices: where a body of faces is not smooth.
//!
//! *Question.* Where is the curve between two faces, and which ways are outwards there?
//! *Idea.* An edge is a side of a face, `C(s, t) = S(u fixed, s, t)`: the formulas with one parameter put in, compiled again. The
//! outward directions are the outward normals of the faces on its two sides.
//! *Guarantee.* Encloses the exact curve and its derivatives. The second face is asked at the matching parameter, widened
//! by what the match may be off.
//! *Cost.* One short tape for the curve, one jet a face for the directions.
//! *Source.* Snyder et al. 1993, appendix A.

use super::patch::{COORDINATES, VARIABLES};
use super::{Facing, Patch, PatchWork, Side, SurfaceError};
use crate::tolerance::MATCHED_PARAMETER;
use glam::DVec3;
use std::sync::Arc;
use tangency_interval::expr::{Decoration, Expr, Tape, Workspace};
use tangency_interval::{Interval, Vector, Vector3};

/// A curve along which the surface is not smooth: a crease between two faces, or the border of an open surface.
#[derive(Clone, Debug)]
pub struct Edge {
    curve: Arc<Curve>,
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

/// The formulas of a side with its resting parameter put in.
#[derive(Debug)]
struct Curve {
    coordinates: [Expr; 3],
    points: Tape,
    jets: Tape,
    range: Interval,
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
    points: Workspace,
    jets: Workspace,
    borders: [PatchWork; 2],
    outward: Vec<Vector3>,
}

impl Edge {
    /// The edge along the first of these sides.
    pub(super) fn new(borders: Vec<Border>) -> Result<Self, SurfaceError> {
        let first = borders.first().ok_or(SurfaceError::NoFaces)?;
        let (resting, running) = (first.side.resting(), 1 - first.side.resting());
        let place = Expr::number(first.side.place(&first.patch));
        let s = Expr::variable("s");
        let put_in =
            |coordinate: &Expr| coordinate.substitute_all(&[(VARIABLES[resting], &place), (VARIABLES[running], &s)]);
        let coordinates = first.patch.coordinates().each_ref().map(put_in);
        let mut outputs = coordinates.to_vec();
        for by in [&["s"][..], &["t"], &["s", "s"], &["s", "t"]] {
            let derivative =
                |coordinate: &Expr| by.iter().fold(coordinate.clone(), |so_far, name| so_far.derivative(name));
            outputs.extend(coordinates.iter().map(derivative));
        }
        let range = first.side.range(&first.patch);
        let curve = Curve {
            points: compile(&coordinates, &["s", "t"])?,
            jets: compile(&outputs, &["s", "t"])?,
            coordinates,
            range,
        };
        Ok(Self { curve: Arc::new(curve), borders })
    }

    /// The range of its parameter s.
    #[must_use]
    pub fn range(&self) -> Interval {
        self.curve.range
    }

    /// The faces that meet here, by index: two, or one at the border of an open surface.
    pub fn faces(&self) -> impl Iterator<Item = usize> {
        self.borders.iter().map(|border| border.face)
    }

    /// The same without an inside.
    pub(super) fn as_surface(&self) -> Self {
        let unknown = |border: &Border| Border { facing: Facing::Unknown, ..border.clone() };
        Self { curve: Arc::clone(&self.curve), borders: self.borders.iter().map(unknown).collect() }
    }

    /// The side that it runs along.
    pub(super) fn first_side(&self) -> (usize, Side) {
        (self.borders[0].face, self.borders[0].side)
    }

    /// Whether, at all these times, it runs smoothly from its end into its start: the same point within `meet`, the same
    /// direction within `turn`.
    pub(super) fn closes(&self, times: &[f64], meet: f64, turn: f64) -> bool {
        let mut work = Workspace::default();
        let mut end = |s: f64, time: f64| {
            let values = self.curve.jets.values(&[s, time], &mut work);
            [DVec3::from_slice(&values[..3]), DVec3::from_slice(&values[3..6]).normalize_or_zero()]
        };
        times.iter().all(|&time| {
            let [start, last] = [self.range().lower(), self.range().upper()].map(|s| end(s, time));
            start[0].distance(last[0]) <= meet && start[1].distance(last[1]) <= turn
        })
    }

    /// The expressions of the three coordinates, of `s` and `t`.
    #[must_use]
    pub fn coordinates(&self) -> &[Expr; 3] {
        &self.curve.coordinates
    }

    /// A point in plain numbers.
    #[must_use]
    pub fn at(&self, s: f64, t: f64) -> DVec3 {
        DVec3::from_slice(self.curve.points.values(&[s, t], &mut Workspace::default()))
    }

    /// Holds every point over the box of (s, t); all of space where a coordinate may have no value.
    pub fn point(&self, region: [Interval; 2], work: &mut EdgeWork) -> Vector3 {
        match self.jet(region, work) {
            Some(jet) => jet.point,
            None => natural(&self.curve.points, &region, &mut work.points),
        }
    }

    /// Encloses points and derivatives over the box of (s, t); `None` where the curve may have a kink, a jump, or no value.
    pub fn jet(&self, region: [Interval; 2], work: &mut EdgeWork) -> Option<CurveJet> {
        let ranges = self.curve.jets.ranges(&region, &mut work.jets);
        if !(0..3).all(|axis| ranges.decoration(axis) == Decoration::Smooth) {
            return None;
        }
        let vector = |index: usize| Vector(std::array::from_fn(|axis| ranges[3 * index + axis]));
        let mut jet = CurveJet { point: vector(0), ds: vector(1), dt: vector(2), dss: vector(3), dst: vector(4) };
        let centre = region.map(|side| Interval::from(side.mid()));
        if region.iter().all(|side| side.is_bounded()) {
            let at_centre = self.curve.points.ranges(&centre, &mut work.points);
            let at_centre = Vector(std::array::from_fn(|axis| at_centre[axis]));
            let mean_value = at_centre + jet.ds * (region[0] - centre[0]) + jet.dt * (region[1] - centre[1]);
            jet.point = jet.point.intersection(mean_value);
        }
        Some(jet)
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

/// The formulas with both parameters put in.
#[derive(Debug)]
struct Path {
    coordinates: [Expr; 3],
    jets: Tape,
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
        let [u, v] = first.parameters.map(Expr::number);
        let coordinates =
            first.patch.coordinates().each_ref().map(|coordinate| coordinate.substitute_all(&[("u", &u), ("v", &v)]));
        let rates = coordinates.each_ref().map(|coordinate| coordinate.derivative("t"));
        let jets = compile(&[coordinates.as_slice(), rates.as_slice()].concat(), &["t"])?;
        Ok(Self { path: Arc::new(Path { coordinates, jets }), corners })
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

    /// The expressions of the three coordinates, of `t`.
    #[must_use]
    pub fn coordinates(&self) -> &[Expr; 3] {
        &self.path.coordinates
    }

    /// The place in plain numbers.
    #[must_use]
    pub fn at(&self, t: f64) -> DVec3 {
        DVec3::from_slice(&self.path.jets.values(&[t], &mut Workspace::default())[..3])
    }

    /// Holds every place during the span; all of space where a coordinate may have no value.
    pub fn point(&self, t: Interval, work: &mut EdgeWork) -> Vector3 {
        match self.jet(t, work) {
            Some(jet) => jet.point,
            None => natural(&self.path.jets, &[t], &mut work.jets),
        }
    }

    /// Encloses places and velocities during the span; `None` where there may be a kink, a jump, or no value.
    pub fn jet(&self, t: Interval, work: &mut EdgeWork) -> Option<VertexJet> {
        let ranges = self.path.jets.ranges(&[t], &mut work.jets);
        let vector = |index: usize| Vector(std::array::from_fn(|axis| ranges[3 * index + axis]));
        let smooth = (0..3).all(|axis| ranges.decoration(axis) == Decoration::Smooth);
        smooth.then(|| VertexJet { point: vector(0), dt: vector(1) })
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

/// The first three outputs over the box; all numbers where they may have no value.
fn natural(tape: &Tape, region: &[Interval], work: &mut Workspace) -> Vector3 {
    let ranges = tape.ranges(region, work);
    Vector(std::array::from_fn(|axis| if ranges.everywhere_defined(axis) { ranges[axis] } else { Interval::ENTIRE }))
}

fn compile(outputs: &[Expr], variables: &[&str]) -> Result<Tape, SurfaceError> {
    let failed = |error: tangency_interval::expr::NameError| SurfaceError::Expression {
        coordinate: COORDINATES[0],
        message: error.to_string(),
    };
    Tape::new(outputs, variables).map_err(failed)
}
