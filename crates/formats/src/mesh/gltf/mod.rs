//! glTF 2.0: JSON with embedded or separate buffers, or one binary file (GLB).
//!
//! Read: every mesh that a node of the default scene instantiates, with the transforms of the node and its ancestors
//! (matrix, or translation, rotation and scale); triangles, strips and fans, with or without indices; positions of
//! every component type, normalised, strided or sparse. Vertices that were split for normals or textures are merged
//! where their coordinates are equal, node by node. Points and lines are omitted with a warning. Skins, compressed
//! geometry, instancing and other extensions that move or make geometry are errors. Meshes with morph targets use the
//! weights of their node, otherwise their own; [`Morph`] is the animated mesh. Vertices that a target separates, such
//! as those of closed lips, are not merged.
//!
//! f32 positions become f64 exactly. A node transform other than the identity rounds each coordinate by a few units in
//! the last place of f64.
//!
//! `serde_json` parses the JSON. The crate `gltf` is not used: it stores node transforms as f32 and adds materials,
//! animations and images; the structures needed here take a page.
//!
//! *Source.* Khronos Group, *glTF 2.0 Specification*, 2.0.1 (2021), cited by section in the code.

mod animation;
mod buffers;
mod document;
mod morph;
mod primitive;
mod scene;

use super::{
    Format, MeshFile,
    error::{ErrorKind, MeshFileError, MeshFilePlace, quoted},
    text::without_mark,
};
use document::Document;
pub use morph::Morph;
use primitive::Ledger;
use std::path::Path;

/// Extensions that do not affect triangles.
const HARMLESS: &[&str] = &[
    "KHR_mesh_quantization",
    "KHR_lights_punctual",
    "KHR_texture_transform",
    "KHR_texture_basisu",
    "KHR_xmp_json_ld",
    "EXT_texture_webp",
    "EXT_texture_avif",
    "EXT_lights_image_based",
    "MSFT_texture_dds",
    "MSFT_lod",
];
const HARMLESS_PREFIX: &str = "KHR_materials_";

/// Reads a glTF or GLB file. Separate buffers are loaded from `folder`; they are an error without one.
pub(super) fn parse(bytes: &[u8], folder: Option<&Path>) -> Result<MeshFile, MeshFileError> {
    opened(bytes, folder, |document, buffers, warnings| {
        let mut assembly = scene::assemble(document, buffers, &mut Ledger::default())?.assembly;
        assembly.warnings.splice(0..0, warnings);
        assembly.finish(Format::Gltf)
    })
}

/// The deformation of the mesh that [`parse`] reads, by the animation with this name, else by the only one.
pub(super) fn parse_morph(bytes: &[u8], folder: Option<&Path>, name: Option<&str>) -> Result<Morph, MeshFileError> {
    opened(bytes, folder, |document, buffers, _| {
        let mut ledger = Ledger::default();
        let placed = scene::assemble(document, buffers, &mut ledger)?;
        animation::read(document, buffers, &mut ledger, placed, name)
    })
}

/// Opens the file, checks its version and extensions, and calls `read` with the document, its buffers and the warnings.
fn opened<T>(
    bytes: &[u8],
    folder: Option<&Path>,
    read: impl FnOnce(&Document, &buffers::Buffers<'_>, Vec<String>) -> Result<T, MeshFileError>,
) -> Result<T, MeshFileError> {
    let mut warnings = Vec::new();
    let container = match bytes.starts_with(b"glTF") {
        true => open_binary(bytes, &mut warnings)?,
        false => Container { json: without_mark(bytes), chunk: None, part: "" },
    };
    let document: Document =
        serde_json::from_slice(container.json).map_err(|error| json_error(&error, container.part))?;
    check_version(&document)?;
    check_extensions(&document, &mut warnings)?;
    let buffers = buffers::Buffers::new(&document, container.chunk, folder);
    read(&document, &buffers, warnings)
}

/// The parts of the file.
struct Container<'a> {
    json: &'a [u8],
    /// The binary chunk, which is the first buffer.
    chunk: Option<&'a [u8]>,
    /// The name of the JSON in messages.
    part: &'static str,
}

/// Splits a GLB file into its chunks (section 4.4).
fn open_binary<'a>(bytes: &'a [u8], warnings: &mut Vec<String>) -> Result<Container<'a>, MeshFileError> {
    const JSON: u32 = 0x4E4F_534A;
    const BINARY: u32 = 0x004E_4942;
    let version = word(bytes, 4)?;
    if version != 2 {
        return Err(unsupported_version(MeshFilePlace::Byte(4), &version.to_string()));
    }
    let length = word(bytes, 8)? as usize;
    if length > bytes.len() {
        return Err(truncated(bytes.len(), format!("{length} bytes, as byte 8 announces")));
    }
    if length < bytes.len() {
        warnings.push(format!("bytes after the announced end of the file, left out: {}", bytes.len() - length));
    }
    let file = &bytes[..length];
    let (mut json, mut chunk) = (None, None);
    let mut at = 12;
    while at < file.len() {
        let (size, kind) = (word(file, at)? as usize, word(file, at + 4)?);
        let start = at + 8;
        let data = file.get(start..).and_then(|rest| rest.get(..size));
        let data = data.ok_or_else(|| truncated(file.len(), format!("a chunk of {size} bytes from byte {start}")))?;
        match kind {
            JSON if json.is_none() => json = Some(data),
            BINARY if chunk.is_none() => chunk = Some(data),
            // Section 4.4.3: clients must ignore chunks of unknown types.
            _ => warnings.push(format!("a chunk of unknown type at byte {at} is left out")),
        }
        at = start + size;
    }
    let json = json.ok_or_else(|| {
        let advice = "write or copy the file again";
        MeshFileError::new(ErrorKind::Syntax, MeshFilePlace::Byte(12), "no JSON chunk", "a JSON chunk first", advice)
    })?;
    Ok(Container { json, chunk, part: "JSON chunk, " })
}

fn word(bytes: &[u8], at: usize) -> Result<u32, MeshFileError> {
    let word = bytes.get(at..).and_then(|rest| rest.first_chunk::<4>());
    word.map(|word| u32::from_le_bytes(*word)).ok_or_else(|| truncated(bytes.len(), format!("4 bytes from byte {at}")))
}

fn truncated(length: usize, expected: String) -> MeshFileError {
    let found = format!("the end of the file after {length} bytes");
    MeshFileError::new(
        ErrorKind::Truncated,
        MeshFilePlace::Byte(length),
        found,
        expected,
        "write or copy the file again",
    )
}

fn json_error(error: &serde_json::Error, part: &str) -> MeshFileError {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let kind = if error.is_eof() { ErrorKind::Truncated } else { ErrorKind::Syntax };
    let place = MeshFilePlace::Part(format!("{part}line {}, column {}", error.line(), error.column()));
    let found = format!("faulty JSON ({message})");
    MeshFileError::new(kind, place, found, "a glTF 2.0 document", "correct it, or export the file again")
}

fn check_version(document: &Document) -> Result<(), MeshFileError> {
    let version = &document.asset.version;
    let known = version.split_once('.').is_some_and(|(major, _)| major == "2");
    if known { Ok(()) } else { Err(unsupported_version(MeshFilePlace::Part("asset.version".into()), version)) }
}

fn unsupported_version(place: MeshFilePlace, version: &str) -> MeshFileError {
    let found = format!("version {}", quoted(version.as_bytes()));
    MeshFileError::new(ErrorKind::Unsupported, place, found, "version 2", "export the file as glTF 2.0")
}

fn check_extensions(document: &Document, warnings: &mut Vec<String>) -> Result<(), MeshFileError> {
    let harmless = |name: &str| HARMLESS.contains(&name) || name.starts_with(HARMLESS_PREFIX);
    if let Some(name) = document.extensions_required.iter().find(|name| !harmless(name)) {
        let advice = match name.as_str() {
            "KHR_draco_mesh_compression" | "EXT_meshopt_compression" => "export the file without mesh compression",
            _ => "export the file without this extension",
        };
        let found = format!("the extension {}, which the file cannot do without", quoted(name.as_bytes()));
        let place = MeshFilePlace::Part("extensionsRequired".into());
        return Err(MeshFileError::new(ErrorKind::Unsupported, place, found, "extensions of appearance only", advice));
    }
    for name in document.extensions_used.iter().filter(|name| !harmless(name)) {
        warnings.push(format!("the extension {} is not known; what it adds is left out", quoted(name.as_bytes())));
    }
    Ok(())
}
