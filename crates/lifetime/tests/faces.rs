//! Parts of arrays that live longer than the rest.
#![allow(clippy::unwrap_used)]

mod common;

use common::{A, Builder, Read, Write};
use lifetime::long_lived_faces;
use scop::{Order, Scop};

fn faces(scop: &Scop, order: Order) -> Vec<String> {
    let found = long_lived_faces(scop, A, order).unwrap();
    let text = |face: &lifetime::Face| format!("{} = {}", face.dim, face.at);
    found.iter().map(text).collect()
}

/// `for (i = 0; i < N; i++) A[i] = i ? f(A[i - 1]) : ..; .. = A[last] + A[N - 1];`
fn recurrence(last: &str) -> Scop {
    let b = Builder::new("[N] -> { : N >= 4 }", &[("A", &["N"])]);
    let b = b.statement(
        "[N] -> { S0[i] : 0 <= i < N }",
        "{ S0[i] -> [1, i, 0, 0, 0] }",
        &[
            (Read, "[N] -> { S0[i] -> A[i - 1] : i >= 1 }"),
            (Write, "[N] -> { S0[i] -> A[i] }"),
        ],
    );
    let last = format!("[N] -> {{ S1[] -> A[{last}] }}");
    let b = b.statement(
        "[N] -> { S1[] }",
        "{ S1[] -> [2, 0, 0, 0, 0] }",
        &[(Read, &last), (Read, "[N] -> { S1[] -> A[N - 1] }")],
    );
    b.scop
}

#[test]
fn elements_that_are_read_late() {
    for order in [Order::Sequential, Order::Any] {
        assert_eq!(faces(&recurrence("0"), order), ["0 = 0", "0 = N - 1"]);
        assert_eq!(faces(&recurrence("N - 1"), order), ["0 = N - 1"]);
    }
}
