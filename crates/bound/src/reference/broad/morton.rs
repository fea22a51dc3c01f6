//! The Morton order of boxes: neighbours in the list are neighbours in space.
//!
//! **Idea.** Quantise the coordinates of a centre and interleave their bits. The resulting code is the position
//! on a space-filling curve. A radix sort by this code takes linear time.
//!
//! **Source.** Morton 1966; Lauterbach et al. 2009, *Fast BVH construction on GPUs*, for hierarchies built from
//! it.

use crate::Aabb;
use glam::DVec3;

/// Bits for each coordinate. A cell is 1/65,536 of the extent of the scene.
const BITS: u32 = 16;

/// Bits of a digit of the radix sort: four passes over 48 bits.
const DIGIT: u32 = 12;

/// The boxes in Morton order. Boxes with equal codes keep their order.
pub(super) fn order(boxes: &[Aabb]) -> Vec<u32> {
    let Some(all) = Aabb::around(boxes.iter().map(Aabb::centre).filter(|centre| centre.is_finite())) else {
        return (0..boxes.len() as u32).collect();
    };
    let most = f64::from((1_u32 << BITS) - 1);
    // A flat scene has zero extent along an axis. Its coordinates there become NaN, and all boxes get the same cell.
    let scale = DVec3::splat(most) / (all.upper() - all.lower());
    let mut keys: Vec<(u64, u32)> = Vec::with_capacity(boxes.len());
    for (item, one) in boxes.iter().enumerate() {
        let place = (one.centre() - all.lower()) * scale;
        let code = [place.x, place.y, place.z].map(|coordinate| spread(coordinate.min(most) as u64));
        keys.push((code[0] | code[1] << 1 | code[2] << 2, item as u32));
    }
    sort(&mut keys);
    keys.into_iter().map(|(_, item)| item).collect()
}

/// Inserts two zeros between neighbouring bits of the lowest 16.
fn spread(bits: u64) -> u64 {
    let mut spread = bits & 0xFFFF;
    spread = (spread | spread << 16) & 0x0000_FF00_00FF;
    spread = (spread | spread << 8) & 0x00F0_0F00_F00F;
    spread = (spread | spread << 4) & 0x0C30_C30C_30C3;
    (spread | spread << 2) & 0x2492_4924_9249
}

/// Radix sort from the lowest digit; stable.
fn sort(keys: &mut Vec<(u64, u32)>) {
    let mut other = vec![(0, 0); keys.len()];
    for pass in 0..3 * BITS / DIGIT {
        let digit = |key: u64| (key >> (pass * DIGIT)) as usize & ((1 << DIGIT) - 1);
        let mut starts = vec![0_u32; 1 << DIGIT];
        for &(key, _) in keys.iter() {
            starts[digit(key)] += 1;
        }
        let mut total = 0;
        for start in &mut starts {
            total += std::mem::replace(start, total);
        }
        for &entry in keys.iter() {
            let place = &mut starts[digit(entry.0)];
            other[*place as usize] = entry;
            *place += 1;
        }
        std::mem::swap(keys, &mut other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tangency_interval::laws::Random;

    #[test]
    fn bits_are_interleaved() {
        for bit in 0..BITS {
            assert_eq!(spread(1 << bit), 1 << (3 * bit));
        }
        assert_eq!(spread(0xFFFF).count_ones(), BITS);
    }

    #[test]
    fn digits_sort_as_comparison_does() {
        let mut random = Random::new(8);
        let mut keys: Vec<(u64, u32)> =
            (0..5_000).map(|item| ((random.bits() >> 16) & if item % 2 == 0 { u64::MAX } else { 7 }, item)).collect();
        let mut expected = keys.clone();
        expected.sort();
        sort(&mut keys);
        assert_eq!(keys, expected);
    }

    #[test]
    fn every_box_is_listed_once_whatever_its_size() {
        let mut random = Random::new(9);
        let point = |random: &mut Random| DVec3::from_array([0; 3].map(|_| random.number()));
        let mut boxes: Vec<Aabb> =
            (0..500).filter_map(|_| Aabb::around([point(&mut random), point(&mut random)])).collect();
        boxes.extend(Aabb::around([DVec3::splat(f64::NEG_INFINITY), DVec3::INFINITY]));
        let mut listed = order(&boxes);
        listed.sort_unstable();
        assert_eq!(listed, (0..boxes.len() as u32).collect::<Vec<_>>());
    }
}
