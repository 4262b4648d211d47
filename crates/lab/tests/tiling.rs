//! Folds for tilable loops, executed in tiles of many sizes and in many orders of the tiles.
#![allow(clippy::unwrap_used)]

use lab::tiling::{TILINGS, Trial, of_file};
use rstest::rstest;
use std::path::{Path, PathBuf};

/// Checks all arrays of a file. Returns their trials.
fn check(path: &Path) -> Vec<Trial> {
    let trials = of_file(path).unwrap();
    for trial in &trials {
        assert!(trial.executions >= TILINGS, "{trial:?}");
        assert!(trial.wrong.is_none(), "{trial:?}");
    }
    trials
}

#[rstest]
fn folds_hold_in_tiles(
    #[files("../../corpus/papers/blur_interleaved.c")]
    #[files("../../corpus/papers/lbm_d2q9.c")]
    #[files("../../corpus/papers/produce_consume.c")]
    #[files("../../corpus/papers/yuki_figure4.c")]
    #[files("../../corpus/idioms/alignment_score.c")]
    #[files("../../corpus/idioms/tilable.c")]
    path: PathBuf,
) {
    assert!(!check(&path).is_empty());
}

/// Alignment scores as Smith and Waterman compute them, each from three neighbours.
const ALIGNMENT: &str = "
int align(const int x[14], const int y[15])
{
    int h[14][15];
    int i, j;

    for (i = 0; i < 14; i++)
        for (j = 0; j < 15; j++)
            h[i][j] = (i > 0 && j > 0 ? h[i - 1][j - 1] : 0) + (i > 0 ? h[i - 1][j] : 0)
                    - (j > 0 ? h[i][j - 1] : 0) + x[i] * y[j];
    return h[13][14];
}
";

/// In the order of the program a row and two cells are enough. In tiles they are not: the values on
/// a diagonal may be alive at once.
#[test]
fn a_row_is_not_enough_in_tiles() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("alignment.c");
    std::fs::write(&path, ALIGNMENT).unwrap();
    let trials = check(&path);
    let cells: Vec<_> = trials
        .iter()
        .map(|t| (t.sequential_cells, t.cells))
        .collect();
    assert_eq!(cells, [(Some(16), 28)]);
    assert!(
        trials.iter().all(|t| t.sequential_wrong.is_some()),
        "{trials:?}"
    );
}
