//! Assembles the vertices and faces of a file into a mesh with warnings.

use super::{
    Format, MeshFile,
    error::{ErrorKind, MeshFileError, MeshFilePlace},
    polygon,
};
use glam::DVec3;
use tangency_geometry::{Mesh, VertexWelder};

/// The vertices, triangles and warnings so far.
#[derive(Default)]
pub(super) struct Assembly {
    pub(super) vertices: Vec<DVec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) warnings: Vec<String>,
    crossed: Occurrences,
    uneven: Occurrences,
    most_uneven: f64,
}

/// The number of occurrences of something, and the position of the first.
#[derive(Default)]
pub(super) struct Occurrences {
    count: usize,
    first: Option<MeshFilePlace>,
}

impl Occurrences {
    pub(super) fn add(&mut self, place: impl FnOnce() -> MeshFilePlace) {
        self.count += 1;
        self.first.get_or_insert_with(place);
    }

    /// A warning such as `edges left out: 3 (first: line 7)`; `None` without occurrences.
    pub(super) fn warn(&self, what: &str, meaning: &str, warnings: &mut Vec<String>) {
        if let Some(first) = &self.first {
            warnings.push(format!("{what}: {} (first: {first}); {meaning}", self.count));
        }
    }
}

/// Faces in the order of the file. They may refer to later vertices, so they are triangulated at the end.
#[derive(Default)]
pub(super) struct FaceList {
    corners: Vec<u32>,
    /// For each face the end of its range in `corners`, and its line or byte.
    ends: Vec<(usize, usize)>,
}

impl FaceList {
    /// Adds a corner to the current face.
    pub(super) fn corner(&mut self, vertex: u32) {
        self.corners.push(vertex);
    }

    /// Ends the current face, which is at this line or byte.
    pub(super) fn close(&mut self, place: usize) {
        self.ends.push((self.corners.len(), place));
    }

    /// Moves all faces into the assembly. Fails at the first corner that does not exist, with the error of
    /// `out_of_range`.
    pub(super) fn cut(
        self,
        assembly: &mut Assembly,
        place: impl Fn(usize) -> MeshFilePlace,
        out_of_range: impl Fn(u32, MeshFilePlace) -> MeshFileError,
    ) -> Result<(), MeshFileError> {
        let count = assembly.vertices.len();
        let mut start = 0;
        for (end, at) in self.ends {
            let ring = &self.corners[start..end];
            if let Some(&corner) = ring.iter().find(|&&corner| corner as usize >= count) {
                return Err(out_of_range(corner, place(at)));
            }
            assembly.add_face(ring, place(at))?;
            start = end;
        }
        Ok(())
    }
}

impl Assembly {
    /// Adds a face with these corners, all of which exist. `place` is its position.
    pub(super) fn add_face(&mut self, ring: &[u32], place: MeshFilePlace) -> Result<(), MeshFileError> {
        if ring.len() < 3 {
            return Err(MeshFileError::new(
                ErrorKind::Syntax,
                place,
                format!("a face with {} corners", ring.len()),
                "at least 3 corners",
                "remove the face or write it as a line element",
            ));
        }
        let cut = polygon::cut(&self.vertices, ring, &mut self.triangles);
        if cut.excess {
            self.crossed.add(|| place.clone());
        }
        if let Some(height) = cut.uneven {
            self.most_uneven = self.most_uneven.max(height);
            self.uneven.add(|| place);
        }
        Ok(())
    }

    /// The validated mesh with its warnings.
    pub(super) fn finish(mut self, format: Format) -> Result<MeshFile, MeshFileError> {
        self.crossed.warn(
            "faces that cross themselves or have too many corners to cut exactly",
            "their triangles may cover more than the face",
            &mut self.warnings,
        );
        self.uneven.warn(
            &format!("faces that are not flat, by up to {:.1e} of their size", self.most_uneven),
            "the surface depends on how they were cut into triangles",
            &mut self.warnings,
        );
        if self.triangles.is_empty() {
            return Err(MeshFileError::new(
                ErrorKind::NoTriangles,
                MeshFilePlace::Whole,
                match self.vertices.len() {
                    1 => "1 vertex and no face".into(),
                    count => format!("{count} vertices and no face"),
                },
                "at least one triangle",
                "export the object as a surface mesh",
            ));
        }
        // Readers already checked coordinates and indices. The remaining fault is a mesh that is too large.
        let mesh = Mesh::new(self.vertices, self.triangles).map_err(|error| {
            let found = error.to_string();
            MeshFileError::new(ErrorKind::Unsupported, MeshFilePlace::Whole, found, "a smaller mesh", "split the file")
        })?;
        warn_of_degenerate_triangles(&mesh, &mut self.warnings);
        warn_of_odd_vertices(&mesh, &mut self.warnings);
        Ok(MeshFile { mesh, format, warnings: self.warnings })
    }
}

fn warn_of_degenerate_triangles(mesh: &Mesh, warnings: &mut Vec<String>) {
    let mut tally = Occurrences::default();
    for degenerate in mesh.degenerate_triangles() {
        tally.add(|| MeshFilePlace::Part(format!("triangle {}", degenerate.triangle)));
    }
    tally.warn("triangles without area", "they are kept, as the segments or points that they are", warnings);
}

fn warn_of_odd_vertices(mesh: &Mesh, warnings: &mut Vec<String>) {
    let mut used = vec![false; mesh.vertices().len()];
    for &corner in mesh.triangles().iter().flatten() {
        used[corner as usize] = true;
    }
    let mut unused = Occurrences::default();
    let mut coincident = Occurrences::default();
    let mut seen = VertexWelder::default();
    for (index, &vertex) in mesh.vertices().iter().enumerate() {
        let distinct = seen.vertices().len();
        if !used[index] {
            unused.add(|| MeshFilePlace::Part(format!("vertex {index}")));
        } else if (seen.index_of(vertex) as usize) < distinct {
            coincident.add(|| MeshFilePlace::Part(format!("vertex {index}")));
        }
    }
    unused.warn("vertices of no triangle", "they take no part in contacts", warnings);
    coincident.warn(
        "vertices exactly on another one",
        "the surface is not connected there, and a solid may not be seen as closed (`merge = true` in a scene, or \
         `Mesh::merged`, joins them)",
        warnings,
    );
}

/// The vertices that the triangles use, each position once, and the triangles renumbered.
pub(super) fn welded(vertices: &[DVec3], triangles: &[[u32; 3]]) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut welder = VertexWelder::default();
    let mut numbers: Vec<Option<u32>> = vec![None; vertices.len()];
    let mut renumber = |corner: u32| {
        let corner = corner as usize;
        *numbers[corner].get_or_insert_with(|| welder.index_of(vertices[corner]))
    };
    let triangles = triangles.iter().map(|corners| corners.map(&mut renumber)).collect();
    (welder.into_vertices(), triangles)
}

/// The triangles of a strip: every corner after the second forms a triangle with the two before it, with alternating
/// orientation. Triangles with a repeated corner only connect parts of the strip, and are omitted.
pub(super) fn strip(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let triangle = |(index, window): (usize, &[u32])| match index % 2 {
        0 => [window[0], window[1], window[2]],
        _ => [window[1], window[0], window[2]],
    };
    corners.windows(3).enumerate().map(triangle).filter(|[a, b, c]| a != b && b != c && c != a)
}
