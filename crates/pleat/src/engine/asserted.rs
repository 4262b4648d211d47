//! Macros whose present values a proof takes, as assertions of the new text.

use crate::verify::PresentValue;
use front::Program;
use source::{Edit, Edits, Span, Unit};

/// Whether macros are defined before a function.
pub(crate) fn may_assert(front: &Program<'_>, function: &str, macros: &[PresentValue]) -> bool {
    let (unit, contents) = (front.unit(), front.contents());
    let mut functions = contents.file.functions.iter();
    let start = functions
        .find(|f| f.name == function)
        .and_then(|f| unit.span_of(f.range()).ok());
    let is_early = |m: &PresentValue| {
        let found = unit.macros.get(&m.name);
        let ends = found.map(|m| m.definition.map_or(0, |d| d.end));
        ends.zip(start).is_some_and(|(end, f)| end <= f.start)
    };
    macros.iter().all(is_early)
}

/// Asserts macros at the start of a function's body, because of what is `below`.
pub(crate) fn assert(
    edits: &mut Edits,
    front: &Program<'_>,
    (function, macros): (&str, &[PresentValue]),
    below: &str,
) {
    // Without the assertion the proof fails again.
    let edit = assertion(front, function, macros, below);
    let _ = edit.map(|edit| edits.insert(edit));
}

fn assertion(
    front: &Program<'_>,
    function: &str,
    macros: &[PresentValue],
    below: &str,
) -> Option<Edit> {
    let unit = front.unit();
    let mut functions = front.contents().file.functions.iter();
    let function = functions.find(|f| f.name == function)?;
    let body = function.base.range(function.definition.statement.span);
    let own = macros.iter().filter(|m| !follows(unit, m, macros));
    let conditions: Vec<String> = own.map(|m| format!("{} == {}", m.name, m.value)).collect();
    let body = unit.span_of(body).ok()?;
    let open = Span::new(body.start, body.start + 1);
    Some(emit::assertions(unit, open, below, &conditions))
}

/// Whether the value of a macro is that of an expression of others.
pub(crate) fn follows(unit: &Unit, value: &PresentValue, others: &[PresentValue]) -> bool {
    let body = unit.macros.get(&value.name).map(|m| m.body.as_slice());
    let names = { body.unwrap_or_default().iter() }.flat_map(|token| source::names(token));
    let mut names = names
        .filter(|name| unit.macros.contains_key(*name))
        .peekable();
    names.peek().is_some() && names.all(|name| others.iter().any(|m| m.name == name))
}
