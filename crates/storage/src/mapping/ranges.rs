//! The values that a row takes on the elements of an array.

use super::Row;
use crate::Problem;
use crate::problem::ends;
use poly::{Expr, Result, Set};

/// The values that a linear form takes on a set: `low <= value <= high` for every parameter value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRange {
    /// A lower bound.
    pub low: Expr,
    /// An upper bound.
    pub high: Expr,
}

impl Problem {
    /// The range of a form on the touched elements, without regard to gaps, which may cost much;
    /// `None` if it has no bound. Elements that only the gaps add and that the array does not have
    /// do not count.
    fn range(&self, row: &Row) -> Result<Option<RowRange>> {
        let mut touched = self.touched.remove_divs()?;
        let mut found = self.range_on(&touched, &row.form)?;
        if let (Some(range), Some(axis)) = (&found, row.axis())
            && !self.always(&format!("{} >= 0", range.low))?
            && self.stays_below(axis, &self.extents[axis])?
        {
            let inside = format!("0 <= d{axis}' < {}", self.extents[axis]);
            touched = touched.intersect(&self.points_where(&inside)?)?;
            found = self.range_on(&touched, &row.form)?;
        }
        Ok(found)
    }

    fn range_on(&self, touched: &Set, form: &[i64]) -> Result<Option<RowRange>> {
        let ends = (self.lower(touched, form)?, self.upper(touched, form)?);
        Ok(match ends {
            (Some(low), Some(high)) => Some(RowRange { low, high }),
            _ => None,
        })
    }

    /// The range of a form on the touched elements of an array with numbers as extents, for all
    /// parameter values together.
    fn numeric_range(&self, form: &[i64]) -> Result<Option<RowRange>> {
        let are_numbers = self.extents.iter().all(|e| e.as_constant().is_some());
        if !are_numbers {
            return Ok(None);
        }
        Ok(ends(&self.touched, form)?.map(|(low, high)| RowRange {
            low: Expr::constant(low),
            high: Expr::constant(high),
        }))
    }

    /// The range of a row on the touched elements; `None` if it has no bound. Rows with parametric
    /// coefficients are bounded by the array.
    pub(crate) fn range_of(&self, row: &Row) -> Result<Option<RowRange>> {
        if !row.is_numeric() {
            return Ok(Some(self.box_range(row)));
        }
        let range = match self.numeric_range(&row.form)? {
            Some(range) => Some(range),
            None => self.range(row)?,
        };
        range.map(|range| self.plainer(row, range)).transpose()
    }

    /// The range of a row on all elements of the array.
    fn box_range(&self, row: &Row) -> RowRange {
        let (mut low, mut high) = (Expr::constant(0), Expr::constant(0));
        for (c, extent) in row.coefficients().iter().zip(&self.extents) {
            let end = c.clone() * &(extent.clone() - Expr::constant(1));
            match c.as_constant().is_some_and(|c| c < 0) {
                true => low = low + end,
                false => high = high + end,
            }
        }
        RowRange { low, high }
    }

    /// Whether the values of a row may differ by its modulus or more. A row along an axis whose
    /// modulus is the extent never does; its range may be larger than the extent where no element
    /// is touched.
    pub(crate) fn wraps(&self, row: &Row, RowRange { low, high }: &RowRange) -> Result<bool> {
        let keeps = |axis: usize| self.extents[axis] == row.modulus;
        if row.axis().is_some_and(keeps) {
            return Ok(false);
        }
        if !row.is_numeric() {
            return Ok(true);
        }
        Ok(!self.always(&format!("{high} - ({low}) < {}", row.modulus))?)
    }

    /// The range that the box of the array implies, where it is simpler to write and the modulus
    /// still covers it: `-2*N` instead of `min(0, -2*n)`.
    pub(crate) fn plainer(&self, row: &Row, range: RowRange) -> Result<RowRange> {
        if range.low.is_affine() {
            return Ok(range);
        }
        let RowRange { low, high } = self.box_range(row);
        let covers = format!(
            "{low} <= {} and {} <= {high} and {high} - {low} < {}",
            range.low, range.high, row.modulus
        );
        match low.is_affine() && high.is_affine() && self.always(&covers)? {
            true => Ok(RowRange { low, high }),
            false => Ok(range),
        }
    }
}
