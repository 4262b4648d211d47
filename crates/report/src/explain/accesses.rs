//! Who writes an array and who reads it, in the order of the text.

use super::clash::at;
use super::paragraph::{COLUMNS, section, wrapped};
use crate::{AccessEvidence, Evidence};

/// Accesses that are listed; of more, the first ones and those that matter.
const MOST: usize = 12;

/// Longer accesses are cut.
const MOST_TEXT: usize = 36;

/// The list of accesses.
pub(super) fn text(evidence: &Evidence) -> String {
    let distinct: Vec<usize> = (0..evidence.accesses.len())
        .filter(|k| !is_repeated(evidence, *k))
        .collect();
    let shown = distinct.iter().copied().enumerate();
    let shown: Vec<usize> = shown
        .filter(|(position, k)| *position < MOST || matters(evidence, *k))
        .map(|(_, k)| k)
        .collect();
    let width = |of: fn(&AccessEvidence) -> usize| {
        let widths = shown.iter().map(|k| of(&evidence.accesses[*k]));
        widths.max().unwrap_or(0)
    };
    let place = width(|a| place(a).len());
    let access = width(|a| a.text.chars().count()).min(MOST_TEXT);
    let mut text = String::new();
    for k in &shown {
        let one = &evidence.accesses[*k];
        let verb = match one.writes {
            true => "written",
            false => "read",
        };
        let line = format!(
            "    {:<place$}  {:<access$}  {verb}{}",
            self::place(one),
            shortened(&one.text, access),
            remark(evidence, *k)
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let left = distinct.len() - shown.len();
    if left > 0 {
        text.push_str(&wrapped("    ", &format!("and {left} more")));
    }
    let heading = match at(evidence).trim_end_matches(": ") {
        sizes if sizes.is_empty() || sizes.chars().count() > COLUMNS / 2 => {
            "Who writes and who reads".to_string()
        }
        sizes => format!(
            "Who writes and who reads (values {}{})",
            sizes[..1].to_lowercase(),
            &sizes[1..]
        ),
    };
    section(&heading, &text)
}

/// A text of at most so many characters.
fn shortened(text: &str, most: usize) -> String {
    match text.chars().count() <= most {
        true => text.to_string(),
        false => text
            .chars()
            .take(most.saturating_sub(3))
            .chain("...".chars())
            .collect(),
    }
}

/// Whether the line of an access says the same as the one before it.
fn is_repeated(evidence: &Evidence, k: usize) -> bool {
    let key = |k: usize| {
        let access = &evidence.accesses[k];
        (
            access.line,
            &access.text,
            access.writes,
            remark(evidence, k),
        )
    };
    k > 0 && key(k) == key(k - 1)
}

/// Whether an access is one of those that the text speaks of.
fn matters(evidence: &Evidence, k: usize) -> bool {
    let clash = evidence
        .clash
        .iter()
        .flat_map(|c| c.accesses.iter().flatten());
    [evidence.first_write, evidence.last_read].contains(&Some(k))
        || clash.copied().any(|other| other == k)
}

/// `line 12`
fn place(access: &AccessEvidence) -> String {
    match access.is_in_loops {
        true => "fused loop".to_string(),
        false => format!("line {}", access.line),
    }
}

fn remark(evidence: &Evidence, k: usize) -> String {
    let mut remarks = Vec::new();
    if evidence.first_write == Some(k) {
        remarks.push("the first write".to_string());
    }
    remarks.extend(last_reads(evidence, k));
    if !evidence.accesses[k].is_certain {
        remarks.push("not always executed".to_string());
    }
    match remarks.is_empty() {
        true => String::new(),
        false => format!(": {}", remarks.join(", ")),
    }
}

/// Of how many values the access is the last read.
fn last_reads(evidence: &Evidence, k: usize) -> Option<String> {
    let reads = evidence.lives.iter().filter_map(|life| life.last_read);
    let (own, all) = reads.fold((0, 0), |(own, all), read| {
        (own + usize::from(read == k), all + 1)
    });
    let values = match all {
        1 => "value",
        _ => "values",
    };
    match own {
        0 => None,
        _ if own == all => Some("the last read of each value".to_string()),
        _ => Some(format!("the last read of {own} of {all} {values}")),
    }
}
