//! Ranks mappings for an objective.
//!
//! Assumes: among mappings whose sizes grow with equally many parameters, cheap subscripts matter
//! more than fewer cells, except for [`Objective::Size`]: no modulo in an innermost loop, rows
//! along axes. A row of several indices that never wraps is cheap too if it saves a third of the
//! cells, or a ninth without the last index: `i - t` shows a compiler which elements are the same,
//! `t % 2` beside `(t + 1) % 2` hides it.

use super::objective::Objective;
use crate::{Mapping, Problem, Row};
use poly::{Result, Set};
use std::collections::HashMap;

/// Arrays of this many cells do not stay in the caches of a core: a megabyte or two.
const FAR_CELLS: i64 = 1 << 18;
/// Arrays of this many cells do.
const NEAR_CELLS: i64 = 1 << 15;

/// A lexicographic rank: less is better.
pub(crate) type Rank = [i64; 6];

/// Ranks mappings of one problem.
pub(crate) struct Ranking<'a> {
    problem: &'a Problem,
    objective: Objective,
    /// The elements that are touched at the samples, once asked for.
    touched: Option<Option<Set>>,
    /// The spread of forms on these elements.
    spread: HashMap<Vec<i64>, Option<i64>>,
}

impl<'a> Ranking<'a> {
    pub(crate) fn new(problem: &'a Problem, objective: Objective) -> Self {
        Ranking {
            problem,
            objective,
            touched: None,
            spread: HashMap::new(),
        }
    }

    /// The number of growing moduli is first; then cells for [`Objective::Size`], else the cost of
    /// subscripts: modulos in innermost loops, expensive rows of several indices, then cells. For
    /// [`Objective::Speed`] modulos in innermost loops are first. The last entry is the sum of the
    /// coefficients. `None` if the size is unknown.
    pub(crate) fn rank(&mut self, mapping: &Mapping) -> Result<Option<Rank>> {
        let Some(size) = mapping.size(self.problem) else {
            return Ok(None);
        };
        let degree = mapping.degree(self.problem) as i64;
        let inner = self.inner_modulos(mapping)?;
        let (skewed, weight) = (skewed_rows(mapping), weight(mapping));
        if self.objective == Objective::Size {
            let addresses = mapping.rows.iter().filter(|row| !row.is_numeric());
            let addresses = addresses.count() as i64;
            return Ok(Some([degree, size, addresses, inner, skewed, weight]));
        }
        let expensive = self.expensive_rows(mapping)?;
        let paid = mapping.rows.iter().fold(size, |paid, row| {
            let price = self.price(row).map_or(0, |parts| size / parts);
            paid.saturating_add(price)
        });
        let (first, second) = match self.objective {
            Objective::Speed => (inner - self.hidden_modulos(mapping, size)?, degree),
            _ => (degree, inner),
        };
        Ok(Some([first, second, expensive, paid, skewed, weight]))
    }

    /// The number of rows of several indices that wrap at the samples, or that an innermost loop
    /// moves by more than one. Other rows of several indices are cheaper than a modulo of one
    /// index: the difference of two subscripts shows a compiler which elements are the same; `t %
    /// 2` and `(t + 1) % 2` do not even show that none are.
    fn expensive_rows(&mut self, mapping: &Mapping) -> Result<i64> {
        let mut count = 0;
        for row in mapping.rows.iter().filter(|r| r.axis().is_none()) {
            count += i64::from(self.has_wide_steps(row) || self.wraps(row)?);
        }
        Ok(count)
    }

    /// The penalty of a row of several indices, as a fraction of the cells: the first must save a
    /// third of them, or a ninth if the last index is not part of it, because sums of outer indices
    /// get names.
    fn price(&self, row: &Row) -> Option<i64> {
        match (row.axis(), row.has_last()) {
            (Some(_), _) => None,
            (None, true) => Some(2),
            (None, false) => Some(8),
        }
    }

    /// The rows whose moduli may be lowered for this objective: a row of several indices that does
    /// not wrap should not begin to.
    pub(crate) fn lowerable(&mut self, mapping: &Mapping) -> Result<Vec<usize>> {
        let mut lowerable = Vec::new();
        for (at, row) in mapping.rows.iter().enumerate() {
            let any = self.objective == Objective::Size || row.axis().is_some();
            if any || self.wraps(row)? {
                lowerable.push(at);
            }
        }
        Ok(lowerable)
    }

    fn has_wide_steps(&self, row: &Row) -> bool {
        let mut steps = row.form.iter().zip(&self.problem.innermost);
        steps.any(|(c, inner)| *inner && c.abs() > 1)
    }

    /// Rows that change in an innermost loop and wrap at the samples.
    fn inner_modulos(&mut self, mapping: &Mapping) -> Result<i64> {
        let mut count = 0;
        for row in mapping.rows.iter().filter(|r| r.is_inner(self.problem)) {
            count += i64::from(self.wraps(row)?);
        }
        Ok(count)
    }

    /// The modulos in innermost loops that cost less than the memory traffic that they save.
    fn hidden_modulos(&mut self, mapping: &Mapping, size: i64) -> Result<i64> {
        let mut count = 0;
        for row in &mapping.rows {
            let is_hidden = row.is_inner(self.problem) && is_hidden(self.problem, row, size);
            count += i64::from(is_hidden && self.wraps(row)?);
        }
        Ok(count)
    }

    /// Whether values of the row differ by its modulus or more at the samples.
    fn wraps(&mut self, row: &Row) -> Result<bool> {
        let Some(b) = self.problem.at_sample(&row.modulus) else {
            return Ok(true);
        };
        if !row.higher.is_empty() {
            return Ok(true);
        }
        let extent = |axis: usize| self.problem.at_sample(&self.problem.extents[axis]);
        if row
            .axis()
            .and_then(extent)
            .is_some_and(|extent| extent <= b)
        {
            return Ok(false);
        }
        Ok(self.spread(&row.form)?.is_none_or(|spread| spread >= b))
    }

    /// The largest difference of two values of the form at the samples, where it is known.
    fn spread(&mut self, form: &[i64]) -> Result<Option<i64>> {
        if let Some(known) = self.spread.get(form) {
            return Ok(*known);
        }
        let touched = match self.touched.take() {
            Some(touched) => touched,
            None => self.problem.touched_at_samples()?,
        };
        let spread = match &touched {
            Some(touched) => self.problem.spread(touched, form)?,
            None => None,
        };
        self.touched = Some(touched);
        self.spread.insert(form.to_vec(), spread);
        Ok(spread)
    }
}

/// Whether a modulo in an innermost loop costs less than it saves: the array is larger than caches,
/// what is left of it is not, and the last index still walks through memory in steps of one.
pub(crate) fn is_hidden(problem: &Problem, row: &Row, size: i64) -> bool {
    let is_far = problem.declared_size().is_some_and(|all| all >= FAR_CELLS);
    let is_number = row.modulus.as_constant().is_some();
    is_far && size <= NEAR_CELLS && is_number && !row.has_last()
}

/// The number of rows that are not along an axis.
pub(crate) fn skewed_rows(mapping: &Mapping) -> i64 {
    mapping.rows.iter().filter(|r| r.axis().is_none()).count() as i64
}

fn weight(mapping: &Mapping) -> i64 {
    mapping.rows.iter().map(Row::weight).sum()
}

/// Sorts the rows: small folded dimensions are outermost, so that long ones stay contiguous
/// (`y[2][N]`); rows of several indices that contain the last index are innermost.
pub(crate) fn arrange(problem: &Problem, mapping: &mut Mapping) {
    mapping.rows.sort_by_key(|row| {
        let folded = match (row.axis(), row.modulus.as_constant()) {
            (Some(axis), Some(b)) => problem.extents[axis].as_constant() != Some(b),
            _ => false,
        };
        (!folded, row.form.iter().rposition(|c| *c != 0))
    });
}
