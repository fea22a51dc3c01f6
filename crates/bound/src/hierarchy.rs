//! A tree over the triangles of a mesh, built from their adjacency.
//!
//! **Question.** How should the triangles of a deforming surface be grouped?
//!
//! **Idea.** Distances along the surface hardly change when it deforms. The groups are therefore connected
//! regions that are as round as possible. Level by level, pairs of regions with a common edge are merged in
//! order of decreasing shape factor √area/contour. A region whose neighbours are all taken joins the best of
//! their groups.
//!
//! **Guarantee.** Every triangle is one leaf. Every region is connected by edges, except above the level of
//! connected components, and except for the halves within a group of more than three regions. For n triangles
//! in c components the depth is at most 2·log₂ n + log₂ c + 2: a level merges every region that has a
//! neighbour, so it at least halves their number, and a group of g regions adds log₂ g + 1. The same mesh gives
//! the same tree.
//!
//! **Cost.** O(n log² n) time, O(n) memory.
//!
//! **Source.** Teschner et al. 2006, deformable surfaces, section 1.2 "Building mesh hierarchies". There a
//! counter limits the children of a group. We let any number join and halve the group instead, which also
//! bounds the depth for fans of triangles. The text does not treat components that share no edge. We combine
//! them by the median of their centres.

use crate::Tree;
use crate::tree::{NodeLink, grow};
use glam::DVec3;
use tangency_geometry::Mesh;

/// A connected set of triangles.
#[derive(Clone, Debug)]
struct TriangleRegion {
    area: f64,
    contour: f64,
    /// Index in [`RegionForest::groups`] of the group it was built from.
    group: u32,
}

/// Two adjacent regions, smaller index first, and the length of their common border in metres.
#[derive(Clone, Copy, Debug)]
struct SharedBorder {
    regions: [u32; 2],
    length: f64,
}

/// Content of a group.
#[derive(Clone, Copy, Debug)]
enum RegionGroup {
    Triangle(u32),
    Both([u32; 2]),
}

#[derive(Default)]
struct RegionForest {
    groups: Vec<RegionGroup>,
}

impl RegionForest {
    fn push(&mut self, group: RegionGroup) -> u32 {
        self.groups.push(group);
        self.groups.len() as u32 - 1
    }

    /// Combines several groups into one by recursive halving.
    fn join(&mut self, groups: &[u32]) -> u32 {
        if let [group] = *groups {
            return group;
        }
        let (left, right) = groups.split_at(groups.len().div_ceil(2));
        let both = [self.join(left), self.join(right)];
        self.push(RegionGroup::Both(both))
    }

    /// Appends the nodes of a group, left subtree before right subtree.
    fn write(&self, group: u32, nodes: &mut Vec<NodeLink>) {
        match self.groups[group as usize] {
            RegionGroup::Triangle(item) => nodes.push(NodeLink::Leaf { item }),
            RegionGroup::Both([left, right]) => {
                let node = nodes.len();
                nodes.push(NodeLink::Inner { right: 0 });
                self.write(left, nodes);
                nodes[node] = NodeLink::Inner { right: nodes.len() as u32 };
                self.write(right, nodes);
            }
        }
    }
}

impl Tree {
    /// The tree over the triangles of a mesh, built bottom-up by merging neighbours into round regions.
    ///
    /// ```
    /// use glam::dvec3;
    /// use tangency_bound::Tree;
    /// use tangency_geometry::primitive;
    ///
    /// let mesh = primitive::cuboid(dvec3(1.0, 1.0, 1.0))?;
    /// let tree = Tree::merging(mesh.mesh());
    /// assert_eq!(tree.items().count(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn merging(mesh: &Mesh) -> Self {
        let mut forest = RegionForest::default();
        let mut regions: Vec<TriangleRegion> = (0..mesh.triangles().len())
            .map(|triangle| {
                let [a, b, c] = mesh.corners(triangle);
                let contour = a.distance(b) + b.distance(c) + c.distance(a);
                let group = forest.push(RegionGroup::Triangle(triangle as u32));
                TriangleRegion { area: 0.5 * (b - a).cross(c - a).length(), contour, group }
            })
            .collect();
        let mut borders = first_borders(mesh);
        while !borders.is_empty() {
            (regions, borders) = next_level(&regions, borders, &mut forest);
        }
        // The remaining regions share no edge: they are the components of the mesh.
        let centres: Vec<DVec3> = regions.iter().map(|region| centre(mesh, &forest, region.group)).collect();
        let mut parts = Vec::with_capacity(2 * regions.len());
        grow(&mut parts, &mut (0..regions.len() as u32).collect::<Vec<u32>>(), &centres);
        let mut nodes = Vec::with_capacity(2 * mesh.triangles().len());
        write_parts(&parts, 0, &|part, nodes| forest.write(regions[part as usize].group, nodes), &mut nodes);
        Self { nodes }
    }
}

/// Appends the subtree at `place` of a tree over components, with each leaf replaced by the tree of its
/// component.
fn write_parts(parts: &[NodeLink], place: usize, write: &dyn Fn(u32, &mut Vec<NodeLink>), nodes: &mut Vec<NodeLink>) {
    match parts[place] {
        NodeLink::Leaf { item } => write(item, nodes),
        NodeLink::Inner { right } => {
            let node = nodes.len();
            nodes.push(NodeLink::Inner { right: 0 });
            write_parts(parts, place + 1, write, nodes);
            nodes[node] = NodeLink::Inner { right: nodes.len() as u32 };
            write_parts(parts, right as usize, write, nodes);
        }
    }
}

/// A corner of the first triangle of a group, as an approximate position of a component.
fn centre(mesh: &Mesh, forest: &RegionForest, mut group: u32) -> DVec3 {
    loop {
        match forest.groups[group as usize] {
            RegionGroup::Triangle(triangle) => return mesh.corners(triangle as usize)[0],
            RegionGroup::Both([left, _]) => group = left,
        }
    }
}

/// The borders between triangles. Where more than two triangles share an edge, each borders only the next one,
/// which is enough to connect them.
fn first_borders(mesh: &Mesh) -> Vec<SharedBorder> {
    let connectivity = mesh.connectivity();
    let mut borders = Vec::with_capacity(mesh.edges().len());
    for (edge, ends) in mesh.edges().iter().enumerate() {
        let [from, to] = ends.map(|end| mesh.vertices()[end as usize]);
        for pair in connectivity.edge_triangles(edge as u32).windows(2) {
            if pair[0] != pair[1] {
                borders.push(SharedBorder { regions: [pair[0], pair[1]], length: from.distance(to) });
            }
        }
    }
    summed(borders)
}

/// Merges the borders between the same regions, and adds their lengths.
fn summed(mut borders: Vec<SharedBorder>) -> Vec<SharedBorder> {
    borders.sort_by_key(|border| border.regions);
    borders.dedup_by(|next, kept| {
        let same = next.regions == kept.regions;
        if same {
            kept.length += next.length;
        }
        same
    });
    borders
}

/// √area/contour of two merged regions. Closed surfaces have no contour and come first. Regions with neither
/// area nor contour come last.
fn shape_factor(a: &TriangleRegion, b: &TriangleRegion, common: f64) -> f64 {
    let contour = (a.contour + b.contour - 2.0 * common).max(0.0);
    let factor = (a.area + b.area).sqrt() / contour;
    if factor.is_nan() { 0.0 } else { factor }
}

/// Chooses which regions to merge. First it forms pairs by decreasing shape factor. Each remaining region then
/// joins the best adjacent pair. Regions without neighbours stay alone.
fn joined(regions: &[TriangleRegion], borders: &[SharedBorder]) -> Vec<Vec<u32>> {
    const FREE: u32 = u32::MAX;
    let factor = |border: &SharedBorder| {
        let [a, b] = border.regions.map(|region| &regions[region as usize]);
        shape_factor(a, b, border.length)
    };
    let mut by_shape: Vec<(f64, [u32; 2])> = borders.iter().map(|border| (factor(border), border.regions)).collect();
    by_shape.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut pairs = vec![FREE; regions.len()];
    let mut members: Vec<Vec<u32>> = Vec::with_capacity(regions.len() / 2);
    for &(_, [a, b]) in &by_shape {
        if pairs[a as usize] == FREE && pairs[b as usize] == FREE {
            (pairs[a as usize], pairs[b as usize]) = (members.len() as u32, members.len() as u32);
            members.push(vec![a, b]);
        }
    }
    let mut taken: Vec<bool> = pairs.iter().map(|&pair| pair != FREE).collect();
    for &(_, [a, b]) in &by_shape {
        for (alone, beside) in [(a, b), (b, a)] {
            let pair = pairs[beside as usize];
            if pair != FREE && !std::mem::replace(&mut taken[alone as usize], true) {
                members[pair as usize].push(alone);
            }
        }
    }
    members.extend((0..regions.len() as u32).filter(|&region| !taken[region as usize]).map(|region| vec![region]));
    members
}

/// Merges neighbours, and returns the regions of the next level with the borders between them.
fn next_level(
    regions: &[TriangleRegion],
    borders: Vec<SharedBorder>,
    forest: &mut RegionForest,
) -> (Vec<TriangleRegion>, Vec<SharedBorder>) {
    let members = joined(regions, &borders);
    let mut becomes = vec![0_u32; regions.len()];
    let mut next: Vec<TriangleRegion> = Vec::with_capacity(members.len());
    for members in &members {
        let sum =
            |value: fn(&TriangleRegion) -> f64| members.iter().map(|&member| value(&regions[member as usize])).sum();
        let groups: Vec<u32> = members.iter().map(|&member| regions[member as usize].group).collect();
        for &member in members {
            becomes[member as usize] = next.len() as u32;
        }
        let group = forest.join(&groups);
        next.push(TriangleRegion { area: sum(|region| region.area), contour: sum(|region| region.contour), group });
    }
    let mut outer = Vec::with_capacity(borders.len() / 2);
    for border in borders {
        let [a, b] = border.regions.map(|region| becomes[region as usize]);
        if a == b {
            next[a as usize].contour -= 2.0 * border.length;
        } else {
            outer.push(SharedBorder { regions: [a.min(b), a.max(b)], length: border.length });
        }
    }
    (next, summed(outer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Aabb;
    use glam::dvec3;
    use tangency_geometry::Connectivity;
    use tangency_interval::laws::Random;

    /// A wavy square sheet of `side`² quads, each split into two triangles.
    fn sheet(side: u32) -> Mesh {
        let wave = |i: u32| 0.3 * (0.4 * f64::from(i)).sin();
        let vertices =
            (0..=side).flat_map(|y| (0..=side).map(move |x| dvec3(x.into(), y.into(), wave(x) + wave(y)))).collect();
        let corner = |x: u32, y: u32| y * (side + 1) + x;
        let quad = |x, y| [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)];
        let triangles = (0..side)
            .flat_map(|y| (0..side).map(move |x| quad(x, y)))
            .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
            .collect();
        Mesh::new(vertices, triangles).unwrap()
    }

    /// Checks that every triangle occurs once, and the depth bound of the guarantee.
    fn check(mesh: &Mesh) -> Tree {
        let tree = Tree::merging(mesh);
        let count = mesh.triangles().len();
        let mut items: Vec<u32> = tree.items().collect();
        items.sort_unstable();
        assert_eq!(items, (0..count as u32).collect::<Vec<_>>());
        let most = 2.0 * (count as f64).log2() + f64::from(mesh.components().count).log2() + 2.0;
        assert!(tree.depth() as f64 <= most, "{} steps for {count} triangles", tree.depth());
        assert_eq!(tree, Tree::merging(mesh), "the same mesh, the same tree");
        tree
    }

    /// Every inner node as the range of its leaves.
    fn subtrees(tree: &Tree) -> Vec<std::ops::Range<usize>> {
        let mut leaf = 0;
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut ranges = Vec::new();
        // Replays the order in which nodes are written. `open` holds the first leaf and the number of
        // unfinished children of every open node.
        for node in &tree.nodes {
            match node {
                NodeLink::Inner { .. } => open.push((leaf, 2)),
                NodeLink::Leaf { .. } => {
                    leaf += 1;
                    while let Some((first, children)) = open.pop() {
                        if children > 1 {
                            open.push((first, children - 1));
                            break;
                        }
                        ranges.push(first..leaf);
                    }
                }
            }
        }
        ranges
    }

    fn connected(connectivity: &Connectivity, triangles: &[u32]) -> bool {
        let mut seen = vec![triangles[0]];
        let mut next = 0;
        while next < seen.len() {
            for edge in connectivity.triangle_edges(seen[next]).into_iter().flatten() {
                for &other in connectivity.edge_triangles(edge) {
                    if triangles.contains(&other) && !seen.contains(&other) {
                        seen.push(other);
                    }
                }
            }
            next += 1;
        }
        seen.len() == triangles.len()
    }

    #[test]
    fn regions_are_connected_and_round() {
        let mesh = sheet(16);
        let tree = check(&mesh);
        let (items, connectivity) = (tree.items().collect::<Vec<_>>(), mesh.connectivity());
        let ranges = subtrees(&tree);
        assert_eq!(ranges.len(), items.len() - 1);
        let [mut apart, mut round, mut large] = [0; 3];
        for range in ranges {
            let below = &items[range];
            apart += u32::from(!connected(&connectivity, below));
            if below.len() > 32 {
                let corners = below.iter().flat_map(|&triangle| mesh.corners(triangle as usize));
                let size = Aabb::around(corners).map(|all| all.upper() - all.lower()).unwrap();
                large += 1;
                // A disk fills 0.785 of its box, a square all of it, a long strip hardly any.
                round += u32::from(0.5 * below.len() as f64 > 0.45 * size.x * size.y);
            }
        }
        assert!(apart * 50 <= items.len() as u32, "{apart} of {} regions are in pieces", items.len() - 1);
        assert!(large >= 8 && round * 10 >= large * 9, "{round} of {large} regions fill their boxes");
    }

    #[test]
    fn any_mesh_has_a_tree() {
        check(&sheet(1));
        check(&sheet(60));
        // One triangle; one triangle many times; triangles without area; triangles without common edges.
        let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        check(&Mesh::new(corners.clone(), vec![[0, 1, 2]]).unwrap());
        check(&Mesh::new(corners.clone(), vec![[0, 1, 2]; 700]).unwrap());
        check(&Mesh::new(corners.clone(), vec![[0, 0, 0], [1, 1, 2], [0, 1, 1], [2, 1, 3]]).unwrap());
        check(&Mesh::new(vec![DVec3::ZERO; 4], vec![[0, 1, 2], [1, 2, 3], [0, 2, 3], [0, 1, 3]]).unwrap());
        let mut random = Random::new(12);
        let soup: Vec<DVec3> = (0..900).map(|_| DVec3::from_array([0; 3].map(|_| random.unit()))).collect();
        check(&Mesh::new(soup.clone(), (0..300).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).unwrap());
        // Triangles between random corners: many triangles share an edge.
        let mut corner = || random.below(40) as u32;
        check(&Mesh::new(soup, (0..3_000).map(|_| [corner(), corner(), corner()]).collect()).unwrap());
        // Huge and tiny meshes: areas overflow and underflow.
        check(&sheet(9).mapped(|vertex| 1e300 * vertex).unwrap());
        check(&sheet(9).mapped(|vertex| 1e-300 * vertex).unwrap());
    }

    #[test]
    fn a_fan_is_not_a_list() {
        // All triangles meet at one hub.
        let count = 4_096;
        let rim = |i: u32| {
            let angle = f64::from(i) * std::f64::consts::TAU / f64::from(count);
            dvec3(angle.cos(), angle.sin(), 0.0)
        };
        let vertices = std::iter::once(DVec3::ZERO).chain((0..count).map(rim)).collect();
        check(&Mesh::new(vertices, (0..count).map(|i| [0, 1 + i, 1 + (i + 1) % count]).collect()).unwrap());
        // Thousands of triangles share one edge: a hub in the adjacency graph.
        let spokes = (0..2 * count).map(|i| dvec3(f64::from(i), 1.0, 0.0));
        let vertices = [DVec3::ZERO, DVec3::X].into_iter().chain(spokes).collect();
        check(&Mesh::new(vertices, (0..2 * count).map(|i| [0, 1, 2 + i]).collect()).unwrap());
    }
}
