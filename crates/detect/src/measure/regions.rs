//! Where and how deep parts of two meshes are inside each other.
//!
//! **Question.** Which vertices of each solid are inside the other, in which connected regions, and how deep?
//!
//! **Idea.** A vertex in the box of the other body is inside it if the surface winds around it (`rigid/start.rs`). Its
//! depth is its distance from the surface. Vertices inside that are joined by edges form a region. The deepest of them
//! stands for it.
//!
//! **Guarantee.** No translation that is shorter than the lower end of a region's depth parts the bodies. Vertices are
//! found, not the points of edges and faces between them: the bodies may be deeper, and regions in which only edges
//! cross are not listed.
//!
//! **Cost.** A ray for each vertex in the box of the other body, and a descent of its tree for each vertex inside.

use super::answer::LocalDepth;
use super::facets::point_gap;
use super::frozen::FrozenBody;
use super::placed::{PlacedFacetPair, PlacedFacets};
use crate::rigid::SolidAtInstant;
use crate::{DetectError, Facets};
use glam::DVec3;
use tangency_geometry::Feature;
use tangency_interval::Interval;

/// A vertex inside the other body.
#[derive(Clone, Copy)]
struct InnerVertex {
    depth: Interval,
    at: DVec3,
    surface: DVec3,
    feature: Feature,
}

/// The regions in which solids of triangles are inside each other. None if one of the bodies is not made of triangles.
pub(super) fn regions(frozen: &[FrozenBody; 2]) -> Result<Vec<LocalDepth>, DetectError> {
    let [Some(a), Some(b)] = frozen.each_ref().map(|body| body.moving().faceted()) else { return Ok(Vec::new()) };
    let placed = [PlacedFacets::new(a, 0.0)?, PlacedFacets::new(b, 0.0)?];
    let pair = PlacedFacetPair::new(placed.each_ref())?;
    let error = pair.rounding + frozen[0].error() + frozen[1].error();
    let mut found = Vec::new();
    for (inner, outer) in [(0, 1), (1, 0)] {
        if !pair.models[outer].is_solid() {
            continue;
        }
        let solid = SolidAtInstant::new(pair.models[outer], frozen[outer].moving().motion(), 0.0);
        let model = pair.models[inner];
        let vertices: Vec<Option<InnerVertex>> = (0..model.mesh().vertices().len())
            .map(|vertex| {
                let local = model.mesh().vertices()[vertex];
                let enclosed = frozen[inner].moving().motion().during(Interval::ZERO).point(vertex, local);
                let inside = pair.in_root_box(outer, local) && solid.holds(enclosed, 4.0 * pair.rounding) == Some(true);
                inside.then(|| {
                    let gap = point_gap(&pair, inner, local);
                    let depth = Interval::between((gap.lower - error).max(0.0), gap.upper + error);
                    InnerVertex { depth, at: gap.points[0], surface: gap.points[1], feature: gap.feature }
                })
            })
            .collect();
        for vertex in deepest_of_regions(model, &vertices) {
            let Some(deepest) = vertices[vertex as usize] else { continue };
            let exit = (deepest.surface - deepest.at).try_normalize().unwrap_or(DVec3::Z);
            let own = Feature::Vertex(vertex);
            // A vertex of `a` leaves `b` along the exit, so `b` moves the other way.
            found.push(if inner == 0 {
                let points = [deepest.at, deepest.surface];
                LocalDepth { depth: deepest.depth, normal: -exit, points, features: [own, deepest.feature] }
            } else {
                let points = [deepest.surface, deepest.at];
                LocalDepth { depth: deepest.depth, normal: exit, points, features: [deepest.feature, own] }
            });
        }
    }
    Ok(found)
}

/// The deepest vertex of every set of inner vertices that edges connect.
fn deepest_of_regions(model: &Facets, vertices: &[Option<InnerVertex>]) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..vertices.len() as u32).collect();
    fn root(parent: &mut [u32], mut vertex: u32) -> u32 {
        while parent[vertex as usize] != vertex {
            parent[vertex as usize] = parent[parent[vertex as usize] as usize];
            vertex = parent[vertex as usize];
        }
        vertex
    }
    for &[from, to] in model.mesh().edges() {
        if vertices[from as usize].is_some() && vertices[to as usize].is_some() {
            let [one, other] = [root(&mut parent, from), root(&mut parent, to)];
            parent[one.max(other) as usize] = one.min(other);
        }
    }
    let mut deepest = std::collections::BTreeMap::<u32, (f64, u32)>::new();
    for (index, vertex) in vertices.iter().enumerate() {
        let Some(vertex) = vertex else { continue };
        let region = deepest.entry(root(&mut parent, index as u32)).or_insert((f64::NEG_INFINITY, index as u32));
        if vertex.depth.upper() > region.0 {
            *region = (vertex.depth.upper(), index as u32);
        }
    }
    deepest.into_values().map(|(_, vertex)| vertex).collect()
}
