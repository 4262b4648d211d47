//! Assumptions about macros that keep digits below their strides: column `4` of rows of `W`
//! elements needs `W >= 5`.

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
                let limit = self.extreme(of, rest, Set::dim_max);
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
}
