//! The experiment of the tutorial: a cloth animated by key frames with in-between frames (its plots of updates
//! over triangles and over frames).

use tangency_bound::reference::kinetic::scene::WavingCloth;
use tangency_bound::{BoundingVolume, FittedTree, Tree};

/// Boxes re-examined during four seconds, including construction, all changes of plans at key frames, and boxes
/// within triangles, which a refit does not have.
fn kinetic_boxes(cloth: WavingCloth, frames: u32) -> u64 {
    let mut tree = cloth.tree().unwrap();
    cloth.play(&mut tree, 4, frames, |_| {}).unwrap();
    tree.updates().boxes
}

/// Boxes that a refit recomputes: the inner boxes above the triangles, at every frame.
fn refit_boxes(cloth: WavingCloth, frames: u32) -> u64 {
    4 * u64::from(frames) * (cloth.triangles().len() as u64 - 1)
}

#[test]
fn twenty_times_fewer_updates_than_refit_with_320_frames() {
    for cells in [16, 40] {
        let cloth = WavingCloth { cells };
        let (kinetic, refit) = (kinetic_boxes(cloth, 320), refit_boxes(cloth, 320));
        assert!(20 * kinetic <= refit, "{kinetic} boxes by events, {refit} by refit");
    }
}

/// Theorem 2 of the chapter: the number of events does not grow with the number of frames, unlike that of a
/// refit.
#[test]
fn updates_do_not_grow_with_the_frames() {
    let cloth = WavingCloth { cells: 16 };
    let [few, many, most] = [80, 1_280, 20_480].map(|frames| kinetic_boxes(cloth, frames));
    assert!(few <= many && many <= most);
    assert!(most < 2 * few, "{few} boxes with 80 frames a second, {most} with 20,480");
}

/// The kinetic tree has the same boxes of triangles and the same pairs as a refit.
#[test]
fn the_cloth_has_the_pairs_of_a_refit() {
    let cloth = WavingCloth { cells: 12 };
    let mut tree = cloth.tree().unwrap();
    let triangles = cloth.triangles();
    let mut frames = 0;
    cloth
        .play(&mut tree, 3, 10, |tree| {
            let volume = |item: usize| {
                let corners = triangles[item].map(|point| tree.plan(point as usize).unwrap().at(tree.now()));
                let corners = corners.map(tangency_bound::Aabb::of);
                corners[0].merged(&corners[1]).merged(&corners[2])
            };
            let centres: Vec<_> = (0..triangles.len()).map(|item| volume(item).centre()).collect();
            let shape = Tree::new(&centres);
            let fitted: FittedTree<'_, _> = shape.fit(volume);
            let [mut expected, mut found] = [Vec::new(), Vec::new()];
            fitted.pairs_within(&mut |a, b| expected.push((a, b)));
            tree.pairs_within(&mut |a, b| found.push((a, b)));
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected);
            assert!(found.len() > triangles.len(), "neighbours touch");
            frames += 1;
        })
        .unwrap();
    assert_eq!(frames, 30);
}
