//! Polynomials of the parameters through values at sample points.

use crate::strategy::fixed::{Point, at};
use poly::{Expr, fit};

/// The polynomial of least degree, at most `degree`, with integer coefficients and these values;
/// `None` if there is none, or if no value is left to confirm it.
pub(super) fn through(names: &[String], values: &[(&Point, i64)], degree: usize) -> Option<Expr> {
    (0..=degree).find_map(|degree| {
        let monomials = monomials(names, degree);
        let row = |(point, _): &(&Point, i64)| -> Option<Vec<i64>> {
            monomials.iter().map(|m| at(point, m)).collect()
        };
        let rows: Vec<Vec<i64>> = values.iter().map(row).collect::<Option<_>>()?;
        let right: Vec<i64> = values.iter().map(|(_, value)| *value).collect();
        let found = fit(&rows, &right)?;
        if found.used.len() == values.len() {
            return None;
        }
        let mut sum = Expr::default();
        for (monomial, c) in monomials.into_iter().zip(&found.coefficients) {
            let number = (c.denominator == 1).then_some(c.numerator)?;
            sum = sum + monomial * i64::try_from(number).ok()?;
        }
        Some(sum)
    })
}

/// All products of at most `degree` parameters.
fn monomials(names: &[String], degree: usize) -> Vec<Expr> {
    let mut all = vec![Expr::constant(1)];
    for _ in 0..degree {
        let longer = all
            .iter()
            .flat_map(|m| names.iter().map(|n| m.clone() * &Expr::var(n)));
        let mut longer: Vec<Expr> = longer.chain(all.iter().cloned()).collect();
        longer.sort_by_key(|m| (m.degree(), m.clone()));
        longer.dedup();
        all = longer;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[(i64, i64)], degree: usize, expected: Option<&str>) {
        let points: Vec<(Point, i64)> = values
            .iter()
            .map(|(n, v)| (vec![("N".to_string(), *n)], *v))
            .collect();
        let values: Vec<(&Point, i64)> = points.iter().map(|(p, v)| (p, *v)).collect();
        let found = through(&["N".to_string()], &values, degree);
        assert_eq!(found.map(|e| e.to_string()).as_deref(), expected);
    }

    #[test]
    fn least_degree_that_is_confirmed() {
        check(&[(4, 7), (5, 7), (6, 7)], 2, Some("7"));
        check(&[(4, 7), (5, 9), (6, 11)], 2, Some("2*N - 1"));
        check(
            &[(4, 21), (5, 31), (6, 43), (7, 57)],
            2,
            Some("N*N + N + 1"),
        );
        check(&[(4, 21), (5, 31), (6, 43)], 2, None);
        check(&[(4, 21), (5, 31), (6, 43), (7, 57)], 1, None);
        check(&[(4, 6), (5, 10), (6, 15), (7, 21)], 2, None);
    }
}
