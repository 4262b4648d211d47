//! The number of programs until each feature shows a difference.

use super::finding;
use super::setting::{BATCH, Setting};
use super::stack::on_large_stack;
use super::tally::Tally;
use lab::random::Features;

/// Prints one line per feature: programs until the first difference, its seed, and the problem.
pub(crate) fn print(features: Features, seed: u64, programs: u64) {
    println!("feature              programs    seed  difference");
    for feature in features.iter() {
        let alone = Features::from(feature);
        let found = on_large_stack(&|| Tally {
            findings: first(alone, seed, programs).into_iter().collect(),
            ..Tally::default()
        });
        let none = format!("{programs:>8}       -  none");
        let line = found.findings.first().unwrap_or(&none);
        println!("{:<20} {line}", feature.name());
    }
}

/// The first difference among some programs.
fn first(features: Features, seed: u64, programs: u64) -> Option<String> {
    for first in (seed..seed + programs).step_by(BATCH as usize) {
        let seeds: Vec<u64> = (first..first + BATCH).collect();
        let setting = Setting::of(first, features);
        if let Some((found, problem)) = finding::first(&seeds, &setting) {
            let what: String = problem.to_string().chars().take(70).collect();
            return Some(format!("{:>8} {found:>7}  {what}", found - seed + 1));
        }
    }
    None
}
