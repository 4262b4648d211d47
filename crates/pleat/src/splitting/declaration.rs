//! The declaration of a part of an array, beside that of the array.

use super::place::Place;
use print::Names;
use source::{Edit, Edits, Span};

/// A name for the part that the file does not use.
pub(super) fn free_name(place: &Place<'_>) -> String {
    let names = Names::of_units([place.text.version.program().unit()]);
    names.free(&format!("{}_{}", place.candidate.spelling, place.face.side))
}

/// The edits that declare the part in the declaration of the array: `double u[T][N], u_first[N];`.
/// `None` if something beside sizes and a value is declared of the array.
pub(super) fn edits(place: &Place<'_>, name: &str) -> Option<Edits> {
    let file = &place.text.version.program().unit().file;
    let candidate = place.candidate;
    let bytes = &file.bytes;
    let (first, last) = (candidate.dims.first()?, candidate.dims.last()?);
    let is_blank = |from: u32, to: u32| {
        let between = bytes.get(from as usize..to as usize);
        between.is_some_and(|b| b.iter().all(u8::is_ascii_whitespace))
    };
    let end = candidate.initialiser.map_or(last.brackets.end, |i| i.end);
    let next = bytes[end as usize..]
        .iter()
        .find(|b| !b.is_ascii_whitespace());
    let is_plain = is_blank(candidate.name_span.end, first.brackets.start)
        && matches!(next, Some(b',' | b';'));
    if !is_plain {
        return None;
    }
    let before = bytes[..candidate.name_span.start as usize].iter().rev();
    let before: Vec<u8> = before
        .copied()
        .take_while(|b| b.is_ascii_whitespace() || *b == b'*')
        .filter(|b| *b == b'*')
        .collect();
    let stars = String::from_utf8(before).ok()?;
    let dims = candidate.dims.iter().enumerate();
    let dims = dims.filter(|(k, _)| *k != place.face.dim);
    let dims: String = dims
        .map(|(_, d)| file.slice(d.brackets).into_owned())
        .collect();
    let value = candidate.initialiser.map(|i| format!(" {}", file.slice(i)));
    let text = format!(", {stars}{name}{dims}{}", value.unwrap_or_default());
    let mut edits = Edits::default();
    let span = Span::at(end);
    edits.insert(Edit { span, text }).ok()?;
    Some(edits)
}
