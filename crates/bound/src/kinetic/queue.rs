//! The event queue: when which side of which box has to be looked at again.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Lower x, y, z, then upper x, y, z.
pub(super) const SIDES: usize = 6;

/// How many events that do not count any more are left in any case, so that small queues are not swept all the time.
const SPARE: usize = 64;

/// "Look at this side of this node not after this time." The side is `slot % SIDES`, the node `slot / SIDES`.
#[derive(Clone, Copy, Debug)]
struct Event {
    time: f64,
    slot: u32,
    version: u32,
}

impl Ord for Event {
    /// Greatest is what comes first: the earliest; at the same time the lowest in the tree.
    fn cmp(&self, other: &Self) -> Ordering {
        other.time.total_cmp(&self.time).then(self.slot.cmp(&other.slot)).then(self.version.cmp(&other.version))
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Event {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Event {}

/// A heap in which each side of each node has at most one event that counts: the one with its latest version.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    events: BinaryHeap<Event>,
    sides: Vec<Side>,
    /// How many events count.
    counting: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Side {
    version: u32,
    waits: bool,
}

impl Queue {
    pub(super) fn new(nodes: usize) -> Self {
        Self { events: BinaryHeap::new(), sides: vec![Side::default(); SIDES * nodes], counting: 0 }
    }

    /// Replaces the event of a side; an infinite time means none.
    pub(super) fn schedule(&mut self, node: u32, side: usize, time: f64) {
        let slot = node * SIDES as u32 + side as u32;
        let side = &mut self.sides[slot as usize];
        self.counting -= usize::from(side.waits);
        *side = Side { version: side.version.wrapping_add(1), waits: time < f64::INFINITY };
        if side.waits {
            self.counting += 1;
            self.events.push(Event { time, slot, version: side.version });
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
                self.sides[event.slot as usize].waits = false;
                self.counting -= 1;
                let slot = event.slot as usize;
                return Some(((slot / SIDES) as u32, slot % SIDES));
            }
        }
        None
    }
}

fn counts(sides: &[Side], event: &Event) -> bool {
    let side = sides[event.slot as usize];
    side.waits && side.version == event.version
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_event_of_a_side_counts() {
        let mut queue = Queue::new(2);
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
        let mut queue = Queue::new(3);
        for round in 0..100_000 {
            queue.schedule(round % 3, 2, f64::from(round));
        }
        assert!(queue.events.len() <= 2 * 3 + SPARE);
        assert_eq!(queue.due(f64::MAX), Some((1, 2)), "of the last three events, that of 99,997");
    }
}
