//! Doubt whether code is executed, and the writes of branches in doubt, as data.

use crate::values::state::Mark;
use crate::walk::draft::{DraftAccess, DraftStatement, Part};
use c::names::symbols::VarId;
use scop::{AccessKind, Subscript};

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
    /// The writes that happen whenever their branch is executed.
    pub(super) writes: Vec<BranchWrite>,
    /// The statements of each united write, in textual order.
    pub(crate) united: Vec<Vec<usize>>,
    /// The only writes that may be united, if these are known.
    pub(crate) only: Option<Vec<Vec<usize>>>,
}

/// An element that a branch writes whenever it is executed.
#[derive(Clone, Debug)]
pub(super) struct BranchWrite {
    pub(super) branch: usize,
    pub(super) array: VarId,
    pub(super) part: Part,
    pub(super) subscripts: Vec<Subscript>,
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

impl BranchWrite {
    pub(super) fn is_same(&self, other: &BranchWrite) -> bool {
        (self.array, &self.part, &self.subscripts) == (other.array, &other.part, &other.subscripts)
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
        accesses.any(|a| a.kind == AccessKind::Read && a.array == self.array && !self.is_apart(a))
    }

    /// Whether the access certainly touches another element or member.
    fn is_apart(&self, access: &DraftAccess) -> bool {
        let members = (&self.part, &access.part);
        if matches!(members, (Part::Member(a), Part::Member(b)) if a != b) {
            return true;
        }
        let mut pairs = self.subscripts.iter().zip(&access.subscripts);
        pairs.any(|pair| match pair {
            (Subscript::Affine(a), Subscript::Affine(b)) => {
                let distance = (a.clone() - b.clone()).as_constant();
                distance.is_some_and(|distance| distance != 0)
            }
            _ => false,
        })
    }
}
