//! The motion of a body of a scene. One key names the kind.

use super::orientation::pose;
use super::value::{Table, TomlValue};
use super::{SceneReader, chebyshev};
use crate::fault::{RawFault, RawFaults, shown};
use crate::kind::{KindKey, kind_keys};
use crate::tolerance::JOIN_JUMP;
use glam::DVec3;
use std::borrow::Cow;
use tangency_geometry::{Ballistic, Linear, Motion, MotionError, Piecewise, Rigid, Screw, ScrewAxis, Shape};

kind_keys! {
    /// Every kind of motion.
    pub(super) enum MotionKey {
        Still = "still",
        Linear = "linear",
        Ballistic = "ballistic",
        Rigid = "rigid",
        Screw = "screw",
        Chebyshev = "chebyshev",
        Poses = "poses",
        Piecewise = "piecewise",
        Vertexwise = "vertexwise",
        Morph = "morph",
        Expression = "expression",
    }
}

impl SceneReader<'_> {
    /// The motion of the body with this name and shape.
    pub(super) fn motion(&mut self, body: &str, value: TomlValue<'_>, shape: &Shape) -> Result<Motion, RawFaults> {
        let table = value.any_table("a table with a kind, such as { linear = { velocity = [0, 0, -1] } }")?;
        let (kind, data) = table.kind("motion")?;
        let beside: &[&str] = match kind {
            MotionKey::Expression => &["constants"],
            MotionKey::Still
            | MotionKey::Linear
            | MotionKey::Ballistic
            | MotionKey::Rigid
            | MotionKey::Screw
            | MotionKey::Chebyshev
            | MotionKey::Poses
            | MotionKey::Piecewise
            | MotionKey::Vertexwise
            | MotionKey::Morph => &[],
        };
        table.check_keys(&[&[kind.key()], beside].concat())?;
        match kind {
            MotionKey::Still => pose(&data.table(&["position", "orientation"])?).map(Motion::Still),
            MotionKey::Linear => linear(&data),
            MotionKey::Ballistic => ballistic(&data),
            MotionKey::Rigid => rigid(&data),
            MotionKey::Screw => screw(&data, self.duration),
            MotionKey::Chebyshev => chebyshev::read(&data, self.duration),
            MotionKey::Poses => self.poses(body, &data),
            MotionKey::Piecewise => self.piecewise(body, &data, shape),
            MotionKey::Vertexwise => self.vertexwise(body, &data, shape),
            MotionKey::Morph => self.morph(&data, shape),
            MotionKey::Expression => self.expression(body, &table, &data, shape),
        }
    }

    /// `[{ start = 0, motion = ... }, { start = 1, motion = ... }]`.
    fn piecewise(&mut self, body: &str, data: &TomlValue<'_>, shape: &Shape) -> Result<Motion, RawFaults> {
        let mut faults = RawFaults::new();
        let (mut starts, mut segments) = (Vec::new(), Vec::new());
        data.list("a list of pieces { start = 0, motion = { ... } }", |_, piece| {
            match self.piece(body, &piece, starts.last().copied(), shape) {
                Ok((start, motion)) => {
                    starts.push(start);
                    segments.push(motion);
                }
                Err(more) => faults.extend(more),
            }
            Ok(())
        })?;
        if !faults.is_empty() {
            return Err(faults);
        }
        self.warn_of_jumps(body, &starts, &segments, shape);
        Ok(Motion::Piecewise(Piecewise::new(starts, segments).map_err(|error| refused(data, &error))?))
    }

    fn piece(
        &mut self,
        body: &str,
        piece: &TomlValue<'_>,
        previous: Option<f64>,
        shape: &Shape,
    ) -> Result<(f64, Motion), RawFaults> {
        let table = piece.table(&["start", "motion"])?;
        let value = table.required("start", "0")?;
        let start = value.number()?;
        if let Some(previous) = previous.filter(|previous| !(*previous < start)) {
            let message =
                format!("the pieces must start one after another, but {} follows {}", shown(start), shown(previous));
            return Err(value.fault(message, format!("expected a number greater than {}", shown(previous))).into());
        }
        let motion = self.motion(body, table.required("motion", "{ linear = { velocity = [0, 0, -1] } }")?, shape)?;
        Ok((start, motion))
    }

    /// Warns of pieces that do not join: this is legal, but most often a mistake.
    fn warn_of_jumps(&mut self, body: &str, starts: &[f64], segments: &[Motion], shape: &Shape) {
        let vertices = &*some_points(shape);
        // A few vertices reveal a wrong pose as well as all of them.
        let sample = [0, vertices.len() / 3, vertices.len() / 2, vertices.len() - 1];
        let limit = JOIN_JUMP * vertices.iter().map(|vertex| vertex.length()).fold(0.0, f64::max);
        for (start, pair) in starts.windows(2).zip(segments.windows(2)) {
            let (before, after) = (pair[0].at(start[1] - start[0]), pair[1].at(0.0));
            let jump =
                |&index: &usize| before.point(index, vertices[index]).distance(after.point(index, vertices[index]));
            let jump = sample.iter().map(jump).fold(0.0, f64::max);
            if jump > limit {
                self.warn(body, &format!("it jumps by {} m at {} s of its motion", shown(jump), shown(start[1])));
                return;
            }
        }
    }
}

/// The vertices of a mesh, or some points of another shape; at least one.
pub(super) fn some_points(shape: &Shape) -> Cow<'_, [DVec3]> {
    match shape {
        Shape::Polyhedron(polyhedron) => polyhedron.mesh().vertices().into(),
        Shape::Mesh(mesh) => mesh.vertices().into(),
        Shape::Parametric(brep) => brep.faces().iter().map(|face| face.patch().middle(0.0)).collect(),
        Shape::Implicit(solid) => vec![DVec3::from_array(solid.bounding_box().mid())].into(),
        Shape::Convex(convex) => {
            let axes = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z];
            axes.into_iter().map(|axis| convex.farthest(axis)).collect()
        }
        Shape::Rounded(rounded) => rounded.mesh().vertices().into(),
        Shape::HalfSpace(half_space) => {
            let frame = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
            frame.into_iter().map(|point| half_space.frame().apply(point)).collect()
        }
        Shape::HeightMap(map) => {
            let [columns, rows] = map.cells();
            [[0, 0], [columns, 0], [0, rows], [columns, rows]].into_iter().map(|corner| map.vertex(corner)).collect()
        }
        Shape::Compound(compound) => {
            compound.parts().iter().flat_map(|part| some_points(part.shape()).into_owned()).collect()
        }
    }
}

fn linear(data: &TomlValue<'_>) -> Result<Motion, RawFaults> {
    let table = data.table(&["position", "orientation", "velocity"])?;
    let velocity = table.required("velocity", "[0, 0, -1]")?.point()?;
    Ok(Motion::Linear(Linear::new(pose(&table)?, velocity).map_err(|error| refused(data, &error))?))
}

fn ballistic(data: &TomlValue<'_>) -> Result<Motion, RawFaults> {
    let table = data.table(&["position", "orientation", "velocity", "acceleration"])?;
    let acceleration = table.required("acceleration", "[0, 0, -9.81]")?.point()?;
    let velocity = point_or_zero(&table, "velocity")?;
    let motion = Ballistic::new(pose(&table)?, velocity, acceleration).map_err(|error| refused(data, &error))?;
    Ok(Motion::Ballistic(motion))
}

fn rigid(data: &TomlValue<'_>) -> Result<Motion, RawFaults> {
    let table = data.table(&["position", "orientation", "velocity", "angular_velocity"])?;
    let (velocity, angular) = (point_or_zero(&table, "velocity")?, vector_or_zero(&table, "angular_velocity")?);
    Ok(Motion::Rigid(Rigid::new(pose(&table)?, velocity, angular).map_err(|error| refused(data, &error))?))
}

/// From one pose to another, or about an axis; within `duration`, which is that of the span if it is left out.
fn screw(data: &TomlValue<'_>, span: f64) -> Result<Motion, RawFaults> {
    let table = data.any_table("a table with `from` and `to`, or with `axis`, `angle` and `distance`")?;
    let duration = table.optional("duration").map_or(Ok(span), |value| value.positive())?;
    let between = table.optional("from").is_some() || table.optional("to").is_some();
    let screw = if between {
        table.check_keys(&["from", "to", "duration"])?;
        let end = |key| {
            let value = table.required(key, "{ position = [0, 0, 0], orientation = [0, 0, 0, 1] }")?;
            pose(&value.table(&["position", "orientation"])?)
        };
        Screw::between(end("from")?, end("to")?, duration)
    } else {
        table.check_keys(&["position", "orientation", "axis", "point", "angle", "distance", "duration"])?;
        let direction = table.required("axis", "[0, 0, 1]")?.vector()?;
        let axis = ScrewAxis { point: point_or_zero(&table, "point")?, direction };
        let angle = table.required("angle", "3.141592653589793")?.number()?;
        let distance = table.optional("distance").map_or(Ok(0.0), |value| value.length())?;
        Screw::about(axis, pose(&table)?, angle, distance, duration)
    };
    Ok(Motion::Screw(screw.map_err(|error| refused(data, &error))?))
}

/// A fault of a motion of single points: the shape is not made of triangles.
pub(super) fn not_of_triangles(data: &TomlValue<'_>, shape: &Shape) -> RawFault {
    match shape {
        Shape::Convex(_) => {
            let label = "write `facets = 32` in the shape (`facets = 3` for a sphere), or use a mesh";
            let help =
                "formulas also move curved faces: `smooth = true` in a sphere, capsule, cylinder, cone or ellipsoid";
            data.fault("an exact convex body keeps its form: it moves as a whole".into(), label).with_help(help)
        }
        Shape::HalfSpace(_) => {
            data.fault("a half-space keeps its form: it moves as a whole".into(), "use a `rigid` or a `screw` motion")
        }
        Shape::HeightMap(_) => {
            let label = "use a `mesh`, or a `height_field` with the time `t` in its formula";
            data.fault("a height map keeps its form: it moves as a whole".into(), label)
        }
        Shape::Compound(_) => {
            let label = "make a body of each part that changes its form";
            data.fault("a compound keeps its form: it moves as a whole".into(), label)
        }
        Shape::Parametric(_) | Shape::Implicit(_) | Shape::Polyhedron(_) | Shape::Mesh(_) | Shape::Rounded(_) => {
            let label = "write the time `t` into the formulas of the shape";
            data.fault("only a shape of triangles has vertices to move".into(), label)
        }
    }
}

/// A fault found by `geometry` although every single number is valid.
pub(super) fn refused(data: &TomlValue<'_>, error: &MotionError) -> RawFault {
    data.fault(format!("no motion has these numbers: {error}"), "")
}

pub(super) fn point_or_zero(table: &Table<'_>, key: &'static str) -> Result<DVec3, RawFault> {
    table.optional(key).map_or(Ok(DVec3::ZERO), |value| value.point())
}

pub(super) fn vector_or_zero(table: &Table<'_>, key: &'static str) -> Result<DVec3, RawFault> {
    table.optional(key).map_or(Ok(DVec3::ZERO), |value| value.vector())
}
