//! Which nests become one loop.

use crate::Nest;
use crate::distances::{Reach, Rows, is_own};
use crate::rates::{self, MOST_RATE};
use crate::runs::Order;
use crate::shifts::{Edge, Pace, shifts};
use num_integer::gcd;
use poly::{Expr, Result};
use scop::{AccessId, ArrayId, System};
use std::collections::{BTreeMap, BTreeSet};

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
    /// The rows that each executes in one iteration.
    pub rates: Vec<i64>,
    /// The rows of arrays that one row of each writes.
    pub steps: Vec<i64>,
    /// The rows that each runs ahead of the last one: nest `n` executes its rows `rates[n] * t +
    /// ahead[n]` up to `rates[n] * (t + 1) + ahead[n] - 1` in iteration `t`.
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

/// The dependence graph of nests.
pub(crate) struct Graph {
    edges: Vec<Edge>,
    /// How each nest executes its rows, if all of them become one loop.
    paces: Vec<Pace>,
    /// Nests of one kind may become one loop.
    pub(crate) kinds: Vec<Option<usize>>,
    /// The bytes of a row of each array that the caller does not know.
    weights: BTreeMap<ArrayId, i64>,
    /// All of its elements.
    sizes: BTreeMap<ArrayId, i64>,
    /// The number of its rows, if that is a number.
    rows: BTreeMap<ArrayId, i64>,
}

impl Graph {
    pub(crate) fn new(system: &System, nests: &[Nest], depth: usize) -> Result<Self> {
        let rows = Rows::new(system, nests, depth);
        let rated = rates::rated(&rows, nests)?;
        let mut edges = Vec::new();
        for ((from, to), found) in rated.distances {
            let edge = |distance| Edge { from, to, distance };
            edges.extend(found.into_iter().map(edge));
        }
        edges.sort_by_key(|e| (e.to, e.from));
        let step = |nest: &Nest| nest.rows.as_ref().map_or(1, |rows| rows.step);
        let paces = rated.rates.iter().zip(nests);
        let paces = paces.map(|(rate, nest)| Pace {
            rate: *rate,
            step: step(nest),
        });
        let own = system.scop.arrays.iter();
        let own = own.filter(|a| is_own(system, a.id) && !a.shape.is_empty());
        let bytes = |array: &scop::Array| {
            let bytes = system.element_bytes.get(array.id.0 as usize);
            bytes.and_then(|b| i64::try_from(*b).ok()).unwrap_or(1)
        };
        let size = |array: &scop::Array, outer: usize| {
            let lengths = array.shape.iter().skip(outer).flatten();
            let lengths = lengths.map(|e| sample(system, e).max(1));
            (array.id, lengths.fold(bytes(array), i64::saturating_mul))
        };
        let rows = |a: &scop::Array| Some((a.id, a.shape.first()?.as_ref()?.as_constant()?));
        Ok(Graph {
            edges,
            paces: paces.collect(),
            kinds: rates::kinds(system, nests, &rated.rates)?,
            weights: own.clone().map(|a| size(a, 1)).collect(),
            sizes: own.clone().map(|a| size(a, 0)).collect(),
            rows: own.filter_map(rows).collect(),
        })
    }

    /// The order that the edges and the nests' own conditions demand.
    pub(crate) fn order(&self, nests: &[Nest]) -> Order {
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

    /// Pairs of a writer and a reader that stay in different loops.
    pub(crate) fn barriers(&self, order: &Order, groups: &[Group]) -> Vec<Barrier> {
        let is_fused = |a: &usize, b: &usize| {
            let mut groups = groups.iter();
            groups.any(|g| g.nests.contains(a) && g.nests.contains(b))
        };
        let mut known = BTreeSet::new();
        let mut found: Vec<Barrier> = Vec::new();
        for edge in &self.edges {
            let (first, second, array) = (edge.from, edge.to, edge.distance.array);
            let is_of_use = edge.distance.reach.is_some() && self.weights.contains_key(&array);
            if is_of_use && !is_fused(&first, &second) && known.insert((first, second)) {
                found.push(Barrier {
                    first,
                    second,
                    array,
                    cause: self.cause(order, edge),
                });
            }
        }
        found
    }

    /// Why the nests of an edge are not in one loop.
    fn cause(&self, order: &Order, edge: &Edge) -> Cause {
        let (first, second) = (edge.from, edge.to);
        let mut edges = self.edges.iter();
        let mut others = edges.by_ref().filter(|e| (e.from, e.to) == (first, second));
        let far = edge.distance.far;
        let far = far.or_else(|| others.find_map(|e| e.distance.far));
        match (self.kinds[first], self.kinds[second]) {
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

    /// The bytes of a row of an array, and of all of them.
    pub(crate) fn size(&self, array: ArrayId) -> (i64, i64) {
        let of = |sizes: &BTreeMap<ArrayId, i64>| sizes.get(&array).copied().unwrap_or(0);
        (of(&self.weights), of(&self.sizes))
    }

    /// Whether values of an array are written or read by these nests, and by others.
    pub(crate) fn leaves(&self, array: ArrayId, nests: &[usize]) -> bool {
        let mut edges = self.edges.iter();
        edges.any(|e| {
            e.distance.array == array
                && e.distance.reach.is_some()
                && nests.contains(&e.from) != nests.contains(&e.to)
        })
    }

    /// The arrays of which a loop keeps as many rows as there are: planes of an image, not rows. A
    /// structure is a single row, and counts if there is nothing else.
    pub(crate) fn wholes(&self, group: &Group) -> BTreeSet<ArrayId> {
        let from = |least: i64| -> BTreeSet<ArrayId> {
            let rows = |kept: &Kept| self.rows.get(&kept.array).copied();
            let is_whole =
                |kept: &&Kept| rows(kept).is_some_and(|rows| least <= rows && rows <= kept.rows);
            let wholes = group.kept.iter().filter(is_whole);
            wholes.map(|kept| kept.array).collect()
        };
        let all = from(1);
        match all.len() == group.kept.len() {
            true => all,
            false => from(2),
        }
    }

    /// Pairs of nests of which the second reads what the first writes to an array of the function.
    pub(crate) fn links(&self) -> BTreeSet<(usize, usize)> {
        let is_link =
            |e: &&Edge| e.distance.reach.is_some() && self.weights.contains_key(&e.distance.array);
        let links = self.edges.iter().filter(is_link);
        links.map(|e| (e.from, e.to)).collect()
    }

    /// The first of some nests that share short-lived arrays, without gaps; `long` are not.
    pub(crate) fn linked(&self, nests: &[usize], long: &BTreeSet<ArrayId>) -> Option<Vec<usize>> {
        let edges: Vec<Edge> = self.inside(nests);
        let is_short = |array: &ArrayId| {
            let mut of = edges.iter().filter(|e| e.distance.array == *array);
            self.weights.contains_key(array)
                && !long.contains(array)
                && of.all(|e| e.distance.reach != Some(Reach::Unbounded))
        };
        let links = edges
            .iter()
            .filter(|e| e.distance.reach.is_some() && is_short(&e.distance.array));
        let mut links: Vec<(usize, usize)> = links.map(|e| (e.from, e.to)).collect();
        links.sort_unstable();
        let (first, mut last) = *links.first()?;
        for (from, to) in links {
            if from <= last {
                last = last.max(to);
            }
        }
        Some(nests[first..=last].to_vec())
    }

    /// These nests as one loop; none if their distances do not allow it.
    pub(crate) fn group(&self, nests: &[usize]) -> Option<Group> {
        let edges = self.inside(nests);
        let paces = self.paces(nests)?;
        let (ahead, kept) = shifts(&paces, &edges, &self.weights)?;
        let kept = kept.into_iter().map(|(array, rows)| Kept { array, rows });
        Some(Group {
            nests: nests.to_vec(),
            before: Vec::new(),
            after: Vec::new(),
            rates: paces.iter().map(|pace| pace.rate).collect(),
            steps: paces.iter().map(|pace| pace.step).collect(),
            ahead,
            kept: kept.collect(),
        })
    }

    /// How some nests execute their rows if they become one loop.
    fn paces(&self, nests: &[usize]) -> Option<Vec<Pace>> {
        let paces = nests.iter().map(|nest| self.paces[*nest]);
        let common = paces.clone().map(|pace| pace.rate).fold(0, gcd).max(1);
        let own = |pace: Pace| Pace {
            rate: pace.rate / common,
            ..pace
        };
        let paces: Vec<Pace> = paces.map(own).collect();
        paces
            .iter()
            .all(|pace| pace.rate <= MOST_RATE)
            .then_some(paces)
    }

    /// The edges between some nests, which are numbered anew.
    fn inside(&self, nests: &[usize]) -> Vec<Edge> {
        let numbers = nests.iter().enumerate().map(|(k, nest)| (*nest, k));
        let numbers: BTreeMap<usize, usize> = numbers.collect();
        let place = |nest: usize| numbers.get(&nest).copied();
        let edges = self.edges.iter().filter_map(|e| {
            Some(Edge {
                from: place(e.from)?,
                to: place(e.to)?,
                distance: e.distance,
            })
        });
        edges.collect()
    }
}

/// The value of an expression in the parameters at their samples.
fn sample(system: &System, expr: &Expr) -> i64 {
    expr.eval(&|name| system.scop.sample(name)).unwrap_or(1)
}
