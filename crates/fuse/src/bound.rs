//! The bounds of loops as expressions.

use c::syntax::constant::literal;
use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;
use poly::Expr;

/// The value of an expression as a sum of products of names; `None` if it is something else.
pub(crate) fn bound(expression: &Node<Expression>) -> Option<Expr> {
    sum(expression, Form::Bound)
}

/// The same, where casts do not count.
pub(crate) fn value(expression: &Node<Expression>) -> Option<Expr> {
    sum(expression, Form::Value)
}

/// The number of elements in a number of bytes: what is left without casts and sizes of types.
pub(crate) fn elements(expression: &Node<Expression>) -> Option<Expr> {
    sum(expression, Form::Elements)
}

/// What an expression is read as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Bound,
    Value,
    Elements,
}

fn sum(expression: &Node<Expression>, form: Form) -> Option<Expr> {
    let bound = |e: &Node<Expression>| sum(e, form);
    match &expression.node {
        Expression::Cast(cast) if form != Form::Bound => bound(&cast.node.expression),
        Expression::SizeOfTy(_) | Expression::SizeOfVal(_) if form == Form::Elements => {
            Some(Expr::constant(1))
        }
        Expression::Constant(constant) => Some(Expr::constant(literal(&constant.node)?.0)),
        Expression::Identifier(name) => Some(Expr::var(&name.node.name)),
        Expression::UnaryOperator(unary) => match unary.node.operator.node {
            UnaryOperator::Minus => Expr::constant(0).checked_sub(&bound(&unary.node.operand)?),
            UnaryOperator::Plus => bound(&unary.node.operand),
            _ => None,
        },
        Expression::BinaryOperator(binary) => {
            let (a, b) = (bound(&binary.node.lhs)?, bound(&binary.node.rhs)?);
            match binary.node.operator.node {
                BinaryOperator::Plus => a.checked_add(&b),
                BinaryOperator::Minus => a.checked_sub(&b),
                BinaryOperator::Multiply => a.checked_mul(&b),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `a - b`, if that is a number.
pub(crate) fn difference(a: &Expr, b: &Expr) -> Option<i64> {
    a.checked_sub(b)?.as_constant()
}

/// `expr + number`.
pub(crate) fn moved(expr: &Expr, number: i64) -> Expr {
    let sum = expr.checked_add(&Expr::constant(number));
    sum.unwrap_or_else(|| expr.clone())
}
