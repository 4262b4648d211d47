//! Full expressions: what is executed without an order that the text shows.

use crate::syntax::base::Base;
use lang_c::ast::{Declaration, Expression, Statement};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use std::ops::Range;

/// The expressions of a statement that are in no other expression, and its declarations, in the
/// order of the text.
pub fn full_expressions(statement: &Node<Statement>, base: Base) -> Vec<Range<usize>> {
    let mut found = Finder {
        base,
        ranges: Vec::new(),
    };
    found.visit_statement(&statement.node, &statement.span);
    found.ranges
}

struct Finder {
    base: Base,
    ranges: Vec<Range<usize>>,
}

impl<'a> Visit<'a> for Finder {
    fn visit_expression(&mut self, _: &'a Expression, span: &'a Offsets) {
        self.ranges.push(self.base.range(*span));
    }

    fn visit_declaration(&mut self, _: &'a Declaration, span: &'a Offsets) {
        self.ranges.push(self.base.range(*span));
    }

    fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
        match statement {
            // The operands are not expressions of the tree.
            Statement::Asm(_) => self.ranges.push(self.base.range(*span)),
            _ => visit::visit_statement(self, statement, span),
        }
    }
}
