#![allow(clippy::unwrap_used)]
mod common;
use common::{A, random};
use check::*;
#[test]
fn dig() {
    let scop = random::scop(56, random::Features { uncertain: false, crossing: false });
    for s in &scop.statements { println!("{} \n  {}  first={}", s.domain, s.schedule, s.reads_first); }
    for a in &scop.accesses { println!("{:?} {:?} {:?} {}", a.id, a.kind, a.certainty, a.relation); }
    println!("{:?}", scop.arrays);
    let p = vec![("N".to_string(), 3)];
    let b = interpret(&scop, A, &p, Mode::Value).unwrap();
    for v in &b.values { println!("{v:?}"); }
    println!("{:?}", b.conflicts);
    let f = lifetime::analyse(&scop, A, lifetime::Mode::Value, lifetime::Order::Sequential).unwrap();
    let r = f.relation().unwrap();
    println!("{r}");
    println!("{:?}", r.wrap().unwrap().fix_params([("N",3)]).unwrap().points(1000).unwrap());
}
