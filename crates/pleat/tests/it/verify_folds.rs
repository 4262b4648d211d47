//! `pleat verify` proves folds, and nothing that differs elsewhere.

use crate::common::on_big_stack;
use pleat::verify::{Verdict, Verification, VerifyOptions, verify};
use rstest::rstest;
use source::{Flags, SourceFile};

pub(crate) fn verified(before: SourceFile, after: SourceFile, flags: &Flags) -> Verification {
    on_big_stack(|| verify(before, after, flags, &VerifyOptions::default()).unwrap())
}

/// The verdicts on two texts, as words.
fn verdicts(before: &str, after: &str) -> Vec<(String, &'static str)> {
    let file = |text: &str| SourceFile::new("text.c", text.as_bytes().to_vec());
    let found = verified(file(before), file(after), &Flags::default());
    let functions = found.functions.iter();
    functions
        .map(|f| (f.name.clone(), f.verdict.name()))
        .collect()
}

const BEFORE: &str = "#include <stdio.h>
enum { W = 16 };
static double scale = 0.5;
static double other(double x) { return x * scale; }
void kernel(int n, const double in[n][W], const double more[n][W], double out[n][W])
{
    double rows[n][W];
    for (int y = 0; y < n; y++) {
        for (int x = 0; x < W; x++)
            rows[y][x] = in[y][x] * 0.25 + more[y][x];
        if (y >= 2)
            for (int x = 1; x < W - 1; x++)
                out[y][x] = rows[y - 2][x - 1] + rows[y - 1][x] - other(rows[y][x + 1]);
    }
}
";

/// The text with a ring of three rows, by hand.
fn ring() -> String {
    BEFORE
        .replace("double rows[n][W]", "double rows[3][W]")
        .replace("rows[y]", "rows[y % 3]")
        .replace("rows[y - 1]", "rows[(y + 2) % 3]")
        .replace("rows[y - 2]", "rows[(y + 1) % 3]")
}

fn is_proved(before: &str, after: &str) -> bool {
    verdicts(before, after)
        .iter()
        .all(|(_, word)| *word == "proved")
}

#[test]
fn a_ring_by_hand_is_proved() {
    assert_eq!(
        verdicts(BEFORE, &ring()),
        [
            ("other".to_string(), "proved"),
            ("kernel".to_string(), "proved")
        ]
    );
    let larger = ring().replace("% 3", "% 4").replace("[3]", "[4]");
    let larger = larger
        .replace("(y + 2) % 4", "(y + 3) % 4")
        .replace("(y + 1) % 4", "(y + 2) % 4");
    assert!(is_proved(BEFORE, &larger));
}

/// One change each that makes a right fold wrong, or a change that no fold makes.
#[rstest]
#[case::modulus("rows[y % 3]", "rows[y % 2]")]
#[case::too_few_rows("double rows[3]", "double rows[2]")]
#[case::coefficient("rows[(y + 2) % 3]", "rows[(2 * y + 2) % 3]")]
#[case::phase("rows[(y + 1) % 3]", "rows[(y + 3) % 3]")]
#[case::no_wrap("rows[(y + 2) % 3]", "rows[y + 2]")]
#[case::column("[x + 1]", "[x]")]
#[case::constant("0.25", "0.125")]
#[case::operator("* 0.25 +", "* 0.25 -")]
#[case::first_bound("y >= 2", "y >= 1")]
#[case::inner_bound("x < W - 1", "x < W - 2")]
#[case::inclusive("y < n", "y <= n")]
#[case::other_array("more[y][x]", "in[y][x]")]
#[case::other_element("in[y][x] *", "in[y][0] *")]
#[case::other_output("out[y][x] =", "out[y - 1][x] =")]
#[case::added("out[y][x] =", "out[y][x] +=")]
#[case::callee("other(rows", "(rows")]
#[case::callee_changed("return x * scale", "return x + scale")]
#[case::global("scale = 0.5", "scale = 0.75")]
#[case::constant_of_file("W = 16", "W = 17")]
#[case::parameter_type("const double in[n][W]", "const float in[n][W]")]
#[case::element_type("double rows[3]", "float rows[3]")]
#[case::integers("double rows[3]", "long rows[3]")]
#[case::storage("double rows[3]", "volatile double rows[3]")]
#[case::dropped(
    "for (int x = 1; x < W - 1; x++)\n",
    "if (0) for (int x = 1; x < W - 1; x++)\n"
)]
#[case::executed_twice("if (y >= 2)", "out[0][0] += 1; if (y >= 2)")]
#[case::stale_row("rows[(y + 2) % 3][x]", "rows[(y + 1) % 3][x]")]
#[case::called_more("- other(", "- other(1) * other(")]
fn near_misses_are_not_proved(#[case] from: &str, #[case] to: &str) {
    let right = ring();
    assert!(right.contains(from), "{from}");
    let wrong = right.replacen(from, to, 1);
    assert!(!is_proved(BEFORE, &wrong), "{wrong}");
}

/// The array is made anew in each iteration, so that no value lasts.
#[test]
fn an_array_that_loses_its_values_is_not_proved() {
    let moved = ring()
        .replace("    double rows[3][W];\n", "")
        .replace("y++) {\n", "y++) {\n    double rows[3][W];\n");
    assert!(!is_proved(BEFORE, &moved));
}

/// `static` storage is zero before the first call, and keeps values of earlier calls.
#[test]
fn values_of_earlier_calls_are_not_lost() {
    let before = "double f(double x) {
        static double t[4];
        double sum = 0;
        for (int i = 0; i < 4; i++) { sum += t[i]; t[i] = x * i; }
        return sum;
    }";
    assert!(!is_proved(
        before,
        &before.replace("static double t[4]", "double t[4] = {0}")
    ));
    let folded = before.replace("t[4]", "t[1]").replace("t[i]", "t[0]");
    assert!(!is_proved(before, &folded));
}

/// Sizes of arrays that the text asks for are values of the program.
#[test]
fn an_observed_size_is_not_folded() {
    let before = "int printf(const char *, ...);
    double f(int n, const double *in) {
        double t[8], sum = 0;
        for (int i = 0; i < 8; i++) { t[i] = in[i]; sum += t[i]; }
        printf(\"%zu\", sizeof t);
        return sum;
    }";
    let folded = before.replace("t[8]", "t[1]").replace("t[i]", "t[0]");
    assert!(!is_proved(before, &folded));
}

/// Names that a fold adds must not take the place of others.
#[test]
fn new_names_do_not_hide_others() {
    let after = ring()
        .replace("y++) {\n", "y++) {\n const int cur = y % 3;\n")
        .replace("rows[y % 3]", "rows[cur]");
    assert!(is_proved(BEFORE, &after));
    let before = BEFORE
        .replace("0.25", "cur")
        .replace("int n,", "int n, int cur,");
    let after = after
        .replace("0.25", "cur")
        .replace("int n,", "int n, int cur,");
    assert!(!is_proved(&before, &after));
}

/// Strips whose subscripts are sums of products, and one change each that makes them wrong.
#[rstest]
#[case::right("t[at + x]", "t[at + x]", true)]
#[case::limit("W + 1 - at)", "W + 2 - at)", false)]
#[case::limited_elsewhere(
    "end = (long long)H * W + W + 1 - at",
    "end = (long long)H * W + W - at",
    false
)]
#[case::start("- x;", "- x + 1;", false)]
#[case::step("- x;", "- 2 * x;", false)]
#[case::moved("(long long)W * (n + y) + x", "(long long)W * (n + y + 1) + x", true)]
#[case::modulus("% ((long long)H * W + W + 1)", "% ((long long)H * W + W)", false)]
#[case::subscript("t[at + x]", "t[at + x + 1]", false)]
#[case::narrow("const long long at", "const int at", false)]
fn strips_of_addresses(#[case] from: &str, #[case] to: &str, #[case] expected: bool) {
    let before = "#define H 20
#define W 30
void f(int in[H][W], int out[H][W]) {
    static int t[4][H][W];
    for (int n = 0; n < 4; n++)
        for (int y = 1; y < H; y++)
            for (int x = 0; x < W; x++) {
                t[n][y][x] = in[y][x] + n;
                out[y][x] = t[n][y][x];
            }
}
";
    let at = "((long long)W * (n + y) + x) % ((long long)H * W + W + 1) - x;";
    let strips = format!(
        "for (int x = 0; x < W;) {{
                const long long at = {at}
                long long end = W;
                if (end > (long long)H * W + W + 1 - at)
                    end = (long long)H * W + W + 1 - at;
                for (; x < end; x++) {{"
    );
    let after = before
        .replace("static int t[4][H][W]", "int t[(long long)H * W + W + 1]")
        .replace("for (int x = 0; x < W; x++) {", &strips)
        .replace("t[n][y][x]", "t[at + x]")
        .replace("[at + x];\n", "[at + x];\n}\n");
    assert!(after.contains(from), "{after}");
    let after = after.replace(from, to);
    assert_eq!(is_proved(before, &after), expected, "{after}");
}

/// A fold for some values of a macro holds where the text asserts them, and the verdict says so.
#[test]
fn asserted_macros_are_conditions() {
    let before = "#define N 9
    void f(const int in[N], int out[N]) {
        int t[N];
        for (int i = 0; i < N; i++) { t[i] = in[i]; if (i >= 3) out[i] = t[i - 3]; }
    }";
    let fold = |size: &str| {
        let stated = format!("_Static_assert({size}, \"\"); int t[N + 1]");
        let after = before.replace("int t[N]", &stated);
        let file = |text: &str| SourceFile::new("text.c", text.as_bytes().to_vec());
        let found = verified(file(before), file(&after), &Flags::default());
        match &found.functions[0].verdict {
            Verdict::Proved(context) => context.conditions.clone(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(fold("N >= 7"), ["N >= 7"]);
    assert_eq!(
        fold("N % 2 == 1 && N > 4"),
        ["(1 + N) mod 2 = 0 and N >= 5"]
    );
    assert!(fold("N * N >= 7 || N > 0").is_empty());
    assert!(fold("sizeof(int) == 4").is_empty());
}

/// Sizes may need fewer members of structures, not others: the pointer to them may be null.
#[rstest]
#[case::fewer("s->w", true)]
#[case::other("s->w * r->w", false)]
#[case::member("s->w * s->d", false)]
fn sizes_name_no_new_members(#[case] size: &str, #[case] expected: bool) {
    let before = "#include <stdlib.h>
    struct s { int w, h, d; };
    void f(const struct s *s, const struct s *r, const float *in, float *out) {
        float *tmp = malloc(sizeof(float) * s->w * s->h);
        if (!tmp) return;
        for (int y = 0; y < s->h; y++) {
            for (int x = 0; x < s->w; x++) tmp[y * s->w + x] = in[y * s->w + x];
            for (int x = 0; x < s->w; x++) out[y * s->w + x] = tmp[y * s->w + x] * 2;
        }
        free(tmp);
        if (r) { out[0] = r->w; out[1] = s->d; }
    }";
    let after = before
        .replace("s->w * s->h);", &format!("{size});"))
        .replace("tmp[y * s->w + x]", "tmp[x]");
    assert_eq!(is_proved(before, &after), expected);
}

/// The name of a parameter that nothing uses does not count; that of others does.
#[test]
fn unused_parameters_may_have_other_names() {
    let before = "static void f(double t[8], double u[8], double *in, double *out, int a, int b) {
        for (int y = 0; y < 9; y++) {
            #pragma omp parallel for default(none) shared(t, in, out, a, b)
            for (int x = 0; x < 8; x++) { t[x] = in[x] + a; out[x] = t[x] * t[x] - b; }
        }
    }
    static double all[8];
    int main(void) { double in[8] = {0}, out[8]; f(all, in, in, out, 1, 2); return out[0]; }";
    let after = before
        .replace("double t[8]", "double t_[8]")
        .replace("int b) {", "int b) { double t[8]; (void)t_;");
    assert!(is_proved(before, &after));
    assert!(is_proved(
        before,
        &after.replace("double u[8]", "double v[8]")
    ));
    assert!(!is_proved(
        before,
        &after.replace("int a, int b", "int b, int a")
    ));
    let taken = after.replace("(void)t_;", "");
    assert!(!is_proved(before, &taken.replace("- b;", "- b + t_[x];")));
}

#[test]
fn layout_and_braces_do_not_count() {
    let after = ring()
        .replace(
            "for (int x = 0; x < W; x++)\n",
            "for (int x = 0; x < W; x++) {\n",
        )
        .replace("+ more[y][x];", "+ /* more */\n more[y][x]; }");
    assert!(is_proved(BEFORE, &after));
    let before = "int g(int a, int b) { if (a) if (b) return 1; else return 2; return 3; }";
    let after = "int g(int a, int b) { if (a) { if (b) return 1; } else return 2; return 3; }";
    assert!(!is_proved(before, after));
}

/// A proof about a whole function must not take other values of globals and macros for the same.
#[rstest]
#[case::macro_value("N 10", "N 12")]
#[case::initial_value("scale = 0.5", "scale = 0.75")]
#[case::table("{1, 2, 3}", "{1, 2, 4}")]
#[case::pointer("source = table", "source = table + 1")]
fn other_values_outside_are_not_proved(#[case] from: &str, #[case] to: &str) {
    let before = "#define N 10
    double scale = 0.5;
    static int table[3] = {1, 2, 3};
    int *source = table;
    double f(const double *in) {
        double t[N], sum = 0;
        for (int i = 0; i < N; i++) { t[i] = in[i] * scale; sum += t[i] * table[i % 3]; }
        return sum * source[0];
    }
    int g(void) { return table[1]++; }";
    let moved = before
        .replace("t[N], ", "")
        .replace("t[i] = in[i] * scale; sum += t[i]", "sum += in[i] * scale");
    assert!(is_proved(before, before));
    assert!(!is_proved(before, &moved.replace(from, to)));
}

#[test]
fn functions_are_matched_by_name() {
    let before = "static int helper(int a) { return a + 1; }\nint f(int a) { return helper(a); }\n";
    let removed = "int g(void) { return 0; }\n";
    let found = verdicts(&format!("{before}{removed}"), before);
    assert_eq!(found.last().unwrap(), &("g".to_string(), "refuted"));
    let inlined = "int f(int a) { return a + 1; }\n";
    assert_eq!(verdicts(before, inlined), [("f".to_string(), "proved")]);
    let changed = before.replace("a + 1", "a + 2");
    assert!(
        !verdicts(before, &changed)
            .iter()
            .any(|(_, word)| *word == "proved")
    );
}

#[test]
fn a_reason_names_places_in_both_files() {
    let wrong = ring().replace("0.25", "0.125");
    let file = |text: &str| SourceFile::new("text.c", text.as_bytes().to_vec());
    let found = verified(file(BEFORE), file(&wrong), &Flags::default());
    let kernel = found.functions.iter().find(|f| f.name == "kernel").unwrap();
    let places = match &kernel.verdict {
        Verdict::Unknown(reason) => &reason.places,
        Verdict::Refuted(witness) => &witness.places,
        other => panic!("{other:?}"),
    };
    let shown =
        |file: &SourceFile, place: &pleat::verify::Place| file.slice(place.span).into_owned();
    assert!(!places.is_empty());
    for place in places {
        let file = match place.side {
            pleat::verify::Side::Before => &found.before,
            pleat::verify::Side::After => &found.after,
        };
        assert!(!shown(file, place).is_empty());
    }
}
