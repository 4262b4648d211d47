//! Windows of an innermost loop: `t[i % 3]` becomes `t[0]`, `t[i - 1]` becomes `t[1]`, and at the end of
//! each iteration all move on by one, `t[2] = t[1]; t[1] = t[0];`. Compilers keep them in registers.

use crate::plan::{Context, EmitError, RowPlan};
use crate::reference::value;
use front::{Home, LoopPlace, Reference};
use poly::Expr;
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
        let Some(modulus) = row.row.modulus.as_constant() else {
            return Ok(None);
        };
        let is_own = candidate.home == Home::Declarator
            && candidate.initialiser.is_none()
            && candidate.cleared.is_empty()
            && !candidate.is_static;
        if !context.fold.may_shift || !row.wraps || !is_own {
            return Ok(None);
        }
        let Some((place, direction)) = common_loop(context, &candidate.references) else {
            return Ok(None);
        };
        let mut values = Vec::new();
        for reference in &candidate.references {
            match value(context, row, reference) {
                Ok(value) => values.push(value * direction),
                Err(_) => return Ok(None),
            }
        }
        let moves = |e: &Expr| e.coefficient(&place.iterator) == direction;
        let Some(ages) = ages(&values).filter(|_| values.iter().all(moves)) else {
            return Ok(None);
        };
        let length = ages.iter().max().map_or(0, |oldest| oldest + 1);
        let spans = candidate.references.iter().map(|r| r.whole);
        Ok((2..=modulus.min(MOST_ELEMENTS))
            .contains(&length)
            .then(|| Window {
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

/// The innermost loop of all references, and whether it counts up or down, by one.
fn common_loop<'r>(context: &Context, references: &'r [Reference]) -> Option<(&'r LoopPlace, i64)> {
    let place = references.first()?.loops.last()?.as_ref()?;
    let statements = &context.fold.region.scop.statements;
    let is_inside = |r: &Reference| {
        let same = r.loops.last().and_then(Option::as_ref) == Some(place);
        let of_threads = !statements[r.statement.0 as usize].parallel.is_empty();
        same && !of_threads && r.block.is_none() && !(context.may_be_shared)(r.whole)
    };
    let step = place.straight_step.filter(|step| step.abs() == 1)?;
    references.iter().all(is_inside).then_some((place, step))
}

/// How far each value lies below the largest, if these are numbers.
fn ages(values: &[Expr]) -> Option<Vec<i64>> {
    let first = values.first()?;
    let distances = values
        .iter()
        .map(|e| (e.clone() - first.clone()).as_constant())
        .collect::<Option<Vec<_>>>()?;
    let newest = distances.iter().max()?;
    Some(distances.iter().map(|d| newest - d).collect())
}
