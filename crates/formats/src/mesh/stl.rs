//! STL, as text and as binary.
//!
//! An STL file is a triangle soup: every triangle has its own three points. Points with exactly equal coordinates (no
//! tolerance) become one vertex, so that the surface is connected. Normals are ignored: the order of the corners
//! gives the orientation.
//!
//! Binary files that begin with `solid` are common, so the size decides: a file of exactly 84 + 50·n bytes that
//! announces n triangles is binary; so is a file with zero bytes in it.
//!
//! No crate is used: `stl_io` treats every file that begins with `solid ` as text, reads decimals as f32,
//! distinguishes 0 and −0 when it welds, and reports no line numbers. The format is two loops.
//!
//! *Source.* 3D Systems, *StereoLithography Interface Specification* (1988); M. Burns, *Automated Fabrication*,
//! section 6.5.

use super::{
    Format, MeshFile,
    assembly::Assembly,
    error::{ErrorKind, MeshFileError, MeshFilePlace, quoted},
    text::{Words, number, syntax, without_mark},
};
use glam::DVec3;
use tangency_geometry::{Mesh, VertexWelder};

/// 80 bytes of free text and the number of triangles.
const HEADER: usize = 84;
/// A normal and three corners of three f32 each, and two unused bytes.
const RECORD: usize = 50;

/// Whether the bytes are a binary STL file by their size.
pub(super) fn is_binary_by_size(bytes: &[u8]) -> bool {
    announced(bytes).is_some_and(|count| bytes.len() as u64 == HEADER as u64 + RECORD as u64 * u64::from(count))
}

/// Whether the bytes begin as a text STL file does.
pub(super) fn begins_as_text(bytes: &[u8]) -> bool {
    without_mark(bytes).trim_ascii_start().get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"))
}

fn announced(bytes: &[u8]) -> Option<u32> {
    bytes.get(80..HEADER)?.try_into().ok().map(u32::from_le_bytes)
}

/// Reads an STL file, text or binary.
pub(super) fn parse(bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
    if !is_binary_by_size(bytes) && begins_as_text(bytes) && !bytes.contains(&0) {
        parse_text(bytes)
    } else {
        parse_binary(bytes)
    }
}

/// Collects triangles and welds their corners.
#[derive(Default)]
struct Soup {
    /// The triangles and warnings. `finish` adds the vertices.
    assembly: Assembly,
    welder: VertexWelder,
}

impl Soup {
    fn add(&mut self, corners: [DVec3; 3]) {
        self.assembly.triangles.push(corners.map(|point| self.welder.index_of(point)));
    }

    fn finish(mut self) -> Result<MeshFile, MeshFileError> {
        self.assembly.vertices = self.welder.into_vertices();
        self.assembly.finish(Format::Stl)
    }
}

fn parse_binary(bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
    let Some(count) = announced(bytes) else {
        return Err(MeshFileError::new(
            ErrorKind::Truncated,
            MeshFilePlace::Byte(bytes.len()),
            format!("a file of {} bytes that does not begin with `solid`", bytes.len()),
            "an STL file: text from `solid` to `endsolid`, or at least 84 bytes of binary data",
            "write or copy the file again",
        ));
    };
    let body = &bytes[HEADER..];
    let expected = RECORD as u64 * u64::from(count);
    if (body.len() as u64) < expected {
        return Err(MeshFileError::new(
            ErrorKind::Truncated,
            MeshFilePlace::Byte(bytes.len()),
            format!("the end of the file after {} bytes", bytes.len()),
            format!("{} bytes for the {count} triangles that byte 80 announces", HEADER as u64 + expected),
            "write or copy the file again",
        ));
    }
    let (records, rest) = body.split_at(expected as usize);
    let mut soup = Soup::default();
    if rest.len() >= RECORD {
        return Err(MeshFileError::new(
            ErrorKind::Trailing,
            MeshFilePlace::Byte(bytes.len() - rest.len()),
            format!("{} more bytes after the {count} triangles that byte 80 announces", rest.len()),
            "the end of the file",
            "correct the count or remove the rest: it could hold triangles",
        ));
    } else if !rest.is_empty() {
        soup.assembly.warnings.push(format!("bytes after the last triangle, left out: {}", rest.len()));
    }
    for (index, record) in records.chunks_exact(RECORD).enumerate() {
        let corner = |corner: usize| point(&record[12 + 12 * corner..], HEADER + RECORD * index + 12 + 12 * corner);
        soup.add([corner(0)?, corner(1)?, corner(2)?]);
    }
    soup.finish()
}

/// Three little-endian f32, which f64 holds exactly.
fn point(bytes: &[u8], place: usize) -> Result<DVec3, MeshFileError> {
    let value = |at: usize| f64::from(f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]));
    let point = DVec3::new(value(0), value(4), value(8));
    if point.is_finite() {
        return Ok(point);
    }
    Err(MeshFileError::new(
        ErrorKind::NotFinite,
        MeshFilePlace::Byte(place),
        format!("the corner {point}"),
        "finite coordinates",
        "repair the mesh, or check that the file was not damaged in transfer",
    ))
}

fn parse_text(bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
    let mut words = Words::new(without_mark(bytes), 0, 1);
    let mut soup = Soup::default();
    while let Some(word) = words.next() {
        if !word.eq_ignore_ascii_case(b"solid") {
            return Err(syntax(words.line(), word, "`solid` or the end of the file"));
        }
        words.skip_line();
        loop {
            let word = words.expect("`facet` or `endsolid`")?;
            if word.eq_ignore_ascii_case(b"endsolid") {
                words.skip_line();
                break;
            } else if word.eq_ignore_ascii_case(b"facet") {
                soup.add(facet(&mut words)?);
            } else {
                return Err(syntax(words.line(), word, "`facet` or `endsolid`"));
            }
        }
    }
    soup.finish()
}

/// The rest of `facet normal … outer loop vertex … vertex … vertex … endloop endfacet`.
fn facet(words: &mut Words<'_>) -> Result<[DVec3; 3], MeshFileError> {
    keyword(words, "`normal`", b"normal")?;
    for _ in 0..3 {
        // For slivers, programs write any normal, even `nan`. The normal is not used.
        words.expect("the normal of the facet")?;
    }
    keyword(words, "`outer`", b"outer")?;
    keyword(words, "`loop`", b"loop")?;
    let mut corners = [DVec3::ZERO; 3];
    for corner in &mut corners {
        keyword(words, "`vertex`: a facet has three", b"vertex")?;
        for axis in 0..3 {
            let word = words.expect("a coordinate")?;
            corner[axis] = number(word, words.line())?;
        }
    }
    keyword(words, "`endloop`: a facet has three vertices", b"endloop")?;
    keyword(words, "`endfacet`", b"endfacet")?;
    Ok(corners)
}

fn keyword(words: &mut Words<'_>, expected: &'static str, keyword: &[u8]) -> Result<(), MeshFileError> {
    let word = words.expect(expected)?;
    if word.eq_ignore_ascii_case(keyword) { Ok(()) } else { Err(syntax(words.line(), word, expected)) }
}

/// The mesh as a binary STL file.
///
/// STL holds f32: coordinates are rounded to the nearest, and an error names the first one that is out of range. The
/// normals are computed in f64; where a triangle has no area, the normal is zero, as the format asks.
pub fn write_stl(mesh: &Mesh) -> Result<Vec<u8>, MeshFileError> {
    let count = u32::try_from(mesh.triangles().len()).map_err(|_| {
        let found = format!("{} triangles", mesh.triangles().len());
        let advice = "write the mesh as PLY";
        MeshFileError::new(
            ErrorKind::Unsupported,
            MeshFilePlace::Whole,
            found,
            "at most 4294967295 triangles in STL",
            advice,
        )
    })?;
    let mut bytes = Vec::with_capacity(HEADER + RECORD * mesh.triangles().len());
    // Not `solid`: many programs would take the file for text.
    bytes.extend_from_slice(b"binary STL, units as in the scene");
    bytes.resize(80, b' ');
    bytes.extend_from_slice(&count.to_le_bytes());
    for corners in mesh.triangles() {
        let [a, b, c] = corners.map(|corner| mesh.vertices()[corner as usize]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for point in [normal, a, b, c] {
            for coordinate in point.to_array() {
                let single = coordinate as f32;
                if !single.is_finite() {
                    let found = quoted(coordinate.to_string().as_bytes());
                    let advice = "write the mesh as PLY or OBJ, which hold 64-bit coordinates";
                    let expected = "coordinates within the range of f32";
                    return Err(MeshFileError::new(
                        ErrorKind::NotFinite,
                        MeshFilePlace::Whole,
                        found,
                        expected,
                        advice,
                    ));
                }
                bytes.extend_from_slice(&single.to_le_bytes());
            }
        }
        bytes.extend_from_slice(&[0, 0]);
    }
    Ok(bytes)
}
