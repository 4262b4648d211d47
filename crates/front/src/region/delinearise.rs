//! Dimensions with linearised subscripts taken apart: in `double t[n*m]`, `t[i*m + j - 1]` is row `i`,
//! column `j - 1`; in `double v[d*h*w]`, `v[(i*h + j)*w + k]` is plane `i`, row `j`, column `k`. Done before a macro
//! is taken at its value for their sake.
//!
//! *Strides*, affine in the parameters, serve all subscripts of a dimension. For one stride `s` its element
//! `e` becomes the digits `(q, r)` with `e = s*q + r`, `0 <= r < s`; where `q` is not affine, it is taken apart by the
//! next one. Polynomial division writes a subscript as `s*Q + R`; where `R` leaves `0..s`, it is `(Q + c, R - c*s)`
//! for one of a few *carries* `c`. Which one is a case distinction that must be proved complete, for `s >= 1`: from
//! what is known of the parameters, from the conditions of all accesses, or assumed of macros.

use crate::values::shapes::split::Split;
mod digits;
mod positive;
mod rows;
mod strides;
mod uses;

use self::digits::{Apart, Attempt};
use self::positive::{Needs, Strides};
use self::uses::Use;
use crate::values::evaluator::spelled;
use crate::values::shapes::Shape;
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use poly::Expr;
use scop::{Certainty, Subscript};
use std::collections::HashMap;

/// A split, the digits of all subscripts in the order of the accesses, and why each stride is positive.
type Found = (Split, Vec<Apart>, Vec<Needs>);

/// Takes apart what can be; asks for macros to be taken at their value for the rest.
pub(crate) fn delinearise(
    walker: &mut Walker<'_>,
    running: &[VarId],
    shapes: &mut HashMap<VarId, Shape>,
) {
    for id in running {
        let Some(shape) = shapes.get_mut(id) else {
            continue;
        };
        let mut coordinate = 0;
        for dim in 0..shape.dims.len() {
            let split = match is_linearised(walker, *id, shape, dim) {
                true => split(walker, *id, shape, dim),
                false => None,
            };
            match split {
                Some((split, subscripts)) => {
                    replace(walker, *id, (dim, coordinate), (subscripts, split.digits()));
                    rows::split(walker, *id, (dim, coordinate), &split.strides);
                    coordinate += split.digits();
                    shape.dims[dim].split = Some(split);
                }
                None => {
                    walker
                        .eval
                        .params
                        .wanted
                        .extend(wanted(walker, *id, shape, dim));
                    coordinate += 1;
                }
            }
        }
    }
}

/// The macros that would make a dimension affine.
fn wanted(walker: &Walker<'_>, id: VarId, shape: &Shape, dim: usize) -> Vec<String> {
    let references = walker.found.references.iter().filter(|r| r.array == id);
    let subscripts = references
        .filter_map(|r| r.subscripts.get(dim))
        .flat_map(|s| &s.wanted);
    let all = subscripts.chain(&shape.dims[dim].wanted);
    all.cloned().collect()
}

/// Whether a subscript or the extent of a dimension is not affine, and nothing rules the array out.
fn is_linearised(walker: &Walker<'_>, id: VarId, shape: &Shape, dim: usize) -> bool {
    let uses = walker.source.facts.uses(id);
    let allowed =
        |at: &usize| walker.source.region.contains(at) && !walker.found.refused.contains_key(at);
    let mut references = walker.found.references.iter().filter(|r| r.array == id);
    let mut subscripts = references.clone().flat_map(|r| &r.subscripts);
    uses.iter().all(allowed)
        // Each way would have a polynomial of its own.
        && !subscripts.any(|s| s.is_choice)
        && ((shape.dims[dim].extent.is_none() && !shape.dims[dim].is_open)
            || references.any(|r| {
                let subscript = r.subscripts.get(dim);
                subscript.is_some_and(|s| s.meaning == Subscript::Any)
            }))
}

/// The split of a dimension, and what becomes of its subscripts in the order of the accesses.
fn split(
    walker: &mut Walker<'_>,
    id: VarId,
    shape: &Shape,
    dim: usize,
) -> Option<(Split, Vec<Apart>)> {
    let extent = match shape.dims[dim].is_open {
        true => None,
        false => Some(shape.dims[dim].declared()?),
    };
    let mut found = find(walker, (id, dim), extent.as_ref(), shape.is_certain);
    if found.is_none() {
        let extent = with_names(walker, (id, dim), extent.as_ref())?;
        found = find(walker, (id, dim), extent.as_ref(), shape.is_certain);
    }
    let (split, subscripts, needs) = found?;
    let mut positive = true;
    for (stride, needs) in split.strides.iter().zip(needs) {
        let eval = &mut walker.eval;
        positive &= match needs {
            Needs::Nothing => true,
            // No one declares an array of minus 4 times minus 3 elements.
            Needs::Accesses => eval.may_assume_nonnegative(&(stride.clone() - Expr::constant(1))),
            Needs::Assumption(expr) => eval.assume_nonnegative(&expr),
        };
    }
    if positive && shape.is_certain && extent.is_some() {
        walker.eval.params.known.extend(split.is_positive());
    }
    Some((split, subscripts))
}

/// The first way to take a dimension apart that is proved.
fn find(
    walker: &Walker<'_>,
    (id, dim): (VarId, usize),
    extent: Option<&Expr>,
    is_certain: bool,
) -> Option<Found> {
    let uses = uses::of_dimension(walker, id, dim)?;
    let ways = strides::ways(&walker.eval, extent, &uses);
    ways.into_iter().find_map(|strides| {
        let attempt = Attempt {
            eval: &walker.eval,
            strides,
        };
        make(&attempt, extent, is_certain, &uses)
    })
}

/// Puts the names of products into the subscripts of a dimension, where they were followed to what they stand for:
/// `plane` for `h*w`, which bounds a loop. What becomes of the extent; `None` if there are no names.
fn with_names(
    walker: &mut Walker<'_>,
    (id, dim): (VarId, usize),
    extent: Option<&Expr>,
) -> Option<Option<Expr>> {
    let names = walker.eval.named_products();
    if names.is_empty() {
        return None;
    }
    let named = |polynomial: &Expr| {
        let mut names = names.iter();
        names.try_fold(polynomial.clone(), |p, named| {
            p.with_name(&named.name, &named.meaning)
        })
    };
    for reference in walker.found.references.iter_mut().filter(|r| r.array == id) {
        if let Some(subscript) = reference.subscripts.get_mut(dim) {
            subscript.polynomial = subscript.polynomial.as_ref().and_then(named);
        }
    }
    Some(match extent {
        Some(extent) => Some(named(extent)?),
        None => None,
    })
}

/// The split by the strides of an attempt.
fn make(
    attempt: &Attempt<'_, '_>,
    extent: Option<&Expr>,
    is_certain: bool,
    uses: &[Use<'_>],
) -> Option<Found> {
    let extent = match extent {
        Some(extent) => Some(attempt.divide(extent)?),
        None => None,
    };
    let divided = uses.iter().map(|u| attempt.divide(u.polynomial));
    let divided = divided.collect::<Option<Vec<_>>>()?;
    let strides = Strides::new(attempt, (uses, &divided), extent.as_ref(), is_certain);
    let needs = strides.needs()?;
    let split = attempt.split(extent.as_ref())?;
    let apart = uses.iter().zip(&divided);
    let apart = apart.map(|(u, divided)| attempt.apart(u, divided));
    Some((split, apart.collect::<Option<Vec<_>>>()?, needs))
}

/// Puts digits in the place of a subscript, in all accesses of an array; the first becomes coordinate number `at`.
fn replace(
    walker: &mut Walker<'_>,
    id: VarId,
    (dim, at): (usize, usize),
    (subscripts, count): (Vec<Apart>, usize),
) {
    for reference in walker.found.references.iter_mut().filter(|r| r.array == id) {
        if let Some(subscript) = reference.subscripts.get_mut(dim) {
            subscript.is_split = true;
        }
    }
    let mut subscripts = subscripts.into_iter();
    let statements = walker.found.statements.iter_mut();
    for access in statements.flat_map(|s| &mut s.accesses) {
        if access.array != id {
            continue;
        }
        let apart = match access.reference {
            Some(_) => subscripts.next(),
            None => None,
        };
        let Some(apart) = apart else {
            let all = std::iter::repeat_n(Subscript::Any, count);
            access.subscripts.splice(at..=at, all);
            continue;
        };
        if let Some(reference) = access.reference {
            let split = all_spelled(
                walker.found.references[reference].spellings(&walker.eval),
                &apart.digits,
            );
            walker.found.references[reference].subscripts[dim].split = split;
        }
        access.guards.extend(apart.distinction(at));
        access.subscripts.splice(at..=at, apart.digits);
        let reference = access
            .reference
            .map(|r| &walker.found.references[r].subscripts);
        let is_known = reference.is_some_and(|list| {
            let known = |m: &Subscript| matches!(m, Subscript::Affine(_));
            list.iter().all(|s| s.is_split || known(&s.meaning))
        });
        if is_known && access.happens {
            access.certainty = Certainty::Must;
        }
    }
}

/// Digits in C spellings, if they are affine and can be spelled.
fn all_spelled(
    spelling: impl Fn(&str) -> Option<String>,
    digits: &[Subscript],
) -> Option<Vec<Expr>> {
    let affine = |subscript: &Subscript| match subscript {
        Subscript::Affine(expr) => spelled(&spelling, expr),
        _ => None,
    };
    digits.iter().map(affine).collect()
}
