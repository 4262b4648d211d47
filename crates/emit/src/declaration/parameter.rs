//! Parameters that are temporaries of their function. A small one becomes a local array, and the
//! parameter stays, unused; a large one stays where the caller put it, with smaller subscripts.
//!
//! Assumes: no subscript of a parameter that stays in the caller's storage grows, so no access
//! leaves the part of the caller's array that it touched before.

use crate::context::Context;
use crate::declaration::comment;
use crate::declaration::declarator::size_text;
use crate::declaration::lines;
use crate::declaration::statics;
use crate::declaration::written::Written;
use crate::error::EmitError;
use crate::fold::Storage;
use crate::plan::Plan;
use crate::reference::sites::all_sites;
use crate::reference::stride;
use crate::text::cexpr::Tightness;
use front::{Cut, ParameterHome, Reference};
use scop::ParamKind;
use source::layout::after_comment;
use source::{Edit, Site};

/// Larger local arrays, at the sample sizes, are not put on the stack.
const MOST_BYTES: u64 = 64 << 10;

/// Writes a fold of a parameter. The parameter is removed if it may be and a local array takes its
/// place.
///
/// # Errors
/// The fold cannot be written in C, or no storage is right for it.
pub(crate) fn write(
    context: &Context,
    plan: &Plan,
    home: &ParameterHome,
) -> Result<Written, EmitError> {
    let candidate = context.fold.candidate;
    let takes_blocks = candidate.references.iter().any(|r| r.block.is_some());
    if takes_blocks || !candidate.cleared.is_empty() {
        return Err(EmitError::Block);
    }
    let cuts = match &home.removal {
        Some(Ok(cuts)) if context.fold.may_remove => Some(cuts),
        _ => None,
    };
    match (
        takes_callers_storage(context, plan, home, cuts.is_some())?,
        cuts,
    ) {
        (true, _) => in_place(context, plan, home),
        (false, Some(cuts)) => instead(context, plan, home, cuts),
        (false, None) if !home.is_listed => local(context, plan, home),
        (false, None) if fits_in_place(context, plan) => in_place(context, plan, home),
        (false, None) => Err(EmitError::Listed),
    }
}

/// Whether the elements stay where the caller put them. This is always right, as no subscript
/// grows, but pays off only where a local array may be too large.
fn takes_callers_storage(
    context: &Context,
    plan: &Plan,
    home: &ParameterHome,
    is_removed: bool,
) -> Result<bool, EmitError> {
    let fold = context.fold;
    let is_small = statics::bytes(fold) <= MOST_BYTES;
    let grows = |kind: Option<ParamKind>| {
        let params = fold.scop().params.iter();
        let of_kind = params.filter(|p| kind.is_none_or(|k| p.kind == k));
        let names: Vec<&str> = of_kind.map(|p| p.name.as_str()).collect();
        let mentions = |row: &storage::Row| names.iter().any(|n| row.modulus.mentions(n));
        plan.rows.iter().filter(|r| mentions(&r.row)).count()
    };
    let fits_stack = is_small && !plan.grows && grows(None) <= 1;
    if fits_stack && (is_removed || grows(Some(ParamKind::Variable)) == 0) {
        return Ok(false);
    }
    let is_shared = home.may_be_shared && !fold.limits.single_thread;
    match (fits_in_place(context, plan) && !is_shared, fits_stack) {
        (false, false) if is_shared => Err(EmitError::Shared {
            bytes: Some(statics::bytes(fold)),
        }),
        (true, _) => Ok(true),
        (false, true) => Ok(false),
        (false, false) => Err(EmitError::TooLarge),
    }
}

/// Whether each row is a dimension of its own whose subscript never grows: then no access leaves
/// the part of the caller's array that it touched before.
fn fits_in_place(context: &Context, plan: &Plan) -> bool {
    let axes: Option<Vec<usize>> = plan.rows.iter().map(|r| r.row.axis()).collect();
    let Some(mut axes) = axes else {
        return false;
    };
    let count = axes.len();
    axes.sort_unstable();
    axes.dedup();
    axes.len() == count
        && plan.rows.iter().all(|r| r.shrinks)
        && axes.iter().all(|a| *a < context.fold.candidate.axes.len())
}

/// `double tmp_[2][N];`
fn declaration(
    context: &Context,
    plan: &Plan,
    home: &ParameterHome,
    name: &str,
) -> Result<String, EmitError> {
    if plan.grows {
        return Err(EmitError::Grows);
    }
    let mut text = format!("{}{name}", home.element);
    for row in &plan.rows {
        text.push_str(&format!("[{}]", size_text(context, row)?));
    }
    Ok(text + ";")
}

/// A local array with the name of the parameter, which is removed.
fn instead(
    context: &Context,
    plan: &Plan,
    home: &ParameterHome,
    cuts: &[Cut],
) -> Result<Written, EmitError> {
    let name = &context.fold.candidate.spelling;
    let declaration = declaration(context, plan, home, name)?;
    let body = home.body_start;
    let mut edits = vec![lines::in_body(
        context.file,
        body,
        body,
        &comment::above(context, plan, name, &[&declaration]),
    )];
    edits.extend(cuts.iter().map(|cut| Edit {
        span: cut.span,
        text: cut.text.clone(),
    }));
    let sites = all_sites(context, plan)?;
    Ok(Written {
        edits,
        sites,
        name: name.clone(),
        moved: None,
        storage: Storage::Instead,
    })
}

/// A new array in the body, and all references renamed to it.
fn local(context: &Context, plan: &Plan, home: &ParameterHome) -> Result<Written, EmitError> {
    let declaration = declaration(context, plan, home, &home.name)?;
    let unused = format!("(void){};", context.fold.candidate.spelling);
    let body = home.body_start;
    let mut edits = match home.declarations_end {
        None => vec![lines::in_body(
            context.file,
            body,
            body,
            &comment::above(context, plan, &home.name, &[&declaration, &unused]),
        )],
        Some(end) => {
            let end = after_comment(context.file, end);
            vec![
                lines::in_body(
                    context.file,
                    body,
                    body,
                    &comment::above(context, plan, &home.name, &[&declaration]),
                ),
                lines::in_body(context.file, body, end, &[&unused]),
            ]
        }
    };
    let references = context.fold.candidate.references.iter();
    edits.extend(references.map(|reference| Edit {
        span: reference.name_span,
        text: home.name.clone(),
    }));
    let sites = all_sites(context, plan)?;
    Ok(Written {
        edits,
        sites,
        name: home.name.clone(),
        moved: None,
        storage: Storage::Beside,
    })
}

/// The parameter itself, with smaller subscripts; removed dimensions have the subscript 0.
fn in_place(context: &Context, plan: &Plan, home: &ParameterHome) -> Result<Written, EmitError> {
    let mut sites = Vec::new();
    for reference in &context.fold.candidate.references {
        for (declared, place) in reference.subscripts.iter().enumerate() {
            let text = subscript(context, plan, reference, declared)?;
            let is_new = context.text(place.expr_span) != text;
            sites.push(Site {
                frame: place.brackets,
                edit: is_new.then_some(Edit {
                    span: place.expr_span,
                    text,
                }),
                uniform: Vec::new(),
                part: None,
            });
        }
    }
    let mut edits = Vec::new();
    let comment = comment::above(context, plan, &context.fold.candidate.spelling, &[]);
    if !comment.is_empty() {
        let body = home.body_start;
        edits.push(lines::in_body(context.file, body, body, &comment));
    }
    Ok(Written {
        edits,
        sites,
        name: context.fold.candidate.spelling.clone(),
        moved: None,
        storage: Storage::Callers,
    })
}

/// The new subscript in a declared dimension; a linearised one keeps the old strides.
fn subscript(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
    declared: usize,
) -> Result<String, EmitError> {
    let axes = context.fold.candidate.axes.iter().enumerate();
    let mut sum: Option<String> = None;
    for (axis, _) in axes.filter(|(_, axis)| axis.declared() == declared) {
        let row = plan.rows.iter().find(|r| r.row.axis() == Some(axis));
        let Some(row) = row else {
            continue;
        };
        let text = plan.subscript(context, row, reference)?;
        sum = Some(match sum {
            None => text,
            Some(sum) => {
                let modulus = context.fold.extents.get(axis);
                let modulus = modulus.ok_or(EmitError::Linearised)?;
                let row = (reference, sum.as_str());
                let cast = stride::cast(context, &plan.rows, row, modulus)?;
                let stride = context.print(modulus, &reference.unusable_params)?;
                let stride = stride.at_least(Tightness::Primary);
                format!("{cast}({sum}) * {stride} + ({text})")
            }
        });
    }
    Ok(sum.unwrap_or_else(|| "0".to_string()))
}
