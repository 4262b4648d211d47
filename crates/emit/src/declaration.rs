//! The new declaration: changed sizes only, everything else as the user wrote it.

use crate::cexpr::Tightness;
use crate::plan::{Context, EmitError, Plan};
use scop::ParamKind;
use source::{Edit, Span};

/// Edits of the declarator and, for a scalar, of its initialiser.
pub(crate) fn edits(context: &Context, plan: &Plan) -> Result<Vec<Edit>, EmitError> {
    let candidate = context.fold.candidate;
    let dims = &candidate.dims;
    if plan.keeps_axes(context) {
        return sizes(context, plan);
    }
    let rows = plan.rows.iter();
    let sizes: Vec<String> = rows
        .map(|row| size_text(context, &row.row))
        .collect::<Result<_, _>>()?;
    let brackets: Vec<Span> = dims.iter().map(|dim| dim.brackets).collect();
    let mut edits = context.replace_runs(&context.runs(&brackets), &sizes);
    let is_scalar = plan.rows.is_empty() && candidate.followed().len() == dims.len();
    if let (true, Some(initialiser)) = (is_scalar, candidate.initialiser) {
        edits.push(Edit {
            span: initialiser,
            text: "= 0".to_string(),
        });
    }
    Ok(edits)
}

/// Each size that changes, alone.
fn sizes(context: &Context, plan: &Plan) -> Result<Vec<Edit>, EmitError> {
    let mut edits = Vec::new();
    let dims = context.fold.candidate.followed().into_iter();
    let dims = dims.map(|dim| &context.fold.candidate.dims[dim]);
    let places = plan.rows.iter().zip(dims);
    for (row, place) in places.filter(|(row, _)| unchanged(context, &row.row).is_none()) {
        edits.push(Edit {
            span: place.size,
            text: size_text(context, &row.row)?,
        });
    }
    Ok(edits)
}

/// The declared dimension that a row keeps as it is, if it does.
fn unchanged(context: &Context, row: &storage::Row) -> Option<usize> {
    let array = context.fold.region.scop.array(context.fold.candidate.array);
    let axis = row.axis()?;
    let declared = context.declared(axis)?;
    (array.shape[axis].as_ref() == Some(&row.modulus)).then_some(declared)
}

/// The size of one new dimension; an unchanged one as the user wrote it.
fn size_text(context: &Context, row: &storage::Row) -> Result<String, EmitError> {
    if let Some(dim) = unchanged(context, row) {
        return Ok(context.text(context.fold.candidate.dims[dim].size));
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
