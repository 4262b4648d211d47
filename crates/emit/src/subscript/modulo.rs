//! Whether a subscript needs its modulo: decided on the elements that the reference touches.

use crate::context::Context;
use crate::error::EmitError;
use crate::subscript::enclosing::loop_of;
use crate::subscript::index::value;
use crate::subscript::row::RowPlan;
use front::Reference;
use poly::{Expr, Set, names};
use scop::{Access, Subscript};

/// Whether a subscript is written with a modulo: because it may reach the modulus, or because the
/// same subscript does elsewhere in the body of the same loop.
///
/// # Errors
/// A question about sets exceeds its budget.
pub(crate) fn needs_modulo(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
    own: Option<&Expr>,
) -> Result<bool, EmitError> {
    if !row.wraps || !stays_below(context, row, reference)? {
        return Ok(row.wraps);
    }
    let Some((own, (_, place))) = own.and_then(|own| Some((own, loop_of(reference, own)?))) else {
        return Ok(false);
    };
    let question = format!("{own} reaches {} in {:?}", row.row.modulus, place.whole);
    context.once(question, || {
        let others = context.fold.candidate.references.iter();
        for other in others.filter(|r| r.block.is_none() && place.whole.contains(r.whole)) {
            let is_same = value(context, row, other).is_ok_and(|value| value == *own);
            if is_same && !stays_below(context, row, other)? {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

/// Whether form plus offset is in `0..modulus` for every element that this reference touches:
///
/// ```text
/// { a[d0', d1'] : 0 <= form + offset < modulus }
/// ```
///
/// # Errors
/// A question about sets exceeds its budget.
pub(crate) fn stays_below(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
) -> Result<bool, EmitError> {
    let d = names("d", row.row.form.len());
    let terms = d.iter().zip(&row.row.form);
    let form = terms.fold(row.offset.clone(), |sum, (d, c)| sum + Expr::var(d) * *c);
    let inside = format!("0 <= {form} < {}", row.row.modulus);
    context.once(format!("{:?} in {inside}", reference.whole), || {
        let scop = context.fold.scop();
        let mut touched: Option<Set> = None;
        for id in &reference.accesses {
            let range = scop.access(*id).relation.range()?.reset_tuple_id()?;
            touched = Some(match touched {
                Some(t) => t.union(&range)?,
                None => range,
            });
        }
        let Some(touched) = touched else {
            return Ok(false);
        };
        let touched = touched.intersect_params(&scop.context)?;
        Ok(touched.is_subset(&scop.space().points(&d, inside)?)?)
    })
}

/// `j` for `(4*i + j) % 4`, where that is in `0..4`: the value without multiples of the modulus.
///
/// # Errors
/// A question about sets exceeds its budget.
pub(crate) fn remainder(
    context: &Context,
    row: &RowPlan,
    reference: &Reference,
    value: Option<&Expr>,
) -> Result<Option<Expr>, EmitError> {
    let (Some(value), Some(modulus)) = (value, row.row.modulus.as_constant()) else {
        return Ok(None);
    };
    let rest = without_multiples(value, modulus);
    if !row.wraps || rest.terms().count() == value.terms().count() {
        return Ok(None);
    }
    for id in &reference.accesses {
        if !is_inside(context, row, context.fold.scop().access(*id), modulus)? {
            return Ok(None);
        }
    }
    Ok(Some(rest))
}

/// Whether the form of an access, without multiples of the modulus, is in its range wherever the
/// access happens.
fn is_inside(
    context: &Context,
    row: &RowPlan,
    access: &Access,
    modulus: i64,
) -> Result<bool, EmitError> {
    let Some(value) = form_of(row, &access.subscripts) else {
        return Ok(false);
    };
    let rest = without_multiples(&value, modulus);
    let scop = context.fold.scop();
    let statement = scop.statement(access.statement);
    let inside = format!("0 <= {rest} < {modulus}");
    let inside = scop.space().points(&statement.iterators, inside)?;
    let happens = access.relation.domain()?;
    Ok(happens.is_subset(&inside.named(&statement.name)?)?)
}

/// Form plus offset in the names of the scop.
fn form_of(row: &RowPlan, subscripts: &[Subscript]) -> Option<Expr> {
    let mut terms = { row.row.form.iter() }
        .zip(subscripts)
        .filter(|(c, _)| **c != 0);
    terms.try_fold(row.offset.clone(), |sum, (c, subscript)| match subscript {
        Subscript::Affine(e) => Some(sum + e.clone() * *c),
        Subscript::Modulo { .. } | Subscript::Address { .. } | Subscript::Any => None,
    })
}

/// The terms and the constant that are no multiples of the modulus.
fn without_multiples(expr: &Expr, modulus: i64) -> Expr {
    let constant = Expr::constant(expr.constant_part().rem_euclid(modulus));
    let kept = expr.terms().filter(|(_, c)| c % modulus != 0);
    kept.fold(constant, |sum, (atom, c)| {
        sum + Expr::atom(atom.clone()) * c
    })
}
