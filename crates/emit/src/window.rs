//! Windows of an innermost loop: `t[i % 3]` becomes `t[0]`, `t[i - 1]` becomes `t[1]`, and at the end of
//! each iteration all move on by one, `t[2] = t[1]; t[1] = t[0];`. Compilers keep them in registers.

use crate::plan::{Context, EmitError, RowPlan};
use crate::reference::value;
use front::{Axis, Candidate, Home, LoopPlace, Reference};
use poly::Expr;
use scop::Scop;
use source::Span;
use std::collections::BTreeMap;

/// Larger windows keep their modulo: each element is one more copy.
const MOST_ELEMENTS: i64 = 4;

/// A window.
pub(crate) struct Window {
    /// The loop that it moves along with.
    pub(crate) place: LoopPlace,
    /// How many elements it has.
    pub(crate) length: i64,
    /// How many iterations ago the element of a reference was new.
    ages: BTreeMap<Span, i64>,
}

impl Window {
    /// The window that an array is, if it is one: of a single row, used in one innermost loop only, in
    /// elements that lie apart by numbers and move by one in each iteration.
    pub(crate) fn new(context: &Context, rows: &[RowPlan]) -> Result<Option<Self>, EmitError> {
        let candidate = context.fold.candidate;
        let [row] = rows else {
            return Ok(None);
        };
        let is_shared = |r: &Reference| (context.may_be_shared)(r.whole);
        let may_be = context.fold.may_shift
            && row.wraps
            && has_own_storage(candidate)
            && !candidate.references.iter().any(is_shared);
        let Some(modulus) = row.row.modulus.as_constant().filter(|_| may_be) else {
            return Ok(None);
        };
        let Some(place) = common_loop(context.fold.scop(), &candidate.references) else {
            return Ok(None);
        };
        let values = candidate.references.iter().map(|r| value(context, row, r));
        let Ok(values) = values.collect::<Result<Vec<_>, _>>() else {
            return Ok(None);
        };
        let ages = ages(place, &values).filter(|ages| are_of_one_execution(context, place, ages));
        let Some(ages) = ages else {
            return Ok(None);
        };
        let length = ages.iter().max().map_or(0, |oldest| oldest + 1);
        let spans = candidate.references.iter().map(|r| r.whole);
        let is_short = (2..=modulus.min(MOST_ELEMENTS)).contains(&length);
        Ok(is_short.then(|| Window {
            place: place.clone(),
            length,
            ages: spans.zip(ages).collect(),
        }))
    }

    /// The index of a reference.
    pub(crate) fn index(&self, reference: &Reference) -> Option<String> {
        self.ages.get(&reference.whole).map(i64::to_string)
    }

    /// `t[2] = t[1];`, `t[1] = t[0];`
    pub(crate) fn shifts(&self, array: &str) -> Vec<String> {
        let shift = |k: i64| format!("{array}[{k}] = {array}[{}];", k - 1);
        (1..self.length).rev().map(shift).collect()
    }
}

/// Whether each reference names, in all dimensions, what the newest one named as many iterations before as it is
/// old: then nothing of an earlier execution of the loop is meant.
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

/// Whether an array is a window of an innermost loop as it is written, if one dimension is all that is left of it.
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

/// It is a local array, nothing of which is set at once.
fn has_own_storage(candidate: &Candidate) -> bool {
    candidate.home == Home::Declarator
        && candidate.initialiser.is_none()
        && candidate.cleared.is_empty()
        && !candidate.is_static
}

/// The innermost loop of all references, if it counts by one and no threads share its iterations.
fn common_loop<'r>(scop: &Scop, references: &'r [Reference]) -> Option<&'r LoopPlace> {
    let place = references.first()?.loops.last()?.as_ref()?;
    let is_inside = |r: &Reference| {
        let same = r.loops.last().and_then(Option::as_ref) == Some(place);
        same && r.block.is_none() && scop.statement(r.statement).parallel.is_empty()
    };
    let counts_by_one = place.straight_step.is_some_and(|step| step.abs() == 1);
    (counts_by_one && references.iter().all(is_inside)).then_some(place)
}

/// How many iterations ago each element was new, if each iteration moves them by one and they lie
/// apart by numbers.
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
