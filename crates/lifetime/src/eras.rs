//! Where no value is alive the program falls apart: an array that is used in phases, each of which writes
//! what it reads, is analysed phase by phase. What a phase costs does not depend on how many there are.

use crate::accesses::{Instance, Instances, READS};
use crate::flow::unwritten;
use crate::order::Comparer;
use poly::Result;
use scop::{AccessKind, Order};
use std::ops::Range;

/// The accesses in the order of time, cut where no value is needed on both sides; `None` where that is nowhere, or
/// where values come from before the region or outlive it.
///
/// Cuts are made only where numbers at the front of times tell: all that happens on one side certainly happens
/// before all that does on the other, in every order that keeps time there.
pub(crate) fn eras(all: &Instances, order: Order) -> Result<Option<Vec<Instances>>> {
    let crosses_border = (all.before.is_some() || all.after.is_some()) && !all.carried;
    if all.private > 0 || order == Order::Any || crosses_border {
        return Ok(None);
    }
    let phases = Phases::of(all);
    if phases.list.len() < 2 {
        return Ok(None);
    }
    let mut comparer = Comparer::sequential(&all.context, all.private);
    let mut reaches = Vec::new();
    for at in 0..phases.list.len() {
        match phases.reach(&mut comparer, all, at)? {
            Some(first) => reaches.push(first),
            None => return Ok(None),
        }
    }
    let era = |range: Range<usize>| Instances {
        list: phases.list[range].concat(),
        before: None,
        after: None,
        carried: false,
        ..all.clone()
    };
    let cuts = cuts(&reaches);
    let ends = cuts.iter().skip(1).copied().chain([phases.list.len()]);
    let ranges = cuts.iter().zip(ends).map(|(start, end)| *start..end);
    Ok((cuts.len() > 1).then(|| ranges.map(era).collect()))
}

/// Where eras start: at phases that nothing behind them reaches over.
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

/// Accesses that happen in one phase, phases in the order of time.
struct Phases {
    list: Vec<Vec<Instance>>,
}

impl Phases {
    fn of(all: &Instances) -> Self {
        let mut sorted = all.list.clone();
        sorted.sort_by_key(position);
        let mut list: Vec<Vec<Instance>> = Vec::new();
        for access in sorted {
            let of_last = list.last().and_then(|phase| phase.first()).map(position);
            let own = position(&access);
            // Sorted, what starts with the numbers of the first of a phase follows it.
            match (list.last_mut(), of_last) {
                (Some(phase), Some(first)) if own.starts_with(&first) => phase.push(access),
                _ => list.push(vec![access]),
            }
        }
        Phases { list }
    }

    /// The first phase of which a read of this one may find a value; `None` if it may find one that none wrote.
    fn reach(&self, comparer: &mut Comparer, all: &Instances, at: usize) -> Result<Option<usize>> {
        let mut first = at;
        let reads = self.list[at].iter().filter(|a| a.kind == AccessKind::Read);
        for read in reads {
            let times = read.times(READS);
            let mut open = unwritten(comparer, read, &times, must_writes(&self.list[at], read))?;
            let mut phase = at;
            while !all.is_empty(&open)? {
                if phase == 0 {
                    return Ok(None);
                }
                phase -= 1;
                for write in must_writes(&self.list[phase], read) {
                    open = open.subtract(&write.elements.range()?)?;
                }
            }
            first = first.min(phase);
        }
        Ok(Some(first))
    }
}

/// Those that may touch an element of a read.
fn must_writes<'a>(phase: &'a [Instance], read: &Instance) -> impl Iterator<Item = &'a Instance> {
    let writes = phase.iter().filter(|a| a.kind == AccessKind::Write);
    writes.filter(|w| w.is_certain() && !w.is_apart(read))
}

/// The first coordinates of time, as long as they are numbers that every order looks at alone.
fn position(access: &Instance) -> Vec<i64> {
    let coordinates = access.time.fixed().iter().enumerate();
    let plain = coordinates.take_while(|(d, _)| !access.time.marks().has(*d));
    plain.map_while(|(_, t)| *t).collect()
}

#[cfg(test)]
mod tests {
    use super::cuts;

    #[test]
    fn eras_start_where_nothing_reaches_over() {
        assert_eq!(cuts(&[0, 0, 2, 2, 3, 5]), [0, 2, 5]);
        assert_eq!(cuts(&[0, 1, 2]), [0, 1, 2]);
        assert_eq!(cuts(&[0, 1, 0, 2]), [0]);
    }
}
