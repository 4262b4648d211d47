//! A statement after a loop, for the elements that one of its iterations writes.

use super::layout::surround;
use super::path::{Cut, Loops};
use lang_c::ast::Statement;
use poly::Expr;
use print::{Sheet, c_text, renamed};
use source::{Edits, Span};

/// A statement, from the function that writes the value of the counter in a piece of it.
pub(super) type Renamed<'r> = dyn Fn(&dyn Fn(&str) -> String) -> String + 'r;

/// See [`Loops::after`].
pub(super) fn edits(
    loops: &Loops<'_>,
    cut: &Cut<'_>,
    is_positive: &dyn Fn(&Expr) -> bool,
    text: &Renamed<'_>,
) -> Option<Edits> {
    let whole = cut.whole();
    let counter = &whole.nest.as_ref()?.counter;
    let sheet = Sheet::at(&loops.unit.file, loops.span(whole.statement.span)?);
    let value = match source::is_operand(&c_text(&cut.value)) {
        true => c_text(&cut.value),
        false => format!("({})", c_text(&cut.value)),
    };
    let mut lines = String::new();
    let mut inside = sheet.clone();
    for inner in &cut.around[1..] {
        let Statement::For(_) = &inner.statement.node else {
            continue;
        };
        let nest = inner.nest.as_ref()?;
        let header = Span::new(nest.span.start, nest.body.start);
        let header = loops.unit.file.slice(header);
        let header = renamed(header.trim_end(), counter, &value);
        lines.push_str(&inside.under(header, ""));
        inside = inside.deeper();
    }
    lines.push_str(&text(&|part| renamed(part, counter, &value)));
    if let Some(guard) = cut.guard(is_positive)? {
        let inside = lines.replace(&sheet.line(), &sheet.deeper().line());
        lines = sheet.under(format!("if ({guard})"), &inside);
    }
    let mut edits = Edits::default();
    surround(loops, whole, &mut edits, [None, Some(lines)])?;
    Some(edits)
}
