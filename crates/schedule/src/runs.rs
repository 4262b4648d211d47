//! Nests that may stand next to each other, after others between them have moved out of the way.

use std::collections::BTreeSet;

/// What must keep its order.
pub(crate) struct Order {
    count: usize,
    /// Pairs of which no row may overtake a needed one.
    kept: BTreeSet<(usize, usize)>,
    /// Pairs of which the first must be complete before the second.
    apart: BTreeSet<(usize, usize)>,
}

impl Order {
    pub(crate) fn new(count: usize) -> Self {
        Order {
            count,
            kept: BTreeSet::new(),
            apart: BTreeSet::new(),
        }
    }

    /// The second depends on the first, perhaps on all of it.
    pub(crate) fn keep(&mut self, first: usize, second: usize, apart: bool) {
        self.kept.insert((first, second));
        if apart {
            self.apart.insert((first, second));
        }
    }

    /// Whether the second needs all of the first.
    pub(crate) fn is_apart(&self, first: usize, second: usize) -> bool {
        self.apart.contains(&(first, second))
    }

    /// Whether a nest depends on one of these.
    fn depends(&self, on: &[usize], nest: usize) -> bool {
        on.iter().any(|first| self.kept.contains(&(*first, nest)))
    }

    /// One between two that depends on the first, and that the second depends on.
    pub(crate) fn between(&self, first: usize, second: usize) -> Option<usize> {
        let is_between =
            |n: &usize| self.kept.contains(&(first, *n)) && self.kept.contains(&(*n, second));
        (first + 1..second.min(self.count)).find(is_between)
    }
}

/// The nests from `start` on that may follow each other directly: what is between them does not
/// depend on those before it, or none of those behind it depends on that.
pub(crate) fn run(kinds: &[Option<usize>], order: &Order, start: usize) -> Vec<usize> {
    let mut run = vec![start];
    let mut behind = Vec::new();
    let kind = kinds[start];
    for (next, other) in kinds.iter().enumerate().skip(start + 1) {
        let is_like = kind.is_some() && *other == kind;
        let is_apart = || run.iter().any(|n| order.is_apart(*n, next));
        if is_like && !order.depends(&behind, next) && !is_apart() {
            run.push(next);
        } else if order.depends(&run, next) || order.depends(&behind, next) {
            behind.push(next);
        }
    }
    run
}

/// What stands between nests that become one loop, and has to move before it or behind it.
pub(crate) fn sides(order: &Order, nests: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let (mut earlier, mut before, mut behind) = (Vec::new(), Vec::new(), Vec::new());
    let (Some(first), Some(last)) = (nests.first(), nests.last()) else {
        return (before, behind);
    };
    for item in *first..=*last {
        if nests.contains(&item) {
            earlier.push(item);
        } else if order.depends(&earlier, item) || order.depends(&behind, item) {
            behind.push(item);
        } else {
            before.push(item);
        }
    }
    (before, behind)
}
