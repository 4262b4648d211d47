//! The conflicts that `lifetime` computes with sets are those that executions show.
#![allow(clippy::unwrap_used)]

mod common;

use check::{Brute, Mode, interpret};
use common::{A, samples};
use lifetime::Conflicts;
use poly::Set;
use scop::Scop;
use std::collections::BTreeSet;

type Pairs = BTreeSet<(Vec<i64>, Vec<i64>)>;

fn fixed(set: &Set, params: &[(String, i64)]) -> Vec<Vec<i64>> {
    let values = params.iter().map(|(n, v)| (n.as_str(), *v));
    set.fix_params(values)
        .unwrap()
        .points(100_000)
        .unwrap()
        .unwrap()
}

fn computed(
    found: &Conflicts,
    params: &[(String, i64)],
) -> (Pairs, BTreeSet<Vec<i64>>, BTreeSet<Vec<i64>>) {
    let pairs = fixed(&found.relation().unwrap().wrap().unwrap(), params)
        .into_iter()
        .map(|mut x| {
            let y = x.split_off(x.len() / 2);
            (x, y)
        });
    let differences = fixed(&found.differences, params).into_iter().collect();
    (
        pairs.collect(),
        differences,
        fixed(&found.touched, params).into_iter().collect(),
    )
}

#[test]
fn probe() {
    for (name, scop) in samples::all() {
        for (mode, brute_mode) in [
            (lifetime::Mode::Value, Mode::Value),
            (lifetime::Mode::Element, Mode::Element),
            (lifetime::Mode::Element, Mode::Access),
        ] {
            let found = match lifetime::analyse(&scop, A, mode, lifetime::Order::Sequential) {
                Ok(f) => f,
                Err(e) => {
                    println!("{name} {brute_mode:?} ERROR {e}");
                    continue;
                }
            };
            for n in 3..7 {
                let params: Vec<(String, i64)> =
                    scop.params.iter().map(|p| (p.name.clone(), n)).collect();
                let brute = interpret(&scop, A, &params, brute_mode).unwrap();
                let (pairs, differences, touched) = computed(&found, &params);
                let extra: Vec<_> = pairs.difference(&brute.conflicts).take(3).collect();
                let missing: Vec<_> = brute.conflicts.difference(&pairs).take(3).collect();
                let same = differences == brute.differences
                    && touched == brute.touched
                    && found.reads_live_in == brute.reads_live_in;
                if !extra.is_empty() || !missing.is_empty() || !same {
                    println!(
                        "{name} {brute_mode:?} N={n}: extra {extra:?} missing {missing:?} same={same} live {}",
                        brute.live_bound
                    );
                }
            }
        }
    }
    let _: Option<(Brute, Scop)> = None;
}

#[test]
fn probe_random() {
    for (features, count) in [
        ((false, false), 100),
        ((true, false), 100),
        ((true, true), 100),
    ] {
        let features = common::random::Features {
            uncertain: features.0,
            crossing: features.1,
        };
        let start = std::time::Instant::now();
        let mut bad = [0; 3];
        for seed in 0..count {
            let scop = common::random::scop(seed, features);
            for (m, (mode, brute_mode)) in [
                (lifetime::Mode::Value, Mode::Value),
                (lifetime::Mode::Element, Mode::Element),
                (lifetime::Mode::Element, Mode::Access),
            ]
            .into_iter()
            .enumerate()
            {
                let found = match lifetime::analyse(&scop, A, mode, lifetime::Order::Sequential) {
                    Ok(f) => f,
                    Err(e) => {
                        println!("{seed} {brute_mode:?} ERROR {e}");
                        continue;
                    }
                };
                for n in 3..5 {
                    let params: Vec<(String, i64)> =
                        scop.params.iter().map(|p| (p.name.clone(), n)).collect();
                    let brute = interpret(&scop, A, &params, brute_mode).unwrap();
                    let (pairs, differences, touched) = computed(&found, &params);
                    let extra: Vec<_> = pairs.difference(&brute.conflicts).take(3).collect();
                    let missing: Vec<_> = brute.conflicts.difference(&pairs).take(3).collect();
                    let same = differences == brute.differences
                        && touched == brute.touched
                        && found.reads_live_in == brute.reads_live_in;
                    if !extra.is_empty() || !missing.is_empty() || !same {
                        bad[m] += 1;
                        if m != 1 || !missing.is_empty() {
                            println!(
                                "{seed} {brute_mode:?} N={n}: extra {extra:?} missing {missing:?} same={same} live_in {} {}",
                                found.reads_live_in, brute.reads_live_in
                            );
                        }
                    }
                }
            }
        }
        println!("{:?} {:?}", start.elapsed(), bad);
    }
}
