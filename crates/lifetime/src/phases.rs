//! Cuts the program where no value of the array is alive: an array that is used in phases, each of
//! which writes what it reads, is analysed phase by phase. The cost of a phase does not depend on
//! their number.

use crate::accesses::{Instance, Instances, READS};
use crate::flow::unwritten;
use crate::order::Comparer;
use poly::Result;
use scop::{AccessKind, Order};
use std::ops::Range;

/// The accesses of each phase, in the order of time, with cuts where no value is needed on both
/// sides. `None` if there is no such cut, or if values come from before the region or outlive it.
///
/// Cuts are made only where leading numbers of times decide: everything on one side certainly
/// happens before everything on the other, in every order that keeps time there.
pub(crate) fn phases(all: &Instances, order: Order) -> Result<Option<Vec<Instances>>> {
    let crosses_border = (all.before.is_some() || all.after.is_some()) && !all.carried;
    if all.private > 0 || order == Order::Any || crosses_border {
        return Ok(None);
    }
    let stages = Stages::of(all);
    if stages.list.len() < 2 {
        return Ok(None);
    }
    let mut comparer = Comparer::sequential(&all.context, all.private);
    let mut reaches = Vec::new();
    for at in 0..stages.list.len() {
        match stages.reach(&mut comparer, all, at)? {
            Some(first) => reaches.push(first),
            None => return Ok(None),
        }
    }
    let phase = |range: Range<usize>| Instances {
        list: stages.list[range].concat(),
        before: None,
        after: None,
        carried: false,
        ..all.clone()
    };
    let cuts = cuts(&reaches);
    let ends = cuts.iter().skip(1).copied().chain([stages.list.len()]);
    let ranges = cuts.iter().zip(ends).map(|(start, end)| *start..end);
    Ok((cuts.len() > 1).then(|| ranges.map(phase).collect()))
}

/// Where phases start: at each stage such that neither it nor a later one reaches an earlier stage.
fn cuts(reaches: &[usize]) -> Vec<usize> {
    let mut cuts = Vec::new();
    let mut first = usize::MAX;
    for (at, reach) in reaches.iter().enumerate().rev() {
        first = first.min(*reach);
        if first == at {
            cuts.push(at);
        }
    }
    cuts.reverse();
    cuts
}

/// Groups of accesses whose times start with the same numbers, in the order of time.
struct Stages {
    list: Vec<Vec<Instance>>,
}

impl Stages {
    fn of(all: &Instances) -> Self {
        let mut sorted = all.list.clone();
        sorted.sort_by_key(position);
        let mut list: Vec<Vec<Instance>> = Vec::new();
        for access in sorted {
            let of_last = list.last().and_then(|stage| stage.first()).map(position);
            let own = position(&access);
            // Accesses whose numbers start with those of a stage's first are sorted behind it.
            match (list.last_mut(), of_last) {
                (Some(stage), Some(first)) if own.starts_with(&first) => stage.push(access),
                _ => list.push(vec![access]),
            }
        }
        Stages { list }
    }

    /// The first stage from which a read of this one may find a value; `None` if it may find a
    /// value that no stage wrote.
    fn reach(&self, comparer: &mut Comparer, all: &Instances, at: usize) -> Result<Option<usize>> {
        let mut first = at;
        let reads = self.list[at].iter().filter(|a| a.kind == AccessKind::Read);
        for read in reads {
            let times = read.times(READS);
            let mut open = unwritten(comparer, read, &times, must_writes(&self.list[at], read))?;
            let mut stage = at;
            while !all.is_empty(&open)? {
                if stage == 0 {
                    return Ok(None);
                }
                stage -= 1;
                for write in must_writes(&self.list[stage], read) {
                    open = open.subtract(&write.elements.range()?)?;
                }
            }
            first = first.min(stage);
        }
        Ok(Some(first))
    }
}

/// The must-writes of a stage that may touch an element of a read.
fn must_writes<'a>(stage: &'a [Instance], read: &Instance) -> impl Iterator<Item = &'a Instance> {
    let writes = stage.iter().filter(|a| a.kind == AccessKind::Write);
    writes.filter(|w| w.is_certain() && !w.is_apart(read))
}

/// The leading coordinates of time that are numbers and unmarked.
fn position(access: &Instance) -> Vec<i64> {
    let coordinates = access.time.fixed().iter().enumerate();
    let plain = coordinates.take_while(|(d, _)| !access.time.marks().has(*d));
    plain.map_while(|(_, t)| *t).collect()
}

#[cfg(test)]
mod tests {
    use super::cuts;

    #[test]
    fn phases_start_where_no_read_reaches_back() {
        assert_eq!(cuts(&[0, 0, 2, 2, 3, 5]), [0, 2, 5]);
        assert_eq!(cuts(&[0, 1, 2]), [0, 1, 2]);
        assert_eq!(cuts(&[0, 1, 0, 2]), [0]);
    }
}
