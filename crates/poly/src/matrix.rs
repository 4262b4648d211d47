//! Exact integer matrices: Hermite form, unimodular completion, inverse, kernel.

/// Why an exact matrix computation has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MatrixError {
    /// An entry left the range of `i64`.
    #[error("a matrix entry does not fit in 64 bits")]
    Overflow,
    /// The matrix is singular, or lacks the rank that the computation needs.
    #[error("the matrix does not have the rank that is needed")]
    Rank,
    /// Rows have different lengths, or the shape does not fit the operation.
    #[error("the matrix does not have the shape that is needed")]
    Shape,
}

/// A dense matrix of integers, row by row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntMatrix {
    rows: Vec<Vec<i64>>,
    cols: usize,
}

/// Result of a matrix computation.
type Result<T> = std::result::Result<T, MatrixError>;

impl IntMatrix {
    /// From rows of `cols` entries each.
    pub fn from_rows(rows: Vec<Vec<i64>>, cols: usize) -> Result<Self> {
        if rows.iter().any(|r| r.len() != cols) {
            return Err(MatrixError::Shape);
        }
        Ok(IntMatrix { rows, cols })
    }

    /// The identity of order `n`.
    pub fn identity(n: usize) -> Self {
        let rows = (0..n)
            .map(|r| (0..n).map(|c| i64::from(r == c)).collect())
            .collect();
        IntMatrix { rows, cols: n }
    }

    /// Rows.
    pub fn rows(&self) -> &[Vec<i64>] {
        &self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Rows and columns exchanged.
    pub fn transpose(&self) -> Self {
        let rows = (0..self.cols)
            .map(|c| self.rows.iter().map(|r| r[c]).collect())
            .collect();
        IntMatrix {
            rows,
            cols: self.rows.len(),
        }
    }

    /// Matrix product.
    pub fn multiply(&self, other: &IntMatrix) -> Result<Self> {
        if self.cols != other.rows.len() {
            return Err(MatrixError::Shape);
        }
        let columns = other.transpose();
        let rows = self
            .rows
            .iter()
            .map(|r| columns.rows.iter().map(|c| dot(r, c)).collect())
            .collect::<Result<_>>()?;
        IntMatrix::from_rows(rows, other.cols)
    }

    /// `self * vector`.
    pub fn apply(&self, vector: &[i64]) -> Result<Vec<i64>> {
        if vector.len() != self.cols {
            return Err(MatrixError::Shape);
        }
        self.rows.iter().map(|r| dot(r, vector)).collect()
    }

    /// Column Hermite form by unimodular column operations: `self * u = h`, `h` lower triangular
    /// with positive pivots and `0 <= h[r][c] < pivot` to the left of each pivot.
    ///
    /// Returns `(h, u)`; columns of `u` beyond the rank span the kernel of `self`.
    pub fn hermite(&self) -> Result<(IntMatrix, IntMatrix)> {
        // Work on the transpose: column operations become row operations.
        let mut h = self.transpose();
        let mut u = IntMatrix::identity(self.cols);
        let mut pivot = 0;
        for column in 0..self.rows.len() {
            if pivot == h.rows.len() {
                break;
            }
            eliminate_below(&mut h, &mut u, pivot, column)?;
            if h.rows[pivot][column] == 0 {
                continue;
            }
            reduce_above(&mut h, &mut u, pivot, column)?;
            pivot += 1;
        }
        Ok((h.transpose(), u.transpose()))
    }

    /// Rank over the rationals.
    pub fn rank(&self) -> Result<usize> {
        let (h, _) = self.hermite()?;
        let nonzero = |c: usize| h.rows.iter().any(|r| r[c] != 0);
        Ok((0..self.cols).filter(|c| nonzero(*c)).count())
    }

    /// Vectors that span the integer kernel `{ x : self * x = 0 }`, as rows.
    pub fn kernel(&self) -> Result<IntMatrix> {
        let rank = self.rank()?;
        let (_, u) = self.hermite()?;
        let rows = u.transpose().rows.split_off(rank);
        IntMatrix::from_rows(rows, self.cols)
    }

    /// Absolute value of the determinant of a square matrix.
    pub fn abs_det(&self) -> Result<i64> {
        if self.rows.len() != self.cols {
            return Err(MatrixError::Shape);
        }
        let (h, _) = self.hermite()?;
        (0..self.cols).try_fold(1_i64, |product, k| {
            product
                .checked_mul(h.rows[k][k])
                .ok_or(MatrixError::Overflow)
        })
    }

    /// Whether the matrix is square with determinant 1 or -1.
    pub fn is_unimodular(&self) -> Result<bool> {
        Ok(self.rows.len() == self.cols && self.abs_det()? == 1)
    }

    /// A unimodular matrix whose first rows are these rows. They must be extendable: independent,
    /// and the lattice that they span must be all integer points of its rational span.
    pub fn complete_unimodular(&self) -> Result<IntMatrix> {
        let k = self.rows.len();
        let (h, u) = self.hermite()?;
        let primitive = (0..k).all(|r| h.rows[r].get(r) == Some(&1));
        if k > self.cols || !primitive {
            return Err(MatrixError::Rank);
        }
        // self * u = [L 0] with L unit lower triangular, so self = [L 0] * u^-1: the other rows of
        // the inverse complete it.
        let inverse = u.inverse_unimodular()?;
        let mut rows = self.rows.clone();
        rows.extend(inverse.rows.into_iter().skip(k));
        IntMatrix::from_rows(rows, self.cols)
    }

    /// Inverse of a unimodular matrix.
    pub fn inverse_unimodular(&self) -> Result<IntMatrix> {
        if self.rows.len() != self.cols {
            return Err(MatrixError::Shape);
        }
        let (h, u) = self.hermite()?;
        if h == IntMatrix::identity(self.cols) {
            Ok(u)
        } else {
            Err(MatrixError::Rank)
        }
    }
}

fn dot(a: &[i64], b: &[i64]) -> Result<i64> {
    let sum: i128 = a
        .iter()
        .zip(b)
        .map(|(x, y)| i128::from(*x) * i128::from(*y))
        .sum();
    i64::try_from(sum).map_err(|_| MatrixError::Overflow)
}

/// Row `target -= factor * row source`, in both matrices.
fn subtract_row(
    h: &mut IntMatrix,
    u: &mut IntMatrix,
    target: usize,
    source: usize,
    factor: i64,
) -> Result<()> {
    if factor == 0 {
        return Ok(());
    }
    for m in [h, u] {
        let from = std::mem::take(&mut m.rows[source]);
        let mut pairs = m.rows[target].iter_mut().zip(&from);
        let done = pairs.try_for_each(|(x, y)| {
            let step = factor.checked_mul(*y)?;
            *x = x.checked_sub(step)?;
            Some(())
        });
        m.rows[source] = from;
        done.ok_or(MatrixError::Overflow)?;
    }
    Ok(())
}

fn negate_row(m: &mut IntMatrix, row: usize) {
    m.rows[row].iter_mut().for_each(|x| *x = -*x);
}

/// Euclid on column `column` of the rows from `pivot` on: leaves one non-negative entry, at
/// `pivot`.
fn eliminate_below(
    h: &mut IntMatrix,
    u: &mut IntMatrix,
    pivot: usize,
    column: usize,
) -> Result<()> {
    loop {
        let smallest = (pivot..h.rows.len())
            .filter(|r| h.rows[*r][column] != 0)
            .min_by_key(|r| h.rows[*r][column].unsigned_abs());
        let Some(smallest) = smallest else {
            return Ok(());
        };
        h.rows.swap(pivot, smallest);
        u.rows.swap(pivot, smallest);
        if h.rows[pivot][column] < 0 {
            negate_row(h, pivot);
            negate_row(u, pivot);
        }
        let mut clean = true;
        for r in pivot + 1..h.rows.len() {
            let factor = h.rows[r][column].div_euclid(h.rows[pivot][column]);
            subtract_row(h, u, r, pivot, factor)?;
            clean &= h.rows[r][column] == 0;
        }
        if clean {
            return Ok(());
        }
    }
}

/// Reduces the entries above the pivot to `0..pivot value`.
fn reduce_above(h: &mut IntMatrix, u: &mut IntMatrix, pivot: usize, column: usize) -> Result<()> {
    for r in 0..pivot {
        let factor = h.rows[r][column].div_euclid(h.rows[pivot][column]);
        subtract_row(h, u, r, pivot, factor)?;
    }
    Ok(())
}
