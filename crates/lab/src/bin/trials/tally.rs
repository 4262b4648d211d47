//! What became of random programs: records, the texts that somebody must look at, and a table.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::path::Path;

/// What became of one program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record<O> {
    pub(crate) seed: u64,
    /// `fold --fuse=full`
    pub(crate) command: String,
    pub(crate) outcome: O,
    pub(crate) reason: String,
    pub(crate) seconds: f64,
}

impl<O: Copy + Debug + Ord> Record<O> {
    /// Keeps the program in the folder of findings.
    pub(crate) fn keep(&self, program: &str, findings: &Path) -> Result<(), String> {
        let place = findings.join(format!("{:?}-{}.c", self.outcome, self.seed));
        let text = format!("{program}\n// {}: {}\n", self.command, self.reason);
        std::fs::write(place, text).map_err(|e| e.to_string())
    }
}

/// Prints how many records have which outcome, and those with an outcome up to one.
pub(crate) fn print<O: Copy + Debug + Ord>(records: &[Record<O>], shown_to: O) {
    let mut counts: BTreeMap<O, Vec<&Record<O>>> = BTreeMap::new();
    for record in records {
        counts.entry(record.outcome).or_default().push(record);
    }
    for (outcome, of) in &counts {
        let seconds = of.iter().map(|r| r.seconds);
        let most = seconds.clone().fold(0.0, f64::max);
        let mean = seconds.sum::<f64>() / of.len() as f64;
        let name = format!("{outcome:?}").to_lowercase();
        println!(
            "{name:<10} {:>6} {mean:>8.2} s each, {most:.1} s at most",
            of.len()
        );
    }
    println!("{:<10} {:>6}", "all", records.len());
    for record in records.iter().filter(|r| r.outcome <= shown_to) {
        println!(
            "{:?} {} {}: {}",
            record.outcome, record.seed, record.command, record.reason
        );
    }
}
