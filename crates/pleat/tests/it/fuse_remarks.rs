//! What users read about fused loops: what `--fuse` would give, what it assumes, why loops stay
//! apart; and line numbers, which fused loops keep where they are used.

use crate::common::{fold_by, on_big_stack, root};
use pleat::{Depth, Folded, Options};
use report::Status;
use rstest::rstest;
use source::{Flags, SourceFile};

fn fold_text(text: &str, options: &Options) -> Folded {
    let file = SourceFile::new("k.c", text.as_bytes().to_vec());
    on_big_stack(|| pleat::fold(file, &Flags::default(), options).unwrap())
}

fn hinted() -> Options {
    Options {
        hints: true,
        ..Options::default()
    }
}

fn fusing() -> Options {
    Options {
        fuse: Some(Depth::Auto),
        ..Options::default()
    }
}

/// Two stages with `READ` as the read of the second one, called by `CALL`.
const STAGES: &str = "
static float a[40][30], b[40][30];
static void stages(int h, int w, float in[h][w], float out[h][w])
{
    float t[h][w];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y][x] * 2;
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = READ;
}
int use(void) { CALL; return a[1][1] + b[1][1] > 0; }
";

fn stages(read: &str, call: &str) -> String {
    STAGES.replace("READ", read).replace("CALL", call)
}

#[test]
fn a_fold_says_what_fusion_gives() {
    let path = root().join("corpus/pipelines/blur_stages.c");
    let folded = fold_by(&path, &[], &hinted());
    let entry = folded.report.arrays.iter().find(|a| a.name == "tmp");
    let entry = entry.unwrap();
    assert_eq!(entry.status, Status::Kept);
    assert_eq!(
        entry.detail,
        "all of it is alive between the loops at lines 27 and 33; `--fuse` keeps about 5 rows of W \
         (340 bytes instead of 952 bytes)"
    );
    let remark = folded.remarks.iter().find(|r| r.message.contains("`tmp`"));
    let remark = remark.unwrap();
    assert!(remark.message.ends_with(&entry.detail), "{remark:?}");
    assert_eq!(remark.labels.len(), 3, "{remark:?}");
    assert_eq!(folded.bytes, fold_by(&path, &[], &Options::default()).bytes);
    let fused = fold_by(&path, &[], &fusing());
    let fused = fused.report.arrays.iter().find(|a| a.name == "tmp");
    assert_eq!(fused.unwrap().bytes_after, Some(340));
}

/// A fold also says it where threads share the loops.
#[test]
fn hints_for_threads() {
    let text = stages("t[y - 1][x] + t[y + 1][x]", "stages(40, 30, a, b)");
    let shared = "#pragma omp parallel for\n    for (int y";
    let folded = fold_text(&text.replace("    for (int y", shared), &hinted());
    let entry = folded.report.arrays.iter().find(|a| a.name == "t").unwrap();
    let want = "between the loops at lines 7 and 11; `--fuse` keeps about 3 rows of w ";
    assert!(entry.detail.contains(want), "{}", entry.detail);
    assert_eq!(entry.advised_bytes, Some(3 * 1000 * 4));
}

const IMAGES: &str = "#include <stdlib.h>
typedef struct { int w, h; float *px; } Image;
static void sum(const Image *a, Image *b, int first)
{
    for (int y = first; y < BOUND - first; y++)
        for (int x = 1; x < 29; x++)
            b->px[y * 30 + x] = a->px[y * 30 + x - 1] + a->px[(y + 1) * 30 + x];
}
int twice(const Image *in, Image *out)
{
    Image *t = malloc(sizeof *t);
    if (!t)
        return -1;
    t->w = in->w;
    t->h = in->h;
    t->px = malloc(40 * 30 * sizeof(float));
    sum(in, t, 1);
    sum(t, out, 2);
    free(t->px);
    free(t);
    return 0;
}
";

/// A structure on the heap is opened. With bounds of 40 rows, the second stage always reads the
/// first column, which nobody wrote.
#[rstest]
#[case("a->h", "`t.px` folded: 1200 -> 58 elements")]
#[case("40", "reads what it never wrote, for all parameter values")]
fn bounds_in_structures(#[case] bound: &str, #[case] expected: &str) {
    let folded = fold_text(&IMAGES.replace("BOUND", bound), &fusing());
    let said: Vec<&str> = folded.remarks.iter().map(|r| r.message.as_str()).collect();
    assert!(said.iter().any(|s| s.ends_with(expected)), "{said:?}");
}

/// Nothing is said unless it is true.
#[rstest]
#[case(
    "t[y - 1][x] + t[y + 1][x]",
    "stages(40, 30, a, b)",
    Some("3 rows of w")
)]
#[case("t[y][x]", "stages(40, 30, a, b)", Some("1 row of w"))]
#[case("t[h - 1 - y][x]", "stages(40, 30, a, b)", None)]
#[case("t[y - 1][x] + t[y + 1][x]", "stages(40, 30, a, a)", None)]
fn hints_are_true(#[case] read: &str, #[case] call: &str, #[case] rows: Option<&str>) {
    let text = stages(read, call);
    let folded = fold_text(&text, &hinted());
    let entry = folded.report.arrays.iter().find(|a| a.name == "t").unwrap();
    let want = rows.map(|rows| format!("`--fuse` keeps about {rows} "));
    match &want {
        Some(want) => assert!(entry.detail.contains(want), "{}", entry.detail),
        None => assert!(!entry.detail.contains("--fuse"), "{}", entry.detail),
    }
    let fused = fold_text(&text, &fusing());
    let entry = fused.report.arrays.iter().find(|a| a.name == "t").unwrap();
    assert_eq!(entry.status == Status::Folded, want.is_some(), "{entry:?}");
}

#[test]
fn reports_name_fused_loops() {
    let text = stages("t[y - 1][x] + t[y + 1][x]", "stages(40, 30, a, b)");
    let fusion = fold_text(&text, &fusing()).report.fusion.unwrap();
    let found = &fusion.loops[0];
    assert_eq!(
        (found.lines.as_slice(), found.ahead.as_slice()),
        (&[6, 9][..], &[1, 0][..])
    );
    assert_eq!(
        (found.arrays[0].name.as_str(), found.arrays[0].rows),
        ("t", 3)
    );
    assert!(found.assumes.is_empty(), "{:?}", found.assumes);

    let text = stages("t[h - 1 - y][x]", "stages(40, 30, a, b)");
    let fusion = fold_text(&text, &fusing()).report.fusion.unwrap();
    let apart = &fusion.not_fused[0];
    assert_eq!(
        (apart.lines.as_slice(), apart.array.as_deref()),
        (&[6, 9][..], Some("t"))
    );

    let text = stages("t[y - 1][x] + t[y + 1][x]", "stages(40, 30, a, a)");
    let fusion = fold_text(&text, &fusing()).report.fusion.unwrap();
    let reason = &fusion.not_fused[0].reason;
    assert!(reason.contains("lead to the same memory"), "{reason}");
}

/// Overlaps that the language or the calls exclude are not assumed.
#[rstest]
#[case("float in[h][w], float out[h][w]", "extern", Some("do not overlap"))]
#[case("float in[restrict h][w], float out[h][w]", "extern", None)]
#[case("float (*in)[w], float (*restrict out)[w]", "extern", None)]
#[case("float in[h][w], float out[h][w]", "static", None)]
fn overlaps_are_assumed_aloud(
    #[case] parameters: &str,
    #[case] linkage: &str,
    #[case] want: Option<&str>,
) {
    let text = stages("t[y - 1][x] + t[y + 1][x]", "stages(40, 30, a, b)");
    let text = text.replace("float in[h][w], float out[h][w]", parameters);
    let text = text.replace("static void", &format!("{linkage} void"));
    let fusion = fold_text(&text, &fusing()).report.fusion.unwrap();
    let assumes = fusion.loops[0].assumes.join("; ");
    match want {
        Some(want) => assert!(assumes.contains(want), "{assumes}"),
        None => assert_eq!(assumes, ""),
    }
}

#[test]
fn a_global_may_be_what_a_parameter_leads_to() {
    let text = "
float g[100][30];
void stages(float in[100][30])
{
    float t[100][30];
    for (int y = 0; y < 100; y++)
        for (int x = 0; x < 30; x++)
            t[y][x] = in[y][x];
    for (int y = 0; y < 100; y++)
        for (int x = 0; x < 30; x++)
            g[y][x] = t[y][x];
}
";
    let assumes = |text: &str| {
        let fusion = fold_text(text, &fusing()).report.fusion.unwrap();
        fusion.loops[0].assumes.clone()
    };
    assert_eq!(assumes(text), ["`in` does not point into `g`"]);
    let none: [&str; 0] = [];
    assert_eq!(assumes(&text.replace("in[100]", "in[restrict 100]")), none);
    let own = format!(
        "static {}\nfloat get(void) {{ return g[1][1]; }}\n",
        text.trim()
    );
    assert_eq!(assumes(&own), none);
}

fn line_of(text: &str, word: &str) -> usize {
    text.lines().position(|line| line.contains(word)).unwrap()
}

#[rstest]
#[case("\n", true)]
#[case("\r\n", true)]
#[case("\n", false)]
fn lines_keep_their_numbers(#[case] newline: &str, #[case] by_option: bool) {
    let mut text = stages("t[y - 1][x] + t[y + 1][x]", "stages(40, 30, a, b)");
    if !by_option {
        text.push_str("int line(void) { return __LINE__; }\n");
    }
    let text = text.replace('\n', newline);
    let options = Options {
        keep_lines: by_option,
        ..fusing()
    };
    let folded = fold_text(&text, &options);
    let after = String::from_utf8(folded.bytes).unwrap();
    assert_ne!(after, text);
    assert_eq!(after.lines().count(), text.lines().count());
    assert_eq!(after.matches("\r\n").count(), text.matches("\r\n").count());
    for word in ["in[", "out[y][x] =", "int use"] {
        assert_eq!(
            line_of(&after, word),
            line_of(&text, word),
            "{word}\n{after}"
        );
    }
}

/// Two stages, the first one with `HEAD` before its name, and with `INSIDE` in its body.
const CALLS: &str = "
#include <stdlib.h>
HEAD void lift(int n, int m, const float *restrict s, float *restrict d)
{
    INSIDE
    for (int y = 0; y < n; y++)
        for (int x = 0; x < m; x++)
            d[y * m + x] = s[y * m + x] * 2;
}
TAIL
static void add(int n, int m, const float *restrict s, float *restrict d)
{
    for (int y = 1; y < n; y++)
        for (int x = 0; x < m; x++)
            d[y * m + x] = s[(y - 1) * m + x] + s[y * m + x];
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

fn calls(head: &str, inside: &str, tail: &str) -> String {
    let text = CALLS.replace("HEAD", head).replace("INSIDE", inside);
    text.replace("TAIL", tail)
}

/// Code that is compiled in its own way, or that others call, stays in its function.
#[rstest]
#[case(
    "__attribute__((optimize(\"O1\"))) static",
    "",
    "",
    "is under the attribute `optimize(\"O1\")`, but `stages` is not"
)]
#[case(
    "__attribute__((target(\"avx2\"))) static",
    "",
    "",
    "is under the attribute `target(\"avx2\")`, but `stages` is not"
)]
#[case(
    "static __attribute__((no_sanitize(\"undefined\")))",
    "",
    "",
    "is under the attribute `no_sanitize(\"undefined\")`, but `stages` is not"
)]
#[case(
    "[[gnu::section(\".fast\")]] static",
    "",
    "",
    "is under the attribute `section(\".fast\")`, but `stages` is not"
)]
#[case(
    "#pragma GCC push_options\n#pragma GCC optimize(\"fast-math\")\nstatic",
    "",
    "#pragma GCC pop_options",
    "is under `#pragma GCC optimize(\"fast-math\")`, but `stages` is not"
)]
#[case(
    "static",
    "\n#pragma STDC FP_CONTRACT OFF\n",
    "",
    "contains `#pragma STDC FP_CONTRACT OFF`"
)]
#[case(
    "static",
    "",
    "#pragma STDC FP_CONTRACT OFF",
    "is not under `#pragma STDC FP_CONTRACT OFF`, but `stages` is"
)]
#[case(
    "static __attribute__((constructor))",
    "",
    "",
    "has the attribute `constructor`"
)]
#[case("__attribute__((weak))", "", "", "has the attribute `weak`")]
#[case(
    "__attribute__((made_up)) static",
    "",
    "",
    "has the attribute `made_up`"
)]
fn code_under_other_rules_stays(
    #[case] head: &str,
    #[case] inside: &str,
    #[case] tail: &str,
    #[case] why: &str,
) {
    let text = calls(head, inside, tail);
    let folded = fold_text(&text, &fusing());
    assert_eq!(String::from_utf8_lossy(&folded.bytes), text);
    let said = format!("stay: `lift` {why}");
    let messages: Vec<&String> = folded.remarks.iter().map(|r| &r.message).collect();
    assert!(messages.iter().any(|m| m.contains(&said)), "{messages:#?}");
}

/// What compilers may ignore goes with the function, and what holds for both holds afterwards. A
/// function that must be kept is kept.
#[rstest]
#[case("__attribute__((hot, noinline)) static", "", "", false)]
#[case("__attribute__((nonnull, nothrow)) static inline", "", "", false)]
#[case("[[maybe_unused]] static", "", "", false)]
#[case("#pragma GCC optimize(\"O1\")\nextern int one;\nstatic", "", "", false)]
#[case(
    "#pragma GCC diagnostic push\nextern int one;\nstatic",
    "",
    "#pragma GCC diagnostic pop",
    false
)]
#[case("__attribute__((used)) static", "", "", true)]
fn harmless_attributes_go(
    #[case] head: &str,
    #[case] inside: &str,
    #[case] tail: &str,
    #[case] is_kept: bool,
) {
    let folded = fold_text(&calls(head, inside, tail), &fusing());
    let entry = folded.report.arrays.iter().find(|a| a.name == "t").unwrap();
    assert_eq!(entry.status, Status::Folded, "{}", entry.detail);
    let text = String::from_utf8_lossy(&folded.bytes).into_owned();
    assert_eq!(text.contains("void lift("), is_kept, "{text}");
}

/// An aligned local keeps its attribute, also where its declaration could be shared.
#[test]
fn aligned_locals_stay_aligned() {
    let inside = "float v __attribute__((aligned(64))); v = 2; (void)&v;";
    let folded = fold_text(&calls("static", inside, ""), &fusing());
    let text = String::from_utf8_lossy(&folded.bytes).into_owned();
    assert!(!text.contains("void lift("), "{text}");
    assert!(text.contains("aligned(64)"), "{text}");
}
