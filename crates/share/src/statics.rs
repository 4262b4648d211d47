//! Arrays in static storage, at file scope or in a function. One that moves into the storage of
//! another one becomes an automatic pointer of its function.

use crate::Place;
use crate::problem::Problem;
use crate::words::{
    closing, element, indentation, index_at, offsets, span, statement_start, text, with_line, word,
};
use c::Contents;
use c::names::symbols::{Origin, Variable};
use c::syntax::openmp;
use source::{Edit, Edits, Span};
use std::collections::BTreeMap;
use std::ops::Range;

/// The declaration of an array in static storage.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    /// From its first word to its `;`.
    pub(crate) whole: Range<usize>,
    /// The type of its elements, as the user spells it.
    element: String,
    /// All its declarators, with initialisers.
    declarators: Vec<Range<usize>>,
    /// The position of the array among them.
    own: usize,
    /// For an array at file scope: its function.
    is_global: bool,
}

impl Declaration {
    /// The declaration of a variable in static storage whose declarator has no parentheses.
    pub(crate) fn of(place: Place<'_>, variable: &Variable<'_>) -> Result<Self, Problem> {
        let unit = place.unit;
        let name = index_at(unit, variable.at.start);
        let first = statement_start(unit, name);
        let element = element(unit, first + 1);
        let is_hidden = { place.function.symbols.objects() }
            .any(|(id, other)| other.name == variable.name && id != variable.id);
        let is_global = matches!(variable.origin, Origin::Global(_));
        let is_read = word(unit, first) == "static" && !element.is_empty();
        if !is_read || (is_global && is_hidden) {
            return Err(Problem::Declaration);
        }
        let declarators = declarators(place, element.end).ok_or(Problem::Declaration)?;
        let own = declarators.iter().position(|tokens| tokens.contains(&name));
        let own = own.ok_or(Problem::Declaration)?;
        let end = declarators.last().map_or(name, |last| last.end);
        let whole = offsets(unit, first..end + 1);
        span(unit, whole.clone()).ok_or(Problem::Macro)?;
        Ok(Declaration {
            element: text(unit, offsets(unit, element)).ok_or(Problem::Macro)?,
            whole,
            declarators: { declarators.into_iter() }
                .map(|tokens| offsets(unit, tokens))
                .collect(),
            own,
            is_global,
        })
    }
}

/// The tokens of each declarator from a token on, up to the `;`.
fn declarators(place: Place<'_>, mut at: usize) -> Option<Vec<Range<usize>>> {
    let unit = place.unit;
    let (mut found, mut start) = (Vec::new(), at);
    loop {
        match word(unit, at) {
            "(" | "[" | "{" => at = closing(unit, at)?,
            "," => {
                found.push(start..at);
                start = at + 1;
            }
            ";" => {
                found.push(start..at);
                return Some(found);
            }
            "" => return None,
            _ => {}
        }
        at += 1;
    }
}

/// How calls of a function follow each other, as far as its file shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// A call may enter it again before it returns.
    Nested,
    /// Threads may execute it at the same time.
    Concurrent,
    /// One after the other.
    InTurn,
}

/// How calls of a function follow each other: it may use static storage in a new way only if no
/// call starts before the one before it has ended.
pub fn calls_of(contents: &Contents<'_>, function: usize) -> Calls {
    let (facts, function) = (&contents.facts, &contents.file.functions[function]);
    let mut calls = function.symbols.calls.iter();
    let mut pragmas = contents.unit.pragmas.iter();
    if calls.any(|call| facts.calls.may_enter(call, &function.name)) {
        Calls::Nested
    } else if facts.called_from_outside.contains(&function.name)
        || pragmas.any(|pragma| openmp::is_openmp(&pragma.text))
    {
        Calls::Concurrent
    } else {
        Calls::InTurn
    }
}

/// The static arrays that become pointers, with the text of these: `*b = a`.
#[derive(Default)]
pub(crate) struct Moved<'m> {
    arrays: Vec<(&'m Declaration, String)>,
}

impl<'m> Moved<'m> {
    pub(crate) fn push(&mut self, declaration: &'m Declaration, pointer: String) {
        self.arrays.push((declaration, pointer));
    }

    /// Replaces the declarators by automatic pointers: those of arrays at file scope at the start
    /// of the function, the others after the old declaration.
    pub(crate) fn write(
        mut self,
        place: Place<'_>,
        edits: &mut Edits,
        keep_lines: bool,
    ) -> Option<()> {
        self.arrays.sort_by_key(|(d, _)| d.declarators[d.own].start);
        let mut declarations: BTreeMap<usize, Vec<(&Declaration, String)>> = BTreeMap::new();
        for (declaration, pointer) in self.arrays {
            let start = declaration.whole.start;
            let same = declarations.entry(start).or_default();
            same.push((declaration, pointer));
        }
        let mut outer = Vec::new();
        for moved in declarations.into_values() {
            let (declaration, _) = moved.first()?;
            let pointers: Vec<&str> = moved.iter().map(|(_, pointer)| pointer.as_str()).collect();
            let new = format!("{} {};", declaration.element, pointers.join(", "));
            let (inner, global) = match declaration.is_global {
                true => (None, Some(new)),
                false => (Some(new), None),
            };
            outer.extend(global);
            shortened(place, edits, &moved, inner, keep_lines)?;
        }
        at_start(place, edits, &outer, keep_lines)
    }
}

/// Removes declarators of one declaration, and adds a new declaration after it.
fn shortened(
    place: Place<'_>,
    edits: &mut Edits,
    moved: &[(&Declaration, String)],
    new: Option<String>,
    keep_lines: bool,
) -> Option<()> {
    let unit = place.unit;
    let declaration = moved.first()?.0;
    let whole = span(unit, declaration.whole.clone())?;
    let all = &declaration.declarators;
    if moved.len() == all.len() {
        let removed = if new.is_some() || keep_lines {
            whole
        } else {
            with_line(unit, whole)
        };
        let text = new.unwrap_or_default();
        return edits
            .insert(Edit {
                span: removed,
                text,
            })
            .ok();
    }
    let is_moved = |at: usize| moved.iter().any(|(d, _)| d.own == at);
    for at in (0..all.len()).filter(|at| is_moved(*at)) {
        let kept_before = (0..at).rev().find(|k| !is_moved(*k));
        let cut = match kept_before {
            Some(_) => all[at - 1].end..all[at].end,
            None => all[at].start..all[at + 1].start,
        };
        let text = String::new();
        edits
            .insert(Edit {
                span: span(unit, cut)?,
                text,
            })
            .ok()?;
    }
    let text = match new {
        None => return Some(()),
        Some(new) if keep_lines => format!(" {new}"),
        Some(new) => format!("\n{}{new}", indentation(unit, whole.start)),
    };
    edits
        .insert(Edit {
            span: Span::at(whole.end),
            text,
        })
        .ok()
}

/// Adds declarations at the start of a function.
fn at_start(
    place: Place<'_>,
    edits: &mut Edits,
    declarations: &[String],
    keep_lines: bool,
) -> Option<()> {
    if declarations.is_empty() {
        return Some(());
    }
    let unit = place.unit;
    let body = place.function.base;
    let body = body.range(place.function.definition.statement.span);
    let brace = span(unit, body.start..body.start + 1)?;
    let first = span(
        unit,
        offsets(unit, {
            let at = index_at(unit, body.start) + 1;
            at..at + 1
        }),
    )?;
    let is_inline = keep_lines
        || !unit
            .file
            .slice(Span::new(brace.end, first.start))
            .contains('\n');
    let indent = indentation(unit, first.start);
    let line = |text: &String| match is_inline {
        true => format!(" {text}"),
        false => format!("\n{indent}{text}"),
    };
    let text: String = declarations.iter().map(line).collect();
    edits
        .insert(Edit {
            span: Span::at(brace.end),
            text,
        })
        .ok()
}
