//! Whether an order keeps the dependences of an array: if not, the program has a race, or must not
//! be tiled.

use crate::accesses::{self, Instance, Instances, READS};
use crate::order::{Comparer, Tie, Times};
use poly::Result;
use scop::{AccessId, AccessKind, ArrayId, Order, Scop};

/// Two accesses that may touch the same element, one of them writing it, and whose order is not
/// kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The access that is first in the program as written.
    pub first: AccessId,
    /// The access that is later.
    pub second: AccessId,
    /// The strictest order that does not keep theirs: parallel loops, or tilable bands.
    pub order: Order,
}

/// The first clash of an array under an order; `None` if the order keeps all its dependences.
///
/// The budget of the scop's context applies.
pub fn illegal(scop: &Scop, array: ArrayId, order: Order) -> Result<Option<Clash>> {
    let stricter = match order {
        Order::Sequential | Order::Any => &[][..],
        Order::Parallel => &[Order::Parallel],
        Order::Tilable => &[Order::Parallel, Order::Tilable],
    };
    for order in stricter {
        let all = accesses::collect(scop, array, *order)?;
        if let Some((first, second)) = clash(&all)? {
            return Ok(Some(Clash {
                first,
                second,
                order: *order,
            }));
        }
    }
    Ok(None)
}

/// An access with its times.
struct Timed<'a> {
    access: &'a Instance,
    id: AccessId,
    times: Times,
}

fn clash(all: &Instances) -> Result<Option<(AccessId, AccessId)>> {
    let timed = all.list.iter().filter_map(|access| {
        let id = access.access.filter(|_| !access.time.marks().is_empty())?;
        let times = access.times(READS);
        Some(Timed { access, id, times })
    });
    let timed: Vec<Timed> = timed.collect();
    let mut sequence = Comparer::sequential(&all.context, all.private);
    let mut marked = Comparer::marked(&all.context, all.private);
    for first in &timed {
        for second in &timed {
            if clashes(all, &mut sequence, &mut marked, first, second)? {
                return Ok(Some((first.id, second.id)));
            }
        }
    }
    Ok(None)
}

/// Whether `first` may touch an element before `second` does, one of them writing it, in an order
/// that the marks do not keep.
fn clashes(
    all: &Instances,
    sequence: &mut Comparer,
    marked: &mut Comparer,
    first: &Timed,
    second: &Timed,
) -> Result<bool> {
    let writes = |t: &Timed| t.access.kind == AccessKind::Write;
    let shares_marks = !first.times.marks().common(second.times.marks()).is_empty();
    if !shares_marks || !(writes(first) || writes(second)) {
        return Ok(false);
    }
    let Some(before) = sequence.ordered(&first.times, &second.times, Tie::Before)? else {
        return Ok(false);
    };
    let same = second.access.elements.reverse()?;
    let before = before.intersect(&first.access.elements.apply_range(&same)?)?;
    if before.is_empty()? {
        return Ok(false);
    }
    let Some(after) = marked.ordered(&second.times, &first.times, Tie::Before)? else {
        return Ok(false);
    };
    let disordered = before.intersect(&after.reverse()?)?;
    Ok(!all.is_empty(&disordered.domain()?)?)
}
