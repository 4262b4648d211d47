//! Numbers over all files of a project: how many arrays fold, why others stay, which ones are
//! large.

mod text;

use crate::{ArrayEntry, Attention, FailureEntry, Owner, Report, Totals, VERSION};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The arrays that are listed, at most.
const MOST_LISTED: usize = 10;

/// The numbers of a project; version 1 of the format.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Stats {
    /// Always [`VERSION`].
    pub version: u32,
    /// Files with a result.
    pub files: usize,
    /// All arrays.
    pub arrays: usize,
    /// Arrays that fold.
    pub folded: usize,
    /// Arrays that would fold if one named thing changed.
    pub near_misses: usize,
    /// All others: inputs, outputs, tables of constants, arrays with nothing to gain.
    pub others: usize,
    /// Bytes that folds replace, as far as sizes are known: those of the arrays that fold, without
    /// arrays of callers that stay.
    pub bytes_before: i64,
    /// The same after.
    pub bytes_after: i64,
    /// Arrays in common storage (`--share`).
    pub shared: usize,
    /// The bytes of these arrays, after the folds.
    pub shared_bytes_before: i64,
    /// The bytes of their storage.
    pub shared_bytes_after: i64,
    /// How many arrays fold whose bytes are not known: they are not in the two sums.
    pub unknown_bytes: usize,
    /// Whether some sizes are those at sample values of variables.
    pub sampled: bool,
    /// The same numbers, for texts.
    #[serde(skip)]
    totals: Totals,
    /// Why arrays stay, the most frequent reason first.
    pub reasons: Vec<ReasonEntry>,
    /// The largest arrays that fold or nearly fold, by their bytes before; those beside an array
    /// of a caller last.
    pub largest: Vec<GainEntry>,
    /// The files without a result.
    pub failures: Vec<FailureEntry>,
}

/// How many arrays stay for a reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReasonEntry {
    /// Its code.
    pub reason: String,
    /// Near misses.
    pub near_misses: usize,
    /// Other arrays.
    pub others: usize,
}

/// An array that gets smaller, or would.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GainEntry {
    /// As the user spells it.
    pub name: String,
    /// The function it is declared in; empty at file scope.
    pub function: String,
    /// Path of the file.
    pub file: String,
    /// Line of its declaration, from 1.
    pub line: Option<usize>,
    /// `folded` or `near-miss`.
    pub attention: Attention,
    /// Why it stays; `null` if it folds.
    pub reason: Option<String>,
    /// Bytes before.
    pub bytes_before: Option<i64>,
    /// Bytes after; of a near miss those with the change that helps it; `null` if they are not
    /// known.
    pub bytes_after: Option<i64>,
    /// Whether the sizes are those at sample values of variables.
    pub sampled: bool,
    /// The owner of its storage.
    pub owner: Owner,
    /// Whether each of the sizes is a guess; not in the file.
    #[serde(skip)]
    pub(crate) guessed: [bool; 2],
}

impl Stats {
    /// The numbers of a report on so many files.
    pub fn of(report: &Report, files: usize) -> Self {
        let totals = Totals::of(report);
        let [before, after] = totals.change.bytes;
        let [shared_before, shared_after] = totals.sharing.bytes;
        Stats {
            version: VERSION,
            files,
            arrays: report.arrays.len(),
            folded: totals.folded,
            near_misses: totals.near_misses,
            others: totals.others,
            bytes_before: before,
            bytes_after: after,
            shared: totals.shared[0],
            shared_bytes_before: shared_before,
            shared_bytes_after: shared_after,
            unknown_bytes: totals.unsized_folds,
            sampled: totals.is_sampled(),
            totals,
            reasons: reasons(report),
            largest: largest(report),
            failures: report.failures.clone(),
        }
    }

    /// The JSON text, with a line end.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

fn reasons(report: &Report) -> Vec<ReasonEntry> {
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for array in &report.arrays {
        let column = match array.attention {
            Attention::Folded => continue,
            Attention::NearMiss => 0,
            Attention::Other => 1,
        };
        counts.entry(array.code()).or_default()[column] += 1;
    }
    let entries = counts
        .into_iter()
        .map(|(reason, [near, others])| ReasonEntry {
            reason: reason.to_string(),
            near_misses: near,
            others,
        });
    let mut entries: Vec<ReasonEntry> = entries.collect();
    entries.sort_by_key(|entry| Reverse(entry.near_misses + entry.others));
    entries
}

/// Arrays that save nothing or an unknown size come last, then files in order decide.
fn largest(report: &Report) -> Vec<GainEntry> {
    let gains = { report.arrays.iter() }.filter(|a| a.attention != Attention::Other);
    let mut gains: Vec<&ArrayEntry> = gains.collect();
    gains.sort_by_key(|array| Reverse(gained_from(array)));
    gains.truncate(MOST_LISTED);
    gains.into_iter().map(gain).collect()
}

/// The bytes before of an array, if they may be saved.
fn gained_from(array: &ArrayEntry) -> Option<i64> {
    let is_own = !matches!(array.owner, Owner::Caller | Owner::Split);
    array.bytes_before.filter(|_| is_own)
}

fn gain(array: &ArrayEntry) -> GainEntry {
    let is_folded = array.attention == Attention::Folded;
    GainEntry {
        name: array.name.clone(),
        function: array.function.clone(),
        file: array.file.clone(),
        line: array.line,
        attention: array.attention,
        reason: array.reason.clone(),
        bytes_before: array.bytes_before,
        bytes_after: match is_folded {
            true => array.bytes_after,
            false => array.advised_bytes,
        },
        sampled: !array.sampled.is_empty(),
        owner: array.owner,
        guessed: array.guessed,
    }
}

impl GainEntry {
    /// `src/blur.c:14`
    pub(crate) fn place(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.file),
            None => self.file.clone(),
        }
    }

    /// `folded`, or `near miss: not-affine`
    pub(crate) fn result(&self) -> String {
        match (&self.reason, self.owner) {
            (None, Owner::Caller) => "folded beside the caller's array".to_string(),
            (None, _) => "folded".to_string(),
            (Some(reason), _) => format!("near miss: {reason}"),
        }
    }
}
