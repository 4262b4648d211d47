//! Lifetimes: what is born when, and when it dies.
//!
//! Births and deaths are times with the coordinate inside the instance. A value dies at its last
//! read, at [`WRITES`] of that instance if the reads come first there, else at [`AFTER`]. Every
//! write keeps its cell until [`AFTER`] of its own instance, read or not: a dead write too must not
//! hit a living value.

use crate::accesses::{AFTER, Instance, Instances, READS, WRITES, unite};
use crate::order::{self, Comparer, Marks, Tie, Times};
use poly::{Map, Result, Set, UnionMap, UnionSet};
use scop::{Certainty, Order};

/// When the values of one array are read: by the marks of the reads.
pub(crate) struct Flow {
    /// `{ A[x] -> [end] }`: when elements that are written once are read.
    once: Vec<(Marks, Map)>,
    /// `{ w3[i,j] -> [end] }`: when values of the other elements are read.
    often: Vec<(Marks, UnionMap)>,
    /// A read in the region may get a value from before it.
    pub(crate) reads_live_in: bool,
}

/// Lifetimes of some things (the values of one write, or elements) in a space of their own.
pub(crate) struct Span {
    /// `{ v[..] -> A[x] }`: where they live.
    pub(crate) elements: Map,
    /// `{ v[..] -> [birth] }`
    pub(crate) births: Times,
    /// `{ v[..] -> [end] }`: the ends of all reads and of the write itself, by their marks. The latest is
    /// the death, where there is one; leaving them all in is cheaper than finding it.
    pub(crate) ends: Vec<Times>,
    /// `{ v -> w }`: values with the same image are the same, stored at once. See
    /// [`Instance::uniform`].
    pub(crate) uniform: Option<Map>,
}

/// Which write each read may get its value from, in the order of time: an order that is kept changes
/// nothing about that.
///
/// Elements that are written at most once need no dataflow, and most temporaries consist of them;
/// only the others (corner cases, arrays used in phases) pay for it.
pub(crate) fn flow(all: &Instances, order: Order) -> Result<Flow> {
    // Where an uncertain read comes first, nothing puts it before the write that comes later.
    let is_certain = |a: &Instance| a.certainty == Certainty::Must;
    if order != Order::Any || all.list.iter().all(is_certain) {
        let quick = quick_flow(all)?;
        if let Some(flow) = quick.filter(|flow| !(all.carried && flow.reads_live_in)) {
            return Ok(flow);
        }
    }
    dataflow(all)
}

/// Without dataflow, where that is enough; whether values from before the region are read is then only
/// a guess.
fn quick_flow(all: &Instances) -> Result<Option<Flow>> {
    let again = written_again(all)?;
    if all.is_empty(&again)? {
        return single_assignment_flow(all).map(Some);
    }
    let rest = all.elsewhere(&again)?;
    if all.is_empty(&rest.touched()?)? {
        return Ok(None);
    }
    let once = single_assignment_flow(&rest)?;
    let corner = all.within(&again)?;
    let often = match last_write_flow(&corner)? {
        Some(flow) => flow,
        None => dataflow(&corner)?,
    };
    Ok(Some(Flow {
        once: once.once,
        often: often.often,
        reads_live_in: once.reads_live_in || often.reads_live_in,
    }))
}

/// The elements that may be written more than once, values from before the region included. (A
/// `static` array is written once all the same: that its reads are covered is checked apart.)
fn written_again(all: &Instances) -> Result<Set> {
    let everything = all.touched()?;
    if (all.before.is_some() || all.after.is_some()) && !all.carried {
        return Ok(everything);
    }
    let mut again = everything.subtract(&everything)?;
    let mut written = again.clone();
    for write in all.writes() {
        let range = write.elements.range()?;
        let once = write.elements.is_injective()? && write.elements.is_single_valued()?;
        let repeated = match once {
            true => written.intersect(&range)?,
            false => range.clone(),
        };
        again = again.union(&repeated)?.coalesce()?;
        written = written.union(&range)?;
    }
    Ok(again)
}

/// A read gets the only value that its element ever has. A read before that write finds nothing, so
/// it keeps nothing alive; an order that is kept puts it before the write too.
fn single_assignment_flow(all: &Instances) -> Result<Flow> {
    let ends = all.reads().map(|read| {
        let time = all.time(read, end_of(read))?;
        let when = read.elements.reverse()?.apply_range(&time)?;
        Ok((read.marks.clone(), when))
    });
    Ok(Flow {
        once: by_marks(ends)?,
        often: Vec::new(),
        reads_live_in: all.carried && !all_covered(all)?,
    })
}

/// Where all writes to an element certainly happen and come before all its reads, each read gets the
/// last of them. `None` where that is not so.
fn last_write_flow(all: &Instances) -> Result<Option<Flow>> {
    let certain = all.writes().all(|w| w.certainty == Certainty::Must);
    if !certain || !all_covered(all)? {
        return Ok(None);
    }
    let when = |access: &Instance, inside: i64| {
        let time = all.time(access, inside)?;
        access.elements.reverse()?.apply_range(&time)
    };
    let last = union_of(all.writes().map(|w| when(w, WRITES)))?;
    let ends = all
        .reads()
        .map(|r| Ok((r.marks.clone(), when(r, end_of(r))?)));
    let (Some(last), ends) = (last, by_marks(ends)?) else {
        return Ok(None);
    };
    let holder = last.lexmax()?.reverse()?;
    let often = ends.into_iter().map(|(marks, ends)| {
        let reads = all.writes().map(|write| {
            let held = all.time(write, WRITES)?.apply_range(&holder)?;
            write.elements.intersect(&held)?.apply_range(&ends)
        });
        Ok((marks, unite(&all.ctx, reads)?))
    });
    Ok(Some(Flow {
        once: Vec::new(),
        often: often.collect::<Result<_>>()?,
        reads_live_in: false,
    }))
}

/// Whether a read may find an element of its copy that was not written before in the same copy.
pub(crate) fn finds_copies_unwritten(all: &Instances) -> Result<bool> {
    let mut comparer = Comparer::sequential(&all.ctx, all.private);
    for read in all.reads() {
        let times = all.times(read, end_of(read))?;
        let mut open = read.elements.clone();
        for write in all.writes().filter(|w| w.certainty == Certainty::Must) {
            let written = all.times(write, WRITES)?;
            if let Some(pairs) = comparer.ordered(&written, &times, Tie::Before)? {
                open = open.subtract(&pairs.reverse()?.apply_range(&write.elements)?)?;
            }
        }
        if !all.is_empty(&open.range()?)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether every read is preceded by a must-write of its element, and by all must-writes of it.
fn all_covered(all: &Instances) -> Result<bool> {
    let certain: Vec<&Instance> = all
        .writes()
        .filter(|w| w.certainty == Certainty::Must)
        .collect();
    let Some(mut open) = all.read_elements()? else {
        return Ok(true);
    };
    for write in &certain {
        open = open.subtract(&write.elements.range()?)?;
    }
    if !all.is_empty(&open)? {
        return Ok(false);
    }
    // Most writes come clearly before the reads: a few leading coordinates of time tell.
    Ok(
        written_before_read(all, &certain, all.time_dims.min(LEADING))?
            || written_before_read(all, &certain, all.time_dims)?,
    )
}

/// Coordinates of time that are compared first.
const LEADING: usize = 2;

/// Whether each write comes before each read of the same element, by the first coordinates of time.
fn written_before_read(all: &Instances, writes: &[&Instance], leading: usize) -> Result<bool> {
    let not_after = order::not_after(&all.ctx, leading)?;
    let first = all.leading(leading)?;
    let when = |access: &Instance| {
        let time = access.time.apply_range(&first)?;
        access.elements.reverse()?.apply_range(&time)
    };
    let Some(written) = union_of(writes.iter().map(|w| when(w)))? else {
        return Ok(true);
    };
    let Some(read) = union_of(all.reads().map(when))? else {
        return Ok(true);
    };
    let from_read_on = read.apply_range(&not_after)?;
    all.is_empty(&written.intersect(&from_read_on)?.domain()?)
}

/// The union of relations in one space; `None` of none.
fn union_of(mut maps: impl Iterator<Item = Result<Map>>) -> Result<Option<Map>> {
    let Some(first) = maps.next() else {
        return Ok(None);
    };
    maps.try_fold(first?, |all, map| all.union(&map?)).map(Some)
}

/// The unions of those with the same marks, in the order in which the marks come up.
fn by_marks(maps: impl Iterator<Item = Result<(Marks, Map)>>) -> Result<Vec<(Marks, Map)>> {
    let mut all: Vec<(Marks, Map)> = Vec::new();
    for found in maps {
        let (marks, map) = found?;
        match all.iter_mut().find(|(m, _)| *m == marks) {
            Some((_, union)) => *union = union.union(&map)?,
            None => all.push((marks, map)),
        }
    }
    Ok(all)
}

/// Array dataflow (Feautrier 1991): a read may get its value from each earlier write to its element,
/// unless a must-write to that element certainly comes between them.
///
/// `{ w -> r } \ { w -> v } . { v -> r }` over all must-writes `v`, each relation between accesses to
/// the same element in order of time.
fn dataflow(all: &Instances) -> Result<Flow> {
    let sources: Vec<Source> = all
        .writes()
        .chain(&all.before)
        .map(|access| Source::new(all, access))
        .collect::<Result<_>>()?;
    let mut comparer = Comparer::sequential(&all.ctx, all.private);
    let mut kills = Vec::new();
    for write in &sources {
        kills.push(killers(&mut comparer, &sources, write)?);
    }
    let mut flow = Flow::none();
    for read in all.reads() {
        for (write, pairs) in reaching(&mut comparer, all, &sources, &kills, read)? {
            flow.reads_live_in |= write.access.statement.is_none();
            flow.add(all, read, &pairs)?;
        }
    }
    if let Some(after) = used_after(all, &flow) {
        for (_, pairs) in reaching(&mut comparer, all, &sources, &kills, after)? {
            flow.add(all, after, &pairs)?;
        }
    }
    Ok(flow)
}

impl Flow {
    /// Nothing is read.
    pub(crate) fn none() -> Self {
        Flow {
            once: Vec::new(),
            often: Vec::new(),
            reads_live_in: false,
        }
    }

    /// `{ w -> r }`: the writes from which a read may get its value.
    fn add(&mut self, all: &Instances, read: &Instance, pairs: &Map) -> Result<()> {
        let ends = pairs.apply_range(&all.time(read, end_of(read))?)?;
        let ends = ends.to_union_map()?;
        let marks = &read.marks;
        match self.often.iter_mut().find(|(m, _)| m == marks) {
            Some((_, union)) => *union = union.union(&ends)?,
            None => self.often.push((marks.clone(), ends)),
        }
        Ok(())
    }
}

/// A write with its time.
struct Source<'a> {
    access: &'a Instance,
    times: Times,
}

impl<'a> Source<'a> {
    fn new(all: &Instances, access: &'a Instance) -> Result<Self> {
        Ok(Source {
            access,
            times: all.times(access, WRITES)?,
        })
    }
}

/// `{ w -> v }` for each must-write `v`: same element, `w` before `v`.
fn killers(
    comparer: &mut Comparer,
    sources: &[Source],
    write: &Source,
) -> Result<Vec<Option<Map>>> {
    let killed = |v: &Source| match v.access.certainty {
        Certainty::Must => earlier(comparer, write, &v.times, &v.access.elements),
        Certainty::May => Ok(None),
    };
    sources.iter().map(killed).collect()
}

/// The writes that may still be in the element when it is read, `{ w -> r }` for each.
fn reaching<'s, 'a>(
    comparer: &mut Comparer,
    all: &Instances,
    sources: &'s [Source<'a>],
    kills: &[Vec<Option<Map>>],
    read: &Instance,
) -> Result<Vec<(&'s Source<'a>, Map)>> {
    let times = all.times(read, READS)?;
    let before: Vec<Option<Map>> = sources
        .iter()
        .map(|w| earlier(comparer, w, &times, &read.elements))
        .collect::<Result<_>>()?;
    let mut found = Vec::new();
    for ((write, pairs), killers) in sources.iter().zip(&before).zip(kills) {
        let mut pairs = pairs.clone();
        if let Some(some) = pairs.as_mut() {
            for (killer, rest) in killers.iter().zip(&before) {
                if let (Some(killer), Some(rest)) = (killer, rest) {
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
    times: &Times,
    elements: &Map,
) -> Result<Option<Map>> {
    let same = write.access.elements.apply_range(&elements.reverse()?)?;
    if same.is_empty()? {
        return Ok(None);
    }
    let Some(ordered) = comparer.ordered(&write.times, times, Tie::Before)? else {
        return Ok(None);
    };
    let pairs = same.intersect(&ordered)?;
    Ok(match pairs.is_empty()? {
        true => None,
        false => Some(pairs),
    })
}

/// In a statement whose reads may follow its writes, a read may find what its own instance wrote.
fn own_instance(write: &Source, read: &Instance) -> Result<Option<Map>> {
    let write = write.access;
    if write.reads_first || write.statement.is_none() || write.statement != read.statement {
        return Ok(None);
    }
    let same_time = write.time.apply_range(&read.time.reverse()?)?;
    let same_element = write.elements.apply_range(&read.elements.reverse()?)?;
    same_time.intersect(&same_element).map(Some)
}

/// One span per write instance: until the last read of what it wrote.
pub(crate) fn by_value(all: &Instances, flow: &Flow) -> Result<Vec<Span>> {
    spans(all, &written(all, flow)?, |write| {
        let domain = write.elements.domain()?.to_union_set()?;
        let mut ends = Vec::new();
        for (marks, reads) in &flow.once {
            ends.push((marks.clone(), write.elements.apply_range(reads)?));
        }
        for (marks, reads) in &flow.often {
            for reads in reads.intersect_domain(&domain)?.maps()? {
                ends.push((marks.clone(), reads));
            }
        }
        Ok(ends)
    })
}

/// One span per element: from its first write to its last access.
pub(crate) fn by_element(all: &Instances, flow: &Flow, order: Order) -> Result<Vec<Span>> {
    match order {
        Order::Sequential => by_element_in_sequence(all, flow),
        _ => by_element_and_write(all, flow),
    }
}

/// One span per write instance: until the last access to its element.
///
/// With these, `x` and `y` conflict unless all accesses of `x` are before all writes of `y`, or the other
/// way round: where no write is certainly the first, this is what a lifetime of `x` means.
fn by_element_and_write(all: &Instances, flow: &Flow) -> Result<Vec<Span>> {
    let unlike = |write| Instance {
        uniform: None,
        ..write
    };
    let written: Vec<Instance> = written(all, flow)?.into_iter().map(unlike).collect();
    let accessed = all.reads().chain(used_after(all, flow)).chain(&written);
    let ends = by_marks(accessed.map(|access| {
        let time = all.time(access, end_of(access))?;
        let when = access.elements.reverse()?.apply_range(&time)?;
        Ok((access.marks.clone(), when))
    }))?;
    spans(all, &written, |write| {
        let ends = ends.iter();
        ends.map(|(marks, when)| Ok((marks.clone(), write.elements.apply_range(when)?)))
            .collect()
    })
}

/// One span per instance of some writes; `reads` tells when what one of them wrote is read.
fn spans(
    all: &Instances,
    writes: &[Instance],
    reads: impl Fn(&Instance) -> Result<Vec<(Marks, Map)>>,
) -> Result<Vec<Span>> {
    let mut spans = Vec::new();
    for write in writes {
        let own = (write.marks.clone(), all.time(write, AFTER)?);
        let ends = by_marks([own].into_iter().chain(reads(write)?).map(Ok))?;
        let ends = ends.into_iter();
        spans.push(Span {
            elements: all.in_array(&write.elements)?,
            births: all.times(write, WRITES)?,
            ends: ends
                .map(|(marks, ends)| Times::new(ends.coalesce()?, marks))
                .collect::<Result<_>>()?,
            uniform: write.uniform.clone(),
        });
    }
    Ok(spans)
}

/// One span per element, where one write is the first.
fn by_element_in_sequence(all: &Instances, flow: &Flow) -> Result<Vec<Span>> {
    let element_times = |accesses: &[&Instance], inside: fn(&Instance) -> i64| {
        union_of(accesses.iter().map(|access| {
            let time = all.time(access, inside(access))?;
            access.elements.reverse()?.apply_range(&time)
        }))
    };
    let written = written(all, flow)?;
    let written: Vec<&Instance> = written.iter().collect();
    let mut accessed: Vec<_> = all.reads().chain(used_after(all, flow)).collect();
    let Some(births) = element_times(&written, |_| WRITES)? else {
        return Ok(Vec::new());
    };
    accessed.extend(written);
    let ends = element_times(&accessed, end_of)?.unwrap_or_else(|| births.clone());
    let births = births.lexmin()?.coalesce()?;
    let written = births.domain()?;
    let ends = ends.intersect_domain(&written)?.coalesce()?;
    Ok(vec![Span {
        elements: all.in_array(&written.identity()?)?,
        births: Times::new(births, Marks::default())?,
        ends: vec![Times::new(ends, Marks::default())?],
        uniform: None,
    }])
}

/// Where inside its instance an access ends the life of what it touches.
fn end_of(access: &Instance) -> i64 {
    match access.kind {
        scop::AccessKind::Read if access.reads_first => WRITES,
        _ => AFTER,
    }
}

/// All writes, those from before the region included of which a value is read. Where every element is read
/// at the end, they conflict anyway, and which values from before are read does not matter.
fn written(all: &Instances, flow: &Flow) -> Result<Vec<Instance>> {
    let mut written: Vec<Instance> = all.writes().cloned().collect();
    let Some(before) = all.before.as_ref().filter(|_| matters(all, flow)) else {
        return Ok(written);
    };
    if all.after.is_some() {
        written.push(before.clone());
        return Ok(written);
    }
    let space = before.elements.domain()?.to_union_set()?;
    let mut read = UnionSet::empty(&all.ctx)?;
    for (_, reads) in &flow.often {
        read = read.union(&reads.intersect_domain(&space)?.domain()?)?;
    }
    for read in read.coalesce()?.sets()? {
        written.push(Instance {
            elements: before.elements.intersect_domain(&read)?,
            ..before.clone()
        });
    }
    Ok(written)
}

/// Reads after the region, if they matter.
fn used_after<'a>(all: &'a Instances, flow: &Flow) -> Option<&'a Instance> {
    all.after.as_ref().filter(|_| matters(all, flow))
}

/// What a `static` array holds between two executions matters only if the region reads it.
fn matters(all: &Instances, flow: &Flow) -> bool {
    !all.carried || flow.reads_live_in
}
