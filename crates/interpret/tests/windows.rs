//! Rolling buffers: right ones show no difference, wrong ones a witness.

mod common;

use common::{differ, same};

const ROWS: &str = "
void f(int n, int m, const float in[n + 2][m], float out[n][m])
{
    float rows[n + 2][m];
    for (int y = 0; y < n + 2; y++)
        for (int x = 0; x < m; x++)
            rows[y][x] = in[y][x] * 0.5f;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < m; x++)
            out[y][x] = rows[y][x] + 2 * rows[y + 1][x] + rows[y + 2][x];
}
";

fn rolled(modulus: u32, phase: u32) -> String {
    format!(
        "
void f(int n, int m, const float in[n + 2][m], float out[n][m])
{{
    float rows[{modulus}][m];
    for (int y = 0; y < n + 2; y++) {{
        for (int x = 0; x < m; x++)
            rows[y % {modulus}][x] = in[y][x] * 0.5f;
        if (y >= 2)
            for (int x = 0; x < m; x++)
                out[y - 2][x] = rows[(y + {phase}) % {modulus}][x]
                    + 2 * rows[(y + {modulus} - 1) % {modulus}][x] + rows[y % {modulus}][x];
    }}
}}
"
    )
}

#[test]
fn three_rows_suffice() {
    same(ROWS, &rolled(3, 1));
    same(ROWS, &rolled(4, 2));
}

#[test]
fn two_rows_do_not() {
    differ(
        ROWS,
        &rolled(2, 0),
        "at n = 1, m = 1, line 10, y = 2, x = 0: `rows[(y + 0) % 2][x]` holds row 2 (written at \
         line 7, y = 2); the original reads row 0",
    );
}

#[test]
fn a_wrong_phase() {
    differ(
        ROWS,
        &rolled(3, 2),
        "at n = 1, m = 1, line 10, y = 2, x = 0: `rows[(y + 2) % 3][x]` holds row 1 (written at \
         line 7, y = 1); the original reads row 0",
    );
    differ(
        ROWS,
        &rolled(4, 1),
        "at n = 1, m = 1, line 10, y = 2, x = 0: `rows[(y + 1) % 4][x]` holds nothing that was \
         written; the original reads row 0",
    );
}

/// Rotating pointers to rows, with the statements that rotate them.
fn rotated(turn: &str) -> String {
    format!(
        "
#include <stdlib.h>
void f(int n, int m, const float in[n + 2][m], float out[n][m])
{{
    float *a = malloc(m * sizeof *a), *b = malloc(m * sizeof *b), *c = malloc(m * sizeof *c);
    for (int y = 0; y < n + 2; y++) {{
        for (int x = 0; x < m; x++)
            c[x] = in[y][x] * 0.5f;
        if (y >= 2)
            for (int x = 0; x < m; x++)
                out[y - 2][x] = a[x] + 2 * b[x] + c[x];
        {turn}
    }}
    free(a);
    free(b);
    free(c);
}}
"
    )
}

#[test]
fn rotating_pointers() {
    same(ROWS, &rotated("float *t = a; a = b; b = c; c = t;"));
    differ(
        ROWS,
        &rotated("float *t = a; a = c; b = a; c = t;"),
        "at n = 1, m = 1, line 11, y = 2, x = 0: `a[x]` holds row 1 (written at line 8, y = 1); \
         the original reads row 0",
    );
}

/// A window of three rows that is moved.
fn moved(bytes: &str) -> String {
    format!(
        "
#include <string.h>
void f(int n, int m, const float in[n + 2][m], float out[n][m])
{{
    float w[3][m];
    for (int y = 0; y < n + 2; y++) {{
        memmove(w[0], w[1], {bytes});
        for (int x = 0; x < m; x++)
            w[2][x] = in[y][x] * 0.5f;
        if (y >= 2)
            for (int x = 0; x < m; x++)
                out[y - 2][x] = w[0][x] + 2 * w[1][x] + w[2][x];
    }}
}}
"
    )
}

#[test]
fn moved_windows() {
    same(ROWS, &moved("2 * sizeof w[0]"));
    differ(
        ROWS,
        &moved("sizeof w[0]"),
        "at n = 1, m = 1, line 12, y = 2, x = 0: `w[0][x]` holds nothing that was written; the \
         original reads row 0",
    );
}

/// A ring index in a variable, with its first value and its wrap.
fn ringed(first: &str, wrap: &str) -> String {
    format!(
        "
void f(int n, int m, const float in[n + 2][m], float out[n][m])
{{
    float rows[3][m];
    int r = {first};
    for (int y = 0; y < n + 2; y++) {{
        for (int x = 0; x < m; x++)
            rows[r][x] = in[y][x] * 0.5f;
        if (y >= 2)
            for (int x = 0; x < m; x++)
                out[y - 2][x] = rows[(r + 1) % 3][x] + 2 * rows[(r + 2) % 3][x] + rows[r][x];
        {wrap}
    }}
}}
"
    )
}

#[test]
fn ring_indices() {
    same(ROWS, &ringed("0", "if (++r == 3) r = 0;"));
    same(ROWS, &ringed("2", "if (++r == 3) r = 0;"));
    differ(
        ROWS,
        &ringed("0", "if (++r > 3) r = 0;"),
        "at n = 2, m = 1, line 8, y = 3, x = 0: `rows[r][x]` writes element 3 of `rows`, which \
         has 3",
    );
}

#[test]
fn the_last_row_is_forgotten() {
    let short = rolled(3, 1).replace("y < n + 2", "y < n + 1");
    differ(
        ROWS,
        &short,
        "at n = 1, m = 1, element out[0][0] is not written; the original writes it at line 10, \
         y = 0, x = 0",
    );
}

#[test]
fn a_border_is_forgotten() {
    let before = "
void f(int n, const double a[], double out[])
{
    double t[n + 1];
    t[0] = 1.0;
    for (int i = 0; i < n; i++)
        t[i + 1] = t[i] * 0.5 + a[i];
    for (int i = 0; i <= n; i++)
        out[i] = t[i];
}
";
    let after = |first: &str| {
        format!(
            "
void f(int n, const double a[], double out[])
{{
    double t = {first};
    out[0] = 1.0;
    for (int i = 0; i < n; i++) {{
        t = t * 0.5 + a[i];
        out[i + 1] = t;
    }}
}}
"
        )
    };
    same(before, &after("1.0"));
    differ(
        before,
        &after("0.0"),
        "at n = 1, line 7, i = 0: `t` holds the value written at line 4; the original reads the \
         value written at line 5",
    );
}

/// What a call leaves in static rows must not be seen by the next one.
#[test]
fn static_rows_are_stale_in_the_second_call() {
    let before = "
void f(int n, const double a[], double out[])
{
    double t[n + 1];
    t[0] = 0.0;
    for (int i = 0; i < n; i++) {
        t[i + 1] = t[i] + a[i];
        out[i] = t[i + 1];
    }
}
";
    let after = "
void f(int n, const double a[], double out[])
{
    static double t;
    for (int i = 0; i < n; i++) {
        t = t + a[i];
        out[i] = t;
    }
}
";
    same(before, &after.replace("for", "t = 0.0;\n    for"));
    differ(
        before,
        after,
        "at n = 1, in call 2, line 6, i = 0: `t` holds the value written at line 6, i = 0, in \
         call 1; the original reads the value written at line 5",
    );
}
