//! What Pleat prints for a corpus file: the remarks and the rewritten C. `folds` asks for it with
//! the folds of the default objective.

use crate::common::fold_by;
use crate::names;
use crate::snapshot;
use pleat::{Folded, Options};
use rstest::rstest;
use source::render;
use std::path::{Path, PathBuf};
use storage::Objective;

/// The folder of the snapshots of a corpus file: some corpus folders have their own.
pub(crate) fn folder(path: &Path) -> &str {
    let folder = path.parent().unwrap().file_name().unwrap();
    let own = ["pipelines", "tiled"];
    let folder = folder.to_str().filter(|folder| own.contains(folder));
    folder.unwrap_or_default()
}

/// With the objective `size`, subscripts wrap in innermost loops.
#[rstest]
fn printed_for_size(
    #[files("../../corpus/idioms/borders.c")]
    #[files("../../corpus/idioms/induction.c")]
    #[files("../../corpus/idioms/left_early.c")]
    #[files("../../corpus/idioms/strips.c")]
    #[files("../../corpus/papers/blur_interleaved.c")]
    #[files("../../corpus/papers/lbm_d2q9.c")]
    #[files("../../corpus/pipelines/harris_rows.c")]
    #[files("../../corpus/pipelines/integral_rows.c")]
    path: PathBuf,
) {
    let options = Options {
        objective: Objective::Size,
        ..Options::default()
    };
    let folded = fold_by(&path, &[], &options);
    assert_printed(&folded, &path, "size");
}

/// Compares remarks and text of a fold with the snapshot in a folder.
pub(crate) fn assert_printed(folded: &Folded, path: &Path, snapshots: &str) {
    names::check(folded);
    let remarks: String = folded
        .remarks
        .iter()
        .map(|r| render(&folded.file, r, false))
        .collect();
    let text = String::from_utf8(folded.bytes.clone()).unwrap();
    snapshot::settings(snapshots)
        .bind(|| insta::assert_snapshot!(snapshot::stem(path), format!("{remarks}----\n{text}")));
}
