//! Folds for tilable loops, executed in tiles of many sizes and in many orders of the tiles.
#![allow(clippy::unwrap_used)]

use lab::tiling::{TILINGS, Trial, of_file};
use rstest::rstest;
use std::path::{Path, PathBuf};

fn corpus(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    root.join(name).with_extension("c")
}

#[rstest]
fn folds_hold_in_tiles(
    #[files("../../corpus/papers/[abcjprs]*.c")]
    #[files("../../corpus/idioms/[aes]*.c")]
    path: PathBuf,
) {
    for trial in of_file(&path).unwrap() {
        assert!(trial.executions >= TILINGS, "{trial:?}");
        assert!(trial.wrong.is_none(), "{trial:?}");
    }
}

/// A row is enough in the order of the program, and not in tiles.
#[rstest]
#[case("idioms/alignment_score")]
fn sequential_folds_fail_in_tiles(#[case] name: &str) {
    let failing = |trial: &Trial| {
        let is_smaller = trial
            .sequential_cells
            .is_some_and(|cells| cells < trial.cells);
        is_smaller && trial.sequential_wrong.is_some()
    };
    let trials = of_file(&corpus(name)).unwrap();
    assert!(trials.iter().any(failing), "{trials:?}");
}
