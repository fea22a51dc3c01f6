//! Many bodies, and pairs that are asked again.

use super::{fine, still, turning, vector};
use glam::{DQuat, DVec3};
use tangency_detect::{
    MeasuredPair, MeasuredPairs, Moving, Query, closest_approach, closest_approaches_among, distance, distances_among,
};
use tangency_geometry::{Shape, primitive};
use tangency_interval::laws::Random;

fn bodies(random: &mut Random, count: usize) -> Vec<Moving> {
    let shapes: [Shape; 3] = [
        primitive::torus(0.5, 0.15, 10, 6).expect("a torus").into(),
        primitive::cuboid(DVec3::new(0.3, 0.6, 0.9)).expect("a box").into(),
        primitive::tetrahedron(0.7).expect("a tetrahedron").into(),
    ];
    (0..count)
        .map(|index| turning(shapes[index % 3].clone(), vector(random, 3.0), vector(random, 0.5), vector(random, 1.0)))
        .collect()
}

/// The nearest pairs and those within a distance, against all pairs one by one.
#[test]
fn the_nearest_pairs_are_those_of_brute_force() {
    let mut random = Random::new(3);
    let all = bodies(&mut random, 14);
    let references: Vec<&Moving> = all.iter().collect();
    let mut brute = Vec::new();
    for b in 0..all.len() {
        for a in 0..b {
            brute.push(([a, b], distance(&all[a], &all[b], 0.5, &fine()).expect("a distance").distance));
        }
    }
    brute.sort_by(|x, y| x.1.upper().total_cmp(&y.1.upper()));
    let every = distances_among(&references, MeasuredPairs::Within(f64::INFINITY), 0.5, &fine()).expect("distances");
    assert_eq!(every.len(), 14 * 13 / 2);
    for count in [0, 1, 5] {
        let nearest = distances_among(&references, MeasuredPairs::Nearest(count), 0.5, &fine()).expect("distances");
        assert_eq!(nearest.len(), count);
        for (pair, (_, exact)) in nearest.iter().zip(&brute) {
            assert!((pair.measure.distance.upper() - exact.upper()).abs() < 1e-12, "{pair:?} {exact:?}");
        }
    }
    let within = distances_among(&references, MeasuredPairs::Within(1.0), 0.5, &fine()).expect("distances");
    assert_eq!(within.len(), brute.iter().filter(|(_, exact)| exact.lower() <= 1.0).count());
    assert!(within.len() > 3 && within.len() < every.len());
    assert!(distances_among(&references, MeasuredPairs::Within(-1.0), 0.5, &fine()).is_err());
    assert!(distances_among(&references, MeasuredPairs::Nearest(1), f64::NAN, &fine()).is_err());
    assert!(distances_among(&[], MeasuredPairs::Nearest(3), 0.0, &fine()).expect("nothing").is_empty());
}

#[test]
fn the_nearest_approaches_are_those_of_brute_force() {
    let mut random = Random::new(8);
    let all = bodies(&mut random, 7);
    let references: Vec<&Moving> = all.iter().collect();
    let mut brute = Vec::new();
    for b in 0..all.len() {
        for a in 0..b {
            brute.push(closest_approach(&all[a], &all[b], &fine()).expect("an approach").distance.upper());
        }
    }
    brute.sort_by(f64::total_cmp);
    let nearest = closest_approaches_among(&references, MeasuredPairs::Nearest(4), &fine()).expect("approaches");
    for (pair, exact) in nearest.iter().zip(&brute) {
        assert!((pair.measure.distance.upper() - exact).abs() < 1e-9, "{pair:?} {exact}");
    }
}

/// Answers of a pair that is kept do not depend on the earlier ones, and cost less in all.
#[test]
fn a_kept_pair_answers_alike_for_less() {
    let knot = primitive::torus_knot(1.0, [2, 3], 0.15, [120, 10]).expect("a knot");
    let a = turning(knot.clone(), DVec3::ZERO, DVec3::ZERO, DVec3::new(0.2, 0.5, 0.3));
    let b = turning(knot, DVec3::new(3.4, 0.3, 0.0), DVec3::new(-0.3, 0.0, 0.0), DVec3::Y);
    let mut pair = MeasuredPair::new(a.clone(), b.clone());
    let mut steps = [0, 0];
    for step in 0..50 {
        let at = 0.02 * f64::from(step);
        let (kept, fresh) = (pair.distance(at, &fine()).expect("kept"), distance(&a, &b, at, &fine()).expect("fresh"));
        assert!(!kept.distance.intersection(fresh.distance).is_empty(), "{kept:?} {fresh:?}");
        steps = [steps[0] + kept.effort.iterations, steps[1] + fresh.effort.iterations];
    }
    assert!(steps[0] < steps[1], "{steps:?}");
    let kept = pair.closest_approach(&fine()).expect("kept").distance;
    assert!(!kept.intersection(closest_approach(&a, &b, &fine()).expect("fresh").distance).is_empty());
    pair.set_motions(a.motion().clone(), still(b.shape().clone(), DQuat::IDENTITY, DVec3::X * 9.0).motion().clone())
        .expect("motions fit");
    assert!(pair.distance(0.0, &Query::default()).expect("kept").distance.lower() > 5.0);
}
