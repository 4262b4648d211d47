//! The summary of a check for pull requests: a table in Markdown, with a row for each array that
//! can get smaller.

use crate::allocation::about;
use crate::{ArrayEntry, Attention, Owner, Report, StorageEntry, Totals};
use std::collections::BTreeSet;

/// The table and a sentence on all rows; `None` if there is no row.
pub fn pull_request(report: &Report) -> Option<String> {
    let folded = report.arrays.iter();
    let folded = folded.filter(|entry| entry.attention == Attention::Folded);
    let storages = report.sharing.iter().flat_map(|sharing| &sharing.storages);
    let mut rows: Vec<String> = folded.clone().map(array_row).collect();
    rows.extend(storages.clone().map(storage_row));
    if rows.is_empty() {
        return None;
    }
    let files = folded.map(|entry| &entry.file);
    let files: BTreeSet<&String> = files.chain(storages.map(|s| &s.file)).collect();
    let mut text = "| Place | Array | Bytes | Smaller |\n| --- | --- | --- | --- |\n".to_string();
    rows.iter().for_each(|row| text.push_str(row));
    let files = match files.len() {
        1 => "1 file".to_string(),
        number => format!("{number} files"),
    };
    let totals = Totals::of(report).text(None);
    text.push_str(&format!("\nIn {files}: {totals}\n"));
    Some(text)
}

/// ``| blur.c:14 | `tmp` | 64 MiB | 96 KiB at w = 8192: 3 rows of w |``
fn array_row(entry: &ArrayEntry) -> String {
    let line = entry.line.map_or_else(String::new, |l| format!(":{l}"));
    let words = entry.size_words.clone().unwrap_or_default();
    let size = entry.bytes_after.map(|after| {
        let after = about(entry.guessed[1], after);
        format!("{after}{}", entry.at_samples())
    });
    let parts = [size, Some(words).filter(|words| !words.is_empty())];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let after = match entry.owner {
        Owner::Function | Owner::DroppedCaller => parts.join(": "),
        Owner::Caller | Owner::Split => entry.gain(),
    };
    let before = entry.bytes_before.filter(|_| entry.owner != Owner::Split);
    let before = before.map_or_else(String::new, |b| about(entry.guessed[0], b));
    let place = format!("{}{line}", entry.file);
    let name = format!("`{}`", entry.name);
    row([&place, &name, &before, &after])
}

/// ``| blur.c | `a`, `b` | 128 KiB | 64 KiB: common storage |``
fn storage_row(storage: &StorageEntry) -> String {
    let names = storage.arrays.iter().map(|name| format!("`{name}`"));
    let names: Vec<String> = names.collect();
    let [before, after] = [storage.bytes_before, storage.bytes_after];
    let [before, after] = [before, after].map(|size| about(storage.is_guess, size));
    let after = format!("{after}: common storage");
    row([&storage.file, &names.join(", "), &before, &after])
}

fn row(cells: [&str; 4]) -> String {
    let cells = cells.map(|cell| cell.replace('|', "\\|").replace('\n', " "));
    format!("| {} |\n", cells.join(" | "))
}
