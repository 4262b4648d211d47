//! What counts as a difference: outputs, effects, state, undefined behaviour; and what does not.

mod common;

use common::{compared, differ, same, unknown};
use interpret::Outcome;

#[test]
fn operands_may_be_exchanged_but_not_regrouped() {
    let f = |term: &str| format!("double f(double a, double b, double c) {{ return {term}; }}");
    let sum = |term: &str| compared(&f("a + b + c"), &f(term));
    assert!(matches!(sum("c + (b + a)"), Outcome::Same { .. }));
    assert!(matches!(sum("(a + c) + b"), Outcome::Differ(_)));
}

#[test]
fn floats_are_computed_in_their_type() {
    let f = |ty: &str| {
        format!(
            "void f(int n, const float *a, float *out) {{ \
             {ty} sum = 0; for (int i = 0; i < n; i++) {{ sum += a[i] * a[i]; out[i] = sum; }} }}"
        )
    };
    assert!(matches!(
        compared(&f("float"), &f("double")),
        Outcome::Differ(_)
    ));
}

#[test]
fn integers_wrap_or_overflow() {
    let f = |body: &str| format!("unsigned f(unsigned char a) {{ {body} }}");
    same(
        &f("return (unsigned char)(a + 200);"),
        &f("unsigned char b = a; b += 200; return b;"),
    );
    let g = |step: &str| format!("int f(int n) {{ int x = 2147483640; return x {step}; }}");
    let outcome = compared(&g("- n"), &g("- n + 100 - 100"));
    let Outcome::Differ(witness) = outcome else {
        panic!("{outcome:?}");
    };
    let sentence = "at n = 1, line 1: signed overflow in `x - n + 100`";
    assert_eq!(witness.to_string(), sentence);
}

#[test]
fn effects_keep_their_order() {
    let f = |body: &str| {
        format!(
            "int next(int); void f(int n, int *out) {{ for (int i = 0; i < n; i++) {{ {body} }} }}"
        )
    };
    let before = f("out[2 * i] = next(i); out[2 * i + 1] = next(-i);");
    same(
        &before,
        &f("int a = next(i); int b = next(-i); out[2 * i + 1] = b; out[2 * i] = a;"),
    );
    let after = f("out[2 * i + 1] = next(-i); out[2 * i] = next(i);");
    let outcome = compared(&before, &after);
    assert!(matches!(outcome, Outcome::Differ(_)), "{outcome:?}");
}

#[test]
fn a_missing_effect() {
    let f = |bound: &str| {
        format!(
            "#include <stdio.h>\nvoid f(int n) {{\n    for (int i = 0; i < {bound}; i++)\n        \
             printf(\"%d\", i);\n}}"
        )
    };
    differ(
        &f("n"),
        &f("n - 1"),
        "at n = 1, an effect of the original is missing: line 4, i = 0 (`printf`)",
    );
}

#[test]
fn volatile_accesses_are_effects() {
    let f = |body: &str| format!("volatile int port; void f(int n) {{ {body} }}");
    let before = f("port = n; port = n + 1;");
    same(&before, &before);
    let outcome = compared(&before, &f("port = n + 1;"));
    assert!(matches!(outcome, Outcome::Differ(_)), "{outcome:?}");
}

#[test]
fn volatile_accesses_through_pointers_and_to_members_are_effects() {
    let f = |body: &str| {
        format!(
            "struct device {{ volatile int status; int data; }};\n\
             void f(int n, volatile int *port, struct device *d, int *out) {{ {body} }}"
        )
    };
    let is_different = |before: &str, after: &str| {
        let outcome = compared(&f(before), &f(after));
        assert!(matches!(outcome, Outcome::Differ(_)), "{outcome:?}");
    };
    let polled = "for (int i = 0; i < *port; i++) out[i] = n;";
    same(&f(polled), &f(polled));
    same(
        &f(polled),
        &f("int k = 0; while (k < *port) { out[k] = n; k++; }"),
    );
    is_different(
        polled,
        "int e = *port; for (int i = 0; i < e; i++) out[i] = n;",
    );
    is_different("*port = n; *port = n + 1;", "*port = n + 1;");
    is_different("port[0] = n; port[1] = n;", "port[1] = n; port[0] = n;");
    let twice = "out[0] = d->status; out[1] = d->status;";
    same(
        &f(twice),
        &f("int a = d->status, b = d->status; out[0] = a; out[1] = b;"),
    );
    is_different(twice, "out[0] = d->status; out[1] = out[0];");
    same(
        &f("out[0] = d->data; out[1] = d->data;"),
        &f("out[0] = d->data; out[1] = out[0];"),
    );
}

#[test]
fn local_volatile_objects_have_no_names() {
    let f = |name: &str, body: &str| {
        format!(
            "static void set(volatile int *p, int x) {{ *p = x; }}\n\
             int f(int n) {{ volatile int {name} = n; int b = 2; {body} return {name}; }}"
        )
    };
    let before = f("a", "a = a + b; set(&b, n);");
    same(&before, &f("k", "k = k + b; set(&b, n);"));
    let outcome = compared(&before, &f("a", "set(&b, n); a = a + 2;"));
    assert!(matches!(outcome, Outcome::Differ(_)), "{outcome:?}");
}

#[test]
fn a_pointer_in_memory_keeps_its_object() {
    let f = |body: &str| {
        format!(
            "#include <string.h>\nvoid f(int n, const float *a, float *out) {{\n\
             for (int i = 0; i < n; i++) {{ {body} }} }}"
        )
    };
    let bytes = "const float *p = a + i, *q; memcpy(&q, &p, sizeof p); out[i] = *q;";
    same(&f("out[i] = a[i];"), &f(bytes));
    let union = "union { float x; unsigned u; } v; v.x = a[i]; v.u ^= 0u; out[i] = v.x;";
    same(&f("out[i] = a[i];"), &f(union));
}

#[test]
fn elements_before_a_pointer() {
    let f = |offset: &str| {
        format!(
            "void f(int n, const double *a, double *out) {{ \
             for (int i = 0; i < n; i++) out[i] = a[i - 1] + a[i + {offset}]; }}"
        )
    };
    same(&f("1"), &f("1"));
    let outcome = compared(&f("1"), &f("2"));
    assert!(matches!(outcome, Outcome::Differ(_)), "{outcome:?}");
}

#[test]
fn what_nobody_reads_is_no_difference() {
    let f = |t: &str| {
        format!(
            "static double t[40];\n\
             void f(int n, const double *a, double *out) {{ {t} }}"
        )
    };
    same(
        &f("for (int i = 0; i < n; i++) { t[i] = a[i]; out[i] = t[i]; }"),
        &f("for (int i = 0; i < n; i++) { t[0] = a[i]; out[i] = t[0]; }"),
    );
}

#[test]
fn what_another_function_may_set_again_is_unknown() {
    let f = |index: &str| {
        format!(
            "static double t[40];\n\
             double g(int n) {{ t[0] = n; return t[n / 8]; }}\n\
             void f(int n, const double *a, double *out) {{\n\
             for (int i = 0; i < n; i++) {{ t[{index}] = a[i]; out[i] = t[{index}]; }} }}"
        )
    };
    let reason = "only t[0] differs, which the rest of the file may not use";
    unknown(&f("i"), &f("0"), reason);
}

#[test]
fn rows_that_are_left_prove_nothing() {
    let f = |rows: &str| {
        format!(
            "void f(int w, const int *a, int *out) {{\n\
             int t[{rows}][4];\n\
             for (int y = 0; y < 2; y++) {{\n\
             for (int x = 0; x < w; x++) t[y % {rows}][x] = a[x] + y;\n\
             for (int x = 0; x < w; x++) out[y] += t[y % {rows}][x]; }} }}"
        )
    };
    unknown(&f("3"), &f("1"), "a subscript outside of its array");
    let by_pointer = |rows: &str| {
        let text = f(rows).replace(
            "int y = 0; y < 2; y++) {",
            "int y = 0; y < 2; y++) { int *p = t[y % ROWS];",
        );
        let text = text.replace("ROWS", rows);
        text.replace(&format!("t[y % {rows}][x]"), "p[x]")
    };
    unknown(
        &by_pointer("3"),
        &by_pointer("1"),
        "a subscript outside of its row",
    );
}

#[test]
fn functions_call_each_other() {
    let before = "
static double twice(double x) { return x + x; }
static double apply(double (*g)(double), double x) { return g(x); }
void f(int n, const double *a, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = apply(twice, a[i]);
}
";
    same(before, &before.replace("x + x", "2 * x"));
    let outcome = compared(before, &before.replace("x + x", "3 * x"));
    assert!(matches!(outcome, Outcome::Differ(_)), "{outcome:?}");
}

#[test]
fn records_and_rows_of_pointers() {
    let before = "
struct image { int w; float *data; };
void f(struct image *img, float **rows, int n)
{
    for (int i = 0; i < n; i++)
        rows[i][0] = img->data[i] + img[0].w;
}
";
    same(before, before);
    differ(
        before,
        &before.replace("data[i]", "data[i / 2]"),
        "at n = 2, line 6, i = 1: `img->data[i / 2]` holds the input img[0].data[0]; the original \
         reads the input img[0].data[1]",
    );
}

#[test]
fn a_program_by_its_output() {
    let text = |last: &str| {
        common::Text::new(&format!(
            "#include <stdio.h>\nint main(void)\n{{\n    int t[3] = {{1, 2, 3}};\n    \
             printf(\"%d\\n\", t[{last}]);\n    return 0;\n}}\n"
        ))
    };
    let compare = |a: &str, b: &str| {
        let (a, b) = (text(a), text(b));
        interpret::compare_main(a.version(), b.version(), &interpret::Limits::default())
    };
    assert!(matches!(compare("2", "2"), Outcome::Same { .. }));
    let outcome = compare("2", "1");
    let Outcome::Differ(witness) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(
        witness.to_string(),
        "line 5: `t[1]` holds the value written at line 4; the original reads the value written \
         at line 4"
    );
}

#[test]
fn exit_is_an_end() {
    let f = |status: i32| {
        format!("#include <stdlib.h>\nvoid f(int n) {{ if (n > 3) exit({status}); }}")
    };
    same(&f(1), &f(1));
    let outcome = compared(&f(1), &f(2));
    assert!(matches!(outcome, Outcome::Differ(_)), "{outcome:?}");
}
