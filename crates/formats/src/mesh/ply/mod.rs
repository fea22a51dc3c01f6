//! PLY, the Stanford polygon format: text, and binary of either byte order.
//!
//! Read: `x`, `y`, `z` of the element `vertex`; the lists `vertex_indices` or `vertex_index` of `face`; the strips of
//! `tristrips` (−1 begins a new one); numbers of any of the eight types. Other elements and properties are ignored,
//! with a warning if they are geometry (`edge`).
//!
//! No crate is used: `ply-rs` has had no release for years and by default makes a map of every row. Here every
//! announced count is checked against the available bytes before memory is allocated.
//!
//! *Source.* G. Turk, *The PLY Polygon File Format* (1994).

mod body;
mod header;

use super::{
    Format, MeshFile,
    assembly::{Assembly, FaceList, strip},
    error::{ErrorKind, MeshFileError, MeshFilePlace},
    text::syntax,
};
use body::PlyData;
use glam::DVec3;
use header::{PlyElement, Property};
use tangency_geometry::Mesh;

/// The names of the property that lists the corners of a face.
const CORNERS: &[&str] = &["vertex_indices", "vertex_index"];

/// Reads a PLY file.
pub(super) fn parse(bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
    let header = header::parse(bytes)?;
    let mut body = PlyData::new(bytes, header.body, header.line, header.encoding);
    let mut reader = PlyReader::default();
    for element in &header.elements {
        match element.name.as_str() {
            "vertex" => reader.vertices(element, &mut body)?,
            "face" => reader.faces(element, &mut body)?,
            "tristrips" => reader.strips(element, &mut body)?,
            name => {
                if name == "edge" && element.count > 0 {
                    let warning = format!("edges left out: {}; only faces take part in contacts", element.count);
                    reader.assembly.warnings.push(warning);
                }
                skip_element(element, &mut body)?;
            }
        }
    }
    let mut assembly = reader.assembly;
    let count = assembly.vertices.len();
    let range = |corner: u32, place| out_of_range(corner, count, place);
    reader.faces.cut(&mut assembly, |position| body.place(position), range)?;
    for (corners, position) in reader.strips {
        if let Some(&corner) = corners.iter().find(|&&corner| corner as usize >= count) {
            return Err(range(corner, body.place(position)));
        }
        assembly.triangles.extend(strip(&corners));
    }
    body.expect_end()?;
    assembly.finish(Format::Ply)
}

#[derive(Default)]
struct PlyReader {
    assembly: Assembly,
    faces: FaceList,
    strips: Vec<(Vec<u32>, usize)>,
}

impl PlyReader {
    fn vertices(&mut self, element: &PlyElement, body: &mut PlyData<'_>) -> Result<(), MeshFileError> {
        let axes = ["x", "y", "z"].map(|name| element.position(&[name]));
        let [Some(x), Some(y), Some(z)] = axes else {
            return Err(syntax(element.line, b"vertex", "the properties x, y and z"));
        };
        if [x, y, z].iter().any(|&axis| element.properties[axis].list.is_some()) {
            return Err(syntax(element.line, b"list", "x, y and z as single numbers"));
        }
        if !self.assembly.vertices.is_empty() {
            return Err(syntax(element.line, b"vertex", "one element of that name"));
        }
        for _ in 0..element.count {
            let start = body.position();
            let mut vertex = DVec3::ZERO;
            for (index, property) in element.properties.iter().enumerate() {
                match [x, y, z].iter().position(|&axis| axis == index) {
                    Some(axis) => vertex[axis] = body.scalar(property.scalar)?,
                    None => skip(property, body)?,
                }
            }
            if !vertex.is_finite() {
                return Err(MeshFileError::new(
                    ErrorKind::NotFinite,
                    body.place(start),
                    format!("vertex {} at {vertex}", self.assembly.vertices.len()),
                    "finite coordinates",
                    "repair the mesh, or check that the file was not damaged in transfer",
                ));
            }
            self.assembly.vertices.push(vertex);
        }
        Ok(())
    }

    fn faces(&mut self, element: &PlyElement, body: &mut PlyData<'_>) -> Result<(), MeshFileError> {
        for_each_list(element, body, |corners, position, place| {
            for &corner in corners {
                self.faces.corner(vertex_number(corner, place)?);
            }
            self.faces.close(position);
            Ok(())
        })
    }

    fn strips(&mut self, element: &PlyElement, body: &mut PlyData<'_>) -> Result<(), MeshFileError> {
        for_each_list(element, body, |corners, position, place| {
            for strip in corners.split(|&corner| corner == -1.0) {
                let strip: Result<Vec<u32>, _> = strip.iter().map(|&corner| vertex_number(corner, place)).collect();
                self.strips.push((strip?, position));
            }
            Ok(())
        })
    }
}

/// Calls `take` for each row of an element with the corners, the position of their list, and the place of that
/// position.
fn for_each_list(
    element: &PlyElement,
    body: &mut PlyData<'_>,
    mut take: impl FnMut(&[f64], usize, &MeshFilePlace) -> Result<(), MeshFileError>,
) -> Result<(), MeshFileError> {
    let list = list_of_corners(element)?;
    let mut corners = Vec::new();
    for _ in 0..element.count {
        for (index, property) in element.properties.iter().enumerate() {
            if index != list {
                skip(property, body)?;
                continue;
            }
            let position = body.position();
            corners.clear();
            for _ in 0..list_length(property, body)? {
                corners.push(body.scalar(property.scalar)?);
            }
            take(&corners, position, &body.place(position))?;
        }
    }
    Ok(())
}

/// The index of the property that lists the corners.
fn list_of_corners(element: &PlyElement) -> Result<usize, MeshFileError> {
    let list = element.position(CORNERS).filter(|&index| element.properties[index].list.is_some());
    list.ok_or_else(|| syntax(element.line, element.name.as_bytes(), "a list named vertex_indices or vertex_index"))
}

/// Reads the length of a list; 1 for a property that is not a list.
fn list_length(property: &Property, body: &mut PlyData<'_>) -> Result<u64, MeshFileError> {
    let Some(count) = property.list else { return Ok(1) };
    let position = body.position();
    let length = body.scalar(count)?;
    // All integer count types fit, and f64 represents the limit exactly.
    if length >= 0.0 && length.fract() == 0.0 && length <= f64::from(u32::MAX) {
        return Ok(length as u64);
    }
    Err(MeshFileError::new(
        ErrorKind::Syntax,
        body.place(position),
        format!("a list of length {length}"),
        "a length that is a whole number and not negative",
        "write the file again",
    ))
}

fn vertex_number(value: f64, place: &MeshFilePlace) -> Result<u32, MeshFileError> {
    if value >= 0.0 && value.fract() == 0.0 && value <= f64::from(u32::MAX) {
        return Ok(value as u32);
    }
    let found = format!("a face with vertex {value}");
    let advice = "correct the index: vertices are counted from 0";
    Err(MeshFileError::new(ErrorKind::OutOfRange, place.clone(), found, "a whole number from 0 on", advice))
}

fn out_of_range(vertex: u32, vertices: usize, place: MeshFilePlace) -> MeshFileError {
    MeshFileError::new(
        ErrorKind::OutOfRange,
        place,
        format!("a face with vertex {vertex}"),
        format!("a number below the number of vertices, {vertices}"),
        "correct the index; a part of the file may be missing",
    )
}

/// Skips one property of one row.
fn skip(property: &Property, body: &mut PlyData<'_>) -> Result<(), MeshFileError> {
    let count = list_length(property, body)?;
    body.skip(property.scalar, count)
}

/// Skips all rows of an element. Rows without properties have no bytes, however many are announced.
fn skip_element(element: &PlyElement, body: &mut PlyData<'_>) -> Result<(), MeshFileError> {
    if element.properties.is_empty() {
        return Ok(());
    }
    if let (PlyData::Binary { .. }, Some(size)) = (&body, element.fixed_size()) {
        return body.skip_bytes(element.count.saturating_mul(size as u64));
    }
    for _ in 0..element.count {
        for property in &element.properties {
            skip(property, body)?;
        }
    }
    Ok(())
}

/// The mesh as a binary little-endian PLY file with f64 coordinates: nothing is rounded.
///
/// ```
/// use tangency_formats::mesh;
///
/// let file = mesh::parse(b"v 0 0 0\nv 0.1 0 0\nv 0 1e-7 0\nf 1 2 3\n", "sliver.obj")?;
/// let again = mesh::parse(&mesh::write_ply(&file.mesh), "copy.ply")?;
/// assert_eq!(again.mesh, file.mesh);
/// # Ok::<(), mesh::MeshFileError>(())
/// ```
#[must_use]
pub fn write_ply(mesh: &Mesh) -> Vec<u8> {
    let (vertices, triangles) = (mesh.vertices(), mesh.triangles());
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty double x\nproperty double y\n\
         property double z\nelement face {}\nproperty list uchar uint vertex_indices\nend_header\n",
        vertices.len(),
        triangles.len()
    )
    .into_bytes();
    bytes.reserve(24 * vertices.len() + 13 * triangles.len());
    for coordinate in vertices.iter().flat_map(|vertex| vertex.to_array()) {
        bytes.extend_from_slice(&coordinate.to_le_bytes());
    }
    for corners in triangles {
        bytes.push(3);
        for corner in corners {
            bytes.extend_from_slice(&corner.to_le_bytes());
        }
    }
    bytes
}
