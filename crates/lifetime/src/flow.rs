//! When the values of each write are read: array dataflow, and cheaper methods where they suffice.
//!
//! isl's dataflow is not used: that of 0.27 loses dependences between strided loops.
//!
//! Assumes: the order of time decides which value a read finds, whatever the order under which
//! conflicts are compared, because a legal order keeps the dependences. An uninitialised element
//! may hold anything: a read of it keeps no value alive.

use crate::accesses::{AFTER, Instance, Instances, READS, WRITES, union_of};
use crate::order::{Comparer, Tie, Times, precedes};
use poly::{Map, Result, Set};
use scop::{AccessId, AccessKind, Order};

/// When the values of one array are read, in the order of time; a legal order does not change that.
pub(crate) struct Flow {
    /// For values that are the only ones of their elements, one entry per read; for others entries
    /// are united.
    ends: Vec<End>,
    /// Whether a read in the region may find a value from before it.
    pub(crate) reads_live_in: bool,
}

/// When the values of one write are read.
pub(crate) struct End {
    /// The write; `None` for values from before the region.
    write: Option<AccessId>,
    /// `{ w3[i,j] -> [end] }`
    pub(crate) when: Times,
}

impl Flow {
    /// No value is read.
    pub(crate) fn none() -> Self {
        Flow {
            ends: Vec::new(),
            reads_live_in: false,
        }
    }

    /// When the values of a write are read.
    pub(crate) fn ends_of(&self, write: &Instance) -> impl Iterator<Item = &End> {
        let write = write.access;
        self.ends.iter().filter(move |end| end.write == write)
    }

    /// The reads after the region, if they matter.
    pub(crate) fn used_after<'a>(&self, all: &'a Instances) -> Option<&'a Instance> {
        all.after.as_ref().filter(|_| self.matters(all))
    }

    /// Whether values outside the region matter: those that a `static` array keeps between two
    /// executions do only if the region reads them.
    pub(crate) fn matters(&self, all: &Instances) -> bool {
        !all.carried || self.reads_live_in
    }

    /// Unites reads of a write that every comparison treats alike.
    fn add(&mut self, end: End) -> Result<()> {
        let alike = |known: &&mut End| known.write == end.write && known.when.is_like(&end.when);
        match self.ends.iter_mut().find(alike) {
            Some(known) => known.when.add(&end.when)?,
            None => self.ends.push(end),
        }
        Ok(())
    }
}

impl End {
    /// From `{ w -> r }`, the instances of a write from which a read may get its value.
    fn of(write: &Instance, read: &Instance, pairs: &Map) -> Result<Self> {
        Ok(End {
            write: write.access,
            when: read.times(end_of(read)).after(pairs)?,
        })
    }
}

/// The position inside its instance at which an access ends the life of its element.
pub(crate) fn end_of(access: &Instance) -> i64 {
    match access.kind {
        AccessKind::Read if access.reads_first => WRITES,
        _ => AFTER,
    }
}

/// Finds when values are read.
///
/// Elements that are written at most once need no dataflow, and most temporaries consist of them;
/// only the others (corner cases, arrays used in phases) need it.
pub(crate) fn flow(all: &Instances, order: Order) -> Result<Flow> {
    // Where an uncertain read is first, nothing orders it before the write that is later.
    if order != Order::Any || all.list.iter().all(Instance::is_certain) {
        let quick = quick_flow(all)?;
        if let Some(flow) = quick.filter(|flow| !(all.carried && flow.reads_live_in)) {
            return Ok(flow);
        }
    }
    dataflow(all)
}

/// The flow without dataflow, where that suffices; whether values from before the region are read
/// is then only a guess. (For a `static` array it is not: its reads are checked to be covered.)
fn quick_flow(all: &Instances) -> Result<Option<Flow>> {
    if (all.before.is_some() || all.after.is_some()) && !all.carried {
        return Ok(None);
    }
    let Some(again) = written_again(all)? else {
        return single_assignment_flow(all).map(Some);
    };
    let rest = all.reading_elsewhere(&again)?;
    if rest.reads().next().is_none() {
        return Ok(None);
    }
    let once = single_assignment_flow(&rest)?;
    let corner = all.within(&again)?;
    let often = match last_write_flow(&corner)? {
        Some(flow) => flow,
        None => dataflow(&corner)?,
    };
    Ok(Some(Flow {
        ends: once.ends.into_iter().chain(often.ends).collect(),
        reads_live_in: once.reads_live_in || often.reads_live_in,
    }))
}

/// The elements that the region may write more than once; `None` if there are none.
fn written_again(all: &Instances) -> Result<Option<Set>> {
    let mut again: Option<Set> = None;
    let mut written: Option<Set> = None;
    for write in all.writes() {
        let range = write.elements.range()?;
        let repeated = match (&written, write.is_injective(&all.context)?) {
            (_, false) => Some(range.clone()),
            (Some(written), true) => Some(written.intersect(&range)?),
            (None, true) => None,
        };
        again = match (again, repeated) {
            (Some(again), Some(repeated)) => Some(again.union(&repeated)?.coalesce()?),
            (again, repeated) => again.or(repeated),
        };
        written = Some(match written {
            Some(written) => written.union(&range)?,
            None => range,
        });
    }
    match again {
        Some(again) if !all.is_empty(&again)? => Ok(Some(again)),
        _ => Ok(None),
    }
}

/// A write and a read that may touch a common element.
struct Meeting<'a> {
    write: &'a Instance,
    /// `{ w3[i,j] -> [end] }`: when the written value may be read.
    ends: Times,
}

impl Meeting<'_> {
    /// The end of the values of these instances of the write.
    fn among(&self, instances: &Set) -> Result<End> {
        Ok(End {
            write: self.write.access,
            when: self.ends.within(instances)?,
        })
    }

    /// The end of all values of the write.
    fn end(&self) -> End {
        End {
            write: self.write.access,
            when: self.ends.clone(),
        }
    }
}

/// All pairs of a write and a read that may meet.
fn meetings(all: &Instances) -> Result<Vec<Meeting<'_>>> {
    let mut found = Vec::new();
    for read in all.reads() {
        let when = read.times_of_elements(end_of(read))?;
        for write in all.writes().filter(|w| !w.is_apart(read)) {
            let rows = write.rows(&all.context)?;
            if !rows.is_plainly_apart(read.rows(&all.context)?, &all.context)? {
                let ends = when.after(&write.elements)?;
                found.push(Meeting { write, ends });
            }
        }
    }
    Ok(found)
}

/// Each read finds the only value that its element ever has. A read before that write finds nothing
/// and keeps nothing alive; a legal order keeps it before the write.
fn single_assignment_flow(all: &Instances) -> Result<Flow> {
    let meetings = meetings(all)?;
    Ok(Flow {
        reads_live_in: all.carried && !all_covered(all, &meetings)?,
        ends: meetings.iter().map(Meeting::end).collect(),
    })
}

/// If all writes to an element certainly happen, and before all its reads, each read finds the last
/// of them. `None` if the condition does not hold.
fn last_write_flow(all: &Instances) -> Result<Option<Flow>> {
    if all.writes().any(|w| !w.is_certain()) {
        return Ok(None);
    }
    let meetings = meetings(all)?;
    if !all_covered(all, &meetings)? {
        return Ok(None);
    }
    let last = union_of(
        all.writes()
            .map(|write| write.times_of_elements(WRITES)?.whole()),
    )?;
    let Some(last) = last else {
        return Ok(None);
    };
    let holder = last.lexmax()?.reverse()?;
    let mut flow = Flow::none();
    for write in all.writes() {
        let held = write.times(WRITES).whole()?.apply_range(&holder)?;
        let holds = write.elements.intersect(&held)?.domain()?;
        let met = meetings.iter().filter(|m| m.write.access == write.access);
        for meeting in met {
            let end = meeting.among(&holds)?;
            if !end.when.is_empty()? {
                flow.add(end)?;
            }
        }
    }
    Ok(Some(flow))
}

/// Whether a read may find an element of its copy that was not written before in the same copy.
pub(crate) fn finds_copies_unwritten(all: &Instances) -> Result<bool> {
    let mut comparer = Comparer::sequential(&all.context, all.private);
    for read in all.reads() {
        let writes = all.writes().filter(|w| w.is_certain());
        let open = unwritten(&mut comparer, read, &read.times(end_of(read)), writes)?;
        if !all.is_empty(&open)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The elements that a read may find at these times before any of these writes.
pub(crate) fn unwritten<'a>(
    comparer: &mut Comparer,
    read: &Instance,
    times: &Times,
    writes: impl Iterator<Item = &'a Instance>,
) -> Result<Set> {
    let mut open = read.elements.clone();
    for write in writes {
        if let Some(pairs) = comparer.ordered(&write.times(WRITES), times, Tie::Before)? {
            open = open.subtract(&pairs.reverse()?.apply_range(&write.elements)?)?;
        }
    }
    open.range()
}

/// Whether every element that is read is certainly written, and all must-writes precede the reads
/// of their elements.
fn all_covered(all: &Instances, meetings: &[Meeting]) -> Result<bool> {
    for read in all.reads() {
        if all.is_plainly_covered(read)? {
            continue;
        }
        let mut open = read.elements.range()?;
        for write in all.writes().filter(|w| w.is_certain() && !w.is_apart(read)) {
            open = open.subtract(&write.elements.range()?)?;
        }
        if !all.is_empty(&open)? {
            return Ok(false);
        }
    }
    for write in all.writes().filter(|w| w.is_certain()) {
        let births = write.times(WRITES);
        for meeting in meetings.iter().filter(|m| m.write.access == write.access) {
            if !precedes(&births, &meeting.ends, all.time_dims, &all.context)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Array dataflow (Feautrier 1991): a read may find the value of each earlier write to its element,
/// unless a must-write to that element is certainly between them.
///
/// `{ w -> r } \ { w -> v } . { v -> r }` over all must-writes `v`, each relation between accesses
/// to the same element in the order of time.
fn dataflow(all: &Instances) -> Result<Flow> {
    let sources = all.writes().chain(&all.before).map(Source::new);
    let sources: Vec<Source> = sources.collect();
    let mut comparer = Comparer::sequential(&all.context, all.private);
    let mut kills = Vec::new();
    for write in &sources {
        kills.push(killers(&mut comparer, &sources, write)?);
    }
    let mut flow = Flow::none();
    for read in all.reads() {
        for (write, pairs) in reaching(&mut comparer, all, &sources, &kills, read)? {
            flow.reads_live_in |= write.access.statement.is_none();
            flow.add(End::of(write.access, read, &pairs)?)?;
        }
    }
    if let Some(after) = flow.used_after(all) {
        for (write, pairs) in reaching(&mut comparer, all, &sources, &kills, after)? {
            flow.add(End::of(write.access, after, &pairs)?)?;
        }
    }
    Ok(flow)
}

/// A write with its times.
struct Source<'a> {
    access: &'a Instance,
    times: Times,
}

impl<'a> Source<'a> {
    fn new(access: &'a Instance) -> Self {
        Source {
            access,
            times: access.times(WRITES),
        }
    }
}

/// `{ w -> v }` by index of a must-write `v`: same element, `w` before `v`.
fn killers(
    comparer: &mut Comparer,
    sources: &[Source],
    write: &Source,
) -> Result<Vec<(usize, Map)>> {
    let mut found = Vec::new();
    for (at, v) in sources.iter().enumerate() {
        if v.access.is_certain()
            && let Some(pairs) = earlier(comparer, write, v.access, &v.times)?
        {
            found.push((at, pairs));
        }
    }
    Ok(found)
}

/// `{ w -> r }` for each write whose value may still be in the element when it is read.
fn reaching<'s, 'a>(
    comparer: &mut Comparer,
    all: &Instances,
    sources: &'s [Source<'a>],
    kills: &[Vec<(usize, Map)>],
    read: &Instance,
) -> Result<Vec<(&'s Source<'a>, Map)>> {
    let times = read.times(READS);
    let before: Vec<Option<Map>> = sources
        .iter()
        .map(|w| earlier(comparer, w, read, &times))
        .collect::<Result<_>>()?;
    let mut found = Vec::new();
    for ((write, pairs), killers) in sources.iter().zip(&before).zip(kills) {
        let mut pairs = pairs.clone();
        if let Some(some) = pairs.as_mut() {
            for (at, killer) in killers {
                if let Some(rest) = &before[*at] {
                    *some = some.subtract(&killer.apply_range(rest)?)?;
                }
            }
        }
        let own = own_instance(write, read)?;
        let pairs = match (pairs, own) {
            (Some(pairs), Some(own)) => Some(pairs.union(&own)?),
            (pairs, own) => pairs.or(own),
        };
        if let Some(pairs) = pairs
            && !all.is_empty(&pairs.domain()?)?
        {
            found.push((write, pairs.coalesce()?));
        }
    }
    Ok(found)
}

/// `{ w -> x }`: same element, `w` before `x`; `None` if there is no such pair.
fn earlier(
    comparer: &mut Comparer,
    write: &Source,
    later: &Instance,
    times: &Times,
) -> Result<Option<Map>> {
    let comparison = comparer.comparison(0, &write.times, times, Tie::Before)?;
    if comparison.is_empty() || write.access.is_apart(later) {
        return Ok(None);
    }
    let same = write
        .access
        .elements
        .apply_range(&later.elements.reverse()?)?;
    if same.is_empty()? {
        return Ok(None);
    }
    let Some(ordered) = comparison.pairs(comparer.context(), &write.times, times)? else {
        return Ok(None);
    };
    let pairs = same.intersect(&ordered)?;
    Ok(match pairs.is_empty()? {
        true => None,
        false => Some(pairs),
    })
}

/// `{ w -> r }` within one instance: if the reads of a statement may follow its writes, a read may
/// find a value of its own instance.
fn own_instance(write: &Source, read: &Instance) -> Result<Option<Map>> {
    let write = write.access;
    if write.reads_first || write.statement.is_none() || write.statement != read.statement {
        return Ok(None);
    }
    let same_time = write
        .time
        .whole()?
        .apply_range(&read.time.whole()?.reverse()?)?;
    let same_element = write.elements.apply_range(&read.elements.reverse()?)?;
    same_time.intersect(&same_element).map(Some)
}
