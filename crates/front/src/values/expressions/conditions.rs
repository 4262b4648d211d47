//! Conditions of C as formulas, for the places where they are true and where they are false.

use crate::values::evaluator::Evaluator;
use crate::values::formula::{Condition, Formula};
use crate::values::mode::Mode;
use crate::values::value::Value;
use c::syntax::constant;
use c::syntax::expressions::is_comparison;
use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;
use poly::Expr;

impl Evaluator<'_> {
    /// The formulas of a condition.
    pub(crate) fn condition(&mut self, expression: &Node<Expression>, mode: Mode<'_>) -> Condition {
        if let Expression::UnaryOperator(unary) = &expression.node
            && unary.node.operator.node == UnaryOperator::Negate
        {
            return self.condition(&unary.node.operand, mode).negated();
        }
        if let Expression::BinaryOperator(binary) = &expression.node {
            let (left, right) = (&binary.node.lhs, &binary.node.rhs);
            match binary.node.operator.node {
                BinaryOperator::LogicalAnd => {
                    return self.condition(left, mode).and(self.condition(right, mode));
                }
                BinaryOperator::LogicalOr => {
                    let neither = self
                        .condition(left, mode)
                        .negated()
                        .and(self.condition(right, mode).negated());
                    return neither.negated();
                }
                BinaryOperator::NotEquals if is_truth(left) && constant::is_zero(&right.node) => {
                    return self.condition(left, mode);
                }
                BinaryOperator::Equals if is_truth(left) && constant::is_zero(&right.node) => {
                    return self.condition(left, mode).negated();
                }
                ref operator if is_comparison(operator) => {
                    return self
                        .comparison(operator, [left, right], mode)
                        .unwrap_or_else(Condition::unknown);
                }
                _ => {}
            }
        }
        let value = self
            .value_in(expression, mode)
            .and_then(|v| self.exactly(v));
        value.map_or_else(Condition::unknown, |e| {
            Condition::exact(Formula::NotZero(e.clone()), Formula::Zero(e))
        })
    }

    fn comparison(
        &mut self,
        operator: &BinaryOperator,
        [left, right]: [&Node<Expression>; 2],
        mode: Mode<'_>,
    ) -> Option<Condition> {
        let (l, r) = self.sides(left, right, mode)?;
        let difference = l.clone() - r.clone();
        let exact = Condition::exact;
        Some(match operator {
            BinaryOperator::Less => exact(Formula::less(&l, &r), Formula::at_most(&r, &l)),
            BinaryOperator::LessOrEqual => exact(Formula::at_most(&l, &r), Formula::less(&r, &l)),
            BinaryOperator::Greater => exact(Formula::less(&r, &l), Formula::at_most(&l, &r)),
            BinaryOperator::GreaterOrEqual => {
                exact(Formula::at_most(&r, &l), Formula::less(&l, &r))
            }
            BinaryOperator::Equals => exact(
                Formula::Zero(difference.clone()),
                Formula::NotZero(difference),
            ),
            _ => exact(
                Formula::NotZero(difference.clone()),
                Formula::Zero(difference),
            ),
        })
    }

    /// The two sides of a comparison, as C compares them.
    pub(crate) fn sides(
        &mut self,
        left: &Node<Expression>,
        right: &Node<Expression>,
        mode: Mode<'_>,
    ) -> Option<(Expr, Expr)> {
        let (left, right) = self.values_of(left, right, mode)?;
        Some((
            self.exactly_or_assumed(left)?,
            self.exactly_or_assumed(right)?,
        ))
    }

    /// The values of the two sides of a comparison, converted as C converts them.
    pub(crate) fn values_of(
        &mut self,
        left: &Node<Expression>,
        right: &Node<Expression>,
        mode: Mode<'_>,
    ) -> Option<(Value, Value)> {
        let (left, right) = (self.value_in(left, mode)?, self.value_in(right, mode)?);
        self.balance(left, right)
    }
}

/// Whether the expression is a condition, with the value zero or one.
fn is_truth(expression: &Node<Expression>) -> bool {
    match &expression.node {
        Expression::BinaryOperator(binary) => {
            let operator = &binary.node.operator.node;
            is_comparison(operator)
                || matches!(
                    operator,
                    BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr
                )
        }
        Expression::UnaryOperator(unary) => unary.node.operator.node == UnaryOperator::Negate,
        _ => false,
    }
}
