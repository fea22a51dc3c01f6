//! Deforming bodies of a scene: the place of every vertex at given times, in the file or in mesh files.

use super::Reader;
use super::error::{Faults, RawFault, shown};
use super::motion::refused;
use super::value::Value;
use glam::DVec3;
use tangency_geometry::{Motion, Shape, Vertexwise};

impl Reader<'_> {
    /// `{ times = [0, 1], frames = ["a.obj", [[x, y, z], ...]], scale = 1 }` for the body with this shape.
    pub(super) fn vertexwise(&mut self, body: &str, data: &Value<'_>, shape: &Shape) -> Result<Motion, Faults> {
        let table = data.table(&["times", "frames", "scale"])?;
        let times = increasing_times(&table.required("times", "[0, 1]")?)?;
        let scale = table.optional("scale").map_or(Ok(1.0), |value| value.positive())?;
        let list = table.required("frames", "[\"first.obj\", \"second.obj\"]")?;
        let expected = "a list of frames, each a mesh file or a list of points [x, y, z]";
        let frames = list.list(expected, |_, frame| self.frame(body, &frame, shape, scale))?;
        if frames.len() != times.len() {
            let message = format!("there are {} frames for {} times", frames.len(), times.len());
            return Err(list.fault(message, format!("expected {} frames", times.len())).into());
        }
        let motion = Vertexwise::new(times, frames).map_err(|error| refused(data, &error))?;
        Ok(Motion::Vertexwise(motion))
    }

    fn frame(&mut self, body: &str, frame: &Value<'_>, shape: &Shape, scale: f64) -> Result<Vec<DVec3>, RawFault> {
        let mesh = shape.mesh();
        let points = if frame.is_array() {
            let points = frame.list("a list of points [x, y, z]", |_, point| point.vector())?;
            self.spend(points.len(), frame)?;
            points
        } else {
            let file = self.mesh_file(body, frame)?;
            if file.triangles().len() != mesh.triangles().len() && file.vertices().len() == mesh.vertices().len() {
                let counts = format!("{} triangles, the shape {}", file.triangles().len(), mesh.triangles().len());
                self.warn(body, &format!("a frame has {counts}; only its vertices are used, in their order"));
            }
            file.vertices().to_vec()
        };
        if points.len() != mesh.vertices().len() {
            let message = format!("the frame has {} vertices, the shape {}", points.len(), mesh.vertices().len());
            return Err(frame.fault(message, format!("expected {} vertices", mesh.vertices().len())));
        }
        let scaled: Vec<DVec3> = points.into_iter().map(|point| scale * point).collect();
        match scaled.iter().position(|point| !point.is_finite()) {
            Some(index) => Err(frame.fault(format!("scaled by {}, vertex {index} is not finite", shown(scale)), "")),
            None => Ok(scaled),
        }
    }
}

fn increasing_times(value: &Value<'_>) -> Result<Vec<f64>, RawFault> {
    let mut previous = f64::NEG_INFINITY;
    value.list("a list of increasing times", |_, time| {
        let seconds = time.number()?;
        if !(previous < seconds) {
            let message = format!("the times must increase, but {} follows {}", shown(seconds), shown(previous));
            return Err(time.fault(message, format!("expected a number greater than {}", shown(previous))));
        }
        previous = seconds;
        Ok(seconds)
    })
}
