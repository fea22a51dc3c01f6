//! The contour of one region, or of two together, as cycles.
//!
//! A contour is a list of directed edges, each with its triangle on the left. Where two regions meet, an edge of one is an
//! edge of the other in the opposite direction, and both vanish. What is left enters every vertex as often as it leaves it, and so
//! falls into cycles that visit no vertex twice. A vertex that is left more than once is *pinched*: there cycles touch.

use std::ops::Range;

/// A directed edge, by vertices of the mesh.
pub(super) type Edge = [u32; 2];

/// The edges that leave a vertex, as a list through [`Outline::next`]; and the place on the path that leads on from it.
#[derive(Clone, Copy, Debug, Default)]
struct Vertex {
    name: u32,
    leaving: Option<u32>,
    place: Option<u32>,
}

/// A contour, with memory that is used again. Vertices are counted in the order in which they come up.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    next: Vec<Option<u32>>,
    /// Finds a vertex by name: open addressing, at most half full.
    table: Vec<Option<u32>>,
    path: Vec<Edge>,
    cycled: Vec<Edge>,
    cycles: Vec<Range<usize>>,
    pinches: usize,
}

impl Outline {
    /// Makes it the contour of regions with these contours, together.
    pub(super) fn gather(&mut self, first: &[Edge], second: &[Edge]) {
        let capacity = (2 * (first.len() + second.len())).next_power_of_two().max(4);
        self.table.clear();
        self.table.resize(capacity, None);
        for list in [&mut self.edges, &mut self.path, &mut self.cycled] {
            list.clear();
        }
        self.vertices.clear();
        self.next.clear();
        self.cycles.clear();
        for &edge in first {
            let edge = edge.map(|name| self.vertex(name));
            self.link(edge);
        }
        for &edge in second {
            let [from, to] = edge.map(|name| self.vertex(name));
            if !self.unlink([to, from]) {
                self.link([from, to]);
            }
        }
        self.trace();
    }

    /// Which vertices of the mesh there are.
    pub(super) fn vertices(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.vertices.iter().map(|vertex| vertex.name)
    }

    /// The edges, cycle by cycle, by places in [`vertices`](Self::vertices).
    pub(super) fn edges(&self) -> &[Edge] {
        &self.cycled
    }

    /// The edges, cycle by cycle, by vertices of the mesh.
    pub(super) fn named(&self) -> impl Iterator<Item = Edge> + '_ {
        self.cycled.iter().map(|edge| edge.map(|end| self.vertices[end as usize].name))
    }

    /// The cycles: none visits a vertex twice.
    pub(super) fn cycles(&self) -> impl ExactSizeIterator<Item = &[Edge]> + Clone {
        self.cycles.iter().map(|range| &self.cycled[range.clone()])
    }

    /// How often a vertex is left beyond once, over all vertices.
    pub(super) fn pinches(&self) -> usize {
        self.pinches
    }

    fn vertex(&mut self, name: u32) -> u32 {
        let mask = self.table.len() - 1;
        let mut slot = (name.wrapping_mul(0x9E37_79B1) as usize >> 7) & mask;
        loop {
            match self.table[slot] {
                Some(place) if self.vertices[place as usize].name == name => return place,
                Some(_) => slot = (slot + 1) & mask,
                None => {
                    let place = self.vertices.len() as u32;
                    self.vertices.push(Vertex { name, ..Vertex::default() });
                    self.table[slot] = Some(place);
                    return place;
                }
            }
        }
    }

    fn link(&mut self, edge: Edge) {
        let place = self.edges.len() as u32;
        self.edges.push(edge);
        self.next.push(self.vertices[edge[0] as usize].leaving.replace(place));
    }

    /// Takes out an edge, if it is there.
    fn unlink(&mut self, edge: Edge) -> bool {
        let mut before = None;
        let mut at = self.vertices[edge[0] as usize].leaving;
        while let Some(place) = at {
            let after = self.next[place as usize];
            if self.edges[place as usize] == edge {
                match before {
                    None => self.vertices[edge[0] as usize].leaving = after,
                    Some(before) => self.next[before as usize] = after,
                }
                return true;
            }
            (before, at) = (at, after);
        }
        false
    }

    /// Takes out the first edge that leaves a vertex.
    fn leave(&mut self, vertex: u32) -> Option<Edge> {
        let place = self.vertices[vertex as usize].leaving?;
        self.vertices[vertex as usize].leaving = self.next[place as usize];
        Some(self.edges[place as usize])
    }

    /// Cuts the edges into cycles: walks on, and takes a cycle off the path whenever a vertex comes up again.
    fn trace(&mut self) {
        let left: usize = (0..self.vertices.len())
            .filter(|&vertex| self.vertices[vertex].leaving.is_some())
            .count();
        for start in 0..self.vertices.len() as u32 {
            let mut at = start;
            self.vertices[start as usize].place = Some(0);
            while let Some(edge) = self.leave(at) {
                self.path.push(edge);
                at = edge[1];
                if let Some(place) = self.vertices[at as usize].place {
                    self.close(place as usize);
                }
                self.vertices[at as usize].place = Some(self.path.len() as u32);
            }
            self.vertices[at as usize].place = None;
        }
        self.pinches = self.cycled.len() - left;
    }

    /// Moves a cycle off the path.
    fn close(&mut self, place: usize) {
        let from = self.cycled.len();
        self.cycled.extend(self.path.drain(place..));
        self.cycles.push(from..self.cycled.len());
        for edge in &self.cycled[from..] {
            self.vertices[edge[0] as usize].place = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(corners: &[u32]) -> Vec<Edge> {
        (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]]).collect()
    }

    fn cycles(parts: [&[Edge]; 2]) -> (Vec<Vec<u32>>, usize) {
        let mut outline = Outline::default();
        // Used before, which must not matter.
        outline.gather(&around(&[9, 8, 7, 3]), &around(&[3, 7, 5]));
        outline.gather(parts[0], parts[1]);
        let named: Vec<Edge> = outline.named().collect();
        let mut at = 0;
        let mut found = Vec::new();
        for cycle in outline.cycles() {
            let corners: Vec<u32> = named[at..at + cycle.len()].iter().map(|edge| edge[0]).collect();
            let first = (0..corners.len()).min_by_key(|&i| corners[i]).unwrap();
            found.push((0..corners.len()).map(|i| corners[(first + i) % corners.len()]).collect());
            at += cycle.len();
        }
        found.sort();
        (found, outline.pinches())
    }

    #[test]
    fn common_edges_vanish() {
        assert_eq!(cycles([&around(&[0, 1, 2]), &around(&[2, 1, 3])]), (vec![vec![0, 1, 3, 2]], 0));
        assert_eq!(cycles([&around(&[0, 1, 2]), &[]]), (vec![vec![0, 1, 2]], 0));
        // A closed surface has no contour.
        assert_eq!(cycles([&around(&[0, 1, 2]), &around(&[2, 1, 0])]), (vec![], 0));
        assert_eq!(cycles([&around(&[0, 1, 2]), &around(&[3, 4, 5])]), (vec![vec![0, 1, 2], vec![3, 4, 5]], 0));
    }

    #[test]
    fn cycles_part_where_they_touch() {
        assert_eq!(cycles([&around(&[0, 1, 2]), &around(&[2, 3, 4])]), (vec![vec![0, 1, 2], vec![2, 3, 4]], 1));
        // Two strips that close a ring, one end joined by an edge, the other by a vertex only: the hole touches the rim.
        let (ring, pinches) = cycles([&around(&[0, 1, 2, 3, 4, 5]), &around(&[1, 0, 6, 3, 7])]);
        assert_eq!((ring.len(), pinches), (2, 1));
        assert!(ring.iter().all(|cycle| cycle.contains(&3)));
        // Three at one vertex.
        let three: Vec<Edge> = [around(&[0, 1, 2]), around(&[0, 3, 4])].concat();
        let (found, pinches) = cycles([&three, &around(&[5, 0, 6])]);
        assert_eq!((found.len(), pinches), (3, 2));
    }
}
