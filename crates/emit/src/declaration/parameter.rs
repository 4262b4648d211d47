//! Parameters that are temporaries of their function. One that becomes small is a local array, and
//! the parameter stays, unused. The caller's array is not touched: smaller subscripts would free
//! nothing there.

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
use crate::subscript::row::RowPlan;
use front::{Cut, ParameterHome};
use source::layout::after_comment;
use source::{Edit, Span};

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
    if !fits_stack(context, plan) {
        return Err(EmitError::TooLarge);
    }
    match cuts {
        Some(cuts) => instead(context, plan, home, cuts),
        None if home.is_listed && context.fold.candidate.promised => Err(EmitError::Listed),
        None => local(context, plan, home),
    }
}

/// Whether a local array is small, at the sample sizes, and grows with at most one parameter.
fn fits_stack(context: &Context, plan: &Plan) -> bool {
    let params = &context.fold.scop().params;
    let grows = |row: &&RowPlan| params.iter().any(|p| row.row.modulus.mentions(&p.name));
    statics::bytes(context.fold) <= MOST_BYTES && plan.rows.iter().filter(grows).count() <= 1
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
    // Nobody knows how much stack a variable size takes, and `-Wvla` warns of it.
    let is_variable = |row: &&RowPlan| context.variables().any(|name| row.size.mentions(name));
    if plan.rows.iter().any(|row| is_variable(&row)) {
        return Err(EmitError::TooLarge);
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

/// A new array in the body, and all references renamed to it. Where directives list the names of
/// all objects, the array has the old name, and the parameter gets another one.
fn local(context: &Context, plan: &Plan, home: &ParameterHome) -> Result<Written, EmitError> {
    let candidate = context.fold.candidate;
    let (name, unused) = match home.is_listed {
        true => (&candidate.spelling, &home.name),
        false => (&home.name, &candidate.spelling),
    };
    let declaration = declaration(context, plan, home, name)?;
    let unused = format!("(void){unused};");
    let body = home.body_start;
    let mut edits = match home.declarations_end {
        None => vec![lines::in_body(
            context.file,
            body,
            body,
            &comment::above(context, plan, name, &[&declaration, &unused]),
        )],
        Some(end) => {
            let end = after_comment(context.file, end);
            vec![
                lines::in_body(
                    context.file,
                    body,
                    body,
                    &comment::above(context, plan, name, &[&declaration]),
                ),
                lines::in_body(context.file, body, end, &[&unused]),
            ]
        }
    };
    let names = candidate.references.iter().map(|r| r.name_span);
    let renamed: Vec<Span> = match home.is_listed {
        true => vec![candidate.name_span],
        false => names.collect(),
    };
    edits.extend(renamed.into_iter().map(|span| Edit {
        span,
        text: home.name.clone(),
    }));
    Ok(Written {
        edits,
        sites: all_sites(context, plan)?,
        name: name.clone(),
        moved: None,
        storage: Storage::Beside,
    })
}
