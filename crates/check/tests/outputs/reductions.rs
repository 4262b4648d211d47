//! Sums in other orders.

use super::{contradicted, proved, refused};

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
