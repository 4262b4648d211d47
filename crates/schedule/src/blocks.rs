//! Loops over vectors in blocks: each nest of a group runs over a block of its elements, before the
//! next one does, and computes some elements of the blocks beside it again.

use crate::distances::{Distance, Ratio, Reach, Rows, is_own};
use crate::{Group, Nest};
use poly::Result;
use scop::{Access, AccessKind, ArrayId, Scop, StmtId, System};
use std::collections::BTreeSet;

/// No more elements are computed again for each block.
const MOST_AGAIN: i64 = 64;

/// The elements that a nest computes before and after a block of the last nest's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halo {
    /// Before the first one.
    pub before: i64,
    /// After the last one.
    pub after: i64,
}

impl Halo {
    /// The elements of both.
    pub(crate) fn with(self, other: Halo) -> Halo {
        Halo {
            before: self.before.max(other.before),
            after: self.after.max(other.after),
        }
    }
}

/// What the nests of a group compute for a block of the last one's elements. `None` if some of
/// them may not compute an element twice, if their rates differ, or if their arrays are no vectors.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn halos(
    system: &System,
    nests: &[Nest],
    depth: usize,
    group: &Group,
) -> Result<Option<Vec<Halo>>> {
    if group.rates.iter().any(|rate| *rate != 1) {
        return Ok(None);
    }
    let rows = Rows::new(system, nests, depth);
    let blocks = Blocks {
        system,
        rows,
        nests,
        group,
        kept: group.kept.iter().map(|kept| kept.array).collect(),
    };
    match blocks.are_pure()? {
        true => blocks.halos(),
        false => Ok(None),
    }
}

struct Blocks<'b> {
    system: &'b System,
    rows: Rows<'b>,
    nests: &'b [Nest],
    group: &'b Group,
    /// The arrays between the nests.
    kept: BTreeSet<ArrayId>,
}

impl<'b> Blocks<'b> {
    fn scop(&self) -> &'b Scop {
        &self.system.scop
    }

    /// The nests of the group whose statements access an array, in order.
    fn users(&self, array: ArrayId, is_meant: impl Fn(&Access) -> bool) -> Vec<usize> {
        let accesses = self.scop().accesses_to(array);
        let statements: BTreeSet<StmtId> = accesses
            .filter(|a| is_meant(a))
            .map(|a| a.statement)
            .collect();
        let has = |nest: &&usize| {
            let mut own = self.nests[**nest].statements.iter();
            own.any(|id| statements.contains(id))
        };
        self.group.nests.iter().filter(has).copied().collect()
    }

    /// Whether the last nest alone writes what others see, and no iteration of another nest needs
    /// the one before.
    fn are_pure(&self) -> Result<bool> {
        let Some((last, others)) = self.group.nests.split_last() else {
            return Ok(false);
        };
        for array in &self.scop().arrays {
            let writers = self.users(array.id, |a| a.kind == AccessKind::Write);
            let users = self.users(array.id, |_| true);
            let is_fine = match writers.as_slice() {
                [] => true,
                _ if self.rows.is_in_rows(array.id)? => true,
                [writer] if self.kept.contains(&array.id) => {
                    others.contains(writer) && self.is_vector(array.id, *writer, &users)?
                }
                writers => writers == [*last] && users == [*last],
            };
            if !is_fine {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether an array is a vector of the group alone that one nest writes before others read it.
    fn is_vector(&self, array: ArrayId, writer: usize, users: &[usize]) -> Result<bool> {
        let inside: BTreeSet<StmtId> = { self.group.nests.iter() }
            .flat_map(|nest| &self.nests[*nest].statements)
            .copied()
            .collect();
        let mut accesses = self.scop().accesses_to(array);
        let is_inside = accesses.all(|a| inside.contains(&a.statement));
        let own = self.distance(array, writer, writer)?;
        let is_one = self.scop().array(array).shape.len() == 1;
        Ok(is_one
            && is_inside
            && is_own(self.system, array)
            && users.first() == Some(&writer)
            && own.is_none_or(|own| own.least == Some(0) && own.is_pointwise()))
    }

    fn distance(&self, array: ArrayId, first: usize, second: usize) -> Result<Option<Distance>> {
        let mut found = self.rows.between(first, second, Ratio::ONE)?.into_iter();
        Ok(found.find(|distance| distance.array == array))
    }

    fn halos(&self) -> Result<Option<Vec<Halo>>> {
        let mut halos: Vec<Halo> = Vec::new();
        // From the last nest to the first one.
        for (at, nest) in self.group.nests.iter().enumerate().rev() {
            let later = self.group.nests[at + 1..].iter().zip(halos.iter().rev());
            let mut halo = halos.is_empty().then_some(Halo {
                before: 0,
                after: 0,
            });
            for (reader, of_reader) in later {
                for distance in self.rows.between(*nest, *reader, Ratio::ONE)? {
                    if !self.kept.contains(&distance.array) {
                        continue;
                    }
                    let (Some(least), Some(Reach::Rows(most))) = (distance.least, distance.reach)
                    else {
                        return Ok(None);
                    };
                    let wanted = Halo {
                        before: of_reader.before + most,
                        after: of_reader.after - least,
                    };
                    halo = Some(halo.map_or(wanted, |known: Halo| known.with(wanted)));
                }
            }
            match halo {
                Some(halo) if halo.before + halo.after <= MOST_AGAIN => halos.push(halo),
                _ => return Ok(None),
            }
        }
        halos.reverse();
        Ok(Some(halos))
    }
}
