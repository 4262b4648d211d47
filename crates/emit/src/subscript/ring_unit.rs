//! Units of Z/b, by which a row is multiplied so that neighbours in an innermost loop are
//! neighbours in memory: `(2x - y) mod (2N + 1)` names the same cells, in another order, as `N * (y
//! - 2x) mod (2N + 1)`, which is `(N*y + x) mod (2N + 1)`. Knows no loops and no text.

use poly::Expr;

/// A unit of Z/b.
#[derive(Clone, Debug)]
pub(crate) struct RingUnit {
    /// The unit, a size.
    pub(crate) by: Expr,
    /// Its inverse.
    pub(crate) inverse: i64,
    /// The number added to all rows and the one added to all columns, so that none is negative.
    pub(crate) raised: [Expr; 2],
}

/// A cell in the order of a unit: `(by * row + column) % b`.
#[derive(Clone, Debug)]
pub(crate) struct RingPosition {
    /// The unit.
    pub(crate) by: Expr,
    /// The factor of the unit.
    pub(crate) row: Expr,
    /// The rest.
    pub(crate) column: Expr,
}

impl RingUnit {
    /// A unit of Z/b that is a size and has the inverse `c` or `-c`, if there is one.
    pub(crate) fn new(modulus: &Expr, c: i64) -> Option<RingUnit> {
        let is_run_time = modulus.is_affine() && modulus.as_constant().is_none();
        let mut rests = [1, -1].into_iter().filter(|_| is_run_time);
        rests.find_map(|rest| {
            let multiple = modulus.clone() - Expr::constant(rest);
            // b = c * u + 1 makes -c the inverse of u, b = c * u - 1 makes it c.
            Some(RingUnit {
                by: multiple.exact_quotient(c)?,
                inverse: -rest * c,
                raised: Default::default(),
            })
        })
    }

    /// The number of columns that a coefficient of the form adds; `None` if it adds rows.
    pub(crate) fn columns(&self, coefficient: i64) -> Option<i64> {
        let columns = coefficient / self.inverse;
        (columns > 0 && coefficient % self.inverse == 0).then_some(columns)
    }

    /// Row and column of an element with these subscripts.
    ///
    /// # Errors
    /// Those of `subscript`.
    pub(crate) fn position<E>(
        &self,
        form: &[i64],
        subscript: impl Fn(usize) -> Result<Expr, E>,
    ) -> Result<RingPosition, E> {
        let [mut row, mut column] = self.raised.clone();
        for (dim, c) in form.iter().enumerate().filter(|(_, c)| **c != 0) {
            match self.columns(*c) {
                Some(columns) => column = column + subscript(dim)? * columns,
                None => row = row + subscript(dim)? * *c,
            }
        }
        let by = self.by.clone();
        Ok(RingPosition { by, row, column })
    }
}
