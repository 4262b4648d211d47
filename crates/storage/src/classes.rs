//! Classes of parameter values with one residue, and problems and mappings restricted to them.
//!
//! The values `N = m N'' + r` are a problem of their own, with the quotient `N''` as its parameter:
//! what is proved there holds for all of them.
//!
//! Assumes: no name in C and no coordinate has two primes, so `N''` clashes with neither.

use crate::{Digit, Mapping, ParamSample, Problem, Row};
use poly::{Atom, Expr, Result, Set, Space};
use std::fmt;

/// The values of a parameter with one residue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The parameter.
    pub param: String,
    /// The divisor of the parameter, at least 2.
    pub modulus: i64,
    /// The remainder, at least 0 and below the modulus.
    pub residue: i64,
}

impl Class {
    /// All classes of a modulus.
    pub(crate) fn all(param: &str, modulus: i64) -> impl Iterator<Item = Class> {
        (0..modulus).map(move |residue| Class {
            param: param.to_string(),
            modulus,
            residue,
        })
    }

    /// Whether the class contains a value.
    pub fn contains(&self, value: i64) -> bool {
        value.rem_euclid(self.modulus) == self.residue
    }

    /// The quotient: with two primes, which no name in C and no coordinate has.
    pub(crate) fn quotient(&self) -> String {
        format!("{}''", self.param)
    }

    /// An expression with the quotient in place of the parameter.
    pub(crate) fn expanded(&self, expr: &Expr) -> Expr {
        let value = Expr::var(&self.quotient()) * self.modulus + Expr::constant(self.residue);
        expr.substitute(&|name| (name == self.param).then(|| value.clone()))
    }

    /// An expression with the parameter in place of the quotient; without divisions if that is
    /// possible.
    pub(crate) fn contracted(&self, expr: &Expr) -> Expr {
        self.without_division(expr).unwrap_or_else(|| {
            let quotient = Expr::var(&self.param).floor_div(self.modulus);
            expr.substitute(&|name| (name == self.quotient()).then(|| quotient.clone()))
        })
    }

    /// The expression over a common denominator: each power `k` of the quotient is `(N - r)^k /
    /// m^k`. `None` if the denominator does not divide the sum.
    fn without_division(&self, expr: &Expr) -> Option<Expr> {
        if !expr.is_polynomial() {
            return None;
        }
        let degree = u32::try_from(expr.degree()).ok()?;
        let numerator = Expr::var(&self.param) - Expr::constant(self.residue);
        let mut sum = Expr::constant(expr.constant_part()) * self.modulus.checked_pow(degree)?;
        for (atom, c) in expr.terms() {
            let factors = match atom {
                Atom::Product(factors) => factors.as_slice(),
                other => std::slice::from_ref(other),
            };
            let mut term = Expr::constant(c);
            let mut left = degree;
            for factor in factors {
                let is_quotient = matches!(factor, Atom::Var(name) if *name == self.quotient());
                left -= u32::from(is_quotient);
                term = match is_quotient {
                    true => term * &numerator,
                    false => term * &Expr::atom(factor.clone()),
                };
            }
            sum = sum + term * self.modulus.checked_pow(left)?;
        }
        sum.exact_quotient(self.modulus.checked_pow(degree)?)
    }

    /// A mapping with the quotient in place of the parameter.
    pub(crate) fn expanded_mapping(&self, mapping: &Mapping) -> Mapping {
        changed(mapping, |row| with_sizes(row, |e| self.expanded(e)))
    }

    /// A mapping with the parameter in place of the quotient.
    pub(crate) fn contracted_mapping(&self, mapping: &Mapping) -> Mapping {
        changed(mapping, |row| {
            let modulus = self.contracted(&row.modulus);
            let coefficients = row.coefficients();
            let plain: Vec<Expr> = coefficients.iter().map(|c| self.contracted(c)).collect();
            let row_of_these = Row::of_coefficients(&plain, modulus);
            row_of_these.unwrap_or_else(|| with_sizes(row, |e| self.contracted(e)))
        })
    }

    /// The problem for the values of the class alone; `None` if there are none, or if a parameter
    /// has the quotient's name.
    pub(crate) fn restricted(&self, problem: &Problem) -> Result<Option<Problem>> {
        let quotient = self.quotient();
        if problem.params.iter().any(|p| p.name == quotient) {
            return Ok(None);
        }
        let params = problem.params.iter().map(|p| match p.name == self.param {
            true => ParamSample {
                name: quotient.clone(),
                value: p.value.div_euclid(self.modulus),
            },
            false => p.clone(),
        });
        let params: Vec<ParamSample> = params.collect();
        let names: Vec<String> = params.iter().map(|p| p.name.clone()).collect();
        let Class {
            param,
            modulus,
            residue,
        } = self;
        let space = Space::new(&problem.ctx, names.iter().chain([param]));
        let values = space.values(format!("{param} = {modulus}*{quotient} + {residue}"))?;
        let context = problem.context.intersect(&values)?.only_params(&names)?;
        let inside = |set: &Set| set.intersect_params(&values)?.only_params(&names);
        let restricted = Problem {
            half: inside(&problem.half)?,
            touched: inside(&problem.touched)?,
            extents: problem.extents.iter().map(|e| self.expanded(e)).collect(),
            context,
            params,
            ..problem.clone()
        };
        let is_empty = restricted.context.is_empty()?;
        Ok((!is_empty).then_some(restricted))
    }
}

fn changed(mapping: &Mapping, change: impl Fn(&Row) -> Row) -> Mapping {
    Mapping {
        rows: mapping.rows.iter().map(change).collect(),
        dims: mapping.dims,
    }
}

/// The same row in terms of other parameters.
fn with_sizes(row: &Row, change: impl Fn(&Expr) -> Expr) -> Row {
    let digits = row.higher.iter().map(|digit| Digit {
        base: change(&digit.base),
        form: digit.form.clone(),
    });
    Row {
        form: row.form.clone(),
        higher: digits.collect(),
        modulus: change(&row.modulus),
    }
}

/// `N mod 2 = 1`
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mod {} = {}", self.param, self.modulus, self.residue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(residue: i64, expr: Expr, text: &str) {
        let class = Class {
            param: "N".to_string(),
            modulus: 2,
            residue,
        };
        assert_eq!(class.contracted(&expr).to_string(), text);
        let at = |name: &str| (name == "N").then_some(14 + residue);
        let before = expr.eval(&|_| Some(7));
        assert_eq!(class.contracted(&expr).eval(&at), before);
    }

    #[test]
    fn without_divisions_where_possible() {
        let k = || Expr::var("N''");
        let number = Expr::constant;
        check(0, k() * 4 - number(2), "2*N - 2");
        check(1, k() * 8, "4*N - 4");
        check(1, k() * 3 + number(2), "3*floord(N, 2) + 2");
        check(1, k() * &k() * 20 + k() * 4 + number(1), "5*N*N + 4 - 8*N");
        check(0, k() * &k() * 3, "3*floord(N, 2)*floord(N, 2)");
    }
}
