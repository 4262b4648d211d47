//! Windows that move with a loop, read as values of its iterations. See [`crate::forms::window`].

use crate::forms::window::Shifts;
use crate::values::formula::Formula;
use crate::values::state::Loop;
use crate::walk::draft::DraftReference;
use crate::walk::walker::Walker;
use c::names::symbols::{Origin, VarId};
use c::names::types::Storage;
use poly::{Expr, Set};
use scop::Subscript;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Reads the arrays that are windows only in the folded text as values of iterations. Returns the
/// new extents of each, if they are known.
pub(crate) fn unroll(walker: &mut Walker<'_>) -> BTreeMap<VarId, Vec<Option<Expr>>> {
    let mut found = BTreeMap::new();
    let Some(original) = walker.source.original else {
        return found;
    };
    let names = original.arrays.iter().filter(|array| !array.is_shifted);
    let names: BTreeSet<&str> = names.map(|array| array.name.as_str()).collect();
    let mut shifts = Vec::new();
    for name in names {
        let Some(window) = window(walker, name) else {
            continue;
        };
        let own = window.own.into_iter().map(|range| (window.array, range));
        walker.found.moved.extend(own);
        spread(walker, window.array, &window.around);
        let dims = 0..=window.depth;
        let extents = dims.map(|dim| start_at_zero(walker, window.array, dim));
        found.insert(window.array, extents.collect());
        shifts.push(window.shifts);
    }
    remove(walker, &shifts);
    found
}

/// Whether the text shifts the elements of an array in a loop.
pub(crate) fn is_shifted(walker: &Walker<'_>, id: VarId) -> bool {
    let name = &walker.source.symbols.variable(id).name;
    let references = walker.found.references.iter().filter(|r| r.array == id);
    let mut loops = references.filter_map(|r| r.loops.last());
    let is_moved =
        |around: &Loop| shifts(walker, around).is_some_and(|s| s.lengths.contains_key(name));
    loops.any(is_moved)
}

/// An array that is a window.
struct WindowArray {
    array: VarId,
    /// The loop that it moves with.
    around: Loop,
    /// The number of loops around that loop.
    depth: usize,
    /// The text of all shifts in the loop.
    shifts: Range<usize>,
    /// Those of the array.
    own: Vec<Range<usize>>,
}

/// The array of this name, if it is a window.
fn window(walker: &Walker<'_>, name: &str) -> Option<WindowArray> {
    let variables = walker.source.symbols.variables.iter().enumerate();
    let mut named =
        variables.filter(|(_, v)| v.name == name && walker.source.facts.is_tracked(v.id));
    let (id, variable) = named.next()?;
    let id = VarId(id);
    let is_own = variable.origin == Origin::Local
        && variable.storage == Storage::Automatic
        && (variable.initializer.is_none() || walker.is_set_in_vain(id));
    let references = walker.found.references.iter().filter(|r| r.array == id);
    let references: Vec<&DraftReference> = references.collect();
    let around = references.first()?.loops.last()?;
    let depth = references.first()?.loops.len() - 1;
    let is_inside = |r: &&DraftReference| {
        r.loops.last().is_some_and(|l| l.range == around.range) && r.block.is_none()
    };
    let whole = references.iter().all(is_inside)
        && references.len() == walker.source.facts.uses(variable.id).len();
    let shifts = shifts(walker, around)?;
    let length = *shifts.lengths.get(name)?;
    let fits = references
        .iter()
        .all(|r| distance(r).is_some_and(|k| (0..length).contains(&k)));
    let size = walker.found.sizes.get(&id).map(Vec::as_slice);
    let is_large_enough = size == Some(&[Expr::constant(length)]);
    let is_window = is_own && whole && fits && is_large_enough && named.next().is_none();
    (is_window && is_plain(walker, around, &shifts.range)).then(|| WindowArray {
        array: id,
        around: around.clone(),
        depth,
        shifts: shifts.range.clone(),
        own: { shifts.each.iter() }
            .filter(|(of, _)| of == name)
            .map(|(_, range)| range.clone())
            .collect(),
    })
}

/// Whether one thread executes all iterations consecutively, each to its end.
fn is_plain(walker: &Walker<'_>, around: &Loop, shifts: &Range<usize>) -> bool {
    let inside = |at: usize| around.range.contains(&at);
    let own = walker
        .found
        .statements
        .iter()
        .filter(|s| inside(s.at.start));
    let mut pragmas = walker.source.unit.pragmas.iter();
    around.is_straight
        && around.step.abs() == 1
        && own.into_iter().all(|s| s.parallel.is_empty())
        && !pragmas.any(|p| shifts.contains(&(p.at as usize)))
}

/// `k` of `t[k]`.
fn distance(reference: &DraftReference) -> Option<i64> {
    match reference.subscripts.as_slice() {
        [only] => match &only.meaning {
            Subscript::Affine(e) => e.as_constant(),
            _ => None,
        },
        _ => None,
    }
}

/// The shifts at the end of a loop's body, which every iteration executes.
fn shifts<'w>(walker: &'w Walker<'_>, around: &Loop) -> Option<&'w Shifts> {
    walker.found.shifts.get(&around.body.as_ref()?.start)
}

/// Gives each iteration of each execution of the loop its own element.
fn spread(walker: &mut Walker<'_>, id: VarId, around: &Loop) {
    for statement in &mut walker.found.statements {
        let iterators: Vec<Expr> = statement.iterators.iter().map(|i| Expr::var(i)).collect();
        for access in statement.accesses.iter_mut().filter(|a| a.array == id) {
            let Some((Subscript::Affine(k), outer)) = access
                .subscripts
                .first()
                .zip(iterators.len().checked_sub(1))
            else {
                continue;
            };
            let newest = Expr::var(&around.name);
            let element = newest - k.clone() * around.step;
            let outer = iterators[..outer].iter().cloned();
            access.subscripts = outer.chain([element]).map(Subscript::Affine).collect();
        }
    }
}

/// Shifts one dimension of the values of iterations so that its least element is 0. Returns its
/// extent.
fn start_at_zero(walker: &mut Walker<'_>, id: VarId, dim: usize) -> Option<Expr> {
    let (low, high) = range(walker, id, dim)?;
    let statements = walker.found.statements.iter_mut();
    let accesses = statements.flat_map(|s| &mut s.accesses);
    for access in accesses.filter(|a| a.array == id) {
        if let Some(Subscript::Affine(e)) = access.subscripts.get_mut(dim) {
            *e = e.clone() - low.clone();
        }
    }
    Some(high - low + Expr::constant(1))
}

/// The least and the greatest value of one subscript of an array, in the parameters.
fn range(walker: &Walker<'_>, id: VarId, dim: usize) -> Option<(Expr, Expr)> {
    let space = walker.eval.space();
    let known = Formula::All(walker.eval.known().cloned().collect());
    let mut all: Option<Set> = None;
    for statement in &walker.found.statements {
        let domain = Formula::All(statement.domain.clone());
        let iterators = statement.iterators.join(", ");
        for access in statement.accesses.iter().filter(|a| a.array == id) {
            let Some(Subscript::Affine(e)) = access.subscripts.get(dim) else {
                return None;
            };
            let inside = match iterators.is_empty() {
                true => format!("{domain} and e' = {e}"),
                false => format!("exists ({iterators} : {domain} and e' = {e})"),
            };
            let own = space.points(&["e'"], format!("{known} and {inside}"));
            let own = own.ok()?;
            all = Some(match all {
                Some(all) => all.union(&own).ok()?,
                None => own,
            });
        }
    }
    let all = all?.coalesce().ok()?;
    let low = match all.dim_min(0).ok()?.pieces().ok()?.as_slice() {
        [only] => only.value.clone(),
        _ => return None,
    };
    let high = all.dim_max(0).ok()?.pieces().ok()?;
    Some((
        low,
        Expr::max_of(high.into_iter().map(|p| p.value).collect())?,
    ))
}

/// Removes the statements in these texts.
fn remove(walker: &mut Walker<'_>, shifts: &[Range<usize>]) {
    let goes = |at: &Range<usize>| {
        shifts
            .iter()
            .any(|s| s.start <= at.start && at.end <= s.end)
    };
    let mut places = Vec::new();
    let mut kept = 0;
    for statement in &walker.found.statements {
        places.push(kept);
        kept += usize::from(!goes(&statement.at));
    }
    walker.found.statements.retain(|s| !goes(&s.at));
    for reference in &mut walker.found.references {
        if let Some(place) = places.get(reference.statement) {
            reference.statement = *place;
        }
    }
}
