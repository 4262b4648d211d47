//! Colourings of conflict graphs: as light as the best one that exhaustive search finds, for random
//! interval graphs, and for any graph.
#![allow(clippy::unwrap_used)]

use storage::ConflictGraph;

/// A generator of small numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Arrays with sizes, and the pairs that conflict.
struct Arrays {
    sizes: Vec<u64>,
    conflicts: Vec<Vec<bool>>,
}

impl Arrays {
    /// Arrays that are alive between two steps of a program.
    fn of_intervals(random: &mut Random) -> Self {
        let count = 1 + random.below(8) as usize;
        let lives: Vec<(u64, u64)> = (0..count)
            .map(|_| {
                let start = random.below(10);
                (start, start + 1 + random.below(4))
            })
            .collect();
        Arrays {
            sizes: (0..count).map(|_| 1 + random.below(20)).collect(),
            conflicts: { lives.iter() }
                .map(|a| lives.iter().map(|b| a.0 < b.1 && b.0 < a.1).collect())
                .collect(),
        }
    }

    /// Arrays of which any two may conflict.
    fn of_pairs(random: &mut Random) -> Self {
        let count = 1 + random.below(8) as usize;
        let mut conflicts = vec![vec![false; count]; count];
        for (a, b) in (0..count).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let conflict = random.below(2) == 0;
            (conflicts[a][b], conflicts[b][a]) = (conflict, conflict);
        }
        Arrays {
            sizes: (0..count).map(|_| 1 + random.below(20)).collect(),
            conflicts,
        }
    }

    fn graph(&self) -> ConflictGraph {
        let mut graph = ConflictGraph::new(self.sizes.clone());
        for a in 0..self.sizes.len() {
            for b in (0..a).filter(|b| self.conflicts[a][*b]) {
                graph.add_conflict(a, b);
            }
        }
        graph
    }

    /// The weight of some colours, if no two arrays of one colour conflict.
    fn weight(&self, colours: &[usize]) -> Option<u64> {
        let mut largest = vec![0; self.sizes.len()];
        for (a, colour) in colours.iter().enumerate() {
            if (0..a).any(|b| colours[b] == *colour && self.conflicts[a][b]) {
                return None;
            }
            largest[*colour] = self.sizes[a].max(largest[*colour]);
        }
        Some(largest.into_iter().sum())
    }

    /// The least weight of all colourings.
    fn least(&self, colours: &mut Vec<usize>) -> u64 {
        if colours.len() == self.sizes.len() {
            return self.weight(colours).unwrap_or(u64::MAX);
        }
        let next = colours.iter().max().map_or(0, |most| most + 1);
        let mut least = u64::MAX;
        for colour in 0..=next {
            colours.push(colour);
            least = least.min(self.least(colours));
            colours.pop();
        }
        least
    }
}

fn check(arrays: &Arrays) {
    let found = arrays.graph().colour();
    assert!(found.is_best);
    assert_eq!(arrays.weight(&found.colours).unwrap(), found.weight);
    assert_eq!(found.weight, arrays.least(&mut Vec::new()));
}

#[test]
fn interval_graphs() {
    let mut random = Random(1);
    (0..1000).for_each(|_| check(&Arrays::of_intervals(&mut random)));
}

#[test]
fn any_graphs() {
    let mut random = Random(2);
    (0..300).for_each(|_| check(&Arrays::of_pairs(&mut random)));
}

/// A network of sixty layers with results of many sizes.
#[test]
fn long_chains() {
    let mut random = Random(3);
    let sizes: Vec<u64> = (0..60).map(|_| 1 + random.below(1000)).collect();
    let mut graph = ConflictGraph::new(sizes.clone());
    (1..sizes.len()).for_each(|a| graph.add_conflict(a - 1, a));
    let found = graph.colour();
    let neighbours = sizes.windows(2).map(|pair| pair[0] + pair[1]);
    assert!(found.is_best);
    assert!(found.weight >= neighbours.max().unwrap());
}
