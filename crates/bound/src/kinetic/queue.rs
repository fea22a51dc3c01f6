//! The event queue: when which side of which box has to be looked at again.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Lower x, y, z, then upper x, y, z.
pub(super) const SIDES: usize = 6;

/// "Look at this side of this node not after this time."
#[derive(Clone, Copy, Debug)]
struct Event {
    time: f64,
    node: u32,
    side: u8,
    version: u32,
}

impl Ord for Event {
    /// Greatest is what comes first: the earliest; at the same time the lowest in the tree, then by side.
    fn cmp(&self, other: &Self) -> Ordering {
        let earlier = other.time.total_cmp(&self.time);
        earlier.then(self.node.cmp(&other.node)).then(other.side.cmp(&self.side)).then(self.version.cmp(&other.version))
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
    versions: Vec<[u32; SIDES]>,
}

impl Queue {
    pub(super) fn new(nodes: usize) -> Self {
        Self { events: BinaryHeap::new(), versions: vec![[0; SIDES]; nodes] }
    }

    /// Replaces the event of a side; an infinite time means none.
    pub(super) fn schedule(&mut self, node: u32, side: usize, time: f64) {
        let version = &mut self.versions[node as usize][side];
        *version = version.wrapping_add(1);
        if time < f64::INFINITY {
            self.events.push(Event { time, node, side: side as u8, version: *version });
        }
        // Events that do not count any more would pile up under frequent changes of plan.
        if self.events.len() > 2 * SIDES * self.versions.len() {
            let versions = &self.versions;
            self.events.retain(|event| counts(versions, event));
        }
    }

    /// The time of the first event.
    pub(super) fn first(&mut self) -> Option<f64> {
        while let Some(event) = self.events.peek() {
            if counts(&self.versions, event) {
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
            if counts(&self.versions, &event) {
                return Some((event.node, event.side as usize));
            }
        }
        None
    }
}

fn counts(versions: &[[u32; SIDES]], event: &Event) -> bool {
    versions[event.node as usize][event.side as usize] == event.version
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
        assert!(queue.events.len() <= 2 * SIDES * 3);
        assert_eq!(queue.due(f64::MAX), Some((1, 2)), "of the last three events, that of 99,997");
    }
}
