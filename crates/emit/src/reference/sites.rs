//! The sites of references: each subscript where the dimensions stay, else all of them at once.

use crate::context::Context;
use crate::error::EmitError;
use crate::plan::Plan;
use crate::reference::{block, flat, uniform};
use crate::subscript::modulo::stays_below;
use crate::subscript::row::{RowPlan, keep_declared};
use front::{Home, Reference, SubscriptPlace};
use source::{Edit, Piece, Site, Span};

/// The sites of all references.
///
/// # Errors
/// A subscript cannot be written in C.
pub(crate) fn all_sites(context: &Context, plan: &Plan) -> Result<Vec<Site>, EmitError> {
    let mut all = Vec::new();
    for reference in &context.fold.candidate.references {
        all.extend(sites(context, plan, reference)?);
    }
    Ok(all)
}

/// The sites of one reference.
///
/// # Errors
/// A subscript cannot be written in C.
pub(crate) fn sites(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
) -> Result<Vec<Site>, EmitError> {
    if let Some(block) = reference.block {
        let edits = block::edits(context, plan, reference, block)?;
        return Ok(edits.into_iter().map(alone).collect());
    }
    if let Some(text) = plan.deferred.text(reference) {
        return Ok(vec![alone(Edit {
            span: reference.whole,
            text: text.to_string(),
        })]);
    }
    let texts = plan.subscripts(context, &plan.rows, reference)?;
    if keep_declared(context, &plan.rows) {
        return single_subscripts(context, plan, reference, &texts);
    }
    if let Home::Heap(places) = &context.fold.candidate.home {
        let part = flat::part(context, &plan.rows, places, (reference, &texts))?;
        let edits = flat::edits(context, &plan.rows, places, (reference, texts))?;
        let site = |edit: Edit| Site {
            part: part.clone(),
            ..alone(edit)
        };
        return Ok(edits.into_iter().map(site).collect());
    }
    all_subscripts(context, plan, reference, &texts)
}

/// A site whose text cannot serve any other.
fn alone(edit: Edit) -> Site {
    Site {
        frame: edit.span,
        edit: Some(edit),
        uniform: Vec::new(),
        part: None,
    }
}

/// One site for each subscript.
fn single_subscripts(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
    texts: &[String],
) -> Result<Vec<Site>, EmitError> {
    let followed = context.fold.candidate.followed().into_iter();
    let places = followed.filter_map(|dim| reference.subscripts.get(dim));
    let places = places.zip(texts).zip(&plan.rows);
    let site = |((place, text), row): ((&SubscriptPlace, &String), &RowPlan)| {
        let is_new = context.text(place.expr_span) != *text;
        let edit = is_new.then(|| Edit {
            span: place.expr_span,
            text: text.clone(),
        });
        let uniform = uniform(context, &[row], reference, place.brackets)?;
        Ok(Site {
            frame: place.brackets,
            edit,
            uniform,
            part: None,
        })
    };
    places.map(site).collect()
}

/// Puts all new subscripts into the first brackets and removes the others, which may follow a
/// parenthesis.
fn all_subscripts(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
    texts: &[String],
) -> Result<Vec<Site>, EmitError> {
    let rows: Vec<&RowPlan> = plan.rows.iter().collect();
    let places = reference.subscripts.iter();
    let brackets: Vec<Span> = places.map(|place| place.brackets).collect();
    let frames = context.runs(&brackets);
    let whole = frames.iter().copied().reduce(Span::to);
    let uniform = uniform(context, &rows, reference, whole.unwrap_or(reference.whole))?;
    let edits = context.replace_runs(&frames, texts);
    let site = |(k, (frame, edit)): (usize, (&Span, Edit))| Site {
        frame: *frame,
        edit: Some(edit),
        uniform: match k {
            0 => uniform.clone(),
            _ => vec![vec![Piece::Text(String::new())]],
        },
        part: None,
    };
    Ok(frames.iter().zip(edits).enumerate().map(site).collect())
}

/// Texts that the reference may have in common with others, if its bytes may be shared: one with
/// the modulos that it needs, one with all.
fn uniform(
    context: &Context,
    rows: &[&RowPlan],
    reference: &Reference,
    frame: Span,
) -> Result<Vec<Vec<Piece>>, EmitError> {
    let is_address = |row: &&RowPlan| row.address.is_some();
    if !(context.may_be_shared)(frame) || rows.iter().any(is_address) {
        return Ok(Vec::new());
    }
    let needed = rows
        .iter()
        .map(|row| Ok(row.wraps && !stays_below(context, row, reference)?));
    let needed = needed.collect::<Result<Vec<_>, EmitError>>()?;
    let always: Vec<bool> = rows.iter().map(|row| row.wraps).collect();
    Ok(uniform::texts(context, reference, rows, &[needed, always]))
}
