//! The bounds of loops as expressions.

use c::names::file::Function;
use c::names::types::Type;
use c::syntax::constant::{evaluate, literal};
use integer::IntType;
use lang_c::ast::{
    BinaryOperator, Expression, MemberOperator, SpecifierQualifier, TypeName, TypeSpecifier,
    UnaryOperator,
};
use lang_c::span::Node;
use poly::{Atom, Expr};

/// The value of an expression as a sum of products of names; `None` if it is something else.
pub(crate) fn bound(expression: &Node<Expression>) -> Option<Expr> {
    bound_at(expression, &|_| None)
}

/// The same; names in divisors may have values.
pub(crate) fn bound_at(
    expression: &Node<Expression>,
    divisor: &dyn Fn(&str) -> Option<i64>,
) -> Option<Expr> {
    sum(expression, Form::Bound, divisor)
}

/// The value of an expression as a sum of products of names, where casts do not count.
pub fn value(expression: &Node<Expression>) -> Option<Expr> {
    sum(expression, Form::Value, &|_| None)
}

/// The number of elements in a number of bytes: what is left without casts and sizes of types.
pub(crate) fn elements(expression: &Node<Expression>) -> Option<Expr> {
    sum(expression, Form::Elements, &|_| None)
}

/// What an expression is read as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Bound,
    Value,
    Elements,
}

fn sum(
    expression: &Node<Expression>,
    form: Form,
    divisor: &dyn Fn(&str) -> Option<i64>,
) -> Option<Expr> {
    let bound = |e: &Node<Expression>| sum(e, form, divisor);
    let constant = || {
        let value = evaluate(&expression.node, &mut |_| None);
        value.map(Expr::constant)
    };
    match &expression.node {
        Expression::Cast(cast) if form != Form::Bound || is_int(&cast.node.type_name.node) => {
            bound(&cast.node.expression)
        }
        Expression::SizeOfTy(_) | Expression::SizeOfVal(_) if form == Form::Elements => {
            Some(Expr::constant(1))
        }
        Expression::Constant(constant) => Some(Expr::constant(literal(&constant.node)?.0)),
        Expression::Identifier(name) => Some(Expr::var(&name.node.name)),
        Expression::Member(_) => Some(Expr::var(&member(expression)?)),
        Expression::UnaryOperator(unary) => match unary.node.operator.node {
            UnaryOperator::Minus => Expr::constant(0).checked_sub(&bound(&unary.node.operand)?),
            UnaryOperator::Plus => bound(&unary.node.operand),
            _ => constant(),
        },
        Expression::BinaryOperator(binary) => {
            let (a, b) = (bound(&binary.node.lhs)?, bound(&binary.node.rhs)?);
            match binary.node.operator.node {
                BinaryOperator::Plus => a.checked_add(&b),
                BinaryOperator::Minus => a.checked_sub(&b),
                BinaryOperator::Multiply => a.checked_mul(&b),
                BinaryOperator::Divide => {
                    let by = b.as_constant().or_else(|| divisor(b.as_var()?))?;
                    quotient(a, by)
                }
                BinaryOperator::ShiftRight => {
                    let bits = b.as_constant().filter(|bits| (0..16).contains(bits))?;
                    quotient(a, 1 << bits)
                }
                _ => constant(),
            }
        }
        Expression::Conditional(_) => constant(),
        _ => None,
    }
}

/// Whether a type is an integer in which bounds keep their values, as far as a text can say.
fn is_int(name: &TypeName) -> bool {
    let is_wide = |name: &str| matches!(name, "size_t" | "ptrdiff_t" | "ssize_t" | "int64_t");
    let is_plain = |specifier: &Node<SpecifierQualifier>| match &specifier.node {
        SpecifierQualifier::TypeSpecifier(ty) => match &ty.node {
            TypeSpecifier::Int | TypeSpecifier::Long | TypeSpecifier::Unsigned => true,
            TypeSpecifier::TypedefName(name) => is_wide(&name.node.name),
            _ => false,
        },
        _ => false,
    };
    name.declarator.is_none() && name.specifiers.iter().all(is_plain)
}

/// `g->size.w`, as it is written.
fn member(expression: &Node<Expression>) -> Option<String> {
    match &expression.node {
        Expression::Identifier(name) => Some(name.node.name.clone()),
        Expression::Member(found) => {
            let object = member(&found.node.expression)?;
            let operator = match found.node.operator.node {
                MemberOperator::Direct => ".",
                MemberOperator::Indirect => "->",
            };
            let name = &found.node.identifier.node.name;
            Some(format!("{object}{operator}{name}"))
        }
        _ => None,
    }
}

/// The quotient of an expression that is not negative by a positive number, as it is written.
pub(crate) fn quotient(expr: Expr, by: i64) -> Option<Expr> {
    if by <= 0 {
        return None;
    }
    let exact = expr.exact_quotient(by);
    let number = expr.as_constant().map(|value| Expr::constant(value / by));
    let quotient = || Expr::atom(Atom::Floor(Box::new(expr.clone()), by));
    Some(exact.or(number).unwrap_or_else(quotient))
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

/// The type of an integer variable of a function that is visible at a place.
pub fn type_of(function: &Function<'_>, name: &str, at: usize) -> Option<IntType> {
    let symbols = &function.symbols;
    match symbols.variable(symbols.visible(name, at)?).declared_type {
        Type::Integer(ty) => Some(ty),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients() {
        let h = || Expr::var("h");
        let less = |by| h() - Expr::constant(by);
        let check = |expr: Expr, expected: &str| assert_eq!(print::c_text(&expr), expected);
        check(quotient(h(), 2).unwrap(), "h / 2");
        check(
            quotient(less(2), 2).unwrap() + Expr::constant(1),
            "(h - 2) / 2 + 1",
        );
        check(quotient(h(), 2).unwrap() * 2, "2*(h / 2)");
        check(quotient(h() * 2, 2).unwrap(), "h");
        check(quotient(h() * 4, 3).unwrap(), "(4*h) / 3");
        assert_eq!(quotient(h(), 0), None);
    }
}
