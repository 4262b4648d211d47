//! Arrays in common storage: the results compile without warnings and print what the original
//! prints, at small sizes too. The functions of near misses come back as they are.

use crate::common::{self, assert_same_at_sizes, fold_by, run, source};
use crate::snapshot;
use crate::warnings::moves_add_none;
use pleat::{Folded, Options};
use rstest::rstest;
use similar::TextDiff;
use source::render;
use std::path::{Path, PathBuf};

/// Warnings are errors.
const STRICT: [&str; 4] = ["-O2", "-Wall", "-Wextra", "-Werror"];

fn share(path: &Path) -> Folded {
    let options = Options {
        share: true,
        ..Options::default()
    };
    fold_by(path, &[], &options)
}

#[rstest]
fn same_output(#[files("../../corpus/share/*.c")] path: PathBuf) {
    let folded = share(&path);
    assert_printed(&path, &folded, "share");
    let original = source(&path).bytes;
    assert!(folded.bytes != original, "storage is shared");
    let expected = run(&original, "gcc", &["-O0"]).unwrap();
    assert!(expected.len() > 2, "the program prints its results");
    for compiler in ["gcc", "clang"] {
        let flags = [&STRICT[..], &["-Wno-unknown-pragmas"]].concat();
        let printed = run(&folded.bytes, compiler, &flags).unwrap();
        assert_eq!(printed, expected, "{compiler}");
    }
    assert_same_at_sizes(&original, &folded.bytes);
    moves_add_none(&path, [folded.bytes.as_slice()]);
}

/// A shared text has nothing left to share.
#[rstest]
fn again_nothing_changes(#[files("../../corpus/share/*.c")] path: PathBuf) {
    let once = share(&path);
    let options = Options {
        share: true,
        ..Options::default()
    };
    let file = source::SourceFile::new(path, once.bytes.clone());
    let flags = common::folder_flags(&file);
    let again = common::on_big_stack(|| pleat::fold(file, &flags, &options).unwrap());
    assert!(again.bytes == once.bytes);
}

#[rstest]
fn near_misses(#[files("../../corpus/share/near_misses/*.c")] path: PathBuf) {
    let folded = share(&path);
    assert_printed(&path, &folded, "share/near_misses");
    let before = source(&path).bytes;
    let functions = functions_before_main(&before);
    assert!(folded.bytes.starts_with(functions), "the arrays stay");
}

/// The text up to the end of the function before `main`, whose own arrays may share storage.
fn functions_before_main(text: &[u8]) -> &[u8] {
    let find = |text: &[u8], word: &[u8]| text.windows(word.len()).rposition(|w| w == word);
    let main = find(text, b"int main(").unwrap_or(text.len());
    let end = find(&text[..main], b"\n}\n").map_or(main, |at| at + 3);
    &text[..end]
}

/// Compares the remarks on storage, and the changes, with the snapshot.
fn assert_printed(path: &Path, folded: &Folded, snapshots: &str) {
    let remarks = folded
        .remarks
        .iter()
        .map(|r| &r.full)
        .chain(&folded.details);
    let remarks = remarks.filter(|r| r.message.contains("storage"));
    let remarks: String = remarks.map(|r| render(&folded.file, r, false)).collect();
    let new = String::from_utf8_lossy(&folded.bytes);
    let diff = TextDiff::from_lines(folded.file.text(), new.as_ref());
    let changes = diff.unified_diff().context_radius(2).to_string();
    snapshot::settings(snapshots).bind(|| {
        insta::assert_snapshot!(snapshot::stem(path), format!("{remarks}----\n{changes}"))
    });
}
