//! The event queue: when to re-examine which side of which box.

use crate::tolerance::STALE_EVENTS;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tangency_interval::Earliest;

/// The sides of a box: lower x, y, z, then upper x, y, z.
pub(super) const SIDES: usize = 6;

/// An event: re-examine a side at this time at the latest. The side is `slot % SIDES`, its node `slot / SIDES`.
/// Events at the same time come by decreasing slot, so deeper nodes come first.
type SideEvent = Earliest<Reverse<(u32, u32)>, ()>;

/// The event of a side, with the version of its schedule.
fn event(time: f64, slot: u32, version: u32) -> SideEvent {
    SideEvent { time, place: Reverse((slot, version)), item: () }
}

/// A heap in which each side of each node has at most one valid event: the one with its latest version.
#[derive(Clone, Debug)]
pub(super) struct EventQueue {
    events: BinaryHeap<SideEvent>,
    sides: Vec<SideState>,
    /// Number of valid events.
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

    /// Replaces the event of a side. An infinite time means no event.
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

    /// Purges stale events once they outnumber the valid ones, because changed plans would accumulate them.
    fn forget(&mut self) {
        if self.events.len() > 2 * self.counting + STALE_EVENTS {
            let sides = &self.sides;
            self.events.retain(|event| counts(sides, event));
        }
    }

    /// The time of the first valid event.
    pub(super) fn first(&mut self) -> Option<f64> {
        while let Some(event) = self.events.peek() {
            if counts(&self.sides, event) {
                return Some(event.time);
            }
            self.events.pop();
        }
        None
    }

    /// Removes and returns the first valid event, if it is due.
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
        assert!(queue.events.len() <= 2 * 3 + STALE_EVENTS);
        assert_eq!(queue.due(f64::MAX), Some((1, 2)), "of the last three events, that of 99,997");
    }
}
