//! Integers that are initialised with the length of a string, or more: they are not negative.

use super::Evaluator;
use crate::values::formula::Formula;
use c::names::symbols::VarId;
use c::syntax::constant;
use c::syntax::expressions::without_casts;
use lang_c::ast::{BinaryOperator, Expression, Initializer};
use poly::Expr;

impl Evaluator<'_> {
    /// Takes note of the least value of a parameter if it is a length.
    pub(super) fn know_length(&mut self, var: VarId, param: &Expr) {
        let variable = self.symbols.variable(var);
        let is_kept = variable.writes.len() == 1 && !variable.address_taken;
        let initial = variable.initializer.filter(|_| is_kept).map(|i| &i.node);
        let Some(Initializer::Expression(value)) = initial else {
            return;
        };
        if let Some(more) = self.more_than_a_length(&value.node) {
            let least = param.clone() - Expr::constant(more);
            let at = variable.at.clone();
            self.params.known.push(Formula::NonNegative(least.clone()));
            self.params.lengths.push((least, at));
        }
    }

    /// By how much a value is greater than the length of a string, if it is made of one.
    fn more_than_a_length(&self, value: &Expression) -> Option<i64> {
        match without_casts(value) {
            Expression::Call(call) => {
                let Expression::Identifier(name) = &call.node.callee.node else {
                    return None;
                };
                let calls = &self.source.file_facts.calls;
                (name.node.name == "strlen" && calls.is_library("strlen")).then_some(0)
            }
            Expression::BinaryOperator(sum) if sum.node.operator.node == BinaryOperator::Plus => {
                let more = constant::evaluate(&sum.node.rhs.node, &mut |_| None)?;
                self.more_than_a_length(&sum.node.lhs.node)?
                    .checked_add(more)
            }
            _ => None,
        }
    }
}
