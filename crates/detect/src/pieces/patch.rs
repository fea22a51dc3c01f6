//! Some cells of a height map as a mesh.

use crate::{DetectError, Moving};
use std::collections::HashMap;
use tangency_geometry::{Feature, HeightMap, Mesh, Motion, Shape};

/// Some cells of a height map, as a moving mesh whose features are known by the numbers of the map.
pub(crate) struct CellPatch {
    pub(crate) moving: Moving,
    /// The column and the row of every vertex.
    samples: Vec<[usize; 2]>,
    cells: Vec<[usize; 2]>,
}

impl CellPatch {
    /// The triangles of the cells, of which there is at least one.
    pub(crate) fn new(map: &HeightMap, cells: Vec<[usize; 2]>, motion: &Motion) -> Result<Self, DetectError> {
        let mut samples: Vec<[usize; 2]> = Vec::new();
        let mut numbers: HashMap<[usize; 2], u32> = HashMap::with_capacity(2 * cells.len());
        let mut number = |sample: [usize; 2]| {
            *numbers.entry(sample).or_insert_with(|| {
                samples.push(sample);
                samples.len() as u32 - 1
            })
        };
        let mut triangles = Vec::with_capacity(2 * cells.len());
        for &[column, row] in &cells {
            let [near, right] = [number([column, row]), number([column + 1, row])];
            let [up, far] = [number([column, row + 1]), number([column + 1, row + 1])];
            triangles.extend([[near, right, far], [near, far, up]]);
        }
        let vertices = samples.iter().map(|&sample| map.vertex(sample)).collect();
        let mesh = Mesh::new(vertices, triangles).map_err(|_| DetectError::Unbounded)?;
        Ok(Self { moving: Moving::new(Shape::Mesh(mesh), motion.clone())?, samples, cells })
    }

    /// A feature of the mesh, as the map numbers it.
    pub(crate) fn feature(&self, map: &HeightMap, feature: Feature) -> Feature {
        match feature {
            Feature::Vertex(index) => Feature::Vertex(map.vertex_index(self.samples[index as usize])),
            Feature::Edge { index, parameter } => {
                let ends = self.moving.shape().mesh().map_or([0, 0], |mesh| mesh.edges()[index as usize]);
                let [from, to] = ends.map(|vertex| self.samples[vertex as usize]);
                let (from, to, parameter) =
                    if from <= to { (from, to, parameter) } else { (to, from, 1.0 - parameter) };
                let way = match [to[0] - from[0], to[1].abs_diff(from[1])] {
                    [_, 0] => 0,
                    [0, _] => 1,
                    [_, _] => 2,
                };
                Feature::Edge { index: map.edge_index(from, way), parameter }
            }
            Feature::Face { index, weights } => {
                let cell = self.cells[index as usize / 2];
                Feature::Face { index: map.triangle_index(cell) + index % 2, weights }
            }
            Feature::Patch { .. } | Feature::Part(_) => feature,
        }
    }
}
