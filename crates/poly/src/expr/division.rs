//! Quotients of expressions, and common divisors of their coefficients.

use super::Expr;
use num_integer::gcd;
use std::ops::Add;

impl Expr {
    /// The quotient and the remainder of a division by an affine expression, as polynomials in one
    /// of its variables; `None` if the divisor has none. Terms that the first coefficient of the
    /// divisor does not divide stay in the remainder.
    pub fn divide(&self, divisor: &Expr) -> Option<(Expr, Expr)> {
        let (lead, first) = divisor.terms().next().filter(|_| divisor.is_affine())?;
        let (mut quotient, mut rest) = (Expr::default(), self.clone());
        for degree in (1..=self.degree()).rev() {
            let highest = rest
                .terms()
                .filter(|(a, c)| a.power(lead) == degree && c % first == 0);
            let part = highest.map(|(atom, c)| Some(atom.without(lead)? * (c / first)));
            let part = part.collect::<Option<Vec<Expr>>>()?;
            let part = part.into_iter().fold(Expr::default(), Add::add);
            rest = rest - part.clone() * divisor;
            quotient = quotient + part;
        }
        Some((quotient, rest))
    }

    /// The greatest common divisor of all coefficients and the constant; 0 for the expression 0,
    /// and 1 if the divisor is too large.
    pub fn content(&self) -> i64 {
        let numbers = self.terms.values().map(|c| c.unsigned_abs());
        i64::try_from(numbers.fold(self.constant.unsigned_abs(), gcd)).unwrap_or(1)
    }

    /// Each coefficient and the constant divided by a number; `None` if one is not divisible.
    pub fn exact_quotient(&self, by: i64) -> Option<Expr> {
        let divides = by > 0 && self.content() % by == 0;
        divides.then(|| Expr {
            terms: { self.terms.iter() }
                .map(|(a, c)| (a.clone(), c / by))
                .collect(),
            constant: self.constant / by,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n() -> Expr {
        Expr::var("N")
    }

    #[test]
    fn quotients_without_a_rest() {
        let six = n() * 6 - Expr::constant(9);
        assert_eq!(six.content(), 3);
        assert_eq!(six.exact_quotient(3), Some(n() * 2 - Expr::constant(3)));
        assert_eq!(six.exact_quotient(2), None);
        assert_eq!(Expr::default().content(), 0);
        assert_eq!((n() * i64::MIN).content(), 1);
        assert_eq!(Expr::default().exact_quotient(5), Some(Expr::default()));
    }

    #[test]
    fn division() {
        let check = |dividend: Expr, divisor: Expr| {
            let (quotient, rest) = dividend.divide(&divisor).unwrap();
            assert_eq!(quotient.clone() * &divisor + rest.clone(), dividend);
            (quotient.to_string(), rest.to_string())
        };
        let of = |e: [&str; 2]| (e[0].to_string(), e[1].to_string());
        let one = || Expr::constant(1);
        let square = n() * &n() + n() + one();
        assert_eq!(check(square.clone(), n()), of(["N + 1", "1"]));
        let even = n() * 2 - Expr::constant(2);
        assert_eq!(
            check(n() * 4 - Expr::constant(4), even.clone()),
            of(["2", "0"])
        );
        assert_eq!(check(Expr::var("M") + one(), n()), of(["0", "M + 1"]));
        assert_eq!(check(square.clone(), even), of(["0", "N*N + N + 1"]));
        let cubes = n() * &n() * 3 + n() * 3 + one();
        assert_eq!(check(cubes, n() * 3 + one()), of(["N", "2*N + 1"]));
        assert_eq!(square.divide(&one()), None);
        assert_eq!(n().divide(&square), None);
    }
}
