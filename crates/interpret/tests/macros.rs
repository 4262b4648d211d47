//! Other values of macros: of those that others name, and of those that have become numbers.

mod common;

use common::{differ, same};

#[test]
fn macros_that_are_defined_by_others_change_with_them() {
    let text = |rows: &str| {
        format!(
            "#define N 2\n#define M 3\n#define CELLS (N * M)\n\
             #define LAST (CELLS > 8 ? CELLS / 2 : CELLS)\n\
             void f(const float in[CELLS], float out[CELLS]) {{ float t[{rows}];\n\
             for (int i = 0; i < CELLS; i++) t[i % ({rows})] = in[i];\n\
             for (int k = 0; k < LAST; k++) out[k] = t[(CELLS - 1 - k) % ({rows})]; }}\n"
        )
    };
    same(&text("CELLS"), &text("N * M"));
    same(&text("CELLS"), &text("CELLS < 9 ? 8 : LAST + 1"));
    differ(
        &text("CELLS"),
        &text("CELLS < 6 ? CELLS : 6"),
        "at N = 2, M = 4, line 7, k = 6: `t[(CELLS - 1 - k) % (CELLS < 6 ? CELLS : 6)]` \
         holds the value written at line 6, i = 7; the original reads the value of i = 1 \
         (written at line 6)",
    );
}

#[test]
fn numbers_do_not_change_with_macros() {
    let text = |lines: &str| {
        format!(
            "#define N 4\nenum {{ TWICE = 2 * N }};\nstruct row {{ int v[N]; }};\n\
             void f(const struct row *in, int *out) {{ {lines} }}\n"
        )
    };
    same(
        &text("for (int i = 0; i < 2 * N; i++) out[i] = in[0].v[0] + i;"),
        &text("for (int i = 0; i < TWICE; i++) out[i] = in[0].v[0] + i;"),
    );
    same(
        &text("for (int i = 0; i < 2 * N; i++) out[i] = in[i / N].v[i % N];"),
        &text(
            "const int *p = (const int *)in; \
             for (int i = 0; i < 2 * N; i++) out[i] = p[i];",
        ),
    );
    same(
        &text("for (int i = 0; i < 9; i++) if (i == N) out[i] = i;"),
        &text("for (int i = 0; i < 9; i++) switch (i) { case N: out[i] = i; }"),
    );
}
