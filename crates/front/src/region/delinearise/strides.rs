//! Strides by which the subscripts and the extent of a dimension can be divided.

use super::uses::Use;
use crate::values::evaluator::Evaluator;
use poly::{Atom, Expr};

/// The maximal number of splits of one dimension that are tried.
const MOST_ATTEMPTS: usize = 8;
/// The maximal number of divisions by a stride to find them.
const MOST_DIVISIONS: usize = 64;

/// A stride, with the atom that leads the division; it is the coefficient of an iterator.
#[derive(Clone)]
pub(super) struct Stride {
    /// The stride.
    pub expr: Expr,
    /// An atom of it.
    pub lead: Atom,
}

/// Lists of strides to try, each outermost first. Each list leaves affine digits.
pub(super) fn ways(
    eval: &Evaluator<'_>,
    extent: Option<&Expr>,
    uses: &[Use<'_>],
) -> Vec<Vec<Stride>> {
    let subscripts = uses.iter().map(|u| u.polynomial.clone()).collect();
    let mut search = Search {
        eval,
        inner: Vec::new(),
        found: Vec::new(),
        divisions: 0,
    };
    search.divide(extent.cloned(), subscripts);
    search.found
}

/// `(q, r)` with `dividend = stride * q + r`, if `r` is affine.
pub(super) fn divide(dividend: &Expr, stride: &Stride) -> Option<(Expr, Expr)> {
    let (quotient, rest) = dividend.divide_by(&stride.expr, &stride.lead)?;
    Some((quotient, rest.without_products()?))
}

struct Search<'w, 's> {
    eval: &'w Evaluator<'s>,
    /// The present divisors, innermost first.
    inner: Vec<Stride>,
    found: Vec<Vec<Stride>>,
    divisions: usize,
}

impl Search<'_, '_> {
    /// Divides by each stride, and continues with the quotients until they are affine.
    fn divide(&mut self, extent: Option<Expr>, subscripts: Vec<Expr>) {
        let mut strides = strides(self.eval, &subscripts);
        strides.sort_by_key(|stride| likeliness(stride, extent.as_ref()));
        for stride in strides {
            if self.found.len() == MOST_ATTEMPTS || self.divisions == MOST_DIVISIONS {
                return;
            }
            self.divisions += 1;
            let quotient = |dividend: &Expr| Some(divide(dividend, &stride)?.0);
            let rows: Option<Vec<_>> = subscripts.iter().map(quotient).collect();
            let full = extent.as_ref().map(quotient);
            let (Some(rows), Some(full)) = (rows, full.map_or(Some(None), |f| f.map(Some))) else {
                continue;
            };
            self.inner.push(stride);
            let is_affine = |quotient: &Expr| quotient.without_products().is_some();
            match rows.iter().chain(&full).all(is_affine) {
                true => self.found.push(self.inner.iter().rev().cloned().collect()),
                false => self.divide(full, rows),
            }
            self.inner.pop();
        }
    }
}

/// A key that is smaller for likelier strides: on a diagonal, `t[i*n + i]`, an iterator has the
/// coefficient `n + 1`, which neither divides `n*n` nor is as simple as `n`.
fn likeliness(stride: &Stride, extent: Option<&Expr>) -> (bool, usize) {
    let rest = extent.and_then(|extent| divide(extent, stride));
    let leaves_rest = rest.is_none_or(|(_, rest)| rest.as_constant() != Some(0));
    let is_sum = usize::from(stride.expr.constant_part() != 0);
    (
        extent.is_some() && leaves_rest,
        stride.expr.terms().count() + is_sum,
    )
}

/// The coefficients of iterators that are affine and may be positive.
fn strides(eval: &Evaluator<'_>, subscripts: &[Expr]) -> Vec<Stride> {
    let is_iterator = |atom: &Atom| !eval.is_parametric(&Expr::atom(atom.clone()));
    let value = |name: &str| eval.sample(name);
    let mut plain: Vec<Expr> = Vec::new();
    let coefficients = subscripts
        .iter()
        .flat_map(|s| s.coefficients_of(is_iterator));
    for stride in coefficients.filter_map(|c| c.without_products()) {
        let smaller = primitive(&stride);
        for stride in [stride.clone(), -stride, smaller.clone(), -smaller] {
            let sensible = stride.as_constant().is_none()
                && stride.eval(&value).is_none_or(|v| v > 0)
                && !plain.contains(&stride);
            if sensible {
                plain.push(stride);
            }
        }
    }
    let leads = |stride: Expr| {
        let atoms: Vec<Atom> = stride.terms().map(|(atom, _)| atom.clone()).collect();
        atoms.into_iter().map(move |lead| Stride {
            expr: stride.clone(),
            lead,
        })
    };
    plain.into_iter().flat_map(leads).collect()
}

/// The expression divided by the common factor of its coefficients, if its constant has this factor
/// too.
fn primitive(expr: &Expr) -> Expr {
    let quotient = expr.exact_quotient(common_factor(expr));
    quotient.unwrap_or_else(|| expr.clone())
}

/// Greatest common divisor of the coefficients of the atoms; positive.
pub(super) fn common_factor(expr: &Expr) -> i64 {
    let atoms = expr.clone() - Expr::constant(expr.constant_part());
    atoms.content().max(1)
}
