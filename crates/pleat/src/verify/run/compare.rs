//! Compares the outputs of two executions.

use super::driver::MARK;
use super::outcome::DifferenceKind;
use super::process::Ended;
use std::collections::BTreeMap;

/// The first difference between two executions.
pub(super) fn difference(before: &Ended, after: &Ended) -> Option<DifferenceKind> {
    let (old, new) = (Output::read(&before.output), Output::read(&after.output));
    let value = old.different_value(&new);
    let line = || old.different_line(&new);
    let ending = || {
        (before.status != after.status).then(|| DifferenceKind::Ending {
            before: before.ending(),
            after: after.ending(),
        })
    };
    value.or_else(line).or_else(ending)
}

/// An output, in lines of the program and values that the driver prints.
struct Output<'o> {
    lines: Vec<&'o str>,
    /// Call and element, value; in the order of printing.
    values: Vec<((usize, &'o str), &'o str)>,
}

impl<'o> Output<'o> {
    fn read(text: &'o str) -> Self {
        let mut output = Output {
            lines: Vec::new(),
            values: Vec::new(),
        };
        for line in text.lines() {
            match line.strip_prefix(MARK).and_then(value) {
                Some(value) => output.values.push(value),
                None => output.lines.push(line),
            }
        }
        output
    }

    fn different_value(&self, other: &Output<'_>) -> Option<DifferenceKind> {
        let old: BTreeMap<_, _> = self.values.iter().copied().collect();
        let new: BTreeMap<_, _> = other.values.iter().copied().collect();
        let keys = self.values.iter().chain(&other.values).map(|(key, _)| *key);
        let differs = |key: &(usize, &str)| old.get(key) != new.get(key);
        // Sorted by call, the first element in the order of printing.
        let (call, element) = keys.filter(differs).min_by_key(|(call, _)| *call)?;
        let of = |map: &BTreeMap<(usize, &str), &str>| {
            map.get(&(call, element)).map(|value| value.to_string())
        };
        Some(DifferenceKind::Value {
            element: element.to_string(),
            call,
            before: of(&old),
            after: of(&new),
        })
    }

    fn different_line(&self, other: &Output<'_>) -> Option<DifferenceKind> {
        let length = self.lines.len().max(other.lines.len());
        let index = (0..length).find(|&i| self.lines.get(i) != other.lines.get(i))?;
        let of = |lines: &[&str]| lines.get(index).map(|line| line.to_string());
        Some(DifferenceKind::Line {
            number: index + 1,
            before: of(&self.lines),
            after: of(&other.lines),
        })
    }
}

/// `1 out[4] = 0.5`
fn value(line: &str) -> Option<((usize, &str), &str)> {
    let (call, rest) = line.split_once(' ')?;
    let (element, value) = rest.split_once(" = ")?;
    Some(((call.parse().ok()?, element), value))
}
