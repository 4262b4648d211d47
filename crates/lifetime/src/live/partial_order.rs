//! The most cells that are needed at once in any execution that keeps a partial order.
//!
//! An execution passes through states: some steps have ended, and of those that run concurrently
//! the reads have happened and the writes have not. A state is a closure of events, `2k` for the
//! reads of step `k` and `2k + 1` for its writes, under "needs to have happened". A value occupies
//! its cell from the reads of the step that writes it, the last event before that write, until its
//! write and all uses have happened. If one of these is the last in every execution, the number of
//! cells is a sum of weights of events, and a maximum closure is the answer. Else any one that may
//! be the last gives a lower bound.

use super::bound::LiveBound;
use super::live_ranges::{LiveRange, Moment, live_ranges};
use super::max_closure::{Graph, Heaviest};
use super::trace::Trace;
use crate::mode::Mode;
use fixedbitset::FixedBitSet;

/// Graphs with more edges are given up.
const MOST_EDGES: usize = 200_000;
/// Rounds in which last uses are re-guessed to raise the bound.
const ROUNDS: usize = 8;

/// When one cell is occupied.
struct Occupied {
    /// The event from which on it is; `None` if it is from the beginning.
    begins: Option<usize>,
    /// The ends that no other end implies; empty if it never ends.
    ends: Vec<usize>,
}

/// `before`: by step, the steps that are certainly before it. `None` if the graph is too large, or
/// if two accesses of an element are not ordered, so that it is unknown which values are alive.
pub(super) fn most_at_once(trace: &Trace, mode: Mode, before: &[FixedBitSet]) -> Option<LiveBound> {
    if !all_in_order(trace, before) {
        return None;
    }
    let ranges = live_ranges(trace, mode)?;
    let earlier = std::iter::once(None).chain(ranges.iter().map(Some));
    let cells = ranges.iter().zip(earlier);
    let cells: Vec<Occupied> = cells
        .map(|(range, earlier)| Occupied {
            begins: begin(range, earlier),
            ends: ends(range, trace, before),
        })
        .collect();
    let needs = needs(before)?;
    let mut last: Vec<usize> = cells.iter().map(|_| 0).collect();
    let mut bound = 0;
    for _ in 0..ROUNDS {
        let found = heaviest(trace, &needs, &cells, &last);
        bound = bound.max(found.weight);
        if !guess_again(&cells, &found, &mut last) {
            break;
        }
    }
    let always = cells.iter().filter(|s| s.begins.is_none()).count() as u64;
    let bound = bound.unsigned_abs() + always;
    let mut distinct: Vec<_> = ranges.iter().map(|l| l.cell).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let one_end = cells.iter().all(|s| s.ends.len() <= 1);
    Some(match one_end || bound == distinct.len() as u64 {
        true => LiveBound::Exact(bound),
        false => LiveBound::AtLeast(bound),
    })
}

/// The state with the most occupied cells, if the cells end with these of their ends.
fn heaviest(
    trace: &Trace,
    needs: &[(usize, usize)],
    cells: &[Occupied],
    last: &[usize],
) -> Heaviest {
    let mut graph = Graph::new(2 * trace.steps.len());
    for (event, needed) in needs {
        graph.need(*event, *needed);
    }
    for (cell, end) in cells.iter().zip(last) {
        if let Some(event) = cell.begins {
            graph.add_weight(event, 1);
        }
        if let Some(event) = cell.ends.get(*end) {
            graph.add_weight(*event, -1);
        }
    }
    graph.heaviest()
}

/// Replaces each guessed last end that has already happened. Returns whether anything changed.
fn guess_again(cells: &[Occupied], state: &Heaviest, last: &mut [usize]) -> bool {
    let mut changed = false;
    for (cell, end) in cells.iter().zip(last) {
        let open = |event: &usize| !state.inside[*event];
        let guessed = cell.ends.get(*end);
        if guessed.is_some_and(|event| !open(event))
            && let Some(other) = cell.ends.iter().position(open)
        {
            *end = other;
            changed = true;
        }
    }
    changed
}

/// `earlier`: the range before it, perhaps of the same cell. In a step whose reads may be last,
/// that range may keep the cell until the writes have happened.
fn begin(range: &LiveRange, earlier: Option<&LiveRange>) -> Option<usize> {
    let write = usize::try_from(range.first).ok()?;
    let kept = earlier.is_some_and(|e| e.cell == range.cell && e.uses.contains(&range.first));
    Some(if kept { write } else { write - 1 })
}

/// The ends that no other end implies; none if the range outlives the region.
fn ends(range: &LiveRange, trace: &Trace, before: &[FixedBitSet]) -> Vec<usize> {
    if range.last() == 2 * trace.steps.len() as Moment {
        return Vec::new();
    }
    let event = |moment: Moment| usize::try_from(moment).ok();
    let all = range.uses.iter().chain([&range.first]);
    let mut all: Vec<usize> = all.filter_map(|m| event(*m)).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    all.dedup();
    let mut ends: Vec<usize> = Vec::new();
    for end in all {
        if !ends.iter().any(|later| implies(*later, end, before)) {
            ends.push(end);
        }
    }
    ends
}

/// Whether one event happens only after another.
fn implies(later: usize, earlier: usize, before: &[FixedBitSet]) -> bool {
    match later / 2 == earlier / 2 {
        true => later > earlier,
        false => before[later / 2].contains(earlier / 2),
    }
}

/// The direct predecessors of each event, as pairs; `None` if there are too many.
fn needs(before: &[FixedBitSet]) -> Option<Vec<(usize, usize)>> {
    let mut needs = Vec::new();
    for (y, own) in before.iter().enumerate() {
        needs.push((2 * y + 1, 2 * y));
        let mut known = FixedBitSet::with_capacity(before.len());
        for x in (0..y).rev().filter(|x| own.contains(*x)) {
            if !known.contains(x) {
                needs.push((2 * y, 2 * x + 1));
                known.union_with(&before[x]);
            }
        }
        if needs.len() > MOST_EDGES {
            return None;
        }
    }
    Some(needs)
}

/// Whether every two accesses of an element, one of them a write, are ordered.
fn all_in_order(trace: &Trace, before: &[FixedBitSet]) -> bool {
    let mut written: Vec<Option<usize>> = vec![None; trace.elements];
    let mut read: Vec<Vec<usize>> = vec![Vec::new(); trace.elements];
    for (y, step) in trace.steps.iter().enumerate() {
        let ordered = |x: &usize| *x == y || before[y].contains(*x);
        for element in step.reads.iter().map(|e| *e as usize) {
            if !written[element].iter().all(ordered) {
                return false;
            }
            read[element].push(y);
        }
        for element in step.stores.iter().map(|s| s.element as usize) {
            if !written[element].iter().chain(&read[element]).all(ordered) {
                return false;
            }
            written[element] = Some(y);
            read[element].clear();
        }
    }
    true
}
