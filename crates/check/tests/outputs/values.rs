//! Copies, integers, conditions, whole arrays and operators.

use super::{contradicted, proved, refused, two_d, verdict};
use check::Difference;

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
fn statements_beside_those_that_moved() {
    let system = |first: [usize; 2], second: [usize; 2], read: &str| {
        format!(
            "
            params N : N >= 1
            out b[N]
            local s[]
            local t[N]
            local c[N]
            [] : @ 0, 0, 0 : s[] = f(#(0))
            [i] : 0 <= i < N @ 1, i, {} : s[] = g(s[])
            [i] : 0 <= i < N @ 1, i, {} : t[i] = h(s[])
            [i] : 0 <= i < N @ 2, i, 0 : c[i] = {read}
            [i] : 0 <= i < N @ 3, i, {} : s[] = g(s[])
            [i] : 0 <= i < N @ 3, i, {} : b[i] = k(c[i], s[])
            ",
            first[0], first[1], second[0], second[1]
        )
    };
    let before = system([0, 1], [0, 1], "t[i]");
    proved(&before, &system([0, 1], [0, 1], "t[i]"));
    proved(&before, &system([0, 2], [1, 3], "t[i]"));
    contradicted(&before, &system([1, 0], [0, 1], "t[i]"));
    contradicted(&before, &system([0, 1], [1, 0], "t[i]"));
    contradicted(&before, &system([0, 1], [0, 1], "t[N - 1 - i]"));
}
