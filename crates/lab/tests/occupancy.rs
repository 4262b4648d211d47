//! The closed form of occupancy vectors beside a search by the definition.
#![allow(clippy::unwrap_used)]

use lab::occupancy::{Case, Trials};

/// Checks the cases from a seed on.
fn check(seeds: std::ops::Range<u64>) {
    let mut trials = Trials::default();
    let (mut subsumed, mut smaller) = (0, 0);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let case = Case::random(seed);
        let found = trials.check(&case);
        let found = found.unwrap_or_else(|error| panic!("seed {seed}: {error}: {case:?}"));
        subsumed += u64::from(found.subsumed > 0);
        smaller += u64::from(found.least < found.projected);
    }
    // Both are frequent, or the cases say nothing.
    assert!(subsumed > count / 4, "{subsumed} of {count}");
    assert!(smaller > count / 20, "{smaller} of {count}");
}

#[test]
fn random_dependences() {
    check(0..500);
}

/// A trial finds a vector that is not the shortest.
#[test]
fn a_wrong_vector_is_found() {
    let mut trials = Trials::default();
    let mut case = Case::random(0);
    trials.check(&case).unwrap();
    // The extents tell the dimensions of the search.
    case.vectors = vec![vec![9, 0]];
    assert!(trials.check(&case).is_err());
}
