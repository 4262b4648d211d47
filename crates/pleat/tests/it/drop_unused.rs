//! `--drop-unused`: removes parameters that a fold leaves unused, their arguments, and the code of
//! callers that provides them. The program prints the same.

use crate::common::{on_big_stack, run, source};
use crate::snapshot;
use crate::warnings::moves_add_none;
use pleat::{Folded, LeastSaving, Options};
use rstest::rstest;
use source::Flags;
use std::path::{Path, PathBuf};
use storage::Objective;

fn dropped(path: &Path, others: Options) -> Folded {
    let options = Options {
        drop_unused: true,
        ..others
    };
    on_big_stack(|| pleat::fold(source(path), &Flags::default(), &options).unwrap())
}

/// With the fewest cells, and every saving.
#[rstest]
fn same_output(
    #[files("../../corpus/idioms/*.c")]
    #[files("../../corpus/papers/*.c")]
    path: PathBuf,
) {
    let options = Options {
        objective: Objective::Size,
        least_saving: Some(LeastSaving::ANY),
        ..Options::default()
    };
    let folded = dropped(&path, options);
    moves_add_none(&path, [folded.bytes.as_slice()]);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    let flags = [
        "-O1",
        "-Wall",
        "-Werror=unused-parameter",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ];
    let expected = run(&folded.file.bytes, "gcc", &flags[..1]).unwrap();
    assert_eq!(run(&folded.bytes, "gcc", &flags).unwrap(), expected);
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
