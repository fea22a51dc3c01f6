//! Finds and reads the mesh files of a robot or a planning scene.

use crate::mesh;
use crate::tolerance::MAXIMUM_SCENE_ELEMENTS;
use glam::DVec3;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tangency_geometry::{Mesh, Shape};

/// A package name and its folder.
pub type Package = (String, PathBuf);

/// The start of the mesh readers' warning about coincident vertices.
const EQUAL_VERTICES: &str = "vertices exactly on another one";

/// Finds and reads mesh files, each once. Merges coincident vertices: this keeps the surface, and closes it
/// topologically where it is closed geometrically.
pub(super) struct MeshFiles<'a> {
    folder: &'a Path,
    packages: &'a [Package],
    read: HashMap<PathBuf, Rc<Mesh>>,
    elements_left: usize,
    pub(super) warnings: Vec<String>,
}

impl<'a> MeshFiles<'a> {
    /// For a file in this folder.
    pub(super) fn new(folder: &'a Path, packages: &'a [Package]) -> Self {
        let (read, elements_left) = (HashMap::new(), MAXIMUM_SCENE_ELEMENTS);
        Self { folder, packages, read, elements_left, warnings: Vec::new() }
    }

    /// The mesh of the file, scaled; solid if it is closed.
    pub(super) fn shape(&mut self, written: &str, scale: DVec3) -> Result<Shape, String> {
        let path = find(written, self.folder, self.packages)?;
        let mesh = match self.read.get(&path) {
            Some(mesh) => Rc::clone(mesh),
            None => {
                let file = mesh::read(&path).map_err(|error| error.to_string())?;
                // Coincident vertices are merged below, so the warning does not apply.
                let warnings = file.warnings.iter().filter(|warning| !warning.starts_with(EQUAL_VERTICES));
                self.warnings.extend(warnings.map(|warning| format!("{written}: {warning}")));
                let mesh = Rc::new(file.mesh.merged());
                self.read.insert(path, Rc::clone(&mesh));
                mesh
            }
        };
        let elements = mesh.vertices().len() + mesh.triangles().len();
        self.elements_left = self.elements_left.checked_sub(elements).ok_or_else(|| {
            format!(
                "the meshes hold more than the {MAXIMUM_SCENE_ELEMENTS} vertices and triangles that are allowed in all"
            )
        })?;
        let mesh = if scale == DVec3::ONE {
            Rc::unwrap_or_clone(mesh)
        } else {
            let vertices = mesh.vertices().iter().map(|&vertex| vertex * scale).collect();
            Mesh::new(vertices, mesh.triangles().to_vec()).map_err(|error| error.to_string())?
        };
        let shape = Shape::solid_if_closed(mesh);
        if matches!(shape, Shape::Mesh(_)) {
            let warning =
                format!("{written}: the mesh is not closed, so that only its surface can be touched, not its inside");
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        Ok(shape)
    }
}

/// The path of a mesh file.
///
/// * `package://NAME/REST` (or `model://`): the folder given for the package; or else, from the folder of the file that
///   names it upwards, the first of `FOLDER/NAME/REST`, and `FOLDER/REST` where `FOLDER` is called `NAME` or has a
///   `package.xml` that names the package so;
/// * `file://PATH`: that path;
/// * anything else: a path relative to the folder of the file that names it.
pub(super) fn find(written: &str, folder: &Path, packages: &[Package]) -> Result<PathBuf, String> {
    if let Some(path) = written.strip_prefix("file://") {
        return Ok(PathBuf::from(path));
    }
    let Some(rest) = written.strip_prefix("package://").or_else(|| written.strip_prefix("model://")) else {
        return match written.split_once("://") {
            Some((scheme, _)) => Err(format!("{scheme}:// is not read: give a path, or package://NAME/PATH")),
            None => Ok(folder.join(written)),
        };
    };
    let Some((package, rest)) = rest.split_once('/') else {
        return Err("package:// needs the name of a package and a path in it: package://NAME/PATH".into());
    };
    if let Some((_, place)) = packages.iter().find(|(name, _)| name == package) {
        return Ok(place.join(rest));
    }
    // The folder of a file that is named without one is the current folder.
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    for ancestor in absolute.ancestors() {
        let inside = ancestor.join(package).join(rest);
        if inside.is_file() {
            return Ok(inside);
        }
        let called_so = ancestor.file_name().is_some_and(|name| name == package);
        if called_so || names_package(&ancestor.join("package.xml"), package) {
            let own = ancestor.join(rest);
            if own.is_file() {
                return Ok(own);
            }
        }
    }
    Err(format!(
        "package {package:?} with {rest:?} in it is neither in {} nor in a folder above: \
         say where it is (--package {package}=FOLDER)",
        absolute.display()
    ))
}

/// Whether the file is a package.xml of this package.
fn names_package(file: &Path, package: &str) -> bool {
    let Ok(text) = std::fs::read_to_string(file) else { return false };
    roxmltree::Document::parse(&text).is_ok_and(|document| {
        let mut children = document.root_element().children();
        let name = children.find(|child| child.has_tag_name("name"));
        name.and_then(|name| name.text()).is_some_and(|name| name.trim() == package)
    })
}
