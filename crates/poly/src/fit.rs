//! Exact linear combinations of given columns with given values.

use num_integer::gcd;

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// The numerator.
    pub numerator: i128,
    /// The denominator, positive.
    pub denominator: i128,
}

impl Fraction {
    const ZERO: Fraction = Fraction::whole(0);

    const fn whole(numerator: i128) -> Self {
        Fraction {
            numerator,
            denominator: 1,
        }
    }

    fn new(numerator: i128, denominator: i128) -> Option<Self> {
        let divisor = gcd(numerator, denominator);
        let divisor = if denominator < 0 { -divisor } else { divisor };
        (divisor != 0).then(|| Fraction {
            numerator: numerator / divisor,
            denominator: denominator / divisor,
        })
    }

    /// The numerators over the least common denominator, and that denominator; `None` if a number
    /// is too large.
    pub fn over_common_denominator(fractions: &[Fraction]) -> Option<(Vec<i128>, i128)> {
        let common = fractions.iter().try_fold(1_i128, |common, f| {
            (common / gcd(common, f.denominator)).checked_mul(f.denominator)
        })?;
        let numerators = fractions
            .iter()
            .map(|f| f.numerator.checked_mul(common / f.denominator));
        Some((numerators.collect::<Option<_>>()?, common))
    }

    fn is_zero(self) -> bool {
        self.numerator == 0
    }

    /// `self - a * b`
    fn minus_product(self, a: Fraction, b: Fraction) -> Option<Self> {
        let product = Fraction::new(
            a.numerator.checked_mul(b.numerator)?,
            a.denominator.checked_mul(b.denominator)?,
        )?;
        let left = self.numerator.checked_mul(product.denominator)?;
        let right = product.numerator.checked_mul(self.denominator)?;
        let denominator = self.denominator.checked_mul(product.denominator)?;
        Fraction::new(left.checked_sub(right)?, denominator)
    }

    fn over(self, other: Fraction) -> Option<Self> {
        Fraction::new(
            self.numerator.checked_mul(other.denominator)?,
            self.denominator.checked_mul(other.numerator)?,
        )
    }
}

/// A combination of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// One per column; 0 for columns that depend on earlier ones.
    pub coefficients: Vec<Fraction>,
    /// The rows that determined the coefficients; all others only agree.
    pub used: Vec<usize>,
}

/// `x` with `rows[k] · x = values[k]` for all `k`, found by elimination in the order of rows;
/// `None` if there is none, or numbers grow too large.
pub fn fit(rows: &[Vec<i64>], values: &[i64]) -> Option<Fit> {
    let columns = rows.first()?.len();
    let mut pivots: Vec<Pivot> = Vec::new();
    let mut used = Vec::new();
    for (k, (row, value)) in rows.iter().zip(values).enumerate() {
        let all = row.iter().chain([value]);
        let mut row: Vec<Fraction> = all.map(|x| Fraction::whole(i128::from(*x))).collect();
        for pivot in &pivots {
            pivot.eliminate(&mut row)?;
        }
        match row[..columns].iter().position(|x| !x.is_zero()) {
            Some(column) => {
                let pivot = Pivot::new(row, column)?;
                for before in &mut pivots {
                    pivot.eliminate(&mut before.row)?;
                }
                pivots.push(pivot);
                used.push(k);
            }
            None if row[columns].is_zero() => {}
            None => return None,
        }
    }
    let mut coefficients = vec![Fraction::ZERO; columns];
    for pivot in &pivots {
        coefficients[pivot.column] = pivot.row[columns];
    }
    Some(Fit { coefficients, used })
}

/// A row with 1 in its own column, where all other rows have 0.
struct Pivot {
    row: Vec<Fraction>,
    column: usize,
}

impl Pivot {
    fn new(row: Vec<Fraction>, column: usize) -> Option<Self> {
        let head = row[column];
        let row = row
            .into_iter()
            .map(|x| x.over(head))
            .collect::<Option<_>>()?;
        Some(Pivot { row, column })
    }

    fn eliminate(&self, row: &mut [Fraction]) -> Option<()> {
        let factor = row[self.column];
        if factor.is_zero() {
            return Some(());
        }
        for (x, own) in row.iter_mut().zip(&self.row) {
            *x = x.minus_product(factor, *own)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_square() {
        let rows: Vec<Vec<i64>> = (2..8).map(|n| vec![1, n, n * n]).collect();
        let values: Vec<i64> = (2..8).map(|n| n * (n + 1) / 2).collect();
        let found = fit(&rows, &values).unwrap();
        let half = Fraction::new(-1, -2).unwrap();
        assert_eq!(found.coefficients, [Fraction::ZERO, half, half]);
        assert_eq!(found.used, [0, 1, 2]);
    }

    #[test]
    fn no_fit() {
        let rows: Vec<Vec<i64>> = (0..4).map(|n| vec![1, n]).collect();
        assert_eq!(fit(&rows, &[0, 1, 4, 9]), None);
    }

    #[test]
    fn dependent_columns_are_not_needed() {
        let rows: Vec<Vec<i64>> = (0..4).map(|n| vec![1, n, 2 * n + 1]).collect();
        let found = fit(&rows, &[3, 5, 7, 9]).unwrap();
        assert_eq!(found.coefficients[2], Fraction::ZERO);
        assert_eq!(found.coefficients[1], Fraction::whole(2));
    }
}
