#![allow(clippy::unwrap_used)]
mod common;
use common::{A, samples, folded};
use check::*;
#[test]
fn bench() {
    let scop = samples::durbin();
    let e = folded(&scop, "2, N", |_, s| { let t = common::texts(s); format!("[({}) % 2][{}]", t[1], t[0]) });
    for _ in 0..3 {
    let t = std::time::Instant::now();
    for _ in 0..100 { same_values(&scop, &e, &[(A, A)]).unwrap(); }
    println!("per {:?}", t.elapsed() / 100);
    }
    let t = std::time::Instant::now();
    for _ in 0..100 { lifetime::analyse(&scop, A, lifetime::Mode::Value, lifetime::Order::Sequential).unwrap(); }
    println!("lifetime per {:?}", t.elapsed() / 100);
}
