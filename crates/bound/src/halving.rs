//! An order of boxes by recursive halving of space.
//!
//! **Idea.** The centres are split at the median along the longest side of their bounding box, recursively. The
//! split positions are multiples of whole blocks of the packed tree on every level. The blocks then lie side by
//! side and are tighter than runs along a space-filling curve. The order takes a logarithmic factor longer to
//! compute than the Morton order, which pays if it is kept for many steps.

use crate::packed::WIDTH;
use glam::DVec3;

/// Indices of the boxes with these centres, ordered so that neighbours in space are close in the list.
pub(crate) fn order(centres: impl Iterator<Item = DVec3>) -> Vec<u32> {
    let mut centres: Vec<(DVec3, u32)> = centres.zip(0..).collect();
    halve(&mut centres);
    centres.into_iter().map(|(_, item)| item).collect()
}

fn halve(centres: &mut [(DVec3, u32)]) {
    if centres.len() <= WIDTH {
        return;
    }
    let start = centres[0].0;
    let (lower, upper) =
        centres.iter().fold((start, start), |(lower, upper), (centre, _)| (lower.min(*centre), upper.max(*centre)));
    let axis = (upper - lower).max_position();
    // The largest block size below the one that contains all centres.
    let mut block = WIDTH;
    while block * WIDTH < centres.len() {
        block *= WIDTH;
    }
    let half = centres.len().div_ceil(block).div_ceil(2) * block;
    centres.select_nth_unstable_by(half, |(a, first), (b, second)| a[axis].total_cmp(&b[axis]).then(first.cmp(second)));
    let (left, right) = centres.split_at_mut(half);
    halve(left);
    halve(right);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Aabb;
    use tangency_interval::laws::Random;

    #[test]
    fn blocks_are_side_by_side() {
        let mut random = Random::new(17);
        let mut line: Vec<f64> = (0..1_000).map(|_| random.unit()).collect();
        let boxes: Vec<Aabb> = line.iter().filter_map(|&x| Aabb::around([DVec3::splat(x)])).collect();
        let listed: Vec<f64> =
            order(boxes.iter().map(Aabb::centre)).into_iter().map(|item| line[item as usize]).collect();
        line.sort_by(f64::total_cmp);
        for (block, expected) in listed.chunks(WIDTH).zip(line.chunks(WIDTH)) {
            let mut block = block.to_vec();
            block.sort_by(f64::total_cmp);
            assert_eq!(block, expected);
        }
    }

    #[test]
    fn every_box_is_listed_once_whatever_its_size() {
        let mut random = Random::new(9);
        for count in [0, 1, 8, 9, 63, 64, 65, 513, 600] {
            let point = |random: &mut Random| DVec3::from_array([0; 3].map(|_| random.number()));
            let mut boxes: Vec<Aabb> =
                (0..count).filter_map(|_| Aabb::around([point(&mut random), point(&mut random)])).collect();
            boxes.extend(Aabb::around([DVec3::splat(f64::NEG_INFINITY), DVec3::INFINITY]));
            let mut listed = order(boxes.iter().map(Aabb::centre));
            listed.sort_unstable();
            assert_eq!(listed, (0..boxes.len() as u32).collect::<Vec<_>>());
        }
    }
}
