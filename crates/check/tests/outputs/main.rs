//! Programs whose loops were moved and whose arrays were folded by hand, right and nearly right.
#![allow(clippy::unwrap_used)]

mod buffers;
mod contexts;
mod loops;

mod reach;
mod reductions;
#[path = "../systems/mod.rs"]
mod systems;
mod values;

use check::{Difference, Proof, same_outputs};
use poly::Context;
use systems::{brute, system};

fn verdict(before: &str, after: &str) -> Result<Proof, Difference> {
    let ctx = Context::new();
    ctx.start_budget(20_000_000);
    same_outputs(&system(&ctx, before), &system(&ctx, after))
}

/// The parameter values that are tried.
fn small(before: &str) -> Vec<Vec<(&'static str, i64)>> {
    let has_m = before.contains("params N, M");
    let mut all = Vec::new();
    for n in 1..11 {
        for m in 1..(if has_m { 5 } else { 2 }) {
            all.push(if has_m {
                vec![("N", n), ("M", m)]
            } else {
                vec![("N", n)]
            });
        }
    }
    all
}

fn agree(before: &str, after: &str) -> bool {
    let ctx = Context::new();
    let (a, b) = (system(&ctx, before), system(&ctx, after));
    let in_context = |p: &Vec<(&str, i64)>| {
        let fixed = a.scop.context.fix_params(p.iter().copied()).unwrap();
        !fixed.is_empty().unwrap()
    };
    let mut points = small(before).into_iter().filter(in_context);
    points.all(|p| brute::agree(&a, &b, &p))
}

fn proved(before: &str, after: &str) {
    assert!(agree(before, after), "the test itself is wrong");
    if let Err(difference) = verdict(before, after) {
        panic!("{difference}: {difference:?}");
    }
}

fn refused(before: &str, after: &str) -> Difference {
    assert!(!agree(before, after), "the test itself is wrong");
    match verdict(before, after) {
        Ok(_) => panic!("a wrong program was proved"),
        Err(difference) => difference,
    }
}

/// A true difference was found.
fn contradicted(before: &str, after: &str) {
    let difference = refused(before, after);
    let Difference::Contradicted { trace, .. } = &difference else {
        panic!("{difference:?}");
    };
    assert!(trace.is_complete, "{difference:?}");
}

const BLUR: &str = "
    params N : N >= 3
    in a[N + 2]
    out b[N]
    local t[N + 2]
    [i] : 0 <= i < N + 2 @ 0, i, 0 : t[i] = f(a[i])
    [i] : 0 <= i < N @ 1, i, 0 : b[i] = g(t[i], t[i + 1], t[i + 2])
";

/// Statements on two arrays with two dimensions.
fn two_d(rest: &str) -> String {
    format!(
        "
        params N, M : N >= 1 and M >= 1
        in a[N, M]
        out b[N, M]
        {rest}
        "
    )
}

const JACOBI: &str = "
    params N, M : N >= 3 and M >= 1
    out a[N]
    local t[M + 1, N]
    [i] : 0 <= i < N @ 0, 0, 0, i : t[0, i] = a[i]
    [k, i] : 1 <= k <= M and 0 < i < N - 1 @ 1, k, 0, i : t[k, i] = f(t[k - 1, i - 1], t[k - 1, i], t[k - 1, i + 1])
    [k] : 1 <= k <= M @ 1, k, 1, 0 : t[k, 0] = t[k - 1, 0]
    [k] : 1 <= k <= M @ 1, k, 1, 1 : t[k, N - 1] = t[k - 1, N - 1]
    [i] : 0 <= i < N @ 2, 0, 0, i : a[i] = t[M, i]
";
