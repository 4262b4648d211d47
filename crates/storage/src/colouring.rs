//! Arrays that are never alive at once in common storage: weighted colouring of a conflict graph.
//!
//! The weight of a colour is that of its largest array, and the sum of these is to be small ("max
//! colouring": Guan, Zhu, A coloring problem for weighted graphs, 1997). Arrays are coloured in
//! order of decreasing weight, so that each colour weighs as much as its first array, by branch and
//! bound. The bound: if some arrays all conflict with each other, the `k`-th colour weighs at least
//! as much as the `k`-th of them.

use fixedbitset::FixedBitSet;

/// Assignments that are tried before the best one so far is taken.
const MOST_STEPS: usize = 1 << 20;

/// Arrays with their sizes and conflicts.
#[derive(Clone, Debug)]
pub struct ConflictGraph {
    weights: Vec<u64>,
    conflicts: Vec<FixedBitSet>,
    preferred: Vec<FixedBitSet>,
}

/// A colour for each array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colouring {
    /// By array.
    pub colours: Vec<usize>,
    /// The sum over all colours of their largest arrays.
    pub weight: u64,
    /// Whether no other colouring is lighter.
    pub is_best: bool,
}

impl ConflictGraph {
    /// Arrays of these sizes without conflicts.
    pub fn new(weights: Vec<u64>) -> Self {
        let none = FixedBitSet::with_capacity(weights.len());
        ConflictGraph {
            conflicts: vec![none.clone(); weights.len()],
            preferred: vec![none; weights.len()],
            weights,
        }
    }

    /// Two arrays conflict.
    pub fn add_conflict(&mut self, a: usize, b: usize) {
        self.conflicts[a].insert(b);
        self.conflicts[b].insert(a);
    }

    /// Among colourings of one weight, two arrays are rather to have the same colour.
    pub fn prefer(&mut self, a: usize, b: usize) {
        self.preferred[a].insert(b);
        self.preferred[b].insert(a);
    }

    /// The lightest colouring that is found in a bounded number of steps.
    pub fn colour(&self) -> Colouring {
        let mut order: Vec<usize> = (0..self.weights.len()).collect();
        order.sort_by_key(|v| std::cmp::Reverse(self.weights[*v]));
        let floors = self.floors(&order);
        let mut search = Search {
            graph: self,
            order,
            floors,
            classes: Vec::new(),
            weight: 0,
            best: None,
            steps: 0,
        };
        search.assign(0);
        let is_best = search.steps < MOST_STEPS;
        let (classes, weight) = search.best.unwrap_or_default();
        let mut colours = vec![0; self.weights.len()];
        for (colour, class) in classes.iter().enumerate() {
            class.ones().for_each(|v| colours[v] = colour);
        }
        Colouring {
            colours,
            weight,
            is_best,
        }
    }

    /// For each number of colours, the least weight of those that follow.
    fn floors(&self, order: &[usize]) -> Vec<u64> {
        let mut of_colour: Vec<u64> = Vec::new();
        for first in 0..order.len() {
            let mut clique = vec![order[first]];
            for v in &order[first + 1..] {
                if clique.iter().all(|c| self.conflicts[*c].contains(*v)) {
                    clique.push(*v);
                }
            }
            for (at, v) in clique.into_iter().enumerate() {
                match of_colour.get_mut(at) {
                    Some(weight) => *weight = self.weights[v].max(*weight),
                    None => of_colour.push(self.weights[v]),
                }
            }
        }
        let mut floors = vec![0; of_colour.len() + 1];
        for at in (0..of_colour.len()).rev() {
            floors[at] = floors[at + 1] + of_colour[at];
        }
        floors
    }
}

/// A search among all colourings.
struct Search<'g> {
    graph: &'g ConflictGraph,
    /// The arrays, the largest first.
    order: Vec<usize>,
    /// See [`ConflictGraph::floors`].
    floors: Vec<u64>,
    /// The arrays of each colour so far.
    classes: Vec<FixedBitSet>,
    weight: u64,
    best: Option<(Vec<FixedBitSet>, u64)>,
    steps: usize,
}

impl Search<'_> {
    /// The colours so far, those with preferred arrays first.
    fn by_preference(&self, v: usize) -> Vec<usize> {
        let preferred = &self.graph.preferred[v];
        let others = |class: &usize| self.classes[*class].difference(preferred).count();
        let mut classes: Vec<usize> = (0..self.classes.len()).collect();
        classes.sort_by_key(others);
        classes
    }

    /// Colours the array at a position and all after it in every way that may be the best.
    fn assign(&mut self, at: usize) {
        let floor = self.floors.get(self.classes.len()).copied();
        let least = self.weight + floor.unwrap_or(0);
        let is_worse = self.best.as_ref().is_some_and(|(_, best)| least >= *best);
        if is_worse || (self.steps >= MOST_STEPS && self.best.is_some()) {
            return;
        }
        self.steps += 1;
        let Some(&v) = self.order.get(at) else {
            self.best = Some((self.classes.clone(), self.weight));
            return;
        };
        for class in self.by_preference(v) {
            if self.classes[class].is_disjoint(&self.graph.conflicts[v]) {
                self.classes[class].insert(v);
                self.assign(at + 1);
                self.classes[class].remove(v);
            }
        }
        let mut own = FixedBitSet::with_capacity(self.graph.weights.len());
        own.insert(v);
        self.classes.push(own);
        self.weight += self.graph.weights[v];
        self.assign(at + 1);
        self.weight -= self.graph.weights[v];
        self.classes.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(weights: &[u64], conflicts: &[(usize, usize)]) -> ConflictGraph {
        let mut graph = ConflictGraph::new(weights.to_vec());
        conflicts
            .iter()
            .for_each(|(a, b)| graph.add_conflict(*a, *b));
        graph
    }

    #[test]
    fn a_chain_of_layers_takes_its_two_largest_neighbours() {
        let sizes = [784, 3456, 3456, 864, 1024, 256, 120, 10];
        let chain: Vec<(usize, usize)> = (1..sizes.len()).map(|k| (k - 1, k)).collect();
        let found = graph(&sizes, &chain).colour();
        assert_eq!((found.weight, found.is_best), (6912, true));
    }

    #[test]
    fn a_third_colour_may_be_lighter_than_two() {
        // In two colours, both contain a large array.
        let path = [(0, 1), (1, 2), (2, 3)];
        let found = graph(&[10, 1, 1, 10], &path).colour();
        assert_eq!(found.weight, 12);
    }

    #[test]
    fn nothing_is_no_colour() {
        assert_eq!(graph(&[], &[]).colour().weight, 0);
    }
}
