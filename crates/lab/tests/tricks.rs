//! Programs with tricks, and pairs with drivers: they compile, are defined, and print the same in
//! each run.
#![allow(clippy::unwrap_used)]

mod run;

use lab::pairs::{KINDS, pair};
use lab::tricks::{TRICKS, program};
use run::output;

/// Programs of each trick, and pairs of each kind.
const SEEDS: u64 = 2;

#[test]
fn programs_of_each_trick_are_defined() {
    let work = tempfile::tempdir().unwrap();
    for trick in TRICKS {
        for seed in 0..SEEDS {
            let made = program(seed, &[trick]);
            assert_eq!(made.tricks, [trick.name]);
            assert_eq!(made.text, program(seed, &[trick]).text);
            assert!(!output(&[&made.text], &made.flags, work.path()).is_empty());
        }
    }
}

#[test]
fn first_programs_of_pairs_are_defined() {
    let work = tempfile::tempdir().unwrap();
    for kind in KINDS {
        for seed in 0..SEEDS {
            let made = pair(seed, &[kind]);
            assert_ne!(made.before, made.after, "{}", kind.name);
            let printed = output(&[&made.before, &made.driver], &made.flags, work.path());
            assert!(!printed.is_empty(), "{}", made.driver);
        }
    }
}

#[test]
fn each_kind_of_pair_has_both_truths() {
    for kind in KINDS {
        for is_same in [false, true] {
            let mut pairs = (0..60).map(|seed| pair(seed, &[kind]));
            assert!(pairs.any(|pair| pair.is_same == is_same), "{}", kind.name);
        }
    }
}
