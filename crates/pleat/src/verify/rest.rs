//! Compares the rests of two functions piece by piece.

use super::verdict::{Reason, Side};
use front::{Piece, Rest};
use source::Unit;

/// A statement `t = t;` that the second text lacks: a copy of an array's element to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LostCopy {
    /// The label of the array.
    pub(super) label: usize,
    /// The offset in the second unit's text of the token that it would precede.
    pub(super) before: usize,
}

/// The copies that the second rest lacks, if nothing else differs.
///
/// # Errors
/// The first difference.
pub(super) fn compare(
    (before, old): (&Unit, &Rest<'_>),
    (after, new): (&Unit, &Rest<'_>),
    is_scalar: &dyn Fn(usize) -> bool,
) -> Result<Vec<LostCopy>, Reason> {
    let mut lost = Vec::new();
    let (mut a, mut b) = (0, 0);
    loop {
        let (left, right) = (old.pieces.get(a), new.pieces.get(b));
        match (left, right) {
            (None, None) => break,
            (Some(left), Some(right)) if left.text == right.text => (a, b) = (a + 1, b + 1),
            (_, Some(right))
                if let Some(label) = copied(&old.pieces[a.min(old.pieces.len())..])
                    && is_scalar(label) =>
            {
                let before = right.at;
                lost.push(LostCopy { label, before });
                a += 4;
            }
            _ => return Err(difference((before, old, a), (after, new, b))),
        }
    }
    let unknown = new.idle.iter().find(|text| !old.idle.contains(text));
    match unknown {
        None => Ok(lost),
        Some(text) => Err(Reason::new(format!("the text differs: `{text}` is new"))),
    }
}

/// The label of the array in `@1 = @1 ;`.
fn copied(pieces: &[Piece<'_>]) -> Option<usize> {
    let [to, sign, from, end, ..] = pieces else {
        return None;
    };
    let is_copy = to.text == from.text && sign.text == "=" && end.text == ";";
    to.text.strip_prefix('@').filter(|_| is_copy)?.parse().ok()
}

/// The first difference, with its places.
fn difference(
    (before, old, a): (&Unit, &Rest<'_>, usize),
    (after, new, b): (&Unit, &Rest<'_>, usize),
) -> Reason {
    let (left, right) = (old.pieces.get(a), new.pieces.get(b));
    let shown = |piece: Option<&Piece<'_>>| match piece {
        None => "the end".to_string(),
        Some(piece) if piece.text.starts_with('@') => "an element of a folded array".to_string(),
        Some(piece) => format!("`{}`", piece.text),
    };
    let span = |unit: &Unit, piece: Option<&Piece<'_>>, all: &Rest<'_>| {
        let at = piece.or(all.pieces.last())?.at;
        unit.nearest_span(at..at + 1)
    };
    let message = format!("the text differs: {} became {}", shown(left), shown(right));
    Reason::new(message)
        .at(Side::Before, span(before, left, old), "this")
        .at(Side::After, span(after, right, new), "became this")
}
