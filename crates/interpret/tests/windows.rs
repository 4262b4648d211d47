//! Rolling buffers: right ones show no difference, wrong ones a witness.
#![allow(clippy::unwrap_used)]

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
    differ(ROWS, &rolled(2, 0), "");
}

#[test]
fn a_wrong_phase() {
    differ(ROWS, &rolled(3, 2), "");
    differ(ROWS, &rolled(4, 1), "");
}
