//! Deforming bodies of a scene: the position of every vertex at given times, inline or in mesh files.

use super::motion::{not_of_triangles, refused};
use super::value::{Table, TomlValue};
use super::{SceneReader, sequence};
use crate::fault::{RawFault, RawFaults, quoted, shown};
use glam::DVec3;
use std::path::Path;
use tangency_geometry::{Mesh, Motion, Shape, Vertexwise};

/// The times of the frames.
enum Timing {
    /// Explicit times.
    At(Vec<f64>),
    /// Frames per second, the first at the start.
    Rate(f64),
    /// Equally spaced over the span, including both ends.
    Even,
}

impl SceneReader<'_> {
    /// `{ frames = ["a.obj", [[x, y, z], ...]], times = [0, 1], scale = 1 }` for the body with this shape; `frames` may
    /// also be a pattern or a folder, and `frames_per_second` stand for `times`, or neither.
    pub(super) fn vertexwise(&mut self, body: &str, data: &TomlValue<'_>, shape: &Shape) -> Result<Motion, RawFaults> {
        let table = data.table(&["frames", "times", "frames_per_second", "scale"])?;
        let list = table.required("frames", "\"frame_*.obj\"")?;
        let timing = timing(&table)?;
        let scale = table.optional("scale").map_or(Ok(1.0), |value| value.positive())?;
        let Some(mesh) = shape.core_mesh() else {
            return Err(not_of_triangles(data, shape).into());
        };
        let mut frames = self.frames(body, &list, mesh)?;
        for (index, frame) in frames.iter_mut().enumerate() {
            frame.iter_mut().for_each(|point| *point *= scale);
            if let Some(vertex) = frame.iter().position(|point| !point.is_finite()) {
                let message = format!("scaled by {}, vertex {vertex} of frame {index} is not finite", shown(scale));
                return Err(list.fault(message, "").into());
            }
        }
        let count = frames.len();
        let times = match timing {
            Timing::At(times) => times,
            Timing::Rate(rate) => (0..count).map(|frame| frame as f64 / rate).collect(),
            Timing::Even => {
                let last = (count - 1).max(1) as f64;
                (0..count).map(|frame| frame as f64 / last * self.duration).collect()
            }
        };
        if count != times.len() {
            let message = format!("there are {count} frames for {} times", times.len());
            return Err(list.fault(message, format!("expected {} frames", times.len())).into());
        }
        let motion = Vertexwise::new(times, frames).map_err(|error| refused(data, &error))?;
        Ok(Motion::Vertexwise(motion))
    }

    /// The vertices of each frame.
    fn frames(&mut self, body: &str, list: &TomlValue<'_>, mesh: &Mesh) -> Result<Vec<Vec<DVec3>>, RawFault> {
        let mut warned = 0;
        let frames = if let Ok(written) = list.string() {
            let files = sequence::files(self.folder, list, written)?;
            files.iter().map(|file| self.frame_file(body, list, file, mesh, &mut warned)).collect()
        } else {
            let expected = "a list of frames (each a mesh file or a list of points [x, y, z]), a pattern or a folder";
            list.list(expected, |_, frame| {
                if frame.is_array() {
                    return self.inline_frame(&frame, mesh);
                }
                let file = self.folder.join(frame.string()?);
                self.frame_file(body, &frame, &file, mesh, &mut warned)
            })
        };
        if warned > 1 {
            self.warn(body, &format!("{} more frames have warnings of their own", warned - 1));
        }
        frames
    }

    fn inline_frame(&mut self, frame: &TomlValue<'_>, mesh: &Mesh) -> Result<Vec<DVec3>, RawFault> {
        let points = frame.list("a list of points [x, y, z]", |_, point| point.point())?;
        self.spend(points.len(), frame)?;
        if points.len() != mesh.vertices().len() {
            let message = format!("the frame has {} vertices, the shape {}", points.len(), mesh.vertices().len());
            return Err(frame.fault(message, format!("expected {} vertices", mesh.vertices().len())));
        }
        Ok(points)
    }

    /// The vertices of a mesh file, which must have the triangles of the shape. `place` is its position in the scene
    /// file. `warned` counts the files with warnings. Only the warnings of the first are reported.
    fn frame_file(
        &mut self,
        body: &str,
        place: &TomlValue<'_>,
        file: &Path,
        mesh: &Mesh,
        warned: &mut usize,
    ) -> Result<Vec<DVec3>, RawFault> {
        let name = file.strip_prefix(self.folder).unwrap_or(file).display().to_string();
        // Frames are not stored as meshes: they share the triangles of the shape.
        let points = match self.meshes.get(file) {
            Some(known) => same_triangles(known, mesh, &name, place)?.to_vec(),
            None => {
                let read = Self::read_mesh(file, &name, place)?;
                *warned += usize::from(!read.warnings.is_empty());
                if *warned == 1 {
                    read.warnings.iter().for_each(|warning| self.warn(body, &format!("{name}: {warning}")));
                }
                same_triangles(&read.mesh, mesh, &name, place)?.to_vec()
            }
        };
        self.spend(points.len(), place)?;
        Ok(points)
    }
}

/// The vertices of a frame, if its triangles are those of the shape.
fn same_triangles<'m>(
    frame: &'m Mesh,
    shape: &Mesh,
    name: &str,
    place: &TomlValue<'_>,
) -> Result<&'m [DVec3], RawFault> {
    let counts = [frame, shape].map(|mesh| [mesh.vertices().len(), mesh.triangles().len()]);
    let differing = frame.triangles().iter().zip(shape.triangles()).position(|(a, b)| a != b);
    let message = match (counts, differing) {
        ([[has, _], [needs, _]], _) if has != needs => {
            format!("the frame {} has {has} vertices, the shape {needs}", quoted(name))
        }
        ([[_, has], [_, needs]], None) if has != needs => {
            format!("the frame {} has {has} triangles, the shape {needs}", quoted(name))
        }
        (_, Some(index)) => {
            let [has, needs] = [frame, shape].map(|mesh| mesh.triangles()[index]);
            format!("triangle {index} of the frame {} has the vertices {has:?}, in the shape {needs:?}", quoted(name))
        }
        (_, None) => return Ok(frame.vertices()),
    };
    let help = "every frame has the vertices and triangles of the shape, in the same order; faces of more \
                than three corners \
                are cut by their form in each frame, and so are better cut before the export";
    Err(place.fault(message, "expected the triangles of the shape").with_help(help))
}

fn timing(table: &Table<'_>) -> Result<Timing, RawFault> {
    match (table.optional("times"), table.optional("frames_per_second")) {
        (Some(_), Some(rate)) => {
            Err(rate.fault("both `times` and `frames_per_second` say when the frames are".into(), "keep one of them"))
        }
        (Some(times), None) => Ok(Timing::At(increasing_times(&times)?)),
        (None, Some(rate)) => Ok(Timing::Rate(rate.positive()?)),
        (None, None) => Ok(Timing::Even),
    }
}

fn increasing_times(value: &TomlValue<'_>) -> Result<Vec<f64>, RawFault> {
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
