//! A bar on the terminal that counts the files of a run.

use crate::cli::screen::terminal;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// How often the shown time changes.
const TICK: Duration = Duration::from_millis(500);

/// How many files of a run are done: a bar if there are several, and a person looks at standard
/// error.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// A bar for this number of files.
    pub(crate) fn new(files: usize) -> Progress {
        if files < 2 || !terminal::is_watched() {
            return Progress::hidden();
        }
        let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} files, {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        Progress(bar)
    }

    /// No bar.
    pub(crate) fn hidden() -> Progress {
        Progress(ProgressBar::hidden())
    }

    /// Counts a file.
    pub(crate) fn advance(&self) {
        self.0.inc(1);
    }

    /// Prints something without the bar.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
