//! The columns of a drawing: parts of the execution, as short as is needed to tell lines apart.

use super::lines::Line;
use crate::{Evidence, StepEvidence};
use std::collections::BTreeSet;

/// Columns of a drawing.
const MOST: usize = 60;

/// A part of the execution.
pub(super) struct Column {
    /// The outermost counter and its value, if it is the only one in the column.
    pub(super) counter: Option<(String, i64)>,
    /// Whether a new part of the program begins.
    pub(super) starts_phase: bool,
}

/// The parts of the execution.
pub(super) struct Columns {
    pub(super) list: Vec<Column>,
    /// The column of each step.
    of_step: Vec<usize>,
}

impl Columns {
    /// The columns for some lines, until the last of them ends.
    pub(super) fn of(evidence: &Evidence, lines: &[Line<'_>]) -> Self {
        let end = lines.iter().map(|line| line.steps()[1] + 1).max();
        let steps = &evidence.steps[..end.unwrap_or(0).min(evidence.steps.len())];
        let mut lengths = lengths(steps, lines);
        while count(steps, &lengths) > MOST && lengths.iter().any(|l| l.1 > 1) {
            // The finest part gets coarser.
            let finest = lengths.iter_mut().max_by_key(|(_, length)| *length);
            finest.into_iter().for_each(|(_, length)| *length -= 1);
        }
        let mut columns = Columns {
            list: Vec::new(),
            of_step: Vec::new(),
        };
        for (k, step) in steps.iter().enumerate() {
            let before = k.checked_sub(1).map(|k| &steps[k]);
            let length = length_of(step, &lengths);
            let is_new = before.is_none_or(|b| prefix(b, length) != prefix(step, length));
            if is_new {
                let starts_phase = before.is_none_or(|b| phase(b) != phase(step));
                let counter = step.counters.first().filter(|_| length > 1).cloned();
                columns.list.push(Column {
                    counter,
                    starts_phase,
                });
            }
            columns.of_step.push(columns.list.len() - 1);
        }
        columns
    }

    /// The column of a step.
    pub(super) fn at(&self, step: usize) -> usize {
        self.of_step.get(step).copied().unwrap_or(0)
    }
}

/// The first coordinate of time: a part of the program.
fn phase(step: &StepEvidence) -> i64 {
    step.time.first().copied().unwrap_or(0)
}

fn prefix(step: &StepEvidence, length: usize) -> &[i64] {
    &step.time[..length.min(step.time.len())]
}

fn length_of(step: &StepEvidence, lengths: &[(i64, usize)]) -> usize {
    let own = lengths.iter().find(|(of, _)| *of == phase(step));
    own.map_or(1, |(_, length)| *length)
}

fn count(steps: &[StepEvidence], lengths: &[(i64, usize)]) -> usize {
    let prefixes = steps.iter().map(|s| prefix(s, length_of(s, lengths)));
    prefixes.collect::<BTreeSet<_>>().len()
}

/// For each phase, how many coordinates of time name a column: the fewest that tell lines apart as
/// well as all of them do.
fn lengths(steps: &[StepEvidence], lines: &[Line<'_>]) -> Vec<(i64, usize)> {
    let phases: BTreeSet<i64> = steps.iter().map(phase).collect();
    let dims = steps.iter().map(|s| s.time.len()).max().unwrap_or(1).max(1);
    let mut found = Vec::new();
    for of in phases {
        let told = |length: usize| told_apart(steps, lines, of, length);
        let best = told(dims);
        let length = (1..=dims).find(|length| told(*length) >= best);
        found.push((of, length.unwrap_or(dims)));
    }
    found
}

/// How well columns of a phase tell lines apart: lines of one cell should not have a column in
/// common; lines without cells should begin and end in columns of their own.
fn told_apart(steps: &[StepEvidence], lines: &[Line<'_>], of: i64, length: usize) -> i64 {
    let column = |step: usize| steps.get(step).map(|s| prefix(s, length).to_vec());
    let is_here = |step: usize| steps.get(step).is_some_and(|s| phase(s) == of);
    if lines.iter().all(|line| line.cell.is_empty()) {
        let ends = lines
            .iter()
            .flat_map(|line| line.steps().into_iter().enumerate());
        let ends = ends.filter(|(_, step)| is_here(*step));
        let ends: BTreeSet<_> = ends.map(|(k, step)| (k, column(step))).collect();
        return ends.len() as i64;
    }
    let mut common = 0;
    for (k, one) in lines.iter().enumerate() {
        for other in lines[k + 1..].iter().filter(|other| other.cell == one.cell) {
            let [earlier, later] = match one.steps() <= other.steps() {
                true => [one.steps()[1], other.steps()[0]],
                false => [other.steps()[1], one.steps()[0]],
            };
            let meets = is_here(earlier) && is_here(later) && column(earlier) >= column(later);
            common -= i64::from(meets);
        }
    }
    common
}
