//! Merging of vertices with equal coordinates.

use glam::DVec3;
use std::collections::HashMap;

/// Assigns equal indices to points with equal coordinates. Points are equal if all coordinates are equal, with 0 = −0;
/// there is no tolerance.
///
/// ```
/// use glam::dvec3;
/// use tangency_geometry::VertexWelder;
///
/// let mut welder = VertexWelder::default();
/// let corners = [dvec3(0.0, 1.0, 2.0), dvec3(3.0, 1.0, 2.0), dvec3(-0.0, 1.0, 2.0)];
/// assert_eq!(corners.map(|corner| welder.index_of(corner)), [0, 1, 0]);
/// assert_eq!(welder.vertices().len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct VertexWelder {
    indices: HashMap<[u64; 3], u32>,
    vertices: Vec<DVec3>,
}

impl VertexWelder {
    /// Reserves memory for this many different points.
    #[must_use]
    pub fn with_capacity(points: usize) -> Self {
        Self { indices: HashMap::with_capacity(points), vertices: Vec::new() }
    }

    /// The index of the point. Different points are numbered from 0 in the order of their first appearance.
    pub fn index_of(&mut self, point: DVec3) -> u32 {
        // Adding +0 turns −0 into +0 and changes nothing else.
        let key = point.to_array().map(|coordinate| (coordinate + 0.0).to_bits());
        *self.indices.entry(key).or_insert_with(|| {
            self.vertices.push(point);
            self.vertices.len() as u32 - 1
        })
    }

    /// The different points, by index. Each has the coordinates of its first appearance.
    #[must_use]
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The different points, by index.
    #[must_use]
    pub fn into_vertices(self) -> Vec<DVec3> {
        self.vertices
    }
}
