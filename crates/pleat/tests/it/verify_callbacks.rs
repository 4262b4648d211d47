//! What functions of the file that the library calls do: pairs of short functions, and the verdicts
//! on them.

use crate::verify_defined::sentence;
use rstest::rstest;

/// The head of a function that sorts by functions of the file: one that only reads what it gets,
/// and others that read the bytes of pointers, read a table, count, or write what they get.
const SORTED: &str = "static int table[8]; static int count;\n\
    static int by_value(const void *a, const void *b)\n\
    { const int *l = a; return *l - *(const int *)b; }\n\
    static int by_bytes(const void *a, const void *b) { return memcmp(a, b, 8); }\n\
    static int by_rank(const void *a, const void *b)\n\
    { return table[*(const int *)a & 7] - table[*(const int *)b & 7]; }\n\
    static int counted(const void *a, const void *b) { count++; return by_value(a, b); }\n\
    static int cut(const void *a, const void *b)\n\
    { *(int *)a &= 63; return by_value(a, b); }\n\
    void *use[] = { by_value, by_bytes, by_rank, counted, cut };\n\
    void f(int n, int **restrict u, const int in[restrict 9], int out[restrict 9])";

/// What functions that the library calls do to memory.
#[rstest]
#[case::apart(
    "int w[9], m[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    qsort(w, 9, sizeof *w, by_value);
    for (int i = 0; i < 9; i++) m[i] = 2 * in[i];
    for (int i = 0; i < 9; i++) out[i] = m[i] - w[i];",
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    qsort(w, 9, sizeof *w, by_value);
    for (int i = 0; i < 9; i++) out[i] = 2 * in[i] - w[i];",
    true
)]
#[case::across_others(
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    table[0] = 1; count = 2;
    qsort(w, 9, sizeof *w, by_value);
    for (int i = 0; i < 9; i++) out[i] = w[i];",
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    qsort(w, 9, sizeof *w, by_value);
    table[0] = 1; count = 2;
    for (int i = 0; i < 9; i++) out[i] = w[i];",
    true
)]
#[case::before_it_is_sorted(
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    qsort(w, 9, sizeof *w, by_value);
    for (int i = 0; i < 9; i++) out[i] = w[i];",
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    for (int i = 0; i < 9; i++) out[i] = w[i];
    qsort(w, 9, sizeof *w, by_value);",
    false
)]
#[case::less_of_it(
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    qsort(w, 9, sizeof *w, by_value); out[0] = w[0];",
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    qsort(w, 8, sizeof *w, by_value); out[0] = w[0];",
    false
)]
#[case::another_order(
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    qsort(w, 9, sizeof *w, by_value); out[0] = w[0];",
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    qsort(w, 9, sizeof *w, by_rank); out[0] = w[0];",
    false
)]
#[case::a_table_changes(
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    qsort(w, 9, sizeof *w, by_rank); table[3] = in[0]; out[0] = w[0];",
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    table[3] = in[0]; qsort(w, 9, sizeof *w, by_rank); out[0] = w[0];",
    false
)]
#[case::it_counts(
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    count = 0; qsort(w, 9, sizeof *w, counted); out[0] = count;",
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    count = 0; qsort(w, 9, sizeof *w, counted); out[0] = 0;",
    false
)]
#[case::it_writes_what_it_sees(
    "int w[2] = { in[0], in[1] }; int k = in[2];
    (void)bsearch(&k, w, 2, sizeof *w, cut); out[0] = w[0];",
    "int w[2] = { in[0], in[1] }; int k = in[2];
    (void)bsearch(&k, w, 2, sizeof *w, cut); out[0] = in[0];",
    false
)]
#[case::it_only_sees_it(
    "int w[2] = { in[0], in[1] }; int k = in[2];
    int found = bsearch(&k, w, 2, sizeof *w, by_value) != 0; out[0] = w[0] + found;",
    "int w[2] = { in[0], in[1] }; int k = in[2];
    int found = bsearch(&k, w, 2, sizeof *w, by_value) != 0; out[0] = in[0] + found;",
    true
)]
#[case::rows_are_sorted(
    "int *r = u[0]; qsort(u, 3, sizeof *u, by_bytes); r[0] = 3; out[1] = u[0][0];",
    "int *r = u[0]; qsort(u, 3, sizeof *u, by_bytes); r[0] = 3; out[1] = 3;",
    false
)]
#[case::own_rows_are_sorted(
    "int a[2], b[2]; int *t[2] = { a, b }; a[0] = in[0]; b[0] = in[1];
    qsort(t, 2, sizeof *t, by_bytes); out[0] = t[0][0];",
    "int a[2], b[2]; int *t[2] = { a, b }; a[0] = in[0]; b[0] = in[1];
    qsort(t, 2, sizeof *t, by_bytes); out[0] = in[0];",
    false
)]
#[case::the_number_of_elements_is_not_known(
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    int *p = w + in[0] % 4; qsort(p, 2, sizeof *w, by_value); out[0] = w[0];",
    "int w[9]; for (int i = 0; i < 9; i++) w[i] = in[i];
    int *p = w + in[0] % 4; qsort(p, 2, sizeof *w, by_value); out[0] = in[0];",
    false
)]
#[case::an_input_is_sorted(
    "int x = in[0]; qsort(out, 9, sizeof *out, by_value); out[0] = x;",
    "qsort(out, 9, sizeof *out, by_value); out[0] = in[0];",
    true
)]
fn sorted_by_functions_of_the_file(
    #[case] before: &str,
    #[case] after: &str,
    #[case] is_equal: bool,
) {
    let found = sentence(SORTED, before, after);
    assert_eq!(found.starts_with("proved"), is_equal, "{found}");
}
