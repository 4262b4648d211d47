//! Strides of flat arrays, and the casts that their products need.

use crate::context::Context;
use crate::error::EmitError;
use crate::fold::Care;
use crate::size::wide::cast_where;
use crate::subscript::row::RowPlan;
use crate::subscript::types::{may_be_int, product_fits_int};
use crate::text::cexpr::Tightness;
use front::{HeapPlaces, Reference};
use poly::Expr;

/// The cast before a row that is multiplied by a stride, empty if none is needed: their product
/// might not fit in an `int` where the old subscript was computed in a wider type and the stride is
/// not.
///
/// # Errors
/// There is no wide type.
pub(crate) fn cast(
    context: &Context,
    rows: &[RowPlan],
    (reference, row): (&Reference, &str),
    stride: &Expr,
) -> Result<String, EmitError> {
    let was_wide = reference.subscripts.iter().any(|s| s.is_wide);
    let sizes: Vec<&Expr> = rows.iter().map(|row| &row.row.modulus).collect();
    let is_asked = context.fold.care == Care::Wide;
    let is_narrow =
        (was_wide || is_asked) && !product_fits_int(&sizes) && may_be_int(context, stride);
    let cast = match is_narrow && is_asked {
        true => Some(format!("({})", context.signed_wide_type()?)),
        false => cast_where(is_narrow, context)?,
    };
    Ok(cast.filter(|_| !is_cast(row)).unwrap_or_default())
}

/// Types of 64 bits, as people spell them.
const WIDE_TYPES: [&str; 10] = [
    "size_t",
    "ssize_t",
    "ptrdiff_t",
    "int64_t",
    "uint64_t",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "uintptr_t",
];

/// Whether the user's text of a row casts to a wide type, so that its product needs no other cast.
/// The proof reads the result.
fn is_cast(text: &str) -> bool {
    WIDE_TYPES
        .iter()
        .any(|ty| text.contains(&format!("({ty})")))
}

/// A stride: by the user's own name for it, if one is both in the size and in the subscript.
///
/// # Errors
/// The stride cannot be written in C.
pub(crate) fn text(
    context: &Context,
    places: &HeapPlaces,
    reference: &Reference,
    stride: &Expr,
) -> Result<String, EmitError> {
    let wanted = front::Polynomial::from(stride);
    let mut same = places.size.factors.iter().filter(|f| f.count == wanted);
    let subscript = reference.subscripts.first();
    let subscript = subscript.map(|s| context.text(s.expr_span));
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let named = same.find_map(|f| {
        let text = context.text(f.number);
        let text = text.trim_matches(['(', ')', ' ']).to_string();
        let mut words = subscript.iter().flat_map(|s| s.split(|c| !word(c)));
        let is_named = words.any(|w| w == text);
        is_named.then(|| {
            subscript
                .as_deref()
                .and_then(|s| with_cast(s, &text))
                .unwrap_or(text)
        })
    });
    match named {
        Some(name) => Ok(name),
        None => {
            let text = context.print(stride, &reference.unusable_params)?;
            Ok(text.at_least(Tightness::Primary))
        }
    }
}

/// `(size_t)w`, if a name is in a text after a cast, with parentheses around it or without.
fn with_cast(text: &str, name: &str) -> Option<String> {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let bare = |at: usize| {
        let before = text[..at].trim_end();
        let is_enclosed = text[at + name.len()..].trim_start().starts_with(')');
        before
            .strip_suffix('(')
            .filter(|_| is_enclosed)
            .unwrap_or(before)
    };
    text.match_indices(name).find_map(|(at, _)| {
        let behind = &text[at + name.len()..];
        let cast = bare(at).trim_end();
        let before = cast.strip_suffix(')')?;
        let open = before.rfind('(')?;
        let is_cast = before[open + 1..].chars().all(|c| word(c) || c == ' ');
        (is_cast && !behind.starts_with(word)).then(|| cast[open..].to_string() + name)
    })
}
