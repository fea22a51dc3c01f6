//! The laws of bounding volumes and of broad phases, as macros. One line enrols an implementation.

mod broad;

pub use broad::{finds_what_brute_force_finds, threads_change_nothing};

use crate::{BoundingVolume, FittedTree, Tree};
use glam::DVec3;
use tangency_interval::laws::Random;

/// Enrols a volume: `volume_laws!(name, |points: &[DVec3]| -> V)`, where the closure builds the volume of some
/// points.
///
/// Checks that two clouds with a common point are never `disjoint`, that `disjoint` is symmetric, that whatever
/// is disjoint from a merged volume is disjoint from its parts, and that a tree of such volumes finds every
/// pair that brute force finds.
#[macro_export]
macro_rules! volume_laws {
    ($name:ident, $build:expr) => {
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            #[test]
            fn never_discards_a_common_point() {
                $crate::laws::never_discards_a_common_point($build);
            }

            #[test]
            fn merged_holds_its_parts() {
                $crate::laws::merged_holds_its_parts($build);
            }

            #[test]
            fn tree_loses_no_pair() {
                $crate::laws::tree_loses_no_pair($build);
            }
        }
    };
}

/// A few points near `centre`. Half of the clouds lie on a coarse grid, so that faces, edges and corners
/// coincide.
fn cloud(random: &mut Random, centre: DVec3, size: f64) -> Vec<DVec3> {
    let snap = random.below(2) == 0;
    let mut coordinate = |centre: f64| {
        let value = centre + size * random.between(-1.0, 1.0);
        if snap { value.round() } else { value }
    };
    (0..4).map(|_| DVec3::new(coordinate(centre.x), coordinate(centre.y), coordinate(centre.z))).collect()
}

/// Checks that two clouds with a common point are never proved disjoint, and that `disjoint` is symmetric.
pub fn never_discards_a_common_point<V: BoundingVolume>(build: impl Fn(&[DVec3]) -> V) {
    let mut random = Random::new(1);
    let mut disjoint = 0;
    for _ in 0..4_000 {
        let mut a = cloud(&mut random, DVec3::ZERO, 2.0);
        let b = cloud(&mut random, DVec3::new(2.5, 0.0, 0.0), 2.0);
        let (volume_a, volume_b) = (build(&a), build(&b));
        assert_eq!(volume_a.disjoint(&volume_b), volume_b.disjoint(&volume_a));
        disjoint += u32::from(volume_a.disjoint(&volume_b));
        a.push(b[random.below(b.len())]);
        assert!(!build(&a).disjoint(&volume_b), "a common point was discarded: {a:?} {b:?}");
    }
    assert!((200..3_600).contains(&disjoint), "only the {disjoint} disjoint pairs of 4000 test anything");
}

/// Checks that a volume disjoint from a merged volume is disjoint from both parts.
pub fn merged_holds_its_parts<V: BoundingVolume>(build: impl Fn(&[DVec3]) -> V) {
    let mut random = Random::new(2);
    let mut disjoint = 0;
    for _ in 0..4_000 {
        let [a, b, c] = [-1.0, 1.0, 4.0].map(|x| build(&cloud(&mut random, DVec3::new(x, 0.0, 0.0), 2.0)));
        if a.merged(&b).disjoint(&c) {
            disjoint += 1;
            assert!(a.disjoint(&c) && b.disjoint(&c));
        }
    }
    assert!(disjoint > 200, "only {disjoint} of 4000 cases test anything");
}

/// Checks that a tree finds exactly the pairs that are not disjoint one by one.
pub fn tree_loses_no_pair<V: BoundingVolume>(build: impl Fn(&[DVec3]) -> V) {
    let mut random = Random::new(3);
    for count in [1, 2, 3, 7, 60] {
        let mut crowd = |offset: f64| {
            let centres: Vec<DVec3> =
                (0..count).map(|_| DVec3::from_array([0; 3].map(|_| random.between(-6.0, 6.0) + offset))).collect();
            let volumes: Vec<V> = centres.iter().map(|&centre| build(&cloud(&mut random, centre, 1.0))).collect();
            (Tree::new(&centres), volumes)
        };
        let ((tree_a, volumes_a), (tree_b, volumes_b)) = (crowd(0.0), crowd(1.0));
        let fitted_a = tree_a.fit(|item| volumes_a[item].clone());
        let fitted_b = tree_b.fit(|item| volumes_b[item].clone());
        let everything = |i: usize, j: usize| !volumes_a[i].disjoint(&volumes_b[j]);
        let expected: Vec<_> =
            (0..count).flat_map(|i| (0..count).map(move |j| (i, j))).filter(|&(i, j)| everything(i, j)).collect();
        assert_eq!(sorted(|visit| FittedTree::pairs(&fitted_a, &fitted_b, visit)), expected);
        let itself = |i: usize, j: usize| !volumes_a[i].disjoint(&volumes_a[j]);
        let expected: Vec<_> =
            (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j))).filter(|&(i, j)| itself(i, j)).collect();
        assert_eq!(sorted(|visit| fitted_a.pairs_within(visit)), expected);
        let mut refitted = tree_a.fit(|item| volumes_b[item].clone());
        refitted.refit(|item| volumes_a[item].clone());
        assert_eq!(sorted(|visit| refitted.pairs_within(visit)), expected);
        in_order_is_in_order(&fitted_a, &fitted_b);
    }
}

/// Checks that the ordered search visits the same pairs, and none beyond the horizon.
fn in_order_is_in_order<V: BoundingVolume>(a: &FittedTree<'_, V>, b: &FittedTree<'_, V>) {
    // All volumes that meet have the same key, so only the set of visited pairs can differ.
    let order = |a: &V, b: &V| (!a.disjoint(b)).then_some(0.5);
    let all = sorted(|visit| FittedTree::pairs(a, b, visit));
    assert_eq!(
        all,
        sorted(|visit| FittedTree::pairs_in_order(a, b, &order, &mut |_, i, j| {
            visit(i, j);
            1.0
        }))
    );
    let all = sorted(|visit| a.pairs_within(visit));
    assert_eq!(
        all,
        sorted(|visit| a.pairs_within_in_order(&order, &mut |_, i, j| {
            visit(i, j);
            1.0
        }))
    );
    let cut = sorted(|visit| {
        a.pairs_within_in_order(&order, &mut |_, i, j| {
            visit(i, j);
            0.0
        });
    });
    assert_eq!(cut.len(), all.len().min(1), "nothing past the horizon");
}

fn sorted(search: impl FnOnce(&mut dyn FnMut(usize, usize))) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    search(&mut |a, b| found.push((a, b)));
    found.sort_unstable();
    found
}
