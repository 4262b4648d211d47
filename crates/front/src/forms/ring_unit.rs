//! Subscripts multiplied by a unit of Z/b: `t[(u * r + a) % b]`.
//!
//! With `u * c = 1 (mod b)` for a number `c`, this names the cells of `t[(r + c * a) % b]` in
//! another order.
//!
//! Assumes: all subscripts of a dimension have the same `u` and `b`, and only the program itself
//! reads the array. The order of the cells is then free, and they are read as `(r + c * a) % b`.
//! Reports show the mapping without the unit.

use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;
use poly::Expr;

/// A unit of Z/b with a small inverse.
#[derive(Clone, Debug)]
pub struct RingUnit {
    /// The unit, a size.
    pub by: Expr,
    /// Its inverse.
    pub inverse: i64,
    /// The numbers added to all rows and to all columns, so that none is negative.
    pub raised: [Expr; 2],
}

/// A cell in the order of a unit: `(by * row + column) % b`.
#[derive(Clone, Debug)]
pub struct RingPosition {
    /// The unit.
    pub by: Expr,
    /// The factor of the unit.
    pub row: Expr,
    /// The rest.
    pub column: Expr,
}

impl RingUnit {
    /// A unit of Z/b that is a size and has the inverse `c` or `-c`, if there is one.
    pub fn new(modulus: &Expr, c: i64) -> Option<RingUnit> {
        let is_run_time = modulus.is_affine() && modulus.as_constant().is_none();
        let mut rests = [1, -1].into_iter().filter(|_| is_run_time);
        rests.find_map(|rest| {
            let multiple = modulus.clone() - Expr::constant(rest);
            // b = c * u + 1 makes -c the inverse of u, b = c * u - 1 makes it c.
            Some(RingUnit {
                by: multiple.exact_quotient(c)?,
                inverse: -rest * c,
                raised: Default::default(),
            })
        })
    }

    /// The number of columns that a coefficient of the form adds; `None` if it adds rows.
    pub fn columns(&self, coefficient: i64) -> Option<i64> {
        let columns = coefficient / self.inverse;
        (columns > 0 && coefficient % self.inverse == 0).then_some(columns)
    }

    /// Row and column of an element with these subscripts.
    ///
    /// # Errors
    /// Those of `subscript`.
    pub fn position<E>(
        &self,
        form: &[i64],
        subscript: impl Fn(usize) -> Result<Expr, E>,
    ) -> Result<RingPosition, E> {
        let [mut row, mut column] = self.raised.clone();
        for (dim, c) in form.iter().enumerate().filter(|(_, c)| **c != 0) {
            match self.columns(*c) {
                Some(columns) => column = column + subscript(dim)? * columns,
                None => row = row + subscript(dim)? * *c,
            }
        }
        let by = self.by.clone();
        Ok(RingPosition { by, row, column })
    }
}

/// The subscript `(by * row + column) % modulus`.
pub struct RingSubscript {
    /// The unit, in a type that holds the product: `(long long)N`.
    pub by: String,
    /// The factor of the unit, one operand.
    pub row: String,
    /// The rest with its sign, ` + x`; empty for 0.
    pub column: String,
    /// The modulus, one operand.
    pub modulus: String,
}

impl RingSubscript {
    /// The subscript.
    pub fn text(&self) -> String {
        let RingSubscript {
            by,
            row,
            column,
            modulus,
        } = self;
        format!("({by} * {row}{column}) % {modulus}")
    }
}

/// Inverses of units are searched among the numbers of at most this absolute value.
pub const LARGEST_INVERSE: i64 = 8;

/// Numbers that are small enough for an inverse.
pub fn small_numbers() -> impl Iterator<Item = i64> {
    -LARGEST_INVERSE..=LARGEST_INVERSE
}

/// `c` with `u * c = 1 (mod b)`, if it is a small number.
pub fn inverse(unit: &Expr, modulus: &Expr) -> Option<i64> {
    let inverts = |c: &i64| {
        let left = unit.clone() * *c - Expr::constant(1);
        small_numbers().any(|q| modulus.clone() * q == left)
    };
    small_numbers().find(inverts)
}

/// Sum and modulus of a remainder.
pub fn remainder(expression: &Node<Expression>) -> Option<(&Node<Expression>, &Node<Expression>)> {
    sides(expression, &BinaryOperator::Modulo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subscript_is_one_remainder() {
        let check = |column: &str, expected: &str| {
            let subscript = RingSubscript {
                by: "(long long)N".to_string(),
                row: "y".to_string(),
                column: column.to_string(),
                modulus: "(2 * N + 1)".to_string(),
            };
            assert_eq!(subscript.text(), expected);
        };
        check(" + x", "((long long)N * y + x) % (2 * N + 1)");
        check("", "((long long)N * y) % (2 * N + 1)");
    }
}
