//! How long each pass takes. Knows nothing of the passes.

use std::time::{Duration, Instant};

/// How long each pass took, in all threads together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Timings {
    /// The user's preprocessor and the origins of its tokens.
    pub preprocess: Duration,
    /// Parsing and extraction of scops.
    pub parse: Duration,
    /// Lifetimes and conflicts.
    pub analysis: Duration,
    /// Mappings and their certificates.
    pub mapping: Duration,
    /// Text edits.
    pub emission: Duration,
    /// Reading the result again and proving it.
    pub check: Duration,
}

impl Timings {
    /// Adds the time of another thread's share.
    pub(crate) fn add(&mut self, other: &Timings) {
        self.preprocess += other.preprocess;
        self.parse += other.parse;
        self.analysis += other.analysis;
        self.mapping += other.mapping;
        self.emission += other.emission;
        self.check += other.check;
    }
}

/// Runs a pass and adds the time that it took to `total`.
pub(crate) fn timed<T>(total: &mut Duration, pass: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = pass();
    *total += start.elapsed();
    result
}
