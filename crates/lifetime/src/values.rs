//! Lifetimes: births and deaths of values and elements.
//!
//! Births and deaths are times with the coordinate inside the instance. A value dies at its last
//! read: at [`WRITES`] of that instance if the reads are first there, else at [`AFTER`]. Every
//! write keeps its cell until [`AFTER`] of its own instance, even if it is never read: a dead write
//! must not overwrite a live value either.

use crate::accesses::{AFTER, Instance, Instances, WRITES, union_of};
use crate::flow::{Flow, end_of};
use crate::order::{Marks, Times};
use poly::{Map, Result, Rows, Set};
use scop::Order;
use std::collections::BTreeMap;
use std::iter;

/// Lifetimes of the values of one write, or of elements, in a space of their own.
pub(crate) struct Span {
    /// `{ v[..] -> A[x] }`: the element of each value.
    pub(crate) elements: Rows,
    /// `{ v[..] -> [birth] }`, with the same domain.
    pub(crate) births: Times,
    /// `{ v[..] -> [end] }`: the ends of all reads and of the write itself, by the number of
    /// leading coordinates of time that they share with the birth. The latest end is the death; to
    /// keep all ends is cheaper than to find the latest.
    pub(crate) ends: BTreeMap<usize, Vec<Times>>,
    /// `{ v -> w }`: values with the same image are one value, stored at once. See
    /// [`Instance::uniform`].
    pub(crate) uniform: Option<Map>,
}

/// One span per write instance: until the last read of its value.
pub(crate) fn by_value(all: &Instances, flow: &Flow) -> Result<Vec<Span>> {
    spans(all, &written(all, flow)?, |write| {
        Ok(flow.ends_of(write).map(|end| end.when.clone()).collect())
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
/// With these spans `x` and `y` conflict unless all accesses of `x` are before all writes of `y`,
/// or vice versa: where no write is certainly the first, this defines the lifetime of `x`.
fn by_element_and_write(all: &Instances, flow: &Flow) -> Result<Vec<Span>> {
    let unlike = |write| Instance {
        uniform: None,
        ..write
    };
    let written: Vec<Instance> = written(all, flow)?.into_iter().map(unlike).collect();
    let accessed = all.reads().chain(flow.used_after(all)).chain(&written);
    let mut ends = Vec::new();
    for access in accessed {
        add(&mut ends, access.times_of_elements(end_of(access))?)?;
    }
    spans(all, &written, |write| {
        let ends = ends.iter().map(|when| when.after(&write.elements));
        not_empty(ends.collect::<Result<_>>()?)
    })
}

/// One span per instance of some writes; `reads` gives the times at which the values of a write are
/// read.
fn spans(
    all: &Instances,
    writes: &[Instance],
    reads: impl Fn(&Instance) -> Result<Vec<Times>>,
) -> Result<Vec<Span>> {
    let mut spans = Vec::new();
    for write in writes {
        // Computed once, for births and ends.
        write.time.rows(&all.context)?;
        let own = write.times(AFTER);
        let births = write.times(WRITES);
        spans.push(Span {
            elements: all.rows_in_array(write)?,
            ends: ends_of(&all.context, &births, iter::once(own).chain(reads(write)?))?,
            births,
            uniform: write.uniform.clone(),
        });
    }
    Ok(spans)
}

/// Groups the ends; those that every comparison treats alike are united.
fn ends_of(
    context: &Set,
    births: &Times,
    found: impl Iterator<Item = Times>,
) -> Result<BTreeMap<usize, Vec<Times>>> {
    let mut all: BTreeMap<usize, Vec<Times>> = BTreeMap::new();
    for times in found {
        add(
            all.entry(births.shared(&times, context)?).or_default(),
            times,
        )?;
    }
    for times in all.values_mut().flatten() {
        times.coalesce()?;
    }
    Ok(all)
}

fn not_empty(all: Vec<Times>) -> Result<Vec<Times>> {
    let mut some = Vec::new();
    for times in all {
        if !times.is_empty()? {
            some.push(times);
        }
    }
    Ok(some)
}

/// Unites times with those for which [`Times::is_like`] holds.
fn add(all: &mut Vec<Times>, times: Times) -> Result<()> {
    match all.iter_mut().find(|t| t.is_like(&times)) {
        Some(known) => known.add(&times)?,
        None => all.push(times),
    }
    Ok(())
}

/// One span per element, where one write is the first.
fn by_element_in_sequence(all: &Instances, flow: &Flow) -> Result<Vec<Span>> {
    let element_times = |accesses: &[&Instance], inside: fn(&Instance) -> i64| {
        let times = accesses
            .iter()
            .map(|access| access.times_of_elements(inside(access)));
        union_of(times.map(|times| times?.whole()))
    };
    let written = written(all, flow)?;
    let written: Vec<&Instance> = written.iter().collect();
    let mut accessed: Vec<_> = all.reads().chain(flow.used_after(all)).collect();
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
        ends: BTreeMap::from([(0, vec![Times::new(ends, Marks::default())?])]),
        uniform: None,
    }])
}

/// All writes, with the values from before the region that are read. If every element is read after
/// the region, all of these conflict anyway, so it does not matter which of them are read.
fn written(all: &Instances, flow: &Flow) -> Result<Vec<Instance>> {
    let mut written: Vec<Instance> = all.writes().cloned().collect();
    let Some(before) = all.before.as_ref().filter(|_| flow.matters(all)) else {
        return Ok(written);
    };
    if all.after.is_some() {
        written.push(before.clone());
        return Ok(written);
    }
    let mut read: Option<Set> = None;
    for end in flow.ends_of(before) {
        let instances = end.when.instances()?;
        read = Some(match read {
            Some(read) => read.union(&instances)?,
            None => instances,
        });
    }
    if let Some(read) = read {
        let elements = before.elements.intersect_domain(&read.coalesce()?)?;
        let before = before.clone();
        written.push(before.touching(elements)?);
    }
    Ok(written)
}
