//! The new subscripts of one reference.

use crate::cexpr::{CText, Tightness, is_primary};
use crate::plan::{Context, EmitError, Plan, RowPlan};
use crate::{block, heap};
use front::{Home, Reference};
use poly::{Expr, Set};
use source::{Edit, Span};

/// Edits of one reference: single subscripts where the dimensions stay, else all of them at once.
pub(crate) fn edits(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
) -> Result<Vec<Edit>, EmitError> {
    if let Some(block) = reference.block {
        return block::edits(context, plan, reference, block);
    }
    let texts = plan
        .rows
        .iter()
        .map(|row| index_text(context, row, reference))
        .collect::<Result<Vec<_>, _>>()?;
    let texts = match &context.fold.candidate.home {
        Home::Heap(places) => {
            if heap::becomes_scalar(plan, places) {
                return Ok(vec![Edit {
                    span: reference.whole,
                    text: context.text(reference.name_span),
                }]);
            }
            heap::subscripts(context, plan, places, (reference, texts))?
        }
        Home::Declarator => texts,
    };
    if plan.keeps_axes(context) {
        return Ok(single_subscripts(context, reference, &texts));
    }
    let (Some(first), Some(last)) = (reference.subscripts.first(), reference.subscripts.last())
    else {
        return Ok(Vec::new());
    };
    Ok(vec![Edit {
        span: Span {
            start: first.brackets.start,
            end: last.brackets.end,
        },
        text: texts.iter().map(|t| format!("[{t}]")).collect(),
    }])
}

fn single_subscripts(context: &Context, reference: &Reference, texts: &[String]) -> Vec<Edit> {
    let places = reference.subscripts.iter().zip(texts);
    places
        .filter(|(place, text)| context.text(place.expr_span) != **text)
        .map(|(place, text)| Edit {
            span: place.expr_span,
            text: text.clone(),
        })
        .collect()
}

/// `(k - 1) % 2`, `k`, `i - t + N - 1`, `0`.
pub(crate) fn index_text(
    context: &Context,
    plan: &RowPlan,
    reference: &Reference,
) -> Result<String, EmitError> {
    let value = value(context, plan, reference);
    if let (Some(x), Some(b)) = (
        value.as_ref().ok().and_then(Expr::as_constant),
        plan.row.modulus.as_constant(),
    ) {
        return Ok(x.rem_euclid(b).to_string());
    }
    let operand = operand(context, plan, reference, value)?;
    if !plan.wraps || stays_below(context, plan, reference)? {
        return Ok(operand.text);
    }
    let modulus = context.print(&plan.row.modulus, &reference.unusable_params)?;
    Ok(format!(
        "{} % {}",
        operand.at_least(Tightness::Primary),
        modulus.at_least(Tightness::Primary)
    ))
}

/// The form plus offset as an expression, if all its subscripts are known.
fn value(context: &Context, plan: &RowPlan, reference: &Reference) -> Result<Expr, EmitError> {
    let terms = plan.row.form.iter().enumerate();
    terms
        .filter(|(_, c)| **c != 0)
        .try_fold(plan.offset.clone(), |sum, (dim, c)| {
            Ok(sum + context.subscript(reference, dim)?.clone() * *c)
        })
}

/// What stands before the `%`: the user's own text of the subscript where nothing is added to it.
fn operand(
    context: &Context,
    plan: &RowPlan,
    reference: &Reference,
    value: Result<Expr, EmitError>,
) -> Result<CText, EmitError> {
    let declared = plan.row.axis().and_then(|axis| context.declared(axis));
    match declared {
        Some(axis) if plan.offset.as_constant() == Some(0) => {
            let text = context.text(reference.subscripts[axis].expr_span);
            let tightness = match is_primary(&text) {
                true => Tightness::Primary,
                false => Tightness::Sum,
            };
            Ok(CText { text, tightness })
        }
        _ => context.print(&value?, &reference.unusable_params),
    }
}

/// Whether form plus offset lies in `0..modulus` for every element that this reference touches.
fn stays_below(
    context: &Context,
    plan: &RowPlan,
    reference: &Reference,
) -> Result<bool, EmitError> {
    let scop = &context.fold.region.scop;
    let mut touched: Option<Set> = None;
    for id in &reference.accesses {
        let range = scop.access(*id).relation.range()?.reset_tuple_id()?;
        touched = Some(match touched {
            Some(t) => t.union(&range)?,
            None => range,
        });
    }
    let Some(touched) = touched else {
        return Ok(false);
    };
    let touched = touched.intersect_params(&scop.context)?;
    let names: Vec<String> = (0..plan.row.form.len()).map(|d| format!("d{d}'")).collect();
    let terms = names.iter().zip(&plan.row.form);
    let form = terms.fold(plan.offset.clone(), |sum, (d, c)| sum + Expr::var(d) * *c);
    let params: Vec<&str> = scop.params.iter().map(|p| p.name.as_str()).collect();
    let inside = format!(
        "[{}] -> {{ [{}] : 0 <= {form} < {} }}",
        params.join(", "),
        names.join(", "),
        plan.row.modulus
    );
    Ok(touched.is_subset(&Set::parse(&scop.ctx, &inside)?)?)
}
