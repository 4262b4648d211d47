//! Two arrays: which of their elements are alive at once.
#![allow(clippy::unwrap_used)]

mod common;

use common::{A, Builder, Read, Write};
use lifetime::{Meeting, meeting};
use scop::{ArrayId, Order};

const B: ArrayId = ArrayId(1);

#[test]
fn elements_of_two() {
    for (read, keeps, expected) in [
        ("A[i]", None, Meeting::Elsewhere),
        ("A[i - 1]", None, Meeting::Anywhere),
        ("A[i + 1]", None, Meeting::Elsewhere),
        ("A[N - 1 - i]", None, Meeting::Anywhere),
        ("A[i]", Some("A[i]"), Meeting::Anywhere),
        ("A[i]", Some("A[2]"), Meeting::Anywhere),
    ] {
        let found = of_program(read, keeps);
        assert_eq!(found, expected, "{read} {keeps:?}");
    }
}

/// `A[i] = ..` for all `i`, then `B[i] = f(A[..])`, then reads of `B`, and of `A` if `keeps` names
/// one.
fn of_program(read: &str, keeps: Option<&str>) -> Meeting {
    let shape = [("A", &["N"][..]), ("B", &["N"])];
    let domain = |s: &str| format!("[N] -> {{ {s}[i] : 1 <= i < N - 1 }}");
    let access = |s: &str, element: &str| format!("[N] -> {{ {s}[i] -> {element} }}");
    let time = |s: &str, at: u32| format!("{{ {s}[i] -> [{at}, i, 0, 0, 0] }}");
    let b = Builder::new("[N] -> { : N >= 3 }", &shape);
    let b = b.statement(
        "[N] -> { S0[i] : 0 <= i < N }",
        &time("S0", 0),
        &[(Write, &access("S0", "A[i]"))],
    );
    let b = b.statement(
        &domain("S1"),
        &time("S1", 1),
        &[(Read, &access("S1", read)), (Write, &access("S1", "B[i]"))],
    );
    let mut last = vec![(Read, access("S2", "B[i]"))];
    last.extend(keeps.map(|element| (Read, access("S2", element))));
    let last: Vec<_> = last
        .iter()
        .map(|(kind, text)| (*kind, text.as_str()))
        .collect();
    let b = b.statement(&domain("S2"), &time("S2", 2), &last);
    meeting(&b.scop, [A, B], Order::Sequential).unwrap()
}

/// The first array is read for the last time before the second one is written.
#[test]
fn in_turn() {
    let shape = [("A", &["N"][..]), ("B", &["N", "N"])];
    let b = Builder::new("[N] -> { : N >= 1 }", &shape);
    let b = b.statement(
        "[N] -> { S0[i] : 0 <= i < N }",
        "{ S0[i] -> [0, i, 0, 0, 0] }",
        &[(Write, "[N] -> { S0[i] -> A[i] }")],
    );
    let b = b.statement(
        "[N] -> { S1[i] : 0 <= i < N }",
        "{ S1[i] -> [1, i, 0, 0, 0] }",
        &[(Read, "[N] -> { S1[i] -> A[N - 1 - i] }")],
    );
    let b = b.statement(
        "[N] -> { S2[i] : 0 <= i < N }",
        "{ S2[i] -> [2, i, 0, 0, 0] }",
        &[(Write, "[N] -> { S2[i] -> B[i, i] }")],
    );
    let b = b.statement(
        "[N] -> { S3[i] : 0 <= i < N }",
        "{ S3[i] -> [3, i, 0, 0, 0] }",
        &[(Read, "[N] -> { S3[i] -> B[i, i] }")],
    );
    let found = meeting(&b.scop, [A, B], Order::Sequential).unwrap();
    assert_eq!(found, Meeting::Never);
    // Under any legal order neither is certainly first.
    let found = meeting(&b.scop, [A, B], Order::Any).unwrap();
    assert_eq!(found, Meeting::Anywhere);
}
