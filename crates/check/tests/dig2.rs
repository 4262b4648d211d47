#![allow(clippy::unwrap_used)]
mod common;
use common::{A, random};
use check::*;
#[test]
fn dig2() {
    for (seed, u, c) in [(94, false, true), (0, false, true), (49, true, true), (26, true, false)] {
    let scop = random::scop(seed, random::Features { uncertain: u, crossing: c, strided: false });
    println!("== {seed} {} {:?}", scop.context, scop.arrays);
    for s in &scop.statements { println!("{} \n  {}  first={}", s.domain, s.schedule, s.reads_first); }
    for a in &scop.accesses { println!("{:?} {:?} {:?} {}", a.id, a.kind, a.certainty, a.relation); }
    for mode in [lifetime::Mode::Value, lifetime::Mode::Element] {
    let f = match lifetime::analyse(&scop, A, mode, lifetime::Order::Sequential) { Ok(f) => f, Err(e) => { println!("ERR {e}"); continue } };
    for n in [3] {
    let p = vec![("N".to_string(), n)];
    let b = interpret(&scop, A, &p, Mode::Value).unwrap();
    println!("brute {:?} {}", b.conflicts, b.reads_live_in);
    println!("{} {:?}", f.reads_live_in, f.relation().unwrap().wrap().unwrap().fix_params([("N",n)]).unwrap().points(1000).unwrap());
    }}
    }
}
