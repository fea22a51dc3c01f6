//! The two ways to keep a packed tree: sort anew every step, or keep the order and refit.

use super::packed::Packed;
use super::{BroadPhase, Keep, halving, morton};
use crate::Aabb;

/// A linear hierarchy, sorted along the Morton curve at every step.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    lists: [Packed; 2],
}

impl BroadPhase for Linear {
    fn pairs_within(&mut self, boxes: &[Aabb], keep: impl Keep) -> Vec<[u32; 2]> {
        let list = &mut self.lists[0];
        list.arrange(morton::order(boxes).into());
        list.fit(boxes);
        list.within(boxes, keep)
    }

    fn pairs_between(&mut self, a: &[Aabb], b: &[Aabb], keep: impl Keep) -> Vec<[u32; 2]> {
        for (list, boxes) in self.lists.iter_mut().zip([a, b]) {
            list.arrange(morton::order(boxes).into());
            list.fit(boxes);
        }
        self.lists[0].between(&self.lists[1], [a, b], keep)
    }
}

/// A hierarchy that keeps its order and is only refitted. It is made by halving space when the number of boxes
/// changes; as boxes move away from their neighbours the search slows down, and [`Refit::default`] begins anew.
#[derive(Clone, Debug, Default)]
pub struct Refit {
    lists: [Packed; 2],
}

fn refit(list: &mut Packed, boxes: &[Aabb]) {
    if list.count() != boxes.len() {
        list.arrange(halving::order(boxes.iter().map(Aabb::centre)).into());
    }
    list.fit(boxes);
}

impl BroadPhase for Refit {
    fn pairs_within(&mut self, boxes: &[Aabb], keep: impl Keep) -> Vec<[u32; 2]> {
        refit(&mut self.lists[0], boxes);
        self.lists[0].within(boxes, keep)
    }

    fn pairs_between(&mut self, a: &[Aabb], b: &[Aabb], keep: impl Keep) -> Vec<[u32; 2]> {
        for (list, boxes) in self.lists.iter_mut().zip([a, b]) {
            refit(list, boxes);
        }
        self.lists[0].between(&self.lists[1], [a, b], keep)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::broad_phase_laws!(linear, Linear::default());
    crate::broad_phase_laws!(refit, Refit::default());
}
