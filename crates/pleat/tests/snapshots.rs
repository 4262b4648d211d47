//! What Pleat prints for each corpus file: the remarks and the rewritten C.
#![allow(clippy::unwrap_used)]

mod common;

use common::fold;
use rstest::rstest;
use source::render;
use std::path::{Path, PathBuf};

/// Folders that are read as a whole have one of their own.
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
    let folded = fold(&path);
    let remarks: String = folded
        .remarks
        .iter()
        .map(|r| render(&folded.file, r, false))
        .collect();
    let text = String::from_utf8(folded.bytes.clone()).unwrap();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(snapshots_of(&path));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        insta::assert_snapshot!(name, format!("{remarks}----\n{text}"));
    });
}
