//! Loops that are fused, exchanged, skewed, split and cut into strips.

use super::{BLUR, JACOBI, contradicted, proved, refused, two_d};

#[test]
fn fusion() {
    proved(
        BLUR,
        "
        params N : N >= 3
        in a[N + 2]
        out b[N]
        local t[N + 2]
        [i] : 0 <= i < N + 2 @ 0, i, 0 : t[i] = f(a[i])
        [i] : 2 <= i < N + 2 @ 0, i, 1 : b[i - 2] = g(t[i - 2], t[i - 1], t[i])
        ",
    );
    contradicted(
        BLUR,
        "
        params N : N >= 3
        in a[N + 2]
        out b[N]
        local t[N + 2]
        [i] : 0 <= i < N + 2 @ 0, i, 0 : t[i] = f(a[i])
        [i] : 1 <= i < N + 1 @ 0, i, 1 : b[i - 1] = g(t[i - 1], t[i], t[i + 1])
        ",
    );
}

#[test]
fn distribution() {
    let before = two_d(
        "local t[M]
         [i, j] : 0 <= i < N and 0 <= j < M @ i, 0, j : t[j] = f(a[i, j])
         [i, j] : 0 <= i < N and 0 <= j < M @ i, 1, j : b[i, j] = g(t[j], t[M - 1 - j])",
    );
    let after = |row: &str| {
        two_d(&format!(
            "local t[N, M]
             [i, j] : 0 <= i < N and 0 <= j < M @ 0, i, j : t[i, j] = f(a[i, j])
             [i, j] : 0 <= i < N and 0 <= j < M @ 1, i, j : b[i, j] = g(t[i, j], t[{row}, M - 1 - j])"
        ))
    };
    proved(&before, &after("i"));
    contradicted(&before, &after("0"));
}

#[test]
fn interchange_and_strips() {
    let before = two_d("[i, j] : 0 <= i < N and 0 <= j < M @ i, j : b[i, j] = f(a[i, j])");
    proved(
        &before,
        &two_d("[j, i] : 0 <= i < N and 0 <= j < M @ j, i : b[i, j] = f(a[i, j])"),
    );
    contradicted(
        &before,
        &two_d("[j, i] : 0 <= i < N - 1 and 0 <= j < M @ j, i : b[i, j] = f(a[i, j])"),
    );
    proved(
        &before,
        &two_d(
            "[u, i, j] : 0 <= i < N and 0 <= j < M and 8 u <= i < 8 u + 8 @ u, j, i : b[i, j] = f(a[i, j])",
        ),
    );
    contradicted(
        &before,
        &two_d(
            "[u, i, j] : 0 <= i < N and 0 <= j < M and 4 u <= i < 4 u + 3 @ u, j, i : b[i, j] = f(a[i, j])",
        ),
    );
}

#[test]
fn skewing_shifting_reversal_unrolling() {
    let before = two_d("[i, j] : 0 <= i < N and 0 <= j < M @ i, j : b[i, j] = f(a[i, j])");
    proved(
        &before,
        &two_d("[i, k] : 0 <= i < N and i <= k < M + i @ k, i : b[i, k - i] = f(a[i, k - i])"),
    );
    proved(
        &before,
        &two_d(
            "[i, j] : 2 < i < N + 3 and 0 <= j < M @ i, j : b[i - 3, M - 1 - j] = f(a[i - 3, M - 1 - j])",
        ),
    );
    contradicted(
        &before,
        &two_d(
            "[i, j] : 2 < i < N + 3 and 0 <= j < M @ i, j : b[i - 3, M - 1 - j] = f(a[i - 3, j])",
        ),
    );
    let halves = |odd: &str| {
        two_d(&format!(
            "[i, k] : 0 <= i < N and 0 <= 2 k < M @ i, k, 0 : b[i, 2 k] = f(a[i, 2 k])
             [i, k] : 0 <= i < N and 0 <= k and {odd} < M @ i, k, 1 : b[i, 2 k + 1] = f(a[i, 2 k + 1])"
        ))
    };
    proved(&before, &halves("2 k + 1"));
    contradicted(&before, &halves("2 k + 2"));
}

#[test]
fn recomputed_halos() {
    let after = |from: &str| {
        format!(
            "
            params N : N >= 3
            in a[N + 2]
            out b[N]
            local t[6]
            [u, i] : 0 <= 4 u < N and 4 u <= i < 4 u + 6 and i < N + 2 @ u, 0, i : t[i - 4 u] = f(a[i])
            [u, i] : 0 <= 4 u < N and 4 u <= i < 4 u + 4 and i < N @ u, 1, i : b[i] = g(t[i - 4 u], t[i - 4 u + 1], t[i - 4 u + {from}])
            "
        )
    };
    proved(BLUR, &after("2"));
    contradicted(BLUR, &after("1"));
}

#[test]
fn seidel_skewed() {
    let before = "
        params N, M : N >= 3 and M >= 1
        out a[N]
        [k, i] : 0 <= k < M and 0 < i < N - 1 @ k, i : a[i] = f(a[i - 1], a[i], a[i + 1])
    ";
    let after = |skew: &str| {
        format!(
            "
            params N, M : N >= 3 and M >= 1
            out a[N]
            [k, w] : 0 <= k < M and 0 < w - {skew} k < N - 1 @ w, k : a[w - {skew} k] = f(a[w - {skew} k - 1], a[w - {skew} k], a[w - {skew} k + 1])
            "
        )
    };
    proved(before, &after("2"));
    proved(before, &after("1"));
    refused(before, &after("0"));
}

#[test]
fn time_in_waves() {
    let after = |skew: &str| {
        format!(
            "
            params N, M : N >= 3 and M >= 1
            out a[N]
            local t[2, N]
            [i] : 0 <= i < N @ 0, 0, 0, i : t[0, i] = a[i]
            [k, i] : 1 <= k <= M and 0 < i < N - 1 @ 1, i + {skew} k, k, i : t[k mod 2, i] = f(t[(k - 1) mod 2, i - 1], t[(k - 1) mod 2, i], t[(k - 1) mod 2, i + 1])
            [k] : 1 <= k <= M @ 1, {skew} k, k, 0 : t[k mod 2, 0] = t[(k - 1) mod 2, 0]
            [k] : 1 <= k <= M @ 1, N - 1 + {skew} k, k, N - 1 : t[k mod 2, N - 1] = t[(k - 1) mod 2, N - 1]
            [i] : 0 <= i < N @ 2, 0, 0, i : a[i] = t[M mod 2, i]
            "
        )
    };
    proved(JACOBI, &after("2"));
    refused(JACOBI, &after("0"));
    let tiled = |skew: &str| {
        format!(
            "
            params N, M : N >= 3 and M >= 1
            out a[N]
            local t[2, N]
            [i] : 0 <= i < N @ 0, 0, 0, 0, 0, i : t[0, i] = a[i]
            [u, v, k, i] : 1 <= k <= M and 0 < i < N - 1 and 4 u <= k < 4 u + 4 and 6 v <= i + {skew} k < 6 v + 6 @ 1, u, v, k, i, 0 : t[k mod 2, i] = f(t[(k - 1) mod 2, i - 1], t[(k - 1) mod 2, i], t[(k - 1) mod 2, i + 1])
            [u, v, k] : 1 <= k <= M and 4 u <= k < 4 u + 4 and 6 v <= {skew} k < 6 v + 6 @ 1, u, v, k, 0, 0 : t[k mod 2, 0] = t[(k - 1) mod 2, 0]
            [u, v, k] : 1 <= k <= M and 4 u <= k < 4 u + 4 and 6 v <= N - 1 + {skew} k < 6 v + 6 @ 1, u, v, k, N - 1, 0 : t[k mod 2, N - 1] = t[(k - 1) mod 2, N - 1]
            [i] : 0 <= i < N @ 2, 0, 0, 0, 0, i : a[i] = t[M mod 2, i]
            "
        )
    };
    proved(JACOBI, &tiled("2"));
    refused(JACOBI, &tiled("0"));
}

#[test]
fn wavefronts_by_count() {
    let before = "
        params N, M : N >= 3 and M >= 1
        out a[N]
        [k, i] : 0 <= k < M and 0 < i < N - 1 @ k, i : a[i] = f(a[i - 1], a[i], a[i + 1])
    ";
    let after = |skew: i64| {
        let i = format!("w - {skew} M + {skew} + {skew} k");
        format!(
            "
            params N, M : N >= 3 and M >= 1
            out a[N]
            [w, k] : 0 <= k < M and 0 < {i} < N - 1 @ w, k : a[{i}] = f(a[{i} - 1], a[{i}], a[{i} + 1])
            "
        )
    };
    proved(before, &after(2));
    proved(before, &after(3));
    refused(before, &after(0));
}
