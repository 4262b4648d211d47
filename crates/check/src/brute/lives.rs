//! Which elements need a cell at which moment.

use super::trace::{Step, Trace};
use super::values::History;
use super::{Brute, Element, Mode, Moment};
use std::collections::{BTreeMap, BTreeSet};

/// From the first to the last moment at which an element needs its cell, both included.
struct Life {
    element: Element,
    first: Moment,
    last: Moment,
}

/// Looks at every moment: the elements that are alive or being written may not share a cell.
pub(super) fn observe(trace: &Trace, history: &History, mode: Mode) -> Brute {
    let lives = match mode {
        Mode::Value => of_values(history),
        Mode::Element => of_elements(trace, history, false),
        Mode::Access => of_elements(trace, history, true),
    };
    let mut brute = Brute::default();
    for moment in -1..=trace.end() {
        let alive = lives
            .iter()
            .filter(|l| l.first <= moment && moment <= l.last);
        let mut needed: BTreeSet<&Element> = alive.map(|l| &l.element).collect();
        needed.extend(written_at(trace, moment));
        brute.note(&needed);
    }
    brute
}

impl Brute {
    fn note(&mut self, needed: &BTreeSet<&Element>) {
        self.live_bound = self.live_bound.max(needed.len());
        for x in needed {
            for y in needed.iter().filter(|y| *y != x) {
                let pair = ((*x).clone(), (*y).clone());
                if self.conflicts.insert(pair) {
                    self.differences
                        .insert(x.iter().zip(*y).map(|(a, b)| a - b).collect());
                }
            }
        }
    }
}

/// The elements that the step at this moment writes.
fn written_at(trace: &Trace, moment: Moment) -> Vec<&Element> {
    let step = usize::try_from(moment).ok().filter(|m| m % 2 == 1);
    let step = step.and_then(|m| trace.steps.get(m / 2));
    step.map(written).unwrap_or_default()
}

fn written(step: &Step) -> Vec<&Element> {
    step.writes.iter().flat_map(|w| &w.elements).collect()
}

fn of_values(history: &History) -> Vec<Life> {
    let read = history.values.iter().filter_map(|v| {
        let last = v.last?;
        Some(Life {
            element: v.element.clone(),
            first: v.born,
            last,
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
