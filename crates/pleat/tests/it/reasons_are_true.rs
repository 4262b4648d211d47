//! What is said of arrays that stay is true and in the user's own words: reasons that users have
//! found to be false, each with a small program, what must be said of it, and what must not.

use crate::common::on_big_stack;
use pleat::{Depth, Fact, Folded, Options};
use report::Totals;
use rstest::rstest;
use source::{Flags, SourceFile};

fn fold(text: &str, options: &Options) -> Folded {
    let file = SourceFile::new("k.c", text.as_bytes().to_vec());
    on_big_stack(|| pleat::fold(file, &Flags::default(), options).unwrap())
}

fn fusing() -> Options {
    Options {
        fuse: Some(Depth::Auto),
        ..Options::default()
    }
}

/// All that a user may read: remarks, the text at their places, and the reasons of arrays.
fn said(folded: &Folded) -> String {
    let mut lines = Vec::new();
    for remark in &folded.remarks {
        lines.push(remark.message.clone());
        lines.extend(remark.labels.iter().map(|label| label.message.clone()));
        lines.extend(remark.notes.iter().cloned());
    }
    let entries = folded.report.arrays.iter();
    lines.extend(entries.map(|a| format!("`{}`: {}", a.name, a.detail)));
    lines.join("\n")
}

fn check(said: &str, must: &[&str], must_not: &[&str]) {
    for text in must {
        assert!(said.contains(text), "`{text}` is not said:\n{said}");
    }
    for text in must_not {
        assert!(!said.contains(text), "`{text}` is said:\n{said}");
    }
}

/// Two stages over rows of `t`: the size, and the loops.
fn stages(before: &str, size: &str, loops: &str) -> String {
    format!(
        "#include <stdlib.h>\nint load(int *);\n\
         void f(const float *restrict in, float *restrict out, int w, int h, int r)\n{{\n{before}\n\
         float *t = malloc(sizeof(float) * {size});\nif (!t) abort();\n{loops}\nfree(t);\n}}\n"
    )
}

const FIRST: &str = "for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
        t[y * w + x] = in[y * w + x] * 2;
";

fn second(head: &str, read: &str) -> String {
    format!("{FIRST}for ({head}) for (int x = 0; x < w; x++) out[y * w + x] = {read};")
}

/// Only the column is not known; the row is.
const BEST: &str = "void f(const float *restrict in, int *restrict out, int n)
{
    float cost[n][8];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 8; k++)
            cost[i][k] = in[i] * k;
    for (int i = 0; i < n; i++) {
        int best = 0;
        for (int k = 1; k < 8; k++)
            if (cost[i][k] < cost[i][best])
                best = k;
        out[i] = best;
    }
}
";

/// Substrings by their lengths: iterations of the outer loop are no rows.
const DIAGONALS: &str = "#define N 200
int longest(const char *s, const int *restrict w)
{
    int p[N][N];
    int best = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            p[i][j] = w[j] + i;
    for (int len = 3; len <= N; len++)
        for (int i = 0; i + len - 1 < N; i++) {
            int j = i + len - 1;
            p[i][j] = s[i] == s[j] && p[i + 1][j - 1];
            if (p[i][j])
                best = len;
        }
    return best;
}
";

/// The first stage is a recurrence, which no compiler vectorises.
const RECURRENCE: &str = "void f(int n, const float *restrict in, float *restrict out)
{
    float t[n], u[n];
    t[0] = in[0];
    for (int i = 1; i < n; i++)
        t[i] = 0.9f * t[i - 1] + in[i];
    for (int i = 0; i < n; i++)
        u[i] = 2 * t[n - 1 - i];
    for (int i = 1; i < n - 1; i++)
        out[i] = u[i + 1] - t[i - 1];
}
";

/// A temporary of stages that stay apart because of a test in one of them.
const CALLS: &str = "#include <stdlib.h>
static void lift(int n, int m, const float *restrict s, float *restrict d)
{
    for (int y = 0; y < n; y++)
        for (int x = 0; x < m; x++)
            d[y * m + x] = s[y * m + x] * 2;
}
static void add(int n, int m, const float *restrict s, float *restrict d)
{
    for (int y = LOW; y < n; y++)
        for (int x = 0; x < m; x++)
            d[y * m + x] = s[READ * m + x] + s[y * m + x];
}
void stages(int n, int m, const float *restrict in, float *restrict out)
{
    float *t = malloc(sizeof *t * n * m);
    if (!t)
        abort();
    lift(n, m, in, t);
    add(n, m, t, out);
    free(t);
}
";

/// Images that functions make and pass on: no array has a name of its own.
const IMAGES: &str = "#include <stdlib.h>
#include <stdio.h>
typedef struct { int w, h; float *px; } Image;
static Image make(int w, int h)
{
    Image im = { w, h, malloc(sizeof(float) * w * h) };
    if (!im.px)
        exit(1);
    return im;
}
static Image lift(const Image *in)
{
    Image out = make(in->w, in->h);
    for (int i = 0; i < in->w * in->h; i++)
        out.px[i] = in->px[i] * 2;
    return out;
}
static double sum(const Image *in)
{
    double s = 0;
    const float *p = in->px;
    while (s < 100)
        s += *p++;
    return s;
}
double use(const Image *in)
{
    Image t = lift(in);
    double s = sum(&t);
    free(t.px);
    return s;
}
";

#[rstest]
#[case::size_and_what_it_is_made_of(
    stages("int n; if (load(&n)) return; n = abs(n);", "n * n",
        &second("int y = 1; y < n; y++", "t[(y - 1) * w + x]")
            .replace("< h", "< n").replace("< w", "< n").replace("* w", "* n")
            .replace("* 2;", "* 2 + load(&n);")),
    &["may change `n`"],
    &["size is not understood"]
)]
#[case::counter_as_value(
    stages("", "w * h", "for (int i = 0; i < w * h; i++) t[i] = i % 17;
        for (int y = 1; y < h; y++)
            for (int x = 0; x < w; x++) out[y * w + x] = t[(y - 1) * w + x] + t[y * w + x];"),
    &["2 rows of `t` at a time"],
    &["share `t`", "leave its row", "t_"]
)]
#[case::known_row(BEST.to_string(), &["1 row of `cost` at a time"], &["share `cost`"])]
#[case::unknown_row(
    BEST.replace("cost[i][best]", "cost[best][k]").replace("best = k", "best = i"),
    &["share `cost`", "`cost[best][k]` may be any element"],
    &["any distance", "any number apart"]
)]
#[case::diagonals(
    DIAGONALS.to_string(),
    &["iterations of `i` and `len` that are any number apart"],
    &["rows that are"]
)]
#[case::radius(
    stages("", "w * h", &second("int y = r; y < h - r; y++", "t[(y - r) * w + x] + t[(y + r) * w + x]")),
    &["their bounds differ by `r`"],
    &["something else"]
)]
#[case::other_end(
    stages("", "w * h", &second("int y = 0; y < r; y++", "t[y * w + x]")),
    &["`y < h`", "`y < r`"],
    &["something else"]
)]
#[case::other_type(
    stages("", "w * h", &second("unsigned long y = 1; y < (unsigned long)h; y++", "t[(y - 1) * w + x]")),
    &["share `t`"],
    &["something else", "bounds differ"]
)]
#[case::no_threads(
    stages("", "w * h", &second("int y = 1; y < h; y++", "t[(y - 1) * w + x]").replace(
        "for (int y = 1", "if (load(&r)) { computed(t); free(t); return; }\nfor (int y = 1"))
        .replace("void f", "void computed(float *);\nvoid f"),
    &["share `t`"],
    &["threads"]
)]
#[case::recurrence(RECURRENCE.to_string(), &[], &["compilers vectorise"])]
#[case::no_hint_of_a_given_flag(IMAGES.to_string(), &["`t.px`"], &["--fuse"])]
#[case::passed_to_a_stage(
    CALLS.replace("LOW", "0").replace("READ", "(n - 1 - y)"),
    &["share `t`", "any number apart", "`t`: the loops at lines"],
    &["`t`: it is passed to"]
)]
#[case::names_of_inlined_locals(
    CALLS.replace("LOW", "1").replace("READ", "(n - 1 - y)").replace(
        "float *t = malloc", "int y = 0; (void)y; float *t = malloc"),
    &["share `t`"],
    &["y_0", "y_1", "x_0"]
)]
fn reasons(#[case] text: String, #[case] must: &[&str], #[case] must_not: &[&str]) {
    check(&said(&fold(&text, &fusing())), must, must_not);
}

/// What Pleat wrote into the text is no obstacle.
#[test]
fn tests_of_facts_are_no_obstacles() {
    let text = stages(
        "",
        "w * h",
        &second("int y = r; y < h - r; y++", "t[(y + r) * w + x]"),
    );
    let mut options = fusing();
    options.assume.facts = vec!["r >= 0".parse::<Fact>().unwrap()];
    let folded = fold(&text, &options);
    check(&said(&folded), &["differ by `r`"], &["trap"]);
    let lines = text.lines().count();
    let ends = folded.remarks.iter().flat_map(|remark| &remark.labels);
    assert!(
        ends.map(|label| label.span.end as usize)
            .all(|end| end <= text.len()),
        "{lines}"
    );
}

/// The members of structures that functions make have entries, and inputs are no temporaries.
#[test]
fn temporaries_are_named_and_inputs_are_not() {
    let folded = fold(IMAGES, &fusing());
    let names: Vec<&str> = folded
        .report
        .arrays
        .iter()
        .map(|a| a.name.as_str())
        .collect();
    assert!(names.contains(&"t.px"), "{names:?}");
    assert!(!names.contains(&"in->px"), "{names:?}");
    assert_ne!(Totals::of(&folded.report).text(None), "no arrays to fold");
}

/// A fold without `--fuse` says what the flag would give, also where other functions use the array.
#[rstest]
#[case(CALLS.replace("LOW", "1").replace("READ", "(y - 1)"), "t", "`--fuse` keeps about 2 rows")]
#[case(GLOBALS.to_string(), "raised", "`--fuse` keeps about 1 element")]
fn hints_are_not_missing(#[case] text: String, #[case] name: &str, #[case] hint: &str) {
    let options = Options {
        hints: true,
        ..Options::default()
    };
    let folded = fold(&text, &options);
    let entry = folded
        .report
        .arrays
        .iter()
        .find(|a| a.name == name)
        .unwrap();
    assert!(entry.detail.contains(hint), "{}", entry.detail);
}

const GLOBALS: &str = "#include <stdio.h>
#define N 4000
static double given[N], raised[N], squared[N];
static void raise(void)
{
    for (int i = 0; i < N; i++)
        raised[i] = 2 * given[i] / 8;
}
static void square(void)
{
    for (int i = 0; i < N; i++)
        squared[i] = raised[i] * raised[i];
}
int main(void)
{
    for (int i = 0; i < N; i++)
        given[i] = i % 17;
    raise();
    square();
    double s = 0;
    for (int i = 0; i < N; i++)
        s += squared[i];
    printf(\"%f\\n\", s);
    return 0;
}
";
