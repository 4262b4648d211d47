//! Which instances touch the same element, one of them writing it, in the order of time.

use super::comparison::{Comparison, Tie};
use super::times::{Marks, Times};
use poly::{Map, Result};
use scop::{Access, AccessKind, Scop, Statement};

/// Finds dependences; the times of each statement are computed once.
pub(crate) struct Dependences<'s> {
    scop: &'s Scop,
    times: Vec<Times>,
}

impl<'s> Dependences<'s> {
    pub(crate) fn new(scop: &'s Scop) -> Result<Self> {
        let times = |s: &Statement| {
            let schedule = s.schedule.intersect_domain(&s.domain)?;
            Times::new(schedule, Marks::default())
        };
        Ok(Dependences {
            scop,
            times: scop.statements.iter().map(times).collect::<Result<_>>()?,
        })
    }

    /// `{ S[i] -> T[j] : S[i] before T[j], the accesses touch the same element }`; `None` if there
    /// is no such pair, or if both accesses read.
    pub(crate) fn between(&self, first: &Access, second: &Access) -> Result<Option<Map>> {
        let writes = |a: &Access| a.kind == AccessKind::Write;
        if first.array != second.array || !(writes(first) || writes(second)) {
            return Ok(None);
        }
        let times = |a: &Access| &self.times[a.statement.0 as usize];
        let (from, to) = (times(first), times(second));
        let copies = self.scop.array(first.array).private;
        let equal = copies.min(self.scop.time_dims);
        let comparison = Comparison::in_time(from, to, equal, Tie::Before);
        let Some(before) = comparison.pairs(&self.scop.context, from, to)? else {
            return Ok(None);
        };
        let same = first.relation.apply_range(&second.relation.reverse()?)?;
        let found = before.intersect(&same)?;
        let found = found.intersect_params(&self.scop.context)?;
        Ok(match found.is_empty()? {
            true => None,
            false => Some(found),
        })
    }
}
