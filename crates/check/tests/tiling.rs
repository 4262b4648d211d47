//! Whether tiles keep the order of a system, for positions that do and that do not suffice.
#![allow(clippy::unwrap_used)]

#[path = "systems/mod.rs"]
mod systems;

use check::{Misplaced, keeps_order};
use poly::{Context, Map};
use scop::{System, Tiling};
use std::collections::BTreeMap;
use systems::system;

const HEAT: &str = "params N, M : N > 2\n\
                    out a[N]\n\
                    local b[N]\n\
                    [t, i] : 0 <= t < M and 0 < i < N - 1 @ t, 0, i : b[i] = f(a[i - 1], a[i + 1])\n\
                    [t, i] : 0 <= t < M and 0 < i < N - 1 @ t, 1, i : a[i] = f(b[i - 1], b[i + 1])";

/// A loop over tiles around all statements with these positions in `i0, i1, ..`.
fn tiling(system: &System, depth: usize, positions: &[&str]) -> Tiling {
    let position = |(statement, text): (&scop::Statement, &&str)| {
        let iterators = statement.iterators.join(", ");
        let text = format!("{{ {}[{iterators}] -> [{text}] }}", statement.name);
        Map::parse(&system.scop.ctx, &text).unwrap()
    };
    let statements = system.scop.statements.iter().zip(positions);
    Tiling {
        name: "o".to_string(),
        statements: 0..positions.len(),
        depth,
        positions: statements.map(position).collect(),
        own: BTreeMap::new(),
        is_parallel: false,
    }
}

fn keeps(text: &str, depth: usize, positions: &[&str]) -> bool {
    let ctx = Context::new();
    let system = system(&ctx, text);
    keeps_order(&system, &tiling(&system, depth, positions)).is_ok()
}

#[test]
fn positions_of_two_sweeps() {
    assert!(keeps(HEAT, 0, &["t", "t"]));
    assert!(keeps(HEAT, 0, &["2*t + i", "2*t + i + 1"]));
    assert!(keeps(HEAT, 0, &["3*t + i", "3*t + i + 1"]));
    for wrong in [
        ["i", "i"],
        ["t + i", "t + i"],
        ["2*t + i", "2*t + i"],
        ["2*t + i", "2*t + i + 2"],
        ["2*t + i + 1", "2*t + i"],
        ["-t", "-t"],
    ] {
        assert!(!keeps(HEAT, 0, &wrong), "{wrong:?}");
    }
}

#[test]
fn only_one_iteration_of_the_loops_outside_counts() {
    assert!(!keeps(HEAT, 1, &["i", "i"]));
    let apart = HEAT.replace("f(a[i - 1], a[i + 1])", "f(a[i], a[i])");
    let apart = apart.replace("f(b[i - 1], b[i + 1])", "f(b[i], b[i])");
    assert!(keeps(&apart, 1, &["i", "i"]));
    assert!(keeps(&apart, 1, &["-i", "-i"]));
}

#[test]
fn threads_need_equal_positions() {
    let ctx = Context::new();
    let system = system(&ctx, HEAT);
    let shared = Tiling {
        is_parallel: true,
        ..tiling(&system, 0, &["2*t + i", "2*t + i + 1"])
    };
    let found = keeps_order(&system, &shared);
    assert!(matches!(found, Err(Misplaced::Threads { .. })), "{found:?}");
}

#[test]
fn own_copies_are_not_compared() {
    let text = "params N : N > 2\n\
                in a[N]\n\
                out b[N]\n\
                local s[1]\n\
                [i] : 0 <= i < N @ i, 0 : s[0] = f(a[i])\n\
                [i] : 0 <= i < N @ i, 1 : b[i] = g(s[0])";
    let ctx = Context::new();
    let system = system(&ctx, text);
    let scalar = system.scop.arrays.iter().find(|a| a.name == "s").unwrap();
    let backward = tiling(&system, 0, &["-i", "-i"]);
    assert!(keeps_order(&system, &backward).is_err());
    let own = Tiling {
        own: BTreeMap::from([(scalar.id, 1)]),
        ..backward
    };
    assert!(keeps_order(&system, &own).is_ok());
}
