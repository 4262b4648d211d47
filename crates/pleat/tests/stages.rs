//! Stages as one loop, and folded: the results compile without warnings and print what the original
//! prints, at sizes shorter than the shifts too. Near misses come back as they are.
#![allow(clippy::unwrap_used)]

mod common;

use common::{folder_flags, on_big_stack, root, run, run_at_sizes, source};
use pleat::{Depth, Folded, Fused, Options};
use rstest::rstest;
use similar::TextDiff;
use source::{Diagnostic, SourceFile, render};
use std::path::{Path, PathBuf};

/// Warnings are errors.
const STRICT: [&str; 3] = ["-Wall", "-Wextra", "-Werror"];

fn fuse(path: &Path) -> Fused {
    let file = source(path);
    let flags = folder_flags(&file);
    on_big_stack(|| pleat::fuse(file, &flags, Depth::Auto).unwrap())
}

fn fold_fused(path: &Path) -> Folded {
    fold_file(source(path))
}

fn fold_file(file: SourceFile) -> Folded {
    let options = Options {
        fuse: Some(Depth::Auto),
        ..Options::default()
    };
    let flags = folder_flags(&file);
    on_big_stack(|| pleat::fold(file, &flags, &options).unwrap())
}

/// What is fused and folded has nothing left to fuse and fold.
#[rstest]
fn again_nothing_changes(#[files("../../corpus/stages/*.c")] path: PathBuf) {
    let once = fold_fused(&path);
    let text = SourceFile::new(once.file.path.clone(), once.bytes);
    let again = fold_file(text.clone());
    let again = SourceFile::new(text.path.clone(), again.bytes);
    assert_eq!(again.text(), text.text());
}

#[rstest]
fn same_output(
    #[files("../../corpus/stages/*.c")]
    #[files("../../corpus/pipelines/*_stages.c")]
    path: PathBuf,
) {
    let (fused, folded) = (fuse(&path), fold_fused(&path));
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    assert_printed(&path, &fused, &folded);
    let original = &fused.file.bytes;
    let mut changed = vec![&fused.bytes, &folded.bytes];
    changed.dedup();
    changed.retain(|text| *text != original);
    if changed.is_empty() {
        return;
    }
    let expected = run(original, "gcc", &["-O0"]).unwrap();
    assert!(expected.len() > 2, "the program prints its results");
    for text in &changed {
        for compiler in ["gcc", "clang"] {
            let flags = [&["-O2"], &STRICT[..]].concat();
            assert_eq!(run(text, compiler, &flags).unwrap(), expected, "{compiler}");
        }
    }
    let sanitized = [
        "-O0",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ];
    // Some programs are undefined for a single row.
    let mut elsewhere = run_at_sizes(original, &sanitized).unwrap();
    elsewhere.retain(|_, output| output.is_ok());
    assert!(elsewhere.len() > 6, "{:?}", elsewhere.keys());
    for text in changed {
        for (size, output) in run_at_sizes(text, &sanitized).unwrap() {
            if let Some(expected) = elsewhere.get(&size) {
                assert_eq!(output, *expected, "size {size}");
            }
        }
    }
}

/// Stages that cannot become one loop.
#[rstest]
fn near_misses(#[files("../../corpus/stages/near_misses/*.c")] path: PathBuf) {
    let (fused, folded) = (fuse(&path), fold_fused(&path));
    assert_printed(&path, &fused, &folded);
    assert!(fused.bytes == fused.file.bytes, "the loops stay");
    assert!(folded.bytes == fused.file.bytes, "the arrays stay");
    assert!(fused.unproved.is_empty(), "no plan for them");
}

/// Compares the remarks and changes of both commands with the snapshot.
fn assert_printed(path: &Path, fused: &Fused, folded: &Folded) {
    let file = &fused.file;
    let text = [
        remarks(file, &fused.remarks()),
        changes(file, &fused.bytes),
        remarks(file, &folded.remarks),
        changes(file, &folded.bytes),
    ];
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join("snapshots/stages"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        insta::assert_snapshot!(name, text.join("----\n"));
    });
}

/// Remarks on loops and folds. Arrays that are no temporaries, such as those of `main`, are left
/// out.
fn remarks(file: &SourceFile, remarks: &[Diagnostic]) -> String {
    let texts = remarks.iter().map(|r| render(file, r, false));
    let kinds = [
        "note: ",
        "note[folded]",
        "note[no-smaller-mapping]",
        "warning",
    ];
    texts
        .filter(|text| kinds.iter().any(|kind| text.starts_with(kind)))
        .collect()
}

/// The changes of a file as a unified diff.
fn changes(file: &SourceFile, new: &[u8]) -> String {
    let new = String::from_utf8_lossy(new);
    let diff = TextDiff::from_lines(file.text(), new.as_ref());
    diff.unified_diff().context_radius(2).to_string()
}
