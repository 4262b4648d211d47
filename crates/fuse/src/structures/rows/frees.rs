//! Functions that only free a table and its rows.

use crate::memory::freed;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::VarId;
use c::syntax::expressions::{is_step, without_casts};
use lang_c::ast::{BinaryOperator, BlockItem, Expression, Statement};
use lang_c::span::Node;

/// Whether a function of the file only frees what an argument points to: `t`, and its rows.
pub(super) fn frees_table(contents: &Contents<'_>, name: &str, argument: usize) -> bool {
    let Some((function, _)) = contents.facts.callee(&contents.file, name) else {
        return false;
    };
    let calls = &function.symbols.calls;
    let parameter = function.symbols.parameters.get(argument);
    let Some(table) = parameter.copied().flatten() else {
        return false;
    };
    let only_frees = calls.iter().all(|c| c.name.as_deref() == Some("free"));
    let freer = Freer { function, table };
    only_frees && freer.frees(&function.definition.statement) == Some(true)
}

/// Whether a statement is `k--;` or the like.
pub(super) fn steps(statement: &Statement) -> bool {
    let Statement::Expression(Some(expression)) = statement else {
        return false;
    };
    match &expression.node {
        Expression::UnaryOperator(u) => {
            is_step(&u.node.operator.node)
                && matches!(u.node.operand.node, Expression::Identifier(_))
        }
        _ => false,
    }
}

struct Freer<'f, 'p> {
    function: &'f Function<'p>,
    table: VarId,
}

impl Freer<'_, '_> {
    /// Whether a statement frees the table itself; `None` if it does something else than free.
    fn frees(&self, statement: &Node<Statement>) -> Option<bool> {
        match &statement.node {
            Statement::Compound(items) => {
                let mut frees = false;
                for item in items {
                    if let BlockItem::Statement(inner) = &item.node {
                        frees |= self.frees(inner)?;
                    }
                }
                Some(frees)
            }
            Statement::If(test) if test.node.else_statement.is_none() => {
                self.frees(&test.node.then_statement)
            }
            Statement::For(loop_) => self.frees(&loop_.node.statement),
            Statement::While(loop_) => self.frees(&loop_.node.statement),
            Statement::Return(None) | Statement::Expression(None) => Some(false),
            other if steps(other) => Some(false),
            other => match without_casts(&freed(other)?.node) {
                Expression::BinaryOperator(b)
                    if b.node.operator.node == BinaryOperator::Index
                        && self.is_table(&b.node.lhs.node) =>
                {
                    Some(false)
                }
                whole => self.is_table(whole).then_some(true),
            },
        }
    }

    fn is_table(&self, expression: &Expression) -> bool {
        self.function.object(expression) == Some(self.table)
    }
}
