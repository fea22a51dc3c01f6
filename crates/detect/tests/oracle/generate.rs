//! Random queries with many degenerate cases.

use super::FeaturePair;
use glam::DVec3;
use tangency_interval::laws::Random;

/// A random query: half of them edges, most on a small integer grid, many with planted contacts.
pub(crate) fn pair(random: &mut Random) -> FeaturePair {
    let edges = random.below(2) == 0;
    let (mut start, mut end) = (points(random), points(random));
    match random.below(12) {
        // Unchanged.
        0..=2 => {}
        // Touching at the start, or only at the end.
        3 => start[0] = on_feature(random, edges, &start),
        4 => end[0] = on_feature(random, edges, &end),
        // In one coordinate plane.
        5 => {
            let k = random.below(3);
            for point in start.iter_mut().chain(&mut end) {
                point[k] = 1.0;
            }
        }
        // In a plane that moves and tilts by integers: coplanar at all times.
        6 => {
            let (a, b) = (random.below(3) as f64 - 1.0, random.below(3) as f64 - 1.0);
            for point in start.iter_mut().chain(&mut end) {
                point.z = a * point.x + b * point.y;
            }
        }
        // A double root: the features touch at the middle positions, and move symmetrically about them or along
        // their plane.
        7 => {
            let mut middle = start;
            middle[0] = on_feature(random, edges, &middle);
            let sliding = random.below(2) == 0;
            let along = [start[2] - start[1], start[3] - start[1]];
            for i in 0..4 {
                let step = if sliding { along[random.below(2)] } else { small(random) };
                (start[i], end[i]) = (middle[i] - step, middle[i] + step);
            }
        }
        // At rest, or translated together.
        8 => {
            start[0] = on_feature(random, edges, &start);
            let step = small(random);
            end = start.map(|point| point + step);
        }
        // Without extent.
        9 => {
            let (from, to) = (random.below(4), random.below(4));
            start[from] = start[to];
            end[from] = end[to];
        }
        // All on one line.
        10 => {
            let along = small(random);
            for point in start.iter_mut().chain(&mut end) {
                *point = (random.below(7) as f64 - 3.0) * along;
            }
        }
        // Corner to corner at some instant.
        _ => {
            let (i, step, place) = (1 + random.below(3), small(random), start[0]);
            (start[i], end[i]) = (place - step, place + step);
            let other = small(random);
            (start[0], end[0]) = (place - other, place + other);
        }
    }
    disturb(random, edges, start, end)
}

/// Sometimes moves a coordinate to the next double, or scales and translates everything.
fn disturb(random: &mut Random, edges: bool, mut start: [DVec3; 4], mut end: [DVec3; 4]) -> FeaturePair {
    match random.below(8) {
        0 => {
            let (i, k) = (random.below(4), random.below(3));
            let one = if random.below(2) == 0 { &mut start[i][k] } else { &mut end[i][k] };
            *one = if random.below(2) == 0 { one.next_up() } else { one.next_down() };
        }
        1 => {
            let (scale, offset) =
                (random.between(0.1, 10.0), DVec3::from_array([0; 3].map(|_| random.between(-9.0, 9.0))));
            for point in start.iter_mut().chain(&mut end) {
                *point = scale * *point + offset;
            }
        }
        _ => {}
    }
    FeaturePair { edges, start, end }
}

fn small(random: &mut Random) -> DVec3 {
    DVec3::from_array([0; 3].map(|_| random.below(7) as f64 - 3.0))
}

fn points(random: &mut Random) -> [DVec3; 4] {
    if random.below(8) == 0 {
        return std::array::from_fn(|_| DVec3::from_array([0; 3].map(|_| random.between(-3.0, 3.0))));
    }
    std::array::from_fn(|_| small(random))
}

/// A position of the first point at which the features touch: on the triangle, or such that the two edges
/// intersect.
fn on_feature(random: &mut Random, edges: bool, points: &[DVec3; 4]) -> DVec3 {
    let part = random.below(5) as f64 / 4.0;
    if edges {
        let other = points[2].lerp(points[3], part);
        // The second point stays. The first is its mirror image about the point, or the point itself.
        return if random.below(2) == 0 { other } else { 2.0 * other - points[1] };
    }
    let rest = (random.below(5) as f64 / 4.0).min(1.0 - part);
    points[1] + part * (points[2] - points[1]) + rest * (points[3] - points[1])
}

/// A feature that crosses another slowly, with the origin far away. All coordinates have ordinary size and full
/// precision, all displacements are tiny, so that double arithmetic leaves a wide bracket of the time.
pub(crate) fn slow(random: &mut Random) -> FeaturePair {
    let edges = random.below(2) == 0;
    let mut place = |size: f64| DVec3::from_array([0, 1, 2].map(|_| random.between(-size, size)));
    let (origin, step) = (place(1.0), place(1e-6));
    let mut middle = [0; 4].map(|_| origin + place(0.01));
    let weights = [random.between(-0.1, 0.7), random.between(-0.1, 0.7)];
    middle[0] = if edges {
        // The other end mirrors it about a point of the second edge.
        2.0 * middle[2].lerp(middle[3], weights[0]) - middle[1]
    } else {
        middle[1] + weights[0] * (middle[2] - middle[1]) + weights[1] * (middle[3] - middle[1])
    };
    let moves = |point: usize| if point < if edges { 2 } else { 1 } { step } else { DVec3::ZERO };
    let share = random.between(0.1, 0.9);
    let [start, end] = [-share, 1.0 - share].map(|time| std::array::from_fn(|i| middle[i] + time * moves(i)));
    FeaturePair { edges, start, end }
}

/// Features that are parallel to an axis up to a few units in the last place. Conditions change sign at instants
/// that differ by less than doubles can resolve.
pub(crate) fn nearly_parallel(random: &mut Random) -> FeaturePair {
    let edges = random.below(2) == 0;
    let mut noise = || DVec3::from_array([0, 1, 2].map(|_| (random.below(7) as f64 - 3.0) * 2.0_f64.powi(-53)));
    let mut at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z) + noise();
    let start = if edges {
        [at(1.0, 0.6, 0.0), at(1.0, 0.6, 1.0), at(1.0, 0.5, 0.0), at(1.0, 0.5, 1.0)]
    } else {
        [at(1.0, 0.5, 0.0), at(1.0, 0.6, 1.0), at(0.0, 0.6, 0.0), at(1.0, 0.6, 0.0)]
    };
    let fall = DVec3::new(0.0, -0.3, 0.0);
    let falls = |point: usize| if edges { point < 2 } else { point > 0 };
    let end = std::array::from_fn(|i| if falls(i) { start[i] + fall + noise() } else { start[i] });
    FeaturePair { edges, start, end }
}
