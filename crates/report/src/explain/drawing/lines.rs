//! The lines of a drawing: groups of elements that show who shares cells.

use super::super::clash::element;
use crate::{Evidence, LifeEvidence, MappingEvidence};
use std::collections::{BTreeMap, BTreeSet};

/// A line of the drawing.
pub(super) struct Line<'e> {
    /// Its elements: `t[3][*]`.
    pub(super) label: String,
    /// The cell or cells that they share with other lines: `[0][*]`; empty if there are none.
    pub(super) cell: String,
    /// Their values.
    pub(super) lives: Vec<&'e LifeEvidence>,
}

impl Line<'_> {
    /// The first and the last step in which a value is needed.
    pub(super) fn steps(&self) -> [usize; 2] {
        let first = self.lives.iter().map(|life| life.steps[0]).min();
        let last = self.lives.iter().map(|life| life.steps[1]).max();
        [first.unwrap_or(0), last.unwrap_or(0)]
    }
}

/// The lines, in the order of their first steps: the values of the row that wraps, else the
/// elements of one cell, else those of the outermost subscript.
pub(super) fn lines(evidence: &Evidence) -> Vec<Line<'_>> {
    let mut lines = match (wrapping_row(evidence), &evidence.mapping) {
        (Some(row), Some(mapping)) => of_row(evidence, mapping, row),
        (None, Some(mapping)) if shares_cells(evidence, mapping) => of_one_cell(evidence, mapping),
        _ => of_axis(evidence),
    };
    lines.sort_by_key(Line::steps);
    lines
}

/// The values by a key.
fn groups<K: Ord>(
    evidence: &Evidence,
    key: impl Fn(&[i64]) -> K,
) -> BTreeMap<K, Vec<&LifeEvidence>> {
    let mut groups: BTreeMap<K, Vec<&LifeEvidence>> = BTreeMap::new();
    for life in &evidence.lives {
        groups.entry(key(&life.element)).or_default().push(life);
    }
    groups
}

fn form(row: &[i64], element: &[i64]) -> i64 {
    row.iter().zip(element).map(|(c, x)| c * x).sum()
}

/// The first row of the mapping with more values than its modulus.
fn wrapping_row(evidence: &Evidence) -> Option<usize> {
    let mapping = evidence.mapping.as_ref()?;
    let wraps = |(row, modulus): (&Vec<i64>, &i64)| {
        let values = evidence.lives.iter().map(|l| form(row, &l.element));
        let values: BTreeSet<i64> = values.collect();
        values.len() as i64 > *modulus
    };
    let mut rows = mapping.matrix.iter().zip(&mapping.moduli);
    rows.position(wraps)
}

/// A line for each value of a row.
fn of_row<'e>(evidence: &'e Evidence, mapping: &MappingEvidence, row: usize) -> Vec<Line<'e>> {
    let (coefficients, modulus) = (&mapping.matrix[row], mapping.moduli[row]);
    let is_axis = |d: usize| {
        let entries = coefficients.iter().enumerate();
        { entries }.all(|(e, c)| *c == i64::from(e == d))
    };
    let axis = (0..coefficients.len()).find(|d| is_axis(*d));
    let groups = groups(evidence, |x| form(coefficients, x)).into_iter();
    let lines = groups.map(|(value, lives)| Line {
        label: match axis {
            Some(axis) => with_index(&evidence.name, evidence.extents.len(), axis, value),
            None => format!("{} = {value}", form_text(coefficients)),
        },
        cell: with_index("", mapping.moduli.len(), row, value.rem_euclid(modulus)),
        lives,
    });
    lines.collect()
}

/// A line for each value of the outermost subscript with several.
fn of_axis(evidence: &Evidence) -> Vec<Line<'_>> {
    let axis = evidence.extents.iter().position(|e| *e > 1).unwrap_or(0);
    let groups = groups(evidence, |x| x.get(axis).copied().unwrap_or(0)).into_iter();
    let lines = groups.map(|(value, lives)| Line {
        label: with_index(&evidence.name, evidence.extents.len(), axis, value),
        cell: String::new(),
        lives,
    });
    lines.collect()
}

fn shares_cells(evidence: &Evidence, mapping: &MappingEvidence) -> bool {
    let elements: BTreeSet<&Vec<i64>> = evidence.lives.iter().map(|l| &l.element).collect();
    let cells: BTreeSet<Vec<i64>> = elements.iter().map(|x| mapping.cell(x)).collect();
    cells.len() < elements.len()
}

/// A line for each element of the cell that has the most of them.
fn of_one_cell<'e>(evidence: &'e Evidence, mapping: &MappingEvidence) -> Vec<Line<'e>> {
    let mut cells: BTreeMap<Vec<i64>, Vec<Line<'e>>> = BTreeMap::new();
    for (x, lives) in groups(evidence, <[i64]>::to_vec) {
        let cell = mapping.cell(&x);
        let index: String = cell.iter().map(|c| format!("[{c}]")).collect();
        cells.entry(cell).or_default().push(Line {
            label: element(evidence, &x),
            cell: match index.is_empty() {
                true => "one cell".to_string(),
                false => index,
            },
            lives,
        });
    }
    let most = cells.into_values().rev().max_by_key(Vec::len);
    most.unwrap_or_default()
}

/// `t[3][*]`
fn with_index(name: &str, dims: usize, axis: usize, value: i64) -> String {
    let index = |d: usize| match d == axis {
        true => format!("[{value}]"),
        false => "[*]".to_string(),
    };
    let indices: String = (0..dims).map(index).collect();
    format!("{name}{indices}")
}

/// `i - 2*j`
fn form_text(row: &[i64]) -> String {
    let names = ["i", "j", "k", "l"];
    let mut text = String::new();
    for (d, c) in row.iter().enumerate().filter(|(_, c)| **c != 0) {
        let sign = match (text.is_empty(), *c < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let name = names.get(d).map_or(format!("i{d}"), |n| (*n).to_string());
        let factor = match c.abs() {
            1 => String::new(),
            c => format!("{c}*"),
        };
        text.push_str(&format!("{sign}{factor}{name}"));
    }
    text
}
