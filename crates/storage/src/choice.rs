//! The choice among proved mappings.

use crate::bounds::RowRange;
use crate::certificate::{Verdict, certify};
use crate::lower::lower;
use crate::widen::widen;
use crate::{Mapping, Problem, Row, Strategy};
use poly::{Expr, PolyError, Result};

/// A constant-factor gain below this fraction of the array is not worth a change (in eighths).
const LEAST_GAIN_EIGHTHS: i64 = 1;

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

/// A proved mapping and who found it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The mapping, proved for every parameter value of the context, no modulus larger than needed.
    pub mapping: Mapping,
    /// Who found it.
    pub strategy: Strategy,
    /// Cells at the samples.
    pub size: i64,
}

/// The mapping to be used in a program: [`best`] of `strategies`, with moduli that pay; `None` if none
/// is worth a change.
pub fn choose(problem: &Problem, strategies: &[Strategy]) -> Result<Option<Choice>> {
    match search(problem, strategies, plain_rank)? {
        Some(found) => finish(problem, found),
        None => Ok(None),
    }
}

/// The best proved mapping among those of `strategies`, however large; `None` if they have none.
///
/// Fewer parametric moduli come first, then the size at the samples, then what a person would
/// write: canonical axes, small coefficients.
pub fn best(problem: &Problem, strategies: &[Strategy]) -> Result<Option<Found>> {
    search(problem, strategies, small_rank)
}

/// The proved mapping of least rank, its moduli lowered. Where the size is a number already, later
/// strategies are not asked.
fn search(
    problem: &Problem,
    strategies: &[Strategy],
    rank: fn(&Problem, &Mapping) -> Option<Rank>,
) -> Result<Option<Found>> {
    let mut seen: Vec<Mapping> = Vec::new();
    let mut best: Option<(Rank, Mapping, Strategy)> = None;
    let mut failure = None;
    for strategy in strategies {
        if best
            .as_ref()
            .is_some_and(|((degree, ..), _, _)| *degree == 0)
        {
            break;
        }
        let proposals = match strategy.propose(problem) {
            Ok(proposals) => proposals,
            Err(PolyError::Budget) => return Err(PolyError::Budget),
            Err(error) => {
                failure = Some(error);
                continue;
            }
        };
        for mut mapping in proposals {
            arrange(problem, &mut mapping);
            if seen.contains(&mapping) {
                continue;
            }
            seen.push(mapping.clone());
            let Some(rank) = rank(problem, &mapping) else {
                continue;
            };
            let better = best.as_ref().is_none_or(|(least, _, _)| rank < *least);
            if better && certify(problem, &mapping)? == Verdict::Proved {
                best = Some((rank, mapping, *strategy));
            }
        }
    }
    match (best, failure) {
        (None, Some(error)) => Err(error),
        (None, None) => Ok(None),
        (Some((_, mapping, strategy)), _) => {
            let mapping = lower(problem, mapping)?;
            let size = mapping.size(problem);
            Ok(size.map(|size| Found {
                mapping,
                strategy,
                size,
            }))
        }
    }
}

/// What is less is better; the degree stands first.
type Rank = (usize, i64, i64, i64);

/// Degree, size at the samples, rows that are no axis, sum of the coefficients.
fn small_rank(problem: &Problem, mapping: &Mapping) -> Option<Rank> {
    let size = mapping.size(problem)?;
    Some((
        mapping.degree(),
        size,
        skewed_rows(mapping),
        weight(mapping),
    ))
}

/// Degree, rows that are no axis, size at the samples, sum of the coefficients: a constant factor is
/// not worth a modulo of several indices.
fn plain_rank(problem: &Problem, mapping: &Mapping) -> Option<Rank> {
    let size = mapping.size(problem)?;
    Some((
        mapping.degree(),
        skewed_rows(mapping),
        size,
        weight(mapping),
    ))
}

fn skewed_rows(mapping: &Mapping) -> i64 {
    mapping.rows.iter().filter(|r| r.axis().is_none()).count() as i64
}

fn weight(mapping: &Mapping) -> i64 {
    let entries = mapping.rows.iter().flat_map(|r| &r.form);
    entries.map(|c| c.saturating_abs()).sum()
}

/// Keeps the moduli that pay, measures the rows; `None` if that is not worth a change.
fn finish(problem: &Problem, found: Found) -> Result<Option<Choice>> {
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
    Ok(choice.filter(|c| is_worthwhile(problem, c)))
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

/// Small folded dimensions go outermost, so that the long ones stay contiguous: `y[2][N]`.
fn arrange(problem: &Problem, mapping: &mut Mapping) {
    mapping.rows.sort_by_key(|row| {
        let folded = match (row.axis(), row.modulus.as_constant()) {
            (Some(axis), Some(b)) => problem.extents[axis].as_constant() != Some(b),
            _ => false,
        };
        (!folded, row.form.iter().position(|c| *c != 0))
    });
}

/// An asymptotic gain always; a constant factor only if it is large enough and the subscripts stay
/// simple: canonical rows, moduli without minimum, maximum or division. Never a size that grows where
/// the array's did not.
fn is_worthwhile(problem: &Problem, choice: &Choice) -> bool {
    let grows = |e: &&Expr| e.as_constant().is_none();
    let degree = problem.extents.iter().filter(grows).count();
    if choice.mapping.degree() != degree {
        return choice.mapping.degree() < degree;
    }
    let Some(declared) = problem.declared_size() else {
        return false;
    };
    let simple = |row: &Row| row.axis().is_some() && row.modulus.is_affine();
    let gain = declared.saturating_sub(choice.size);
    gain > 0
        && choice.mapping.rows.iter().all(simple)
        && gain.saturating_mul(8) >= declared.saturating_mul(LEAST_GAIN_EIGHTHS)
}
