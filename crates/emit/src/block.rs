//! Uses of many elements at once: `memset(a[i], 0, sizeof a[i])`. They stay right only where the
//! dimensions that the call runs over are untouched.

use crate::plan::{Context, EmitError, Plan};
use crate::reference::index_text;
use front::{Axis, Block, Home, Reference};
use source::{Edit, Span};

/// Edits of one such use.
pub(crate) fn edits(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
    block: Block,
) -> Result<Vec<Edit>, EmitError> {
    match block {
        Block::Whole { asked } => Ok(whole(context, plan, reference, asked)),
        Block::Last { dims, asked } => last(context, plan, reference, (dims, asked)),
    }
}

/// The name alone; of a scalar its address.
fn whole(context: &Context, plan: &Plan, reference: &Reference, asked: bool) -> Vec<Edit> {
    let before = &context.file.bytes[..reference.whole.start as usize];
    let mut behind = before.iter().rev().filter(|b| !b.is_ascii_whitespace());
    let has_address = behind.next() == Some(&b'&');
    let is_scalar = plan.rows.is_empty() && context.fold.candidate.home == Home::Declarator;
    match is_scalar && !asked && !has_address {
        true => vec![Edit {
            span: reference.name_span,
            text: format!("&{}", context.text(reference.name_span)),
        }],
        false => Vec::new(),
    }
}

fn last(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
    (dims, asked): (usize, bool),
) -> Result<Vec<Edit>, EmitError> {
    let leading = leading_rows(context, plan, dims).ok_or(EmitError::Block)?;
    if reference.subscripts.is_empty() {
        return Ok(Vec::new());
    }
    let rows = plan.rows[..leading].iter();
    let texts = rows.map(|row| index_text(context, plan, row, reference));
    let mut texts = texts.collect::<Result<Vec<_>, _>>()?;
    let given = context.fold.candidate.declared.len() - dims;
    let rest = reference.subscripts.get(given..).unwrap_or_default();
    texts.extend(rest.iter().map(|s| context.text(s.expr_span)));
    let is_heap = context.fold.candidate.home != Home::Declarator;
    if asked && is_heap && texts.is_empty() {
        return Err(EmitError::Size);
    }
    let (Some(first), Some(last)) = (reference.subscripts.first(), reference.subscripts.last())
    else {
        return Ok(Vec::new());
    };
    let old: Vec<String> = reference
        .subscripts
        .iter()
        .map(|s| context.text(s.expr_span))
        .collect();
    let span = Span {
        start: first.brackets.start,
        end: last.brackets.end,
    };
    let text = texts.iter().map(|t| format!("[{t}]")).collect();
    Ok(match old == texts {
        true => Vec::new(),
        false => vec![Edit { span, text }],
    })
}

/// The number of rows before those of the last `dims` dimensions, if these stay as they are.
fn leading_rows(context: &Context, plan: &Plan, dims: usize) -> Option<usize> {
    let axes = &context.fold.candidate.axes;
    let leading = plan.rows.len().checked_sub(dims)?;
    let first = axes.len().checked_sub(dims)?;
    let is_same = |k: usize| {
        let plan = &plan.rows[leading + k];
        let axis = first + k;
        matches!(axes[axis], Axis::Whole(_))
            && plan.row.axis() == Some(axis)
            && !plan.wraps
            && plan.offset.as_constant() == Some(0)
            && context.old_size(axis) == Some(&plan.row.modulus)
    };
    let apart = |k: usize| plan.rows[k].row.form[first..].iter().all(|c| *c == 0);
    ((0..dims).all(is_same) && (0..leading).all(apart)).then_some(leading)
}
