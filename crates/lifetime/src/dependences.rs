//! Which instances touch the same element, one of them writing it, in the order of time.

use crate::order::{Comparer, Tie};
use crate::times::{Marks, Times};
use poly::{Map, Result};
use scop::{Access, AccessKind, Scop, Statement};

/// Finds dependences; when each statement happens is looked at once.
pub(crate) struct Dependences<'s> {
    scop: &'s Scop,
    times: Vec<Times>,
    /// One per number of leading coordinates of time that name a copy.
    comparers: Vec<Comparer>,
}

impl<'s> Dependences<'s> {
    pub(crate) fn new(scop: &'s Scop) -> Result<Self> {
        let times = |s: &Statement| {
            let schedule = s.schedule.intersect_domain(&s.domain)?;
            Times::new(schedule, Marks::default())
        };
        let private = 0..=scop.time_dims;
        Ok(Dependences {
            scop,
            times: scop.statements.iter().map(times).collect::<Result<_>>()?,
            comparers: private
                .map(|p| Comparer::sequential(&scop.context, p))
                .collect(),
        })
    }

    /// `{ S[i] -> T[j] : S[i] before T[j], the accesses touch the same element }`; `None` if there is none,
    /// or if neither writes.
    pub(crate) fn between(&mut self, first: &Access, second: &Access) -> Result<Option<Map>> {
        let writes = |a: &Access| a.kind == AccessKind::Write;
        if first.array != second.array || !(writes(first) || writes(second)) {
            return Ok(None);
        }
        let time = |a: &Access| &self.times[a.statement.0 as usize];
        let private = self.scop.array(first.array).private;
        let comparer = &mut self.comparers[private.min(self.scop.time_dims)];
        let Some(before) = comparer.ordered(time(first), time(second), Tie::Before)? else {
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
