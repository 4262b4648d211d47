//! Rolling rows, windows that move, buffers that are exchanged.

use super::{BLUR, JACOBI, contradicted, proved, refused, verdict};
use check::Difference;

#[test]
fn rolling_rows() {
    let rows = |modulus: &str, phase: &str| {
        format!(
            "
            params N : N >= 3
            in a[N + 2]
            out b[N]
            local t[{modulus}]
            [i] : 0 <= i < N + 2 @ 0, i, 0 : t[i mod {modulus}] = f(a[i])
            [i] : 2 <= i < N + 2 @ 0, i, 1 : b[i - 2] = g(t[(i - 2 + {phase}) mod {modulus}], t[(i - 1) mod {modulus}], t[i mod {modulus}])
            "
        )
    };
    proved(BLUR, &rows("3", "0"));
    proved(BLUR, &rows("4", "0"));
    contradicted(BLUR, &rows("2", "0"));
    contradicted(BLUR, &rows("3", "1"));
}

#[test]
fn rows_that_are_not_flushed() {
    let after = |last: &str| {
        format!(
            "
            params N : N >= 3
            in a[N + 2]
            out b[N]
            local t[N + 2]
            [i] : 0 <= i < N + 2 @ 0, i, 0 : t[i] = f(a[i])
            [i] : 3 <= i < N + {last} @ 0, i, 1 : b[i - 3] = g(t[i - 3], t[i - 2], t[i - 1])
            [] : @ 1, 0, 0 : b[N - 1] = g(t[N - 1], t[N], t[N + 1])
            "
        )
    };
    proved(BLUR, &after("2"));
    contradicted(BLUR, &after("1"));
}

#[test]
fn rotated_rows() {
    let before = "
        params N, M : N >= 3 and M >= 1
        in a[N + 2, M]
        out b[N, M]
        local t[N + 2, M]
        [y, x] : 0 <= y < N + 2 and 0 <= x < M @ 0, y, 0, x : t[y, x] = f(a[y, x])
        [y, x] : 0 <= y < N and 0 <= x < M @ 1, y, 0, x : b[y, x] = g(t[y, x], t[y + 1, x], t[y + 2, x])
    ";
    let after = |r: &str| {
        let mut text = "
            params N, M : N >= 3 and M >= 1
            in a[N + 2, M]
            out b[N, M]
            local r0[M]
            local r1[M]
            local r2[M]
        "
        .to_string();
        for k in 0..3 {
            let (k1, k2) = ((k + 1) % 3, (k + 2) % 3);
            text += &format!(
                "
                [y, x] : 0 <= y < N + 2 and 0 <= x < M and y mod 3 = {k} @ 0, y, 0, x : r{k}[x] = f(a[y, x])
                [y, x] : 2 <= y < N + 2 and 0 <= x < M and y mod 3 = {k} @ 0, y, 1, x : b[y - 2, x] = g(r{k1}[x], r{k2}[x], {r}{k}[x])
                "
            );
        }
        text
    };
    proved(before, &after("r"));
    let wrong = after("r").replace("g(r1[x], r2[x], r0[x])", "g(r2[x], r1[x], r0[x])");
    contradicted(before, &wrong);
}

#[test]
fn windows_with_moves() {
    let window = |last: &str| {
        format!(
            "
            params N : N >= 3
            in a[N + 2]
            out b[N]
            local w[3]
            [] : @ 0, 0, 0, 0 : w[1] = f(a[0])
            [] : @ 1, 0, 0, 0 : w[2] = f(a[1])
            [i] : 0 <= i < N @ 2, i, 0, 0 : w[0] = w[1]
            [i] : 0 <= i < N @ 2, i, 1, 0 : w[1] = w[{last}]
            [i] : 0 <= i < N @ 2, i, 2, 0 : w[2] = f(a[i + 2])
            [i] : 0 <= i < N @ 2, i, 3, 0 : b[i] = g(w[0], w[1], w[2])
            "
        )
    };
    proved(BLUR, &window("2"));
    contradicted(BLUR, &window("1"));
}

#[test]
fn a_long_window_that_moves() {
    let before = "
        params N : N >= 9
        in a[N + 8]
        out b[N]
        [i] : 0 <= i < N @ 1, i, 0, 0 : b[i] = f(a[i], a[i + 4], a[i + 8])
    ";
    let after = |shift: &str| {
        format!(
            "
            params N : N >= 9
            in a[N + 8]
            out b[N]
            local w[9]
            [j] : 0 <= j < 8 @ 0, j, 0, 0 : w[j + 1] = a[j]
            [i, j] : 0 <= i < N and 0 <= j < 8 @ 1, i, 0, j : w[j] = w[j + 1]
            [i] : 0 <= i < N @ 1, i, 1, 0 : w[8] = a[i + 8]
            [i] : 0 <= i < N @ 1, i, 2, 0 : b[i] = f(w[0], w[{shift}], w[8])
            "
        )
    };
    proved(before, &after("4"));
    refused(before, &after("5"));
}

#[test]
fn a_window_of_parametric_length() {
    let before = "
        params N, M : N >= 2 and M >= 1
        in a[N + M]
        out b[N]
        [i] : 0 <= i < N @ 1, i, 0, 0 : b[i] = f(a[i], a[i + M])
    ";
    let after = |start: &str| {
        format!(
            "
            params N, M : N >= 2 and M >= 1
            in a[N + M]
            out b[N]
            local w[M + 1]
            [j] : 0 <= j < M @ 0, j, 0, 0 : w[j + 1] = a[{start}]
            [i, j] : 0 <= i < N and 0 <= j < M @ 1, i, 0, j : w[j] = w[j + 1]
            [i] : 0 <= i < N @ 1, i, 1, 0 : w[M] = a[i + M]
            [i] : 0 <= i < N @ 1, i, 2, 0 : b[i] = f(w[0], w[M])
            "
        )
    };
    proved(before, &after("j"));
    refused(before, &after("0"));
}

#[test]
fn jacobi_in_two_grids() {
    let after = |modulus: &str, right: &str| {
        format!(
            "
            params N, M : N >= 3 and M >= 1
            out a[N]
            local t[{modulus}, N]
            [i] : 0 <= i < N @ 0, 0, 0, i : t[0, i] = a[i]
            [k, i] : 1 <= k <= M and 0 < i < N - 1 @ 1, k, 0, i : t[k mod {modulus}, i] = f(t[(k - 1) mod {modulus}, i - 1], t[(k - 1) mod {modulus}, i], t[(k - 1) mod {modulus}, i + 1])
            [k] : 1 <= k <= M @ 1, k, 1, 0 : t[k mod {modulus}, 0] = t[(k - 1) mod {modulus}, 0]
            [k] : 1 <= k <= M @ 1, k, 1, 1 : t[k mod {modulus}, {right}] = t[(k - 1) mod {modulus}, N - 1]
            [i] : 0 <= i < N @ 2, 0, 0, i : a[i] = t[M mod {modulus}, i]
            "
        )
    };
    proved(JACOBI, &after("2", "N - 1"));
    refused(JACOBI, &after("1", "N - 1"));
    refused(JACOBI, &after("2", "0"));
}

#[test]
fn jacobi_with_swapped_buffers() {
    let after = |last: &str| {
        format!(
            "
            params N, M : N >= 3 and M >= 1
            out a[N]
            local s[N]
            local t[N]
            [i] : 0 <= i < N @ 0, 0, 0, i : s[i] = a[i]
            [i] : i = 0 or i = N - 1 @ 0, 0, 1, i : t[i] = s[i]
            [k, i] : 1 <= k <= M and k mod 2 = 1 and 0 < i < N - 1 @ 1, k, 0, i : t[i] = f(s[i - 1], s[i], s[i + 1])
            [k, i] : 1 <= k <= M and k mod 2 = 0 and 0 < i < N - 1 @ 1, k, 0, i : s[i] = f(t[i - 1], t[i], t[i + 1])
            [i] : 0 <= i < N and M mod 2 = {last} @ 2, 0, 0, i : a[i] = s[i]
            [i] : 0 <= i < N and M mod 2 = 1 - {last} @ 2, 0, 0, i : a[i] = t[i]
            "
        )
    };
    proved(JACOBI, &after("0"));
    refused(JACOBI, &after("1"));
}

/// A chain of stages on images, each with nine reads.
fn pipeline(stages: usize, rows: &str, fused: bool) -> String {
    let pad = |s: usize| 2 * (stages - s);
    let mut text = "params N, M : N >= 1 and M >= 1\n".to_string();
    for s in 0..=stages {
        let (word, extent) = match s {
            0 => ("in", format!("N + {}", pad(s))),
            s if s == stages => ("out", format!("N + {}", pad(s))),
            _ if rows.is_empty() => ("local", format!("N + {}", pad(s))),
            _ => ("local", rows.to_string()),
        };
        text += &format!("{word} t{s}[{extent}, M + {}]\n", pad(s));
    }
    let row = |s: usize, y: &str| match rows.is_empty() || s == 0 || s == stages {
        true => y.to_string(),
        false => format!("({y}) mod {rows}"),
    };
    for s in 1..=stages {
        let read = |k: usize| {
            let y = row(s - 1, &format!("y + {}", k / 3));
            format!("t{}[{y}, x + {}]", s - 1, k % 3)
        };
        let reads: Vec<String> = (0..9).map(read).collect();
        let time = match fused {
            true => format!("0, y + {}, {s}, x", 2 * s),
            false => format!("{s}, y, 0, x"),
        };
        text += &format!(
            "[y, x] : 0 <= y < N + {0} and 0 <= x < M + {0} @ {time} : t{s}[{1}, x] = f{s}({2})\n",
            pad(s),
            row(s, "y"),
            reads.join(", ")
        );
    }
    text
}

#[test]
fn long_pipelines() {
    let before = pipeline(20, "", false);
    verdict(&before, &pipeline(20, "3", true)).unwrap();
    let difference = verdict(&before, &pipeline(20, "2", true)).unwrap_err();
    assert!(
        matches!(difference, Difference::Contradicted { .. }),
        "{difference:?}"
    );
}
