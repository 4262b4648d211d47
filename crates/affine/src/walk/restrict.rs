//! `restrict` parameters of functions that are called: which of them may lead to the same memory as
//! another argument. Whether that is defined depends on elements, so a caller may only do what the
//! other program does too.

use crate::Met;
use crate::draft::ArrayKey;
use crate::state::Walker;
use crate::stop::Result;
use crate::values::{Cell, Known, Pointer, Root, Step, Target};
use program::{Function, ObjectId};
use std::collections::BTreeSet;

/// Two parameters that lead to the same memory, one of them `restrict`.
pub(super) struct Meeting {
    parameters: (usize, usize),
    roots: BTreeSet<Root>,
}

impl Walker<'_> {
    /// The parameters of a function that is entered that lead to the same memory, one of them
    /// `restrict`.
    pub(super) fn meetings(&mut self, function: &Function) -> Result<Vec<Meeting>> {
        let mut found = Vec::new();
        for (at, own) in function.parameters.iter().enumerate() {
            for (other_at, other) in function.parameters.iter().enumerate().skip(at + 1) {
                let is_restrict = |id: &ObjectId| self.object(*id).is_restrict;
                if !is_restrict(own) && !is_restrict(other) {
                    continue;
                }
                if let (Some(own), Some(other)) = (self.passed(*own), self.passed(*other)) {
                    let roots = self.common_roots(&own, &other)?;
                    found.push(Meeting {
                        parameters: (at, other_at),
                        roots,
                    });
                }
            }
        }
        found.retain(|meeting| !meeting.roots.is_empty());
        Ok(found)
    }

    /// Notes those of the meetings where the function wrote the memory, by the statements from
    /// `first` on.
    pub(super) fn note_meetings(&mut self, function: &str, meetings: Vec<Meeting>, first: usize) {
        if self.dry > 0 {
            return;
        }
        let writes = self.statements[first..].iter();
        let written: BTreeSet<Root> = writes
            .filter_map(|s| match &self.arrays.get(s.accesses.last()?.array).key {
                ArrayKey::Part(root, _) => Some(*root),
                _ => None,
            })
            .collect();
        for meeting in meetings {
            if !meeting.roots.is_disjoint(&written) {
                self.met.insert(Met {
                    function: function.to_string(),
                    parameters: meeting.parameters,
                    at: self.at,
                });
            }
        }
    }

    fn passed(&self, object: ObjectId) -> Option<Pointer> {
        match &**self.state.env.get(&Cell { object, element: 0 })? {
            Known::Pointer(pointer) => Some(pointer.clone()),
            _ => None,
        }
    }

    /// The memory that two pointers lead to, unless these are rows of it that are never the same.
    fn common_roots(&mut self, one: &Pointer, other: &Pointer) -> Result<BTreeSet<Root>> {
        let mut found = BTreeSet::new();
        for (here, a) in one {
            for (there, b) in other {
                if a.root == b.root
                    && a.root != Root::Null
                    && !here
                        .intersect(there)?
                        .intersect(&self.state.domain)?
                        .is_empty()?
                    && !self.are_other_rows(a, b)?
                {
                    found.insert(a.root);
                }
            }
        }
        Ok(found)
    }

    /// Whether the first subscripts that differ on two paths, before the last one, are never equal.
    fn are_other_rows(&mut self, a: &Target, b: &Target) -> Result<bool> {
        let last = a.path.len().min(b.path.len()).saturating_sub(1);
        for (a, b) in a.path[..last].iter().zip(&b.path[..last]) {
            match (a, b) {
                (Step::Index(a), Step::Index(b)) => {
                    let (Some(a), Some(b)) = (self.affine(a)?, self.affine(b)?) else {
                        return Ok(false);
                    };
                    let same = a.eq_set(&b)?.intersect(&self.state.domain)?;
                    if same.is_empty()? {
                        return Ok(true);
                    }
                }
                (Step::Member(a), Step::Member(b)) if a != b => return Ok(true),
                (Step::Member(_), Step::Member(_)) => {}
                _ => return Ok(false),
            }
        }
        Ok(false)
    }
}
