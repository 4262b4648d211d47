//! Arrays in structures that nothing names any more, because they became objects of a function:
//! they leave the definition of the structure.

use super::definition::{declarations, declarators, declared, word};
use super::uses::{written, written_range};
use print::with_line;
use source::{Edit, Edits, Span, Unit};
use std::ops::Range;

/// The edits that remove the arrays in structures that the user's text names, but not the new one.
pub fn unnamed_members_removed(unit: &Unit, user: &Unit) -> Edits {
    let mut edits = Edits::default();
    for start in (0..unit.tokens.len()).filter(|k| word(unit, *k) == "struct") {
        let open = start + 1 + usize::from(word(unit, start + 1) != "{");
        if word(unit, open) != "{" || is_initialised(unit, open) {
            continue;
        }
        for edit in removed(unit, user, open).unwrap_or_default() {
            edits.insert(edit).ok();
        }
    }
    edits
}

/// Whether an object of a structure gets a list of values that names no members.
fn is_initialised(unit: &Unit, open: usize) -> bool {
    let close = unit.closing(&unit.tokens, open).unwrap_or(open);
    let names = [word(unit, open - 1), word(unit, close + 1)];
    let is_name = |k: &usize| {
        let word = word(unit, *k);
        *k != open - 1 && word != "struct" && names.contains(&word)
    };
    let mut named = (close..unit.tokens.len()).filter(is_name);
    named.any(|k| {
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
            array.is_some_and(|m| names(user, &m.name) && !names(unit, &m.name))
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
