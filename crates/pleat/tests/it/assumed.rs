//! Facts about sizes: `--assume` writes tests of them, advice on them is true, and reports name
//! what a fold assumes.

use crate::common::{fold_by, on_big_stack, root};
use pleat::verify::{Verdict, VerifyOptions, verify};
use pleat::{Assumptions, Depth, Folded, Options};
use report::Status;
use rstest::rstest;
use source::{Flags, SourceFile};
use std::path::PathBuf;
use storage::Objective;

fn assuming(facts: &[&str]) -> Assumptions {
    Assumptions {
        facts: facts.iter().map(|fact| fact.parse().unwrap()).collect(),
        ..Assumptions::default()
    }
}

fn fold(text: &str, options: &Options) -> Folded {
    let file = SourceFile::new("k.c", text.as_bytes().to_vec());
    on_big_stack(|| pleat::fold(file, &Flags::default(), options).unwrap())
}

fn fold_assuming(text: &str, facts: &[&str]) -> Folded {
    let options = Options {
        assume: assuming(facts),
        ..Options::default()
    };
    fold(text, &options)
}

fn new_text(folded: &Folded) -> &str {
    std::str::from_utf8(&folded.bytes).unwrap()
}

/// Rows of `pitch` elements, of which `w` are used.
const ROWS: &str = "void f(const int *in, int *out, int w, int h, int pitch) /* rows */
{
    int t[h * pitch];
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t[y * pitch + x] = in[y * pitch + x];
        if (y > 0)
            for (int x = 0; x < w; x++)
                out[y * pitch + x] = t[(y - 1) * pitch + x] - t[y * pitch + x];
    }
}
";

#[test]
fn a_fact_is_tested_in_the_output() {
    assert_eq!(new_text(&fold(ROWS, &Options::default())), ROWS);
    let folded = fold_assuming(ROWS, &["pitch >= w && w > 0", "h >= 2"]);
    let text = new_text(&folded);
    assert!(
        text.starts_with(
            "void f(const int *in, int *out, int w, int h, int pitch) /* rows */
{
    if (pitch < w || w <= 0) __builtin_trap();
    if (h < 2) __builtin_trap();
    int t[2][pitch];
"
        ),
        "{text}"
    );
    let array = folded.report.arrays.iter().find(|a| a.name == "t").unwrap();
    assert!(
        array
            .assumes
            .contains(&"h >= 2: stated by --assume".to_string())
    );
    assert_eq!(array.line, Some(3));
}

#[test]
fn a_proof_needs_the_same_fact() {
    let file = |text: &str| SourceFile::new("k.c", text.as_bytes().to_vec());
    let text = new_text(&fold_assuming(ROWS, &["pitch >= w"])).to_string();
    let judge = |after: &str, facts: &[&str]| {
        let options = VerifyOptions {
            assume: assuming(facts),
            ..VerifyOptions::default()
        };
        let (before, after) = (file(ROWS), file(after));
        let found = on_big_stack(|| verify(before, after, &Flags::default(), &options).unwrap());
        found.functions.into_iter().next().unwrap().verdict
    };
    let proved = |verdict: &Verdict| matches!(verdict, Verdict::Proved(_));
    assert!(proved(&judge(&text, &["pitch >= w"])));
    assert!(!proved(&judge(&text, &[])));
    // One row is too few.
    let short = text.replace("% 2", "% 1");
    assert_ne!(short, text);
    assert!(!proved(&judge(&short, &["pitch >= w"])));
}

#[test]
fn functions_without_a_fold_are_left_alone() {
    let other = "int g(int pitch, int w) { return pitch - w; }\n";
    let folded = fold_assuming(&format!("{other}{ROWS}"), &["pitch >= w"]);
    let text = new_text(&folded);
    assert!(text.starts_with(other), "{text}");
    assert_eq!(text.matches("__builtin_trap").count(), 1);
    let folded = fold_assuming(other, &["pitch >= w"]);
    assert_eq!(new_text(&folded), other);
}

#[test]
fn facts_hold_after_the_last_change() {
    let changing = ROWS
        .replace("int w, int h, int pitch", "int w, int h, const int *info")
        .replace(
            "int t[h * pitch];",
            "int pitch = info[0]; // from the header\n    int t[h * pitch];",
        );
    let folded = fold_assuming(&changing, &["pitch >= w"]);
    let text = new_text(&folded);
    let test =
        "    int pitch = info[0]; // from the header\n    if (pitch < w) __builtin_trap();\n";
    assert!(text.contains(test), "{text}");
    let lines = Options {
        keep_lines: true,
        assume: assuming(&["pitch >= w"]),
        ..Options::default()
    };
    let kept = fold(&changing, &lines);
    assert_eq!(
        new_text(&kept).lines().count(),
        changing.lines().count(),
        "{}",
        new_text(&kept)
    );
}

/// A test before a line number that is data does not move that line.
#[test]
fn tests_keep_line_numbers_that_are_data() {
    let numbered = format!("{ROWS}int line(void) {{ return __LINE__; }}\n");
    let folded = fold_assuming(&numbered, &["pitch >= w && w > 0", "h >= 2"]);
    let text = new_text(&folded);
    assert!(text.contains("__builtin_trap"), "{text}");
    let place = |text: &str| text.lines().position(|l| l.contains("__LINE__"));
    assert_eq!(place(text), place(&numbered), "{text}");
}

#[test]
fn c90_declares_first() {
    let text = "void f(const int *in, int *out, int w, int h, int pitch)
{
    int x, y;
    int *t = malloc(sizeof(int) * h * pitch);
    for (y = 0; y < h; y++) {
        for (x = 0; x < w; x++)
            t[y * pitch + x] = in[y * pitch + x];
        if (y > 0)
            for (x = 0; x < w; x++)
                out[y * pitch + x] = t[(y - 1) * pitch + x] - t[y * pitch + x];
    }
    free(t);
}
";
    let file = SourceFile::new("k.c", format!("#include <stdlib.h>\n{text}").into_bytes());
    let mut flags = Flags::default();
    flags.args.push("-std=c90".to_string());
    let options = Options {
        assume: assuming(&["pitch >= w"]),
        ..Options::default()
    };
    let folded = on_big_stack(|| pleat::fold(file, &flags, &options).unwrap());
    let text = new_text(&folded);
    let array = folded.report.arrays.iter().find(|a| a.name == "t").unwrap();
    assert_eq!(array.status, Status::Folded);
    assert!(
        text.contains(";\n    if (pitch < w) __builtin_trap();\n    for"),
        "{text}"
    );
}

/// A table of which each element is read in the next row.
const TABLE: &str = "void f(int n, const double *in, double *out)
{
    double t[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            t[i][j] = in[i * n + j];
            if (i > 0 && j > 0)
                out[i * n + j] = t[i - 1][j] + t[i - 1][j - 1];
        }
}
";

#[test]
fn a_size_is_a_number() {
    let options = Options {
        objective: Objective::Size,
        assume: assuming(&["n=50"]),
        ..Options::default()
    };
    let folded = fold(TABLE, &options);
    let text = new_text(&folded);
    assert!(
        text.contains("    if (n != 50) __builtin_trap();\n"),
        "{text}"
    );
    let array = folded.report.arrays.iter().find(|a| a.name == "t").unwrap();
    assert_eq!(array.elements_after, Some(52));
    assert!(array.params.is_empty());
    let with_macro = format!(
        "#define N 50\n{}",
        TABLE.replace("int n, ", "").replace('n', "N")
    );
    let with_macro = with_macro
        .replace("iN", "in")
        .replace("iNt", "int")
        .replace("coNst", "const");
    let folded = fold(
        &with_macro,
        &Options {
            assume: assuming(&["N = 50"]),
            ..options
        },
    );
    let text = new_text(&folded);
    assert!(text.contains("_Static_assert(N == 50"), "{text}");
    let array = folded.report.arrays.iter().find(|a| a.name == "t").unwrap();
    assert_eq!(array.elements_after, Some(52));
}

#[rstest]
#[case("q >= w", "no function names `q`")]
#[case("N >= 3", "it names macros alone, whose values are known")]
#[case("N == 65", "`N` is 64 in this file")]
#[case("u >= 3", "in `g`, `u` may change there at any time")]
#[case("v >= 3", "in `g`, `v` belongs to an inner block")]
#[case(
    "size >= 99999999999",
    "in `f`, `size` is from -2147483648 to 2147483647"
)]
#[case(
    "size == 4294967296",
    "in `f`, `size` is from -2147483648 to 2147483647"
)]
#[case("s >= 3", "in `f`, `s` is no integer")]
#[case("size <= 0", "the code from line 3 on contradicts it")]
#[case("size < 5 && size > 7", "the code from line 3 on contradicts it")]
fn wrong_facts_are_errors(#[case] fact: &str, #[case] why: &str) {
    let text = "#define N 64
int set(int *);
int f(int size) { double t[size], s = N; for (int i = 0; i < size; i++) { t[i] = i; s += t[i]; } return s; }
int g(void) { int u; set(&u); { int v = u; return v; } }
";
    let folded = fold_assuming(text, &[fact]);
    assert!(folded.invalid, "{fact}");
    let message = &folded.remarks[0].message;
    assert!(message.contains(why), "{message}");
    assert_eq!(new_text(&folded), text);
}

/// An array that stays for lack of a fact folds with it, if its reason says so.
#[rstest]
fn advice_is_true(#[files("../../corpus/refused/missing-fact*.c")] path: PathBuf) {
    let path = path
        .strip_prefix(root().canonicalize().unwrap())
        .unwrap_or(&path);
    let path = root().join(path);
    let tries = Options {
        hints: true,
        ..Options::default()
    };
    let folded = fold_by(&path, &[], &tries);
    let lacks = |a: &&report::ArrayEntry| a.reason.as_deref() == Some("missing-fact");
    let entry = folded.report.arrays.iter().find(lacks).unwrap();
    let advice = entry.detail.split("--assume '").nth(1);
    let Some(fact) = advice.and_then(|rest| rest.split('\'').next()) else {
        assert!(entry.detail.contains("even then it would stay"));
        return;
    };
    let options = Options {
        assume: assuming(&[fact]),
        ..Options::default()
    };
    let folded = fold_by(&path, &[], &options);
    let array = folded
        .report
        .arrays
        .iter()
        .find(|a| a.name == entry.name)
        .unwrap();
    assert_eq!(array.status, Status::Folded);
    let text = std::fs::read_to_string(&path).unwrap();
    let asserted = text.replacen("\n{\n", &format!("\n{{\n    assert({fact});\n"), 1);
    let folded = fold(
        &format!("#include <assert.h>\n{asserted}"),
        &Options::default(),
    );
    let array = folded
        .report
        .arrays
        .iter()
        .find(|a| a.name == entry.name)
        .unwrap();
    assert_eq!(array.status, Status::Folded);
    let assumed = format!("{fact}: asserted at line");
    assert!(
        array.assumes.iter().any(|a| a.starts_with(&assumed)),
        "{:?}",
        array.assumes
    );
}

#[test]
fn an_assertion_that_comes_too_late_shows_nothing() {
    // The rows overlap before the assertion fails.
    let late = ROWS.replace(
        "                out",
        "                assert(pitch >= w), out",
    );
    let folded = fold(&format!("#include <assert.h>\n{late}"), &Options::default());
    assert_eq!(new_text(&folded).matches("int t[h * pitch]").count(), 1);
}

/// A blur of columns whose radius is a parameter.
const RADIUS: &str = "#include <stdlib.h>
void blur(const float *in, float *out, int w, int h, int r)
{
    float *t = malloc(sizeof(float) * w * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = in[y * w + x] / 3;
    for (int y = r; y < h - r; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -r; k <= r; k++)
                sum += t[(y + k) * w + x];
            out[y * w + x] = sum;
        }
    free(t);
}
";

#[test]
fn stages_follow_facts() {
    let fusing = |facts: &[&str]| Options {
        fuse: Some(Depth::Auto),
        assume: assuming(facts),
        ..Options::default()
    };
    let folded = fold(RADIUS, &fusing(&[]));
    let message = &folded.remarks[0].message;
    assert!(
        message.contains("their bounds differ by `r`, whose value is not known"),
        "{message}"
    );
    let folded = fold(RADIUS, &fusing(&["r=2"]));
    let text = new_text(&folded);
    assert!(
        text.contains("\n    if (r != 2) __builtin_trap();\n"),
        "{text}"
    );
    assert!(text.contains("(h < 5 ? h : 5)"), "{text}");
}

/// Stages of a flat image, of which the last one sets the edges of the output from the columns
/// beside them.
const EDGES: &str = "void f(const float *in, float *out, int w, int h)
{
    float t[w * h];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[(y - 1) * w + x] + t[(y + 1) * w + x];
    for (int y = 0; y < h; y++)
        out[y * w] = out[y * w + 1];
}
";

#[test]
fn advice_on_loops_is_true() {
    let options = Options {
        fuse: Some(Depth::Auto),
        hints: true,
        ..Options::default()
    };
    let folded = fold(EDGES, &options);
    let notes: Vec<&String> = folded.remarks.iter().flat_map(|r| &r.notes).collect();
    let advice = "with `--assume 'w >= 2'` they are fused";
    assert!(notes.iter().any(|note| *note == advice), "{notes:?}");
    let assuming = Options {
        assume: assuming(&["w >= 2"]),
        ..options
    };
    let loops = &fold(EDGES, &assuming).report.fusion.unwrap().loops;
    assert_eq!(loops.len(), 1);
}
