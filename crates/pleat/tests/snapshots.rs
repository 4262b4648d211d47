//! What Pleat prints for each corpus file: the remarks and the rewritten C.
#![allow(clippy::unwrap_used)]

mod common;

use common::{fold, fold_by};
use pleat::{Folded, Options};
use rstest::rstest;
use source::render;
use std::path::{Path, PathBuf};
use storage::Objective;

/// Corpus folders with a folder of snapshots of their own.
fn snapshots_of(path: &Path) -> PathBuf {
    let snapshots = common::root().join("snapshots");
    let folder = path.parent().unwrap().file_name().unwrap();
    match folder.to_str() {
        Some(own @ ("pipelines" | "tiled")) => snapshots.join(own),
        _ => snapshots,
    }
}

#[rstest]
fn printed(
    #[files("../../corpus/papers/*.c")]
    #[files("../../corpus/idioms/*.c")]
    #[files("../../corpus/pipelines/*.c")]
    #[files("../../corpus/tiled/*.c")]
    path: PathBuf,
) {
    assert_printed(&fold(&path), &path, snapshots_of(&path));
}

/// As `printed`, with the objective `size`: subscripts wrap in innermost loops.
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
    assert_printed(&folded, &path, common::root().join("snapshots/size"));
}

fn assert_printed(folded: &Folded, path: &Path, snapshots: PathBuf) {
    let remarks: String = folded
        .remarks
        .iter()
        .map(|r| render(&folded.file, r, false))
        .collect();
    let text = String::from_utf8(folded.bytes.clone()).unwrap();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(snapshots);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        insta::assert_snapshot!(name, format!("{remarks}----\n{text}"));
    });
}
