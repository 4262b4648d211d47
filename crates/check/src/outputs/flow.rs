//! Dataflow of one system: the write whose value each read finds.
//!
//! Level by level, from the last coordinate of time to the first: a write whose time agrees with
//! that of the read in more leading coordinates is later. At one level the latest write is the
//! lexicographic maximum. isl's `compute_flow` is not used: isl 0.27 loses dependences between
//! strided loops.

use super::terms::{Event, EventId, Terms};
use poly::{Map, Set, Space, less_at, names};
use scop::{AccessKind, StmtId};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Where the values of a read event come from.
pub(crate) struct Sources {
    /// `{ X -> W[k] }`: the last write before, by its statement.
    pub(crate) writers: Vec<(StmtId, Map)>,
    /// `{ X : .. }`: nothing was written before.
    pub(crate) rest: Set,
}

/// The only write of a statement.
struct Writer {
    statement: StmtId,
    /// `{ A[x] -> W[k] }`
    writes: Map,
    /// `{ W[k] -> [t] }`
    time: Map,
    /// `{ [t] -> W[k] }`
    instance: Map,
    position: Vec<Option<i64>>,
}

/// The sources of all reads of a system, computed on demand.
pub(crate) struct Flow {
    dims: usize,
    /// By array.
    writers: Vec<Vec<Writer>>,
    /// `{ [u] -> [t] : t before u, first difference at this coordinate }`
    earlier: Vec<Map>,
    known: RefCell<HashMap<EventId, Rc<Sources>>>,
}

impl Flow {
    pub(crate) fn new(terms: &Terms) -> poly::Result<Self> {
        let scop = &terms.system.scop;
        let mut writers: Vec<Vec<Writer>> = scop.arrays.iter().map(|_| Vec::new()).collect();
        let writes = scop.accesses.iter().filter(|a| a.kind == AccessKind::Write);
        for access in writes {
            let statement = scop.statement(access.statement);
            let domain = &terms.domains[access.statement.0 as usize];
            if domain.is_empty()? {
                continue;
            }
            let time = statement.schedule.intersect_domain(domain)?;
            writers[access.array.0 as usize].push(Writer {
                statement: access.statement,
                writes: access.relation.intersect_domain(domain)?.reverse()?,
                instance: time.reverse()?,
                position: position(&time, scop.time_dims)?,
                time,
            });
        }
        let dims = scop.time_dims;
        // `{ [u] -> [t] : t0 = u0 and t1 < u1 }`
        let (t, u) = (names("t", dims), names("u", dims));
        let space = Space::plain(&scop.ctx);
        let earlier = (0..dims).map(|d| space.pairs(&u, &t, less_at(d, &t, &u)));
        Ok(Flow {
            dims,
            writers,
            earlier: earlier.collect::<poly::Result<_>>()?,
            known: RefCell::default(),
        })
    }

    /// The sources of a read event.
    pub(crate) fn sources(&self, terms: &Terms, id: EventId) -> poly::Result<Rc<Sources>> {
        if let Some(known) = self.known.borrow().get(&id) {
            return Ok(known.clone());
        }
        let event = terms.event(id);
        let found = Search::new(self, event)?.run()?;
        let found = Rc::new(found);
        self.known.borrow_mut().insert(id, found.clone());
        Ok(found)
    }
}

/// The search for the sources of one event.
struct Search<'f> {
    flow: &'f Flow,
    event: &'f Event,
    position: Vec<Option<i64>>,
    /// `{ X -> W[k] : same element }` by writer, where there is one.
    same: Vec<(&'f Writer, Map)>,
    found: Vec<(StmtId, Map)>,
    /// Instances whose source is not known yet.
    open: Set,
}

impl<'f> Search<'f> {
    fn new(flow: &'f Flow, event: &'f Event) -> poly::Result<Self> {
        let mut same = Vec::new();
        for writer in &flow.writers[event.array.0 as usize] {
            let pairs = event.elements.apply_range(&writer.writes)?;
            if !pairs.is_empty()? {
                same.push((writer, pairs));
            }
        }
        let position = match &event.time {
            Some(time) => position(time, flow.dims)?,
            None => Vec::new(),
        };
        let open = match &event.time {
            Some(time) => time.domain()?,
            None => event.elements.domain()?,
        };
        Ok(Search {
            flow,
            event,
            position,
            same,
            found: Vec::new(),
            open,
        })
    }

    fn run(mut self) -> poly::Result<Sources> {
        let levels = match &self.event.time {
            Some(_) => (0..self.flow.dims).rev().map(Some).collect(),
            None => vec![None],
        };
        for level in levels {
            for group in self.groups(level) {
                if self.open.is_empty()? {
                    break;
                }
                self.take_latest(level, &group)?;
            }
        }
        Ok(Sources {
            writers: self.found,
            rest: self.open,
        })
    }

    /// The writers that may be sources at a level, the latest first: a group is later than the
    /// next one.
    fn groups(&self, level: Option<usize>) -> Vec<Vec<usize>> {
        let at = level.unwrap_or(0);
        let fits = |k: &usize| level.is_none_or(|d| self.may_be_earlier_at(d, self.same[*k].0));
        let fitting: Vec<usize> = (0..self.same.len()).filter(fits).collect();
        let place = |k: &usize| self.same[*k].0.position[at];
        if fitting.iter().any(|k| place(k).is_none()) {
            return vec![fitting];
        }
        let mut sorted = fitting;
        sorted.sort_by_key(|k| std::cmp::Reverse(place(k)));
        let groups = sorted.chunk_by(|a, b| place(a) == place(b));
        groups.map(<[usize]>::to_vec).collect()
    }

    /// Whether constant coordinates of time allow a first difference at this coordinate.
    fn may_be_earlier_at(&self, level: usize, writer: &Writer) -> bool {
        let pairs = self.position.iter().zip(&writer.position);
        let mut leading = pairs.take(level);
        let agree = leading.all(|(r, w)| r.is_none() || w.is_none() || r == w);
        let earlier = match (self.position[level], writer.position[level]) {
            (Some(r), Some(w)) => w < r,
            _ => true,
        };
        agree && earlier
    }

    /// Finds the sources of open instances among the writers of a group.
    fn take_latest(&mut self, level: Option<usize>, group: &[usize]) -> poly::Result<()> {
        let mut times: Option<Map> = None;
        let mut pairs = Vec::new();
        for (writer, same) in group.iter().map(|k| &self.same[*k]) {
            let same = same.intersect_domain(&self.open)?;
            let mut time = same.apply_range(&writer.time)?;
            if let (Some(level), Some(own)) = (level, &self.event.time) {
                time = time.intersect(&own.apply_range(&self.flow.earlier[level])?)?;
            }
            if time.is_empty()? {
                continue;
            }
            times = Some(match times {
                Some(others) => others.union(&time)?,
                None => time,
            });
            pairs.push((*writer, same));
        }
        let Some(times) = times else {
            return Ok(());
        };
        let last = match times.is_single_valued()? {
            true => times,
            false => times.lexmax()?.coalesce()?,
        };
        self.open = self.open.subtract(&last.domain()?)?.coalesce()?;
        for (writer, same) in pairs {
            let source = last.apply_range(&writer.instance)?.intersect(&same)?;
            if !source.is_empty()? {
                self.add(writer.statement, source.coalesce()?)?;
            }
        }
        Ok(())
    }

    fn add(&mut self, statement: StmtId, source: Map) -> poly::Result<()> {
        let known = self.found.iter_mut().find(|(s, _)| *s == statement);
        match known {
            Some((_, known)) => *known = known.union(&source)?.coalesce()?,
            None => self.found.push((statement, source)),
        }
        Ok(())
    }
}

/// The coordinates of time that are constants.
fn position(time: &Map, dims: usize) -> poly::Result<Vec<Option<i64>>> {
    (0..dims).map(|d| time.fixed_output(d)).collect()
}
