//! The counts of a campaign, and how they are printed.

use lab::random::{Feature, Features};
use std::collections::BTreeMap;
use std::time::Duration;

/// Counts of a campaign.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Programs in which something was compared.
    pub programs: usize,
    /// Programs in which nothing was compared.
    pub idle: usize,
    /// Temporaries examined.
    pub arrays: usize,
    /// Temporaries that fold.
    pub folded: usize,
    /// Programs whose folded text was proved.
    pub proved: usize,
    /// Conflict sets compared with executions, by order, lifetime and result.
    pub compared: BTreeMap<String, usize>,
    /// Mappings tested on the conflicts and values of executions.
    pub mappings: usize,
    /// Mappings of single strategies, if all are tried, tested on the same conflicts.
    pub others: usize,
    /// Mappings with one modulus reduced by one.
    pub near_misses: usize,
    /// Near misses under which conflicting elements share a cell.
    pub refused: usize,
    /// Sequences of accesses in the scop compared with those of C.
    pub sequences: usize,
    /// Programs compiled and executed, before and after.
    pub ran: usize,
    /// Executed programs with a folded array.
    pub changed: usize,
    /// Programs that the compiler breaks before the fold: only without optimisation they print the
    /// expected result.
    pub miscompiled: usize,
    /// The reasons why temporaries are not folded.
    pub reasons: BTreeMap<String, usize>,
    /// By name of a feature: programs with it, those with a difference, and the first of them.
    pub features: BTreeMap<&'static str, Seen>,
    /// The differences, one line each.
    pub findings: Vec<String>,
}

/// Programs with one feature.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    programs: usize,
    differences: usize,
    first: Option<u64>,
}

impl Tally {
    /// Adds other counts.
    pub(crate) fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.idle += other.idle;
        self.arrays += other.arrays;
        self.folded += other.folded;
        self.proved += other.proved;
        self.mappings += other.mappings;
        self.others += other.others;
        self.near_misses += other.near_misses;
        self.refused += other.refused;
        self.sequences += other.sequences;
        self.ran += other.ran;
        self.changed += other.changed;
        self.miscompiled += other.miscompiled;
        for (name, count) in other.compared {
            *self.compared.entry(name).or_default() += count;
        }
        for (name, count) in other.reasons {
            *self.reasons.entry(name).or_default() += count;
        }
        for (name, other) in other.features {
            let seen = self.features.entry(name).or_default();
            seen.programs += other.programs;
            seen.differences += other.differences;
            seen.first = [seen.first, other.first].into_iter().flatten().min();
        }
        self.findings.extend(other.findings);
    }

    /// A program with some features.
    pub(crate) fn note(&mut self, features: Features) {
        for feature in features.iter().filter(|f| *f != Feature::Parallel) {
            self.features.entry(feature.name()).or_default().programs += 1;
        }
    }

    /// A difference in the program of a seed.
    pub(crate) fn note_difference(&mut self, features: Features, seed: u64) {
        for feature in features.iter() {
            let seen = self.features.entry(feature.name()).or_default();
            seen.differences += 1;
            seen.first = Some(seen.first.map_or(seed, |first| first.min(seed)));
        }
    }

    /// Whether something was compared, folds are common, and there are no findings.
    pub(crate) fn is_good(&self) -> bool {
        // Reports also contain the parameters of kernels, which never fold.
        let is_common = self.programs == 0 || self.folded * 3 >= self.arrays;
        (self.programs > 0 || self.ran > 0) && is_common && self.findings.is_empty()
    }

    /// Prints the counts for people.
    pub(crate) fn print(&self, time: Duration) {
        println!("programs            {:>9}", self.programs);
        println!("  nothing compared  {:>9}", self.idle);
        println!("  folded and proved {:>9}", self.proved);
        println!("  compiled and run  {:>9}", self.ran);
        println!("    with folds      {:>9}", self.changed);
        println!("  miscompiled before{:>9}", self.miscompiled);
        println!("temporaries         {:>9}", self.arrays);
        println!("  folded            {:>9}", self.folded);
        println!("sets compared");
        for (name, count) in &self.compared {
            println!("  {name:<40} {count:>9}");
        }
        println!("mappings tried      {:>9}", self.mappings);
        println!("  of every strategy {:>9}", self.others);
        println!("  one modulus less  {:>9}", self.near_misses);
        println!("    refused         {:>9}", self.refused);
        println!("access sequences    {:>9}", self.sequences);
        println!("kept, by reason");
        for (reason, count) in &self.reasons {
            println!("  {reason:<40} {count:>9}");
        }
        if !self.features.is_empty() {
            println!("features                        programs differences first");
        }
        for (name, seen) in &self.features {
            let first = seen.first.map_or("-".to_string(), |s| s.to_string());
            println!(
                "  {name:<28} {:>9} {:>11} {first:>5}",
                seen.programs, seen.differences
            );
        }
        println!("seconds             {:>9.0}", time.as_secs_f64());
        println!("differences         {:>9}", self.findings.len());
        for finding in &self.findings {
            println!("FINDING {finding}");
        }
    }
}
