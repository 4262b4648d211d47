#![allow(clippy::unwrap_used)]
mod common;
use check::*;
use common::{A, folded, random};
#[test]
fn dig2() {
    for cap in 5..12 {
        let mut scop = random::scop(
            76,
            random::Features {
                uncertain: false,
                crossing: false,
            },
        );
        scop.context =
            poly::Set::parse(&scop.ctx, &format!("[N] -> {{ : 1 <= N <= {cap} }}")).unwrap();
        let e = folded(&scop, "1", |_, _| "[0]".into());
        let e2 = folded(&scop, "", |_, _| "".into());
        println!(
            "{cap} {:?} {:?}",
            same_values(&scop, &e, &[(A, A)]),
            same_values(&scop, &e2, &[(A, A)])
        );
        let clash = (1..=cap)
            .map(|n| simulate_cells(&scop, A, |_| vec![], &[("N".to_string(), n)]).is_err())
            .collect::<Vec<_>>();
        println!("{clash:?}");
    }
}
