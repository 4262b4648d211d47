//! Time lines of the rows of fused loops: which rows of each loop are executed when, and which rows
//! of its arrays are in storage at one moment, before and after.

use super::{Figure, text};
use crate::html::words::{count, list};
use crate::{LoopEntry, RowsEntry};
use maud::{Markup, html};
use std::fmt::Write;

/// Executions of rows that a line shows, if fewer rows are enough.
const STEPS: i64 = 60;
/// Executions beyond which there is no figure.
const MOST_STEPS: i64 = 400;
/// Space for the names on the left, and for the rows on the right.
const MARGINS: [i64; 2] = [132, 84];
/// The height of a lane, and of a cell in it.
const LANE: i64 = 22;
const CELL: i64 = 16;

/// The figure of a fused loop; `None` if it would be too large.
pub(in crate::html) fn time_lines(id: &str, entry: &LoopEntry) -> Option<Markup> {
    let stages = Stages::of(entry)?;
    let steps = stages.before.len() as i64;
    let cell = (620 / steps).clamp(5, 18);
    let width = MARGINS[0] + steps * cell + MARGINS[1];
    let lanes = stages.lanes.len() as i64;
    let tops = [26, 26 + lanes * LANE + 46];
    let panels = [
        Panel {
            stages: &stages,
            order: &stages.before,
            fused: false,
            top: tops[0],
            cell,
        },
        Panel {
            stages: &stages,
            order: &stages.after,
            fused: true,
            top: tops[1],
            cell,
        },
    ];
    let bottom = tops[1] + lanes * LANE;
    let figure = Figure {
        id: format!("{id}-rows"),
        title: stages.finding(),
        alternative: stages.alternative(),
        size: [width, bottom + 22],
        drawing: html! {
            @for (panel, name) in panels.iter().zip([
                "Before: one loop after the other",
                "After: one loop; every other iteration is shaded",
            ]) {
                (text(0, panel.top - 12, "label strong", name))
                (panel.markup())
            }
            (text(MARGINS[0], bottom + 16, "label", "time (rows executed) \u{2192}"))
        },
        caption: html! {
            span.key { (key("cell-kept")) " a row that is in storage at the moment of the line" }
            span.key { (key("cell-row")) " any other row" }
            " A sketch with " (count(stages.iterations, "iteration"))
            ": the loops' own bounds differ at borders."
        },
    };
    Some(figure.markup())
}

/// The mark of a legend.
fn key(class: &str) -> Markup {
    html! {
        svg.mark width="14" height="12" viewBox="0 0 14 12" aria-hidden="true" {
            rect class=(class) x="1" y="1" width="12" height="10" {}
        }
    }
}

/// The execution of a row by a stage.
#[derive(Clone, Copy, PartialEq)]
struct Execution {
    stage: usize,
    row: i64,
    /// Of the fused loop, from 0.
    iteration: i64,
}

/// A loop that was fused.
struct Lane<'a> {
    line: usize,
    arrays: Vec<&'a RowsEntry>,
    /// The rows of its arrays that are needed at a time.
    rows: i64,
    /// The rows of arrays that each of its executions writes.
    step: i64,
    /// The executions that have written the rows that are needed at a time.
    kept: i64,
}

struct Stages<'a> {
    lanes: Vec<Lane<'a>>,
    iterations: i64,
    /// The executions in their order.
    before: Vec<Execution>,
    after: Vec<Execution>,
    /// The execution at which storage is counted: one of the last stage.
    moment: Execution,
}

impl<'a> Stages<'a> {
    fn of(entry: &'a LoopEntry) -> Option<Self> {
        let stages = entry.lines.len();
        if stages < 2 || entry.ahead.len() != stages || entry.rates.len() != stages {
            return None;
        }
        if entry.steps.len() != stages {
            return None;
        }
        let lanes: Vec<Lane> = { entry.lines.iter().zip(&entry.steps) }
            .map(|(line, step)| lane(entry, *line, *step))
            .collect();
        let rates = entry.rates.iter().map(|rate| (*rate).max(1));
        let all: i64 = rates.clone().sum();
        let needed = rates
            .zip(&lanes)
            .zip(&entry.ahead)
            .map(|((rate, lane), ahead)| (lane.kept + ahead.abs()) / rate + 3);
        let iterations = needed
            .max()?
            .max(STEPS / all.max(1))
            .clamp(4, 8.max(needed_most(&lanes)));
        if iterations.checked_mul(all)? > MOST_STEPS {
            return None;
        }
        let after = fused(entry, iterations);
        let mut before = after.clone();
        before.sort_by_key(|execution| (execution.stage, execution.row));
        let last = after
            .iter()
            .filter(|execution| execution.stage == stages - 1);
        let last: Vec<&Execution> = last.collect();
        let moment = **last.get(last.len() * 2 / 3)?;
        Some(Stages {
            lanes,
            iterations,
            before,
            after,
            moment,
        })
    }

    /// The rows of an array that are in storage at the moment, before and after.
    fn stored(&self, stage: usize, rows: i64) -> [i64; 2] {
        let executions = self.before.iter().filter(|e| e.stage == stage).count();
        let all = executions as i64 * self.lanes[stage].step;
        [all, rows.min(all)]
    }

    fn finding(&self) -> String {
        let rows = self.lanes.iter().flat_map(|lane| &lane.arrays);
        let rows: i64 = rows.map(|array| array.rows).sum();
        let arrays: usize = self.lanes.iter().map(|lane| lane.arrays.len()).sum();
        let stages = self.lanes.len();
        match arrays {
            0 => format!("{stages} loops are one"),
            1 => format!(
                "{stages} loops are one: {} instead of a whole array between them",
                count(rows, "row")
            ),
            _ => format!(
                "{stages} loops are one: {} instead of {arrays} whole arrays between them",
                count(rows, "row")
            ),
        }
    }

    fn alternative(&self) -> String {
        let mut text = "Rows that are in storage at one moment:".to_string();
        for (stage, lane) in self.lanes.iter().enumerate() {
            for array in &lane.arrays {
                let [before, after] = self.stored(stage, array.rows);
                // Writing to a string cannot fail.
                let _ = write!(
                    text,
                    " {}: {before} of {before} before, {after} after.",
                    array.name
                );
            }
        }
        text
    }
}

/// Iterations that are enough for the rows of all lanes.
fn needed_most(lanes: &[Lane]) -> i64 {
    lanes.iter().map(|lane| lane.kept).max().unwrap_or(0) + 3
}

fn lane(entry: &LoopEntry, line: usize, step: i64) -> Lane<'_> {
    let written = entry.arrays.iter().filter(|array| array.lines[0] == line);
    let arrays: Vec<&RowsEntry> = written.collect();
    let rows = arrays.iter().map(|array| array.rows).max().unwrap_or(0);
    let step = step.max(1);
    Lane {
        line,
        arrays,
        rows,
        step,
        kept: (rows + step - 1) / step,
    }
}

/// The executions of the fused loop: in iteration t, a stage executes rows `rate * t + ahead` up to
/// `rate * (t + 1) + ahead - 1`, as far as it has them.
fn fused(entry: &LoopEntry, iterations: i64) -> Vec<Execution> {
    let reach = entry
        .ahead
        .iter()
        .map(|ahead| ahead.abs())
        .max()
        .unwrap_or(0);
    let mut all = Vec::new();
    for iteration in -reach..iterations + reach {
        for (stage, (rate, ahead)) in entry.rates.iter().zip(&entry.ahead).enumerate() {
            let first = rate * iteration + ahead;
            let rows = (first..first + rate).filter(|row| (0..rate * iterations).contains(row));
            all.extend(rows.map(|row| Execution {
                stage,
                row,
                iteration,
            }));
        }
    }
    all
}

/// One of the two orders.
struct Panel<'a> {
    stages: &'a Stages<'a>,
    order: &'a [Execution],
    fused: bool,
    top: i64,
    cell: i64,
}

impl Panel<'_> {
    fn markup(&self) -> Markup {
        let [others, kept] = self.cells();
        let lanes = self.stages.lanes.len() as i64;
        let moment = self
            .order
            .iter()
            .position(|e| *e == self.stages.moment)
            .unwrap_or(0);
        let now = MARGINS[0] + (moment as i64 + 1) * self.cell;
        html! {
            @if self.fused { path.block d=(self.blocks()) {} }
            path.cell-row d=(others) {}
            path.cell-kept d=(kept) {}
            path.moment d=(format!("M{now} {}v{}", self.top - 6, lanes * LANE + 8)) {}
            @if self.cell >= 15 { (self.numbers()) }
            @for (stage, lane) in self.stages.lanes.iter().enumerate() {
                (self.names(stage, lane))
            }
        }
    }

    /// Left of a lane its line and arrays, right of it the rows in storage.
    fn names(&self, stage: usize, lane: &Lane) -> Markup {
        let y = self.top + stage as i64 * LANE + 12;
        let right = MARGINS[0] + self.order.len() as i64 * self.cell + 6;
        let name = match lane.arrays.as_slice() {
            [] => format!("line {}", lane.line),
            arrays => format!("line {}: {}", lane.line, shortened(arrays)),
        };
        let [before, after] = self.stages.stored(stage, lane.rows);
        let stored = if self.fused { after } else { before };
        html! {
            (text(0, y, "label", &name))
            @if !lane.arrays.is_empty() {
                (text(right, y, "label", &match self.fused {
                    true => count(stored, "row"),
                    false => format!("all {stored} rows"),
                }))
            }
        }
    }

    fn place(&self, step: usize) -> i64 {
        MARGINS[0] + step as i64 * self.cell
    }

    /// The cells of rows that are not in storage at the moment, and of those that are.
    fn cells(&self) -> [String; 2] {
        let mut paths = [String::new(), String::new()];
        for (step, execution) in self.order.iter().enumerate() {
            let y = self.top + execution.stage as i64 * LANE;
            let wide = self.cell - 1;
            let path = &mut paths[usize::from(self.is_kept(step, *execution))];
            // Writing to a string cannot fail.
            let _ = write!(path, "M{} {y}h{wide}v{CELL}h-{wide}z", self.place(step));
        }
        paths
    }

    /// Whether a row is in storage when the last stage executes the row of the moment.
    fn is_kept(&self, step: usize, execution: Execution) -> bool {
        let lane = &self.stages.lanes[execution.stage];
        let moment = self.order.iter().position(|e| *e == self.stages.moment);
        let Some(moment) = moment.filter(|moment| step <= *moment && lane.kept > 0) else {
            return false;
        };
        let later = self.order[step + 1..=moment].iter();
        let later = later.filter(|e| e.stage == execution.stage).count() as i64;
        !self.fused || later < lane.kept
    }

    /// The iterations of the fused loop, every other one.
    fn blocks(&self) -> String {
        let mut path = String::new();
        let tall = self.stages.lanes.len() as i64 * LANE;
        let mut start = 0;
        while start < self.order.len() {
            let iteration = self.order[start].iteration;
            let same = self.order[start..]
                .iter()
                .take_while(|e| e.iteration == iteration);
            let end = start + same.count();
            if iteration.rem_euclid(2) == 0 {
                let wide = (end - start) as i64 * self.cell;
                // Writing to a string cannot fail.
                let _ = write!(
                    path,
                    "M{} {}h{wide}v{tall}h-{wide}z",
                    self.place(start),
                    self.top - 3
                );
            }
            start = end;
        }
        path
    }

    fn numbers(&self) -> Markup {
        html! {
            g.numbers {
                @for (step, execution) in self.order.iter().enumerate() {
                    text x=(self.place(step) + self.cell / 2)
                        y=(self.top + execution.stage as i64 * LANE + 12) { (execution.row) }
                }
            }
        }
    }
}

/// `Ixx, Ixy, Iyy`, or the first of them and a number if that is too long.
fn shortened(arrays: &[&RowsEntry]) -> String {
    const MOST: usize = 13;
    let names: Vec<String> = arrays.iter().map(|array| array.name.clone()).collect();
    let all = names.join(", ");
    match names.as_slice() {
        _ if all.chars().count() <= MOST => all,
        [one] => one.chars().take(MOST).collect(),
        [first, others @ ..] => {
            let first: String = first.chars().take(MOST - 4).collect();
            format!("{first} +{}", others.len())
        }
        [] => list(&names),
    }
}
