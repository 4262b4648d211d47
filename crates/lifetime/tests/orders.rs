//! Conflicts of small scops with known answers, in every order.
#![allow(clippy::unwrap_used)]

mod common;

use common::{A, Builder, Read, Write, conflicts_are};
use lifetime::{Clash, Mode, analyse, illegal};
use scop::{AccessId, Order, Scop};

const CONTEXT: &str = "[N] -> { : N >= 2 }";
const ROWS: &str = "[N] -> { A[i,j] -> A[k,l] : 0 <= i,j,k,l < N and i = k and j != l }";
const ALL: &str = "[N] -> { A[i,j] -> A[k,l] : 0 <= i,j,k,l < N and not (i = k and j = l) }";

/// Each row is filled and then read.
fn rows() -> Builder {
    Builder::new(CONTEXT, &[("A", &["N", "N"])])
        .statement(
            "[N] -> { S0[i,j] : 0 <= i,j < N }",
            "{ S0[i,j] -> [0,i,0,j,0] }",
            &[(Write, "{ S0[i,j] -> A[i,j] }")],
        )
        .statement(
            "[N] -> { S1[i,j] : 0 <= i,j < N }",
            "{ S1[i,j] -> [0,i,1,j,0] }",
            &[(Read, "{ S1[i,j] -> A[i,j] }")],
        )
}

/// One row for all iterations.
fn one_row() -> Builder {
    Builder::new(CONTEXT, &[("A", &["N"])])
        .statement(
            "[N] -> { S0[i,j] : 0 <= i,j < N }",
            "{ S0[i,j] -> [0,i,0,j,0] }",
            &[(Write, "{ S0[i,j] -> A[j] }")],
        )
        .statement(
            "[N] -> { S1[i,j] : 0 <= i,j < N }",
            "{ S1[i,j] -> [0,i,1,j,0] }",
            &[(Read, "{ S1[i,j] -> A[j] }")],
        )
}

/// A value for each point of a square, read by its neighbours at the given distances.
fn grid(distances: &[(i64, i64)]) -> Builder {
    let reads = distances.iter();
    let reads: Vec<String> = reads
        .map(|(a, b)| {
            format!(
                "[N] -> {{ S0[i,j] -> A[k,l] : k = i - {a} and l = j - ({b}) and 0 <= k,l < N }}"
            )
        })
        .collect();
    let mut accesses: Vec<_> = reads.iter().map(|r| (Read, r.as_str())).collect();
    accesses.push((Write, "{ S0[i,j] -> A[i,j] }"));
    Builder::new(CONTEXT, &[("A", &["N", "N"])]).statement(
        "[N] -> { S0[i,j] : 0 <= i,j < N }",
        "{ S0[i,j] -> [0,i,0,j,0] }",
        &accesses,
    )
}

#[test]
fn rows_of_parallel_iterations_conflict() {
    let scop = rows().parallel(&[1]).scop;
    conflicts_are(&scop, Order::Sequential, ROWS);
    conflicts_are(&scop, Order::Parallel, ALL);
    conflicts_are(&scop, Order::Tilable, ALL);
}

#[test]
fn values_of_one_parallel_loop_are_alive_after_it() {
    let scop = rows().parallel(&[3]).scop;
    conflicts_are(&scop, Order::Parallel, ROWS);
}

#[test]
fn marks_of_one_statement_alone_do_not_matter() {
    let mut scop = rows().scop;
    scop.statements[1].parallel = vec![1];
    conflicts_are(&scop, Order::Sequential, ROWS);
    conflicts_are(&scop, Order::Parallel, ROWS);
}

#[test]
fn sections_run_at_the_same_time() {
    let halves = |part: usize| (format!("S{}", 2 * part), format!("S{}", 2 * part + 1));
    let mut b = Builder::new(CONTEXT, &[("A", &["N", "N"])]);
    for part in 0..2 {
        let (write, read) = halves(part);
        let domain = |s: &str| format!("[N] -> {{ {s}[j] : 0 <= j < N }}");
        let time = |s: &str, p| format!("{{ {s}[j] -> [0,{part},{p},j,0] }}");
        let access = |s: &str| format!("[N] -> {{ {s}[j] -> A[{part},j] }}");
        let (w, r) = (access(&write), access(&read));
        b = b
            .statement(&domain(&write), &time(&write, 0), &[(Write, &w)])
            .statement(&domain(&read), &time(&read, 1), &[(Read, &r)]);
    }
    let scop = b.parallel(&[1]).scop;
    let within = "[N] -> { A[i,j] -> A[i,l] : 0 <= i < 2 and 0 <= j,l < N and j != l }";
    conflicts_are(&scop, Order::Sequential, within);
    let both =
        "[N] -> { A[i,j] -> A[k,l] : 0 <= i,k < 2 and 0 <= j,l < N and not (i = k and j = l) }";
    conflicts_are(&scop, Order::Parallel, both);
    assert_eq!(illegal(&scop, A, Order::Parallel).unwrap(), None);
}

#[test]
fn private_rows_do_not_race() {
    let shared = one_row().parallel(&[1]).scop;
    let clash = illegal(&shared, A, Order::Parallel).unwrap().unwrap();
    assert_eq!(
        clash,
        Clash {
            first: AccessId(0),
            second: AccessId(0),
            order: Order::Parallel
        }
    );
    assert_eq!(illegal(&shared, A, Order::Sequential).unwrap(), None);
    let own = one_row().parallel(&[1]).private(2).scop;
    assert_eq!(illegal(&own, A, Order::Parallel).unwrap(), None);
    let row = "[N] -> { A[j] -> A[l] : 0 <= j,l < N and j != l }";
    for order in Order::ALL {
        conflicts_are(&own, order, row);
    }
}

#[test]
fn copies_keep_no_value_for_each_other() {
    // Element 0 is written in the first iteration only, and read in all iterations.
    let b = |private| {
        Builder::new(CONTEXT, &[("A", &["N"])])
            .statement(
                "[N] -> { S0[i] : i = 0 }",
                "{ S0[i] -> [0,i,0,0,0] }",
                &[(Write, "{ S0[i] -> A[0] }")],
            )
            .statement(
                "[N] -> { S1[i] : 0 <= i < N - 1 }",
                "{ S1[i] -> [0,i,1,0,0] }",
                &[
                    (Read, "{ S1[i] -> A[0] }"),
                    (Write, "{ S1[i] -> A[i + 1] }"),
                ],
            )
            .private(private)
            .scop
    };
    let star = "[N] -> { A[i] -> A[k] : 0 <= i,k < N - 1 and (i = 0 or k = 0) and i != k }";
    conflicts_are(&b(0), Order::Sequential, star);
    conflicts_are(&b(2), Order::Sequential, "{ A[i] -> A[k] : false }");
}

#[test]
fn updates_of_one_element_race() {
    let scop = Builder::new(CONTEXT, &[("A", &["N"])])
        .statement(
            "[N] -> { S0[i] : 0 <= i < N }",
            "{ S0[i] -> [0,i,0,0,0] }",
            &[(Read, "{ S0[i] -> A[0] }"), (Write, "{ S0[i] -> A[0] }")],
        )
        .parallel(&[1])
        .scop;
    let clash = illegal(&scop, A, Order::Parallel).unwrap().unwrap();
    assert_eq!((clash.first, clash.second), (AccessId(0), AccessId(1)));
}

#[test]
fn reads_do_not_race() {
    let scop = Builder::new(CONTEXT, &[("A", &["N"])])
        .statement(
            "[N] -> { S0[i] : 0 <= i < N }",
            "{ S0[i] -> [0,i,0,0,0] }",
            &[(Read, "{ S0[i] -> A[0] }")],
        )
        .parallel(&[1])
        .scop;
    assert_eq!(illegal(&scop, A, Order::Parallel).unwrap(), None);
}

#[test]
fn tiles_need_distances_without_negative_components() {
    for (distances, legal) in [
        (&[(1, 0), (0, 1)][..], true),
        (&[(1, 0), (1, 1)], true),
        (&[(1, -1)], false),
        (&[(1, 0), (1, -1)], false),
        (&[(0, 1)], true),
    ] {
        let scop = grid(distances).tilable(&[1, 3]).scop;
        let clash = illegal(&scop, A, Order::Tilable).unwrap();
        assert_eq!(clash.is_none(), legal, "{distances:?}");
        assert!(clash.is_none_or(|c| c.order == Order::Tilable));
        assert_eq!(illegal(&scop, A, Order::Any).unwrap(), None);
    }
}

/// Each value is read by the next row. Under a tilable order it conflicts only with the values that
/// are not after its read in both coordinates (Yuki, Rajopadhye).
#[test]
fn a_tilable_order_with_one_distance() {
    let scop = grid(&[(1, 0)]).tilable(&[1, 3]).scop;
    conflicts_are(
        &scop,
        Order::Tilable,
        "[N] -> { A[i,j] -> A[k,l] : 0 <= i,j,k,l < N and not (i = k and j = l) and \
         not (k > i and l >= j) and not (i > k and j >= l) and not (i = k = N - 1) }",
    );
    // Columns do not depend on each other.
    let columns = "[N] -> { A[i,j] -> A[k,l] : 0 <= i,j,k,l < N and j != l }";
    conflicts_are(&scop, Order::Any, columns);
    let window = "[N] -> { A[i,j] -> A[k,l] : 0 <= i,j,k,l < N and i < N - 1 and \
                  ((k = i and l > j) or (k = i + 1 and l < j)) }";
    let found = analyse(&scop, A, Mode::Value, Order::Sequential).unwrap();
    let expected = poly::Map::parse(&scop.ctx, window).unwrap();
    let expected = expected.union(&expected.reverse().unwrap()).unwrap();
    let expected = expected.intersect_params(&scop.context).unwrap();
    let found = found.relation().unwrap();
    let found = found.intersect_params(&scop.context).unwrap();
    assert!(found.is_equal(&expected).unwrap());
}

/// Chains of unit steps reach every instance that tiles order.
#[test]
fn unit_steps_give_the_order_of_tiles() {
    let scop = grid(&[(1, 0), (0, 1)]).tilable(&[1, 3]).scop;
    same(&scop, Order::Tilable, &scop, Order::Any);
}

/// Chains of (1,0) and (1,1) reach the instances between these two directions. A value is read one
/// row later, in its own column and in the next, and does not conflict with any value that depends
/// on both reads.
#[test]
fn steps_that_miss_points_order_less() {
    let scop = grid(&[(1, 0), (1, 1)]).scop;
    let safe = |i: &str, j: &str, k: &str, l: &str| {
        let inside = format!("{j} < N - 1 and {j} < {l} and {l} - {j} < {k} - {i}");
        format!("{k} > {i} and ({inside} or {j} = {l} and {j} = N - 1)")
    };
    let (before, after) = (safe("i", "j", "k", "l"), safe("k", "l", "i", "j"));
    let expected = format!(
        "[N] -> {{ A[i,j] -> A[k,l] : 0 <= i,j,k,l < N and not (i = k and j = l) and \
         not ({before}) and not ({after}) }}"
    );
    conflicts_are(&scop, Order::Any, &expected);
}

#[track_caller]
fn same(x: &Scop, order_of_x: Order, y: &Scop, order_of_y: Order) {
    for mode in [Mode::Value, Mode::Element] {
        let relation = |scop, order| {
            let found = analyse(scop, A, mode, order).unwrap();
            let found = found.relation().unwrap();
            found.intersect_params(&x.context).unwrap()
        };
        let (x, y) = (relation(x, order_of_x), relation(y, order_of_y));
        let differ = |a: &poly::Map, b: &poly::Map| a.subtract(b).unwrap();
        assert!(
            x.is_equal(&y).unwrap(),
            "{mode:?}: {} and {}",
            differ(&x, &y),
            differ(&y, &x)
        );
    }
}

/// A chain through another array puts all instances in order.
fn chained(certain: bool) -> Builder {
    let b = Builder::new(CONTEXT, &[("A", &["N"]), ("B", &[])]).statement(
        "[N] -> { S0[i] : 0 <= i < N }",
        "{ S0[i] -> [0,i,0,0,0] }",
        &[(Write, "{ S0[i] -> A[i] }"), (Write, "{ S0[i] -> B[] }")],
    );
    let b = if certain { b } else { b.perhaps() };
    b.statement(
        "[N] -> { S1[i] : 0 <= i < N }",
        "{ S1[i] -> [0,i,1,0,0] }",
        &[(Read, "{ S1[i] -> A[i] }"), (Read, "{ S1[i] -> B[] }")],
    )
}

#[test]
fn other_arrays_order_instances() {
    let scop = chained(true).scop;
    conflicts_are(&scop, Order::Any, "{ A[i] -> A[k] : false }");
    same(&scop, Order::Any, &scop, Order::Sequential);
}

#[test]
fn may_accesses_order_nothing() {
    let all = "[N] -> { A[i] -> A[k] : 0 <= i,k < N and i != k }";
    conflicts_are(&chained(false).scop, Order::Any, all);
}

#[test]
fn live_out_values_are_alive_at_the_end_in_every_order() {
    for order in Order::ALL {
        let mut scop = rows().parallel(&[1]).tilable(&[1]).scop;
        scop.arrays[0].live_out = true;
        conflicts_are(&scop, order, ALL);
    }
}

/// Lifetimes of elements include those of their values.
#[test]
fn elements_conflict_where_values_do() {
    let marked = |b: Builder| b.parallel(&[1]).tilable(&[1, 3]).scop;
    let scops = [
        marked(rows()),
        marked(one_row().private(2)),
        marked(grid(&[(1, 0), (0, 1)])),
        marked(grid(&[(1, 0)])),
        chained(true).scop,
        chained(false).scop,
    ];
    for (k, scop) in scops.iter().enumerate() {
        for order in Order::ALL {
            let [value, element] = [Mode::Value, Mode::Element].map(|mode| {
                let found = analyse(scop, A, mode, order).unwrap().relation().unwrap();
                found.intersect_params(&scop.context).unwrap()
            });
            assert!(value.is_subset(&element).unwrap(), "{k} {order:?}");
        }
    }
}

/// A stricter order has fewer conflicts.
#[test]
fn weaker_orders_conflict_more() {
    let scops = [
        rows().parallel(&[1]).scop,
        grid(&[(1, 0), (0, 1)]).tilable(&[1, 3]).scop,
        grid(&[(1, 0), (1, 2)]).tilable(&[1, 3]).scop,
    ];
    for (k, scop) in scops.iter().enumerate() {
        let all = Order::ALL.map(|order| {
            let found = analyse(scop, A, Mode::Value, order).unwrap();
            let found = found.relation().unwrap();
            found.intersect_params(&scop.context).unwrap()
        });
        for pair in all.windows(2) {
            assert!(pair[0].is_subset(&pair[1]).unwrap(), "{k}");
        }
    }
}
