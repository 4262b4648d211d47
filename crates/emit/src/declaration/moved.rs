//! Declarators that move out of static storage, and the new declarations that they get.

use crate::declaration::lines;
use crate::text::remarks::Remarks;
use source::{Edit, SourceFile, Span};

/// A declarator that moves.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moved {
    /// Its old declaration.
    pub(crate) from: Span,
    /// Its place among the declarators there.
    pub(crate) at: usize,
    /// The brace after which it is declared; after the old declaration if `None`.
    pub(crate) body: Option<Span>,
    /// Whether it is the first declarator of a declaration that is removed.
    pub(crate) is_first: bool,
    /// Whether it is the last one of such a declaration.
    pub(crate) is_last: bool,
    /// The text between the declarator before it and this one.
    pub(crate) separator: String,
    /// The type of its elements.
    pub(crate) element: String,
    /// The new declarator.
    pub(crate) declarator: String,
    /// The lines of the comment on it.
    pub(crate) comment: Vec<String>,
}

/// The new declarations of a file: declarators that shared a declaration share one again.
pub(crate) fn declarations(file: &SourceFile, mut all: Vec<Moved>) -> Vec<Edit> {
    all.sort();
    let groups = all.chunk_by(|a, b| a.from == b.from && a.body == b.body);
    groups.map(|group| declared_anew(file, group)).collect()
}

/// The new declaration of declarators that shared one, with the user's comments on it.
fn declared_anew(file: &SourceFile, group: &[Moved]) -> Edit {
    let first = &group[0];
    let remarks = Remarks::of(file, first.from);
    let mut text = format!("{} {}", first.element, first.declarator);
    for next in &group[1..] {
        text.push_str(&format!("{}{}", next.separator, next.declarator));
    }
    text.push(';');
    if group.iter().any(|m| m.is_last) {
        text.push_str(&remarks.after);
    }
    let above = remarks.above.iter().filter(|_| first.is_first);
    let comments = group.iter().flat_map(|m| &m.comment).chain(above);
    let new: Vec<&str> = comments
        .map(String::as_str)
        .chain([text.as_str()])
        .collect();
    match first.body {
        Some(body) => lines::in_body(file, body, body, &new),
        None => lines::after_declaration(file, first.from, &new),
    }
}
