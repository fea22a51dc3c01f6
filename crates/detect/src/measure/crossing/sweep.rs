//! Which faces of two bodies have boxes that overlap, frame after frame.
//!
//! **Question.** Which boxes of one list overlap which boxes of another one, when the boxes of the second have moved a
//! little since the last frame?
//!
//! **Idea.** Sweep and prune. Both lists are in order of the lower ends of their boxes along x. A box is compared with
//! those boxes of the other list that begin within it. The order of the second list is kept from frame to frame: it is
//! nearly right, so that sorting by insertion costs little. The first list is at rest in its own frame and is sorted
//! once.
//!
//! **Guarantee.** Every pair of boxes that overlap is listed, once.
//!
//! **Cost.** Linear in the number of boxes and of pairs that overlap along x, as long as the order hardly changes.
//!
//! **Source.** J. D. Cohen et al., *I-COLLIDE*, 1995; Krishnan et al. 1998, section 5.

use tangency_bound::{Aabb, BoundingVolume};

/// The order of the boxes of the second body.
#[derive(Clone, Debug, Default)]
pub(super) struct FaceSweep {
    order: Vec<usize>,
}

/// The order of boxes along x.
pub(super) fn ordered(boxes: &[Aabb]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&one, &other| boxes[one].lower().x.total_cmp(&boxes[other].lower().x));
    order
}

impl FaceSweep {
    /// The pairs of boxes that overlap, in order of their indices. `order`: that of the first list. `moved`: the second list, all boxes at their
    /// new places.
    pub(super) fn pairs(&mut self, boxes: &[Aabb], order: &[usize], moved: &[Aabb]) -> Vec<[usize; 2]> {
        self.sort(moved);
        let (mut pairs, mut i, mut j) = (Vec::new(), 0, 0);
        while let (Some(&one), Some(&other)) = (order.get(i), self.order.get(j)) {
            if boxes[one].lower().x <= moved[other].lower().x {
                let end = boxes[one].upper().x;
                let begun = self.order[j..].iter().take_while(|&&next| moved[next].lower().x <= end);
                pairs.extend(begun.filter(|&&next| !boxes[one].disjoint(&moved[next])).map(|&next| [one, next]));
                i += 1;
            } else {
                let end = moved[other].upper().x;
                let begun = order[i..].iter().take_while(|&&next| boxes[next].lower().x <= end);
                pairs.extend(begun.filter(|&&next| !boxes[next].disjoint(&moved[other])).map(|&next| [next, other]));
                j += 1;
            }
        }
        pairs.sort_unstable();
        pairs
    }

    /// Puts the boxes in order, by insertion from their last order.
    fn sort(&mut self, moved: &[Aabb]) {
        if self.order.len() != moved.len() {
            self.order = ordered(moved);
            return;
        }
        for place in 1..self.order.len() {
            let mut at = place;
            while at > 0 && moved[self.order[at - 1]].lower().x > moved[self.order[at]].lower().x {
                self.order.swap(at - 1, at);
                at -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};
    use tangency_interval::laws::Random;

    /// Boxes that drift and sometimes jump: the pairs are those of comparing each with each.
    #[test]
    fn no_pair_of_boxes_is_lost_or_listed_twice() {
        let mut random = Random::new(31);
        let mut place = |reach: f64| {
            dvec3(random.between(-reach, reach), random.between(-reach, reach), random.between(-reach, reach))
        };
        // Corners on a coarse grid, so that many ends are equal.
        let rounded = |point: DVec3| (8.0 * point).round() / 8.0;
        let make = |centre: DVec3, half: DVec3| {
            Aabb::around([rounded(centre - half), rounded(centre + half)]).expect("two points")
        };
        let sizes: Vec<DVec3> = (0..60).map(|_| place(0.3).abs()).collect();
        let boxes: Vec<Aabb> = sizes[..25].iter().map(|&half| make(place(1.0), half)).collect();
        let mut centres: Vec<DVec3> = sizes[25..].iter().map(|_| place(1.0)).collect();
        let order = ordered(&boxes);
        let (mut sweep, mut found) = (FaceSweep::default(), 0);
        for frame in 0..60 {
            let jump = if frame % 20 == 19 { 1.0 } else { 0.05 };
            centres.iter_mut().for_each(|centre| *centre += place(jump));
            let moved: Vec<Aabb> =
                centres.iter().zip(&sizes[25..]).map(|(&centre, &half)| make(centre, half)).collect();
            let pairs = sweep.pairs(&boxes, &order, &moved);
            let each: Vec<[usize; 2]> = (0..boxes.len())
                .flat_map(|i| (0..moved.len()).map(move |j| [i, j]))
                .filter(|&[i, j]| !boxes[i].disjoint(&moved[j]))
                .collect();
            assert_eq!(pairs, each, "frame {frame}");
            found += pairs.len();
        }
        assert!(found > 1_000, "{found}");
    }
}
