//! A test of convexity, with a bound on the deviation.
//!
//! **Question.** By how much does the convex hull of a solid's vertices exceed the solid?
//!
//! **Idea.** Let every vertex be at most `ε` in front of the plane of every triangle. *The solid contains all
//! points that are behind all planes:* seen from such a point, every triangle has the same orientation, so the
//! surface winds around it. *The hull is behind all planes shifted outwards by `ε`.* If a ball of radius `r` about
//! `c` is behind all planes, scaling the hull about `c` by `r/(r + ε)` moves it behind the planes themselves. No
//! point of the hull is therefore farther than `ε/r · ρ` from the solid, with `ρ` the largest distance of a vertex
//! from `c`.
//!
//! **Guarantee.** The excess is an upper bound, rounding included. A solid whose hull exceeds it by more than
//! [`CONVEX_EXCESS`] of its size does not count as convex; the general method handles it.
//!
//! **Cost.** One support point per triangle. Most solids with a dent are rejected at the first concave edge.

use super::support::Support;
use crate::tolerance::{CONVEX_EXCESS, CONVEX_SIZES};
use glam::DVec3;
use tangency_geometry::{Connectivity, Mesh};

/// A solid that is convex up to a known excess of its hull.
#[derive(Clone, Debug)]
pub(crate) struct Hull {
    /// Metres. No point of the convex hull is farther than this from the solid.
    pub(crate) excess: f64,
}

/// The plane of a triangle: a unit normal in plain floating point, a bound on its error, and a point of the plane.
struct Plane {
    normal: DVec3,
    off: f64,
    through: DVec3,
}

impl Plane {
    /// `None` for a triangle without area, which bounds nothing.
    fn of([a, b, c]: [DVec3; 3]) -> Option<Self> {
        let (ab, ac) = (b - a, c - a);
        let across = ab.cross(ac);
        let area = across.length();
        if area == 0.0 {
            return None;
        }
        // Differences, products and their differences round by less than eight units of the product of the
        // lengths.
        let off = 8.0 * f64::EPSILON * (1.0 + ab.length() * ac.length() / area);
        Some(Self { normal: across / area, off, through: a })
    }
}

impl Hull {
    /// Prepares a solid without a dent ([`has_dent`]) that has this support function. `None` if it is not convex.
    pub(crate) fn new(mesh: &Mesh, support: &Support) -> Option<Self> {
        let reach = mesh.reach();
        let centre = centre(mesh);
        let (mut above, mut radius) = (0.0_f64, f64::INFINITY);
        for triangle in 0..mesh.triangles().len() {
            let Some(Plane { normal, off, through }) = Plane::of(mesh.corners(triangle)) else { continue };
            let rounding = 4.0 * reach * (off + 4.0 * f64::EPSILON);
            let farthest = support.vertex(support.farthest(normal));
            above = above.max(normal.dot(farthest - through) + rounding);
            radius = radius.min(normal.dot(through - centre) - rounding);
        }
        let excess = above * 2.0 * reach / radius * (1.0 + 16.0 * f64::EPSILON);
        // Twice the reach is at least ρ: the centre is inside the hull.
        let convex = radius > 0.0 && excess <= CONVEX_EXCESS * reach;
        convex.then_some(Self { excess })
    }
}

/// An approximate centre of mass. It only needs to be inside a convex solid.
fn centre(mesh: &Mesh) -> DVec3 {
    let from = mesh.corners(0)[0];
    let (mut moment, mut volume) = (DVec3::ZERO, 0.0);
    for triangle in 0..mesh.triangles().len() {
        let [a, b, c] = mesh.corners(triangle).map(|corner| corner - from);
        let part = a.dot(b.cross(c));
        moment += part * (a + b + c);
        volume += part;
    }
    from + moment / (4.0 * volume)
}

/// Whether the triangles at some edge make a dent that is deeper than a convex solid may have. `reach`: that of the
/// mesh. Sizes whose squares and products could overflow or underflow count as dented.
pub(crate) fn has_dent(mesh: &Mesh, connectivity: &Connectivity, reach: f64) -> bool {
    if !(CONVEX_SIZES[0]..CONVEX_SIZES[1]).contains(&reach) {
        return true;
    }
    let depth = CONVEX_EXCESS * reach;
    (0..mesh.edges().len() as u32).any(|edge| {
        let of = connectivity.edge_triangles(edge);
        of.iter().any(|&one| {
            let Some(plane) = Plane::of(mesh.corners(one as usize)) else { return false };
            let deep = |&other: &u32| {
                mesh.corners(other as usize).into_iter().any(|corner| plane.normal.dot(corner - plane.through) > depth)
            };
            of.iter().any(deep)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Prepared;
    use glam::{DQuat, dvec3};
    use tangency_geometry::{Polyhedron, Pose, Shape, primitive};

    fn hull(mesh: Mesh) -> Option<Hull> {
        let support = Support::of(&mesh, mesh.reach());
        let mesh = Polyhedron::new(mesh).unwrap().into_mesh();
        if has_dent(&mesh, &mesh.connectivity(), mesh.reach()) { None } else { Hull::new(&mesh, &support) }
    }

    /// A cube with integer coordinates has no excess except rounding. After a rotation, its coplanar triangles
    /// deviate by rounding.
    #[test]
    fn cubes_are_convex() {
        let cube = primitive::cuboid(dvec3(1.0, 2.0, 3.0)).unwrap().into_mesh();
        assert!(hull(cube.clone()).unwrap().excess < 1e-12);
        let turn = Pose::new(DQuat::from_xyzw(0.1, 0.7, -0.5, 0.5).normalize(), dvec3(0.1, 0.2, 0.3)).unwrap();
        assert!(hull(cube.transformed(&turn).unwrap()).unwrap().excess < 1e-12);
    }

    /// A vertex pushed in by a thousandth of the size makes a dent. A vertex pushed in by less than the limit is
    /// accepted, with an excess that is no smaller than the dent.
    #[test]
    fn dents_are_found() {
        let cube = primitive::cuboid(dvec3(2.0, 2.0, 2.0)).unwrap().into_mesh();
        let pushed = |depth: f64| {
            // The middle of the top face, pushed in.
            let (mut vertices, mut triangles) = (cube.vertices().to_vec(), cube.triangles().to_vec());
            let top = |corner: &u32| vertices[*corner as usize].z > 0.0;
            let (above, below): (Vec<[u32; 3]>, Vec<[u32; 3]>) =
                triangles.drain(..).partition(|triangle| triangle.iter().all(top));
            let middle = vertices.len() as u32;
            triangles = below;
            for triangle in above {
                for [from, to] in [[0, 1], [1, 2], [2, 0]].map(|side| side.map(|i: usize| triangle[i])) {
                    let outer = vertices[from as usize].x == vertices[to as usize].x
                        || vertices[from as usize].y == vertices[to as usize].y;
                    if outer {
                        triangles.push([from, to, middle]);
                    }
                }
            }
            vertices.push(dvec3(0.0, 0.0, 1.0 - depth));
            hull(Mesh::new(vertices, triangles).unwrap())
        };
        assert!(pushed(0.0).is_some() && pushed(-0.5).is_some(), "a roof is convex");
        assert!(pushed(1e-3).is_none() && pushed(0.5).is_none());
        let shallow = pushed(1e-11).expect("within the limit");
        assert!(shallow.excess >= 1e-11 && shallow.excess < 1e-9, "{}", shallow.excess);
    }

    /// A vertex without triangles is not part of the solid.
    #[test]
    fn loose_vertices_do_not_count() {
        let cube = primitive::cuboid(dvec3(1.0, 1.0, 1.0)).unwrap().into_mesh();
        let mut vertices = cube.vertices().to_vec();
        vertices.push(dvec3(5.0, 5.0, 5.0));
        let mesh = Mesh::new(vertices, cube.triangles().to_vec()).unwrap();
        assert!(Support::of(&mesh, mesh.reach()).farthest(DVec3::ONE) < 8);
        assert!(hull(mesh).unwrap().excess < 1e-11);
    }

    #[test]
    fn surfaces_and_hollow_bodies_are_not_convex() {
        let cube = primitive::cuboid(dvec3(1.0, 1.0, 1.0)).unwrap().into_mesh();
        let Prepared::Facets(surface) = Prepared::new(Shape::Mesh(cube.clone())) else { panic!("triangles") };
        assert!(surface.hull().is_none());
        let (mut vertices, mut triangles) = (cube.vertices().to_vec(), cube.triangles().to_vec());
        let inner = cube.flipped();
        let shift = vertices.len() as u32;
        vertices.extend(inner.vertices().iter().map(|&vertex| 0.5 * vertex));
        triangles.extend(inner.triangles().iter().map(|triangle| triangle.map(|corner| corner + shift)));
        assert!(hull(Mesh::new(vertices, triangles).unwrap()).is_none());
    }
}
