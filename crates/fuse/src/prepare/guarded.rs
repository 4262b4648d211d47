//! `if (test) for (..) ..` as `for (..) if (test) ..`.

use super::content;
use crate::nests::follows;
use c::names::file::Function;
use lang_c::ast::Statement;
use lang_c::span::{Node, Span as Offsets};
use lang_c::visit::{self, Visit};
use source::{Edit, Edits, Span, Unit};

/// The edits that exchange a test and the loop under it.
pub(super) fn tested_inside(
    unit: &Unit,
    function: &Function<'_>,
    statement: &Node<Statement>,
) -> Option<Edits> {
    let Statement::If(test) = &statement.node else {
        return None;
    };
    let then = &test.node.then_statement;
    let inner = content(then)?;
    let Statement::For(loop_) = &inner.node else {
        return None;
    };
    // A test in an innermost loop costs more than the fusion gives.
    if !contains_loop(&loop_.node.statement) {
        return None;
    }
    // What a test reads may change in the loop.
    if test.node.else_statement.is_some() || follows(&test.node.condition) {
        return None;
    }
    let place = |node: std::ops::Range<usize>| unit.span_of(node).ok();
    let base = function.base;
    let whole = place(base.range(statement.span))?;
    let loop_at = place(base.range(inner.span))?;
    let body = place(base.range(loop_.node.statement.span))?;
    let condition = place(base.range(test.node.condition.span))?;
    let text = |span: Span| unit.file.slice(span).trim_end().to_string();
    let header = text(Span::new(loop_at.start, body.start));
    let test = format!("if ({})", text(condition));
    let then = place(base.range(then.span))?;
    let mut edits = Edits::default();
    let mut put = |span: Span, text: String| edits.insert(Edit { span, text }).ok();
    let end = trimmed(unit, Span::new(whole.start, then.start));
    put(end, header)?;
    put(trimmed(unit, Span::new(loop_at.start, body.start)), test)?;
    Some(edits)
}

fn contains_loop(statement: &Node<Statement>) -> bool {
    struct Loops(bool);
    impl<'a> Visit<'a> for Loops {
        fn visit_statement(&mut self, statement: &'a Statement, span: &'a Offsets) {
            self.0 |= matches!(
                statement,
                Statement::For(_) | Statement::While(_) | Statement::DoWhile(_)
            );
            visit::visit_statement(self, statement, span);
        }
    }
    let mut loops = Loops(false);
    loops.visit_statement(&statement.node, &statement.span);
    loops.0
}

/// A span without the blanks at its end.
pub(super) fn trimmed(unit: &Unit, span: Span) -> Span {
    let text = unit.file.slice(span);
    let blanks = text.len() - text.trim_end().len();
    Span::new(
        span.start,
        span.end - u32::try_from(blanks).unwrap_or_default(),
    )
}
