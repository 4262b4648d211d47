//! Statements of C as statements of the program.

mod blocks;
mod continues;
mod jumps;
mod locals;
mod loops;
mod pragmas;
mod switches;

use crate::lowerer::Lowerer;
use crate::types::Ty;
use crate::{Statement as Lowered, StatementKind};
use c::names::library::ends_program;
use c::syntax::checks::before_exit;
use c::syntax::exits::leaves;
use lang_c::ast::{BinaryOperator, BlockItem, Expression, IfStatement, Label, Statement};
use lang_c::span::Node;
use source::Span;

impl Lowerer<'_> {
    /// Adds a statement.
    pub(crate) fn statement(&mut self, s: &Node<Statement>) {
        let at = self.span(s.span);
        self.here = at;
        let (alone, over) = self.directives(self.base.range(s.span).start);
        if !alone.is_empty() {
            self.emit_pragma(alone, Vec::new(), at);
        }
        if is_loop(&s.node) {
            return self.loop_statement(&s.node, over, at);
        }
        let directives = self.threads(over);
        if directives.is_empty() {
            return self.plain(s, at);
        }
        let body = self.scoped(|lowerer| lowerer.plain(s, at));
        self.emit_pragma(directives, body, at);
    }

    fn plain(&mut self, s: &Node<Statement>, at: Span) {
        match &s.node {
            Statement::Labeled(labeled) => match &labeled.node.label.node {
                Label::Identifier(_) => self.statement(&labeled.node.statement),
                _ => self.emit_unsupported("a `case` outside of its `switch`", at),
            },
            Statement::Compound(items) => {
                let body = self.scoped(|lowerer| lowerer.block_items(items, s));
                self.emit(StatementKind::Block(body), at);
            }
            Statement::Expression(Some(e)) => self.effect(e),
            Statement::Expression(None) => self.empty(s, at),
            Statement::If(node) => {
                let leaves = self.never_goes_on(s, &node.node);
                self.if_statement(&node.node, leaves, at);
            }
            Statement::Switch(node) => self.switch(&node.node, at),
            Statement::While(_) | Statement::DoWhile(_) | Statement::For(_) => {}
            Statement::Goto(label) => self.jump(&label.node.name, at),
            Statement::Continue => self.emit(StatementKind::Continue, at),
            Statement::Break => self.emit(StatementKind::Break, at),
            Statement::Return(value) => self.return_statement(value.as_deref(), at),
            Statement::Asm(_) => self.emit_unsupported("inline assembly", at),
        }
    }

    /// A lone `;`, which may stand for code that the parser did not read.
    fn empty(&mut self, s: &Node<Statement>, at: Span) {
        let start = self.base.range(s.span).start;
        let current = self.current.as_ref();
        let mut unread = current.into_iter().flat_map(|c| &c.symbols.unread);
        if let Some(range) = unread.find(|range| range.start == start) {
            let at = self.contents.unit.nearest_span(range.clone()).unwrap_or(at);
            self.emit_unsupported("code that is not understood", at);
        }
    }

    /// Whether control does not come behind what a test executes. Not for jumps in a function,
    /// whose targets may be behind it.
    fn never_goes_on(&self, s: &Node<Statement>, node: &IfStatement) -> bool {
        let variables = self.current.iter().flat_map(|c| &c.symbols.variables);
        let is_variable = |name: &str| variables.clone().any(|v| v.name == name);
        let ends = |name: &str| ends_program(name) && !is_variable(name);
        before_exit(&s.node, &ends).is_some() && !leaves(&node.then_statement).jumps
    }

    fn if_statement(&mut self, node: &IfStatement, leaves: bool, at: Span) {
        let Some(other) = &node.else_statement else {
            return match leaves {
                true if is_disjunction(&node.condition.node) => self.exit_if(node, at),
                _ => self.only_if(node, at),
            };
        };
        let condition = self.value(&node.condition);
        let then = self.body(&node.then_statement);
        let other = self.body(other);
        self.branch(condition, then, other, at);
    }

    /// `if (a || f()) s` is `if (a) s if (f()) s`, if control does not come behind `s`.
    fn exit_if(&mut self, node: &IfStatement, at: Span) {
        let terms = self.terms(&node.condition, &BinaryOperator::LogicalOr);
        for (condition, effects) in terms {
            let then = self.body(&node.then_statement);
            self.out.extend(effects);
            self.branch(condition, then, Vec::new(), at);
        }
    }

    /// `if (a && f()) s` is `if (a) if (f()) s`.
    fn only_if(&mut self, node: &IfStatement, at: Span) {
        let terms = self.terms(&node.condition, &BinaryOperator::LogicalAnd);
        let mut then = self.body(&node.then_statement);
        for (condition, effects) in terms.into_iter().rev() {
            let ((), test) = self.apart(|s| s.branch(condition, then, Vec::new(), at));
            then = [effects, test].concat();
        }
        self.out.extend(then);
    }

    fn return_statement(&mut self, value: Option<&Node<Expression>>, at: Span) {
        let returns = self
            .current
            .as_ref()
            .map_or(Ty::Void, |c| c.returns.clone());
        let Some(e) = value else {
            return self.emit(StatementKind::Return(None), at);
        };
        if returns.is_void() {
            self.effect(e);
            return self.emit(StatementKind::Return(None), at);
        }
        let value = self.value(e).converted(&returns);
        if let Some(what) = value.unsupported() {
            return self.emit_unsupported(what, at);
        }
        self.emit(StatementKind::Return(Some(value.value)), at);
    }

    /// A statement below another one, in a scope of its own.
    pub(super) fn body(&mut self, s: &Node<Statement>) -> Vec<Lowered> {
        self.scoped(|lowerer| match &s.node {
            Statement::Compound(items) if !lowerer.has_directive(s) => {
                lowerer.block_items(items, s);
            }
            _ => lowerer.statement(s),
        })
    }

    fn block_items(&mut self, items: &[Node<BlockItem>], block: &Node<Statement>) {
        self.items(items);
        self.pragmas_at_end(block);
    }
}

fn is_loop(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::While(_) | Statement::DoWhile(_) | Statement::For(_)
    )
}

/// Whether an expression is `a || b`.
fn is_disjunction(expression: &Expression) -> bool {
    match expression {
        Expression::BinaryOperator(b) => b.node.operator.node == BinaryOperator::LogicalOr,
        _ => false,
    }
}
