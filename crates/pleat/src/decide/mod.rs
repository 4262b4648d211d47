//! Decides about one candidate at a time: lifetimes, conflicts, mapping.
//!
//! ```text
//! problem (conflicts) -> mapping -> Decision
//! ```

mod cause;
mod decision;
mod innermost;
mod live;
mod mapping;
mod problem;

pub use decision::{Decision, Outcome};
pub(crate) use live::live_bound;
pub use problem::problem;

use crate::budget::{ARRAY, RegionBudget};
use crate::memo::{Memo, slice};
use crate::options::Options;
use crate::reason::{Accesses, Reason};
use front::{Axis, Candidate, Home, Region};
use poly::Expr;
use problem::{Precision, problem_by};
use std::time::{Duration, Instant};
use storage::Problem;

/// The share of the budget for a coarser analysis, after the exact one exceeded it.
const COARSE_PART: u64 = 4;

/// Decides about one candidate.
pub fn decide(region: &Region, candidate: &Candidate, options: &Options) -> Decision {
    decide_within(ARRAY, region, candidate, options)
}

/// Decides about one candidate, unless another one that is used in the same way was decided before.
pub(crate) fn decide_once(
    region: &Region,
    candidate: &Candidate,
    options: &Options,
    memo: &Memo<Decision>,
    budget: &RegionBudget,
) -> Decision {
    let start = Instant::now();
    region.scop.ctx.start_budget(ARRAY);
    let operations = budget.operations();
    let question = match options.excludes(&region.function, &candidate.spelling) {
        true => None,
        false => question(region, candidate, operations, options).ok(),
    };
    if let Some(decision) = question.as_deref().and_then(|text| memo.get(text)) {
        if decision.coarse {
            budget.halve();
        }
        return Decision {
            analysis: start.elapsed(),
            mapping: Duration::ZERO,
            ..decision
        };
    }
    let decision = decide_within(operations, region, candidate, options);
    if decision.coarse {
        budget.halve();
    }
    if let Some(question) = question.filter(|_| decision.outcome.is_repeatable()) {
        memo.insert(question, decision.clone());
    }
    decision
}

/// Decides about one candidate. If the exact analysis exceeds the budget, a coarser one follows.
fn decide_within(
    operations: u64,
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Decision {
    region.scop.ctx.start_budget(operations);
    let exact = decide_by(Precision::Exact, region, candidate, options);
    if !matches!(exact.outcome, Outcome::Kept(Reason::Budget(_))) {
        return exact;
    }
    region.scop.ctx.start_budget(operations / COARSE_PART);
    let coarse = decide_by(Precision::Coarse, region, candidate, options);
    Decision {
        outcome: match coarse.outcome.is_folded() {
            true => coarse.outcome,
            false => Outcome::Kept(Reason::Budget(accesses(region, candidate))),
        },
        others: coarse.others,
        coarse: true,
        analysis: exact.analysis + coarse.analysis,
        mapping: exact.mapping + coarse.mapping,
        ..coarse
    }
}

/// What makes the analysis of a candidate expensive.
fn accesses(region: &Region, candidate: &Candidate) -> Option<Accesses> {
    let scop = region.scop_of(candidate);
    let all = candidate.arrays().flat_map(|array| scop.accesses_to(array));
    let pieces: poly::Result<Vec<usize>> = all.map(|a| a.relation.piece_count()).collect();
    let pieces = pieces.ok()?;
    Some(Accesses {
        count: pieces.len(),
        pieces: pieces.into_iter().max()?,
    })
}

fn decide_by(
    precision: Precision,
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Decision {
    let start = Instant::now();
    let problem = requested_problem(precision, region, candidate, options);
    let analysis = start.elapsed();
    let start = Instant::now();
    let mut tried = Vec::new();
    let (extents, covered, choices) = match problem {
        Ok(problem) => {
            let choices = match options.excludes(&region.function, &candidate.spelling) {
                true => Err(Reason::Excluded),
                false => mapping::choose(region, candidate, &problem, options, &mut tried),
            };
            (problem.extents, true, choices)
        }
        Err(reason) => (known_extents(region, candidate), false, Err(reason)),
    };
    let (outcome, others) = match choices {
        Ok((first, others)) => (Outcome::Folded(first), others),
        Err(reason) => (Outcome::Kept(reason), Vec::new()),
    };
    Decision {
        extents,
        covered,
        outcome,
        others,
        taken_back: Vec::new(),
        tried,
        coarse: false,
        analysis,
        mapping: start.elapsed(),
    }
}

/// The conflicts of a candidate; of one that the user excludes only for a parameter, because other
/// functions must know whether it is covered.
fn requested_problem(
    precision: Precision,
    region: &Region,
    candidate: &Candidate,
    options: &Options,
) -> Result<Problem, Reason> {
    let is_parameter = matches!(candidate.home, Home::Parameter(_));
    if options.excludes(&region.function, &candidate.spelling) && !is_parameter {
        return Err(Reason::Excluded);
    }
    let problem = problem_by(precision, region, candidate, options)?;
    match precision {
        Precision::Exact => Ok(problem),
        Precision::Coarse => Ok(problem.convex()?),
    }
}

/// The conflicts that a decision was about, for explanations; `None` if they cannot be computed
/// again within the budget.
pub(crate) fn problem_of(
    region: &Region,
    candidate: &Candidate,
    decision: &Decision,
    options: &Options,
) -> Option<Problem> {
    let precision = match decision.coarse {
        true => Precision::Coarse,
        false => Precision::Exact,
    };
    let problem = problem_by(precision, region, candidate, options).ok()?;
    match precision {
        Precision::Exact => Some(problem),
        Precision::Coarse => problem.convex().ok(),
    }
}

fn known_extents(region: &Region, candidate: &Candidate) -> Vec<Expr> {
    let array = region.scop_of(candidate).array(candidate.array);
    array.shape.iter().flatten().cloned().collect()
}

/// The facts about a candidate, beside its slices, that a decision depends on.
#[derive(Debug)]
#[expect(dead_code, reason = "the text of a question is its debug form")]
struct Question<'a> {
    /// With fewer operations the answer may be a coarser one, no matter who asks first.
    operations: u64,
    is_parameter: bool,
    is_heap: bool,
    initialised_to_zero: bool,
    promised: bool,
    is_static: bool,
    pointed_dims: usize,
    axes: &'a [Axis],
    declared: &'a [Expr],
    innermost: Vec<bool>,
    assumable: Vec<String>,
}

/// The text of all that a decision depends on.
fn question(
    region: &Region,
    candidate: &Candidate,
    operations: u64,
    options: &Options,
) -> poly::Result<String> {
    let scop = region.scop_of(candidate);
    let order = options.order_of(scop);
    let slices = candidate.arrays().map(|a| slice(scop, a, order));
    let slices = slices.collect::<poly::Result<Vec<_>>>()?.join("\n\n");
    let question = Question {
        operations,
        is_parameter: matches!(candidate.home, Home::Parameter(_)),
        is_heap: matches!(candidate.home, Home::Heap(_)),
        initialised_to_zero: candidate.initialised_to_zero,
        promised: candidate.promised,
        is_static: candidate.is_static,
        pointed_dims: candidate.pointed_dims(),
        axes: &candidate.axes,
        declared: &candidate.declared,
        innermost: innermost::dimensions(scop, candidate, order),
        assumable: mapping::assumable(region, candidate),
    };
    Ok(format!("{question:?}\n{slices}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::text::front_options;
    use front::Program;
    use source::{Flags, SourceFile};

    const TEXT: &str = "void f(int n, const double a[n], double out[n]) {
        double t[n];
        for (int i = 0; i < n; i++) t[i] = a[i];
        for (int i = 1; i < n; i++) out[i] = t[i] + t[i - 1];
        double u[n];
        for (int i = 0; i < n; i++) { u[i] = a[i]; if (i > 0) out[i] += u[i - 1]; }
    }";

    fn with_region<T>(f: impl FnOnce(&Region) -> T) -> T {
        let file = SourceFile::new("memo.c", TEXT.as_bytes().to_vec());
        let unit = source::preprocess(file, &Flags::default()).unwrap();
        let syntax = front::Syntax::of(&unit);
        let options = front_options(&unit);
        let program = Program::new(&unit, &syntax, &options);
        f(&program.extract(0).regions[0])
    }

    /// The decision about each candidate, with a budget that was halved this many times.
    fn answers(region: &Region, memo: &Memo<Decision>, halvings: usize) -> Vec<String> {
        let budget = RegionBudget::new();
        (0..halvings).for_each(|_| budget.halve());
        let options = Options::default();
        let candidates = region.candidates.iter();
        let decide = |c| decide_once(region, c, &options, memo, &budget);
        let text = |d: Decision| format!("{} {:?}", d.coarse, d.outcome);
        candidates.map(|c| text(decide(c))).collect()
    }

    #[test]
    fn earlier_answers_do_not_change_an_answer() {
        with_region(|region| {
            let alone = |halvings| answers(region, &Memo::default(), halvings);
            let (much, little) = (alone(0), alone(17));
            assert_ne!(much, little, "a small budget must matter");
            let shared = Memo::default();
            for (halvings, expected) in [(0, &much), (17, &little), (0, &much)] {
                assert_eq!(answers(region, &shared, halvings), *expected);
            }
        });
    }
}
