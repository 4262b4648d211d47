//! One candidate at a time: lifetimes, conflicts, mapping.

use crate::innermost;
use crate::live::LiveFloor;
use crate::memo::{self, Memo};
use crate::sequence;
use crate::spelled::Spelled;
use crate::{Options, Reason};
use front::{Axis, Candidate, Home, Region};
use lifetime::{Clash, Mode};
use poly::{Expr, Set};
use scop::{AccessId, Order, Scop, Subscript};
use std::cell::Cell;
use std::time::{Duration, Instant};
use storage::{Aim, Attempt, Choice, Mapping, ParamSample, Problem, Tried};

/// Elementary set operations for the exact analysis of an array, and for its mapping.
pub(crate) const BUDGET: u64 = 3_000_000;
/// Of those, one part in so many is for a coarser analysis where the exact one takes all.
const COARSE_PART: u64 = 4;

/// How many operations the next array of a region gets: each that takes all of them leaves the others
/// half, so that a region ends in twice the time of one array.
#[derive(Debug)]
pub(crate) struct Patience(Cell<u64>);

impl Patience {
    pub(crate) fn new() -> Self {
        Patience(Cell::new(BUDGET))
    }

    fn get(&self) -> u64 {
        self.0.get()
    }

    pub(crate) fn lose(&self) {
        self.0.set((self.0.get() / 2).max(1));
    }
}

/// What was decided about one candidate.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The extents of the array in the scop; those that nothing declares, as far as it is used.
    pub extents: Vec<Expr>,
    /// It was shown that every read is served by a write of the same execution of the region.
    pub covered: bool,
    /// Folded or kept.
    pub outcome: Outcome,
    /// What every strategy came to, in the order in which they were asked.
    pub tried: Vec<Tried>,
    /// The exact analysis exceeded its budget; this is what a coarser one found.
    pub coarse: bool,
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

    /// Without its mapping, which cannot be written or proved: by a plainer one, or kept.
    pub(crate) fn step_down(&mut self, reason: Reason) {
        let plainer = match self {
            Outcome::Folded(choice) => choice.plainer.take(),
            Outcome::Kept(_) => None,
        };
        *self = plainer.map_or(Outcome::Kept(reason), |choice| Outcome::Folded(*choice));
    }

    /// Whether the same question always has this answer, whatever was computed before.
    fn is_lasting(&self) -> bool {
        !matches!(self, Outcome::Kept(Reason::Budget | Reason::Analysis(_)))
    }
}

/// Decides about one candidate.
pub fn decide(region: &Region, candidate: &Candidate, options: &Options) -> Decision {
    decide_within(BUDGET, region, candidate, options)
}

/// Decides about one candidate; a coarser analysis follows where the exact one takes all operations.
fn decide_within(
    operations: u64,
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Decision {
    region.scop.ctx.start_budget(operations);
    let exact = decide_by(Precision::Exact, region, candidate, options);
    if !matches!(exact.outcome, Outcome::Kept(Reason::Budget)) {
        return exact;
    }
    region.scop.ctx.start_budget(operations / COARSE_PART);
    let coarse = decide_by(Precision::Coarse, region, candidate, options);
    let answered = coarse.outcome.is_folded();
    Decision {
        outcome: if answered {
            coarse.outcome
        } else {
            exact.outcome
        },
        coarse: true,
        analysis: exact.analysis + coarse.analysis,
        mapping: exact.mapping + coarse.mapping,
        ..coarse
    }
}

/// How exactly conflicts are computed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    Exact,
    /// All conflicts, and more that are none.
    Coarse,
}

fn decide_by(
    precision: Precision,
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Decision {
    let start = Instant::now();
    let excluded = options.excludes(&candidate.spelling);
    let is_asked = !excluded || matches!(candidate.home, Home::Parameter(_));
    let problem = match is_asked {
        true => problem_by(precision, region, candidate, options),
        false => Err(Reason::Excluded),
    };
    let problem = match precision {
        Precision::Exact => problem,
        Precision::Coarse => problem.and_then(|p| Ok(p.convex()?)),
    };
    let analysis = start.elapsed();
    let start = Instant::now();
    let mut tried = Vec::new();
    let (extents, covered, choice) = match problem {
        Ok(problem) => {
            let choice = match excluded {
                true => Err(Reason::Excluded),
                false => mapping_for(region, candidate, &problem, options, &mut tried),
            };
            (problem.extents, true, choice)
        }
        Err(reason) => {
            let declared = region
                .scop_of(candidate)
                .array(candidate.array)
                .shape
                .iter()
                .flatten();
            (declared.cloned().collect(), false, Err(reason))
        }
    };
    let mapping = start.elapsed();
    Decision {
        extents,
        covered,
        outcome: choice.map_or_else(Outcome::Kept, Outcome::Folded),
        tried,
        coarse: false,
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
    patience: &Patience,
) -> Decision {
    let start = Instant::now();
    region.scop.ctx.start_budget(BUDGET);
    let operations = patience.get();
    let slice = match options.excludes(&candidate.spelling) {
        true => None,
        false => question(region, candidate, operations, options).ok(),
    };
    if let Some(decision) = slice.as_ref().and_then(|slice| memo.decision(slice)) {
        if decision.coarse {
            patience.lose();
        }
        return Decision {
            analysis: start.elapsed(),
            mapping: Duration::ZERO,
            ..decision
        };
    }
    let decision = decide_within(operations, region, candidate, options);
    if decision.coarse {
        patience.lose();
    }
    if let Some(slice) = slice.filter(|_| decision.outcome.is_lasting()) {
        memo.decided(slice, &decision);
    }
    decision
}

/// All that a decision depends on: with fewer operations the answer may be a coarser one, whoever asks first.
fn question(
    region: &Region,
    candidate: &Candidate,
    operations: u64,
    options: &Options,
) -> poly::Result<String> {
    let order = options.order_of(region.scop_of(candidate));
    let slices = candidate.arrays();
    let slices = slices.map(|a| memo::slice(region.scop_of(candidate), a, order));
    let slices = slices.collect::<poly::Result<Vec<_>>>()?.join("\n\n");
    let flags = (
        matches!(candidate.home, Home::Parameter(_)),
        matches!(candidate.home, Home::Heap(_)),
        candidate.initialised_to_zero,
        candidate.promised,
        candidate.is_static,
        candidate.pointed_dims(),
    );
    let (axes, declared) = (&candidate.axes, &candidate.declared);
    let inner = innermost::dimensions(region.scop_of(candidate), candidate, order);
    Ok(format!(
        "{operations} {flags:?} {axes:?} {declared:?} {inner:?}\n{slices}"
    ))
}

/// What elements of a candidate conflict in any of its members, and which are touched.
struct Conflicts {
    half: Set,
    touched: Set,
}

fn conflicts(
    precision: Precision,
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Result<Conflicts, Reason> {
    let scop = region.scop_of(candidate);
    let order = options.order_of(scop);
    let mut all: Option<Conflicts> = None;
    for array in candidate.arrays() {
        if let Some(clash) = lifetime::illegal(scop, array, order)? {
            return Err(clashing(scop, candidate, clash));
        }
        let found = match precision {
            Precision::Exact => lifetime::analyse(scop, array, options.lifetime, order)?,
            Precision::Coarse => lifetime::analyse_coarsely(scop, array, order)?,
        };
        if found.reads_live_in && scop.array(array).carried {
            return Err(needed_before(candidate));
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
    region.scop.ctx.start_budget(BUDGET);
    problem_by(Precision::Exact, region, candidate, options)
}

/// The same for a program that is executed in another order than the options say.
pub(crate) fn problem_in_order(
    order: Order,
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Result<Problem, Reason> {
    let options = Options {
        order: Some(order),
        ..options.clone()
    };
    problem_by(Precision::Exact, region, candidate, &options)
}

fn problem_by(
    precision: Precision,
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Result<Problem, Reason> {
    let scop = region.scop_of(candidate);
    let Conflicts { half, touched } = conflicts(precision, region, candidate, options)?;
    let touched = touched.intersect_params(&scop.context)?;
    let context = match candidate.home {
        // Where no element is touched, an allocation may have any size.
        Home::Heap(_) => touched.params()?.coalesce()?,
        _ => scop.context.clone(),
    };
    let array = scop.array(candidate.array);
    let known = |extent: Option<Expr>| extent.unwrap_or_else(|| Expr::constant(1));
    let mut problem = Problem {
        ctx: scop.ctx.clone(),
        half,
        touched,
        extents: array.shape.iter().cloned().map(known).collect(),
        innermost: innermost::dimensions(scop, candidate, options.order_of(scop)),
        context,
        params: scop
            .params
            .iter()
            .map(|p| ParamSample {
                name: p.name.clone(),
                value: options.sample(&p.spelling).unwrap_or(p.sample),
            })
            .collect(),
    };
    if array.shape.contains(&None) {
        let whole = candidate.axes.first() == Some(&Axis::Whole(0));
        let first = candidate
            .declared
            .first()
            .filter(|_| whole && candidate.declares_all());
        let extents = problem.bounded(&array.shape, first.and_then(|p| p.without_products()))?;
        problem.extents =
            extents.ok_or_else(|| Reason::Analysis("its shape is unknown".to_string()))?;
    }
    Ok(problem)
}

/// Why an array stays whose dependences the order does not keep.
fn clashing(scop: &Scop, candidate: &Candidate, clash: Clash) -> Reason {
    let text = |access: AccessId| {
        let subscript = |s: &Subscript| match s {
            Subscript::Affine(expr) => format!("[{expr}]"),
            Subscript::Modulo { dividend, modulus } => format!("[({dividend}) % ({modulus})]"),
            Subscript::Any => "[...]".to_string(),
        };
        let subscripts = &scop.access(access).subscripts;
        let subscripts: String = subscripts.iter().map(subscript).collect();
        format!("{}{subscripts}", candidate.spelling)
    };
    let (first, second) = (text(clash.first), text(clash.second));
    match clash.order {
        Order::Tilable => Reason::NotTilable(first, second),
        _ => Reason::ParallelRace(first, second),
    }
}

/// Why an array stays whose values from before the region are read.
fn needed_before(candidate: &Candidate) -> Reason {
    match (&candidate.home, candidate.promised) {
        (_, true) => Reason::PromiseBroken,
        (Home::Parameter(_), _) => Reason::ReadBeforeWritten,
        _ if !candidate.initialised_to_zero => Reason::InitialiserRead,
        _ if candidate.is_static => Reason::CarriedAcrossCalls,
        _ => Reason::CarriedAcrossIterations,
    }
}

/// The best mapping; the storage of a parameter is there in any case, so that whole dimensions of it are
/// as good as most of them.
fn mapping_for(
    region: &Region,
    candidate: &Candidate,
    problem: &Problem,
    options: &Options,
    tried: &mut Vec<Tried>,
) -> Result<Choice, Reason> {
    let floor = LiveFloor::new(region, candidate, options);
    let aim = Aim {
        operations: options.operations(),
        floor: &floor,
        ..Aim::of(options.objective)
    };
    let strategies = options.strategies();
    let chosen = match candidate.pointed_dims() {
        0 => storage::choose(problem, &strategies, &aim)?,
        kept => storage::choose_with_last_kept(problem, kept, &strategies, &aim)?,
    };
    *tried = chosen.tried;
    match (chosen.choice, chosen.refused, &candidate.home) {
        (Some(choice), _, Home::Parameter(_)) => Ok(choice.with_whole_dimensions(problem)?),
        (Some(choice), _, _) => Ok(choice),
        (None, Some(mapping), _) => {
            Err(not_faster((region, candidate), problem, &mapping, options))
        }
        (None, None, _) => Err(none_smaller(tried, advice(region, candidate, options))),
    }
}

fn not_faster(
    (region, candidate): (&Region, &Candidate),
    problem: &Problem,
    mapping: &Mapping,
    options: &Options,
) -> Reason {
    let spelled = Spelled::new(region, candidate, options);
    Reason::NotFaster {
        mapping: spelled.cell(mapping, &problem.extents).concat(),
        size: spelled.cells(mapping),
    }
}

/// What could be done for an array, beside reading values sooner.
fn advice(region: &Region, candidate: &Candidate, options: &Options) -> Option<String> {
    if candidate.allocated_by_row {
        let array = &candidate.spelling;
        return Some(format!(
            "it holds pointers to rows that are allocated one by one: one allocation of all of them, \
             `T (*{array})[w]`, could be folded"
        ));
    }
    if candidate.pointed_dims() > 0 {
        let text = "full subscripts instead of pointers to rows would leave more choice";
        return Some(text.to_string());
    }
    sequence::would_need(region, candidate, options)
}

fn none_smaller(tried: &[Tried], in_sequence: Option<String>) -> Reason {
    const SOONER: &str = "reading a value sooner after it is written would shorten its life";
    let asked = { tried.iter() }.filter(|t| !matches!(t.attempt, Attempt::NotAsked));
    let names: Vec<&str> = asked.map(|t| t.strategy.name()).collect();
    Reason::NoSmallerMapping {
        tried: match names.is_empty() {
            true => "nothing".to_string(),
            false => names.join(", "),
        },
        advice: in_sequence.unwrap_or_else(|| SOONER.to_string()),
    }
}

/// The name of a lifetime mode on the command line and in reports.
pub(crate) fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Value => "value",
        Mode::Element => "element",
    }
}
