//! Arrays in structures that nothing names any more, because they became objects of a function:
//! they leave the definition of the structure.

use super::definition::{declarations, declarators, declared, word};
use super::uses::{written, written_range};
use c::Contents;
use c::names::types::Type;
use print::with_line;
use source::{Edit, Edits, Origin, Span, Unit};
use std::ops::Range;

/// The edits that remove the arrays in structures that the user's text names, but not the new one.
pub fn unnamed_members_removed(contents: &Contents<'_>, user: &Unit) -> Edits {
    let unit = contents.unit;
    let mut edits = Edits::default();
    for start in (0..unit.tokens.len()).filter(|k| word(unit, *k) == "struct") {
        let open = start + 1 + usize::from(word(unit, start + 1) != "{");
        if word(unit, open) != "{" || is_initialised(unit, open) {
            continue;
        }
        let gone = removed(unit, user, open).filter(|gone| !gone.is_empty());
        let gone = gone.filter(|_| !has_layout(contents, open));
        for edit in gone.unwrap_or_default() {
            edits.insert(edit).ok();
        }
    }
    edits
}

/// The places behind the definition of a structure that name it.
fn named(unit: &Unit, open: usize) -> impl Iterator<Item = usize> {
    let close = unit.closing(&unit.tokens, open).unwrap_or(open);
    let names = [word(unit, open - 1), word(unit, close + 1)];
    let is_name = move |k: &usize| {
        let word = word(unit, *k);
        word != "struct" && word != ";" && names.contains(&word)
    };
    (close + 2..unit.tokens.len()).filter(is_name)
}

/// Whether code depends on where the members of a structure are: it measures its size, but for
/// allocations, or takes other memory for such a structure.
fn has_layout(contents: &Contents<'_>, open: usize) -> bool {
    let unit = contents.unit;
    let allocates = |k: usize| matches!(word(unit, k), "malloc" | "calloc");
    let is_cast = |k: usize| {
        let end = (k + 1..unit.tokens.len()).find(|k| word(unit, *k) != "*");
        end.is_some_and(|end| end > k + 1 && word(unit, end) == ")" && !allocates(end + 1))
    };
    let is_own = |k: usize| !matches!(unit.tokens[k].origin, Origin::Foreign);
    let is_allocated = |k: usize| {
        let mut before = (0..k)
            .rev()
            .take_while(|k| !matches!(word(unit, *k), ";" | "{" | "}"));
        before.any(allocates)
    };
    let measures = |k: usize| {
        let mut operand = k + 1..unit.tokens.len();
        let name = operand.find(|k| !matches!(word(unit, *k), "(" | "*" | "struct" | "const"));
        name.is_some_and(|name| {
            let is_part = matches!(word(unit, name + 1), "." | "->");
            named(unit, open).any(|k| k == name) || !is_part && is_structure(contents, name)
        })
    };
    let sizes = (0..unit.tokens.len()).filter(|k| word(unit, *k) == "sizeof" && is_own(*k));
    named(unit, open).any(is_cast) || { sizes }.any(|k| measures(k) && !is_allocated(k))
}

/// Whether a token names an object that is a structure, or leads to one.
fn is_structure(contents: &Contents<'_>, at: usize) -> bool {
    let (name, place) = (
        word(contents.unit, at),
        contents.unit.tokens[at].at.start as usize,
    );
    let mut functions = contents.file.functions.iter();
    let around = functions.find(|f| f.range().contains(&place));
    let object = around.and_then(|f| Some((f, f.symbols.visible(name, place)?)));
    object.is_some_and(|(function, id)| {
        let mut ty = &function.symbols.variable(id).declared_type;
        while let Type::Pointer(inner) | Type::Array(inner) = ty {
            ty = inner;
        }
        !matches!(ty, Type::Integer(_) | Type::Floating(_))
    })
}

/// Whether an object of a structure gets a list of values that names no members.
fn is_initialised(unit: &Unit, open: usize) -> bool {
    named(unit, open).any(|k| {
        let is_literal = word(unit, k + 1) == ")" && word(unit, k + 2) == "{";
        let mut behind = k + 1..unit.tokens.len();
        let end = behind.find(|k| matches!(word(unit, *k), ";" | "(" | ")" | "{"));
        let has_values = |brace: usize| {
            let is_zero = word(unit, brace + 1) == "0" && word(unit, brace + 2) == "}";
            word(unit, brace) == "{" && word(unit, brace - 1) == "=" && !is_zero
        };
        is_literal || end.is_some_and(has_values)
    })
}

fn removed(unit: &Unit, user: &Unit, open: usize) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    let mut stays = false;
    for declaration in declarations(unit, open)? {
        let pieces = declarators(unit, &declaration);
        let members = declared(unit, &declaration);
        let is_gone = |(at, _): &(usize, &Range<usize>)| {
            let array = members[*at].as_ref().filter(|m| m.is_array());
            array.is_some_and(|m| names(user, &m.name) && is_only_in(unit, &m.name, open))
        };
        let (gone, left): (Vec<_>, Vec<_>) = pieces.iter().enumerate().partition(is_gone);
        stays |= !left.is_empty();
        let spans = match left.is_empty() {
            true => vec![whole_lines(unit, &declaration)?],
            false => gone
                .iter()
                .map(|(at, _)| declarator(unit, &pieces, *at))
                .collect::<Option<_>>()?,
        };
        edits.extend(spans.into_iter().map(|span| Edit {
            span,
            text: String::new(),
        }));
    }
    stays.then_some(edits)
}

/// Whether code names a member.
fn names(unit: &Unit, member: &str) -> bool {
    let mut all = 1..unit.tokens.len();
    all.any(|k| word(unit, k) == member && matches!(word(unit, k - 1), "." | "->"))
}

/// Whether a word is nowhere but in the definition of a structure.
fn is_only_in(unit: &Unit, name: &str, open: usize) -> bool {
    let close = unit.closing(&unit.tokens, open).unwrap_or(open);
    // Headers have words of their own.
    let is_meant = |k: usize| {
        !matches!(unit.tokens[k].origin, Origin::Foreign)
            || matches!(word(unit, k.saturating_sub(1)), "." | "->")
    };
    let mut all = 0..unit.tokens.len();
    !all.any(|k| word(unit, k) == name && !(open..close).contains(&k) && is_meant(k))
}

/// A declarator with the comma before it, or behind it.
fn declarator(unit: &Unit, pieces: &[Range<usize>], at: usize) -> Option<Span> {
    let piece = &pieces[at];
    if at > 0 {
        return written_range(unit, piece.start - 1..piece.end);
    }
    let extents = piece.clone().find(|k| word(unit, *k) == "[")?;
    let (name, next) = (
        written(unit, extents - 1)?,
        written(unit, pieces.get(1)?.start)?,
    );
    Some(Span::new(name.start, next.start))
}

/// A declaration with its lines, and with the comment behind it.
fn whole_lines(unit: &Unit, declaration: &Range<usize>) -> Option<Span> {
    let span = written_range(unit, declaration.start..declaration.end + 1)?;
    let rest = &unit.file.bytes[span.end as usize..];
    let length = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
    let behind = rest[..length].trim_ascii();
    let is_comment = behind.starts_with(b"//")
        || behind.starts_with(b"/*")
            && behind.windows(2).position(|w| w == b"*/") == Some(behind.len() - 2);
    let end = span.end + if is_comment { length as u32 } else { 0 };
    Some(with_line(&unit.file, Span::new(span.start, end)))
}
