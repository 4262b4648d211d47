//! What no statement ever sets of an array that keeps its values from call to call, and was zero
//! before the first: these elements are zero in each call. In the first call, all are, which counts
//! where statements add to elements.

use super::array::{Arrays, DraftArray, Origin};
use super::finish::{Builder, array_id};
use super::statement::{DraftAccess, DraftStatement, Element, Term, Time};
use crate::stop::Result;
use crate::values::Number;
use poly::{PwAff, Set};
use program::Type;
use scop::{AccessKind, ParamKind, StmtId};
use std::collections::BTreeSet;

/// The numbers of coordinates of time that such statements need.
pub(super) fn time_lengths(arrays: &Arrays) -> impl Iterator<Item = usize> {
    let all = arrays.iter().filter(|(_, array)| is_zero(array));
    all.map(|(_, array)| 1 + array.shape.len())
}

/// Whether an array was zero before the first call.
fn is_zero(array: &DraftArray) -> bool {
    matches!(array.origin, Origin::Carried { is_zero: true, .. }) && !array.shape.is_empty()
}

impl Builder<'_> {
    /// Adds statements that set elements to zero which only the function uses and nothing sets, if
    /// they are read.
    pub(super) fn zeros(&mut self) -> Result<()> {
        for array in 0..self.facts.arrays.len() {
            let found = self.facts.arrays.get(array);
            if !is_zero(found) {
                continue;
            }
            let ty = found.ty.clone();
            let unset = self.unset(array)?;
            let is_read = self.touched(array, AccessKind::Read)?;
            if is_read.intersect(&unset)?.is_empty()? {
                continue;
            }
            let dims = unset.dims()?;
            let term = match ty {
                Type::Integer(_) => Term::integer(PwAff::number(self.facts.ctx, dims, 0)?),
                Type::Floating(_) => (self.facts.real_zero)(&ty),
                _ => continue,
            };
            let own = |dim| Ok(Number::total(PwAff::coordinate(self.facts.ctx, dims, dim)?));
            let write = DraftAccess {
                array,
                element: Element::At((0..dims).map(own).collect::<Result<_>>()?),
                conditional: false,
                is_of_others: false,
                within: None,
                at: self.facts.at,
            };
            self.statement(DraftStatement {
                domain: unset,
                times: [Time::Before]
                    .into_iter()
                    .chain((0..dims).map(Time::Iterator))
                    .collect(),
                at: self.facts.at,
                accesses: vec![write],
                term,
                guard: None,
                may_end: false,
                is_unseen: false,
                fill: None,
            })?;
        }
        Ok(())
    }

    /// The elements of an array that no call has set.
    fn unset(&mut self, array: usize) -> Result<Set> {
        let shape = self.facts.arrays.get(array).shape.clone();
        let all = self.inside(&shape, self.facts.at)?;
        if self.facts.is_first_call && self.is_added_to(array) {
            return Ok(all);
        }
        Ok(all
            .subtract(&self.touched(array, AccessKind::Write)?)?
            .coalesce()?)
    }

    /// Whether a statement reads elements of an array that it sets.
    fn is_added_to(&self, array: usize) -> bool {
        let of = |kind: AccessKind| {
            let accesses = self.system.scop.accesses_to(array_id(array));
            accesses.filter(move |access| access.kind == kind)
        };
        let reads: BTreeSet<StmtId> = of(AccessKind::Read).map(|a| a.statement).collect();
        of(AccessKind::Write).any(|write| reads.contains(&write.statement))
    }

    /// Whether a parameter has the same value in all calls.
    fn is_macro(&self, name: &str) -> bool {
        let param = self.facts.params.get(name);
        param.is_some_and(|param| param.kind == ParamKind::Macro)
    }

    /// The elements of an array that some calls read, or set.
    fn touched(&self, array: usize, kind: AccessKind) -> Result<Set> {
        let dims = self.facts.arrays.get(array).shape.len();
        let accesses = self.system.scop.accesses_to(array_id(array));
        let mut all = Set::all(self.facts.ctx, dims)?.complement()?;
        for access in accesses.filter(|access| access.kind == kind) {
            let elements = access.relation.without_names()?.range()?;
            let mut params = elements.used_params()?;
            params.retain(|name| !self.is_macro(name));
            all = all.union(&elements.for_some_params(&params)?)?;
        }
        Ok(all)
    }
}
