//! `--comments` adds one line with a comment for every fold with a place for it, and changes no
//! other byte.

use crate::common::{fold, fold_by};
use pleat::Options;
use report::Status;
use rstest::rstest;
use std::path::PathBuf;

/// The text without comments such as `/* a[i] is kept in ... */`, and their number.
fn without_comments(text: &str) -> (String, usize) {
    let mut count = 0;
    let mut rest = String::new();
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let is_ours = [
            "are never needed at the same time */",
            "are no longer needed */",
        ];
        let is_ours = is_ours.iter().any(|end| words.ends_with(end))
            || words.ends_with("no two are needed at the same time */");
        match is_ours && words.starts_with("/* ") && words.matches("*/").count() == 1 {
            true => count += 1,
            false => rest.push_str(line),
        }
    }
    (rest, count)
}

#[rstest]
fn a_line_for_each_fold(
    #[files("../../corpus/papers/*.c")]
    #[files("../../corpus/idioms/[n-w]*.c")]
    path: PathBuf,
) {
    let plain = fold(&path);
    let options = Options {
        comments: true,
        ..Options::default()
    };
    let folded = fold_by(&path, &[], &options);
    let (rest, count) = without_comments(&String::from_utf8_lossy(&folded.bytes));
    assert_eq!(rest, String::from_utf8_lossy(&plain.bytes));
    let arrays = folded.report.arrays.iter();
    let folds = arrays.filter(|a| a.status == Status::Folded).count();
    assert!(count <= folds, "{count} comments for {folds} folds");
    let is_in_macro = path.to_string_lossy().contains("macros");
    assert!(
        count * 2 >= folds || is_in_macro,
        "{count} comments for {folds} folds"
    );
}
