//! Linear addresses as subscripts: `((N * t + i) * N + j) % (N * N + N + 1)`, sums of products of
//! sizes and counters, none of which is negative.

use crate::forms::ring_unit::remainder;
use crate::values::evaluator::Evaluator;
use crate::values::mode::Mode;
use c::syntax::expressions::sides;
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;
use poly::Expr;
use scop::Subscript;

/// Longer sums are no addresses.
const MOST_PRODUCTS: usize = 16;

/// A sum of products of affine factors.
pub(crate) type Products = Vec<Vec<Expr>>;

impl Evaluator<'_> {
    /// The remainder of a sum of products by a size, where one of them is not affine.
    pub(crate) fn address(
        &mut self,
        expression: &Node<Expression>,
        mode: Mode<'_>,
    ) -> Option<Subscript> {
        let (sum, modulus) = remainder(expression)?;
        let products = self.unrecorded(|eval| eval.products(sum, mode.quiet().affine()))?;
        let is_signed = |value: &crate::values::value::Value| value.ty.signed;
        let sum = self.value_in(sum, mode.multiplying()).filter(is_signed)?;
        let modulus = self.value_in(modulus, mode.multiplying());
        let modulus = modulus.filter(is_signed)?.expr;
        let is_plain = sum.expr.degree() <= 1 && modulus.degree() <= 1;
        if is_plain || modulus.as_constant().is_some() || !self.is_parametric(&modulus) {
            return None;
        }
        Some(Subscript::Address { products, modulus })
    }

    /// The products of a sum, if none of their factors is negative. All affine terms are one
    /// product.
    fn products(&mut self, expression: &Node<Expression>, mode: Mode<'_>) -> Option<Products> {
        let (mut products, mut affine) = (Products::new(), Expr::default());
        let mut open = vec![(expression, 1)];
        while let Some((part, sign)) = open.pop() {
            if let Some(value) = self.value_in(part, mode) {
                affine = affine.checked_add(&(self.exactly(value)? * sign))?;
            } else if let Some((left, right)) = sides(part, &BinaryOperator::Plus) {
                open.extend([(left, sign), (right, sign)]);
            } else if let Some((left, right)) = sides(part, &BinaryOperator::Minus) {
                open.extend([(left, sign), (right, -sign)]);
            } else if let Expression::Cast(cast) = &part.node {
                open.push((&cast.node.expression, sign));
            } else {
                let (left, right) = sides(part, &BinaryOperator::Multiply).filter(|_| sign > 0)?;
                let (left, right) = (self.products(left, mode)?, self.products(right, mode)?);
                let with = |one: &Vec<Expr>| {
                    let one = one.clone();
                    let right = right.iter();
                    right.map(move |other| [one.as_slice(), other.as_slice()].concat())
                };
                products.extend(left.iter().flat_map(with));
            }
            if products.len() + open.len() > MOST_PRODUCTS {
                return None;
            }
        }
        if affine != Expr::default() {
            products.push(vec![affine.clone()]);
        }
        self.is_nonnegative(&affine).then_some(products)
    }
}
