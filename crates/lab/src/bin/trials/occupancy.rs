//! `trials occupancy`: shortest occupancy vectors of random uniform dependences beside a search by
//! the definition.

use lab::occupancy::{Case, Trials};
use std::time::Instant;

/// Which cases.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The number of sets of dependences.
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    /// The first one.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Tries all cases and prints the sums. Returns whether all agree.
pub(crate) fn run(arguments: &Arguments) -> bool {
    let start = Instant::now();
    let mut trials = Trials::default();
    let (mut wrong, mut subsumed, mut projected, mut least) = (0, 0, 0, 0);
    for seed in arguments.seed..arguments.seed.saturating_add(arguments.count) {
        let case = Case::random(seed);
        match trials.check(&case) {
            Ok(found) => {
                subsumed += u64::from(found.subsumed > 0);
                projected += found.projected;
                least += found.least;
            }
            Err(error) => {
                wrong += 1;
                println!("WRONG seed {seed}: {error}: {case:?}");
            }
        }
    }
    println!(
        "{} sets of dependences, {subsumed} with subsumed ones, {wrong} wrong\n\
         cells in boxes: {projected} along the vectors, {least} by lattices\n{:.1} s",
        arguments.count,
        start.elapsed().as_secs_f64()
    );
    wrong == 0
}
