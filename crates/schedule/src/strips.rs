//! Strips of rows: which rows before its first one each strip has to compute again, so that threads
//! need nothing of each other.

use crate::distances::{Ratio, Reach, Rows, is_own};
use crate::{Group, Nest};
use poly::Result;
use scop::{AccessKind, ArrayId, StmtId, System};
use std::collections::BTreeSet;

/// What a strip of rows of a loop computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StripPlan {
    /// The rows before the first one of a strip that each part of the loop's body computes, too;
    /// `None` for parts whose results others see: they compute their own rows alone.
    pub leads: Vec<Option<i64>>,
    /// The arrays of which each strip has its own.
    pub private: Vec<ArrayId>,
    /// Those of them that have elements for each row of the loop.
    pub with_rows: Vec<ArrayId>,
}

/// Why a loop has no strips, and the array that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// Each row needs the one before it.
    Carried(ArrayId),
    /// Several rows touch an element that others see.
    Shared(ArrayId),
    /// Rows of other strips are needed, and others see what computes them.
    Seen(ArrayId),
}

/// The rows that strips of a loop compute again. The parts of its body follow each other inside
/// `depth + 1` loops.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn strips(
    system: &System,
    parts: &[Vec<StmtId>],
    depth: usize,
) -> Result<std::result::Result<StripPlan, Obstacle>> {
    let nests: Vec<Nest> = parts.iter().cloned().map(nest).collect();
    let whole = [nest(parts.concat())];
    let all = Rows::new(system, &whole, depth);
    let strips = Strips {
        system,
        rows: Rows::new(system, &nests, depth),
        in_rows: all.private()?,
        all,
        parts,
    };
    strips.plan()
}

fn nest(statements: Vec<StmtId>) -> Nest {
    Nest {
        statements,
        rows: None,
        follows: Vec::new(),
    }
}

struct Strips<'s> {
    system: &'s System,
    rows: Rows<'s>,
    /// The same of all parts as one nest.
    all: Rows<'s>,
    /// Arrays whose values never leave their row.
    in_rows: BTreeSet<ArrayId>,
    parts: &'s [Vec<StmtId>],
}

/// A part needs what another one wrote so many rows before.
struct Need {
    from: usize,
    to: usize,
    rows: i64,
    array: ArrayId,
}

impl Strips<'_> {
    fn plan(&self) -> Result<std::result::Result<StripPlan, Obstacle>> {
        let private = self.private()?;
        let mut needs = Vec::new();
        for array in &self.system.scop.arrays {
            if self.in_rows.contains(&array.id) {
                needs.extend(self.needs_in_row(array.id));
            } else if private.contains(&array.id) {
                match self.needs(array.id)? {
                    Some(found) => needs.extend(found),
                    None => return Ok(Err(Obstacle::Carried(array.id))),
                }
            }
        }
        let leads = match leads(&needs, self.parts.len()) {
            Ok(leads) => leads,
            Err(array) => return Ok(Err(Obstacle::Carried(array))),
        };
        let is_seen = |part: usize| self.arrays_of(part, true).any(|a| !private.contains(&a));
        for need in &needs {
            if is_seen(need.from) && leads[need.from] > 0 {
                return Ok(Err(Obstacle::Seen(need.array)));
            }
        }
        if let Some(array) = self.shared(&private, &leads)? {
            return Ok(Err(Obstacle::Shared(array)));
        }
        let lead = |(part, lead): (usize, &i64)| (!is_seen(part)).then_some(*lead);
        let mut with_rows = Vec::new();
        for array in &private {
            if self.all.has_rows(*array, MOST_APART)? {
                with_rows.push(*array);
            }
        }
        Ok(Ok(StripPlan {
            leads: leads.iter().enumerate().map(lead).collect(),
            private: private.into_iter().collect(),
            with_rows,
        }))
    }

    /// The arrays that nothing outside of the loop needs, and that need nothing from outside.
    fn private(&self) -> Result<BTreeSet<ArrayId>> {
        let scop = &self.system.scop;
        let is_inside = |id: &StmtId| self.parts.iter().any(|part| part.contains(id));
        let is_unset = |id: &StmtId| {
            let computed = self.system.computations.get(id.0 as usize);
            matches!(computed, Some(scop::Computation::Apply { operator, .. }) if operator == "indeterminate")
        };
        let mut private = BTreeSet::new();
        for array in { scop.arrays.iter() }.filter(|array| is_own(self.system, array.id)) {
            let accesses = scop.accesses_to(array.id);
            let outside: Vec<_> = accesses.filter(|a| !is_inside(&a.statement)).collect();
            let only_writes = outside.iter().all(|a| a.kind == AccessKind::Write);
            let sets_nothing = outside.iter().all(|a| is_unset(&a.statement));
            if only_writes && (sets_nothing || self.all.sets_what_it_reads(array.id)?) {
                private.insert(array.id);
            }
        }
        Ok(private)
    }

    /// The arrays that a part writes, or reads.
    fn arrays_of(&self, part: usize, writes: bool) -> impl Iterator<Item = ArrayId> {
        let accesses = self.system.scop.accesses.iter();
        let kind = match writes {
            true => AccessKind::Write,
            false => AccessKind::Read,
        };
        let own =
            accesses.filter(move |a| a.kind == kind && self.parts[part].contains(&a.statement));
        own.map(|a| a.array)
    }

    /// How parts need what others wrote in their own row.
    fn needs_in_row(&self, array: ArrayId) -> Vec<Need> {
        let touches = |part: usize, writes| self.arrays_of(part, writes).any(|a| a == array);
        let all = 0..self.parts.len();
        let pairs = all.flat_map(|to| (0..to).map(move |from| (from, to)));
        let pairs = pairs.filter(|(from, to)| touches(*from, true) && touches(*to, false));
        pairs
            .map(|(from, to)| Need {
                from,
                to,
                rows: 0,
                array,
            })
            .collect()
    }

    /// How parts need what others wrote in an array; `None` if there is no bound.
    fn needs(&self, array: ArrayId) -> Result<Option<Vec<Need>>> {
        let mut found = Vec::new();
        for from in 0..self.parts.len() {
            for to in 0..self.parts.len() {
                let distance = self.rows.in_array(array, (from, to), Ratio::ONE)?;
                let rows = match distance.and_then(|d| d.reach) {
                    None => continue,
                    Some(Reach::Unbounded) => return Ok(None),
                    Some(Reach::Rows(rows)) => rows,
                };
                if rows > 0 || (rows == 0 && from < to) {
                    found.push(Need {
                        from,
                        to,
                        rows,
                        array,
                    });
                }
            }
        }
        Ok(Some(found))
    }

    /// An array that others see, and of which strips would need rows of other strips.
    fn shared(&self, private: &BTreeSet<ArrayId>, leads: &[i64]) -> Result<Option<ArrayId>> {
        let all = 0..self.parts.len();
        for array in self.system.scop.arrays.iter().map(|array| array.id) {
            let is_written = all
                .clone()
                .any(|p| self.arrays_of(p, true).any(|a| a == array));
            if private.contains(&array) || !is_written {
                continue;
            }
            let is_recomputed =
                |p: usize| leads[p] > 0 && self.arrays_of(p, false).any(|a| a == array);
            if all.clone().any(is_recomputed) || self.rows.are_linked(array)? {
                return Ok(Some(array));
            }
        }
        Ok(None)
    }
}

/// The last nest of a group that computes what others see, although nests after it need rows of
/// other strips of that: no strips have both. Those whose rows need each other, as far as they can
/// be in strips alone, are `carrying`.
pub fn seen(
    system: &System,
    nests: &[Nest],
    group: &Group,
    carrying: &BTreeSet<usize>,
) -> Option<usize> {
    let scop = &system.scop;
    let touches = |at: usize, array, kind| {
        let own = &nests[group.nests[at]].statements;
        let mut accesses = scop.accesses_to(array);
        accesses.any(|a| a.kind == kind && own.contains(&a.statement))
    };
    let is_inside = |id: &StmtId| {
        let mut own = group.nests.iter();
        own.any(|nest| nests[*nest].statements.contains(id))
    };
    let is_seen = |array| {
        let mut reads = { scop.accesses_to(array) }.filter(|a| a.kind == AccessKind::Read);
        !is_own(system, array) || reads.any(|a| !is_inside(&a.statement))
    };
    let all = 0..group.nests.len();
    let lead = |nest: &usize| i64::from(carrying.contains(nest));
    let mut leads: Vec<i64> = group.nests.iter().map(lead).collect();
    let mut found = None;
    for at in all.clone().rev() {
        for array in scop.arrays.iter().map(|array| array.id) {
            if !touches(at, array, AccessKind::Write) {
                continue;
            }
            let kept = group.kept.iter().find(|kept| kept.array == array);
            let rows = kept.map_or(0, |kept| kept.rows - 1);
            let readers = (at + 1..all.end).filter(|to| touches(*to, array, AccessKind::Read));
            let needed = readers.map(|to| leads[to] + rows).max().unwrap_or(0);
            leads[at] = leads[at].max(needed);
            if needed > 0 && is_seen(array) && found.is_none() {
                found = Some(at);
            }
        }
    }
    found
}

/// The rows that each part has to compute before the first one of a strip; an array that has no
/// first row if there is one.
fn leads(needs: &[Need], parts: usize) -> std::result::Result<Vec<i64>, ArrayId> {
    let mut leads = vec![0i64; parts];
    for _ in 0..=parts {
        let mut changed = None;
        for need in needs {
            let lead = leads[need.to].saturating_add(need.rows);
            if lead > leads[need.from] {
                leads[need.from] = lead;
                changed = Some(need.array);
            }
        }
        match changed {
            None => return Ok(leads),
            Some(array) if leads.iter().any(|lead| *lead > MOST_ROWS) => return Err(array),
            Some(_) => {}
        }
    }
    let array = needs.iter().find(|n| n.from == n.to).or(needs.first());
    Err(array.map_or(ArrayId(0), |need| need.array))
}

/// Rows of an array of rows are used by rows of the loop that are at most so far from each other.
const MOST_APART: i64 = 64;

/// A strip computes at most so many rows again.
const MOST_ROWS: i64 = 1024;
