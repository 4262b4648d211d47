//! Converts coefficients that are polynomials of the parameters to the digits of a linearised
//! address.

use super::{Digit, Row};
use crate::numbers::manhattan;
use poly::{Atom, Expr};

/// Most digits of an address.
const MOST_DIGITS: usize = 5;

impl Row {
    /// The row with these coefficients, one per coordinate, with bases that leave small numbers in
    /// the digits; `None` if no affine bases do.
    pub fn of_coefficients(coefficients: &[Expr], modulus: Expr) -> Option<Row> {
        let mut digits = digits(coefficients, MOST_DIGITS)?;
        let form = digits.remove(0).form;
        Some(Row {
            form,
            higher: digits,
            modulus,
        })
    }
}

/// The digits, lowest first; the base of the lowest is 1.
fn digits(coefficients: &[Expr], most: usize) -> Option<Vec<Digit>> {
    let numbers: Option<Vec<i64>> = coefficients.iter().map(Expr::as_constant).collect();
    let lowest = |form: Vec<i64>| Digit {
        base: Expr::constant(1),
        form,
    };
    if let Some(form) = numbers {
        return Some(vec![lowest(form)]);
    }
    if most == 0 {
        return None;
    }
    let over = |base: &Expr| {
        let divisions: Option<Vec<(Expr, Expr)>> =
            coefficients.iter().map(|c| c.divide(base)).collect();
        let (quotients, rests): (Vec<Expr>, Vec<Expr>) = divisions?.into_iter().unzip();
        let form: Vec<i64> = rests.iter().map(Expr::as_constant).collect::<Option<_>>()?;
        let mut higher = digits(&quotients, most - 1)?;
        higher.first_mut()?.base = base.clone();
        higher.insert(0, lowest(form));
        Some(higher)
    };
    let weight = |digits: &Vec<Digit>| -> i64 { digits.iter().map(|d| manhattan(&d.form)).sum() };
    let ways = bases(coefficients).into_iter().filter_map(|b| over(&b));
    ways.min_by_key(weight)
}

/// The variables of the coefficients, and the affine coefficients with a positive sign: candidates
/// for bases.
fn bases(coefficients: &[Expr]) -> Vec<Expr> {
    let mut found: Vec<Expr> = Vec::new();
    for coefficient in coefficients {
        let mut names = Vec::new();
        coefficient.each_var(&mut |name| names.push(Expr::var(name)));
        found.extend(names);
        let is_proper = coefficient.is_affine() && coefficient.as_constant().is_none();
        let is_negative = coefficient.terms().next().is_some_and(|(_, c)| c < 0);
        match (is_proper, is_negative) {
            (true, true) => found.push(-coefficient.clone()),
            (true, false) => found.push(coefficient.clone()),
            _ => {}
        }
    }
    found.retain(|base| base.terms().all(|(atom, _)| matches!(atom, Atom::Var(_))));
    found.sort();
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(coefficients: &[Expr], digits: &[(&str, &[i64])]) {
        let row = Row::of_coefficients(coefficients, Expr::var("b")).unwrap();
        let higher = row
            .higher
            .iter()
            .map(|d| (d.base.to_string(), d.form.clone()));
        let found: Vec<_> = [("1".to_string(), row.form.clone())]
            .into_iter()
            .chain(higher)
            .collect();
        let expected = digits
            .iter()
            .map(|(base, form)| (base.to_string(), form.to_vec()));
        assert_eq!(found, expected.collect::<Vec<_>>());
        assert_eq!(row.coefficients(), coefficients);
    }

    #[test]
    fn digits_of_strides() {
        let n = || Expr::var("N");
        let number = Expr::constant;
        check(&[number(1), number(2)], &[("1", &[1, 2])]);
        check(
            &[-n() - number(1), n(), number(1)],
            &[("1", &[-1, 0, 1]), ("N", &[-1, 1, 0])],
        );
        check(
            &[n() * &n(), n(), number(1)],
            &[("1", &[0, 0, 1]), ("N", &[0, 1, 0]), ("N", &[1, 0, 0])],
        );
        check(
            &[number(2) - n() * 2, number(1)],
            &[("1", &[0, 1]), ("2*N - 2", &[-1, 0])],
        );
    }

    #[test]
    fn no_digits_are_left() {
        let min = Expr::min_of(vec![Expr::var("N"), Expr::var("M")]).unwrap();
        assert_eq!(Row::of_coefficients(&[min], Expr::var("N")), None);
    }
}
