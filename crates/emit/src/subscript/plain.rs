//! Subscripts as a person would write them.

use crate::context::Context;
use crate::error::EmitError;
use crate::subscript::index::{Index, value};
use crate::subscript::modulo::{needs_modulo, remainder};
use crate::subscript::row::RowPlan;
use crate::subscript::sums::Sum;
use crate::subscript::types::{Signed, mix_signs};
use front::Reference;
use front::forms::ring_unit::RingPosition;
use front::forms::ring_unit::RingSubscript;
use poly::Expr;
use print::{CText, Tightness, joined};

/// Whether a sum along several dimensions would mix counters and sizes with sign and without, in
/// types where that changes negative numbers.
pub(crate) fn mixes_signs(context: &Context, row: &RowPlan, reference: &Reference) -> bool {
    let is_sum = row.row.axis().is_none();
    let value = value(context, row, reference);
    is_sum && value.is_ok_and(|sum| mix_signs(context, reference, [&sum], Signed::InScop))
}

/// `(k - 1) % 2`, `k`, `i - t + N - 1`, `0`.
///
/// # Errors
/// The subscript cannot be written in C.
pub(crate) fn index(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
) -> Result<Index, EmitError> {
    let value = value(context, row, reference);
    if let Some(position) = row.ring_position(context, reference)? {
        let (value, modulus) = (value?, &row.divisor);
        let parts = (Some(&position), &value, modulus);
        return Ok(Index {
            modulo: Some((value.clone(), modulus.clone())),
            ring: Some(position.clone()),
            ..Index::plain(remainder_text(context, parts, &reference.unusable_params)?)
        });
    }
    let known = value.as_ref().ok();
    if let Some(index) = Index::of_number(known, row) {
        return match named_number(context, row, reference, known) {
            Some(text) => Ok(Index::plain(text)),
            None => Ok(index),
        };
    }
    if let Some(rest) = remainder(context, row, reference, known)?
        && let Ok(text) = context.print(&rest, &reference.unusable_params)
    {
        return Ok(Index::plain(text.text));
    }
    match needs_modulo(context, row, reference, known)? {
        true => divided(context, row, reference, value),
        false => undivided(context, row, reference, value),
    }
}

/// The user's own text of a number that is its own remainder, if names are in it: `W - 1`, where
/// `W` is a constant of an enumeration.
fn named_number(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
    known: Option<&Expr>,
) -> Option<String> {
    let number = known?.as_constant()?;
    let modulus = row.row.modulus.as_constant()?;
    let text = context.users_text(reference, row.same_axis()?)?;
    let is_named = text.text.contains(|c: char| c.is_ascii_alphabetic());
    ((0..modulus).contains(&number) && is_named).then_some(text.text)
}

/// A subscript without a modulo.
fn undivided(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
    value: Result<Expr, EmitError>,
) -> Result<Index, EmitError> {
    let sum = match row.row.axis() {
        None => Sum::of(context, row, reference).ok(),
        Some(_) => None,
    };
    Ok(Index {
        sum,
        ..Index::plain(operand(context, row, reference, value)?.text)
    })
}

/// A subscript with a modulo.
fn divided(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
    value: Result<Expr, EmitError>,
) -> Result<Index, EmitError> {
    let nearer = value.as_ref().ok().and_then(|value| nearer(value, row));
    let nearer = nearer.and_then(|e| {
        let text = context.print(&e, &reference.unusable_params).ok()?;
        Some((text, e))
    });
    let (operand, dividend) = match nearer {
        Some((text, e)) => (text, Some(e)),
        None => {
            let dividend = value.as_ref().ok().cloned();
            (operand(context, row, reference, value)?, dividend)
        }
    };
    let modulus = context.print(&row.divisor, &reference.unusable_params)?;
    Ok(Index {
        modulo: dividend.map(|e| (e, row.divisor.clone())),
        ..Index::plain(format!(
            "{} % {}",
            operand.at_least(Tightness::Primary),
            modulus.at_least(Tightness::Primary)
        ))
    })
}

/// `d % b`, or `((long long)N * y + x) % b`: the product may not fit in an `int`.
///
/// # Errors
/// A part cannot be written in C where some parameters are unusable.
pub(crate) fn remainder_text(
    context: &Context,
    (position, dividend, modulus): (Option<&RingPosition>, &Expr, &Expr),
    unusable: &[String],
) -> Result<String, EmitError> {
    let print = |e: &Expr| context.print(e, unusable);
    let primary = |e: &Expr| print(e).map(|text| text.at_least(Tightness::Primary));
    let Some(RingPosition { by, row, column }) = position else {
        return Ok(format!("{} % {}", primary(dividend)?, primary(modulus)?));
    };
    let wide = context.signed_wide_type()?;
    let subscript = RingSubscript {
        by: format!("({wide}){}", primary(by)?),
        row: primary(row)?,
        column: match column.as_constant() {
            Some(0) => String::new(),
            _ => joined("", &print(column)?.text),
        },
        modulus: primary(modulus)?,
    };
    Ok(subscript.text())
}

/// `t` for `t - 7` under the modulus 7: the same cell, and not negative where `t` is not.
fn nearer(value: &Expr, row: &RowPlan) -> Option<Expr> {
    let back = -value.constant_part();
    let modulus = row.row.modulus.as_constant()?;
    (back >= modulus).then(|| value.clone() + Expr::constant(back / modulus * modulus))
}

/// The dividend: the user's own text of the subscript where nothing is added to it.
fn operand(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
    value: Result<Expr, EmitError>,
) -> Result<CText, EmitError> {
    let own = row.same_axis();
    match own.and_then(|axis| context.users_text(reference, axis)) {
        Some(text) => Ok(text),
        None => context.print(&value?, &reference.unusable_params),
    }
}
