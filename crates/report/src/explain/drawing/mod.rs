//! A drawing of lifetimes: a line per group of elements, a column per part of the execution.

mod columns;
mod lines;

use super::clash::at;
use super::paragraph::{COLUMNS, section, wrapped};
use crate::sentence::capital;
use crate::{Evidence, LifeEvidence};
use columns::{Column, Columns};
use lines::{Line, lines};
use std::collections::BTreeSet;

/// Lines of a drawing.
const MOST_LINES: usize = 12;

/// The lifetimes of groups of elements, and the cells that they have.
pub(super) fn text(evidence: &Evidence) -> String {
    let all = lines(evidence);
    let shown = &all[..all.len().min(MOST_LINES)];
    let columns = Columns::of(evidence, shown);
    if shown.len() < 2 || columns.list.len() < 2 {
        return String::new();
    }
    let heading = capital(&format!("{}when its values are needed", at(evidence)));
    let left = all.len() - shown.len();
    let more = match left {
        0 => String::new(),
        _ => format!("    ({left} more lines and the rest of the time are left out)\n"),
    };
    let legend = wrapped("    ", legend(evidence));
    section(
        &heading,
        &format!("{}{more}{legend}", drawn(shown, &columns)),
    )
}

fn legend(evidence: &Evidence) -> &'static str {
    let crosses = |life: &LifeEvidence| life.write.is_none() || life.is_needed_after;
    match evidence.lives.iter().any(crosses) {
        true => {
            "w: first write, r: last read, x: both, -: needed, also before or after all of this"
        }
        false => "w: first write, r: last read, x: both, -: needed in between",
    }
}

fn drawn(lines: &[Line<'_>], columns: &Columns) -> String {
    let label = lines.iter().map(|l| l.label.chars().count()).max();
    let label = label.unwrap_or(0);
    let cell = lines.iter().map(|l| l.cell.chars().count()).max();
    let room = COLUMNS.saturating_sub(4 + label + 2 + 3 + "cell ".len() + cell.unwrap_or(0));
    let width = (room / columns.list.len()).clamp(1, 3);
    let mut text = header(&columns.list, label, width);
    for line in lines {
        let cell = match line.cell.as_str() {
            "" | "one cell" => line.cell.clone(),
            cell => format!("cell {cell}"),
        };
        let bar = bar(line, columns, width);
        let drawn = format!("    {:<label$}  {bar}   {cell}", line.label);
        text.push_str(drawn.trim_end());
        text.push('\n');
    }
    text
}

/// The counters above the columns, as far as there is room.
fn header(columns: &[Column], label: usize, width: usize) -> String {
    let counters = columns.iter().filter_map(|c| c.counter.as_ref());
    let names: BTreeSet<&String> = counters.map(|(name, _)| name).collect();
    let mut values = String::new();
    let mut titles = String::new();
    let mut last = None;
    for (k, column) in columns.iter().enumerate() {
        if column.starts_phase {
            last = None;
        }
        let Some((name, value)) = &column.counter else {
            continue;
        };
        if last.is_none() {
            put(&mut titles, k * width, name);
        }
        if last != Some(*value) {
            put(&mut values, k * width, &value.to_string());
        }
        last = Some(*value);
    }
    match names.len() {
        0 => String::new(),
        1 => {
            let name = names.into_iter().map(String::as_str).collect::<String>();
            format!("    {name:>label$}  {values}\n")
        }
        _ => {
            let blank = " ".repeat(label + 6);
            format!("{blank}{titles}\n{blank}{values}\n")
        }
    }
}

/// Adds a word at a column, if the words before it leave room.
fn put(line: &mut String, at: usize, word: &str) {
    let end = line.chars().count();
    if end < at || end == 0 {
        line.push_str(&" ".repeat(at - end));
        line.push_str(word);
    }
}

/// A value in a drawing: its first and last column, and whether it is written in the first and
/// read in the last.
struct Bar {
    first: usize,
    last: usize,
    is_written: bool,
    is_read: bool,
}

fn bar(line: &Line<'_>, columns: &Columns, width: usize) -> String {
    let bars = bars(&line.lives, columns);
    let mut text = String::new();
    for column in 0..columns.list.len() {
        text.push(sign(&bars, column));
        let goes_on = bars.iter().any(|b| b.first <= column && column < b.last);
        let gap = match goes_on {
            true => "-",
            false => " ",
        };
        text.push_str(&gap.repeat(width - 1));
    }
    text
}

fn sign(bars: &[Bar], column: usize) -> char {
    let is_written = bars.iter().any(|b| b.first == column && b.is_written);
    let is_read = bars.iter().any(|b| b.last == column && b.is_read);
    let is_needed = bars.iter().any(|b| b.first <= column && column <= b.last);
    match (is_written, is_read, is_needed) {
        (true, true, _) => 'x',
        (true, false, _) => 'w',
        (false, true, _) => 'r',
        (false, false, true) => '-',
        (false, false, false) => ' ',
    }
}

/// The values of a line; those that are needed in common columns are one.
fn bars(lives: &[&LifeEvidence], columns: &Columns) -> Vec<Bar> {
    let mut lives = lives.to_vec();
    lives.sort_by_key(|life| life.steps);
    let mut bars: Vec<Bar> = Vec::new();
    for life in lives {
        let [first, last] = life.steps.map(|step| columns.at(step));
        let is_read = life.last_read.is_some();
        match bars.last_mut().filter(|known| first <= known.last) {
            Some(known) if known.last < last => (known.last, known.is_read) = (last, is_read),
            Some(known) => known.is_read |= known.last == last && is_read,
            None => bars.push(Bar {
                first,
                last,
                is_written: life.write.is_some(),
                is_read,
            }),
        }
    }
    bars
}
