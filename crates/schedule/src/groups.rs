//! Which nests become one loop.

use crate::Nest;
use crate::distances::{Reach, Rows};
use crate::runs::{self, Order};
use crate::shifts::{Edge, shifts};
use poly::{Expr, Result};
use scop::{AccessId, ArrayId, System};
use std::collections::BTreeMap;
use std::ops::Range;

/// The fused loops of a sequence of nests, and what keeps them apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// In order; each has at least two nests.
    pub groups: Vec<Group>,
    /// What ends a group before the last nest.
    pub barriers: Vec<Barrier>,
}

/// Nests that become one loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Their indices.
    pub nests: Vec<usize>,
    /// Those between them that have to move before the loop.
    pub before: Vec<usize>,
    /// Those between them that have to move behind the loop.
    pub after: Vec<usize>,
    /// The rows that each runs ahead of the last one.
    pub ahead: Vec<i64>,
    /// What becomes of the arrays between them.
    pub kept: Vec<Kept>,
}

/// An array of which a fused loop needs some rows at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The array.
    pub array: ArrayId,
    /// The rows between a write and its last read, with both.
    pub rows: i64,
}

/// Two nests that are not in one loop, although the second reads what the first writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// The earlier nest.
    pub first: usize,
    /// The later nest.
    pub second: usize,
    /// An array that the first one writes and the second one reads.
    pub array: ArrayId,
    /// The reason.
    pub cause: Cause,
}

/// Why two nests are not in one loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Rows of both without bound touch the same element: by these accesses.
    Unbounded(AccessId, AccessId),
    /// Something that is no array keeps their order.
    Order,
    /// One of both is not a loop with rows.
    NoRows(usize),
    /// The bounds of both loops differ by something else than a number.
    Bounds,
    /// Another one needs the first complete, and has to be complete before the second.
    Through(usize),
    /// A better group was found for one of both.
    Other,
}

/// The groups of nests whose fusion shortens the lifetimes of arrays. The nests follow each other
/// inside `depth` other loops.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn plan(system: &System, nests: &[Nest], depth: usize) -> Result<Plan> {
    let graph = Graph::new(system, nests, depth)?;
    let order = graph.order(nests);
    let mut plan = Plan::default();
    let mut start = 0;
    while start < nests.len() {
        let run = runs::run(nests, &order, start);
        let part = graph.of(&run);
        let mut next = start + 1;
        for mut group in part.groups(run.len()) {
            for nest in &mut group.nests {
                *nest = run[*nest];
            }
            let (before, after) = runs::sides(&order, &group.nests);
            (group.before, group.after) = (before, after);
            next = group.nests.last().map_or(next, |last| next.max(last + 1));
            plan.groups.push(group);
        }
        start = next;
    }
    plan.barriers = graph.barriers(nests, &order, &plan.groups);
    Ok(plan)
}

/// The dependence graph of nests.
struct Graph {
    edges: Vec<Edge>,
    /// The bytes of a row of each array that the caller does not know, up to a factor.
    weights: BTreeMap<ArrayId, i64>,
}

impl Graph {
    fn new(system: &System, nests: &[Nest], depth: usize) -> Result<Self> {
        let rows = Rows::new(system, nests, depth)?;
        let mut edges = Vec::new();
        for to in 0..nests.len() {
            for from in 0..to {
                let found = rows.between(from, to)?;
                edges.extend(
                    found
                        .into_iter()
                        .map(|distance| Edge { from, to, distance }),
                );
            }
        }
        let own = system.scop.arrays.iter();
        let own = own.filter(|a| is_own(system, a.id) && !a.shape.is_empty());
        let weights = own.map(|a| {
            let lengths = a.shape.iter().skip(1).flatten();
            let elements = lengths.map(|e| sample(system, e).max(1));
            (a.id, elements.fold(1i64, i64::saturating_mul))
        });
        Ok(Graph {
            edges,
            weights: weights.collect(),
        })
    }

    /// The order that the edges and the nests' own conditions demand.
    fn order(&self, nests: &[Nest]) -> Order {
        let mut order = Order::new(nests.len());
        for edge in &self.edges {
            order.keep(edge.from, edge.to, edge.distance.least.is_none());
        }
        for (to, nest) in nests.iter().enumerate() {
            for from in &nest.follows {
                order.keep(*from, to, true);
            }
        }
        order
    }

    /// The graph of some nests, numbered anew.
    fn of(&self, run: &[usize]) -> Graph {
        let place = |nest: usize| run.iter().position(|n| *n == nest);
        let edges = self.edges.iter().filter_map(|e| {
            Some(Edge {
                from: place(e.from)?,
                to: place(e.to)?,
                distance: e.distance,
            })
        });
        Graph {
            edges: edges.collect(),
            weights: self.weights.clone(),
        }
    }

    /// The groups among the first nests, in order.
    fn groups(&self, nests: usize) -> Vec<Group> {
        let mut groups = Vec::new();
        let mut first = 0;
        while first < nests {
            let mut end = first + 1;
            while end < nests && !self.is_apart(first..end, end) {
                end += 1;
            }
            groups.extend(self.group(first..end));
            first = end;
        }
        groups
    }

    /// Whether a nest cannot join the nests before it.
    fn is_apart(&self, group: Range<usize>, next: usize) -> bool {
        let mut edges = self.edges.iter();
        edges.any(|e| e.to == next && group.contains(&e.from) && e.distance.least.is_none())
    }

    /// Pairs of a writer and a reader that stay in different loops.
    fn barriers(&self, nests: &[Nest], order: &Order, groups: &[Group]) -> Vec<Barrier> {
        let is_fused = |a: &usize, b: &usize| {
            let mut groups = groups.iter();
            groups.any(|g| g.nests.contains(a) && g.nests.contains(b))
        };
        let mut found: Vec<Barrier> = Vec::new();
        for edge in &self.edges {
            let (first, second, array) = (edge.from, edge.to, edge.distance.array);
            let is_known = found.iter().any(|b| (b.first, b.second) == (first, second));
            let is_of_use = edge.distance.reach.is_some() && self.weights.contains_key(&array);
            if is_of_use && !is_known && !is_fused(&first, &second) {
                found.push(Barrier {
                    first,
                    second,
                    array,
                    cause: self.cause(nests, order, edge),
                });
            }
        }
        found
    }

    /// Why the nests of an edge are not in one loop.
    fn cause(&self, nests: &[Nest], order: &Order, edge: &Edge) -> Cause {
        let (first, second) = (edge.from, edge.to);
        let mut edges = self.edges.iter();
        let far = edges.find_map(|e| {
            let is_same = (e.from, e.to) == (first, second);
            e.distance.far.filter(|_| is_same)
        });
        match (nests[first].kind, nests[second].kind) {
            (None, _) => Cause::NoRows(first),
            (_, None) => Cause::NoRows(second),
            (a, b) if a != b => Cause::Bounds,
            _ => match far {
                Some((a, b)) => Cause::Unbounded(a, b),
                None if order.is_apart(first, second) => Cause::Order,
                None => order
                    .between(first, second)
                    .map_or(Cause::Other, Cause::Through),
            },
        }
    }

    /// The nests of a range as one loop, without those at its ends that share no short-lived array
    /// with the others; none if nothing is gained.
    fn group(&self, range: Range<usize>) -> Option<Group> {
        let inside: Vec<&Edge> = self
            .edges
            .iter()
            .filter(|e| range.contains(&e.from) && range.contains(&e.to))
            .collect();
        let is_short = |array: &ArrayId| {
            let mut of = inside.iter().filter(|e| e.distance.array == *array);
            self.weights.contains_key(array)
                && of.all(|e| e.distance.reach != Some(Reach::Unbounded))
        };
        let links = inside
            .iter()
            .filter(|e| e.distance.reach.is_some() && is_short(&e.distance.array));
        let ends = links.flat_map(|e| [e.from, e.to]);
        let (first, last) = ends.fold((usize::MAX, 0), |(a, b), e| (a.min(e), b.max(e)));
        if first >= last {
            return None;
        }
        let nests = first..last + 1;
        let edges: Vec<Edge> = inside
            .iter()
            .filter(|e| nests.contains(&e.from) && nests.contains(&e.to))
            .map(|e| Edge {
                from: e.from - first,
                to: e.to - first,
                distance: e.distance,
            })
            .collect();
        let (ahead, kept) = shifts(nests.len(), &edges, &self.weights)?;
        let kept = kept.into_iter().map(|(array, rows)| Kept { array, rows });
        Some(Group {
            nests: nests.collect(),
            before: Vec::new(),
            after: Vec::new(),
            ahead,
            kept: kept.collect(),
        })
    }
}

/// Whether no caller knows the contents of an array; what the function itself kept from the last
/// call does not count.
pub(crate) fn is_own(system: &System, array: ArrayId) -> bool {
    let is_shared = system.interface.iter().any(|s| s.array == array);
    !is_shared || system.scop.array(array).carried
}

/// The value of an expression in the parameters at their samples.
fn sample(system: &System, expr: &Expr) -> i64 {
    expr.eval(&|name| system.scop.sample(name)).unwrap_or(1)
}
