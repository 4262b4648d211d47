//! The objects of a function that are read, as compilers see it: an assignment or a step whose
//! value is unused reads nothing.

use c::names::file::Function;
use c::names::symbols::VarId;
use c::syntax::expressions::{is_assignment, is_step};
use lang_c::ast::{Expression, ForInitializer, ForStatement, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::collections::HashSet;
use std::ops::Range;

/// The objects that are read outside of some ranges of the unit's text.
pub(crate) fn reads(function: &Function<'_>, without: &[Range<usize>]) -> HashSet<VarId> {
    let mut reader = Reader {
        function,
        without,
        reads: HashSet::new(),
    };
    let declarator = &function.definition.declarator;
    reader.visit_declarator(&declarator.node, &declarator.span);
    let body = &function.definition.statement;
    reader.visit_statement(&body.node, &body.span);
    reader.reads
}

struct Reader<'f, 'p> {
    function: &'f Function<'p>,
    without: &'f [Range<usize>],
    reads: HashSet<VarId>,
}

impl Reader<'_, '_> {
    /// Visits an expression whose value is unused.
    fn unvalued(&mut self, expression: &Node<Expression>) {
        let is_name = |e: &Node<Expression>| matches!(e.node, Expression::Identifier(_));
        match &expression.node {
            Expression::Comma(list) => list.iter().for_each(|e| self.unvalued(e)),
            Expression::BinaryOperator(b)
                if is_assignment(&b.node.operator.node) && is_name(&b.node.lhs) =>
            {
                self.visit_expression(&b.node.rhs.node, &b.node.rhs.span);
            }
            Expression::UnaryOperator(u)
                if is_step(&u.node.operator.node) && is_name(&u.node.operand) => {}
            _ => self.visit_expression(&expression.node, &expression.span),
        }
    }
}

impl<'a> Visit<'a> for Reader<'_, '_> {
    fn visit_expression(&mut self, expression: &'a Expression, span: &'a Offsets) {
        if let Expression::Identifier(name) = expression {
            let at = self.function.base.range(name.span).start;
            let counts = !self.without.iter().any(|range| range.contains(&at));
            if let Some(id) = self.function.symbols.variable_at(at).filter(|_| counts) {
                self.reads.insert(id);
            }
        }
        visit::visit_expression(self, expression, span);
    }

    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        match statement {
            Statement::Expression(Some(expression)) => self.unvalued(expression),
            _ => visit::visit_statement(self, statement, span),
        }
    }

    fn visit_for_statement(&mut self, node: &'a ForStatement, _: &'a Offsets) {
        match &node.initializer.node {
            ForInitializer::Expression(expression) => self.unvalued(expression),
            other => self.visit_for_initializer(other, &node.initializer.span),
        }
        if let Some(condition) = &node.condition {
            self.visit_expression(&condition.node, &condition.span);
        }
        node.step.iter().for_each(|step| self.unvalued(step));
        self.visit_statement(&node.statement.node, &node.statement.span);
    }
}
