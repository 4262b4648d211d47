//! Line numbers before and after a fold. `pleat cc` and `--keep-lines` keep all of them, in the
//! program and in its debug information; a plain fold keeps those that the program uses as data.

use crate::common;
use crate::project;
use project::{alone, pleat, run};
use rstest::rstest;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Loops that are split into strips; bodies with and without braces, comments and calls.
const STRIPS: &str = r#"#include "trace.h"
#include <assert.h>
#include <stdio.h>
static long seen;
#define SAY(x, y) tell((x) + \
                       (y), __LINE__)
static double tell(double value, int line)
{
    seen = (seen * 31 + line) % 1000003;
    return value;
}
static double wave(int n, const double *in)
{
    double a[7][n], sum = 0;
    for (int i = 0; i < n; i++) a[0][i] = in[i] + __LINE__;
    for (int t = 1; t < 7; t++) {
        a[t][0] = 0.5 * a[t - 1][0];
        for (int i = 1; i < n - 1; i++) { // all but the ends
            a[t][i] = 0.5 * a[t - 1][i]
                    + SAY(a[t - 1][i - 1],
                          a[t - 1][i + 1]) + __LINE__;
            sum += __builtin_LINE(); }
        a[t][n - 1] = a[t - 1][n - 1] + __LINE__;
        TRACE(t); tell(0,
            __LINE__);
    }
    for (int i = 0; i < n; i++)
        sum += a[6][i] * i;
    return sum + __LINE__;
}
static double bare(int n, const double *in)
{
    double a[7][n], sum = 0;
    for (int i = 0; i < n; i++) a[0][i] = in[i];
    for (int t = 1; t < 7; t++)
        for (int i = 0;
             i < n;
             i++) // as before
            a[t][i] = (i > 0 ? a[t - 1][i - 1] : 0.5)
                    + (i < n - 1 ? 0.25 * a[t - 1][i + 1] : __LINE__); /* the last */
    for (int i = 0; i < n; i++)
        sum += a[6][i] * i;
    return SAY(sum, __LINE__);
}
static double window(int n, const double *in)
{
    double last[n], sum = 0;
    for (int i = 0; i < n; i++)
        if (i < n - 1)
            last[i] = in[i] * 2, sum += last[i] * (i > 0 ? last[i - 1] : 1) + __LINE__;
    return sum;
}
static double rows(int h, int w, const double *in)
{
    double t[h][w], sum = 0; assert(h > 2);
    for (int y = 0; y < h; y++)
    {   /* each row */
        for (int x = 0; x < w; x++) t[y][x] = in[y + x] + __LINE__;
        if (y < 2)
            continue;
        for (int x = 0; x < w; x++) {
            sum += t[y - 2][x] - 2 * t[y - 1][x] + t[y][x] * __LINE__; }
    }
    assert(sum > -1e300);
    return sum;
}
int main(void)
{
    double in[300];
    for (int i = 0; i < 300; i++) in[i] = i % 7;
    printf("%g %g\n", wave(200, in), bare(200, in));
    printf("%g %g\n", window(200, in), rows(60, 70, in));
    printf("%ld %d %s\n", seen, __LINE__, __FILE__);
    assert(seen == __LINE__);
}
"#;

/// A macro of another file that passes the line on.
const TRACE: &str = "#define TRACE(x) tell((x), __LINE__)\n";

/// The line after which lines are numbered anew.
const ANEW: &str = "#line 900 \"made.y\"\nstatic double rows";

/// A folder with `name` and its header.
fn folder_with(name: &str, text: &str) -> tempfile::TempDir {
    let work = tempfile::tempdir().unwrap();
    fs::write(work.path().join(name), text).unwrap();
    fs::write(work.path().join("trace.h"), TRACE).unwrap();
    work
}

/// Standard output and standard error of a program.
fn outputs(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("./folded", "./program");
    let stderr = text(&output.stderr).replace("folded: ", "program: ");
    (text(&output.stdout), stderr)
}

/// Runs the program built by the compiler alone and through `pleat cc`, which must fold without
/// messages.
fn assert_same(text: &str, cc: &str, objective: &str) {
    let work = folder_with("k.c", text);
    let flags = ["-O1", "-g", "-Wall", "-Werror", "k.c", "-o"];
    let plain = run(alone(
        &[&[cc], &flags[..], &["program"]].concat(),
        work.path(),
    ));
    assert!(plain.status.success(), "{}", outputs(&plain).1);
    let options = ["-v", "--objective", objective, "--", cc];
    let folded = run(pleat(
        &[&options, &flags[..], &["folded"]].concat(),
        work.path(),
    ));
    let remarks = outputs(&folded).1;
    let last = remarks.lines().last().unwrap_or_default();
    assert_eq!(last, "pleat: k.c: changed", "{remarks}");
    let want = run(alone(&["./program"], work.path()));
    let got = run(alone(&["./folded"], work.path()));
    assert_eq!(outputs(&got), outputs(&want), "{cc} {objective}");
    assert!(
        outputs(&want).1.contains("seen =="),
        "the last assertion fails"
    );
}

#[rstest]
fn the_program_sees_its_own_lines(
    #[values("gcc", "clang")] cc: &str,
    #[values("size", "speed", "balanced")] objective: &str,
) {
    assert_same(STRIPS, cc, objective);
}

#[rstest]
fn lines_that_are_numbered_anew(#[values("gcc", "clang")] cc: &str) {
    let text = STRIPS.replace("static double rows", ANEW);
    assert_same(&text, cc, "size");
    assert_same(
        &text.replace("#line 900", "#define AT 900\n#line AT"),
        cc,
        "size",
    );
}

#[rstest]
fn line_ends_of_two_bytes(#[values("gcc", "clang")] cc: &str) {
    assert_same(&STRIPS.replace('\n', "\r\n"), cc, "size");
}

/// The folded text of a file, by `pleat fold`.
fn folded_text(work: &Path, options: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pleat"));
    command
        .arg("fold")
        .args(options)
        .arg("k.c")
        .current_dir(work);
    // A header that counts as one of the system's.
    let system = work.join("system");
    fs::create_dir_all(&system).unwrap();
    fs::write(
        system.join("place.h"),
        "#define PLACED(x) ((x) + __LINE__)\n",
    )
    .unwrap();
    command.env("C_INCLUDE_PATH", system);
    String::from_utf8(run(command).stdout).unwrap()
}

/// The lines of `k.c` that a program's debug information names.
fn lines_with_code(work: &Path, text: &str) -> BTreeSet<u32> {
    let folder = work.join("debug");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("k.c"), text).unwrap();
    let build = ["gcc", "-g", "-w", "-I..", "k.c", "-o", "program"];
    assert!(run(alone(&build, &folder)).status.success());
    let table = run(alone(
        &["objdump", "--dwarf=decodedline", "program"],
        &folder,
    ));
    let line = |row: &str| {
        let mut words = row.split_whitespace();
        let line = words.next().filter(|w| *w == "k.c").and(words.next());
        line.and_then(|line| line.parse().ok())
    };
    outputs(&table).0.lines().filter_map(line).collect()
}

#[rstest]
fn debug_lines(#[values("size", "balanced")] objective: &str) {
    let work = folder_with("k.c", STRIPS);
    let folded = folded_text(work.path(), &["--keep-lines", "--objective", objective]);
    assert_ne!(folded, STRIPS);
    assert_eq!(folded.lines().count(), STRIPS.lines().count());
    let before = lines_with_code(work.path(), STRIPS);
    let mut after = lines_with_code(work.path(), &folded);
    assert!(before.len() > 40, "{before:?}");
    after.extend(before.iter().filter(|line| declares(**line)));
    assert!(before.is_subset(&after), "{before:?} {after:?}");
}

/// Whether a line of the program declares an array. After a fold its size may need no code.
fn declares(line: u32) -> bool {
    let text = STRIPS.lines().nth(line as usize - 1).unwrap_or_default();
    text.trim_start().starts_with("double ")
}

/// Each fold of a corpus file keeps the number of lines, and is proved.
#[rstest]
fn all_lines_stay(
    #[files("../../corpus/idioms/*macros.c")]
    #[files("../../corpus/idioms/crlf.c")]
    #[files("../../corpus/idioms/heap_*.c")]
    #[files("../../corpus/idioms/l*.c")]
    #[files("../../corpus/idioms/named_indices.c")]
    #[files("../../corpus/idioms/parameters.c")]
    #[files("../../corpus/idioms/strips.c")]
    #[files("../../corpus/idioms/windows.c")]
    path: PathBuf,
) {
    let options = pleat::Options {
        keep_lines: true,
        ..pleat::Options::default()
    };
    let folded = common::fold_by(&path, &[], &options);
    let count = |bytes: &[u8]| bytes.iter().filter(|b| **b == b'\n').count();
    assert_eq!(count(&folded.bytes), count(&folded.file.bytes));
    assert!(folded.unsound.is_none());
}

/// Names get lines of their own if no line number after them is data; a failed `assert` only prints
/// its line.
#[test]
fn messages_are_not_data() {
    let named = "#include <assert.h>\nint f(int h, int w, int in[h][w]) {\n    int t[h][w], sum = 0;\n    \
                 for (int y = 0; y < h; y++) {\n        for (int x = 0; x < w; x++)\n            \
                 t[y][x] = in[y][x] * 3;\n        for (int x = 0; x < w && y > 1; x++)\n            \
                 sum += t[y][x] + t[y - 1][x] * t[y - 2][x];\n    }\n    AFTER\n    return sum;\n}\n";
    let lines = |after: &str| {
        let text = named.replace("AFTER", after);
        let work = folder_with("k.c", &text);
        let folded = folded_text(work.path(), &[]);
        assert!(folded.contains("const int cur"), "{folded}");
        folded.lines().count() - text.lines().count()
    };
    assert_eq!(lines("assert(sum > 0);"), 1);
    assert_eq!(lines("sum += 1; /* __LINE__ */"), 1);
    assert_eq!(lines("#define CHECK(x) assert(x)\n    CHECK(sum > 0);"), 1);
    assert_eq!(lines("sum += __LINE__;"), 0);
    assert_eq!(lines("#include <place.h>\n    sum = PLACED(sum);"), 0);
    assert_eq!(lines("sum += __builtin_LINE();"), 0);
    assert_eq!(lines("#if __LINE__ > 12\n    sum++;\n#endif"), 0);
}

/// `__FILE__` and `__LINE__` in an invocation that is written out. An invocation on several lines
/// is unchanged, because compilers disagree about its line.
#[rstest]
fn names_of_the_compiler(#[values("gcc", "clang")] cc: &str) {
    let text = r#"#include <stdio.h>
static int in[40][30];
static int note(int line, const char *file, int v)
{
    return line + file[0] + v;
}
#define GET(a, y, x) note(__LINE__, __FILE__, a[y][x])
int main(void)
{
    int t[40][30], u[40][30], s = 0;
    for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 30; x++) t[y][x] = in[y][x] + y * x;
        for (int x = 0; x < 30 && y > 1; x++) s += GET(t, y - 2, x) - GET(in, y - 1,
            x) + GET(t, y, x);
        for (int x = 0; x < 30; x++) u[y][x] = t[y][x] * 5;
        for (int x = 0; x < 30 && y > 1; x++) s += GET(u, y,
            x) - GET(in, y - 1, x) + GET(u, y - 1, x);
    }
    printf("%d\n", s);
    return 0;
}
"#;
    let work = folder_with("k.c", text);
    let folded = folded_text(work.path(), &["--cc", cc]);
    assert!(folded.contains("note(__LINE__, __FILE__, t["), "{folded}");
    assert!(folded.contains("u[40][30]"), "{folded}");
    let result = |text: &str| {
        fs::write(work.path().join("k.c"), text).unwrap();
        let build = run(alone(&[cc, "k.c", "-o", "program"], work.path()));
        assert!(build.status.success());
        outputs(&run(alone(&["./program"], work.path()))).0
    };
    assert_eq!(result(&folded), result(text));
}
