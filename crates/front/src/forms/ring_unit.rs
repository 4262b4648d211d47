//! Subscripts multiplied by a unit of Z/b: `t[(u * r + a) % b]`.
//!
//! With `u * c = 1 (mod b)` for a number `c` this names the cells of `t[(r + c * a) % b]` in another order. Where all
//! subscripts of a dimension have the same `u` and `b`, and only the program itself reads the array, the order does not
//! matter: they are read as `(r + c * a) % b`.

use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;
use poly::Expr;

/// Inverses of units are sought among numbers up to this one, on both sides of zero.
const LARGEST_INVERSE: i64 = 8;

/// Numbers that are small enough for an inverse.
pub(crate) fn small_numbers() -> impl Iterator<Item = i64> {
    -LARGEST_INVERSE..=LARGEST_INVERSE
}

/// `c` with `u * c = 1 (mod b)`, if it is a small number.
pub(crate) fn inverse(unit: &Expr, modulus: &Expr) -> Option<i64> {
    let inverts = |c: &i64| {
        let left = unit.clone() * *c - Expr::constant(1);
        small_numbers().any(|q| modulus.clone() * q == left)
    };
    small_numbers().find(inverts)
}

/// Sum and modulus of a remainder.
pub(crate) fn remainder(
    expression: &Node<Expression>,
) -> Option<(&Node<Expression>, &Node<Expression>)> {
    sides(expression, &BinaryOperator::Modulo)
}
