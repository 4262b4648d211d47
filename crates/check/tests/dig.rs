#![allow(clippy::unwrap_used)]
mod common;
use common::{A, samples};
use check::*;
#[test]
fn search() {
    for (name, scop, size) in [("durbin", samples::durbin(), 0), ("blur", samples::blur(), 1), ("jacobi", samples::jacobi(), 2)] {
        let mut ok = vec![];
        for u in -4i64..=4 { for v in -4i64..=4 { ok.push((u,v)); } }
        for n in 5..8i64 {
            let p: Vec<_> = scop.params.iter().map(|p| (p.name.clone(), n)).collect();
            let b = interpret(&scop, A, &p, Mode::Value).unwrap();
            let m = match size { 0 => 2*n-3, 1 => 2*n+1, _ => n+3 };
            ok.retain(|(u,v)| b.differences.iter().all(|d| (u*d[0]+v*d[1]).rem_euclid(m) != 0));
            println!("{name} {n} live {} {ok:?}", b.live_bound);
        }
    }
}
