//! What commands print on standard error: by default, with `-v`, with `-q`.

use crate::common::root;
use crate::snapshot;
use rstest::rstest;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs Pleat in a folder.
fn pleat(args: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pleat"));
    command.args(args).current_dir(folder).output().unwrap()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What a command prints about a text.
fn said(args: &[&str], text: &str) -> String {
    let work = tempfile::tempdir().unwrap();
    fs::write(work.path().join("k.c"), text).unwrap();
    errors(&pleat(args, work.path()))
}

/// Default output for files of the corpus.
#[rstest]
fn default_output(
    #[files("../../corpus/idioms/changing_bounds.c")]
    #[files("../../corpus/idioms/dropped.c")]
    #[files("../../corpus/idioms/in_each_configuration.c")]
    #[files("../../corpus/idioms/induction.c")]
    #[files("../../corpus/idioms/statics.c")]
    #[files("../../corpus/idioms/structs.c")]
    #[files("../../corpus/idioms/tables.c")]
    #[files("../../corpus/idioms/volumes.c")]
    #[files("../../corpus/papers/durbin.c")]
    #[files("../../corpus/papers/lbm_d2q9.c")]
    #[files("../../corpus/pipelines/bilateral_grid.c")]
    #[files("../../corpus/pipelines/blur_pointers.c")]
    #[files("../../corpus/pipelines/blur_rows.c")]
    #[files("../../corpus/pipelines/blur_stages.c")]
    #[files("../../corpus/pipelines/camera_rows.c")]
    #[files("../../corpus/pipelines/conv_layers.c")]
    #[files("../../corpus/pipelines/flow_frames.c")]
    #[files("../../corpus/pipelines/harris_stages.c")]
    #[files("../../corpus/pipelines/volume_filter.c")]
    #[files("../../corpus/stages/box_sums.c")]
    #[files("../../corpus/stages/c89_unsharp.c")]
    path: PathBuf,
) {
    assert_said(&["fold", "--check"], &path, "output");
}

/// The same after loops are fused, and with common storage.
#[rstest]
#[case("output/fused", "corpus/stages/image_pointers.c", &["fold", "--check", "--fuse"])]
#[case("output/fused", "corpus/stages/blur_static.c", &["fold", "--check", "--fuse"])]
#[case("output/fused", "corpus/stages/recursive_filter.c", &["fold", "--check", "--fuse"])]
#[case("output/shared", "corpus/share/pyramid_sizes.c", &["fold", "--check", "--share"])]
#[case("output/fuse", "corpus/stages/blur_static.c", &["fuse", "--diff"])]
fn other_commands(#[case] folder: &str, #[case] file: &str, #[case] args: &[&str]) {
    assert_said(args, &root().join(file), folder);
}

fn assert_said(args: &[&str], path: &Path, folder: &str) {
    let corpus = fs::canonicalize(root()).unwrap();
    let path = fs::canonicalize(path).unwrap();
    let file = path.strip_prefix(&corpus).unwrap().display().to_string();
    let args = [args, &[file.as_str()]].concat();
    let said = errors(&pleat(&args, &corpus));
    snapshot::settings(folder).bind(|| insta::assert_snapshot!(snapshot::stem(&path), said));
}

const BLUR: &str = "#define W 256\n\
    void blur(int h, const float in[h][W], float out[h][W])\n{\n\
    \x20   float tmp[h][W], odd[W];\n\
    \x20   for (int y = 0; y < h; y++) {\n\
    \x20       for (int x = 0; x < W; x++) tmp[y][x] = in[y][x];\n\
    \x20       if (y < 2) continue;\n\
    \x20       for (int x = 0; x < W; x++) out[y][x] = tmp[y - 2][x] + tmp[y - 1][x] + tmp[y][x];\n\
    \x20   }\n\
    \x20   for (int x = 0; x < W; x++) odd[x * x / W] = in[0][x];\n\
    \x20   for (int x = 0; x < W; x++) out[0][x] += odd[x];\n}\n";

#[test]
fn levels() {
    let usual = said(&["fold", "--check", "k.c"], BLUR);
    let lines: Vec<&str> = usual.lines().collect();
    assert_eq!(
        lines[0],
        "k.c:4: tmp: 3 rows of W, 3 KiB instead of about 1000 KiB at h = 1000"
    );
    assert!(
        lines[1].starts_with("note[subscript-not-affine]: `odd` stays"),
        "{usual}"
    );
    assert_eq!(
        lines.last(),
        Some(&"1 array folded, about 1000 KiB -> 3 KiB at h = 1000; 1 near miss; 2 others: -v")
    );
    for flag in ["-v", "--verbose"] {
        let all = said(&["fold", "--check", flag, "k.c"], BLUR);
        for part in [
            "note[not-temporary]: `in` stays",
            "note[folded]: `tmp` folded: h*W -> 3*W elements",
            "= 3 rows of W, 3 KiB instead of about 1000 KiB at h = 1000",
            "region in `blur`",
            "pleat: k.c: 1 regions",
            "1 array folded, about 1000 KiB -> 3 KiB at h = 1000; 1 near miss; 2 others\n",
        ] {
            assert!(all.contains(part), "{part}: {all}");
        }
    }
    for flag in ["-q", "--quiet"] {
        assert_eq!(said(&["fold", "--check", flag, "k.c"], BLUR), "");
    }
}

#[test]
fn quiet_commands_print_errors() {
    let broken = "void f(void)\n{\n#pragma scop\n}\n";
    let said_of = |args: &[&str]| said(args, broken);
    assert!(said_of(&["fold", "-q", "k.c"]).starts_with("error: "));
    assert!(said_of(&["fold", "-q", "nowhere.c"]).contains("cannot read nowhere.c"));
    assert_eq!(said(&["fuse", "-q", "k.c"], "int f;\n"), "");
    let conflict = said(&["fold", "-q", "-v", "k.c"], "int f;\n");
    assert!(conflict.contains("cannot be used with"), "{conflict}");
}

#[test]
fn sizes_of_a_given_parameter_are_named_too() {
    let said = said(&["fold", "--check", "--param", "h=64", "k.c"], BLUR);
    assert!(
        said.starts_with("k.c:4: tmp: 3 rows of W, 3 KiB instead of 64 KiB at h = 64\n"),
        "{said}"
    );
}

#[test]
fn one_summary_for_several_files() {
    let work = tempfile::tempdir().unwrap();
    fs::write(work.path().join("a.c"), BLUR).unwrap();
    fs::write(work.path().join("b.c"), BLUR).unwrap();
    let said = errors(&pleat(&["fold", "--check", "a.c", "b.c"], work.path()));
    let summary =
        "2 arrays folded, about 2.0 MiB -> 6 KiB at h = 1000; 2 near misses; 4 others: -v";
    assert_eq!(said.lines().last(), Some(summary), "{said}");
    assert_eq!(said.matches("others").count(), 1, "{said}");
}

/// A compile shows what a fold shows.
#[test]
fn compiles() {
    let cc = std::env::var("CC").unwrap_or_else(|_| "cc".to_string());
    let compile = |flag: &str| said(&["cc", flag, "--", &cc, "-c", "k.c"], BLUR);
    let brief = compile("-v");
    assert!(
        brief.starts_with("k.c:4: tmp: 3 rows of W, 3 KiB"),
        "{brief}"
    );
    assert!(brief.contains("; 2 others: -vv\n"), "{brief}");
    assert!(brief.ends_with("pleat: k.c: changed\n"), "{brief}");
    assert!(compile("-vv").contains("note[not-temporary]: `in`"));
}

/// Arrays whose storage is not the function's own, or that it does not write and read, are no near
/// misses.
#[rstest]
#[case::pointer_to_input("const float *p = in + 1;", "out[i] = p[i * i];", false)]
#[case::only_read("float t[100]; fill(t);", "out[i] = t[i * i];", false)]
#[case::only_written("float t[100];", "t[i * i] = in[i];", false)]
#[case::table(
    "static const float t[3] = { 1, 2, 3 };",
    "out[i] = t[i * i % 3];",
    false
)]
#[case::temporary("float t[100];", "t[i * i] = in[i]; out[i] = t[i];", true)]
#[case::on_the_heap("float *t = malloc(n * 4);", "t[i * i] = in[i]; out[i] = t[i];", true)]
#[case::passed("float t[100];", "t[i] = in[i]; fill(t); out[i] = t[i];", true)]
#[case::stepped("float t[100] = { 0 };", "t[i * i]++; out[i] = t[i];", true)]
#[case::at_data("float t[100] = { 0 };", "t[(int)in[i]]++; out[i] = t[i];", false)]
#[case::at_a_call("float t[100] = { 0 };", "t[abs(i)]++; out[i] = t[i];", false)]
#[case::through_a_row(
    "float t[9][9];",
    "float *r = t[i]; r[i * i] = in[i]; out[i] = r[i];",
    true
)]
fn near_misses(#[case] declared: &str, #[case] body: &str, #[case] expected: bool) {
    let text = format!(
        "#include <stdlib.h>\nvoid fill(float *);\n\
         void f(int n, const float *in, float *out)\n{{\n    {declared}\n    \
         for (int i = 0; i < n; i++) {{\n        {body}\n    }}\n}}\n"
    );
    let said = said(&["fold", "--check", "k.c"], &text);
    assert_eq!(said.contains("1 near miss"), expected, "{said}");
    assert_eq!(said.contains("note["), expected, "{said}");
}

/// The caller owns what a function returns.
#[rstest]
#[case("return 0;", true)]
#[case("return t;", false)]
#[case("return (float *)t + 1;", false)]
#[case("return t[1] > 0 ? 0 : (float *)0;", true)]
fn returned_arrays(#[case] end: &str, #[case] expected: bool) {
    let text = format!(
        "#include <stdlib.h>\nvoid fill(float *);\nfloat *f(int n)\n{{\n    \
         float *t = malloc(n * sizeof *t);\n    for (int i = 0; i < n; i++)\n        \
         t[i * i] = t[i];\n    fill(t);\n    {end}\n}}\n"
    );
    let said = said(&["fold", "--check", "k.c"], &text);
    assert_eq!(said.contains("1 near miss"), expected, "{said}");
}

/// A parameter that could be a temporary is a near miss, unless most of its last values are never
/// read: then it is a result.
#[rstest]
#[case("o[0] += t[i];", true)]
#[case("o[0] += t[i]; t[i] += 1;", false)]
#[case("if (i > 0) o[0] += t[i - 1];", true)]
fn results_of_a_function(#[case] body: &str, #[case] expected: bool) {
    let text = format!(
        "void f(int n, const float *in, float t[n], float *o)\n{{\n    \
         for (int i = 0; i < n; i++) {{\n        t[i] = in[i];\n        {body}\n    }}\n}}\n"
    );
    let said = said(&["fold", "--check", "k.c"], &text);
    let promised = said.contains("`#pragma pleat temporary(t)`");
    assert_eq!(promised, expected, "{said}");
    assert_eq!(said.contains("1 near miss"), expected, "{said}");
}

/// `main` fills and prints the arrays that it passes to functions.
#[rstest]
#[case("main", false)]
#[case("step", true)]
fn arrays_of_main(#[case] function: &str, #[case] expected: bool) {
    let text = format!(
        "void kernel(double *);\nint {function}(void)\n{{\n    double a[50], s = 0;\n    \
         for (int i = 0; i < 50; i++) a[i] = i;\n    kernel(a);\n    \
         for (int i = 0; i < 50; i++) s += a[i];\n    return s > 0;\n}}\n"
    );
    let said = said(&["fold", "--check", "k.c"], &text);
    assert_eq!(said.contains("1 near miss"), expected, "{said}");
}
