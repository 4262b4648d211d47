//! Writes in every branch of an `if` or `switch` whose condition is unknown: together they are
//! certain.
//!
//! Of `if (c) t[i] = 1; else t[i] = 2;` one write happens. In the scop both happen, and each but
//! the first reads the element before. A value then lives from the first to the last of them, no
//! other element shares its cell in between, and the earlier value is lost on every path.
//!
//! Assumes: none of the branches reads the element's earlier value before it writes. The folded
//! text is read with the same writes united ([`crate::Original::united`]), because smaller storage
//! makes more of them alike.

use crate::walk::draft::{DraftAccess, Part};
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use scop::{AccessKind, Certainty, Subscript};

pub(crate) mod doubt;

use doubt::{BranchWrite, Doubt, Place};

impl Walker<'_> {
    /// Enters a branch whose condition is unknown.
    pub(crate) fn enter_branch(&mut self) {
        if self.here.doubt != Doubt::Skip {
            self.here.doubt = Doubt::Branch(self.here.branches.around.len());
            self.here.branches.around.push(self.eval.state.mark());
        }
    }

    /// Leaves a branch. The elements that it wrote may be read up to here.
    pub(crate) fn leave_branch(&mut self, branch: Doubt) {
        let until = self.found.statements.len();
        let own = self.here.branches.writes.iter_mut();
        for write in own.filter(|w| Doubt::Branch(w.branch) == branch) {
            write
                .places
                .last_mut()
                .into_iter()
                .for_each(|place| place.until = until);
        }
    }

    /// Notes a write by the last reference, if it happens whenever the branch around it is
    /// executed.
    pub(crate) fn note_write(&mut self, array: VarId, part: &Part, subscripts: &[Subscript]) {
        if let Doubt::Branch(branch) = self.here.doubt
            && self.is_all_of(branch)
        {
            self.here.branches.writes.push(BranchWrite {
                branch,
                array,
                part: part.clone(),
                subscripts: subscripts.to_vec(),
                places: vec![Place {
                    statement: self.found.statements.len(),
                    reference: self.found.references.len() - 1,
                    until: usize::MAX,
                }],
            });
        }
    }

    /// Whether code here is executed exactly once whenever the branch is.
    fn is_all_of(&self, branch: usize) -> bool {
        self.here.branches.around[branch] == self.eval.state.mark()
    }

    /// Makes the writes certain that happen in all of these branches, one of which is executed.
    pub(crate) fn unite(&mut self, branches: &[Doubt]) {
        let id = |branch: &Doubt| match branch {
            Doubt::Branch(id) => Some(*id),
            _ => None,
        };
        let ids: Option<Vec<usize>> = branches.iter().map(id).collect();
        let Some((first, others)) = ids.as_deref().and_then(<[usize]>::split_first) else {
            return;
        };
        let writes = &self.here.branches.writes;
        let mut all: Vec<BranchWrite> = Vec::new();
        for write in writes.iter().filter(|w| w.branch == *first) {
            let same = |id: &usize| {
                let mut own = writes.iter().filter(|w| w.branch == *id);
                own.find(|w| w.is_same(write))
            };
            let others: Option<Vec<&BranchWrite>> = others.iter().map(same).collect();
            if let Some(others) = others.filter(|_| !all.iter().any(|w| w.is_same(write))) {
                let mut write = write.clone();
                let places = others.iter().flat_map(|w| w.places.iter().cloned());
                write.places.extend(places);
                all.push(write);
            }
        }
        self.here.branches.writes.retain(|w| w.branch < *first);
        for mut write in all {
            match self.here.doubt {
                Doubt::Nothing => self.write_for_certain(&write),
                Doubt::Branch(branch) if self.is_all_of(branch) => {
                    write.branch = branch;
                    self.here.branches.writes.push(write);
                }
                Doubt::Branch(_) | Doubt::Skip => {}
            }
        }
    }

    fn write_for_certain(&mut self, write: &BranchWrite) {
        let chain: Vec<usize> = write.places.iter().map(|p| p.statement).collect();
        let may = match &self.here.branches.only {
            Some(only) => only.contains(&chain),
            None => !write.may_be_read(&self.found.statements),
        };
        if !may {
            return;
        }
        for (nth, place) in write.places.iter().enumerate() {
            let accesses = &mut self.found.statements[place.statement].accesses;
            let own = |a: &DraftAccess| {
                a.kind == AccessKind::Write && a.reference == Some(place.reference)
            };
            let Some(at) = accesses.iter().position(own) else {
                continue;
            };
            let certainty = Certainty::Must;
            (accesses[at].certainty, accesses[at].happens) = (certainty, true);
            if nth > 0 {
                let kind = AccessKind::Read;
                let before = DraftAccess {
                    kind,
                    ..accesses[at].clone()
                };
                let reads = accesses.partition_point(|a| a.kind == AccessKind::Read);
                accesses.insert(reads, before);
            }
        }
        if !self.here.branches.united.contains(&chain) {
            self.here.branches.united.push(chain);
        }
    }
}
