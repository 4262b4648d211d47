//! How many rows each nest of a fused loop runs ahead of the last one, so that the arrays between
//! them need the fewest bytes (Song, Wang, Li: section 4; at equal rates, the constraints are those
//! of a network flow, so the linear programme has a solution in whole numbers).
//!
//! Nest `n` executes its rows `r_n t + s_n` up to `r_n (t + 1) + s_n - 1` in iteration `t` of the
//! fused loop.

use crate::distances::{Distance, Reach};
use poly::Ilp;
use scop::ArrayId;
use std::collections::BTreeMap;

/// No nest runs further ahead.
const MOST_ROWS: i64 = 1 << 16;

/// The distances between two nests of a group.
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) distance: Distance,
}

/// How a nest of a group executes its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// The rows of an iteration.
    pub(crate) rate: i64,
    /// The rows of arrays that one of its rows writes.
    pub(crate) step: i64,
}

/// The rows that each nest runs ahead of the last one, negative if it runs behind, and the rows
/// that each array of `weights` (bytes of a row) keeps. `None` if a distance has no bound.
pub(crate) fn shifts(
    nests: &[Pace],
    edges: &[Edge],
    weights: &BTreeMap<ArrayId, i64>,
) -> Option<(Vec<i64>, BTreeMap<ArrayId, i64>)> {
    let mut ilp = Ilp::new();
    let (last, others) = nests.split_last()?;
    let most = most_ahead(nests, edges);
    let mut ahead: Vec<usize> = others.iter().map(|_| ilp.variable(-most, most)).collect();
    // All nests may be moved by an iteration.
    ahead.push(ilp.variable(0, last.rate - 1));
    for edge in edges {
        ilp.at_least_zero(
            edge.ahead(&ahead),
            edge.distance.least?.saturating_add(edge.slack()),
        );
    }
    let mut bytes = Vec::new();
    let mut kept = BTreeMap::new();
    for (array, weight) in weights {
        let reaches = edges.iter().filter(|e| e.distance.array == *array);
        let rows: Option<Vec<(&Edge, i64)>> = reaches
            .filter_map(|e| match e.distance.reach? {
                Reach::Rows(rows) => Some(Some((e, rows))),
                Reach::Unbounded => Some(None),
            })
            .collect();
        let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
            continue;
        };
        let most = ilp.variable(1, 4 * MOST_ROWS);
        for (edge, reach) in rows {
            // From the last write to the first row that is still read.
            let (step, per_row) = (nests[edge.from].step, edge.distance.ratio.second);
            let ahead = edge.ahead(&ahead).into_iter();
            let mut terms: Vec<(usize, i64)> = ahead.map(|(v, c)| (v, -c)).collect();
            let rows = reach.saturating_add(per_row * edge.at_a_time(nests));
            let own = match step {
                1 => most,
                _ => {
                    let own = ilp.variable(1, MOST_ROWS);
                    ilp.at_least_zero(vec![(most, 1), (own, -step)], 0);
                    own
                }
            };
            terms.push((own, per_row));
            ilp.at_least_zero(terms, per_row - 1 - rows);
        }
        bytes.push((most, *weight));
        kept.insert(*array, most);
    }
    ilp.minimise(bytes);
    // None runs behind the last one without need.
    let behind = ilp.variable(0, most);
    for (nest, own) in nests.iter().zip(&ahead) {
        ilp.at_least_zero(vec![(*own, 1), (behind, nest.rate)], 0);
    }
    ilp.minimise(vec![(behind, 1)]);
    ilp.minimise(ahead.iter().map(|v| (*v, 1)).collect());
    let solution = ilp.solve()?;
    Some((
        ahead.iter().map(|v| solution[*v]).collect(),
        kept.iter().map(|(a, v)| (*a, solution[*v])).collect(),
    ))
}

/// No best plan needs more rows ahead: each distance is bridged once.
fn most_ahead(nests: &[Pace], edges: &[Edge]) -> i64 {
    let bridged = edges.iter().map(|edge| {
        let Distance {
            least,
            reach,
            ratio,
            ..
        } = edge.distance;
        let reach = match reach {
            Some(Reach::Rows(rows)) => rows.saturating_abs(),
            _ => 0,
        };
        let rows = least.unwrap_or(0).saturating_abs().max(reach);
        rows.saturating_add(ratio.first + ratio.second)
    });
    let rows = bridged.fold(1, i64::saturating_add);
    let rate = nests.iter().map(|nest| nest.rate).max().unwrap_or(1);
    rows.saturating_mul(rate).min(MOST_ROWS)
}

impl Edge {
    /// By how much the first nest is ahead of the second one, in the unit of the distance.
    fn ahead(&self, ahead: &[usize]) -> Vec<(usize, i64)> {
        let ratio = self.distance.ratio;
        vec![
            (ahead[self.from], ratio.second),
            (ahead[self.to], -ratio.first),
        ]
    }

    /// By how much the second nest may be ahead of what it needs of the first, because the first
    /// one runs all its rows of an iteration before.
    fn slack(&self) -> i64 {
        let ratio = self.distance.ratio;
        match (ratio.first, ratio.second) {
            (_, 1) => ratio.first - 1,
            (1, _) => 0,
            (first, second) => first - second,
        }
    }

    /// The rows that the first nest runs before the second one gets its turn.
    fn at_a_time(&self, nests: &[Pace]) -> i64 {
        let own = nests[self.from];
        let are_together = nests[self.from..=self.to].iter().all(|nest| *nest == own);
        if are_together { 1 } else { own.rate }
    }
}
