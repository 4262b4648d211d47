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

    /// `x < w - 1 ? x + 1 : x`, where `x` is `w - 1` at most: the smaller of `x + 1` and `w - 1`.
    pub(super) fn at_boundary(
        &self,
        condition: &Condition,
        then: &Expr,
        other: &Expr,
    ) -> Option<Expr> {
        let compared = self.compared_by_order(condition);
        let condition = compared.as_ref().unwrap_or(condition);
        let found = self.beyond_boundary(condition, then, other);
        found.or_else(|| self.beyond_boundary(&condition.clone().negated(), other, then))
    }

    /// The same, if `other` is selected at one value of the sides of a comparison alone.
    fn beyond_boundary(&self, condition: &Condition, then: &Expr, other: &Expr) -> Option<Expr> {
        let Formula::NonNegative(margin) = &condition.when_true else {
            return None;
        };
        // It is 0 where the condition just fails.
        let beyond = margin.checked_add(&Expr::constant(1))?;
        let fails_by_more = Formula::NotZero(beyond.clone());
        if !self.is_impossible(condition.when_false.clone().and(fails_by_more)) {
            return None;
        }
        [1, -1].into_iter().find_map(|sign| {
            let same = other.checked_add(&(beyond.clone() * sign))?;
            self.extreme(condition, then, &same)
        })
    }

    /// `x + 1 == w` as `x + 1 >= w`, where `x` is less than `w` anyway.
    fn compared_by_order(&self, condition: &Condition) -> Option<Condition> {
        let (difference, is_equality) = match (&condition.when_true, &condition.when_false) {
            (Formula::Zero(difference), Formula::NotZero(_)) => (difference, true),
            (Formula::NotZero(difference), Formula::Zero(_)) => (difference, false),
            _ => return None,
        };
        let sides = [difference.clone(), difference.clone() * -1];
        let positive = |e: &Expr| Formula::NonNegative(e.clone() - Expr::constant(1));
        let side = sides
            .into_iter()
            .find(|e| self.is_impossible(positive(e)))?;
        let reaches = Formula::NonNegative(side.clone());
        let equal = Condition::exact(reaches, positive(&(side * -1)));
        Some(match is_equality {
            true => equal,
            false => equal.negated(),
        })
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
