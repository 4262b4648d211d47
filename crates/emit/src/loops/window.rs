//! Which arrays become windows of an innermost loop: `t[i % 3]` becomes `t[0]`, `t[i - 1]` becomes
//! `t[1]`.
//!
//! Assumes: the array is local, its iterations happen in sequential order, and each reaches the end
//! of the body. Read back, such an array has one element for each iteration of each execution of
//! the loop.

use crate::context::Context;
use crate::loops::body_of;
use crate::subscript::enclosing::innermost;
use crate::subscript::index::value;
use crate::subscript::row::RowPlan;
use front::forms::additions::{Added, Addition};
use front::forms::window::Window;
use front::{Axis, Candidate, Home, LoopPlace, Reference};
use poly::Expr;
use scop::Scop;
use source::Span;
use std::collections::BTreeMap;

/// Larger windows keep their modulo: each element costs a copy.
const MOST_ELEMENTS: i64 = 4;

/// An array that is a window.
pub(crate) struct MovingWindow {
    /// The loop that it moves along with.
    place: LoopPlace,
    /// The window.
    pub(crate) window: Window,
    /// The number of iterations since the element of each reference was new.
    ages: BTreeMap<Span, i64>,
}

impl MovingWindow {
    /// The window that an array becomes, if it can: it has a single row and is used in one
    /// innermost loop only, in elements whose distances are numbers and which move by one in each
    /// iteration.
    pub(crate) fn new(context: &Context, rows: &[RowPlan]) -> Option<Self> {
        let candidate = context.fold.candidate;
        let [row] = rows else {
            return None;
        };
        let is_shared = |r: &Reference| (context.may_be_shared)(r.whole);
        let may_be = context.fold.may_shift
            && row.wraps
            && row.size == row.row.modulus
            && has_own_storage(candidate)
            && !candidate.references.iter().any(is_shared);
        let modulus = row.row.modulus.as_constant().filter(|_| may_be)?;
        let place = common_loop(context.fold.scop(), &candidate.references)?;
        let values = candidate.references.iter().map(|r| value(context, row, r));
        let values = values.collect::<Result<Vec<_>, _>>().ok()?;
        let ages =
            ages(place, &values).filter(|ages| are_of_one_execution(context, place, ages))?;
        let length = ages.iter().max().map_or(0, |oldest| oldest + 1);
        let spans = candidate.references.iter().map(|r| r.whole);
        let is_short = (2..=modulus.min(MOST_ELEMENTS)).contains(&length);
        is_short.then(|| MovingWindow {
            place: place.clone(),
            window: Window {
                array: candidate.spelling.clone(),
                length,
            },
            ages: spans.zip(ages).collect(),
        })
    }

    /// The index of a reference.
    pub(crate) fn index(&self, reference: &Reference) -> Option<String> {
        self.ages.get(&reference.whole).map(i64::to_string)
    }

    /// The shifts that it adds to its loop.
    pub(crate) fn addition(&self) -> Addition {
        Addition {
            body: body_of(&self.place),
            added: Added::AtEnd(self.window.shifts()),
        }
    }
}

/// Whether each reference names, in all dimensions, the element that the newest reference named as
/// many iterations before as the reference is old: then no element of an earlier execution of the
/// loop is meant.
fn are_of_one_execution(context: &Context, place: &LoopPlace, ages: &[i64]) -> bool {
    let references = &context.fold.candidate.references;
    let newest = ages.iter().position(|age| *age == 0);
    let Some((newest, step)) = newest.map(|k| &references[k]).zip(place.straight_step) else {
        return false;
    };
    let dims = 0..context.fold.candidate.axes.len();
    dims.into_iter().all(|dim| {
        let Ok(new) = context.subscript(newest, dim) else {
            return false;
        };
        let per_iteration = new.coefficient(&place.iterator) * step;
        references.iter().zip(ages).all(|(reference, age)| {
            let then = new.clone() - Expr::constant(age * per_iteration);
            context
                .subscript(reference, dim)
                .is_ok_and(|old| *old == then)
        })
    })
}

/// Whether an array as it is written is a window of an innermost loop, if a single dimension is
/// left.
pub fn may_be_window(scop: &Scop, candidate: &Candidate) -> bool {
    let Some(place) = common_loop(scop, &candidate.references) else {
        return false;
    };
    let whole = |axis: &Axis| match axis {
        Axis::Whole(declared) => Some(*declared),
        Axis::Digit(..) => None,
    };
    let moving = candidate.axes.iter().filter_map(|axis| {
        let references = candidate.references.iter();
        let subscripts = references.map(|r| r.subscripts.get(whole(axis)?)?.expr.clone());
        let subscripts = subscripts.collect::<Option<Vec<_>>>();
        let is_one = subscripts
            .as_ref()
            .is_some_and(|s| s.windows(2).all(|w| w[0] == w[1]));
        (!is_one).then_some(subscripts)
    });
    let moving: Vec<Option<Vec<Expr>>> = moving.collect();
    let [Some(only)] = moving.as_slice() else {
        return false;
    };
    let ages = ages(place, only);
    has_own_storage(candidate)
        && ages.is_some_and(|ages| ages.into_iter().all(|age| age < MOST_ELEMENTS))
}

/// Whether it is a local array without an initialiser and without calls that set several elements.
fn has_own_storage(candidate: &Candidate) -> bool {
    candidate.home == Home::Declarator
        && candidate.initialiser.is_none()
        && candidate.cleared.is_empty()
        && !candidate.is_static
}

/// The innermost loop of all references, if it counts by one and its iterations are not parallel.
fn common_loop<'r>(scop: &Scop, references: &'r [Reference]) -> Option<&'r LoopPlace> {
    let place = innermost(references.first()?)?;
    let is_inside = |r: &Reference| {
        let same = innermost(r) == Some(place);
        same && r.block.is_none() && scop.statement(r.statement).parallel.is_empty()
    };
    let counts_by_one = place.straight_step.is_some_and(|step| step.abs() == 1);
    (counts_by_one && references.iter().all(is_inside)).then_some(place)
}

/// The number of iterations since each element was new, if each iteration moves them by one and
/// their distances are numbers.
fn ages(place: &LoopPlace, elements: &[Expr]) -> Option<Vec<i64>> {
    let first = elements.first()?;
    let towards_new = first.coefficient(&place.iterator) * place.straight_step?;
    let distances = elements
        .iter()
        .map(|e| Some((e.clone() - first.clone()).as_constant()? * towards_new))
        .collect::<Option<Vec<_>>>()?;
    let newest = distances.iter().max().filter(|_| towards_new.abs() == 1)?;
    Some(distances.iter().map(|d| newest - d).collect())
}
