//! When the accesses to one array happen in the original, and which write may supply which read.
//!
//! Each access has a space of its own, `a3[i,j]` for access 3 in instance `S[i,j]`. Inside an
//! instance reads happen at 0 and writes at 1; a read that may follow the writes is over at 2.
//!
//! Dataflow is written out here too (a write supplies a read unless a must-write is between them):
//! this crate takes nothing from `lifetime`, so that a fault there shows here. isl's `compute_flow`
//! is not used: isl 0.27 loses dependences between strided loops.

use crate::cells::Cells;
use crate::event::Event;
use crate::mismatch::Mismatch;
use crate::order::Orders;
use poly::{Map, Set};
use scop::{AccessKind, Array, ArrayId, Order, Scop};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;

/// All accesses to one array.
pub(crate) struct Events<'a> {
    pub(crate) array: &'a Array,
    pub(crate) list: Vec<Event<'a>>,
    orders: Orders<'a>,
    /// Results of [`Events::before`].
    before: RefCell<HashMap<(usize, usize), Map>>,
    /// Indices of the writes: none precedes an earlier one as a whole.
    in_time: Vec<usize>,
}

/// By index of a write: `{ r[..] -> w[..] : r may read the value of w }`.
pub(crate) type Sources = Vec<(usize, Map)>;

impl<'a> Events<'a> {
    /// Fails if a value crosses the borders of the region.
    pub(crate) fn new(
        scop: &'a Scop,
        id: ArrayId,
        cells: &'a Cells,
        order: Order,
    ) -> Result<Self, Mismatch> {
        let array = scop.array(id);
        if array.live_out {
            return Err(Mismatch::LiveOut {
                array: array.name.clone(),
            });
        }
        let accesses = scop.accesses_to(id).zip(&cells.targets);
        let events = accesses.map(|(access, place)| Event::new(scop, access, place, cells));
        let list = events.collect::<poly::Result<Vec<_>>>()?;
        let writes = (0..list.len()).filter(|w| list[*w].access.kind == AccessKind::Write);
        let mut in_time: Vec<usize> = writes.collect();
        in_time.sort_by(|v, w| list[*v].position.cmp(&list[*w].position));
        let events = Events {
            array,
            list,
            orders: Orders::new(scop, array, cells, order)?,
            before: RefCell::default(),
            in_time,
        };
        if array.live_in || array.carried {
            events.nothing_before()?;
        }
        Ok(events)
    }

    /// `{ w[..] -> x[..] : w may happen before x is over }`, also for instances that do not exist.
    pub(crate) fn before(&self, write: usize, event: usize) -> poly::Result<Map> {
        if let Some(known) = self.before.borrow().get(&(write, event)) {
            return Ok(known.clone());
        }
        let found = self.orders.possibly(&self.list[write], &self.list[event])?;
        self.before
            .borrow_mut()
            .insert((write, event), found.clone());
        Ok(found)
    }

    /// Whether every instance of `x` certainly happens before every instance of `y`.
    pub(crate) fn precedes(&self, x: usize, y: usize) -> bool {
        self.orders.as_a_whole(&self.list[x], &self.list[y]) == Some(Ordering::Less)
    }

    /// `{ w[..] -> v[..] : neither write is certainly over before the other happens }`, for
    /// different instances.
    pub(crate) fn in_no_order(&self, w: usize, v: usize) -> poly::Result<Map> {
        let (x, y) = (&self.list[w], &self.list[v]);
        let open = self
            .before(w, v)?
            .intersect(&self.before(v, w)?.reverse()?)?;
        let open = open.intersect_domain(&x.elements.domain()?)?;
        if x.statement.id != y.statement.id {
            return Ok(open);
        }
        open.subtract(&x.lift(&x.statement.domain.identity()?, y)?)
    }

    /// `{ w[..] -> v[..] : w may happen before v is over }`. Pairs of a write with itself are
    /// removed where they matter: a read of several elements may seem to need another element than
    /// `w` stored.
    pub(crate) fn after_storing(&self, w: usize, v: usize, read: usize) -> poly::Result<Map> {
        let later = self.before(w, v)?;
        match w == v && !self.list[read].single {
            true => later.subtract(&later.domain()?.identity()?),
            false => Ok(later),
        }
    }

    pub(crate) fn reads(&self) -> impl Iterator<Item = (usize, &Event<'a>)> {
        let all = self.list.iter().enumerate();
        all.filter(|(_, e)| e.access.kind == AccessKind::Read)
    }

    pub(crate) fn writes(&self) -> impl Iterator<Item = (usize, &Event<'a>)> {
        let all = self.list.iter().enumerate();
        all.filter(|(_, e)| e.access.kind == AccessKind::Write)
    }

    /// Indices of must-writes, the latest first.
    fn must_writes(&self) -> impl Iterator<Item = (usize, &Event<'a>)> {
        let all = self.in_time.iter().rev().map(|w| (*w, &self.list[*w]));
        all.filter(|(_, e)| e.is_must_write())
    }

    /// Proves that the region certainly writes every element before it reads it.
    fn nothing_before(&self) -> Result<(), Mismatch> {
        for (r, read) in self.reads() {
            let mut open = read.elements.clone();
            for (w, write) in self.must_writes() {
                if self.precedes(r, w) || read.is_apart(write) {
                    continue;
                }
                if open.is_empty()? {
                    break;
                }
                let served = self
                    .certainly_after(read, write)?
                    .apply_range(&write.elements)?;
                open = open.subtract(&served)?;
            }
            if !open.is_empty()? {
                return Err(Mismatch::LiveIn {
                    array: self.array.name.clone(),
                    read: read.statement.name.clone(),
                });
            }
        }
        Ok(())
    }

    /// `{ event[..] -> other[..] : same element, other certainly happens in an earlier instance }`
    fn certainly_after(&self, event: &Event, other: &Event) -> poly::Result<Map> {
        event.same_element(other, &self.orders.certainly(other, event)?)
    }

    /// The writes that may happen before a read to the element that it reads, overwritten or not: a
    /// superset of its sources.
    pub(crate) fn possible_sources(&self, read: usize) -> poly::Result<Sources> {
        let reader = &self.list[read];
        let mut found = Vec::new();
        let mut covered = Covered::none_of(reader)?;
        for w in self.in_time.iter().rev().copied() {
            let write = &self.list[w];
            if covered.since.is_some_and(|since| self.precedes(w, since)) {
                break;
            }
            if self.precedes(read, w) || reader.is_apart(write) {
                continue;
            }
            let pairs = match self.orders.is_by_time() {
                true => reader.same_element(write, &self.before(w, read)?)?,
                false => reader.same_element(write, &self.orders.reaches(write, reader)?)?,
            };
            if !pairs.is_empty()? {
                found.push((w, pairs));
            }
            if write.is_must_write() && self.precedes(w, read) {
                covered.add(w, write)?;
            }
        }
        Ok(found)
    }

    /// Removes the writes that a must-write to the same element certainly overwrites before the
    /// read.
    ///
    /// `{ r -> w } \ { r -> v } . { v -> w }` over all must-writes `v`.
    pub(crate) fn exact_sources(&self, read: usize, possible: Sources) -> poly::Result<Sources> {
        let reader = &self.list[read];
        let mut killers = Vec::new();
        for (v, write) in self.must_writes() {
            let is_early = possible.iter().all(|(w, _)| self.precedes(v, *w));
            if is_early || self.precedes(read, v) || reader.is_apart(write) {
                continue;
            }
            let pairs = self.certainly_after(reader, write)?;
            if !pairs.is_empty()? {
                killers.push((v, pairs));
            }
        }
        let mut found = Vec::new();
        for (w, mut pairs) in possible {
            let source = &self.list[w];
            // Otherwise the three accesses may meet in different elements.
            let each = match reader.single || source.single {
                true => None,
                false => Some(reader.each_element()?),
            };
            if let Some(each) = &each {
                pairs = each.lift(&pairs, source)?;
            }
            for (v, killed) in &killers {
                let killer = &self.list[*v];
                if self.precedes(*v, w) || killer.is_apart(source) {
                    continue;
                }
                let killed = match &each {
                    Some(each) => each.lift(killed, killer)?,
                    None => killed.clone(),
                };
                let overwritten = killed.apply_range(&self.certainly_after(killer, source)?)?;
                pairs = pairs.subtract(&overwritten)?;
            }
            if let Some(each) = &each {
                pairs = each.instances.reverse()?.apply_range(&pairs)?;
            }
            if !pairs.is_empty()? {
                found.push((w, pairs));
            }
        }
        Ok(found)
    }
}

/// The elements of a read that must-writes certainly store before all its instances.
struct Covered {
    open: Set,
    /// The earliest of these writes, once they cover all elements.
    since: Option<usize>,
}

impl Covered {
    fn none_of(read: &Event) -> poly::Result<Self> {
        Ok(Covered {
            open: read.elements.range()?,
            since: None,
        })
    }

    /// Adds a write, in the order of [`Events::must_writes`].
    fn add(&mut self, w: usize, write: &Event) -> poly::Result<()> {
        if self.since.is_none() {
            self.open = self.open.subtract(&write.elements.range()?)?;
            self.since = self.open.is_empty()?.then_some(w);
        }
        Ok(())
    }
}
