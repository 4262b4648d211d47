//! Programs whose loops were moved and whose arrays were folded by hand, right and nearly right.
#![allow(clippy::unwrap_used)]

mod systems;

use check::{Difference, Proof, same_outputs};
use poly::Context;
use systems::{brute, system};

fn verdict(before: &str, after: &str) -> Result<Proof, Difference> {
    let ctx = Context::new();
    ctx.start_budget(20_000_000);
    same_outputs(&system(&ctx, before), &system(&ctx, after))
}

/// The parameter values that are tried.
fn small(before: &str) -> Vec<Vec<(&'static str, i64)>> {
    let has_m = before.contains("params N, M");
    let mut all = Vec::new();
    for n in 1..11 {
        for m in 1..(if has_m { 5 } else { 2 }) {
            all.push(if has_m {
                vec![("N", n), ("M", m)]
            } else {
                vec![("N", n)]
            });
        }
    }
    all
}

fn agree(before: &str, after: &str) -> bool {
    let ctx = Context::new();
    let (a, b) = (system(&ctx, before), system(&ctx, after));
    let in_context = |p: &Vec<(&str, i64)>| {
        let fixed = a.scop.context.fix_params(p.iter().copied()).unwrap();
        !fixed.is_empty().unwrap()
    };
    let mut points = small(before).into_iter().filter(in_context);
    points.all(|p| brute::agree(&a, &b, &p))
}

fn proved(before: &str, after: &str) {
    assert!(agree(before, after), "the test itself is wrong");
    if let Err(difference) = verdict(before, after) {
        panic!("{difference}: {difference:?}");
    }
}

fn refused(before: &str, after: &str) -> Difference {
    assert!(!agree(before, after), "the test itself is wrong");
    match verdict(before, after) {
        Ok(_) => panic!("a wrong program was proved"),
        Err(difference) => difference,
    }
}

/// A true difference was found.
fn contradicted(before: &str, after: &str) {
    let difference = refused(before, after);
    let Difference::Contradicted { trace, .. } = &difference else {
        panic!("{difference:?}");
    };
    assert!(trace.is_complete, "{difference:?}");
}

const BLUR: &str = "
    params N : N >= 3
    in a[N + 2]
    out b[N]
    local t[N + 2]
    [i] : 0 <= i < N + 2 @ 0, i, 0 : t[i] = f(a[i])
    [i] : 0 <= i < N @ 1, i, 0 : b[i] = g(t[i], t[i + 1], t[i + 2])
";

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

const TWO_D: &str = "
    params N, M : N >= 1 and M >= 1
    in a[N][M]
    out b[N][M]
";

fn two_d(rest: &str) -> String {
    format!("{}\n{rest}", TWO_D.replace("][", ", "))
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

const JACOBI: &str = "
    params N, M : N >= 3 and M >= 1
    out a[N]
    local t[M + 1, N]
    [i] : 0 <= i < N @ 0, 0, 0, i : t[0, i] = a[i]
    [k, i] : 1 <= k <= M and 0 < i < N - 1 @ 1, k, 0, i : t[k, i] = f(t[k - 1, i - 1], t[k - 1, i], t[k - 1, i + 1])
    [k] : 1 <= k <= M @ 1, k, 1, 0 : t[k, 0] = t[k - 1, 0]
    [k] : 1 <= k <= M @ 1, k, 1, 1 : t[k, N - 1] = t[k - 1, N - 1]
    [i] : 0 <= i < N @ 2, 0, 0, i : a[i] = t[M, i]
";

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

#[test]
fn reductions() {
    let sum = |first: &str, term: &str, domain: &str| {
        format!(
            "
            params N : N >= 1
            in a[N]
            out r[]
            [] : @ 0, 0 : r[] = {first}
            [i] : {domain} @ 1, i : r[] = +(r[], {term})
            "
        )
    };
    let before = sum("zero()", "a[i]", "0 <= i < N");
    proved(&before, &sum("zero()", "a[i - 3]", "3 <= i < N + 3"));
    refused(&before, &sum("zero()", "a[N - 1 - i]", "0 <= i < N"));
    refused(&before, &sum("zero()", "a[i]", "0 <= i < N - 1"));
    refused(&before, &sum("zero()", "a[i]", "1 <= i < N"));
    let swapped = before.replace("+(r[], a[i])", "+(a[i], r[])");
    proved(&before, &swapped);
}

#[test]
fn scalars_and_copies() {
    let before = "
        params N : N >= 1
        in a[N + 1]
        out b[N]
        local s[]
        local u[]
        [i] : 0 <= i < N @ i, 0 : s[] = f(a[i])
        [i] : 0 <= i < N @ i, 1 : u[] = g(s[], a[i + 1])
        [i] : 0 <= i < N @ i, 2 : b[i] = h(s[], u[])
    ";
    let expanded = |read: &str| {
        format!(
            "
            params N : N >= 1
            in a[N + 1]
            out b[N]
            local s[N]
            local c[]
            local d[]
            [i] : 0 <= i < N @ 0, i, 0 : s[i] = f(a[i])
            [i] : 0 <= i < N @ 1, i, 0 : c[] = {read}
            [i] : 0 <= i < N @ 1, i, 1 : d[] = c[]
            [i] : 0 <= i < N @ 1, i, 2 : b[i] = h(d[], g(c[], a[i + 1]))
            "
        )
    };
    proved(before, &expanded("s[i]"));
    contradicted(before, &expanded("s[0]"));
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
fn initial_contents_and_untouched_elements() {
    let before = "
        params N : N >= 4
        out a[N]
        [i] : 1 <= i < N - 1 @ i : a[i] = f(a[i])
    ";
    let after = |domain: &str, value: &str| {
        format!(
            "
            params N : N >= 4
            out a[N]
            [i] : {domain} @ i : a[i] = {value}
            "
        )
    };
    proved(before, &after("1 <= i < N - 1", "f(a[i])"));
    proved(
        before,
        &after("0 <= i < N", "?(i = 0 or i = N - 1; a[i]; f(a[i]))"),
    );
    contradicted(before, &after("1 <= i < N - 2", "f(a[i])"));
    contradicted(before, &after("0 <= i < N - 1", "f(a[i])"));
    contradicted(before, &after("1 <= i < N - 1", "f(a[i - 1])"));
    refused(before, &after("1 <= i < N", "f(a[i])"));
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
fn integers() {
    let before = "
        params N : N >= 1
        out b[N]
        [i] : 0 <= i < N @ i : b[i] = f(#(2 i + N))
    ";
    let after = |value: &str| {
        format!(
            "
            params N : N >= 1
            out b[N]
            local c[]
            [i] : 0 <= i < N @ i, 0 : c[] = {value}
            [i] : 0 <= i < N @ i, 1 : b[N - 1 - i] = f(c[])
            "
        )
    };
    proved(before, &after("#(3 N - 2 - 2 i)"));
    contradicted(before, &after("#(3 N - 1 - 2 i)"));
    contradicted(before, &after("zero()"));
}

#[test]
fn whole_arrays() {
    let before = "
        params N : N >= 2
        in a[N]
        out b[N]
        local t[N]
        [i, j] : 0 <= i < N and 0 <= j <= i @ i, 0, j : t[j] = f(a[j], #(i))
        [i] : 0 <= i < N @ i, 1, 0 : b[i] = call(*t[x : 0 <= x <= i])
    ";
    let after = |value: &str, all: &str| {
        format!(
            "
            params N : N >= 2
            in a[N]
            out b[N]
            local t[N]
            [i, j] : 0 <= i < N and 0 <= j <= i @ i, 0, -j : t[j] = f(a[j], {value})
            [i] : 0 <= i < N @ i, 1, 0 : b[i] = call(*t[x : {all}])
            "
        )
    };
    proved(before, &after("#(i)", "0 <= x <= i"));
    contradicted(before, &after("#(i)", "0 <= x < i"));
    contradicted(before, &after("#(j)", "0 <= x <= i"));
}

#[test]
fn arrays_that_are_left() {
    let row = |extent: &str| {
        format!(
            "
            params N : N >= 1
            in a[N]
            out b[N]
            local t[{extent}]
            [i] : 0 <= i < N @ 0, i : t[i] = f(a[i])
            [i] : 0 <= i < N @ 1, i : b[i] = t[i]
            "
        )
    };
    let proof = verdict(&row("5"), &row("N")).unwrap();
    assert!(proof.is_restricted);
    let expected = poly::Set::parse(proof.context.context(), "[N] -> { : 1 <= N <= 5 }").unwrap();
    assert!(proof.context.is_equal(&expected).unwrap());
    let difference = verdict(&row("N"), &row("5")).unwrap_err();
    let Difference::Outside { sample, .. } = difference else {
        panic!("{difference:?}");
    };
    assert_eq!(
        (sample.params, sample.element),
        (vec![("N".to_string(), 6)], vec![5])
    );
}

#[test]
fn reads_of_what_was_never_written() {
    let some = |first: &str| {
        format!(
            "
            params N : N >= 1
            in a[N]
            out b[N]
            local t[N]
            [i] : {first} <= i < N @ 0, i : t[i] = f(a[i])
            [i] : 0 <= i < N @ 1, i : b[i] = t[i]
            "
        )
    };
    let difference = verdict(&some("1"), &some("0")).unwrap_err();
    assert!(
        matches!(difference, Difference::Undefined { .. }),
        "{difference:?}"
    );
    contradicted(&some("0"), &some("1"));
    let proof = verdict(&some("N - 2"), &some("0")).unwrap();
    assert!(proof.is_restricted);
}

#[test]
fn commutative_operators() {
    let before = two_d(
        "[i, j] : 0 <= i < N and 0 <= j < M @ i, j : b[i, j] = +(*(a[i, j], k()), g(a[0, j]))",
    );
    let after = two_d(
        "[i, j] : 0 <= i < N and 0 <= j < M @ i, j : b[i, j] = +(g(a[0, j]), *(k(), a[i, j]))",
    );
    proved(&before, &after);
    let wrong = after.replace("*(k(), a[i, j])", "*(k(), a[0, j])");
    contradicted(&before, &wrong);
    let not = before.replace("g(a[0, j])", "-(a[0, j], k())");
    contradicted(&not, &not.replace("-(a[0, j], k())", "-(k(), a[0, j])"));
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
fn reductions_in_strips() {
    let before = "
        params N : N >= 1
        in a[N]
        out r[]
        [] : @ 0, 0, 0 : r[] = zero()
        [i] : 0 <= i < N @ 1, i, 0 : r[] = +(r[], a[i])
    ";
    let strips = |order: &str| {
        format!(
            "
            params N : N >= 1
            in a[N]
            out r[]
            local s[]
            [] : @ 0, 0, 0 : s[] = zero()
            [u, i] : 0 <= i < N and 8 u <= i < 8 u + 8 @ 1, u, {order} : s[] = +(s[], a[i])
            [] : @ 2, 0, 0 : r[] = s[]
            "
        )
    };
    proved(before, &strips("i"));
    refused(before, &strips("-i"));
    let unrolled = |second: &str| {
        format!(
            "
            params N : N >= 1
            in a[N]
            out r[]
            [] : @ 0, 0, 0 : r[] = zero()
            [k] : 0 <= 2 k < N - 1 @ 1, k, 0 : r[] = +(r[], a[2 k])
            [k] : 0 <= 2 k < N - 1 @ 1, k, 1 : r[] = +(r[], a[2 k + {second}])
            [] : N mod 2 = 1 @ 2, 0, 0 : r[] = +(r[], a[N - 1])
            "
        )
    };
    proved(before, &unrolled("1"));
    refused(before, &unrolled("0"));
}

#[test]
fn nested_reductions() {
    let before = "
        params N, M : N >= 1 and M >= 1
        in a[N, M]
        out r[]
        [] : @ 0, 0, 0 : r[] = zero()
        [i, j] : 0 <= i < N and 0 <= j < M @ 1, i, j : r[] = +(r[], a[i, j])
    ";
    let shifted = |row: &str| {
        format!(
            "
            params N, M : N >= 1 and M >= 1
            in a[N, M]
            out r[]
            [] : @ 0, 0, 0 : r[] = zero()
            [i, j] : 1 <= i <= N and 0 <= j < M @ 1, i, j : r[] = +(a[i - {row}, j], r[])
            "
        )
    };
    proved(before, &shifted("1"));
    contradicted(before, &shifted("1").replace("1 <= i <= N", "1 <= i < N"));
    refused(before, &before.replace("@ 1, i, j", "@ 1, j, i"));
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

#[test]
fn values_under_conditions_on_iterators() {
    let before = "
        params N : N >= 1
        in a[N]
        out b[N]
        [i] : 0 <= i < N @ i : b[i] = ?(i > 0; f(a[i - 1 : i > 0]); zero())
    ";
    let after = |first: &str| {
        format!(
            "
            params N : N >= 1
            in a[N]
            out b[N]
            [] : @ 0, 0 : b[{first}] = zero()
            [i] : 0 < i < N @ 1, i : b[i] = f(a[i - 1])
            "
        )
    };
    proved(before, &after("0"));
    refused(before, &after("N - 1"));
    let always = before.replace("i - 1 : i > 0]", "i - 1]");
    let difference = verdict(&always, &after("0")).unwrap_err();
    assert!(
        matches!(difference, Difference::Undefined { .. }),
        "{difference:?}"
    );
}

#[test]
fn a_narrower_context() {
    let text = "
        params N : N >= 1
        in a[N]
        out b[N]
        [i] : 0 <= i < N @ i : b[i] = a[i]
    ";
    let narrower = text.replace("N >= 1", "N >= 4");
    verdict(&narrower, text).unwrap();
    let difference = verdict(text, &narrower).unwrap_err();
    assert!(
        matches!(difference, Difference::Narrower { .. }),
        "{difference:?}"
    );
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
