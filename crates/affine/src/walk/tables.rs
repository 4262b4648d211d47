//! Tables of pointers that the caller fills: `float **u`. What its pointers lead to is one array,
//! `u[i][j]`, of rows whose length is not known.
//!
//! Assumes: rows do not overlap ([`program::points_to::Root::Rows`] names them, so that others say
//! so). A table that the function may change is memory ([`Stop::HoldsTables`]), and so is one whose
//! rows are used as one piece, `u[0][i * w + j]`. Code that is not seen, and does not get a table,
//! leaves its pointers alone: that is an assumption of its own.

use crate::draft::{ArrayKey, DraftStatement, Element};
use crate::state::Walker;
use crate::stop::{Result, Stop};
use crate::values::{Number, Pointer, Root, Step, Table, Target};
use poly::Set;
use program::{Place, Type};
use std::collections::BTreeSet;

impl Walker<'_> {
    /// What a pointer in a table of the caller leads to; `None` if the place is none, or not known.
    pub(super) fn callers_row(&mut self, place: &Place) -> Result<Option<Pointer>> {
        if !self.may_follow_tables() || !matches!(place, Place::At(_)) {
            return Ok(None);
        }
        let count = self.accesses.len();
        let found = self.place(place);
        let is_data = |step: &Step| matches!(step, Step::Any(_));
        let is_known = |(_, target): &(Set, Target)| !target.path.iter().any(is_data);
        if found.as_ref().is_ok_and(|found| found.iter().all(is_known)) {
            self.accesses.truncate(count);
        }
        let found = match found {
            Err(stop @ Stop::Holds(_)) => return Err(stop),
            Err(_) => return Ok(None),
            Ok(found) => found,
        };
        let mut rows = Pointer::new();
        for (places, target) in found {
            let Some((table, levels)) = self.behind(&target)? else {
                return Ok(None);
            };
            if self.tables.insert(target.root) && self.is_stored(target.root) {
                return Err(Stop::HoldsTables);
            }
            self.assume_kept(table.pointer());
            let root = Root::Rows(table, levels);
            let first = Step::Index(self.number(0)?);
            let path = target.path.into_iter().chain([first]).collect();
            rows.push((places, Target { root, path }));
        }
        Ok((!rows.is_empty()).then_some(rows))
    }

    /// Tables in which a statement or a call of others may store, as `qsort` does, become memory:
    /// those of which it gets the address.
    pub(super) fn release_reached_tables(&self, written: &BTreeSet<usize>) -> Result<()> {
        let is_table = |array: &usize| {
            let draft = self.arrays.get(*array);
            let is_of_caller = matches!(
                draft.key,
                ArrayKey::Part(Root::Pointee(_) | Root::Member(_) | Root::Rows(..), _)
            );
            is_of_caller && matches!(draft.ty, Type::Pointer(_))
        };
        match self.may_follow_tables() && written.iter().any(is_table) {
            true => Err(Stop::HoldsTables),
            false => Ok(()),
        }
    }

    fn may_follow_tables(&self) -> bool {
        !self.found.holds_tables && self.function.name != "main"
    }

    /// The table and the level of the rows that a pointer at a target leads to.
    fn behind(&mut self, target: &Target) -> Result<Option<(Table, u8)>> {
        let (table, levels) = match target.root {
            Root::Pointee(id) => (Table::Pointee(id), 1),
            Root::Member(cell) => (Table::Member(cell), 1),
            Root::Rows(table, levels) => (table, levels + 1),
            _ => return Ok(None),
        };
        let is_element = target
            .path
            .iter()
            .all(|step| matches!(step, Step::Index(_) | Step::Any(_)));
        if !is_element || target.path.len() != usize::from(levels) {
            return Ok(None);
        }
        let (ty, _) = self.walked(target)?;
        let Type::Pointer(ty) = ty else {
            return Ok(None);
        };
        let is_plain = matches!(
            *ty,
            Type::Integer(_) | Type::Floating(_) | Type::Complex(_) | Type::Pointer(_)
        );
        Ok(is_plain.then_some((table, levels)))
    }

    /// The type of the elements of rows.
    pub(super) fn row_type(&self, table: Table, levels: u8) -> Option<&Type> {
        let first = match table {
            Table::Pointee(id) => pointee(&self.object(id).ty)?,
            Table::Member(cell) => self.member_target(cell)?.0,
        };
        (0..levels).try_fold(first, |ty, _| pointee(ty))
    }

    /// Whether a statement of the function stores pointers in a table.
    fn is_stored(&self, root: Root) -> bool {
        self.statements.iter().any(|statement| {
            let write = statement.accesses.last();
            write.is_some_and(|write| self.is_part_of(write.array, root)) && !statement.is_unseen
        })
    }

    fn is_part_of(&self, array: usize, root: Root) -> bool {
        matches!(self.arrays.list_key(array), Some(ArrayKey::Part(own, _)) if *own == root)
    }

    /// A store in a table whose pointers are known makes it memory, unless code that is not seen
    /// may store there.
    pub(crate) fn release_stored_table(&self, array: usize) -> Result<()> {
        let is_table = || self.tables.iter().any(|root| self.is_part_of(array, *root));
        match !self.is_unseen && is_table() {
            true => Err(Stop::HoldsTables),
            false => Ok(()),
        }
    }

    /// Rows that are used as one piece of memory make their tables memory.
    pub(super) fn check_rows(&self) -> Result<()> {
        for (array, draft) in self.arrays.iter() {
            let ArrayKey::Part(Root::Rows(_, levels), _) = draft.key else {
                continue;
            };
            let mut uses = Vec::new();
            for statement in &self.statements {
                for access in statement.accesses.iter().filter(|a| a.array == array) {
                    let Element::At(indices) = &access.element else {
                        continue;
                    };
                    match indices.split_at_checked(usize::from(levels)) {
                        Some((row, [column])) => {
                            uses.push((row.to_vec(), columns(statement, column)?));
                        }
                        // Its columns depend on data.
                        Some((row, [])) => uses.push((row.to_vec(), None)),
                        _ => {}
                    }
                }
            }
            for used in &uses {
                if leaves_row(used, &uses)? {
                    return Err(Stop::HoldsTables);
                }
            }
        }
        Ok(())
    }
}

/// What a pointer type leads to.
fn pointee(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Pointer(target) => Some(target),
        _ => None,
    }
}

/// Elements of a row: the subscripts of the row, and the columns if they are known.
type Use = (Vec<Number>, Option<Set>);

/// Whether a row that is the same in all iterations has columns that other rows lack.
fn leaves_row((row, own): &Use, uses: &[Use]) -> Result<bool> {
    for index in row {
        if index.involves_from(0)? {
            return Ok(false);
        }
    }
    let (mut is_only, mut others) = (true, None::<Set>);
    for (other, columns) in uses {
        if is_same_row(row, other)? {
            continue;
        }
        is_only = false;
        others = match (others, columns) {
            (Some(all), Some(columns)) => Some(all.union(columns)?),
            (all, columns) => all.or_else(|| columns.clone()),
        };
    }
    Ok(!is_only
        && match (own, others) {
            (Some(own), Some(others)) => !own.is_subset(&others)?,
            _ => true,
        })
}

/// The columns that a statement touches, if they are affine.
fn columns(statement: &DraftStatement, column: &Number) -> Result<Option<Set>> {
    let Some(column) = column.as_affine() else {
        return Ok(None);
    };
    let column = column.intersect_domain(&statement.domain)?.to_map()?;
    Ok(Some(statement.domain.apply(&column)?))
}

/// Whether two rows are the same number, or numbers.
fn is_same_row(a: &[Number], b: &[Number]) -> Result<bool> {
    for (a, b) in a.iter().zip(b) {
        match (a.as_constant()?, b.as_constant()?) {
            (Some(a), Some(b)) if a == b => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}
