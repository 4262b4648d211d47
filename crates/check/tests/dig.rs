#![allow(clippy::unwrap_used)]
mod common;
use check::*;
use common::{A, folded, random, texts};
/// all must, ordered: same_values must accept exactly the folds whose lattice misses the brute conflicts
#[test]
fn iff() {
    for (u, count) in [(false, 150), (true, 150)] {
        let (mut yes, mut no, mut slow, mut bad) = (0, 0, std::time::Duration::ZERO, 0);
        let t0 = std::time::Instant::now();
        for seed in 0..count {
            let mut scop = random::scop(
                seed,
                random::Features {
                    uncertain: u,
                    crossing: false,
                    strided: true,
                },
            );
            scop.context = poly::Set::parse(&scop.ctx, "[N] -> { : 1 <= N <= 6 }").unwrap();
            let dims = scop.arrays[0].shape.len();
            for m in [1, 2, 3, 4] {
                let shape = if dims == 1 {
                    format!("{m}")
                } else {
                    format!("{m}, 2*N + 1")
                };
                let e = folded(&scop, &shape, |_, s| {
                    let t = texts(s);
                    if dims == 1 {
                        format!("[({}) % {m}]", t[0])
                    } else {
                        format!("[({}) % {m}][{}]", t[0], t[1])
                    }
                });
                let mut clash = false;
                let mut conflict = false;
                for n in 1..7 {
                    let p = vec![("N".to_string(), n)];
                    let cell = |x: &[i64]| {
                        let mut x = x.to_vec();
                        x[0] %= m;
                        x
                    };
                    clash |= simulate_cells(&scop, A, cell, &p).is_err();
                    let b = interpret(&scop, A, &p, Mode::Value).unwrap();
                    conflict |= b.conflicts.iter().any(|(x, y)| cell(x) == cell(y));
                }
                let t = std::time::Instant::now();
                let r = same_values(&scop, &e, &[(A, A)]);
                if t.elapsed().as_millis() > 300 {
                    println!("slow {seed} {m} {:?} {}", t.elapsed(), scop.accesses.len());
                }
                slow = slow.max(t.elapsed());
                match &r {
                    Ok(()) => yes += 1,
                    Err(_) => no += 1,
                }
                let real = if u { conflict } else { clash };
                if clash && !conflict {
                    println!("{seed} {m} clash without conflict");
                }
                if r.is_ok() == real {
                    bad += 1;
                    println!("{seed} {m}: clash {clash} conflict {conflict} proof {r:?}");
                }
            }
        }
        println!(
            "{u} yes {yes} no {no} bad {bad} slowest {slow:?} all {:?}",
            t0.elapsed()
        );
    }
}
