//! A mesh during one step of time.

use glam::DVec3;
use tangency_geometry::Mesh;

/// A mesh during a step: the positions of its vertices at the start and at the end. In between, every vertex
/// moves on a straight line at constant speed.
#[derive(Clone, Copy, Debug)]
pub struct MeshStep<'mesh> {
    edges: &'mesh [[u32; 2]],
    triangles: &'mesh [[u32; 3]],
    start: &'mesh [DVec3],
    end: &'mesh [DVec3],
    radius: f64,
}

/// The frames do not fit the mesh, or the radius is invalid.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MeshStepError {
    /// A frame has too few or too many vertices.
    #[error("the mesh has {vertices} vertices, but the frames have {start} and {end}")]
    Count {
        /// Vertices of the mesh.
        vertices: usize,
        /// Vertices of the first frame.
        start: usize,
        /// Vertices of the second frame.
        end: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("vertex {index} goes from {start} to {end}, which is not finite")]
    NotFinite {
        /// Index of the vertex.
        index: usize,
        /// Its position at the start.
        start: DVec3,
        /// Its position at the end.
        end: DVec3,
    },
    /// The radius is NaN, infinite or negative.
    #[error("the radius must be finite and not negative, but is {0}")]
    Radius(f64),
}

impl<'mesh> MeshStep<'mesh> {
    /// A mesh with these positions at the start and at the end, instead of its own. Every box is inflated by
    /// `radius`, in metres.
    pub fn new(mesh: &'mesh Mesh, [start, end]: [&'mesh [DVec3]; 2], radius: f64) -> Result<Self, MeshStepError> {
        check_frames(mesh.vertices().len(), [start, end])?;
        if !(radius >= 0.0 && radius.is_finite()) {
            return Err(MeshStepError::Radius(radius));
        }
        Ok(Self { radius, ..Self::of(mesh.edges(), mesh.triangles(), [start, end]) })
    }

    /// A step from frames that are already checked, with radius 0.
    pub(crate) fn of(edges: &'mesh [[u32; 2]], triangles: &'mesh [[u32; 3]], frames: [&'mesh [DVec3]; 2]) -> Self {
        Self { edges, triangles, start: frames[0], end: frames[1], radius: 0.0 }
    }

    /// The edges of the mesh.
    pub(crate) fn edges(&self) -> &'mesh [[u32; 2]] {
        self.edges
    }

    /// The triangles of the mesh.
    pub(crate) fn triangles(&self) -> &'mesh [[u32; 3]] {
        self.triangles
    }

    /// Positions of the vertices at the start and at the end.
    pub(crate) fn frames(&self) -> [&'mesh [DVec3]; 2] {
        [self.start, self.end]
    }

    /// Distance by which boxes are inflated, in metres.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }
}

/// Checks that both frames have this many vertices, all finite.
pub(crate) fn check_frames(vertices: usize, [start, end]: [&[DVec3]; 2]) -> Result<(), MeshStepError> {
    if start.len() != vertices || end.len() != vertices {
        return Err(MeshStepError::Count { vertices, start: start.len(), end: end.len() });
    }
    match start.iter().zip(end).position(|(start, end)| !start.is_finite() || !end.is_finite()) {
        Some(index) => Err(MeshStepError::NotFinite { index, start: start[index], end: end[index] }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_named() {
        let start: Vec<DVec3> = (0..5).map(|i| DVec3::new(f64::from(i), f64::from(i * i), 0.0)).collect();
        let mesh = Mesh::new(start.clone(), vec![[0, 1, 2], [2, 3, 4]]).unwrap();
        let mut end = start.clone();
        let short = MeshStep::new(&mesh, [&start, &end[1..]], 0.0).unwrap_err();
        assert_eq!(short.to_string(), "the mesh has 5 vertices, but the frames have 5 and 4");
        for radius in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(MeshStep::new(&mesh, [&start, &end], radius), Err(MeshStepError::Radius(_))));
        }
        end[3].x = f64::NAN;
        assert!(matches!(MeshStep::new(&mesh, [&start, &end], 0.0), Err(MeshStepError::NotFinite { index: 3, .. })));
    }
}
