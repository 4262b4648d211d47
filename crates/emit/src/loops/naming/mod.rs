//! Names for the parts of indices that stay the same in inner loops: `const int cur = t % 2;`, and
//! `const int row = N - 2 * t;` for `a[row + i]`. Compilers hand on `a[i + N - 2 * t]` and its
//! neighbours from one iteration to the next, and then do not vectorise the loop.
//!
//! Assumes: a declaration that only names a number takes no time and is no statement, so a fold may
//! add it.

mod near;
mod remainder;
mod sum;

use crate::context::Context;
use crate::error::EmitError;
use crate::loops::names::{Given, Names};
use crate::loops::strips::StripNames;
use crate::loops::wanted::Wanted;
use crate::subscript;
use crate::subscript::index::Index;
use crate::subscript::row::RowPlan;
use front::Reference;
use front::forms::additions::{Added, Addition};
use print::joined;
use source::Span;
use std::collections::BTreeMap;

/// The names that one fold uses: of indices that inner loops do not change, where folds use one of
/// them several times.
#[derive(Default)]
pub(crate) struct Naming {
    /// By the opening of the loop's body and the value.
    names: BTreeMap<(Span, String), Given>,
    /// Whether one of them is a remainder by a parameter.
    by_parameter: bool,
}

impl Naming {
    /// Names the indices of one fold; those with a name before a strip need no other.
    ///
    /// # Errors
    /// A subscript cannot be written in C.
    pub(crate) fn new(
        context: &Context,
        (rows, strips): (&[RowPlan], &StripNames),
        names: &mut Names<'_>,
    ) -> Result<Self, EmitError> {
        let mut wanted: BTreeMap<(Span, String), Wanted<'_>> = BTreeMap::new();
        let references = context.fold.candidate.references.iter();
        for reference in references.filter(|r| r.block.is_none()) {
            for row in rows {
                let index = subscript::index(context, row, reference)?;
                let found = match strips.text(reference, &index) {
                    Some(_) => None,
                    None => wanted_of(context, reference, &index),
                };
                let Some(found) = found.filter(Wanted::is_reason) else {
                    continue;
                };
                let uses = found.uses;
                wanted
                    .entry(found.key())
                    .and_modify(|w| w.uses += uses)
                    .or_insert(found);
            }
        }
        let wanted: Vec<Wanted<'_>> = wanted.into_values().collect();
        let mut naming = Naming::default();
        for here in wanted.chunk_by(|a, b| a.place.opening == b.place.opening) {
            if !names.pay(here) {
                continue;
            }
            let mut here: Vec<&Wanted<'_>> = here.iter().collect();
            here.sort_by_key(|w| (w.step.abs(), -w.step));
            let given = names.give(context, &here).into_iter();
            naming.by_parameter |= here.iter().any(|w| w.by_parameter);
            let keyed = given.map(|n| ((n.body.opening, n.named.value.clone()), n));
            naming.names.extend(keyed);
        }
        Ok(naming)
    }

    /// The text of an index: its name, if it has one, plus the rest.
    pub(crate) fn text(&self, context: &Context, reference: &Reference, index: Index) -> String {
        let Some(wanted) = wanted_of(context, reference, &index) else {
            return index.text;
        };
        let Some(Given { named, .. }) = self.names.get(&wanted.key()) else {
            return index.text;
        };
        let name = &named.name;
        match wanted.moves {
            None => name.clone(),
            Some((constant, moves)) => {
                let moves = [constant.to_string(), moves];
                let moves = moves.iter().filter(|text| *text != "0");
                moves.fold(name.clone(), |sum, more| joined(&sum, more))
            }
        }
    }

    /// Whether one of them is a remainder by a parameter.
    pub(crate) fn names_remainders(&self) -> bool {
        self.by_parameter
    }

    /// Their declarations.
    pub(crate) fn all(&self) -> impl Iterator<Item = Addition> {
        self.names.values().map(|given| Addition {
            body: given.body.clone(),
            added: Added::Named(given.named.clone()),
        })
    }
}

/// The index, or the part of it, that keeps its value in the body of a loop and can be declared
/// there.
fn wanted_of<'r>(context: &Context, reference: &'r Reference, index: &Index) -> Option<Wanted<'r>> {
    if (context.may_be_shared)(reference.whole) {
        return None;
    }
    match &index.sum {
        Some(sum) => sum::wanted(context, reference, sum),
        None if context.fold.is_careful() => near::wanted(context, reference, index),
        None => remainder::wanted(context, reference, index),
    }
}
