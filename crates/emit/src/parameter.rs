//! Parameters that are temporaries of their function. Small ones become a local array, and the
//! parameter stays, unused; large ones stay where the caller put them, with smaller subscripts.

use crate::cexpr::Tightness;
use crate::comment;
use crate::declaration::size_text;
use crate::layout::{behind_comment, ends_line, layout_after};
use crate::plan::{Context, EmitError, Plan};
use crate::reference::{self, index_text};
use crate::{Storage, Written, statics, wide};
use front::{Cut, ParameterHome, Reference};
use scop::ParamKind;
use source::{Edit, Site, SourceFile, Span};

/// Larger local arrays are not put on the stack, at the sample sizes.
const MOST_BYTES: u64 = 64 << 10;

/// Writes a fold of a parameter, which goes if it may and a local array takes its place.
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

/// Whether the elements stay where the caller put them: always right, as no subscript grows, but
/// only worth it where a local array may be too large.
fn takes_callers_storage(
    context: &Context,
    plan: &Plan,
    home: &ParameterHome,
    storage_goes: bool,
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
    if fits_stack && (storage_goes || grows(Some(ParamKind::Variable)) == 0) {
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

/// Whether each row is a dimension of its own whose subscript never grows: then no access leaves the
/// part of the caller's array that it touched before.
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

/// A local array with the name of the parameter, which goes.
fn instead(
    context: &Context,
    plan: &Plan,
    home: &ParameterHome,
    cuts: &[Cut],
) -> Result<Written, EmitError> {
    let name = &context.fold.candidate.spelling;
    let declaration = declaration(context, plan, home, name)?;
    let body = home.body_start;
    let mut edits = vec![lines(
        context.file,
        body,
        body,
        &with_comment(context, plan, name, &[&declaration]),
    )];
    edits.extend(cuts.iter().map(|cut| Edit {
        span: cut.span,
        text: cut.text.clone(),
    }));
    let sites = reference::all_sites(context, plan)?;
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
        None => vec![lines(
            context.file,
            body,
            body,
            &with_comment(context, plan, &home.name, &[&declaration, &unused]),
        )],
        Some(end) => {
            let end = behind_comment(context.file, end);
            vec![
                lines(
                    context.file,
                    body,
                    body,
                    &with_comment(context, plan, &home.name, &[&declaration]),
                ),
                lines(context.file, body, end, &[&unused]),
            ]
        }
    };
    let references = context.fold.candidate.references.iter();
    edits.extend(references.map(|reference| Edit {
        span: reference.name_span,
        text: home.name.clone(),
    }));
    let sites = reference::all_sites(context, plan)?;
    Ok(Written {
        edits,
        sites,
        name: home.name.clone(),
        moved: None,
        storage: Storage::Beside,
    })
}

/// The lines, under a comment if there is to be one.
pub(crate) fn with_comment(
    context: &Context,
    plan: &Plan,
    name: &str,
    lines: &[&str],
) -> Vec<String> {
    let comment = context
        .fold
        .comment
        .then(|| comment::text(context, plan, name));
    let lines = lines.iter().map(|line| line.to_string());
    comment.into_iter().chain(lines).collect()
}

/// New lines at a place, indented as the body is; all on one line where the body is.
pub(crate) fn lines<T: std::fmt::Display>(
    file: &SourceFile,
    body: Span,
    at: Span,
    lines: &[T],
) -> Edit {
    let (newline, indent) = layout_after(&file.bytes[body.end as usize..]);
    let is_short = behind_comment(file, body) == body && !ends_line(file, body);
    let text = lines.iter().map(|line| match is_short {
        true => format!(" {line}"),
        false => format!("{newline}{indent}{line}"),
    });
    Edit {
        span: Span::at(at.end),
        text: text.collect(),
    }
}

/// The parameter itself, with smaller subscripts; 0 in the dimensions that are gone.
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
            });
        }
    }
    let mut edits = Vec::new();
    let comment = with_comment(context, plan, &context.fold.candidate.spelling, &[]);
    if !comment.is_empty() {
        let body = home.body_start;
        edits.push(lines(context.file, body, body, &comment));
    }
    Ok(Written {
        edits,
        sites,
        name: context.fold.candidate.spelling.clone(),
        moved: None,
        storage: Storage::Callers,
    })
}

/// The new subscript in a declared dimension: of a linearised one with the old strides.
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
        let text = index_text(context, plan, row, reference)?;
        sum = Some(match sum {
            None => text,
            Some(sum) => {
                let modulus = context.fold.extents.get(axis);
                let modulus = modulus.ok_or(EmitError::Linearised)?;
                let cast = wide::cast(context, plan, reference, modulus)?;
                let cast = cast.filter(|_| !wide::is_cast(&sum)).unwrap_or_default();
                let stride = context.print(modulus, &reference.unusable_params)?;
                let stride = stride.at_least(Tightness::Primary);
                format!("{cast}({sum}) * {stride} + ({text})")
            }
        });
    }
    Ok(sum.unwrap_or_else(|| "0".to_string()))
}
