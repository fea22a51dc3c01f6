//! Spline surfaces of a scene: Bézier patches, NURBS, and files of patches.

use super::SceneReader;
use super::value::{Table, TomlValue};
use crate::fault::{RawFault, RawFaults, quoted};
use crate::spline;
use glam::DVec3;
use tangency_geometry::spline::{BezierPatch, NurbsSurface, SplineError};

impl SceneReader<'_> {
    /// `bezier = [{ degree = [3, 3], points = [[0, 0, 0], …], weights = […], end = [[0, 0, 1], …] }, …]`.
    pub(super) fn bezier(&mut self, data: &TomlValue<'_>) -> Result<Vec<BezierPatch>, RawFaults> {
        let (mut faults, duration) = (RawFaults::new(), self.duration);
        let read = |patch: &TomlValue<'_>| -> Result<BezierPatch, RawFaults> {
            let table = patch.table(&["degree", "points", "weights", "end"])?;
            let degree = degree(&table)?;
            let weights = weights(&table)?;
            let made = |points: Vec<DVec3>| {
                BezierPatch::rational(degree, points, weights.clone()).map_err(|error| refused(patch, &error))
            };
            let start = made(points(&table, "points")?)?;
            if table.optional("end").is_none() {
                return Ok(start);
            }
            let end = made(points(&table, "end")?)?;
            Ok(start.moving_to(&end, 0.0, duration).map_err(|error| refused(patch, &error))?)
        };
        let patches = data.list("a list of patches { degree = [3, 3], points = [[0, 0, 0], …] }", |_, patch| {
            Ok(read(&patch).map_err(|more| faults.extend(more)).ok())
        })?;
        if !faults.is_empty() {
            return Err(faults);
        }
        let patches: Vec<BezierPatch> = patches.into_iter().flatten().collect();
        self.spend(patches.len(), data)?;
        Ok(patches)
    }

    /// `nurbs = [{ degree = [2, 2], knots = [[0, 0, 0, 1, 1, 1], […]], points = [[0, 0, 0], …], weights = […] }, …]`.
    pub(super) fn nurbs(&mut self, data: &TomlValue<'_>) -> Result<Vec<BezierPatch>, RawFaults> {
        let mut faults = RawFaults::new();
        let read = |surface: &TomlValue<'_>| -> Result<Vec<BezierPatch>, RawFaults> {
            let table = surface.table(&["degree", "knots", "points", "weights"])?;
            let along: [TomlValue<'_>; 2] = table
                .required("knots", "[[0, 0, 1, 1], [0, 0, 1, 1]]")?
                .elements("two lists of knots, along u and along v")?;
            let [u, v] = along.map(|knots| knots.list("a list of knots", |_, knot| knot.number()));
            let made = NurbsSurface::new(degree(&table)?, [u?, v?], points(&table, "points")?, weights(&table)?);
            let pieces = made.and_then(|made| made.pieces()).map_err(|error| refused(surface, &error))?;
            Ok(pieces.into_iter().map(|piece| piece.patch).collect())
        };
        let surfaces = data
            .list("a list of surfaces { degree = [2, 2], knots = […], points = […] }", |_, surface| {
                Ok(read(&surface).map_err(|more| faults.extend(more)).ok())
            })?;
        if !faults.is_empty() {
            return Err(faults);
        }
        let patches: Vec<BezierPatch> = surfaces.into_iter().flatten().flatten().collect();
        self.spend(patches.len(), data)?;
        Ok(patches)
    }

    /// `patches = "teapot.bpt"`, in the unit of the scene.
    pub(super) fn patch_file(&mut self, data: &TomlValue<'_>) -> Result<Vec<BezierPatch>, RawFaults> {
        let written = data.string()?;
        if written.is_empty() {
            let advice = "write its name: \"teapot.bpt\"";
            return Err(data.fault("the path of the file of patches is empty".into(), advice).into());
        }
        let unusable = |error: &dyn std::fmt::Display| {
            let message = format!("the file of patches {} cannot be used: {error}", quoted(written));
            data.fault(message, "paths are relative to the folder of the scene file")
        };
        let patches = spline::read(self.folder.join(written)).map_err(|error| unusable(&error))?;
        self.spend(patches.len(), data)?;
        let unit = data.unit();
        if unit.metres(1.0) == 1.0 {
            return Ok(patches);
        }
        let scaled = patches.iter().map(|patch| {
            let points = patch.control_points().iter().map(|&point| unit.vector(point)).collect();
            BezierPatch::rational(patch.degree(), points, patch.weights().to_vec())
        });
        Ok(scaled.collect::<Result<_, _>>().map_err(|error| unusable(&error))?)
    }
}

fn degree(table: &Table<'_>) -> Result<[usize; 2], RawFault> {
    let degree = table.required("degree", "[3, 3]")?.integers("two degrees [u, v] from 1 to 7", 1..8)?;
    Ok(degree.map(|degree| degree as usize))
}

fn points(table: &Table<'_>, key: &'static str) -> Result<Vec<DVec3>, RawFault> {
    table.required(key, "[[0, 0, 0], [0, 1, 0]]")?.list("a list of control points", |_, point| point.point())
}

fn weights(table: &Table<'_>) -> Result<Vec<f64>, RawFault> {
    let Some(weights) = table.optional("weights") else { return Ok(Vec::new()) };
    weights.list("a list of weights", |_, weight| weight.positive())
}

/// A fault found by `geometry`.
fn refused(value: &TomlValue<'_>, error: &SplineError) -> RawFault {
    value.fault(error.to_string(), "")
}
