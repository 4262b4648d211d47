//! All folds of the corpus, for each objective: `pleat verify` proves them without a hint from the
//! folder, compilers have no new warnings, and versions of C that accept the original accept them.

use crate::common::{folder_flags, results_for_objectives, source};
use crate::verify_folds::verified;
use crate::warnings::{adds_none, keeps_versions};
use rstest::rstest;
use source::SourceFile;
use std::path::PathBuf;

#[rstest]
fn are_proved_and_accepted(
    #[files("../../corpus/papers/*.c")]
    #[files("../../corpus/idioms/*.c")]
    #[files("../../corpus/pipelines/*.c")]
    #[files("../../corpus/tiled/*.c")]
    path: PathBuf,
) {
    let original = source(&path);
    let mut texts = results_for_objectives(&path);
    texts.remove(&original.bytes);
    for text in &texts {
        let after = SourceFile::new(original.path.clone(), text.clone());
        let found = verified(original.clone(), after, &folder_flags(&original));
        for function in found.functions {
            let (name, verdict) = (function.name, function.verdict);
            assert!(verdict.is_proved(), "{name}: {verdict:?}");
        }
    }
    // gcc assumes that the loops that set a table are never executed.
    if texts.is_empty() || path.to_string_lossy().ends_with("tables.c") {
        return;
    }
    adds_none(&path, &texts);
    keeps_versions(&path, &texts);
}
