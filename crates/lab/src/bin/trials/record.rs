//! One line of results: a mutant, its verdict and its truth.

use crate::experiment::Truth;
use crate::judge::Verdict;
use serde::{Deserialize, Serialize};

/// What became of one mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// `papers/durbin`
    pub file: String,
    /// The objective of the fold; `none` for the original text.
    pub objective: String,
    pub kind: String,
    pub function: String,
    pub line: usize,
    pub what: String,
    pub verdict: Verdict,
    pub reason: String,
    pub truth: Truth,
    pub seconds: f64,
}

/// How verdict and truth agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Proved, and no run differs.
    Proved,
    /// Not decided, and neither a run nor the enumeration finds a difference.
    Same,
    /// Refuted, and a run differs.
    Refuted,
    /// Refuted by a witness; the sizes and inputs of the runs do not show it.
    Witnessed,
    /// Not decided, although a run differs or none exists.
    Unknown,
    /// Proved, although a run differs.
    Missed,
    /// The command crashed, hung, or could not read the file.
    Broken,
}

impl Record {
    pub(crate) fn class(&self) -> Class {
        match (self.verdict, &self.truth) {
            (Verdict::Broken, _) => Class::Broken,
            (Verdict::Proved, Truth::Differ(_)) => Class::Missed,
            (Verdict::Proved, _) => Class::Proved,
            (Verdict::Refuted, Truth::Differ(_)) => Class::Refuted,
            (Verdict::Refuted, _) => Class::Witnessed,
            (Verdict::Unknown, Truth::Agree) => Class::Same,
            (Verdict::Unknown, _) => Class::Unknown,
        }
    }
}
