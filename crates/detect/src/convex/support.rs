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
//! **Cost.** O(V log V) once, then some five products a query.
//!
//! **Source.** Ours. The usual method, hill climbing (Gilbert, Johnson and Keerthi 1988 and later), needs exact
//! convexity. Tables of directions are known from games, for the start of a climb.

use crate::tolerance::{SAME_POINT, SUPPORT_CELLS};
use glam::DVec3;
use tangency_geometry::Mesh;

/// A table from cells of directions to the vertices that may be farthest.
#[derive(Clone, Debug)]
pub(crate) struct Support {
    vertices: Vec<DVec3>,
    /// The number of cells along a side of a face of the cube, a power of two.
    side: usize,
    /// The range of the candidates of each cell; neighbouring cells may share theirs.
    ranges: Vec<[u32; 2]>,
    candidates: Vec<u32>,
    /// Metres. Along every unit direction, culled vertices are behind the farthest by at least this.
    margin: f64,
}

/// A square of cells of one face of the cube: its first cell, and its width in cells.
#[derive(Clone, Copy)]
struct Square {
    face: usize,
    from: [usize; 2],
    width: usize,
}

impl Support {
    /// The table of the corners of all triangles of a mesh. No corner is farther than `reach` from the origin.
    pub(crate) fn of(mesh: &Mesh, reach: f64) -> Self {
        let mut is_corner = vec![false; mesh.vertices().len()];
        mesh.triangles().iter().flatten().for_each(|&corner| is_corner[corner as usize] = true);
        let used: Vec<u32> = (0..is_corner.len() as u32).filter(|&vertex| is_corner[vertex as usize]).collect();
        Self::new(mesh.vertices(), &used, reach)
    }

    /// The table of all points. None is farther than `reach` from the origin.
    pub(crate) fn of_points(points: &[DVec3], reach: f64) -> Self {
        let all: Vec<u32> = (0..points.len() as u32).collect();
        Self::new(points, &all, reach)
    }

    /// The table of the vertices with the indices `used`. None is farther than `reach` from the origin.
    fn new(vertices: &[DVec3], used: &[u32], reach: f64) -> Self {
        let wanted = (used.len() as f64 * 0.25).sqrt().ceil() as usize;
        let side = wanted.next_power_of_two().min(SUPPORT_CELLS);
        let mut support = Self {
            vertices: vertices.to_vec(),
            side,
            ranges: vec![[0; 2]; 6 * side * side],
            candidates: Vec::new(),
            margin: SAME_POINT * reach,
        };
        for face in 0..6 {
            support.fill(Square { face, from: [0, 0], width: side }, used);
        }
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

    /// Culls vertices that cannot be farthest in the square, and fills its cells from the others.
    fn fill(&mut self, square: Square, above: &[u32]) {
        let Square { face, from: [u, v], width } = square;
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
        let kept: Vec<u32> =
            above.iter().zip(&of).filter(|(_, heights)| !behind(heights)).map(|(&index, _)| index).collect();
        if width == 1 || kept.len() == 1 {
            self.keep(square, &kept);
            return;
        }
        let half = width / 2;
        for [right, up] in [[0, 0], [1, 0], [0, 1], [1, 1]] {
            self.fill(Square { face, from: [u + right * half, v + up * half], width: half }, &kept);
        }
    }

    /// Assigns these candidates to all cells of a square.
    fn keep(&mut self, Square { face, from: [u, v], width }: Square, kept: &[u32]) {
        let start = self.candidates.len() as u32;
        self.candidates.extend(kept);
        for row in v..v + width {
            let first = (face * self.side + row) * self.side + u;
            self.ranges[first..first + width].fill([start, self.candidates.len() as u32]);
        }
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
        let [start, end] = self.ranges[(face * self.side + cell(v)) * self.side + cell(u)];
        &self.candidates[start as usize..end as usize]
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

#[cfg(test)]
mod tests {
    use super::*;
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
                let support = Support::new(&points, &all(count), 7.0);
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
        let support = Support::new(&points, &all(points.len()), 1.0);
        let held: usize = support.ranges.iter().map(|[start, end]| (end - start) as usize).sum();
        assert!(held < 12 * support.ranges.len(), "{} candidates a cell", held / support.ranges.len());
    }
}
