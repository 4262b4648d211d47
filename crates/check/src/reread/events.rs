//! When the accesses of one array happen in the original, and which write serves which read.
//!
//! Each access has a space of its own, `a3[i,j]` for access 3 in instance `S[i,j]`. Inside an
//! instance reads stand at 0 and writes at 1; a read that may follow them is over at 2.

use super::cells::Cells;
use crate::Mismatch;
use poly::{Map, UnionMap};
use scop::{Access, AccessKind, Array, ArrayId, Certainty, Scop};

/// One access.
pub(super) struct Event<'a> {
    pub(super) access: &'a Access,
    /// Name of its statement.
    pub(super) statement: &'a str,
    /// `{ a3[i,j] -> A[x] }`
    elements: Map,
    /// `{ a3[i,j] -> [x] }`, only coordinates that the cell does not already tell apart.
    compared: Map,
    /// At most one element per instance.
    single: bool,
    /// `{ a3[i,j] -> [t, 0] }` for reads, `[t, 1]` for writes.
    pub(super) happens: Map,
    /// Where it is certainly over: `[t, 2]`, or `[t, 1]` for a read that comes before the writes.
    pub(super) over: Map,
    reads_first: bool,
}

/// All accesses to one array.
pub(super) struct Events<'a> {
    pub(super) array: &'a Array,
    pub(super) list: Vec<Event<'a>>,
    /// By index of the read: each index of a write with `{ r[..] -> w[..] : r may read what w stored }`.
    pub(super) sources: Vec<Vec<(usize, Map)>>,
}

/// `a3`
pub(super) fn name(access: &Access) -> String {
    format!("a{}", access.id.0)
}

impl<'a> Events<'a> {
    /// Fails if a value crosses the borders of the region.
    pub(super) fn new(scop: &'a Scop, id: ArrayId, cells: &Cells) -> Result<Self, Mismatch> {
        let array = scop.array(id);
        let events = scop.accesses_to(id).map(|access| Event::new(scop, access, cells));
        let list = events.collect::<poly::Result<Vec<_>>>()?;
        let mut events = Events { array, list, sources: Vec::new() };
        events.sources = events.dataflow(scop)?;
        if array.live_out {
            return Err(Mismatch::LiveOut { array: array.name.clone() });
        }
        Ok(events)
    }

    pub(super) fn reads(&self) -> impl Iterator<Item = (usize, &Event<'a>)> {
        let all = self.list.iter().enumerate();
        all.filter(|(_, e)| e.access.kind == AccessKind::Read)
    }

    pub(super) fn writes(&self) -> impl Iterator<Item = (usize, &Event<'a>)> {
        let all = self.list.iter().enumerate();
        all.filter(|(_, e)| e.access.kind == AccessKind::Write)
    }

    fn dataflow(&self, scop: &Scop) -> Result<Vec<Vec<(usize, Map)>>, Mismatch> {
        let killing = |e: &Event| e.access.certainty == Certainty::Must;
        let mut musts = UnionMap::empty(&scop.ctx)?;
        let mut mays = UnionMap::empty(&scop.ctx)?;
        for (k, write) in self.writes() {
            let target = match killing(write) && !self.has_rival(k, write)? {
                true => &mut musts,
                false => &mut mays,
            };
            *target = target.union(&write.elements.to_union_map()?)?;
        }
        let mut sinks = UnionMap::empty(&scop.ctx)?;
        for (_, read) in self.reads() {
            sinks = sinks.union(&read.elements.to_union_map()?)?;
        }
        let mut schedule = UnionMap::empty(&scop.ctx)?;
        for event in &self.list {
            schedule = schedule.union(&event.happens.to_union_map()?)?;
        }
        let (flow, unserved) = UnionMap::flow(&musts, &mays, &sinks, &schedule)?;
        self.nothing_before(&unserved)?;
        self.reads().map(|(_, read)| self.sources_of(read, &flow)).collect()
    }

    /// Whether another write of the same instance may store to the same element: which one comes
    /// last is unknown, so neither kills.
    fn has_rival(&self, k: usize, write: &Event) -> poly::Result<bool> {
        let same_statement = |e: &Event| e.access.statement == write.access.statement;
        for (_, other) in self.writes().filter(|(j, e)| *j != k && same_statement(e)) {
            let common = write.access.relation.intersect(&other.access.relation)?;
            if !common.is_empty()? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// An automatic array has no value before its first write; others are not judged if they do.
    fn nothing_before(&self, unserved: &UnionMap) -> Result<(), Mismatch> {
        if !self.array.live_in && !self.array.carried {
            return Ok(());
        }
        for (_, read) in self.reads() {
            let domain = read.elements.domain()?.to_union_set()?;
            if !unserved.intersect_domain(&domain)?.is_empty()? {
                return Err(Mismatch::LiveIn {
                    array: self.array.name.clone(),
                    read: read.statement.to_string(),
                });
            }
        }
        Ok(())
    }

    /// `{ r[..] -> w[..] : r may read what w stored }` by write.
    fn sources_of(&self, read: &Event, flow: &UnionMap) -> Result<Vec<(usize, Map)>, Mismatch> {
        let domain = read.elements.domain()?.to_union_set()?;
        let backward = flow.intersect_range(&domain)?.reverse()?;
        let mut found = Vec::new();
        for (k, write) in self.writes() {
            let domain = write.elements.domain()?.to_union_set()?;
            let mut pairs = backward.intersect_range(&domain)?.maps()?.pop();
            if let Some(inside) = write.serves_inside(read)? {
                pairs = Some(match pairs {
                    Some(pairs) => pairs.union(&inside)?,
                    None => inside,
                });
            }
            found.extend(pairs.map(|pairs| (k, pairs)));
        }
        Ok(found)
    }
}

impl<'a> Event<'a> {
    fn new(scop: &'a Scop, access: &'a Access, cells: &Cells) -> poly::Result<Self> {
        let statement = scop.statement(access.statement);
        let name = name(access);
        let elements = access.relation.intersect_params(&scop.context)?;
        let elements = elements.with_domain_name(&name)?;
        let dims = scop.array(access.array).shape.len();
        let compared = elements.apply_range(&projection(scop, access, dims, cells)?)?;
        let time = statement.schedule.with_domain_name(&name)?;
        let time = time.intersect_domain(&elements.domain()?)?;
        let at = |inside: i64| time.apply_range(&append(scop, inside)?);
        let (happens, over) = match (access.kind, statement.reads_first) {
            (AccessKind::Read, true) => (at(0)?, at(1)?),
            (AccessKind::Read, false) => (at(0)?, at(2)?),
            (AccessKind::Write, _) => (at(1)?, at(2)?),
        };
        Ok(Event {
            access,
            statement: &statement.name,
            single: compared.is_single_valued()?,
            elements,
            compared,
            happens,
            over,
            reads_first: statement.reads_first,
        })
    }

    /// `{ r[..] -> w[..] }`: where the order inside an instance is unknown, its read may find what
    /// its own write stored.
    fn serves_inside(&self, read: &Event) -> poly::Result<Option<Map>> {
        if self.reads_first || self.access.statement != read.access.statement {
            return Ok(None);
        }
        let same_instance = read.over.apply_range(&self.over.reverse()?)?;
        let same_element = read.elements.apply_range(&self.elements.reverse()?)?;
        same_instance.intersect(&same_element).map(Some)
    }

    /// The pairs of `pairs` (`{ self[..] -> other[..] }`) that may touch different elements.
    pub(super) fn other_element(&self, other: &Event, pairs: &Map) -> poly::Result<Map> {
        let to = other.compared.reverse()?;
        if self.single && other.single {
            return pairs.subtract(&self.compared.apply_range(&to)?);
        }
        let (x, y) = (self.compared.range()?, other.compared.range()?);
        let different = x.lex_lt(&y)?.union(&y.lex_lt(&x)?.reverse()?)?;
        pairs.intersect(&self.compared.apply_range(&different)?.apply_range(&to)?)
    }
}

/// `{ A[x0, x1] -> [x1] }`: without the coordinates that the cell keeps.
fn projection(scop: &Scop, access: &Access, dims: usize, cells: &Cells) -> poly::Result<Map> {
    let x: Vec<String> = (0..dims).map(|d| format!("x{d}")).collect();
    let kept: Vec<&str> = (0..dims).filter(|d| cells.is_compared(*d)).map(|d| x[d].as_str()).collect();
    let array = &scop.array(access.array).name;
    Map::parse(&scop.ctx, &format!("{{ {array}[{}] -> [{}] }}", x.join(", "), kept.join(", ")))
}

/// `{ [t] -> [t, inside] }`
fn append(scop: &Scop, inside: i64) -> poly::Result<Map> {
    let t: Vec<String> = (0..scop.time_dims).map(|d| format!("t{d}, ")).collect();
    let t = t.concat();
    Map::parse(&scop.ctx, &format!("{{ [{}] -> [{t}{inside}] }}", t.trim_end_matches(", ")))
}
