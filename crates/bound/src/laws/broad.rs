//! The laws of broad phases, with brute force as reference.

use crate::Aabb;
use crate::reference::{BroadPhase, BruteForce};
use glam::DVec3;
use tangency_interval::laws::Random;

/// Enrols a broad phase: `broad_phase_laws!(name, Phase::default())`.
///
/// Checks that the phase finds exactly the pairs that brute force finds, each once, within one list and between
/// two, with and without a filter, and when its memory is reused. Many of the boxes are degenerate. Also checks
/// that the list is the same for one, two and four threads.
#[macro_export]
macro_rules! broad_phase_laws {
    ($name:ident, $phase:expr) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            #[test]
            fn finds_what_brute_force_finds() {
                $crate::laws::finds_what_brute_force_finds(|| $phase);
            }

            #[test]
            fn threads_change_nothing() {
                $crate::laws::threads_change_nothing(|| $phase);
            }
        }
    };
}

/// The kinds of crowds, from ordinary to degenerate.
const KINDS: usize = 10;

fn crowd(random: &mut Random, kind: usize, count: usize) -> Vec<Aabb> {
    let spread = (count as f64).cbrt();
    (0..count)
        .map(|index| {
            let mut place = |size: f64| DVec3::from_array([0; 3].map(|_| random.between(-size, size)));
            let (from, extent) = match kind {
                // Evenly spread; evenly spread far from the origin; tiny; mixed sizes.
                0 => (place(spread), place(0.5).abs()),
                1 => (place(spread) + 1e4, place(0.5).abs()),
                2 => (place(1e-6 * spread), place(5e-7).abs()),
                3 => {
                    let size = 10_f64.powi((index % 11) as i32 - 6);
                    (place(spread * 1e2), place(size).abs())
                }
                // On a grid: faces, edges and corners coincide; flat boxes; points.
                4 => (place(spread).round(), place(1.5).abs().round()),
                5 => (place(spread).round(), place(1.5).abs().round() * DVec3::new(1.0, 1.0, 0.0)),
                6 => (place(0.5 * spread).round(), DVec3::ZERO),
                // Ends that differ by less than single precision resolves.
                7 => (DVec3::ONE + 1e-9 * place(spread), 1e-9 * place(0.8).abs()),
                // Identical boxes; boxes that all overlap.
                8 => (DVec3::ONE, DVec3::ONE),
                _ => (place(1.0), DVec3::splat(3.0)),
            };
            Aabb::around([from, from + extent]).expect("two points")
        })
        .collect()
}

/// Inserts boxes that are unbounded or beyond single precision.
fn with_giants(mut boxes: Vec<Aabb>) -> Vec<Aabb> {
    let giants = [
        [DVec3::NEG_INFINITY, DVec3::INFINITY],
        [DVec3::new(f64::NEG_INFINITY, 0.0, 0.0), DVec3::ONE],
        [DVec3::splat(-1e300), DVec3::splat(1e300)],
        [DVec3::splat(1e299), DVec3::splat(1e300)],
        [DVec3::splat(1e200), DVec3::splat(2e200)],
        [DVec3::splat(f64::MAX), DVec3::splat(f64::MAX)],
        [DVec3::splat(-1e-320), DVec3::splat(-0.0)],
    ];
    for (place, corners) in giants.into_iter().enumerate() {
        boxes.insert((5 * place) % (boxes.len() + 1), Aabb::around(corners).expect("two points"));
    }
    boxes
}

fn sorted(mut pairs: Vec<[u32; 2]>) -> Vec<[u32; 2]> {
    pairs.sort_unstable();
    pairs
}

/// Checks that a phase finds the pairs of brute force, each once.
pub fn finds_what_brute_force_finds<B: BroadPhase>(phase: impl Fn() -> B) {
    let mut random = Random::new(10);
    let mut found = 0;
    let mut reused = phase();
    let mut compare = |a: &[Aabb], b: &[Aabb]| {
        let everything = |_: u32, _: u32| true;
        let some = |i: u32, j: u32| !(i + j).is_multiple_of(3);
        for phase in [&mut phase(), &mut reused] {
            let expected = BruteForce.pairs_within(a, everything);
            found += expected.len();
            assert_eq!(sorted(phase.pairs_within(a, everything)), expected);
            assert_eq!(sorted(phase.pairs_within(a, some)), BruteForce.pairs_within(a, some));
            assert_eq!(sorted(phase.pairs_between(a, b, everything)), BruteForce.pairs_between(a, b, everything));
            assert_eq!(sorted(phase.pairs_between(a, b, some)), BruteForce.pairs_between(a, b, some));
        }
    };
    for kind in 0..KINDS {
        for count in [0, 1, 2, 7, 8, 9, 64, 65, 300] {
            let (a, b) = (crowd(&mut random, kind, count), crowd(&mut random, kind, count));
            compare(&a, &b);
            compare(&a, &b[..count / 3]);
            compare(&with_giants(a), &with_giants(b));
        }
    }
    // Enough boxes for several parallel tasks and several tree levels.
    let (a, b) = (crowd(&mut random, 0, 3_000), crowd(&mut random, 3, 2_000));
    compare(&a, &b);
    assert!(found > 100_000, "only {found} pairs test anything");
}

/// Checks that the list of pairs, with its order, is the same for one, two and four threads.
pub fn threads_change_nothing<B: BroadPhase>(phase: impl Fn() -> B + Sync) {
    let mut random = Random::new(11);
    let (a, b) = (crowd(&mut random, 4, 5_000), crowd(&mut random, 4, 4_000));
    let lists = [1, 2, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| (phase().pairs_within(&a, |_, _| true), phase().pairs_between(&a, &b, |_, _| true)))
    });
    assert!(lists[0].0.len() > 1_000 && lists[0].1.len() > 1_000);
    assert!(lists[0] == lists[1] && lists[0] == lists[2]);
}
