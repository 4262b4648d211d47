//! The place in a function from which a statement about its integer objects holds for good: after
//! their last change.

use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use lang_c::ast::{BlockItem, Statement};
use lang_c::span::Node;
use source::{Span, Unit};
use std::ops::Range;

/// The place after the last change of the objects with these names, between items of the
/// function's body; `None` if the function does not name all of them.
///
/// # Errors
/// An object may change in a way that is not followed, or the place is not in the file itself.
pub(crate) fn place(
    unit: &Unit,
    function: &Function<'_>,
    names: &[String],
) -> Result<Option<Span>, String> {
    let mut last = None;
    for name in names {
        let Some(id) = object(function, name)? else {
            return Ok(None);
        };
        last = last.max(last_change(function, id)?);
    }
    let body = function.base.range(function.definition.statement.span);
    let after = match last {
        None => body.start..body.start + 1,
        Some(at) => item_at(function, at, &body)?,
    };
    let after = match unit.dialect.is_c99() {
        true => after,
        false => after_declarations(function, after),
    };
    let span = unit.span_of(after.clone()).map_err(|e| e.to_string())?;
    let name_at = function.name_at as u32;
    match unit.included_at(name_at) {
        Some(path) => Err(format!("its body is in `{path}`")),
        None => Ok(Some(Span::at(span.end))),
    }
}

/// The one object that a name means in a function.
fn object(function: &Function<'_>, name: &str) -> Result<Option<VarId>, String> {
    let objects = function.symbols.objects();
    let mut same = objects.filter(|(_, v)| v.name == name);
    match (same.next(), same.next()) {
        (None, _) => Ok(None),
        (Some((id, _)), None) => Ok(Some(id)),
        _ => Err(format!("`{name}` means several objects there")),
    }
}

/// The last change of an object. A parameter or global that is never set has none.
fn last_change(function: &Function<'_>, id: VarId) -> Result<Option<usize>, String> {
    let variable: &Variable<'_> = function.symbols.variable(id);
    let body = function.base.range(function.definition.statement.span);
    let is_whole = |scope: &Range<usize>| scope.end >= body.end;
    if variable.address_taken || variable.qualifiers.volatile {
        return Err(format!("`{}` may change there at any time", variable.name));
    }
    if variable.origin == Origin::Local && !is_whole(&variable.scope) {
        return Err(format!("`{}` belongs to an inner block", variable.name));
    }
    let declared = (variable.origin == Origin::Local).then_some(variable.at.start);
    Ok(variable.writes.iter().copied().chain(declared).max())
}

/// The last of the declarations that follow, or the text itself: C90 has no statements before
/// declarations.
fn after_declarations(function: &Function<'_>, text: Range<usize>) -> Range<usize> {
    let Statement::Compound(items) = &function.definition.statement.node else {
        return text;
    };
    let after = items
        .iter()
        .map(|item| (item, function.base.range(item.span)));
    let after = after.skip_while(|(_, range)| range.start < text.end);
    let declared = after.take_while(|(item, _)| matches!(item.node, BlockItem::Declaration(_)));
    declared.last().map_or(text, |(_, range)| range)
}

/// The item of the function's body at an offset.
fn item_at(
    function: &Function<'_>,
    at: usize,
    body: &Range<usize>,
) -> Result<Range<usize>, String> {
    let Statement::Compound(items) = &function.definition.statement.node else {
        return Err("it has no body".to_string());
    };
    let range = |item: &Node<BlockItem>| function.base.range(item.span);
    let found = items.iter().map(range).find(|r| r.contains(&at));
    let found = found.filter(|r| r.end < body.end);
    found.ok_or_else(|| "its objects change in a place that is not followed".to_string())
}
