//! New subscripts that stay within the types of C are proved; near misses are refused.
#![allow(clippy::unwrap_used)]

mod common;

use check::{Mismatch, same_arithmetic};
use common::{A, mapped, samples};
use poly::{Context, Expr, Set};
use scop::{Arithmetic, IntType, Named, ParamKind, Scop, Step};

const UNSIGNED: IntType = IntType {
    bits: 32,
    signed: false,
};

fn step(value: Expr, ty: IntType) -> Step {
    Step {
        value,
        named: None,
        ty,
        certain: true,
    }
}

fn number(n: i64) -> Expr {
    Expr::constant(n)
}

/// A scop with parameters and counters of one type, in which each access computes some steps.
fn typed(mut scop: Scop, ty: IntType, steps: &[Step]) -> Scop {
    for param in &mut scop.params {
        param.kind = ParamKind::Variable;
    }
    let counters = scop.statements.iter();
    scop.arithmetic = Arithmetic {
        params: vec![Some(ty); scop.params.len()],
        counters: counters
            .map(|s| vec![Some(ty); s.iterators.len()])
            .collect(),
        steps: vec![steps.to_vec(); scop.accesses.len()],
        ..Arithmetic::default()
    };
    scop
}

/// Whether the steps of the folded program are proved, given those of the original.
fn prove(before: &[Step], after: &[Step]) -> Result<(), Mismatch> {
    let original = samples::blur();
    let rows = [(&[1, 0][..], "0", "3"), (&[0, 1][..], "0", "")];
    let emitted = common::folded(&original, "3, N", |_, s| mapped(&rows, s));
    let original = typed(original, IntType::INT, before);
    let emitted = typed(emitted, IntType::INT, after);
    same_arithmetic(&original, &emitted, &[(A, A)])
}

fn is_proved(before: &[Step], after: &[Step]) -> bool {
    match prove(before, after) {
        Ok(()) => true,
        Err(Mismatch::Overflow { .. }) => false,
        Err(other) => panic!("{other}"),
    }
}

/// The counter of all statements of the sample.
fn counter() -> Expr {
    let scop = samples::blur();
    let first = &scop.statements[0].iterators[0];
    assert!(scop.statements.iter().all(|s| s.iterators.contains(first)));
    Expr::var(first)
}

#[test]
fn sums_stay_in_their_type() {
    let int = |value: Expr| step(value, IntType::INT);
    let i = counter();
    // The counter is less than a size that is an `int`.
    assert!(is_proved(&[], &[int(i.clone() + number(1))]));
    assert!(!is_proved(&[], &[int(i.clone() + number(2))]));
    assert!(!is_proved(&[], &[int(i.clone() * 2)]));
    assert!(is_proved(&[], &[step(i.clone() * 2, IntType::LONG)]));
    assert!(is_proved(&[], &[int(-i.clone())]));
    assert!(!is_proved(&[], &[int(i.clone() + number(1 << 31))]));
    assert!(!is_proved(&[], &[int(i + number(-(1 << 31) - 1))]));
}

#[test]
fn unsigned_sums_do_not_wrap() {
    let i = counter();
    assert!(is_proved(&[], &[step(i.clone() * 2, UNSIGNED)]));
    assert!(!is_proved(&[], &[step(i.clone() * 3, UNSIGNED)]));
    assert!(!is_proved(&[], &[step(i - number(1), UNSIGNED)]));
}

#[test]
fn computations_of_the_original_are_defined() {
    let int = |value: Expr| step(value, IntType::INT);
    let i = counter();
    let twice = int(i.clone() * 2);
    assert!(is_proved(
        std::slice::from_ref(&twice),
        std::slice::from_ref(&twice)
    ));
    assert!(is_proved(
        std::slice::from_ref(&twice),
        &[int(i.clone() * 2 - number(1))]
    ));
    assert!(!is_proved(
        std::slice::from_ref(&twice),
        &[int(i.clone() * 2 + number(2))]
    ));
    let sometimes = Step {
        certain: false,
        ..twice.clone()
    };
    assert!(!is_proved(&[sometimes], &[twice]));
}

#[test]
fn products_stay_within_those_of_the_original() {
    let int = |value: Expr| step(value, IntType::INT);
    let (i, n) = (counter(), Expr::var("N"));
    let row = i.clone() - i.clone().floor_div(3) * 3;
    let new = row.clone() * &n;
    assert!(is_proved(&[int(i.clone() * &n)], &[int(new.clone())]));
    assert!(!is_proved(&[], &[int(new.clone())]));
    assert!(!is_proved(
        &[int(i.clone() * &n)],
        &[int(new + n.clone() * &n)]
    ));
    assert!(is_proved(&[], &[step(i * &n, IntType::LONG)]));
}

/// A name is computed at its declaration, whether or not it is used.
#[test]
fn names_are_computed_at_their_declaration() {
    let original = typed(samples::blur(), IntType::INT, &[]);
    let name = |domain: &str, value: Expr| {
        let mut emitted = typed(samples::blur(), IntType::INT, &[]);
        emitted.arithmetic.names.push(Named {
            iterators: vec!["k".to_string()],
            counters: vec![Some(IntType::INT)],
            domain: Set::parse(&Context::new(), domain).unwrap(),
            steps: vec![step(value, IntType::INT)],
        });
        same_arithmetic(&original, &emitted, &[(A, A)]).is_ok()
    };
    let next = || Expr::var("k") + number(2);
    assert!(!name("[N] -> { [k] : 0 <= k < N }", next()));
    assert!(name("[N] -> { [k] : 0 <= k < N - 1 }", next()));
    assert!(name(
        "[N] -> { [k] : 0 <= k < N }",
        Expr::var("k") + number(1)
    ));
}
