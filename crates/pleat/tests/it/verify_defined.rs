//! The second version must be defined wherever the first one is, also where no output needs it:
//! pairs of short functions, and the verdicts on them.

use crate::verify::pairs::verify;
use rstest::rstest;

/// The head of a function of two arrays.
const TWO: &str = "void f(int n, const int *restrict a, const int *restrict b, int *restrict out)";
/// Of bytes.
const BYTES: &str = "void f(int n, const unsigned char *restrict a, unsigned char *restrict out)";
/// Of bytes that are subscripts of a table.
const TABLE: &str = "void f(int n, const unsigned char *restrict a, \
                     const unsigned char *restrict b, const int t[restrict 60], int *restrict out)";
/// Of memory that a function of another file returns.
const OTHERS: &str = "int *get(void);\n\
                      void f(int n, const int *restrict a, int *restrict out)";
/// Of one array that is changed.
const ONE: &str = "void f(int n, int k, int *restrict out)";
/// Of sizes without a sign.
const UNSIGNED: &str = "void f(unsigned n, const char *restrict in, char *restrict out)";

/// The first line of what is said of `f` with two bodies.
pub(crate) fn sentence(head: &str, before: &str, after: &str) -> String {
    sentence_with(head, before, after, &[])
}

/// The same with flags of the compiler.
fn sentence_with(head: &str, before: &str, after: &str, flags: &[&str]) -> String {
    let work = tempfile::tempdir().unwrap();
    let file = |name: &str, body: &str| {
        let path = work.path().join(name);
        let text = format!("#include <stdlib.h>\n#include <string.h>\n{head}\n{{\n{body}\n}}\n");
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let files = [file("before.c", before), file("after.c", after)];
    let mut words: Vec<&str> = files.iter().map(String::as_str).chain(["--"]).collect();
    words.extend(flags);
    let output = verify(&words);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let first = text.lines().find_map(|line| line.strip_prefix("f: "));
    first.unwrap_or(&text).to_string()
}

const CHOSEN: &str = "for (int i = 0; i < n; i++) if (a[i] > 3) out[i] = b[i];";
const COPY: &str = "for (int i = 0; i < n; i++) out[i] = a[i];";
const QUOTIENTS: &str = "for (int i = 0; i < n; i++) out[i] = a[i] / b[i];";
const GUARDED: &str = "for (int i = 0; i < n; i++) out[i] = b[i] ? a[i] / b[i] : 0;";
const THROUGH_MEMORY: &str = "
    int *t = malloc((n + 1) * sizeof *t);
    for (int i = 0; i < n; i++) t[i] = a[i];
    for (int i = 0; i < n; i++) out[i] = t[i];
    free(t);";
const SHIFT_DOWN: &str = "for (int i = 0; i < n - 1; i++) out[i] = out[i + 1];";

/// What the second version executes alone may go wrong.
#[rstest]
#[case::unused_quotient(
    TWO,
    COPY,
    "
    for (int i = 0; i < n; i++) { int q = 7 / a[i]; (void)q; out[i] = a[i]; }"
)]
#[case::quotient_of_parameters(
    TWO,
    COPY,
    "
    int q = 100 / n; (void)q;
    for (int i = 0; i < n; i++) out[i] = a[i];"
)]
#[case::read_under_another_condition(
    TWO,
    CHOSEN,
    "
    for (int i = 0; i < n; i++) {
        int t = 0;
        if (a[i] > 2) t = b[i];
        (void)t;
        if (a[i] > 3) out[i] = b[i];
    }"
)]
#[case::read_where_the_condition_fails(
    TWO,
    CHOSEN,
    "
    for (int i = 0; i < n; i++) {
        int t = a[i] > 3 ? 0 : b[i];
        (void)t;
        if (a[i] > 3) out[i] = b[i];
    }"
)]
#[case::read_of_another_element(
    TWO,
    CHOSEN,
    "
    for (int i = 0; i < n; i++) {
        int t = a[i] > 3 ? b[i + 1] : 0;
        (void)t;
        if (a[i] > 3) out[i] = b[i];
    }"
)]
#[case::sum_that_only_a_copy_reads(
    TWO,
    COPY,
    "
    int z[2];
    z[0] = -2147483647 - n;
    z[1] = z[0];
    for (int i = 0; i < n; i++) out[i] = a[i];"
)]
#[case::nobody_keeps_it(
    TWO,
    COPY,
    "
    (void)(100 % n);
    for (int i = 0; i < n; i++) out[i] = a[i];"
)]
#[case::the_guard_is_lost(
    TWO,
    GUARDED,
    "
    for (int i = 0; i < n; i++) { int q = a[i] / b[i]; out[i] = b[i] ? q : 0; }"
)]
#[case::the_outer_condition_is_lost(
    TWO,
    "
    for (int i = 0; i < n; i++) { out[i] = 0; if (b[i] > 0) if (a[i] / b[i] > 2) out[i] = 1; }",
    "
    for (int i = 0; i < n; i++) {
        out[i] = 0;
        int c = a[i] / b[i] > 2;
        if (b[i] > 0) if (c) out[i] = 1;
    }"
)]
#[case::before_a_loop_that_may_not_run(
    ONE,
    "for (int i = 0; i < n; i++) out[i] = 9 / k;",
    "
    int q = 9 / k;
    for (int i = 0; i < n; i++) out[i] = q;"
)]
#[case::one_iteration_more(
    TWO,
    "
    int t[4];
    for (int i = 0; i < 3; i++) t[i] = a[i] / b[i];
    for (int i = 0; i < 3; i++) out[i] = t[i];
    out[3] = a[3] + b[3];",
    "
    int t[4];
    for (int i = 0; i < 4; i++) t[i] = a[i] / b[i];
    for (int i = 0; i < 3; i++) out[i] = t[i];
    out[3] = a[3] + b[3];"
)]
#[case::shift_by_data(
    TWO,
    COPY,
    "
    for (int i = 0; i < n; i++) { unsigned s = 1u << a[i]; (void)s; out[i] = a[i]; }"
)]
#[case::shift_by_a_counter(
    TWO,
    COPY,
    "
    for (int i = 0; i < n; i++) { unsigned s = ~0u >> i; (void)s; out[i] = a[i]; }"
)]
#[case::product(
    TWO,
    COPY,
    "
    for (int i = 0; i < n; i++) { int p = a[i] * a[i]; (void)p; out[i] = a[i]; }"
)]
#[case::sum_under_no_guard(
    TWO,
    "
    for (int i = 0; i < n; i++) if (a[i] < 9) out[i] = a[i] + 1; else out[i] = 0;",
    "
    for (int i = 0; i < n; i++) { int s = a[i] + 1; if (a[i] < 9) out[i] = s; else out[i] = 0; }"
)]
#[case::absolute_value(
    TWO,
    COPY,
    "
    for (int i = 0; i < n; i++) { int s = abs(a[i]); (void)s; out[i] = a[i]; }"
)]
#[case::conversion(
    "void f(int n, const double *restrict a, double *restrict out)",
    COPY,
    "
    for (int i = 0; i < n; i++) { int c = (int)a[i]; (void)c; out[i] = a[i]; }"
)]
#[case::inner_address(
    TWO,
    THROUGH_MEMORY,
    "
    int *t = malloc((n + 1) * sizeof *t), *p = t;
    for (int i = 0; i < n; i++) *p++ = a[i];
    for (int i = 0; i < n; i++) out[i] = t[i];
    free(p);"
)]
#[case::freed_twice(
    TWO,
    THROUGH_MEMORY,
    "
    int *t = malloc((n + 1) * sizeof *t), *p = t;
    for (int i = 0; i < n; i++) t[i] = a[i];
    for (int i = 0; i < n; i++) out[i] = t[i];
    free(t);
    free(p);"
)]
#[case::overlap(
    ONE,
    SHIFT_DOWN,
    "if (n > 1) memcpy(out, out + 1, (n - 1) * sizeof *out);"
)]
#[case::overlap_for_some_lengths(
    ONE,
    "
    if (k > 0 && k <= n) memmove(out + n / 2, out, k * sizeof *out);",
    "
    if (k > 0 && k <= n) memcpy(out + n / 2, out, k * sizeof *out);"
)]
#[case::unset(
    TWO,
    COPY,
    "
    int z, y = z + 1; (void)y;
    for (int i = 0; i < n; i++) out[i] = a[i];"
)]
#[case::unset_condition(
    TWO,
    COPY,
    "
    int t[2], y = 0;
    t[0] = 1;
    if (t[1] > n) y = 1;
    (void)y;
    for (int i = 0; i < n; i++) out[i] = a[i];"
)]
#[case::element_that_may_not_exist(
    TWO,
    COPY,
    "
    (void)a[n];
    for (int i = 0; i < n; i++) out[i] = a[i];"
)]
#[case::before_a_call_that_may_not_return(
    "void check(int n);\nint f(int a, int n)",
    "check(n); return a / n;",
    "int q = a / n; check(n); return q;"
)]
#[case::subscript_of_data_under_no_guard(
    TABLE,
    "for (int i = 0; i < n; i++) out[i] = a[i] ? t[b[i]] : 0;",
    "for (int i = 0; i < n; i++) { int v = t[b[i]]; out[i] = a[i] ? v : 0; }"
)]
#[case::subscript_of_data_of_one_iteration_more(
    TABLE,
    "for (int i = 2; i < n; i++) out[i] = t[b[i]];",
    "
    int kept[100];
    if (n < 3 || n > 99) return;
    for (int i = 1; i < n; i++) kept[i] = t[b[i]];
    for (int i = 2; i < n; i++) out[i] = kept[i];"
)]
#[case::store_at_a_subscript_of_data(
    TABLE,
    "for (int i = 0; i < n; i++) out[i] = b[i];",
    "
    int seen[60] = { 0 };
    for (int i = 0; i < n; i++) seen[b[i]] = 1;
    for (int i = 0; i < n; i++) out[i] = b[i] + 0 * seen[0];"
)]
#[case::memory_of_others_under_no_guard(
    OTHERS,
    "int *p = get(); for (int i = 0; i < n; i++) out[i] = a[i] ? p[i] : 0;",
    "int *p = get(); for (int i = 0; i < n; i++) { int v = p[i]; out[i] = a[i] ? v : 0; }"
)]
#[case::memory_of_others_before_a_call_that_may_not_return(
    OTHERS,
    "int *p = get(); get(); for (int i = 0; i < n; i++) out[i] = p[i];",
    "int *p = get(); int v = p[0]; get(); for (int i = 0; i < n; i++) out[i] = p[i] + 0 * v;"
)]
fn operations_of_the_second_version_alone(
    #[case] head: &str,
    #[case] before: &str,
    #[case] after: &str,
) {
    let found = sentence(head, before, after);
    assert!(!found.starts_with("proved"), "{found}");
}

/// The first version executes what may go wrong, too, or it never does.
#[rstest]
#[case::in_another_loop(
    TWO,
    "
    int t[100];
    if (n > 100) n = 100;
    for (int i = 0; i < n; i++) t[i] = a[i] / b[i];
    for (int i = 0; i < n; i++) out[i] = t[i] + 1;",
    "
    if (n > 100) n = 100;
    for (int i = 0; i < n; i++) out[i] = a[i] / b[i] + 1;"
)]
#[case::before_a_loop_that_runs(
    ONE,
    "for (int i = 0; i < n; i++) out[i] = 9 / k;",
    "
    if (n > 0) { int q = 9 / k; for (int i = 0; i < n; i++) out[i] = q; }"
)]
#[case::once_more(
    TWO,
    QUOTIENTS,
    "
    int last = 0;
    for (int i = 0; i < n; i++) last = a[i] / b[i];
    (void)last;
    for (int i = 0; i < n; i++) out[i] = a[i] / b[i];"
)]
#[case::same_guard(
    TWO,
    GUARDED,
    "
    for (int i = 0; i < n; i++) if (b[i]) out[i] = a[i] / b[i]; else out[i] = 0;"
)]
#[case::one_condition(
    TWO,
    "
    for (int i = 0; i < n; i++) { out[i] = 0; if (b[i] > 0) if (a[i] / b[i] > 2) out[i] = 1; }",
    "
    for (int i = 0; i < n; i++) { out[i] = 0; if (b[i] > 0 && a[i] / b[i] > 2) out[i] = 1; }"
)]
#[case::under_more_conditions(
    TWO,
    GUARDED,
    "
    for (int i = 0; i < n; i++) {
        int q = 0;
        if (b[i]) if (a[i] > 3) q = a[i] / b[i];
        (void)q;
        out[i] = b[i] ? a[i] / b[i] : 0;
    }"
)]
#[case::divisor_from_a_counter(
    TWO,
    COPY,
    "
    for (int i = 0; i < n; i++) { int q = a[i] / (i + 1); (void)q; out[i] = a[i]; }"
)]
#[case::result_of_a_sum(
    "int f(int n, const int *a)",
    "
    int s = 1;
    for (int i = 0; i < n; i++) s = s + a[i];
    return 100 / s;",
    "
    int s = 1, i = 0;
    while (i < n) { s = s + a[i]; i++; }
    int q = 100 / s;
    return q;"
)]
#[case::read_under_the_same_condition(
    TWO,
    CHOSEN,
    "
    for (int i = 0; i < n; i++) {
        int t = a[i] > 3 ? b[i] : 0;
        (void)t;
        if (a[i] > 3) out[i] = b[i];
    }"
)]
#[case::read_under_a_condition_that_implies_it(
    TWO,
    CHOSEN,
    "
    for (int i = 0; i < n; i++) {
        if (a[i] > 3) {
            int t = a[0] > 7 ? b[i] : 0;
            (void)t;
        }
        if (a[i] > 3) out[i] = b[i];
    }"
)]
#[case::bytes(
    BYTES,
    COPY,
    "
    for (int i = 0; i < n; i++) {
        int s = a[i] * a[i] + 3, h = s / 7 + (s >> 3) + (a[i] + s) / 2;
        h += (int)(a[i] * 0.5) + (int)((float)s / 2.0f);
        (void)h;
        out[i] = a[i];
    }"
)]
#[case::constant_shifts(
    TWO,
    "for (int i = 0; i < n; i++) out[i] = a[i] >> 3;",
    "
    for (int i = 0; i < n; i++) { int s = a[i] >> 3, d = a[i] >> 31; (void)d; out[i] = s; }"
)]
#[case::products_that_wrap(
    "void f(int n, const unsigned *restrict a, unsigned *restrict out)",
    "for (int i = 0; i < n; i++) out[i] = a[i] * 2654435761u;",
    "
    for (int i = 0; i < n; i++) {
        unsigned h = a[i] * 2654435761u, g = h + a[i];
        (void)g;
        out[i] = h;
    }"
)]
#[case::conversion_once(
    "void f(int n, const double *restrict a, int *restrict out)",
    "
    for (int i = 0; i < n; i++) out[i] = (int)a[i] + (int)a[i] / 2;",
    "
    for (int i = 0; i < n; i++) { int t = (int)a[i]; out[i] = t + t / 2; }"
)]
#[case::memcpy_of_other_memory(TWO, COPY, "if (n > 0) memcpy(out, a, n * sizeof *out);")]
#[case::memcpy_of_halves(
    ONE,
    "for (int i = 0; i < n; i++) out[i + n] = out[i];",
    "
    if (n > 0) memcpy(out + n, out, n * sizeof *out);"
)]
#[case::memmove(
    ONE,
    SHIFT_DOWN,
    "if (n > 1) memmove(out, out + 1, (n - 1) * sizeof *out);"
)]
#[case::freed_later(
    TWO,
    THROUGH_MEMORY,
    "
    int *t = malloc((n + 1) * sizeof *t), *p = t;
    for (int i = 0; i < n; i++) { *p++ = a[i]; out[i] = p[-1]; }
    for (int i = 0; i < n; i++) p--;
    free(p);"
)]
#[case::copies_of_unset_values(
    TWO,
    "for (int i = 1; i < n; i++) out[i] = a[i] + a[i - 1];",
    "
    int p, q;
    if (n > 1)
        for (int i = 0; i < n; i++) { p = q; q = a[i]; if (i >= 1) out[i] = q + p; }"
)]
#[case::before_a_call_that_returns(
    "#include <stdio.h>\nint f(int a, int n)",
    "printf(\"%d\\n\", n); return a / n;",
    "int q = a / n; printf(\"%d\\n\", n); return q;"
)]
#[case::after_the_same_call(
    "void check(int n);\nint f(int a, int n)",
    "check(n); return a / n;",
    "check(n); int q = a / n; return q;"
)]
#[case::subscripts_of_data_in_another_order(
    TABLE,
    "
    int u[100], v[100];
    if (n > 100) return;
    for (int i = 0; i < n; i++) u[i] = t[a[i]];
    for (int i = 0; i < n; i++) v[i] = t[b[i]];
    for (int i = 0; i < n; i++) out[i] = u[i] - v[i];",
    "
    if (n > 100) return;
    for (int i = 0; i < n; i++) out[i] = t[a[i]] - t[b[i]];"
)]
#[case::memory_of_others_in_another_order(
    "int *get(void);\nint f(int n)",
    "
    int *p = get(), u[100], all = 0;
    if (n > 100) return 0;
    for (int i = 0; i < n; i++) u[i] = p[i];
    for (int i = 0; i < n; i++) all ^= u[i] & p[0];
    return all;",
    "
    int *p = get(), all = 0;
    if (n > 100) return 0;
    for (int i = 0; i < n; i++) all ^= p[i] & p[0];
    return all;"
)]
fn operations_of_both_versions(#[case] head: &str, #[case] before: &str, #[case] after: &str) {
    let found = sentence(head, before, after);
    assert!(found.starts_with("proved"), "{found}");
}

const BYTE_BY_BYTE: &str = "for (unsigned i = 0; i < n; i++) out[i] = in[i];";

/// Numbers without a sign wrap for some sizes, and signed ones leave their type: the verdict names
/// the others.
#[rstest]
#[case::bound(
    UNSIGNED,
    BYTE_BY_BYTE,
    "
    for (unsigned i = 0; 2 * i < 2 * n; i++) out[i] = in[i];",
    "(for all n <= 2147483647)"
)]
#[case::end(
    UNSIGNED,
    BYTE_BY_BYTE,
    "
    for (unsigned i = 1; i < n + 1; i++) out[i - 1] = in[i - 1];",
    "(for all n <= 4294967294)"
)]
#[case::condition(
    UNSIGNED,
    "if (n > 2) out[0] = in[0]; else out[0] = 1;",
    "
    if (4 * n > 8) out[0] = in[0]; else out[0] = 1;",
    "(for all n <= 1073741823)"
)]
#[case::variable(
    UNSIGNED,
    BYTE_BY_BYTE,
    "
    unsigned m = n * 8;
    for (unsigned i = 0; i < m; i += 8) out[i / 8] = in[i / 8];",
    "(for all n <= 536870911)"
)]
#[case::backwards(
    UNSIGNED,
    BYTE_BY_BYTE,
    "
    for (unsigned i = n; i > 0; i--) out[i - 1] = in[i - 1];",
    ""
)]
#[case::signed_sum(
    "int f(int a)",
    "return a;",
    "int s = a + 5; (void)s; return a;",
    "(for all a <= 2147483642)"
)]
#[case::sum_that_only_changes_itself(
    "int f(int a)",
    "return a;",
    "int s = a + 5; s++; return a;",
    "(for all a <= 2147483641)"
)]
fn sizes_that_wrap(
    #[case] head: &str,
    #[case] before: &str,
    #[case] after: &str,
    #[case] condition: &str,
) {
    let found = sentence(head, before, after);
    assert_eq!(found, format!("proved {condition}").trim_end());
}

/// Loops until a counter is equal to a size: where it passes that, nobody waits for their end,
/// unless something else leaves them or somebody sees what they do meanwhile.
#[rstest]
#[case::long(
    "double f(unsigned long n, double *a)",
    "double s = 0; for (unsigned long i = 1; i != n; i++) s += a[i]; return s;",
    "double s = 0; for (unsigned long i = 1; i < n; i++) s += a[i]; return s;",
    "proved"
)]
#[case::short(
    "double f(unsigned n, double *a)",
    "double s = 0; for (unsigned i = 1; i != n; i++) s += a[i]; return s;",
    "double s = 0; for (unsigned i = 1; i < n; i++) s += a[i]; return s;",
    "proved (if no loop counts to the largest `unsigned` number)"
)]
#[case::narrow(
    "int f(unsigned char n)",
    "int s = 0; for (unsigned char i = 1; i != n; i++) s++; return s;",
    "int s = 0; for (unsigned char i = 1; i < n; i++) s++; return s;",
    "refuted"
)]
#[case::printed(
    "#include <stdio.h>\nvoid f(unsigned long n)",
    "for (unsigned long i = 1; i != n; i++) putchar('a');",
    "for (unsigned long i = 1; i < n; i++) putchar('a');",
    "unknown"
)]
#[case::left(
    "double f(unsigned long n, double *a)",
    "for (unsigned long i = 1; i != n; i++) if (i == 9) return a[i]; return 0;",
    "for (unsigned long i = 1; i < n; i++) if (i == 9) return a[i]; return 0;",
    "refuted"
)]
#[case::from_the_largest(
    "double f(unsigned long n, double *a)",
    "double s = 0; unsigned long i = n > 5 ? 0 : -1ul;
    for (; i != n; i++) s += a[i + 1];
    return s;",
    "double s = 0; if (n > 5) for (unsigned long i = 0; i != n; i++) s += a[i + 1]; return s;",
    "refuted"
)]
fn counters_that_pass_their_end(
    #[case] head: &str,
    #[case] before: &str,
    #[case] after: &str,
    #[case] expected: &str,
) {
    let found = sentence(head, before, after);
    assert!(found.starts_with(expected), "{found}");
}

/// Iterations of a `simd` loop must not need each other, where the compiler obeys the directive.
#[rstest]
#[case::chain(
    "for (int i = 1; i < n; i++) out[i] = out[i - 1] ^ a[i];",
    "refuted: at n = 3"
)]
#[case::one_element("for (int i = 0; i < n; i++) out[0] = a[i];", "refuted: at n = 2")]
#[case::reads_of_one_element("for (int i = 0; i < n; i++) out[i] = a[0] + b[i];", "proved")]
#[case::own_elements(
    "for (int i = 0; i < n; i++) { int t[2]; t[0] = a[i]; out[i] = t[0] ^ b[i]; }",
    "proved"
)]
fn simd_loops(#[case] body: &str, #[case] expected: &str) {
    let after = format!("#pragma omp simd\n{body}");
    let found = sentence_with(TWO, body, &after, &["-fopenmp"]);
    assert!(found.starts_with(expected), "{found}");
    if expected != "proved" {
        let found = sentence(TWO, body, &after);
        assert!(found.starts_with("unknown"), "{found}");
    }
}

/// The head of a function of two tables of rows, with a function of another file.
const TABLES: &str = "void g(float **);\nint cmp(const void *, const void *);\n\
                      void f(int n, float **u, float **v, float *restrict s)";

/// What is assumed of tables, or why nothing is proved.
#[rstest]
#[case::rows(
    "for (int i = 0; i < n; i++) s[i] = u[i][0];",
    "for (int i = n - 1; i >= 0; i--) s[i] = u[i][0];",
    "proved"
)]
#[case::stores(
    "for (int i = 0; i < n; i++) u[i][0] = v[i][1];",
    "for (int i = n - 1; i >= 0; i--) u[i][0] = v[i][1];",
    "proved (if `u` and `v` do not overlap and the rows of `u` do not overlap)"
)]
#[case::a_row_is_moved(
    "u[0][0] = 3; v[0] = u[0]; u[0] = u[1]; v[0][0] = 4; s[0] = u[0][0];",
    "u[0][0] = 3; u[0] = u[1]; s[0] = u[0][0];",
    "refuted"
)]
#[case::rows_are_sorted(
    "float *r = u[0]; qsort(u, n, sizeof *u, cmp); r[0] = 3; s[1] = u[0][0];",
    "float *r = u[0]; qsort(u, n, sizeof *u, cmp); r[0] = 3; s[1] = 3;",
    "unknown"
)]
#[case::a_loop_on_data_exchanges_rows(
    "float *r = u[0]; int k = 0;
    while (k < n && u[k]) { float *t = u[k]; u[k] = u[0]; u[0] = t; k = 3 * k + 1; }
    r[0] = 3; s[1] = u[0][0];",
    "float *r = u[0]; int k = 0;
    while (k < n && u[k]) { float *t = u[k]; u[k] = u[0]; u[0] = t; k = 3 * k + 1; }
    r[0] = 3; s[1] = 3;",
    "refuted"
)]
#[case::the_table_is_passed_on(
    "float *r = u[0]; g(u); r[0] = 3; s[1] = u[0][0];",
    "float *r = u[0]; g(u); r[0] = 3; s[1] = 3;",
    "unknown"
)]
#[case::another_call(
    "u[0][0] = 1; g(0); s[1] = u[0][0];",
    "u[0][0] = 1; g(0); s[1] = 1;",
    "unknown"
)]
#[case::one_piece(
    "for (int i = 0; i < n; i++) for (int j = 0; j < 9; j++) u[i][j] = 1;
    for (int k = 0; k < 9 * n; k++) u[0][k] = 2;
    for (int i = 0; i < n; i++) s[i] = u[i][3];",
    "for (int i = 0; i < n; i++) for (int j = 0; j < 9; j++) u[i][j] = 1;
    for (int k = 0; k < 9 * n; k++) u[0][k] = 2;
    for (int i = 0; i < n; i++) s[i] = i ? 1 : 2;",
    "unknown"
)]
#[case::one_piece_by_data(
    "for (int i = 0; i < n; i++) for (int j = 0; j < 9; j++) u[i][j] = i;
    s[0] = u[0][(int)s[1]];",
    "for (int j = 0; j < 9 && n > 0; j++) u[0][j] = 0;
    s[0] = u[0][(int)s[1]];
    for (int i = 1; i < n; i++) for (int j = 0; j < 9; j++) u[i][j] = i;",
    "unknown"
)]
#[case::a_row_by_data(
    "for (int i = 0; i < n; i++) u[i][0] = i;
    s[0] = u[(int)s[1]][0];",
    "for (int i = n - 1; i >= 0; i--) u[i][0] = i;
    s[0] = u[(int)s[1]][0];",
    "proved (if the rows of `u` do not overlap)"
)]
#[case::a_row_by_data_too_early(
    "for (int i = 0; i < n; i++) u[i][0] = i;
    s[0] = u[(int)s[1]][0];",
    "s[0] = u[(int)s[1]][0];
    for (int i = 0; i < n; i++) u[i][0] = i;",
    "refuted"
)]
#[case::a_store_by_data(
    "u[(int)s[1]][(int)s[2]] = 4; s[0] = u[(int)s[1]][(int)s[3]];",
    "s[0] = u[(int)s[1]][(int)s[3]]; u[(int)s[1]][(int)s[2]] = 4;",
    "refuted"
)]
#[case::two_stores_by_data(
    "u[(int)s[1]][0] = 4; u[(int)s[2]][0] = 5;",
    "u[(int)s[2]][0] = 5; u[(int)s[1]][0] = 4;",
    "refuted"
)]
fn tables_of_the_caller(#[case] before: &str, #[case] after: &str, #[case] expected: &str) {
    let said = sentence(TABLES, before, after);
    assert!(said.starts_with(expected), "{said}");
}

/// The head of a function without parameters, and functions of another file.
const RETURNED: &str = "#include <string.h>\nint *get(void); int *keep(int *); void other(void);\n\
                        struct image { int w, h; float *data; };\n\
                        struct image *load(void);\nint g[10];\nint f(void)";

/// What is assumed of the memory that functions of other files return, or why nothing is proved.
#[rstest]
#[case::two_calls(
    "int *p = get(), *q = get(); p[0] = 1; q[0] = 3; return p[0];",
    "int *p = get(), *q = get(); p[0] = 1; q[0] = 3; return 1;",
    "proved (if `p` and `q` do not overlap)"
)]
#[case::an_object_of_all_files(
    "int *p = get(); g[0] = 1; p[0] = 3; return g[0];",
    "int *p = get(); g[0] = 1; p[0] = 3; return 1;",
    "proved (if `p` does not point into `g`)"
)]
#[case::sizes_of_a_structure(
    "struct image *a = load(); float t[9]; int s = 0; if (a->w > 9) return 0;
    for (int i = 0; i < a->w; i++) t[i] = a->data[i];
    for (int i = 0; i < a->w; i++) s ^= t[i] > 3;
    return s;",
    "struct image *a = load(); int s = 0; if (a->w > 9) return 0;
    for (int i = 0; i < a->w; i++) s ^= a->data[i] > 3;
    return s;",
    "proved"
)]
#[case::a_call_changes_sizes(
    "struct image *a = load(); int s = 0, w = a->w; other();
    for (int i = 0; i < a->w; i++) s ^= i; return s + w;",
    "struct image *a = load(); int s = 0, w = a->w; other();
    for (int i = 0; i < w; i++) s ^= i; return s + w;",
    "unknown"
)]
#[case::what_a_call_changes(
    "int *p = get(); p[0] = 1; other(); return p[0];",
    "int *p = get(); p[0] = 1; other(); return 1;",
    "unknown"
)]
#[case::memory_that_others_know(
    "int b[9] = { 0 }; keep(b); int *p = get(); b[0] = 1; p[0] = 3; return b[0];",
    "int b[9] = { 0 }; keep(b); int *p = get(); b[0] = 1; p[0] = 3; return 1;",
    "unknown"
)]
#[case::a_part_of_a_string(
    "char s[9] = \"abc\"; char *p = strchr(s, 'b'); s[1] = 1; *p = 2; return s[1];",
    "char s[9] = \"abc\"; char *p = strchr(s, 'b'); s[1] = 1; *p = 2; return 1;",
    "unknown"
)]
#[case::two_names(
    "int *p = get(); int *q = p; p[0] = 1; p = get(); p[0] = 2; return q[0];",
    "int *p = get(); int *q = p; p[0] = 1; p = get(); p[0] = 2; return 1;",
    "unknown"
)]
fn memory_of_other_files(#[case] before: &str, #[case] after: &str, #[case] expected: &str) {
    let said = sentence(RETURNED, before, after);
    assert!(said.starts_with(expected), "{said}");
}

/// What a call, or a volatile object, is given is read by the function itself: it may be the same
/// memory as what is stored.
#[rstest]
#[case::argument(
    "b[0] = 1; printf(\"%d\", a[0]);",
    "printf(\"%d\", a[0]); b[0] = 1;",
    "proved (if `a` and `b` do not overlap)"
)]
#[case::volatile_object(
    "b[0] = 1; port = a[0];",
    "port = a[0]; b[0] = 1;",
    "proved (if `a` and `b` do not overlap)"
)]
#[case::memory_that_is_freed(
    "b[0] = 1; free(a);",
    "free(a); b[0] = 1;",
    "proved (if `a` and `b` do not overlap)"
)]
#[case::memory_that_is_filled(
    "fread(a, 4, n, stdin); for (int i = 0; i < n; i++) b[i] = b[i] ? a[i + 5] : 0;",
    "fread(a, 4, n, stdin);
    for (int i = 0; i < n; i++) { int v = a[i + 5]; b[i] = b[i] ? v : 0; }",
    "unknown"
)]
fn memory_that_calls_use(#[case] before: &str, #[case] after: &str, #[case] expected: &str) {
    let head = "#include <stdio.h>\nvolatile int port;\nvoid f(int n, int *a, int *b)";
    let said = sentence(head, before, after);
    assert!(said.starts_with(expected), "{said}");
}

/// Arrays at file scope of a program of one file are its own, unless the second version leaves them
/// to others, or functions of other files are called.
#[rstest]
#[case::gone("", "", &[], "main: proved (if no other file uses `kept`)")]
#[case::left_to_others("int kept[8];", "", &[], "main: unknown")]
#[case::with_calls_of_others("", "other();", &[], "main: unknown")]
#[case::without_assumptions("", "", &["--no-assumptions"], "main: unknown")]
fn arrays_of_one_file(
    #[case] left: &str,
    #[case] call: &str,
    #[case] flags: &[&str],
    #[case] expected: &str,
) {
    let work = tempfile::tempdir().unwrap();
    let file = |name: &str, kept: &str, body: &str| {
        let path = work.path().join(name);
        let text = format!("{kept}\nvoid other(void);\nint main(void)\n{{\n{body}\n}}\n");
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let sum = format!("{call} for (int i = 0; i < 8; i++) s += kept[i]; return s;");
    let before = format!("int s = 0; for (int i = 0; i < 8; i++) kept[i] = i * i; {sum}");
    let after = format!("int s = 0; {call} for (int i = 0; i < 8; i++) s += i * i; return s;");
    let files = [
        file("before.c", "int kept[8];", &before),
        file("after.c", left, &after),
    ];
    let words: Vec<&str> = { files.iter().map(String::as_str) }
        .chain(flags.iter().copied())
        .collect();
    let output = verify(&words);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with(expected), "{text}");
}
