//! Durbin's kernel (Alias, Baray, Darte 2007, Figure 2): the conflict differences of `y`.
#![allow(clippy::unwrap_used)]

mod common;

use common::{A, Builder, Read, Write};
use lifetime::{Mode, analyse};
use poly::{Map, Set};
use scop::Scop;

fn durbin() -> Scop {
    let shape = [("A", &["N", "N"][..])];
    let b = Builder::new("[N] -> { : N >= 1 }", &shape);
    let b = b.statement(
        "[N] -> { S0[] }",
        "{ S0[] -> [0,0,0,0,0] }",
        &[(Write, "{ S0[] -> A[0,0] }")],
    );
    let b = b.statement(
        "[N] -> { S1[k,i] : 1 <= k < N and 0 <= i < k }",
        "{ S1[k,i] -> [1,k,0,i,0] }",
        &[(Read, "{ S1[k,i] -> A[i,k-1] }")],
    );
    let b = b.statement(
        "[N] -> { S2[k,i] : 1 <= k < N and 0 <= i < k }",
        "{ S2[k,i] -> [1,k,1,i,0] }",
        &[
            (Read, "{ S2[k,i] -> A[i,k-1] }"),
            (Read, "{ S2[k,i] -> A[k-i-1,k-1] }"),
            (Write, "{ S2[k,i] -> A[i,k] }"),
        ],
    );
    let b = b.statement(
        "[N] -> { S3[k] : 1 <= k < N }",
        "{ S3[k] -> [1,k,2,0,0] }",
        &[(Write, "{ S3[k] -> A[k,k] }")],
    );
    let b = b.statement(
        "[N] -> { S4[i] : 0 <= i < N }",
        "[N] -> { S4[i] -> [2,i,0,0,0] }",
        &[(Read, "[N] -> { S4[i] -> A[i,N-1] }")],
    );
    b.scop
}

#[test]
fn published_differences() {
    let scop = durbin();
    // Section 4.1.1 of the paper, for N >= 3, is the convex hull of the differences.
    let published = Set::parse(
        &scop.ctx,
        "[N] -> { [a, b] : -(N-1) <= a + 2b <= N-1 and -(N-1) <= a - b <= N-1 and -1 <= b <= 1 \
         and not (a = 0 and b = 0) and N >= 3 }",
    )
    .unwrap();
    let large = Set::parse(&scop.ctx, "[N] -> { : N >= 3 }").unwrap();
    for mode in [Mode::Value, Mode::Element] {
        let conflicts = analyse(&scop, A, mode, scop::Order::Sequential).unwrap();
        let found = conflicts.differences().unwrap();
        let found = found.intersect_params(&large).unwrap();
        assert!(found.is_subset(&published).unwrap());
        // Both reach the same bounds in every direction that the paper names.
        for form in ["a + 2b", "a - b", "b", "a"] {
            let image = Map::parse(&scop.ctx, &format!("{{ [a, b] -> [{form}] }}")).unwrap();
            let [x, y] = [&found, &published].map(|k| k.apply(&image).unwrap().lexmax().unwrap());
            assert!(
                x.is_equal(&y).unwrap(),
                "{mode:?}: {form} reaches {x}, not {y}"
            );
        }
    }
}
