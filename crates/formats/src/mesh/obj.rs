//! Wavefront OBJ.
//!
//! Read: `v`, `f` (and its old name `fo`) with corners `v`, `v/vt`, `v//vn`, `v/vt/vn`, counted from 1, or back from
//! the last vertex if negative; several objects, which become one mesh; continued lines; comments. Names, groups,
//! materials, normals and texture coordinates carry no geometry and are ignored. Points and lines (`p`, `l`) are
//! omitted with a warning. Free-form curves and surfaces, included files and unknown statements are errors: ignoring
//! geometry could miss a contact.
//!
//! No crate is used: `tobj`, the common one, ignores unknown statements, cuts every polygon into a fan, and reports
//! no line numbers.
//!
//! *Source.* Wavefront Technologies, *Advanced Visualizer Manual*, appendix B1 (object files).

use super::{
    Format, MeshFile,
    assembly::{Assembly, FaceList, Occurrences},
    error::{ErrorKind, MeshFileError, MeshFilePlace, quoted},
    text::{TextLines, integer, number, syntax, words},
};
use glam::DVec3;
use std::borrow::Cow;
use tangency_geometry::Mesh;

/// Statements that carry no geometry.
#[rustfmt::skip]
const PASSED_OVER: &[&[u8]] = &[
    b"vt", b"vn", b"vp", b"o", b"g", b"s", b"mg", b"usemtl", b"mtllib", b"usemap", b"maplib", b"mtl", b"bevel",
    b"c_interp", b"d_interp", b"lod", b"shadow_obj", b"trace_obj",
];

/// Statements of free-form curves and surfaces.
const CURVED: &[&[u8]] = &[
    b"cstype", b"deg", b"bmat", b"step", b"curv", b"curv2", b"surf", b"parm", b"trim", b"hole", b"scrv", b"sp", b"end",
    b"con", b"ctech", b"stech", b"bsp", b"bzp", b"cdc", b"cdp", b"res", b"call", b"csh",
];

/// Reads an OBJ file.
pub(super) fn parse(bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
    let mut reader = ObjReader::default();
    let mut lines = TextLines::new(bytes);
    while let Some((line, first)) = lines.next() {
        let mut statement = Cow::Borrowed(first);
        while is_continued(&statement) {
            let kept = statement.len() - 1;
            let joined = statement.to_mut();
            joined.truncate(kept);
            joined.push(b' ');
            match lines.next() {
                Some((_, more)) => joined.extend_from_slice(more),
                None => break,
            }
        }
        reader.statement(&statement, line)?;
    }
    reader.finish()
}

/// A backslash at the end of a line continues it, but only in statements of numbers. At the end of a comment or a name
/// it is more likely the end of a path, and joining the next line would lose a vertex.
fn is_continued(line: &[u8]) -> bool {
    const NUMBERS: &[&[u8]] = &[b"v", b"f", b"fo", b"vt", b"vn", b"p", b"l"];
    line.ends_with(b"\\") && words(line).next().is_some_and(|word| NUMBERS.contains(&word)) && !line.contains(&b'#')
}

#[derive(Default)]
struct ObjReader {
    assembly: Assembly,
    faces: FaceList,
    points: Occurrences,
    lines: Occurrences,
    counts: Occurrences,
    weights: Occurrences,
}

impl ObjReader {
    fn statement(&mut self, statement: &[u8], line: usize) -> Result<(), MeshFileError> {
        let mut words = words(statement).take_while(|word| !word.starts_with(b"#"));
        let Some(keyword) = words.next() else { return Ok(()) };
        match keyword {
            b"v" => self.vertex(words, line)?,
            b"f" | b"fo" => self.face(words, line)?,
            b"p" => self.points.add(|| MeshFilePlace::Line(line)),
            b"l" => self.lines.add(|| MeshFilePlace::Line(line)),
            keyword if PASSED_OVER.contains(&keyword) => {}
            keyword if CURVED.contains(&keyword) => {
                return Err(MeshFileError::new(
                    ErrorKind::Unsupported,
                    MeshFilePlace::Line(line),
                    format!("the statement {}", quoted(keyword)),
                    "vertices and faces",
                    "export the object as polygons: free-form geometry and included files are not read",
                ));
            }
            // Some programs write the numbers of vertices and faces on a separate line.
            _ if self::words(statement).all(|word| integer(word, line).is_ok()) => {
                self.counts.add(|| MeshFilePlace::Line(line));
            }
            keyword => {
                return Err(MeshFileError::new(
                    ErrorKind::Syntax,
                    MeshFilePlace::Line(line),
                    format!("the statement {}", quoted(keyword)),
                    "a statement of the OBJ format, such as `v` or `f`",
                    "correct the line, or make it a comment with `#` if it carries no geometry",
                ));
            }
        }
        Ok(())
    }

    fn vertex<'a>(&mut self, words: impl Iterator<Item = &'a [u8]>, line: usize) -> Result<(), MeshFileError> {
        let mut values = [0.0; 4];
        let mut count = 0;
        for word in words {
            if count < 4 {
                values[count] = number(word, line)?;
            }
            count += 1;
        }
        let [x, y, z, fourth] = values;
        match count {
            // x y z; or x y z and a colour.
            3 | 6 | 7 => {}
            4 if fourth == 1.0 => {}
            4 => self.weights.add(|| MeshFilePlace::Line(line)),
            _ => {
                let found = format!("a vertex with {count} numbers");
                let expected = "x, y and z, perhaps with a weight or a colour";
                return Err(MeshFileError::new(
                    ErrorKind::Syntax,
                    MeshFilePlace::Line(line),
                    found,
                    expected,
                    "correct this line",
                ));
            }
        }
        self.assembly.vertices.push(DVec3::new(x, y, z));
        Ok(())
    }

    fn face<'a>(&mut self, words: impl Iterator<Item = &'a [u8]>, line: usize) -> Result<(), MeshFileError> {
        for word in words {
            let corner = corner(word, self.assembly.vertices.len(), line)?;
            self.faces.corner(corner);
        }
        self.faces.close(line);
        Ok(())
    }

    fn finish(self) -> Result<MeshFile, MeshFileError> {
        let mut assembly = self.assembly;
        let count = assembly.vertices.len();
        let range = |corner: u32, place| out_of_range(i64::from(corner) + 1, count, place);
        self.faces.cut(&mut assembly, MeshFilePlace::Line, range)?;
        let warnings = &mut assembly.warnings;
        let meaning = "only faces take part in contacts";
        self.points.warn("point elements (`p`) left out", meaning, warnings);
        self.lines.warn("line elements (`l`) left out", meaning, warnings);
        self.counts.warn("lines of nothing but numbers", "they are taken for counts", warnings);
        self.weights.warn("vertices with a weight other than 1", "it means nothing for faces", warnings);
        assembly.finish(Format::Obj)
    }
}

/// The vertex index, counted from 0, of a corner such as `7`, `7/1`, `7//3`, `7/1/3` or `-1`.
fn corner(word: &[u8], vertices: usize, line: usize) -> Result<u32, MeshFileError> {
    let mut parts = word.split(|&byte| byte == b'/');
    let vertex = parts.next().unwrap_or_default();
    let extras_are_numbers = parts.clone().all(|part| part.is_empty() || integer(part, line).is_ok());
    if parts.count() > 2 || !extras_are_numbers {
        return Err(syntax(line, word, "a corner: v, v/vt, v//vn or v/vt/vn"));
    }
    let index = integer(vertex, line)?;
    let from_zero = if index < 0 { vertices as i64 + index } else { index - 1 };
    u32::try_from(from_zero).map_err(|_| out_of_range(index, vertices, MeshFilePlace::Line(line)))
}

fn out_of_range(index: i64, vertices: usize, place: MeshFilePlace) -> MeshFileError {
    MeshFileError::new(
        ErrorKind::OutOfRange,
        place,
        format!("a face with vertex {index}"),
        format!("1 to {vertices}, or -{vertices} to -1 counted from the end"),
        "correct the index; a part of the file may be missing",
    )
}

/// The mesh as an OBJ file. Coordinates have the fewest digits that parse to the same f64.
///
/// ```
/// use tangency_formats::mesh;
///
/// let file = mesh::parse(b"v 0 0 0\nv 0.1 0 0\nv 0 1e-7 0\nf 1 2 3\n", "sliver.obj")?;
/// let again = mesh::parse(&mesh::write_obj(&file.mesh), "copy.obj")?;
/// assert_eq!(again.mesh, file.mesh);
/// # Ok::<(), mesh::MeshFileError>(())
/// ```
#[must_use]
pub fn write_obj(mesh: &Mesh) -> Vec<u8> {
    use std::fmt::Write;
    let mut text = String::new();
    // Writing to a String cannot fail.
    for vertex in mesh.vertices() {
        let _ = writeln!(text, "v {:?} {:?} {:?}", vertex.x, vertex.y, vertex.z);
    }
    for [a, b, c] in mesh.triangles() {
        let _ = writeln!(text, "f {} {} {}", u64::from(*a) + 1, u64::from(*b) + 1, u64::from(*c) + 1);
    }
    text.into_bytes()
}
