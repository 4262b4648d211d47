//! The evidence for a decision: what happens to one array at sizes that are small enough to list
//! every access. For explanations and figures; decides nothing.
//!
//! Assumes: the program is executed as written. Where threads or tiles may change the order, the
//! conflicts are still those of all orders.

mod accesses;
mod causes;
mod clash;
mod mapping;
mod relocate;
mod sizes;

pub(crate) use relocate::relocate;

use crate::budget::EVIDENCE;
use crate::decide::{Outcome, problem_of};
use crate::display::ArrayDisplay;
use crate::functions::Decided;
use crate::options::Options;
use accesses::{Accesses, line_of};
use front::KeptArray;
use poly::{Expr, Result, Space, all, names};
use report::{AccessEvidence, Evidence};
use scop::{Order, Scop};
use sizes::{Shown, shown};
use source::Unit;
use storage::Tried;

/// Conflict differences that are listed.
const MOST_DIFFERENCES: usize = 4_000;

/// The evidence for one decision.
pub(crate) fn of_decided(unit: &Unit, decided: &Decided<'_>, options: &Options) -> Evidence {
    let candidate = decided.candidate;
    let line = unit.file.line_col(candidate.name_span.start).line;
    let accesses = Accesses::of(unit, decided);
    let mut evidence = Evidence {
        name: candidate.spelling.clone(),
        function: decided.region.function.clone(),
        file: unit.file.path.display().to_string(),
        line: Some(line as usize),
        accesses: accesses.list.clone(),
        objective: options.objective.name().to_string(),
        strategy_elements: strategy_elements(decided, options),
        context: context(decided),
        taken_back: taken_back(decided, options),
        ..Evidence::default()
    };
    let scop = decided.region.scop_of(candidate);
    let found = scop.ctx.attempt(EVIDENCE, || {
        shown(decided, options)
            .map(|shown| fill(&mut evidence, (decided, &accesses), shown, options))?
    });
    if !matches!(found, Ok(Some(()))) {
        let text = "its values are too many to be listed here";
        evidence.omitted.push(text.to_string());
    }
    evidence
}

/// Elements by the mapping of each strategy, in the order in which they were asked.
fn strategy_elements(decided: &Decided<'_>, options: &Options) -> Vec<Option<i64>> {
    let display = ArrayDisplay::new(decided.region, decided.candidate, options);
    let elements = |tried: &Tried| {
        let rows = &tried.attempt.mapping()?.rows;
        let moduli: Vec<Expr> = rows.iter().map(|row| row.modulus.clone()).collect();
        display.count_with(&moduli)
    };
    decided.decision.tried.iter().map(elements).collect()
}

/// The mappings that could not be written or proved in the text, each with the reason.
fn taken_back(decided: &Decided<'_>, options: &Options) -> Vec<String> {
    let display = ArrayDisplay::new(decided.region, decided.candidate, options);
    let extents = &decided.decision.extents;
    let all = decided.decision.taken_back.iter();
    all.map(|(choice, reason)| {
        format!(
            "{}: {reason}",
            display.cell(&choice.mapping, extents).concat()
        )
    })
    .collect()
}

/// The parameter values for which the program is defined, as far as its text shows, and uses an
/// element, in the user's names.
fn context(decided: &Decided<'_>) -> Option<String> {
    let scop = decided.region.scop_of(decided.candidate);
    let is_spelled = |name: &String| {
        let mut params = scop.params.iter();
        params.any(|p| p.name == *name && p.name == p.spelling)
    };
    let values = scop.ctx.attempt(EVIDENCE, || {
        let touched = scop.touched_params(decided.candidate.arrays())?;
        let values = touched.intersect(&scop.context)?.coalesce()?;
        Ok((values.used_params()?, values.condition()))
    });
    let (names, condition) = values.ok()??;
    condition.filter(|_| names.iter().all(is_spelled))
}

/// The evidence for an array that is kept without a decision: the place of the reason.
pub(crate) fn of_kept(unit: &Unit, kept: &KeptArray) -> Evidence {
    let cause = |span| AccessEvidence {
        cause: Some(kept.reason.to_string()),
        ..line_of(unit, span)
    };
    Evidence {
        name: kept.name.clone(),
        function: kept.function.clone().unwrap_or_default(),
        file: unit.file.path.display().to_string(),
        line: kept
            .declared
            .map(|span| unit.file.line_col(span.start).line as usize),
        accesses: kept.at.map(cause).into_iter().collect(),
        ..Evidence::default()
    }
}

/// Fills in everything that depends on sizes.
fn fill(
    evidence: &mut Evidence,
    (decided, accesses): (&Decided<'_>, &Accesses),
    shown: Option<Shown>,
    options: &Options,
) -> Result<()> {
    let scop = decided.region.scop_of(decided.candidate);
    let Some(shown) = shown else {
        let text = "its values are too many to be listed here";
        evidence.omitted.push(text.to_string());
        return Ok(());
    };
    evidence.params = shown.params_of(scop);
    evidence.extents = shown.extents.clone();
    evidence.window = shown.window.is_some();
    evidence
        .omitted
        .extend(remarks(scop, decided, &shown, options));
    evidence.first_write = shown.first_write().and_then(|id| accesses.position(id));
    evidence.last_read = shown.last_read().and_then(|id| accesses.position(id));
    evidence.live = shown.history.alive.clone();
    evidence.lives = shown.lives(accesses);
    evidence.steps = shown.steps(scop, decided.candidate.array)?;
    if let Outcome::Folded(choice) = &decided.decision.outcome {
        evidence.mapping = mapping::at(&choice.mapping, &shown);
    }
    evidence.cells_before = shown.extents.iter().product();
    evidence.cells_after = mapping::cells(evidence.mapping.as_ref(), &shown);
    let differences = differences(decided, &shown, options)?;
    evidence.differences_known = differences.is_some();
    evidence.differences = differences.unwrap_or_default();
    evidence.clash = clash::find(evidence);
    if let Outcome::Kept(reason) = &decided.decision.outcome {
        let causes = causes::of(evidence, (decided, accesses), (reason, &shown), options)?;
        causes::mark(evidence, causes);
    }
    Ok(())
}

/// The conflict differences among the elements that are shown, each with its negative; `None` if
/// they are too many or not known.
fn differences(
    decided: &Decided<'_>,
    shown: &Shown,
    options: &Options,
) -> Result<Option<Vec<Vec<i64>>>> {
    let Some(problem) = problem_of(decided.region, decided.candidate, decided.decision, options)
    else {
        return Ok(None);
    };
    let near = shown.extents.iter().enumerate();
    let near = all(near.map(|(d, e)| format!("-{e} < d{d}' < {e}")));
    let near = Space::plain(&problem.ctx).points(&names("d", shown.extents.len()), near)?;
    let half = problem.half.fix_params(shown.values())?.intersect(&near)?;
    let Some(points) = half.points(MOST_DIFFERENCES)? else {
        return Ok(None);
    };
    let negative = points.iter().map(|p| p.iter().map(|x| -x).collect());
    let mut all: Vec<Vec<i64>> = negative.collect();
    all.extend(points);
    all.retain(|p| p.iter().any(|x| *x != 0));
    all.sort_unstable();
    all.dedup();
    Ok(Some(all))
}

/// What the figures leave out.
fn remarks(scop: &Scop, decided: &Decided<'_>, shown: &Shown, options: &Options) -> Vec<String> {
    let mut remarks = Vec::new();
    if shown.window.is_some() {
        remarks.push(format!(
            "only the elements with subscripts below {} are shown, because the sizes are fixed",
            shown.extents.iter().max().unwrap_or(&0)
        ));
    }
    if shown.history.copies > 1 {
        remarks.push(format!(
            "each iteration has its own copy; the first of {} is shown",
            shown.history.copies
        ));
    }
    if !decided.candidate.others.is_empty() {
        let text = "only the first member of its elements is shown";
        remarks.push(text.to_string());
    }
    match options.order_of(scop) {
        Order::Sequential => {}
        order => remarks.push(format!(
            "lifetimes are shown as if one thread executed the loops as written; conflicts are \
             those of the order `{}`",
            order.name()
        )),
    }
    remarks
}
