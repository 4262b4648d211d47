//! Closures of largest weight in a directed graph (Picard 1976), by a maximum flow (Dinic 1970).

use std::collections::VecDeque;

/// A graph whose nodes have weights and needs. A closure contains, with each node, the nodes it
/// needs.
pub(super) struct Graph {
    weights: Vec<i64>,
    needs: Vec<(usize, usize)>,
}

/// The heaviest closure.
pub(super) struct Heaviest {
    pub(super) weight: i64,
    /// By node: whether it is in the closure.
    pub(super) inside: Vec<bool>,
}

impl Graph {
    pub(super) fn new(nodes: usize) -> Self {
        Graph {
            weights: vec![0; nodes],
            needs: Vec::new(),
        }
    }

    pub(super) fn add_weight(&mut self, node: usize, weight: i64) {
        self.weights[node] += weight;
    }

    pub(super) fn need(&mut self, node: usize, needed: usize) {
        self.needs.push((node, needed));
    }

    /// The heaviest closure: all positive weights, less a minimum cut between positive and negative
    /// nodes.
    pub(super) fn heaviest(&self) -> Heaviest {
        let (source, sink) = (self.weights.len(), self.weights.len() + 1);
        let mut network = Network::new(sink + 1);
        let mut gains = 0;
        for (node, weight) in self.weights.iter().enumerate() {
            match weight {
                w if *w > 0 => network.edge(source, node, *w),
                w if *w < 0 => network.edge(node, sink, -w),
                _ => {}
            }
            gains += weight.max(&0);
        }
        for (node, needed) in &self.needs {
            network.edge(*node, *needed, i64::MAX);
        }
        let flow = network.saturate(source, sink);
        let levels = network.levels(source);
        Heaviest {
            weight: gains - flow,
            inside: (0..source).map(|node| levels[node].is_some()).collect(),
        }
    }
}

/// A flow network with edges in pairs: edge `e` and its reverse `e ^ 1`.
struct Network {
    targets: Vec<usize>,
    /// The residual capacity of each edge.
    capacity: Vec<i64>,
    leaving: Vec<Vec<usize>>,
}

impl Network {
    fn new(nodes: usize) -> Self {
        Network {
            targets: Vec::new(),
            capacity: Vec::new(),
            leaving: vec![Vec::new(); nodes],
        }
    }

    fn edge(&mut self, from: usize, to: usize, capacity: i64) {
        self.leaving[from].push(self.targets.len());
        self.leaving[to].push(self.targets.len() + 1);
        self.targets.extend([to, from]);
        self.capacity.extend([capacity, 0]);
    }

    /// The distance of each node from `source` along edges with capacity.
    fn levels(&self, source: usize) -> Vec<Option<usize>> {
        let mut levels = vec![None; self.leaving.len()];
        levels[source] = Some(0);
        let mut queue = VecDeque::from([(source, 0)]);
        while let Some((node, level)) = queue.pop_front() {
            for edge in &self.leaving[node] {
                let to = self.targets[*edge];
                if self.capacity[*edge] > 0 && levels[to].is_none() {
                    levels[to] = Some(level + 1);
                    queue.push_back((to, level + 1));
                }
            }
        }
        levels
    }

    /// The largest flow.
    fn saturate(&mut self, source: usize, sink: usize) -> i64 {
        let mut flow = 0;
        loop {
            let levels = self.levels(source);
            if levels[sink].is_none() {
                return flow;
            }
            let mut next = vec![0; self.leaving.len()];
            while let Some(path) = self.path(source, sink, &levels, &mut next) {
                let spare = path.iter().map(|e| self.capacity[*e]).min().unwrap_or(0);
                for edge in path {
                    self.capacity[edge] -= spare;
                    self.capacity[edge ^ 1] = self.capacity[edge ^ 1].saturating_add(spare);
                }
                flow += spare;
            }
        }
    }

    /// A shortest path with capacity; `next` skips edges that lead nowhere.
    fn path(
        &self,
        source: usize,
        sink: usize,
        levels: &[Option<usize>],
        next: &mut [usize],
    ) -> Option<Vec<usize>> {
        let mut path: Vec<usize> = Vec::new();
        let mut node = source;
        while node != sink {
            let further = |edge: &usize| {
                let level = levels[self.targets[*edge]];
                self.capacity[*edge] > 0 && level == levels[node].map(|l| l + 1)
            };
            let edges = &self.leaving[node];
            while next[node] < edges.len() && !further(&edges[next[node]]) {
                next[node] += 1;
            }
            match edges.get(next[node]) {
                Some(edge) => {
                    path.push(*edge);
                    node = self.targets[*edge];
                }
                None => {
                    let back = path.pop()?;
                    node = self.targets[back ^ 1];
                    next[node] += 1;
                }
            }
        }
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gain_that_needs_a_larger_loss_is_left_out() {
        let mut graph = Graph::new(5);
        let weights = [3, -2, 4, -5, 0];
        for (node, weight) in weights.into_iter().enumerate() {
            graph.add_weight(node, weight);
        }
        graph.need(0, 1);
        graph.need(2, 1);
        graph.need(2, 4);
        graph.need(4, 3);
        let heaviest = graph.heaviest();
        assert_eq!(heaviest.weight, 1);
        assert_eq!(heaviest.inside, [true, true, false, false, false]);
        graph.add_weight(3, 1);
        graph.add_weight(0, -1);
        assert_eq!(graph.heaviest().weight, 0);
    }
}
