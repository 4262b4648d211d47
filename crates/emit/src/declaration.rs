//! The new declaration: changed sizes only, everything else as the user wrote it.

use crate::cexpr::Tightness;
use crate::plan::{Context, EmitError, Plan};
use scop::ParamKind;
use source::{Edit, Span};

/// Edits of the declarator and, for a scalar, of its initialiser.
pub(crate) fn edits(context: &Context, plan: &Plan) -> Result<Vec<Edit>, EmitError> {
    let candidate = context.fold.candidate;
    let dims = &candidate.dims;
    if plan.keeps_axes(dims.len()) {
        return sizes(context, plan);
    }
    let (Some(first), Some(last)) = (dims.first(), dims.last()) else {
        return Ok(Vec::new());
    };
    let mut text = String::new();
    for row in &plan.rows {
        text.push_str(&format!("[{}]", size_text(context, &row.row)?));
    }
    let span = Span {
        start: first.brackets.start,
        end: last.brackets.end,
    };
    let mut edits = vec![Edit { span, text }];
    if let (true, Some(initialiser)) = (plan.rows.is_empty(), candidate.initialiser) {
        edits.push(Edit {
            span: initialiser,
            text: "= 0".to_string(),
        });
    }
    Ok(edits)
}

/// Each size that changes, alone.
fn sizes(context: &Context, plan: &Plan) -> Result<Vec<Edit>, EmitError> {
    let array = context.fold.region.scop.array(context.fold.candidate.array);
    let mut edits = Vec::new();
    for ((row, place), extent) in plan
        .rows
        .iter()
        .zip(&context.fold.candidate.dims)
        .zip(&array.shape)
    {
        if extent.as_ref() != Some(&row.row.modulus) {
            edits.push(Edit {
                span: place.size,
                text: size_text(context, &row.row)?,
            });
        }
    }
    Ok(edits)
}

/// The size of one new dimension; an unchanged one as the user wrote it.
fn size_text(context: &Context, row: &storage::Row) -> Result<String, EmitError> {
    let array = context.fold.region.scop.array(context.fold.candidate.array);
    if let Some(axis) = row.axis()
        && array.shape[axis].as_ref() == Some(&row.modulus)
    {
        return Ok(context.text(context.fold.candidate.dims[axis].size));
    }
    let candidate = context.fold.candidate;
    let variable = context
        .fold
        .region
        .scop
        .params
        .iter()
        .find(|p| p.kind == ParamKind::Variable && row.modulus.mentions(&p.name));
    if variable.is_some() && !candidate.may_be_vla {
        return Err(EmitError::NotConstant);
    }
    let text = context.print(&row.modulus, &candidate.unusable_params)?;
    Ok(text.at_least(Tightness::Sum))
}
