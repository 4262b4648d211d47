//! Arrays in static storage. Small ones become automatic, so that threads and calls each have their
//! own; others stay where they are if nothing shares them.

use crate::context::Context;
use crate::declaration::comment;
use crate::declaration::declarator::{self, declared, dropped, size_text};
use crate::declaration::moved::Moved;
use crate::error::EmitError;
use crate::fold::{Fold, Storage};
use crate::plan::Plan;
use crate::text::remarks::Remarks;
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

/// Whether an array in static storage becomes an automatic one: it does if it is small and grows
/// with at most one parameter.
pub fn becomes_automatic(fold: &Fold<'_>) -> bool {
    let statics = fold.candidate.statics.as_ref();
    let rows = fold.choice.mapping.rows.iter();
    let params = &fold.region.scop.params;
    let grows = rows.filter(|row| params.iter().any(|p| row.modulus.mentions(&p.name)));
    statics.is_some_and(|s| s.automatic.is_some())
        && bytes(fold) <= fold.limits.stack
        && grows.count() <= 1
}

/// The edits of the declaration and its comment, the storage of the array, and its declarator if
/// that moves.
///
/// # Errors
/// A size cannot be written in C, or threads would share the array.
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
                vec![remaining(context, places)],
                Storage::Automatic,
                Some(moved),
            ))
        }
        None if !places.may_be_shared || fold.limits.single_thread => {
            Ok((declared(context, plan)?, Storage::Declared, None))
        }
        None => Err(EmitError::Shared {
            bytes: automatic.map(|_| bytes(fold)),
        }),
    }
}

/// Whether its whole declaration becomes automatic where it is.
fn stays(context: &Context, places: &Automatic) -> bool {
    places.moves_to.is_none() && (places.declarators.len() == 1 || is_removed(context, places))
}

/// The edits that remove `static` and the initialiser from its declaration.
fn stripped(context: &Context, plan: &Plan, places: &Automatic) -> Result<Vec<Edit>, EmitError> {
    let mut edits = declarator::brackets(context, &plan.rows)?;
    let initialiser = context.fold.candidate.initialiser;
    edits.extend(initialiser.map(|span| dropped(context, span)));
    edits.extend(comment::edit(context, plan));
    let after = &context.file.bytes[places.class.end as usize..];
    let blanks = after.iter().take_while(|b| matches!(b, b' ' | b'\t'));
    edits.push(Edit {
        span: Span::new(places.class.start, places.class.end + blanks.count() as u32),
        text: String::new(),
    });
    Ok(edits)
}

/// Whether the whole declaration is removed.
fn is_removed(context: &Context, places: &Automatic) -> bool {
    let becomes = |(name, _): &(String, Span)| context.fold.automatic.contains(name);
    places.declarators.iter().all(becomes)
}

/// The edit of the old declaration of an array that gets a new one.
fn remaining(context: &Context, places: &Automatic) -> Edit {
    match is_removed(context, places) {
        true => without_lines(context.file, places.whole),
        false => without_declarator(context, places),
    }
}

/// The declarator that an array gets elsewhere.
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
        is_first: at == 0 && is_removed(context, places),
        is_last: at + 1 == all.len() && is_removed(context, places),
        separator: separator(context.file, before.filter(|_| is_removed(context, places))),
        element: places.element.clone().ok_or(unknown)?,
        declarator,
        comment: comment::above(context, plan, name, &[]),
    })
}

/// The text between two declarators: the old one if it contains a comment.
fn separator(file: &SourceFile, between: Option<Span>) -> String {
    let text = between.map(|span| file.slice(span).into_owned());
    let text = text.filter(|text| text.contains('/'));
    text.unwrap_or_else(|| ", ".to_string())
}

/// A macro in a text that has no value yet where the function starts.
fn late_macro(context: &Context, text: &str) -> Option<String> {
    let late = &context.fold.region.late_macros;
    source::names(text)
        .find(|word| late.iter().any(|m| m == word))
        .map(str::to_string)
}

/// The edit that removes the lines of a declaration and of the comment on it, and one of two blank
/// lines around them.
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

/// The edit that removes one declarator of several and one comma: the comma before it if a
/// declarator stays there.
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
