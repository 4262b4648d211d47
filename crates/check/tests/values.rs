//! The proof accepts correct folds and refuses near misses.
#![allow(clippy::unwrap_used)]

mod common;

use check::{Mismatch, same_values};
use common::{A, Row, folded, mapped, samples, texts};
use poly::{Map, Set};
use scop::{Certainty, Order, Scop};

fn prove(original: &Scop, emitted: &Scop) -> Result<(), Mismatch> {
    prove_in(original, emitted, Order::Sequential)
}

fn prove_in(original: &Scop, emitted: &Scop, order: Order) -> Result<(), Mismatch> {
    same_values(original, emitted, &[(A, A)], order)
}

fn fold(scop: &Scop, shape: &str, rows: &[Row]) -> Result<(), Mismatch> {
    prove(scop, &folded(scop, shape, |_, s| mapped(rows, s)))
}

/// A copy of the program.
fn unchanged(scop: &Scop) -> Scop {
    let extents = scop
        .array(A)
        .shape
        .iter()
        .map(|e| e.as_ref().unwrap().to_string());
    let shape = extents.collect::<Vec<_>>().join(", ");
    folded(scop, &shape, |_, s| {
        texts(s).iter().map(|t| format!("[{t}]")).collect()
    })
}

const KEEP_0: Row = (&[1, 0], "0", "");
const KEEP_1: Row = (&[0, 1], "0", "");

/// The shape of a folded array, and the cells of its elements.
type Fold = (&'static str, &'static [Row<'static>]);

/// A correct fold, and a wrong one with fewer cells.
struct Case {
    name: &'static str,
    scop: Scop,
    right: Fold,
    small: Fold,
}

/// Folds to several rows that are used in turn.
fn folds_to_rows() -> Vec<Case> {
    vec![
        Case {
            name: "durbin, rows",
            scop: samples::durbin(),
            right: ("2, N", &[(&[0, 1], "0", "2"), KEEP_0]),
            small: ("2, N - 1", &[(&[0, 1], "0", "2"), (&[1, 0], "0", "N - 1")]),
        },
        Case {
            name: "blur, rows",
            scop: samples::blur(),
            right: ("3, N", &[(&[1, 0], "0", "3"), KEEP_1]),
            small: ("2, N", &[(&[1, 0], "0", "2"), KEEP_1]),
        },
        Case {
            name: "jacobi",
            scop: samples::jacobi(),
            right: ("2, N", &[(&[1, 0], "0", "2"), KEEP_1]),
            small: ("N", &[KEEP_1]),
        },
        Case {
            name: "ring: a modulus of the user's",
            scop: samples::ring(),
            right: ("2, M", &[(&[1, 0], "0", "2"), KEEP_1]),
            small: ("1, M", &[(&[1, 0], "0", "1"), KEEP_1]),
        },
    ]
}

/// Folds of all elements to one row.
fn folds_to_one_row() -> Vec<Case> {
    vec![
        Case {
            name: "durbin, least",
            scop: samples::durbin(),
            right: ("2*N - 3", &[(&[2, 1], "0", "2*N - 3")]),
            small: ("2*N - 4", &[(&[2, 1], "0", "2*N - 4")]),
        },
        Case {
            name: "blur, least",
            scop: samples::blur(),
            right: ("2*N + 1", &[(&[-1, 2], "N - 1", "2*N + 1")]),
            small: ("2*N", &[(&[-1, 2], "N - 1", "2*N")]),
        },
        Case {
            name: "phases",
            scop: samples::phases(),
            right: ("N", &[(&[1], "0", "N")]),
            small: ("N - 1", &[(&[1], "0", "N - 1")]),
        },
        Case {
            name: "skewed: dividends of any number of moduli",
            scop: samples::skewed(),
            right: ("N + 1", &[(&[-1, 1], "T", "N + 1")]),
            small: ("N", &[(&[-1, 1], "T", "N")]),
        },
    ]
}

#[test]
fn right_folds_and_near_misses() {
    for case in folds_to_rows().into_iter().chain(folds_to_one_row()) {
        let fold = |(shape, rows): Fold| fold(&case.scop, shape, rows);
        let right = fold(case.right);
        assert_eq!(right, Ok(()), "{}", case.name);
        let small = fold(case.small);
        // Which elements a read with a modulus of the user's finds is not known.
        let overwritten = match case.name.contains("modulus of the user's") {
            true => matches!(small, Err(Mismatch::Undecided { .. })),
            false => matches!(small, Err(Mismatch::Overwritten { .. })),
        };
        assert!(overwritten, "{}: {small:?}", case.name);
    }
}

#[test]
fn unchanged_programs() {
    for (name, scop) in samples::all() {
        if !samples::crosses_border(name) && !name.starts_with("scattered") {
            assert_eq!(prove(&scop, &unchanged(&scop)), Ok(()), "{name}");
        }
    }
}

#[test]
fn one_cell() {
    let scop = samples::dynprog();
    assert_eq!(fold(&scop, "", &[]), Ok(()));
    let result = fold(&samples::imperfect(), "", &[]);
    assert!(
        matches!(result, Err(Mismatch::Overwritten { .. })),
        "{result:?}"
    );
}

#[test]
fn one_misplaced_access() {
    let scop = samples::durbin();
    for moved in 0..scop.accesses.len() {
        let emitted = folded(&scop, "4, N", |k, s| {
            let offset = if k == moved { "2" } else { "1" };
            mapped(&[(&[0, 1], offset, "4"), KEEP_0], s)
        });
        let result = prove(&scop, &emitted);
        let refused = matches!(
            result,
            Err(Mismatch::WrongCell { .. } | Mismatch::Overwritten { .. })
        );
        assert!(refused, "{moved}: {result:?}");
    }
}

#[test]
fn out_of_bounds() {
    let scop = samples::blur();
    let at = |shape, rows: &[Row]| fold(&scop, shape, rows);
    let refused = [
        at("3, N - 1", &[(&[1, 0], "0", "3"), KEEP_1]),
        at("2, N", &[(&[1, 0], "0", "3"), KEEP_1]),
        at("N, N", &[(&[1, 0], "1", ""), KEEP_1]),
        at("2*N", &[(&[-1, 2], "N - 1", "2*N + 1")]),
        at("2*N + 1", &[(&[-1, 2], "N - 2", "2*N + 1")]),
    ];
    for (k, result) in refused.iter().enumerate() {
        assert!(
            matches!(result, Err(Mismatch::OutOfBounds { .. })),
            "{k}: {result:?}"
        );
    }
}

#[test]
fn other_structure() {
    let scop = samples::blur();
    let after = |change: &dyn Fn(&mut Scop)| {
        let mut emitted = unchanged(&scop);
        change(&mut emitted);
        prove(&scop, &emitted).unwrap_err()
    };
    let swapped = |s: &mut Scop| {
        let time = |text: &str| Map::parse(&s.ctx, text).unwrap();
        let (first, second) = (
            time("{ S0[y, x] -> [y, x, 1, 0, 0] }"),
            time("{ S1[y, x] -> [y, x, 0, 0, 0] }"),
        );
        s.statements[0].schedule = first;
        s.statements[1].schedule = second;
    };
    assert!(matches!(after(&swapped), Mismatch::Schedule { .. }));
    let shorter = |s: &mut Scop| {
        let most = Set::parse(&s.ctx, "[N] -> { S0[y, x] : x < N - 1 }").unwrap();
        s.statements[0].domain = s.statements[0].domain.intersect(&most).unwrap();
    };
    assert!(matches!(after(&shorter), Mismatch::Domain { .. }));
    assert!(matches!(
        after(&|s| s.statements[1].reads_first = false),
        Mismatch::InnerOrder { .. }
    ));
    assert!(matches!(
        after(&|s| drop(s.statements.pop())),
        Mismatch::StatementCount { .. }
    ));
    assert!(matches!(
        after(&|s| drop(s.accesses.pop())),
        Mismatch::AccessCount { .. }
    ));
    assert!(matches!(
        after(&|s| s.accesses[0].kind = scop::AccessKind::Read),
        Mismatch::Access { .. }
    ));
    assert!(matches!(
        after(&|s| s.accesses[1].certainty = Certainty::May),
        Mismatch::Condition { .. }
    ));
    let rarer = |s: &mut Scop| {
        let some = Set::parse(&s.ctx, "[N] -> { S1[y, x] : x > 0 }").unwrap();
        s.accesses[1].relation = s.accesses[1].relation.intersect_domain(&some).unwrap();
    };
    assert!(matches!(after(&rarer), Mismatch::Condition { .. }));
}

#[test]
fn an_equal_context_in_another_notation() {
    let scop = samples::blur();
    let mut emitted = unchanged(&scop);
    for statement in &mut emitted.statements {
        let more = Set::parse(&emitted.ctx, "[N] -> { : N >= 2 }").unwrap();
        let domain = Set::parse(
            &emitted.ctx,
            &statement.domain.to_string().replace("N >= 3 and ", ""),
        )
        .unwrap();
        statement.domain = domain.intersect_params(&more).unwrap();
    }
    assert_eq!(prove(&scop, &emitted), Ok(()));
}

#[test]
fn values_that_cross_the_border() {
    for (name, scop) in samples::all() {
        if samples::crosses_border(name) {
            let result = prove(&scop, &unchanged(&scop));
            let refused = matches!(
                result,
                Err(Mismatch::LiveIn { .. } | Mismatch::LiveOut { .. })
            );
            assert!(refused, "{name}: {result:?}");
        }
    }
}

#[test]
fn unknown_subscripts() {
    let scop = samples::scattered();
    let result = prove(&scop, &unchanged(&scop));
    assert!(
        matches!(result, Err(Mismatch::Undecided { .. })),
        "{result:?}"
    );
}

#[test]
fn budget() {
    let scop = samples::durbin();
    let emitted = unchanged(&scop);
    scop.ctx.start_budget(1000);
    let result = prove(&scop, &emitted);
    assert!(matches!(result, Err(Mismatch::Poly(_))), "{result:?}");
    scop.ctx.start_budget(0);
    assert_eq!(prove(&scop, &emitted), Ok(()));
}

/// Each row is filled and then read, before the next one.
fn rows() -> Scop {
    common::Builder::new("N", "N >= 3", "N, N")
        .statement(
            "y, x",
            "0 <= y < N and 0 <= x < N",
            "y, 0, x",
            &[common::write("[y][x]")],
        )
        .statement(
            "y, x",
            "0 <= y < N and 0 <= x < N",
            "y, 1, x",
            &[common::read("[y][x]")],
        )
        .scop
}

fn marked(mut scop: Scop, parallel: &[usize], tilable: &[usize]) -> Scop {
    for statement in &mut scop.statements {
        statement.parallel = parallel.to_vec();
        statement.tilable = Some(tilable.to_vec())
            .filter(|b| !b.is_empty())
            .into_iter()
            .collect();
    }
    scop
}

/// A fold that is correct in the program's order, and whether it is correct in a weaker order.
type Weaker<'a> = (&'a str, &'a Scop, (&'a str, &'a [Row<'a>]), Order, bool);

fn check_orders(table: &[Weaker<'_>]) {
    for &(name, scop, (shape, rows), order, right) in table {
        let emitted = folded(scop, shape, |_, s| mapped(rows, s));
        assert_eq!(
            prove_in(scop, &emitted, Order::Sequential),
            Ok(()),
            "{name}"
        );
        let proof = prove_in(scop, &emitted, order);
        assert_eq!(proof.is_ok(), right, "{name}, {order:?}: {proof:?}");
    }
}

#[test]
fn near_misses_of_orders_of_a_blur() {
    let three_rows: (&str, &[Row]) = ("3, N", &[(&[1, 0], "0", "3"), KEEP_1]);
    let least: (&str, &[Row]) = ("2*N + 1", &[(&[-1, 2], "N - 1", "2*N + 1")]);
    let across = marked(samples::blur(), &[1], &[]);
    let down = marked(samples::blur(), &[0], &[]);
    let tiled = marked(samples::blur(), &[], &[0, 1]);
    check_orders(&[
        (
            "blur, columns in parallel",
            &across,
            three_rows,
            Order::Parallel,
            true,
        ),
        (
            "blur, columns in parallel",
            &across,
            least,
            Order::Parallel,
            false,
        ),
        (
            "blur, rows in parallel: a race",
            &down,
            three_rows,
            Order::Parallel,
            false,
        ),
        ("blur, tiled", &tiled, three_rows, Order::Tilable, true),
        ("blur, tiled", &tiled, least, Order::Tilable, false),
        (
            "blur, marks that do not count",
            &tiled,
            least,
            Order::Parallel,
            true,
        ),
        ("blur, any", &tiled, least, Order::Any, false),
    ]);
}

#[test]
fn near_misses_of_orders() {
    let one_row: (&str, &[Row]) = ("N", &[KEEP_1]);
    let one_cell_of_durbin: (&str, &[Row]) = ("2, N", &[(&[0, 1], "0", "2"), KEEP_0]);
    let threads = marked(rows(), &[0], &[]);
    let mut copies = threads.clone();
    copies.arrays[0].private = 1;
    check_orders(&[
        ("rows by threads", &threads, one_row, Order::Parallel, false),
        ("rows by threads", &threads, one_row, Order::Tilable, false),
        (
            "rows by threads with copies",
            &copies,
            one_row,
            Order::Parallel,
            true,
        ),
        (
            "rows by threads with copies",
            &copies,
            one_row,
            Order::Any,
            true,
        ),
        (
            "durbin",
            &samples::durbin(),
            one_cell_of_durbin,
            Order::Tilable,
            true,
        ),
    ]);
}

#[test]
fn threads_and_copies_are_compared() {
    let scop = marked(rows(), &[0], &[]);
    let mut emitted = unchanged(&scop);
    emitted.statements[1].parallel.clear();
    let result = prove(&scop, &emitted);
    assert!(
        matches!(result, Err(Mismatch::Parallel { .. })),
        "{result:?}"
    );
    let mut emitted = unchanged(&scop);
    emitted.arrays[0].private = 1;
    let result = prove(&scop, &emitted);
    assert!(matches!(result, Err(Mismatch::Copies { .. })), "{result:?}");
}
