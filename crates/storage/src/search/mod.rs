//! The search for the best proved mapping among those that strategies propose.
//!
//! Assumes: expensive strategies are asked only for the fewest cells, or where the lower bound
//! grows by fewer parameters than the best mapping.

mod aim;
mod cases;
mod from;
mod lower;
mod objective;
mod rank;
mod tried;

pub use aim::{Aim, Floor};
pub use cases::Case;
pub use from::{FromSize, best_from, from_size, large_sizes};
pub use objective::Objective;
pub(crate) use rank::{is_hidden, skewed_rows};
pub use tried::{Attempt, Tried};

use crate::certificate::{Verdict, certify};
use crate::strategy::Split;
use crate::{Mapping, Problem, Row, Strategy};
use cases::cases;
use lower::lower;
use poly::{PolyError, Result};
use rank::{Rank, Ranking, arrange};
use std::time::Instant;

/// A proved mapping and the strategy that found it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The mapping, proved for every parameter value of the context, with moduli as small as the
    /// proof allows.
    pub mapping: Mapping,
    /// The strategy that found it.
    pub strategy: Strategy,
    /// Cells at the samples.
    pub size: i64,
    /// Smaller mappings for classes of parameter values, which cover the context. Empty if there
    /// are none.
    pub cases: Vec<Case>,
}

impl Found {
    /// The mapping with the fewest cells at given values of the parameters.
    pub fn at(&self, value: &impl Fn(&str) -> Option<i64>) -> &Mapping {
        let holds = |case: &&Case| value(&case.class.param).is_some_and(|v| case.class.contains(v));
        let case = self.cases.iter().find(holds);
        case.map_or(&self.mapping, |case| &case.mapping)
    }

    /// How the size grows: the largest degree of all cases.
    pub fn degree(&self, problem: &Problem) -> usize {
        let cases = self.cases.iter().map(|case| case.mapping.degree(problem));
        cases.max().unwrap_or_else(|| self.mapping.degree(problem))
    }
}

/// The best proved mapping among those of `strategies`, however large; `None` if they have none.
///
/// Fewer parametric moduli are preferred, then the smaller size at the samples, then simplicity:
/// canonical axes, small coefficients. Where smaller mappings are proved for each residue of a
/// parameter than for all its values, the mapping has cases.
pub fn best(problem: &Problem, strategies: &[Strategy]) -> Result<Option<Found>> {
    let aim = Aim::of(Objective::Size);
    let Outcome { found, splits, .. } = search(problem, strategies, &aim, Rows::All)?;
    if splits.is_empty() {
        return Ok(found);
    }
    let whole = match found {
        Some(found) => Some(found),
        None => search(problem, &[Strategy::SuccessiveModulo], &aim, Rows::All)?.found,
    };
    let Some(whole) = whole else {
        return Ok(None);
    };
    let ctx = &problem.ctx;
    let cases = ctx.attempt(aim.operations, || cases(problem, &whole.mapping, &splits))?;
    let mut with_cases = Found {
        cases: cases.unwrap_or_default(),
        strategy: Strategy::Generalise,
        ..whole.clone()
    };
    let there = with_cases.at(&|name| problem.sample(name));
    with_cases.size = there.size(problem).unwrap_or(whole.size);
    Ok(match with_cases.cases.is_empty() {
        true => Some(whole).filter(|w| strategies.contains(&w.strategy)),
        false => Some(with_cases),
    })
}

/// Which rows are admitted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    /// All that are proved.
    All,
    /// Rows that a fold can write: with constant coefficients.
    Numbers,
    /// Rows that any program can write: of one index each.
    Axes,
}

impl Rows {
    fn admit(self, mapping: &Mapping) -> bool {
        match self {
            Rows::All => true,
            Rows::Numbers => mapping.rows.iter().all(Row::is_numeric),
            Rows::Axes => mapping.rows.iter().all(|row| row.axis().is_some()),
        }
    }
}

/// The outcome of a search.
pub(crate) struct Outcome {
    /// The proved mapping of least rank, its moduli lowered.
    pub(crate) found: Option<Found>,
    /// Proved mappings that were the best before it: the last one first.
    pub(crate) beaten: Vec<Found>,
    /// Other mappings that were proposed and not proved, with their cells at the samples: fewest
    /// first.
    pub(crate) others: Vec<(i64, Mapping)>,
    /// The outcome of each strategy.
    pub(crate) tried: Vec<Tried>,
    /// Proposals for parts of the context, if all rows are admitted.
    splits: Vec<Split>,
}

/// The best proved mapping for an aim.
pub(crate) fn search(
    problem: &Problem,
    strategies: &[Strategy],
    aim: &Aim<'_>,
    rows: Rows,
) -> Result<Outcome> {
    let mut search = Search {
        problem,
        aim,
        rows,
        ranking: Ranking::new(problem, aim.objective),
        seen: Vec::new(),
        best: None,
        beaten: Vec::new(),
        most: i64::MAX,
        failure: None,
        tried: Vec::new(),
        splits: Vec::new(),
    };
    let share = aim.operations / strategies.len().max(1) as u64;
    for strategy in cheap_first(strategies) {
        search.ask(strategy, share.max(1))?;
    }
    search.finish()
}

fn cheap_first(strategies: &[Strategy]) -> Vec<Strategy> {
    let mut sorted = strategies.to_vec();
    sorted.sort_by_key(|s| !Strategy::CHEAP.contains(s));
    sorted
}

struct Search<'a> {
    problem: &'a Problem,
    aim: &'a Aim<'a>,
    rows: Rows,
    ranking: Ranking<'a>,
    /// Every mapping that was proposed, with its verdict, if it was asked for.
    seen: Vec<(Mapping, Option<Verdict>)>,
    best: Option<(Rank, Found)>,
    beaten: Vec<Found>,
    /// The size of successive modulo on its best axes: larger mappings are rejected, whatever their
    /// degree.
    most: i64,
    failure: Option<PolyError>,
    tried: Vec<Tried>,
    splits: Vec<Split>,
}

impl Search<'_> {
    /// Asks a strategy, if it may still win; one that takes too long leaves the best mapping as it
    /// was.
    fn ask(&mut self, strategy: Strategy, share: u64) -> Result<()> {
        let start = Instant::now();
        let attempt = match &self.best {
            None => self.gather(strategy)?,
            Some(_) if !self.may_win(strategy) => Attempt::NotAsked,
            Some(_) => {
                let ctx = &self.problem.ctx;
                let gathered = ctx.attempt(share, || self.gather(strategy))?;
                gathered.unwrap_or(Attempt::GaveUp)
            }
        };
        self.tried.push(Tried {
            strategy,
            attempt,
            time: start.elapsed(),
        });
        Ok(())
    }

    /// Whether a strategy may find something better than the best.
    fn may_win(&self, strategy: Strategy) -> bool {
        let Some((_, best)) = &self.best else {
            return true;
        };
        match self.aim.objective {
            _ if best.size <= 1 => false,
            Objective::Size => self.aim.floor.cells().is_none_or(|least| least < best.size),
            Objective::Balanced | Objective::Speed => self.may_grow_less(strategy, best),
        }
    }

    /// Whether a strategy may find cheaper rows, or a size that grows less, than the best.
    /// Expensive strategies may only if the lower bound grows less; if that is unknown, only if
    /// nothing is saved so far.
    fn may_grow_less(&self, strategy: Strategy, best: &Found) -> bool {
        let degree = best.mapping.degree(self.problem);
        let gains = { self.problem.declared_size() }.is_none_or(|all| best.size < all);
        if degree == 0 && gains && skewed_rows(&best.mapping) == 0 {
            // No order of the axes has fewer cells.
            return false;
        }
        if Strategy::CHEAP.contains(&strategy) {
            return true;
        }
        // A single index has only one form.
        if degree == 0 || self.problem.dims() == 1 {
            return false;
        }
        let unfolded = degree >= self.problem.degree(&self.problem.extents);
        match self.aim.floor.degree() {
            Some(least) => least < degree,
            None => unfolded,
        }
    }

    /// The number of dimensions from which on mappings are no better than this one; one more if it
    /// has rows that are a dimension modulo a number, because a mapping without these may be
    /// better.
    fn dimensions_of_use(&self, mapping: &Mapping) -> usize {
        let is_folded = |row: &Row| {
            let extent = row.axis().map(|axis| &self.problem.extents[axis]);
            row.modulus.as_constant().is_some() && extent.is_some_and(|e| *e != row.modulus)
        };
        mapping.degree(self.problem) + usize::from(mapping.rows.iter().any(is_folded))
    }

    /// Asks a strategy for proposals, and keeps the best of them if it is better than the best so
    /// far.
    fn gather(&mut self, strategy: Strategy) -> Result<Attempt> {
        let below = match (&self.best, self.aim.objective) {
            (Some((_, best)), Objective::Balanced | Objective::Speed) => {
                self.dimensions_of_use(&best.mapping)
            }
            _ => usize::MAX,
        };
        let with_cases = self.rows == Rows::All;
        let proposals = match strategy.propose(self.problem, below, with_cases) {
            Ok(proposals) => proposals,
            Err(PolyError::Budget) => return Err(PolyError::Budget),
            Err(error) => {
                let attempt = Attempt::Failed(error.to_string());
                self.failure = Some(error);
                return Ok(attempt);
            }
        };
        let mut own: Option<(Rank, Attempt)> = None;
        let any = !proposals.mappings.is_empty();
        self.splits.extend(proposals.splits);
        for mapping in proposals.mappings {
            let Some((rank, attempt)) = self.examine(mapping, strategy)? else {
                continue;
            };
            if own.as_ref().is_none_or(|(least, _)| rank < *least) {
                own = Some((rank, attempt));
            }
        }
        Ok(match (own, any) {
            (Some((_, attempt)), _) => attempt,
            (None, true) => Attempt::Unproved,
            (None, false) => Attempt::Nothing,
        })
    }

    /// Examines one proposal; `None` if it is not a mapping for these conflicts.
    fn examine(
        &mut self,
        mut mapping: Mapping,
        strategy: Strategy,
    ) -> Result<Option<(Rank, Attempt)>> {
        if !self.rows.admit(&mapping) {
            return Ok(None);
        }
        arrange(self.problem, &mut mapping);
        let Some(rank) = self.ranking.rank(&mapping)? else {
            return Ok(None);
        };
        let size = mapping.size(self.problem).unwrap_or(i64::MAX);
        let known = self.seen.iter().find(|(seen, _)| *seen == mapping);
        let verdict = known.map(|(_, verdict)| *verdict);
        if strategy == Strategy::SuccessiveModulo {
            self.most = self.most.min(size);
        }
        let better = self.best.as_ref().is_none_or(|(least, _)| rank < *least);
        let verdict = match verdict {
            Some(verdict) => verdict,
            None if better && size <= self.most => Some(certify(self.problem, &mapping)?),
            None => None,
        };
        if known.is_none() {
            self.seen.push((mapping.clone(), verdict));
        }
        Ok(match verdict {
            Some(Verdict::Proved) if better => Some(self.keep(rank, mapping, strategy)?),
            Some(Verdict::Refuted | Verdict::Undecided) => None,
            Some(Verdict::Proved) | None => Some((rank, Attempt::NoBetter(mapping))),
        })
    }

    /// Makes a proved mapping the best; for [`Objective::Size`] with its moduli lowered.
    fn keep(
        &mut self,
        mut rank: Rank,
        mut mapping: Mapping,
        strategy: Strategy,
    ) -> Result<(Rank, Attempt)> {
        if self.aim.objective == Objective::Size {
            let rows = self.ranking.lowerable(&mapping)?;
            mapping = lower(self.problem, mapping, &rows)?;
            rank = self.ranking.rank(&mapping)?.unwrap_or(rank);
        }
        let found = Found {
            size: mapping.size(self.problem).unwrap_or(i64::MAX),
            mapping: mapping.clone(),
            strategy,
            cases: Vec::new(),
        };
        let before = self.best.replace((rank, found));
        self.beaten.extend(before.map(|(_, found)| found));
        Ok((rank, Attempt::Proved(mapping)))
    }

    fn finish(mut self) -> Result<Outcome> {
        let found = match (self.best.take(), self.failure.take()) {
            (None, Some(error)) => return Err(error),
            (None, None) => None,
            (Some((_, found)), _) => Some(self.lowered(found)?),
        };
        let problem = self.problem;
        let open = self
            .seen
            .into_iter()
            .filter(|(_, verdict)| verdict.is_none());
        let mut others: Vec<(i64, Mapping)> = open
            .filter_map(|(mapping, _)| Some((mapping.size(problem)?, mapping)))
            .collect();
        others.sort_by_key(|(size, _)| *size);
        self.beaten.reverse();
        Ok(Outcome {
            found,
            beaten: self.beaten,
            others,
            tried: self.tried,
            splits: self.splits,
        })
    }

    /// The best with its moduli lowered, also in the list of strategies.
    fn lowered(&mut self, found: Found) -> Result<Found> {
        let mapping = match self.aim.objective {
            Objective::Size => found.mapping,
            Objective::Balanced | Objective::Speed => {
                let rows = self.ranking.lowerable(&found.mapping)?;
                lower(self.problem, found.mapping, &rows)?
            }
        };
        let own = self.tried.iter_mut().find(|t| t.strategy == found.strategy);
        if let Some(own) = own {
            own.attempt = Attempt::Proved(mapping.clone());
        }
        Ok(Found {
            size: mapping.size(self.problem).unwrap_or(found.size),
            mapping,
            ..found
        })
    }
}
