//! Crossings of two fine triangulations that prove crossings of the surfaces.
//!
//! *Question.* Do two teapots, one of which is moved, certainly cross?
//! *Idea.* Each patch is sampled on a grid, and each cell is two triangles. A triangle or edge is nowhere farther from
//! its piece of the patch than the chord error of the patch: for a grid of n × n, (U + 2·M + V)/(8·n²), where U, M
//! and V bound the second derivatives (Filip, Magedson and Markot 1986). An edge of one pot that passes through a
//! triangle of the other one is a certain crossing if it keeps the sum of both errors from the sides of the triangle,
//! and if its ends, which are on the surface, are farther from the plane of the triangle than the error of the other
//! pot: while edge and triangle are bent into their pieces of surface, no end and no side passes through the other,
//! so that the crossing stays.
//! *Guarantee.* What is found is a crossing, up to rounding. Crossings that are less deep than the errors are not
//! found.
//! *Cost.* One look into a grid of triangles for each edge near the other pot.

use super::{Net, jet};
use glam::{DQuat, DVec3};

/// Metres. Side of a cell of the grid of triangles.
const CELL: f64 = 0.008;

/// A teapot as triangles, in its own frame.
pub(crate) struct PotMesh {
    patches: Vec<MeshPatch>,
    triangles: Vec<MeshTriangle>,
    low: DVec3,
    counts: [usize; 3],
    /// The triangles near each cell.
    cells: Vec<Vec<u32>>,
}

/// The samples of a patch.
struct MeshPatch {
    points: Vec<DVec3>,
    /// Pairs of indices of samples.
    edges: Vec<[u32; 2]>,
    /// The corners of the box of the samples.
    extent: [DVec3; 2],
    /// Metres.
    error: f64,
}

struct MeshTriangle {
    corners: [DVec3; 3],
    error: f64,
}

impl PotMesh {
    /// The triangulation with `grid` cells along each parameter of a patch.
    pub(crate) fn new(nets: &[Net], grid: usize) -> Self {
        let patches: Vec<MeshPatch> = nets.iter().map(|net| MeshPatch::new(net, grid)).collect();
        let low = patches.iter().fold(DVec3::INFINITY, |low, patch| low.min(patch.extent[0]));
        let high = patches.iter().fold(DVec3::NEG_INFINITY, |high, patch| high.max(patch.extent[1]));
        let counts = ((high - low) / CELL).to_array().map(|side| side as usize + 1);
        let triangles: Vec<MeshTriangle> = patches.iter().flat_map(|patch| patch.triangles(grid)).collect();
        let mut mesh =
            Self { patches, triangles, low, counts, cells: vec![Vec::new(); counts[0] * counts[1] * counts[2]] };
        for index in 0..mesh.triangles.len() {
            let [a, b, c] = mesh.triangles[index].corners;
            for cell in mesh.near([a.min(b).min(c), a.max(b).max(c)]) {
                mesh.cells[cell].push(index as u32);
            }
        }
        mesh
    }

    /// Metres: the largest chord error.
    pub(crate) fn error(&self) -> f64 {
        self.patches.iter().map(|patch| patch.error).fold(0.0, f64::max)
    }

    /// A point near a certain crossing of this pot with a copy at a pose.
    pub(crate) fn crossing(&self, (turn, place): (DQuat, DVec3)) -> Option<DVec3> {
        let back = turn.inverse();
        let found = self.pierced(|point| turn * point + place);
        found.or_else(|| self.pierced(|point| back * (point - place)).map(|point| turn * point + place))
    }

    /// A point at which a moved edge certainly passes through a triangle at rest.
    fn pierced(&self, moved: impl Fn(DVec3) -> DVec3) -> Option<DVec3> {
        for patch in &self.patches {
            let [low, high] = patch.extent;
            let corner = |index: usize| {
                let end = |axis: usize| if index >> axis & 1 == 0 { low[axis] } else { high[axis] };
                moved(DVec3::new(end(0), end(1), end(2)))
            };
            let around = extent((0..8).map(corner));
            if self.near(around).next().is_none() {
                continue;
            }
            let points: Vec<DVec3> = patch.points.iter().map(|&point| moved(point)).collect();
            for &[from, to] in &patch.edges {
                let ends = [points[from as usize], points[to as usize]];
                for cell in self.near([ends[0].min(ends[1]), ends[0].max(ends[1])]) {
                    let hit = |&index: &u32| self.triangles[index as usize].pierced(ends, patch.error);
                    if let Some(point) = self.cells[cell].iter().find_map(hit) {
                        return Some(point);
                    }
                }
            }
        }
        None
    }

    /// The cells that a box meets.
    fn near(&self, [low, high]: [DVec3; 2]) -> impl Iterator<Item = usize> + use<> {
        let [nx, ny, nz] = self.counts;
        let ranges: [std::ops::Range<usize>; 3] = std::array::from_fn(|axis| {
            let [from, to] = [low, high].map(|corner| (corner[axis] - self.low[axis]) / CELL);
            if to < 0.0 { 0..0 } else { (from.max(0.0) as usize)..((to as usize + 1).min([nx, ny, nz][axis])) }
        });
        let [x, y, z] = ranges;
        x.flat_map(move |x| {
            let z = z.clone();
            y.clone().flat_map(move |y| z.clone().map(move |z| (x * ny + y) * nz + z))
        })
    }
}

impl MeshPatch {
    fn new(net: &Net, grid: usize) -> Self {
        let share = |index: usize| index as f64 / grid as f64;
        let side = grid + 1;
        let points: Vec<DVec3> =
            (0..side * side).map(|index| jet(net, [share(index / side), share(index % side)])[0]).collect();
        let at = |row: usize, column: usize| (row * side + column) as u32;
        let mut edges = Vec::new();
        for row in 0..side {
            for column in 0..side {
                let (below, beside) = (row + 1 < side, column + 1 < side);
                edges.extend(below.then(|| [at(row, column), at(row + 1, column)]));
                edges.extend(beside.then(|| [at(row, column), at(row, column + 1)]));
                edges.extend((below && beside).then(|| [at(row, column), at(row + 1, column + 1)]));
            }
        }
        let extent = extent(points.iter().copied());
        Self { points, edges, extent, error: chord_error(net, grid) }
    }

    fn triangles(&self, grid: usize) -> impl Iterator<Item = MeshTriangle> {
        let at = move |row: usize, column: usize| self.points[row * (grid + 1) + column];
        (0..grid * grid).flat_map(move |cell| {
            let (row, column) = (cell / grid, cell % grid);
            let [first, last] = [at(row, column), at(row + 1, column + 1)];
            [at(row + 1, column), at(row, column + 1)]
                .map(|other| MeshTriangle { corners: [first, other, last], error: self.error })
        })
    }
}

impl MeshTriangle {
    /// The point at which a segment certainly passes through, if the curve that the segment stands for is within an
    /// error of it.
    fn pierced(&self, [from, to]: [DVec3; 2], error: f64) -> Option<DVec3> {
        let [a, b, c] = self.corners;
        let normal = (b - a).cross(c - a).normalize_or_zero();
        let [before, after] = [from, to].map(|end| normal.dot(end - a));
        if before * after >= 0.0 || before.abs().min(after.abs()) <= self.error {
            return None;
        }
        let point = from + before / (before - after) * (to - from);
        let sides = [[a, b], [b, c], [c, a]];
        let inside = sides.iter().all(|[start, end]| (end - start).cross(point - start).dot(normal) > 0.0);
        let clear = || sides.iter().all(|side| segment_distance([from, to], *side) > error + self.error);
        (inside && clear()).then_some(point)
    }
}

fn extent(points: impl Iterator<Item = DVec3>) -> [DVec3; 2] {
    points.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], point| [low.min(point), high.max(point)])
}

/// Upper bound on the distance of the triangles from the patch, point by point.
fn chord_error(net: &Net, grid: usize) -> f64 {
    let at = |row: usize, column: usize| net[4 * row + column];
    let second = |a: DVec3, b: DVec3, c: DVec3| (a - 2.0 * b + c).length();
    let (mut along, mut mixed, mut across) = (0.0_f64, 0.0_f64, 0.0_f64);
    for i in 0..4 {
        for j in 0..2 {
            along = along.max(6.0 * second(at(j, i), at(j + 1, i), at(j + 2, i)));
            across = across.max(6.0 * second(at(i, j), at(i, j + 1), at(i, j + 2)));
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            mixed = mixed.max(9.0 * (at(i + 1, j + 1) - at(i + 1, j) - at(i, j + 1) + at(i, j)).length());
        }
    }
    (along + 2.0 * mixed + across) / (8.0 * (grid * grid) as f64)
}

/// The distance of two segments: of their lines, if the closest points are on both, otherwise of an end.
pub(crate) fn segment_distance([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> f64 {
    let (one, other, offset) = (b - a, d - c, a - c);
    let (aa, bb, ab) = (one.dot(one), other.dot(other), one.dot(other));
    let (ao, bo) = (one.dot(offset), other.dot(offset));
    let size = aa * bb - ab * ab;
    let ends =
        [point_distance(a, [c, d]), point_distance(b, [c, d]), point_distance(c, [a, b]), point_distance(d, [a, b])];
    let least = ends.into_iter().fold(f64::INFINITY, f64::min);
    if size <= 1e-12 * aa * bb {
        return least;
    }
    let [s, t] = [(ab * bo - ao * bb) / size, (aa * bo - ab * ao) / size];
    let both = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
    if both { least.min((offset + s * one - t * other).length()) } else { least }
}

fn point_distance(point: DVec3, [from, to]: [DVec3; 2]) -> f64 {
    let way = to - from;
    let share = (way.dot(point - from) / way.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    point.distance(from + share * way)
}
