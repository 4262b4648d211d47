//! Parts of arrays as arrays of their own: the results compile without warnings and print what the
//! original prints, at small sizes too. Near misses fold as without it.

use crate::common::{self, assert_same_at_sizes, fold_by, on_big_stack, run, source};
use crate::snapshot;
use crate::warnings::moves_add_none;
use pleat::{Folded, Options};
use rstest::rstest;
use scop::Order;
use similar::TextDiff;
use source::{Flags, SourceFile, render};
use std::path::{Path, PathBuf};

/// Warnings are errors.
const STRICT: [&str; 5] = ["-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"];

fn splitting() -> Options {
    Options {
        split: true,
        ..Options::default()
    }
}

fn fold_text(text: &str, options: &Options) -> Folded {
    let file = SourceFile::new("k.c", text.as_bytes().to_vec());
    on_big_stack(|| pleat::fold(file, &Flags::default(), options).unwrap())
}

fn elements(folded: &Folded) -> i64 {
    let arrays = folded.report.arrays.iter();
    arrays
        .filter_map(|a| a.elements_after.or(a.elements_before))
        .sum()
}

#[rstest]
fn same_output(#[files("../../corpus/split/*.c")] path: PathBuf) {
    let folded = fold_by(&path, &[], &splitting());
    assert_printed(&path, &folded);
    let original = source(&path).bytes;
    let plain = fold_by(&path, &[], &Options::default());
    assert!(elements(&folded) < elements(&plain), "fewer elements");
    let expected = run(&original, "gcc", &["-O0"]).unwrap();
    assert!(expected.len() > 2, "the program prints its results");
    for compiler in ["gcc", "clang"] {
        let printed = run(&folded.bytes, compiler, &STRICT).unwrap();
        assert_eq!(printed, expected, "{compiler}");
    }
    assert_same_at_sizes(&original, &folded.bytes);
    moves_add_none(&path, [folded.bytes.as_slice()]);
}

/// A text that has been split and folded has nothing left to split.
#[rstest]
fn again_nothing_changes(#[files("../../corpus/split/*.c")] path: PathBuf) {
    let once = fold_by(&path, &[], &splitting());
    let text = String::from_utf8(once.bytes).unwrap();
    let again = fold_text(&text, &splitting());
    assert_eq!(String::from_utf8(again.bytes).unwrap(), text);
}

#[rstest]
fn near_misses(#[files("../../corpus/split/near_misses/*.c")] path: PathBuf) {
    let folded = fold_by(&path, &[], &splitting());
    let plain = fold_by(&path, &[], &Options::default());
    let split = folded.report.splitting.unwrap();
    assert!(split.arrays.is_empty() && split.not_split.is_empty());
    assert!(folded.bytes == plain.bytes, "as without splitting");
}

/// Figure 4 of Yuki and Rajopadhye: two scalars in place of N + 1 elements, in every order in which
/// the whole array needs more.
#[test]
fn figure_4() {
    let path = common::root().join("corpus/papers/yuki_figure4.c");
    for order in [None, Some(Order::Sequential), Some(Order::Tilable)] {
        let options = Options {
            order,
            ..splitting()
        };
        let folded = fold_by(&path, &[], &options);
        let split = folded.report.splitting.unwrap();
        let [entry] = split.arrays.as_slice() else {
            panic!("{split:?}");
        };
        assert_eq!((entry.array.as_str(), entry.elements_after), ("s1", 2));
        assert!(!entry.parts[0].copied);
        let text = String::from_utf8(folded.bytes).unwrap();
        assert!(text.contains("double s1, s1_first = 0;"), "{text}");
    }
}

/// The text of a function with an array `u` of `n` rows.
fn rows(declaration: &str, last: &str) -> String {
    format!(
        "void f(int n, const double *x, double *out)
{{
    {declaration}
    for (int i = 0; i < 9; i++)
        u[0][i] = x[i];
    for (int t = 1; t < n; t++)
        for (int i = 0; i < 9; i++)
            u[t][i] = u[t - 1][8 - i] + 1;
    for (int i = 0; i < 9; i++)
        out[i] = u[n - 1][i]{last};
}}
"
    )
}

/// What is declared beside the array decides whether a part can be.
#[rstest]
#[case("double u[n][9], w;", true)]
#[case("double u[n][9] __attribute__((aligned(64)));", false)]
#[case("double (u)[n][9];", false)]
#[case("double u_first = x[0], u[n][9];", true)]
fn declarations(#[case] declaration: &str, #[case] is_split: bool) {
    let folded = fold_text(&rows(declaration, " - u[0][i]"), &splitting());
    let text = String::from_utf8(folded.bytes).unwrap();
    let split = folded.report.splitting.unwrap();
    assert_eq!(!split.arrays.is_empty(), is_split, "{text}");
}

/// A row is split off only where that makes the fold smaller, and never from a kept array.
#[test]
fn only_smaller_folds() {
    let text = rows("double u[n][9];", "");
    let folded = fold_text(&text, &splitting());
    assert!(folded.report.splitting.unwrap().arrays.is_empty());
    let keep = Options {
        keep: vec!["u".to_string()],
        ..splitting()
    };
    let text = rows("double u[n][9];", " - u[0][i]");
    let kept = fold_text(&text, &keep);
    assert!(kept.report.splitting.unwrap().arrays.is_empty());
    assert_eq!(String::from_utf8(kept.bytes).unwrap(), text);
}

/// A random program over one array of rows: loops over times and columns, with the first and last
/// column in the loop or apart, and late reads of some rows and columns.
fn program(choices: [usize; 5]) -> String {
    let [columns, first, inner, late, apart] = choices;
    let range = ["0; i < N", "1; i < N", "0; i < N - 1"][columns];
    let value = [
        "0.5 * u[t - 1][i] + i",
        "u[t - 1][N - 1 - i] + (i > 0 ? u[t][i - 1] : 1)",
        "i == 0 ? u[t - 1][0] : u[t - 1][i - 1] - u[t][0]",
    ][inner];
    let first = ["x[i]", "i == 0 ? 2 : x[i] + u[0][i - 1]"][first];
    let apart = ["", "        u[t][0] = u[t - 1][0] + 1;\n"][apart];
    let late = [
        "    for (int i = 0; i < N; i++)\n        s += u[T - 1][i] - u[0][i];\n",
        "    for (int t = 0; t < T; t++)\n        s += u[t][0] * t + u[T - 1][N - 1];\n",
        "    for (int t = 0; t < T; t++)\n        s += u[t][N - 1] - u[0][t % N];\n",
        "    s = u[T - 1][1] + u[0][0];\n",
    ][late];
    format!(
        "#include <stdio.h>
#ifndef N
#define N 7
#endif
#define T 6
static double f(const double *x)
{{
    double u[T][N] = {{0}};
    double s = 0;
    for (int i = 0; i < N; i++)
        u[0][i] = {first};
    for (int t = 1; t < T; t++) {{
{apart}        for (int i = {range}; i++)
            u[t][i] = {value};
    }}
{late}    return s;
}}
int main(void)
{{
    double x[N];
    for (int i = 0; i < N; i++)
        x[i] = i * 3 % 5;
    printf(\"%a\\n\", f(x));
    return 0;
}}
"
    )
}

/// Each program prints the same after its parts are split off, whatever the order.
#[rstest]
fn programs(#[values(1, 11, 44, 71, 102)] seed: usize) {
    let mut rest = seed;
    let choices = [3, 2, 3, 4, 2].map(|count| {
        let choice = rest % count;
        rest /= count;
        choice
    });
    let text = program(choices);
    let order = Order::ALL[seed % 4];
    let options = Options {
        order: Some(order),
        ..splitting()
    };
    let folded = fold_text(&text, &options);
    assert!(folded.unsound.is_none());
    let flags = ["-O1", "-w", "-fsanitize=undefined", "-ffp-contract=off"];
    let expected = run(text.as_bytes(), "gcc", &flags).unwrap();
    let printed = run(&folded.bytes, "gcc", &flags).unwrap();
    assert_eq!(
        printed,
        expected,
        "{order:?}\n{}",
        String::from_utf8_lossy(&folded.bytes)
    );
}

/// Lines keep their numbers where the program uses them.
#[test]
fn lines_keep_their_numbers() {
    let options = Options {
        keep_lines: true,
        ..splitting()
    };
    let path = common::root().join("corpus/papers/yuki_figure4.c");
    let folded = fold_by(&path, &[], &options);
    let lines = |bytes: &[u8]| bytes.iter().filter(|b| **b == b'\n').count();
    assert_eq!(lines(&folded.bytes), lines(&folded.file.bytes));
    assert!(!folded.report.splitting.unwrap().arrays.is_empty());
}

/// Compares the remarks on parts, and the changes, with the snapshot.
fn assert_printed(path: &Path, folded: &Folded) {
    let remarks = folded.remarks.iter().map(|r| &r.full);
    let remarks = remarks.filter(|r| r.code.as_deref() == Some("split"));
    let remarks: String = remarks.map(|r| render(&folded.file, r, false)).collect();
    let new = String::from_utf8_lossy(&folded.bytes);
    let diff = TextDiff::from_lines(folded.file.text(), new.as_ref());
    let changes = diff.unified_diff().context_radius(2).to_string();
    snapshot::settings("split").bind(|| {
        insta::assert_snapshot!(snapshot::stem(path), format!("{remarks}----\n{changes}"))
    });
}
