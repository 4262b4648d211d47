//! Rounded quotients of integers: `floor((double)n / (double)d)`, and choices by sign such as
//! `n < 0 ? -((-n + d - 1) / d) : n / d`.
//!
//! Assumes: quotients of 32-bit integers by constants, computed in `double`, round as the exact
//! ones do. The exact quotient is an integer, which is computed exactly, or at least `1 / d` away
//! from any; the error of the division is smaller.

use crate::values::evaluator::Evaluator;
use crate::values::formula::{Condition, Formula};
use crate::values::mode::Mode;
use crate::values::value::Value;
use c::names::types::Type;
use lang_c::ast::{BinaryOperator, CallExpression, Expression};
use lang_c::span::Node;
use poly::{Atom, Expr};
use scop::IntType;

impl Evaluator<'_> {
    /// Reads an expression that is evaluated only where the condition holds.
    pub(super) fn where_holds<T>(
        &mut self,
        condition: &Formula,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let guards = self.state.guards.len();
        self.state.guards.push(condition.clone());
        let found = read(self);
        self.state.guards.truncate(guards);
        found
    }

    /// The value of two that are equal wherever one of them is selected: the operands of
    /// `n < 0 ? -((-n + d - 1) / d) : n / d` are the same quotient.
    pub(super) fn same_quotient(
        &self,
        condition: &Condition,
        then: &Expr,
        other: &Expr,
    ) -> Option<Expr> {
        let has_quotient = |e: &Expr| e.any_atom(|atom| matches!(atom, Atom::Floor(..)));
        if !has_quotient(then) && !has_quotient(other) {
            return None;
        }
        let differ = Formula::NotZero(then.checked_sub(other)?);
        let never = |selected: &Formula| self.is_impossible(selected.clone().and(differ.clone()));
        match never(&condition.when_true) {
            true => Some(other.clone()),
            false => never(&condition.when_false).then(|| then.clone()),
        }
    }

    /// The value of `floor((double)n / (double)d)` or `ceil` of it, for a constant `d`.
    pub(super) fn rounded(&mut self, call: &CallExpression, mode: Mode<'_>) -> Option<Value> {
        let Expression::Identifier(name) = &call.callee.node else {
            return None;
        };
        let name = name.node.name.as_str();
        let at = mode.base.range(call.callee.span).start;
        let is_library = self.source.file_facts.calls.is_library(name)
            && !mode.symbols.mentions.contains_key(&at)
            && !mode.is_in_macro();
        let sign = match name {
            "floor" => 1,
            "ceil" => -1,
            _ => return None,
        };
        let [argument] = call.arguments.as_slice() else {
            return None;
        };
        let Expression::BinaryOperator(quotient) = &argument.node else {
            return None;
        };
        if !is_library || quotient.node.operator.node != BinaryOperator::Divide {
            return None;
        }
        let dividend = self.as_double(&quotient.node.lhs, mode)?;
        let divisor = self.as_double(&quotient.node.rhs, mode)?.as_constant()?;
        let quotient = (divisor > 0).then(|| (dividend * sign).floor_div(divisor))?;
        Some(Value::exact(quotient * sign, IntType::IN_DOUBLE))
    }

    /// The integer of at most 32 bits, or rounded quotient, that a cast converts to `double`.
    fn as_double(&mut self, expression: &Node<Expression>, mode: Mode<'_>) -> Option<Expr> {
        let Expression::Cast(cast) = &expression.node else {
            return None;
        };
        let at = mode.base.range(cast.node.type_name.span).start;
        let is_double = matches!(mode.symbols.casts.get(&at), Some(Type::Floating(8)));
        let value = self.value_in(&cast.node.expression, mode.affine())?;
        let is_small = value.ty.bits <= 32 || value.ty == IntType::IN_DOUBLE;
        (is_double && is_small).then(|| self.exactly(value))?
    }
}
