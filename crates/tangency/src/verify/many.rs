//! Many trajectories on all cores.

use super::{Verified, Verifier, VerifyError, VerifyOptions};
use rayon::prelude::*;
use std::sync::Arc;
use tangency_geometry::Trajectory;

impl Verifier {
    /// Verifies every trajectory on all cores, with the clearance if `measured`. Returns the answers in the order of
    /// the trajectories. Calls `done` after each, from any thread.
    ///
    /// # Panics
    /// If a verification panics. No answer is ever omitted.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tangency::formats::robot::{RobotWorld, trajectory};
    /// use tangency::{Verifier, VerifyOptions, robots};
    ///
    /// let arm = robots::six_axis_arm();
    /// let bend = |angle: f64| {
    ///     let header = "time, waist, shoulder, elbow, forearm, wrist, hand";
    ///     let text = format!("{header}\n0, 0, 0, 0, 0, 0, 0\n1, 0, 0, {angle}, 0, 0, 0\n");
    ///     trajectory::parse(&text, "bend.csv", &arm.mechanism, &Default::default()).map(Arc::new)
    /// };
    /// let bends = [bend(0.2)?, bend(0.4)?];
    /// let verifier = Verifier::new(arm, RobotWorld::default());
    /// let answers = verifier.verify_all(&bends, &VerifyOptions::default(), false, &|| ());
    /// assert!(answers.iter().flatten().all(|verified| verified.report.verdict.to_string() == "clear"));
    /// assert_eq!(answers.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_all(
        &self,
        trajectories: &[Arc<Trajectory>],
        options: &VerifyOptions,
        measured: bool,
        done: &(dyn Fn() + Sync),
    ) -> Vec<Result<Verified, VerifyError>> {
        in_order(trajectories, done, |trajectory| {
            if measured { self.verify_with_clearance(trajectory, options) } else { self.verify(trajectory, options) }
        })
    }

    /// Calls `work` with every trajectory and its index, on all cores.
    pub fn for_each(&self, trajectories: &[Arc<Trajectory>], work: &(dyn Fn(usize, &Arc<Trajectory>) + Sync)) {
        trajectories.par_iter().enumerate().for_each(|(index, trajectory)| work(index, trajectory));
    }
}

/// Applies `work` to every item in parallel and returns the results in order. Propagates panics.
fn in_order<Item: Sync, Found: Send>(
    items: &[Item],
    done: &(dyn Fn() + Sync),
    work: impl Fn(&Item) -> Found + Sync,
) -> Vec<Found> {
    let one = |item: &Item| {
        let found = work(item);
        done();
        found
    };
    items.par_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// Results keep the order of the items even if the work ends in another order, and each is counted.
    #[test]
    fn every_item_has_its_answer_in_its_place() {
        let items: Vec<u64> = (0..64).collect();
        let count = AtomicUsize::new(0);
        let found = in_order(
            &items,
            &|| {
                count.fetch_add(1, Ordering::Relaxed);
            },
            |&item| {
                std::thread::sleep(Duration::from_millis((7 * item) % 5));
                item * item
            },
        );
        assert_eq!(found, items.iter().map(|item| item * item).collect::<Vec<_>>());
        assert_eq!(count.load(Ordering::Relaxed), 64);
    }

    /// If a worker panics, there is no result at all, rather than results in wrong positions.
    #[test]
    fn a_worker_that_dies_is_heard_of() {
        let items: Vec<u32> = (0..64).collect();
        let died = catch_unwind(AssertUnwindSafe(|| {
            in_order(&items, &|| (), |&item| {
                assert!(item != 40, "number forty dies");
                item
            })
        }));
        let message = died.expect_err("the panic goes on");
        assert!(message.downcast_ref::<&str>().is_some_and(|message| message.contains("number forty dies")));
    }
}
