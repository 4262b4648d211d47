//! The conflicts that `lifetime` computes with sets equal those that executions show.
#![allow(clippy::unwrap_used)]

mod common;

use common::random::{self, Features};
use common::{A, cases, samples};
use lab::brute::{Brute, Mode, interpret};
use poly::Set;
use scop::{Order, Scop};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

type Vectors = BTreeSet<Vec<i64>>;

/// The result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Equal,
    /// `lifetime` finds all conflicts, and others that no execution shows.
    Coarse,
    /// `lifetime` misses conflicts, an element, or a read of earlier values.
    Wrong,
}

/// The answer of `lifetime` at fixed parameters.
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

/// For each of the given rules, the worst verdict over the sizes at which the order is legal; an
/// error if `lifetime` gives up.
fn verdicts(
    scop: &Scop,
    order: Order,
    mode: lifetime::Mode,
    rules: &[Mode],
    sizes: RangeInclusive<i64>,
) -> poly::Result<Option<Vec<Verdict>>> {
    let illegal = lifetime::illegal(scop, A, order)?;
    let found = lifetime::analyse(scop, A, mode, order)?;
    let (pairs, differences) = (found.relation()?.wrap()?, found.differences()?);
    let mut worst = vec![Verdict::Equal; rules.len()];
    let mut races = false;
    for n in sizes {
        let params: Vec<(String, i64)> = scop.params.iter().map(|p| (p.name.clone(), n)).collect();
        let computed = Computed {
            pairs: points(&pairs, &params)?,
            differences: points(&differences, &params)?,
            touched: points(&found.touched, &params)?,
            reads_live_in: found.reads_live_in,
        };
        for (worst, rule) in worst.iter_mut().zip(rules) {
            let brute = interpret(scop, A, &params, *rule, order).unwrap();
            races |= brute.race.is_some();
            *worst = (*worst).max(computed.compare(&brute));
        }
    }
    let mut larger = 1..=6;
    races |= illegal.is_some() && larger.any(|n| has_race(scop, order, n));
    assert_eq!(
        illegal.is_some(),
        races,
        "{order:?}: {illegal:?} in {scop:?}"
    );
    Ok((!races).then_some(worst))
}

fn has_race(scop: &Scop, order: Order, n: i64) -> bool {
    let params: Vec<(String, i64)> = scop.params.iter().map(|p| (p.name.clone(), n)).collect();
    let found = interpret(scop, A, &params, Mode::Access, order);
    found.is_ok_and(|brute| brute.race.is_some())
}

/// Compares lifetimes of values, of elements up to their last access, and of elements up to their
/// last read. Expects equality for the first two, and no missing conflicts for the third. Returns
/// the worst verdict of the first two; `None` if the order is illegal.
fn agree(
    scop: &Scop,
    order: Order,
    sizes: RangeInclusive<i64>,
) -> poly::Result<Result<Option<Verdict>, String>> {
    let by_value = lifetime::Mode::Value;
    let by_value = verdicts(scop, order, by_value, &[Mode::Value], sizes.clone())?;
    let rules = [Mode::Access, Mode::Element];
    let by_element = verdicts(scop, order, lifetime::Mode::Element, &rules, sizes)?;
    let (Some(by_value), Some(by_element)) = (by_value, by_element) else {
        return Ok(Ok(None));
    };
    let worst = by_value[0].max(by_element[0]);
    // Unknown chains of dependences order nothing.
    let most = match order {
        Order::Any => Verdict::Coarse,
        _ => Verdict::Equal,
    };
    let good = worst <= most && by_element[1] <= Verdict::Coarse;
    let report = || format!("{order:?}: by value {by_value:?}, by element {by_element:?}");
    Ok(good.then_some(Some(worst)).ok_or_else(report))
}

#[test]
fn samples_agree() {
    for (name, scop) in samples::all() {
        for order in Order::ALL {
            let found = agree(&scop, order, 3..=4).unwrap();
            assert_eq!(found, Ok(Some(Verdict::Equal)), "{name} {order:?}");
        }
    }
}

/// Of this number of random scops, one is compared under [`Order::Any`].
const CHAINS: u64 = 6;

/// The counts of answers.
#[derive(Default, Debug)]
struct Tally {
    equal: u64,
    coarse: u64,
    illegal: u64,
    given_up: u64,
}

fn random_agree(features: Features, few: u64) {
    let mut tally = Tally::default();
    let count = cases(few);
    for seed in 0..count {
        let mut scop = random::scop(seed, features);
        random::mark(&mut scop, seed);
        // Chains of dependences are expensive to find.
        let tried = |o: &Order| *o != Order::Any || seed % CHAINS == 0;
        for order in Order::ALL.into_iter().filter(tried) {
            match agree(&scop, order, 3..=4) {
                Ok(Ok(Some(Verdict::Equal))) => tally.equal += 1,
                Ok(Ok(Some(_))) => tally.coarse += 1,
                Ok(Ok(None)) => tally.illegal += 1,
                Ok(Err(report)) => panic!("seed {seed}: {report}"),
                Err(_) => tally.given_up += 1,
            }
        }
    }
    eprintln!("{tally:?}");
    assert!(tally.given_up <= 4 + count / 5, "{tally:?}");
    assert!(tally.equal > count, "{tally:?}");
    assert!(tally.coarse <= count / 4, "{tally:?}");
}

const CERTAIN: Features = Features {
    uncertain: false,
    crossing: false,
    strided: false,
};

#[test]
fn random_certain() {
    random_agree(CERTAIN, 18);
}

#[test]
fn random_uncertain() {
    random_agree(
        Features {
            uncertain: true,
            ..CERTAIN
        },
        18,
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
        12,
    );
}

#[test]
fn random_strided() {
    random_agree(
        Features {
            strided: true,
            ..CERTAIN
        },
        10,
    );
}
