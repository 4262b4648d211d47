//! The conflicts that `lifetime` computes with sets are those that executions show.
#![allow(clippy::unwrap_used)]

mod common;

use check::{Brute, Mode, interpret};
use common::{A, random, samples};
use lifetime::{Conflicts, Order};
use poly::Set;
use scop::Scop;
use std::collections::BTreeSet;

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

fn points(set: &Set, params: &[(String, i64)]) -> Vectors {
    let values = params.iter().map(|(n, v)| (n.as_str(), *v));
    let found = set.fix_params(values).unwrap().points(100_000).unwrap();
    found.unwrap().into_iter().collect()
}

fn verdict(found: &Conflicts, brute: &Brute, params: &[(String, i64)]) -> Verdict {
    let pairs = points(&found.relation().unwrap().wrap().unwrap(), params);
    let differences = points(&found.differences().unwrap(), params);
    let joined = |(x, y): &(Vec<i64>, Vec<i64>)| [x.as_slice(), y].concat();
    let expected: Vectors = brute.conflicts.iter().map(joined).collect();
    let complete = pairs.is_superset(&expected) && differences.is_superset(&brute.differences);
    let same = points(&found.touched, params) == brute.touched
        && found.reads_live_in == brute.reads_live_in;
    match (
        complete && same,
        pairs == expected && differences == brute.differences,
    ) {
        (true, true) => Verdict::Equal,
        (true, false) => Verdict::Coarse,
        (false, _) => Verdict::Wrong,
    }
}

/// The worst verdict over some parameter values; `None` if `lifetime` gives up.
fn compare(scop: &Scop, brute_mode: Mode, sizes: std::ops::Range<i64>) -> Option<Verdict> {
    let mode = match brute_mode {
        Mode::Value => lifetime::Mode::Value,
        Mode::Element | Mode::Access => lifetime::Mode::Element,
    };
    let found = lifetime::analyse(scop, A, mode, Order::Sequential).ok()?;
    let at = |n: i64| {
        let params: Vec<(String, i64)> = scop.params.iter().map(|p| (p.name.clone(), n)).collect();
        verdict(
            &found,
            &interpret(scop, A, &params, brute_mode).unwrap(),
            &params,
        )
    };
    sizes.map(at).max()
}

#[test]
fn probe_samples() {
    for (name, scop) in samples::all() {
        for mode in [Mode::Value, Mode::Element, Mode::Access] {
            let v = compare(&scop, mode, 3..8);
            if v != Some(Verdict::Equal) {
                println!("{name} {mode:?} {v:?}");
            }
        }
    }
}
#[test]
fn probe_random() {
    for (uncertain, crossing) in [(false, false), (true, false), (false, true), (true, true)] {
        let features = random::Features {
            uncertain,
            crossing,
            strided: false,
        };
        let start = std::time::Instant::now();
        let mut sum = std::collections::BTreeMap::new();
        for seed in 0..100 {
            let scop = random::scop(seed, features);
            for mode in [Mode::Value, Mode::Element, Mode::Access] {
                let t = std::time::Instant::now();
                let v = compare(&scop, mode, 3..5);
                if t.elapsed().as_millis() > 500 {
                    println!("slow {seed} {features:?} {mode:?} {:?}", t.elapsed());
                }
                if v == Some(Verdict::Wrong)
                    || v.is_none()
                    || (mode != Mode::Element && v != Some(Verdict::Equal))
                {
                    println!("{seed} {uncertain} {crossing} {mode:?} {v:?}");
                }
                *sum.entry(format!("{mode:?} {v:?}")).or_insert(0) += 1;
            }
        }
        println!("{features:?} {:?} {sum:?}", start.elapsed());
    }
}
