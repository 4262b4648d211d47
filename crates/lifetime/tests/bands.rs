//! The bands of tilable loops that dependences allow.
#![allow(clippy::unwrap_used)]

mod common;

use common::{A, Builder, Read, Write};
use lifetime::{illegal, mark_bands};
use scop::{Order, Scop};

const CONTEXT: &str = "[N] -> { : N >= 3 }";

/// The bands of each statement.
#[track_caller]
fn bands_are(mut scop: Scop, expected: &[&[&[usize]]]) {
    mark_bands(&mut scop).unwrap();
    let found: Vec<&Vec<Vec<usize>>> = scop.statements.iter().map(|s| &s.tilable).collect();
    let expected: Vec<Vec<Vec<usize>>> = expected
        .iter()
        .map(|bands| bands.iter().map(|b| b.to_vec()).collect())
        .collect();
    assert_eq!(found, expected.iter().collect::<Vec<_>>());
    assert_eq!(illegal(&scop, A, Order::Tilable).unwrap(), None);
}

/// An in-place sweep with this time.
fn gauss_seidel(time: &str) -> Scop {
    Builder::new(CONTEXT, &[("A", &["N"])])
        .statement(
            "[N] -> { S0[t,i] : 0 <= t < N and 1 <= i < N - 1 }",
            &format!("[N] -> {{ S0[t,i] -> {time} }}"),
            &[
                (Read, "{ S0[t,i] -> A[i - 1] }"),
                (Read, "{ S0[t,i] -> A[i + 1] }"),
                (Write, "{ S0[t,i] -> A[i] }"),
            ],
        )
        .scop
}

#[test]
fn a_sweep_in_place_has_to_be_skewed() {
    bands_are(gauss_seidel("[0,t,0,i,0]"), &[&[]]);
    bands_are(gauss_seidel("[0,t,0,t + i,0]"), &[&[&[1, 3]]]);
}

/// Loops that run backward have times that increase.
#[test]
fn backward_loops_count_in_time() {
    let scan = |time: &str| {
        Builder::new(CONTEXT, &[("A", &["N", "N"])])
            .statement(
                "[N] -> { S0[i,j] : 1 <= i < N and 0 <= j < N - 1 }",
                time,
                &[
                    (Read, "{ S0[i,j] -> A[i - 1,j + 1] }"),
                    (Write, "{ S0[i,j] -> A[i,j] }"),
                ],
            )
            .scop
    };
    bands_are(scan("{ S0[i,j] -> [0,i,0,j,0] }"), &[&[]]);
    bands_are(scan("{ S0[i,j] -> [0,i,0,-j,0] }"), &[&[&[1, 3]]]);
}

/// A matrix product. Its clearing statement is outside the innermost loop, so the loops are not a
/// perfect nest.
fn product(initial: &str) -> Scop {
    let mut b = Builder::new(CONTEXT, &[("A", &["N", "N"]), ("B", &["N", "N"])]).statement(
        "[N] -> { S0[i,j] : 0 <= i,j < N }",
        initial,
        &[(Write, "{ S0[i,j] -> A[i,j] }")],
    );
    b.scop.time_dims = 7;
    b.statement(
        "[N] -> { S1[i,j,k] : 0 <= i,j,k < N }",
        "{ S1[i,j,k] -> [1,i,0,j,1,k,0] }",
        &[
            (Read, "{ S1[i,j,k] -> A[i,j] }"),
            (Read, "{ S1[i,j,k] -> B[i,k] }"),
            (Read, "{ S1[i,j,k] -> B[k,j] }"),
            (Write, "{ S1[i,j,k] -> A[i,j] }"),
        ],
    )
    .scop
}

#[test]
fn all_loops_of_a_product_form_a_band() {
    let apart = product("{ S0[i,j] -> [0,i,0,j,0,0,0] }");
    bands_are(apart, &[&[&[1, 3]], &[&[1, 3, 5]]]);
    let within = product("{ S0[i,j] -> [1,i,0,j,0,0,0] }");
    bands_are(within, &[&[&[1, 3]], &[&[1, 3]]]);
}

#[test]
fn dependences_of_an_outer_loop_leave_inner_bands_legal() {
    // A[i][j] is computed from A[i+1][j+1] of the previous step.
    let time_steps = || {
        let mut b = Builder::new(CONTEXT, &[("A", &["N", "N", "N"])]);
        b.scop.time_dims = 7;
        b.statement(
            "[N] -> { S0[t,i,j] : 1 <= t < N and 1 <= i < N - 1 and 0 < j < N - 1 }",
            "{ S0[t,i,j] -> [0,t,0,i,0,j,0] }",
            &[
                (Read, "{ S0[t,i,j] -> A[t - 1,i + 1,j + 1] }"),
                (Write, "{ S0[t,i,j] -> A[t,i,j] }"),
            ],
        )
        .scop
    };
    bands_are(time_steps(), &[&[&[3, 5]]]);
    let mut stated = time_steps();
    stated.statements[0].tilable = vec![vec![3, 5]];
    bands_are(stated, &[&[&[3, 5]]]);
}

#[test]
fn dependences_of_other_arrays_count() {
    let b = |other: &str| {
        Builder::new(CONTEXT, &[("A", &["N", "N"]), ("B", &["N", "N"])])
            .statement(
                "[N] -> { S0[i,j] : 1 <= i < N and 0 <= j < N - 1 }",
                "{ S0[i,j] -> [0,i,0,j,0] }",
                &[
                    (Write, "{ S0[i,j] -> A[i,j] }"),
                    (Read, other),
                    (Write, "{ S0[i,j] -> B[i,j] }"),
                ],
            )
            .scop
    };
    bands_are(b("{ S0[i,j] -> B[i - 1,j] }"), &[&[&[1, 3]]]);
    bands_are(b("{ S0[i,j] -> B[i - 1,j + 1] }"), &[&[]]);
}
