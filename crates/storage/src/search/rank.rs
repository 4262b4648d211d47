//! Which of two mappings is better, for an objective.

use super::objective::Objective;
use crate::{Mapping, Problem, Row};
use poly::{Result, Set};
use std::collections::HashMap;

/// What is less is better, first entry first.
pub(crate) type Rank = [i64; 6];

/// Ranks mappings of one problem.
pub(crate) struct Ranking<'a> {
    problem: &'a Problem,
    objective: Objective,
    /// The elements that are used at the samples, once somebody asked.
    touched: Option<Option<Set>>,
    /// Values of forms on them.
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

    /// Moduli that grow come first; then cells for [`Objective::Size`], else what subscripts cost: modulos
    /// in innermost loops, rows of several indices that are dear, then cells. For [`Objective::Speed`] these
    /// modulos stand in front of all. The last entry is the sum of the coefficients. `None` where the size is not
    /// known.
    pub(crate) fn rank(&mut self, mapping: &Mapping) -> Result<Option<Rank>> {
        let Some(size) = mapping.size(self.problem) else {
            return Ok(None);
        };
        let degree = mapping.degree(self.problem) as i64;
        let inner = self.inner_modulos(mapping)?;
        let (skewed, weight) = (skewed_rows(mapping), weight(mapping));
        if self.objective == Objective::Size {
            return Ok(Some([degree, size, inner, skewed, weight, 0]));
        }
        let dear = self.dear_rows(mapping)?;
        let paid = mapping.rows.iter().fold(size, |paid, row| {
            let price = self.price(row).map_or(0, |parts| size / parts);
            paid.saturating_add(price)
        });
        let (first, second) = match self.objective {
            Objective::Speed => (inner, degree),
            _ => (degree, inner),
        };
        Ok(Some([first, second, dear, paid, skewed, weight]))
    }

    /// Rows of several indices that wrap at the samples, or of which an innermost loop takes steps of more than one.
    /// Others are cheaper than a modulo of one index: from the difference of two subscripts a compiler sees which
    /// elements are the same, from `t % 2` and `(t + 1) % 2` it does not even see that no elements are.
    fn dear_rows(&mut self, mapping: &Mapping) -> Result<i64> {
        let mut count = 0;
        for row in mapping.rows.iter().filter(|r| r.axis().is_none()) {
            count += i64::from(self.has_wide_steps(row) || self.wraps(row)?);
        }
        Ok(count)
    }

    /// Rows of several indices are harder to read: the first has to save a third of the cells. A ninth will do where
    /// the last index is none of them, for what moves in outer loops has names.
    fn price(&self, row: &Row) -> Option<i64> {
        match (row.axis(), row.has_last()) {
            (Some(_), _) => None,
            (None, true) => Some(2),
            (None, false) => Some(8),
        }
    }

    /// Rows whose moduli may be lowered for this objective: a row of several indices that does not wrap had better not
    /// begin to.
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

/// Rows that are no axis.
pub(crate) fn skewed_rows(mapping: &Mapping) -> i64 {
    mapping.rows.iter().filter(|r| r.axis().is_none()).count() as i64
}

fn weight(mapping: &Mapping) -> i64 {
    mapping.rows.iter().map(Row::weight).sum()
}

/// Small folded dimensions go outermost, so that the long ones stay contiguous: `y[2][N]`. Of rows of several
/// indices, those with the last index go last.
pub(crate) fn arrange(problem: &Problem, mapping: &mut Mapping) {
    mapping.rows.sort_by_key(|row| {
        let folded = match (row.axis(), row.modulus.as_constant()) {
            (Some(axis), Some(b)) => problem.extents[axis].as_constant() != Some(b),
            _ => false,
        };
        (!folded, row.form.iter().rposition(|c| *c != 0))
    });
}
