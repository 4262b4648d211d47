//! Where nests that follow each other are cut into loops, so that the arrays between them need the
//! fewest bytes: dynamic programming over the positions of cuts.

use crate::Kept;
use crate::groups::{Graph, Group};
use crate::runs::{self, Order};
use std::collections::BTreeSet;

/// From one position, loops that end at so many cuts are tried, and the longest one.
const MOST_ENDS: usize = 16;

/// The loops of least total size, in order.
pub(crate) fn groups(graph: &Graph, order: &Order) -> Vec<Group> {
    let cuts = Cuts {
        graph,
        order,
        positions: positions(&graph.kinds, order),
        links: graph.links(),
    };
    let count = graph.kinds.len();
    let mut best: Vec<Option<Best>> = vec![None; count + 1];
    best[0] = Some(Best::default());
    for start in 0..count {
        let Some(here) = best[start].clone() else {
            continue;
        };
        for group in cuts.candidates(start) {
            let end = group.nests.last().map_or(start, |last| last + 1);
            let saved = here.saved.saturating_add(graph.saved(&group));
            improve(&mut best[end], saved, (start, Some(group)));
        }
        improve(&mut best[start + 1], here.saved, (start, None));
    }
    path(best)
}

/// The best way to a position.
#[derive(Clone, Default)]
struct Best {
    /// The bytes that are saved before it.
    saved: i64,
    /// The last position before it, and the loop in between.
    from: Option<(usize, Option<Group>)>,
}

fn improve(best: &mut Option<Best>, saved: i64, from: (usize, Option<Group>)) {
    if best.as_ref().is_none_or(|known| known.saved < saved) {
        *best = Some(Best {
            saved,
            from: Some(from),
        });
    }
}

/// The loops on the best way to the end.
fn path(mut best: Vec<Option<Best>>) -> Vec<Group> {
    let mut groups = Vec::new();
    let mut at = best.len() - 1;
    while let Some((from, group)) = best[at].take().and_then(|b| b.from) {
        groups.extend(group);
        at = from;
    }
    groups.reverse();
    groups
}

/// Positions at which a loop may begin although the one before it could be longer: an earlier
/// beginning would keep another nest out, or the nests are of another kind.
fn positions(kinds: &[Option<usize>], order: &Order) -> Vec<usize> {
    let is_cut = |at: &usize| {
        let last = at - 1;
        kinds[last] != kinds[*at] || (*at..kinds.len()).any(|later| order.is_apart(last, later))
    };
    (1..kinds.len()).filter(is_cut).collect()
}

struct Cuts<'c> {
    graph: &'c Graph,
    order: &'c Order,
    positions: Vec<usize>,
    /// See [`Graph::links`].
    links: BTreeSet<(usize, usize)>,
}

impl Cuts<'_> {
    /// The loops that may begin at a position, the longest first, and then that of linked nests,
    /// which may reach further.
    fn candidates(&self, start: usize) -> Vec<Group> {
        let (kinds, end) = (&self.graph.kinds, self.graph.kinds.len());
        let mut tried: Vec<Vec<usize>> = Vec::new();
        let mut found = Vec::new();
        let is_position = start == 0 || self.positions.contains(&start);
        if is_position {
            let run = runs::run(kinds, self.order, start);
            let inner = self.positions.iter().filter(|p| **p > start);
            for end in inner.take(MOST_ENDS).copied().chain([end]) {
                let inside: Vec<usize> = run.iter().copied().filter(|nest| *nest < end).collect();
                found.extend(self.of(&inside, &mut tried));
            }
            found.reverse();
        }
        // A loop that reads what an earlier one writes had better begin with that.
        if is_position || self.links.iter().all(|(_, to)| *to != start) {
            let linked = runs::linked(kinds, self.order, start, &self.links);
            found.extend(self.of(&linked, &mut tried));
        }
        found
    }

    /// Nests as one loop, if that was not tried. Nests that would only share arrays of which a loop
    /// keeps all rows are left out.
    fn of(&self, nests: &[usize], tried: &mut Vec<Vec<usize>>) -> Option<Group> {
        let mut long = BTreeSet::new();
        while let Some(nests) = self.graph.linked(nests, &long) {
            if tried.contains(&nests) {
                break;
            }
            let group = self.graph.group(&nests);
            tried.push(nests);
            let known = long.len();
            long.extend(group.iter().flat_map(|own| self.graph.wholes(own)));
            if long.len() == known {
                return group;
            }
        }
        None
    }
}

impl Graph {
    /// The bytes that one loop saves, at least one.
    fn saved(&self, group: &Group) -> i64 {
        let saved = |kept: &Kept| match self.leaves(kept.array, &group.nests) {
            true => 0,
            false => {
                let (row, all) = self.size(kept.array);
                all.saturating_sub(row.saturating_mul(kept.rows)).max(0)
            }
        };
        let all = group.kept.iter().map(saved);
        all.fold(0, i64::saturating_add).max(1)
    }
}
