//! Asks for loops over all elements of arrays with rows to be read by digits:
//! `for (i = 0; i < w*h; i++) t[i] = 0;` beside `t[y*w + x]`. Other loops stay as they are, unless
//! their end is not affine.

use super::Length;
use super::strides::ways;
use super::uses::{Use, of_dimension};
use crate::values::loops::flat::{factors, rows};
use crate::values::params::FlatLoops;
use crate::values::shapes::Shape;
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use poly::{Atom, Expr};
use std::ops::Range;

/// The radices of flat loops that would let a dimension of an array be split.
pub(super) fn wanted(walker: &Walker<'_>, id: VarId, shape: &Shape, dim: usize) -> FlatLoops {
    let mut wanted = FlatLoops::new();
    let Some(length) = Length::of(&walker.eval, shape, dim) else {
        return wanted;
    };
    let uses = of_dimension(walker, id, dim).unwrap_or_default();
    let ways = ways(&walker.eval, length.extent(), &uses).into_iter();
    let strides = ways.map(|way| way.into_iter().map(|s| s.expr).collect());
    let strides: Vec<Vec<Expr>> = strides.collect();
    let followed = uses.iter().flat_map(|of| around(walker, of));
    for flat in followed.chain(unread(walker, id)) {
        let mut radices = strides.iter().filter_map(|s| radices(s, &flat));
        if let Some(radices) = radices.next().or_else(|| default_radices(walker, &flat)) {
            wanted.entry(flat.end.clone()).or_insert(radices);
        }
    }
    wanted
}

/// A loop up to a product, perhaps with a number as a factor.
struct FlatLoop<'w> {
    range: &'w Range<usize>,
    end: &'w Expr,
    /// The factor of its counter in subscripts.
    unit: Expr,
}

/// The loops around an access that count its elements.
fn around<'w>(walker: &'w Walker<'_>, of: &Use<'_>) -> Vec<FlatLoop<'w>> {
    let reference = of.access.reference.map(|k| &walker.found.references[k]);
    let loops = reference.map_or(&[][..], |reference| &reference.loops);
    let flat = loops.iter().filter_map(|around| {
        let is_counter = |atom: &Atom| *atom == Atom::Var(around.name.clone());
        Some(FlatLoop {
            range: &around.range,
            end: walker.eval.params.flat_ends.get(&around.range.start)?,
            unit: of.polynomial.coefficients_of(is_counter).pop()?,
        })
    });
    flat.collect()
}

/// Whether a loop up to a product uses an array and could not be followed.
pub(super) fn is_unread(walker: &Walker<'_>, id: VarId) -> bool {
    unread(walker, id).next().is_some()
}

/// The loops up to a product that use an array and could not be followed, or only with an unknown
/// number of iterations. Their counters are taken to count elements.
fn unread<'w>(walker: &'w Walker<'_>, id: VarId) -> impl Iterator<Item = FlatLoop<'w>> {
    let uses = walker.source.facts.uses(id);
    let skipped = walker.found.unanalysed.iter().map(|(range, _)| range);
    let unread = skipped.chain(&walker.found.open_loops);
    let unread = unread.filter(|range| uses.iter().any(|at| range.contains(at)));
    unread.filter_map(|range| {
        Some(FlatLoop {
            range,
            end: walker.eval.params.flat_ends.get(&range.start)?,
            unit: Expr::constant(1),
        })
    })
}

/// The radices of a loop whose counter is multiplied by a unit in a subscript with these strides:
/// the unit is the product of the last strides. A loop over one row, or plane, needs the last ones
/// of the others.
fn radices(strides: &[Expr], flat: &FlatLoop<'_>) -> Option<Vec<Expr>> {
    let mut product = Expr::constant(1);
    let mut count = strides.len();
    while product != flat.unit {
        count = count.checked_sub(1)?;
        product = product.checked_mul(&strides[count])?;
    }
    let suffixes = (0..count).map(|first| &strides[first..count]);
    let mut fitting = suffixes.filter(|radices| {
        let rows = rows(flat.end, radices);
        rows.is_some_and(|rows| rows.as_constant() != Some(1))
    });
    fitting.next().map(<[Expr]>::to_vec)
}

/// The radices of a product of sizes, some of them variables: any rows, as the loop could not be
/// followed otherwise.
fn default_radices(walker: &Walker<'_>, loops: &FlatLoop<'_>) -> Option<Vec<Expr>> {
    let mut names = Vec::new();
    loops.end.each_var(&mut |name| names.push(name.to_string()));
    names.sort();
    names.dedup();
    let is_macro = |name: &String| walker.eval.macro_named(name).is_some();
    if loops.end.is_affine() || names.iter().all(is_macro) {
        return None;
    }
    names.sort_by_key(|name| divides_by(walker, loops, name));
    factors(loops.end, &names)
}

/// Whether a loop divides something by a parameter: `i / w`, `i % w`.
fn divides_by(walker: &Walker<'_>, loops: &FlatLoop<'_>, name: &str) -> bool {
    let unit = walker.source.unit;
    let params = walker.eval.params.all.iter();
    let mut params = params.filter(|p| p.param.name == name);
    let Some(param) = params.next() else {
        return false;
    };
    let tokens = &unit.tokens[unit.tokens_in(loops.range.clone())];
    let texts: Vec<&str> = tokens.iter().map(|token| unit.token_text(token)).collect();
    let is_divided =
        |pair: &[&str]| matches!(pair[0], "/" | "%") && pair[1] == param.param.spelling;
    texts.windows(2).any(is_divided)
}
