//! Executions with results known by hand.
#![allow(clippy::unwrap_used)]

mod common;

use common::random;
use common::{A, Builder, cases, read, samples, write};
use lab::brute::{BruteError, Clash, Mode, interpret, interpret_each, simulate_cells};
use scop::{Order, Scop};

fn sized(scop: &Scop, n: i64) -> Vec<(String, i64)> {
    scop.params.iter().map(|p| (p.name.clone(), n)).collect()
}

fn live_bound(scop: &Scop, n: i64) -> usize {
    interpret(scop, A, &sized(scop, n), Mode::Value, Order::Sequential)
        .unwrap()
        .live_bound
        .unwrap()
}

#[test]
fn live_bounds() {
    for n in 3..7 {
        let size = usize::try_from(n).unwrap();
        assert_eq!(live_bound(&samples::blur(), n), 2 * size + 1);
        assert_eq!(live_bound(&samples::dynprog(), n), 1);
        assert_eq!(live_bound(&samples::carried_filled(), n), size);
        assert_eq!(live_bound(&samples::phases(), n), size);
    }
}

#[test]
fn values_end_at_their_last_read() {
    let scop = samples::dead_stores();
    let found = interpret(&scop, A, &sized(&scop, 3), Mode::Value, Order::Sequential).unwrap();
    let lives: Vec<_> = found
        .values
        .iter()
        .map(|v| (v.element[0], v.born, v.last))
        .collect();
    let expected = [
        (0, 1, Some(2)),
        (1, 5, Some(6)),
        (2, 9, Some(10)),
        (0, 13, None),
    ];
    assert_eq!(lives, expected);
    assert!(found.conflicts.is_empty());
    let whole = interpret(&scop, A, &sized(&scop, 3), Mode::Access, Order::Sequential).unwrap();
    assert!(whole.conflicts.contains(&(vec![0], vec![1])));
}

#[test]
fn a_static_array_counts_only_if_it_is_read() {
    let filled = samples::carried_filled();
    assert!(
        !interpret(
            &filled,
            A,
            &sized(&filled, 4),
            Mode::Value,
            Order::Sequential
        )
        .unwrap()
        .reads_live_in
    );
    let kept = samples::carried_kept();
    let found = interpret(&kept, A, &sized(&kept, 4), Mode::Value, Order::Sequential).unwrap();
    assert!(found.reads_live_in);
    assert_eq!(found.live_bound, Some(4));
}

#[test]
fn wrong_values() {
    let scop = samples::blur();
    let run = |rows: i64| {
        simulate_cells(
            &scop,
            A,
            |x| vec![x[0] % rows, x[1]],
            &sized(&scop, 5),
            Order::Sequential,
        )
    };
    assert_eq!(run(3), Ok(()));
    let clash = Clash::WrongValue {
        access: scop::AccessId(1),
        instance: vec![2, 0],
        element: vec![0, 0],
        found: Some(vec![2, 0]),
    };
    assert_eq!(run(2), Err(clash));
}

#[test]
fn lost_after_the_region() {
    let scop = samples::live_out();
    let result = simulate_cells(
        &scop,
        A,
        |x| vec![x[0] % 2, x[1]],
        &sized(&scop, 4),
        Order::Sequential,
    );
    assert!(matches!(result, Err(Clash::Lost { .. })), "{result:?}");
}

#[test]
fn unusable_parameters() {
    let scop = samples::durbin();
    let run = |params: &[(String, i64)]| {
        interpret(&scop, A, params, Mode::Value, Order::Sequential).unwrap_err()
    };
    assert_eq!(run(&[]), BruteError::Parameter("N".into()));
    assert_eq!(run(&[("N".into(), 2)]), BruteError::Context);
}

const MODES: [Mode; 3] = [Mode::Value, Mode::Element, Mode::Access];

/// The numbers of comparisons of the definition with all executions: of scops with one execution,
/// and of scops with several.
fn compare_with_executions(name: &str, scop: &Scop, sizes: &[i64]) -> (usize, usize) {
    let (mut one, mut several) = (0, 0);
    for n in sizes {
        let params = sized(scop, *n);
        for mode in MODES {
            for order in Order::ALL {
                let each = interpret_each(scop, A, &params, mode, order, 5).unwrap();
                let Some(each) = each else { continue };
                let found = interpret(scop, A, &params, mode, order).unwrap();
                let at = format!("{name}, {n}, {mode:?}, {order:?}");
                assert_eq!(found.conflicts, each.conflicts, "{at}");
                assert_eq!(found.differences, each.differences, "{at}");
                assert_eq!(found.live_bound, each.live_bound, "{at}");
                match order {
                    Order::Sequential => one += 1,
                    _ => several += 1,
                }
            }
        }
    }
    (one, several)
}

#[test]
fn all_executions_of_random_scops() {
    let (mut one, mut several) = (0, 0);
    let count = cases(30);
    for seed in 0..count {
        let scop = random::marked(seed);
        let compared = compare_with_executions(&format!("seed {seed}"), &scop, &[1, 2, 3]);
        one += compared.0;
        several += compared.1;
    }
    assert!(
        one as u64 > count && several as u64 > 3 * count,
        "{one}, {several}"
    );
}

/// Each row is filled and then read; the loop over the rows is marked as parallel.
fn rows(private: usize) -> Scop {
    let domain = "0 <= y < N and 0 <= x < 2";
    let mut scop = Builder::new("N", "N >= 1", "N, 2")
        .array(|a| a.private = private)
        .statement("y, x", domain, "y, 0, x", &[write("[y][x]")])
        .statement("y, x", domain, "y, 1, x", &[read("[y][x]")])
        .scop;
    for statement in &mut scop.statements {
        statement.parallel = vec![0];
    }
    scop
}

#[test]
fn rows_by_threads() {
    let at = |scop: &Scop, order| interpret(scop, A, &sized(scop, 3), Mode::Value, order).unwrap();
    let (one, copies) = (rows(0), rows(1));
    let expected = [
        (&one, Order::Sequential, 3 * 2, 2),
        (&one, Order::Parallel, 6 * 5, 6),
        (&one, Order::Tilable, 6 * 5, 6),
        (&copies, Order::Sequential, 3 * 2, 2),
        (&copies, Order::Parallel, 3 * 2, 2),
        (&copies, Order::Any, 3 * 2, 2),
    ];
    for (scop, order, conflicts, bound) in expected {
        let found = at(scop, order);
        assert_eq!(found.conflicts.len(), conflicts, "{order:?}");
        assert_eq!(found.live_bound, Some(bound), "{order:?}");
        assert_eq!(found.race, None);
    }
}

/// One element for all rows: threads race for it, unless each has a copy.
#[test]
fn races() {
    let scop = |private: usize| {
        let mut scop = Builder::new("N", "N >= 1", "1")
            .array(|a| a.private = private)
            .statement("y", "0 <= y < N", "y, 0", &[write("[0]")])
            .statement("y", "0 <= y < N", "y, 1", &[read("[0]")])
            .scop;
        for statement in &mut scop.statements {
            statement.parallel = vec![0];
        }
        scop
    };
    let race = |scop: &Scop, order| {
        let found = interpret(scop, A, &sized(scop, 3), Mode::Value, order).unwrap();
        found.race.map(|r| (r.first.1, r.second.1, r.element))
    };
    let expected = Some((vec![0], vec![1], vec![0]));
    assert_eq!(race(&scop(0), Order::Parallel), expected);
    assert_eq!(race(&scop(0), Order::Sequential), None);
    assert_eq!(race(&scop(0), Order::Any), None);
    assert_eq!(race(&scop(1), Order::Parallel), None);
}

/// Folds that are valid in the program's order only. In a tiled pass, a value waits for its
/// neighbour of the previous row in another tile, so tiles find wrong values in a folded row.
#[test]
fn folds_valid_in_the_order_of_the_program_only() {
    let mut scop = samples::blur();
    for statement in &mut scop.statements {
        statement.tilable = vec![vec![0, 1]];
    }
    let params = sized(&scop, 4);
    let run = |order| {
        let cell = |x: &[i64]| vec![(2 * x[1] - x[0] + 3) % 9];
        simulate_cells(&scop, A, cell, &params, order)
    };
    assert_eq!(run(Order::Sequential), Ok(()));
    assert_eq!(run(Order::Parallel), Ok(()));
    for order in [Order::Tilable, Order::Any] {
        let result = run(order);
        assert!(
            matches!(result, Err(Clash::WrongValue { .. })),
            "{order:?}: {result:?}"
        );
    }
    let rows = |order| simulate_cells(&scop, A, |x| vec![x[0] % 3, x[1]], &params, order);
    assert_eq!(rows(Order::Tilable), Ok(()));
    // No element of a row depends on elements of previous rows.
    assert!(matches!(rows(Order::Any), Err(Clash::WrongValue { .. })));
}
