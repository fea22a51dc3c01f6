//! Buffers, buffer views and accessors (glTF 2.0, section 3.6).
//!
//! Every range is checked against the available bytes before it is read, with checked arithmetic. No memory is
//! allocated for counts that exceed the available bytes. Buffers are loaded on demand.

use super::document::{Accessor, Document, Sparse};
use crate::{
    mesh::{
        error::{ErrorKind, MeshFileError, MeshFilePlace, quoted},
        load,
    },
    tolerance::MAXIMUM_FILE_BYTES,
};
use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use glam::DVec3;
use std::{
    borrow::Cow,
    cell::{Cell, OnceCell},
    path::Path,
};

/// Many files omit the padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The buffers of a document.
pub(super) struct Buffers<'a> {
    document: &'a Document,
    chunk: Option<&'a [u8]>,
    folder: Option<&'a Path>,
    loaded: Vec<OnceCell<Cow<'a, [u8]>>>,
    bytes: Cell<u64>,
}

/// Numbers at a fixed stride.
struct Elements<'b> {
    bytes: &'b [u8],
    stride: usize,
    size: usize,
    count: usize,
}

impl<'b> Elements<'b> {
    fn iter(&self) -> impl Iterator<Item = &'b [u8]> {
        let (bytes, stride, size) = (self.bytes, self.stride, self.size);
        (0..self.count).map(move |index| &bytes[index * stride..index * stride + size])
    }
}

/// The number types of accessors.
#[derive(Clone, Copy, PartialEq)]
enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// Decodes the number at the start of the bytes. f64 represents all values exactly.
    fn decode(self, bytes: &[u8]) -> f64 {
        match self {
            Self::I8 => f64::from(bytes[0] as i8),
            Self::U8 => f64::from(bytes[0]),
            Self::I16 => f64::from(i16::from_le_bytes([bytes[0], bytes[1]])),
            Self::U16 => f64::from(u16::from_le_bytes([bytes[0], bytes[1]])),
            Self::U32 => f64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
            Self::F32 => f64::from(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])),
        }
    }

    /// The value of a stored integer in a normalised accessor (section 3.11).
    fn normalised(self, value: f64) -> f64 {
        match self {
            Self::I8 => (value / 127.0).max(-1.0),
            Self::U8 => value / 255.0,
            Self::I16 => (value / 32767.0).max(-1.0),
            Self::U16 => value / 65535.0,
            Self::U32 => value / 4_294_967_295.0,
            Self::F32 => value,
        }
    }

    /// Decodes the number at the start of the bytes, and normalises it if the accessor is normalised.
    fn meaning(self, bytes: &[u8], normalised: bool) -> f64 {
        let value = self.decode(bytes);
        if normalised { self.normalised(value) } else { value }
    }
}

impl<'a> Buffers<'a> {
    pub(super) fn new(document: &'a Document, chunk: Option<&'a [u8]>, folder: Option<&'a Path>) -> Self {
        let loaded = document.buffers.iter().map(|_| OnceCell::new()).collect();
        Self { document, chunk, folder, loaded, bytes: Cell::new(0) }
    }

    /// The positions of an accessor.
    pub(super) fn positions(&self, index: usize) -> Result<Vec<DVec3>, MeshFileError> {
        self.vectors(index, None)
    }

    /// The displacements of a morph target for `count` vertices. Omitted displacements are zero.
    pub(super) fn displacements(&self, index: usize, count: usize) -> Result<Vec<DVec3>, MeshFileError> {
        match self.count(index)? {
            same if same == count => self.vectors(index, Some(DVec3::ZERO)),
            other => Err(fault(index, format!("displacements of {other} vertices"), format!("{count}"))),
        }
    }

    fn vectors(&self, index: usize, unwritten: Option<DVec3>) -> Result<Vec<DVec3>, MeshFileError> {
        let (accessor, component) = self.accessor(index, "VEC3")?;
        if component == Component::U32 {
            return Err(fault(index, "positions of unsigned 32-bit integers", "f32, or 8- or 16-bit integers"));
        }
        let decode = |bytes: &[u8]| {
            DVec3::from_array(
                [0, 1, 2].map(|axis| component.meaning(&bytes[axis * component.size()..], accessor.normalized)),
            )
        };
        let positions = self.decoded(index, accessor, 3 * component.size(), unwritten, decode)?;
        match positions.iter().position(|position| !position.is_finite()) {
            None => Ok(positions),
            Some(element) => Err(not_finite(index, element, format!("the position {}", positions[element]))),
        }
    }

    /// The scalars of an accessor: times or weights of an animation.
    pub(super) fn numbers(&self, index: usize) -> Result<Vec<f64>, MeshFileError> {
        let (accessor, component) = self.accessor(index, "SCALAR")?;
        let decode = |bytes: &[u8]| component.meaning(bytes, accessor.normalized);
        let numbers = self.decoded(index, accessor, component.size(), None, decode)?;
        match numbers.iter().position(|number| !number.is_finite()) {
            None => Ok(numbers),
            Some(element) => Err(not_finite(index, element, format!("the number {}", numbers[element]))),
        }
    }

    /// The indices of an accessor.
    pub(super) fn indices(&self, index: usize) -> Result<Vec<u32>, MeshFileError> {
        let (accessor, component) = self.accessor(index, "SCALAR")?;
        if !matches!(component, Component::U8 | Component::U16 | Component::U32) {
            return Err(fault(index, "indices that are not unsigned integers", "u8, u16 or u32"));
        }
        self.decoded(index, accessor, component.size(), None, |bytes| component.decode(bytes) as u32)
    }

    /// The elements of an accessor, each of `size` bytes. In a sparse accessor without a buffer view, the elements that
    /// are not replaced are `unwritten`. If that is given, the caller has checked the count.
    fn decoded<T: Clone>(
        &self,
        index: usize,
        accessor: &Accessor,
        size: usize,
        unwritten: Option<T>,
        decode: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<T>, MeshFileError> {
        let mut values: Vec<T> = match (unwritten, accessor.buffer_view, &accessor.sparse) {
            (Some(value), None, Some(_)) => vec![value; accessor.count],
            _ => self.elements(index, accessor, size)?.iter().map(&decode).collect(),
        };
        if let Some(sparse) = &accessor.sparse {
            self.replace(index, sparse, size, |at, bytes| match values.get_mut(at) {
                Some(value) => {
                    *value = decode(bytes);
                    true
                }
                None => false,
            })?;
        }
        Ok(values)
    }

    /// The announced number of elements of an accessor.
    pub(super) fn count(&self, index: usize) -> Result<usize, MeshFileError> {
        self.document.accessors.get(index).map(|accessor| accessor.count).ok_or_else(|| self.missing_accessor(index))
    }

    fn missing_accessor(&self, index: usize) -> MeshFileError {
        missing("accessor", index, self.document.accessors.len(), MeshFilePlace::Part("accessors".into()))
    }

    fn accessor(&self, index: usize, shape: &'static str) -> Result<(&'a Accessor, Component), MeshFileError> {
        let accessor = self.document.accessors.get(index).ok_or_else(|| self.missing_accessor(index))?;
        if accessor.shape != shape {
            return Err(fault(index, format!("the type {}", quoted(accessor.shape.as_bytes())), shape));
        }
        Ok((accessor, component(accessor.component_type, index)?))
    }

    fn elements(&self, index: usize, accessor: &Accessor, size: usize) -> Result<Elements<'_>, MeshFileError> {
        let Some(view) = accessor.buffer_view else {
            return Err(MeshFileError::new(
                ErrorKind::Unsupported,
                MeshFilePlace::Part(format!("accessors[{index}]")),
                "no buffer view",
                "data in a buffer",
                "export the file without mesh compression: its geometry stands elsewhere",
            ));
        };
        self.range(index, view, accessor.byte_offset, size, accessor.count)
    }

    /// `count` elements of `size` bytes in a buffer view. Errors name the accessor.
    fn range(
        &self,
        accessor: usize,
        view: usize,
        offset: usize,
        size: usize,
        count: usize,
    ) -> Result<Elements<'_>, MeshFileError> {
        let views = &self.document.buffer_views;
        let place = || MeshFilePlace::Part(format!("accessors[{accessor}]"));
        let description = views.get(view).ok_or_else(|| missing("buffer view", view, views.len(), place()))?;
        let buffer = self.buffer(description.buffer)?;
        let end = description.byte_offset.checked_add(description.byte_length);
        let bytes = end.and_then(|end| buffer.get(description.byte_offset..end)).ok_or_else(|| {
            let found = format!("{} bytes from byte {}", description.byte_length, description.byte_offset);
            let expected = format!("a range within the {} bytes of buffer {}", buffer.len(), description.buffer);
            out_of_range(MeshFilePlace::Part(format!("bufferViews[{view}]")), found, expected)
        })?;
        let stride = description.byte_stride.unwrap_or(size);
        if stride < size {
            return Err(fault(accessor, format!("a stride of {stride} bytes"), format!("at least {size}")));
        }
        let needed = match count {
            0 => Some(0),
            _ => (count - 1).checked_mul(stride).and_then(|bytes| bytes.checked_add(size)),
        };
        let bytes = bytes.get(offset..).filter(|bytes| needed.is_some_and(|needed| needed <= bytes.len()));
        let bytes = bytes.ok_or_else(|| {
            let found = format!("{count} elements at a distance of {stride} bytes from byte {offset}");
            let expected = format!("at most the {} bytes of buffer view {view}", description.byte_length);
            out_of_range(place(), found, expected)
        })?;
        Ok(Elements { bytes, stride, size, count })
    }

    /// Calls `put` for each element that a sparse accessor replaces. `put` returns whether the element exists.
    fn replace(
        &self,
        accessor: usize,
        sparse: &Sparse,
        size: usize,
        mut put: impl FnMut(usize, &[u8]) -> bool,
    ) -> Result<(), MeshFileError> {
        let (indices, values) = (&sparse.indices, &sparse.values);
        let component = component(indices.component_type, accessor)?;
        if !matches!(component, Component::U8 | Component::U16 | Component::U32) {
            return Err(fault(accessor, "sparse indices that are not unsigned integers", "u8, u16 or u32"));
        }
        let places = self.range(accessor, indices.buffer_view, indices.byte_offset, component.size(), sparse.count)?;
        let values = self.range(accessor, values.buffer_view, values.byte_offset, size, sparse.count)?;
        for (place, value) in places.iter().zip(values.iter()) {
            let at = component.decode(place) as usize;
            if !put(at, value) {
                let found = format!("a sparse value for element {at}");
                let place = MeshFilePlace::Part(format!("accessors[{accessor}]"));
                return Err(out_of_range(place, found, "an element of the accessor".into()));
            }
        }
        Ok(())
    }

    /// The bytes of a buffer.
    fn buffer(&self, index: usize) -> Result<&[u8], MeshFileError> {
        let place = || MeshFilePlace::Part(format!("buffers[{index}]"));
        let Some(description) = self.document.buffers.get(index) else {
            return Err(missing("buffer", index, self.loaded.len(), MeshFilePlace::Part("bufferViews".into())));
        };
        let bytes = match self.loaded[index].get() {
            Some(bytes) => bytes,
            None => {
                let bytes = self.load(index, description.uri.as_deref())?;
                self.bytes.set(self.bytes.get() + bytes.len() as u64);
                if self.bytes.get() > MAXIMUM_FILE_BYTES {
                    let found = format!("buffers of more than {MAXIMUM_FILE_BYTES} bytes together");
                    let advice = "split the scene into several files";
                    return Err(MeshFileError::new(ErrorKind::Unreadable, place(), found, "less", advice));
                }
                self.loaded[index].get_or_init(|| bytes)
            }
        };
        bytes.get(..description.byte_length).ok_or_else(|| {
            let (found, expected) = (format!("{} bytes", bytes.len()), format!("{} bytes", description.byte_length));
            MeshFileError::new(ErrorKind::Truncated, place(), found, expected, "write or copy the buffer again")
        })
    }

    fn load(&self, index: usize, uri: Option<&str>) -> Result<Cow<'a, [u8]>, MeshFileError> {
        let error = |kind, found: String, expected: &'static str, advice: &'static str| {
            Err(MeshFileError::new(kind, MeshFilePlace::Part(format!("buffers[{index}]")), found, expected, advice))
        };
        let Some(uri) = uri else {
            return match self.chunk {
                Some(chunk) if index == 0 => Ok(Cow::Borrowed(chunk)),
                _ => error(
                    ErrorKind::Unsupported,
                    "a buffer without data".into(),
                    "a `uri`, or the binary chunk of a GLB file for buffer 0",
                    "export the file again, without mesh compression",
                ),
            };
        };
        if let Some(data) = uri.strip_prefix("data:") {
            let Some((_, digits)) = data.split_once(";base64,") else {
                let found = format!("the uri {}", quoted(uri.as_bytes()));
                return error(ErrorKind::Unsupported, found, "`data:…;base64,…`", "embed the buffer as base64");
            };
            return match BASE64.decode(digits) {
                Ok(bytes) => Ok(Cow::Owned(bytes)),
                Err(fault) => error(ErrorKind::Syntax, format!("faulty base64 ({fault})"), "base64", "export it again"),
            };
        }
        let Some(folder) = self.folder else {
            let found = format!("the separate buffer {}", quoted(uri.as_bytes()));
            let advice = "read the file by its path, or embed the buffer (GLB)";
            return error(
                ErrorKind::Unsupported,
                found,
                "embedded buffers, since there is no folder to look in",
                advice,
            );
        };
        let Some(path) = relative_path(uri) else {
            let found = format!("the uri {}", quoted(uri.as_bytes()));
            let advice = "put the buffer beside the file";
            return error(ErrorKind::Unsupported, found, "a path relative to the file", advice);
        };
        // `fault` names the buffer file. The error adds the place in the document that refers to it.
        load(&folder.join(path)).map(Cow::Owned).or_else(|fault| {
            let advice = "put the buffer there, or embed it (GLB)";
            error(ErrorKind::Unreadable, format!("no buffer ({fault})"), "a readable file", advice)
        })
    }
}

/// The path of a relative URI, with percent encoding decoded; `None` for other kinds of URI.
fn relative_path(uri: &str) -> Option<String> {
    if uri.contains(':') || uri.starts_with(['/', '\\']) {
        return None;
    }
    let mut decoded = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [byte, after @ ..] = rest {
        if let ([b'%', high, low, ..], true) = (rest, rest.len() >= 3) {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            decoded.push((digit(*high)? * 16 + digit(*low)?) as u8);
            rest = &rest[3..];
        } else {
            decoded.push(*byte);
            rest = after;
        }
    }
    String::from_utf8(decoded).ok().filter(|path| !path.contains('\0'))
}

fn component(code: u32, accessor: usize) -> Result<Component, MeshFileError> {
    match code {
        5120 => Ok(Component::I8),
        5121 => Ok(Component::U8),
        5122 => Ok(Component::I16),
        5123 => Ok(Component::U16),
        5125 => Ok(Component::U32),
        5126 => Ok(Component::F32),
        _ => Err(fault(accessor, format!("the component type {code}"), "5120, 5121, 5122, 5123, 5125 or 5126")),
    }
}

fn fault(
    accessor: usize,
    found: impl Into<Cow<'static, str>>,
    expected: impl Into<Cow<'static, str>>,
) -> MeshFileError {
    let place = MeshFilePlace::Part(format!("accessors[{accessor}]"));
    MeshFileError::new(ErrorKind::Syntax, place, found, expected, "export the file again")
}

fn not_finite(accessor: usize, element: usize, found: String) -> MeshFileError {
    let place = MeshFilePlace::Part(format!("accessors[{accessor}], element {element}"));
    let advice = "repair the mesh, or check that the file was not damaged in transfer";
    MeshFileError::new(ErrorKind::NotFinite, place, found, "finite coordinates", advice)
}

fn out_of_range(place: MeshFilePlace, found: String, expected: String) -> MeshFileError {
    MeshFileError::new(ErrorKind::OutOfRange, place, found, expected, "export the file again: a part of it is missing")
}

/// The error for an index that does not exist in the document.
pub(super) fn missing(what: &str, index: usize, count: usize, place: MeshFilePlace) -> MeshFileError {
    let expected = format!("one of the {count} in the file, counted from 0");
    out_of_range(place, format!("a reference to {what} {index}"), expected)
}
