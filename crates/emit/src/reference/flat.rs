//! Subscripts of heap arrays; of a flat one all rows in one subscript, `(i % 2) * m + j`.

use crate::context::Context;
use crate::error::EmitError;
use crate::reference::stride::{self, Signs};
use crate::subscript::index::value;
use crate::subscript::modulo::needs_modulo;
use crate::subscript::row::{RowPlan, keep_axes};
use front::{FlatCounter, Form, HeapPlaces, Reference};
use source::{Edit, Span};

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

/// The edit of one digit of a flat array's subscript, if it is the only one that changes: `y` to
/// `y % 3` in `(y) * w + (x)`. `None` where the parts of the subscript are not written between the
/// brackets.
///
/// # Errors
/// A question about sets exceeds its budget.
pub(crate) fn part(
    context: &Context,
    rows: &[RowPlan],
    places: &HeapPlaces,
    (reference, texts): (&Reference, &[String]),
) -> Result<Option<Edit>, EmitError> {
    let is_plain = !context.fold.is_careful() && places.form == Form::Flat;
    if !is_plain || rows.is_empty() {
        return Ok(None);
    }
    if !keep_axes(context, rows) {
        return first_row(context, rows, reference);
    }
    let mut changed = Vec::new();
    for (axis, row) in rows.iter().enumerate() {
        let is_as_long = axis == 0 || context.old_size(axis) == Some(&row.row.modulus);
        if !is_as_long {
            return Ok(None);
        }
        if is_moved(context, row, reference)? {
            changed.push(axis);
        }
    }
    let [axis] = changed.as_slice() else {
        return Ok(None);
    };
    let Some((span, _)) = context.written(reference, *axis) else {
        return Ok(None);
    };
    if let Some(edit) = remainder_in_cast(context, span, &texts[*axis]) {
        return Ok(Some(edit));
    }
    let text = match source::is_operand(&texts[*axis]) || is_enclosed(context, span) {
        true => texts[*axis].clone(),
        false => format!("({})", texts[*axis]),
    };
    Ok(Some(Edit { span, text }))
}

/// The edit that makes the first digit 0, where all rows but one are dropped: `0` for `y` in `(y) *
/// w + (x)`.
fn first_row(
    context: &Context,
    rows: &[RowPlan],
    reference: &Reference,
) -> Result<Option<Edit>, EmitError> {
    if rows.len() + 1 != context.fold.candidate.axes.len() {
        return Ok(None);
    }
    for (at, row) in rows.iter().enumerate() {
        let axis = at + 1;
        let is_own = row.row.axis() == Some(axis);
        let is_as_long = context.old_size(axis) == Some(&row.row.modulus);
        if !is_own || !is_as_long || is_moved(context, row, reference)? {
            return Ok(None);
        }
    }
    let Some((span, _)) = context.written(reference, 0) else {
        return Ok(None);
    };
    let (inner, text) = in_cast(context, span).unwrap_or((span, context.text(span)));
    Ok((text != "0").then(|| Edit {
        span: inner,
        text: "0".to_string(),
    }))
}

/// The edit inside of a cast that the user wrote: `y` to `y % 3` in `(size_t)(y)`. None if the new
/// text is no remainder of the old one.
fn remainder_in_cast(context: &Context, span: Span, text: &str) -> Option<Edit> {
    let (inner, own) = in_cast(context, span)?;
    let dividend = match source::is_operand(&own) {
        true => own,
        false => format!("({own})"),
    };
    let whole = format!("({})", context.text(span));
    let rest = text.strip_prefix(&whole).or(text.strip_prefix(&dividend))?;
    rest.starts_with(" % ").then(|| Edit {
        span: inner,
        text: format!("{dividend}{rest}"),
    })
}

/// What the user casts at a place, `y` in `(size_t)(y)`, and its text.
fn in_cast(context: &Context, span: Span) -> Option<(Span, String)> {
    let own = context.text(span);
    let inner = source::inside_cast(&own)?;
    let place = |at: usize| span.start + at as u32;
    let text = own[inner.clone()].to_string();
    Some((Span::new(place(inner.start), place(inner.end)), text))
}

/// Whether parentheses are directly around a span.
fn is_enclosed(context: &Context, span: Span) -> bool {
    let text = context.file.text();
    let before = text.get(..span.start as usize).map(str::trim_end);
    let after = text.get(span.end as usize..).map(str::trim_start);
    before.is_some_and(|t| t.ends_with('(')) && after.is_some_and(|t| t.starts_with(')'))
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
        if !is_as_long || is_moved(context, row, reference)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether a new subscript is not the old one.
fn is_moved(context: &Context, row: &RowPlan, reference: &Reference) -> Result<bool, EmitError> {
    let own = value(context, row, reference).ok();
    Ok(row.offset.as_constant() != Some(0)
        || row.unit.is_some()
        || needs_modulo(context, row, reference, own.as_ref())?)
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
        for (text, row) in self.with_counters(rows, texts) {
            if matches!(sum.as_str(), "" | "0") {
                sum = text;
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
            sum = match outer == "1" && source::is_operand(&stride) {
                true => format!("{cast}{stride}"),
                false => format!("{cast}{outer} * {stride}"),
            };
            is_product = text == "0";
            if !is_product {
                let value = value(self.context, row, self.reference).ok();
                let text = signs.cast(rows.len(), text, value.as_ref());
                sum += &format!(" + {}", source::as_summand(text));
            }
        }
        Ok(sum)
    }

    /// The subscripts of all rows, with `i` in place of the first ones if these are `i / w` and `i
    /// % w` in rows of `w` elements.
    fn with_counters<'r>(
        &self,
        rows: &'r [RowPlan],
        texts: &[String],
    ) -> Vec<(String, &'r RowPlan)> {
        let all: Vec<(String, &RowPlan)> = texts.iter().cloned().zip(rows).collect();
        let first = all.iter().position(|(text, _)| text != "0").unwrap_or(0);
        let is_whole = |counter: &&FlatCounter| {
            let count = counter.digits.len();
            let Some(own) = all.get(first..first + count) else {
                return false;
            };
            let digits = counter.digits.iter().map(|(_, text)| text);
            let sizes = own[1..].iter().map(|(_, row)| &row.size);
            digits.eq(own.iter().map(|(text, _)| text)) && sizes.eq(&counter.radices)
        };
        let Some(counter) = self.reference.counters.iter().find(is_whole) else {
            return all;
        };
        let end = first + counter.digits.len();
        let whole = (counter.name.clone(), all[end - 1].1);
        std::iter::once(whole)
            .chain(all[end..].iter().cloned())
            .collect()
    }
}
