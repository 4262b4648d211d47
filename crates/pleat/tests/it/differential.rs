//! Original and folded program print the same, byte for byte, under both compilers, without and
//! with optimisation, under the sanitizers, and at other sizes than those of the analysis.

use crate::common::{fold, fold_with, results, results_for_objectives, run, run_with, source};
use pleat::Options;
use rstest::rstest;
use std::path::PathBuf;
use storage::Strategy;

const SANITIZERS: [&str; 3] = [
    "-O1",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

/// Predictive commoning of gcc 12.2 drops the first store to `score_` in the fold of
/// `flat_tables.c`, which is defined: clang, the sanitizers and lower levels print the same.
const GCC_O3: [&str; 2] = ["-O3", "-fno-predictive-commoning"];

#[rstest]
fn same_output(
    #[files("../../corpus/papers/*.c")]
    #[files("../../corpus/idioms/*.c")]
    path: PathBuf,
) {
    let folded = fold(&path);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    let original = &folded.file.bytes;
    // The sanitizers say that what the program prints is the same with every compiler.
    let expected = run(original, "gcc", &SANITIZERS).unwrap();
    assert!(expected.len() > 4, "the program prints its results");
    if folded.bytes == *original {
        return;
    }
    for (compiler, flags) in [
        ("gcc", &["-O0"][..]),
        ("gcc", &GCC_O3),
        ("clang", &["-O0"]),
        ("clang", &["-O3"]),
        ("gcc", &SANITIZERS),
    ] {
        assert_eq!(run(&folded.bytes, compiler, flags).unwrap(), expected);
    }
    if size_decides_lines(original) {
        return;
    }
    for size in ["-DN=3", "-DN=5", "-DN=31"] {
        let expected = run(original, "gcc", &["-O0", size]).unwrap();
        let sanitized = [&SANITIZERS[..], &["-O0", size]].concat();
        let found = run(&folded.bytes, "gcc", &sanitized).unwrap();
        assert_eq!(found, expected, "{size}");
    }
}

/// Larger programs: images and tiles, at their own sizes and at others.
#[rstest]
fn same_output_of_pipelines(
    #[files("../../corpus/pipelines/*.c")]
    #[files("../../corpus/tiled/*.c")]
    path: PathBuf,
) {
    let folded = fold(&path);
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    let original = &folded.file.bytes;
    // A fold for one size of the tiles states it.
    let text = String::from_utf8_lossy(&folded.bytes);
    let tiles = ["-DB=9"]
        .into_iter()
        .filter(|_| !text.contains("_Static_assert(B =="));
    let sizes = || {
        ["-DH=20", "-DW=12", "-DN=37"]
            .into_iter()
            .chain(tiles.clone())
    };
    let flags = |more: [&'static str; 2]| sizes().chain(more).collect::<Vec<_>>();
    let expected = run(original, "gcc", &SANITIZERS).unwrap();
    let elsewhere = run(original, "gcc", &flags(["-O1", "-w"])).unwrap();
    assert!(expected.len() > 20, "the program prints its results");
    assert_ne!(expected, elsewhere, "sizes matter");
    if folded.bytes == *original {
        return;
    }
    assert_eq!(run(&folded.bytes, "clang", &["-O3"]).unwrap(), expected);
    let sanitized = flags(["-O1", "-fsanitize=address,undefined"]);
    assert_eq!(run(&folded.bytes, "gcc", &sanitized).unwrap(), elsewhere);
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
        assert_eq!(run(&result, "gcc", &SANITIZERS).unwrap(), expected);
    }
}

/// The result of every objective prints the same.
#[rstest]
fn same_output_for_every_objective(
    #[files("../../corpus/papers/*.c")]
    #[exclude("jacobi_2d|lbm_d2q9|reg_detect|livermore18")]
    #[files("../../corpus/idioms/filters.c")]
    #[files("../../corpus/idioms/far_*.c")]
    #[files("../../corpus/idioms/fixed_sizes.c")]
    #[files("../../corpus/idioms/induction.c")]
    #[files("../../corpus/idioms/records.c")]
    #[files("../../corpus/idioms/parameters.c")]
    #[files("../../corpus/idioms/heap_flat.c")]
    #[files("../../corpus/idioms/macros.c")]
    #[files("../../corpus/idioms/threads_rows.c")]
    #[files("../../corpus/idioms/wrapped_columns.c")]
    #[files("../../corpus/idioms/strips.c")]
    #[files("../../corpus/pipelines/*_rows.c")]
    path: PathBuf,
) {
    let mut results = results_for_objectives(&path);
    // `same_output` compares these.
    results.remove(&fold(&path).bytes);
    let original = source(&path).bytes;
    let sizes: &[&str] = match size_decides_lines(&original) {
        true => &["-UNOTHING"],
        false => &["-UNOTHING", "-DN=5", "-DN=31"],
    };
    for result in results {
        for size in sizes {
            let flags = [&[*size][..], &SANITIZERS].concat();
            let expected = run(&original, "gcc", &["-O0", *size]).unwrap();
            assert_eq!(run(&result, "gcc", &flags).unwrap(), expected, "{size}");
        }
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
        for threads in ["1", "2", "4", "7"] {
            let count = [("OMP_NUM_THREADS", threads)];
            let flags = ["-O2", "-fopenmp"];
            let found = run_with(&folded.bytes, "gcc", &flags, &count).unwrap();
            assert_eq!(found, expected, "{threads} threads");
        }
    }
}

/// Another size changes the lines of the original; the result asserts the size.
fn size_decides_lines(text: &[u8]) -> bool {
    String::from_utf8_lossy(text).contains("#if N ")
}
