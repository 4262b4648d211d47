//! The proof accepts right folds and refuses near misses.
#![allow(clippy::unwrap_used)]

mod common;

use check::{Mismatch, Mode, interpret, same_values, simulate_cells};
use common::{A, Row, cases, folded, mapped, random, samples, texts};
use poly::{Expr, Map, Set};
use scop::{Certainty, Order, Scop, Subscript};

fn prove(original: &Scop, emitted: &Scop) -> Result<(), Mismatch> {
    prove_in(original, emitted, Order::Sequential)
}

fn prove_in(original: &Scop, emitted: &Scop, order: Order) -> Result<(), Mismatch> {
    same_values(original, emitted, &[(A, A)], order)
}

fn fold(scop: &Scop, shape: &str, rows: &[Row]) -> Result<(), Mismatch> {
    prove(scop, &folded(scop, shape, |_, s| mapped(rows, s)))
}

/// The same program again.
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

fn crosses_border(name: &str) -> bool {
    name.starts_with("live_") || name == "carried_kept"
}

const KEEP_0: Row = (&[1, 0], "0", "");
const KEEP_1: Row = (&[0, 1], "0", "");

/// A fold that is right, and one with fewer cells that is not.
struct Case<'a> {
    name: &'a str,
    scop: Scop,
    shape: &'a str,
    rows: &'a [Row<'a>],
    small_shape: &'a str,
    small_rows: &'a [Row<'a>],
}

fn cases_of_the_literature() -> Vec<Case<'static>> {
    let case = |name, scop, shape, rows, small_shape, small_rows| Case {
        name,
        scop,
        shape,
        rows,
        small_shape,
        small_rows,
    };
    vec![
        case(
            "durbin, rows",
            samples::durbin(),
            "2, N",
            &[(&[0, 1], "0", "2"), KEEP_0],
            "2, N - 1",
            &[(&[0, 1], "0", "2"), (&[1, 0], "0", "N - 1")],
        ),
        case(
            "durbin, least",
            samples::durbin(),
            "2*N - 3",
            &[(&[2, 1], "0", "2*N - 3")],
            "2*N - 4",
            &[(&[2, 1], "0", "2*N - 4")],
        ),
        case(
            "blur, rows",
            samples::blur(),
            "3, N",
            &[(&[1, 0], "0", "3"), KEEP_1],
            "2, N",
            &[(&[1, 0], "0", "2"), KEEP_1],
        ),
        case(
            "blur, least",
            samples::blur(),
            "2*N + 1",
            &[(&[-1, 2], "N - 1", "2*N + 1")],
            "2*N",
            &[(&[-1, 2], "N - 1", "2*N")],
        ),
        case(
            "jacobi",
            samples::jacobi(),
            "2, N",
            &[(&[1, 0], "0", "2"), KEEP_1],
            "N",
            &[KEEP_1],
        ),
        case(
            "phases",
            samples::phases(),
            "N",
            &[(&[1], "0", "N")],
            "N - 1",
            &[(&[1], "0", "N - 1")],
        ),
        case(
            "skewed: dividends of any number of moduli",
            samples::skewed(),
            "N + 1",
            &[(&[-1, 1], "T", "N + 1")],
            "N",
            &[(&[-1, 1], "T", "N")],
        ),
        case(
            "ring: a modulus of the user's",
            samples::ring(),
            "2, M",
            &[(&[1, 0], "0", "2"), KEEP_1],
            "1, M",
            &[(&[1, 0], "0", "1"), KEEP_1],
        ),
    ]
}

#[test]
fn right_folds_and_near_misses() {
    for case in cases_of_the_literature() {
        let right = fold(&case.scop, case.shape, case.rows);
        assert_eq!(right, Ok(()), "{}", case.name);
        let small = fold(&case.scop, case.small_shape, case.small_rows);
        let overwritten = matches!(small, Err(Mismatch::Overwritten { .. }));
        assert!(overwritten, "{}: {small:?}", case.name);
    }
}

#[test]
fn unchanged_programs() {
    for (name, scop) in samples::all() {
        if !crosses_border(name) && !name.starts_with("scattered") {
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
fn one_access_elsewhere() {
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
fn a_context_that_is_only_written_differently() {
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
        if crosses_border(name) {
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

/// The first subscript modulo `modulus`, the others kept.
fn ring_of(scop: &Scop, modulus: &str) -> Scop {
    let dims = scop.array(A).shape.len();
    let forms: Vec<Vec<i64>> = (0..dims)
        .map(|d| (0..dims).map(|e| i64::from(d == e)).collect())
        .collect();
    let rows = forms
        .iter()
        .enumerate()
        .map(|(d, form)| (form.as_slice(), "0", if d == 0 { modulus } else { "" }));
    let rows: Vec<Row> = rows.collect();
    let kept = scop.array(A).shape[1..]
        .iter()
        .map(|e| e.as_ref().unwrap().to_string());
    let shape: Vec<String> = std::iter::once(modulus.to_string()).chain(kept).collect();
    folded(scop, &shape.join(", "), |_, s: &[Subscript]| {
        mapped(&rows, s)
    })
}

/// The proof says yes exactly if, for all sizes up to 6, no two conflicting elements share a cell;
/// and if it says yes, no execution finds a wrong value. Where chains of dependences are not known it may
/// say no. Whether it said yes, for each fold that was tried.
fn agrees_with_executions(name: &str, mut scop: Scop, order: Order, most: i64) -> Vec<bool> {
    let bounds: Vec<String> = scop
        .params
        .iter()
        .map(|p| format!("3 <= {} <= {most}", p.name))
        .collect();
    let names: Vec<&str> = scop.params.iter().map(|p| p.name.as_str()).collect();
    let text = format!("[{}] -> {{ : {} }}", names.join(", "), bounds.join(" and "));
    scop.context = Set::parse(&scop.ctx, &text).unwrap();
    let mut answers = Vec::new();
    for modulus in ["1", "2", "3", "N", "N + 1"] {
        let size: Expr = common::linear(modulus);
        let (mut conflict, mut clash, mut races) = (false, false, false);
        for params in sizes(&names, most) {
            let value = |name: &str| params.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
            let b = size.eval(&value).unwrap();
            let cell = |x: &[i64]| [&[x[0] % b], &x[1..]].concat();
            let brute = interpret(&scop, A, &params, Mode::Value, order).unwrap();
            conflict |= brute.conflicts.iter().any(|(x, y)| cell(x) == cell(y));
            races |= brute.race.is_some();
            clash |= simulate_cells(&scop, A, cell, &params, order).is_err();
        }
        let at = format!("{name} mod {modulus}, {order:?}");
        let proof = prove_in(&scop, &ring_of(&scop, modulus), order);
        assert!(proof.is_err() || !clash, "{at}: wrong values");
        if !races {
            let open = matches!(proof, Err(Mismatch::Undecided { .. }));
            let as_expected = proof.is_err() == conflict || (order == Order::Any && open);
            assert!(as_expected, "{at}: {proof:?}, conflict: {conflict}");
            assert!(conflict || !clash, "{at}: a wrong value without a conflict");
        }
        answers.push(proof.is_ok());
    }
    answers
}

fn sizes(names: &[&str], most: i64) -> Vec<Vec<(String, i64)>> {
    let longer = |all: Vec<Vec<(String, i64)>>, name: &&str| {
        let extend = |p: &Vec<(String, i64)>| {
            let p = p.clone();
            (3..=most)
                .map(move |n| [p.as_slice(), &[(name.to_string(), n)]].concat())
                .collect::<Vec<_>>()
        };
        all.iter().flat_map(extend).collect()
    };
    names.iter().fold(vec![Vec::new()], longer)
}

#[test]
fn samples_agree_with_executions() {
    for (name, scop) in samples::all() {
        let sets_out = crosses_border(name) || name.starts_with("scattered") || name == "zeroed";
        if !sets_out {
            agrees_with_executions(name, scop, Order::Sequential, 6);
        }
    }
}

fn random_agree_with_executions(uncertain: bool) {
    let features = random::Features {
        uncertain,
        crossing: false,
        strided: true,
    };
    for seed in 0..cases(60) {
        let scop = random::scop(seed, features);
        agrees_with_executions(&format!("seed {seed}"), scop, Order::Sequential, 6);
    }
}

#[test]
fn random_certain() {
    random_agree_with_executions(false);
}

#[test]
fn random_uncertain() {
    random_agree_with_executions(true);
}

fn random_agree_with_executions_in(order: Order, few: u64) {
    let (mut yes, mut stricter) = (0, 0);
    let count = cases(few);
    for seed in 0..count {
        let features = random::Features {
            uncertain: seed % 3 == 0,
            crossing: false,
            strided: seed % 2 == 0,
        };
        let mut scop = random::scop(seed, features);
        random::mark(&mut scop, seed);
        let name = format!("seed {seed}");
        let answers = agrees_with_executions(&name, scop.clone(), order, 4);
        let sequential = agrees_with_executions(&name, scop, Order::Sequential, 4);
        let both = answers.iter().zip(&sequential);
        assert!(both.clone().all(|(weak, strict)| strict >= weak), "{name}");
        yes += both.clone().filter(|(weak, _)| **weak).count() as u64;
        stricter += both.filter(|(weak, strict)| weak != strict).count() as u64;
    }
    assert!(yes > count / 4, "{yes} of {count}");
    assert!(stricter > count / 8, "{stricter} of {count}");
}

#[test]
fn random_parallel() {
    random_agree_with_executions_in(Order::Parallel, 20);
}

#[test]
fn random_tilable() {
    random_agree_with_executions_in(Order::Tilable, 20);
}

#[test]
fn random_any() {
    random_agree_with_executions_in(Order::Any, 5);
}

/// Rows that are filled and read, one after the other.
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

/// Folds that are right in the order of the program; which of them are right in a weaker one.
#[test]
fn near_misses_of_orders() {
    let three_rows: (&str, &[Row]) = ("3, N", &[(&[1, 0], "0", "3"), KEEP_1]);
    let least: (&str, &[Row]) = ("2*N + 1", &[(&[-1, 2], "N - 1", "2*N + 1")]);
    let one_row: (&str, &[Row]) = ("N", &[KEEP_1]);
    let one_cell_of_durbin: (&str, &[Row]) = ("2, N", &[(&[0, 1], "0", "2"), KEEP_0]);
    let across = marked(samples::blur(), &[1], &[]);
    let down = marked(samples::blur(), &[0], &[]);
    let tiled = marked(samples::blur(), &[], &[0, 1]);
    let threads = marked(rows(), &[0], &[]);
    let mut copies = threads.clone();
    copies.arrays[0].private = 1;
    let table = [
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
    ];
    for (name, scop, (shape, rows), order, right) in table {
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
