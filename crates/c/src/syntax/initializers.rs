//! Classes of initialisers by their form: zero, constant.

use crate::syntax::constant;
use crate::syntax::expressions::is_assignment;
use lang_c::ast::{Expression, Initializer, UnaryOperator};
use lang_c::span::Span as Offsets;
use lang_c::visit::{self, Visit};

/// Whether an initialiser consists of literals and operators.
pub fn is_constant(initializer: &Initializer) -> bool {
    match initializer {
        Initializer::Expression(e) => {
            let mut parts = OnlyLiterals { constant: true };
            parts.visit_expression(&e.node, &e.span);
            parts.constant
        }
        Initializer::List(list) => {
            let mut items = list.iter();
            items.all(|item| is_constant(&item.node.initializer.node))
        }
    }
}

/// Checks for anything except literals and operators.
struct OnlyLiterals {
    constant: bool,
}

/// Whether an initialiser sets everything to zero.
pub fn is_zero(initializer: &Initializer) -> bool {
    match initializer {
        Initializer::Expression(e) => is_zero_literal(&e.node),
        Initializer::List(list) => list.iter().all(|item| is_zero(&item.node.initializer.node)),
    }
}

fn is_zero_literal(expression: &Expression) -> bool {
    match expression {
        Expression::Constant(constant) => match &constant.node {
            lang_c::ast::Constant::Float(float) => {
                let digits = float
                    .number
                    .split(['e', 'E', 'p', 'P'])
                    .next()
                    .unwrap_or("");
                !digits.is_empty() && digits.chars().all(|c| matches!(c, '0' | '.'))
            }
            other => constant::literal(other).is_some_and(|(value, _)| value == 0),
        },
        _ => false,
    }
}

impl<'a> Visit<'a> for OnlyLiterals {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        let own = match expression {
            Expression::Constant(_) | Expression::StringLiteral(_) | Expression::Cast(_) => true,
            Expression::UnaryOperator(u) => matches!(
                u.node.operator.node,
                UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement
            ),
            Expression::BinaryOperator(b) => !is_assignment(&b.node.operator.node),
            _ => false,
        };
        self.constant &= own;
        visit::visit_expression(self, expression, span);
    }
}
