//! The event queue: when which side of which box has to be looked at again.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tangency_interval::Earliest;

/// Lower x, y, z, then upper x, y, z.
pub(super) const SIDES: usize = 6;

/// How many events that do not count any more are left in any case, so that small queues are not swept all the time.
const SPARE: usize = 64;

/// Re-examine a side at this time, at the latest. The side is `slot % SIDES`, its node `slot / SIDES`. Events at the
/// same time come in the order of falling slots: deeper nodes first.
type SideEvent = Earliest<Reverse<(u32, u32)>, ()>;

/// The event of a side, with the version of its schedule.
fn event(time: f64, slot: u32, version: u32) -> SideEvent {
    SideEvent { time, place: Reverse((slot, version)), item: () }
}

/// A heap in which each side of each node has at most one event that counts: the one with its latest version.
#[derive(Clone, Debug)]
pub(super) struct EventQueue {
    events: BinaryHeap<SideEvent>,
    sides: Vec<SideState>,
    /// How many events count.
    counting: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct SideState {
    version: u32,
    waits: bool,
}

impl EventQueue {
    pub(super) fn new(nodes: usize) -> Self {
        Self { events: BinaryHeap::new(), sides: vec![SideState::default(); SIDES * nodes], counting: 0 }
    }

    /// Replaces the event of a side; an infinite time means none.
    pub(super) fn schedule(&mut self, node: u32, side: usize, time: f64) {
        let slot = node * SIDES as u32 + side as u32;
        let side = &mut self.sides[slot as usize];
        self.counting -= usize::from(side.waits);
        *side = SideState { version: side.version.wrapping_add(1), waits: time < f64::INFINITY };
        if side.waits {
            self.counting += 1;
            self.events.push(event(time, slot, side.version));
        }
        self.forget();
    }

    /// Drops events that do not count once they are the greater part: changed plans would pile them up.
    fn forget(&mut self) {
        if self.events.len() > 2 * self.counting + SPARE {
            let sides = &self.sides;
            self.events.retain(|event| counts(sides, event));
        }
    }

    /// The time of the first event.
    pub(super) fn first(&mut self) -> Option<f64> {
        while let Some(event) = self.events.peek() {
            if counts(&self.sides, event) {
                return Some(event.time);
            }
            self.events.pop();
        }
        None
    }

    /// Takes the first event out, if it is due.
    pub(super) fn due(&mut self, now: f64) -> Option<(u32, usize)> {
        while self.events.peek().is_some_and(|event| event.time <= now) {
            let event = self.events.pop()?;
            if counts(&self.sides, &event) {
                let slot = event.place.0.0 as usize;
                self.sides[slot].waits = false;
                self.counting -= 1;
                return Some(((slot / SIDES) as u32, slot % SIDES));
            }
        }
        None
    }
}

fn counts(sides: &[SideState], event: &SideEvent) -> bool {
    let Reverse((slot, version)) = event.place;
    let side = sides[slot as usize];
    side.waits && side.version == version
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_event_of_a_side_counts() {
        let mut queue = EventQueue::new(2);
        queue.schedule(0, 0, 1.0);
        queue.schedule(1, 5, 2.0);
        queue.schedule(0, 0, 3.0);
        assert_eq!(queue.first(), Some(2.0));
        assert_eq!(queue.due(2.5), Some((1, 5)));
        assert_eq!(queue.due(2.5), None);
        queue.schedule(0, 0, f64::INFINITY);
        assert_eq!(queue.first(), None);
    }

    #[test]
    fn what_does_not_count_does_not_pile_up() {
        let mut queue = EventQueue::new(3);
        for round in 0..100_000 {
            queue.schedule(round % 3, 2, f64::from(round));
        }
        assert!(queue.events.len() <= 2 * 3 + SPARE);
        assert_eq!(queue.due(f64::MAX), Some((1, 2)), "of the last three events, that of 99,997");
    }
}
