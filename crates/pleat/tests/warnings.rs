//! A fold adds no warnings: whoever compiles with `-Werror` compiles it, too.
#![allow(clippy::unwrap_used)]

mod common;

use common::{fold, results_for_objectives, source};
use rstest::rstest;
use std::path::{Path, PathBuf};
use std::process::Command;

const FLAGS: [&str; 11] = [
    "-c",
    "-O2",
    "-o",
    "/dev/null",
    "-Wall",
    "-Wextra",
    "-Wshadow",
    "-Wconversion",
    "-Wsign-conversion",
    "-Wvla",
    "-Wdeclaration-after-statement",
];

/// The kinds of warnings that a text causes, each with the first message.
fn warnings(text: &[u8], path: &Path, compiler: &str) -> Vec<(String, String)> {
    let work = tempfile::tempdir().unwrap();
    let file = work.path().join("program.c");
    std::fs::write(&file, text).unwrap();
    let output = Command::new(compiler)
        .args(FLAGS)
        .arg("-I")
        .arg(path.parent().unwrap())
        .arg(&file)
        .output()
        .unwrap();
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{compiler}: {messages}");
    let mut found: Vec<(String, String)> = Vec::new();
    for line in messages.lines() {
        let Some((message, kind)) = line.rsplit_once(" [-W") else {
            continue;
        };
        if !found.iter().any(|(known, _)| known == kind) {
            found.push((kind.to_string(), message.to_string()));
        }
    }
    found
}

/// Asserts that both compilers say nothing of a text that they do not say of the original.
fn adds_none(path: &Path, folded: &[u8]) {
    let original = source(path).bytes;
    for compiler in ["gcc", "clang"] {
        let known = warnings(&original, path, compiler);
        for (kind, message) in warnings(folded, path, compiler) {
            let is_known = known.iter().any(|(other, _)| *other == kind);
            assert!(is_known, "{compiler}: {message} [-W{kind}");
        }
    }
}

/// `tables.c` is left out: of a table that is set in loops only, gcc believes that none of them is executed.
#[rstest]
fn no_new_warnings(
    #[files("../../corpus/papers/*.c")]
    #[files("../../corpus/idioms/*.c")]
    #[files("../../corpus/pipelines/*.c")]
    #[files("../../corpus/tiled/*.c")]
    #[exclude("tables")]
    path: PathBuf,
) {
    adds_none(&path, &fold(&path).bytes);
}

#[rstest]
fn no_new_warnings_for_every_objective(
    #[files("../../corpus/papers/blur*.c")]
    #[files("../../corpus/idioms/copies.c")]
    #[files("../../corpus/idioms/filters.c")]
    #[files("../../corpus/idioms/fixed_sizes.c")]
    #[files("../../corpus/idioms/leftovers.c")]
    #[files("../../corpus/idioms/members.c")]
    #[files("../../corpus/idioms/named_indices.c")]
    #[files("../../corpus/idioms/strips.c")]
    #[files("../../corpus/idioms/sweeps.c")]
    #[files("../../corpus/idioms/whiles.c")]
    #[files("../../corpus/idioms/windows.c")]
    #[files("../../corpus/pipelines/blur_rows.c")]
    path: PathBuf,
) {
    for result in results_for_objectives(&path) {
        adds_none(&path, &result);
    }
}

/// gcc's structures with arrays whose sizes are no constants have no initial values; clang does not know them.
#[test]
fn structures_of_no_fixed_size() {
    let text = "static int sum(int n)\n{\n    struct item { int list[n]; struct { int value; } part; };\n    struct item s[2];\n    \
                int all = 0;\n    for (int k = 0; k < 2; k++) {\n        s[k].part.value = k + n;\n        \
                all += s[k].part.value;\n    }\n    return all;\n}\n\nint main(void)\n{\n    return sum(2) != 5;\n}\n";
    let work = tempfile::tempdir().unwrap();
    let file = work.path().join("items.c");
    std::fs::write(&file, text).unwrap();
    let folded = String::from_utf8(fold(&file).bytes).unwrap();
    assert!(folded.contains("struct item s;"), "{folded}");
    std::fs::write(&file, folded).unwrap();
    let program = work.path().join("items");
    let status = Command::new("gcc")
        .arg(&file)
        .arg("-o")
        .arg(&program)
        .status();
    assert!(status.unwrap().success());
    assert!(Command::new(program).status().unwrap().success());
}
