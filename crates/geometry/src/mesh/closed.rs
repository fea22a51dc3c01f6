//! Test whether a mesh bounds a solid.
//!
//! *Question.* Does every edge have exactly two triangles that use it in opposite directions?
//! *Idea.* Count the directed uses of every edge. A triangle with a repeated vertex uses its only edge in both
//! directions. It bounds nothing and is ignored.
//! *Guarantee.* Combinatorial and exact. Self-intersections are not detected.
//! *Cost.* A search for the edge of every side, `O(n)` memory.

use super::Mesh;
use super::degenerate::repeats_a_vertex;
use std::fmt;

/// The first reason, in the order of the mesh's edges, why a mesh does not bound a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotClosed {
    /// An edge has only one triangle: there is a hole.
    Boundary {
        /// The ends of the edge.
        edge: [u32; 2],
        /// The triangle.
        triangle: u32,
    },
    /// An edge has more than two triangles.
    NonManifold {
        /// The ends of the edge.
        edge: [u32; 2],
        /// Number of triangles at the edge.
        triangles: usize,
    },
    /// The two triangles at an edge use it in the same direction: one of them is inside out.
    Orientation {
        /// The ends of the edge.
        edge: [u32; 2],
        /// The triangles.
        triangles: [u32; 2],
    },
    /// All edges are correct, but the enclosed volume may be zero: there is no interior.
    NoVolume {
        /// Bounds on the volume.
        volume: [f64; 2],
    },
}

impl fmt::Display for NotClosed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the mesh does not bound a solid: ")?;
        match self {
            Self::Boundary { edge: [a, b], triangle } => {
                write!(f, "the edge from vertex {a} to vertex {b} belongs to triangle {triangle} alone (a hole")?;
                f.write_str("; if equal corners are listed separately, merge them first)")
            }
            Self::NonManifold { edge: [a, b], triangles } => {
                write!(f, "the edge from vertex {a} to vertex {b} belongs to {triangles} triangles instead of two")
            }
            Self::Orientation { edge: [a, b], triangles: [first, second] } => write!(
                f,
                "triangles {first} and {second} run along the edge from vertex {a} to vertex {b} in the same \
                 direction, so one is inside out"
            ),
            Self::NoVolume { volume: [lower, upper] } => {
                write!(f, "its volume, between {lower:e} and {upper:e}, may be zero")
            }
        }
    }
}

impl std::error::Error for NotClosed {}

impl Mesh {
    /// Checks that every edge has exactly two triangles with opposite directions, and returns the first fault
    /// otherwise. Triangles with a repeated vertex are ignored.
    pub fn check_closed(&self) -> Result<(), NotClosed> {
        let mut uses = vec![EdgeUses::default(); self.edges.len()];
        for (corners, triangle) in self.triangles.iter().zip(0_u32..) {
            if repeats_a_vertex(corners) {
                continue;
            }
            let &[a, b, c] = corners;
            for [from, to] in [[a, b], [b, c], [c, a]] {
                if let Some(edge) = self.edge_between(from, to) {
                    uses[edge as usize].add(triangle, from < to);
                }
            }
        }
        for (uses, &edge) in uses.iter().zip(&*self.edges) {
            let EdgeUses { count, forward, triangles } = *uses;
            match count {
                // All triangles at the edge repeat a vertex.
                0 => {}
                1 => return Err(NotClosed::Boundary { edge, triangle: triangles[0] }),
                2 if forward != 1 => return Err(NotClosed::Orientation { edge, triangles }),
                2 => {}
                more => return Err(NotClosed::NonManifold { edge, triangles: more as usize }),
            }
        }
        // All triangles have repeated vertices: nothing is enclosed.
        let nothing = uses.iter().all(|uses| uses.count == 0);
        if nothing { Err(NotClosed::NoVolume { volume: [0.0, 0.0] }) } else { Ok(()) }
    }
}

/// The uses of an edge by triangles without a repeated vertex.
#[derive(Clone, Copy, Default)]
struct EdgeUses {
    count: u32,
    /// Uses from the smaller to the larger vertex.
    forward: u32,
    /// The first two triangles.
    triangles: [u32; 2],
}

impl EdgeUses {
    fn add(&mut self, triangle: u32, forward: bool) {
        if let Some(place) = self.triangles.get_mut(self.count as usize) {
            *place = triangle;
        }
        self.count += 1;
        self.forward += u32::from(forward);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    fn tetrahedron() -> Vec<[u32; 3]> {
        vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
    }

    fn check(triangles: Vec<[u32; 3]>) -> Result<(), NotClosed> {
        let corners = vec![DVec3::ZERO, dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0), dvec3(0.0, 0.0, 1.0), DVec3::ONE];
        Mesh::new(corners, triangles).unwrap().check_closed()
    }

    #[test]
    fn a_tetrahedron_is_closed_also_with_a_sliver_on_it() {
        assert_eq!(check(tetrahedron()), Ok(()));
        let mut with_sliver = tetrahedron();
        with_sliver.push([0, 0, 1]);
        assert_eq!(check(with_sliver), Ok(()));
    }

    #[test]
    fn faults_are_distinguished() {
        let mut open = tetrahedron();
        open.pop();
        assert_eq!(check(open), Err(NotClosed::Boundary { edge: [0, 2], triangle: 0 }));
        let mut inconsistent = tetrahedron();
        inconsistent[1] = [1, 0, 3];
        assert_eq!(check(inconsistent), Err(NotClosed::Orientation { edge: [0, 1], triangles: [0, 1] }));
        let mut fin = tetrahedron();
        fin.push([0, 1, 4]);
        assert_eq!(check(fin), Err(NotClosed::NonManifold { edge: [0, 1], triangles: 3 }));
        assert!(matches!(check(vec![[0, 0, 1]]), Err(NotClosed::NoVolume { .. })));
    }

    #[test]
    fn the_message_says_where() {
        let mut open = tetrahedron();
        open.pop();
        let message = check(open).unwrap_err().to_string();
        assert!(message.contains("from vertex 0 to vertex 2 belongs to triangle 0 alone"), "{message}");
    }
}
