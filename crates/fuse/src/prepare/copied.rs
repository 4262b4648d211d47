//! Copies of whole arrays, as loops over their elements:
//!
//! ```c
//! memcpy(t, s, w * h * sizeof *t);        for (int y = 0; y < h; y++)
//!                                             for (int x = 0; x < w; x++)
//!                                                 t[y * w + x] = s[y * w + x];
//! ```

use super::flat::{Nests, Size};
use crate::bound::elements;
use crate::memory::copied;
use crate::nests::Headers;
use c::names::symbols::Variable;
use c::names::types::Type;
use c::syntax::expressions::without_casts;
use lang_c::ast::{Expression, Statement};
use lang_c::span::Node;
use poly::Expr;
use print::Sheet;
use source::{Edit, Edits};

/// The edits that write a call that copies an array as a nest of loops like those of these
/// statements.
pub(super) fn as_rows(
    headers: &Headers<'_>,
    statement: &Node<Statement>,
    beside: Nests<'_>,
) -> Option<Edits> {
    let [to, from, bytes] = copied(&statement.node)?;
    let [to, from] = [array(headers, to)?, array(headers, from)?];
    let is_other = to.at != from.at;
    (is_other && to.declared_type.target() == from.declared_type.target()).then_some(())?;
    let size = size(headers, [to, from], &elements(bytes)?, beside)?;
    let base = headers.function().base;
    let span = headers.unit().span_of(base.range(statement.span)).ok()?;
    let sheet = Sheet::at(&headers.unit().file, span);
    let set = |place: &str| format!("{}{place} = {}{place};", to.name, from.name);
    let text = size.loops(headers, (&sheet, beside), is_flat(to), set)?;
    let mut edits = Edits::default();
    edits.insert(Edit { span, text }).ok()?;
    Some(edits)
}

/// The array that an expression names.
fn array<'h>(headers: &Headers<'h>, expression: &Node<Expression>) -> Option<&'h Variable<'h>> {
    let function = headers.function();
    let found = function.object(without_casts(&expression.node))?;
    let found = function.symbols.variable(found);
    found.declared_type.target().map(|_| found)
}

/// Whether elements of an array have one subscript.
fn is_flat(array: &Variable<'_>) -> bool {
    !matches!(array.declared_type.target(), Some(Type::Array(_)))
}

/// The extents of two arrays of which one becomes so many elements of the other, which are one if
/// the text only says how large an array is.
fn size(
    headers: &Headers<'_>,
    [to, from]: [&Variable<'_>; 2],
    elements: &Expr,
    beside: Nests<'_>,
) -> Option<Size> {
    let declared = || Size::declared(to).or_else(|| Size::declared(from));
    let number = match elements.as_constant() {
        Some(1) => declared()?.product()?,
        _ => elements.clone(),
    };
    if !is_flat(to) {
        return declared().filter(|size| size.product().as_ref() == Some(&number));
    }
    Some(Size::of_flat(headers, number, beside))
}
