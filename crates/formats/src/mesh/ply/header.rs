//! The header of a PLY file: the elements, their properties and the encoding of the data.

use crate::mesh::{
    error::{ErrorKind, MeshFileError, MeshFilePlace, quoted},
    text::{syntax, words},
};

/// A parsed header.
pub(super) struct PlyHeader {
    pub(super) encoding: PlyEncoding,
    pub(super) elements: Vec<PlyElement>,
    /// The first byte of the data.
    pub(super) body: usize,
    /// The first line of the data, for text.
    pub(super) line: usize,
}

/// The encoding of the data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PlyEncoding {
    Text,
    LittleEndian,
    BigEndian,
}

/// A table of rows with the same properties.
pub(super) struct PlyElement {
    pub(super) name: String,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
    pub(super) line: usize,
}

impl PlyElement {
    /// The index of the property with one of these names.
    pub(super) fn position(&self, names: &[&str]) -> Option<usize> {
        self.properties.iter().position(|property| names.contains(&property.name.as_str()))
    }

    /// The bytes of a row in binary form; `None` if rows contain lists.
    pub(super) fn fixed_size(&self) -> Option<usize> {
        self.properties.iter().map(|property| property.list.is_none().then(|| property.scalar.size())).sum()
    }
}

/// A column of an element: one scalar in each row, or a list with a count in front.
pub(super) struct Property {
    pub(super) name: String,
    pub(super) scalar: Scalar,
    /// The type of the count, for a list.
    pub(super) list: Option<Scalar>,
}

/// The number types of PLY. f64 represents all their values exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn named(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"char" | b"int8" => Self::I8,
            b"uchar" | b"uint8" => Self::U8,
            b"short" | b"int16" => Self::I16,
            b"ushort" | b"uint16" => Self::U16,
            b"int" | b"int32" => Self::I32,
            b"uint" | b"uint32" => Self::U32,
            b"float" | b"float32" => Self::F32,
            b"double" | b"float64" => Self::F64,
            _ => return None,
        })
    }

    /// Bytes in binary form.
    pub(super) fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }
}

/// Reads the header. The end of its first line, `ply`, decides how lines end. After the last line this cannot be
/// decided: an LF after a CR could be the first byte of binary data.
pub(super) fn parse(bytes: &[u8]) -> Result<PlyHeader, MeshFileError> {
    let after_magic = bytes.strip_prefix(b"ply").unwrap_or_default().trim_ascii_start();
    let first_line = &bytes[..bytes.len() - after_magic.len()];
    let end_of_line: &[u8] = match first_line {
        [.., b'\r', b'\n'] => b"\r\n",
        [b'p', b'l', b'y', .., b'\n'] => b"\n",
        [b'p', b'l', b'y', .., b'\r'] => b"\r",
        _ => return Err(syntax(1, &bytes[..bytes.len().min(10)], "`ply` on a line of its own")),
    };
    let mut encoding = None;
    let mut elements: Vec<PlyElement> = Vec::new();
    let mut at = first_line.len();
    let mut line = 1 + first_line.windows(end_of_line.len()).filter(|window| *window == end_of_line).count().max(1);
    loop {
        let rest = &bytes[at..];
        let Some(length) = rest.windows(end_of_line.len()).position(|window| window == end_of_line) else {
            let found = "the end of the file";
            let advice = "the file is incomplete: write or copy it again";
            return Err(MeshFileError::new(
                ErrorKind::Truncated,
                MeshFilePlace::Line(line),
                found,
                "`end_header`",
                advice,
            ));
        };
        at += length + end_of_line.len();
        let statement: Vec<&[u8]> = words(&rest[..length]).collect();
        match statement[..] {
            [b"end_header"] => break,
            [b"format", name, _version] => encoding = Some(encoding_named(name, line)?),
            [b"element", name, count] => elements.push(element(name, count, line)?),
            [b"property", ref description @ ..] => match elements.last_mut() {
                Some(element) => element.properties.push(property(description, line)?),
                None => return Err(syntax(line, b"property", "an `element` before its properties")),
            },
            [] | [b"comment" | b"obj_info", ..] => {}
            [keyword, ..] => {
                return Err(syntax(line, keyword, "a complete `format`, `element`, `property` or `end_header`"));
            }
        }
        line += 1;
    }
    let encoding = encoding.ok_or_else(|| syntax(line, b"end_header", "a `format` line before it"))?;
    Ok(PlyHeader { encoding, elements, body: at, line: line + 1 })
}

fn encoding_named(name: &[u8], line: usize) -> Result<PlyEncoding, MeshFileError> {
    match name {
        b"ascii" => Ok(PlyEncoding::Text),
        b"binary_little_endian" => Ok(PlyEncoding::LittleEndian),
        b"binary_big_endian" => Ok(PlyEncoding::BigEndian),
        _ => Err(syntax(line, name, "`ascii`, `binary_little_endian` or `binary_big_endian`")),
    }
}

fn element(name: &[u8], count: &[u8], line: usize) -> Result<PlyElement, MeshFileError> {
    let number = std::str::from_utf8(count).ok().and_then(|text| text.parse().ok());
    let count = number.ok_or_else(|| syntax(line, count, "a count that is not negative"))?;
    Ok(PlyElement { name: String::from_utf8_lossy(name).into_owned(), count, properties: Vec::new(), line })
}

fn property(description: &[&[u8]], line: usize) -> Result<Property, MeshFileError> {
    let scalar = |word: &[u8]| {
        Scalar::named(word).ok_or_else(|| {
            let expected = "a type: char, uchar, short, ushort, int, uint, float, double, or int8 … float64";
            MeshFileError::new(
                ErrorKind::Syntax,
                MeshFilePlace::Line(line),
                quoted(word),
                expected,
                "correct this line",
            )
        })
    };
    let (name, list, item) = match description {
        [b"list", count, item, name] => (name, Some(scalar(count)?), item),
        [item, name] => (name, None, item),
        _ => return Err(syntax(line, b"property", "`property TYPE NAME` or `property list TYPE TYPE NAME`")),
    };
    Ok(Property { name: String::from_utf8_lossy(name).into_owned(), scalar: scalar(item)?, list })
}
