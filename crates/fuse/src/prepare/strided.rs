//! `for (y = 0; y < h; y += 16) ..` beside loops over all rows as
//! `for (y = 0; y < h; y++) if (y % 16 == 0) ..`.

use super::flat::Nests;
use crate::nests::Headers;
use crate::write::step;
use lang_c::ast::Statement;
use lang_c::span::Node;
use poly::Expr;
use print::{Sheet, c_text};
use source::{Edit, Edits, Span};

/// Loops of lesser steps keep up with loops over all rows that run as many rows at a time.
const LEAST_STEP: i64 = 5;

/// The edits that let a loop over few rows count all of them and test which ones it needs, beside
/// loops over the rows of arrays.
pub(super) fn as_test(
    headers: &Headers<'_>,
    statement: &Node<Statement>,
    (_, beside): Nests<'_>,
) -> Option<Edits> {
    let unit = headers.unit();
    let own = headers.counted(statement)?;
    let has_rows = beside.iter().flatten().any(|nest| nest.has_loops(unit));
    (has_rows && own.rows.step >= LEAST_STEP).then_some(())?;
    let ahead = c_text(&Expr::var(&own.counter).checked_sub(&own.first)?);
    let ahead = match ahead == own.counter {
        true => ahead,
        false => format!("({ahead})"),
    };
    let test = format!("if ({ahead} % {} == 0)", own.rows.step);
    let sheet =
        Sheet::at(&unit.file, own.span).with_step(&step(&unit.file, std::slice::from_ref(&own)));
    let inner = sheet.deeper();
    let body = unit.file.slice(own.body);
    let text = match body.strip_prefix('{') {
        Some(inside) => {
            let inside = inside.strip_suffix('}')?.trim();
            inner.block(test, &inner.deeper().moved(inside, &inner.indent))
        }
        None => inner.under(test, &inner.deeper().copied(&unit.file, own.body)),
    };
    let [_, condition, _] = own.written_header(unit)?;
    let before = unit.file.slice(Span::new(own.span.start, own.body.start));
    before.trim_end().ends_with(')').then_some(())?;
    let header = own.header(c_text(&own.first)).until(condition);
    let mut edits = Edits::default();
    let span = Span::new(own.span.start, own.body.end);
    let text = format!("{header}{}", inner.on_line(text));
    edits.insert(Edit { span, text }).ok()?;
    Some(edits)
}
