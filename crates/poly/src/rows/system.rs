//! Systems of equalities and inequalities over integers, built row by row: equalities are solved at
//! once, and obvious contradictions are found. Knows no isl.

use crate::constraints::Row;
use crate::{PolyError, Result};
use num_integer::gcd;

/// Columns with more pairs of a lower and an upper bound are not eliminated.
const MOST_PAIRS: usize = 25;

/// Conditions that all hold. Eliminated columns do not occur again.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    /// Solved columns and their values, in terms of columns that are not solved.
    solved: Vec<(usize, Row)>,
    /// Each is 0, and none has a coefficient 1 or -1 by which it could be solved.
    equal: Vec<Row>,
    /// Each is not negative.
    nonnegative: Vec<Row>,
    /// Whether no integers satisfy the conditions.
    is_empty: bool,
}

impl System {
    /// Whether the rows show that there is no solution.
    pub(crate) fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Whether the rows show that a column is 0.
    pub(crate) fn is_zero(&self, column: usize) -> bool {
        let mut solved = self.solved.iter().filter(|(solved, _)| *solved == column);
        solved.any(|(_, value)| value.iter().all(|c| *c == 0))
    }

    /// Whether the rows show that `row >= 0`.
    pub(crate) fn implies(&self, row: &Row) -> Result<bool> {
        let row = normal_inequality(self.substituted(row)?);
        if is_constant(&row) {
            return Ok(row[0] >= 0);
        }
        let follows = |known: &Row| same(known, &row) && known[0] <= row[0];
        Ok(self.nonnegative.iter().any(follows))
    }

    /// Whether the rows show that `row = 0`.
    pub(crate) fn implies_zero(&self, row: &Row) -> Result<bool> {
        let row = self.substituted(row)?;
        Ok(row.iter().all(|c| *c == 0) || self.equal.contains(&row))
    }

    /// Whether the rows show that every solution is a solution of another system, except for
    /// columns that go.
    pub(crate) fn is_inside(&self, other: &System, goes: &dyn Fn(usize) -> bool) -> Result<bool> {
        for row in &other.nonnegative {
            if !self.implies(row)? {
                return Ok(false);
            }
        }
        let (equal, _) = other.rows(goes);
        for row in &equal {
            if !self.implies_zero(row)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds `row = 0`, solved for the last column with coefficient 1 or -1, preferably one that
    /// goes.
    pub(crate) fn add_equal(&mut self, row: &Row, goes: &dyn Fn(usize) -> bool) -> Result<()> {
        let row = self.substituted(row)?;
        let Some(row) = normal_equality(row) else {
            self.is_empty = true;
            return Ok(());
        };
        if row.iter().all(|c| *c == 0) {
            return Ok(());
        }
        let is_unit = |column: &usize| matches!(row[*column], 1 | -1);
        let mut units = (1..row.len()).rev().filter(is_unit);
        match units.clone().find(|c| goes(*c)).or_else(|| units.next()) {
            Some(column) => self.solve(column, row, goes),
            None => {
                self.equal.push(row);
                Ok(())
            }
        }
    }

    /// Adds `row >= 0`.
    pub(crate) fn add_nonnegative(
        &mut self,
        row: &Row,
        goes: &dyn Fn(usize) -> bool,
    ) -> Result<()> {
        let row = normal_inequality(self.substituted(row)?);
        if is_constant(&row) {
            self.is_empty |= row.first().is_some_and(|c| *c < 0);
            return Ok(());
        }
        for at in 0..self.nonnegative.len() {
            let known = &mut self.nonnegative[at];
            if same(known, &row) {
                known[0] = known[0].min(row[0]);
                return Ok(());
            }
            if opposite(known, &row) {
                match known[0].checked_add(row[0]).ok_or(PolyError::Overflow)? {
                    ..0 => self.is_empty = true,
                    0 => {
                        self.nonnegative.swap_remove(at);
                        return self.add_equal(&row, goes);
                    }
                    1.. => {}
                }
            }
        }
        self.nonnegative.push(row);
        Ok(())
    }

    /// Replaces a column everywhere by its value in `row = 0`.
    fn solve(&mut self, column: usize, row: Row, goes: &dyn Fn(usize) -> bool) -> Result<()> {
        let sign = if row[column] > 0 { -1 } else { 1 };
        let mut value: Row = scaled(&row, sign)?;
        value[column] = 0;
        let replace = |row: &Row| replaced(row, column, &value);
        for (_, other) in &mut self.solved {
            if uses(other, column) {
                *other = replace(other)?;
            }
        }
        let concerned = |rows: &mut Vec<Row>| -> Vec<Row> {
            let (some, others) = std::mem::take(rows)
                .into_iter()
                .partition(|row| uses(row, column));
            *rows = others;
            some
        };
        let (equal, nonnegative) = (concerned(&mut self.equal), concerned(&mut self.nonnegative));
        self.solved.push((column, value));
        for row in &equal {
            self.add_equal(row, goes)?;
        }
        for row in &nonnegative {
            self.add_nonnegative(row, goes)?;
        }
        Ok(())
    }

    /// Eliminates columns that go, where that is exact and cheap (Fourier-Motzkin): if a column has
    /// coefficient 1 in all its lower bounds, or -1 in all its upper ones, it has an integer value
    /// exactly if no lower bound exceeds an upper one.
    pub(crate) fn eliminate(&mut self, goes: &dyn Fn(usize) -> bool) -> Result<()> {
        while let Some(column) = self.eliminable(goes) {
            let (concerned, others) = std::mem::take(&mut self.nonnegative)
                .into_iter()
                .partition::<Vec<Row>, _>(|row| uses(row, column));
            self.nonnegative = others;
            let (lower, upper) = concerned
                .into_iter()
                .partition::<Vec<Row>, _>(|row| row[column] > 0);
            for l in &lower {
                for u in &upper {
                    let sum = combined(l, u, column)?;
                    self.add_nonnegative(&sum, goes)?;
                }
            }
        }
        Ok(())
    }

    /// The column whose elimination leaves the fewest rows.
    fn eliminable(&self, goes: &dyn Fn(usize) -> bool) -> Option<usize> {
        let width = self.nonnegative.iter().map(Vec::len).max().unwrap_or(0);
        let cost = |column: &usize| {
            let coefficients = self.nonnegative.iter().map(|row| row.get(*column).copied());
            let (mut lower, mut upper) = (Vec::new(), Vec::new());
            for c in coefficients.flatten().filter(|c| *c != 0) {
                let side = if c > 0 { &mut lower } else { &mut upper };
                side.push(c);
            }
            let is_exact = lower.iter().all(|c| *c == 1) || upper.iter().all(|c| *c == -1);
            let is_used = !lower.is_empty() || !upper.is_empty();
            let pairs = lower.len() * upper.len();
            (is_exact && is_used && pairs <= MOST_PAIRS).then_some(pairs)
        };
        let kept = { self.solved.iter() }.filter(|(column, _)| !goes(*column));
        let values = kept.map(|(_, value)| value);
        let equalities: Vec<&Row> = self.equal.iter().chain(values).collect();
        (1..width)
            .filter(|column| goes(*column))
            .filter(|column| !equalities.iter().any(|row| uses(row, *column)))
            .filter_map(|column| Some((cost(&column)?, column)))
            .min()
            .map(|(_, column)| column)
    }

    fn substituted(&self, row: &Row) -> Result<Row> {
        let mut row = row.clone();
        if row.is_empty() {
            row.push(0);
        }
        for (column, value) in &self.solved {
            if uses(&row, *column) {
                row = replaced(&row, *column, value)?;
            }
        }
        Ok(row)
    }

    /// The remaining equalities and inequalities, without solved columns that go.
    pub(crate) fn rows(&self, goes: &dyn Fn(usize) -> bool) -> (Vec<Row>, Vec<Row>) {
        let mut equal = self.equal.clone();
        for (column, value) in self.solved.iter().filter(|(column, _)| !goes(*column)) {
            let mut row = value.clone();
            row.resize(row.len().max(column + 1), 0);
            row[*column] = -1;
            equal.push(row);
        }
        (equal, self.nonnegative.clone())
    }
}

/// The sum of multiples of a lower and an upper bound in which the column cancels.
fn combined(lower: &Row, upper: &Row, column: usize) -> Result<Row> {
    let factor = upper[column].checked_neg().ok_or(PolyError::Overflow)?;
    let (mut sum, other) = (scaled(lower, factor)?, scaled(upper, lower[column])?);
    sum.resize(sum.len().max(other.len()), 0);
    for (a, b) in sum.iter_mut().zip(&other) {
        *a = a.checked_add(*b).ok_or(PolyError::Overflow)?;
    }
    Ok(sum)
}

fn uses(row: &Row, column: usize) -> bool {
    row.get(column).is_some_and(|c| *c != 0)
}

fn is_constant(row: &Row) -> bool {
    row.iter().skip(1).all(|c| *c == 0)
}

/// The row times a number.
pub(crate) fn scaled(row: &Row, factor: i64) -> Result<Row> {
    let scaled = row.iter().map(|c| c.checked_mul(factor));
    scaled.collect::<Option<Row>>().ok_or(PolyError::Overflow)
}

/// The row with `value` in place of a column.
fn replaced(row: &Row, column: usize, value: &Row) -> Result<Row> {
    let mut sum = row.clone();
    let factor = std::mem::take(&mut sum[column]);
    if value.len() > sum.len() {
        sum.resize(value.len(), 0);
    }
    for (c, v) in sum.iter_mut().zip(value).filter(|(_, v)| **v != 0) {
        let product = v.checked_mul(factor);
        *c = product
            .and_then(|p| c.checked_add(p))
            .ok_or(PolyError::Overflow)?;
    }
    Ok(sum)
}

/// The greatest common divisor of all coefficients but the constant; 0 if there are none.
fn content(row: &Row) -> i64 {
    let mut divisor: u64 = 0;
    for c in row.iter().skip(1).filter(|c| **c != 0) {
        divisor = gcd(divisor, c.unsigned_abs());
        if divisor == 1 {
            break;
        }
    }
    i64::try_from(divisor).unwrap_or(1)
}

/// The row divided by the common divisor of its coefficients; `None` if it has no integer solution.
fn normal_equality(mut row: Row) -> Option<Row> {
    let divisor = content(&row);
    let constant = row.first().copied().unwrap_or(0);
    if divisor == 0 {
        return (constant == 0).then_some(row);
    }
    if constant % divisor != 0 {
        return None;
    }
    row.iter_mut().for_each(|c| *c /= divisor);
    Some(row)
}

fn normal_inequality(mut row: Row) -> Row {
    let divisor = content(&row);
    if divisor > 1 {
        row.iter_mut().for_each(|c| *c = c.div_euclid(divisor));
    }
    row
}

/// Whether two rows differ at most in the constant.
fn same(a: &Row, b: &Row) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    short[1..] == long[1..short.len()] && long[short.len()..].iter().all(|c| *c == 0)
}

/// Whether all coefficients but the constant have opposite signs.
fn opposite(a: &Row, b: &Row) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    let negated = |(a, b): (&i64, &i64)| a.checked_neg() == Some(*b);
    short[1..].iter().zip(&long[1..]).all(negated) && long[short.len()..].iter().all(|c| *c == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A system in which columns from `first` on go.
    fn system(first: usize, equal: &[&[i64]], nonnegative: &[&[i64]]) -> System {
        let goes = move |column| column >= first;
        let mut system = System::default();
        for row in nonnegative {
            system.add_nonnegative(&row.to_vec(), &goes).unwrap();
        }
        for row in equal {
            system.add_equal(&row.to_vec(), &goes).unwrap();
        }
        system
    }

    #[test]
    fn what_goes_is_replaced() {
        // x = y + 1, 0 <= x < 10, y goes.
        let found = system(2, &[&[1, -1, 1]], &[&[0, 0, 1], &[9, 0, -1]]);
        let (equal, nonnegative) = found.rows(&|column| column >= 2);
        assert!(equal.is_empty());
        assert_eq!(nonnegative, [vec![-1, 1, 0], vec![10, -1, 0]]);
    }

    #[test]
    fn what_goes_is_eliminated() {
        let eliminated = |nonnegative: &[&[i64]]| {
            let goes = |column| column >= 2;
            let mut system = system(2, &[], nonnegative);
            system.eliminate(&goes).unwrap();
            system.rows(&goes)
        };
        // 0 <= y < 10 and y < x <= 2y + 5.
        let (equal, nonnegative) =
            eliminated(&[&[0, 0, 1], &[9, 0, -1], &[-1, 1, -1], &[5, -1, 2]]);
        assert!(equal.is_empty());
        assert_eq!(nonnegative, [vec![-1, 1, 0], vec![23, -1, 0]]);
        // 3y <= x <= 3y + 1 excludes some x, which pairs do not show.
        let (_, nonnegative) = eliminated(&[&[0, 1, -3], &[1, -1, 3]]);
        assert_eq!(nonnegative.len(), 2);
    }

    #[test]
    fn what_an_equality_needs_is_not_eliminated() {
        // x = 2y and y >= 0.
        let goes = |column| column >= 2;
        let mut system = system(2, &[&[0, 1, -2]], &[&[0, 0, 1]]);
        system.eliminate(&goes).unwrap();
        assert_eq!(
            system.rows(&goes),
            (vec![vec![0, -1, 2]], vec![vec![0, 0, 1]])
        );
    }

    #[test]
    fn what_stays_is_said() {
        let found = system(3, &[&[0, 1, 0, -1], &[-4, 0, 1, -1]], &[]);
        let (equal, _) = found.rows(&|column| column >= 3);
        assert_eq!(equal, [vec![4, 1, -1, 0]]);
        let found = system(2, &[&[0, 1, -2]], &[]);
        let (equal, _) = found.rows(&|column| column >= 2);
        assert_eq!(equal, [vec![0, -1, 2]]);
    }

    #[test]
    fn bounds_that_meet_are_equalities() {
        let found = system(2, &[], &[&[-3, 1], &[3, -1]]);
        let (equal, nonnegative) = found.rows(&|column| column >= 2);
        assert_eq!(equal, [vec![3, -1]]);
        assert!(nonnegative.is_empty());
    }

    #[test]
    fn contradictions_are_seen() {
        let is_empty =
            |equal: &[&[i64]], nonnegative: &[&[i64]]| system(1, equal, nonnegative).is_empty();
        assert!(is_empty(&[&[1]], &[]));
        assert!(is_empty(&[&[1, 2, -4]], &[]));
        assert!(is_empty(&[], &[&[-3, 1], &[2, -1]]));
        assert!(is_empty(&[], &[&[-3, 2], &[3, -2]]));
        assert!(is_empty(&[&[0, 1, -1]], &[&[-1, 1, -1]]));
        assert!(is_empty(&[], &[&[-1]]));
        assert!(!is_empty(&[&[0, 1, -1]], &[&[0, 1, -1]]));
        assert!(!is_empty(&[], &[&[-3, 1], &[4, -1]]));
    }

    #[test]
    fn numbers_that_do_not_fit_are_an_error() {
        let mut system = System::default();
        let goes = |_| true;
        system.add_equal(&vec![0, i64::MAX, 0, 1], &goes).unwrap();
        let failed = system.add_nonnegative(&vec![0, 0, 0, i64::MAX], &goes);
        assert!(matches!(failed, Err(PolyError::Overflow)));
    }
}
