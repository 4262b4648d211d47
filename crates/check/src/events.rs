//! When the accesses of one array happen in the original, and which write may serve which read.
//!
//! Each access has a space of its own, `a3[i,j]` for access 3 in instance `S[i,j]`. Inside an
//! instance reads stand at 0 and writes at 1; a read that may follow them is over at 2.
//!
//! Dataflow is spelled out here too (a write serves a read unless a must-write lies between): this
//! crate takes nothing from `lifetime`, so that a fault there shows here. isl's `compute_flow` is no
//! help: isl 0.27 loses dependences between strided loops.

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
    /// What [`Events::before`] was asked for.
    before: RefCell<HashMap<(usize, usize), Map>>,
    /// Indices of the writes: none comes before an earlier one as a whole.
    in_time: Vec<usize>,
}

/// By index of a write: `{ r[..] -> w[..] : r may read what w stored }`.
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

    /// `{ w[..] -> x[..] : w may happen before x is over }`, not restricted to the instances that exist.
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

    /// Whether every instance of `x` certainly comes before every one of `y`.
    pub(crate) fn precedes(&self, x: usize, y: usize) -> bool {
        self.orders.as_a_whole(&self.list[x], &self.list[y]) == Some(Ordering::Less)
    }

    /// `{ w[..] -> v[..] : neither write is certainly over before the other happens }`, in different
    /// instances.
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

    /// `{ w[..] -> v[..] : w may happen before v is over }`, without `w` itself where that can matter: a read
    /// that may touch several elements may seem to need another one than `w` stored.
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

    /// By index, those that may come later first.
    fn must_writes(&self) -> impl Iterator<Item = (usize, &Event<'a>)> {
        let all = self.in_time.iter().rev().map(|w| (*w, &self.list[*w]));
        all.filter(|(_, e)| e.is_must_write())
    }

    /// Every element that is read was certainly written before, in the region.
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

    /// `{ event[..] -> other[..] : same element, other happens certainly in an earlier instance }`
    fn certainly_after(&self, event: &Event, other: &Event) -> poly::Result<Map> {
        event.same_element(other, &self.orders.certainly(other, event)?)
    }

    /// Writes to the element that is read which may happen before, overwritten or not: at least all that
    /// may be what is read.
    pub(crate) fn possible_sources(&self, read: usize) -> poly::Result<Sources> {
        let reader = &self.list[read];
        let mut found = Vec::new();
        let mut served = Served::by_none(reader)?;
        for w in self.in_time.iter().rev().copied() {
            let write = &self.list[w];
            if served.since.is_some_and(|since| self.precedes(w, since)) {
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
                served.add(w, write)?;
            }
        }
        Ok(found)
    }

    /// Without the writes that a must-write to the same element certainly follows before the read.
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
            // Else the three may meet in different elements.
            let same_element = reader.single || source.single;
            for (v, killed) in killers.iter().filter(|_| same_element) {
                let killer = &self.list[*v];
                if self.precedes(*v, w) || killer.is_apart(source) {
                    continue;
                }
                let overwritten = killed.apply_range(&self.certainly_after(killer, source)?)?;
                pairs = pairs.subtract(&overwritten)?;
            }
            if !pairs.is_empty()? {
                found.push((w, pairs));
            }
        }
        Ok(found)
    }
}

/// Elements of a read that must-writes certainly store before any of its instances.
struct Served {
    open: Set,
    /// The earliest of these writes, once they store all elements.
    since: Option<usize>,
}

impl Served {
    fn by_none(read: &Event) -> poly::Result<Self> {
        Ok(Served {
            open: read.elements.range()?,
            since: None,
        })
    }

    /// Writes are added in the order of [`Events::must_writes`].
    fn add(&mut self, w: usize, write: &Event) -> poly::Result<()> {
        if self.since.is_none() {
            self.open = self.open.subtract(&write.elements.range()?)?;
            self.since = self.open.is_empty()?.then_some(w);
        }
        Ok(())
    }
}
