//! Arrays of the scop: initial values, values from before the region, members of elements.

mod common;

use common::*;
use scop::AccessKind::{Read, Write};
use scop::Certainty::{May, Must};

#[test]
fn zero_initialisers_write_every_element() {
    let found = found(
        "void kernel(int n, double *out)
{
    for (int t = 0; t < n; t++) {
        double a[4][3] = {{0}};
        a[1][2] += 1;
        out[t] = a[1][2];
    }
}
",
    );
    let region = found.region();
    check_access(
        region,
        0,
        Write,
        Must,
        "[n] -> { S0[t] -> a[x,y] : 0 <= t < n and 0 <= x < 4 and 0 <= y < 3 }",
    );
    let initialiser = region.candidates[0].initialiser.expect("it has one");
    assert_eq!(found.unit.file.slice(initialiser), "= {{0}}");
    assert_eq!(region.candidates[0].references[0].accesses.len(), 2);
}

#[test]
fn static_arrays_are_carried() {
    let found = found(
        "void kernel(const double *in, double *out)
{
    static double a[8];
    for (int i = 0; i < 8; i++) a[i] = in[i];
    for (int i = 0; i < 8; i++) out[i] = a[i];
}
",
    );
    let array = &found.region().scop.arrays[0];
    assert!(array.carried && !array.live_in && !array.live_out);
    assert!(!found.region().candidates[0].may_be_vla);
}

#[test]
fn an_array_outside_a_repeated_region_is_carried() {
    let found = found(
        "void kernel(const double *in, double *out)
{
    double a[8];
    for (int t = 0; t < 3; t++) {
#pragma scop
        for (int i = 0; i < 8; i++) a[i] = in[i + t];
        for (int i = 0; i < 8; i++) out[i] = a[i];
#pragma endscop
    }
}
",
    );
    assert!(found.region().scop.arrays[0].carried);
}

#[test]
fn members_of_unions_are_partial_writes() {
    let found = found(
        "union word { int whole; float real; };
void kernel(int n, double *out)
{
    union word a[n];
    for (int i = 0; i < n; i++) {
        a[i].whole = 1;
        out[i] = a[i].real;
    }
}
",
    );
    let region = found.region();
    check_access(
        region,
        0,
        Write,
        May,
        "[n] -> { S0[i] -> a[i] : 0 <= i < n }",
    );
}

#[test]
fn members_of_structures_are_arrays() {
    let found = found(
        "struct point { double x, y; int *p; double v[2]; };
void kernel(int n, double *out)
{
    struct point a[n], b[n];
    for (int i = 0; i < n; i++) {
        a[i].x = 1;
        out[i] = a[i].x + a[i].p[3];
        b[i].v[0] = 1;
    }
}
",
    );
    let region = found.region();
    check_access(
        region,
        0,
        Write,
        Must,
        "[n] -> { S0[i] -> a_2[i] : 0 <= i < n }",
    );
    assert_eq!(accesses(region, 1, Read).len(), 2);
    assert_eq!(region.candidates[0].arrays().count(), 2);
    assert_eq!(found.reason("b"), "struct-element");
}

#[test]
fn scalars_can_be_followed_like_arrays() {
    let text = "void kernel(int n, const double *in, double *out)
{
    double a = 0;
    for (int i = 0; i < n; i++) {
        a = in[i] + a;
        out[i] = a;
    }
}
";
    let found = found_with(text, &reading_again("kernel", "a"));
    let region = found.region();
    check_access(region, 0, Write, Must, "[n] -> { S0[] -> a[] }");
    check_access(
        region,
        1,
        Read,
        Must,
        "[n] -> { S1[i] -> a[] : 0 <= i < n }",
    );
    check_access(
        region,
        1,
        Write,
        Must,
        "[n] -> { S1[i] -> a[] : 0 <= i < n }",
    );
    check_access(
        region,
        2,
        Read,
        Must,
        "[n] -> { S2[i] -> a[] : 0 <= i < n }",
    );
}
