//! Mesh files: OBJ, STL, PLY, glTF and COLLADA into [`Mesh`], and OBJ, STL and PLY out of it.
//!
//! ```
//! use tangency_formats::mesh;
//!
//! let pyramid = b"
//! v 0 0 0
//! v 1 0 0
//! v 1 1 0
//! v 0 1 0
//! v 0.5 0.5 1
//! f 4 3 2 1          # a polygon is cut into triangles
//! f 1 2 -1           # -1: the last vertex
//! f 2 3 5
//! f 3 4 5
//! f 4 1 5
//! ";
//! let file = mesh::parse(pyramid, "pyramid.obj")?;
//! assert_eq!(file.mesh.vertices().len(), 5);
//! assert_eq!(file.mesh.triangles().len(), 6);
//! assert!(file.warnings.is_empty());
//! # Ok::<(), mesh::MeshFileError>(())
//! ```
//!
//! | | OBJ | STL | PLY | glTF 2.0 | COLLADA |
//! |---|---|---|---|---|---|
//! | known by | `.obj` | size, `solid`, `.stl` | `ply`, `.ply` | `glTF`, `{`, `.gltf`, `.glb` | `<COLLADA`, `.dae` |
//! | kinds | text | text, binary | text, binary of both byte orders | JSON, GLB; embedded and separate buffers | XML |
//! | polygons | fan if convex, else ears | – | as OBJ; strips | triangles, strips, fans | as OBJ; strips, fans |
//! | indices | from 1, or negative from the end | – | any type | u8, u16, u32, or none | from 0 |
//! | several parts | one mesh | one mesh | – | default scene, with transforms | the scene, with transforms |
//! | equal vertices | kept, warning | made one | kept, warning | made one in each node | kept, warning |
//! | left out, with a warning | points, lines | – | edges | points, lines, other scenes | lines |
//! | deforms | – | – | – | morph targets with animated weights, through [`read_morph`] | – |
//! | written | yes | binary | binary, f64 | no | no |
//!
//! Coordinates become f64. Binary numbers of all types are converted exactly, decimals to the nearest f64. glTF
//! accessors may be normalised, strided or sparse. COLLADA coordinates are scaled by `unit`; an `up_axis` other than z
//! gives a warning.
//!
//! Errors, because ignoring geometry could miss a contact:
//!
//! - OBJ: free-form curves and surfaces, included files, unknown statements
//! - STL: facets that are not triangles
//! - PLY: counts that do not fit the data
//! - glTF: skins, compression, instancing, unknown required extensions
//! - COLLADA: skins, morphs, holes, curved surfaces, skews, other files
//!
//! All geometry of a file is read or reported: a contact with ignored geometry would be missed. Triangles without
//! area are kept, since a segment or a point can be touched too. Time and memory are proportional to the size of the
//! input, whatever counts it announces. The only exception, glTF and COLLADA meshes placed by many nodes, has a
//! limit.

mod assembly;
mod collada;
mod error;
mod gltf;
mod obj;
mod ply;
mod polygon;
mod stl;
mod text;

pub use error::{ErrorKind, MeshFileError, MeshFilePlace};
pub use gltf::Morph;
pub use obj::write_obj;
pub use ply::write_ply;
pub use stl::write_stl;

use crate::kind::{KindKey, kind_keys};
use crate::recognize::FileKind;
use crate::tolerance::{MAXIMUM_FILE_BYTES, RECOGNISED_BYTES};
use std::path::Path;
use tangency_geometry::Mesh;

/// A mesh, the format of its file, and warnings.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshFile {
    /// The mesh.
    pub mesh: Mesh,
    /// The format of the file.
    pub format: Format,
    /// Anomalies and omissions: degenerate triangles, unused vertices, line elements, and so on.
    /// Numbers of vertices and triangles in them are those of the mesh, counted from 0.
    pub warnings: Vec<String>,
}

kind_keys! {
    /// The format of a mesh file.
    pub enum Format {
        /// Wavefront OBJ.
        Obj = "obj",
        /// STL, text or binary.
        Stl = "stl",
        /// PLY, text or binary.
        Ply = "ply",
        /// glTF 2.0, JSON or GLB.
        Gltf = "gltf",
        /// COLLADA 1.4 or 1.5.
        Collada = "collada",
    }
}

impl Format {
    /// Every format.
    pub fn all() -> impl Iterator<Item = Self> {
        <Self as KindKey>::all()
    }

    /// The name in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.key()
    }

    /// The extensions of file names, in lower case and without the dot.
    #[must_use]
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Obj => &["obj"],
            Self::Stl => &["stl"],
            Self::Ply => &["ply"],
            Self::Gltf => &["gltf", "glb"],
            Self::Collada => &["dae"],
        }
    }

    /// Whether files of this format are in metres or say their unit of length. In others a unit is a matter of custom.
    #[must_use]
    pub fn has_unit(self) -> bool {
        match self {
            Self::Obj | Self::Stl | Self::Ply => false,
            Self::Gltf | Self::Collada => true,
        }
    }

    /// The format of these bytes: by their content where that is conclusive, else by the extension of `name`.
    #[must_use]
    pub fn of(bytes: &[u8], name: &Path) -> Option<Self> {
        if bytes.starts_with(b"glTF") {
            return Some(Self::Gltf);
        }
        if bytes.starts_with(b"ply") && bytes.get(3).is_some_and(u8::is_ascii_whitespace) {
            return Some(Self::Ply);
        }
        if stl::is_binary_by_size(bytes) {
            return Some(Self::Stl);
        }
        let extension = name.extension().map(|extension| extension.to_ascii_lowercase());
        let extension = extension.as_deref().and_then(|extension| extension.to_str());
        let by_name = |extension| Self::all().find(|format| format.extensions().contains(&extension));
        match extension.and_then(by_name) {
            Some(format) => Some(format),
            None if stl::begins_as_text(bytes) => Some(Self::Stl),
            None if collada::begins(bytes) => Some(Self::Collada),
            None if text::without_mark(bytes).trim_ascii_start().starts_with(b"{") => Some(Self::Gltf),
            None => None,
        }
    }

    /// Reads bytes that are known to be of this format. Separate glTF buffers are not loaded.
    pub fn parse(self, bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
        refuse_hopeless(bytes)?;
        self.parse_beside(bytes, None)
    }

    fn parse_beside(self, bytes: &[u8], folder: Option<&Path>) -> Result<MeshFile, MeshFileError> {
        match self {
            Self::Obj => obj::parse(bytes),
            Self::Stl => stl::parse(bytes),
            Self::Ply => ply::parse(bytes),
            Self::Gltf => gltf::parse(bytes, folder),
            Self::Collada => collada::parse(bytes),
        }
    }
}

/// Reads a mesh from memory. The name decides the format if the bytes do not, and appears in messages.
///
/// glTF files with separate buffers need [`read`], which knows the folder.
pub fn parse(bytes: &[u8], name: impl AsRef<Path>) -> Result<MeshFile, MeshFileError> {
    parse_beside(bytes, name.as_ref(), None)
}

/// Reads a mesh file.
///
/// ```no_run
/// let bunny = tangency_formats::mesh::read("bunny.obj")?;
/// for warning in &bunny.warnings {
///     eprintln!("bunny.obj: {warning}");
/// }
/// # Ok::<(), tangency_formats::mesh::MeshFileError>(())
/// ```
pub fn read(path: impl AsRef<Path>) -> Result<MeshFile, MeshFileError> {
    let path = path.as_ref();
    let bytes = load(path)?;
    parse_beside(&bytes, path, Some(path.parent().unwrap_or(Path::new(""))))
}

/// How an animation of a glTF file deforms the mesh that [`read`] makes of it: the animation of that name, or the
/// only one that deforms anything.
///
/// ```no_run
/// use tangency_formats::mesh;
///
/// let face = mesh::read("face.glb")?;
/// let smile = mesh::read_morph("face.glb", Some("smile"))?;
/// assert_eq!(smile.frame(0.5).len(), face.mesh.vertices().len());
/// # Ok::<(), mesh::MeshFileError>(())
/// ```
pub fn read_morph(path: impl AsRef<Path>, animation: Option<&str>) -> Result<Morph, MeshFileError> {
    let path = path.as_ref();
    parse_morph_beside(&load(path)?, path, Some(path.parent().unwrap_or(Path::new(""))), animation)
}

/// [`read_morph`] from memory, without separate buffers. The name appears in messages.
pub fn parse_morph(bytes: &[u8], name: impl AsRef<Path>, animation: Option<&str>) -> Result<Morph, MeshFileError> {
    parse_morph_beside(bytes, name.as_ref(), None, animation)
}

fn parse_morph_beside(
    bytes: &[u8],
    name: &Path,
    folder: Option<&Path>,
    animation: Option<&str>,
) -> Result<Morph, MeshFileError> {
    let morph = refuse_hopeless(bytes).and_then(|()| match Format::of(bytes, name) {
        Some(Format::Gltf) => gltf::parse_morph(bytes, folder, animation),
        Some(Format::Obj | Format::Stl | Format::Ply | Format::Collada) | None => {
            let (found, expected) = ("a mesh without morph targets", "a glTF or GLB file");
            let advice = "give the frames as a sequence of files instead";
            Err(MeshFileError::new(ErrorKind::Unsupported, MeshFilePlace::Whole, found, expected, advice))
        }
    });
    morph.map_err(|error| error.in_file(name))
}

fn parse_beside(bytes: &[u8], name: &Path, folder: Option<&Path>) -> Result<MeshFile, MeshFileError> {
    refuse_hopeless(bytes).map_err(|error| error.in_file(name))?;
    let Some(format) = Format::of(bytes, name) else {
        let start = &bytes[..bytes.len().min(RECOGNISED_BYTES as usize)];
        let (found, advice) = match FileKind::of(start, name) {
            Some(kind @ FileKind::Step) => (kind.name().to_owned(), "name it as `step` instead of `mesh` in the scene"),
            Some(kind @ FileKind::Iges) => {
                (kind.name().to_owned(), "export it as STEP, or its parts as triangles, for example STL")
            }
            Some(kind) => (kind.name().to_owned(), "give the path of a mesh file"),
            None => (
                format!("content that begins with {}", error::quoted(&bytes[..bytes.len().min(16)])),
                "give the file the extension of its format: .obj, .stl, .ply, .gltf, .glb or .dae",
            ),
        };
        let expected = "OBJ, STL, PLY, glTF or COLLADA";
        return Err(
            MeshFileError::new(ErrorKind::UnknownFormat, MeshFilePlace::Whole, found, expected, advice).in_file(name)
        );
    };
    format.parse_beside(bytes, folder).map_err(|error| error.in_file(name))
}

/// Refuses empty files and UTF-16 text, which no format allows.
fn refuse_hopeless(bytes: &[u8]) -> Result<(), MeshFileError> {
    if bytes.is_empty() {
        let advice = "write the file again";
        return Err(MeshFileError::new(ErrorKind::Truncated, MeshFilePlace::Whole, "an empty file", "a mesh", advice));
    }
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        let advice = "save the file as UTF-8 or ASCII";
        return Err(MeshFileError::new(
            ErrorKind::Syntax,
            MeshFilePlace::Byte(0),
            "UTF-16 text",
            "ASCII or UTF-8",
            advice,
        ));
    }
    Ok(())
}

/// The bytes of a regular file.
fn load(path: &Path) -> Result<Vec<u8>, MeshFileError> {
    let error = |found: String, advice: &'static str| {
        MeshFileError::new(ErrorKind::Unreadable, MeshFilePlace::Whole, found, "a readable file", advice).in_file(path)
    };
    let metadata =
        std::fs::metadata(path).map_err(|fault| error(fault.to_string(), "check the path and its permissions"))?;
    if metadata.is_dir() {
        return Err(error("a directory".into(), "name a file in it"));
    }
    // Pipes and devices may be endless.
    if !metadata.is_file() {
        return Err(error("something that is not an ordinary file".into(), "copy it to a file first"));
    }
    if metadata.len() > MAXIMUM_FILE_BYTES {
        return Err(error(format!("{} bytes", metadata.len()), "split or simplify the mesh"));
    }
    std::fs::read(path).map_err(|fault| error(fault.to_string(), "check the permissions of the file"))
}
