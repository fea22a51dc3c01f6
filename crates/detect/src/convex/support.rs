//! The support function: the farthest vertex along a direction.
//!
//! **Question.** Which vertex of a body is farthest along a direction?
//!
//! **Idea.** Directions are divided into cells: the faces of a cube, each cut into squares. Every direction of a
//! cell is a sum of its four corners with nonnegative weights. If one vertex is less far than another along all
//! four corners, it is less far along every direction of the cell and is culled. A few vertices remain for each
//! cell.
//!
//! **Guarantee.** A vertex is culled from a cell only if another is farther along every direction of the cell by
//! [`SAME_POINT`] of the size of the body, far more than rounding. The answer is therefore that of brute force,
//! for bodies of any shape. All vertices that are as far as the farthest are among the candidates of the cell. No
//! walk along edges is used, because it may stop too early on a body that is only nearly convex.
//!
//! **Cost.** O(V log V) once, then some five products a query. The cells of a mesh are filled when a direction first
//! falls into them, unless all are asked for: the first question then takes a few passes over the vertices.
//!
//! **Source.** Ours. The usual method, hill climbing (Gilbert, Johnson and Keerthi 1988 and later), needs exact
//! convexity. Tables of directions are known from games, for the start of a climb.

use crate::tolerance::{SAME_POINT, SUPPORT_CELLS};
use glam::DVec3;
use std::sync::OnceLock;
use tangency_geometry::Mesh;

/// A table from cells of directions to the vertices that may be farthest.
#[derive(Clone, Debug)]
pub(crate) struct Support {
    vertices: Vec<DVec3>,
    /// The number of cells along a side of a face of the cube, a power of two.
    side: usize,
    table: CellTable,
    /// Metres. Along every unit direction, culled vertices are behind the farthest by at least this.
    margin: f64,
}

/// The candidates of the cells.
#[derive(Clone, Debug)]
enum CellTable {
    /// All cells, filled at once.
    Full {
        /// The range of the candidates of each cell; neighbouring cells may share theirs.
        ranges: Vec<[u32; 2]>,
        candidates: Vec<u32>,
    },
    /// Squares of cells that are filled on first use.
    OnDemand {
        /// All vertices.
        used: Vec<u32>,
        /// The squares of each size: first the faces of the cube, last the cells.
        squares: Vec<Vec<OnceLock<Box<[u32]>>>>,
    },
}

/// A square of cells of one face of the cube: its first cell, and its width in cells.
#[derive(Clone, Copy)]
struct Square {
    face: usize,
    from: [usize; 2],
    width: usize,
}

impl Support {
    /// The table of the corners of all triangles of a mesh, filled at once. No corner is farther than `reach` from the
    /// origin.
    pub(crate) fn of(mesh: &Mesh, reach: f64) -> Self {
        Self::full(mesh.vertices(), &corners(mesh), reach)
    }

    /// The same table, filled on first use.
    pub(crate) fn on_demand(mesh: &Mesh, reach: f64) -> Self {
        let used = corners(mesh);
        let side = side(used.len());
        let count = |level: u32| 6 << (2 * level);
        let squares = (0..=side.ilog2()).map(|level| vec![OnceLock::new(); count(level)]).collect();
        let table = CellTable::OnDemand { used, squares };
        Self { vertices: mesh.vertices().to_vec(), side, table, margin: SAME_POINT * reach }
    }

    /// The table of all points. None is farther than `reach` from the origin.
    pub(crate) fn of_points(points: &[DVec3], reach: f64) -> Self {
        let all: Vec<u32> = (0..points.len() as u32).collect();
        Self::full(points, &all, reach)
    }

    /// The table of the vertices with the indices `used`. None is farther than `reach` from the origin.
    fn full(vertices: &[DVec3], used: &[u32], reach: f64) -> Self {
        let side = side(used.len());
        let (mut ranges, mut candidates) = (vec![[0; 2]; 6 * side * side], Vec::new());
        let empty = CellTable::Full { ranges: Vec::new(), candidates: Vec::new() };
        let mut support = Self { vertices: vertices.to_vec(), side, table: empty, margin: SAME_POINT * reach };
        for face in 0..6 {
            support.fill(
                Square { face, from: [0, 0], width: side },
                used,
                &mut |Square { face, from, width }, kept| {
                    let start = candidates.len() as u32;
                    candidates.extend(kept);
                    for row in from[1]..from[1] + width {
                        let first = (face * side + row) * side + from[0];
                        ranges[first..first + width].fill([start, candidates.len() as u32]);
                    }
                },
            );
        }
        support.table = CellTable::Full { ranges, candidates };
        support
    }

    /// The direction to the grid point `at`, counted in cells, of a face of the cube.
    fn corner(&self, face: usize, at: [usize; 2]) -> DVec3 {
        let axis = face / 2;
        let coordinate = |cells: usize| 2.0 * cells as f64 / self.side as f64 - 1.0;
        let mut direction = DVec3::ZERO;
        direction[axis] = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
        direction[(axis + 1) % 3] = coordinate(at[0]);
        direction[(axis + 2) % 3] = coordinate(at[1]);
        direction
    }

    /// The vertices that may be farthest along a direction of the square, among those that may be in a larger square.
    fn culled(&self, Square { face, from: [u, v], width }: Square, above: &[u32]) -> Vec<u32> {
        let ends = [[u, v], [u + width, v], [u, v + width], [u + width, v + width]];
        let corners = ends.map(|end| self.corner(face, end));
        let heights = |&index: &u32| corners.map(|corner| corner.dot(self.vertices[index as usize]));
        let of: Vec<[f64; 4]> = above.iter().map(heights).collect();
        // The farthest along each corner, and along the sum of all corners.
        let mut ahead = [of.first().copied().unwrap_or_default(); 5];
        let mut most = [f64::NEG_INFINITY; 5];
        for heights in &of {
            let [a, b, c, d] = *heights;
            for (which, value) in [a, b, c, d, a + b + c + d].into_iter().enumerate() {
                if value >= most[which] {
                    (most[which], ahead[which]) = (value, *heights);
                }
            }
        }
        // Convex combinations of the corners lie on a face of the cube, so they are at most √3 long. Two margins
        // at the corners therefore give more than one margin along every unit direction of the cell, with room for
        // rounding.
        let margin = 2.0 * self.margin;
        let behind = |heights: &[f64; 4]| ahead.iter().any(|other| (0..4).all(|i| other[i] - heights[i] > margin));
        above.iter().zip(&of).filter(|(_, heights)| !behind(heights)).map(|(&index, _)| index).collect()
    }

    /// Culls vertices that cannot be farthest in the square, and keeps the others for its cells.
    fn fill(&self, square: Square, above: &[u32], keep: &mut dyn FnMut(Square, &[u32])) {
        let Square { face, from: [u, v], width } = square;
        let kept = self.culled(square, above);
        if width == 1 || kept.len() == 1 {
            keep(square, &kept);
            return;
        }
        let half = width / 2;
        for [right, up] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
            self.fill(Square { face, from: [u + right * half, v + up * half], width: half }, &kept, keep);
        }
    }

    /// The candidates of a square. Squares above it are culled first.
    fn in_square<'table>(
        &'table self,
        square: Square,
        used: &'table [u32],
        squares: &'table [Vec<OnceLock<Box<[u32]>>>],
    ) -> &'table [u32] {
        let Square { face, from: [u, v], width } = square;
        if width > self.side {
            return used;
        }
        let (level, across) = ((self.side / width).ilog2() as usize, self.side / width);
        squares[level][(face * across + v / width) * across + u / width].get_or_init(|| {
            let wider = 2 * width;
            let above = Square { face, from: [u / wider * wider, v / wider * wider], width: wider };
            self.culled(square, self.in_square(above, used, squares)).into()
        })
    }

    /// The vertices that may be farthest along a nonzero direction.
    #[inline]
    fn candidates(&self, direction: DVec3) -> &[u32] {
        let size = direction.abs();
        let axis = if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        };
        let (along, [u, v]) = match axis {
            0 => (direction.x, [direction.y, direction.z]),
            1 => (direction.y, [direction.z, direction.x]),
            _ => (direction.z, [direction.x, direction.y]),
        };
        let half = 0.5 * self.side as f64;
        let scale = half / along.abs();
        // Conversion of a negative float or NaN to an integer gives 0.
        let cell = |across: f64| ((across * scale + half) as u32 as usize).min(self.side - 1);
        let face = 2 * axis + usize::from(along < 0.0);
        let at = [cell(u), cell(v)];
        match &self.table {
            CellTable::Full { ranges, candidates } => {
                let [start, end] = ranges[(face * self.side + at[1]) * self.side + at[0]];
                &candidates[start as usize..end as usize]
            }
            CellTable::OnDemand { used, squares } => self.in_square(Square { face, from: at, width: 1 }, used, squares),
        }
    }

    /// The vertex that is farthest along a nonzero direction.
    #[inline]
    pub(crate) fn farthest(&self, direction: DVec3) -> u32 {
        let mut best = (0, f64::NEG_INFINITY);
        for &index in self.candidates(direction) {
            let height = direction.dot(self.vertices[index as usize]);
            if height > best.1 {
                best = (index, height);
            }
        }
        best.0
    }

    /// All vertices that are as far along a unit direction as the farthest, up to [`SAME_POINT`] of the body's size.
    pub(super) fn all_farthest(&self, direction: DVec3) -> Vec<u32> {
        let most = direction.dot(self.vertex(self.farthest(direction)));
        let far = |&index: &u32| direction.dot(self.vertex(index)) >= most - self.margin;
        self.candidates(direction).iter().copied().filter(far).collect()
    }

    /// The position of a vertex, in the frame of the body.
    #[inline]
    pub(crate) fn vertex(&self, index: u32) -> DVec3 {
        self.vertices[index as usize]
    }
}

/// The vertices that are corners of triangles.
fn corners(mesh: &Mesh) -> Vec<u32> {
    let mut is_corner = vec![false; mesh.vertices().len()];
    mesh.triangles().iter().flatten().for_each(|&corner| is_corner[corner as usize] = true);
    (0..is_corner.len() as u32).filter(|&vertex| is_corner[vertex as usize]).collect()
}

/// The number of cells along a side of a face of the cube, for so many vertices.
fn side(vertices: usize) -> usize {
    let wanted = (vertices as f64 * 0.25).sqrt().ceil() as usize;
    wanted.next_power_of_two().min(SUPPORT_CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_geometry::primitive;
    use tangency_interval::laws::Random;

    fn direction(random: &mut Random) -> DVec3 {
        let mut number = || match random.below(6) {
            0 => 0.0,
            1 => 1.0,
            2 => -1.0,
            _ => random.between(-1.0, 1.0),
        };
        DVec3::new(number(), number(), number())
    }

    fn all(count: usize) -> Vec<u32> {
        (0..count as u32).collect()
    }

    /// For any points, convex or not, many of them duplicate or coplanar: the same height as by brute force.
    #[test]
    fn answers_are_those_of_brute_force() {
        let mut random = Random::new(11);
        let mut asked = 0;
        for count in [1, 2, 4, 8, 30, 100, 700] {
            for round in [false, true] {
                let point = |random: &mut Random| {
                    let point = 4.0 * direction(random);
                    if round { point.round() } else { point }
                };
                let points: Vec<DVec3> = (0..count).map(|_| point(&mut random)).collect();
                let support = Support::full(&points, &all(count), 7.0);
                for _ in 0..2_000 {
                    let Some(along) = direction(&mut random).try_normalize() else { continue };
                    let most = points.iter().map(|&point| along.dot(point)).fold(f64::NEG_INFINITY, f64::max);
                    assert_eq!(along.dot(support.vertex(support.farthest(along))), most);
                    let level = points.iter().filter(|&&point| along.dot(point) >= most - support.margin).count();
                    assert_eq!(support.all_farthest(along).len(), level, "{along} among {count}");
                    asked += 1;
                }
            }
        }
        assert!(asked > 20_000);
    }

    /// Few candidates per cell remain of many vertices on a sphere.
    #[test]
    fn few_candidates_remain() {
        let mut random = Random::new(12);
        let points: Vec<DVec3> = (0..1_000).filter_map(|_| direction(&mut random).try_normalize()).collect();
        let support = Support::full(&points, &all(points.len()), 1.0);
        let CellTable::Full { ranges, .. } = &support.table else { panic!("filled at once") };
        let held: usize = ranges.iter().map(|[start, end]| (end - start) as usize).sum();
        assert!(held < 12 * ranges.len(), "{} candidates a cell", held / ranges.len());
    }

    /// A table that is filled on first use gives the same vertices as one that is filled at once.
    #[test]
    fn tables_on_demand_are_full_tables() {
        let mut random = Random::new(13);
        for steps in [4, 10, 60] {
            let knot = primitive::torus_knot(1.0, [2, 3], 0.2, [steps, steps]).unwrap().into_mesh();
            let (full, on_demand) = (Support::of(&knot, knot.reach()), Support::on_demand(&knot, knot.reach()));
            for _ in 0..2_000 {
                let Some(along) = direction(&mut random).try_normalize() else { continue };
                assert_eq!(full.farthest(along), on_demand.farthest(along), "{along}");
                assert_eq!(full.all_farthest(along), on_demand.all_farthest(along), "{along}");
            }
        }
    }
}
