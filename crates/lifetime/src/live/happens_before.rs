//! Which steps certainly happen before which, at given parameter values: every pair is compared.

use super::trace::{Step, TimedAccess};
use fixedbitset::FixedBitSet;
use poly::Result;
use scop::{AccessKind, Certainty, Order, Scop};
use std::collections::BTreeMap;

/// Largest number of instances that are compared with each other.
const MOST_INSTANCES: usize = 2_000;

/// The rules of an order, before the parameters have values.
pub(super) struct Rules {
    order: Order,
    /// By statement: its parallel coordinates and its bands.
    marks: Vec<(Vec<usize>, Vec<Vec<usize>>)>,
    /// For the order of dependences: all accesses that certainly happen, each with its array and
    /// the number of coordinates of time that name a copy of it.
    accesses: Vec<(u32, usize, TimedAccess)>,
    time_dims: usize,
}

/// The rules at given parameter values.
pub(super) struct HappensBefore<'r> {
    rules: &'r Rules,
    dependences: Option<Reachability>,
}

impl Rules {
    pub(super) fn new(scop: &Scop, order: Order) -> Result<Self> {
        let certain = |a: &&scop::Access| order == Order::Any && a.certainty == Certainty::Must;
        let accesses = scop.accesses.iter().filter(certain).map(|access| {
            let private = scop.array(access.array).private.min(scop.time_dims);
            Ok((access.array.0, private, TimedAccess::new(scop, access)?))
        });
        let marks = scop.statements.iter();
        Ok(Rules {
            order,
            marks: marks
                .map(|s| (s.parallel.clone(), s.tilable.clone()))
                .collect(),
            accesses: accesses.collect::<Result<_>>()?,
            time_dims: scop.time_dims,
        })
    }

    pub(super) fn accesses(&self) -> impl Iterator<Item = &TimedAccess> {
        self.accesses.iter().map(|(_, _, timed)| timed)
    }

    /// `None` if there are too many instances.
    pub(super) fn at(
        &self,
        params: &[(&str, i64)],
        left: &mut usize,
    ) -> Result<Option<HappensBefore<'_>>> {
        let dependences = match self.order {
            Order::Any => match self.dependences(params, left)? {
                Some(found) => Some(found),
                None => return Ok(None),
            },
            _ => None,
        };
        Ok(Some(HappensBefore {
            rules: self,
            dependences,
        }))
    }

    fn dependences(
        &self,
        params: &[(&str, i64)],
        left: &mut usize,
    ) -> Result<Option<Reachability>> {
        let mut touched: BTreeMap<Vec<i64>, Vec<(Storage, AccessKind)>> = BTreeMap::new();
        for (array, private, timed) in &self.accesses {
            let Some(points) = timed.points(params, left)? else {
                return Ok(None);
            };
            for point in points {
                let (time, element) = point.split_at(self.time_dims);
                let storage = (*array, time[..*private].to_vec(), element.to_vec());
                let list = touched.entry(time.to_vec()).or_default();
                list.push((storage, timed.kind));
            }
            if touched.len() > MOST_INSTANCES {
                return Ok(None);
            }
        }
        Ok(Some(Reachability::of(touched)))
    }
}

impl HappensBefore<'_> {
    /// By step: the steps that are certainly before it. `None` if there are too many.
    pub(super) fn predecessors(&self, steps: &[Step]) -> Option<Vec<FixedBitSet>> {
        if steps.len() > MOST_INSTANCES {
            return None;
        }
        let before = |y: usize| {
            let mut before = FixedBitSet::with_capacity(steps.len());
            let earlier = (0..y).filter(|x| self.keeps(&steps[*x], &steps[y]));
            earlier.for_each(|x| before.insert(x));
            before
        };
        Some((0..steps.len()).map(before).collect())
    }

    /// Whether a step stays before another that is later in the program as written.
    fn keeps(&self, x: &Step, y: &Step) -> bool {
        if let Some(dependences) = &self.dependences {
            return dependences.has(x, y);
        }
        let Some(d) = (0..x.time.len()).find(|d| x.time[*d] != y.time[*d]) else {
            return false;
        };
        let marks = |step: &Step| &self.rules.marks[step.statement.0 as usize];
        let ((parallel, tilable), (others, bands)) = (marks(x), marks(y));
        if self.rules.order == Order::Sequential {
            return true;
        }
        if parallel.contains(&d) && others.contains(&d) {
            return false;
        }
        let common = |band: &&Vec<usize>| band.contains(&d) && bands.contains(band);
        match tilable.iter().find(common) {
            Some(band) if self.rules.order == Order::Tilable => {
                band.iter().all(|c| x.time[*c] <= y.time[*c])
            }
            _ => true,
        }
    }
}

/// An array, a copy of it, and an element.
type Storage = (u32, Vec<i64>, Vec<i64>);

/// Which instances of the region depend on which, directly or through others.
struct Reachability {
    /// The number of each instance, by its time; numbers are in the order of time.
    numbers: BTreeMap<Vec<i64>, usize>,
    /// By instance: the instances that it depends on.
    on: Vec<FixedBitSet>,
}

/// The last accesses to an element.
#[derive(Default)]
struct Last {
    write: Option<usize>,
    reads: Vec<usize>,
}

impl Reachability {
    fn of(touched: BTreeMap<Vec<i64>, Vec<(Storage, AccessKind)>>) -> Self {
        let mut last: BTreeMap<Storage, Last> = BTreeMap::new();
        let mut on: Vec<FixedBitSet> = Vec::with_capacity(touched.len());
        let mut numbers = BTreeMap::new();
        let count = touched.len();
        for (own, (time, mut list)) in touched.into_iter().enumerate() {
            // The reads of an instance find the accesses before its own writes.
            list.sort_by_key(|(_, kind)| *kind == AccessKind::Write);
            let mut all = FixedBitSet::with_capacity(count);
            for (storage, kind) in list {
                let before = last.entry(storage).or_default();
                let reads = before.reads.iter().filter(|_| kind == AccessKind::Write);
                for from in before
                    .write
                    .iter()
                    .chain(reads)
                    .filter(|from| **from != own)
                {
                    all.insert(*from);
                    all.union_with(&on[*from]);
                }
                match kind {
                    AccessKind::Read => before.reads.push(own),
                    AccessKind::Write => {
                        *before = Last {
                            write: Some(own),
                            reads: Vec::new(),
                        }
                    }
                }
            }
            on.push(all);
            numbers.insert(time, own);
        }
        Reachability { numbers, on }
    }

    fn has(&self, x: &Step, y: &Step) -> bool {
        match (self.numbers.get(&x.time), self.numbers.get(&y.time)) {
            (Some(x), Some(y)) => self.on[*y].contains(*x),
            _ => false,
        }
    }
}
