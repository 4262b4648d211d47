//! Uses of many elements at once: `memset(a[i], 0, sizeof a[i])`, and pointers to rows such as
//! `float *row = a[i];`. They stay right only where the mapping does not touch the dimensions that
//! they cover.
//!
//! Assumes: rows that `restrict` pointers lead to may share a cell one after the other, so
//! `restrict` is removed.

use crate::context::Context;
use crate::error::EmitError;
use crate::plan::Plan;
use crate::reference::flat;
use crate::subscript::row::RowPlan;
use front::{Axis, Block, Home, Reference};
use print::joined;
use source::{Edit, Span};

/// The edits of one use of many elements.
///
/// # Errors
/// The mapping would part the elements, or a subscript cannot be written in C.
pub(crate) fn edits(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
    block: Block,
) -> Result<Vec<Edit>, EmitError> {
    match block {
        Block::Whole { asked } => Ok(whole(context, plan, reference, asked)),
        Block::Last { dims, asked } => {
            let leading = rows_before_kept(context, plan, dims).ok_or(EmitError::Block)?;
            last(context, (plan, leading), reference, (dims, asked))
        }
        Block::Rows { .. } => {
            let dims = context.fold.candidate.pointed_dims();
            let leading = rows_before_rows(context, plan, dims).ok_or(EmitError::Block)?;
            match is_flat(context) {
                true => row_of_flat(context, (plan, leading), reference),
                false => last(context, (plan, leading), reference, (dims, false)),
            }
        }
    }
}

/// The edits that remove `restrict`, with the blanks after it, from the pointers to rows.
pub(crate) fn without_restrict(context: &Context) -> Vec<Edit> {
    let edit = |word: &Span| {
        let after = context.file.bytes[word.end as usize..].iter();
        let blanks = after.take_while(|b| **b == b' ').count() as u32;
        Edit {
            span: Span::new(word.start, word.end + blanks),
            text: String::new(),
        }
    };
    context.fold.candidate.restricts.iter().map(edit).collect()
}

/// The edit of the name alone: of a scalar its address is taken.
fn whole(context: &Context, plan: &Plan, reference: &Reference, asked: bool) -> Vec<Edit> {
    let before = &context.file.bytes[..reference.whole.start as usize];
    let mut backwards = before.iter().rev().filter(|b| !b.is_ascii_whitespace());
    let has_address = backwards.next() == Some(&b'&');
    let is_scalar = plan.rows.is_empty() && context.fold.candidate.home == Home::Declarator;
    match is_scalar && !asked && !has_address {
        true => vec![Edit {
            span: reference.name_span,
            text: format!("&{}", context.text(reference.name_span)),
        }],
        false => Vec::new(),
    }
}

/// The edit of the leading subscripts; the subscripts after them stay.
fn last(
    context: &Context,
    (plan, leading): (&Plan, usize),
    reference: &Reference,
    (dims, asked): (usize, bool),
) -> Result<Vec<Edit>, EmitError> {
    if reference.subscripts.is_empty() {
        return Ok(Vec::new());
    }
    let mut texts = plan.subscripts(context, &plan.rows[..leading], reference)?;
    let given = context.fold.candidate.declared.len().saturating_sub(dims);
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

/// Whether the array has one declared dimension, which is split into digits.
fn is_flat(context: &Context) -> bool {
    let mut axes = context.fold.candidate.axes.iter();
    axes.all(|axis| matches!(axis, Axis::Digit(0, _)))
}

/// `t + (y % 3) * w + c` or `t[y % 3] + c` for `t + y * w + c`.
fn row_of_flat(
    context: &Context,
    (plan, leading): (&Plan, usize),
    reference: &Reference,
) -> Result<Vec<Edit>, EmitError> {
    let last = context.fold.candidate.axes.len() - 1;
    let mut rows = plan.subscripts(context, &plan.rows[..leading], reference)?;
    let kept = plan.rows.len() - leading;
    for axis in last + 1 - kept..last {
        let digit = context.subscript(reference, axis)?;
        rows.push(context.print(digit, &reference.unusable_params)?.text);
    }
    let name = &context.fold.candidate.spelling;
    let row = match &context.fold.candidate.home {
        // A plane is an array of arrays then, and a pointer into it leads to a single row.
        Home::Declarator if kept > 1 => return Err(EmitError::Block),
        Home::Declarator => rows
            .iter()
            .fold(name.clone(), |row, text| format!("{row}[{text}]")),
        Home::Heap(places) => {
            match flat::row_address(context, &plan.rows, places, (reference, rows))? {
                Some(address) => format!("{name} + {address}"),
                None => name.clone(),
            }
        }
        Home::Parameter(_) => return Err(EmitError::Block),
    };
    let column = context.subscript(reference, last)?;
    let column = context.print(column, &reference.unusable_params)?.text;
    let text = match column.as_str() {
        "0" => row,
        column => joined(&row, column),
    };
    Ok(match text == context.text(reference.whole) {
        true => Vec::new(),
        false => vec![Edit {
            span: reference.whole,
            text,
        }],
    })
}

/// The number of rows before those of the last `dims` dimensions, if these dimensions stay as they
/// are.
fn rows_before_kept(context: &Context, plan: &Plan, dims: usize) -> Option<usize> {
    let axes = &context.fold.candidate.axes;
    let leading = plan.rows.len().checked_sub(dims)?;
    let first = axes.len().checked_sub(dims)?;
    let is_same = |k: usize| {
        let row = &plan.rows[leading + k];
        let axis = first + k;
        matches!(axes[axis], Axis::Whole(_))
            && keeps_index(row, axis)
            && context.old_size(axis) == Some(&row.row.modulus)
    };
    ((0..dims).all(is_same) && are_apart(plan, leading, first)).then_some(leading)
}

/// The number of rows before those of the last `dims` dimensions, if the indices of these
/// dimensions stay as they are, and the sizes of all but the first.
fn rows_before_rows(context: &Context, plan: &Plan, dims: usize) -> Option<usize> {
    let first = context.fold.candidate.axes.len().checked_sub(dims)?;
    let leading = plan.rows.len().checked_sub(dims)?;
    let is_same = |k: usize| {
        let row = &plan.rows[leading + k];
        let keeps_size = k == 0 || context.old_size(first + k) == Some(&row.row.modulus);
        keeps_index(row, first + k) && keeps_size
    };
    ((0..dims).all(is_same) && are_apart(plan, leading, first)).then_some(leading)
}

/// Whether the new index of a row is the old one of a dimension.
fn keeps_index(row: &RowPlan, axis: usize) -> bool {
    row.same_axis() == Some(axis) && !row.wraps
}

/// Whether the leading rows use none of the dimensions from `first` on.
fn are_apart(plan: &Plan, leading: usize, first: usize) -> bool {
    let mut rows = plan.rows[..leading].iter();
    rows.all(|row| row.address.is_none() && row.row.form[first..].iter().all(|c| *c == 0))
}
