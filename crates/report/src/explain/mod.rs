//! Explanations for people: what happens to the arrays of a file, and why. Renders entries and
//! evidence; knows nothing of how they were found.

mod accesses;
mod alike;
mod clash;
mod drawing;
mod folded;
mod fusion;
mod kept;
mod paragraph;
mod proof;
mod splitting;
mod strategies;

use crate::{ArrayEntry, Attention, Evidence, Report, Status, StorageEntry};
use paragraph::{item, listed};

/// The explanation of the arrays of these names, or of all: those that a user should look at in
/// full, the others in a line each. At most 100 columns.
pub fn explain(report: &Report, names: &[String]) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(splitting::of_arrays(report, names));
    parts.extend(fusion::of_arrays(report, names));
    if names.is_empty() {
        for attention in [Attention::Folded, Attention::NearMiss] {
            let some = report.arrays.iter().filter(|a| a.attention == attention);
            parts.extend(alike::texts(
                some.map(|entry| (entry, array(entry, report))),
            ));
        }
        parts.extend(others(report));
    } else {
        let named = report.arrays.iter().filter(|a| names.contains(&a.name));
        parts.extend(named.map(|entry| array(entry, report)));
    }
    parts.extend(sharing(report));
    match parts.is_empty() {
        true => "There are no arrays to fold.\n".to_string(),
        false => parts.join("\n"),
    }
}

/// A line for each array at which nobody has to look.
fn others(report: &Report) -> Option<String> {
    let others = report.arrays.iter();
    let others = others.filter(|a| a.attention == Attention::Other);
    let lines: Vec<String> = others.map(one_line).collect();
    (!lines.is_empty()).then(|| format!("Other arrays\n{}", lines.concat()))
}

/// A line for each common storage.
fn sharing(report: &Report) -> Option<String> {
    let storages = &report.sharing.as_ref()?.storages;
    let line = |storage: &StorageEntry| {
        let names = storage.arrays.iter().map(|name| format!("`{name}`"));
        let text = format!(
            "{} of `{}`: {}",
            listed(&names.collect::<Vec<_>>()),
            storage.function,
            storage.change().arrow()
        );
        item("  ", &text)
    };
    let lines: Vec<String> = storages.iter().map(line).collect();
    (!lines.is_empty()).then(|| format!("Arrays in common storage\n{}", lines.concat()))
}

/// The explanation of one array.
fn array(entry: &ArrayEntry, report: &Report) -> String {
    let evidence = evidence_of(entry, report);
    match entry.status {
        Status::Folded => folded::text(entry, evidence),
        Status::Kept => kept::text(entry, evidence),
    }
}

/// The evidence that belongs to an entry.
fn evidence_of<'r>(entry: &ArrayEntry, report: &'r Report) -> Option<&'r Evidence> {
    report.evidence.iter().find(|evidence| {
        evidence.name == entry.name
            && evidence.function == entry.function
            && evidence.file == entry.file
            && evidence.line == entry.line
    })
}

/// ``  `out` (line 5): it is a parameter of a function that other files may call``
fn one_line(entry: &ArrayEntry) -> String {
    let line = entry
        .line
        .map_or(String::new(), |line| format!(" (line {line})"));
    let text = format!("`{}`{line}: {}", entry.name, entry.detail);
    item("  ", &text)
}

/// `` `y` of `durbin` (durbin.c:14)``
fn place(entry: &ArrayEntry) -> String {
    let function = match entry.function.as_str() {
        "" => String::new(),
        name => format!(" of `{name}`"),
    };
    let line = entry.line.map_or(String::new(), |line| format!(":{line}"));
    format!("`{}`{function} ({}{line})", entry.name, entry.file)
}
