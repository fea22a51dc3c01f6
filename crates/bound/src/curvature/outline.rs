//! The contour of one region, or of two regions together, as cycles.
//!
//! A contour is a list of directed edges, each with its triangle on the left. Where two regions meet, they have
//! the same edge in opposite directions, and both copies cancel. The remaining edges enter every vertex as
//! often as they leave it. They decompose into cycles that visit no vertex twice. A vertex with more than one
//! leaving edge is *pinched*: cycles touch there.

use std::num::NonZeroU32;
use std::ops::Range;

/// A directed edge, by vertex indices of the mesh.
pub(super) type DirectedEdge = [u32; 2];

/// An index in a list, counted from one, so that `None` needs no extra memory.
type ListIndex = Option<NonZeroU32>;

fn place(index: usize) -> ListIndex {
    NonZeroU32::new(index as u32 + 1)
}

fn index(place: NonZeroU32) -> usize {
    place.get() as usize - 1
}

/// The edges that leave a vertex, as a linked list through [`Outline::next`], and its position on the current
/// path.
#[derive(Clone, Copy, Debug, Default)]
struct OutlineVertex {
    name: u32,
    leaving: ListIndex,
    on_path: ListIndex,
}

/// A contour, with reusable memory. Vertices are numbered in the order of their first occurrence.
#[derive(Clone, Debug, Default)]
pub(super) struct Outline {
    vertices: Vec<OutlineVertex>,
    linked: Vec<DirectedEdge>,
    next: Vec<ListIndex>,
    /// Hash table from names to vertices: open addressing, at most half full.
    table: Vec<ListIndex>,
    path: Vec<DirectedEdge>,
    cycled: Vec<DirectedEdge>,
    cycles: Vec<Range<usize>>,
    pinches: usize,
}

impl Outline {
    /// Computes the contour of the union of two regions with these contours.
    pub(super) fn gather(&mut self, first: &[DirectedEdge], second: &[DirectedEdge]) {
        let capacity = (2 * (first.len() + second.len())).next_power_of_two().max(4);
        self.table.clear();
        self.table.resize(capacity, None);
        for list in [&mut self.linked, &mut self.path, &mut self.cycled] {
            list.clear();
        }
        self.vertices.clear();
        self.next.clear();
        self.cycles.clear();
        self.add(first, |outline, edge| outline.link(edge));
        self.add(second, |outline, [from, to]| {
            if !outline.unlink([to, from]) {
                outline.link([from, to]);
            }
        });
        self.trace();
    }

    /// The vertices of the contour, as vertex indices of the mesh.
    pub(super) fn vertices(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.vertices.iter().map(|vertex| vertex.name)
    }

    /// The edges, cycle by cycle, as indices in [`vertices`](Self::vertices).
    pub(super) fn edges(&self) -> &[DirectedEdge] {
        &self.cycled
    }

    /// The edges, cycle by cycle, as vertex indices of the mesh.
    pub(super) fn named(&self) -> impl Iterator<Item = DirectedEdge> + '_ {
        self.cycled.iter().map(|edge| edge.map(|end| self.vertices[end as usize].name))
    }

    /// The cycles. None visits a vertex twice.
    pub(super) fn cycles(&self) -> impl ExactSizeIterator<Item = &[DirectedEdge]> + Clone {
        self.cycles.iter().map(|range| &self.cycled[range.clone()])
    }

    /// Number of leaving edges beyond the first, summed over all vertices.
    pub(super) fn pinches(&self) -> usize {
        self.pinches
    }

    /// Adds the edges of a region. Most begin where the previous one ends, which saves a lookup.
    fn add(&mut self, edges: &[DirectedEdge], mut add: impl FnMut(&mut Self, DirectedEdge)) {
        let mut last: Option<[u32; 2]> = None;
        for &[from, to] in edges {
            let start = match last {
                Some([name, vertex]) if name == from => vertex,
                _ => self.vertex(from),
            };
            let end = self.vertex(to);
            last = Some([to, end]);
            add(self, [start, end]);
        }
    }

    fn vertex(&mut self, name: u32) -> u32 {
        let mask = self.table.len() - 1;
        let mut slot = (name.wrapping_mul(0x9E37_79B1) as usize >> 7) & mask;
        loop {
            match self.table[slot].map(index) {
                Some(vertex) if self.vertices[vertex].name == name => return vertex as u32,
                Some(_) => slot = (slot + 1) & mask,
                None => {
                    let vertex = self.vertices.len();
                    self.vertices.push(OutlineVertex { name, ..OutlineVertex::default() });
                    self.table[slot] = place(vertex);
                    return vertex as u32;
                }
            }
        }
    }

    fn link(&mut self, edge: DirectedEdge) {
        let new = place(self.linked.len());
        self.linked.push(edge);
        self.next.push(std::mem::replace(&mut self.vertices[edge[0] as usize].leaving, new));
    }

    /// Removes an edge, if it exists.
    fn unlink(&mut self, edge: DirectedEdge) -> bool {
        let mut before: Option<usize> = None;
        let mut at = self.vertices[edge[0] as usize].leaving.map(index);
        while let Some(here) = at {
            let after = self.next[here];
            if self.linked[here] == edge {
                match before {
                    None => self.vertices[edge[0] as usize].leaving = after,
                    Some(before) => self.next[before] = after,
                }
                return true;
            }
            (before, at) = (at, after.map(index));
        }
        false
    }

    /// Removes the first edge that leaves a vertex.
    fn leave(&mut self, vertex: u32) -> Option<DirectedEdge> {
        let here = index(self.vertices[vertex as usize].leaving?);
        self.vertices[vertex as usize].leaving = self.next[here];
        Some(self.linked[here])
    }

    /// Decomposes the edges into cycles: follows a path, and removes a cycle from it whenever a vertex repeats.
    fn trace(&mut self) {
        let left = self.vertices.iter().filter(|vertex| vertex.leaving.is_some()).count();
        for start in 0..self.vertices.len() as u32 {
            let mut at = start;
            self.vertices[start as usize].on_path = place(0);
            while let Some(edge) = self.leave(at) {
                self.path.push(edge);
                at = edge[1];
                if let Some(first) = self.vertices[at as usize].on_path {
                    self.close(index(first));
                }
                self.vertices[at as usize].on_path = place(self.path.len());
            }
            self.vertices[at as usize].on_path = None;
        }
        self.pinches = self.cycled.len() - left;
    }

    /// Moves the cycle from position `first` on off the path.
    fn close(&mut self, first: usize) {
        let from = self.cycled.len();
        self.cycled.extend(self.path.drain(first..));
        self.cycles.push(from..self.cycled.len());
        for edge in &self.cycled[from..] {
            self.vertices[edge[0] as usize].on_path = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(corners: &[u32]) -> Vec<DirectedEdge> {
        (0..corners.len()).map(|i| [corners[i], corners[(i + 1) % corners.len()]]).collect()
    }

    fn cycles(parts: [&[DirectedEdge]; 2]) -> (Vec<Vec<u32>>, usize) {
        let mut outline = Outline::default();
        // The memory has been used before, which must not matter.
        outline.gather(&around(&[9, 8, 7, 3]), &around(&[3, 7, 5]));
        outline.gather(parts[0], parts[1]);
        let named: Vec<DirectedEdge> = outline.named().collect();
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
        // Two strips close a ring. They share an edge at one end and only a vertex at the other, so the hole
        // touches the rim.
        let (ring, pinches) = cycles([&around(&[0, 1, 2, 3, 4, 5]), &around(&[1, 0, 6, 3, 7])]);
        assert_eq!((ring.len(), pinches), (2, 1));
        assert!(ring.iter().all(|cycle| cycle.contains(&3)));
        // Three cycles touch at one vertex.
        let three: Vec<DirectedEdge> = [around(&[0, 1, 2]), around(&[0, 3, 4])].concat();
        let (found, pinches) = cycles([&three, &around(&[5, 0, 6])]);
        assert_eq!((found.len(), pinches), (3, 2));
    }
}
