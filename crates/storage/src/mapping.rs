//! Modular mappings.

use crate::Problem;
use poly::{Expr, IntMatrix};

/// `sigma(x) = M x mod b`. Rows whose modulus is 1 are left out: they map everything to 0.
///
/// Shapes: each row has n entries for an array of n dimensions; the image has one dimension per row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// The rows, outermost dimension of the new array first.
    pub rows: Vec<Row>,
    /// Dimensions of the array.
    pub dims: usize,
}

/// One dimension of the new array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The linear form, n entries.
    pub form: Vec<i64>,
    /// The modulus: a quasi-affine expression of the parameters, at least 1.
    pub modulus: Expr,
}

impl Row {
    /// The axis, if the row is a unit vector.
    pub fn axis(&self) -> Option<usize> {
        let mut nonzero = self.form.iter().enumerate().filter(|(_, c)| **c != 0);
        match (nonzero.next(), nonzero.next()) {
            (Some((axis, 1)), None) => Some(axis),
            _ => None,
        }
    }
}

impl Mapping {
    /// The matrix M.
    pub fn matrix(&self) -> Option<IntMatrix> {
        let rows = self.rows.iter().map(|r| r.form.clone()).collect();
        IntMatrix::from_rows(rows, self.dims).ok()
    }

    /// Cells at the samples.
    pub(crate) fn size(&self, problem: &Problem) -> Option<i64> {
        self.rows.iter().try_fold(1_i64, |size, row| {
            size.checked_mul(problem.at_sample(&row.modulus)?)
        })
    }

    /// Without rows of modulus 1.
    pub(crate) fn without_trivial_rows(mut self) -> Self {
        self.rows.retain(|r| r.modulus.as_constant() != Some(1));
        self
    }

    /// Number of moduli that grow: the degree of the size.
    pub fn degree(&self, problem: &Problem) -> usize {
        problem.degree(self.rows.iter().map(|r| &r.modulus))
    }
}

/// `(i0 - i1, i1) mod (2*N - 1, 2)`
impl std::fmt::Display for Mapping {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.rows.is_empty() {
            return f.write_str("one cell");
        }
        let form = |row: &Row| {
            let terms = row.form.iter().enumerate();
            terms.fold(Expr::constant(0), |sum, (k, c)| {
                sum + Expr::var(&format!("i{k}")) * *c
            })
        };
        let forms: Vec<String> = self.rows.iter().map(|r| form(r).to_string()).collect();
        let moduli: Vec<String> = self.rows.iter().map(|r| r.modulus.to_string()).collect();
        write!(f, "({}) mod ({})", forms.join(", "), moduli.join(", "))
    }
}
