//! Runs the strategies one after the other, each with its own budget.

use super::problem::Input;
use crate::budget::ARRAY;
use poly::PolyError;
use std::time::{Duration, Instant};
use storage::{Assumption, Found, Problem, Strategy};

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
    problem.ctx.start_budget(ARRAY);
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

/// The results of all strategies for the parameter values of a file.
pub struct Answer {
    /// The results under the conditions.
    pub runs: Vec<Run>,
    /// The best of them.
    pub best: Option<Found>,
    /// The conditions under which it is proved: none if the file states its context.
    pub conditions: Vec<Assumption>,
    /// The best mapping for the sizes below, if there are any.
    pub below: Option<Found>,
}

impl Answer {
    /// The best mapping at a point.
    pub fn at(&self, value: &impl Fn(&str) -> Option<i64>) -> Option<&Found> {
        match self.holds(value) {
            true => self.best.as_ref(),
            false => self.below.as_ref(),
        }
    }

    /// Whether the conditions hold at a point.
    pub fn holds(&self, value: &impl Fn(&str) -> Option<i64>) -> bool {
        let mut conditions = self.conditions.iter();
        conditions.all(|condition| condition.holds(value))
    }
}

/// Runs strategies. Without a context in the file, small sizes have a mapping of their own if that
/// saves cells for all others.
///
/// # Errors
/// The conditions for large sizes cannot be computed.
pub fn answer(input: &Input, strategies: &[Strategy]) -> poly::Result<Answer> {
    let problem = &input.problem;
    let all = |problem: &Problem| -> Vec<Run> {
        let strategies = strategies.iter();
        strategies.map(|strategy| run(problem, *strategy)).collect()
    };
    let runs = all(problem);
    let whole = best_of(problem, &runs).cloned();
    let names: Vec<String> = problem.params.iter().map(|p| p.name.clone()).collect();
    problem.ctx.start_budget(ARRAY);
    let large = storage::large_sizes(problem, &names)?;
    if !input.has_context && !large.is_empty() {
        let narrow = problem.under(&large)?;
        let runs = all(&narrow);
        let size = |found: &Found| (found.degree(problem), cells(problem, found));
        let best = best_of(&narrow, &runs).cloned();
        let best = best.filter(|best| whole.as_ref().is_none_or(|w| size(best) < size(w)));
        if let Some(best) = best {
            problem.ctx.start_budget(ARRAY);
            return Ok(Answer {
                conditions: storage::from_size(problem, &best, &names)?,
                best: Some(best),
                runs,
                below: whole,
            });
        }
    }
    Ok(Answer {
        runs,
        best: whole,
        conditions: Vec::new(),
        below: None,
    })
}

/// The cells of a mapping at the samples and at sizes of other residues, together.
fn cells(problem: &Problem, found: &Found) -> Option<i64> {
    const SIZES: i64 = 6;
    (0..SIZES).try_fold(0_i64, |sum, more| {
        let value = |name: &str| problem.sample(name).map(|value| value + more);
        let rows = &found.at(&value).rows;
        let cells = rows.iter().try_fold(1_i64, |cells, row| {
            cells.checked_mul(row.modulus.eval(&value)?)
        })?;
        sum.checked_add(cells)
    })
}

/// The smallest mapping: the least growth, then the least size; the first of equals.
pub fn best_of<'r>(problem: &Problem, runs: &'r [Run]) -> Option<&'r Found> {
    let found = runs.iter().filter_map(|run| match &run.outcome {
        Outcome::Found(found) => Some(found),
        _ => None,
    });
    found.min_by_key(|found| (found.degree(problem), found.size))
}
