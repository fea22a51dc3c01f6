//! Adjacency: edge → triangles, vertex → triangles, triangle → edges, and connected components.

use super::Mesh;

/// The adjacency of a mesh in flat lists. Time `O(n log n)`, memory `O(n)`.
#[derive(Clone, Debug)]
pub struct Connectivity {
    triangle_edges: Vec<[Option<u32>; 3]>,
    edge_triangles: Lists,
    vertex_triangles: Lists,
}

/// Many short lists stored consecutively: list `i` is `items[starts[i]..starts[i + 1]]`.
#[derive(Clone, Debug)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Sorts the `(list, item)` pairs into their lists by counting sort; the order within a list is that of
    /// `pairs`.
    fn collect(count: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0_u32; count + 1];
        for (list, _) in pairs.clone() {
            starts[list as usize + 1] += 1;
        }
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        let mut next = starts.clone();
        let mut items = vec![0; starts[count] as usize];
        for (list, item) in pairs {
            let place = &mut next[list as usize];
            items[*place as usize] = item;
            *place += 1;
        }
        Self { starts, items }
    }

    fn get(&self, list: u32) -> &[u32] {
        let [from, to] = [list, list + 1].map(|i| self.starts[i as usize] as usize);
        &self.items[from..to]
    }
}

impl Connectivity {
    /// The triangles at an edge, in ascending order. A triangle that uses it twice (by a repeated corner) is
    /// listed twice.
    ///
    /// # Panics
    /// If there is no such edge.
    #[must_use]
    pub fn edge_triangles(&self, edge: u32) -> &[u32] {
        self.edge_triangles.get(edge)
    }

    /// The triangles at a vertex, in ascending order. A triangle that uses the vertex twice is listed once.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn vertex_triangles(&self, vertex: u32) -> &[u32] {
        self.vertex_triangles.get(vertex)
    }

    /// The edges of a triangle, starting with that from its first to its second corner; `None` between equal
    /// corners.
    ///
    /// # Panics
    /// If there is no such triangle.
    #[must_use]
    pub fn triangle_edges(&self, triangle: u32) -> [Option<u32>; 3] {
        self.triangle_edges[triangle as usize]
    }
}

/// The connected components of a mesh: they share no vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// Number of components.
    pub count: u32,
    /// The component of every triangle. Components are numbered in the order of their first triangles.
    pub of_triangle: Vec<u32>,
}

impl Mesh {
    /// Computes the adjacency.
    #[must_use]
    pub fn connectivity(&self) -> Connectivity {
        let edge = |a, b| if a == b { None } else { self.edge_between(a, b) };
        let triangle_edges: Vec<[Option<u32>; 3]> =
            self.triangles.iter().map(|&[a, b, c]| [edge(a, b), edge(b, c), edge(c, a)]).collect();
        let of_edges = triangle_edges
            .iter()
            .zip(0_u32..)
            .flat_map(|(edges, triangle)| edges.iter().flatten().map(move |&edge| (edge, triangle)));
        let edge_triangles = Lists::collect(self.edges.len(), of_edges);
        let of_vertices = self.triangles.iter().zip(0_u32..).flat_map(|(&[a, b, c], triangle)| {
            let different = [Some(a), (b != a).then_some(b), (c != a && c != b).then_some(c)];
            different.into_iter().flatten().map(move |vertex| (vertex, triangle))
        });
        let vertex_triangles = Lists::collect(self.vertices.len(), of_vertices);
        Connectivity { triangle_edges, edge_triangles, vertex_triangles }
    }

    /// The connected components. Nearly linear time (union-find over the corners of every triangle, with path
    /// halving).
    #[must_use]
    pub fn components(&self) -> Components {
        let mut parents: Vec<u32> = (0..self.vertices.len() as u32).collect();
        for &[a, b, c] in &*self.triangles {
            let root = find(&mut parents, a);
            for other in [b, c] {
                let other = find(&mut parents, other);
                parents[other as usize] = root;
            }
        }
        const UNNAMED: u32 = u32::MAX;
        let mut names = vec![UNNAMED; self.vertices.len()];
        let mut count = 0;
        let name = |corners: &[u32; 3]| {
            let name = &mut names[find(&mut parents, corners[0]) as usize];
            if *name == UNNAMED {
                *name = count;
                count += 1;
            }
            *name
        };
        let of_triangle = self.triangles.iter().map(name).collect();
        Components { count, of_triangle }
    }
}

/// The representative of a vertex. Halves the path for later calls.
fn find(parents: &mut [u32], mut vertex: u32) -> u32 {
    while parents[vertex as usize] != vertex {
        let grandparent = parents[parents[vertex as usize] as usize];
        parents[vertex as usize] = grandparent;
        vertex = grandparent;
    }
    vertex
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn neighbours_of_two_triangles_and_a_sliver() {
        let vertices = (0..5).map(|i| dvec3(f64::from(i), f64::from(i * i), 0.0)).collect();
        let mesh = Mesh::new(vertices, vec![[0, 1, 2], [2, 1, 3], [3, 3, 4]]).unwrap();
        let connectivity = mesh.connectivity();
        let shared = mesh.edge_between(1, 2).unwrap();
        assert_eq!(connectivity.edge_triangles(shared), &[0, 1]);
        assert_eq!(connectivity.vertex_triangles(0), &[0]);
        assert_eq!(connectivity.vertex_triangles(3), &[1, 2]);
        assert_eq!(connectivity.triangle_edges(2), [None, mesh.edge_between(3, 4), mesh.edge_between(3, 4)]);
        assert_eq!(mesh.components(), Components { count: 1, of_triangle: vec![0, 0, 0] });
    }

    #[test]
    fn parts_are_counted_in_order() {
        let vertices = vec![DVec3::ZERO; 10];
        let mesh = Mesh::new(vertices, vec![[7, 8, 9], [0, 1, 2], [3, 2, 4], [9, 9, 7]]).unwrap();
        assert_eq!(mesh.components(), Components { count: 2, of_triangle: vec![0, 1, 1, 0] });
    }

    /// Compares every list with its definition, on random triangles over few vertices.
    #[test]
    fn agrees_with_brute_force() {
        let mut random = tangency_interval::laws::Random::new(3);
        for _ in 0..200 {
            let vertices = 4 + random.below(8);
            let triangles: Vec<[u32; 3]> =
                (0..1 + random.below(12)).map(|_| std::array::from_fn(|_| random.below(vertices) as u32)).collect();
            let mesh = Mesh::new(vec![DVec3::ZERO; vertices], triangles.clone()).unwrap();
            let connectivity = mesh.connectivity();
            for vertex in 0..vertices as u32 {
                let expected: Vec<u32> =
                    (0..triangles.len() as u32).filter(|&t| triangles[t as usize].contains(&vertex)).collect();
                assert_eq!(connectivity.vertex_triangles(vertex), expected);
            }
            for (edge, ends) in mesh.edges().iter().enumerate() {
                let uses = |t: &u32| {
                    let [a, b, c] = triangles[*t as usize];
                    [[a, b], [b, c], [c, a]].iter().filter(|[p, q]| [*p.min(q), *p.max(q)] == *ends).count()
                };
                let expected: Vec<u32> =
                    (0..triangles.len() as u32).flat_map(|t| std::iter::repeat_n(t, uses(&t))).collect();
                assert_eq!(connectivity.edge_triangles(edge as u32), expected);
            }
        }
    }
}
