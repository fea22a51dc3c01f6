//! A progress bar for work longer than a second, on terminals only.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use tangency::MeasureProgress;
use tangency::detect::Progress;
use tangency::world::RunProgress;

/// Delay before the bar appears. Shorter work shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// Interval between updates of the bar.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// Runs the work. Shows a bar on the terminal if it takes longer than a second.
pub(crate) fn with_bar<T>(work: impl FnOnce(Option<Arc<Progress>>) -> T) -> T {
    let show = |progress: &Progress, bar: &ProgressBar| {
        let (finished, known) = progress.read();
        // Nothing of nothing is not all of it.
        bar.set_length(known.max(1));
        bar.set_position(finished);
        let stage = if known > 0 && finished >= known { "measuring the clearance, " } else { "" };
        bar.set_message(format!("{stage}{} pairs examined", HumanCount(progress.examined())));
    };
    watched("{elapsed_precise} [{bar:40}] {percent}% searched, {msg}", show, work)
}

/// Number of steps of a bar that shows simulated time.
const TICKS: f64 = 1000.0;

/// Like [`with_bar`], for a simulation of `seconds` seconds. The bar shows the simulated time.
pub(crate) fn with_clock<T>(seconds: f64, work: impl FnOnce(Option<Arc<RunProgress>>) -> T) -> T {
    let show = |reached: &RunProgress, bar: &ProgressBar| {
        bar.set_length(TICKS as u64);
        bar.set_position(ticks(reached.read(), seconds));
        bar.set_message(format!("{:.3} of {seconds} s", reached.read()));
    };
    watched("{elapsed_precise} [{bar:40}] {msg} simulated", show, work)
}

/// The position of a bar for this part of the simulated time: 0 at the start, all only at the end.
fn ticks(reached: f64, seconds: f64) -> u64 {
    // Whole ticks, rounded down. What is no number is nothing.
    (TICKS * (reached / seconds).clamp(0.0, 1.0)) as u64
}

/// Like [`with_bar`], for measurements. The bar counts pairs, and stretches of their distance over time. The number
/// beside it grows also while a single pair is measured.
pub(crate) fn with_pairs<T>(work: impl FnOnce(Option<Arc<MeasureProgress>>) -> T) -> T {
    let show = |progress: &MeasureProgress, bar: &ProgressBar| {
        let (done, known) = progress.read();
        bar.set_length(known.max(1));
        bar.set_position(done);
        bar.set_message(format!("{} steps", HumanCount(progress.steps())));
    };
    watched("{elapsed_precise} [{bar:40}] {human_pos} of {human_len} measured, {msg}", show, work)
}

/// Runs the work. On terminals, `show` copies its progress to a bar meanwhile.
fn watched<P: Default + Send + Sync, T>(
    style: &'static str,
    show: impl Fn(&P, &ProgressBar) + Send,
    work: impl FnOnce(Option<Arc<P>>) -> T,
) -> T {
    if !std::io::stderr().is_terminal() {
        return work(None);
    }
    let progress = Arc::new(P::default());
    let (done, wait) = channel::<()>();
    std::thread::scope(|scope| {
        let seen = Arc::clone(&progress);
        scope.spawn(move || {
            let mut next_update = PATIENCE;
            let mut bar = None;
            while wait.recv_timeout(next_update) == Err(RecvTimeoutError::Timeout) {
                show(&seen, bar.get_or_insert_with(|| new_bar(style)));
                next_update = UPDATE_INTERVAL;
            }
            if let Some(bar) = bar {
                // The last state is what was reached, and not what the last update saw.
                show(&seen, &bar);
                bar.finish_and_clear();
            }
        });
        let result = work(Some(progress));
        drop(done);
        result
    })
}

fn new_bar(style: &str) -> ProgressBar {
    // The work began before the bar did.
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_elapsed(PATIENCE);
    let style = ProgressStyle::with_template(style);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// A bar that counts files, on terminals only.
pub(crate) fn counting(files: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{elapsed_precise} [{bar:40}] {pos} of {len} trajectories");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_starts_at_nothing_moves_and_is_full_only_at_the_end() {
        assert_eq!([0.0, 0.5, 1.0, 1.999, 2.0, 2.5].map(|reached| ticks(reached, 2.0)), [0, 250, 500, 999, 1000, 1000]);
        assert_eq!([ticks(-1.0, 2.0), ticks(f64::NAN, 2.0), ticks(0.0, 0.0)], [0, 0, 0]);
    }
}
