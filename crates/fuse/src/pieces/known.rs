//! The values that counters have in a part of a loop, and the conditions that they decide.

use crate::bound::bound;
use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;
use poly::Expr;

/// The values of a counter.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The counter.
    pub(super) counter: String,
    /// Its least and its largest value.
    pub(super) range: [Expr; 2],
    /// Whether differences of it are never negative numbers.
    pub(super) is_unsigned: bool,
}

impl Known {
    /// The only value.
    pub(super) fn value(&self) -> Option<&Expr> {
        let [least, largest] = &self.range;
        (least == largest).then_some(least)
    }

    /// Whether a condition holds, if that is known.
    pub(super) fn decides(&self, condition: &Node<Expression>) -> Option<bool> {
        match &condition.node {
            Expression::UnaryOperator(unary)
                if unary.node.operator.node == UnaryOperator::Negate =>
            {
                Some(!self.decides(&unary.node.operand)?)
            }
            Expression::BinaryOperator(binary) => {
                let (left, right) = (&binary.node.lhs, &binary.node.rhs);
                match binary.node.operator.node {
                    BinaryOperator::LogicalAnd => match (self.decides(left), self.decides(right)) {
                        (Some(false), _) | (_, Some(false)) => Some(false),
                        (Some(true), other) => other,
                        (None, _) => None,
                    },
                    BinaryOperator::LogicalOr => match (self.decides(left), self.decides(right)) {
                        (Some(true), _) | (_, Some(true)) => Some(true),
                        (Some(false), other) => other,
                        (None, _) => None,
                    },
                    _ => self.compares(condition),
                }
            }
            _ => None,
        }
    }

    fn compares(&self, condition: &Node<Expression>) -> Option<bool> {
        use BinaryOperator::*;
        let operators = [
            Less,
            LessOrEqual,
            Greater,
            GreaterOrEqual,
            Equals,
            NotEquals,
        ];
        operators.into_iter().find_map(|operator| {
            let (left, right) = sides(condition, &operator)?;
            let (left, right) = (bound(left)?, bound(right)?);
            if self.is_unsigned && !self.is_plain(&left, &right) {
                return None;
            }
            let [least, largest] = self.values_of(&left.checked_sub(&right)?)?;
            compared(&operator, least, largest)
        })
    }

    /// Whether one side is the counter, and the other side a number.
    fn is_plain(&self, left: &Expr, right: &Expr) -> bool {
        let counter = Expr::var(&self.counter);
        let is_number = |e: &Expr| e.as_constant().is_some_and(|n| n >= 0);
        (*left == counter && is_number(right)) || (*right == counter && is_number(left))
    }

    /// The least and the largest value of an expression, as far as they are known.
    fn values_of(&self, expr: &Expr) -> Option<[Option<i64>; 2]> {
        if !expr.mentions(&self.counter) || !expr.is_affine() {
            return None;
        }
        let [least, largest] = &self.range;
        let at = |value: &Expr| {
            let value = |name: &str| (name == self.counter).then(|| value.clone());
            expr.substitute(&value).as_constant()
        };
        match expr.coefficient(&self.counter) {
            0 => None,
            factor if factor > 0 => Some([at(least), at(largest)]),
            _ => Some([at(largest), at(least)]),
        }
    }
}

/// Whether a difference compares to 0 like this for all values between two.
fn compared(operator: &BinaryOperator, least: Option<i64>, largest: Option<i64>) -> Option<bool> {
    let above = |by: i64| least.is_some_and(|n| n >= by);
    let below = |by: i64| largest.is_some_and(|n| n <= by);
    let decided = |yes: bool, no: bool| (yes || no).then_some(yes);
    let equal = decided(above(0) && below(0), above(1) || below(-1));
    match operator {
        BinaryOperator::Less => decided(below(-1), above(0)),
        BinaryOperator::LessOrEqual => decided(below(0), above(1)),
        BinaryOperator::Greater => decided(above(1), below(0)),
        BinaryOperator::GreaterOrEqual => decided(above(0), below(-1)),
        BinaryOperator::Equals => equal,
        BinaryOperator::NotEquals => equal.map(|equal| !equal),
        _ => None,
    }
}
