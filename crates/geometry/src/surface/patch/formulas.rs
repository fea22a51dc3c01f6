//! A face given by three expressions.
//!
//! *Idea.* The three coordinates and their symbolic derivatives are compiled into one tape, which shares common
//! subexpressions: the sines of a torus serve all 27 of its outputs.
//! *Guarantee.* Encloses the exact points and derivatives; all of space where a formula may be undefined.
//! *Cost.* A jet of a torus is one evaluation of its tape (about 40 operations), without allocation once the
//! workspace has grown.

use super::{COORDINATES, PatchWork, SurfaceError, SurfaceJet, VARIABLES};
use glam::{DVec3, dvec3};
use std::fmt;
use tangency_interval::expr::{Decoration, Expr, Tape};
use tangency_interval::{Interval, Vector, Vector3};

/// Three compiled expressions of u, v and t.
pub(super) struct Formulas {
    coordinates: [Expr; 3],
    points: Tape,
    jets: Tape,
    deforms: bool,
}

impl fmt::Debug for Formulas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = &self.coordinates;
        write!(f, "{x}, {y}, {z}")
    }
}

impl PartialEq for Formulas {
    fn eq(&self, other: &Self) -> bool {
        self.coordinates == other.coordinates
    }
}

impl Formulas {
    pub(super) fn new(coordinates: [Expr; 3]) -> Result<Self, SurfaceError> {
        for (coordinate, name) in coordinates.iter().zip(COORDINATES) {
            compile(std::slice::from_ref(coordinate), name)?;
        }
        let mut outputs = coordinates.to_vec();
        for by in ["u", "v", "t", "uu", "uv", "vv", "ut", "vt"] {
            let derivative = |coordinate: &Expr| {
                by.chars()
                    .fold(coordinate.clone(), |so_far, variable| so_far.derivative(variable.encode_utf8(&mut [0; 4])))
            };
            outputs.extend(coordinates.iter().map(derivative));
        }
        let deforms = coordinates.iter().any(|coordinate| coordinate.variables().iter().any(|name| &**name == "t"));
        Ok(Self { points: compile(&coordinates, "x")?, jets: compile(&outputs, "x")?, coordinates, deforms })
    }

    pub(super) fn coordinates(&self) -> &[Expr; 3] {
        &self.coordinates
    }

    /// Whether the expressions contain `t`.
    pub(super) fn deforms(&self) -> bool {
        self.deforms
    }

    /// A point in floating point.
    pub(super) fn point_at(&self, at: [f64; 3], work: &mut PatchWork) -> DVec3 {
        DVec3::from_slice(self.points.values(&at, &mut work.points))
    }

    /// The point and its derivatives in floating point.
    pub(super) fn jet_at(&self, at: [f64; 3], work: &mut PatchWork) -> [DVec3; 9] {
        let outputs = self.jets.values(&at, &mut work.jets);
        std::array::from_fn(|index| dvec3(outputs[3 * index], outputs[3 * index + 1], outputs[3 * index + 2]))
    }

    /// Encloses points and first derivatives over a box, including kinks. `None` where the surface may jump or
    /// be undefined.
    pub(super) fn slopes(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<[Vector3; 4]> {
        let gradients = self.points.gradients(&region, &mut work.points);
        let continuous = (0..3).all(|axis| gradients.decoration(axis) >= Decoration::Continuous);
        continuous.then(|| {
            let by = |variable: usize| Vector(std::array::from_fn(|axis| gradients.gradient(axis)[variable]));
            [Vector(std::array::from_fn(|axis| gradients.range(axis))), by(0), by(1), by(2)]
        })
    }

    /// Encloses the points over a box that may contain kinks.
    pub(super) fn point_with_kinks(&self, region: [Interval; 3], work: &mut PatchWork) -> Vector3 {
        let gradients = self.points.gradients(&region, &mut work.points);
        let natural: [Interval; 3] = std::array::from_fn(|axis| {
            if gradients.everywhere_defined(axis) { gradients.range(axis) } else { Interval::ENTIRE }
        });
        let slopes: [Option<[Interval; 3]>; 3] = std::array::from_fn(|axis| {
            let continuous = gradients.decoration(axis) >= Decoration::Continuous;
            continuous.then(|| std::array::from_fn(|variable| gradients.gradient(axis)[variable]))
        });
        let Some(offsets) = super::offsets(region) else { return Vector(natural) };
        let centre = self.points.ranges(&region.map(|side| Interval::from(side.mid())), &mut work.points);
        Vector(std::array::from_fn(|axis| match slopes[axis] {
            Some(slopes) => natural[axis].intersection(centre[axis] + Vector(slopes).dot(Vector(offsets))),
            None => natural[axis],
        }))
    }

    /// The ranges of the coordinates.
    pub(super) fn points(&self, region: [Interval; 3], work: &mut PatchWork) -> Vector3 {
        let ranges = self.points.ranges(&region, &mut work.points);
        Vector(std::array::from_fn(|axis| ranges[axis]))
    }

    /// The ranges of the coordinates and their derivatives. `None` where there may be a kink or a jump, or
    /// where a coordinate may be undefined.
    pub(super) fn jet(&self, region: [Interval; 3], work: &mut PatchWork) -> Option<SurfaceJet> {
        let ranges = self.jets.ranges(&region, &mut work.jets);
        let smooth = (0..3).all(|axis| ranges.decoration(axis) == Decoration::Smooth);
        smooth.then(|| SurfaceJet::from_outputs(ranges.as_slice()))
    }

    pub(super) fn everywhere_defined(&self, region: [Interval; 3], work: &mut PatchWork) -> bool {
        let ranges = self.points.ranges(&region, &mut work.points);
        (0..3).all(|axis| ranges.everywhere_defined(axis))
    }

    pub(super) fn nowhere_defined(&self, region: [Interval; 3], work: &mut PatchWork) -> [bool; 3] {
        let ranges = self.points.ranges(&region, &mut work.points);
        std::array::from_fn(|axis| ranges[axis].is_empty())
    }

    /// Number of instructions of a jet.
    pub(super) fn instruction_count(&self) -> usize {
        self.jets.instruction_count()
    }
}

/// Compiles expressions of u, v and t. Errors are attributed to the named coordinate.
fn compile(outputs: &[Expr], coordinate: &'static str) -> Result<Tape, SurfaceError> {
    let failed =
        |error: tangency_interval::expr::NameError| SurfaceError::Expression { coordinate, message: error.to_string() };
    Tape::new(outputs, &VARIABLES).map_err(failed)
}
