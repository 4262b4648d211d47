//! Runs the strategies one after the other, each with its own budget.

use crate::budget::BUDGET;
use poly::PolyError;
use std::time::{Duration, Instant};
use storage::{Found, Problem, Strategy};

/// The result of one strategy.
#[derive(Clone, Debug)]
pub struct Run {
    /// The strategy.
    pub strategy: Strategy,
    /// Its result.
    pub outcome: Outcome,
    /// How long it took, proofs included.
    pub time: Duration,
}

/// A mapping, or none.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// A proved mapping.
    Found(Found),
    /// No mapping that could be proved.
    Nothing,
    /// The computation failed, or exceeded its budget.
    Failed(PolyError),
}

/// Runs one strategy.
pub fn run(problem: &Problem, strategy: Strategy) -> Run {
    problem.ctx.start_budget(BUDGET);
    let start = Instant::now();
    let outcome = match storage::best(problem, &[strategy]) {
        Ok(Some(found)) => Outcome::Found(found),
        Ok(None) => Outcome::Nothing,
        Err(error) => Outcome::Failed(error),
    };
    Run {
        strategy,
        outcome,
        time: start.elapsed(),
    }
}

/// The smallest mapping: the least growth, then the least size; the first of equals.
pub fn best_of<'r>(problem: &Problem, runs: &'r [Run]) -> Option<&'r Found> {
    let found = runs.iter().filter_map(|run| match &run.outcome {
        Outcome::Found(found) => Some(found),
        _ => None,
    });
    found.min_by_key(|found| (found.degree(problem), found.size))
}
