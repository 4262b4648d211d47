//! The live bounds that `lifetime` counts are those that executions show.
#![allow(clippy::unwrap_used)]

mod common;

use check::{Mode, interpret};
use common::random::{self, Features};
use common::{A, cases, samples};
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

fn counted(scop: &Scop, mode: lifetime::Mode, order: Order, params: &[(String, i64)]) -> LiveBound {
    let counter = LiveCounter::new(scop, &[A], mode, order).unwrap().unwrap();
    let params: Vec<(&str, i64)> = params.iter().map(|(n, v)| (n.as_str(), *v)).collect();
    counter.at(&params, 100_000).unwrap().unwrap()
}

fn agree(scop: &Scop, name: &str, n: i64) {
    let params = sized(scop, n);
    for (mode, rule) in MODES {
        let shown = interpret(scop, A, &params, rule, Order::Sequential).unwrap();
        let found = counted(scop, mode, Order::Sequential, &params);
        let expected = LiveBound::Exact(shown.live_bound as u64);
        assert_eq!(found, expected, "{name} {mode:?} at {n}");
    }
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
        counter.unwrap().unwrap().at(params, most).unwrap()
    };
    assert_eq!(at(&[("N", 5)], 1000), Some(LiveBound::Exact(6)));
    assert_eq!(at(&[("N", 5)], 10), None);
    assert_eq!(at(&[("N", 2)], 1000), None);
    assert_eq!(at(&[], 1000), None);
}
