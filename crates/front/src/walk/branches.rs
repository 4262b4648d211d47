//! Writes in every branch of an `if` or `switch` whose condition is unknown: together they are
//! certain.
//!
//! Of `if (c) t[i] = 1; else t[i] = 2;` one write happens. In the scop both happen, and each but
//! the first reads the element before. A value then lives from the first to the last of them, no
//! other element shares its cell in between, and the earlier value is lost on every path.
//!
//! If no branch touches the array after its write, all of them happen at the last write: in
//! `if (c) t[i] = t[i - 1]; else t[i] = t[i - 2];` each read comes before the only write.
//!
//! Assumes: none of the branches reads the element's earlier value before it writes. The folded
//! text is read with the same writes united ([`crate::Original::united`]), because smaller storage
//! makes more of them alike.

use crate::values::formula::Formula;
use crate::walk::draft::{DraftAccess, Part};
use crate::walk::walker::Walker;
use c::names::symbols::VarId;
use scop::{AccessKind, Certainty};

pub(crate) mod doubt;

use doubt::{BranchWrite, Choice, Doubt, Place};

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
        if let Doubt::Branch(id) = branch {
            let end = self.found.statements.len();
            self.here.branches.ends.insert(id, end);
        }
    }

    /// Notes a write by the last reference, if it happens whenever the branch around it is
    /// executed.
    pub(crate) fn note_write(&mut self, array: VarId, part: &Part) {
        if let Doubt::Branch(branch) = self.here.doubt
            && self.is_in_all_of(branch)
        {
            self.here.branches.writes.push(BranchWrite {
                branch,
                array,
                part: part.clone(),
                places: vec![Place {
                    statement: self.found.statements.len(),
                    reference: self.found.references.len() - 1,
                    until: usize::MAX,
                }],
            });
        }
    }

    /// Whether the present statement is executed exactly once whenever the branch is. Facts of
    /// references exclude nothing.
    fn is_in_all_of(&self, branch: usize) -> bool {
        let guards = self.eval.state.guards_since(self.here.around);
        let is_fact = |guard: &Formula| self.here.recalled.contains(guard);
        let is_here = self.eval.state.loops.len() == self.here.around.loops();
        is_here
            && self.here.branches.around[branch] == self.here.around
            && guards.iter().all(is_fact)
    }

    /// Whether code here is executed exactly once whenever the branch is.
    fn is_all_of(&self, branch: usize) -> bool {
        self.here.branches.around[branch] == self.eval.state.mark()
    }

    /// Notes that one of these branches is executed.
    pub(crate) fn unite(&mut self, branches: &[Doubt]) {
        let id = |branch: &Doubt| match branch {
            Doubt::Branch(id) => Some(*id),
            _ => None,
        };
        let ids: Option<Vec<usize>> = branches.iter().map(id).collect();
        let outer = match self.here.doubt {
            Doubt::Nothing => None,
            Doubt::Branch(branch) if self.is_all_of(branch) => Some(branch),
            Doubt::Branch(_) | Doubt::Skip => return,
        };
        if let Some(branches) = ids.filter(|ids| !ids.is_empty()) {
            let choice = Choice { branches, outer };
            self.here.branches.choices.push(choice);
        }
    }

    /// Makes the writes certain that happen in all branches of a choice, once the subscripts of
    /// all accesses are known.
    pub(crate) fn unite_all(&mut self) {
        for Choice { branches, outer } in std::mem::take(&mut self.here.branches.choices) {
            for mut write in self.common_writes(&branches) {
                match outer {
                    None => self.write_for_certain(&write),
                    Some(branch) => {
                        write.branch = branch;
                        self.here.branches.writes.push(write);
                    }
                }
            }
        }
    }

    /// The writes that happen in all of these branches.
    fn common_writes(&self, branches: &[usize]) -> Vec<BranchWrite> {
        let statements = &self.found.statements;
        let of = |id: usize| {
            let own = self
                .here
                .branches
                .writes
                .iter()
                .filter(move |w| w.branch == id);
            own.map(move |w| w.until(self.here.branches.ends.get(&id).copied()))
        };
        let mut all: Vec<BranchWrite> = Vec::new();
        let Some((first, others)) = branches.split_first() else {
            return all;
        };
        for mut write in of(*first) {
            let same = |id: &usize| of(*id).find(|w| w.is_same(&write, statements));
            let others: Option<Vec<BranchWrite>> = others.iter().map(same).collect();
            if let Some(others) =
                others.filter(|_| !all.iter().any(|w| w.is_same(&write, statements)))
            {
                write
                    .places
                    .extend(others.into_iter().flat_map(|w| w.places));
                all.push(write);
            }
        }
        all
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
        match write.is_last(&self.found.statements) {
            true => self.write_at_the_end(write),
            false => self.write_one_by_one(write),
        }
        if !self.here.branches.united.contains(&chain) {
            self.here.branches.united.push(chain);
        }
    }

    /// Makes each write certain; each but the first keeps the element alive.
    fn write_one_by_one(&mut self, write: &BranchWrite) {
        for (nth, place) in write.places.iter().enumerate() {
            let accesses = &mut self.found.statements[place.statement].accesses;
            let Some(at) = accesses.iter().position(|a| place.is_of(a)) else {
                continue;
            };
            (accesses[at].certainty, accesses[at].happens) = (Certainty::Must, true);
            if nth > 0 {
                let before = DraftAccess {
                    kind: AccessKind::Read,
                    ..accesses[at].clone()
                };
                let reads = accesses.partition_point(|a| a.kind == AccessKind::Read);
                accesses.insert(reads, before);
            }
        }
    }

    /// Lets all writes happen in the statement of the last one.
    fn write_at_the_end(&mut self, write: &BranchWrite) {
        let statements = &mut self.found.statements;
        let Some((last, others)) = write.places.split_last() else {
            return;
        };
        let domain = statements[last.statement].domain.clone();
        for place in others {
            let from = &mut statements[place.statement];
            let Some(at) = from.accesses.iter().position(|a| place.is_of(a)) else {
                continue;
            };
            let mut access = from.accesses.remove(at);
            let more = from.domain.iter().filter(|f| !domain.contains(f));
            access.guards.extend(more.cloned());
            (access.certainty, access.happens) = (Certainty::Must, true);
            statements[last.statement].accesses.push(access);
        }
        let own = statements[last.statement].accesses.iter_mut();
        own.filter(|a| last.is_of(a)).for_each(|a| {
            (a.certainty, a.happens) = (Certainty::Must, true);
        });
    }
}
