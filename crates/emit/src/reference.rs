//! The new subscripts of one reference.

use crate::cexpr::{CText, Tightness, joined};
use crate::naming::loop_of;
use crate::plan::{Context, EmitError, Plan, RowPlan};
use crate::sums::Sum;
use crate::types::mixes_signs;
use crate::uniform;
use crate::unit::{self, Walk};
use crate::{block, careful, heap};
use front::{Home, Reference, SubscriptPlace};
use poly::{Atom, Expr, Set};
use scop::Subscript;
use source::{Edit, Piece, Site, Span};

/// The sites of all references.
pub(crate) fn all_sites(context: &Context, plan: &Plan) -> Result<Vec<Site>, EmitError> {
    let mut all = Vec::new();
    for reference in &context.fold.candidate.references {
        all.extend(sites(context, plan, reference)?);
    }
    Ok(all)
}

/// The sites of one reference: each subscript where the dimensions stay, else all of them at once.
pub(crate) fn sites(
    context: &Context,
    plan: &Plan,
    reference: &Reference,
) -> Result<Vec<Site>, EmitError> {
    if let Some(block) = reference.block {
        let edits = block::edits(context, plan, reference, block)?;
        return Ok(edits.into_iter().map(alone).collect());
    }
    if let Some(text) = plan.late.text(reference) {
        return Ok(vec![alone(Edit {
            span: reference.whole,
            text: text.to_string(),
        })]);
    }
    let texts = plan
        .rows
        .iter()
        .map(|row| index_text(context, plan, row, reference))
        .collect::<Result<Vec<_>, _>>()?;
    if let Home::Heap(places) = &context.fold.candidate.home
        && !plan.keeps_axes(context)
    {
        let edits = heap::reference(context, plan, places, (reference, texts))?;
        return Ok(edits.into_iter().map(alone).collect());
    }
    if plan.keeps_axes(context) {
        return single_subscripts(context, plan, reference, &texts);
    }
    all_subscripts(context, plan, reference, &texts)
}

/// A site whose text can do for no other.
fn alone(edit: Edit) -> Site {
    Site {
        frame: edit.span,
        edit: Some(edit),
        uniform: Vec::new(),
    }
}

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
        })
    };
    places.map(site).collect()
}

/// The first brackets take all new subscripts; further ones go, which may stand behind a parenthesis.
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
    };
    Ok(frames.iter().zip(edits).enumerate().map(site).collect())
}

/// Texts that the reference may have in common with others, where it can: once with the modulos that it
/// needs, once with all.
fn uniform(
    context: &Context,
    rows: &[&RowPlan],
    reference: &Reference,
    frame: Span,
) -> Result<Vec<Vec<Piece>>, EmitError> {
    if !(context.may_be_shared)(frame) {
        return Ok(Vec::new());
    }
    let needed = rows
        .iter()
        .map(|row| Ok(row.wraps && !stays_below(context, row, reference)?));
    let needed = needed.collect::<Result<Vec<_>, EmitError>>()?;
    let always: Vec<bool> = rows.iter().map(|row| row.wraps).collect();
    Ok(uniform::texts(context, reference, rows, &[needed, always]))
}

/// One new subscript.
pub(crate) struct Index {
    pub(crate) text: String,
    /// What is divided by what, where that is known and what the text says.
    pub(crate) modulo: Option<(Expr, Expr)>,
    /// The same in the order that a unit gives.
    pub(crate) walk: Option<Walk>,
    /// What is added up along several dimensions, where that is known and what the text says.
    pub(crate) sum: Option<Sum>,
}

impl Index {
    pub(crate) fn plain(text: String) -> Self {
        Index {
            text,
            modulo: None,
            walk: None,
            sum: None,
        }
    }
}

/// `cur` for `k % 2`, else as [`index`].
pub(crate) fn index_text(
    context: &Context,
    plan: &Plan,
    row: &RowPlan,
    reference: &Reference,
) -> Result<String, EmitError> {
    if let Some(index) = plan.window.as_ref().and_then(|w| w.index(reference)) {
        return Ok(index);
    }
    let index = index(context, row, reference)?;
    if let Some(text) = plan.strips.text(reference, &index) {
        return Ok(text);
    }
    Ok(plan.naming.text(context, reference, index))
}

/// `(k - 1) % 2`, `k`, `i - t + N - 1`, `0`.
pub(crate) fn index(
    context: &Context,
    plan: &RowPlan,
    reference: &Reference,
) -> Result<Index, EmitError> {
    if context.fold.is_careful() {
        return careful::index(context, plan, reference);
    }
    let value = value(context, plan, reference);
    if let Ok(sum) = &value
        && plan.row.axis().is_none()
        && mixes_signs(context, reference, sum)
    {
        return careful::index(context, plan, reference);
    }
    if let Some(walk) = unit::walk(context, plan, reference)? {
        let (value, modulus) = (value?, &plan.divisor);
        let parts = (Some(&walk), &value, modulus);
        return Ok(Index {
            text: remainder_text(context, parts, &reference.unusable_params)?,
            modulo: Some((value, modulus.clone())),
            walk: Some(walk),
            sum: None,
        });
    }
    if let (Ok(value), Some(b)) = (&value, plan.row.modulus.as_constant())
        && let Some(x) = residue(value, b)
    {
        return Ok(Index::plain(x.to_string()));
    }
    if let Some(rest) = remainder(context, plan, reference, value.as_ref().ok())? {
        return Ok(Index::plain(rest));
    }
    if !needs_modulo(context, plan, reference, value.as_ref().ok())? {
        let sum = match plan.row.axis() {
            None => Sum::of(context, plan, reference).ok(),
            Some(_) => None,
        };
        return Ok(Index {
            sum,
            ..Index::plain(operand(context, plan, reference, value)?.text)
        });
    }
    let nearer = value.as_ref().ok().and_then(|value| nearer(value, plan));
    let nearer = nearer.and_then(|e| {
        let text = context.print(&e, &reference.unusable_params).ok()?;
        Some((text, e))
    });
    let (operand, dividend) = match nearer {
        Some((text, e)) => (text, Some(e)),
        None => {
            let dividend = value.as_ref().ok().cloned();
            (operand(context, plan, reference, value)?, dividend)
        }
    };
    let modulus = context.print(&plan.divisor, &reference.unusable_params)?;
    Ok(Index {
        text: format!(
            "{} % {}",
            operand.at_least(Tightness::Primary),
            modulus.at_least(Tightness::Primary)
        ),
        modulo: dividend.map(|e| (e, plan.divisor.clone())),
        walk: None,
        sum: None,
    })
}

/// `d % b`, or `((long long)N * y + x) % b`: the product may not fit in an `int`.
pub(crate) fn remainder_text(
    context: &Context,
    (walk, dividend, modulus): (Option<&Walk>, &Expr, &Expr),
    unusable: &[String],
) -> Result<String, EmitError> {
    let print = |e: &Expr| context.print(e, unusable);
    let primary = |e: &Expr| print(e).map(|text| text.at_least(Tightness::Primary));
    let dividend = match walk {
        None => primary(dividend)?,
        Some(Walk { by, row, column }) => {
            let wide = context.signed_wide_type()?;
            let product = format!("({wide}){} * {}", primary(by)?, primary(row)?);
            let sum = match column.as_constant() {
                Some(0) => product,
                _ => joined(&product, &print(column)?.text),
            };
            format!("({sum})")
        }
    };
    Ok(format!("{dividend} % {}", primary(modulus)?))
}

/// `j` for `(4*i + j) % 4`, where that lies in `0..4`: what is left without multiples of the modulus.
fn remainder(
    context: &Context,
    plan: &RowPlan,
    reference: &Reference,
    value: Option<&Expr>,
) -> Result<Option<String>, EmitError> {
    let (Some(value), Some(modulus)) = (value, plan.row.modulus.as_constant()) else {
        return Ok(None);
    };
    let rest = without_multiples(value, modulus);
    if !plan.wraps || rest.terms().count() == value.terms().count() {
        return Ok(None);
    }
    let scop = context.fold.scop();
    for id in &reference.accesses {
        let access = scop.access(*id);
        let Some(value) = form_of(plan, &access.subscripts) else {
            return Ok(None);
        };
        let rest = without_multiples(&value, modulus);
        let statement = scop.statement(access.statement);
        let params: Vec<&str> = scop.params.iter().map(|p| p.name.as_str()).collect();
        let inside = format!(
            "[{}] -> {{ {}[{}] : 0 <= {rest} < {modulus} }}",
            params.join(", "),
            statement.name,
            statement.iterators.join(", "),
        );
        let happens = access.relation.domain()?;
        if !happens.is_subset(&Set::parse(&scop.ctx, &inside)?)? {
            return Ok(None);
        }
    }
    let text = context.print(&rest, &reference.unusable_params);
    Ok(text.ok().map(|text| text.text))
}

/// Form plus offset in the names of the scop.
fn form_of(plan: &RowPlan, subscripts: &[Subscript]) -> Option<Expr> {
    let terms = plan.row.form.iter().zip(subscripts);
    terms
        .filter(|(c, _)| **c != 0)
        .try_fold(plan.offset.clone(), |sum, (c, subscript)| match subscript {
            Subscript::Affine(e) => Some(sum + e.clone() * *c),
            Subscript::Modulo { .. } | Subscript::Any => None,
        })
}

/// The terms and the constant that are no multiples of the modulus.
fn without_multiples(expr: &Expr, modulus: i64) -> Expr {
    let constant = Expr::constant(expr.constant_part().rem_euclid(modulus));
    let kept = expr.terms().filter(|(_, c)| c % modulus != 0);
    kept.fold(constant, |sum, (atom, c)| {
        sum + Expr::atom(atom.clone()) * c
    })
}

/// What is left of a value under a modulus, where that is the same number for all variables.
pub(crate) fn residue(value: &Expr, modulus: i64) -> Option<i64> {
    let whole = |(_, c): (&Atom, i64)| c % modulus == 0;
    let all_whole = value.terms().all(whole);
    all_whole.then(|| value.constant_part().rem_euclid(modulus))
}

/// `t` for `t - 7` under the modulus 7: the same cell, and never negative where the other is not.
fn nearer(value: &Expr, plan: &RowPlan) -> Option<Expr> {
    let back = -value.constant_part();
    let modulus = plan.row.modulus.as_constant()?;
    (back >= modulus).then(|| value.clone() + Expr::constant(back / modulus * modulus))
}

/// The form plus offset as an expression, if all its subscripts are known.
pub(crate) fn value(
    context: &Context,
    plan: &RowPlan,
    reference: &Reference,
) -> Result<Expr, EmitError> {
    Ok(Sum::of(context, plan, reference)?.value())
}

/// What stands before the `%`: the user's own text of the subscript where nothing is added to it.
fn operand(
    context: &Context,
    plan: &RowPlan,
    reference: &Reference,
    value: Result<Expr, EmitError>,
) -> Result<CText, EmitError> {
    let unchanged = plan.offset.as_constant() == Some(0);
    let axis = plan.row.axis().filter(|_| unchanged);
    let Some((span, is_operand)) = axis.and_then(|axis| context.written(reference, axis)) else {
        return context.print(&value?, &reference.unusable_params);
    };
    let tightness = match is_operand {
        true => Tightness::Primary,
        false => Tightness::Sum,
    };
    Ok(CText {
        text: context.text(span),
        tightness,
    })
}

/// Whether a subscript is written with a modulo: because it may reach it, or because the same one does beside it, in the
/// body of the same loop.
pub(crate) fn needs_modulo(
    context: &Context,
    plan: &RowPlan,
    reference: &Reference,
    own: Option<&Expr>,
) -> Result<bool, EmitError> {
    if !plan.wraps || !stays_below(context, plan, reference)? {
        return Ok(plan.wraps);
    }
    let Some((own, (_, place))) = own.and_then(|own| Some((own, loop_of(reference, own)?))) else {
        return Ok(false);
    };
    let question = format!("{own} reaches {} in {:?}", plan.row.modulus, place.whole);
    context.once(question, || {
        let others = context.fold.candidate.references.iter();
        for other in others.filter(|r| r.block.is_none() && place.whole.contains(r.whole)) {
            let is_same = value(context, plan, other).is_ok_and(|value| value == *own);
            if is_same && !stays_below(context, plan, other)? {
                return Ok(true);
            }
        }
        Ok(false)
    })
}

/// Whether form plus offset lies in `0..modulus` for every element that this reference touches.
fn stays_below(
    context: &Context,
    plan: &RowPlan,
    reference: &Reference,
) -> Result<bool, EmitError> {
    let names: Vec<String> = (0..plan.row.form.len()).map(|d| format!("d{d}'")).collect();
    let terms = names.iter().zip(&plan.row.form);
    let form = terms.fold(plan.offset.clone(), |sum, (d, c)| sum + Expr::var(d) * *c);
    let inside = format!(
        "[{}] : 0 <= {form} < {}",
        names.join(", "),
        plan.row.modulus
    );
    context.once(format!("{:?} in {inside}", reference.whole), || {
        let scop = context.fold.scop();
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
        let params: Vec<&str> = scop.params.iter().map(|p| p.name.as_str()).collect();
        let inside = format!("[{}] -> {{ {inside} }}", params.join(", "));
        Ok(touched.is_subset(&Set::parse(&scop.ctx, &inside)?)?)
    })
}
