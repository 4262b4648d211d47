//! Loops whose iterations threads share: whether two iterations touch the same element, one of them
//! writing.

use crate::stop::{Result, Stop};
use poly::{Map, Set, Space, names, zero};
use scop::{Access, AccessKind, Scop};
use source::Span;
use std::collections::BTreeSet;
use std::ops::Range;

/// A loop whose iterations threads share.
#[derive(Clone, Debug)]
pub(crate) struct SharedLoop {
    /// Its statements, by number.
    pub(crate) statements: Range<usize>,
    /// The coordinate of time of its iterator.
    pub(crate) row: usize,
    /// The numbers of the arrays of which each iteration has its own.
    pub(crate) own: BTreeSet<usize>,
    /// What executes iterations at the same time.
    pub(crate) who: &'static str,
    pub(crate) at: Span,
}

/// Stops if the order of a loop's iterations matters.
pub(crate) fn check(scop: &Scop, loops: &[SharedLoop]) -> Result<()> {
    for l in loops {
        for array in &scop.arrays {
            if !l.own.contains(&(array.id.0 as usize)) && l.meets(scop, array.id)? {
                let reason = format!("{} that share an element of `{}`", l.who, array.name);
                return Err(Stop::unknown(reason, l.at));
            }
        }
    }
    Ok(())
}

impl SharedLoop {
    /// Whether two iterations touch the same element of an array, one of them writing.
    fn meets(&self, scop: &Scop, array: scop::ArrayId) -> Result<bool> {
        let here = |a: &&Access| self.statements.contains(&(a.statement.0 as usize));
        let accesses: Vec<&Access> = scop.accesses_to(array).filter(here).collect();
        let differ = self.other_iterations(scop)?;
        for write in &accesses {
            if write.kind != AccessKind::Write {
                continue;
            }
            let written = self.elements(scop, write)?;
            for other in &accesses {
                let touched = self.elements(scop, other)?;
                let pairs = written.apply_range(&touched.reverse()?)?;
                if !pairs.deltas()?.intersect(&differ)?.is_empty()? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// `{ [outer times, iteration] -> element }` of an access.
    fn elements(&self, scop: &Scop, access: &Access) -> Result<Map> {
        let statement = scop.statement(access.statement);
        let inner: Vec<usize> = (self.row + 1..scop.time_dims).collect();
        let iteration = statement.schedule.without_outputs(&inner)?;
        let relation = access.relation.intersect_params(&scop.context)?;
        Ok(iteration.reverse()?.apply_range(&relation)?)
    }

    /// Differences between iterations of one execution of the loop.
    fn other_iterations(&self, scop: &Scop) -> Result<Set> {
        let d = names("d", self.row + 1);
        let condition = format!("{} and {} != 0", zero(&d[..self.row]), d[self.row]);
        Ok(Space::plain(&scop.ctx).points(&d, condition)?)
    }
}
