//! No subscript that a fold writes overflows, or wraps or changes its sign where the original does
//! not. Every form of new subscripts, with counters of every type that start near the end of their
//! type, prints the same under the sanitizers of both compilers.

use crate::common::{SANITIZED, on_big_stack, run};
use pleat::Options;
use rstest::rstest;
use source::{Flags, SourceFile};
use std::fmt::Write;
use storage::Objective;

/// Counters: type and first value.
const COUNTERS: [(&str, &str); 14] = [
    ("int", "0"),
    ("int", "INT_MAX - 20"),
    ("int", "INT_MIN"),
    ("int", "1500000000"),
    ("unsigned", "0"),
    ("unsigned", "UINT_MAX - 20"),
    ("unsigned", "1500000000u"),
    ("short", "SHRT_MAX - 20"),
    ("short", "SHRT_MIN"),
    ("unsigned char", "230"),
    ("size_t", "0"),
    ("size_t", "(size_t)-1 - 20"),
    ("long", "LONG_MAX - 20"),
    ("long", "LONG_MIN"),
];

const TRAPPED: [&str; 3] = ["-O0", "-fsanitize=undefined", "-fsanitize-trap=all"];

/// A temporary whose rows are counted from the first value of the counter, and read up to `R` rows
/// later.
struct Form {
    /// Declares and frees it: `t` with `h` rows of `w` elements.
    around: [&'static str; 2],
    /// The body of a loop over `TYPE y`, in which `ROW` is `y` minus its first value.
    body: &'static str,
}

const LOCAL: [&str; 2] = ["int t[48][9];", ""];
const SIZED: [&str; 2] = ["int t[2 * h + 8][w];", ""];
const HEAP: [&str; 2] = [
    "int *t = malloc((size_t)h * (size_t)w * sizeof *t); if (!t) return -1;",
    "free(t);",
];
const ROWS: [&str; 2] = [
    "int (*t)[w] = malloc((size_t)h * sizeof *t); if (!t) return -1;",
    "free(t);",
];

const BEFORE: &str = "for (int j = 0; j < w; j++) t[ROW][j] = (int)(ROW) * j + 1;
    if (y > FROM) for (int j = 0; j < w; j++) s += t[ROW][j] * 3 - t[ROW - 1][w - 1 - j];";
const SCALED: &str = "for (int j = 0; j < w; j++) t[2 * (ROW)][j] = (int)(ROW) * j + 1;
    if (y > FROM) for (int j = 0; j < w; j++) s += t[2 * (ROW)][j] * 3 - t[2 * (ROW) - 2][w - 1 - j];";
const AHEAD: &str = "for (int j = 0; j < w; j++) t[ROW + 2][j] = (int)(ROW) * j + 1;
    if (y > FROM) for (int j = 0; j < w; j++) s += t[ROW + 2][j] * 3 - t[ROW + 1][w - 1 - j];";
const DOWN: &str = "for (int j = 0; j < w; j++) t[h - 1 - (ROW)][j] = (int)(ROW) * j + 1;
    if (y > FROM) for (int j = 0; j < w; j++) s += t[h - 1 - (ROW)][j] * 3 - t[h - (ROW)][w - 1 - j];";
const MIXED: &str = "for (int j = 0; j < w; j++) { t[ROW][j] = (int)(ROW) * j + 1;
    if (y > FROM && j > 0) s += t[ROW][j] * 3 - t[ROW - 1][j - 1] * j; }";
const FLAT: &str = "for (int j = 0; j < w; j++) t[(ROW) * w + j] = (int)(ROW) * j + 1;
    if (y > FROM) for (int j = 0; j < w; j++) s += t[(ROW) * w + j] * 3 - t[(ROW - 1) * w + w - 1 - j];";
const POINTERS: &str = "int *row = t + (ROW) * w; for (int j = 0; j < w; j++) row[j] = (int)(ROW) * j + 1;
    if (y > FROM) { const int *up = t + (ROW - 1) * w; for (int j = 0; j < w; j++) s += row[j] * 3 - up[w - 1 - j]; }";
const WINDOW: &str = "int v[9]; for (int j = 0; j < w; j++) { v[j] = (int)(ROW) * j + 1; if (j > 1) s += v[j] - v[j - 2]; }
    t[ROW][0] = v[0]; s += t[ROW][0];";

/// The sum over all rows, with a start that is an argument or a macro.
fn function(form: &Form, number: usize, (ty, from): (&str, &str), by_macro: bool) -> String {
    let start = match by_macro {
        true => format!("FROM{number}"),
        false => "from".to_string(),
    };
    let body = form.body.replace("ROW", "y - FROM").replace("FROM", &start);
    let [before, after] = form.around;
    let macros = match by_macro {
        true => format!("#define FROM{number} ({from})\n"),
        false => String::new(),
    };
    format!(
        "{macros}static long f{number}({ty} from, int h, int w)
{{
    long s = 0; {before}
    for ({ty} y = {start}; y < {start} + 19; y++) {{
    {body}
    }}
    {after} return s + h + w + (from != 0);
}}\n"
    )
}

fn program(form: &Form, by_macro: bool) -> String {
    let mut text = String::from(
        "#include <limits.h>\n#include <stddef.h>\n#include <stdio.h>\n#include <stdlib.h>\n",
    );
    for (number, counter) in COUNTERS.iter().enumerate() {
        text += &function(form, number, *counter, by_macro);
    }
    text += "int main(void)\n{\n";
    for (number, (ty, from)) in COUNTERS.iter().enumerate() {
        writeln!(
            text,
            "    printf(\"%ld\\n\", f{number}(({ty})({from}), 19, 9));"
        )
        .unwrap();
    }
    text + "    return 0;\n}\n"
}

/// The folded program, and the number of folded arrays.
fn folded(text: &str, objective: Objective) -> (Vec<u8>, usize) {
    let options = Options {
        objective,
        ..Options::default()
    };
    let file = SourceFile::new("counters.c", text.as_bytes().to_vec());
    let folded = on_big_stack(|| pleat::fold(file, &Flags::default(), &options).unwrap());
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    let arrays = folded.report.arrays.iter();
    let count = arrays
        .filter(|a| format!("{:?}", a.status) == "Folded")
        .count();
    (folded.bytes, count)
}

#[rstest]
#[case::before(LOCAL, BEFORE, 10)]
#[case::scaled(LOCAL, SCALED, 10)]
#[case::ahead(LOCAL, AHEAD, 10)]
#[case::down(SIZED, DOWN, 2)]
#[case::of_sizes(SIZED, BEFORE, 6)]
#[case::scaled_of_sizes(SIZED, SCALED, 6)]
#[case::mixed(LOCAL, MIXED, 10)]
#[case::mixed_of_sizes(SIZED, MIXED, 6)]
#[case::rows(ROWS, BEFORE, 6)]
#[case::mixed_rows(ROWS, MIXED, 6)]
#[case::flat(HEAP, FLAT, 4)]
#[case::mixed_flat(HEAP, POINTERS, 4)]
#[case::window(LOCAL, WINDOW, 10)]
fn same_output(
    #[case] around: [&'static str; 2],
    #[case] body: &'static str,
    #[case] least_folds: usize,
    #[values(false, true)] by_macro: bool,
) {
    let original = program(&Form { around, body }, by_macro);
    let expected = run(original.as_bytes(), "gcc", &SANITIZED).unwrap();
    // Unsigned macros near the end of their type are not followed.
    let least_folds = if by_macro {
        least_folds / 2
    } else {
        least_folds
    };
    let objectives: &[Objective] = match by_macro {
        true => &[Objective::Size],
        false => &[Objective::Balanced, Objective::Size],
    };
    for objective in objectives {
        let (text, folds) = folded(&original, *objective);
        let shown = String::from_utf8_lossy(&text);
        assert!(
            folds >= least_folds,
            "{folds} folds under {objective:?}:\n{shown}"
        );
        for (compiler, flags) in [
            ("gcc", &SANITIZED[..]),
            ("clang", &TRAPPED),
            ("gcc", &["-O2"]),
        ] {
            let output = run(&text, compiler, flags);
            assert_eq!(output.as_ref(), Ok(&expected), "{objective:?}:\n{shown}");
        }
    }
}
