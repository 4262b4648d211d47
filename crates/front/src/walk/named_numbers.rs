//! Declarations that only name a number.
//!
//! Assumes: a declaration that only names a number (`const int r = y % 3;`) takes no time. It is
//! not a statement of the scop, so a fold may add such names. One that reads an array is a
//! statement, also where that array became a single variable.

use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use c::syntax::expressions::is_assignment;
use lang_c::ast::{BinaryOperator, Declaration, Expression, Initializer, UnaryOperator};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};

impl Walker<'_> {
    /// Whether a declaration only names numbers.
    pub(crate) fn gives_names(&self, declaration: &Declaration) -> bool {
        declaration.declarators.iter().all(|item| {
            let id = self.eval.declared_object(&item.node);
            let initializer = item.node.initializer.as_ref();
            id.zip(initializer)
                .is_some_and(|(id, initializer)| self.only_names(id, &initializer.node))
        })
    }

    /// Whether a declarator only names a number: `const int r = y % 3;`. Then it is not a
    /// statement.
    pub(crate) fn only_names(&self, id: VarId, initializer: &Initializer) -> bool {
        let Initializer::Expression(expression) = initializer else {
            return false;
        };
        let is_constant = self.source.symbols.variable(id).qualifiers.constant;
        is_constant && self.eval.followed(id).is_some() && self.is_arithmetic(expression)
    }

    /// Whether an expression consists of operators without side effects, numbers and names, none
    /// of which is an array or was one.
    fn is_arithmetic(&self, expression: &Node<Expression>) -> bool {
        let mut check = OnlyArithmetic {
            walker: self,
            holds: true,
        };
        check.visit_expression(&expression.node, &expression.span);
        check.holds
    }
}

struct OnlyArithmetic<'w, 'a> {
    walker: &'w Walker<'a>,
    holds: bool,
}

impl<'a> Visit<'a> for OnlyArithmetic<'_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        self.holds &= match expression {
            Expression::Identifier(_) => {
                let source = &self.walker.source;
                let named = source.symbols.variable_at(source.base.range(*span).start);
                named.is_none_or(|id| !source.facts.is_tracked(id))
            }
            Expression::Constant(_) => true,
            Expression::BinaryOperator(b) => {
                let operator = &b.node.operator.node;
                !is_assignment(operator) && *operator != BinaryOperator::Index
            }
            Expression::UnaryOperator(u) => matches!(
                u.node.operator.node,
                UnaryOperator::Plus | UnaryOperator::Minus
            ),
            _ => false,
        };
        visit::visit_expression(self, expression, span);
    }
}
