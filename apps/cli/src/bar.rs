//! A progress bar for work longer than a second, on terminals only.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use tangency::detect::Progress;

/// Shorter work ends before anyone has read a bar.
const PATIENCE: Duration = Duration::from_secs(1);
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Does the work, with a bar on the terminal while it lasts longer than a second.
pub(crate) fn with_bar<T>(work: impl FnOnce(Option<Arc<Progress>>) -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work(None);
    }
    let progress = Arc::new(Progress::default());
    let (done, wait) = channel::<()>();
    std::thread::scope(|scope| {
        let seen = Arc::clone(&progress);
        scope.spawn(move || {
            let mut next_look = PATIENCE;
            let mut bar = None;
            while wait.recv_timeout(next_look) == Err(RecvTimeoutError::Timeout) {
                let (finished, known) = seen.read();
                let bar = bar.get_or_insert_with(new_bar);
                bar.set_length(known);
                bar.set_position(finished);
                bar.set_message(HumanCount(seen.examined()).to_string());
                next_look = BETWEEN_LOOKS;
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        let result = work(Some(progress));
        drop(done);
        result
    })
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{elapsed_precise} [{bar:40}] {percent}% clear, {msg} pairs examined");
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
