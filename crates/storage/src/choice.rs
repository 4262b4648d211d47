//! The choice among proved mappings.

use crate::bounds::RowRange;
use crate::certificate::{Verdict, certify};
use crate::lower::lower;
use crate::{Mapping, Problem, Strategy};
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

/// The best proved mapping among those of `strategies`; `None` if none is smaller than the array.
///
/// Fewer parametric moduli come first, then the size at the samples, then what a person would
/// write: canonical axes, small coefficients.
pub fn choose(problem: &Problem, strategies: &[Strategy]) -> Result<Option<Choice>> {
    let mut best: Option<(Rank, Choice)> = None;
    let mut failure = None;
    for strategy in strategies {
        let proposals = match strategy.propose(problem) {
            Ok(proposals) => proposals,
            Err(PolyError::Budget) => return Err(PolyError::Budget),
            Err(error) => {
                failure = Some(error);
                continue;
            }
        };
        for mapping in proposals {
            if certify(problem, &mapping)? != Verdict::Proved {
                continue;
            }
            let Some(choice) = finish(problem, mapping, *strategy)? else {
                continue;
            };
            let rank = rank(&choice);
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                best = Some((rank, choice));
            }
        }
    }
    match (best, failure) {
        (None, Some(error)) => Err(error),
        (best, _) => Ok(best
            .map(|(_, choice)| choice)
            .filter(|c| is_worthwhile(problem, c))),
    }
}

type Rank = (usize, i64, usize, i64);

fn rank(choice: &Choice) -> Rank {
    let rows = &choice.mapping.rows;
    let skewed = rows.iter().filter(|r| r.axis().is_none()).count();
    let weight = rows.iter().flat_map(|r| &r.form).map(|c| c.abs()).sum();
    (choice.mapping.degree(), choice.size, skewed, weight)
}

/// Lowers the moduli, orders the rows, measures.
fn finish(problem: &Problem, mapping: Mapping, strategy: Strategy) -> Result<Option<Choice>> {
    let mut mapping = lower(problem, mapping)?;
    arrange(problem, &mut mapping);
    let mut ranges = Vec::new();
    for row in &mapping.rows {
        match problem.range(&problem.touched, &row.form)? {
            Some(range) => ranges.push(range),
            None => return Ok(None),
        }
    }
    let moduli = mapping.rows.iter().map(|r| problem.at_sample(&r.modulus));
    let size = moduli
        .into_iter()
        .try_fold(1_i64, |size, b| size.checked_mul(b?));
    Ok(size.map(|size| Choice {
        mapping,
        strategy,
        ranges,
        size,
    }))
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

/// An asymptotic gain always; a constant factor only if it is large enough and needs no skewed row.
fn is_worthwhile(problem: &Problem, choice: &Choice) -> bool {
    let grows = |e: &&Expr| e.as_constant().is_none();
    let degree = problem.extents.iter().filter(grows).count();
    if choice.mapping.degree() < degree {
        return true;
    }
    let Some(declared) = problem.declared_size() else {
        return false;
    };
    let canonical = choice.mapping.rows.iter().all(|r| r.axis().is_some());
    let gain = declared.saturating_sub(choice.size);
    gain > 0 && canonical && gain.saturating_mul(8) >= declared.saturating_mul(LEAST_GAIN_EIGHTHS)
}
