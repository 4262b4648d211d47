//! The new numbers of elements: in total never more than the old array has, for any values of the
//! parameters.
//!
//! A row along an old dimension gets `min(modulus, extent)` elements where `modulus <= extent` is
//! not known. A row along several dimensions gets `min(modulus, values of the form)`. Subscripts
//! keep their modulus: none reaches the smaller size.
//!
//! Assumes: sizes of arrays are positive (a VLA of size 0 is undefined). Where no element is
//! touched a size may be less than 1: declarations and allocations raise it, `W > 4 ? 3 * W - 12 :
//! 1`, and subscripts divide by `3 * W - 12`.

use crate::context::Context;
use crate::error::EmitError;
use crate::size::bounds::Bounds;
use crate::subscript::row::RowPlan;
use front::Home;
use poly::Expr;

/// New arrays of a constant size up to this are not compared with the old ones.
const SMALL_BYTES: u64 = 256;

/// The size of an element where it is not known.
const USUAL_ELEMENT: u64 = 8;

/// Sets the declared size of each row. Returns whether the array would still be larger than the old
/// one for some parameter values.
///
/// # Errors
/// A question about sizes exceeds its budget.
pub(crate) fn limit(context: &Context, rows: &mut [RowPlan]) -> Result<bool, EmitError> {
    if !is_compared(context, rows) {
        return Ok(false);
    }
    let bounds = Bounds::new(context)?;
    let mut free: Vec<usize> = (0..context.fold.extents.len()).collect();
    let mut skewed = None;
    let is_more = |row: &&mut RowPlan| row.row.modulus != Expr::constant(1);
    for row in rows.iter_mut().filter(is_more) {
        match row.row.axis().filter(|axis| free.contains(axis)) {
            Some(axis) => {
                free.retain(|other| *other != axis);
                if !limit_axis(context, &bounds, row, axis)? {
                    return Ok(true);
                }
            }
            None if skewed.is_none() => skewed = Some(row),
            None => return Ok(true),
        }
    }
    match skewed {
        Some(row) => Ok(!limit_skewed(context, &bounds, row, &free)?),
        None => Ok(false),
    }
}

/// Whether the old or the new size depends on variables, and the new one is not negligible. A local
/// array of constant size in place of a parameter has no old size: the caller's array remains.
fn is_compared(context: &Context, rows: &[RowPlan]) -> bool {
    let varies = |size: &Expr| context.variables().any(|name| size.mentions(name));
    let is_fixed = !rows.iter().any(|row| varies(&row.row.modulus));
    let sizes = rows.iter().map(|row| row.row.modulus.as_constant());
    let mut sizes = sizes.map(|size| u64::try_from(size?).ok());
    let element = context
        .fold
        .candidate
        .element_bytes
        .unwrap_or(USUAL_ELEMENT);
    let bytes = sizes.try_fold(element, |bytes, size| bytes.checked_mul(size?));
    let is_small = bytes.is_some_and(|bytes| bytes <= SMALL_BYTES);
    let is_parameter = matches!(context.fold.candidate.home, Home::Parameter(_));
    let never_varies = is_parameter || !context.fold.extents.iter().any(varies);
    !(is_small || is_fixed && never_varies)
}

/// Limits a row along an old dimension to its size. Returns whether the row is within it.
fn limit_axis(
    context: &Context,
    bounds: &Bounds<'_>,
    row: &mut RowPlan,
    axis: usize,
) -> Result<bool, EmitError> {
    let (modulus, extent) = (&row.row.modulus, &context.fold.extents[axis]);
    if modulus == extent || bounds.always(&format!("{modulus} <= {extent}"))? {
        return Ok(true);
    }
    let stays = bounds.always(&format!("{} < {extent}", row.highest))?;
    let least = Expr::min_of(vec![modulus.clone(), bounds.declarable(extent)?]);
    let Some(least) = least.filter(|_| stays && extent.degree() <= 1) else {
        return bounds.never_more(&[modulus], std::slice::from_ref(extent));
    };
    row.size = least;
    Ok(true)
}

/// Limits a row along several old dimensions to the number of values of its form. Returns whether
/// the row is within these dimensions.
fn limit_skewed(
    context: &Context,
    bounds: &Bounds<'_>,
    row: &mut RowPlan,
    axes: &[usize],
) -> Result<bool, EmitError> {
    let extents = axes.iter().map(|axis| context.fold.extents[*axis].clone());
    let extents: Vec<Expr> = extents.collect();
    let modulus = row.row.modulus.clone();
    for extent in &extents {
        if bounds.always(&format!("{modulus} <= {extent}"))? {
            return Ok(true);
        }
    }
    if bounds.never_more(&[&modulus], &extents)? {
        return Ok(true);
    }
    let values = row.highest.clone() + Expr::constant(1);
    if !bounds.always(&format!("{values} >= 1"))?
        || !bounds.never_more(&[&modulus, &values], &extents)?
    {
        return Ok(false);
    }
    row.size = Expr::min_of(vec![modulus, values]).unwrap_or_default();
    Ok(true)
}
