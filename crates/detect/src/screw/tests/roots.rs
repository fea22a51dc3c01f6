//! Collision times of a vertex and a triangle, and of two edges. References: the oracle, closed forms, planted
//! contacts.

use super::oracle::{EdgeEdge, Oracle, SpanKnowledge, VertexTriangle};
use super::{edge, point, triangle, turn};
use crate::closest::closest;
use crate::screw::turn::Turn;
use crate::screw::walk::Reach;
use crate::screw::{edge_edge, vertex_triangle};
use glam::{DVec3, dvec3};
use std::f64::consts::{FRAC_PI_2, PI};
use tangency_interval::laws::Random;

/// Touching, up to rounding.
const TOUCH: Reach = Reach { needed: 1e-13, tolerance: 1e-9 };

/// Counts of the outcomes of comparisons with the oracle.
#[derive(Debug, Default)]
struct OracleComparison {
    free: u32,
    contact: u32,
    /// The oracle could not decide within its depth: grazing, coplanar or parallel features.
    unknown: u32,
}

/// Moves most features onto a point that the other feature passes. Otherwise hardly any would touch.
fn onto_path<const N: usize>(random: &mut Random, corners: [DVec3; N], position: DVec3) -> [DVec3; N] {
    let middle = corners.iter().sum::<DVec3>() / N as f64;
    if random.below(4) == 0 { corners } else { corners.map(|corner| corner - middle + position) }
}

fn distance(moving: &[DVec3], resting: &[DVec3], turn: &Turn, share: f64) -> f64 {
    let positions: Vec<DVec3> = moving.iter().map(|&start| turn.position(start, share)).collect();
    let mut least = closest(&positions, resting).vector_between(&positions, resting).length();
    // The closest points of slivers and of nearly parallel edges are not exact. Those of corners and edges are.
    for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        let side = [resting[i % resting.len()], resting[j % resting.len()]];
        let corners = positions
            .iter()
            .map(|&position| closest(&[position, position], &side).vector_between(&[position, position], &side));
        least = corners.map(DVec3::length).fold(least, f64::min);
    }
    match (&positions[..], resting) {
        (&[position], &[a, b, c]) => over([a, b, c], position).map_or(least, |height| least.min(height)),
        _ => least,
    }
}

/// The distance from the plane of a triangle if the point is above it. Products of differences lose as many digits
/// as the triangle is thin. The weights of the closest point lose twice as many: 10⁻⁷ m for a triangle 2·10⁻⁶ m
/// wide and 2 m long.
fn over([a, b, c]: [DVec3; 3], point: DVec3) -> Option<f64> {
    let normal = (b - a).cross(c - a).try_normalize()?;
    let inside = [[a, b], [b, c], [c, a]].iter().all(|&[p, q]| normal.dot((q - p).cross(point - p)) >= 0.0);
    inside.then(|| normal.dot(point - a).abs())
}

/// Found by a longer run: a triangle two micrometres wide, with the vertex in its middle at τ = 0.6.
#[test]
fn the_middle_of_a_sliver_is_met() {
    let turn = Turn::new(-2.969_513_150_530_305_6, -0.046_482_516_721_758_405);
    let vertex = dvec3(-1.676_288_159_057_400_6, -1.028_268_357_425_265_1, -0.502_036_229_429_738_2);
    let middle = turn.position(vertex, 0.6);
    let corners = [dvec3(0.0, 0.0, 0.01), dvec3(-1.08e-4, 0.0, -0.99), dvec3(1.08e-4 + 3.5e-6, 0.0, 0.98)];
    let triangle = corners.map(|corner| middle + corner - corners.iter().sum::<DVec3>() / 3.0);
    let found = vertex_triangle::first_time(vertex, triangle, &turn, TOUCH, 1.0);
    assert!(found.is_some_and(|[from, to]| from <= 0.6 + 1e-12 && to >= 0.6 - 1e-12), "{found:?}");
    assert!(distance(&[vertex], &triangle, &turn, 0.6) < 1e-9);
}

/// The result must agree with the oracle: no missed, late or false contact.
fn compare(
    found: Option<[f64; 2]>,
    oracle: Option<([f64; 2], SpanKnowledge)>,
    apart: impl Fn(f64) -> f64,
    score: &mut OracleComparison,
) {
    match (found, oracle) {
        (None, None) => score.free += 1,
        (Some([from, to]), Some((leaf, SpanKnowledge::Contact))) => {
            score.contact += 1;
            assert!(from <= leaf[1], "late: {from} after {leaf:?}");
            assert!(to >= leaf[0] - 1e-7 || apart(from) < 1e-9, "early: {to} before {leaf:?}");
        }
        (Some([from, to]), _) => {
            score.unknown += 1;
            assert!(apart(from).min(apart(to)) < 1e-9, "made up: {from} to {to}, {} m apart", apart(from));
            if let Some((leaf, _)) = oracle {
                assert!(to >= leaf[0] - 1e-7 || apart(from) < 1e-9, "early: {to} before {leaf:?}");
            }
        }
        (None, Some((leaf, known))) => {
            score.unknown += 1;
            assert!(known != SpanKnowledge::Contact, "missed: {leaf:?} {:e}", apart(leaf[0]));
            // A near miss: close, but measurably apart throughout the leaf.
            let least =
                (0..=8).map(|k| apart(leaf[0] + (leaf[1] - leaf[0]) * f64::from(k) / 8.0)).fold(f64::MAX, f64::min);
            assert!(least > TOUCH.needed, "missed: {least} m apart in {leaf:?}");
        }
    }
}

#[test]
fn vertices_and_triangles_agree_with_the_oracle() {
    let mut random = Random::new(815);
    let mut score = OracleComparison::default();
    for _ in 0..10_000 {
        let (turn, vertex, triangle) = (turn(&mut random), point(&mut random), triangle(&mut random));
        let triangle = onto_path(&mut random, triangle, turn.position(vertex, 0.6));
        let found = vertex_triangle::first_time(vertex, triangle, &turn, TOUCH, 1.0);
        let oracle = VertexTriangle { vertex, triangle }.first(&turn, 22);
        compare(found, oracle, |share| distance(&[vertex], &triangle, &turn, share), &mut score);
    }
    assert!(score.free > 2_000 && score.contact > 1_000 && score.unknown > 100, "{score:?}");
}

#[test]
fn edges_agree_with_the_oracle() {
    let mut random = Random::new(1622);
    let mut score = OracleComparison::default();
    for _ in 0..10_000 {
        let (turn, moving, resting) = (turn(&mut random), edge(&mut random), edge(&mut random));
        let resting = onto_path(&mut random, resting, turn.position(0.5 * (moving[0] + moving[1]), 0.6));
        let found = edge_edge::first_time(moving, resting, &turn, TOUCH, 1.0);
        let oracle = EdgeEdge { moving, resting }.first(&turn, 14);
        compare(found, oracle, |share| distance(&moving, &resting, &turn, share), &mut score);
    }
    assert!(score.free > 2_000 && score.contact > 500 && score.unknown > 100, "{score:?}");
}

/// Contacts planted at a known instant, including tangential ones, are found no later than that instant.
#[test]
fn planted_contacts_are_found_in_time() {
    let mut random = Random::new(7);
    for case in 0..4_000 {
        let turn = turn(&mut random);
        let instant = [0.0, 0.5, 1.0, random.unit()][random.below(4)];
        let start = point(&mut random);
        let position = turn.position(start, instant);
        let velocity = turn.velocity(position);
        // Through the point, in a random direction or tangential to the path.
        let sideways = velocity.cross(point(&mut random));
        let across = if random.below(3) == 0 { velocity } else { point(&mut random) };
        let weights = [random.unit(), random.unit()];
        let edge = [position - weights[0] * across, position + weights[1] * across];
        let corners = [edge[0], edge[1] + 0.3 * sideways, edge[1] - 0.3 * sideways];
        let reach = Reach { needed: 1e-11, ..TOUCH };
        let found = vertex_triangle::first_time(start, corners, &turn, reach, 1.0);
        assert!(found.is_some_and(|[from, _]| from <= instant + 1e-12), "case {case}: {found:?} but {instant}");
        let along = point(&mut random);
        let moving = [start - weights[1] * along, start + weights[0] * along];
        let found = edge_edge::first_time(moving, edge, &turn, reach, 1.0);
        assert!(found.is_some_and(|[from, _]| from <= instant + 1e-12), "case {case}: {found:?} but {instant}");
    }
}

/// Found by a longer run: a triangle without area across the path of a vertex that hardly moves. Half a micrometre
/// before the contact the distances to its middle corner and to the foot point beside it are equal, and only the
/// second vector is perpendicular to the triangle.
#[test]
fn a_triangle_without_area_is_met_on_time() {
    let (turn, vertex) = (Turn::new(1e-6, 0.0), dvec3(-0.514_373_252_298_677, 0.0, 0.0));
    let corners =
        [[-0.465_841_800_382_945_2, -0.853_284_690_644_713_2], [-0.562_904_704_214_223_7, 0.853_284_690_644_713]];
    let [a, b] = corners.map(|[x, z]| dvec3(x, -3.086_239_513_791_877e-7, z));
    let [from, to] = vertex_triangle::first_time(vertex, [a, b, 0.5 * (a + b)], &turn, TOUCH, 1.0).unwrap();
    // A nanometre of tolerance is a five hundredth of the path.
    assert!(from <= 0.6 && 0.6 - from < 3e-3 && to < 0.6 + 1e-9, "{from} {to}");
}

/// A point at distance 1 from the axis rotates by half a turn. It passes the plane x = c once, at the angle acos
/// c. It touches a tangential plane at the extreme of its path.
#[test]
fn closed_forms() {
    let half = Turn::new(PI, 0.0);
    let wall = |x: f64| [dvec3(x, -9.0, -9.0), dvec3(x, 9.0, -9.0), dvec3(x, 0.0, 9.0)];
    for c in [0.9, 0.5, 0.0, -0.3, -0.99] {
        let [from, to] = vertex_triangle::first_time(DVec3::X, wall(c), &half, TOUCH, 1.0).unwrap();
        let exact = f64::acos(c) / PI;
        assert!(from <= exact && exact <= to + 1e-12 && to - from < 1e-9, "{c}: {from} {to} {exact}");
    }
    assert!(vertex_triangle::first_time(DVec3::X, wall(-1.0 - 1e-9), &half, TOUCH, 1.0).is_none());
    let grazing = [dvec3(-9.0, 1.0, -9.0), dvec3(9.0, 1.0, -9.0), dvec3(0.0, 1.0, 9.0)];
    let [from, _] = vertex_triangle::first_time(DVec3::X, grazing, &half, TOUCH, 1.0).unwrap();
    assert!(from <= 0.5 && from > 0.5 - 1e-6, "{from}");
    let missed = grazing.map(|corner| corner + 1e-9 * DVec3::Y);
    assert!(vertex_triangle::first_time(DVec3::X, missed, &half, TOUCH, 1.0).is_none());

    // An upright edge at distance 2 rotates into a horizontal edge that crosses the circle of radius 2 at an
    // eighth of a turn. If the horizontal edge is above or below the end of the upright edge, they miss.
    let quarter = Turn::new(FRAC_PI_2, 1.0);
    let upright = [dvec3(2.0, 0.0, 0.0), dvec3(2.0, 0.0, 1.0)];
    let lying = |z: f64| [dvec3(1.0, 1.0, z), dvec3(3.0, 3.0, z)];
    let [from, to] = edge_edge::first_time(upright, lying(0.7), &quarter, TOUCH, 1.0).unwrap();
    assert!(from <= 0.5 && 0.5 <= to + 1e-12 && to - from < 1e-9, "{from} {to}");
    assert!(edge_edge::first_time(upright, lying(1.5 + 1e-9), &quarter, TOUCH, 1.0).is_none());
    assert!(edge_edge::first_time(upright, lying(0.5 - 1e-9), &quarter, TOUCH, 1.0).is_none());
    // Parallel to the axis and to each other: they meet along their whole length.
    let other = [dvec3(0.0, 2.0, -1.0), dvec3(0.0, 2.0, 5.0)];
    let [from, to] = edge_edge::first_time(upright, other, &quarter, TOUCH, 1.0).unwrap();
    assert!(from <= 1.0 && from > 1.0 - 1e-6 && to >= from, "{from}");
}
