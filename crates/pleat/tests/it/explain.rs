//! `pleat explain` as a program: what it says of arrays that fold and of arrays that stay.

use crate::common::root;
use crate::snapshot;
use rstest::rstest;
use std::process::{Command, Output};

/// Runs the program in the folder of the workspace.
fn explain(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pleat"))
        .arg("explain")
        .args(args)
        .current_dir(root())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The explanation, which fits into the columns that it promises.
fn explanation(args: &[&str]) -> String {
    let output = explain(args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let text = text(&output.stdout);
    let too_wide = text.lines().find(|line| line.chars().count() > 100);
    assert_eq!(too_wide, None);
    text
}

/// The explanation of a file with this content.
fn explanation_of(content: &str, args: &[&str]) -> String {
    let work = tempfile::tempdir().unwrap();
    let path = work.path().join("x.c");
    std::fs::write(&path, content).unwrap();
    let path = path.to_str().unwrap();
    explanation(&[&[path], args].concat()).replace(path, "x.c")
}

#[rstest]
#[case("durbin", &["corpus/papers/durbin.c", "--array", "y"])]
#[case("scalar", &["corpus/papers/durbin.c", "--array", "sum"])]
#[case("blur", &["corpus/pipelines/blur_rows.c"])]
#[case("alignment", &["corpus/idioms/alignment_score.c"])]
#[case("stencil", &["corpus/papers/jacobi_2d.c"])]
#[case("for_size", &["corpus/papers/jacobi_1d.c", "--objective", "size"])]
#[case("kernel_values", &["corpus/papers/jacobi_1d.c", "--param", "n=6", "--param", "steps=5"])]
#[case("stages", &["corpus/pipelines/harris_stages.c", "--fuse"])]
#[case("stages_one", &["corpus/pipelines/blur_stages.c", "--fuse", "--array", "tmp"])]
#[case("shared", &["corpus/share/spectrum_locals.c", "--share"])]
fn folded(#[case] name: &str, #[case] args: &[&str]) {
    let text = explanation(args);
    snapshot::settings("explain").bind(|| insta::assert_snapshot!(name, text));
}

#[rstest]
#[case("no-smaller-mapping", "t")]
#[case("not-faster", "line")]
#[case("read-before-written", "t")]
#[case("initialiser-read", "t")]
#[case("carried-across-calls", "history")]
#[case("parallel-race", "t")]
#[case("not-tilable", "a")]
#[case("subscript-not-affine", "t")]
#[case("address-escapes-call", "t")]
#[case("missing-fact", "soft")]
#[case("may-change", "t")]
#[case("not-in-c", "t")]
fn kept(#[case] file: &str, #[case] array: &str) {
    let text = explanation(&[&format!("corpus/refused/{file}.c"), "--array", array]);
    let name = file.replace('-', "_");
    snapshot::settings("explain").bind(|| insta::assert_snapshot!(name, text));
}

/// Sizes that are numbers cannot be made small: the first elements are shown.
#[test]
fn large_fixed_sizes() {
    let text = explanation_of(
        "float in[1080][1920], out[1080][1920];\n\
         void blur(void)\n{\n    float t[1080][1920];\n    \
         for (int y = 0; y < 1080; y++) {\n        \
         for (int x = 0; x < 1920; x++)\n            t[y][x] = in[y][x];\n        \
         for (int x = 0; y > 1 && x < 1920; x++)\n            \
         out[y][x] = t[y - 2][x] + t[y][x];\n    }\n}\n",
        &["--array", "t"],
    );
    snapshot::settings("explain").bind(|| insta::assert_snapshot!("large_fixed_sizes", text));
}

/// Inputs, outputs and the like have a line each.
#[test]
fn one_line_for_others() {
    let text = explanation(&["corpus/pipelines/blur_rows.c"]);
    let (_, others) = text.split_once("\nOther arrays\n").unwrap();
    assert!(others.starts_with("  `in` (line 20): "), "{others}");
    assert_eq!(
        explanation_of("int f(void) { return 1; }\n", &[]),
        "There are no arrays to fold.\n"
    );
}

#[test]
fn flags_of_a_fold() {
    let content = "void f(const int a[64], int b[64])\n{\n    int t[N];\n    \
                   for (int i = 0; i < N; i++) { t[i] = a[i]; b[i] = t[i]; }\n}\n";
    assert!(explanation_of(content, &["--", "-DN=64"]).contains("`t` of `f` (x.c:3): folded"));
    let kept = explanation_of(content, &["--keep", "t", "--array", "t", "--", "-DN=64"]);
    assert!(
        kept.contains("`t` of `f` (x.c:3): stays as it is"),
        "{kept}"
    );
    assert!(!kept.contains(" ms"));
    let timed = explanation_of(content, &["--timings", "--", "-DN=64"]);
    assert!(timed.contains("Times: successive-modulo "), "{timed}");
    let one = explanation_of(
        content,
        &["--one-configuration", "--cc", "cc", "--", "-DN=64"],
    );
    assert!(one.contains("folded"));
}

#[rstest]
#[case(&["corpus/papers/durbin.c", "--array", "yy"], "--array yy: there is no array of this name")]
#[case(&["corpus/papers/durbin.c", "--keep", "zz"], "--keep zz: there is no array of this name")]
#[case(&["no_such_file.c"], "cannot read no_such_file.c: ")]
#[case(&["corpus"], "cannot read corpus: ")]
#[case(&["corpus/papers/durbin.c", "--", "-include", "none.h"], "none.h")]
#[case(&["corpus/papers/durbin.c", "--assume", "q >= 1"], "q")]
fn wrong_use(#[case] args: &[&str], #[case] expected: &str) {
    let output = explain(args);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(expected), "{message}");
    assert_eq!(text(&output.stdout), "");
}
