//! The nodes of the scene and the geometry that they instantiate.

use super::geometry::{self, ColladaGeometry};
use super::{ColladaFile, child, elements, tag};
use crate::mesh::{
    assembly::{Assembly, Occurrences},
    error::{ErrorKind, MeshFileError, MeshFilePlace},
};
use crate::tolerance::{MAXIMUM_INSTANCED, MAXIMUM_NODE_DEPTH, MAXIMUM_NODE_VISITS};
use glam::{DAffine3, DMat3, DMat4, DVec3, DVec4};
use roxmltree::{Node, NodeId};
use std::collections::{HashMap, hash_map::Entry};
use tangency_interval::Interval;

/// Adds all meshes of the scene, transformed by their nodes, in metres.
pub(super) fn assemble(
    file: &ColladaFile<'_>,
    unit: f64,
    assembly: &mut Assembly,
    lines: &mut Occurrences,
) -> Result<(), MeshFileError> {
    let mut placer = Placer { file, unit, assembly, lines, read: HashMap::new(), visits: 0 };
    match scene(file)? {
        Some(scene) => placer.node(scene, DAffine3::IDENTITY, 0)?,
        None => {
            placer.assembly.warnings.push("the file has no scene; all its meshes are read".into());
            let library = elements(file.root).filter(|library| library.tag_name().name() == "library_geometries");
            for geometry in library.flat_map(elements).filter(|inside| inside.tag_name().name() == "geometry") {
                placer.place(geometry, geometry, DAffine3::IDENTITY)?;
            }
        }
    }
    Ok(())
}

/// The scene that the file instantiates, else its only scene.
fn scene<'d>(file: &ColladaFile<'d>) -> Result<Option<Node<'d, 'd>>, MeshFileError> {
    let shown = child(file.root, "scene").and_then(|scene| child(scene, "instance_visual_scene"));
    if let Some(shown) = shown {
        return file.linked(shown, "url").map(Some);
    }
    let library = elements(file.root).filter(|library| library.tag_name().name() == "library_visual_scenes");
    let mut scenes = library.flat_map(elements).filter(|inside| inside.tag_name().name() == "visual_scene");
    let first = scenes.next();
    match scenes.next() {
        Some(second) => Err(file.syntax(second, "a second scene".into(), "a <scene> that says which is shown")),
        None => Ok(first),
    }
}

struct Placer<'a, 'd> {
    file: &'a ColladaFile<'d>,
    unit: f64,
    assembly: &'a mut Assembly,
    lines: &'a mut Occurrences,
    read: HashMap<NodeId, ColladaGeometry>,
    visits: usize,
}

impl<'d> Placer<'_, 'd> {
    /// Adds the content of a node or scene with this placement.
    fn node(&mut self, node: Node<'d, 'd>, mut placed: DAffine3, depth: usize) -> Result<(), MeshFileError> {
        self.visits += 1;
        if depth > MAXIMUM_NODE_DEPTH || self.visits > MAXIMUM_NODE_VISITS {
            let found = "nodes that contain themselves, or too many of them".to_owned();
            return Err(self.file.syntax(node, found, "a tree of nodes"));
        }
        // Transforms precede the instances that they place, and apply in document order.
        for inside in elements(node) {
            match inside.tag_name().name() {
                "node" => self.node(inside, placed, depth + 1)?,
                "instance_node" => {
                    let other = self.file.linked(inside, "url")?;
                    self.node(other, placed, depth + 1)?;
                }
                "instance_geometry" => {
                    let geometry = self.file.linked(inside, "url")?;
                    self.place(inside, geometry, placed)?;
                }
                "instance_controller" => {
                    let (expected, advice) =
                        ("a mesh that stays as it is written", "apply skins and morphs before the export");
                    return Err(self.file.unsupported(inside, expected, advice));
                }
                name => {
                    if let Some(step) = self.transform(name, inside)? {
                        placed *= step;
                    }
                }
            }
        }
        Ok(())
    }

    /// The transform of an element of a node; `None` for other elements.
    fn transform(&self, name: &str, element: Node<'d, 'd>) -> Result<Option<DAffine3>, MeshFileError> {
        let file = self.file;
        Ok(Some(match name {
            "translate" => DAffine3::from_translation(DVec3::from_array(file.vector(element)?)),
            "scale" => DAffine3::from_scale(DVec3::from_array(file.vector(element)?)),
            "rotate" => {
                let [x, y, z, degrees] = file.vector(element)?;
                let Some(axis) = DVec3::new(x, y, z).try_normalize() else {
                    return Err(file.syntax(element, "a turn about no axis".into(), "an axis other than 0 0 0"));
                };
                DAffine3::from_mat3(turn(axis, degrees))
            }
            "matrix" => {
                let matrix = DMat4::from_cols_array(&file.vector(element)?).transpose();
                if matrix.row(3) != DVec4::W {
                    let found = format!("the last row {} of a matrix", matrix.row(3));
                    return Err(file.syntax(element, found, "0 0 0 1"));
                }
                DAffine3::from_mat4(matrix)
            }
            "skew" | "lookat" => {
                let expected = "a matrix, or translate, rotate and scale";
                return Err(file.unsupported(element, expected, "apply the transforms before the export"));
            }
            _ => return Ok(None),
        }))
    }

    /// Adds the geometry of an instance.
    fn place(&mut self, instance: Node<'d, 'd>, geometry: Node<'d, 'd>, placed: DAffine3) -> Result<(), MeshFileError> {
        if geometry.tag_name().name() != "geometry" {
            return Err(self.file.syntax(instance, format!("an instance of {}", tag(geometry)), "a <geometry>"));
        }
        let geometry = match self.read.entry(geometry.id()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(geometry::read(self.file, geometry, self.lines)?),
        };
        let start = self.assembly.vertices.len();
        let triangles = self.assembly.triangles.len() + geometry.faces().map(|(ring, _)| ring.len()).sum::<usize>();
        if (start + geometry.vertices.len()).max(triangles) > MAXIMUM_INSTANCED {
            let found = format!("more than {MAXIMUM_INSTANCED} vertices or triangles, by placing meshes often");
            return Err(self.file.syntax(instance, found, "fewer"));
        }
        for &vertex in &geometry.vertices {
            let vertex = self.unit * placed.transform_point3(vertex);
            if !vertex.is_finite() {
                let found = format!("a vertex that its transforms carry to {vertex}");
                let (kind, place) = (ErrorKind::NotFinite, self.file.place(instance));
                let advice = "correct the transform of the node or of one above it";
                return Err(MeshFileError::new(kind, place, found, "finite coordinates", advice));
            }
            self.assembly.vertices.push(vertex);
        }
        // A mirroring reverses the orientation of triangles, so swap two corners.
        let mirrored = placed.matrix3.determinant() < 0.0;
        let mut turned = Vec::new();
        for (ring, line) in geometry.faces() {
            turned.clear();
            turned.extend(ring.iter().map(|corner| corner + start as u32));
            if mirrored {
                turned.reverse();
            }
            self.assembly.add_face(&turned, MeshFilePlace::Line(line))?;
        }
        Ok(())
    }
}

/// The rotation about a unit axis; exact for quarter turns about coordinate axes.
fn turn(axis: DVec3, degrees: f64) -> DMat3 {
    let (sine, cosine) = match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        _ => {
            // `Interval` gives the same sines on every machine.
            let angle = Interval::from(degrees.to_radians());
            (angle.sin().mid(), angle.cos().mid())
        }
    };
    // Rodrigues: v cos + (a × v) sin + a (a·v)(1 − cos), one column per axis.
    let column = |v: DVec3| v * cosine + axis.cross(v) * sine + axis * (axis.dot(v) * (1.0 - cosine));
    DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z))
}
