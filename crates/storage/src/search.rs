//! The search for the best proved mapping among those that strategies propose.

use crate::certificate::{Verdict, certify};
use crate::lower::lower;
use crate::{Mapping, Problem, Row, Strategy};
use poly::{PolyError, Result};

/// Operations that a strategy may take once there is a proved mapping.
const EXTRA: u64 = 750_000;

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

/// The best proved mapping among those of `strategies`, however large; `None` if they have none.
///
/// Fewer parametric moduli come first, then the size at the samples, then what a person would
/// write: canonical axes, small coefficients.
pub fn best(problem: &Problem, strategies: &[Strategy]) -> Result<Option<Found>> {
    search(problem, strategies, Preference::Small)
}

/// The proved mapping of least rank, its moduli lowered.
pub(crate) fn search(
    problem: &Problem,
    strategies: &[Strategy],
    preference: Preference,
) -> Result<Option<Found>> {
    let mut search = Search {
        problem,
        preference,
        seen: Vec::new(),
        best: None,
        most: i64::MAX,
        failure: None,
    };
    for strategy in strategies {
        match search.best {
            None => search.ask(*strategy)?,
            Some(_) => {
                // What takes too long leaves what was found before.
                problem.ctx.attempt(EXTRA, || search.ask(*strategy))?;
            }
        }
    }
    match (search.best, search.failure) {
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

struct Search<'a> {
    problem: &'a Problem,
    preference: Preference,
    seen: Vec<Mapping>,
    best: Option<(Rank, Mapping, Strategy)>,
    /// The size of successive modulo on its best axes: nothing larger is taken, whatever its degree.
    most: i64,
    failure: Option<PolyError>,
}

impl Search<'_> {
    /// Keeps the best of what a strategy proposes, if it is better than what there was.
    fn ask(&mut self, strategy: Strategy) -> Result<()> {
        let below = match (&self.best, self.preference) {
            (Some(((degree, ..), _, _)), Preference::Plain) => *degree,
            _ => usize::MAX,
        };
        match strategy.propose(self.problem, below) {
            Ok(proposals) => proposals
                .into_iter()
                .try_for_each(|m| self.take(m, strategy)),
            Err(PolyError::Budget) => Err(PolyError::Budget),
            Err(error) => {
                self.failure = Some(error);
                Ok(())
            }
        }
    }

    fn take(&mut self, mut mapping: Mapping, strategy: Strategy) -> Result<()> {
        arrange(self.problem, &mut mapping);
        let is_plain = mapping.rows.iter().all(Row::is_plain);
        if self.preference == Preference::Plain && !is_plain || self.seen.contains(&mapping) {
            return Ok(());
        }
        self.seen.push(mapping.clone());
        let Some(rank) = self.preference.rank(self.problem, &mapping) else {
            return Ok(());
        };
        let size = mapping.size(self.problem).unwrap_or(i64::MAX);
        match strategy {
            Strategy::SuccessiveModulo => self.most = self.most.min(size),
            _ if size > self.most => return Ok(()),
            _ => {}
        }
        let better = self.best.as_ref().is_none_or(|(least, _, _)| rank < *least);
        if better && certify(self.problem, &mapping)? == Verdict::Proved {
            self.best = Some((rank, mapping, strategy));
        }
        Ok(())
    }
}

/// What counts among mappings of one degree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Preference {
    /// The size at the samples.
    Small,
    /// Rows along axes: a constant factor is not worth a modulo of several indices.
    Plain,
}

/// What is less is better; the degree stands first.
type Rank = (usize, i64, i64, i64);

impl Preference {
    /// The degree; size at the samples and rows that are no axis, in this order or the other; the sum
    /// of the coefficients.
    fn rank(self, problem: &Problem, mapping: &Mapping) -> Option<Rank> {
        let (degree, weight) = (mapping.degree(problem), weight(mapping));
        let (size, skewed) = (mapping.size(problem)?, skewed_rows(mapping));
        Some(match self {
            Preference::Small => (degree, size, skewed, weight),
            Preference::Plain => (degree, skewed, size, weight),
        })
    }
}

fn skewed_rows(mapping: &Mapping) -> i64 {
    mapping.rows.iter().filter(|r| r.axis().is_none()).count() as i64
}

fn weight(mapping: &Mapping) -> i64 {
    mapping.rows.iter().map(Row::weight).sum()
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
