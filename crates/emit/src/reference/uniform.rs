//! New subscripts made of the old ones as they are written, so that one text may serve all
//! expansions of a macro's body.

use crate::context::Context;
use crate::subscript::careful;
use crate::subscript::row::RowPlan;
use front::Reference;
use poly::Expr;
use print::Tightness;
use source::Piece;

/// Encloses the number of a coordinate in a printed form; no C text contains it.
const MARK: char = '\u{1}';

/// The texts from the first `[` to the last `]`, one per variant; a variant says of each row
/// whether it has its modulo.
pub(crate) fn texts(
    context: &Context,
    reference: &Reference,
    rows: &[&RowPlan],
    variants: &[Vec<bool>],
) -> Vec<Vec<Piece>> {
    let text = |wraps: &Vec<bool>| {
        let mut pieces = Vec::new();
        for (row, wraps) in rows.iter().zip(wraps) {
            pieces.push(Piece::Text("[".to_string()));
            pieces.extend(index(context, reference, row, *wraps)?);
            pieces.push(Piece::Text("]".to_string()));
        }
        Some(pieces)
    };
    variants.iter().filter_map(text).collect()
}

/// The text of one row.
fn index(
    context: &Context,
    reference: &Reference,
    row: &RowPlan,
    wraps: bool,
) -> Option<Vec<Piece>> {
    let mut pieces = match row.same_axis() {
        Some(axis) => {
            let (span, _) = context.written(reference, axis)?;
            vec![if wraps {
                Piece::Operand(span)
            } else {
                Piece::Copy(span)
            }]
        }
        None if context.fold.is_careful() => {
            in_parentheses(careful::pieces(context, row, reference)?, wraps)
        }
        None => form(context, reference, row, wraps)?,
    };
    if wraps {
        let modulus = context.print(&row.divisor, &reference.unusable_params);
        let modulus = modulus.ok()?.at_least(Tightness::Primary);
        pieces.push(Piece::Text(format!(" % {modulus}")));
    }
    Some(pieces)
}

fn in_parentheses(pieces: Vec<Piece>, needed: bool) -> Vec<Piece> {
    let [open, close] = match needed {
        true => ["(", ")"],
        false => ["", ""],
    };
    let text = |text: &str| Piece::Text(text.to_string());
    let inner = std::iter::once(text(open)).chain(pieces);
    inner.chain([text(close)]).collect()
}

/// The form plus offset, with the old subscripts as its operands.
fn form(
    context: &Context,
    reference: &Reference,
    row: &RowPlan,
    in_parentheses: bool,
) -> Option<Vec<Piece>> {
    let terms = row.row.form.iter().enumerate().filter(|(_, c)| **c != 0);
    let sum = terms.fold(row.offset.clone(), |sum, (dim, c)| {
        sum + Expr::var(&format!("{MARK}{dim}{MARK}")) * *c
    });
    let text = context.print(&sum, &reference.unusable_params).ok()?;
    let text = match in_parentheses {
        true => text.at_least(Tightness::Primary),
        false => text.text,
    };
    let piece = |(k, part): (usize, &str)| match k % 2 {
        0 => Some(Piece::Text(part.to_string())),
        _ => {
            let (span, _) = context.written(reference, part.parse().ok()?)?;
            Some(Piece::Operand(span))
        }
    };
    text.split(MARK).enumerate().map(piece).collect()
}
