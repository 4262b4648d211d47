//! The live bounds that `lifetime` counts equal those that executions show.
#![allow(clippy::unwrap_used)]

mod common;

use common::random::{self, Features};
use common::{A, Builder, cases, read, samples, write};
use lab::brute::{Mode, interpret};
use lifetime::{LiveBound, LiveCounter};
use scop::{Order, Scop};

const MODES: [(lifetime::Mode, Mode); 2] = [
    (lifetime::Mode::Value, Mode::Value),
    (lifetime::Mode::Element, Mode::Element),
];

/// All parameters have the same value.
fn sized(scop: &Scop, n: i64) -> Vec<(String, i64)> {
    scop.params.iter().map(|p| (p.name.clone(), n)).collect()
}

fn counted(
    scop: &Scop,
    mode: lifetime::Mode,
    order: Order,
    params: &[(String, i64)],
) -> Option<LiveBound> {
    let counter = LiveCounter::new(scop, &[A], mode, order).unwrap();
    let params: Vec<(&str, i64)> = params.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    counter.at(&params, 100_000).unwrap()
}

fn agree(scop: &Scop, name: &str, n: i64) {
    let params = sized(scop, n);
    for (mode, rule) in MODES {
        let shown = interpret(scop, A, &params, rule, Order::Sequential).unwrap();
        let found = counted(scop, mode, Order::Sequential, &params);
        let expected = LiveBound::Exact(shown.live_bound.unwrap() as u64);
        assert_eq!(found, Some(expected), "{name} {mode:?} at {n}");
    }
}

/// The number of compared bounds of partial orders, and the number of exact ones among them.
#[derive(Default)]
struct Compared {
    all: usize,
    exact: usize,
}

impl Compared {
    /// An exact bound equals that of all executions; other bounds are at least as large.
    fn compare(&mut self, scop: &Scop, name: &str, n: i64) {
        let params = sized(scop, n);
        for order in [Order::Parallel, Order::Tilable, Order::Any] {
            for (mode, rule) in MODES {
                let shown = interpret(scop, A, &params, rule, order).unwrap();
                let found = counted(scop, mode, order, &params);
                assert!(found.is_none() || shown.race.is_none(), "{name} {order:?}");
                let (Some(found), Some(shown)) = (found, shown.live_bound) else {
                    continue;
                };
                let at = format!("{name} {mode:?} {order:?} at {n}");
                self.all += 1;
                match found {
                    LiveBound::Exact(bound) => assert_eq!(bound, shown as u64, "{at}"),
                    LiveBound::AtLeast(bound) => assert!(bound <= shown as u64, "{at}: {bound}"),
                }
                self.exact += usize::from(found == LiveBound::Exact(shown as u64));
            }
        }
    }

    fn mostly_exact(&self) {
        assert!(self.all > 50, "{} compared", self.all);
        assert!(
            self.exact > self.all / 10 * 9,
            "{} of {}",
            self.exact,
            self.all
        );
    }
}

#[test]
fn samples_agree_in_every_order() {
    let mut compared = Compared::default();
    for (name, scop) in samples::all() {
        for n in (1..=2).filter(|n| is_defined(&scop, *n)) {
            compared.compare(&scop, name, n);
        }
    }
    compared.mostly_exact();
}

#[test]
fn random_scops_agree_in_every_order() {
    let mut compared = Compared::default();
    for seed in 0..cases(25) {
        let scop = random::marked(seed);
        compared.compare(&scop, &format!("seed {seed}"), 2);
    }
    compared.mostly_exact();
}

fn is_defined(scop: &Scop, n: i64) -> bool {
    let params = sized(scop, n);
    let values = params.iter().map(|(n, v)| (n.as_str(), *v));
    !scop.context.fix_params(values).unwrap().is_empty().unwrap()
}

#[test]
fn samples_agree() {
    for (name, scop) in samples::all() {
        (3..=7).for_each(|n| agree(&scop, name, n));
    }
}

#[test]
fn random_scops_agree() {
    let features = Features {
        uncertain: true,
        crossing: true,
        strided: true,
    };
    for seed in 0..cases(40) {
        let scop = random::scop(seed, features);
        (3..=4).for_each(|n| agree(&scop, &format!("seed {seed}"), n));
    }
}

#[test]
fn bounds() {
    let scop = samples::durbin();
    let at = |params: &[(&str, i64)], most| {
        let counter = LiveCounter::new(&scop, &[A], lifetime::Mode::Value, Order::Sequential);
        counter.unwrap().at(params, most).unwrap()
    };
    assert_eq!(at(&[("N", 5)], 1000), Some(LiveBound::Exact(6)));
    assert_eq!(at(&[("N", 5)], 10), None);
    assert_eq!(at(&[("N", 2)], 1000), None);
    assert_eq!(at(&[], 1000), None);
}

fn form(scop: &Scop, samples: &[(&str, i64)]) -> String {
    let counter = LiveCounter::new(scop, &[A], lifetime::Mode::Value, Order::Sequential);
    let live = counter.unwrap().live(samples).unwrap();
    live.form
        .map_or("none".to_string(), |f| f.text(&|name| name.to_string()))
}

#[test]
fn forms() {
    let known = [
        ("durbin", "2*N - floord(N, 2) - 2"),
        ("blur", "2*N + 1"),
        ("jacobi", "N + 1"),
        ("dynprog", "1"),
        ("carried_filled", "N"),
        ("may_accesses", "2"),
        ("reversed", "2*N"),
        ("live_out", "(N*N + N)/2"),
        ("live_in_backward", "N - floord(N, 2)"),
        ("scattered_uneven", "N + 1"),
    ];
    let all = samples::all();
    for (name, text) in known {
        let (_, scop) = all.iter().find(|(n, _)| *n == name).unwrap();
        let params = scop.params.iter().map(|p| (p.name.as_str(), 1000));
        assert_eq!(form(scop, &params.collect::<Vec<_>>()), text, "{name}");
    }
}

/// An array of arbitrary shape: the elements on and right of its diagonal are read after the whole
/// array is written.
fn trapezium() -> Scop {
    Builder::new("N, M", "N >= 1 and M >= 1", "N, M")
        .statement(
            "i, j",
            "0 <= i < N and 0 <= j < M",
            "0, i, j",
            &[write("[i][j]")],
        )
        .statement(
            "i, j",
            "0 <= i < N and 0 <= j < M and i <= j",
            "1, i, j",
            &[read("[i][j]")],
        )
        .scop
}

#[test]
fn a_form_holds_for_parameters_in_the_order_of_the_samples() {
    let scop = trapezium();
    let check = |n, m, text| assert_eq!(form(&scop, &[("N", n), ("M", m)]), text, "{n} {m}");
    check(100, 1000, "(2*N*M - N*N + N)/2");
    check(1000, 100, "(M*M + M + 2)/2");
    check(100, 100, "(2*N*M - N*N + N)/2 where N <= M");
}

#[test]
fn large_samples_are_evaluated_by_the_form() {
    let scop = samples::blur();
    let counter = LiveCounter::new(&scop, &[A], lifetime::Mode::Value, Order::Sequential);
    let live = counter.unwrap().live(&[("N", 4096)]).unwrap();
    assert_eq!(live.at_samples, Some(LiveBound::Exact(8193)));
}
