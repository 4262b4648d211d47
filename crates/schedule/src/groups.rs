//! Which nests become one loop.

use crate::Nest;
use crate::distances::{Reach, Rows};
use crate::shifts::{Edge, shifts};
use poly::{Expr, Result};
use scop::{ArrayId, System};
use std::collections::{BTreeMap, BTreeSet};
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
    pub nests: Range<usize>,
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

/// Two nests that cannot be in one loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// The earlier nest.
    pub first: usize,
    /// The later nest.
    pub second: usize,
    /// The array that orders all rows of both.
    pub array: ArrayId,
}

/// The groups of nests whose fusion shortens the lifetimes of arrays. The nests follow each other
/// inside `depth` other loops.
///
/// # Errors
///
/// If the operation budget is used up.
pub fn plan(system: &System, nests: &[Nest], depth: usize) -> Result<Plan> {
    let graph = Graph::new(system, nests, depth)?;
    let mut plan = Plan::default();
    let mut first = 0;
    while first < nests.len() {
        let mut end = first + 1;
        while end < nests.len() {
            match graph.barrier(first..end, end) {
                None => end += 1,
                Some(barrier) => {
                    plan.barriers.push(barrier);
                    break;
                }
            }
        }
        plan.groups.extend(graph.group(first..end));
        first = end;
    }
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
        let rows = Rows::new(system, nests, depth);
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
        let shared: BTreeSet<ArrayId> = system.interface.iter().map(|s| s.array).collect();
        let own = system.scop.arrays.iter();
        let own = own.filter(|a| !shared.contains(&a.id) && !a.shape.is_empty());
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

    /// Why a nest cannot join the nests before it.
    fn barrier(&self, group: Range<usize>, next: usize) -> Option<Barrier> {
        let edges = self.edges.iter();
        let mut into = edges.filter(|e| e.to == next && group.contains(&e.from));
        let unbounded = into.find(|e| e.distance.least.is_none())?;
        Some(Barrier {
            first: unbounded.from,
            second: next,
            array: unbounded.distance.array,
        })
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
            nests,
            ahead,
            kept: kept.collect(),
        })
    }
}

/// The value of an expression in the parameters at their samples.
fn sample(system: &System, expr: &Expr) -> i64 {
    expr.eval(&|name| system.scop.sample(name)).unwrap_or(1)
}
