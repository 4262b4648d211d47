//! What became of random programs of several kinds: records, and a table with a row for each kind.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// What became of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Outcome {
    /// The result does something else.
    Wrong,
    /// A detector reports something of the result, but not of the original.
    Reported,
    /// The tool ended in another way than it should, or the result is no C.
    Broken,
    /// The compiler warns of the result, but not of the original.
    Warned,
    /// The tool took longer than its limit.
    Slow,
    /// The original is undefined: a mistake of its maker.
    Undefined,
    /// Only the vectoriser of one compiler makes something else of the result: either the result
    /// states too much, or this compiler is wrong. No fault by itself.
    Compiler,
    /// The result is another text.
    Changed,
    /// The text stays.
    Refused,
}

/// One program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) seed: u64,
    pub(crate) kinds: Vec<String>,
    pub(crate) command: String,
    pub(crate) outcome: Outcome,
    pub(crate) reason: String,
    /// Processor time of the tool, and all time of the trial.
    pub(crate) seconds: f64,
    pub(crate) whole: f64,
}

impl Record {
    /// Keeps a text in the folder of findings; the end of its name tells what it is.
    pub(crate) fn keep(&self, text: &str, end: &str, findings: &Path) -> Result<(), String> {
        let place = findings.join(format!("{:?}-{}{end}", self.outcome, self.seed));
        let (kinds, command) = (self.kinds.join(", "), &self.command);
        let text = format!("{text}// {kinds}: {command}: {}\n", self.reason);
        std::fs::write(place, text).map_err(|e| e.to_string())
    }
}

/// Whether no outcome is a fault.
pub(crate) fn are_good(records: &[Record]) -> bool {
    !records.iter().any(|r| r.outcome <= Outcome::Undefined)
}

/// Prints a line for each kind of some, in their order, and the faults.
pub(crate) fn print(records: &[Record], title: &str, kinds: &[&str]) {
    let outcomes = [
        Outcome::Changed,
        Outcome::Refused,
        Outcome::Wrong,
        Outcome::Reported,
        Outcome::Broken,
        Outcome::Warned,
        Outcome::Slow,
        Outcome::Undefined,
        Outcome::Compiler,
    ];
    print!("{title:<18} {:>8}", "programs");
    outcomes
        .iter()
        .for_each(|o| print!(" {:>9}", format!("{o:?}").to_lowercase()));
    println!(" {:>9} {:>11}", "seconds", "first fault");
    let mut of_kinds: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records {
        for kind in &record.kinds {
            of_kinds.entry(kind).or_default().push(record);
        }
    }
    for kind in kinds {
        if let Some(of) = of_kinds.get(kind) {
            print_row(kind, of, &outcomes);
        }
    }
    print_row("all", &records.iter().collect::<Vec<_>>(), &outcomes);
    let slowest = records
        .iter()
        .max_by(|a, b| a.seconds.total_cmp(&b.seconds));
    if let Some(Record { seed, seconds, .. }) = slowest {
        println!("slowest: {seed}, {seconds:.1} s");
    }
    for record in records.iter().filter(|r| r.outcome <= Outcome::Compiler) {
        let (kinds, reason) = (record.kinds.join(", "), &record.reason);
        println!(
            "{:?} {} {kinds}: {}: {reason}",
            record.outcome, record.seed, record.command
        );
    }
}

/// A row of the table; its last column tells how many programs were needed for the first fault.
fn print_row(name: &str, records: &[&Record], outcomes: &[Outcome]) {
    print!("{name:<18} {:>8}", records.len());
    for outcome in outcomes {
        let count = records.iter().filter(|r| r.outcome == *outcome).count();
        print!(" {count:>9}");
    }
    let seconds: f64 = records.iter().map(|r| r.whole).sum();
    let first = records.iter().position(|r| r.outcome <= Outcome::Slow);
    let first = first.map_or("-".to_string(), |at| (at + 1).to_string());
    println!(
        " {:>9.2} {first:>11}",
        seconds / records.len().max(1) as f64
    );
}
