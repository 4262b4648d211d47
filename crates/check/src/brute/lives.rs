//! Which elements need a cell at which moment.

use super::trace::{Step, Touch, Trace};
use super::values::History;
use super::{Brute, Element, Mode, Moment};
use scop::AccessId;
use std::collections::{BTreeMap, BTreeSet};

/// Which certain write to several elements stored something, and when: it stores the same in all.
type Source = Option<(AccessId, Moment)>;

/// From the first to the last moment at which an element needs its cell, both included.
struct Life {
    element: Element,
    first: Moment,
    last: Moment,
    source: Source,
}

/// Looks at every moment: the elements that are alive or being written may not share a cell.
pub(super) fn observe(trace: &Trace, history: &History, mode: Mode) -> Brute {
    let lives = match mode {
        Mode::Value => of_values(trace, history),
        Mode::Element => of_elements(trace, history, false),
        Mode::Access => of_elements(trace, history, true),
    };
    let mut brute = Brute::default();
    for moment in -1..=trace.end() {
        let alive = lives
            .iter()
            .filter(|l| l.first <= moment && moment <= l.last);
        let mut needed: BTreeSet<Needed> = alive.map(|l| (&l.element, l.source)).collect();
        needed.extend(written_at(trace, moment, mode));
        brute.note(&needed);
    }
    brute
}

impl Brute {
    fn note(&mut self, needed: &BTreeSet<Needed>) {
        let cells = needed.iter().map(|(x, from)| from.ok_or(*x));
        let cells: BTreeSet<Result<_, &Element>> = cells.collect();
        self.live_bound = self.live_bound.max(cells.len());
        for (x, from) in needed {
            let is_other = |(y, by): &&Needed<'_>| y != x && (from.is_none() || from != by);
            for (y, _) in needed.iter().filter(is_other) {
                let pair = ((*x).clone(), (*y).clone());
                if self.conflicts.insert(pair) {
                    self.differences
                        .insert(x.iter().zip(*y).map(|(a, b)| a - b).collect());
                }
            }
        }
    }
}

/// An element that needs a cell, and where its value is from.
type Needed<'a> = (&'a Element, Source);

/// The elements that the step at this moment writes.
fn written_at(trace: &Trace, moment: Moment, mode: Mode) -> Vec<Needed<'_>> {
    let step = usize::try_from(moment).ok().filter(|m| m % 2 == 1);
    let Some(step) = step.and_then(|m| trace.steps.get(m / 2)) else {
        return Vec::new();
    };
    let by = |w: &Touch| (mode == Mode::Value && is_uniform(w)).then_some((w.access, moment));
    let elements = step.writes.iter();
    let elements = elements.flat_map(|w| w.elements.iter().map(move |e| (e, by(w))));
    elements.collect()
}

/// Whether a write stores the same in several elements.
fn is_uniform(write: &Touch) -> bool {
    write.certain && write.elements.len() > 1
}

fn written(step: &Step) -> Vec<&Element> {
    step.writes.iter().flat_map(|w| &w.elements).collect()
}

fn of_values(trace: &Trace, history: &History) -> Vec<Life> {
    let writes = trace.steps.iter().flat_map(|s| &s.writes);
    let uniform = writes.filter(|w| is_uniform(w)).map(|w| w.access);
    let uniform: BTreeSet<AccessId> = uniform.collect();
    let read = history.values.iter().filter_map(|v| {
        let last = v.last?;
        Some(Life {
            element: v.element.clone(),
            first: v.born,
            last,
            source: v.write.filter(|w| uniform.contains(w)).map(|w| (w, v.born)),
        })
    });
    read.collect()
}

fn of_elements(trace: &Trace, history: &History, until_written: bool) -> Vec<Life> {
    let first = first_births(history);
    let mut last: BTreeMap<&Element, Moment> = BTreeMap::new();
    for (k, step) in trace.steps.iter().enumerate() {
        let writes_at = 2 * k as Moment + 1;
        for element in step.reads.iter().flat_map(|r| &r.elements) {
            last.insert(
                element,
                if step.reads_first {
                    writes_at - 1
                } else {
                    writes_at
                },
            );
        }
        if until_written {
            last.extend(written(step).into_iter().map(|e| (e, writes_at)));
        }
    }
    if history.crosses && (trace.live_out || trace.carried) {
        last.extend(trace.elements.iter().map(|e| (e, trace.end())));
    }
    let life = |(element, last): (&&Element, &Moment)| {
        let first = *first.get(*element)?;
        Some(Life {
            element: (*element).clone(),
            first,
            last: *last,
            source: None,
        })
    };
    last.iter().filter_map(life).collect()
}

/// When each element gets its first value; one from before the region counts if it is read.
fn first_births(history: &History) -> BTreeMap<&Element, Moment> {
    let mut first = BTreeMap::new();
    for value in history.values.iter().rev() {
        if value.write.is_some() || value.last.is_some() {
            first.insert(&value.element, value.born);
        }
    }
    first
}
