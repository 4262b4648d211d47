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
    /// The loops of stages.
    pub fusion: FusionTimings,
}

/// How long each pass over the loops of stages took.
#[derive(Clone, Copy, Debug, Default)]
pub struct FusionTimings {
    /// Preprocessing and parsing of all texts on the way.
    pub read: Duration,
    /// Calls of stages as their bodies.
    pub inline: Duration,
    /// Statements in the form of the loops around them.
    pub prepare: Duration,
    /// Systems, distances and groups, and the fused text.
    pub plan: Duration,
    /// The inner loops of fused loops.
    pub join: Duration,
    /// Stages and lines that nothing needs any more.
    pub tidy: Duration,
    /// The proof of the fused text.
    pub prove: Duration,
    /// All of an attempt that only says what fusion would give.
    pub hint: Duration,
}

impl FusionTimings {
    /// The passes by name.
    pub fn passes(&self) -> [(&'static str, Duration); 8] {
        [
            ("read", self.read),
            ("inline", self.inline),
            ("prepare", self.prepare),
            ("plan", self.plan),
            ("join", self.join),
            ("tidy", self.tidy),
            ("prove", self.prove),
            ("hint", self.hint),
        ]
    }

    /// Whether fusion was tried.
    pub fn is_empty(&self) -> bool {
        self.passes().iter().all(|(_, time)| time.is_zero())
    }

    /// Adds the time of another attempt.
    pub(crate) fn add(&mut self, other: &FusionTimings) {
        self.read += other.read;
        self.inline += other.inline;
        self.prepare += other.prepare;
        self.plan += other.plan;
        self.join += other.join;
        self.tidy += other.tidy;
        self.prove += other.prove;
        self.hint += other.hint;
    }
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
        self.fusion.add(&other.fusion);
    }
}

/// Runs a pass and adds the time that it took to `total`.
pub(crate) fn timed<T>(total: &mut Duration, pass: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = pass();
    *total += start.elapsed();
    result
}
