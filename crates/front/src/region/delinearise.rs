//! Linearised subscripts as digits: in `double t[n*m]`, `t[i*m + j - 1]` is row `i`, column `j -
//! 1`; in `double v[d*h*w]`, `v[(i*h + j)*w + k]` is plane `i`, row `j`, column `k`. This is tried
//! before macros are taken at their value.
//!
//! *Strides*, affine in the parameters, are shared by all subscripts of a dimension. With one
//! stride `s`, an element `e` becomes the digits `(q, r)` with `e = s*q + r`, `0 <= r < s`; if `q`
//! is not affine, the next stride splits it again. Polynomial division writes a subscript as `s*Q +
//! R`; if `R` leaves `0..s`, the digits are `(Q + c, R - c*s)` for one of a few *carries* `c`. The
//! case distinction must be proved complete for `s >= 1`: from facts about the parameters, from the
//! conditions of all accesses, or by assumption about macros.
//!
//! Assumes: nothing about variables. Each digit must be affine, and be shown to stay below its
//! stride. Names that stand for products are followed, and so are functions of the file that return
//! one. A name stays if a loop runs up to it (`k < plane`).
//!
//! If that fails, a macro that multiplies an iterator or another parameter is taken at its value,
//! and so is a macro whose value decides an `#if`, and a macro with a small value that bounds the
//! loops, such as a radius. The output contains a `_Static_assert` on it.

use crate::values::shapes::split::Split;
mod digits;
mod missing;
mod positive;
mod rows;
mod strides;
mod uses;

use self::digits::{Apart, Attempt};
use self::positive::{Needs, Strides};
use self::uses::Use;
use crate::values::evaluator::spelled;
use crate::values::params::ParamKey;
use crate::values::shapes::Shape;
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use poly::Expr;
use scop::{Certainty, Subscript};
use std::collections::{BTreeSet, HashMap};

/// The largest value of a macro that looks like a radius or a number of taps, not like a size.
pub const MOST_RADIUS: u64 = 16;

/// A split, the digits of all subscripts in the order of the accesses, and the reason why each
/// stride is positive.
struct Found {
    split: Split,
    subscripts: Vec<Apart>,
    needs: Vec<Needs>,
}

/// Splits every linearised dimension that can be split. For the others, asks for macros to be taken
/// at their value.
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
                    lack(walker, (*id, dim), shape);
                    let mut wanted = wanted(walker, *id, shape, dim);
                    if wanted.is_empty() && is_linearised(walker, *id, shape, dim) {
                        wanted = radii(walker, *id, dim);
                    }
                    walker.eval.params.wanted.extend(wanted);
                    coordinate += 1;
                }
            }
        }
    }
}

/// Notes the facts that a linearised dimension lacks.
fn lack(walker: &mut Walker<'_>, (id, dim): (VarId, usize), shape: &Shape) {
    if !is_linearised(walker, id, shape, dim) {
        return;
    }
    let dimension = &shape.dims[dim];
    let extent = dimension.declared().filter(|_| !dimension.is_open);
    let missing = uses::of_dimension(walker, id, dim)
        .and_then(|uses| missing::find(&walker.eval, extent.as_ref(), shape.is_certain, &uses));
    walker.found.missing.extend(missing.map(|m| (id, m)));
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

/// The macros with small values that bound the iterators of accesses to an array, if products of
/// sizes and iterators are all that is in the way.
fn radii(walker: &Walker<'_>, id: VarId, dim: usize) -> Vec<String> {
    let uses = uses::of_dimension(walker, id, dim).unwrap_or_default();
    if uses.iter().all(|one| one.polynomial.is_affine()) {
        return Vec::new();
    }
    let statements = walker.found.statements.iter();
    let touching = statements.filter(|s| s.accesses.iter().any(|a| a.array == id));
    let mut names = BTreeSet::new();
    for formula in touching.flat_map(|s| &s.domain) {
        formula.each_var(&mut |name: &str| {
            names.insert(name.to_string());
        });
    }
    let all = walker.eval.params.all.iter();
    let radii = all.filter_map(|p| match &p.key {
        ParamKey::Macro(name) if names.contains(&p.param.name) => {
            (p.param.sample.unsigned_abs() <= MOST_RADIUS).then(|| name.clone())
        }
        _ => None,
    });
    radii.collect()
}

/// Whether a subscript or the extent of a dimension is not affine, and every use of the array is
/// understood so far.
fn is_linearised(walker: &Walker<'_>, id: VarId, shape: &Shape, dim: usize) -> bool {
    let uses = walker.source.facts.uses(id);
    let allowed =
        |at: &usize| walker.source.region.contains(at) && !walker.found.refused.contains_key(at);
    let mut references = walker.found.references.iter().filter(|r| r.array == id);
    let mut subscripts = references.clone().flat_map(|r| &r.subscripts);
    uses.iter().all(allowed)
        // Each choice would have a polynomial of its own.
        && !subscripts.any(|s| s.is_choice)
        && ((shape.dims[dim].extent.is_none() && !shape.dims[dim].is_open)
            || references.any(|r| {
                let subscript = r.subscripts.get(dim);
                subscript.is_some_and(|s| s.meaning == Subscript::Any)
            }))
}

/// The split of a dimension, and the digits of its subscripts in the order of the accesses.
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
    let Found {
        split,
        subscripts,
        needs,
    } = found?;
    let mut positive = true;
    for (stride, needs) in split.strides.iter().zip(needs) {
        let eval = &mut walker.eval;
        positive &= match needs {
            Needs::Nothing => true,
            // Both factors negative would also give a positive size, but nobody declares that.
            Needs::Accesses => eval.may_assume_nonnegative(&(stride.clone() - Expr::constant(1))),
            Needs::Assumption(expr) => eval.assume_nonnegative(&expr),
        };
    }
    if positive && shape.is_certain && extent.is_some() {
        walker.eval.params.known.extend(split.is_positive());
    }
    Some((split, subscripts))
}

/// The first split of a dimension that is proved.
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
            facts: Vec::new(),
        };
        make(&attempt, extent, is_certain, &uses)
    })
}

/// Replaces followed products by their names in the subscripts of a dimension, such as `h*w` by
/// `plane` if `plane` bounds a loop. Returns the extent with the same replacements; `None` if there
/// are no names.
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

/// The split by the strides of an attempt, if it is proved.
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
    Some(Found {
        split,
        subscripts: apart.collect::<Option<Vec<_>>>()?,
        needs,
    })
}

/// Replaces a subscript by its digits in all accesses of an array. The first digit becomes
/// coordinate `at`.
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

/// The digits in C spellings, if all are affine and can be spelled.
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
