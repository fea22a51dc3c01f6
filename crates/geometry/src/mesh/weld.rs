//! Merging of vertices with equal coordinates.

use glam::DVec3;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

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
    indices: HashMap<PointBits, u32, PointHashing>,
    vertices: Vec<DVec3>,
}

impl VertexWelder {
    /// Reserves memory for this many different points.
    #[must_use]
    pub fn with_capacity(points: usize) -> Self {
        Self { indices: HashMap::with_capacity_and_hasher(points, PointHashing::default()), vertices: Vec::new() }
    }

    /// The index of the point. Different points are numbered from 0 in the order of their first appearance.
    pub fn index_of(&mut self, point: DVec3) -> u32 {
        // Adding +0 turns −0 into +0 and changes nothing else.
        let key = PointBits(point.to_array().map(|coordinate| (coordinate + 0.0).to_bits()));
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

/// The bits of three coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PointBits([u64; 3]);

impl Hash for PointBits {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.into_iter().for_each(|bits| state.write_u64(bits));
    }
}

/// Hashes points a few times faster than the standard hash, which dominated the reading of large files. The key is
/// random, so that no file can be written to make all its points collide. The indices do not depend on it.
#[derive(Clone, Debug)]
struct PointHashing {
    keys: [u64; 2],
}

impl Default for PointHashing {
    fn default() -> Self {
        let random = RandomState::new();
        // An odd factor loses no bits.
        Self { keys: [0, 1].map(|which: u64| random.hash_one(which) | 1) }
    }
}

impl BuildHasher for PointHashing {
    type Hasher = PointHasher;

    fn build_hasher(&self) -> PointHasher {
        PointHasher { state: self.keys[0], key: self.keys[1] }
    }
}

/// The state of [`PointHashing`]: multiplied by the key for every word, upper half of the product folded onto the lower.
struct PointHasher {
    state: u64,
    key: u64,
}

impl Hasher for PointHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.state ^ word) * u128::from(self.key);
        self.state = product as u64 ^ (product >> 64) as u64;
    }

    fn finish(&self) -> u64 {
        self.state
    }
}
