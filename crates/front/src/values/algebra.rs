//! Expressions of C as polynomials of iterators and parameters. As in [`crate::values::affine`], a value says
//! whether it is what C computes or only congruent to it.

use crate::values::affine::{DEEPEST, Value};
use crate::values::evaluator::Evaluator;
use crate::values::params::ParamKey;
use crate::values::polynomial::Polynomial;
use c::names::symbols::{Symbol, VarId};
use c::names::types::Type;
use integer::IntType;
use lang_c::ast::{BinaryOperator, Expression, Identifier, UnaryOperator};
use lang_c::span::Node;
use poly::Expr;

/// What an integer expression of C computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product {
    /// In mathematical integers.
    pub polynomial: Polynomial,
    /// The type of the expression.
    pub ty: IntType,
    /// C's value equals the polynomial; else it is congruent modulo two to the width of `ty`.
    pub exact: bool,
}

impl Product {
    /// A polynomial that is what C computes.
    pub fn exact(polynomial: Polynomial, ty: IntType) -> Self {
        Product {
            polynomial,
            ty,
            exact: true,
        }
    }
}

impl From<Value> for Product {
    fn from(value: Value) -> Self {
        Product {
            polynomial: Polynomial::from(&value.expr),
            ty: value.ty,
            exact: value.exact,
        }
    }
}

impl Evaluator<'_> {
    /// The polynomial that a subscript or a size computes. Macros and variables that stand for sums and
    /// products are followed to what they are made of.
    pub fn polynomial(&mut self, expression: &Node<Expression>) -> Option<Polynomial> {
        self.product(expression).map(|product| product.polynomial)
    }

    /// The same with its type.
    pub fn product(&mut self, expression: &Node<Expression>) -> Option<Product> {
        let asking = std::mem::replace(&mut self.mode.may_fix, false);
        let found = self.algebra(expression);
        self.mode.may_fix = asking;
        found
    }

    fn algebra(&mut self, expression: &Node<Expression>) -> Option<Product> {
        match &expression.node {
            Expression::Identifier(name) => self.named(name, expression),
            Expression::UnaryOperator(unary) => {
                let operand = self.algebra(&unary.node.operand)?;
                let zero = Product {
                    polynomial: Polynomial::default(),
                    ty: operand.ty,
                    exact: true,
                };
                match unary.node.operator.node {
                    UnaryOperator::Plus => self.combine(&BinaryOperator::Plus, zero, operand),
                    UnaryOperator::Minus => self.combine(&BinaryOperator::Minus, zero, operand),
                    _ => None,
                }
            }
            Expression::BinaryOperator(binary) => {
                let operator = &binary.node.operator.node;
                if !is_polynomial(operator) {
                    return self.value(expression).map(Product::from);
                }
                let left = self.algebra(&binary.node.lhs)?;
                let right = self.algebra(&binary.node.rhs)?;
                self.combine(operator, left, right)
            }
            Expression::Call(call) => match self.value(expression) {
                Some(value) => Some(Product::from(value)),
                None => self.call_product(&call.node),
            },
            Expression::Cast(cast) if self.mode.macro_depth == 0 => {
                let at = self.base.range(cast.node.type_name.span).start;
                let Some(Type::Integer(ty)) = self.symbols.casts.get(&at) else {
                    return None;
                };
                let operand = self.algebra(&cast.node.expression)?;
                self.converted(operand, *ty)
            }
            _ => self.value(expression).map(Product::from),
        }
    }

    /// A name: what its macro's body or its initialiser computes, where that is no plain expression.
    fn named(&mut self, name: &Node<Identifier>, expression: &Node<Expression>) -> Option<Product> {
        let at = self.base.range(name.span).start;
        self.note_taken(at);
        let symbol = match self.mode.macro_depth {
            0 => self.symbols.mentions.get(&at),
            _ => None,
        };
        if let Some(frame) = &self.mode.frame {
            let argument = match symbol {
                Some(Symbol::Variable(id)) => frame.get(id).and_then(|held| held.product.clone()),
                _ => None,
            };
            return argument.or_else(|| self.value(expression).map(Product::from));
        }
        let followed = match symbol {
            None => self.body_of(self.source.file.aliases.name(&name.node.name)),
            Some(Symbol::Variable(id)) => {
                let id = *id;
                match self.held_at(id, at) {
                    Some(held) => held.product,
                    None => self.initial(id),
                }
            }
            Some(Symbol::Constant(_)) => None,
        };
        match followed {
            Some(product) => {
                self.computed_product(&product);
                Some(product)
            }
            None => self.value(expression).map(Product::from),
        }
    }

    fn body_of(&mut self, name: &str) -> Option<Product> {
        if self.params.fixed.contains(name) || self.mode.macro_depth >= DEEPEST {
            return None;
        }
        let body = self.macro_body(name)?;
        let expression = body.expression.filter(|_| body.names_others)?;
        self.mode.macro_depth += 1;
        let found = self.algebra(&expression);
        self.mode.macro_depth -= 1;
        found
    }

    /// Parameters that are set to products, and these.
    pub fn named_products(&mut self) -> Vec<(Expr, Polynomial)> {
        let params: Vec<(VarId, Expr)> = self
            .params
            .all
            .iter()
            .filter_map(|p| match &p.key {
                ParamKey::Variable(id) => Some((*id, Expr::var(&p.param.name))),
                _ => None,
            })
            .collect();
        let product = |(id, name): (VarId, Expr)| {
            let meaning = self.initial(id)?.polynomial;
            meaning.to_expr().is_none().then_some((name, meaning))
        };
        params.into_iter().filter_map(product).collect()
    }

    fn initial(&mut self, id: VarId) -> Option<Product> {
        let variable = self.symbols.variable(id);
        let Type::Integer(ty) = *self.facts.type_of(variable.id) else {
            return None;
        };
        if self.facts.is_tracked(variable.id) {
            return None;
        }
        let expression = self.lasting_initialiser(id)?;
        self.mode.depth += 1;
        let found = self.algebra(expression);
        self.mode.depth -= 1;
        self.converted(found?, ty)
    }

    pub fn combine(
        &self,
        operator: &BinaryOperator,
        left: Product,
        right: Product,
    ) -> Option<Product> {
        let ty = left.ty.common(right.ty);
        let (left, right) = (self.converted(left, ty)?, self.converted(right, ty)?);
        let (a, b) = (&left.polynomial, &right.polynomial);
        let (polynomial, grows) = match operator {
            BinaryOperator::Plus => (a.plus(b)?, true),
            BinaryOperator::Minus => (a.minus(b)?, false),
            _ => (a.times(b)?, true),
        };
        let exact = ty.signed || (grows && left.exact && right.exact);
        let product = Product {
            polynomial,
            ty,
            exact,
        };
        self.computed_product(&product);
        Some(product)
    }

    /// Conversion to another integer type, if it keeps the value or its congruence.
    pub fn converted(&self, product: Product, ty: IntType) -> Option<Product> {
        let Product {
            polynomial,
            ty: from,
            exact,
        } = product;
        if let Some(expr) = polynomial.to_expr() {
            let value = Value {
                expr,
                ty: from,
                exact,
            };
            return self.convert(value, ty).map(Product::from);
        }
        let keeps = ty.bits == from.bits || (ty.bits > from.bits && exact);
        keeps.then_some(Product {
            polynomial,
            ty,
            exact: ty.signed || (!from.signed && exact),
        })
    }

    /// Whether only parameters occur in the atom or expression.
    pub fn is_parametric_polynomial(&self, polynomial: &Polynomial) -> bool {
        let mut all = true;
        polynomial.each_var(&mut |name| all &= self.is_parametric(&Expr::var(name)));
        all
    }
}

fn is_polynomial(operator: &BinaryOperator) -> bool {
    matches!(
        operator,
        BinaryOperator::Plus | BinaryOperator::Minus | BinaryOperator::Multiply
    )
}
