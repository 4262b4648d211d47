//! The conflicts that `lifetime` computes with sets are those that executions show.
#![allow(clippy::unwrap_used)]

mod common;

use check::{Brute, Mode, interpret};
use common::random::{self, Features};
use common::{A, cases, samples};
use poly::Set;
use scop::{Order, Scop};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

type Vectors = BTreeSet<Vec<i64>>;

/// How the two answers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Equal,
    /// `lifetime` finds all conflicts, and others that no execution shows.
    Coarse,
    /// `lifetime` misses conflicts, or an element, or that earlier values are read.
    Wrong,
}

/// `lifetime`'s answer at fixed parameters.
struct Computed {
    pairs: Vectors,
    differences: Vectors,
    touched: Vectors,
    reads_live_in: bool,
}

impl Computed {
    fn compare(&self, brute: &Brute) -> Verdict {
        let joined = |(x, y): &(Vec<i64>, Vec<i64>)| [x.as_slice(), y].concat();
        let expected: Vectors = brute.conflicts.iter().map(joined).collect();
        let complete = self.pairs.is_superset(&expected)
            && self.differences.is_superset(&brute.differences)
            && self.touched == brute.touched
            && self.reads_live_in >= brute.reads_live_in;
        let exact = self.pairs == expected && self.differences == brute.differences;
        match (complete, exact) {
            (true, true) => Verdict::Equal,
            (true, false) => Verdict::Coarse,
            (false, _) => Verdict::Wrong,
        }
    }
}

fn points(set: &Set, params: &[(String, i64)]) -> poly::Result<Vectors> {
    let values = params.iter().map(|(n, v)| (n.as_str(), *v));
    let found = set.fix_params(values)?.points(100_000)?;
    Ok(found.unwrap().into_iter().collect())
}

/// The worst verdict over some sizes, by each of the given rules; an error if `lifetime` gives up.
fn verdicts(
    scop: &Scop,
    mode: lifetime::Mode,
    rules: &[Mode],
    sizes: RangeInclusive<i64>,
) -> poly::Result<Vec<Verdict>> {
    let found = lifetime::analyse(scop, A, mode, Order::Sequential)?;
    let (pairs, differences) = (found.relation()?.wrap()?, found.differences()?);
    let mut worst = vec![Verdict::Equal; rules.len()];
    for n in sizes {
        let params: Vec<(String, i64)> = scop.params.iter().map(|p| (p.name.clone(), n)).collect();
        let computed = Computed {
            pairs: points(&pairs, &params)?,
            differences: points(&differences, &params)?,
            touched: points(&found.touched, &params)?,
            reads_live_in: found.reads_live_in,
        };
        for (worst, rule) in worst.iter_mut().zip(rules) {
            *worst = (*worst).max(
                computed.compare(&interpret(scop, A, &params, *rule, Order::Sequential).unwrap()),
            );
        }
    }
    Ok(worst)
}

/// Equal by value; by element equal if an element lives until its last access, and never less than
/// if it lives until its last read.
fn agree(scop: &Scop, sizes: RangeInclusive<i64>) -> poly::Result<Result<(), String>> {
    let by_value = verdicts(scop, lifetime::Mode::Value, &[Mode::Value], sizes.clone())?;
    let rules = [Mode::Access, Mode::Element];
    let by_element = verdicts(scop, lifetime::Mode::Element, &rules, sizes)?;
    let good = by_value == [Verdict::Equal]
        && by_element[0] == Verdict::Equal
        && by_element[1] <= Verdict::Coarse;
    let report = || format!("by value {by_value:?}, by element {by_element:?}");
    Ok(good.then_some(()).ok_or_else(report))
}

#[test]
fn samples_agree() {
    for (name, scop) in samples::all() {
        assert_eq!(agree(&scop, 3..=7).unwrap(), Ok(()), "{name}");
    }
}

fn random_agree(features: Features, few: u64) {
    let mut given_up = 0;
    let count = cases(few);
    for seed in 0..count {
        match agree(&random::scop(seed, features), 3..=4) {
            Ok(verdict) => assert_eq!(verdict, Ok(()), "seed {seed}"),
            Err(_) => given_up += 1,
        }
    }
    assert!(given_up <= 1 + count / 20, "{given_up} without an answer");
}

const CERTAIN: Features = Features {
    uncertain: false,
    crossing: false,
    strided: false,
};

#[test]
fn random_certain() {
    random_agree(CERTAIN, 40);
}

#[test]
fn random_uncertain() {
    random_agree(
        Features {
            uncertain: true,
            ..CERTAIN
        },
        40,
    );
}

#[test]
fn random_crossing() {
    random_agree(
        Features {
            uncertain: true,
            crossing: true,
            ..CERTAIN
        },
        40,
    );
}

#[test]
fn random_strided() {
    random_agree(
        Features {
            strided: true,
            ..CERTAIN
        },
        25,
    );
}
