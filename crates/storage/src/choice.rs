//! The choice of the mapping that is used in a program.

use crate::bounds::RowRange;
use crate::search::{Found, Preference, search};
use crate::widen::widen;
use crate::{Mapping, Objective, Problem, Row, Strategy};
use poly::{Expr, Result};

/// A constant-factor gain below this fraction of the array is not worth a change (in eighths).
const LEAST_GAIN_EIGHTHS: i64 = 1;

/// Of an array of fixed sizes this part at most must be left, or the gain counts as a constant factor.
const LEAST_FACTOR: i64 = 4;

/// The mapping that was taken.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The mapping, proved for every parameter value of the context.
    pub mapping: Mapping,
    /// Who found it.
    pub strategy: Strategy,
    /// The values of each row on the elements that are used, one per row.
    pub ranges: Vec<RowRange>,
    /// Cells at the samples.
    pub size: i64,
}

impl Choice {
    /// With the whole dimension in each row that is one whose modulus grows: what separates elements
    /// still does, for such a row now separates all that differ in it. For storage that is there in any
    /// case, where a modulo would save nothing.
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

/// The mapping to be used in a program: the best of `strategies` for an objective, with moduli that pay;
/// `None` if none is worth a change.
pub fn choose(
    problem: &Problem,
    strategies: &[Strategy],
    objective: Objective,
) -> Result<Option<Choice>> {
    let preference = match objective {
        Objective::Size => Preference::Small,
        Objective::Balanced | Objective::Speed => Preference::Plain,
    };
    match search(problem, strategies, preference)? {
        Some(found) => finish(problem, found, objective),
        None => Ok(None),
    }
}

/// Keeps the moduli that pay, measures the rows; `None` if that is not worth a change.
fn finish(problem: &Problem, found: Found, objective: Objective) -> Result<Option<Choice>> {
    let strategy = found.strategy;
    let mapping = with_declared_sizes(problem, found.mapping)?;
    let mut ranges = Vec::new();
    for row in &mapping.rows {
        match problem.range(&problem.touched, &row.form)? {
            Some(range) => ranges.push(problem.plainer(row, range)?),
            None => return Ok(None),
        }
    }
    let mapping = widen(problem, mapping, &ranges)?;
    let choice = mapping.size(problem).map(|size| Choice {
        mapping,
        strategy,
        ranges,
        size,
    });
    Ok(choice.filter(|c| is_worthwhile(problem, c, objective)))
}

/// Rows along an axis whose size would be a choice between expressions, or would grow where the
/// array's did not, keep the declared size: all their elements stay apart.
fn with_declared_sizes(problem: &Problem, mut mapping: Mapping) -> Result<Mapping> {
    for row in &mut mapping.rows {
        let Some(extent) = row.axis().map(|axis| &problem.extents[axis]) else {
            continue;
        };
        let grows = row.modulus.as_constant().is_none();
        let odd = !row.modulus.is_affine() || extent.as_constant().is_some();
        if grows && odd && extent.is_affine() && problem.always(&format!("{extent} >= 1"))? {
            row.modulus = extent.clone();
        }
    }
    Ok(mapping)
}

/// An asymptotic gain always; a constant factor only if it is large enough and the subscripts stay
/// simple: canonical rows, moduli without minimum, maximum or division; for [`Objective::Size`], whatever
/// it is. Never a size that grows where the array's did not.
fn is_worthwhile(problem: &Problem, choice: &Choice, objective: Objective) -> bool {
    let declared = problem.declared_size();
    let is_fixed = problem.extents.iter().all(|e| e.as_constant().is_some());
    let much = |declared: i64| choice.size.saturating_mul(LEAST_FACTOR) <= declared;
    let (before, after) = (
        problem.degree(&problem.extents),
        choice.mapping.degree(problem),
    );
    if after != before && (!is_fixed || declared.is_some_and(much)) {
        return after < before;
    }
    let Some(declared) = declared else {
        return false;
    };
    let simple = |row: &Row| row.axis().is_some() && row.modulus.is_affine();
    let gain = declared.saturating_sub(choice.size);
    if objective == Objective::Size {
        return gain > 0;
    }
    gain > 0
        && choice.mapping.rows.iter().all(simple)
        && gain.saturating_mul(8) >= declared.saturating_mul(LEAST_GAIN_EIGHTHS)
}
