//! Arrays whose explanations differ in their names alone are explained once.

use super::paragraph::wrapped;
use super::place;
use crate::ArrayEntry;

/// The explanation of an array, and the arrays of the same function that have the same one.
struct Told<'e> {
    first: &'e ArrayEntry,
    /// Without what differs.
    key: String,
    text: String,
    like: Vec<&'e ArrayEntry>,
}

/// The explanations, each followed by the arrays for which it holds too.
pub(super) fn texts<'e>(all: impl Iterator<Item = (&'e ArrayEntry, String)>) -> Vec<String> {
    let mut told: Vec<Told<'e>> = Vec::new();
    for (entry, text) in all {
        let key = key(entry, &text);
        let known = told
            .iter_mut()
            .find(|t| t.first.function == entry.function && t.key == key);
        match known {
            Some(known) => known.like.push(entry),
            None => told.push(Told {
                first: entry,
                key,
                text,
                like: Vec::new(),
            }),
        }
    }
    told.into_iter().map(text).collect()
}

fn text(told: Told<'_>) -> String {
    let first = &told.first.name;
    let like = told
        .like
        .iter()
        .map(|entry| wrapped("", &format!("{}: the same as `{first}`", place(entry))));
    let like: String = like.collect();
    match like.is_empty() {
        true => told.text,
        false => format!("{}\n{like}", told.text),
    }
}

/// The words below the heading, without the name and the lines of the array.
fn key(entry: &ArrayEntry, text: &str) -> String {
    let is_heading = |line: &&str| !line.starts_with("  ") || line.starts_with("    ");
    let lines = text.lines().skip_while(is_heading).map(|line| {
        let is_access = line.starts_with("    line ");
        let line = match is_access {
            true => line
                .split_whitespace()
                .skip(2)
                .collect::<Vec<_>>()
                .join(" "),
            false => line.to_string(),
        };
        renamed(&line, &entry.name)
    });
    let words: Vec<String> = lines.collect();
    let words = words.join(" ");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text with another name in the place of each whole word that is this one.
fn renamed(text: &str, name: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain(std::iter::once(' ')) {
        if is_part(c) {
            word.push(c);
            continue;
        }
        out.push_str(match word == name {
            true => "*",
            false => &word,
        });
        word.clear();
        out.push(c);
    }
    out
}
