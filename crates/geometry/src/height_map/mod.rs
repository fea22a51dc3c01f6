//! Height maps: a surface over a grid, stored as heights.
//!
//! *Question.* Where is the surface of a terrain given by a grid of heights?
//! *Idea.* The heights are stored once, as a grid, and never as a mesh. Two triangles fill each cell of the grid. A
//! pyramid of least and greatest heights ([`HeightBlock`]) lets a search skip large parts of the map.
//! *Guarantee.* The corners of the triangles are doubles: the surface is exactly the union of these triangles, and
//! neighbouring cells share their corners. The bounds of the pyramid hold exactly.
//! *Cost.* 4 bytes a height, and at most 0.7 bytes a cell for the pyramid of a large map.
//! *Source.* The pyramid: S. Tevs, I. Ihrke, H.-P. Seidel, *Maximum Mipmaps for Fast, Accurate, and Scalable Dynamic
//! Height Field Rendering*, I3D 2008. Deviation: least heights too, and blocks of 4 × 4 cells at the lowest level.

mod error;
mod pyramid;

pub use error::HeightMapError;
pub use pyramid::HeightBlock;

use crate::Mesh;
use crate::length::positive;
use crate::tolerance::{CONVEX_LENGTHS, MAXIMUM_HEIGHTS};
use glam::{DVec2, DVec3, dvec3};
use pyramid::Pyramid;
use std::sync::Arc;

/// A surface over a rectangle, given by heights on a grid. Cheap to clone. All lengths are in metres.
///
/// It is a surface without inside: a body below it does not overlap it.
///
/// - The rectangle lies in the x-y plane. The origin of the frame is its centre. Heights are along z.
/// - Columns of heights follow each other along x, rows along y.
/// - The diagonal of a cell goes from its corner of least x and least y to that of greatest x and greatest y.
///
/// ```
/// use glam::dvec2;
/// use tangency_geometry::HeightMap;
///
/// // Three columns and two rows: two cells, 1 m by 2 m each.
/// let map = HeightMap::new([3, 2], dvec2(1.0, 2.0), vec![0.0, 1.0, 0.0, 0.0, 1.0, 0.5])?;
/// assert_eq!((map.cells(), map.triangle_count()), ([2, 1], 4));
/// assert_eq!(map.height_at(-0.75, 0.0), Some(0.25));
/// assert_eq!(map.height_at(1.5, 0.0), None);
/// # Ok::<(), tangency_geometry::HeightMapError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct HeightMap {
    /// The number of heights along x and y.
    samples: [usize; 2],
    cell: DVec2,
    heights: Arc<[f32]>,
    pyramid: Arc<Pyramid>,
}

impl HeightMap {
    /// The map of `samples` columns and rows of heights, the first row first, with cells of this size along x and y.
    pub fn new(samples: [usize; 2], cell: DVec2, heights: Vec<f32>) -> Result<Self, HeightMapError> {
        let [columns, rows] = samples;
        if columns < 2 || rows < 2 {
            return Err(HeightMapError::TooFew { columns, rows });
        }
        let fits = columns.checked_mul(rows).is_some_and(|count| count <= MAXIMUM_HEIGHTS);
        if !fits {
            return Err(HeightMapError::TooMany { columns, rows });
        }
        if heights.len() != columns * rows {
            return Err(HeightMapError::Count { columns, rows, given: heights.len() });
        }
        let [least, most] = CONVEX_LENGTHS;
        for value in cell.to_array() {
            positive("the cell size", value)?;
            if !(least..=most).contains(&value) {
                return Err(HeightMapError::Range { value, least, most });
            }
        }
        if let Some(index) = heights.iter().position(|height| !height.is_finite()) {
            let height = heights[index];
            return Err(HeightMapError::NotFinite { column: index % columns, row: index / columns, height });
        }
        let pyramid = Arc::new(Pyramid::new(samples, &heights));
        Ok(Self { samples, cell, heights: heights.into(), pyramid })
    }

    /// The number of heights along x and y.
    #[must_use]
    pub fn samples(&self) -> [usize; 2] {
        self.samples
    }

    /// The number of cells along x and y: one less than the heights.
    #[must_use]
    pub fn cells(&self) -> [usize; 2] {
        self.samples.map(|count| count - 1)
    }

    /// The size of a cell along x and y, in metres.
    #[must_use]
    pub fn cell_size(&self) -> DVec2 {
        self.cell
    }

    /// The heights, the first row first.
    #[must_use]
    pub fn heights(&self) -> &[f32] {
        &self.heights
    }

    /// The number of triangles: two a cell.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        let [columns, rows] = self.cells();
        2 * columns * rows
    }

    /// The number of numbers for edges: three for each height, see [`Self::edge_index`].
    #[must_use]
    pub fn edge_count(&self) -> usize {
        3 * self.heights.len()
    }

    /// The index of a vertex.
    #[must_use]
    pub fn vertex_index(&self, [column, row]: [usize; 2]) -> u32 {
        (row * self.samples[0] + column) as u32
    }

    /// The index of the edge from a vertex to the next along x (`way` 0), along y (`way` 1) or along the diagonal
    /// (`way` 2).
    #[must_use]
    pub fn edge_index(&self, from: [usize; 2], way: u32) -> u32 {
        3 * self.vertex_index(from) + way
    }

    /// The memory that the map takes, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.heights) + self.pyramid.bytes()
    }

    /// The x coordinate of a column (`axis` 0) or the y coordinate of a row (`axis` 1). It increases with the index.
    #[must_use]
    #[inline]
    pub fn coordinate(&self, axis: usize, index: usize) -> f64 {
        // The integer is exact, so this rounds once, and rounding keeps the order.
        (2 * index as i64 - (self.samples[axis] as i64 - 1)) as f64 * (0.5 * self.cell[axis])
    }

    /// A corner of the surface.
    ///
    /// # Panics
    /// If there is no such column or row.
    #[must_use]
    #[inline]
    pub fn vertex(&self, [column, row]: [usize; 2]) -> DVec3 {
        let height = f64::from(self.heights[row * self.samples[0] + column]);
        dvec3(self.coordinate(0, column), self.coordinate(1, row), height)
    }

    /// The two triangles of a cell, counter-clockwise as seen from above: first the one at greater x, then the one at
    /// greater y. Both start with the corner of least x and y and share the diagonal.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    #[inline]
    pub fn triangles_of(&self, [column, row]: [usize; 2]) -> [[DVec3; 3]; 2] {
        let [near, right] = [[column, row], [column + 1, row]].map(|sample| self.vertex(sample));
        let [up, far] = [[column, row + 1], [column + 1, row + 1]].map(|sample| self.vertex(sample));
        [[near, right, far], [near, far, up]]
    }

    /// The index of the first triangle of a cell. That of the second follows.
    #[must_use]
    #[inline]
    pub fn triangle_index(&self, [column, row]: [usize; 2]) -> u32 {
        (2 * (row * (self.samples[0] - 1) + column)) as u32
    }

    /// The least and the greatest height of the corners of a cell.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    #[inline]
    pub fn heights_of_cell(&self, [column, row]: [usize; 2]) -> [f32; 2] {
        let below = row * self.samples[0] + column;
        let above = below + self.samples[0];
        let [a, b, c, d] = [below, below + 1, above, above + 1].map(|index| self.heights[index]);
        [a.min(b).min(c.min(d)), a.max(b).max(c.max(d))]
    }

    /// The cell that contains a point of the rectangle; `None` outside. On the border of cells, the one of greater
    /// index.
    #[must_use]
    pub fn cell_at(&self, x: f64, y: f64) -> Option<[usize; 2]> {
        let index = |axis: usize, value: f64| {
            let last = self.samples[axis] - 1;
            if !(self.coordinate(axis, 0) <= value && value <= self.coordinate(axis, last)) {
                return None;
            }
            // The division rounds: correct it by the coordinates themselves.
            let guess = (value / self.cell[axis] + 0.5 * last as f64).floor().clamp(0.0, (last - 1) as f64) as usize;
            let less = guess > 0 && value < self.coordinate(axis, guess);
            let more = guess + 1 < last && value >= self.coordinate(axis, guess + 1);
            Some(guess + usize::from(more) - usize::from(less))
        };
        Some([index(0, x)?, index(1, y)?])
    }

    /// The height of the surface, in floating point; `None` outside of the rectangle.
    #[must_use]
    pub fn height_at(&self, x: f64, y: f64) -> Option<f64> {
        let cell = self.cell_at(x, y)?;
        let share = |axis: usize, value: f64| {
            let [from, to] = [0, 1].map(|next| self.coordinate(axis, cell[axis] + next));
            (value - from) / (to - from)
        };
        let (right, up) = (share(0, x), share(1, y));
        let [[near, lower, far], [.., upper]] = self.triangles_of(cell).map(|corners| corners.map(|corner| corner.z));
        let step = if right >= up {
            right * (lower - near) + up * (far - lower)
        } else {
            up * (upper - near) + right * (far - upper)
        };
        Some(near + step)
    }

    /// The smallest and the largest coordinates.
    #[must_use]
    pub fn bounding_box(&self) -> [DVec3; 2] {
        let [least, greatest] = self.heights_of(HeightBlock::root(self)).map(f64::from);
        let [columns, rows] = self.cells();
        let corner =
            |[column, row]: [usize; 2], height| dvec3(self.coordinate(0, column), self.coordinate(1, row), height);
        [corner([0, 0], least), corner([columns, rows], greatest)]
    }

    /// The triangles of a rectangle of cells, from the cell `from` up to before the column and the row `to`, as a
    /// mesh, in the order of [`Self::triangle_index`].
    pub fn mesh(&self, from: [usize; 2], to: [usize; 2]) -> Result<Mesh, HeightMapError> {
        let cells = self.cells();
        if (0..2).any(|axis| from[axis] >= to[axis] || to[axis] > cells[axis]) {
            return Err(HeightMapError::Region { from, to, cells });
        }
        let samples = (from[1]..=to[1]).flat_map(|row| (from[0]..=to[0]).map(move |column| [column, row]));
        let vertices = samples.map(|sample| self.vertex(sample)).collect();
        let width = (to[0] - from[0] + 1) as u32;
        let [columns, rows] = [0, 1].map(|axis| (to[axis] - from[axis]) as u32);
        let triangles = (0..rows).flat_map(|row| (0..columns).map(move |column| row * width + column));
        let triangles = triangles.flat_map(|near| {
            let far = near + width + 1;
            [[near, near + 1, far], [near, far, near + width]]
        });
        Ok(Mesh::new(vertices, triangles.collect())?)
    }

    /// All cells whose triangles have a bounding box that meets this box (its least and its greatest coordinates).
    /// Whole blocks of cells that do not meet it are skipped.
    pub fn cells_meeting(&self, [lower, upper]: [DVec3; 2]) -> impl Iterator<Item = [usize; 2]> + '_ {
        let meets = move |[from, to]: [[usize; 2]; 2], [least, greatest]: [f32; 2]| {
            let across = |axis: usize| {
                self.coordinate(axis, from[axis]) <= upper[axis] && lower[axis] <= self.coordinate(axis, to[axis])
            };
            across(0) && across(1) && f64::from(least) <= upper.z && lower.z <= f64::from(greatest)
        };
        let mut stack = vec![HeightBlock::root(self)];
        let blocks = std::iter::from_fn(move || {
            while let Some(block) = stack.pop() {
                if !meets(self.cells_of(block), self.heights_of(block)) {
                    continue;
                }
                match block.parts() {
                    Some(parts) => stack.extend(parts.into_iter().filter(|&part| self.has(part))),
                    None => return Some(block),
                }
            }
            None
        });
        let cells = blocks.flat_map(|block| {
            let [from, to] = self.cells_of(block);
            (from[1]..to[1]).flat_map(move |row| (from[0]..to[0]).map(move |column| [column, row]))
        });
        cells.filter(move |&[column, row]| {
            meets([[column, row], [column + 1, row + 1]], self.heights_of_cell([column, row]))
        })
    }
}
