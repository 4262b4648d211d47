//! Random systems against random changes of them: whatever is proved is equal by execution.
#![allow(clippy::unwrap_used)]

mod systems;

use check::{Difference, same_outputs};
use poly::Context;
use systems::random::{Case, Random};
use systems::{brute, system};

/// The parameter values that are executed.
const TRIED: std::ops::Range<i64> = 2..7;

/// What became of the cases.
#[derive(Debug, Default)]
struct Tally {
    equal: usize,
    proved: usize,
    contradicted: usize,
    outside: usize,
    open: usize,
}

fn try_case(seed: u64, tally: &mut Tally) {
    let mut random = Random::new(seed);
    let before = Case::new(&mut random);
    let after = before.changed(&mut random);
    let (before, after) = (before.text(), after.text());
    let ctx = Context::new();
    let (a, b) = (system(&ctx, &before), system(&ctx, &after));
    let is_equal_at = |n: i64| brute::agree(&a, &b, &[("N", n)]);
    let is_equal = TRIED.into_iter().all(is_equal_at);
    tally.equal += usize::from(is_equal);
    ctx.start_budget(50_000_000);
    let show = || format!("seed {seed}\n{before}\n{after}");
    match same_outputs(&a, &b) {
        Ok(proof) => {
            tally.proved += 1;
            assert!(!proof.is_restricted, "{}", show());
            assert!(is_equal, "a wrong program is proved: {}", show());
        }
        Err(Difference::Contradicted { trace, .. }) => {
            tally.contradicted += 1;
            let at = trace.params.iter().find(|(name, _)| name == "N").unwrap().1;
            assert!(!is_equal_at(at), "{trace:?} in {}", show());
        }
        Err(Difference::Outside { .. }) => tally.outside += 1,
        Err(difference) => {
            tally.open += 1;
            if is_equal && std::env::var("PLEAT_SHOW").is_ok() {
                println!("{difference:?}\n{}", show());
            }
        }
    }
}

#[test]
fn what_is_proved_is_equal() {
    let asked = std::env::var("PLEAT_CASES")
        .ok()
        .and_then(|n| n.parse().ok());
    let mut tally = Tally::default();
    for seed in 0..asked.unwrap_or(60) {
        try_case(seed, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.proved * 10 >= tally.equal * 9, "{tally:?}");
}
