//! The triangles of one mesh of a glTF document, in the frame of the mesh (glTF 2.0, section 3.7.2).

use super::{
    buffers::{Buffers, missing},
    document::{MeshItem, Primitive},
};
use crate::{
    mesh::{
        assembly::{Occurrences, strip},
        error::{ErrorKind, MeshFileError, MeshFilePlace},
    },
    tolerance::MAXIMUM_INSTANCED,
};
use glam::DVec3;
use std::collections::BTreeMap;

/// Points and triangles of one placed mesh.
#[derive(Default)]
pub(super) struct MeshPiece {
    pub(super) vertices: Vec<DVec3>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The displacement of every vertex by each morph target (section 3.7.2.2).
    pub(super) targets: Vec<Vec<DVec3>>,
}

impl MeshPiece {
    /// Adds the vertices of a primitive and their displacements by its targets.
    fn extend(
        &mut self,
        accessor: usize,
        targets: &[Option<usize>],
        name: &str,
        buffers: &Buffers<'_>,
        ledger: &mut Ledger,
    ) -> Result<(u32, usize), MeshFileError> {
        let base = self.vertices.len();
        let count = buffers.count(accessor)?;
        ledger.charge(count.saturating_mul(1 + targets.len()), name)?;
        self.vertices.extend(buffers.positions(accessor)?);
        for (all, target) in self.targets.iter_mut().zip(targets) {
            match target {
                Some(target) => all.extend(buffers.displacements(*target, count)?),
                None => all.resize(base + count, DVec3::ZERO),
            }
        }
        Ok((base as u32, count))
    }
}

/// Counts omitted primitives, for a warning, and processed elements, for the limit.
#[derive(Default)]
pub(super) struct Ledger {
    pub(super) lines: Occurrences,
    elements: usize,
}

impl Ledger {
    /// Counts elements before they are processed. Fails above [`MAXIMUM_INSTANCED`], which a small file can exceed by
    /// instancing.
    pub(super) fn charge(&mut self, elements: usize, place: &str) -> Result<(), MeshFileError> {
        self.elements = self.elements.saturating_add(elements).saturating_add(1);
        if self.elements <= MAXIMUM_INSTANCED {
            return Ok(());
        }
        Err(MeshFileError::new(
            ErrorKind::Unsupported,
            MeshFilePlace::Part(place.into()),
            format!("meshes that come to more than {MAXIMUM_INSTANCED} elements when all nodes are placed"),
            "less",
            "split the scene into several files, and place them as bodies of their own",
        ))
    }
}

/// The triangles of a mesh. Messages use `name`.
pub(super) fn read(
    mesh: &MeshItem,
    name: &str,
    buffers: &Buffers<'_>,
    ledger: &mut Ledger,
) -> Result<MeshPiece, MeshFileError> {
    let mut piece = MeshPiece { targets: vec![Vec::new(); target_count(mesh, name)?], ..MeshPiece::default() };
    // Primitives often share their positions; each set is read once.
    let mut bases = BTreeMap::new();
    for (index, primitive) in mesh.primitives.iter().enumerate() {
        let name = format!("{name}.primitives[{index}]");
        if primitive.mode < 4 {
            ledger.charge(0, &name)?;
            ledger.lines.add(|| MeshFilePlace::Part(name.clone()));
            continue;
        }
        let accessor = positions_of(primitive, &name)?;
        let targets: Vec<_> = primitive.targets.iter().map(|target| target.get("POSITION").copied()).collect();
        let key = (accessor, targets);
        let (base, count) = match bases.get(&key) {
            Some(&known) => known,
            None => {
                let known = piece.extend(accessor, &key.1, &name, buffers, ledger)?;
                bases.insert(key, known);
                known
            }
        };
        let corners = corners(primitive, count, &name, buffers, ledger)?;
        if let Some(&corner) = corners.iter().find(|&&corner| corner as usize >= count) {
            return Err(missing("vertex", corner as usize, count, MeshFilePlace::Part(name)));
        }
        let start = piece.triangles.len();
        add_triangles(primitive.mode, &corners, &name, &mut piece.triangles)?;
        for corner in piece.triangles[start..].iter_mut().flatten() {
            *corner += base;
        }
    }
    Ok(piece)
}

/// The number of morph targets of the mesh, which must be the same for all its primitives of triangles.
fn target_count(mesh: &MeshItem, name: &str) -> Result<usize, MeshFileError> {
    let mut surfaces = mesh.primitives.iter().enumerate().filter(|(_, primitive)| primitive.mode >= 4);
    let count = surfaces.next().map_or(0, |(_, primitive)| primitive.targets.len());
    match surfaces.find(|(_, primitive)| primitive.targets.len() != count) {
        None => Ok(count),
        Some((index, primitive)) => {
            let found = format!("{} morph targets", primitive.targets.len());
            let place = MeshFilePlace::Part(format!("{name}.primitives[{index}]"));
            let expected = format!("{count}, as in the first primitive");
            Err(MeshFileError::new(ErrorKind::Syntax, place, found, expected, "export the file again"))
        }
    }
}

fn positions_of(primitive: &Primitive, name: &str) -> Result<usize, MeshFileError> {
    primitive.attributes.get("POSITION").copied().ok_or_else(|| {
        let compressed = primitive.extensions.contains_key("KHR_draco_mesh_compression");
        let advice = if compressed { "export the file without Draco compression" } else { "export the file again" };
        let found = "no attribute POSITION";
        MeshFileError::new(ErrorKind::Unsupported, MeshFilePlace::Part(name.into()), found, "positions", advice)
    })
}

/// The vertex indices of a primitive in the order that its mode interprets.
fn corners(
    primitive: &Primitive,
    count: usize,
    name: &str,
    buffers: &Buffers<'_>,
    ledger: &mut Ledger,
) -> Result<Vec<u32>, MeshFileError> {
    match primitive.indices {
        Some(accessor) => {
            ledger.charge(buffers.count(accessor)?, name)?;
            buffers.indices(accessor)
        }
        None => {
            ledger.charge(count, name)?;
            Ok((0..count as u32).collect())
        }
    }
}

fn add_triangles(mode: u32, corners: &[u32], name: &str, triangles: &mut Vec<[u32; 3]>) -> Result<(), MeshFileError> {
    let error = |found: String, expected: &'static str| {
        let place = MeshFilePlace::Part(name.into());
        Err(MeshFileError::new(ErrorKind::Syntax, place, found, expected, "export the file again"))
    };
    if corners.len() < 3 || (mode == 4 && !corners.len().is_multiple_of(3)) {
        let expected = "three for each triangle, or at least three for a strip or fan";
        return error(format!("{} corners", corners.len()), expected);
    }
    match mode {
        4 => triangles.extend(corners.chunks_exact(3).map(|corners| [corners[0], corners[1], corners[2]])),
        5 => triangles.extend(strip(corners)),
        6 => triangles.extend(corners.windows(2).skip(1).map(|pair| [pair[0], pair[1], corners[0]])),
        _ => return error(format!("the mode {mode}"), "4 (triangles), 5 (strip), 6 (fan), or 0 to 3 (points, lines)"),
    }
    Ok(())
}
