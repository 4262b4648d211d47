//! Arrays in static storage. Small ones become automatic, so that threads and calls each have their own;
//! others stay where they are if nothing shares them.

use crate::comment;
use crate::declaration::{self, dropped, size_text};
use crate::layout::{behind_comment, ends_line, indent_of, layout_after};
use crate::parameter::{lines, with_comment};
use crate::plan::{Context, EmitError, Plan};
use crate::remarks::Remarks;
use crate::{Fold, Storage};
use front::{Automatic, StaticPlaces};
use source::{Edit, SourceFile, Span};

/// The size of an element where it is not known.
const LARGE_ELEMENT: u64 = 64;

/// The bytes of the folded array, at the sample sizes.
pub(crate) fn bytes(fold: &Fold<'_>) -> u64 {
    let element = fold.candidate.element_bytes.unwrap_or(LARGE_ELEMENT);
    let cells = u64::try_from(fold.choice.size).unwrap_or(u64::MAX);
    cells.saturating_mul(element)
}

/// Whether an array in static storage becomes an automatic one: if it is small, and grows with one
/// parameter at most.
pub fn becomes_automatic(fold: &Fold<'_>) -> bool {
    let statics = fold.candidate.statics.as_ref();
    let rows = fold.choice.mapping.rows.iter();
    let params = &fold.region.scop.params;
    let grows = rows.filter(|row| params.iter().any(|p| row.modulus.mentions(&p.name)));
    statics.is_some_and(|s| s.automatic.is_some())
        && bytes(fold) <= fold.limits.stack
        && grows.count() <= 1
}

/// The edits of the declaration, the comment included, where it lives then, and the declarator that moves.
pub(crate) fn edits(
    context: &Context,
    plan: &Plan,
    places: &StaticPlaces,
) -> Result<(Vec<Edit>, Storage, Option<Moved>), EmitError> {
    let fold = context.fold;
    let automatic = places.automatic.as_ref();
    match automatic.filter(|_| becomes_automatic(fold)) {
        Some(places) if stays(context, places) => {
            Ok((stripped(context, plan, places)?, Storage::Automatic, None))
        }
        Some(places) => {
            let moved = moved(context, plan, places)?;
            Ok((
                vec![leaves(context, places)],
                Storage::Automatic,
                Some(moved),
            ))
        }
        None if !places.may_be_shared || fold.limits.single_thread => {
            Ok((crate::declared(context, plan)?, Storage::Declared, None))
        }
        None => Err(EmitError::Shared {
            bytes: automatic.map(|_| bytes(fold)),
        }),
    }
}

/// Whether all of its declaration becomes automatic where it is.
fn stays(context: &Context, places: &Automatic) -> bool {
    places.moves_to.is_none() && (places.declarators.len() == 1 || goes(context, places))
}

/// Its declaration loses the `static`, and what it starts with.
fn stripped(context: &Context, plan: &Plan, places: &Automatic) -> Result<Vec<Edit>, EmitError> {
    let mut edits = declaration::brackets(context, plan)?;
    let initialiser = context.fold.candidate.initialiser;
    edits.extend(initialiser.map(|span| dropped(context, span)));
    edits.extend(comment::edit(context, plan));
    let behind = &context.file.bytes[places.class.end as usize..];
    let blanks = behind.iter().take_while(|b| matches!(b, b' ' | b'\t'));
    edits.push(Edit {
        span: Span::new(places.class.start, places.class.end + blanks.count() as u32),
        text: String::new(),
    });
    Ok(edits)
}

/// Whether all of a declaration goes.
fn goes(context: &Context, places: &Automatic) -> bool {
    let becomes = |(name, _): &(String, Span)| context.fold.automatic.contains(name);
    places.declarators.iter().all(becomes)
}

/// What is left of the old declaration of an array that gets one of its own.
fn leaves(context: &Context, places: &Automatic) -> Edit {
    match goes(context, places) {
        true => without_lines(context.file, places.whole),
        false => without_declarator(context, places),
    }
}

/// The declaration that an array gets elsewhere.
fn moved(context: &Context, plan: &Plan, places: &Automatic) -> Result<Moved, EmitError> {
    let name = &context.fold.candidate.spelling;
    let unknown = EmitError::Shared { bytes: None };
    let mut declarator = "*".repeat(places.pointers) + name;
    for row in &plan.rows {
        let size = size_text(context, row)?;
        if let Some(late) = late_macro(context, &size) {
            return Err(EmitError::DefinedLate(late));
        }
        declarator.push_str(&format!("[{size}]"));
    }
    let all = &places.declarators;
    let at = all.iter().position(|(n, _)| n == name).unwrap_or(0);
    let before = at
        .checked_sub(1)
        .map(|k| Span::new(all[k].1.end, all[at].1.start));
    Ok(Moved {
        from: places.whole,
        at,
        body: places.moves_to,
        is_first: at == 0 && goes(context, places),
        is_last: at + 1 == all.len() && goes(context, places),
        separator: separator(context.file, before.filter(|_| goes(context, places))),
        element: places.element.clone().ok_or(unknown)?,
        declarator,
        comment: with_comment(context, plan, name, &[]),
    })
}

/// What stands between two declarators: as it does now, if a comment is there.
fn separator(file: &SourceFile, between: Option<Span>) -> String {
    let text = between.map(|span| file.slice(span).into_owned());
    let text = text.filter(|text| text.contains('/'));
    text.unwrap_or_else(|| ", ".to_string())
}

/// A declarator that moves.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moved {
    /// Its old declaration.
    from: Span,
    /// Its place among the declarators there.
    at: usize,
    /// Behind the brace where it goes; behind the old declaration if that is `None`.
    body: Option<Span>,
    /// It is the first declarator of a declaration all of which goes.
    is_first: bool,
    /// It is the last one.
    is_last: bool,
    /// What stands in front of it, behind another declarator.
    separator: String,
    element: String,
    declarator: String,
    /// What a comment says of it.
    comment: Vec<String>,
}

/// The new declarations of a file: one for declarators that had one.
pub(crate) fn declarations(file: &SourceFile, mut all: Vec<Moved>) -> Vec<Edit> {
    all.sort();
    let groups = all.chunk_by(|a, b| a.from == b.from && a.body == b.body);
    groups.map(|group| declared_anew(file, group)).collect()
}

fn declared_anew(file: &SourceFile, group: &[Moved]) -> Edit {
    let first = &group[0];
    let remarks = Remarks::of(file, first.from);
    let mut text = format!("{} {}", first.element, first.declarator);
    for next in &group[1..] {
        text.push_str(&format!("{}{}", next.separator, next.declarator));
    }
    text.push(';');
    if group.iter().any(|m| m.is_last) {
        text.push_str(&remarks.behind);
    }
    let above = remarks.above.iter().filter(|_| first.is_first);
    let comments = group.iter().flat_map(|m| &m.comment).chain(above);
    let new: Vec<&str> = comments
        .map(String::as_str)
        .chain([text.as_str()])
        .collect();
    match first.body {
        Some(body) => lines(file, body, body, &new),
        None => behind(file, first.from, &new),
    }
}

/// A macro in a text that has no value yet where the function begins.
fn late_macro(context: &Context, text: &str) -> Option<String> {
    let is_part = |c: char| c == '_' || c == '$' || c.is_alphanumeric();
    let mut words = text.split(|c| !is_part(c));
    let late = &context.fold.region.late_macros;
    words
        .find(|word| late.iter().any(|m| m == word))
        .map(str::to_string)
}

/// New lines behind a declaration, indented as it is.
fn behind(file: &SourceFile, declaration: Span, lines: &[&str]) -> Edit {
    let (newline, _) = layout_after(&file.bytes[declaration.end as usize..]);
    let indent = indent_of(file, declaration);
    let end = behind_comment(file, declaration);
    let is_short = end.end == declaration.end && !ends_line(file, declaration);
    let text = lines.iter().map(|line| match is_short {
        true => format!(" {line}"),
        false => format!("{newline}{indent}{line}"),
    });
    Edit {
        span: Span::at(end.end),
        text: text.collect(),
    }
}

/// Without the lines of a declaration and of the comment on it, and without one of two blank lines around.
fn without_lines(file: &SourceFile, declaration: Span) -> Edit {
    let mut span = file.whole_lines(declaration);
    let is_alone = span != declaration;
    span.start = Remarks::of(file, declaration).start.unwrap_or(span.start);
    let before = &file.bytes[..span.start as usize];
    let after = &file.bytes[span.end as usize..];
    let is_first = before.is_empty() || before.ends_with(b"\n\n") || before.ends_with(b"\r\n\r\n");
    let blank = [&b"\n"[..], b"\r\n"]
        .into_iter()
        .find(|line| after.starts_with(line));
    if is_alone && is_first {
        span.end += blank.map_or(0, <[u8]>::len) as u32;
    }
    Edit {
        span,
        text: String::new(),
    }
}

/// Without one declarator of several, and one comma: that in front of it if a declarator stays there.
fn without_declarator(context: &Context, places: &Automatic) -> Edit {
    let all = &places.declarators;
    let name = &context.fold.candidate.spelling;
    let at = all.iter().position(|(n, _)| n == name).unwrap_or(0);
    let stays = |(n, _): &(String, Span)| !context.fold.automatic.contains(n);
    let next = all.get(at + 1).map_or(all[at].1.end, |next| next.1.start);
    let (own, file) = (all[at].1, context.file);
    let (span, text) = match all[..at].iter().any(stays) {
        true => {
            let before = all[at - 1].1.end;
            let comment = comment_in(file, Span::new(before, own.start));
            (
                Span::new(before, own.end),
                format!(" {comment}").trim_end().to_string(),
            )
        }
        false => {
            let comment = comment_in(file, Span::new(own.end, next));
            (Span::new(own.start, next), comment)
        }
    };
    Edit { span, text }
}

/// The comment between two declarators, if there is one.
fn comment_in(file: &SourceFile, between: Span) -> String {
    let text = file.slice(between);
    let text = text.trim_start().strip_prefix(',').unwrap_or_default();
    match text.contains('/') {
        true => text.trim_start().to_string(),
        false => String::new(),
    }
}
