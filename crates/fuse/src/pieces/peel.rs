//! The first or last iteration of a loop before or after the loop.

use super::known::Known;
use super::layout::surround;
use super::path::{Cut, Loops, Side};
use super::rewrite::rewritten;
use crate::bound::moved;
use crate::nests::{NestText, first_value};
use integer::IntType;
use lang_c::ast::{BlockItem, ForStatement, Statement};
use lang_c::span::Node;
use poly::Expr;
use print::{Sheet, c_text};
use source::{Edit, Edits, Span, layout};

/// A longer body is not written twice.
const MOST_LINES: usize = 60;

/// See [`Loops::peeled`].
pub(super) fn edits(
    loops: &Loops<'_>,
    cut: &Cut<'_>,
    is_positive: &dyn Fn(&Expr) -> bool,
) -> Option<Edits> {
    let whole = cut.whole();
    let nest = whole.nest.as_ref()?;
    let Statement::For(found) = &whole.statement.node else {
        return None;
    };
    let body = &found.node.statement;
    let peeler = Peeler {
        loops,
        nest,
        side: cut.side,
    };
    if !peeler.is_steady(cut) {
        return None;
    }
    let copy = peeler.copy(body, cut, is_positive)?;
    let rest = peeler.known(peeler.rest());
    let mut edits = rewritten(loops, &rest, body)?.edits;
    peeler.header(&found.node, &mut edits)?;
    let parts = match cut.side {
        Side::First => [Some(copy), None],
        Side::Last => [None, Some(copy)],
    };
    surround(loops, whole, &mut edits, parts)?;
    Some(edits)
}

struct Peeler<'p> {
    loops: &'p Loops<'p>,
    nest: &'p NestText,
    side: Side,
}

impl Peeler<'_> {
    /// The counter in the first or last iteration.
    fn end(&self) -> Expr {
        match self.side {
            Side::First => self.nest.first.clone(),
            Side::Last => moved(&self.nest.end, -1),
        }
    }

    /// The least and the largest value of the counter in the other iterations.
    fn rest(&self) -> [Expr; 2] {
        let (first, last) = (&self.nest.first, moved(&self.nest.end, -1));
        match self.side {
            Side::First => [moved(first, 1), last],
            Side::Last => [first.clone(), moved(&last, -1)],
        }
    }

    fn known(&self, range: [Expr; 2]) -> Known {
        Known {
            counter: self.nest.counter.clone(),
            range,
            is_unsigned: !self.nest.ty.signed,
        }
    }

    /// Whether each name in the header keeps its meaning and its value in the loop, and the body
    /// can be written twice.
    fn is_steady(&self, cut: &Cut<'_>) -> bool {
        let symbols = &self.loops.function.symbols;
        let body = match &cut.whole().statement.node {
            Statement::For(found) => found.node.statement.span,
            _ => return false,
        };
        let range = self.loops.function.base.range(body);
        let mut names = vec![self.nest.counter.clone()];
        for bound in [&self.nest.first, &self.nest.end] {
            bound.each_var(&mut |name| names.push(name.to_string()));
        }
        let written = symbols.writes_in(&range);
        let changes = |name: &String| {
            let named = |id| symbols.variable(id).name == *name;
            let declared = symbols
                .variables
                .iter()
                .any(|v| v.name == *name && (range.contains(&v.at.start) || v.address_taken));
            declared || written.iter().any(|(_, id)| named(*id))
        };
        let lines = self.loops.unit.file.slice(self.nest.body).lines().count();
        let leaves = symbols.exits.iter().any(|at| range.contains(at));
        !names.iter().any(changes) && lines <= MOST_LINES && !leaves && !symbols.has_gotos()
    }

    /// The text of the iteration.
    fn copy(
        &self,
        body: &Node<Statement>,
        cut: &Cut<'_>,
        is_positive: &dyn Fn(&Expr) -> bool,
    ) -> Option<String> {
        let end = self.end();
        let known = self.known([end.clone(), end.clone()]);
        let found = rewritten(self.loops, &known, body)?;
        let is_plain = self.nest.ty == IntType::INT && end.as_constant().is_some();
        if found.is_used_as_value && !is_plain {
            return None;
        }
        let file = &self.loops.unit.file;
        let (inside, is_open) = self.inside(body)?;
        let text = applied(&file.slice(inside), inside, &found.edits);
        let from = layout::indent_of(file, inside);
        let sheet = Sheet::at(file, self.nest.span);
        let own = Cut {
            value: end,
            ..cut.clone()
        };
        let guard = own.guard(is_positive)?;
        let inner = || sheet.deeper().moved(text.trim_end(), &from);
        Some(match (guard, is_open) {
            (None, true) => sheet.moved(text.trim_end(), &from),
            (None, false) => sheet.braces(&inner()),
            (Some(guard), _) => sheet.block(format!("if ({guard})"), &inner()),
        })
    }

    /// The statements of a body, and whether they may be outside of a block.
    fn inside(&self, body: &Node<Statement>) -> Option<(Span, bool)> {
        let Statement::Compound(items) = &body.node else {
            return Some((self.loops.span(body.span)?, true));
        };
        let first = self.loops.span(items.first()?.span)?;
        let last = self.loops.span(items.last()?.span)?;
        let last = layout::after_comment(&self.loops.unit.file, last);
        let is_statement = |item: &Node<BlockItem>| matches!(item.node, BlockItem::Statement(_));
        Some((first.to(last), items.iter().all(is_statement)))
    }

    /// The header of the other iterations.
    fn header(&self, found: &ForStatement, edits: &mut Edits) -> Option<()> {
        let (offsets, new) = match self.side {
            Side::First => (
                first_value(&found.initializer.node)?,
                c_text(&self.rest()[0]),
            ),
            Side::Last => {
                let end = c_text(&moved(&self.nest.end, -1));
                let condition = found.condition.as_ref()?;
                (condition.span, format!("{} < {end}", self.nest.counter))
            }
        };
        let span = self.loops.span(offsets)?;
        edits.insert(Edit { span, text: new }).ok()
    }
}

/// A piece of text with the edits in it.
fn applied(text: &str, at: Span, edits: &Edits) -> String {
    let mut all = String::new();
    let mut done = 0;
    for edit in edits.iter() {
        // A line that is removed ends after the piece.
        let start = edit.span.start.max(at.start);
        let end = edit.span.end.min(at.end);
        if start > end {
            continue;
        }
        let (start, end) = (start - at.start, end - at.start);
        all.push_str(&text[done..start as usize]);
        all.push_str(&edit.text);
        done = end as usize;
    }
    all.push_str(&text[done..]);
    all
}
