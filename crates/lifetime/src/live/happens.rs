//! Which steps certainly happen before which, at given parameter values: every pair is looked at.

use super::trace::{Step, Timed};
use poly::Result;
use scop::{AccessKind, Certainty, Order, Scop};
use std::collections::BTreeMap;

/// More instances are not compared with each other.
const MOST_INSTANCES: usize = 2_000;

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub(super) fn insert(&mut self, n: usize) {
        if self.0.len() <= n / 64 {
            self.0.resize(n / 64 + 1, 0);
        }
        self.0[n / 64] |= 1 << (n % 64);
    }

    pub(super) fn contains(&self, n: usize) -> bool {
        self.0
            .get(n / 64)
            .is_some_and(|word| word >> (n % 64) & 1 == 1)
    }

    pub(super) fn add_all(&mut self, other: &Bits) {
        self.0.resize(self.0.len().max(other.0.len()), 0);
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }
}

/// What an order depends on, whatever the parameters are.
pub(super) struct Rules {
    order: Order,
    /// By statement: its parallel coordinates and its bands.
    marks: Vec<(Vec<usize>, Vec<Vec<usize>>)>,
    /// Where dependences count: all accesses that certainly happen, each with its array and with how
    /// many coordinates of time name a copy of that.
    accesses: Vec<(u32, usize, Timed)>,
    time_dims: usize,
}

/// The rules at given parameter values.
pub(super) struct Happens<'r> {
    rules: &'r Rules,
    dependences: Option<Dependences>,
}

impl Rules {
    pub(super) fn new(scop: &Scop, order: Order) -> Result<Self> {
        let certain = |a: &&scop::Access| order == Order::Any && a.certainty == Certainty::Must;
        let accesses = scop.accesses.iter().filter(certain).map(|access| {
            let private = scop.array(access.array).private.min(scop.time_dims);
            Ok((access.array.0, private, Timed::new(scop, access)?))
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

    pub(super) fn accesses(&self) -> impl Iterator<Item = &Timed> {
        self.accesses.iter().map(|(_, _, timed)| timed)
    }

    /// `None` if there are too many instances.
    pub(super) fn at(
        &self,
        params: &[(&str, i64)],
        left: &mut usize,
    ) -> Result<Option<Happens<'_>>> {
        let dependences = match self.order {
            Order::Any => match self.dependences(params, left)? {
                Some(found) => Some(found),
                None => return Ok(None),
            },
            _ => None,
        };
        Ok(Some(Happens {
            rules: self,
            dependences,
        }))
    }

    fn dependences(&self, params: &[(&str, i64)], left: &mut usize) -> Result<Option<Dependences>> {
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
        Ok(Some(Dependences::of(touched)))
    }
}

impl Happens<'_> {
    /// By step: the steps that certainly come before it. `None` if there are too many.
    pub(super) fn before(&self, steps: &[Step]) -> Option<Vec<Bits>> {
        if steps.len() > MOST_INSTANCES {
            return None;
        }
        let before = |y: usize| {
            let mut before = Bits::default();
            let earlier = (0..y).filter(|x| self.keeps(&steps[*x], &steps[y]));
            earlier.for_each(|x| before.insert(x));
            before
        };
        Some((0..steps.len()).map(before).collect())
    }

    /// Whether a step stays before one that is later in the program as written.
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

/// An array, which copy of it, and which element.
type Storage = (u32, Vec<i64>, Vec<i64>);

/// Which instances of the region depend on which, through any number of others.
struct Dependences {
    /// Instances by time, which is their order.
    place: BTreeMap<Vec<i64>, usize>,
    /// By instance: those it depends on.
    on: Vec<Bits>,
}

/// Who touched something last.
#[derive(Default)]
struct Last {
    write: Option<usize>,
    reads: Vec<usize>,
}

impl Dependences {
    fn of(touched: BTreeMap<Vec<i64>, Vec<(Storage, AccessKind)>>) -> Self {
        let mut last: BTreeMap<Storage, Last> = BTreeMap::new();
        let mut on: Vec<Bits> = Vec::with_capacity(touched.len());
        let mut place = BTreeMap::new();
        for (own, (time, mut list)) in touched.into_iter().enumerate() {
            // All reads of an instance look back before its writes are the last ones.
            list.sort_by_key(|(_, kind)| *kind == AccessKind::Write);
            let mut all = Bits::default();
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
                    all.add_all(&on[*from]);
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
            place.insert(time, own);
        }
        Dependences { place, on }
    }

    fn has(&self, x: &Step, y: &Step) -> bool {
        match (self.place.get(&x.time), self.place.get(&y.time)) {
            (Some(x), Some(y)) => self.on[*y].contains(*x),
            _ => false,
        }
    }
}
