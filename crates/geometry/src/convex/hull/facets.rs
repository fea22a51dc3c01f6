//! Facets of a hull: coplanar triangles joined to polygons of extreme points.
//!
//! *Question.* Which vertices of a triangulated hull are extreme, and which triangles remain without the others?
//! *Idea.* Neighbours in one plane belong to one facet. A vertex is extreme if at least three facets meet there: with
//! two it lies on an edge, with one inside of a facet. Each facet becomes a fan of its extreme vertices.
//! *Guarantee.* Exact, since coplanarity is decided exactly. A vertex that is dropped lies on a straight edge of both
//! its facets, so neighbouring fans still share whole sides, and the surface stays closed.
//! *Cost.* One sign per side, `O(n)`.

use super::super::orientation::height;
use super::flat::fan;
use super::solid::HullTriangle;
use glam::DVec3;

const NONE: u32 = u32::MAX;

/// The triangles of the hull with extreme vertices only.
pub(super) fn joined(points: &[DVec3], triangles: &[HullTriangle]) -> Vec<[u32; 3]> {
    let facets = facets(points, triangles);
    // Up to three different facets at each vertex.
    let mut around = vec![[NONE; 3]; points.len()];
    for (triangle, &facet) in alive(triangles).zip(facets.iter().filter(|&&facet| facet != NONE)) {
        for corner in triangle.corners {
            let list = &mut around[corner as usize];
            if let Some(place) = list.iter().position(|&listed| listed == facet || listed == NONE) {
                list[place] = facet;
            }
        }
    }
    let extreme = |vertex: u32| around[vertex as usize][2] != NONE;
    let mut members: Vec<u32> = (0..triangles.len() as u32).filter(|&index| facets[index as usize] != NONE).collect();
    members.sort_unstable_by_key(|&index| facets[index as usize]);
    let mut following = vec![NONE; points.len()];
    let mut result = Vec::with_capacity(members.len());
    for facet in members.chunk_by(|&one, &other| facets[one as usize] == facets[other as usize]) {
        let mut start = NONE;
        for &index in facet {
            let HullTriangle { corners, neighbours, .. } = triangles[index as usize];
            for side in 0..3 {
                if facets[neighbours[side] as usize] != facets[index as usize] {
                    following[corners[side] as usize] = corners[(side + 1) % 3];
                    // The fan starts at the first point of the input, whatever the order of construction.
                    if extreme(corners[side]) {
                        start = start.min(corners[side]);
                    }
                }
            }
        }
        let mut polygon = vec![start];
        let mut vertex = following[start as usize];
        while vertex != start {
            if extreme(vertex) {
                polygon.push(vertex);
            }
            vertex = following[vertex as usize];
        }
        result.extend(fan(&polygon));
    }
    result
}

fn alive(triangles: &[HullTriangle]) -> impl Iterator<Item = &HullTriangle> {
    triangles.iter().filter(|triangle| triangle.alive)
}

/// The number of the facet of each triangle; none for removed ones.
fn facets(points: &[DVec3], triangles: &[HullTriangle]) -> Vec<u32> {
    let mut facets = vec![NONE; triangles.len()];
    let mut stack = Vec::new();
    for (first, facet) in (0..triangles.len()).zip(0_u32..) {
        if !triangles[first].alive || facets[first] != NONE {
            continue;
        }
        facets[first] = facet;
        stack.push(first);
        while let Some(index) = stack.pop() {
            let plane = triangles[index].corners.map(|corner| points[corner as usize]);
            for neighbour in triangles[index].neighbours {
                let other = neighbour as usize;
                let opposite =
                    triangles[other].corners.into_iter().find(|corner| !triangles[index].corners.contains(corner));
                let coplanar = |corner: u32| height(plane, points[corner as usize]) == 0.0;
                if facets[other] == NONE && opposite.is_none_or(coplanar) {
                    facets[other] = facet;
                    stack.push(other);
                }
            }
        }
    }
    facets
}
