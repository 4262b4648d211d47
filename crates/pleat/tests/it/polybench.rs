//! The kernels of corpus/polybench: the result for each array. The folded programs print the same,
//! with arrays on the heap and on the stack, with sizes in macros and in variables, at several
//! sizes.

use crate::common::{SANITIZED, fold_with, root, run};
use crate::snapshot;
use pleat::Folded;
use report::{ArrayEntry, Status};
use rstest::rstest;
use similar::TextDiff;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const MODES: [&[&str]; 4] = [
    &[],
    &["-DPOLYBENCH_STACK_ARRAYS", "-DPOLYBENCH_USE_C99_PROTO"],
    &["-DPOLYBENCH_USE_C99_PROTO", "-DPOLYBENCH_USE_RESTRICT"],
    &["-DPOLYBENCH_STACK_ARRAYS", "-DPOLYBENCH_PADDING_FACTOR=3"],
];

/// The flag with which a copy of a kernel finds its headers.
fn include() -> String {
    format!("-I{}", root().join("corpus/polybench").display())
}

/// The kernel folded under some macros.
fn folded(path: &Path, macros: &[&str]) -> Folded {
    let folded = fold_with(path, &[macros, &[&include()]].concat());
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    folded
}

/// The output of a text that is compiled with these flags and macros.
fn printed(text: &[u8], compiler: &str, flags: &[&str], macros: &[&str]) -> String {
    run(text, compiler, &[flags, macros, &[&include()]].concat()).unwrap()
}

#[rstest]
fn same_output(#[files("../../corpus/polybench/*.c")] path: PathBuf) {
    let original = std::fs::read(&path).unwrap();
    let expected = printed(&original, "gcc", &["-O0"], &[]);
    assert!(expected.len() > 80, "the program prints its results");
    for macros in MODES {
        let folded = folded(&path, macros);
        if folded.bytes == original {
            continue;
        }
        for (compiler, flags) in [("gcc", &SANITIZED[..]), ("clang", &["-O3"])] {
            let printed = printed(&folded.bytes, compiler, flags, macros);
            assert_eq!(printed, expected, "{compiler} {macros:?}");
        }
    }
}

/// The sizes of a kernel's header that the command line may set.
fn size_macros(kernel: &Path) -> Vec<String> {
    let header = std::fs::read_to_string(kernel.with_extension("h")).unwrap();
    let names = header.lines().filter_map(|l| l.strip_prefix("#ifndef "));
    names
        .filter(|n| !n.ends_with("_H"))
        .map(str::to_string)
        .collect()
}

#[rstest]
fn same_output_at_other_sizes(#[files("../../corpus/polybench/*.c")] path: PathBuf) {
    let macros = MODES[1];
    let folded = folded(&path, macros);
    if folded.bytes == folded.file.bytes {
        return;
    }
    for size in [2, 3, 7] {
        let sizes = size_macros(&path).into_iter();
        let sizes: Vec<String> = sizes.map(|name| format!("-D{name}={size}")).collect();
        let sizes: Vec<&str> = sizes.iter().map(String::as_str).collect();
        let macros = [macros, &sizes].concat();
        let expected = printed(&folded.file.bytes, "gcc", &["-O0"], &macros);
        let after = printed(&folded.bytes, "gcc", &SANITIZED, &macros);
        assert_eq!(after, expected, "{size}");
    }
}

/// `kernel_atax.tmp[M]: 1 element`, `kernel_atax.y[N]: kept, function-parameter`.
fn line(entry: &ArrayEntry) -> String {
    let shape: String = entry.shape.iter().map(|e| format!("[{e}]")).collect();
    let outcome = match entry.status {
        Status::Folded => entry.size_after.clone().unwrap(),
        Status::Kept => format!("kept, {}", entry.reason.clone().unwrap()),
    };
    format!("{}.{}{shape}: {outcome}", entry.function, entry.name)
}

#[rstest]
fn outcome(#[files("../../corpus/polybench/*.c")] path: PathBuf) {
    let mut text = String::new();
    for macros in &MODES[..2] {
        let folded = folded(&path, macros);
        writeln!(text, "{}", [&["cc"][..], macros].concat().join(" ")).unwrap();
        for entry in &folded.report.arrays {
            writeln!(text, "{}", line(entry)).unwrap();
        }
        let old = String::from_utf8_lossy(&folded.file.bytes);
        let new = String::from_utf8_lossy(&folded.bytes);
        let diff = TextDiff::from_lines(old.as_ref(), new.as_ref());
        write!(text, "{}", diff.unified_diff().context_radius(1)).unwrap();
    }
    snapshot::settings("polybench").bind(|| insta::assert_snapshot!(snapshot::stem(&path), text));
}
