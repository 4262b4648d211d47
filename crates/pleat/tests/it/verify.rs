//! `pleat verify`: verdicts on the pairs of corpus/verify and on buffers written by hand, what
//! users read of them, and mistakes of users.

mod heads;
pub(crate) mod pairs;

use crate::common::root;
use pairs::{Pair, corpus_path, verify, verify_in};
use rstest::rstest;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Pairs whose right verdict is not found yet: they are unknown.
const OPEN: [&str; 0] = [];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn verdict(output: &Output) -> &'static str {
    match output.status.code() {
        Some(0) => "proved",
        Some(1) => "refuted",
        _ => "unknown",
    }
}

/// Each pair has the verdict that its second file states. The snapshot has the sentences.
#[rstest]
fn pairs_of_the_corpus(#[files("../../corpus/verify/*/before.c")] path: PathBuf) {
    let mut shown = String::new();
    let mut wrong = Vec::new();
    for pair in Pair::of(&path) {
        let output = verify(&[&corpus_path(&pair.before), &corpus_path(&pair.after)]);
        let (name, found) = (pair.name(), verdict(&output));
        let is_open = OPEN.contains(&name.as_str());
        let expected = if is_open { "unknown" } else { &pair.verdict };
        if found != expected {
            wrong.push(format!("{name}: {found}, not {expected}"));
        }
        shown.push_str(&format!("{name}: {expected}\n{}\n", text(&output.stdout)));
    }
    assert!(wrong.is_empty(), "{wrong:#?}\n{shown}");
    let folder = path.parent().unwrap().file_name().unwrap();
    insta::with_settings!({
        snapshot_path => root().join("snapshots/verify"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!(folder.to_string_lossy().into_owned(), shown);
    });
}

/// Rolling rows that a person wrote, and the stages that they come from.
#[rstest]
#[case("corpus/pipelines/blur_rows.c", "corpus/pipelines/by_hand/blur_rows.c")]
#[case(
    "corpus/pipelines/harris_rows.c",
    "corpus/pipelines/by_hand/harris_rows.c"
)]
#[case(
    "corpus/pipelines/unsharp_rows.c",
    "corpus/pipelines/by_hand/unsharp_rows.c"
)]
#[case(
    "corpus/papers/blur_interleaved.c",
    "corpus/pipelines/by_hand/blur_interleaved.c"
)]
#[case(
    "corpus/pipelines/blur_stages.c",
    "corpus/pipelines/by_hand/blur_stages.c"
)]
#[case(
    "corpus/pipelines/harris_stages.c",
    "corpus/pipelines/by_hand/harris_stages.c"
)]
#[case(
    "corpus/pipelines/unsharp_stages.c",
    "corpus/pipelines/by_hand/unsharp_stages.c"
)]
fn buffers_written_by_hand(#[case] before: &str, #[case] after: &str) {
    let output = verify(&[before, after]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

/// The contents of memory that a function returns are its results.
#[rstest]
#[case("p->px[i] = i;", "p->px[i] = i + i;")]
#[case("p->w = n;", "p->w = n + 1;")]
#[case("p->px = calloc(n, 4);", "p->px = calloc(n, 4); p->w = 0;")]
fn returned_memory(#[case] from: &str, #[case] to: &str) {
    let text = "#include <stdlib.h>
struct row { int w; float *px; };
struct row *made(int n)
{
    struct row *p = malloc(sizeof *p);
    if (!p) exit(1);
    p->w = n;
    p->px = calloc(n, 4);
    if (!p->px) exit(1);
    for (int i = 0; i < n; i++) p->px[i] = i;
    return p;
}
";
    let work = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = work.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let (before, same) = (path("before.c", text), path("same.c", text));
    let after = path("after.c", &text.replacen(from, to, 1));
    let of = |after: &std::path::Path| {
        let output = verify(&[before.to_str().unwrap(), after.to_str().unwrap()]);
        verdict(&output).to_string()
    };
    assert_eq!(of(&same), "proved");
    assert_ne!(of(&after), "proved");
}

/// Buffers written by hand, with one number changed in the second file.
#[rstest]
#[case("blur_rows", "(y + 1) % 3", "(y + 3) % 3")]
#[case("blur_rows", "tmp[3][W]", "tmp[2][W]")]
#[case("harris_rows", "b = (y + 2) % 3", "b = (y + 1) % 3")]
#[case("harris_rows", "y < 3", "y < 2")]
#[case("unsharp_rows", "blurx[(y + 2) % 5]", "blurx[(y + 3) % 5]")]
#[case("unsharp_rows", "y >= 4", "y >= 5")]
fn near_misses_of_buffers_written_by_hand(
    #[case] name: &str,
    #[case] from: &str,
    #[case] to: &str,
) {
    let folder = root().join("corpus/pipelines");
    let right = std::fs::read_to_string(folder.join(format!("by_hand/{name}.c"))).unwrap();
    assert!(right.contains(from), "{from}");
    let work = tempfile::tempdir().unwrap();
    let after = work.path().join("after.c");
    std::fs::write(&after, right.replacen(from, to, 1)).unwrap();
    let before = folder.join(format!("{name}.c"));
    let output = verify(&[before.to_str().unwrap(), after.to_str().unwrap()]);
    assert_eq!(verdict(&output), "refuted", "{}", text(&output.stdout));
}

const ROWS: &str = "\
int corner(int x)
{
    int a[4][10];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 10; j++)
            a[i][j] = x + i * j;
    a[1][0] = 7;
    return a[0][5] + a[1][0];
}
";

/// `b[1][0]` is `a[0][5]`.
#[rstest]
#[case("int (*b)[5] = (void *)a;")]
#[case("int (*b)[5] = (int (*)[5])a;")]
#[case("void *p = a; int (*b)[5] = p;")]
fn rows_of_another_length_are_other_elements(#[case] view: &str) {
    let work = tempfile::tempdir().unwrap();
    let (before, after) = (work.path().join("before.c"), work.path().join("after.c"));
    std::fs::write(&before, ROWS).unwrap();
    let changed = ROWS.replacen("a[1][0] = 7;", &format!("{view} b[1][0] = 7;"), 1);
    std::fs::write(&after, changed).unwrap();
    let output = verify(&[before.to_str().unwrap(), after.to_str().unwrap()]);
    assert_ne!(verdict(&output), "proved", "{}", text(&output.stdout));
}

const TWO_STAGES: &str = "\
void lift(int n, const int *restrict a, int *restrict b)
{
    int t[n];
    for (int i = 0; i < n; i++)
        t[i] = a[i] * 2;
    for (int i = 0; i < n; i++)
        b[i] = t[i] + 1;
}

int half(int x)
{
    return x / 2;
}
";

const ONE_STAGE: &str = "\
void lift(int n, const int *restrict a, int *restrict b)
{
    for (int i = 0; i < n; i++)
        b[i] = a[i] * 2 + 1;
}

int half(int x)
{
    return x / 2;
}
";

/// A folder with these files.
/// A function of another file keeps the address of a variable: a later one may change it.
#[test]
fn addresses_that_others_keep() {
    let text = |body: &str| {
        format!(
            "void keep(int *); void settle(void);\n\
             void f(int *out) {{ int gain = 3; keep(&gain); {body} out[0] = seen; }}\n"
        )
    };
    let status = |after: &str| judged(&text("int seen = gain; settle();"), &text(after), &[]).0;
    assert_eq!(status("settle(); int seen = gain;"), Some(2));
    assert_eq!(status("int seen; seen = gain; settle();"), Some(0));
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let work = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(work.path().join(name), text).unwrap();
    }
    work
}

/// What the command says of two texts.
fn judged(before: &str, after: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let work = folder(&[("before.c", before), ("after.c", after)]);
    let output = verify_in(work.path(), &[&["before.c", "after.c"], more].concat());
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn exit_statuses() {
    let wrong = ONE_STAGE.replace("+ 1", "+ 2");
    let other_half = ONE_STAGE.replace("x / 2", "x / 3");
    assert_eq!(judged(TWO_STAGES, ONE_STAGE, &[]).0, Some(0));
    assert_eq!(judged(TWO_STAGES, &wrong, &[]).0, Some(1));
    assert_eq!(judged(TWO_STAGES, &other_half, &[]).0, Some(1));
    assert_eq!(judged(TWO_STAGES, TWO_STAGES, &[]).0, Some(0));
}

/// Whether a pointer leads to a variable of the file is assumed, shown by a call, or excluded.
#[test]
fn pointers_to_variables_of_the_file() {
    const BEFORE: &str = "f(int *out) { out[0] = 1; out[0] += g; }\n";
    const AFTER: &str = "f(int *out) { int k = g; out[0] = 1; out[0] += k; }\n";
    let check = |start: &str, rest: &str, expected: &str| {
        let texts = [BEFORE, AFTER].map(|body| format!("{start} {body}{rest}"));
        let (_, found, _) = judged(&texts[0], &texts[1], &[]);
        let first = found.lines().next().unwrap_or_default();
        assert_eq!(first, expected, "{start} .. {rest}");
    };
    let assumed = "f: proved (if `out` does not point into `g`)";
    check("int g; void", "", assumed);
    check("int g; int *const h = &g; void", "", assumed);
    check(
        "static int g; void",
        "void h(int k) { g = k; }",
        "f: proved",
    );
    check(
        "int g; static void",
        "void h(void) { int x[1]; f(x); }",
        "f: proved",
    );
    let broken = "f: unknown: in the call `f(&g)`, `out` leads to `g`";
    check("int g; void", "void h(void) { f(&g); }", broken);
    let through = "void h(void) { int *p = &g; f(p); }";
    let broken = "f: unknown: in the call `f(p)`, `out` leads to `g`";
    check("static int g; static void", through, broken);
}

/// Named functions alone count.
#[test]
fn named_functions() {
    let other_half = ONE_STAGE.replace("x / 2", "x / 3");
    let (status, shown, _) = judged(TWO_STAGES, &other_half, &["--function", "lift"]);
    assert_eq!(status, Some(0), "{shown}");
    assert!(!shown.contains("half"), "{shown}");
    let (status, shown, _) = judged(TWO_STAGES, &other_half, &["--function", "half"]);
    assert_eq!(status, Some(1), "{shown}");
}

#[test]
fn a_function_that_is_removed() {
    let (alone, _) = ONE_STAGE.split_once("int half").unwrap();
    let (status, shown, _) = judged(ONE_STAGE, alone, &[]);
    assert_eq!(status, Some(1), "{shown}");
    let own = ONE_STAGE.replace("int half", "static int half");
    let (status, shown, _) = judged(&own, alone, &[]);
    assert_eq!(status, Some(0), "{shown}");
}

#[test]
fn json() {
    let wrong = ONE_STAGE.replace("+ 1", "+ 2");
    let (status, shown, _) = judged(TWO_STAGES, &wrong, &["--json"]);
    assert_eq!(status, Some(1));
    let json: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(json["version"], 1);
    let functions = json["functions"].as_array().unwrap();
    let of = |name: &str| functions.iter().find(|f| f["name"] == name).unwrap();
    assert_eq!(of("lift")["verdict"], "refuted");
    assert!(of("lift")["witness"]["text"].is_string());
    assert_eq!(of("lift")["before"]["line"], 1);
    assert_eq!(of("half")["verdict"], "proved");
    assert_eq!(json["experiments"].as_array().unwrap().len(), 0);
}

/// `git show HEAD:x.c | pleat verify - x.c`: headers are found beside the other file.
#[test]
fn standard_input() {
    let header = ("two.h", "#define TWO 2\n");
    let with = |text: &str| format!("#include \"two.h\"\n{}", text.replace("* 2", "* TWO"));
    let work = folder(&[header, ("x.c", &with(ONE_STAGE))]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_pleat"));
    command
        .args(["verify", "-", "x.c"])
        .current_dir(work.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(with(TWO_STAGES).as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

fn fails(folder: &Path, args: &[&str], message: &str) {
    let output = verify_in(folder, args);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains(message), "{stderr}");
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn mistakes_of_users() {
    let broken = TWO_STAGES
        .replace("#", "")
        .replace("void", "#error void\nvoid");
    let files = [
        ("a.c", TWO_STAGES),
        ("b.c", ONE_STAGE),
        ("broken.c", &broken),
    ];
    let work = folder(&files);
    let here = work.path();
    fails(here, &["a.c", "nowhere.c"], "cannot read nowhere.c");
    fails(
        here,
        &["-", "-"],
        "only one of the files can be standard input",
    );
    fails(here, &["a.c", "b.c", "--function", "f"], "no function `f`");
    let rejected = verify_in(here, &["a.c", "broken.c"]);
    assert_eq!(rejected.status.code(), Some(4));
    assert!(text(&rejected.stderr).contains("#error void"));
    fails(here, &["a.c"], "AFTER");
    fails(
        here,
        &["a.c", "b.c", "--cc", "no-such-compiler"],
        "no-such-compiler",
    );
}

/// Text that is not C is not proved.
#[test]
fn syntax_errors() {
    let broken = ONE_STAGE.replace("b[i] = a[i] * 2 + 1;", "b[i] = = a[i];");
    let (status, shown, _) = judged(&broken, &broken.replace("= =", "="), &[]);
    assert_ne!(status, Some(0), "{shown}");
    let (status, shown, _) = judged(TWO_STAGES, &broken, &[]);
    assert_ne!(status, Some(0), "{shown}");
}

/// Flags after `--` are for both files.
#[test]
fn flags() {
    let before = TWO_STAGES.replace("+ 1", "+ STEP");
    let after = ONE_STAGE.replace("+ 1", "+ STEP");
    assert_eq!(judged(&before, &after, &["--", "-DSTEP=4"]).0, Some(0));
    let unset = judged(
        &before,
        &ONE_STAGE.replace("+ 1", "+ 4"),
        &["--", "-DSTEP=5"],
    );
    assert_eq!(unset.0, Some(1), "{}", unset.1);
}

/// An enumeration constant has the value that its macro has now.
#[test]
fn macros_that_have_become_numbers() {
    let text = |define: &str, length: &str| {
        format!(
            "#ifndef N\n#define N 4\n#endif\n{define}\n\
             void f(const int *restrict in, int *restrict out)\n{{\n    int t[{length}];\n\
             \x20   for (int i = 0; i < {length}; i++)\n        t[i] = in[i] * 2;\n\
             \x20   for (int i = 0; i < {length}; i++)\n        out[i] = t[i] + N;\n}}\n"
        )
    };
    let constant = "enum { LENGTH = N * 2 };";
    let (_, proved, _) = judged(&text(constant, "LENGTH"), &text(constant, "8"), &[]);
    let sentence = "f: proved (if N is 4)";
    assert!(proved.contains(sentence), "{proved}");
    let (_, proved, _) = judged(
        &text("#define LENGTH (2 * N)", "LENGTH"),
        &text("", "(N + N)"),
        &[],
    );
    assert!(!proved.contains("refuted"), "{proved}");
}

const SCRATCH: &str = "\
void other(int n, double *t) { t[0] = n; }
void f(int n, double *t, double *b)
{
    t[0] = n;
    b[0] = t[0] + 1;
}
";

/// Nobody needs the elements that a pragma names after the function that it belongs to.
#[test]
fn promises_of_users() {
    let status = |function: &str| {
        let head = format!("void {function}(");
        let promise = format!("#pragma pleat temporary(t)\n{head}");
        let before = SCRATCH.replace(&head, &promise);
        let after = before
            .replace("    t[0] = n;\n", "")
            .replace("t[0] + 1", "(double)n + 1");
        judged(&before, &after, &[]).0
    };
    assert_eq!(status("none"), Some(1));
    assert_eq!(status("other"), Some(1));
    assert_eq!(status("f"), Some(2));
}

const COPIED: &str = "\
static double g(double x, int k) { return k ? x * 2 : x + 1; }
void f(int n, const double *a, double *b)
{
    double t[n + 1];
    t[0] = a[0];
    for (int i = 0; i < n; i++) {
        t[i + 1] = t[i];
        b[i] = g(t[i + 1], 1);
    }
}
";

/// A fold makes a copy a statement `t = t;`, which the second file lacks. That proof needs one of
/// each function that is called; else both are judged together.
#[test]
fn copies_of_elements_to_themselves() {
    let scalar = COPIED
        .replace("double t[n + 1]", "double t")
        .replace("t[i + 1] = t[i];", "")
        .replace("t[0]", "t")
        .replace("t[i + 1]", "t");
    let (status, shown, _) = judged(COPIED, &scalar, &[]);
    assert_eq!(
        (status, shown.contains("f: proved\n")),
        (Some(0), true),
        "{shown}"
    );
    let other = scalar.replace("k ? x * 2 : x + 1", "x * 2");
    let (status, shown, _) = judged(COPIED, &other, &[]);
    assert_eq!((status, shown.contains("g:")), (Some(0), false), "{shown}");
    let wrong = other.replace("x * 2", "x + 1");
    assert_eq!(judged(COPIED, &wrong, &[]).0, Some(1));
}

/// Rows of the target may overlap where their length is not known, so their order matters.
#[rstest]
#[case("int y = 0; y < h; y++", "int x = 0; x < w; x++", "proved")]
#[case("int y = h - 1; y >= 0; y--", "int x = 0; x < w; x++", "refuted")]
#[case("int y = 0; y < h; y++", "int x = w - 1; x >= 0; x--", "unknown")]
#[case("int x = 0; x < w; x++", "int y = 0; y < h; y++", "refuted")]
fn the_order_of_rows_that_may_overlap(
    #[case] outer: &str,
    #[case] inner: &str,
    #[case] expected: &str,
) {
    let program = |outer: &str, inner: &str, more: &str| {
        let loops = format!("for ({outer})\nfor ({inner})\n");
        format!("void f(int h, int w, int p, float *o) {{\n{loops}o[y * p + x] = y - x{more}; }}\n")
    };
    let before = program("int y = 0; y < h; y++", "int x = 0; x < w; x++", "");
    let after = program(outer, inner, " + 0");
    let work = folder(&[("before.c", &before), ("after.c", &after)]);
    let output = verify_in(work.path(), &["before.c", "after.c"]);
    assert_eq!(verdict(&output), expected, "{}", text(&output.stdout));
}

/// A load of the next element, which nothing uses after the last iteration.
#[rstest]
#[case("const float *in", "unknown")]
#[case("const float in[n]", "unknown")]
#[case("const float in[n + 1]", "proved (if `in` has its declared length")]
fn loads_of_elements_that_may_not_exist(#[case] parameter: &str, #[case] verdict: &str) {
    let program =
        |body: &str| format!("void scale(int n, {parameter}, float *restrict out)\n{{\n{body}}}\n");
    let before = program("for (int i = 0; i < n; i++)\n out[i] = 2 * in[i];\n");
    let after = program(
        "if (n < 1)\n return;\nfloat next = in[0];\nfor (int i = 0; i < n; i++) {\n \
         out[i] = 2 * next;\n next = in[i + 1];\n}\n",
    );
    let (_, said, _) = judged(&before, &after, &[]);
    assert!(said.starts_with(&format!("scale: {verdict}")), "{said}");
    if verdict == "unknown" {
        let why = "element 1 of `in` may not exist at n = 1: the original does not touch it";
        assert!(said.contains(why), "{said}");
    }
    let guarded = after.replace("next = in[i + 1];", "if (i + 1 < n) next = in[i + 1];");
    let (_, said, _) = judged(&before, &guarded, &[]);
    assert!(said.starts_with("scale: proved"), "{said}");
    assert!(!said.contains("length"), "{said}");
}
