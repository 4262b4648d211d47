//! The proof succeeds exactly where executions find the right values.
#![allow(clippy::unwrap_used)]

mod common;

use check::{Mismatch, same_values};
use common::{A, Row, cases, folded, mapped, random, samples};
use lab::brute::{Mode, interpret, simulate_cells};
use poly::{Expr, Set};
use scop::{Order, Scop, Subscript};

/// Reduces the first subscript modulo `modulus`, and keeps the others.
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

/// Checks that the proof succeeds exactly if, for all sizes up to 6, no two conflicting elements
/// share a cell; and that no execution finds a wrong value if it succeeds. The proof may also fail
/// if chains of dependences are unknown. Returns whether it succeeded, for each fold that was
/// tried.
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
        let proof = same_values(&scop, &ring_of(&scop, modulus), &[(A, A)], order);
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
        let sets_out =
            samples::crosses_border(name) || name.starts_with("scattered") || name == "zeroed";
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
