//! Assumptions about macros that keep digits below their strides: column `4` of rows of `W` elements
//! needs `W >= 5`.

use super::digits::{Attempt, Divided};
use super::uses::Use;
use crate::values::formula::Formula;
use poly::{Expr, Set};

impl Attempt<'_, '_> {
    /// The expressions that must not be negative for all digits to be below their strides, as far
    /// as they may be assumed.
    pub(super) fn limits(&self, uses: &[Use<'_>], divided: &[Divided]) -> Vec<Expr> {
        let mut limits = Vec::new();
        for (of, divided) in uses.iter().zip(divided) {
            for (rest, stride) in divided.rests.iter().zip(&self.strides) {
                let limit = self.largest(of, rest);
                let limit = limit.map(|most| stride.expr.clone() - Expr::constant(1) - most);
                limits.extend(limit.filter(|limit| {
                    limit.as_constant().is_none()
                        && !limits.contains(limit)
                        && self.eval.may_assume_nonnegative(limit)
                }));
            }
        }
        self.without_implied(limits)
    }

    /// The expressions whose sign does not follow from that of the others.
    fn without_implied(&self, mut limits: Vec<Expr>) -> Vec<Expr> {
        for at in (0..limits.len()).rev() {
            let mut formulas: Vec<Formula> =
                limits.iter().cloned().map(Formula::NonNegative).collect();
            formulas[at] = Formula::less(&limits[at], &Expr::constant(0));
            if self.never(None, &formulas) {
                limits.remove(at);
            }
        }
        limits
    }

    /// The largest value of a digit where an access happens, if it is an expression of the
    /// parameters.
    fn largest(&self, of: &Use<'_>, digit: &Expr) -> Option<Expr> {
        if self.eval.is_parametric(digit) {
            return Some(digit.clone());
        }
        let value = "most'";
        let conditions = of.statement.domain.iter().chain(&of.access.guards);
        let is_value = Formula::Zero(Expr::var(value) - digit.clone());
        let all = self.eval.known().chain(conditions).cloned();
        let condition = Formula::All(all.chain([is_value]).collect());
        let text = format!(
            "{}{{ [{value}] : exists {} : {condition} }}",
            self.eval.params_text(),
            of.statement.iterators.join(", ")
        );
        let set = Set::parse(&self.eval.source.ctx, &text).ok()?;
        set.dim_max(0).ok()?.as_expr().ok()?
    }
}
