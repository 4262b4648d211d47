//! Doubt whether code is executed, and the writes of branches in doubt, as data.

use crate::values::state::Mark;
use crate::walk::draft::{DraftAccess, DraftStatement, Part};
use c::names::symbols::VarId;
use scop::{AccessKind, Subscript};
use std::collections::HashMap;

/// Whether code may be skipped although its guards hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Doubt {
    /// It is not skipped.
    #[default]
    Nothing,
    /// Only the condition of this branch may skip it.
    Branch(usize),
    /// Anything may skip it.
    Skip,
}

impl Doubt {
    /// Whether the code may be skipped.
    pub(crate) fn exists(self) -> bool {
        self != Doubt::Nothing
    }

    /// The same doubt, or any if there is another reason.
    pub(crate) fn or(self, other: bool) -> Self {
        match other {
            true => Doubt::Skip,
            false => self,
        }
    }
}

/// Branches whose conditions are unknown, and the elements that they write.
#[derive(Debug, Default)]
pub struct Branches {
    /// The loops and guards around each branch.
    pub(super) around: Vec<Mark>,
    /// The number of statements at the end of each branch.
    pub(super) ends: HashMap<usize, usize>,
    /// The writes that happen whenever their branch is executed.
    pub(super) writes: Vec<BranchWrite>,
    /// The choices between branches, inner ones first.
    pub(super) choices: Vec<Choice>,
    /// The statements of each united write, in textual order.
    pub(crate) united: Vec<Vec<usize>>,
    /// The only writes that may be united, if these are known.
    pub(crate) only: Option<Vec<Vec<usize>>>,
}

/// Branches of which exactly one is executed.
#[derive(Debug)]
pub(super) struct Choice {
    pub(super) branches: Vec<usize>,
    /// The branch around them; `None` if they are executed for certain.
    pub(super) outer: Option<usize>,
}

/// An element that a branch writes whenever it is executed.
#[derive(Clone, Debug)]
pub(super) struct BranchWrite {
    pub(super) branch: usize,
    pub(super) array: VarId,
    pub(super) part: Part,
    /// The writes in textual order: one in each branch inside this one.
    pub(super) places: Vec<Place>,
}

#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) statement: usize,
    pub(super) reference: usize,
    /// The statements up to this one, excluded, are executed only after the write.
    pub(super) until: usize,
}

impl Place {
    /// Whether an access of its statement is the write.
    pub(super) fn is_of(&self, access: &DraftAccess) -> bool {
        access.kind == AccessKind::Write && access.reference == Some(self.reference)
    }
}

impl BranchWrite {
    /// Whether both write the same part of the same element.
    pub(super) fn is_same(&self, other: &BranchWrite, statements: &[DraftStatement]) -> bool {
        let subscripts = self.subscripts(statements);
        let is_affine = |s: &Subscript| matches!(s, Subscript::Affine(_));
        let is_known = subscripts.is_some_and(|all| all.iter().all(is_affine));
        (self.array, &self.part) == (other.array, &other.part)
            && is_known
            && subscripts == other.subscripts(statements)
    }

    fn subscripts<'s>(&self, statements: &'s [DraftStatement]) -> Option<&'s [Subscript]> {
        let place = self.places.first()?;
        let mut accesses = statements[place.statement].accesses.iter();
        let own = accesses.find(|a| place.is_of(a))?;
        Some(&own.subscripts)
    }

    /// The write in a branch that ends at a statement.
    pub(super) fn until(&self, end: Option<usize>) -> Self {
        let mut write = self.clone();
        if let (Some(last), Some(end)) = (write.places.last_mut(), end) {
            last.until = end;
        }
        write
    }

    /// Whether a read between the writes may find the element's earlier value.
    pub(super) fn may_be_read(&self, statements: &[DraftStatement]) -> bool {
        let (Some(first), Some(last)) = (self.places.first(), self.places.last()) else {
            return true;
        };
        let is_behind = |at: usize| {
            let mut places = self.places.iter();
            places.any(|p| p.statement < at && at < p.until)
        };
        let between = (first.statement + 1..=last.statement).filter(|at| !is_behind(*at));
        let mut accesses = between.flat_map(|at| &statements[at].accesses);
        accesses.any(|a| {
            a.kind == AccessKind::Read && a.array == self.array && !self.is_apart(a, statements)
        })
    }

    /// Whether no branch touches the array after its write, and the last write happens wherever
    /// another one does.
    pub(super) fn is_last(&self, statements: &[DraftStatement]) -> bool {
        let Some((last, others)) = self.places.split_last() else {
            return false;
        };
        let touches = |at: usize| {
            statements[at]
                .accesses
                .iter()
                .any(|a| a.array == self.array)
        };
        let end = |place: &Place| place.until.min(statements.len());
        let is_done = |place: &Place| !(place.statement + 1..end(place)).any(touches);
        let bounds = &statements[last.statement].domain;
        let is_within = |place: &Place| {
            let own = &statements[place.statement];
            own.reads_first && bounds.iter().all(|bound| own.domain.contains(bound))
        };
        statements[last.statement].reads_first
            && self.places.iter().all(is_done)
            && others.iter().all(is_within)
    }

    /// Whether the access certainly touches another element or member.
    fn is_apart(&self, access: &DraftAccess, statements: &[DraftStatement]) -> bool {
        let members = (&self.part, &access.part);
        if matches!(members, (Part::Member(a), Part::Member(b)) if a != b) {
            return true;
        }
        let own = self.subscripts(statements).unwrap_or_default();
        let mut pairs = own.iter().zip(&access.subscripts);
        pairs.any(|pair| match pair {
            (Subscript::Affine(a), Subscript::Affine(b)) => {
                let distance = (a.clone() - b.clone()).as_constant();
                distance.is_some_and(|distance| distance != 0)
            }
            _ => false,
        })
    }
}
