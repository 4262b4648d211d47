//! Stages with surroundings: both files compile, are defined, and use each kind.
#![allow(clippy::unwrap_used)]

mod run;

use lab::stages::{SURROUNDINGS, surrounded};
use run::output;
use std::collections::BTreeSet;

/// Programs that are executed.
const EXECUTED: u64 = 40;
/// Programs among which each kind is.
const MADE: u64 = 400;

#[test]
fn programs_are_defined() {
    let work = tempfile::tempdir().unwrap();
    for seed in 0..EXECUTED {
        let made = surrounded(seed);
        assert_eq!(made.text, surrounded(seed).text);
        let flags: Vec<String> = made.flags.iter().map(|flag| flag.to_string()).collect();
        output(&[&made.text, &made.beside], &flags, work.path());
    }
}

#[test]
fn each_kind_occurs() {
    let made = (0..MADE).flat_map(|seed| surrounded(seed).kinds);
    let found: BTreeSet<&str> = made.collect();
    let all: BTreeSet<&str> = SURROUNDINGS.iter().copied().collect();
    assert_eq!(found, all);
}
