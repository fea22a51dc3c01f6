//! The picture of an implicit solid: even triangles, and edges where the solid has edges.
//!
//! *Question.* Which triangles show an implicit solid without slivers and without teeth along its edges?
//! *Idea.* The mesh of a grid has vertices wherever the surface crosses the grid: some lie close together, and none on
//! an edge of the solid. First, vertices closer than a part of a cell become one. Then a vertex whose triangles face
//! different ways moves to the point that is nearest to the tangent planes at these triangles: on an edge or a corner.
//! It stays if the planes do not meet there, as on the noise of sampled volumes, or if a triangle would turn over.
//! *Guarantee.* None: this is a picture. A vertex moves less than a cell.
//! *Cost.* Eight values of the function per triangle.
//! *Source.* T. Ju, F. Losasso, S. Schaefer, J. Warren, *Dual contouring of Hermite data* (2002), section 2.1: the
//! quadratic error of tangent planes. Here it moves the vertices of an existing mesh.

use crate::tolerance::{CREASE_COSINE, IMPLICIT_ANCHOR, IMPLICIT_EDGE, IMPLICIT_MERGED, IMPLICIT_PROBE};
use glam::{DMat3, DVec3};
use tangency_geometry::solid::{Solid, SolidWork};

/// The tangent plane of the surface near a triangle.
#[derive(Clone, Copy)]
struct TangentPlane {
    point: DVec3,
    normal: DVec3,
}

impl TangentPlane {
    fn away(&self, point: DVec3) -> f64 {
        self.normal.dot(point - self.point).abs()
    }
}

/// The mesh of the solid with vertices merged and moved. `cell` is the width of a cell of its grid.
pub(super) fn improved(
    solid: &Solid,
    corners: &[DVec3],
    triangles: &[[u32; 3]],
    cell: f64,
) -> (Vec<[u32; 3]>, Vec<DVec3>) {
    let (triangles, mut corners) = merged(corners, triangles, IMPLICIT_MERGED * cell);
    let around = planes_around(&corners, &triangles, &tangent_planes(solid, &corners, &triangles, cell));
    let before = corners.clone();
    for (corner, planes) in corners.iter_mut().zip(&around) {
        if let Some(moved) = faces_differ(planes).then(|| common_point(planes, *corner)).flatten()
            && moved.distance(*corner) < cell
            && planes.iter().all(|plane| plane.away(moved) < IMPLICIT_EDGE * cell)
        {
            *corner = moved;
        }
    }
    unfold(&triangles, &before, &mut corners);
    (triangles, corners)
}

/// How far the triangles are from the surface at their centres; `None` if the mesh has an edge anywhere, or a triangle
/// without a surface nearby.
pub(super) fn smooth_deviation(solid: &Solid, corners: &[DVec3], triangles: &[[u32; 3]], cell: f64) -> Option<f64> {
    let planes = tangent_planes(solid, corners, triangles, cell);
    let around = planes_around(corners, triangles, &planes);
    if around.iter().any(|planes| faces_differ(planes)) {
        return None;
    }
    triangles
        .iter()
        .zip(planes)
        .try_fold(0.0_f64, |most, (triangle, plane)| plane.map(|plane| most.max(plane.away(centre(corners, triangle)))))
}

fn centre(corners: &[DVec3], triangle: &[u32; 3]) -> DVec3 {
    triangle.iter().map(|&corner| corners[corner as usize]).sum::<DVec3>() / 3.0
}

/// The tangent plane near each triangle.
fn tangent_planes(solid: &Solid, corners: &[DVec3], triangles: &[[u32; 3]], cell: f64) -> Vec<Option<TangentPlane>> {
    let mut work = SolidWork::default();
    triangles.iter().map(|triangle| tangent_plane(solid, centre(corners, triangle), cell, &mut work)).collect()
}

/// For each corner the tangent planes near its triangles.
fn planes_around(corners: &[DVec3], triangles: &[[u32; 3]], planes: &[Option<TangentPlane>]) -> Vec<Vec<TangentPlane>> {
    let mut around = vec![Vec::new(); corners.len()];
    for (triangle, plane) in triangles.iter().zip(planes) {
        if let Some(plane) = plane {
            triangle.iter().for_each(|&corner| around[corner as usize].push(*plane));
        }
    }
    around
}

/// Whether two of the planes face different ways: there is an edge between them.
fn faces_differ(planes: &[TangentPlane]) -> bool {
    planes.iter().any(|one| planes.iter().any(|other| one.normal.dot(other.normal) < CREASE_COSINE))
}

/// Takes back the moves that turn a triangle over: a fold would show as a shard that pierces the surface.
fn unfold(triangles: &[[u32; 3]], before: &[DVec3], corners: &mut [DVec3]) {
    let facing = |corners: &[DVec3], triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
        (b - a).cross(c - a)
    };
    // A corner that goes back may turn another triangle over. Each round takes back at least one move.
    for _ in 0..before.len() {
        let mut folded = false;
        for triangle in triangles {
            if facing(before, triangle).dot(facing(corners, triangle)) >= 0.0 {
                continue;
            }
            for &corner in triangle {
                folded |= corners[corner as usize] != before[corner as usize];
                corners[corner as usize] = before[corner as usize];
            }
        }
        if !folded {
            break;
        }
    }
}

/// Vertices joined by an edge shorter than `limit` become one, and triangles without area go.
fn merged(corners: &[DVec3], triangles: &[[u32; 3]], limit: f64) -> (Vec<[u32; 3]>, Vec<DVec3>) {
    // Each vertex joins at most one centre, and a centre joins none: no chain of short edges shrinks a part.
    let mut centre: Vec<Option<u32>> = vec![None; corners.len()];
    let edges = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    for [a, b] in edges.filter(|[a, b]| a < b) {
        if corners[a as usize].distance(corners[b as usize]) >= limit {
            continue;
        }
        match (centre[a as usize], centre[b as usize]) {
            (None, None) => (centre[a as usize], centre[b as usize]) = (Some(a), Some(a)),
            (Some(other), None) if other == a => centre[b as usize] = Some(a),
            (None, Some(other)) if other == b => centre[a as usize] = Some(b),
            (None | Some(_), None | Some(_)) => {}
        }
    }
    let mut numbers = vec![u32::MAX; corners.len()];
    let mut kept = Vec::new();
    let mut number = |corner: u32| {
        let old = centre[corner as usize].unwrap_or(corner);
        let new = &mut numbers[old as usize];
        if *new == u32::MAX {
            *new = kept.len() as u32;
            kept.push(corners[old as usize]);
        }
        *new
    };
    let renumbered = triangles.iter().map(|triangle| triangle.map(&mut number));
    let triangles = renumbered.filter(|[a, b, c]| a != b && b != c && c != a).collect();
    (triangles, kept)
}

/// The tangent plane of the surface nearest to `point`, by one step along the gradient.
fn tangent_plane(solid: &Solid, point: DVec3, cell: f64, work: &mut SolidWork) -> Option<TangentPlane> {
    let probe = IMPLICIT_PROBE * cell;
    let mut value = |at: DVec3| solid.value_at(at, 0.0, work);
    let slope = DVec3::AXES.map(|axis| (value(point + axis * probe) - value(point - axis * probe)) / (2.0 * probe));
    let gradient = DVec3::from_array(slope);
    let normal = gradient.try_normalize()?;
    let away = value(point) / gradient.length();
    (away.abs() < cell).then_some(TangentPlane { point: point - normal * away, normal })
}

/// The point with the least sum of squared distances from the planes; among equals the nearest to `near`.
fn common_point(planes: &[TangentPlane], near: DVec3) -> Option<DVec3> {
    let mut matrix = DMat3::from_diagonal(DVec3::splat(IMPLICIT_ANCHOR));
    let mut right = DVec3::ZERO;
    for TangentPlane { point, normal } in planes {
        matrix += DMat3::from_cols(*normal * normal.x, *normal * normal.y, *normal * normal.z);
        right += *normal * normal.dot(*point - near);
    }
    let moved = near + matrix.inverse() * right;
    moved.is_finite().then_some(moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six times the volume that the triangles enclose.
    fn volume(corners: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
        let of = |[a, b, c]: [DVec3; 3]| a.dot(b.cross(c));
        triangles.iter().map(|triangle| of(triangle.map(|corner| corners[corner as usize]))).sum()
    }

    /// The height of a triangle above its longest side.
    fn height(triangle: [DVec3; 3]) -> f64 {
        let [a, b, c] = triangle;
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        (b - a).cross(c - a).length() / longest
    }

    /// A turned cube: its edges run across the grid. The mesh of the grid cuts them off, the improved one does not.
    #[test]
    fn edges_of_a_cube_are_kept() {
        let text = "max(max(abs(0.8*x + 0.6*y), abs(0.8*y - 0.6*x)), abs(z)) - 0.5";
        let solid = Solid::parse(text, [DVec3::splat(-0.8), DVec3::splat(0.8)]).unwrap();
        let cells = 24;
        let cell = 1.6 / f64::from(cells);
        let mesh = solid.mesh(0.0, cells as usize).unwrap();
        let (triangles, corners) = improved(&solid, mesh.vertices(), mesh.triangles(), cell);
        let before = (volume(mesh.vertices(), mesh.triangles()) / 6.0 - 1.0).abs();
        let after = (volume(&corners, &triangles) / 6.0 - 1.0).abs();
        assert!(after < 0.25 * before, "the volume is off by {after}, by {before} before");
        assert!(triangles.len() < mesh.triangles().len());
        let on_edges = corners.iter().filter(|corner| {
            let sides = [0.8 * corner.x + 0.6 * corner.y, 0.8 * corner.y - 0.6 * corner.x, corner.z];
            sides.iter().filter(|side| (side.abs() - 0.5).abs() < 1e-3 * cell).count() >= 2
        });
        // Twelve edges of about fifteen cells.
        assert!(on_edges.count() > 120);
    }

    /// A ball has no edges, and its triangles deviate by a quarter if the cells are half as wide. A cube has edges.
    #[test]
    fn smooth_solids_are_told_from_others() {
        let ball = Solid::parse("sqrt(x^2 + y^2 + z^2) - 1", [DVec3::splat(-1.1), DVec3::splat(1.1)]).unwrap();
        let deviation = |solid: &Solid, cells: u32| {
            let cell = 2.2 / f64::from(cells);
            let mesh = solid.mesh(0.0, cells as usize).unwrap();
            let (triangles, corners) = improved(solid, mesh.vertices(), mesh.triangles(), cell);
            smooth_deviation(solid, &corners, &triangles, cell)
        };
        let [coarse, fine] = [24, 48].map(|cells| deviation(&ball, cells).unwrap());
        // The sagitta of a chord of a cell's diagonal at most.
        assert!(coarse < 3.0 * (2.2_f64 / 24.0).powi(2) / 8.0 * 2.0, "{coarse}");
        assert!(fine < 0.4 * coarse, "{fine} of {coarse}");
        let cube = Solid::parse("max(max(abs(x), abs(y)), abs(z)) - 1", [DVec3::splat(-1.1), DVec3::splat(1.1)]);
        assert_eq!(deviation(&cube.unwrap(), 24), None);
    }

    /// Two triangles of a roof, and a move of their common corner beyond the far side: only that move is taken back.
    #[test]
    fn a_move_that_folds_is_taken_back() {
        let before = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0), DVec3::new(2.0, 0.0, 0.0)];
        let triangles = [[0, 1, 2], [1, 3, 2], [1, 4, 3]];
        let mut corners = before;
        corners[0] = DVec3::new(1.2, 1.2, 0.0);
        corners[4] = DVec3::new(2.1, 0.0, 0.1);
        let kept = corners[4];
        unfold(&triangles, &before, &mut corners);
        assert_eq!(corners[0], before[0], "the first triangle was turned over");
        assert_eq!(corners[4], kept, "the third triangle was not");
    }

    /// Most slivers of a ball go, its vertices stay on the sphere, and it stays closed.
    #[test]
    fn a_ball_has_few_slivers() {
        let solid = Solid::parse("sqrt(x^2 + y^2 + z^2) - 1", [DVec3::splat(-1.1), DVec3::splat(1.1)]).unwrap();
        let cells = 32;
        let cell = 2.2 / f64::from(cells);
        let mesh = solid.mesh(0.0, cells as usize).unwrap();
        let (triangles, corners) = improved(&solid, mesh.vertices(), mesh.triangles(), cell);
        let slivers = |corners: &[DVec3], triangles: &[[u32; 3]]| {
            let thin = |triangle: &&[u32; 3]| height(triangle.map(|corner| corners[corner as usize])) < 0.05 * cell;
            triangles.iter().filter(thin).count()
        };
        let before = slivers(mesh.vertices(), mesh.triangles());
        let after = slivers(&corners, &triangles);
        assert!(before > 100 && after * 5 < before, "{after} slivers, {before} before");
        assert!(corners.iter().all(|corner| (corner.length() - 1.0).abs() < 2e-3 * cell));
        // Every edge still has two triangles: the surface is closed.
        let mut edges = std::collections::HashMap::new();
        for [a, b, c] in &triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((from.min(to), from.max(to))).or_insert(0) += if from < to { 1 } else { -1 };
            }
        }
        assert!(edges.values().all(|&sum| sum == 0));
    }
}
