//! Original and folded program print the same, byte for byte, under both compilers, with
//! optimisation and without, under the sanitizers, and at other sizes than those of the analysis.
//! `folds` asks for it with the texts of all objectives.

use crate::common::{Program, SANITIZED, fold, fold_with, results, run, source};
use crate::folds::Folds;
use pleat::Options;
use rstest::rstest;
use std::path::PathBuf;
use storage::Strategy;

/// Predictive commoning of gcc 12.2 drops the first store to `score_` in the fold of
/// `flat_tables.c`, which is defined: clang, the sanitizers and lower levels print the same.
const GCC_O3: [&str; 2] = ["-O3", "-fno-predictive-commoning"];

/// What an original prints. The sanitizers say that it is the same with every compiler.
pub(crate) fn printed(original: &[u8]) -> String {
    let printed = run(original, "gcc", &SANITIZED).unwrap();
    assert!(printed.len() > 4, "the program prints its results");
    printed
}

/// Asserts that the folds of a program print the same, that of the default objective optimised too.
/// Where the size is a macro that flags may set, the sanitizers see two other sizes, too.
pub(crate) fn same_output(folds: &Folds, printed: &str) {
    let original = &folds.original.bytes;
    let sizes: &[&str] = match has_other_sizes(original) && !folds.texts.is_empty() {
        true => &["-DN=3", "-DN=31"],
        false => &[],
    };
    let at = |size| (size, run(original, "gcc", &["-O0", size]).unwrap());
    let elsewhere: Vec<(&str, String)> = sizes.iter().copied().map(at).collect();
    for text in &folds.texts {
        assert_eq!(run(text, "gcc", &SANITIZED).unwrap(), printed);
        for (size, printed) in &elsewhere {
            let flags = [&SANITIZED[..], &[size]].concat();
            assert_eq!(run(text, "gcc", &flags).unwrap(), *printed, "{size}");
        }
        if *text == folds.balanced {
            for (compiler, flags) in [("gcc", &GCC_O3[..]), ("clang", &["-O3"])] {
                assert_eq!(run(text, compiler, flags).unwrap(), printed, "{compiler}");
            }
        }
    }
}

/// The same for larger programs, with sizes of images and tiles.
pub(crate) fn same_output_of_pipelines(folds: &Folds) {
    let original = &folds.original.bytes;
    // A fold for one size of the tiles states it.
    let states = |text: &Vec<u8>| String::from_utf8_lossy(text).contains("_Static_assert(B ==");
    let tiles = match folds.texts.iter().any(states) {
        true => "-UB",
        false => "-DB=9",
    };
    let flags = |more: &[&'static str]| [&["-DH=20", "-DW=12", "-DN=37", tiles], more].concat();
    let printed = run(original, "gcc", &SANITIZED).unwrap();
    let elsewhere = run(original, "gcc", &flags(&["-O0", "-w"])).unwrap();
    assert!(printed.len() > 20, "the program prints its results");
    assert_ne!(printed, elsewhere, "sizes matter");
    for text in &folds.texts {
        let found = run(text, "gcc", &flags(&SANITIZED)).unwrap();
        assert_eq!(found, elsewhere);
    }
    if folds.texts.contains(&folds.balanced) {
        assert_eq!(run(&folds.balanced, "clang", &["-O3"]).unwrap(), printed);
    }
}

/// The result of every strategy prints the same.
#[rstest]
fn same_output_by_every_strategy(
    #[files("../../corpus/papers/*.c")]
    #[files("../../corpus/idioms/tables.c")]
    path: PathBuf,
) {
    let of = |strategy| Options {
        strategy: Some(strategy),
        ..Options::default()
    };
    let results = results(&path, Strategy::ALL.map(of));
    let expected = run(&source(&path).bytes, "gcc", &["-O0"]).unwrap();
    for result in results {
        assert_eq!(run(&result, "gcc", &SANITIZED).unwrap(), expected);
    }
}

/// Programs with OpenMP print the same with any number of threads, before and after a fold, and if
/// the fold is made with or without `-fopenmp`.
#[rstest]
fn same_output_of_threads(#[files("../../corpus/idioms/threads_*.c")] path: PathBuf) {
    let sequential = fold(&path);
    let parallel = fold_with(&path, &["-fopenmp"]);
    let original = &sequential.file.bytes;
    let expected = run(original, "gcc", &["-O0"]).unwrap();
    for folded in [&sequential, &parallel] {
        assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
        assert_eq!(run(&folded.bytes, "gcc", &["-O2"]).unwrap(), expected);
        let program = Program::new(&folded.bytes, "gcc", &["-O2", "-fopenmp"]).unwrap();
        for threads in ["1", "2", "4", "7"] {
            let found = program.run(&[("OMP_NUM_THREADS", threads)]).unwrap();
            assert_eq!(found, expected, "{threads} threads");
        }
    }
}

/// Whether flags may set the size of a program. Another size must not change its lines, since the
/// result asserts the size then.
fn has_other_sizes(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    text.contains("ifndef N\n") && !text.contains("#if N ")
}
