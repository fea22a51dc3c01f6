//! Triangulation of the boundary of a solid, for display.
//!
//! *Question.* What does the boundary look like at an instant?
//! *Idea.* A grid covers the bounding box. Each cell is split into six tetrahedra around its diagonal. Each
//! tetrahedron gets one or two triangles between the corners inside and the corners outside.
//! *Guarantee.* The mesh is closed and faces outwards: neighbouring tetrahedra share whole faces, and the
//! border of the grid is outside. Its vertices are on the boundary, up to a thousandth of a cell. Parts thinner
//! than a cell may be lost.
//! *Cost.* One evaluation per corner of the grid, and a few more per vertex.
//! *Source.* A. Doi, A. Koide, *An efficient method of triangulating equi-valued surfaces by using tetrahedral
//! cells* (1991).

use super::{Solid, SolidError, SolidWork};
use crate::Mesh;
use crate::tolerance::{CROSSING_HALVINGS, CROSSING_MARGIN, MOST_MESH_CELLS};
use glam::DVec3;
use std::collections::HashMap;

/// See [`Solid::mesh`].
pub(super) fn mesh(solid: &Solid, time: f64, cells: usize) -> Result<Mesh, SolidError> {
    if !(2..=MOST_MESH_CELLS).contains(&cells) {
        return Err(SolidError::Cells { cells, most: MOST_MESH_CELLS });
    }
    let mut net = TessellationGrid::new(solid, time, cells);
    if !net.values.iter().any(|&value| value < 0.0) {
        return Err(SolidError::NotFound { cells });
    }
    let [x, y, z] = net.counts;
    for k in 0..z - 1 {
        for j in 0..y - 1 {
            for i in 0..x - 1 {
                net.cell([i, j, k]);
            }
        }
    }
    Ok(Mesh::new(net.vertices, net.triangles)?)
}

/// The grid with its values, and the mesh under construction.
struct TessellationGrid<'a> {
    solid: &'a Solid,
    time: f64,
    work: SolidWork,
    counts: [usize; 3],
    origin: DVec3,
    step: f64,
    values: Vec<f64>,
    /// The vertex on each edge of the grid.
    on_edge: HashMap<[usize; 2], u32>,
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
}

impl<'a> TessellationGrid<'a> {
    fn new(solid: &'a Solid, time: f64, cells: usize) -> Self {
        let region = solid.bounding_box();
        let step = region.width().max(f64::MIN_POSITIVE) / cells as f64;
        // One extra cell on each side of the box.
        let counts = region.0.map(|side| (side.width() / step).ceil() as usize + 3);
        let middle = DVec3::from_array(region.mid());
        let origin = middle - 0.5 * step * DVec3::from_array(counts.map(|count| (count - 1) as f64));
        let mut net = Self {
            solid,
            time,
            work: SolidWork::default(),
            counts,
            origin,
            step,
            values: Vec::new(),
            on_edge: HashMap::new(),
            vertices: Vec::new(),
            triangles: Vec::new(),
        };
        net.values = (0..counts.iter().product()).map(|corner| net.corner_value(corner)).collect();
        net
    }

    fn index(&self, corner: usize) -> [usize; 3] {
        let [x, y, _] = self.counts;
        [corner % x, corner / x % y, corner / x / y]
    }

    fn place(&self, corner: usize) -> DVec3 {
        self.origin + self.step * DVec3::from_array(self.index(corner).map(|index| index as f64))
    }

    fn corner_value(&mut self, corner: usize) -> f64 {
        let index = self.index(corner);
        let border = (0..3).any(|axis| index[axis] == 0 || index[axis] == self.counts[axis] - 1);
        let value = self.solid.value_at(self.place(corner), self.time, &mut self.work);
        if border || value.is_nan() { value.abs().max(f64::MIN_POSITIVE) } else { value }
    }

    /// Adds the triangles of one cell.
    fn cell(&mut self, [i, j, k]: [usize; 3]) {
        let [x, y, _] = self.counts;
        let first = i + x * (j + y * k);
        let strides = [1, x, x * y];
        let corners: [usize; 8] = std::array::from_fn(|corner| {
            (0..3).filter(|axis| corner >> axis & 1 == 1).fold(first, |place, axis| place + strides[axis])
        });
        let inside = corners.iter().filter(|&&corner| self.values[corner] < 0.0).count();
        if inside == 0 || inside == 8 {
            return;
        }
        for tetrahedron in TETRAHEDRA {
            self.tetrahedron(tetrahedron.map(|corner| corners[corner]));
        }
    }

    /// Adds the triangles of one tetrahedron with positively oriented corners.
    fn tetrahedron(&mut self, corners: [usize; 4]) {
        let inside = corners.map(|corner| self.values[corner] < 0.0);
        let count = inside.iter().filter(|&&inside| inside).count();
        let order = |first: &dyn Fn(&[usize; 4]) -> bool, among: &[[usize; 4]]| {
            among.iter().copied().find(first).unwrap_or([0, 1, 2, 3]).map(|place| corners[place])
        };
        match count {
            1 | 3 => {
                // One corner is separated from the three others.
                let alone = count == 1;
                let [a, b, c, d] = order(&|order| inside[order[0]] == alone, &ONE_FIRST);
                let [b, c, d] = [b, c, d].map(|other| self.vertex(a, other));
                self.triangles.push(if alone { [b, c, d] } else { [b, d, c] });
            }
            2 => {
                let [a, b, c, d] = order(&|order| inside[order[0]] && inside[order[1]], &TWO_FIRST);
                let quad = [(a, c), (a, d), (b, d), (b, c)].map(|(from, to)| self.vertex(from, to));
                self.triangles.extend([[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]]);
            }
            _ => {}
        }
    }

    /// The vertex on the edge between two corners, one inside and one outside.
    fn vertex(&mut self, a: usize, b: usize) -> u32 {
        let edge = [a.min(b), a.max(b)];
        if let Some(&vertex) = self.on_edge.get(&edge) {
            return vertex;
        }
        let place = self.crossing(edge);
        let vertex = self.vertices.len() as u32;
        self.vertices.push(place);
        self.on_edge.insert(edge, vertex);
        vertex
    }

    /// The sign change along an edge, by bisection with a final linear interpolation.
    fn crossing(&mut self, [a, b]: [usize; 2]) -> DVec3 {
        let (from, to) = (self.place(a), self.place(b));
        let [mut low, mut high] = [(0.0, self.values[a]), (1.0, self.values[b])];
        for _ in 0..CROSSING_HALVINGS {
            let share = 0.5 * (low.0 + high.0);
            let value = self.solid.value_at(from.lerp(to, share), self.time, &mut self.work);
            // Undefined values count as outside, as at the corners.
            let value = if value.is_nan() { f64::MIN_POSITIVE } else { value };
            *(if (value < 0.0) == (low.1 < 0.0) { &mut low } else { &mut high }) = (share, value);
        }
        let along = low.1 / (low.1 - high.1);
        let share = low.0 + (high.0 - low.0) * if along.is_finite() { along } else { 0.5 };
        // Coincident vertices would make triangles without area.
        from.lerp(to, share.clamp(CROSSING_MARGIN, 1.0 - CROSSING_MARGIN))
    }
}

/// The corners of the six tetrahedra around the diagonal of a cell: from corner 0 to corner 7 along the axes in
/// every order, each positively oriented. Bit 0 of a corner is its x, bit 1 its y, bit 2 its z.
const TETRAHEDRA: [[usize; 4]; 6] =
    [[0, 1, 3, 7], [0, 2, 6, 7], [0, 4, 5, 7], [0, 5, 1, 7], [0, 3, 2, 7], [0, 6, 4, 7]];

/// Even permutations of four corners, by the first.
const ONE_FIRST: [[usize; 4]; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 0, 1, 3], [3, 0, 2, 1]];

/// Even permutations of four corners, by the first two.
const TWO_FIRST: [[usize; 4]; 6] = [[0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2], [1, 2, 0, 3], [1, 3, 2, 0], [2, 3, 0, 1]];
