//! The faces of a convex hull: its triangles, with those in one plane joined.
//!
//! **Idea.** The largest triangle of a plane is the seed. Its neighbours join if all their corners are in its plane up to
//! [`FLAT_FACE`] of the size of the hull. Slivers, whose normals are inaccurate, join a neighbour in this way.
//!
//! **Guarantee.** Every face is a polygon with one boundary, and every side belongs to two faces. A region without such a
//! boundary is left as triangles.

use crate::tolerance::FLAT_FACE;
use glam::DVec3;
use std::collections::{HashMap, HashSet};
use tangency_geometry::Mesh;

/// A face: its corners, counter-clockwise seen from outside.
pub(super) struct Polygon {
    pub(super) corners: Vec<u32>,
    /// Vertices inside of the face.
    pub(super) inner: Vec<u32>,
    pub(super) normal: DVec3,
}

/// The faces of a hull. `None` if a triangle that stays alone has no normal.
pub(super) fn polygons(mesh: &Mesh) -> Option<Vec<Polygon>> {
    let triangles = mesh.triangles();
    let areas: Vec<DVec3> = (0..triangles.len())
        .map(|index| {
            let [a, b, c] = mesh.corners(index);
            (b - a).cross(c - a)
        })
        .collect();
    let mut beside: HashMap<[u32; 2], usize> = HashMap::with_capacity(3 * triangles.len());
    for (index, &[a, b, c]) in triangles.iter().enumerate() {
        beside.extend([[a, b], [b, c], [c, a]].map(|side| (side, index)));
    }
    let mut order: Vec<usize> = (0..triangles.len()).collect();
    order.sort_by(|&one, &other| areas[other].length_squared().total_cmp(&areas[one].length_squared()));
    let flat = FLAT_FACE * mesh.reach();
    let mut taken = vec![false; triangles.len()];
    let mut found = Vec::new();
    for seed in order {
        if taken[seed] {
            continue;
        }
        taken[seed] = true;
        let normal = areas[seed].try_normalize()?;
        let height = normal.dot(mesh.corners(seed)[0]);
        let mut region = vec![seed];
        let mut next = 0;
        while next < region.len() {
            let [a, b, c] = triangles[region[next]];
            next += 1;
            for side in [[b, a], [c, b], [a, c]] {
                let Some(&other) = beside.get(&side) else { continue };
                let level = mesh.corners(other).iter().all(|&corner| (normal.dot(corner) - height).abs() <= flat);
                if !taken[other] && level && areas[other].dot(normal) >= 0.0 {
                    taken[other] = true;
                    region.push(other);
                }
            }
        }
        match outline(triangles, &region) {
            Some(corners) => found.push(joined(triangles, &areas, &region, corners)?),
            None => {
                for &alone in &region {
                    found.push(joined(triangles, &areas, &[alone], triangles[alone].to_vec())?);
                }
            }
        }
    }
    Some(found)
}

fn joined(triangles: &[[u32; 3]], areas: &[DVec3], region: &[usize], corners: Vec<u32>) -> Option<Polygon> {
    let normal = region.iter().map(|&triangle| areas[triangle]).sum::<DVec3>().try_normalize()?;
    let mut inner: Vec<u32> = region.iter().flat_map(|&triangle| triangles[triangle]).collect();
    inner.sort_unstable();
    inner.dedup();
    let mut outer = corners.clone();
    outer.sort_unstable();
    inner.retain(|vertex| outer.binary_search(vertex).is_err());
    Some(Polygon { corners, inner, normal })
}

/// The boundary of a region of triangles. `None` if it is not a single loop that visits every vertex once.
fn outline(triangles: &[[u32; 3]], region: &[usize]) -> Option<Vec<u32>> {
    let mut sides: HashSet<[u32; 2]> = HashSet::new();
    for &triangle in region {
        let [a, b, c] = triangles[triangle];
        sides.extend([[a, b], [b, c], [c, a]]);
    }
    let mut after: HashMap<u32, u32> = HashMap::new();
    let mut first = u32::MAX;
    for &[from, to] in &sides {
        if !sides.contains(&[to, from]) {
            first = first.min(from);
            if after.insert(from, to).is_some() {
                return None;
            }
        }
    }
    let mut corners = Vec::with_capacity(after.len());
    let mut at = first;
    for _ in 0..after.len() {
        corners.push(at);
        at = *after.get(&at)?;
        if at == first {
            break;
        }
    }
    (corners.len() == after.len() && at == first && corners.len() >= 3).then_some(corners)
}
