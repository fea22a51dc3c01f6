//! Bounds on how fast the gaps of a batch of pairs close, where no bound on the speed of the bodies is known.

use super::advance::{AdvanceSearch, SearchParameters, simultaneity, widest};
use super::queue::{QueuedItem, QueuedPair};
use crate::tolerance::CLOSING_HALVINGS;
use tangency_interval::Interval;

impl AdvanceSearch<'_> {
    /// ε in seconds: from the parameters, or, if no speed is known, from the closing speed of the batch.
    pub(super) fn batch_simultaneity(&mut self, batch: &[(usize, QueuedPair)], until: f64) -> f64 {
        let SearchParameters { span, local_tolerance, options, .. } = self.parameters;
        let Some(tolerance) = local_tolerance else { return options.simultaneity };
        let contacts: Vec<_> = batch.iter().filter(|(index, _)| self.systems[*index].borrow().has_gap()).collect();
        let fastest = contacts.iter().try_fold(0.0, |most: f64, (system, pair)| {
            let time = Interval::between(pair.from.min(until), until);
            Some(most.max(self.closing_speed(*system, pair, time)?))
        });
        match fastest {
            Some(speed) if !contacts.is_empty() => simultaneity(tolerance, speed, span.width()),
            Some(_) | None => options.simultaneity,
        }
    }

    /// Metres per second. Upper bound on how fast the gap of a pair closes during a span; `None` if none is found.
    /// If there is no bound over the whole pair, it is subdivided, and parts that are proved to contain no contact
    /// are dropped.
    fn closing_speed(&mut self, index: usize, pair: &QueuedPair, time: Interval) -> Option<f64> {
        let count = self.systems[index].borrow().region().len() - 1;
        let (mut pending, mut fastest) = (vec![(pair.cells, time, 0)], 0.0_f64);
        while let Some((cells, time, depth)) = pending.pop() {
            let known = self.systems[index].borrow_mut().closing_speed(&cells[..count], time);
            if let Some(speed) = known.filter(|speed| speed.is_finite()) {
                fastest = fastest.max(speed);
                continue;
            }
            if self.proved_clear(&QueuedPair { item: QueuedItem::System(index), cells, ..*pair }, time) {
                continue;
            }
            if depth == CLOSING_HALVINGS {
                return None;
            }
            let (extents, _) = self.systems[index].borrow_mut().shape(&cells[..count], time);
            let size = extents[..count].iter().copied().fold(0.0, f64::max);
            if time.width() * self.parameters.pace >= size {
                let (early, late) = time.split();
                pending.extend([early, late].map(|time| (cells, time, depth + 1)));
                continue;
            }
            let widest = widest(&extents[..count]);
            let halves = cells[widest].split();
            pending.extend([halves.0, halves.1].map(|half| {
                let mut smaller = cells;
                smaller[widest] = half;
                (smaller, time, depth + 1)
            }));
        }
        Some(fastest)
    }
}
