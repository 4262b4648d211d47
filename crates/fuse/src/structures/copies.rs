//! Objects that only copy a number or a pointer which keeps its value while they are used:
//! `const int w2 = w;`, `float *a = t_px;`, `double sum_2 = s;`

use super::definition::word;
use super::uses::written;
use crate::inline::Inlined;
use c::Contents;
use c::names::file::Function;
use c::names::symbols::{Origin, VarId, Variable};
use c::names::types::{Storage, Type};
use lang_c::ast::{Expression, Initializer};
use print::with_line;
use source::{Edit, Span, Unit};
use std::collections::BTreeMap;

/// The edits that write the originals in the places of their copies in one function, but for copies
/// that the user's text has.
pub fn copies_removed(contents: &Contents<'_>, function: &str, user: &str) -> Inlined {
    let mut inlined = Inlined::default();
    let Some(index) = contents.file.definition(function) else {
        return inlined;
    };
    let function = &contents.file.functions[index];
    let mut originals: BTreeMap<VarId, VarId> = BTreeMap::new();
    let mut found = Vec::new();
    for (id, variable) in function.symbols.objects() {
        let Some(mut original) = copied(function, variable) else {
            continue;
        };
        if let Some(earlier) = originals.get(&original) {
            original = *earlier;
        }
        if !keeps_value(function, variable, original) {
            continue;
        }
        if let Some(own) = edits(contents.unit, function, variable, original, user) {
            found.push(own);
            originals.insert(id, original);
        }
    }
    let gone: Vec<Span> = found.iter().map(|own| own[0].span).collect();
    for own in found {
        let is_kept = |edit: &Edit| {
            let mut gone = gone.iter();
            edit.text.is_empty() || !gone.any(|gone| gone.contains(edit.span))
        };
        let own = own.into_iter().filter(is_kept);
        let _ = inlined.edits.insert_all(own);
    }
    let removed: Vec<Span> = inlined.edits.iter().map(|edit| edit.span).collect();
    for span in doubled(contents.unit, removed) {
        let text = String::new();
        inlined.edits.insert(Edit { span, text }).ok();
    }
    inlined
}

/// The empty lines behind lines that go, where others are before them.
fn doubled(unit: &Unit, mut gone: Vec<Span>) -> Vec<Span> {
    let bytes = &unit.file.bytes;
    gone.retain(|span| span.end > span.start && bytes[span.end as usize - 1] == b'\n');
    gone.sort_unstable_by_key(|span| span.start);
    let mut lines: Vec<Span> = Vec::new();
    for span in gone {
        match lines.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            _ => lines.push(span),
        }
    }
    let is_doubled = |span: &Span| {
        let before = bytes[..span.start as usize].trim_ascii_end();
        let between = &bytes[before.len()..span.start as usize];
        let is_first = before.ends_with(b"{");
        let is_empty = between.iter().filter(|b| **b == b'\n').count() > 1;
        (is_first || is_empty) && bytes[span.end as usize..].starts_with(b"\n")
    };
    lines.retain(is_doubled);
    let next = |span: &Span| Span::new(span.end, span.end + 1);
    lines.iter().map(next).collect()
}

/// The number or pointer that an object copies which never changes.
fn copied(function: &Function<'_>, copy: &Variable<'_>) -> Option<VarId> {
    let symbols = &function.symbols;
    let is_scalar = matches!(
        copy.declared_type,
        Type::Integer(_) | Type::Floating(_) | Type::Pointer(_)
    );
    let is_copy = is_scalar
        && copy.writes.len() == 1
        && copy.origin == Origin::Local
        && copy.storage == Storage::Automatic
        && !copy.qualifiers.volatile
        && !copy.address_taken;
    let Initializer::Expression(value) = &copy.initializer.filter(|_| is_copy)?.node else {
        return None;
    };
    let Expression::Identifier(_) = &value.node else {
        return None;
    };
    symbols.variable_at(copy.base.range(value.span).start)
}

/// Whether an object has the value of its copy, and is named as elsewhere, wherever that is used.
fn keeps_value(function: &Function<'_>, copy: &Variable<'_>, original: VarId) -> bool {
    let symbols = &function.symbols;
    let own = symbols.variable(original);
    let last = copy.mentions.iter().max().map_or(copy.at.end, |at| {
        // An iteration may follow.
        symbols.after_loops(*at, &copy.scope)
    });
    let writes = symbols.writes_in(&(copy.at.start..last));
    let is_seen = |at: &usize| symbols.visible(&own.name, *at) == Some(original);
    !matches!(own.origin, Origin::Global(_))
        && own.storage == Storage::Automatic
        && !own.qualifiers.volatile
        && !own.address_taken
        && own.declared_type == copy.declared_type
        && writes.iter().all(|(_, written)| *written != original)
        && copy.mentions.iter().all(is_seen)
}

fn edits(
    unit: &Unit,
    function: &Function<'_>,
    copy: &Variable<'_>,
    original: VarId,
    user: &str,
) -> Option<Vec<Edit>> {
    let declaration = copy.declaration.filter(|d| d.declarators.len() == 1)?;
    let first = declaration.specifiers.first()?;
    let start = copy.base.range(first.span).start;
    let last = unit
        .tokens_in(copy.base.range(declaration.declarators[0].span))
        .end;
    let from = unit.tokens_in(start..start + 1).start;
    (word(unit, last) == ";").then_some(())?;
    let whole = written(unit, from)?.to(written(unit, last)?);
    let line = unit.file.slice(whole);
    let in_pragma = |span: &Span| source::has_name(&unit.file.slice(*span), &copy.name);
    let is_users = user.contains(line.as_ref()) || unit.directives.iter().any(in_pragma);
    (!is_users).then_some(())?;
    let name = &function.symbols.variable(original).name;
    let mut edits = vec![Edit {
        span: with_line(&unit.file, whole),
        text: String::new(),
    }];
    for at in &copy.mentions {
        edits.push(Edit {
            span: written(unit, unit.tokens_in(*at..*at + 1).start)?,
            text: name.clone(),
        });
    }
    Some(edits)
}
