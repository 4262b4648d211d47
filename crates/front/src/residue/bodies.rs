//! The parts of a function's syntax tree whose form does not matter: braces around one statement,
//! lists of declarators, statements without effect.

use c::names::file::Function;
use c::syntax::expressions::is_discarded;
use lang_c::ast::{
    BlockItem, Declaration, DoWhileStatement, ForStatement, IfStatement, Statement,
    SwitchStatement, WhileStatement,
};
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};

/// The parts of a function.
#[derive(Default)]
pub(crate) struct Bodies<'p> {
    /// Bodies of loops and branches without braces.
    pub(crate) unbraced: Vec<Offsets>,
    /// Declarations in blocks.
    pub(crate) declarations: Vec<&'p Node<Declaration>>,
    /// Items of blocks without effect.
    pub(crate) idle: Vec<Offsets>,
}

impl<'p> Bodies<'p> {
    /// The parts of a function.
    pub(crate) fn of(function: &Function<'p>) -> Self {
        let mut bodies = Bodies::default();
        let body = &function.definition.statement;
        bodies.visit_statement(&body.node, &body.span);
        bodies
    }

    fn body(&mut self, body: &Node<Statement>) {
        if !matches!(body.node, Statement::Compound(_)) {
            self.unbraced.push(body.span);
        }
    }
}

impl<'p> Visit<'p> for Bodies<'p> {
    fn visit_block_item(&mut self, item: &'p BlockItem, span: &'p Offsets) {
        match item {
            BlockItem::Declaration(declaration) => self.declarations.push(declaration),
            BlockItem::StaticAssert(_) => self.idle.push(*span),
            BlockItem::Statement(statement) => {
                if let Statement::Expression(Some(e)) = &statement.node
                    && is_discarded(&e.node)
                {
                    self.idle.push(*span);
                }
            }
        }
        visit::visit_block_item(self, item, span);
    }

    fn visit_for_statement(&mut self, node: &'p ForStatement, span: &'p Offsets) {
        self.body(&node.statement);
        visit::visit_for_statement(self, node, span);
    }

    fn visit_while_statement(&mut self, node: &'p WhileStatement, span: &'p Offsets) {
        self.body(&node.statement);
        visit::visit_while_statement(self, node, span);
    }

    fn visit_do_while_statement(&mut self, node: &'p DoWhileStatement, span: &'p Offsets) {
        self.body(&node.statement);
        visit::visit_do_while_statement(self, node, span);
    }

    fn visit_switch_statement(&mut self, node: &'p SwitchStatement, span: &'p Offsets) {
        self.body(&node.statement);
        visit::visit_switch_statement(self, node, span);
    }

    fn visit_if_statement(&mut self, node: &'p IfStatement, span: &'p Offsets) {
        self.body(&node.then_statement);
        if let Some(other) = &node.else_statement {
            self.body(other);
        }
        visit::visit_if_statement(self, node, span);
    }
}
