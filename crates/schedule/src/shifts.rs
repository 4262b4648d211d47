//! How many rows each nest of a fused loop runs ahead of the last one, so that the arrays between
//! them need the fewest bytes (Song, Wang, Li: section 4; the constraints are those of a network
//! flow, so the linear programme has a solution in whole numbers).

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

/// The rows that each of `nests` nests runs ahead of the last one, negative if it runs behind, and
/// the rows that each array of `weights` (bytes of a row) keeps. `None` if a distance has no bound.
pub(crate) fn shifts(
    nests: usize,
    edges: &[Edge],
    weights: &BTreeMap<ArrayId, i64>,
) -> Option<(Vec<i64>, BTreeMap<ArrayId, i64>)> {
    let mut ilp = Ilp::new();
    let ahead: Vec<usize> = (0..nests).map(|_| ilp.variable(0, MOST_ROWS)).collect();
    let last = *ahead.last()?;
    for edge in edges {
        // The second nest is not ahead of what it needs of the first.
        let terms = vec![(ahead[edge.from], 1), (ahead[edge.to], -1)];
        ilp.at_least_zero(terms, edge.distance.least?);
    }
    let mut bytes = Vec::new();
    let mut kept = BTreeMap::new();
    for (array, weight) in weights {
        let reaches = edges.iter().filter(|e| e.distance.array == *array);
        let rows: Option<Vec<(usize, usize, i64)>> = reaches
            .filter_map(|e| match e.distance.reach? {
                Reach::Rows(rows) => Some(Some((e.from, e.to, rows))),
                Reach::Unbounded => Some(None),
            })
            .collect();
        let Some(rows) = rows.filter(|rows| !rows.is_empty()) else {
            continue;
        };
        let most = ilp.variable(0, 4 * MOST_ROWS);
        for (from, to, reach) in rows {
            // The time from the write to the read.
            let terms = vec![(most, 1), (ahead[from], -1), (ahead[to], 1)];
            ilp.at_least_zero(terms, -reach);
        }
        bytes.push((most, *weight));
        kept.insert(*array, most);
    }
    ilp.minimise(bytes);
    // None runs behind the last one without need.
    ilp.minimise(vec![(last, 1)]);
    ilp.minimise(ahead.iter().map(|v| (*v, 1)).collect());
    let solution = ilp.solve()?;
    let rows = |variable: &usize| solution[*variable];
    Some((
        ahead.iter().map(|v| rows(v) - rows(&last)).collect(),
        kept.iter().map(|(a, v)| (*a, rows(v) + 1)).collect(),
    ))
}
