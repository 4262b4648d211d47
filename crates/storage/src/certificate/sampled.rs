//! A cheap test that rejects mappings at the sample values and never accepts one.

use crate::problem::row_text;
use crate::{Mapping, Problem};
use poly::{Result, Set};

/// The differences at the samples.
pub(crate) struct Sampled<'a> {
    problem: &'a Problem,
    differences: Option<Set>,
}

impl<'a> Sampled<'a> {
    pub(crate) fn new(problem: &'a Problem) -> Result<Self> {
        let differences = match problem.sample_point()? {
            Some(point) => Some(problem.half.fix_params(point)?.coalesce()?),
            None => None,
        };
        Ok(Sampled {
            problem,
            differences,
        })
    }

    /// Whether two conflicting elements share a cell at the samples.
    pub(crate) fn rejects(&self, mapping: &Mapping) -> Result<bool> {
        let Some(mut left) = self.differences.clone() else {
            return Ok(false);
        };
        for row in &mapping.rows {
            let Some((form, b)) = row.at(&|name| self.problem.sample(name)) else {
                return Ok(false);
            };
            if b < 1 {
                return Ok(true);
            }
            let condition = format!("exists k' : {} = {b}*k'", row_text(&form));
            left = left.intersect(&self.problem.points_where(&condition)?)?;
        }
        Ok(!left.is_empty()?)
    }
}
