//! Arrays in static storage, at file scope or in a function. One that moves into the storage of
//! another one becomes an automatic pointer of its function.

use crate::Place;
use crate::problem::Problem;
use crate::words::{
    closing, element, index_at, offsets, span, statement_start, text, with_line, word,
};
use c::names::symbols::{Origin, Variable};
use source::layout::indent_of;
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
            let is_whole = moved.len() == declaration.declarators.len();
            match declaration.is_global {
                true if is_whole => {
                    outer.push(new + &removed(place, edits, declaration, keep_lines)?)
                }
                true => {
                    outer.push(new);
                    shortened(place, edits, &moved)?;
                }
                false if is_whole => replace(place, edits, declaration, new)?,
                false => {
                    shortened(place, edits, &moved)?;
                    added(place, edits, declaration, &new, keep_lines)?;
                }
            }
        }
        at_start(place, edits, &outer, keep_lines)
    }
}

/// Removes a declaration with its line. Returns the comment after it: ` /* .. */`.
fn removed(
    place: Place<'_>,
    edits: &mut Edits,
    declaration: &Declaration,
    keep_lines: bool,
) -> Option<String> {
    let file = &place.unit.file;
    let mut whole = span(place.unit, declaration.whole.clone())?;
    let rest = file.bytes[whole.end as usize..].split(|b| *b == b'\n');
    let rest = String::from_utf8_lossy(rest.into_iter().next()?).into_owned();
    let inside = rest
        .trim()
        .strip_prefix("/*")
        .and_then(|t| t.strip_suffix("*/"));
    let comment = match inside {
        Some(text) if !text.contains("*/") => format!(" {}", rest.trim()),
        _ => String::new(),
    };
    if !comment.is_empty() {
        whole.end += rest.trim_end().len() as u32;
    }
    let whole = if keep_lines {
        whole
    } else {
        with_line(place.unit, whole)
    };
    let text = String::new();
    edits.insert(Edit { span: whole, text }).ok()?;
    Some(comment)
}

/// Replaces a declaration.
fn replace(
    place: Place<'_>,
    edits: &mut Edits,
    declaration: &Declaration,
    text: String,
) -> Option<()> {
    let span = span(place.unit, declaration.whole.clone())?;
    edits.insert(Edit { span, text }).ok()
}

/// Removes some declarators of a declaration.
fn shortened(place: Place<'_>, edits: &mut Edits, moved: &[(&Declaration, String)]) -> Option<()> {
    let all = &moved.first()?.0.declarators;
    let is_moved = |at: usize| moved.iter().any(|(d, _)| d.own == at);
    for at in (0..all.len()).filter(|at| is_moved(*at)) {
        let cut = match (0..at).any(|k| !is_moved(k)) {
            true => all[at - 1].end..all[at].end,
            false => all[at].start..all[at + 1].start,
        };
        let (span, text) = (span(place.unit, cut)?, String::new());
        edits.insert(Edit { span, text }).ok()?;
    }
    Some(())
}

/// Adds a declaration after another one.
fn added(
    place: Place<'_>,
    edits: &mut Edits,
    after: &Declaration,
    new: &str,
    keep_lines: bool,
) -> Option<()> {
    let whole = span(place.unit, after.whole.clone())?;
    let text = match keep_lines {
        true => format!(" {new}"),
        false => format!("\n{}{new}", indent_of(&place.unit.file, whole)),
    };
    let span = Span::at(whole.end);
    edits.insert(Edit { span, text }).ok()
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
    let indent = indent_of(&unit.file, first);
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
