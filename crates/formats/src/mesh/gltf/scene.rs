//! The nodes of the default scene and the meshes that they instantiate (glTF 2.0, sections 3.5.2 and 3.5.3).

use super::{
    buffers::{Buffers, missing},
    document::{Document, GltfNode},
    morph::{self, MorphPart},
    primitive::{self, Ledger},
};
use crate::{
    mesh::{
        assembly::{Assembly, welded},
        error::{ErrorKind, MeshFileError, MeshFilePlace},
    },
    tolerance::QUATERNION_LENGTH,
};
use glam::{DAffine3, DMat4, DQuat, DVec3, DVec4};

/// The content of the default scene.
pub(super) struct PlacedMeshes {
    pub(super) assembly: Assembly,
    /// The meshes with morph targets.
    pub(super) parts: Vec<MorphPart>,
    /// For every node, whether it is part of the scene and it or a descendant has a mesh.
    pub(super) carries: Vec<bool>,
}

/// All meshes of the default scene, transformed by their nodes.
pub(super) fn assemble(
    document: &Document,
    buffers: &Buffers<'_>,
    ledger: &mut Ledger,
) -> Result<PlacedMeshes, MeshFileError> {
    let mut assembly = Assembly::default();
    let mut parts = Vec::new();
    let mut used = vec![false; document.meshes.len()];
    let mut visited = vec![false; document.nodes.len()];
    let mut order = Vec::new();
    let roots = roots(document, &mut assembly.warnings)?;
    // A stack instead of recursion, because the depth of nesting is unlimited.
    let mut pending: Vec<(usize, DAffine3)> = roots.iter().rev().map(|&root| (root, DAffine3::IDENTITY)).collect();
    while let Some((index, parent)) = pending.pop() {
        let name = format!("nodes[{index}]");
        let place = || MeshFilePlace::Part(name.clone());
        let Some(node) = document.nodes.get(index) else {
            return Err(missing("node", index, document.nodes.len(), MeshFilePlace::Part("nodes".into())));
        };
        if std::mem::replace(&mut visited[index], true) {
            let found = "a node that is reached twice (it lies above itself, or has two parents)";
            let advice = "export the file again: the nodes must form trees";
            return Err(MeshFileError::new(ErrorKind::Syntax, place(), found, "one way to every node", advice));
        }
        order.push(index);
        let placed = parent * local_transform(node, &name)?;
        if let Some(mesh) = node.mesh {
            let item = document.meshes.get(mesh);
            let item = item.ok_or_else(|| missing("mesh", mesh, document.meshes.len(), place()))?;
            refuse_what_moves_vertices(node, &name)?;
            used[mesh] = true;
            let piece = primitive::read(item, &format!("meshes[{mesh}]"), buffers, ledger)?;
            let weights = morph::weights(node, item, piece.targets.len(), &name)?;
            parts.extend(append(&mut assembly, piece, placed, (index, weights))?);
        }
        pending.extend(node.children.iter().rev().map(|&child| (child, placed)));
    }
    let unused = used.iter().filter(|used| !**used).count();
    if unused > 0 {
        assembly.warnings.push(format!("meshes that are not part of the scene, left out: {unused}"));
    }
    let warnings = &mut assembly.warnings;
    ledger.lines.warn("primitives of points or lines left out", "only triangles take part in contacts", warnings);
    let mut carries = vec![false; document.nodes.len()];
    // `order` lists parents before their children.
    for &index in order.iter().rev() {
        let node = &document.nodes[index];
        carries[index] = node.mesh.is_some() || node.children.iter().any(|&child| carries[child]);
    }
    Ok(PlacedMeshes { assembly, parts, carries })
}

/// The root nodes: those of the default scene, else of the first, else all nodes without a parent.
fn roots(document: &Document, warnings: &mut Vec<String>) -> Result<Vec<usize>, MeshFileError> {
    let scenes = &document.scenes;
    if let Some(scene) = document.scene {
        let place = MeshFilePlace::Part("scene".into());
        let chosen = scenes.get(scene).ok_or_else(|| missing("scene", scene, scenes.len(), place))?;
        warn_of_other_scenes(scene, scenes.len(), warnings);
        return Ok(chosen.nodes.clone());
    }
    if let Some(first) = scenes.first() {
        warn_of_other_scenes(0, scenes.len(), warnings);
        return Ok(first.nodes.clone());
    }
    warnings.push("the file has no scene; all its nodes are read".into());
    let mut has_parent = vec![false; document.nodes.len()];
    for &child in document.nodes.iter().flat_map(|node| &node.children) {
        if let Some(flag) = has_parent.get_mut(child) {
            *flag = true;
        }
    }
    Ok((0..document.nodes.len()).filter(|&node| !has_parent[node]).collect())
}

fn warn_of_other_scenes(scene: usize, count: usize, warnings: &mut Vec<String>) {
    if count > 1 {
        warnings.push(format!("the file has {count} scenes; scene {scene} is read"));
    }
}

/// Refuses skins and instancing, which move vertices away from their positions in the mesh.
fn refuse_what_moves_vertices(node: &GltfNode, name: &str) -> Result<(), MeshFileError> {
    let (found, advice) = if node.skin.is_some() {
        ("a mesh with a skin", "apply the armature before the export")
    } else if node.extensions.contains_key("EXT_mesh_gpu_instancing") {
        ("a mesh with instances (EXT_mesh_gpu_instancing)", "export the instances as nodes")
    } else {
        return Ok(());
    };
    let place = MeshFilePlace::Part(name.into());
    Err(MeshFileError::new(ErrorKind::Unsupported, place, found, "a mesh that stays as it is written", advice))
}

/// The transform of a node relative to its parent.
fn local_transform(node: &GltfNode, name: &str) -> Result<DAffine3, MeshFileError> {
    let error = |found: String, expected: &'static str| {
        let place = MeshFilePlace::Part(name.into());
        Err(MeshFileError::new(ErrorKind::Syntax, place, found, expected, "export the file again"))
    };
    let parts = node.translation.is_some() || node.rotation.is_some() || node.scale.is_some();
    if let Some(matrix) = &node.matrix {
        if parts {
            return error("both a matrix and translation, rotation or scale".into(), "one of the two");
        }
        let matrix = DMat4::from_cols_array(matrix);
        if matrix.row(3) != DVec4::W {
            return error(format!("the last row {} of the matrix", matrix.row(3)), "0, 0, 0, 1");
        }
        return Ok(DAffine3::from_mat4(matrix));
    }
    let translation = DVec3::from_array(node.translation.unwrap_or_default());
    let scale = node.scale.map_or(DVec3::ONE, DVec3::from_array);
    let rotation = DQuat::from_array(node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]));
    if !((rotation.length() - 1.0).abs() <= QUATERNION_LENGTH) {
        return error(format!("a rotation of length {}", rotation.length()), "a quaternion of length 1");
    }
    Ok(DAffine3::from_scale_rotation_translation(scale, rotation.normalize(), translation))
}

/// Transforms, welds and adds the mesh of a node, morphed by its weights. Returns its morph targets, if it has any. A
/// mirroring transform reverses the orientation of triangles, so two corners are swapped (section 3.7.4).
fn append(
    assembly: &mut Assembly,
    piece: primitive::MeshPiece,
    placed: DAffine3,
    (node, weights): (usize, Vec<f64>),
) -> Result<Option<MorphPart>, MeshFileError> {
    let primitive::MeshPiece { mut vertices, triangles, mut targets } = piece;
    for vertex in &mut vertices {
        *vertex = placed.transform_point3(*vertex);
    }
    for displacement in targets.iter_mut().flatten() {
        *displacement = placed.transform_vector3(*displacement);
    }
    // `MAXIMUM_INSTANCED` keeps this below 2^32.
    let start = assembly.vertices.len();
    let (vertices, mut triangles, part) = if targets.is_empty() {
        let (vertices, triangles) = welded(&vertices, &triangles);
        (vertices, triangles, None)
    } else {
        targets.insert(0, vertices);
        let (part, triangles) = MorphPart::welded([node, start], &targets, &triangles, weights);
        (part.form(&part.weights), triangles, Some(part))
    };
    if let Some(vertex) = vertices.iter().find(|vertex| !vertex.is_finite()) {
        let found = format!("a vertex that its transforms carry to {vertex}");
        let place = MeshFilePlace::Part(format!("nodes[{node}]"));
        let advice = "correct the transform of the node or of one above it";
        return Err(MeshFileError::new(ErrorKind::NotFinite, place, found, "finite coordinates", advice));
    }
    if placed.matrix3.determinant() < 0.0 {
        triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
    assembly.vertices.extend(vertices);
    assembly.triangles.extend(triangles.into_iter().map(|corners| corners.map(|corner| corner + start as u32)));
    Ok(part)
}
