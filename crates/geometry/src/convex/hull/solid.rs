//! Quickhull with exact signs.
//!
//! *Question.* Which triangles bound the convex hull of points that span space?
//! *Idea.* Start from a tetrahedron. Every point outside is listed at one triangle that it sees. Take a triangle with
//! a list and the farthest point of the list. The triangles that this point sees form a disc. Replace them by the
//! triangles between the point and the border of the disc, and list the freed points at these.
//! *Guarantee.* A point sees a triangle if it is strictly above its plane, decided exactly. The disc then has a simple
//! border, also among coplanar triangles, and no new triangle is degenerate. A freed point that sees none of the new
//! triangles is inside: the segment from it to a removed triangle leaves the hull through a new one. So no point is
//! lost.
//! *Cost.* `O(n log n)` for usual inputs, quadratic in the worst case.
//! *Source.* C. B. Barber, D. P. Dobkin, H. Huhdanpaa, *The quickhull algorithm for convex hulls*, ACM TOMS 22 (1996).
//! Deviation: exact signs in place of thick facets; coplanar triangles are joined afterwards ([`super::facets`]).

use super::super::orientation::height;
use super::facets;
use glam::DVec3;
use std::collections::VecDeque;

/// No triangle or point.
const NONE: u32 = u32::MAX;

/// A triangle of the hull under construction.
#[derive(Clone, Copy, Debug)]
pub(super) struct HullTriangle {
    /// Counter-clockwise seen from outside.
    pub(super) corners: [u32; 3],
    /// The triangle across the side from each corner to the next.
    pub(super) neighbours: [u32; 3],
    /// The farthest point of the list of points outside.
    farthest: u32,
    /// Six times the volume of the farthest point over the triangle.
    height: f64,
    /// The last point that was compared with the plane, and whether it sees the triangle.
    compared: u32,
    seen: bool,
    pub(super) alive: bool,
}

/// A side of the disc that a point sees.
struct HorizonEdge {
    from: u32,
    to: u32,
    /// The triangle beyond, and its side.
    outer: u32,
    side: usize,
}

/// The triangles of the hull, from a tetrahedron of positive volume.
pub(super) fn triangles(points: &[DVec3], seed: [u32; 4]) -> Vec<[u32; 3]> {
    let mut hull = Quickhull::new(points, seed);
    while let Some(triangle) = hull.waiting.pop_front() {
        if hull.triangles[triangle as usize].alive && hull.triangles[triangle as usize].farthest != NONE {
            hull.add_farthest(triangle);
        }
    }
    facets::joined(points, &hull.triangles)
}

struct Quickhull<'a> {
    points: &'a [DVec3],
    triangles: Vec<HullTriangle>,
    /// Removed triangles, for reuse.
    free: Vec<u32>,
    /// The next point in the list that a point is in.
    next: Vec<u32>,
    /// The new triangle whose horizon edge starts at a vertex; only meaningful at vertices of the horizon.
    starting: Vec<u32>,
    /// Triangles that may have points outside. The oldest comes first, so that the hull grows evenly: with the newest
    /// first, 10⁵ points on the rims of a cylinder take eight times as long, since each sees a large fan.
    waiting: VecDeque<u32>,
    seen: Vec<u32>,
    horizon: Vec<HorizonEdge>,
    freed: Vec<u32>,
}

impl<'a> Quickhull<'a> {
    fn new(points: &'a [DVec3], [a, b, c, d]: [u32; 4]) -> Self {
        let count = points.len();
        let mut hull = Self {
            points,
            triangles: Vec::new(),
            free: Vec::new(),
            next: vec![NONE; count],
            starting: vec![NONE; count],
            waiting: VecDeque::new(),
            seen: Vec::new(),
            horizon: Vec::new(),
            freed: (0..count as u32).collect(),
        };
        // d is above a, b, c. The sides of each triangle lead to the others.
        hull.insert([a, c, b], [3, 2, 1]);
        hull.insert([a, b, d], [0, 2, 3]);
        hull.insert([b, c, d], [0, 3, 1]);
        hull.insert([c, a, d], [0, 1, 2]);
        hull.list_freed(&[0, 1, 2, 3]);
        hull
    }

    fn insert(&mut self, corners: [u32; 3], neighbours: [u32; 3]) -> u32 {
        let triangle =
            HullTriangle { corners, neighbours, farthest: NONE, height: 0.0, compared: NONE, seen: false, alive: true };
        if let Some(index) = self.free.pop() {
            self.triangles[index as usize] = triangle;
            index
        } else {
            self.triangles.push(triangle);
            self.triangles.len() as u32 - 1
        }
    }

    /// The height of a point over a triangle, with the exact sign.
    fn height(&self, triangle: u32, point: u32) -> f64 {
        let corners = self.triangles[triangle as usize].corners;
        height(corners.map(|corner| self.points[corner as usize]), self.points[point as usize])
    }

    /// Adds the farthest point of a triangle's list to the hull.
    fn add_farthest(&mut self, triangle: u32) {
        let apex = self.triangles[triangle as usize].farthest;
        self.find_seen(triangle, apex);
        self.freed.clear();
        for index in 0..self.seen.len() {
            let seen = self.seen[index];
            let mut point = self.triangles[seen as usize].farthest;
            while point != NONE {
                self.freed.push(point);
                point = self.next[point as usize];
            }
            self.triangles[seen as usize].alive = false;
        }
        let made = self.cover(apex);
        self.free.append(&mut self.seen);
        self.list_freed(&made);
    }

    /// The triangles that a point sees, and their border. The first triangle is one of them.
    fn find_seen(&mut self, first: u32, apex: u32) {
        self.seen.clear();
        self.horizon.clear();
        self.mark(first, apex, true);
        self.seen.push(first);
        let mut index = 0;
        while let Some(&triangle) = self.seen.get(index) {
            index += 1;
            let HullTriangle { corners, neighbours, .. } = self.triangles[triangle as usize];
            for side in 0..3 {
                let other = neighbours[side];
                let HullTriangle { compared, seen, neighbours: back, .. } = self.triangles[other as usize];
                let sees = if compared == apex { seen } else { self.height(other, apex) > 0.0 };
                if compared != apex {
                    self.mark(other, apex, sees);
                    if sees {
                        self.seen.push(other);
                    }
                }
                if !sees {
                    // Two triangles of a closed surface of at least four share one side.
                    let across = (0..3).find(|&across| back[across] == triangle).unwrap_or(0);
                    let [from, to] = [corners[side], corners[(side + 1) % 3]];
                    self.horizon.push(HorizonEdge { from, to, outer: other, side: across });
                }
            }
        }
    }

    fn mark(&mut self, triangle: u32, apex: u32, seen: bool) {
        let triangle = &mut self.triangles[triangle as usize];
        (triangle.compared, triangle.seen) = (apex, seen);
    }

    /// The triangles between the horizon and the apex, joined to each other and to the rest.
    fn cover(&mut self, apex: u32) -> Vec<u32> {
        let mut made = Vec::with_capacity(self.horizon.len());
        for index in 0..self.horizon.len() {
            let HorizonEdge { from, to, outer, side } = self.horizon[index];
            let triangle = self.insert([from, to, apex], [outer, NONE, NONE]);
            self.triangles[outer as usize].neighbours[side] = triangle;
            self.starting[from as usize] = triangle;
            made.push(triangle);
        }
        for &triangle in &made {
            let [_, to, _] = self.triangles[triangle as usize].corners;
            let following = self.starting[to as usize];
            self.triangles[triangle as usize].neighbours[1] = following;
            self.triangles[following as usize].neighbours[2] = triangle;
        }
        made
    }

    /// Lists the freed points at the first of the triangles that each sees, the farthest point first.
    fn list_freed(&mut self, triangles: &[u32]) {
        for index in 0..self.freed.len() {
            let point = self.freed[index];
            for &triangle in triangles {
                let height = self.height(triangle, point);
                if height > 0.0 {
                    let list = &mut self.triangles[triangle as usize];
                    if height > list.height {
                        self.next[point as usize] = list.farthest;
                        (list.farthest, list.height) = (point, height);
                    } else {
                        let second = std::mem::replace(&mut self.next[list.farthest as usize], point);
                        self.next[point as usize] = second;
                    }
                    break;
                }
            }
        }
        let listed = |triangle: &&u32| self.triangles[**triangle as usize].farthest != NONE;
        self.waiting.extend(triangles.iter().filter(listed));
    }
}
