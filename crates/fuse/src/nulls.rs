//! Tests whether pointers are null.

use c::syntax::expressions::without_casts;
use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};

/// The pointers of which a condition tests whether one is null: `!a || b == NULL`. Empty if it is
/// something else.
pub(crate) fn null_tests(condition: &Expression) -> Vec<&Expression> {
    match condition {
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
            vec![&u.node.operand.node]
        }
        Expression::BinaryOperator(b) => match b.node.operator.node {
            BinaryOperator::Equals => compared(&b.node.lhs.node, &b.node.rhs.node)
                .into_iter()
                .collect(),
            BinaryOperator::LogicalOr => {
                let sides = [&b.node.lhs.node, &b.node.rhs.node].map(null_tests);
                match sides.iter().any(Vec::is_empty) {
                    true => Vec::new(),
                    false => sides.concat(),
                }
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// What a condition compares with null, and what else it consists of.
pub(crate) fn tested(condition: &Expression) -> Vec<&Expression> {
    match condition {
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
            tested(&u.node.operand.node)
        }
        Expression::BinaryOperator(b) => match b.node.operator.node {
            BinaryOperator::Equals | BinaryOperator::NotEquals => {
                vec![compared(&b.node.lhs.node, &b.node.rhs.node).unwrap_or(condition)]
            }
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                [&b.node.lhs.node, &b.node.rhs.node].map(tested).concat()
            }
            _ => vec![condition],
        },
        other => vec![other],
    }
}

/// The side of a comparison that is compared with a constant.
fn compared<'e>(left: &'e Expression, right: &'e Expression) -> Option<&'e Expression> {
    let is_constant = |e: &Expression| matches!(without_casts(e), Expression::Constant(_));
    match (is_constant(left), is_constant(right)) {
        (false, true) => Some(left),
        (true, false) => Some(right),
        _ => None,
    }
}
