//! Sizes that follow from an access inside of its array: `t[y*w + w - 2]` is before the array for
//! `w = 1` and `y = 0`, so `w >= 2` wherever it happens.

use super::digits::{Attempt, Divided};
use super::uses::Use;
use crate::values::formula::Formula;
use poly::{Expr, Result};

/// Rows are not shown to be longer.
const MOST: i64 = 16;

impl Attempt<'_, '_> {
    /// A condition on the length of rows wherever an access happens, if the array has only rows.
    pub(super) fn in_array(
        &self,
        of: &Use<'_>,
        divided: &Divided,
        extent: Option<&Divided>,
    ) -> Option<Formula> {
        let ([_], Some(extent)) = (self.strides.as_slice(), extent) else {
            return None;
        };
        let is_even = extent
            .rests
            .iter()
            .all(|rest| rest.as_constant() == Some(0));
        if !is_even || !of.access.happens {
            return None;
        }
        self.longer(of, divided, &extent.first).ok().flatten()
    }

    /// `w >= 2`, for rows of `w` elements.
    fn longer(&self, of: &Use<'_>, divided: &Divided, rows: &Expr) -> Result<Option<Formula>> {
        let positive = self.all_positive();
        let outside = Formula::Any(self.beyond(divided, rows));
        let happens = self.set(Some(of), std::slice::from_ref(&positive), &[])?;
        let outside = self.set(Some(of), &[positive, outside], &[])?;
        let defined = happens.params()?.subtract(&outside.params()?)?;
        let length = &self.strides[0].expr;
        for most in (1..=MOST).rev() {
            let short = Formula::at_most(length, &Expr::constant(most));
            let short = self.set(None, &[short], &[])?.params()?;
            if defined.intersect(&short)?.is_empty()? {
                return Ok(Some(Formula::less(&Expr::constant(most), length)));
            }
        }
        Ok(None)
    }

    /// The conditions for an element to be before the first row, or behind the last one; `w - 1` is
    /// the last column of a row, and one before the first of the next.
    fn beyond(&self, divided: &Divided, rows: &Expr) -> Vec<Formula> {
        let zero = Expr::constant(0);
        let length = &self.strides[0].expr;
        let with = |carry: i64| {
            let row = divided.first.clone() + Expr::constant(carry);
            let column = self.without(&divided.rests[0], carry, 0);
            let before = Formula::Zero(row.clone()).and(Formula::less(&column, &zero));
            let is_last = Formula::at_most(rows, &(row + Expr::constant(1)));
            let behind = is_last.and(Formula::at_most(length, &column));
            before.or(behind)
        };
        [0, -1, 1].map(with).to_vec()
    }
}
