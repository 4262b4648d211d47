//! What tests and statements do with memory: tests for null, zeros, copies, and `free`.

use c::syntax::constant::{evaluate, is_zero};
use c::syntax::expressions::{sides, without_casts};
use lang_c::ast::{BinaryOperator, CallExpression, Expression, Statement, UnaryOperator};
use lang_c::span::Node;

/// The operands of `||`.
pub(crate) fn disjuncts(condition: &Node<Expression>) -> Vec<&Node<Expression>> {
    operands(condition, &BinaryOperator::LogicalOr)
}

/// The operands of `&&`.
pub(crate) fn conjuncts(condition: &Node<Expression>) -> Vec<&Node<Expression>> {
    operands(condition, &BinaryOperator::LogicalAnd)
}

fn operands<'e>(
    condition: &'e Node<Expression>,
    operator: &BinaryOperator,
) -> Vec<&'e Node<Expression>> {
    match sides(condition, operator) {
        Some((left, right)) => {
            let mut all = operands(left, operator);
            all.extend(operands(right, operator));
            all
        }
        None => vec![condition],
    }
}

/// The pointer of which a condition tests whether it is null: `!a`, `a == NULL`.
pub(crate) fn null_test(condition: &Node<Expression>) -> Option<&Node<Expression>> {
    match &condition.node {
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
            Some(&u.node.operand)
        }
        _ => {
            let (left, right) = sides(condition, &BinaryOperator::Equals)?;
            compared(left, right)
        }
    }
}

/// The pointers of which a condition tests whether one is null: `!a || b == NULL`. Empty if it is
/// something else.
pub(crate) fn null_tests(condition: &Node<Expression>) -> Vec<&Expression> {
    let pointers = disjuncts(condition).into_iter().map(null_test);
    let pointers = pointers.map(|pointer| pointer.map(|pointer| &pointer.node));
    pointers.collect::<Option<_>>().unwrap_or_default()
}

/// What a condition compares with null, and what else it consists of.
pub(crate) fn tested(condition: &Node<Expression>) -> Vec<&Expression> {
    match &condition.node {
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Negate => {
            tested(&u.node.operand)
        }
        Expression::BinaryOperator(b) => match b.node.operator.node {
            BinaryOperator::Equals | BinaryOperator::NotEquals => {
                let pointer = compared(&b.node.lhs, &b.node.rhs);
                vec![&pointer.unwrap_or(condition).node]
            }
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => {
                [&b.node.lhs, &b.node.rhs].map(|side| tested(side)).concat()
            }
            _ => vec![&condition.node],
        },
        other => vec![other],
    }
}

/// The side of a comparison that is compared with a constant.
fn compared<'e>(
    left: &'e Node<Expression>,
    right: &'e Node<Expression>,
) -> Option<&'e Node<Expression>> {
    let is_constant =
        |e: &Node<Expression>| matches!(without_casts(&e.node), Expression::Constant(_));
    match (is_constant(left), is_constant(right)) {
        (false, true) => Some(left),
        (true, false) => Some(right),
        _ => None,
    }
}

/// The memory that `memset(p, 0, n)` sets, and the number of its bytes.
pub(crate) fn zeroed(call: &CallExpression) -> Option<(&Node<Expression>, &Node<Expression>)> {
    let Expression::Identifier(callee) = &call.callee.node else {
        return None;
    };
    let [to, value, bytes] = call.arguments.as_slice() else {
        return None;
    };
    (callee.node.name == "memset" && is_zero(&value.node)).then_some((to, bytes))
}

/// The memory that `memcpy(p, q, n)` sets and reads, and the number of its bytes.
pub(crate) fn copied(statement: &Statement) -> Option<[&Node<Expression>; 3]> {
    let Statement::Expression(Some(expression)) = statement else {
        return None;
    };
    let Expression::Call(call) = without_casts(&expression.node) else {
        return None;
    };
    let [to, from, bytes] = call.node.arguments.as_slice() else {
        return None;
    };
    let is_copy = matches!(&call.node.callee.node, Expression::Identifier(callee)
        if matches!(callee.node.name.as_str(), "memcpy" | "memmove"));
    is_copy.then_some([to, from, bytes])
}

/// The argument of `free(e);`
pub(crate) fn freed(statement: &Statement) -> Option<&Node<Expression>> {
    match statement {
        Statement::Expression(Some(expression)) => freed_by(expression),
        _ => None,
    }
}

/// The argument of `free(e)`
pub(crate) fn freed_by(expression: &Node<Expression>) -> Option<&Node<Expression>> {
    let Expression::Call(call) = &expression.node else {
        return None;
    };
    let is_free = matches!(&call.node.callee.node, Expression::Identifier(name)
        if name.node.name == "free");
    match call.node.arguments.as_slice() {
        [only] if is_free => Some(only),
        _ => None,
    }
}

/// `NULL`, `0`
pub(crate) fn is_null(expression: &Node<Expression>) -> bool {
    match &expression.node {
        Expression::Cast(cast) => is_null(&cast.node.expression),
        other => evaluate(other, &mut |_| None) == Some(0),
    }
}
