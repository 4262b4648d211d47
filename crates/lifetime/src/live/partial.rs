//! The most cells that are needed at once in any execution that keeps a partial order.
//!
//! An execution goes through states: some steps are over, some run beside each other, reads behind them
//! and writes under way. A state is a closure of events, `2k` for the reads of step `k` and `2k + 1` for its
//! writes, under "needs to have happened". A value has its cell from the reads of the step that
//! writes it, which are the last that happens before, until its writes and all uses have happened.
//! If one of these comes last in every execution, the number of cells is a sum of weights of events, and a
//! maximum closure is the answer. Else any one of them that may come last gives a lower bound.

use super::LiveBound;
use super::cut::{Closure, Heaviest};
use super::happens::Bits;
use super::lives::{Life, Moment, lives};
use super::trace::Trace;
use crate::Mode;

/// Graphs with more edges are not looked at.
const MOST_EDGES: usize = 200_000;
/// So often another use is taken for the last one, to find a larger bound.
const ROUNDS: usize = 8;

/// When one cell is needed.
struct Span {
    /// Must have happened; `None` if it has from the beginning.
    begins: Option<usize>,
    /// Those of its ends that no other one implies; empty if it never ends.
    ends: Vec<usize>,
}

/// `before`: by step, the steps that certainly come before it. `None` if that is too much, or if two
/// accesses of an element are not in order: then nobody knows what is alive.
pub(super) fn most_at_once(trace: &Trace, mode: Mode, before: &[Bits]) -> Option<LiveBound> {
    if !all_in_order(trace, before) {
        return None;
    }
    let lives = lives(trace, mode)?;
    let earlier = std::iter::once(None).chain(lives.iter().map(Some));
    let spans = lives.iter().zip(earlier);
    let spans: Vec<Span> = spans
        .map(|(life, earlier)| Span {
            begins: begin(life, earlier),
            ends: ends(life, trace, before),
        })
        .collect();
    let needs = needs(before)?;
    let mut chosen: Vec<usize> = spans.iter().map(|_| 0).collect();
    let mut bound = 0;
    for _ in 0..ROUNDS {
        let found = heaviest(trace, &needs, &spans, &chosen);
        bound = bound.max(found.weight);
        if !choose_again(&spans, &found, &mut chosen) {
            break;
        }
    }
    let always = spans.iter().filter(|s| s.begins.is_none()).count() as u64;
    let bound = bound.unsigned_abs() + always;
    let mut cells: Vec<_> = lives.iter().map(|l| l.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    let one_end = spans.iter().all(|s| s.ends.len() <= 1);
    Some(match one_end || bound == cells.len() as u64 {
        true => LiveBound::Exact(bound),
        false => LiveBound::AtLeast(bound),
    })
}

fn heaviest(trace: &Trace, needs: &[(usize, usize)], spans: &[Span], chosen: &[usize]) -> Heaviest {
    let mut graph = Closure::new(2 * trace.steps.len());
    for (event, needed) in needs {
        graph.need(*event, *needed);
    }
    for (span, end) in spans.iter().zip(chosen) {
        if let Some(event) = span.begins {
            graph.add_weight(event, 1);
        }
        if let Some(event) = span.ends.get(*end) {
            graph.add_weight(*event, -1);
        }
    }
    graph.heaviest()
}

/// Takes an end that has not happened where one has that was taken for the last; whether there is any.
fn choose_again(spans: &[Span], state: &Heaviest, chosen: &mut [usize]) -> bool {
    let mut changed = false;
    for (span, end) in spans.iter().zip(chosen) {
        let open = |event: &usize| !state.inside[*event];
        let taken = span.ends.get(*end);
        if taken.is_some_and(|event| !open(event))
            && let Some(other) = span.ends.iter().position(open)
        {
            *end = other;
            changed = true;
        }
    }
    changed
}

/// `earlier`: the life before it, perhaps of the same cell. In a step whose reads may come last that may
/// keep the cell until the writes have happened.
fn begin(life: &Life, earlier: Option<&Life>) -> Option<usize> {
    let write = usize::try_from(life.first).ok()?;
    let kept = earlier.is_some_and(|e| e.cell == life.cell && e.uses.contains(&life.first));
    Some(if kept { write } else { write - 1 })
}

/// The ends that no other one implies; none if there is no end in the region.
fn ends(life: &Life, trace: &Trace, before: &[Bits]) -> Vec<usize> {
    if life.last() == 2 * trace.steps.len() as Moment {
        return Vec::new();
    }
    let event = |moment: Moment| usize::try_from(moment).ok();
    let all = life.uses.iter().chain([&life.first]);
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

/// Whether an event happens only after another one.
fn implies(later: usize, earlier: usize, before: &[Bits]) -> bool {
    match later / 2 == earlier / 2 {
        true => later > earlier,
        false => before[later / 2].contains(earlier / 2),
    }
}

/// What each event needs to have happened, directly; `None` if there is too much of it.
fn needs(before: &[Bits]) -> Option<Vec<(usize, usize)>> {
    let mut needs = Vec::new();
    for (y, own) in before.iter().enumerate() {
        needs.push((2 * y + 1, 2 * y));
        let mut known = Bits::default();
        for x in (0..y).rev().filter(|x| own.contains(*x)) {
            if !known.contains(x) {
                needs.push((2 * y, 2 * x + 1));
                known.add_all(&before[x]);
            }
        }
        if needs.len() > MOST_EDGES {
            return None;
        }
    }
    Some(needs)
}

/// Whether every two accesses of an element, one of them a write, are in order.
fn all_in_order(trace: &Trace, before: &[Bits]) -> bool {
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
