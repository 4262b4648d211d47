//! The scop omits dimensions with subscripts that are not affine; the texts of these are kept.

mod common;

use common::{check_access, found, found_with, reading_again};
use front::Axis;
use scop::AccessKind::{Read, Write};
use scop::Certainty::{May, Must};

const GATHER: &str = "
void kernel(int n, const int at[], int out[])
{
    int t[n + 1][n];
    for (int j = 0; j < n; j++)
        t[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 0; j < n; j++)
            t[i][at[j]] = t[i - 1][t[i - 1][j]];
    out[0] = t[n][0];
}";

#[test]
fn an_element_is_a_row() {
    let found = found(GATHER);
    let region = found.region();
    let candidate = &region.candidates[0];
    assert_eq!(candidate.axes, [Axis::Whole(0)]);
    assert_eq!(
        candidate.opaque,
        ["n", "j", "at [ j ]", "t", "j", "0"],
        "the inner reference stands without its subscripts"
    );
    check_access(
        region,
        0,
        Write,
        May,
        "[n] -> { S0[j] -> t[0] : 0 <= j < n }",
    );
    check_access(region, 2, Read, Must, "[n] -> { S2[] -> t[n] : n >= 1 }");
}

#[test]
fn nothing_is_left_to_follow() {
    let text = "
void kernel(int n, const int at[], int out[])
{
    int t[n];
    for (int j = 0; j < n; j++) {
        t[at[j]] = j;
        out[j] = t[at[j]];
    }
}";
    assert_eq!(found(text).reason("t"), "subscript-not-affine");
    let found = found_with(text, &reading_again("kernel", "t"));
    assert!(found.region().candidates[0].axes.is_empty());
    assert!(found.region().scop.arrays[0].shape.is_empty());
}
