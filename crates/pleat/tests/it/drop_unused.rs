//! `--drop-unused`: removes parameters that a fold leaves unused, their arguments, and the code of
//! callers that provides them. The program prints the same; `folds` asks for it.

use crate::common::{SANITIZED, on_big_stack, run, source};
use crate::folds::Folds;
use crate::snapshot;
use crate::warnings::moves_add_none;
use pleat::{Folded, LeastSaving, Options};
use rstest::rstest;
use source::Flags;
use std::path::{Path, PathBuf};

fn dropped(path: &Path, others: Options) -> Folded {
    let options = Options {
        drop_unused: true,
        ..others
    };
    on_big_stack(|| pleat::fold(source(path), &Flags::default(), &options).unwrap())
}

/// Asserts that a fold with every saving prints what the original prints.
pub(crate) fn same_output(path: &Path, folds: &Folds, printed: &str) {
    let options = Options {
        least_saving: Some(LeastSaving::ANY),
        ..Options::default()
    };
    let folded = dropped(path, options);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    if !folds.texts.contains(&folded.bytes) {
        moves_add_none(path, [folded.bytes.as_slice()]);
    }
    let flags = [&SANITIZED[..], &["-Wall", "-Werror=unused-parameter"]].concat();
    assert_eq!(run(&folded.bytes, "gcc", &flags).unwrap(), printed);
}

#[rstest]
fn printed(
    #[files("../../corpus/idioms/dropped.c")]
    #[files("../../corpus/idioms/parameters.c")]
    path: PathBuf,
) {
    let folded = dropped(&path, Options::default());
    let details: Vec<&str> = folded
        .report
        .arrays
        .iter()
        .filter(|a| a.status == report::Status::Folded)
        .map(|a| a.detail.as_str())
        .collect();
    let text = String::from_utf8(folded.bytes.clone()).unwrap();
    snapshot::settings("drop_unused").bind(|| {
        insta::assert_snapshot!(
            snapshot::stem(&path),
            format!("{}\n----\n{text}", details.join("\n"))
        )
    });
}
