//! The partial order of steps, from every pair of steps.

use super::bits::Bits;
use super::outcome::{BruteError, Element, Race};
use super::trace::{Step, Trace, instances, pairs};
use scop::{AccessId, AccessKind, Certainty, Order, Scop, Statement};
use std::collections::BTreeMap;

/// The largest number of steps that are compared with each other.
const MOST_STEPS: usize = 4_000;

/// A point of the order: 0 is before the region, `k + 1` is step `k` of the trace, and the last
/// point is after the region.
pub(super) type Point = usize;

/// The order of the steps of a trace.
pub(super) struct Precedence {
    /// By point: the points certainly after it.
    pub(super) after: Vec<Bits>,
    /// By point: the points certainly before it.
    pub(super) before: Vec<Bits>,
}

impl Precedence {
    pub(super) fn new(
        scop: &Scop,
        trace: &Trace,
        params: &[(String, i64)],
        order: Order,
    ) -> Result<Self, BruteError> {
        let steps = &trace.steps;
        if steps.len() > MOST_STEPS {
            return Err(BruteError::TooLong(MOST_STEPS));
        }
        if order == Order::Any {
            let depends = Dependences::new(scop, params)?;
            let place: Vec<usize> = steps.iter().map(|s| depends.place[&s.time]).collect();
            return Ok(Precedence::of(steps.len(), |x, y| {
                depends.on[place[y]].contains(place[x])
            }));
        }
        Ok(Precedence::of(steps.len(), |x, y| {
            keeps(scop, order, &steps[x], &steps[y])
        }))
    }

    /// Builds the order. `ordered(x, y)`: step `x`, the earlier one in sequential time, is
    /// certainly before `y`.
    fn of(count: usize, ordered: impl Fn(usize, usize) -> bool) -> Self {
        let end = count + 1;
        let empty = vec![Bits::none(end + 1); end + 1];
        let mut precedence = Precedence {
            after: empty.clone(),
            before: empty,
        };
        for y in 1..=end {
            precedence.put(0, y);
        }
        for x in 1..=count {
            precedence.put(x, end);
            for y in x + 1..=count {
                if ordered(x - 1, y - 1) {
                    precedence.put(x, y);
                }
            }
        }
        precedence
    }

    fn put(&mut self, x: Point, y: Point) {
        self.after[x].insert(y);
        self.before[y].insert(x);
    }

    /// The number of points.
    pub(super) fn points(&self) -> usize {
        self.after.len()
    }

    pub(super) fn is_before(&self, x: Point, y: Point) -> bool {
        self.after[x].contains(y)
    }

    /// Whether two different points are unordered.
    pub(super) fn is_open(&self, x: Point, y: Point) -> bool {
        x != y && !self.is_before(x, y) && !self.is_before(y, x)
    }

    /// Orders all accesses to one element, including those that may not happen: a scheduler cannot
    /// know that they do not, so every sequence that it makes keeps this order.
    pub(super) fn keep_accesses(&mut self, trace: &Trace) {
        let mut ordered = Vec::new();
        self.unordered_accesses(trace, |first, second, _| {
            ordered.push((first.0, second.0));
            false
        });
        for (x, y) in ordered {
            self.put(x + 1, y + 1);
        }
    }

    /// Two unordered accesses to one element of one copy, one of them a write.
    pub(super) fn race(&self, trace: &Trace) -> Option<Race> {
        let mut found = None;
        self.unordered_accesses(trace, |first, second, element| {
            found = Some(Race {
                first: (first.1, trace.steps[first.0].instance.clone()),
                second: (second.1, trace.steps[second.0].instance.clone()),
                element: element.clone(),
            });
            true
        });
        found
    }

    /// Passes such pairs to `is_enough` until it returns true.
    fn unordered_accesses(
        &self,
        trace: &Trace,
        mut is_enough: impl FnMut(&Met, &Met, &Element) -> bool,
    ) {
        let mut met: BTreeMap<(&[i64], &Element), Vec<Met>> = BTreeMap::new();
        for (k, step) in trace.steps.iter().enumerate() {
            let reads = step.reads.iter().map(|t| (t, false));
            for (touch, writes) in reads.chain(step.writes.iter().map(|t| (t, true))) {
                let own = (k, touch.access, writes);
                for element in &touch.elements {
                    let earlier = met.entry((&step.copy, element)).or_default();
                    let open = |m: &&Met| (m.2 || writes) && self.is_open(m.0 + 1, k + 1);
                    if earlier
                        .iter()
                        .filter(open)
                        .any(|m| is_enough(m, &own, element))
                    {
                        return;
                    }
                    earlier.push(own);
                }
            }
        }
    }
}

/// A step, one of its accesses, and whether the access writes.
type Met = (usize, AccessId, bool);

/// Whether the marks of the statements keep `x` before `y`.
fn keeps(scop: &Scop, order: Order, x: &Step, y: &Step) -> bool {
    let Some(d) = (0..x.time.len()).find(|d| x.time[*d] != y.time[*d]) else {
        return false;
    };
    let (s, t) = (scop.statement(x.statement), scop.statement(y.statement));
    match order {
        Order::Sequential | Order::Any => true,
        Order::Parallel => !shares_threads(s, t, d),
        Order::Tilable if shares_threads(s, t, d) => false,
        Order::Tilable => match band(s, t, d) {
            Some(band) => band.iter().all(|c| x.time[*c] <= y.time[*c]),
            None => true,
        },
    }
}

fn shares_threads(s: &Statement, t: &Statement, d: usize) -> bool {
    s.parallel.contains(&d) && t.parallel.contains(&d)
}

/// The band around both statements that contains coordinate `d`.
fn band<'a>(s: &'a Statement, t: &Statement, d: usize) -> Option<&'a Vec<usize>> {
    let mut bands = s.tilable.iter();
    bands.find(|b| b.contains(&d) && t.tilable.contains(b))
}

/// Dependences between instances of the whole region, direct or through other instances.
struct Dependences {
    /// Instances in the order of time.
    place: BTreeMap<Vec<i64>, usize>,
    /// By instance: the instances that it depends on.
    on: Vec<Bits>,
}

/// An array, its copy, and the element.
type Storage = (u32, Vec<i64>, Vec<i64>);

/// The last accesses to an element.
#[derive(Default)]
struct Last {
    write: Option<usize>,
    reads: Vec<usize>,
}

impl Dependences {
    /// Only accesses that certainly happen create dependences.
    fn new(scop: &Scop, params: &[(String, i64)]) -> Result<Self, BruteError> {
        let mut touched: BTreeMap<Vec<i64>, Vec<(Storage, AccessKind)>> = BTreeMap::new();
        for statement in &scop.statements {
            let times: BTreeMap<_, _> = instances(statement, params)?.into_iter().collect();
            let own =
                |a: &&scop::Access| a.statement == statement.id && a.certainty == Certainty::Must;
            for time in times.values() {
                touched.entry(time.clone()).or_default();
            }
            for access in scop.accesses.iter().filter(own) {
                let private = scop.array(access.array).private;
                for (instance, element) in pairs(&access.relation, params)? {
                    if let Some(time) = times.get(&instance) {
                        let storage = (access.array.0, time[..private].to_vec(), element);
                        let list = touched.entry(time.clone()).or_default();
                        list.push((storage, access.kind));
                    }
                }
            }
        }
        if touched.len() > MOST_STEPS {
            return Err(BruteError::TooLong(MOST_STEPS));
        }
        Ok(Dependences {
            on: closure(touched.values()),
            place: touched.into_keys().zip(0..).collect(),
        })
    }
}

/// By instance, in the order of time: the instances that it depends on.
fn closure<'a>(
    touched: impl ExactSizeIterator<Item = &'a Vec<(Storage, AccessKind)>>,
) -> Vec<Bits> {
    let count = touched.len();
    let mut last: BTreeMap<&Storage, Last> = BTreeMap::new();
    let mut on: Vec<Bits> = Vec::with_capacity(count);
    for (own, list) in touched.enumerate() {
        let mut all = Bits::none(count);
        let mut add = |from: usize| {
            if from != own {
                all.insert(from);
                all.add_all(&on[from]);
            }
        };
        for (storage, kind) in list {
            let before = last.entry(storage).or_default();
            before.write.into_iter().for_each(&mut add);
            if *kind == AccessKind::Write {
                before.reads.iter().copied().for_each(&mut add);
            }
        }
        for (storage, kind) in list {
            let before = last.entry(storage).or_default();
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
    }
    on
}
