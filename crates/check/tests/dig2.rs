#![allow(clippy::unwrap_used)]
mod common;
use check::*;
use common::{A, random};
#[test]
fn dig2() {
    let scop = random::scop(
        76,
        random::Features {
            uncertain: false,
            crossing: false,
        },
    );
    for s in &scop.statements {
        println!("{} \n  {}  first={}", s.domain, s.schedule, s.reads_first);
    }
    for a in &scop.accesses {
        println!("{:?} {:?} {:?} {}", a.id, a.kind, a.certainty, a.relation);
    }
    for n in 1..5 {
        let p = vec![("N".to_string(), n)];
        let b = interpret(&scop, A, &p, Mode::Value).unwrap();
        println!("{n}");
        for v in &b.values {
            println!("{v:?}");
        }
        println!("{:?}", b.conflicts);
    }
}
