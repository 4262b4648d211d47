//! The values of one array at small sizes, one by one: who writes each, who reads it last, and when
//! it needs its cell. For explanations; the program is executed as written.

use super::chamber::{Chamber, Freedom};
use super::live_ranges::{Cell, LiveRange, Moment, live_ranges};
use super::sweep;
use super::trace::{Element, Prepared, Step, Trace};
use crate::mode::Mode;
use poly::{Result, Set};
use scop::{AccessId, AccessKind, ArrayId, Scop, StmtId};
use std::collections::HashMap;

/// Sizes from `base` up in the same order as the samples, the smallest first; parameters with tiny
/// samples keep them if possible.
pub fn small_sizes(samples: &[(&str, i64)], base: i64) -> Vec<Vec<(String, i64)>> {
    const MOST: usize = 8;
    let fixed = Chamber::new(samples, base, Freedom::SmallFixed);
    let free = Chamber::new(samples, base, Freedom::TiesFree);
    let named = |chamber: &Chamber, point: &[i64]| {
        let values = chamber.values(point).into_iter();
        values
            .map(|(name, value)| (name.to_string(), value))
            .collect()
    };
    let points = |chamber: Chamber| {
        let points = chamber.points().take(MOST);
        points.map(|p| named(&chamber, &p)).collect::<Vec<_>>()
    };
    fixed.into_iter().chain(free).flat_map(points).collect()
}

/// A statement instance that touches the array.
#[derive(Clone, Debug)]
pub struct Event {
    /// The statement.
    pub statement: StmtId,
    /// When it is executed.
    pub time: Vec<i64>,
}

/// The life of a value: from the step that writes it to the step that last needs it.
#[derive(Clone, Debug)]
pub struct Life {
    /// Its element, by its subscripts.
    pub element: Vec<i64>,
    /// The access that writes it; `None` if it is from before the region.
    pub write: Option<AccessId>,
    /// The access that reads it last; `None` if none does, or other code after the region may.
    pub last_read: Option<AccessId>,
    /// All accesses that may read it, in the order of their first reads.
    pub reads: Vec<AccessId>,
    /// Code after the region may read it.
    pub is_needed_after: bool,
    /// The step that writes it, and the last step in which it needs its cell.
    pub steps: [usize; 2],
}

/// The values of one copy of an array in one execution.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The steps, in the order of time.
    pub events: Vec<Event>,
    /// The values, in the order of their first steps.
    pub lives: Vec<Life>,
    /// Per step, how many values need a cell during it. The largest is the live bound there.
    pub alive: Vec<u32>,
    /// The copies of the array in the execution; all but the first are left out.
    pub copies: usize,
}

/// Records the history of one array at given sizes.
pub struct Recorder {
    array: Prepared,
    context: Set,
    mode: Mode,
}

/// The access of each read and write, by kind, time and element.
type AccessesByTouch = HashMap<(AccessKind, Vec<i64>, Element), AccessId>;

impl Recorder {
    /// Prepares to record the accesses to these elements of an array; to all if `None`.
    pub fn new(scop: &Scop, array: ArrayId, mode: Mode, elements: Option<&Set>) -> Result<Self> {
        Ok(Recorder {
            array: match elements {
                Some(elements) => Prepared::within(scop, array, elements)?,
                None => Prepared::new(scop, array)?,
            },
            context: scop.context.clone(),
            mode,
        })
    }

    /// The history of the elements that the region touches, at these values of all parameters.
    /// `None` if the program is not defined there, or there are more than `most` accesses.
    pub fn at(&self, params: &[(&str, i64)], most: usize) -> Result<Option<History>> {
        let defined = self.context.fix_params(params.iter().copied())?;
        if defined.is_empty()? {
            return Ok(None);
        }
        let mut left = most;
        let mut numbers = HashMap::new();
        let Some(steps) = self.array.steps(params, &mut left, &mut numbers)? else {
            return Ok(None);
        };
        let Some(touches) = self.touches(params, most, &numbers)? else {
            return Ok(None);
        };
        let traces = self.array.with_elements(steps, numbers.len(), true);
        let mut names: Vec<(Element, Vec<i64>)> =
            numbers.into_iter().map(|(x, n)| (n, x)).collect();
        names.sort_unstable();
        Ok(self.history(&traces, &names, &touches))
    }

    fn touches(
        &self,
        params: &[(&str, i64)],
        most: usize,
        numbers: &HashMap<Vec<i64>, Element>,
    ) -> Result<Option<AccessesByTouch>> {
        let mut found = AccessesByTouch::new();
        let mut left = most;
        for access in &self.array.accesses {
            let Some(points) = access.points(params, &mut left)? else {
                return Ok(None);
            };
            for point in points {
                let (time, element) = point.split_at(self.array.time_dims);
                if let Some(number) = numbers.get(element) {
                    found.insert(
                        (access.kind, time.to_vec(), *number),
                        AccessId(access.access),
                    );
                }
            }
        }
        Ok(Some(found))
    }

    fn history(
        &self,
        traces: &[Trace],
        names: &[(Element, Vec<i64>)],
        touches: &AccessesByTouch,
    ) -> Option<History> {
        let Some(trace) = traces.first() else {
            return Some(History::default());
        };
        let ranges = live_ranges(trace, self.mode)?;
        let alive = alive(&ranges, trace.steps.len());
        let mut lives = Vec::new();
        for range in live_ranges(&trace.with_own_cells(), self.mode)? {
            lives.extend(life(&range, trace, names, touches));
        }
        lives.sort_by(|a: &Life, b| (a.steps, &a.element).cmp(&(b.steps, &b.element)));
        let event = |step: &Step| Event {
            statement: step.statement,
            time: step.time.clone(),
        };
        Some(History {
            events: trace.steps.iter().map(event).collect(),
            lives,
            alive,
            copies: traces.len(),
        })
    }
}

/// The step of a moment, and whether it is the one before all steps.
fn step_of(moment: Moment, steps: usize) -> (usize, bool) {
    let step = usize::try_from(moment.div_euclid(2)).unwrap_or(0);
    (step.min(steps.saturating_sub(1)), moment < 0)
}

fn life(
    range: &LiveRange,
    trace: &Trace,
    names: &[(Element, Vec<i64>)],
    touches: &AccessesByTouch,
) -> Option<Life> {
    let Cell::Element(element) = range.cell else {
        return None;
    };
    let (_, name) = names.get(element as usize)?;
    let steps = trace.steps.len();
    let access = |kind, step: usize| {
        let time = trace.steps.get(step)?.time.clone();
        touches.get(&(kind, time, element)).copied()
    };
    let (first, is_before) = step_of(range.first, steps);
    let (last, _) = step_of(range.last(), steps);
    let end = 2 * steps as Moment;
    let uses = range.uses.iter().filter(|at| **at < end);
    let reads = uses.filter_map(|at| access(AccessKind::Read, step_of(*at, steps).0));
    let is_needed_after = range.last() >= end;
    Some(Life {
        element: name.clone(),
        write: match is_before {
            true => None,
            false => access(AccessKind::Write, first),
        },
        last_read: match is_needed_after || range.uses.is_empty() {
            true => None,
            false => access(AccessKind::Read, last),
        },
        reads: distinct(reads),
        is_needed_after,
        steps: [first, last],
    })
}

/// Each of some accesses once, in their order.
fn distinct(all: impl Iterator<Item = AccessId>) -> Vec<AccessId> {
    let mut found: Vec<AccessId> = Vec::new();
    for id in all {
        if !found.contains(&id) {
            found.push(id);
        }
    }
    found
}

/// The cells that are needed when each step writes.
fn alive(ranges: &[LiveRange], steps: usize) -> Vec<u32> {
    let needs = sweep::merged(ranges.iter().map(|l| (l.cell, l.first, l.last())).collect());
    let mut changes = vec![0_i64; steps + 1];
    for (_, first, last) in needs {
        // The writes of step `k` are at moment `2k + 1`.
        let (from, to) = (first.div_euclid(2), (last - 1).div_euclid(2) + 1);
        let at = |moment: Moment| usize::try_from(moment.max(0)).unwrap_or(0).min(steps);
        changes[at(from)] += 1;
        changes[at(to)] -= 1;
    }
    let mut now = 0;
    let counts = changes.iter().take(steps).map(|change| {
        now += change;
        u32::try_from(now).unwrap_or(0)
    });
    counts.collect()
}
