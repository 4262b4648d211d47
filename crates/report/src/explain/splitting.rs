//! The parts of arrays that became arrays of their own.

use super::paragraph::wrapped;
use crate::{Report, SplitEntry};

/// The arrays of these names, or all, with their parts.
pub(super) fn of_arrays(report: &Report, names: &[String]) -> Option<String> {
    let arrays = &report.splitting.as_ref()?.arrays;
    let is_wanted = |entry: &&SplitEntry| {
        let mut own = entry.parts.iter().map(|part| &part.name);
        names.is_empty() || names.contains(&entry.array) || own.any(|name| names.contains(name))
    };
    let texts: Vec<String> = arrays.iter().filter(is_wanted).map(text).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn text(entry: &SplitEntry) -> String {
    let mut text = format!(
        "`{}` of `{}` {}.",
        entry.array,
        entry.function,
        entry.words()
    );
    if entry.parts.iter().any(|part| part.copied) {
        text.push_str(" The array keeps these elements too; late reads find the copy.");
    }
    for assumption in &entry.assumes {
        text.push_str(&format!(" Assumes: {assumption}."));
    }
    wrapped("", &text)
}
