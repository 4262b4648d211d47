//! The text of arrays in common storage: pointers to it, its size, and one statement that frees it.

use crate::objects::{Allocation, Object, Source};
use crate::size::product;
use crate::statics::Moved;
use crate::words::{span, text, with_line};
use crate::{Place, ownership};
use c::Contents;
use print::renamed;
use source::{Edit, Edits, Span, Unit};
use std::ops::Range;

/// The edits that put arrays into the storage of the first of their group, which gets its storage
/// first in the text. With `keep_lines`, all lines stay. `None` if the text cannot be written.
pub fn edits(
    contents: &Contents<'_>,
    function: usize,
    groups: &[Vec<&Object>],
    keep_lines: bool,
) -> Option<Edits> {
    let place = Place::of(contents, function);
    let mut edits = Edits::default();
    let (mut removed, mut statics) = (Vec::new(), Moved::default());
    for group in groups {
        let (first, others) = group.split_first()?;
        for other in others {
            match other.statics() {
                Some(declaration) => statics.push(declaration, pointer(place, first, other)?),
                None => moved(place, &mut edits, (first, other))?,
            }
            removed.extend(other.heap().into_iter().flat_map(|heap| heap.tests.clone()));
        }
        grown(place, &mut edits, first, others)?;
        if first.heap().is_some() {
            removed.extend(ownership::removed(place, group)?);
        }
    }
    statics.write(place, &mut edits, keep_lines)?;
    remove(place.unit, &mut edits, removed, keep_lines)?;
    Some(edits)
}

/// The address of the storage that another array gets.
fn address(place: Place<'_>, first: &Object, other: &Object) -> String {
    match is_same_pointer(place, first, other) {
        true => first.name.clone(),
        false => format!("(void *){}", first.name),
    }
}

/// The declarator of a declared array as a pointer to the storage of another one: `*b = a`.
fn pointer(place: Place<'_>, first: &Object, other: &Object) -> Option<String> {
    let inner: Option<Vec<String>> = { other.dims.iter().skip(1) }
        .map(|d| text(place.unit, d.clone()).map(|t| format!("[{t}]")))
        .collect();
    let inner = inner?.concat();
    let pointer = match inner.is_empty() {
        true => format!("*{}", other.name),
        false => format!("(*{}){inner}", other.name),
    };
    Some(format!("{pointer} = {}", address(place, first, other)))
}

/// Writes an array as a pointer to the storage of another one.
fn moved(place: Place<'_>, edits: &mut Edits, (first, other): (&Object, &Object)) -> Option<()> {
    let unit = place.unit;
    match &other.origin {
        Source::Declared { declarator, .. } => {
            let pointer = pointer(place, first, other)?;
            replace(unit, edits, declarator.clone(), pointer)
        }
        Source::Heap(heap) => {
            let value = address(place, first, other);
            replace(unit, edits, heap.value.clone(), value)?;
            for restrict in &heap.restricts {
                without_word(unit, edits, restrict.clone())?;
            }
            Some(())
        }
    }
}

/// Whether both are pointers to the same type.
fn is_same_pointer(place: Place<'_>, first: &Object, other: &Object) -> bool {
    let inner = |o: &Object| -> Vec<String> {
        let skipped = usize::from(o.heap().is_none());
        let dims = o.dims.iter().skip(skipped);
        dims.filter_map(|d| text(place.unit, d.clone())).collect()
    };
    let rank = |o: &Object| o.dims.len() + usize::from(o.heap().is_some_and(|h| !h.is_flat));
    let is_flat = |o: &Object| match o.heap() {
        Some(heap) => heap.is_flat,
        None => o.dims.len() == 1,
    };
    rank(first) == rank(other) && is_flat(first) == is_flat(other) && inner(first) == inner(other)
}

/// Gives the first array the size of the largest one.
fn grown(place: Place<'_>, edits: &mut Edits, first: &Object, others: &[&Object]) -> Option<()> {
    let mut largest: Vec<&Object> = vec![first];
    for other in others {
        if largest.iter().any(|l| l.covers(other)) {
            continue;
        }
        largest.retain(|l| !other.covers(l));
        largest.push(other);
    }
    match largest.as_slice() {
        [only] if only.id == first.id => return Some(()),
        [_] | [_, _] => {}
        // Nobody reads the larger of three.
        _ => return None,
    }
    let mut all: Option<String> = None;
    for object in largest {
        let own = size_text(place, first, object)?;
        all = Some(match all {
            None => own,
            Some(known) => larger(&known, &own),
        });
    }
    let old = match &first.origin {
        Source::Declared { .. } => first.dims.first()?.clone(),
        Source::Heap(Allocation { bytes, .. }) => bytes.clone()?,
    };
    replace(place.unit, edits, old, all?)
}

/// The size of an array at the place of the first one.
fn size_text(place: Place<'_>, first: &Object, object: &Object) -> Option<String> {
    let own = match object.heap() {
        Some(heap) => text(place.unit, heap.bytes.clone()?)?,
        None => product(place, &object.size.parts)?,
    };
    Some(renamed(&own, &object.name, &first.name))
}

/// `a > b ? a : b`
fn larger(a: &str, b: &str) -> String {
    let bracketed = |t: &str| match t.contains(['?', '<', '>', '=', '&', '|', ',']) {
        true => format!("({t})"),
        false => t.to_string(),
    };
    let (a, b) = (bracketed(a), bracketed(b));
    format!("{a} > {b} ? {a} : {b}")
}

fn replace(unit: &Unit, edits: &mut Edits, at: Range<usize>, text: String) -> Option<()> {
    let span = span(unit, at)?;
    edits.insert(Edit { span, text }).ok()
}

/// Removes a word and the space after it.
fn without_word(unit: &Unit, edits: &mut Edits, at: Range<usize>) -> Option<()> {
    let mut span = span(unit, at)?;
    let bytes = &unit.file.bytes;
    while bytes.get(span.end as usize) == Some(&b' ') {
        span.end += 1;
    }
    let text = String::new();
    edits.insert(Edit { span, text }).ok()
}

/// Removes statements, with their lines if nothing else is there.
fn remove(
    unit: &Unit,
    edits: &mut Edits,
    statements: Vec<Range<usize>>,
    keep_lines: bool,
) -> Option<()> {
    let spans = statements.into_iter().map(|at| span(unit, at));
    let mut spans: Vec<Span> = spans.collect::<Option<_>>()?;
    spans.sort_by_key(|span| span.start);
    let mut runs: Vec<Span> = Vec::new();
    for span in spans {
        match runs.last_mut() {
            Some(run) if is_blank(unit, run.end..span.start) => run.end = span.end,
            _ => runs.push(span),
        }
    }
    for run in runs {
        let is_long = unit.file.slice(run).contains('\n');
        let span = match keep_lines {
            true if is_long => continue,
            true => run,
            false => with_line(unit, run),
        };
        let text = String::new();
        edits.insert(Edit { span, text }).ok()?;
    }
    Some(())
}

/// Whether a part of a line of the user's file has blanks only.
fn is_blank(unit: &Unit, range: Range<u32>) -> bool {
    let bytes = unit
        .file
        .bytes
        .get(range.start as usize..range.end as usize);
    bytes.is_some_and(|b| b.iter().all(|b| matches!(b, b' ' | b'\t')))
}
