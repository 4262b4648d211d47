//! One candidate at a time: lifetimes, conflicts, mapping.

use crate::memo::{self, Memo};
use crate::{Options, Reason};
use front::{Candidate, Home, Region};
use lifetime::{Mode, Order};
use poly::Set;
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
        false => slice(region, candidate),
    };
    let kind = (
        matches!(candidate.home, Home::Heap(_)),
        candidate.initialised_to_zero,
        candidate.is_static,
    );
    let slice = slice.map(|slice| format!("{kind:?} {slice}"));
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

/// All that the decision depends on.
fn slice(region: &Region, candidate: &Candidate) -> Option<String> {
    let slices = candidate.arrays().map(|a| memo::slice(&region.scop, a));
    let slices = slices.collect::<poly::Result<Vec<_>>>().ok()?;
    Some(slices.join("\n\n"))
}

/// What elements of a candidate conflict in any of its members, and which are touched.
struct Conflicts {
    half: Set,
    touched: Set,
}

fn conflicts(
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Result<Conflicts, Reason> {
    let scop = &region.scop;
    let mut all: Option<Conflicts> = None;
    for array in candidate.arrays() {
        let found = lifetime::analyse(scop, array, options.lifetime, Order::Sequential)?;
        if found.reads_live_in && scop.array(array).carried {
            return Err(match (candidate.initialised_to_zero, candidate.is_static) {
                (false, _) => Reason::InitialiserRead,
                (true, true) => Reason::CarriedAcrossCalls,
                (true, false) => Reason::CarriedAcrossIterations,
            });
        }
        let touched = found.touched.reset_tuple_id()?;
        all = Some(match all {
            None => Conflicts {
                half: found.half,
                touched,
            },
            Some(before) => Conflicts {
                half: before.half.union(&found.half)?.coalesce()?,
                touched: before.touched.union(&touched)?.coalesce()?,
            },
        });
    }
    all.ok_or_else(|| Reason::Analysis("it has no elements".to_string()))
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
    let Conflicts { half, touched } = conflicts(region, candidate, options)?;
    let extents = scop.array(candidate.array).shape.iter().cloned().collect();
    let extents: Option<Vec<_>> = extents;
    let touched = touched.intersect_params(&scop.context)?;
    let context = match candidate.home {
        // Where no element is touched, an allocation may have any size.
        Home::Heap(_) => touched.params()?.coalesce()?,
        _ => scop.context.clone(),
    };
    Ok(Problem {
        ctx: scop.ctx.clone(),
        half,
        touched,
        extents: extents.ok_or_else(|| Reason::Analysis("its shape is unknown".to_string()))?,
        context,
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
