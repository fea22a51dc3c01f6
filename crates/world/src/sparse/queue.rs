//! The queue of events: at most one for each body.
//!
//! **Question.** Which body has the next event?
//!
//! **Idea.** Time is divided into short slots, as in a calendar. A body's event hangs in the list of its slot. Only
//! the events of the current slot are ordered, in a small heap. Events beyond the last slot wait in one list that
//! is distributed again each time the calendar has been turned over. A rescheduled event leaves its list at once;
//! in the heap it stays behind, and its number tells that it has been replaced.
//!
//! **Guarantee.** Events come in the order of time, and those of the same instant in the order of their bodies,
//! whatever the lengths of the slots. An event scheduled into the past of the queue comes next.
//!
//! **Cost.** Constant for one event, if a slot holds about one. The length of a slot follows the events.
//!
//! **Source.** Dworkin 1994, sections 4.1 and 4.2. Slots: G. Paul, *A complexity O(1) priority queue for event
//! driven molecular dynamics simulations*, 2007.

use crate::tolerance::{EVENTS_PER_SLOT, SLOT_LENGTH_TOLERATED};
use std::collections::BinaryHeap;
use std::hint::black_box;
use tangency_interval::Earliest;

/// The end of a list.
const NONE: u32 = u32::MAX;
/// The slot of an event that waits in the heap.
const IN_HEAP: u32 = u32::MAX - 1;

/// The place of one body's event.
#[derive(Clone, Copy, Debug)]
struct Entry {
    time: f64,
    next: u32,
    previous: u32,
    slot: u32,
    number: u32,
}

/// An event of the current slot, with its number.
type Due = Earliest<u32, u32>;

/// At most one event for each body, in the order of time.
#[derive(Clone, Debug)]
pub(crate) struct EventQueue {
    entries: Vec<Entry>,
    /// First events of the slots; the last list holds what is beyond them.
    firsts: Vec<u32>,
    due: BinaryHeap<Due>,
    /// The instant at which slot 0 of this turn begins, and the length of a slot, s.
    start: f64,
    length: f64,
    /// Slots a second.
    rate: f64,
    /// The slot whose events are in the heap.
    current: usize,
    /// Events delivered in this turn, and events that wait in lists.
    delivered: u64,
    waiting: usize,
    /// The time of the delivered events before the bodies were renumbered, s.
    measured: f64,
}

impl EventQueue {
    /// A queue for this many bodies, none of which has an event.
    pub(crate) fn new(bodies: usize, start: f64) -> Self {
        let entry = Entry { time: f64::INFINITY, next: NONE, previous: NONE, slot: NONE, number: 0 };
        let slots = (2 * bodies).next_power_of_two().clamp(16, 1 << 24);
        Self {
            entries: vec![entry; bodies],
            firsts: vec![NONE; slots + 1],
            due: BinaryHeap::new(),
            start,
            // Everything waits beyond the slots until the first turn measures it.
            length: 0.0,
            rate: 0.0,
            current: slots - 1,
            delivered: 0,
            waiting: 0,
            measured: 0.0,
        }
    }

    fn slots(&self) -> usize {
        self.firsts.len() - 1
    }

    /// Sets the event of a body. It replaces the body's last one. An infinite time removes it.
    #[inline]
    pub(crate) fn schedule(&mut self, body: u32, time: f64) {
        self.unlink(body);
        let slot = self.slot_of(time);
        let entry = &mut self.entries[body as usize];
        entry.time = time;
        entry.number = entry.number.wrapping_add(1);
        if time == f64::INFINITY {
            return;
        }
        if slot <= self.current {
            entry.slot = IN_HEAP;
            let number = entry.number;
            self.due.push(Due { time, place: body, item: number });
        } else {
            self.link(body, slot);
        }
    }

    /// The time of the event of a body; infinite if it has none.
    pub(crate) fn time_of(&self, body: u32) -> f64 {
        let entry = &self.entries[body as usize];
        if entry.slot == NONE { f64::INFINITY } else { entry.time }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        let entries = self.entries.capacity() * size_of::<Entry>();
        entries + self.firsts.capacity() * size_of::<u32>() + self.due.capacity() * size_of::<Due>()
    }

    /// All events: their bodies and times.
    pub(crate) fn events(&self) -> impl Iterator<Item = (u32, f64)> {
        self.entries.iter().zip(0..).filter(|(entry, _)| entry.slot != NONE).map(|(entry, body)| (body, entry.time))
    }

    /// The same events for renumbered bodies: `order` holds the old numbers.
    pub(crate) fn renumbered(&self, order: &[u32]) -> Self {
        let mut queue = Self::new(order.len(), self.start);
        for (body, old) in order.iter().enumerate() {
            let entry = self.entries[*old as usize];
            if entry.slot != NONE {
                queue.schedule(body as u32, entry.time);
            }
        }
        (queue.delivered, queue.measured) = (self.delivered, self.passed());
        queue
    }

    /// The time in which the delivered events came, s.
    fn passed(&self) -> f64 {
        self.measured + self.length * (self.current + 1) as f64
    }

    /// The next event, which is removed: its time and its body.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(f64, u32)> {
        loop {
            while let Some(Due { time, place: body, item: number }) = self.due.pop() {
                let entry = &mut self.entries[body as usize];
                if entry.number == number && entry.slot == IN_HEAP {
                    entry.slot = NONE;
                    self.delivered += 1;
                    return Some((time, body));
                }
            }
            if self.waiting == 0 {
                return None;
            }
            self.turn();
        }
    }

    /// The slot whose events are due.
    #[inline]
    pub(crate) fn current(&self) -> usize {
        self.current
    }

    /// One of the events of a later slot, if there are any: it brings the entry into the cache, and tells its body.
    #[inline]
    pub(crate) fn peek(&self, slot: usize) -> Option<u32> {
        let body = *self.firsts[..self.slots()].get(slot)?;
        let entry = self.entries.get(body as usize)?;
        black_box(entry.number);
        Some(body)
    }

    /// Moves on to the next slot, or turns the calendar over.
    fn turn(&mut self) {
        if self.current + 1 == self.slots() {
            self.turn_over();
            return;
        }
        self.current += 1;
        let mut body = std::mem::replace(&mut self.firsts[self.current], NONE);
        while body != NONE {
            let entry = &mut self.entries[body as usize];
            let next = entry.next;
            (entry.slot, entry.next, entry.previous) = (IN_HEAP, NONE, NONE);
            self.due.push(Due { time: entry.time, place: body, item: entry.number });
            self.waiting -= 1;
            body = next;
        }
    }

    /// Begins a new turn at the first event that waits, with slots of a suitable length.
    fn turn_over(&mut self) {
        let beyond = self.slots();
        self.firsts[beyond] = NONE;
        let (mut bodies, mut first, mut sum) = (Vec::with_capacity(self.waiting), f64::INFINITY, 0.0);
        // Nearly all events wait here. In the order of memory they are read faster than along their list.
        for (entry, body) in self.entries.iter_mut().zip(0..).filter(|(entry, _)| entry.slot == beyond as u32) {
            bodies.push(body);
            first = first.min(entry.time);
            sum += entry.time;
            (entry.slot, entry.next, entry.previous) = (NONE, NONE, NONE);
        }
        self.waiting = 0;
        let passed = std::mem::take(&mut self.measured) + self.length * self.slots() as f64;
        let wanted = if self.delivered > 0 && passed > 0.0 {
            EVENTS_PER_SLOT * passed / self.delivered as f64
        } else {
            // Times of the first events fall off exponentially: their mean is the rate of the whole.
            EVENTS_PER_SLOT * (sum / bodies.len() as f64 - first) / bodies.len() as f64
        };
        if !(self.length > wanted / SLOT_LENGTH_TOLERATED && self.length < wanted * SLOT_LENGTH_TOLERATED) {
            self.length = wanted;
        }
        // A slot is longer than the spacing of the numbers around it.
        let least = 4.0 * f64::EPSILON * (first.abs() + f64::MIN_POSITIVE);
        self.length = self.length.max(least);
        self.rate = 1.0 / self.length;
        self.start = first;
        self.current = 0;
        self.delivered = 0;
        for body in bodies {
            let time = self.entries[body as usize].time;
            let slot = self.slot_of(time);
            // The first event is due whatever rounding does, so that every turn has one.
            if slot == 0 || time == first {
                let entry = &mut self.entries[body as usize];
                entry.slot = IN_HEAP;
                self.due.push(Due { time, place: body, item: entry.number });
            } else {
                self.link(body, slot);
            }
        }
    }

    /// The slot of an instant: it never decreases with time.
    #[inline]
    fn slot_of(&self, time: f64) -> usize {
        // Until the first turn has measured the length, everything waits beyond the slots. The rate of the shortest
        // slots is infinite: an event at their start is no number, and becomes slot 0.
        let (slots, beyond) = ((time - self.start) * self.rate, self.slots());
        let slot = if slots >= beyond as f64 { beyond as i64 } else { slots as i64 };
        if self.length > 0.0 { slot.max(0) as usize } else { beyond }
    }

    #[inline]
    fn link(&mut self, body: u32, slot: usize) {
        let next = std::mem::replace(&mut self.firsts[slot], body);
        if next != NONE {
            self.entries[next as usize].previous = body;
        }
        let entry = &mut self.entries[body as usize];
        (entry.next, entry.previous, entry.slot) = (next, NONE, slot as u32);
        self.waiting += 1;
    }

    #[inline]
    fn unlink(&mut self, body: u32) {
        let Entry { next, previous, slot, .. } = self.entries[body as usize];
        self.entries[body as usize].slot = NONE;
        if slot == NONE || slot == IN_HEAP {
            return;
        }
        if next != NONE {
            self.entries[next as usize].previous = previous;
        }
        if previous == NONE {
            self.firsts[slot as usize] = next;
        } else {
            self.entries[previous as usize].next = next;
        }
        self.waiting -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator of numbers in [0, 1).
    fn uniform(state: &mut u64) -> f64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A single event has no spacing, and at the instant zero no rounding either.
    #[test]
    fn events_at_one_instant_are_delivered() {
        for time in [0.0, 1.0, -3.0, 1e-310, 1e300] {
            for bodies in [1, 5] {
                let mut queue = EventQueue::new(bodies, time);
                (0..bodies).for_each(|body| queue.schedule(body as u32, time));
                for body in 0..bodies {
                    assert_eq!(queue.pop(), Some((time, body as u32)));
                }
                assert_eq!(queue.pop(), None);
            }
        }
    }

    /// The sorted list of all events is the oracle.
    #[test]
    fn events_come_in_order_while_others_are_rescheduled() {
        for (bodies, scale) in [(1, 1.0), (3, 1e-6), (200, 1.0), (200, 1e9)] {
            let mut state = 7 + bodies as u64;
            let mut queue = EventQueue::new(bodies, 0.0);
            let mut times = vec![f64::INFINITY; bodies];
            for (body, time) in times.iter_mut().enumerate() {
                *time = scale * uniform(&mut state);
                queue.schedule(body as u32, *time);
            }
            for _ in 0..20_000 {
                let first = (0..bodies).min_by(|&i, &j| times[i].total_cmp(&times[j])).unwrap();
                let Some((time, body)) = queue.pop() else {
                    assert!(times.iter().all(|time| *time == f64::INFINITY));
                    break;
                };
                assert_eq!((time, body as usize), (times[first], first));
                times[first] = f64::INFINITY;
                // Bodies get new events: near, far, at the same instant, or none.
                for other in [first, (bodies as f64 * uniform(&mut state)) as usize] {
                    let pick = uniform(&mut state);
                    times[other] = match pick {
                        _ if pick < 0.7 => time - 0.5 * scale * uniform(&mut state).ln(),
                        _ if pick < 0.8 => time,
                        _ if pick < 0.97 => time + 300.0 * scale * uniform(&mut state),
                        _ => f64::INFINITY,
                    };
                    queue.schedule(other as u32, times[other]);
                }
                // One at least remains.
                if times.iter().all(|time| *time == f64::INFINITY) {
                    times[0] = time + scale;
                    queue.schedule(0, times[0]);
                }
            }
        }
    }
}
