//! The choice of the mapping that a program uses: whether the best mapping is worth its subscripts,
//! and with which moduli.
//!
//! Assumes: sizes are compared at sample values, and a wrong guess costs cells, never correctness.
//! A mapping that saves too little for its subscripts is refused and named.

use crate::assumption::Assumption;
use crate::certificate::{Verdict, certify};
use crate::numbers::power_of_two;
use crate::search::{Aim, Found, Objective, Outcome, Rows, Tried, best_from, search, skewed_rows};
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
    /// The alternative if this mapping cannot be written or proved in a program: plain rows, if
    /// they gain too.
    pub plainer: Option<Box<Choice>>,
}

/// The outcome of a choice.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The mapping to use; `None` if none is worth a change.
    pub choice: Option<Choice>,
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
        if let Some(plainer) = self.plainer.take() {
            self.plainer = Some(Box::new(plainer.with_whole_dimensions(problem)?));
        }
        Ok(self)
    }
}

/// The mapping to use in a program: the best of `strategies` for an aim, with moduli that are worth
/// a modulo.
pub fn choose(problem: &Problem, strategies: &[Strategy], aim: &Aim<'_>) -> Result<Chosen> {
    let Outcome {
        found,
        mut others,
        tried,
        ..
    } = search(problem, strategies, aim, Rows::Numbers)?;
    let mut choice = None;
    if let Some(found) = found {
        others.insert(0, (found.size, found.mapping.clone()));
        let is_skewed = skewed_rows(&found.mapping) > 0;
        choice = finish(problem, found, aim.objective)?;
        if is_skewed && choice.is_none() {
            choice = plainer(problem, strategies, aim.objective)?;
        }
    }
    if let Some(choice) = choice.as_mut().filter(|c| !is_plain(&c.mapping)) {
        choice.plainer = plainer(problem, strategies, aim.objective)?.map(Box::new);
    }
    if aim.objective == Objective::Size {
        choice = with_fewest(problem, strategies, aim, choice)?;
    }
    let refused = match choice {
        Some(_) => None,
        None => smaller(problem, others)?,
    };
    Ok(Chosen {
        choice,
        refused,
        tried,
    })
}

/// A choice with fewer cells than another: with parametric coefficients, or under conditions on
/// parameters. The other one is its alternative.
fn with_fewest(
    problem: &Problem,
    strategies: &[Strategy],
    aim: &Aim<'_>,
    choice: Option<Choice>,
) -> Result<Option<Choice>> {
    let size = { choice.as_ref() }.map_or_else(|| problem.declared_size(), |c| Some(c.size));
    let is_least = size.is_some_and(|size| aim.floor.cells().is_some_and(|least| size <= least));
    if is_least || size.is_some_and(|size| size <= 1) {
        return Ok(choice);
    }
    let whole = choice.as_ref().map(|choice| &choice.mapping);
    let from = || best_from(problem, strategies, aim, (aim.assumable, true), whole);
    let Some(from) = problem.ctx.attempt(aim.operations, from)?.flatten() else {
        return Ok(choice);
    };
    let there = problem.under(&from.assumptions)?;
    let Some(mut fewer) = finish(&there, from.found, Objective::Size)? else {
        return Ok(choice);
    };
    fewer.assumptions = from.assumptions;
    fewer.plainer = choice.map(Box::new);
    Ok(Some(fewer))
}

/// Whether all rows are along axes, with affine moduli.
fn is_plain(mapping: &Mapping) -> bool {
    let plain = |row: &Row| row.axis().is_some() && row.modulus.is_affine();
    mapping.rows.iter().all(plain)
}

/// The best mapping of cheap strategies with rows along axes; if cells are the aim, the choice of
/// the balanced objective before that.
fn plainer(
    problem: &Problem,
    strategies: &[Strategy],
    objective: Objective,
) -> Result<Option<Choice>> {
    let (objective, rows) = match objective {
        Objective::Size => (Objective::Balanced, Rows::Numbers),
        Objective::Balanced | Objective::Speed => (objective, Rows::Axes),
    };
    let cheap = |s: &&Strategy| Strategy::CHEAP.contains(s);
    let cheap: Vec<Strategy> = strategies.iter().filter(cheap).copied().collect();
    let Some(found) = search(problem, &cheap, &Aim::of(objective), rows)?.found else {
        return Ok(None);
    };
    let mut choice = finish(problem, found, objective)?;
    let skewed = |c: &&mut Choice| skewed_rows(&c.mapping) > 0;
    if let Some(choice) = choice.as_mut().filter(skewed) {
        // Rows along axes only: the recursion ends here.
        choice.plainer = plainer(problem, &cheap, objective)?.map(Box::new);
    }
    Ok(choice)
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
        plainer: None,
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
/// moduli, no modulo in an innermost loop. Any gain is enough for [`Objective::Size`]; none that
/// needs a modulo in an innermost loop is for [`Objective::Speed`]. A size that grows where the
/// array's does not is never worth it.
fn is_worthwhile(problem: &Problem, choice: &Choice, objective: Objective) -> Result<bool> {
    let inner = has_inner_modulo(problem, choice)?;
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

/// Whether a subscript needs a modulo in an innermost loop.
fn has_inner_modulo(problem: &Problem, choice: &Choice) -> Result<bool> {
    for (row, range) in choice.mapping.rows.iter().zip(&choice.ranges) {
        if row.is_inner(problem) && problem.wraps(row, range)? {
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
