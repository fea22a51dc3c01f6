//! Pairs that a rejection test discards stay apart. Reference: dense sampling.

use super::{edge, point, triangle, turn};
use crate::closest::closest;
use crate::screw::objects::{Ball, Balls};
use crate::screw::reject::{Extent, Extents, outside_sector};
use crate::screw::turn::Turn;
use glam::DVec3;
use tangency_interval::laws::Random;

/// The least distance over samples of the whole screw.
fn least(moving: &[DVec3], resting: &[DVec3], turn: &Turn) -> f64 {
    let at = |step: u32| {
        let positions: Vec<DVec3> = moving.iter().map(|&start| turn.position(start, f64::from(step) / 96.0)).collect();
        closest(&positions, resting).vector_between(&positions, resting).length()
    };
    (0..=96).map(at).fold(f64::INFINITY, f64::min)
}

/// A required distance: zero, or more.
fn needed(random: &mut Random) -> f64 {
    [0.0, 1e-9, 0.1, 0.5][random.below(4)]
}

/// Runs every test on random pairs. Each rejection must be correct, and each test must reject often enough to be
/// exercised.
fn check<const N: usize>(cases: u32, mut case: impl FnMut() -> ([bool; N], f64, f64), names: [&str; N]) {
    let mut rejected = [0; N];
    for _ in 0..cases {
        let (tests, least, needed) = case();
        for test in 0..N {
            rejected[test] += u32::from(tests[test]);
            assert!(!tests[test] || least > needed, "{} rejects {least} m, {needed} needed", names[test]);
        }
    }
    assert!(rejected.iter().all(|&count| count > cases / 100), "{names:?}: {rejected:?} of {cases}");
}

#[test]
fn whole_objects_that_are_rejected_stay_apart() {
    let mut random = Random::new(4);
    let case = || {
        let (turn, needed) = (turn(&mut random), needed(&mut random));
        let ball = |random: &mut Random| Ball { centre: point(random), radius: random.between(0.0, 0.4) };
        let balls = Balls { moving: ball(&mut random), resting: ball(&mut random), turn: &turn, needed };
        let tests = [balls.beyond_swept_ball(), balls.outside_cylinder(), balls.inside_hollow(), balls.beyond_caps()];
        let centres = (0..=96).map(|step| turn.position(balls.moving.centre, f64::from(step) / 96.0));
        let apart = centres.map(|centre| centre.distance(balls.resting.centre)).fold(f64::INFINITY, f64::min);
        (tests, apart - balls.moving.radius - balls.resting.radius, needed)
    };
    check(20_000, case, ["swept ball", "cylinder", "hollow", "caps"]);
}

#[test]
fn vertices_and_triangles_that_are_rejected_stay_apart() {
    let mut random = Random::new(5);
    let case = || {
        let (turn, needed) = (turn(&mut random), needed(&mut random));
        let (vertex, triangle) = (point(&mut random), triangle(&mut random));
        let extents = Extents { moving: &Extent::vertex(vertex), resting: &Extent::triangle(triangle), needed };
        let sector = outside_sector(vertex, &triangle, &turn, needed);
        let tests = [extents.beyond_swept_heights(&turn), extents.inside_hollow(), extents.outside_cylinder(), sector];
        (tests, if tests.contains(&true) { least(&[vertex], &triangle, &turn) } else { 0.0 }, needed)
    };
    check(20_000, case, ["ends", "inside", "outside", "sector"]);
}

#[test]
fn edges_that_are_rejected_stay_apart() {
    let mut random = Random::new(6);
    let case = || {
        let (turn, needed) = (turn(&mut random), needed(&mut random));
        let (moving, resting) = (edge(&mut random), edge(&mut random));
        let extents = Extents { moving: &Extent::edge(moving), resting: &Extent::edge(resting), needed };
        let tests = [extents.beyond_swept_heights(&turn), extents.inside_hollow(), extents.outside_cylinder()];
        (tests, if tests.contains(&true) { least(&moving, &resting, &turn) } else { 0.0 }, needed)
    };
    check(20_000, case, ["ends", "inside", "outside"]);
}
