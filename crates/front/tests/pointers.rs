//! Pointers that are heap arrays or rows of arrays, and near misses.

mod common;

use common::*;

/// Checks the reason for a pointer `t`, with the rest of the function's body.
fn check_heap(body: &str, code: &str) {
    let text = format!(
        "#include <stdlib.h>\ntypedef double row[8];\nvoid use(double *);\nstatic void *quiet(size_t n) {{ void *p = malloc(n); return p; }}\nstatic void *noisy(size_t n) {{ void *p = malloc(n); use(p); return p; }}\nstatic void *part(size_t n) {{ void *p = malloc(n / 2); return p; }}\nvoid kernel(int n, int m, const double *in, double *out)\n{{\n{body}\n}}\n"
    );
    assert_eq!(found(&text).reason("t"), code, "{body}");
}

/// Checks the reason for a pointer `t` whose elements are used after `setup`.
fn check_used(setup: &str, code: &str) {
    let used = "for (int i = 0; i < n; i++) out[i] = t[i] = in[i];";
    check_heap(&format!("{setup}\n{used}"), code);
}

#[test]
fn allocations() {
    let (check, heap) = (check_used, "`t` is a candidate");
    check("double *t = malloc(n * sizeof *t);", heap);
    check("double *t = (double *) calloc(n, sizeof(double));", heap);
    check("double *t = NULL;\nt = malloc(8 * n);", heap);
    check("double *t = quiet(n * sizeof *t);", heap);
    check("double *t = noisy(n * sizeof *t);", "pointer-not-allocated");
    check("double *t = part(n * sizeof *t);", "pointer-not-allocated");
    check("double *t = malloc(n * sizeof(float));", "heap-size");
    check("double *t = malloc(n);", "heap-size");
    check("double *t = malloc((n + 1) / 2 * 16);", "heap-size");
}

#[test]
fn pointers() {
    let (check, heap) = (check_used, "`t` is a candidate");
    check(
        "double *t = malloc(n * sizeof *t);\nt++;",
        "pointer-reassigned",
    );
    check(
        "double *t = malloc(n * sizeof *t), **p = &t;",
        "pointer-not-local",
    );
    check(
        "double *t = malloc(n * sizeof *t), *p = t;\nuse(p);",
        "address-escapes",
    );
    check(
        "double *t = malloc(n * sizeof *t);\nuse(t);",
        "address-escapes",
    );
    check(
        "double *t = malloc(n * sizeof *t);\nif (t == out) return;",
        "address-escapes",
    );
    check(
        "double *t = malloc(n * sizeof *t);\nout[0] = *t;",
        "address-escapes",
    );
    check(
        "double *t = malloc(n * sizeof *t);\nt = realloc(t, n);",
        "pointer-reassigned",
    );
    check(
        "double *t;\nif (n) t = malloc(n * sizeof *t);",
        "pointer-not-allocated",
    );
    check(
        "double *t;\nif (n) { t = malloc(n * sizeof *t); }",
        "heap-other-block",
    );
    let unseen = "used-in-unanalysed-code";
    check(
        "double *t;\nif ((t = calloc(n, 8)) == NULL || m) return;",
        unseen,
    );
    check(
        "double *t;\n#pragma omp parallel\nt = calloc(n, 8);",
        unseen,
    );
    check("double *t;\nif ((t = calloc(n, 8)) == NULL) return;", heap);
    check("double *volatile t = malloc(n * sizeof *t);", "volatile");
    check(
        "static double *t;\nt = malloc(n * sizeof *t);",
        "pointer-not-local",
    );
}

#[test]
fn pointers_to_rows() {
    let heap = "`t` is a candidate";
    let check = |setup: &str, code: &str| {
        let used = "for (int i = 0; i < n; i++) out[i] = t[i][0] = in[i];";
        check_heap(&format!("{setup}\n{used}"), code);
    };
    check("double (*t)[8] = malloc(n * sizeof *t);", heap);
    check("double (*t)[m] = malloc(n * m * sizeof **t);", heap);
    check("double (*t)[m] = malloc(sizeof(double[n][m]));", heap);
    check("double (*t)[m] = malloc(n * sizeof(double));", "heap-size");
    check(
        "double (*t)[m] = malloc(sizeof(double[n][n]));",
        "heap-size",
    );
    check("row *t = malloc(n * sizeof *t);", "typedef-shape");
    check(
        "double (*t)[m] = (row *) malloc(n * sizeof *t);",
        "typedef-shape",
    );
}

#[test]
fn a_pointer_to_a_row_stays_in_it() {
    let check = |code: &str, row: &str, use_: &str| {
        let text = format!("double t[n][8];\nfor (int i = 0; i < n; i++) {{ {row} {use_} }}");
        check_heap(&text, code);
    };
    let (candidate, leaves) = ("`t` is a candidate", "leaves-row");
    let within = "for (int j = 0; j < 8; j++) row[j] = in[j];";
    let beyond = "for (int j = 0; j < 9; j++) row[j] = in[j];";
    let unknown = "for (int j = 0; j < m; j++) row[j] = in[j];";
    let maybe = "for (int j = 0; j < m; j++) if (in[j] > 0) row[j] = in[j];";
    let later = "for (int j = 0; j < 7; j++) row[j] = in[j];";
    for row in ["double *row = t[i];", "double *row = &t[i][0];"] {
        check(candidate, row, within);
        check(leaves, row, beyond);
    }
    check(candidate, "double *row = t[i] + 1;", later);
    check(leaves, "double *row = t[i] + 1;", within);
    check(candidate, "double *row = t[i];", unknown);
    check(candidate, "double *row = &t[i][0];", unknown);
    check(leaves, "double *row = t[0];", unknown);
    check(leaves, "double *row = &t[0][0];", unknown);
    check(leaves, "double *row = t[i];", maybe);
    let escapes = "address-escapes";
    check(escapes, "double *row = t[i];", "row++;");
    check(escapes, "double *row = t[i];", "use(row);");
    check(escapes, "double *row = t[i];", "use(&row[1]);");
    check(escapes, "volatile double *row = t[i];", within);
    check(escapes, "float *row = (float *)t[i];", "row[0] = 1;");
    check(escapes, "static double *row; row = t[i];", within);
    check(
        escapes,
        "double *row = t[i];\n#pragma omp simd aligned(row: 64)\n",
        within,
    );
}

#[test]
fn a_pointer_to_a_whole_array_gets_a_reason() {
    let text = "
void *allocate(int bytes);
int kernel(int n)
{
    int (*t)[8];
    t = allocate(32);
    for (int i = 0; i < 8; i++)
        (*t)[i] = i;
    return (*t)[n];
}";
    assert_eq!(found(text).reason("t"), "pointer-not-allocated");
}
