//! The last line of default output: what became of all arrays of a run.

use crate::{ArrayEntry, Attention, Change, Fusion, Owner, Report};
use std::collections::BTreeMap;

/// Sample values of so many parameters are listed in one line.
const MOST_SAMPLES: usize = 4;

/// Counts and bytes of all arrays of a run.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Folded arrays.
    pub folded: usize,
    /// Arrays that would fold if one thing changed.
    pub near_misses: usize,
    /// All others.
    pub others: usize,
    /// Whether loops share arrays, which may have no entry of their own.
    pub has_stages: bool,
    /// What the folds change.
    pub change: Change,
    /// Folded arrays of unknown bytes.
    pub unsized_folds: usize,
    /// The sample values that the bytes depend on; `None` where arrays have different ones.
    samples: BTreeMap<String, Option<i64>>,
    /// Arrays in common storage, and the number of storages.
    pub shared: [usize; 2],
    /// What common storage changes, after the folds.
    pub sharing: Change,
}

impl Totals {
    /// The totals of a report.
    pub fn of(report: &Report) -> Self {
        let has_stages = |fusion: &Fusion| !fusion.loops.is_empty() || !fusion.not_fused.is_empty();
        let mut totals = Totals {
            has_stages: report.fusion.as_ref().is_some_and(has_stages),
            ..Totals::default()
        };
        report.arrays.iter().for_each(|entry| totals.add(entry));
        // Parts that stay as they are made are no folds, but allocated.
        for entry in report.splitting.iter().flat_map(|s| &s.arrays) {
            totals.change = totals.change.and(entry.change());
        }
        for storage in report.sharing.iter().flat_map(|s| &s.storages) {
            totals.shared[0] += storage.arrays.len();
            totals.shared[1] += 1;
            totals.sharing = totals.sharing.and(storage.change());
            let values = storage.params.iter();
            values.for_each(|(name, value)| totals.sample(name, *value));
        }
        totals
    }

    fn add(&mut self, entry: &ArrayEntry) {
        match entry.attention {
            Attention::Folded => self.folded += 1,
            Attention::NearMiss => self.near_misses += 1,
            Attention::Other => self.others += 1,
        }
        if entry.attention != Attention::Folded {
            return;
        }
        let Some(change) = entry.change() else {
            self.unsized_folds += 1;
            return;
        };
        if entry.owner != Owner::Split {
            self.change = self.change.and(change);
        }
        let is_counted = entry.owner != Owner::Caller;
        for name in entry.sampled.iter().filter(|_| is_counted) {
            if let Some(value) = entry.params.get(name) {
                self.sample(name, *value);
            }
        }
    }

    fn sample(&mut self, name: &str, value: i64) {
        let known = self.samples.entry(name.to_string()).or_insert(Some(value));
        *known = known.filter(|known| *known == value);
    }

    /// `3 arrays folded, 212 MiB -> 290 KiB; 2 near misses; 6 others: -v`. `details` is the flag
    /// that shows the others, if they are not shown.
    pub fn text(&self, details: Option<&str>) -> String {
        if self.folded + self.near_misses + self.others == 0 && !self.has_stages {
            return "no arrays to fold".to_string();
        }
        let shows = details.map_or_else(String::new, |flag| format!(": {flag}"));
        let others = (self.others > 0).then(|| format!("{}{shows}", count(self.others, "other")));
        let parts = [Some(self.folds()), self.shares(), self.near(), others];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join("; ")
    }

    /// `3 arrays folded, 212 MiB -> 290 KiB at w = 1000`
    fn folds(&self) -> String {
        let folded = match self.folded {
            0 => return "no array folded".to_string(),
            folded => format!("{} folded", count(folded, "array")),
        };
        let sizes = format!("{}{}", self.change.arrow(), self.at());
        match self.unsized_folds {
            0 => format!("{folded}, {sizes}"),
            all if all == self.folded => folded,
            some => format!("{folded}, {} of them {sizes}", self.folded - some),
        }
    }

    /// `3 arrays share storage, 192 KiB -> 64 KiB`
    fn shares(&self) -> Option<String> {
        let [arrays, storages] = self.shared;
        let storage = match storages {
            0 => return None,
            1 => "storage".to_string(),
            _ => format!("{storages} storages"),
        };
        let arrays = count(arrays, "array");
        let sizes = format!("{}{}", self.sharing.arrow(), self.at());
        Some(format!("{arrays} share {storage}, {sizes}"))
    }

    fn near(&self) -> Option<String> {
        match self.near_misses {
            0 => None,
            1 => Some("1 near miss".to_string()),
            number => Some(format!("{number} near misses")),
        }
    }

    /// Whether some sizes are those at sample values.
    pub(crate) fn is_sampled(&self) -> bool {
        !self.samples.is_empty()
    }

    /// ` at h = 1000, w = 1000`
    fn at(&self) -> String {
        let values = self.samples.iter();
        let values = values.map(|(name, value)| Some(format!("{name} = {}", (*value)?)));
        let values: Option<Vec<String>> = values.collect();
        match values {
            Some(values) if values.is_empty() => String::new(),
            Some(values) if values.len() <= MOST_SAMPLES => format!(" at {}", values.join(", ")),
            _ => " at sample sizes".to_string(),
        }
    }
}

/// `1 array`, `2 arrays`
fn count(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {one}s"),
    }
}
