//! The mesh of a `<geometry>`: positions, and faces as rings of corners.

use super::{ColladaFile, child, elements, tag};
use crate::mesh::{
    assembly::{Occurrences, strip},
    error::{ErrorKind, MeshFileError},
    text::{integer, words},
};
use glam::DVec3;
use roxmltree::Node;

/// Positions and faces of a `<geometry>`, in its own coordinates.
#[derive(Default)]
pub(super) struct ColladaGeometry {
    pub(super) vertices: Vec<DVec3>,
    corners: Vec<u32>,
    /// For each face the end of its range in `corners`, and its line.
    ends: Vec<(usize, usize)>,
}

impl ColladaGeometry {
    /// The corners of each face, with its line.
    pub(super) fn faces(&self) -> impl Iterator<Item = (&[u32], usize)> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|(end, _)| *end));
        starts.zip(&self.ends).map(|(start, (end, line))| (&self.corners[start..*end], *line))
    }

    fn face(&mut self, corners: impl IntoIterator<Item = u32>, line: usize) {
        self.corners.extend(corners);
        self.ends.push((self.corners.len(), line));
    }
}

/// Reads a `<geometry>`. Line elements are omitted and counted.
pub(super) fn read<'d>(
    file: &ColladaFile<'d>,
    geometry: Node<'d, 'd>,
    lines: &mut Occurrences,
) -> Result<ColladaGeometry, MeshFileError> {
    let Some(mesh) = child(geometry, "mesh") else {
        let what = elements(geometry).find(|inside| !matches!(inside.tag_name().name(), "asset" | "extra"));
        let advice = "export the object as a mesh of polygons";
        return Err(file.unsupported(what.unwrap_or(geometry), "a <mesh>", advice));
    };
    let mut read = ColladaGeometry::default();
    if let Some(vertices) = child(mesh, "vertices") {
        read.vertices = positions(file, vertices)?;
    }
    for primitive in elements(mesh) {
        match primitive.tag_name().name() {
            "triangles" | "polylist" | "polygons" | "trifans" | "tristrips" => faces(file, primitive, &mut read)?,
            "lines" | "linestrips" => lines.add(|| file.place(primitive)),
            "source" | "vertices" | "extra" => {}
            _ => return Err(file.unsupported(primitive, "an element of a mesh", "export the object as polygons")),
        }
    }
    Ok(read)
}

/// The positions of a `<vertices>` element.
fn positions<'d>(file: &ColladaFile<'d>, vertices: Node<'d, 'd>) -> Result<Vec<DVec3>, MeshFileError> {
    let mut inputs = elements(vertices).filter(|input| input.attribute("semantic") == Some("POSITION"));
    let Some(input) = inputs.next() else {
        return Err(file.syntax(vertices, "vertices without positions".into(), "an <input semantic=\"POSITION\">"));
    };
    let source = file.linked(input, "source")?;
    let accessor = child(source, "technique_common").and_then(|technique| child(technique, "accessor"));
    let Some(accessor) = accessor else {
        return Err(file.syntax(source, "positions without an accessor".into(), "an <accessor>"));
    };
    let array = file.linked(accessor, "source")?;
    if array.tag_name().name() != "float_array" {
        return Err(file.syntax(array, format!("positions in {}", tag(array)), "a <float_array>"));
    }
    let numbers = file.numbers(array)?;
    let [offset, stride, count] = [("offset", Some(0)), ("stride", Some(1)), ("count", None)]
        .map(|(name, default)| attribute(file, accessor, name, default));
    let (offset, stride, count) = (offset?, stride?, count?);
    let places = coordinates(file, accessor)?;
    if places.iter().any(|&place| place >= stride) {
        let found = format!("coordinates {} numbers apart", stride);
        return Err(file.syntax(accessor, found, "a stride that holds x, y and z"));
    }
    let last = count.checked_sub(1).map(|last| last.saturating_mul(stride).saturating_add(offset));
    let largest = places.into_iter().max().unwrap_or_default();
    if last.is_some_and(|last| last.saturating_add(largest) >= numbers.len()) {
        let found = format!("{count} positions in {} numbers", numbers.len());
        let expected = "as many as the accessor announces";
        let advice = "the file is incomplete: export or copy it again";
        return Err(MeshFileError::new(ErrorKind::Truncated, file.place(array), found, expected, advice));
    }
    let position = |index: usize| DVec3::from_array(places.map(|place| numbers[offset + index * stride + place]));
    Ok((0..count).map(position).collect())
}

/// The offsets of x, y and z within an element of the accessor: those of the parameters X, Y and Z, or 0, 1 and 2 if
/// its parameters have no names.
fn coordinates<'d>(file: &ColladaFile<'d>, accessor: Node<'d, 'd>) -> Result<[usize; 3], MeshFileError> {
    let names: Vec<&str> = elements(accessor).map(|param| param.attribute("name").unwrap_or_default()).collect();
    if names.iter().all(|name| name.is_empty()) {
        return Ok([0, 1, 2]);
    }
    let mut places = [0; 3];
    for (place, wanted) in places.iter_mut().zip(["X", "Y", "Z"]) {
        let found = names.iter().position(|name| name.eq_ignore_ascii_case(wanted));
        *place = found.ok_or_else(|| {
            let found = format!("positions without a coordinate {wanted}");
            file.syntax(accessor, found, "parameters X, Y and Z")
        })?;
    }
    Ok(places)
}

/// The count in an attribute.
fn attribute(
    file: &ColladaFile<'_>,
    node: Node<'_, '_>,
    name: &str,
    default: Option<usize>,
) -> Result<usize, MeshFileError> {
    let written = node.attribute(name);
    let value = written.map_or(default, |text| text.trim().parse::<u32>().ok().map(|value| value as usize));
    value.ok_or_else(|| {
        let found =
            format!("{} with {name} {:?}", tag(node), written.unwrap_or_default().get(..20).unwrap_or_default());
        file.syntax(node, found, "a count")
    })
}

/// Adds the faces of a primitive.
fn faces<'d>(file: &ColladaFile<'d>, primitive: Node<'d, 'd>, read: &mut ColladaGeometry) -> Result<(), MeshFileError> {
    let line = file.line(primitive);
    let (offset, stride) = layout(file, primitive)?;
    let mut lists = Vec::new();
    for inside in elements(primitive) {
        match inside.tag_name().name() {
            "p" => lists.push(corners(file, inside, (offset, stride), read.vertices.len())?),
            "ph" => return Err(file.unsupported(inside, "a polygon without holes", "export the object as triangles")),
            _ => {}
        }
    }
    let before = read.ends.len();
    let found = match primitive.tag_name().name() {
        "triangles" => {
            let corners = lists.concat();
            let whole = corners.chunks_exact(3);
            if !whole.remainder().is_empty() {
                return Err(miscounted(file, primitive, format!("{} corners of triangles", corners.len())));
            }
            whole.for_each(|triangle| read.face(triangle.iter().copied(), line));
            read.ends.len() - before
        }
        "polylist" => {
            let corners = lists.concat();
            let mut rest = &corners[..];
            for size in sizes(file, primitive)? {
                let Some((ring, after)) = rest.split_at_checked(size) else { break };
                read.face(ring.iter().copied(), line);
                rest = after;
            }
            if !rest.is_empty() {
                return Err(miscounted(file, primitive, format!("{} corners of polygons", corners.len())));
            }
            read.ends.len() - before
        }
        "polygons" => {
            lists.into_iter().for_each(|ring| read.face(ring, line));
            read.ends.len() - before
        }
        "trifans" => {
            for fan in &lists {
                fan.windows(2).skip(1).for_each(|pair| read.face([fan[0], pair[0], pair[1]], line));
            }
            lists.len()
        }
        _ => {
            lists.iter().flat_map(|list| strip(list)).for_each(|triangle| read.face(triangle, line));
            lists.len()
        }
    };
    let announced = attribute(file, primitive, "count", None)?;
    if found == announced {
        return Ok(());
    }
    Err(miscounted(file, primitive, format!("{found} elements where {announced} are announced")))
}

fn miscounted(file: &ColladaFile<'_>, primitive: Node<'_, '_>, found: String) -> MeshFileError {
    let (place, expected) = (file.place(primitive), "as many corners as the element announces");
    let advice = "the file is incomplete: export or copy it again";
    MeshFileError::new(ErrorKind::Truncated, place, found, expected, advice)
}

/// The offset of the vertex index among the indices of a corner, and the number of indices of a corner.
fn layout<'d>(file: &ColladaFile<'d>, primitive: Node<'d, 'd>) -> Result<(usize, usize), MeshFileError> {
    let (mut vertex, mut stride) = (None, 0);
    for input in elements(primitive).filter(|inside| inside.tag_name().name() == "input") {
        let offset = attribute(file, input, "offset", Some(0))?;
        stride = stride.max(offset.saturating_add(1));
        if input.attribute("semantic") == Some("VERTEX") {
            let vertices = file.linked(input, "source")?;
            if primitive.parent().and_then(|mesh| child(mesh, "vertices")) != Some(vertices) {
                return Err(file.syntax(
                    input,
                    format!("vertices in {}", tag(vertices)),
                    "the <vertices> of this mesh",
                ));
            }
            vertex = Some(offset);
        }
    }
    let missing =
        || file.syntax(primitive, format!("{} without vertices", tag(primitive)), "an <input semantic=\"VERTEX\">");
    vertex.map(|offset| (offset, stride)).ok_or_else(missing)
}

/// The vertex indices of the corners in a `<p>`.
fn corners<'d>(
    file: &ColladaFile<'d>,
    list: Node<'d, 'd>,
    (offset, stride): (usize, usize),
    vertices: usize,
) -> Result<Vec<u32>, MeshFileError> {
    let indices = integers(file, list)?;
    if indices.len() % stride != 0 {
        let found = format!("{} indices, {stride} for every corner", indices.len());
        return Err(miscounted(file, list, found));
    }
    let corner = |index: &i64| match u32::try_from(*index) {
        Ok(corner) if (corner as usize) < vertices => Ok(corner),
        _ => {
            let (found, expected) = (format!("a corner with vertex {index}"), format!("0 to {}", vertices.max(1) - 1));
            let advice = "correct the index; a part of the file may be missing";
            Err(MeshFileError::new(ErrorKind::OutOfRange, file.place(list), found, expected, advice))
        }
    };
    indices.iter().skip(offset).step_by(stride).map(corner).collect()
}

/// The number of corners of each polygon of a `<polylist>`.
fn sizes<'d>(file: &ColladaFile<'d>, primitive: Node<'d, 'd>) -> Result<Vec<usize>, MeshFileError> {
    let Some(list) = child(primitive, "vcount") else { return Ok(Vec::new()) };
    let size = |size: i64| {
        usize::try_from(size).map_err(|_| file.syntax(list, format!("a polygon of {size} corners"), "a count"))
    };
    integers(file, list)?.into_iter().map(size).collect()
}

fn integers(file: &ColladaFile<'_>, node: Node<'_, '_>) -> Result<Vec<i64>, MeshFileError> {
    let line = file.line(node);
    let texts = node.children().filter_map(|child| child.text());
    texts.flat_map(|text| words(text.as_bytes())).map(|word| integer(word, line)).collect()
}
