//! The distance of two meshes at an instant, in floating point.
//!
//! **Question.** Two meshes have poses. How close are their closest triangles, if closer than a given distance?
//!
//! **Idea.** Descend both trees of oriented boxes together, the nearer pair of boxes first. Prune pairs of boxes
//! farther apart than the nearest triangles so far. If an excess is allowed, also prune pairs that are nearer by
//! less than the excess.
//!
//! **Guarantee.** The distance is that of two points of the meshes, up to rounding: never less than the true
//! distance. Unless the meshes cross, it exceeds the true distance by no more than the allowed fraction, up to
//! rounding.
//!
//! **Cost.** Dozens of pairs of boxes and a few pairs of triangles: about ten microseconds for meshes of a few
//! hundred triangles.
//!
//! **Source.** Larsen, Gottschalk, Lin and Manocha, *Fast distance queries with rectangular swept sphere volumes*
//! (2000), for the descent.

use crate::Facets;
use crate::closest::weighted;
use crate::flight::Placed;
use crate::measure::closest_weights;
use glam::DVec3;
use tangency_bound::{Obb, ObbNode, ObbTree};

/// Two triangles, by their indices, and their distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub(super) triangles: [u32; 2],
    pub(super) distance: f64,
}

/// The state of the descent of both trees.
struct TreeDescent<'all> {
    models: [&'all Facets; 2],
    placed: &'all Placed,
    best: Option<Nearest>,
    within: f64,
}

/// The parameters of a distance query for two meshes.
#[derive(Clone, Copy, Debug)]
pub(super) struct DistanceQuery {
    /// Metres. Larger distances are ignored.
    pub(super) within: f64,
    /// The distance of the bodies may be too large by this fraction.
    pub(super) excess: f64,
    /// Metres. The sum of the radii of the bodies around their shapes.
    pub(super) radii: f64,
    /// Triangles that are probably near.
    pub(super) guess: Option<[u32; 2]>,
}

impl DistanceQuery {
    /// Metres. The distance of the shapes may be too large by this much.
    pub(super) fn allowed_excess(&self, distance: f64) -> f64 {
        // An infinite distance allows no excess.
        if distance.is_finite() { self.excess * (distance - self.radii).max(0.0) } else { 0.0 }
    }
}

/// The nearest triangles of two meshes, up to the allowed excess. `None` if none are within the distance of the
/// query.
pub(super) fn nearest(models: [&Facets; 2], placed: &Placed, ask: DistanceQuery) -> Option<Nearest> {
    let mut descent = TreeDescent { models, placed, best: None, within: ask.within };
    if let Some(triangles) = ask.guess {
        descent.measure(triangles);
    }
    let mut waiting = vec![([ObbTree::ROOT; 2], descent.gap([ObbTree::ROOT; 2]))];
    while let Some((nodes, gap)) = waiting.pop() {
        if gap >= descent.within - ask.allowed_excess(descent.within) {
            continue;
        }
        let below = [0, 1].map(|side| models[side].boxes().below(nodes[side]));
        let children = match below {
            [ObbNode::Triangle(a), ObbNode::Triangle(b)] => {
                descent.measure([a, b]);
                continue;
            }
            [ObbNode::Children(first), ObbNode::Triangle(_)] => [first, first + 1].map(|a| [a, nodes[1]]),
            [ObbNode::Triangle(_), ObbNode::Children(first)] => [first, first + 1].map(|b| [nodes[0], b]),
            [ObbNode::Children(of_a), ObbNode::Children(of_b)] => {
                let [a, b] = [0, 1].map(|side| models[side].boxes().volume(nodes[side]).half().max_element());
                if a >= b { [of_a, of_a + 1].map(|a| [a, nodes[1]]) } else { [of_b, of_b + 1].map(|b| [nodes[0], b]) }
            }
        };
        let [one, other] = children.map(|nodes| (nodes, descent.gap(nodes)));
        // The last one pushed is visited first.
        waiting.extend(if one.1 < other.1 { [other, one] } else { [one, other] });
    }
    descent.best
}

impl TreeDescent<'_> {
    /// Lower bound on the distance of two boxes.
    fn gap(&self, [a, b]: [u32; 2]) -> f64 {
        let [of_a, of_b] = self.models;
        gap(of_a.boxes().volume(a), of_b.boxes().volume(b), self.placed)
    }

    /// Measures the distance of two triangles and keeps it if it is the smallest.
    fn measure(&mut self, triangles: [u32; 2]) {
        let [a, b] = closest_points(self.models, self.placed, triangles);
        let distance = a.distance(b);
        if distance < self.within {
            (self.within, self.best) = (distance, Some(Nearest { triangles, distance }));
        }
    }
}

/// Lower bound, up to rounding, on the distance of two boxes. In the frame of one box, the other lies in an
/// axis-aligned box. The gaps along the three axes are the sides of a cuboid whose diagonal is the distance. Zero
/// if the boxes overlap along all axes of either.
fn gap(a: &Obb, b: &Obb, placed: &Placed) -> f64 {
    let to_box = (placed.a * a.axes()).transpose();
    let turn = to_box * (placed.b * b.axes());
    let way = to_box * (placed.between + placed.b * b.centre() - placed.a * a.centre());
    let size = turn.abs();
    let along_a = way.abs() - a.half() - size * b.half();
    let along_b = (turn.transpose() * way).abs() - b.half() - size.transpose() * a.half();
    let length_sq = |gaps: DVec3| gaps.max(DVec3::ZERO).length_squared();
    length_sq(along_a).max(length_sq(along_b)).sqrt()
}

/// The closest points of a triangle of each mesh, relative to the origin of the first, along the axes of the
/// world.
pub(super) fn closest_points([of_a, of_b]: [&Facets; 2], placed: &Placed, [i, j]: [u32; 2]) -> [DVec3; 2] {
    let a = of_a.mesh().corners(i as usize).map(|corner| placed.a * corner);
    let b = of_b.mesh().corners(j as usize).map(|corner| placed.b * corner + placed.between);
    let [weights_a, weights_b] = closest_weights(&a, &b);
    [weighted(&a, weights_a), weighted(&b, weights_b)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Prepared;
    use glam::{DMat3, DQuat, dvec3};
    use tangency_geometry::primitive;
    use tangency_interval::laws::Random;

    /// Two tori and two boxes in random poses, against all pairs of triangles. Distances beyond the limit of the
    /// query are not reported.
    #[test]
    fn the_nearest_triangles_are_those_of_brute_force() {
        let mut random = Random::new(3);
        let torus = Prepared::new(primitive::torus(1.0, 0.3, 12, 8).expect("a torus").into());
        let cuboid = Prepared::new(primitive::cuboid(dvec3(0.5, 0.2, 1.0)).expect("a box").into());
        let mut near = 0;
        for round in 0..60 {
            let models = [[&torus, &torus], [&torus, &cuboid], [&cuboid, &cuboid]][round % 3].map(|prepared| {
                let Prepared::Facets(facets) = prepared else { panic!("made of triangles") };
                &**facets
            });
            let mut vector = |size: f64| DVec3::from_array([0; 3].map(|_| random.between(-size, size)));
            let turn = |vector: DVec3| DMat3::from_quat(DQuat::from_scaled_axis(vector));
            let placed = Placed { a: turn(vector(3.0)), b: turn(vector(3.0)), between: vector(3.0) };
            let count = |side: usize| models[side].mesh().triangles().len() as u32;
            let all = (0..count(0)).flat_map(|i| (0..count(1)).map(move |j| [i, j]));
            let apart = |triangles| {
                let [a, b] = closest_points(models, &placed, triangles);
                a.distance(b)
            };
            let brute = all.map(apart).fold(f64::INFINITY, f64::min);
            let whole = DistanceQuery { within: f64::INFINITY, excess: 0.0, radii: 0.0, guess: None };
            for guess in [None, Some([0, 3])] {
                let found =
                    nearest(models, &placed, DistanceQuery { guess, ..whole }).expect("some triangles are nearest");
                assert!((found.distance - brute).abs() < 1e-12, "{} {brute}", found.distance);
            }
            let rough =
                nearest(models, &placed, DistanceQuery { excess: 0.01, ..whole }).expect("some triangles are near");
            assert!((brute - 1e-12..=brute / 0.99 + 1e-12).contains(&rough.distance));
            assert!(nearest(models, &placed, DistanceQuery { within: brute * (1.0 - 1e-9), ..whole }).is_none());
            near += usize::from(brute < 0.5);
        }
        assert!((6..54).contains(&near), "{near} of 60 are near");
    }
}
