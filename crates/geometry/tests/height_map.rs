//! Height maps: corners, triangles, heights between the samples, bounds of blocks, and refusals.
//!
//! References: brute force over all cells, and planes, whose heights between the samples are known exactly.

use glam::{DVec2, DVec3, dvec2, dvec3};
use tangency_geometry::{HeightBlock, HeightMap, HeightMapError};
use tangency_interval::laws::Random;

fn random_map(random: &mut Random, samples: [usize; 2]) -> HeightMap {
    let heights = (0..samples[0] * samples[1]).map(|_| random.between(-2.0, 2.0) as f32).collect();
    HeightMap::new(samples, dvec2(random.between(0.1, 3.0), random.between(0.1, 3.0)), heights).expect("a map")
}

fn all_cells(map: &HeightMap) -> impl Iterator<Item = [usize; 2]> {
    let [columns, rows] = map.cells();
    (0..rows).flat_map(move |row| (0..columns).map(move |column| [column, row]))
}

/// The box of the triangles of a cell.
fn box_of(map: &HeightMap, cell: [usize; 2]) -> [DVec3; 2] {
    let corners = map.triangles_of(cell).into_iter().flatten();
    corners
        .fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[lower, upper], corner| [lower.min(corner), upper.max(corner)])
}

#[test]
fn a_plane_is_met_everywhere() {
    // Multiples of powers of two: every operation is exact.
    let height = |x: f64, y: f64| 0.5 * x - 0.25 * y + 1.0;
    let samples = [9, 6];
    let at = |index: usize, count: usize| index as f64 - 0.5 * (count as f64 - 1.0);
    let heights = (0..6).flat_map(|row| (0..9).map(move |column| height(at(column, 9), at(row, 6)) as f32));
    let map = HeightMap::new(samples, DVec2::ONE, heights.collect()).unwrap();
    for x in -16..=16 {
        for y in -10..=10 {
            let (x, y) = (0.25 * f64::from(x), 0.25 * f64::from(y));
            assert_eq!(map.height_at(x, y), Some(height(x, y)), "at {x}, {y}");
        }
    }
    assert_eq!(map.height_at(4.0f64.next_up(), 0.0), None);
    assert_eq!(map.height_at(0.0, (-2.5_f64).next_up()), Some(height(0.0, (-2.5_f64).next_up())));
    assert_eq!(map.height_at(f64::NAN, 0.0), None);
    assert_eq!(map.bounding_box(), [dvec3(-4.0, -2.5, -1.625), dvec3(4.0, 2.5, 3.625)]);
}

#[test]
fn the_diagonal_goes_from_least_to_greatest() {
    let map = HeightMap::new([2, 2], DVec2::ONE, vec![0.0, 1.0, 3.0, 8.0]).unwrap();
    // On the diagonal the surface is the mean of its ends, on both sides of it the plane of the nearer corner.
    assert_eq!(map.height_at(0.0, 0.0), Some(4.0));
    assert_eq!(map.height_at(0.25, -0.25), Some(0.5 * (0.5 * (0.0 + 8.0) + 1.0)));
    assert_eq!(map.height_at(-0.25, 0.25), Some(0.5 * (0.5 * (0.0 + 8.0) + 3.0)));
    for [a, b, c] in map.triangles_of([0, 0]) {
        assert!((b - a).cross(c - a).z > 0.0);
    }
}

#[test]
fn neighbours_share_their_corners_and_coordinates_increase() {
    let mut random = Random::new(3);
    for samples in [[2, 2], [5, 3], [4_097, 2], [100, 37]] {
        let map = random_map(&mut random, samples);
        for (axis, count) in samples.into_iter().enumerate() {
            let last = count - 1;
            assert!((0..last).all(|index| map.coordinate(axis, index) < map.coordinate(axis, index + 1)));
            assert_eq!(map.coordinate(axis, 0), -map.coordinate(axis, last));
        }
        for [column, row] in all_cells(&map).filter(|cell| cell[0] + 1 < map.cells()[0]) {
            let ([right, _], [_, left]) = (map.triangles_of([column, row]), map.triangles_of([column + 1, row]));
            assert_eq!([right[1], right[2]], [left[0], left[2]]);
        }
    }
}

#[test]
fn cells_are_found_where_they_are() {
    let mut random = Random::new(4);
    for samples in [[2, 2], [7, 30], [301, 2]] {
        let map = random_map(&mut random, samples);
        let [lower, upper] = map.bounding_box();
        for _ in 0..2_000 {
            let [x, y] = [0, 1].map(|axis| match random.below(3) {
                0 => map.coordinate(axis, random.below(samples[axis])),
                _ => random.between(lower[axis], upper[axis]),
            });
            let cell = map.cell_at(x, y).unwrap();
            for (axis, value) in [x, y].into_iter().enumerate() {
                let last = cell[axis] + 1 == map.cells()[axis];
                let end = map.coordinate(axis, cell[axis] + 1);
                assert!(map.coordinate(axis, cell[axis]) <= value && (value < end || last && value == end));
            }
            let [least, greatest] = map.heights_of_cell(cell).map(f64::from);
            let height = map.height_at(x, y).unwrap();
            assert!(least - 1e-12 <= height && height <= greatest + 1e-12);
        }
    }
}

/// Every block holds exactly the heights of its cells, and its parts are its cells.
#[test]
fn blocks_hold_their_cells() {
    let mut random = Random::new(5);
    for samples in [[2, 2], [5, 5], [6, 5], [38, 17], [130, 3]] {
        let map = random_map(&mut random, samples);
        let mut covered = vec![0; map.cells()[0] * map.cells()[1]];
        let mut stack = vec![HeightBlock::root(&map)];
        while let Some(block) = stack.pop() {
            let [from, to] = map.cells_of(block);
            let cells = all_cells(&map).filter(|cell| (0..2).all(|axis| (from[axis]..to[axis]).contains(&cell[axis])));
            let range = cells.fold([f32::INFINITY, f32::NEG_INFINITY], |[least, greatest], cell| {
                let [lower, upper] = map.heights_of_cell(cell);
                [least.min(lower), greatest.max(upper)]
            });
            assert_eq!(map.heights_of(block), range);
            match block.parts() {
                Some(parts) => stack.extend(parts.into_iter().filter(|&part| map.has(part))),
                None => {
                    for row in from[1]..to[1] {
                        (from[0]..to[0]).for_each(|column| covered[row * map.cells()[0] + column] += 1);
                    }
                }
            }
        }
        assert!(covered.iter().all(|&count| count == 1));
    }
}

#[test]
fn cells_that_meet_a_box_are_those_of_brute_force() {
    let mut random = Random::new(6);
    let (mut met, mut asked) = (0, 0);
    for samples in [[2, 2], [40, 23], [9, 9]] {
        let map = random_map(&mut random, samples);
        let [lower, upper] = map.bounding_box();
        for _ in 0..500 {
            let mut ends = [0, 1, 2].map(|axis| {
                let mut end = || match random.below(4) {
                    0 if axis < 2 => map.coordinate(axis, random.below(samples[axis])),
                    _ => random.between(lower[axis] - 0.5, upper[axis] + 0.5),
                };
                [end(), end()]
            });
            ends.iter_mut().for_each(|pair| pair.sort_by(f64::total_cmp));
            let bounds = [0, 1].map(|end| dvec3(ends[0][end], ends[1][end], ends[2][end]));
            let mut found: Vec<_> = map.cells_meeting(bounds).collect();
            found.sort_unstable();
            let meets = |cell: &[usize; 2]| {
                let [least, greatest] = box_of(&map, *cell);
                least.cmple(bounds[1]).all() && bounds[0].cmple(greatest).all()
            };
            let mut expected: Vec<_> = all_cells(&map).filter(meets).collect();
            expected.sort_unstable();
            met += usize::from(!expected.is_empty());
            asked += 1;
            assert_eq!(found, expected);
        }
    }
    assert!((asked / 2..asked).contains(&met), "{met} of {asked} boxes meet a cell");
}

#[test]
fn a_region_is_a_mesh_of_its_triangles() {
    let mut random = Random::new(7);
    let map = random_map(&mut random, [8, 6]);
    let whole = map.mesh([0, 0], map.cells()).unwrap();
    assert_eq!(whole.triangles().len(), map.triangle_count());
    for cell in all_cells(&map) {
        let first = map.triangle_index(cell) as usize;
        assert_eq!([whole.corners(first), whole.corners(first + 1)], map.triangles_of(cell));
    }
    let part = map.mesh([2, 1], [4, 2]).unwrap();
    assert_eq!(part.triangles().len(), 4);
    assert_eq!([part.corners(2), part.corners(3)], map.triangles_of([3, 1]));
    for (from, to) in [([0, 0], [0, 1]), ([0, 0], [8, 1]), ([3, 3], [2, 5])] {
        assert!(matches!(map.mesh(from, to), Err(HeightMapError::Region { .. })));
    }
}

/// Issue 13: at most 6 bytes a cell.
#[test]
fn a_large_map_takes_less_than_six_bytes_a_cell() {
    for side in [513, 1_025] {
        let map = HeightMap::new([side, side], DVec2::ONE, vec![0.0; side * side]).unwrap();
        let bytes = map.bytes() as f64 / ((side - 1) * (side - 1)) as f64;
        assert!((4.0..4.75).contains(&bytes), "{bytes} bytes a cell");
    }
}

#[test]
fn bad_numbers_are_refused() {
    let four = || vec![0.0; 4];
    assert!(matches!(HeightMap::new([1, 4], DVec2::ONE, four()), Err(HeightMapError::TooFew { columns: 1, rows: 4 })));
    assert!(matches!(HeightMap::new([2, 3], DVec2::ONE, four()), Err(HeightMapError::Count { given: 4, .. })));
    assert!(matches!(HeightMap::new([usize::MAX, 2], DVec2::ONE, four()), Err(HeightMapError::TooMany { .. })));
    for size in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(HeightMap::new([2, 2], dvec2(1.0, size), four()), Err(HeightMapError::Length(_))), "{size}");
    }
    for size in [1e-200, 1e200] {
        assert!(matches!(HeightMap::new([2, 2], dvec2(size, 1.0), four()), Err(HeightMapError::Range { .. })));
    }
    for height in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let heights = vec![0.0, 0.0, height, 0.0];
        let error = HeightMap::new([2, 2], DVec2::ONE, heights).unwrap_err();
        assert!(matches!(error, HeightMapError::NotFinite { column: 0, row: 1, .. }));
        assert!(error.to_string().contains("column 0, row 1"), "{error}");
    }
}
