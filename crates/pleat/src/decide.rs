//! One candidate at a time: lifetimes, conflicts, mapping.

use crate::memo::{self, Memo};
use crate::{Options, Reason};
use front::{Candidate, Region};
use lifetime::{Mode, Order};
use std::time::{Duration, Instant};
use storage::{Choice, ParamSample, Problem};

/// Elementary set operations per array, and per proof of a region: about a second.
pub(crate) const BUDGET: u64 = 4_000_000;

/// What was decided about one candidate.
#[derive(Clone, Debug)]
pub struct Decision {
    /// Folded or kept.
    pub outcome: Outcome,
    /// Time spent on lifetimes.
    pub analysis: Duration,
    /// Time spent on mappings.
    pub mapping: Duration,
}

/// Folded or kept.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// By this mapping, proved.
    Folded(Choice),
    /// For this reason.
    Kept(Reason),
}

impl Outcome {
    pub(crate) fn is_folded(&self) -> bool {
        matches!(self, Outcome::Folded(_))
    }

    /// Whether the same question always has this answer, whatever was computed before.
    fn is_lasting(&self) -> bool {
        !matches!(self, Outcome::Kept(Reason::Budget | Reason::Analysis(_)))
    }
}

/// Decides about one candidate.
pub fn decide(region: &Region, candidate: &Candidate, options: &Options) -> Decision {
    let start = Instant::now();
    let problem = problem(region, candidate, options);
    let analysis = start.elapsed();
    let start = Instant::now();
    let choice = problem.and_then(|problem| best_mapping(&problem, options));
    let mapping = start.elapsed();
    Decision {
        outcome: choice.map_or_else(Outcome::Kept, Outcome::Folded),
        analysis,
        mapping,
    }
}

/// Decides about one candidate, unless that was done for another one that is used in the same way.
pub(crate) fn decide_once(
    region: &Region,
    candidate: &Candidate,
    options: &Options,
    memo: &Memo,
) -> Decision {
    let start = Instant::now();
    region.scop.ctx.start_budget(BUDGET);
    let slice = match options.excludes(&candidate.spelling) {
        true => None,
        false => memo::slice(&region.scop, candidate.array)
            .map(|slice| format!("{slice}\n{}", candidate.is_static))
            .ok(),
    };
    if let Some(outcome) = slice.as_ref().and_then(|slice| memo.outcome(slice)) {
        return Decision {
            outcome,
            analysis: start.elapsed(),
            mapping: Duration::ZERO,
        };
    }
    let decision = decide(region, candidate, options);
    if let Some(slice) = slice.filter(|_| decision.outcome.is_lasting()) {
        memo.decided(slice, &decision.outcome);
    }
    decision
}

/// The conflicts of a candidate, as the mapping engine wants them.
///
/// # Errors
/// The reason for which it must stay.
pub fn problem(
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Result<Problem, Reason> {
    if options.excludes(&candidate.spelling) {
        return Err(Reason::Excluded);
    }
    let scop = &region.scop;
    scop.ctx.start_budget(BUDGET);
    let conflicts = lifetime::analyse(scop, candidate.array, options.lifetime, Order::Sequential)?;
    if conflicts.reads_live_in && scop.array(candidate.array).carried {
        return Err(match candidate.is_static {
            true => Reason::CarriedAcrossCalls,
            false => Reason::CarriedAcrossIterations,
        });
    }
    let extents = scop.array(candidate.array).shape.iter().cloned().collect();
    let extents: Option<Vec<_>> = extents;
    let touched = conflicts.touched.intersect_params(&scop.context)?;
    Ok(Problem {
        ctx: scop.ctx.clone(),
        half: conflicts.half,
        touched: touched.reset_tuple_id()?,
        extents: extents.ok_or_else(|| Reason::Analysis("its shape is unknown".to_string()))?,
        context: scop.context.clone(),
        params: scop
            .params
            .iter()
            .map(|p| ParamSample {
                name: p.name.clone(),
                value: options.sample(&p.spelling).unwrap_or(p.sample),
            })
            .collect(),
    })
}

fn best_mapping(problem: &Problem, options: &Options) -> Result<Choice, Reason> {
    let strategies = options.strategies();
    storage::choose(problem, &strategies)?.ok_or_else(|| {
        let names: Vec<&str> = strategies.iter().map(|s| s.name()).collect();
        Reason::NoSmallerMapping(names.join(", "))
    })
}

/// The name of a lifetime mode on the command line and in reports.
pub(crate) fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Value => "value",
        Mode::Element => "element",
    }
}
