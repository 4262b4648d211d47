//! Asks for loops over all elements of arrays with rows to be read by digits:
//! `for (i = 0; i < w*h; i++) t[i] = 0;` beside `t[y*w + x]`. Other loops stay as they are, unless
//! their end is not affine.

use super::Length;
use super::strides::ways;
use super::uses::{Use, of_dimension};
use crate::values::loops::flat::{quotient, rows};
use crate::values::params::FlatLoops;
use crate::values::shapes::Shape;
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use poly::{Atom, Expr};

/// The largest number that a factor of a default size may add to a variable.
const MOST_PADDING: i64 = 8;

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
    let followed = uses.iter().filter_map(|of| flat_loop(walker, of));
    for (end, unit) in followed.chain(unread(walker, id)) {
        let mut radices = strides.iter().filter_map(|s| radices(s, &unit, end));
        if let Some(radices) = radices.next().or_else(|| default_radices(walker, end)) {
            wanted.entry(end.clone()).or_insert(radices);
        }
    }
    wanted
}

/// The end of a loop around an access that runs up to a product, and the factor of its counter in
/// the subscript.
fn flat_loop<'w>(walker: &'w Walker<'_>, of: &Use<'_>) -> Option<(&'w Expr, Expr)> {
    let reference = &walker.found.references[of.access.reference?];
    let ends = &walker.eval.params.flat_ends;
    reference.loops.iter().find_map(|around| {
        let end = ends.get(&around.range.start)?;
        let is_counter = |atom: &Atom| *atom == Atom::Var(around.name.clone());
        let unit = of.polynomial.coefficients_of(is_counter).pop()?;
        Some((end, unit))
    })
}

/// Whether a loop up to a product uses an array and could not be followed.
pub(super) fn is_unread(walker: &Walker<'_>, id: VarId) -> bool {
    unread(walker, id).next().is_some()
}

/// The ends of the loops up to a product that use an array and could not be followed. Their
/// counters are taken to count elements.
fn unread<'w>(walker: &'w Walker<'_>, id: VarId) -> impl Iterator<Item = (&'w Expr, Expr)> {
    let uses = walker.source.facts.uses(id);
    let unread = walker.found.unanalysed.iter();
    let unread = unread.filter(|(range, _)| uses.iter().any(|at| range.contains(at)));
    let ends = unread.filter_map(|(range, _)| walker.eval.params.flat_ends.get(&range.start));
    ends.map(|end| (end, Expr::constant(1)))
}

/// The radices of a loop whose counter is multiplied by a unit in a subscript with these strides:
/// the unit is the product of the last strides. A loop over one row, or plane, needs the last ones
/// of the others.
fn radices(strides: &[Expr], unit: &Expr, end: &Expr) -> Option<Vec<Expr>> {
    let mut product = Expr::constant(1);
    let mut count = strides.len();
    while product != *unit {
        count = count.checked_sub(1)?;
        product = product.checked_mul(&strides[count])?;
    }
    let suffixes = (0..count).map(|first| &strides[first..count]);
    let mut fitting = suffixes.filter(|radices| {
        let rows = rows(end, radices);
        rows.is_some_and(|rows| rows.as_constant() != Some(1))
    });
    fitting.next().map(<[Expr]>::to_vec)
}

/// The radices of a product of sizes, some of them variables: any rows, as the loop could not be
/// followed otherwise.
fn default_radices(walker: &Walker<'_>, end: &Expr) -> Option<Vec<Expr>> {
    let mut names = Vec::new();
    end.each_var(&mut |name| names.push(name.to_string()));
    names.sort();
    names.dedup();
    let is_macro = |name: &String| walker.eval.macro_named(name).is_some();
    match names.iter().all(is_macro) {
        true => None,
        false => factors(end, &names),
    }
}

/// The factors `w + c` of a product, but for the first.
fn factors(product: &Expr, names: &[String]) -> Option<Vec<Expr>> {
    if product.is_affine() {
        return Some(Vec::new());
    }
    let offsets = (0..=MOST_PADDING).flat_map(|c| [c, -c]);
    let offsets: Vec<i64> = offsets.collect();
    let sums = names.iter().rev().flat_map(|name| {
        let sum = |c: &i64| Expr::var(name) + Expr::constant(*c);
        offsets.iter().map(sum).collect::<Vec<Expr>>()
    });
    sums.into_iter().find_map(|factor| {
        let mut outer = factors(&quotient(product, &factor)?, names)?;
        outer.push(factor);
        Some(outer)
    })
}
