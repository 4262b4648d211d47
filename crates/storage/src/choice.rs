//! The choice of the mapping that a program uses: whether the best mapping is worth its subscripts,
//! and with which moduli.
//!
//! Assumes: sizes are compared at sample values, and a wrong guess costs cells, never correctness.
//! A mapping that saves too little for its subscripts is refused and named.

use crate::assumption::Assumption;
use crate::certificate::{Verdict, certify};
use crate::numbers::power_of_two;
use crate::search::{
    Aim, Found, FromSize, Objective, Outcome, Rows, Tried, best_from, is_hidden, search,
    skewed_rows,
};
use crate::widen::widen;
use crate::{Mapping, Problem, Row, RowRange, Strategy};
use poly::{Expr, Result};

/// A constant-factor gain below this fraction of the array (in eighths) is not worth a change.
const LEAST_GAIN_EIGHTHS: i64 = 1;
/// For an array of fixed sizes, the gain counts as one of growth only if at most this part is left.
const LEAST_FACTOR: i64 = 4;
/// Larger moduli are not raised to a power of two.
const MOST_RAISED: i64 = 64;
/// How many unexamined mappings are proved to tell whether a smaller one exists.
const MOST_LOOKED_AT: usize = 2;

/// The mapping that is used.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The mapping, proved for every parameter value of the context.
    pub mapping: Mapping,
    /// The strategy that found it.
    pub strategy: Strategy,
    /// The values of each row on the touched elements, one range per row.
    pub ranges: Vec<RowRange>,
    /// Cells at the samples.
    pub size: i64,
    /// The conditions on parameters under which the mapping is proved; none: it is for every value.
    pub assumptions: Vec<Assumption>,
}

/// The outcome of a choice.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The mapping to use, then the alternatives if it cannot be written or proved in a program,
    /// in this order. Empty if none is worth a change.
    pub choices: Vec<Choice>,
    /// If there is no choice: a proved mapping of fewer cells that is not worth its subscripts.
    pub refused: Option<Mapping>,
    /// The outcome of each strategy, in the order in which they were asked.
    pub tried: Vec<Tried>,
}

impl Choice {
    /// The choice with the whole dimension for each row along an axis whose modulus grows: such a
    /// row then separates all elements that differ in it, so the mapping remains valid. Useful for
    /// storage that exists in any case, where a modulo would save nothing.
    pub fn with_whole_dimensions(mut self, problem: &Problem) -> Result<Self> {
        let grows = |e: &Expr| e.as_constant().is_none();
        for row in &mut self.mapping.rows {
            let Some(axis) = row.axis() else {
                continue;
            };
            let extent = &problem.extents[axis];
            if grows(&row.modulus)
                && grows(extent)
                && problem.always(&format!("{extent} >= 1"))?
                && problem.stays_below(axis, extent)?
            {
                row.modulus = extent.clone();
            }
        }
        self.size = self.mapping.size(problem).unwrap_or(self.size);
        Ok(self)
    }
}

/// The mapping to use in a program: the best of `strategies` for an aim, with moduli that are worth
/// a modulo; then its alternatives.
///
/// [`Objective::Size`] has the choices of [`Objective::Balanced`] among its own, so that it never
/// takes more cells.
pub fn choose(problem: &Problem, strategies: &[Strategy], aim: &Aim<'_>) -> Result<Chosen> {
    if aim.objective != Objective::Size {
        return choose_alone(problem, strategies, aim);
    }
    let balanced = Aim {
        objective: Objective::Balanced,
        ..*aim
    };
    let balanced = choose_alone(problem, strategies, &balanced)?;
    let own = || choose_alone(problem, strategies, aim);
    let own = problem.ctx.attempt(aim.operations, own)?;
    let Some(mut chosen) = own else {
        return Ok(balanced);
    };
    chosen.choices.extend(balanced.choices);
    in_order_of_cells(&mut chosen.choices);
    let best = chosen.choices.first();
    let fewer = || with_fewest(problem, strategies, aim, best);
    let fewer = problem.ctx.attempt(aim.operations, fewer)?.flatten();
    if let Some(fewer) = fewer {
        chosen.choices.insert(0, fewer);
        chosen.refused = None;
    }
    Ok(chosen)
}

/// Sorts choices by their cells, and removes those of mappings that came before.
fn in_order_of_cells(choices: &mut Vec<Choice>) {
    choices.sort_by_key(|choice| choice.size);
    let mut seen: Vec<Mapping> = Vec::new();
    choices.retain(|choice| {
        let is_new = !seen.contains(&choice.mapping);
        seen.push(choice.mapping.clone());
        is_new
    });
}

/// The choices for one objective.
fn choose_alone(problem: &Problem, strategies: &[Strategy], aim: &Aim<'_>) -> Result<Chosen> {
    let Outcome {
        found,
        beaten,
        mut others,
        tried,
        ..
    } = search(problem, strategies, aim, Rows::Numbers)?;
    let mut choices = Vec::new();
    let mut is_plain = true;
    if let Some(found) = found {
        others.insert(0, (found.size, found.mapping.clone()));
        is_plain = skewed_rows(&found.mapping) == 0;
        choices.extend(finish(problem, found, aim.objective)?);
        is_plain &= choices.iter().all(|choice| is_simple(&choice.mapping));
    }
    match aim.objective {
        Objective::Size => {
            for found in beaten {
                choices.extend(finish(problem, found, aim.objective)?);
            }
        }
        _ if is_plain => {}
        _ => choices.extend(along_axes(problem, strategies, aim.objective)?),
    }
    if let Some(last) = choices.last().cloned() {
        choices.extend(wider(problem, last, aim.objective)?);
    }
    let refused = match choices.is_empty() {
        false => None,
        true => smaller(problem, others)?,
    };
    Ok(Chosen {
        choices,
        refused,
        tried,
    })
}

/// A choice with fewer cells than the best of some: with parametric coefficients, or under
/// conditions on parameters.
fn with_fewest(
    problem: &Problem,
    strategies: &[Strategy],
    aim: &Aim<'_>,
    best: Option<&Choice>,
) -> Result<Option<Choice>> {
    let size = best.map_or_else(|| problem.declared_size(), |best| Some(best.size));
    let is_least = size.is_some_and(|size| aim.floor.cells().is_some_and(|least| size <= least));
    if is_least || size.is_some_and(|size| size <= 1) {
        return Ok(None);
    }
    let whole = best.map(|best| &best.mapping);
    let from = best_from(problem, strategies, aim, (aim.assumable, true), whole)?;
    let Some(FromSize { found, assumptions }) = from else {
        return Ok(None);
    };
    let fewer = finish(&problem.under(&assumptions)?, found, Objective::Size)?;
    Ok(fewer.map(|fewer| Choice {
        assumptions,
        ..fewer
    }))
}

/// Whether all rows are along axes, with affine moduli.
fn is_simple(mapping: &Mapping) -> bool {
    let is_simple = |row: &Row| row.axis().is_some() && row.modulus.is_affine();
    mapping.rows.iter().all(is_simple)
}

/// The choice with whole dimensions, if it still gains enough.
fn wider(problem: &Problem, choice: Choice, objective: Objective) -> Result<Option<Choice>> {
    let mapping = choice.mapping.clone();
    let wider = choice.with_whole_dimensions(problem)?;
    let is_wider = wider.mapping != mapping;
    Ok(
        match is_wider && is_worthwhile(problem, &wider, objective)? {
            true => Some(wider),
            false => None,
        },
    )
}

/// The best mapping of cheap strategies with rows along axes.
fn along_axes(
    problem: &Problem,
    strategies: &[Strategy],
    objective: Objective,
) -> Result<Option<Choice>> {
    let cheap = |s: &&Strategy| Strategy::CHEAP.contains(s);
    let cheap: Vec<Strategy> = strategies.iter().filter(cheap).copied().collect();
    match search(problem, &cheap, &Aim::of(objective), Rows::Axes)?.found {
        Some(found) => finish(problem, found, objective),
        None => Ok(None),
    }
}

/// Measures the rows and widens moduli that save too little; `None` if the result is not worth a
/// change.
fn finish(problem: &Problem, found: Found, objective: Objective) -> Result<Option<Choice>> {
    let strategy = found.strategy;
    let mapping = with_declared_sizes(problem, found.mapping, objective)?;
    let mut ranges = Vec::new();
    for row in &mapping.rows {
        match problem.range_of(row)? {
            Some(range) => ranges.push(range),
            None => return Ok(None),
        }
    }
    let mapping = match objective {
        Objective::Size => mapping,
        Objective::Balanced => widen(problem, mapping, &ranges)?,
        Objective::Speed => raised(problem, widen(problem, mapping, &ranges)?, &ranges)?,
    };
    let choice = mapping.size(problem).map(|size| Choice {
        mapping,
        strategy,
        ranges,
        size,
        assumptions: Vec::new(),
    });
    match choice {
        Some(choice) if is_worthwhile(problem, &choice, objective)? => Ok(Some(choice)),
        _ => Ok(None),
    }
}

/// Gives rows along an axis their declared size if their modulus is not affine, or grows where the
/// array's size does not: all elements remain separated. For [`Objective::Size`] only in the latter
/// case.
fn with_declared_sizes(
    problem: &Problem,
    mut mapping: Mapping,
    objective: Objective,
) -> Result<Mapping> {
    for row in &mut mapping.rows {
        let Some(extent) = row.axis().map(|axis| &problem.extents[axis]) else {
            continue;
        };
        let grows = row.modulus.as_constant().is_none();
        let is_plain = row.modulus.is_affine() || objective == Objective::Size;
        let odd = !is_plain || extent.as_constant().is_some();
        if grows && odd && extent.is_affine() && problem.always(&format!("{extent} >= 1"))? {
            row.modulus = extent.clone();
        }
    }
    Ok(mapping)
}

/// The mapping with powers of two for small constant moduli where subscripts wrap: the remainder is
/// then a mask.
fn raised(problem: &Problem, mapping: Mapping, ranges: &[RowRange]) -> Result<Mapping> {
    let mut raised = mapping.clone();
    for (row, range) in raised.rows.iter_mut().zip(ranges) {
        let Some(b) = row.modulus.as_constant() else {
            continue;
        };
        if (1..=MOST_RAISED).contains(&b) && problem.wraps(row, range)? {
            row.modulus = Expr::constant(power_of_two(b).unwrap_or(b));
        }
    }
    match raised != mapping && certify(problem, &raised)? == Verdict::Proved {
        true => Ok(raised),
        false => Ok(mapping),
    }
}

/// Whether a choice gains enough. An asymptotic gain is always enough; a constant factor only if it
/// is large and subscripts stay cheap: rows along axes or of outer indices that never wrap, affine
/// moduli, no modulo in an innermost loop. Any gain is enough for [`Objective::Size`]; for
/// [`Objective::Speed`] none that needs a modulo in an innermost loop, unless an array larger than
/// caches becomes a few rows. A size that grows where the array's does not is never worth it.
fn is_worthwhile(problem: &Problem, choice: &Choice, objective: Objective) -> Result<bool> {
    let inner = has_inner_modulo(problem, choice, objective)?;
    if inner && objective == Objective::Speed {
        return Ok(false);
    }
    let declared = problem.declared_size();
    let is_fixed = problem.extents.iter().all(|e| e.as_constant().is_some());
    let much = |declared: i64| choice.size.saturating_mul(LEAST_FACTOR) <= declared;
    let (before, after) = (
        problem.degree(&problem.extents),
        choice.mapping.degree(problem),
    );
    if after != before && (!is_fixed || declared.is_some_and(much)) {
        return Ok(after < before);
    }
    let Some(declared) = declared else {
        return Ok(false);
    };
    let gain = declared.saturating_sub(choice.size);
    Ok(gain > 0
        && (objective == Objective::Size
            || !inner
                && is_cheap(problem, choice)?
                && gain.saturating_mul(8) >= declared.saturating_mul(LEAST_GAIN_EIGHTHS)))
}

/// Whether each row is along an axis, or of outer indices and never wraps, with affine moduli.
fn is_cheap(problem: &Problem, choice: &Choice) -> Result<bool> {
    for (row, range) in choice.mapping.rows.iter().zip(&choice.ranges) {
        let is_spared = row.axis().is_some() || !row.has_last() && !problem.wraps(row, range)?;
        if !is_spared || !row.modulus.is_affine() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a subscript needs a modulo in an innermost loop; for [`Objective::Speed`] one that costs
/// more than the memory traffic that it saves.
fn has_inner_modulo(problem: &Problem, choice: &Choice, objective: Objective) -> Result<bool> {
    for (row, range) in choice.mapping.rows.iter().zip(&choice.ranges) {
        let is_free = objective == Objective::Speed && is_hidden(problem, row, choice.size);
        if !is_free && row.is_inner(problem) && problem.wraps(row, range)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A proved mapping among these with fewer cells than the array, by growth or at the samples.
fn smaller(problem: &Problem, others: Vec<(i64, Mapping)>) -> Result<Option<Mapping>> {
    let before = problem.degree(&problem.extents);
    let declared = problem.declared_size();
    let gains = |(size, mapping): &(i64, Mapping)| {
        let after = mapping.degree(problem);
        after < before || after == before && declared.is_some_and(|declared| *size < declared)
    };
    for (_, mapping) in others.into_iter().filter(gains).take(MOST_LOOKED_AT) {
        if certify(problem, &mapping)? == Verdict::Proved {
            return Ok(Some(mapping));
        }
    }
    Ok(None)
}
