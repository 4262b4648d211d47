//! The results of the strategies, and why one of them was chosen.

use super::paragraph::{item, listed, section, wrapped};
use crate::{ArrayEntry, Evidence, Status, StrategyEntry};

/// Strategies with the same result.
struct Result<'e> {
    names: Vec<String>,
    mapping: &'e str,
    size: &'e str,
    elements: Option<i64>,
    proved: bool,
}

/// A line per result, and the reason of the choice.
pub(super) fn text(entry: &ArrayEntry, evidence: Option<&Evidence>) -> String {
    let results = results(entry, evidence);
    let mut text: String = results.iter().map(|r| line(r, entry)).collect();
    text.push_str(&without(entry));
    text.push_str(&timings(entry));
    let choice = match entry.status {
        Status::Folded => choice(entry, evidence, &results),
        Status::Kept => String::new(),
    };
    if !choice.is_empty() {
        text.push_str(&wrapped("    ", &choice));
    }
    section("The mappings that were found", &text)
}

fn results<'e>(entry: &'e ArrayEntry, evidence: Option<&Evidence>) -> Vec<Result<'e>> {
    let mut results: Vec<Result<'e>> = Vec::new();
    for (k, tried) in entry.strategies.iter().enumerate() {
        let (Some(mapping), Some(size)) = (&tried.mapping, &tried.size) else {
            continue;
        };
        let elements = evidence.and_then(|e| *e.strategy_elements.get(k)?);
        let like = |r: &&mut Result<'e>| r.mapping == mapping && r.proved == tried.proved;
        match results.iter_mut().find(like) {
            Some(known) => known.names.push(tried.name.clone()),
            None if !tried.proved && is_proved(entry, mapping) => {}
            None => results.push(Result {
                names: vec![tried.name.clone()],
                mapping,
                size,
                elements,
                proved: tried.proved,
            }),
        }
    }
    results.sort_by_key(|r| r.elements.unwrap_or(i64::MAX));
    results
}

/// Whether another strategy found the same mapping, with a proof.
fn is_proved(entry: &ArrayEntry, mapping: &str) -> bool {
    let mut all = entry.strategies.iter();
    all.any(|s| s.proved && s.mapping.as_deref() == Some(mapping))
}

fn line(result: &Result<'_>, entry: &ArrayEntry) -> String {
    let place = match result.mapping {
        "" => "one variable".to_string(),
        mapping => mapping.to_string(),
    };
    let unit = match result.size {
        "1" => "element",
        _ => "elements",
    };
    let proof = match result.proved {
        true => "",
        false => ", no better for the objective, so not proved",
    };
    let is_chosen = entry
        .strategy
        .as_ref()
        .is_some_and(|s| result.names.contains(s));
    let chosen = match is_chosen {
        true => " (chosen)",
        false => "",
    };
    let text = format!(
        "{place}: {} {unit}{proof}, by {}{chosen}",
        result.size,
        listed(&result.names)
    );
    item("    ", &text)
}

/// The strategies without a mapping.
fn without(entry: &ArrayEntry) -> String {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for tried in entry.strategies.iter().filter(|t| t.mapping.is_none()) {
        let reason = tried.reason.as_deref().unwrap_or("found none");
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, names)) => names.push(tried.name.clone()),
            None => reasons.push((reason, vec![tried.name.clone()])),
        }
    }
    let line = |(reason, names): (&str, Vec<String>)| {
        item("    ", &format!("{}: {reason}", listed(&names)))
    };
    reasons.into_iter().map(line).collect()
}

/// `times: width 3.2 ms, gauge 1.0 ms`
fn timings(entry: &ArrayEntry) -> String {
    let time = |s: &StrategyEntry| Some(format!("{} {:.1} ms", s.name, s.milliseconds?));
    let times: Vec<String> = entry.strategies.iter().filter_map(time).collect();
    match times.is_empty() {
        true => String::new(),
        false => wrapped("    ", &format!("Times: {}.", times.join(", "))),
    }
}

/// Why the mapping was chosen.
fn choice(entry: &ArrayEntry, evidence: Option<&Evidence>, results: &[Result<'_>]) -> String {
    let proved = results.iter().filter(|r| r.proved);
    let least = proved.filter_map(|r| r.elements).min();
    let (Some(least), Some(after)) = (least, entry.elements_after) else {
        return String::new();
    };
    let others = results.iter().filter(|r| !r.proved);
    let has_smaller = others.filter_map(|r| r.elements).any(|n| n < after);
    if after <= least && !has_smaller {
        return "No mapping that was found has fewer elements than the chosen one.".to_string();
    }
    let taken_back = evidence.map_or(&[][..], |e| &e.taken_back);
    if let Some(first) = taken_back.first() {
        return format!("Better, but not used: {first}.");
    }
    let objective = evidence.map_or("", |e| e.objective.as_str());
    match objective {
        "size" => String::new(),
        _ => format!(
            "The chosen mapping is the best for the objective `{objective}`, which weighs elements \
             against the cost of subscripts in loops; `--objective size` asks for the fewest \
             elements."
        ),
    }
}
