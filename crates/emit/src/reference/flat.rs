//! Subscripts of heap arrays; of a flat one all rows in one subscript, `(i % 2) * m + j`.

use crate::context::Context;
use crate::error::EmitError;
use crate::reference::stride::{self, Signs};
use crate::subscript::index::value;
use crate::subscript::modulo::needs_modulo;
use crate::subscript::row::{RowPlan, keep_axes};
use front::{Form, HeapPlaces, Reference};
use source::Edit;

/// The edits of an access.
///
/// # Errors
/// A stride cannot be written in C.
pub(crate) fn edits(
    context: &Context,
    rows: &[RowPlan],
    places: &HeapPlaces,
    (reference, texts): (&Reference, Vec<String>),
) -> Result<Vec<Edit>, EmitError> {
    let is_scalar = rows.is_empty() && places.removal.is_some();
    if is_scalar && places.form == Form::Object {
        return Ok(vec![Edit {
            span: reference.whole,
            text: context.text(reference.name_span),
        }]);
    }
    if places.form == Form::Flat && is_where_it_was(context, rows, reference)? {
        return Ok(Vec::new());
    }
    let texts = match is_scalar {
        true => texts,
        false => subscripts(context, rows, places, (reference, texts))?,
    };
    let brackets = reference.subscripts.iter().map(|s| s.brackets);
    let runs = context.runs(&brackets.collect::<Vec<_>>());
    Ok(context.replace_runs(&runs, &texts))
}

/// Whether the user's subscript of a flat array already leads to the new place: its rows are as
/// long as before, and this access does not wrap.
fn is_where_it_was(
    context: &Context,
    rows: &[RowPlan],
    reference: &Reference,
) -> Result<bool, EmitError> {
    if rows.is_empty() || !keep_axes(context, rows) {
        return Ok(false);
    }
    for (axis, row) in rows.iter().enumerate() {
        let is_as_long = axis == 0 || context.old_size(axis) == Some(&row.row.modulus);
        let own = value(context, row, reference).ok();
        let is_moved = row.offset.as_constant() != Some(0)
            || row.unit.is_some()
            || needs_modulo(context, row, reference, own.as_ref())?;
        if !is_as_long || is_moved {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The subscripts of an access: `[0]` of a single element, one for a flat pointer.
fn subscripts(
    context: &Context,
    rows: &[RowPlan],
    places: &HeapPlaces,
    (reference, texts): (&Reference, Vec<String>),
) -> Result<Vec<String>, EmitError> {
    match (places.form, texts.as_slice()) {
        (_, []) => Ok(vec!["0".to_string()]),
        (Form::Flat, [_, _, ..]) => {
            let flat = Flat {
                context,
                places,
                reference,
            };
            Ok(vec![flat.subscript(rows, &texts)?])
        }
        _ => Ok(texts),
    }
}

/// The distance of a row of a flat array from its start, `(i % 2) * m`, unless it is 0.
///
/// # Errors
/// A stride cannot be written in C.
pub(crate) fn row_address(
    context: &Context,
    rows: &[RowPlan],
    places: &HeapPlaces,
    (reference, mut texts): (&Reference, Vec<String>),
) -> Result<Option<String>, EmitError> {
    let flat = Flat {
        context,
        places,
        reference,
    };
    texts.push("0".to_string());
    let address = flat.subscript(rows, &texts)?;
    Ok(Some(address).filter(|address| address != "0"))
}

/// One access to a flat pointer.
struct Flat<'a> {
    context: &'a Context<'a>,
    places: &'a HeapPlaces,
    reference: &'a Reference,
}

impl Flat<'_> {
    /// `(i % 2) * m + j`
    fn subscript(&self, rows: &[RowPlan], texts: &[String]) -> Result<String, EmitError> {
        let mut sum = String::new();
        let mut is_product = false;
        for (text, row) in texts.iter().zip(rows) {
            if matches!(sum.as_str(), "" | "0") {
                sum.clone_from(text);
                continue;
            }
            let outer = match is_product || source::is_operand(&sum) {
                true => sum,
                false => format!("({sum})"),
            };
            let size = self.context.where_touched(&row.size)?;
            let cast = stride::cast(self.context, rows, (self.reference, &outer), &size)?;
            let stride = stride::text(self.context, self.places, self.reference, &size)?;
            let signs = Signs::of(self.context, self.reference);
            let stride = signs.cast(1, stride, Some(&size));
            sum = format!("{cast}{outer} * {stride}");
            is_product = text == "0";
            if !is_product {
                let value = value(self.context, row, self.reference).ok();
                let text = signs.cast(rows.len(), text.clone(), value.as_ref());
                sum += &format!(" + {text}");
            }
        }
        Ok(sum)
    }
}
