//! The conditions that a region is analysed under, and that no test in its code ensures.

use super::conclude::whole;
use super::{Extractor, Shapes};
use crate::region::build::leaving::Stray;
use crate::region::places::{Assumption, Basis};
use crate::values::evaluator::written;
use crate::values::formula::Formula;
use crate::values::shapes::{Dim, Shape};
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use poly::Expr;
use source::Unit;
use std::ops::Range;

/// The assumptions that concern all arrays of a region, each condition once.
pub(super) fn of_region(
    extractor: &Extractor<'_>,
    walker: &Walker<'_>,
    shapes: &Shapes,
) -> Vec<Assumption> {
    let asserted = walker.found.asserted.iter().filter_map(|range| {
        Some(Assumption {
            condition: tokens(extractor.unit, range),
            basis: Basis::Assertion,
            span: extractor.unit.nearest_span(range.clone())?,
        })
    });
    let mut sized: Vec<(VarId, &Shape)> = shapes.iter().map(|(id, s)| (*id, s)).collect();
    sized.sort_by_key(|(id, _)| *id);
    let positive = sized.into_iter().flat_map(|(id, shape)| {
        let sizes = sizes(walker, shape).into_iter();
        sizes.filter_map(move |size| positive(extractor, walker, id, &size))
    });
    let params = &walker.eval.params;
    let rows = params.supposed.iter().map(|one| (one, Basis::Rows));
    let bounds = params.bounds.iter().map(|one| (one, Basis::Bound));
    let lengths = params.lengths.iter().map(|one| (one, Basis::Length));
    let supposed = rows
        .chain(bounds)
        .chain(lengths)
        .filter_map(|((size, range), basis)| {
            Some(Assumption {
                condition: walker.eval.nonnegative_in_c(size)?,
                basis,
                span: extractor.unit.nearest_span(range.clone())?,
            })
        });
    let mut all: Vec<Assumption> = Vec::new();
    for one in asserted.chain(positive).chain(supposed) {
        if !all.iter().any(|a| a.condition == one.condition) {
            all.push(one);
        }
    }
    all
}

/// The tokens of a range, with the blanks that people write.
fn tokens(unit: &Unit, range: &Range<usize>) -> String {
    let text = unit.text.get(range.clone()).unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ").replace("( ", "(").replace(" )", ")");
    text.replace(" -> ", "->").replace(" . ", ".")
}

/// The expressions of variables that a declaration shows to be not negative.
fn sizes(walker: &Walker<'_>, shape: &Shape) -> Vec<Expr> {
    let closed = |dim: &&Dim| shape.is_certain && !dim.is_open;
    let of_dim = |dim: &Dim| match (&dim.split, &dim.extent) {
        (Some(split), _) => split.is_positive(),
        (None, Some(extent)) => vec![Formula::NonNegative(extent.clone() - Expr::constant(1))],
        (None, None) => Vec::new(),
    };
    let all = shape.dims.iter().filter(closed).flat_map(of_dim);
    let all = all.filter_map(|formula| match formula {
        Formula::NonNegative(expr) => Some(expr),
        _ => None,
    });
    all.filter(|e| e.as_constant().is_none() && walker.eval.has_variables(e))
        .collect()
}

/// The assumption that an expression in the size of an array is not negative, unless its type says
/// so.
fn positive(
    extractor: &Extractor<'_>,
    walker: &Walker<'_>,
    id: VarId,
    expr: &Expr,
) -> Option<Assumption> {
    let variable = extractor.symbols().variable(id);
    Some(Assumption {
        condition: walker.eval.nonnegative_in_c(expr)?,
        basis: Basis::Size(variable.name.clone()),
        span: extractor.unit.nearest_span(variable.at.clone())?,
    })
}

/// The condition under which a reference stays in its box, with its place in the user's file.
pub(super) fn of_stray(unit: &Unit, walker: &Walker<'_>, stray: &Stray) -> Option<Assumption> {
    let place = whole(&walker.found.references[stray.reference?]);
    Some(Assumption {
        condition: stray.unless.clone()?,
        basis: Basis::Access(written(unit, place.clone())),
        span: unit.nearest_span(place)?,
    })
}
