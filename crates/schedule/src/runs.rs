//! Nests that may stand next to each other, after others between them have moved out of the way.

use std::collections::BTreeSet;

/// What must keep its order.
pub(crate) struct Order {
    /// The earlier ones that each depends on: no row may overtake a needed one.
    needs: Vec<BTreeSet<usize>>,
    /// Pairs of which the first must be complete before the second.
    apart: BTreeSet<(usize, usize)>,
}

impl Order {
    pub(crate) fn new(count: usize) -> Self {
        Order {
            needs: vec![BTreeSet::new(); count],
            apart: BTreeSet::new(),
        }
    }

    /// The second depends on the first, perhaps on all of it.
    pub(crate) fn keep(&mut self, first: usize, second: usize, apart: bool) {
        self.needs[second].insert(first);
        if apart {
            self.apart.insert((first, second));
        }
    }

    /// Whether the second needs all of the first.
    pub(crate) fn is_apart(&self, first: usize, second: usize) -> bool {
        self.apart.contains(&(first, second))
    }

    /// Whether a nest depends on one of these.
    fn depends(&self, on: &BTreeSet<usize>, nest: usize) -> bool {
        !self.needs[nest].is_disjoint(on)
    }

    /// One between two that depends on the first, and that the second depends on.
    pub(crate) fn between(&self, first: usize, second: usize) -> Option<usize> {
        let mut between = self.needs[second].range(first + 1..).copied();
        between.find(|n| self.needs[*n].contains(&first))
    }
}

/// The nests from `start` on that may follow each other directly: what is between them does not
/// depend on those before it, or none of those behind it depends on that.
pub(crate) fn run(kinds: &[Option<usize>], order: &Order, start: usize) -> Vec<usize> {
    let mut run = BTreeSet::from([start]);
    let mut behind = BTreeSet::new();
    let kind = kinds[start];
    for (next, other) in kinds.iter().enumerate().skip(start + 1) {
        let is_like = kind.is_some() && *other == kind;
        let mut needed = order.needs[next].intersection(&run);
        let mut is_apart = || needed.any(|n| order.is_apart(*n, next));
        if is_like && !order.depends(&behind, next) && !is_apart() {
            run.insert(next);
        } else if order.depends(&run, next) || order.depends(&behind, next) {
            behind.insert(next);
        }
    }
    run.into_iter().collect()
}

/// The nests from `start` on that may follow each other directly, of which each after the first
/// reads what another one writes, or writes what another one reads. What else could be among them
/// might keep one of them out.
pub(crate) fn linked(
    kinds: &[Option<usize>],
    order: &Order,
    start: usize,
    links: &BTreeSet<(usize, usize)>,
) -> Vec<usize> {
    let is_like = |nest: usize| kinds[nest].is_some() && kinds[nest] == kinds[start];
    let mut run = vec![start];
    for next in (start + 1..kinds.len()).filter(|nest| is_like(*nest)) {
        if !run.iter().any(|own| links.contains(&(*own, next))) {
            continue;
        }
        let Some(mut with) = including(order, &run, next) else {
            continue;
        };
        for other in (start + 1..next).rev().filter(|nest| is_like(*nest)) {
            let is_needed = with.iter().any(|own| links.contains(&(other, *own)));
            if is_needed && !with.contains(&other) {
                with = including(order, &with, other).unwrap_or(with);
            }
        }
        run = with;
    }
    run
}

/// Nests with another one, if they may follow each other directly.
fn including(order: &Order, nests: &[usize], other: usize) -> Option<Vec<usize>> {
    let mut all = nests.to_vec();
    all.insert(nests.partition_point(|nest| *nest < other), other);
    let behind: BTreeSet<usize> = sides(order, &all).1.into_iter().collect();
    let fits = |(at, nest): (usize, &usize)| {
        let mut earlier = all[..at].iter();
        !order.depends(&behind, *nest) && !earlier.any(|first| order.is_apart(*first, *nest))
    };
    all.iter().enumerate().all(fits).then_some(all)
}

/// What stands between nests that become one loop, and has to move before it or behind it.
pub(crate) fn sides(order: &Order, nests: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let (mut earlier, mut before, mut behind) = (BTreeSet::new(), Vec::new(), BTreeSet::new());
    let (Some(first), Some(last)) = (nests.first(), nests.last()) else {
        return (before, Vec::new());
    };
    for item in *first..=*last {
        if nests.contains(&item) {
            earlier.insert(item);
        } else if order.depends(&earlier, item) || order.depends(&behind, item) {
            behind.insert(item);
        } else {
            before.push(item);
        }
    }
    (before, behind.into_iter().collect())
}
