//! A nest as two with the same loops: the statements before one, and those from it on.

use super::guarded::trimmed;
use super::{Prepared, content};
use crate::inner::inner;
use crate::nests::Headers;
use c::names::file::Function;
use lang_c::ast::{BlockItem, Statement};
use lang_c::span::Node;
use source::{Edit, Edits, Span, Unit, layout};
use std::collections::BTreeSet;

/// The edits that cut the nests of a function before these statements, as they are written.
pub fn distributed(unit: &Unit, function: &Function<'_>, before: &BTreeSet<String>) -> Edits {
    let mut edits = Edits::default();
    for cut in cuts(unit, function) {
        if before.contains(&*unit.file.slice(cut.at)) {
            let _ = edits.merge(cut.edits);
        }
    }
    edits
}

/// The statements at some places before which nests of a function may be cut, as they are written.
pub fn cuts_at(unit: &Unit, function: &Function<'_>, places: &[Span]) -> BTreeSet<String> {
    let mut found = cuts(unit, function);
    found.retain(|cut| places.iter().any(|place| cut.at.contains(*place)));
    let written = |cut: &Prepared| unit.file.slice(cut.at).into_owned();
    found.iter().map(written).collect()
}

/// The statements of a function before which the nest around them may be cut, and the edits that
/// do so.
fn cuts(unit: &Unit, function: &Function<'_>) -> Vec<Prepared> {
    let mut finder = Finder {
        unit,
        function,
        headers: Headers::new(unit, function),
        found: Vec::new(),
    };
    finder.statement(&function.definition.statement);
    finder.found
}

struct Finder<'f> {
    unit: &'f Unit,
    function: &'f Function<'f>,
    headers: Headers<'f>,
    found: Vec<Prepared>,
}

impl Finder<'_> {
    fn statement(&mut self, statement: &Node<Statement>) {
        match self.tight(statement) {
            Some(items) => self.cut(statement, items),
            None => inner(statement).into_iter().for_each(|s| self.statement(s)),
        }
    }

    /// The statements of a tight nest of at least two loops: nothing else is between its loops.
    fn tight<'s>(&self, statement: &'s Node<Statement>) -> Option<&'s [Node<BlockItem>]> {
        let mut loops = 0;
        let mut inner = statement;
        while let Statement::For(found) = &inner.node {
            self.headers.nest(inner)?;
            loops += 1;
            let body = &found.node.statement;
            inner = match content(body) {
                Some(only) => only,
                None => body,
            };
        }
        match &inner.node {
            Statement::Compound(items) if loops > 1 => Some(items),
            _ => None,
        }
    }

    fn cut(&mut self, nest: &Node<Statement>, items: &[Node<BlockItem>]) {
        let is_simple = |item: &Node<BlockItem>| match &item.node {
            BlockItem::Statement(inner) => matches!(inner.node, Statement::Expression(Some(_))),
            _ => false,
        };
        let spans = items.iter().map(|item| self.span(item.span));
        let Some(spans) = spans.collect::<Option<Vec<Span>>>() else {
            return;
        };
        let Some(nest) = self.span(nest.span) else {
            return;
        };
        if !items.iter().all(is_simple) || self.unit.holds_directive(nest) {
            return;
        }
        let (Some(first), Some(last)) = (spans.first(), spans.last()) else {
            return;
        };
        let text = |span: Span| self.unit.file.slice(trimmed(self.unit, span)).into_owned();
        let open = text(Span::new(nest.start, first.start));
        let close = text(Span::new(last.end, nest.end));
        let indent = layout::indent_of(&self.unit.file, nest);
        for pair in spans.windows(2) {
            let end = layout::after_comment(&self.unit.file, Span::at(pair[0].end)).end;
            let mut edits = Edits::default();
            let text = format!("{close}\n{indent}{open}");
            let span = Span::at(end);
            if edits.insert(Edit { span, text }).is_ok() {
                self.found.push(Prepared::new(pair[1], edits));
            }
        }
    }

    fn span(&self, at: lang_c::span::Span) -> Option<Span> {
        self.unit.span_of(self.function.base.range(at)).ok()
    }
}
