//! Compares the rests of two functions piece by piece.

use super::verdict::{Reason, Side};
use front::Piece;
use source::Unit;

/// Why the rests of two functions differ, at the first difference.
pub(super) fn same_rest(
    (before, old): (&Unit, &[Piece<'_>]),
    (after, new): (&Unit, &[Piece<'_>]),
) -> Result<(), Reason> {
    let mut pairs = old.iter().zip(new);
    let differ = pairs.position(|(a, b)| a.text != b.text);
    let at = match differ {
        Some(at) => at,
        None if old.len() == new.len() => return Ok(()),
        None => old.len().min(new.len()),
    };
    let shown = |piece: Option<&Piece<'_>>| match piece {
        None => "the end".to_string(),
        Some(piece) if piece.text.starts_with('@') => "an element of a folded array".to_string(),
        Some(piece) => format!("`{}`", piece.text),
    };
    let (a, b) = (old.get(at), new.get(at));
    let span = |unit: &Unit, piece: Option<&Piece<'_>>, all: &[Piece<'_>]| {
        let at = piece.or(all.last())?.at;
        unit.nearest_span(at..at + 1)
    };
    let reason = Reason::new(format!(
        "the text differs: {} became {}",
        shown(a),
        shown(b)
    ));
    Err(reason.at(Side::Before, span(before, a, old), "this").at(
        Side::After,
        span(after, b, new),
        "became this",
    ))
}
