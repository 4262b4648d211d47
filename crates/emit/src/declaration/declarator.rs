//! The new declaration: only sizes change, everything else stays as the user wrote it.

use crate::context::Context;
use crate::declaration::{comment, heap};
use crate::error::EmitError;
use crate::plan::Plan;
use crate::size::wide;
use crate::subscript::row::{RowPlan, keep_declared};
use front::Home;
use source::{Edit, Span};

/// The edits of a declaration that stays where it is, and its comment.
///
/// # Errors
/// A size cannot be written in C.
pub(crate) fn declared(context: &Context, plan: &Plan) -> Result<Vec<Edit>, EmitError> {
    let mut edits = edits(context, &plan.rows)?;
    edits.extend(comment::edit(context, plan));
    Ok(edits)
}

/// The edits of the declarator and of its initialiser.
///
/// # Errors
/// A size cannot be written in C.
fn edits(context: &Context, rows: &[RowPlan]) -> Result<Vec<Edit>, EmitError> {
    let candidate = context.fold.candidate;
    if let Home::Heap(places) = &candidate.home {
        return heap::edits(context, rows, places);
    }
    let mut edits = brackets(context, rows)?;
    let is_scalar = rows.is_empty() && candidate.followed().len() == candidate.dims.len();
    match candidate.initialiser {
        Some(span) if !candidate.initialised_to_zero => edits.push(dropped(context, span)),
        Some(span) if is_scalar => edits.push(Edit {
            span,
            text: match candidate.element_bytes {
                Some(_) => "= 0".to_string(),
                None => "= {0}".to_string(),
            },
        }),
        Some(span) if !fits(context, rows, span) => edits.push(Edit {
            span,
            text: "= {0}".to_string(),
        }),
        _ => {}
    }
    Ok(edits)
}

/// Whether zeros such as `{0}` can stay: they list no more elements than the new array has.
fn fits(context: &Context, rows: &[RowPlan], initialiser: Span) -> bool {
    let words = source::words(&context.text(initialiser));
    let count = |text: &str| words.iter().filter(|word| word.text == text).count();
    let same_rank = rows.len() == context.fold.candidate.followed().len();
    count(",") == 0 && (same_rank || count("{") <= 1)
}

/// The edit that removes an initialiser and the blanks before it.
pub(crate) fn dropped(context: &Context, initialiser: Span) -> Edit {
    let before = &context.file.bytes[..initialiser.start as usize];
    let blanks = before.iter().rev().take_while(|b| b.is_ascii_whitespace());
    let span = Span {
        start: initialiser.start - blanks.count() as u32,
        end: initialiser.end,
    };
    Edit {
        span,
        text: String::new(),
    }
}

/// The edits of the sizes in the declarator.
///
/// # Errors
/// A size cannot be written in C.
pub(crate) fn brackets(context: &Context, rows: &[RowPlan]) -> Result<Vec<Edit>, EmitError> {
    if keep_declared(context, rows) {
        return sizes(context, rows);
    }
    let dims = &context.fold.candidate.dims;
    let sizes: Vec<String> = { rows.iter() }
        .map(|row| size_text(context, row))
        .collect::<Result<_, _>>()?;
    let brackets: Vec<Span> = dims.iter().map(|dim| dim.brackets).collect();
    Ok(context.replace_runs(&context.runs(&brackets), &sizes))
}

/// One edit for each size that changes.
fn sizes(context: &Context, rows: &[RowPlan]) -> Result<Vec<Edit>, EmitError> {
    let mut edits = Vec::new();
    let dims = context.fold.candidate.followed().into_iter();
    let dims = dims.map(|dim| &context.fold.candidate.dims[dim]);
    let places = rows.iter().zip(dims);
    for (row, place) in places.filter(|(row, _)| unchanged(context, &row.row).is_none()) {
        edits.push(Edit {
            span: place.size,
            text: size_text(context, row)?,
        });
    }
    Ok(edits)
}

/// The declared dimension that a row keeps as it is, if it does.
fn unchanged(context: &Context, row: &storage::Row) -> Option<usize> {
    let axis = row.axis()?;
    let declared = context.declared(axis)?;
    context.fold.candidate.dims.get(declared)?;
    (context.fold.extents.get(axis) == Some(&row.modulus)).then_some(declared)
}

/// The size of one new dimension; an unchanged one as the user wrote it.
///
/// # Errors
/// The size cannot be written in C, or is not constant and has to be.
pub(crate) fn size_text(context: &Context, row: &RowPlan) -> Result<String, EmitError> {
    if let Some(dim) = unchanged(context, &row.row) {
        return Ok(context.text(context.fold.candidate.dims[dim].size));
    }
    let candidate = context.fold.candidate;
    let varies = context.variables().any(|v| row.size.mentions(v));
    if varies && (!candidate.may_be_vla || context.has_fixed_sizes()) {
        return Err(EmitError::NotConstant);
    }
    let text = wide::size(context, &row.size, &candidate.unusable_params)?;
    Ok(text.alone().to_string())
}
