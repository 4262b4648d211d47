//! Moved loops under a test that pointers lead to different memory: the results print what the
//! original prints, also where the memory is the same, overlaps, or only touches.

use crate::common::{assert_same_at_sizes, folder_flags, on_big_stack, run, run_within, source};
use crate::snapshot;
use pleat::{Depth, Folded, NoOverlap, Options};
use report::Remark;
use rstest::rstest;
use similar::TextDiff;
use source::{Flags, SourceFile, render};
use std::path::PathBuf;

/// Warnings are errors, also those on conversions.
const STRICT: [&str; 7] = [
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wshadow",
    "-Wconversion",
    "-Wsign-conversion",
    "-Werror",
];

fn options() -> Options {
    Options {
        fuse: Some(Depth::Auto),
        guard: true,
        ..Options::default()
    }
}

fn fold(text: &str, options: &Options) -> Folded {
    let file = SourceFile::new("kernel.c", text.as_bytes().to_vec());
    on_big_stack(|| pleat::fold(file, &Flags::default(), options).unwrap())
}

fn text(folded: &Folded) -> String {
    String::from_utf8(folded.bytes.clone()).unwrap()
}

#[rstest]
fn same_output(#[files("../../corpus/stages/guarded/*.c")] path: PathBuf) {
    let file = source(&path);
    let flags = folder_flags(&file);
    let folded = on_big_stack(|| pleat::fold(file.clone(), &flags, &options()).unwrap());
    assert!(folded.unsound.is_none(), "{:?}", folded.unsound);
    let is_change = |remark: &&Remark| {
        let code = remark.full.code.as_deref();
        code.is_none_or(|code| code == "folded")
    };
    let remarks = folded.remarks.iter().filter(is_change);
    let remarks: String = remarks.map(|r| render(&file, r, false)).collect();
    let new = text(&folded);
    let diff = TextDiff::from_lines(file.text(), &new);
    let changes = diff.unified_diff().context_radius(2).to_string();
    snapshot::settings("stages/guarded").bind(|| {
        insta::assert_snapshot!(snapshot::stem(&path), format!("{remarks}----\n{changes}"));
    });
    let expected = run(&file.bytes, "gcc", &["-O0"]).unwrap();
    for compiler in ["gcc", "clang"] {
        for level in ["-O0", "-O3"] {
            let flags = [&[level], &STRICT[..]].concat();
            assert_eq!(
                run(&folded.bytes, compiler, &flags).unwrap(),
                expected,
                "{compiler}"
            );
        }
    }
    assert_same_at_sizes(&file.bytes, &folded.bytes);
    // The test matters: without it, memory that overlaps is read too late.
    assert!(new.contains("_apart("));
    let untested = new.replace("apart(const void", "apart_of(const void");
    let untested = untested.replace("/* Whether", "#define apart(a, m, b, n) 1\n/* Whether");
    let untested = run_within(20, untested.as_bytes(), "gcc", &["-O0", "-Wno-unused"]);
    assert_ne!(untested.unwrap(), expected);
}

/// Two stages whose memory no caller is known of.
const STAGES: &str = "    int t[n];
    for (int i = 0; i < n; i++)
        t[i] = in[i] + 1;
    for (int i = 1; i < n; i++)
        out[i] = t[i - 1] + t[i];
";

/// What calls show to be different is not tested.
#[test]
fn settled() {
    let calls = "static int a[9], b[9];\nvoid go(void)\n{\n    blur(9, a, b);\n}\n";
    let start = "static void blur(int n, const int *in, int *out)\n{\n";
    let settled = format!("{start}{STAGES}}}\n{calls}");
    let plain = Options {
        guard: false,
        ..options()
    };
    let guarded = fold(&settled, &options());
    assert_eq!(text(&guarded), text(&fold(&settled, &plain)));
    assert_ne!(text(&guarded), settled);
    let open = settled.replacen("static ", "", 1);
    assert!(text(&fold(&open, &options())).contains("if (apart("));
}

/// No header is included: it could declare what the file declares otherwise.
#[rstest]
#[case::header_in_a_function(
    "static int most(void)\n{\n#include <limits.h>\n    return INT_MAX;\n}\nint (*const used)(void) = most;\n"
)]
#[case::own_types(
    "typedef unsigned long uintptr_t;\ntypedef int size_t;\nstatic size_t one = 1;\n"
)]
#[case::later_macro("extern int used;\n")]
fn headers(#[case] start: &str) {
    let end = "#define _GNU_SOURCE\n#include <string.h>\nchar *(*copy)(const char *) = strdup;\n";
    let end = if start.contains("size_t") {
        "size_t *const p = &one;\n"
    } else {
        end
    };
    let file = format!("{start}void blur(int n, const int *in, int *out)\n{{\n{STAGES}}}\n{end}");
    let folded = fold(&file, &options());
    let new = text(&folded);
    assert!(new.contains("if (apart("), "{new}");
    assert_eq!(
        new.matches("#include").count(),
        file.matches("#include").count()
    );
    let checked = SourceFile::new("kernel.c", folded.bytes);
    let flags = ["-Wall", "-Werror", "-Wno-unused-variable"].map(String::from);
    let flags = Flags {
        args: flags.to_vec(),
        ..Flags::default()
    };
    source::check(&checked, &flags).unwrap();
}

/// A declaration with words that macros hide has no copy.
#[rstest]
#[case("extern")]
#[case("__attribute__((weak))")]
fn hidden_words(#[case] word: &str) {
    let file = format!(
        "#define API {word}\nAPI void blur(int n, const int *in, int *out)\n{{\n{STAGES}}}\n"
    );
    assert_eq!(text(&fold(&file, &options())), file);
}

/// What has a copy only if macros are expanded, or is complete only further down, has none.
#[rstest]
#[case::function_name("#define TRACE() (void)__func__\n", "int n", "TRACE();\n")]
#[case::length_with_a_call("int once(int);\n", "int n, int (*p)[once(n)]", "(void)p;\n")]
fn no_copies(#[case] start: &str, #[case] first: &str, #[case] line: &str) {
    let file =
        format!("{start}void blur({first}, const int *in, int *out)\n{{\n{line}{STAGES}}}\n");
    assert_eq!(text(&fold(&file, &options())), file);
}

/// The copy is static once.
#[test]
fn hidden_static() {
    let start = "#define LOCAL static __attribute__((unused))\n";
    let file = format!("{start}LOCAL void blur(int n, const int *in, int *out)\n{{\n{STAGES}}}\n");
    let folded = fold(&file, &options());
    let checked = SourceFile::new("kernel.c", folded.bytes);
    source::check(&checked, &Flags::default()).unwrap();
}

/// A promise needs no test; what is not promised is tested although nothing may be assumed.
#[test]
fn promised_and_refused() {
    let file = format!("void blur(int n, const int *in, int *out)\n{{\n{STAGES}}}\n");
    let by = |apart| {
        let mut options = options();
        options.assume.apart = apart;
        text(&fold(&file, &options))
    };
    assert!(!by(NoOverlap::Promised).contains("apart"));
    assert_eq!(by(NoOverlap::Refused), by(NoOverlap::Assumed));
    let folded = fold(&file, &options());
    let lines: Vec<&str> = folded
        .remarks
        .iter()
        .filter_map(|r| r.line.as_deref())
        .collect();
    let tested = "tests at run time that `in` and `out` of `blur` do not overlap";
    assert!(lines.contains(&tested), "{lines:?}");
    let fusion = folded.report.fusion.unwrap();
    let assumed = "`in` and `out` do not overlap: tested at run time";
    assert!(fusion.loops[0].assumes.contains(&assumed.to_string()));
}

/// Functions that have no copy stay, with a reason.
#[rstest]
#[case::counts(
    "int blur(int n, const int *in, int *out)\n{\n    static int calls;\n    calls++;\n",
    "return calls;\n",
    "another `calls`"
)]
#[case::longer(
    "void blur(int n, const int *in, int *out, ...)\n{\n",
    "",
    "more arguments"
)]
#[case::directive(
    "void blur(int n, const int *in, int *out)\n{\n#define TWICE 2\n",
    "",
    "directive"
)]
#[case::attribute(
    "__attribute__((constructor)) void blur(int n, const int *in, int *out)\n{\n",
    "",
    "`__attribute__`"
)]
#[case::old(
    "void blur(n, in, out)\nint n;\nconst int *in;\nint *out;\n{\n",
    "",
    "after their list"
)]
#[case::before(
    "void blur(int n, const int *in, int *out)\n{\n    out++;\n    in += n;\n    in -= n + 1;\n",
    "",
    "how far it goes"
)]
fn refused(#[case] start: &str, #[case] end: &str, #[case] reason: &str) {
    let file = format!("{start}{STAGES}{end}}}\n");
    let folded = fold(&file, &options());
    assert_eq!(text(&folded), file);
    let mut remarks = folded.remarks.iter();
    let says = |remark: &Remark| {
        let message = &remark.full.message;
        message.starts_with("`blur` has no test at run time: ") && message.contains(reason)
    };
    assert!(remarks.any(says), "{:?}", folded.remarks);
}

/// A static temporary that every call sets before it reads it may be there twice.
#[test]
fn static_temporary() {
    let stages = STAGES
        .replace("int t[n]", "static int t[64]")
        .replace("n;", "64;");
    let file = format!("void blur(const int *in, int *out)\n{{\n{stages}}}\n");
    assert!(text(&fold(&file, &options())).contains("blur_apart(in, out);"));
}

/// A structure is not read before the function tests its pointer.
#[test]
fn pointers_are_tested_first() {
    let stages = STAGES.replace("in[", "a->px[").replace("out[", "b->px[");
    let stages = stages
        .replace("int t[n]", "int t[a->n]")
        .replace("< n", "< a->n");
    let file = format!(
        "#include <stdio.h>
struct row {{ int n; int *px; }};
void blur(const struct row *a, struct row *b)
{{
    if (!a || !b)
        return;
{stages}}}
int main(void)
{{
    struct row row = {{0, 0}};
    blur(&row, NULL);
    blur(NULL, &row);
    return printf(\"done\\n\") < 0;
}}
"
    );
    let folded = fold(&file, &options());
    assert!(text(&folded).contains("if (a && b"), "{}", text(&folded));
    let flags = [&["-O0"], &STRICT[..]].concat();
    assert_eq!(run(&folded.bytes, "gcc", &flags).unwrap(), "done\n");
}

/// Lines keep their numbers where the program uses them, or everywhere.
#[rstest]
fn line_numbers(#[values(true, false)] keep_lines: bool) {
    let file = format!(
        "#include <stdio.h>

// A comment of the function.
void blur(int n, const int *in, int *out)
{{
{STAGES}    printf(\"%d %d\\n\", __LINE__, out[n - 1]);
}}

int main(void)
{{
    int pool[20] = {{1, 2, 3, 4, 5, 6, 7, 8, 9}};
    blur(9, pool, pool + 1);
    blur(9, pool, pool + 10);
    return printf(\"%d\\n\", __LINE__) < 0;
}}
"
    );
    let options = Options {
        keep_lines,
        ..options()
    };
    let folded = fold(&file, &options);
    assert!(text(&folded).contains("#line 3\n"), "{}", text(&folded));
    let expected = run(file.as_bytes(), "gcc", &["-O0"]).unwrap();
    assert_eq!(run(&folded.bytes, "gcc", &["-O0"]).unwrap(), expected);
}

/// In C90, declarations precede statements.
#[test]
fn before_c99() {
    let stages = STAGES
        .replace("int t[n];", "int i, t[64];")
        .replace("int i = ", "i = ");
    let stages = stages.replace("< n;", "< 64;");
    let file = format!(
        "#include <stdio.h>\nint blur(const int *in, int *out)\n{{\n{stages}    return out[9];\n}}
int main(void)
{{
    static int pool[200] = {{1, 2, 3}};
    printf(\"%d %d\\n\", blur(pool, pool + 1), blur(pool, pool + 64));
    return 0;
}}
"
    );
    let file = SourceFile::new("kernel.c", file.into_bytes());
    let flags = Flags {
        args: vec!["-std=c90".to_string()],
        ..Flags::default()
    };
    let folded = on_big_stack(|| pleat::fold(file.clone(), &flags, &options()).unwrap());
    assert!(
        text(&folded).contains("return blur_apart(in, out);"),
        "{}",
        text(&folded)
    );
    let flags = ["-std=c90", "-pedantic-errors", "-O2"];
    let expected = run(&file.bytes, "gcc", &flags).unwrap();
    assert_eq!(run(&folded.bytes, "gcc", &flags).unwrap(), expected);
}

/// Macros that are taken at their values are asserted by the copy, or follow from others.
#[test]
fn macros_at_their_values() {
    let file = "#define R 2
#define TAPS (2 * R + 1)
void box(const int *in, int *out, int w, int h, const int *taps)
{
    int t[h][w];

    for (int y = 0; y < h; y++)
        for (int x = R; x < w - R; x++) {
            int s = 0;
            for (int k = 0; k < TAPS; k++)
                s += taps[k] * in[y * w + x + k - R];
            t[y][x] = s;
        }
    for (int y = R; y < h - R; y++)
        for (int x = R; x < w - R; x++) {
            int s = 0;
            for (int k = 0; k < TAPS; k++)
                s += taps[k] * t[y + k - R][x];
            out[y * w + x] = s;
        }
}
";
    let text = text(&fold(file, &options()));
    assert!(text.contains("box_apart(in, out, w, h, taps);"), "{text}");
    assert!(text.contains("_Static_assert(R == 2,"), "{text}");
}
