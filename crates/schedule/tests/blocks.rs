//! What the nests of a group compute beside a block, and which nests may not compute an element
//! twice.
#![allow(clippy::unwrap_used)]

#[path = "../../check/tests/systems/mod.rs"]
mod systems;

use poly::{Context, Expr};
use schedule::{Bounds, Halo, Nest, halos, plan};

/// The halos of nests of one statement each, which become one loop.
fn found(arrays: &str, statements: &[&str]) -> Option<Vec<Halo>> {
    let mut text = format!("params N : N >= 60\n{arrays}\n");
    for (nest, statement) in statements.iter().enumerate() {
        text.push_str(&format!("[i] : 5 <= i < N @ {nest}, i, 0 : {statement}\n"));
    }
    let ctx = Context::new();
    let system = systems::system(&ctx, &text);
    let nest = |nest: usize| Nest {
        statements: vec![system.scop.statements[nest].id],
        rows: Some(Bounds {
            first: Expr::constant(5),
            end: Expr::var("N"),
            step: 1,
            class: 0,
        }),
        follows: Vec::new(),
    };
    let nests: Vec<Nest> = (0..statements.len()).map(nest).collect();
    let plan = plan(&system, &nests, 0).unwrap();
    let [group] = plan.groups.as_slice() else {
        panic!("{plan:?}\n{text}");
    };
    assert_eq!(group.nests.len(), nests.len(), "{text}");
    halos(&system, &nests, 0, group).unwrap()
}

fn halo(before: i64, after: i64) -> Halo {
    Halo { before, after }
}

const CHAIN: &str = "in a0[N + 9]
local a1[N + 9]
local a2[N + 9]
out a3[N + 9]";

#[test]
fn chain() {
    let halos = found(
        CHAIN,
        &[
            "a1[i] = f(a0[i], a0[i - 1])",
            "a2[i] = f(a1[i - 4], a1[i])",
            "a3[i] = f(a2[i - 3], a2[i + 2], a1[i + 3])",
        ],
    );
    assert_eq!(halos.unwrap(), [halo(7, 3), halo(3, 2), halo(0, 0)]);
}

/// Each element needs the one before.
#[test]
fn recursion() {
    let halos = found(
        CHAIN,
        &[
            "a1[i] = f(a0[i], a1[i - 1])",
            "a2[i] = f(a1[i + 1], a1[i])",
            "a3[i] = f(a2[i])",
        ],
    );
    assert_eq!(halos, None);
}

/// The first nest reads what the last one overwrites.
#[test]
fn input_is_overwritten() {
    let arrays = "out a0[N + 9]
local a1[N + 9]";
    let halos = found(arrays, &["a1[i] = f(a0[i - 1])", "a0[i] = f(a1[i])"]);
    assert_eq!(halos, None);
}

/// The vector in between is a result too.
#[test]
fn result_in_between() {
    let arrays = "in a0[N + 9]
local a1[N + 9]
out a2[N + 9]
out a3[N + 9]";
    let halos = found(
        arrays,
        &[
            "a1[i] = f(a0[i])",
            "a2[i] = f(a1[i + 1])",
            "a3[i] = f(a1[i], a2[i])",
        ],
    );
    assert_eq!(halos, None);
}
