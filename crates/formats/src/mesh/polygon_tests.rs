//! Oracle: the winding number of the ring around a point, by counting crossings of a ray. It is compared with the
//! number of triangles that contain the point. Areas are known in closed form. The sampled points never lie on an edge.

use super::*;
use tangency_interval::laws::Random;

fn cut_flat(ring: &[[f64; 2]]) -> (Vec<[u32; 3]>, PolygonCut) {
    let vertices: Vec<DVec3> = ring.iter().map(|&[x, y]| DVec3::new(x, y, 0.25)).collect();
    let corners: Vec<u32> = (0..ring.len() as u32).collect();
    let mut triangles = Vec::new();
    let cut = cut(&vertices, &corners, &mut triangles);
    (triangles, cut)
}

fn side([ax, ay]: [f64; 2], [bx, by]: [f64; 2], [px, py]: [f64; 2]) -> f64 {
    (bx - ax) * (py - ay) - (by - ay) * (px - ax)
}

fn winding(ring: &[[f64; 2]], point: [f64; 2]) -> i32 {
    let mut turns = 0;
    for (index, &a) in ring.iter().enumerate() {
        let b = ring[(index + 1) % ring.len()];
        if a[1] <= point[1] && b[1] > point[1] && side(a, b, point) > 0.0 {
            turns += 1;
        } else if a[1] > point[1] && b[1] <= point[1] && side(a, b, point) < 0.0 {
            turns -= 1;
        }
    }
    turns
}

fn covered(ring: &[[f64; 2]], triangles: &[[u32; 3]], point: [f64; 2]) -> usize {
    let inside = |triangle: &&[u32; 3]| winding(&triangle.map(|corner| ring[corner as usize]), point) != 0;
    triangles.iter().filter(inside).count()
}

#[test]
fn a_triangle_stays_as_it_is() {
    let (triangles, cut) = cut_flat(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(triangles, [[0, 1, 2]]);
    assert_eq!(cut, PolygonCut { excess: false, uneven: None });
}

#[test]
fn a_convex_ring_is_a_fan() {
    let (triangles, cut) = cut_flat(&[[0.0, 0.0], [2.0, 0.0], [3.0, 1.0], [2.0, 2.0], [0.0, 2.0]]);
    assert_eq!(triangles, [[0, 1, 2], [0, 2, 3], [0, 3, 4]]);
    assert!(!cut.excess);
}

#[test]
fn an_arrowhead_is_cut_at_its_notch() {
    // The fan around the first corner would cover the notch at (1, 1).
    let (triangles, cut) = cut_flat(&[[0.0, 0.0], [4.0, 0.0], [1.0, 1.0], [0.0, 4.0]]);
    assert!(!cut.excess);
    assert!(triangles.iter().all(|triangle| triangle.contains(&0) && triangle.contains(&2)), "{triangles:?}");
    let reversed = cut_flat(&[[0.0, 4.0], [1.0, 1.0], [4.0, 0.0], [0.0, 0.0]]).0;
    assert!(reversed.iter().all(|triangle| triangle.contains(&1) && triangle.contains(&3)), "{reversed:?}");
}

#[test]
fn a_keyhole_around_a_hole_leaves_the_hole_open() {
    let ring = [
        [0.0, 0.0],
        [6.0, 0.0],
        [6.0, 6.0],
        [0.0, 6.0],
        [0.0, 0.0],
        [2.0, 2.0],
        [2.0, 4.0],
        [4.0, 4.0],
        [4.0, 2.0],
        [2.0, 2.0],
    ];
    let (triangles, cut) = cut_flat(&ring);
    assert!(!cut.excess);
    assert_eq!(covered(&ring, &triangles, [3.1, 3.2]), 0, "the hole");
    assert_eq!(covered(&ring, &triangles, [1.1, 5.3]), 1, "the material");
}

#[test]
fn a_bow_tie_is_covered_and_reported() {
    let ring = [[0.0, 0.0], [4.0, 4.0], [4.0, 0.0], [0.0, 4.0]];
    let (triangles, cut) = cut_flat(&ring);
    assert_eq!(triangles.len(), 2);
    assert!(cut.excess);
    assert!(covered(&ring, &triangles, [0.5, 2.1]) > 0 && covered(&ring, &triangles, [3.5, 2.1]) > 0);
}

#[test]
fn a_large_comb_is_cut_exactly_and_a_larger_one_is_a_fan() {
    let comb = |teeth: usize| {
        let mut ring = vec![[2.0 * teeth as f64, -1.0], [2.0 * teeth as f64, 0.0]];
        for tooth in (0..teeth).rev() {
            ring.extend([[2.0 * tooth as f64 + 1.0, 1.0], [2.0 * tooth as f64, 0.0]]);
        }
        ring.push([0.0, -1.0]);
        ring
    };
    let ring = comb(400);
    let (triangles, cut) = cut_flat(&ring);
    assert!(!cut.excess);
    let area = |[a, b, c]: &[u32; 3]| side(ring[*a as usize], ring[*b as usize], ring[*c as usize]) / 2.0;
    assert!(triangles.iter().all(|triangle| area(triangle) >= 0.0));
    // 400 teeth of area 1 on a base of 800 x 1.
    assert_eq!(triangles.iter().map(area).sum::<f64>(), 1200.0);
    assert!(cut_flat(&comb(MAXIMUM_EAR_CORNERS)).1.excess);
}

#[test]
fn uneven_rings_are_reported() {
    let vertices = [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.5), DVec3::Y];
    let cut = cut(&vertices, &[0, 1, 2, 3], &mut Vec::new());
    assert!(cut.uneven.is_some_and(|height| (0.1..0.3).contains(&height)), "{cut:?}");
}

/// Random rings on a small lattice, with repeated corners, spikes and crossings. Every point with a non-zero winding
/// number is covered. If no excess is reported, it is covered exactly as often as the ring winds around it.
#[test]
fn every_wound_point_is_covered() {
    let mut random = Random::new(11);
    let (mut wound, mut exact, mut excess) = (0, 0, 0);
    for _ in 0..4000 {
        let count = 4 + random.below(7);
        let ring: Vec<[f64; 2]> = (0..count).map(|_| [random.below(5) as f64, random.below(5) as f64]).collect();
        let (triangles, cut) = cut_flat(&ring);
        assert_eq!(triangles.len(), count - 2);
        for index in 0..16 {
            let point = [f64::from(index % 4) + 0.4375, f64::from(index / 4) + 0.5625];
            let (turns, times) = (winding(&ring, point), covered(&ring, &triangles, point));
            assert!(turns == 0 || times > 0, "{ring:?} around {point:?}");
            assert!(cut.excess || times == turns.unsigned_abs() as usize, "{ring:?} around {point:?}");
            wound += usize::from(turns != 0);
        }
        exact += usize::from(!cut.excess);
        excess += usize::from(cut.excess);
    }
    assert!(wound > 8000 && exact > 400 && excess > 400, "{wound} {exact} {excess}");
}

/// Star-shaped rings around the origin are simple: every point is covered exactly as often as the ring winds around it.
#[test]
fn simple_rings_are_covered_once() {
    let mut random = Random::new(12);
    let (mut inside, mut outside) = (0, 0);
    for round in 0..400 {
        let count = 5 + random.below(20);
        let ring: Vec<[f64; 2]> = (0..count)
            .map(|corner| {
                let angle = std::f64::consts::TAU * corner as f64 / count as f64;
                let radius = random.between(0.2, 1.0) * if round % 2 == 0 { 1.0 } else { 1e-6 };
                [radius * angle.cos(), radius * angle.sin()]
            })
            .collect();
        let (triangles, cut) = cut_flat(&ring);
        assert!(!cut.excess, "{ring:?}");
        for _ in 0..50 {
            let scale = if round % 2 == 0 { 1.0 } else { 1e-6 };
            let point = [random.between(-scale, scale), random.between(-scale, scale)];
            let turns = winding(&ring, point);
            assert_eq!(covered(&ring, &triangles, point), turns.unsigned_abs() as usize);
            inside += usize::from(turns != 0);
            outside += usize::from(turns == 0);
        }
    }
    assert!(inside > 3000 && outside > 3000, "{inside} {outside}");
}
