//! Parts of patches beside samples of the patches.

use super::*;
use crate::spline::make;
use tangency_interval::laws::Random;

/// Random points of random parts are within the reach and the box of the part, at every share of the motion, for
/// rational patches that move. Their reach is not much larger than that of the samples.
#[test]
fn parts_are_in_the_hulls_of_their_nets() {
    let mut random = Random::new(11);
    let ring = make::torus(2.0, 0.5, 3).expect("a torus");
    let unit = [Interval::between(0.0, 1.0); 2];
    let mut tight = 0;
    for patch in ring.iter().take(4) {
        let moved = patch.control_points().iter().map(|point| dvec3(point.y, 2.0 * point.z, 9.0 - point.x)).collect();
        let end = BezierPatch::rational(patch.degree(), moved, patch.weights().to_vec()).expect("a patch");
        let moving = patch.moving_to(&end, -1.0, 3.0).expect("a moving patch");
        let mut tree = NetTree::new(&[(&moving, unit)]).expect("a tree");
        assert_eq!(tree.span(), Some([-1.0, 3.0]));
        for _ in 0..60 {
            let mut node = NetTree::ROOT;
            for _ in 0..random.below(9) {
                node = tree.halves(node).expect("not too small")[random.below(2)];
            }
            let (face, [u, v]) = tree.cell(node).expect("one face");
            assert_eq!(face, 0);
            let mut vector = || dvec3(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
            let direction = vector().normalize_or(DVec3::X);
            let share = random.unit();
            let mut reaches = [0.0; 64];
            let part = tree.node(node);
            part.write_reaches(direction, share, &mut reaches);
            let most = reaches[..part.count()].iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let around = part.bounding_box(Interval::between(0.5 * share, share));
            let mut seen = f64::NEG_INFINITY;
            for _ in 0..40 {
                let [u, v] = [u, v].map(|side| random.between(side.lower(), side.upper()));
                let place = moving.at(u, v, -1.0 + 4.0 * share);
                assert!(direction.dot(place) <= most + part.error(), "{place} {direction}");
                assert!((0..3).all(|axis| around[axis].contains(place[axis])), "{place} {around:?}");
                seen = seen.max(direction.dot(place));
            }
            tight += usize::from(most - seen <= 0.5 * part.extents()[0].max(part.extents()[1]));
        }
    }
    assert!(tight > 200, "{tight}");
}

/// The halves of every part cover it, and the leaves of a body are its faces.
#[test]
fn halves_cover_their_part() {
    let ring = make::torus(2.0, 0.5, 3).expect("a torus");
    let wide = [Interval::between(-1e-12, 1.0), Interval::between(0.0, 1.0 + 3e-15)];
    let patches: Vec<_> = ring.iter().map(|patch| (patch, wide)).collect();
    let mut tree = NetTree::new(&patches).expect("a tree");
    let (mut pending, mut faces) = (vec![(NetTree::ROOT, 0)], Vec::new());
    while let Some((node, depth)) = pending.pop() {
        let halves = tree.halves(node).expect("not too small");
        match tree.cell(node) {
            None => pending.extend(halves.map(|half| (half, depth))),
            Some((face, cell)) => {
                if depth == 0 {
                    assert_eq!(cell, wide);
                    faces.push(face);
                }
                let [low, high] = halves.map(|half| tree.cell(half).expect("one face").1);
                for side in 0..2 {
                    assert_eq!(low[side].hull(high[side]), cell[side]);
                    assert!(low[side] == cell[side] || low[side].upper() >= high[side].lower());
                }
                pending.extend(halves.map(|half| (half, depth + 1)).into_iter().filter(|_| depth < 5));
            }
        }
    }
    faces.sort_unstable();
    assert_eq!(faces, (0..9).collect::<Vec<u32>>());
    assert!(NetTree::new(&[(&ring[0], [Interval::between(-0.1, 1.0); 2])]).is_none(), "far beyond the square");
    assert!(NetTree::new(&[]).is_none());
}
