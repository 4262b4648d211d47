//! Loops of the second version that do not end, and loops that only take long.

mod common;

use common::{compared, differ, same, unknown};
use interpret::Outcome;

/// A sum over `n` elements by a body of a function.
fn sum(body: &str) -> String {
    format!("double f(int n, const double *a) {{ double s = 0; {body} return s; }}")
}

const PLAIN: &str = "for (int x = 0; x < n; x++) s += a[x];";

#[test]
fn a_step_is_missing() {
    differ(
        &sum(PLAIN),
        &sum("for (int x = 0; x < n;) s += a[x];"),
        "at n = 1, line 1: the loop does not end: no iteration changes `x < n` (x = 0); \
         the original ends",
    );
}

#[test]
fn strips_do_not_advance() {
    let strips = |end: &str| {
        sum(&format!(
            "for (int y = 0; y < n; y++) for (int x = y; x < n;) {{ \
             int end = {end} < n ? {end} : n; for (; x < end; x++) s += a[x]; }}"
        ))
    };
    let before = sum("for (int y = 0; y < n; y++) for (int x = y; x < n; x++) s += a[x];");
    same(&before, &strips("x + 2"));
    differ(
        &before,
        &strips("(x & ~3) + 2"),
        "at n = 3, line 1, y = 0: the loop does not end: no iteration changes `x < n` (x = 2); \
         the original ends",
    );
}

#[test]
fn a_counter_runs_in_a_circle() {
    differ(
        &sum("for (int x = 0; x != n; x++) s += a[x];"),
        &sum("for (int x = 0; x != n; x = (x + 1) % 4) s += a[x];"),
        "at n = 4, line 1: the loop does not end: the values in `x != n` repeat after \
         4 iterations; the original ends",
    );
    let bytes = sum("for (unsigned char x = 0; x < n + 255; x++) s += a[x % n];");
    let ints = sum("for (int x = 0; x < n + 255; x++) s += a[x % n];");
    assert!(matches!(compared(&ints, &bytes), Outcome::Differ(_)));
}

#[test]
fn a_loop_has_no_condition() {
    differ(
        &sum("for (int x = 0;; x++) { if (x >= n) break; s += a[x]; }"),
        &sum("int x = 0; for (;;) { if (x >= n) break; s += a[x]; }"),
        "at n = 1, line 1: the loop does not end: no iteration changes its end; \
         the original ends",
    );
}

#[test]
fn memory_and_calls_decide() {
    let before = "static int next(int x) { return x + 1; } \
        void f(int n, int *out) { for (int x = 0; x < n;) { int t[2] = {x, next(x)}; \
        out[x] = t[0]; x = t[1]; } }";
    assert!(matches!(compared(before, before), Outcome::Same { .. }));
    let after = before.replace("return x + 1", "int u[3] = {x, x, 1}; return u[u[2]]");
    differ(
        before,
        &after,
        "at n = 1, line 1: the loop does not end: no iteration changes `x < n` (x = 0); \
         the original ends",
    );
    let pointer = |step: &str| {
        format!(
            "void f(int n, int *out, int *end) {{ int c[1] = {{0}}; \
             while (c[0] < n) {{ out[c[0]] = n; {step} }} *end = c[0]; }}"
        )
    };
    differ(
        &pointer("c[0]++;"),
        &pointer("int d[1]; d[0] = c[0] + 1; int *p = d; *p = *p + 1;"),
        "at n = 1, line 1: the loop does not end: no iteration changes `c[0] < n`; \
         the original ends",
    );
}

#[test]
fn output_goes_on_for_ever() {
    let text = |step: &str| {
        format!(
            "int printf(const char *, ...); \
             void f(int n) {{ for (int x = 0; x < n; {step}) printf(\"%d\", x); }}"
        )
    };
    differ(
        &text("x++"),
        &text(""),
        "at n = 1, line 1: the loop does not end: no iteration changes `x < n` (x = 0); \
         the original ends",
    );
}

/// Work that takes more operations than a comparison allows, and ends.
fn long(body: &str) -> String {
    format!(
        "static double g(const double *a) {{ double s = 0; \
         for (int k = 0; k < 9; k++) s = a[0] * k; return s; }} {}",
        sum(body)
    )
}

#[test]
fn a_long_loop_is_no_endless_one() {
    let before = long("s = a[0];");
    let reason = "the other version takes too long: too many operations";
    // All variables but one are the same again; the inner loop has the same states each time.
    let counted = "for (unsigned c = 0; c < 400000; c++) { double t = g(a); s = a[0]; }";
    unknown(&before, &long(counted), reason);
    let in_memory = "unsigned c[2] = {0}; for (; c[1] < 400000; c[1]++) { s = a[0]; g(a); }";
    unknown(&before, &long(in_memory), reason);
    let nested = "for (unsigned c = 0; c < 4000; c++) for (int k = 0; k < 400; k++) s = a[0];";
    unknown(&before, &long(nested), reason);
}

#[test]
fn a_loop_may_wait_for_others() {
    let f = |declaration: &str, wait: &str| {
        format!("{declaration} void f(int n, int *out) {{ {wait} out[0] = n; }}")
    };
    let device = "static volatile int ready;";
    let reason = "the other version takes too long: too many operations";
    unknown(&f(device, ""), &f(device, "while (!ready) {}"), reason);
    let clock = "long clock(void);";
    unknown(
        &f(clock, ""),
        &f(clock, "long c = clock(); while (c < 100) c = clock();"),
        reason,
    );
}

#[test]
fn nothing_is_said_of_an_original_that_does_not_end() {
    let endless = sum("for (int x = 0; x < n;) s += a[x];");
    let outcome = compared(&endless, &endless);
    assert!(
        matches!(outcome, Outcome::Inconclusive { .. }),
        "{outcome:?}"
    );
}
