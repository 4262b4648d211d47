//! The statements inside of a statement.

use lang_c::ast::{BlockItem, Statement};
use lang_c::span::Node;
use print::Sheet;
use source::{Edit, SourceFile, Span};

/// The edits that write braces around the body of a loop that has none.
pub(crate) fn in_braces(file: &SourceFile, whole: Span, body: Span) -> [Edit; 2] {
    let header = file.slice(Span::new(whole.start, body.start));
    let blanks = header.len() - header.trim_end().len();
    let insert = |at: u32, text: String| Edit {
        span: Span::at(at),
        text,
    };
    let closing = format!("{}}}", Sheet::at(file, whole).line());
    [
        insert(body.start - blanks as u32, " {".to_string()),
        insert(body.end, closing),
    ]
}

/// The statements of a block, the body of a loop, of a `switch` or behind a label, or the branches
/// of an `if`.
pub(crate) fn inner(statement: &Node<Statement>) -> Vec<&Node<Statement>> {
    match &statement.node {
        Statement::Compound(items) => {
            let statements = items.iter().filter_map(|item| match &item.node {
                BlockItem::Statement(inner) => Some(inner),
                _ => None,
            });
            statements.collect()
        }
        Statement::For(found) => vec![&found.node.statement],
        Statement::While(found) => vec![&found.node.statement],
        Statement::DoWhile(found) => vec![&found.node.statement],
        Statement::Switch(found) => vec![&found.node.statement],
        Statement::Labeled(found) => vec![&found.node.statement],
        Statement::If(found) => {
            let other = found.node.else_statement.as_deref();
            let branches = [&*found.node.then_statement].into_iter();
            branches.chain(other).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a statement is a loop.
pub(crate) fn is_loop(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::For(_) | Statement::While(_) | Statement::DoWhile(_)
    )
}
