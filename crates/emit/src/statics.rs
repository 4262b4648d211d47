//! Arrays in static storage. Small ones become automatic, so that threads and calls each have their own;
//! others stay where they are if nothing shares them.

use crate::comment;
use crate::declaration::{self, dropped, size_text};
use crate::layout::{indent_of, layout_after};
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

/// The edits of the declaration, the comment included.
pub(crate) fn edits(
    context: &Context,
    plan: &Plan,
    places: &StaticPlaces,
) -> Result<(Vec<Edit>, Storage), EmitError> {
    let fold = context.fold;
    let automatic = places.automatic.as_ref();
    match automatic.filter(|_| becomes_automatic(fold)) {
        Some(places) => Ok((automatic_edits(context, plan, places)?, Storage::Automatic)),
        None if !places.may_be_shared || fold.limits.single_thread => {
            Ok((crate::declared(context, plan)?, Storage::Declared))
        }
        None => Err(EmitError::Shared {
            bytes: automatic.map(|_| bytes(fold)),
        }),
    }
}

/// Its declaration loses the `static`, alone or with all others in it; else it gets another one.
fn automatic_edits(
    context: &Context,
    plan: &Plan,
    places: &Automatic,
) -> Result<Vec<Edit>, EmitError> {
    let becomes = |name: &String| context.fold.automatic.contains(name);
    let is_whole = places.declarators.iter().all(|(name, _)| becomes(name));
    if places.moves_to.is_some() || (!is_whole && places.declarators.len() > 1) {
        return moved(context, plan, places);
    }
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

/// A declaration of its own, and what is left of the old one.
fn moved(context: &Context, plan: &Plan, places: &Automatic) -> Result<Vec<Edit>, EmitError> {
    let name = &context.fold.candidate.spelling;
    let element = places
        .element
        .as_ref()
        .ok_or(EmitError::Shared { bytes: None })?;
    let mut text = format!("{element} {name}");
    for row in &plan.rows {
        let size = size_text(context, &row.row)?;
        if let Some(late) = late_macro(context, &size) {
            return Err(EmitError::DefinedLate(late));
        }
        text.push_str(&format!("[{size}]"));
    }
    text.push(';');
    let is_whole = places
        .declarators
        .iter()
        .all(|(n, _)| context.fold.automatic.contains(n));
    let remarks = match places.declarators.len() {
        1 => Remarks::of(context.file, places.whole),
        _ => Remarks::default(),
    };
    text.push_str(&remarks.behind);
    let above = remarks.above.iter().map(String::as_str);
    let new: Vec<&str> = above.chain([text.as_str()]).collect();
    let declaration = with_comment(context, plan, name, &new);
    let new = match places.moves_to {
        Some(body) => lines(context.file, body, body, &declaration),
        None => behind(context.file, places.whole, &declaration),
    };
    let old = match is_whole {
        true => without_lines(context.file, places.whole, remarks.start),
        false => without_declarator(context, places),
    };
    Ok(vec![new, old])
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
fn behind(file: &SourceFile, declaration: Span, lines: &[String]) -> Edit {
    let (newline, _) = layout_after(&file.bytes[declaration.end as usize..]);
    let indent = indent_of(file, declaration);
    let text = lines.iter().map(|line| format!("{newline}{indent}{line}"));
    Edit {
        span: Span::at(declaration.end),
        text: text.collect(),
    }
}

/// Without the lines of a declaration, and without one of two blank lines around it. What is said of it
/// above starts at `start`.
fn without_lines(file: &SourceFile, declaration: Span, start: Option<u32>) -> Edit {
    let mut span = file.whole_lines(declaration);
    let is_alone = span != declaration;
    span.start = start.filter(|_| is_alone).unwrap_or(span.start);
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
    let span = match all[..at].iter().any(stays) {
        true => Span::new(all[at - 1].1.end, all[at].1.end),
        false => Span::new(
            all[at].1.start,
            all.get(at + 1).map_or(all[at].1.end, |n| n.1.start),
        ),
    };
    Edit {
        span,
        text: String::new(),
    }
}
