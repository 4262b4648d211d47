//! Two elements that may not share a cell, and why.

use super::paragraph::{section, wrapped};
use crate::sentence::capital;
use crate::{ArrayEntry, Clash, Evidence, LifeEvidence, Status, StepEvidence};

/// Why there are so many cells: two elements that may not share one, and how many values are needed
/// at once.
pub(super) fn text(entry: &ArrayEntry, evidence: &Evidence) -> String {
    let is_folded = evidence.mapping.is_some();
    let heading = match is_folded {
        true if entry.elements_after == Some(1) => "Why one cell is enough",
        true => "Why it needs that many cells",
        false => "Which elements may not share a cell",
    };
    let sentences = match &evidence.clash {
        Some(clash) => sentence(evidence, clash),
        None if evidence.differences_known && evidence.differences.is_empty() => {
            "No two of its elements are needed at the same time: each value is read for the last \
             time before another element is written."
                .to_string()
        }
        None => String::new(),
    };
    let all = format!("{sentences} {}", bound(entry));
    match all.trim() {
        "" => String::new(),
        all => section(heading, &wrapped("    ", all)),
    }
}

/// The most values that are needed at once.
fn bound(entry: &ArrayEntry) -> String {
    let Some(bound) = entry.live_bound.filter(|bound| *bound > 1) else {
        return String::new();
    };
    let values = entry.params.iter().map(|(n, v)| format!("{n} = {v}"));
    let values: Vec<String> = values.collect();
    let form = match &entry.live_bound_form {
        Some(form) if *form != bound.to_string() => format!(" ({form})"),
        _ => String::new(),
    };
    let place = match values.is_empty() {
        true => String::new(),
        false => format!(" at {}", values.join(", ")),
    };
    let least = match entry.live_bound_exact {
        Some(false) => "at least ",
        _ => "",
    };
    let cells = match (entry.status, entry.elements_after) {
        (Status::Folded, Some(cells)) => format!("; the fold has {cells} cells"),
        (_, Some(cells)) => format!("; it has {cells} elements"),
        _ => String::new(),
    };
    format!(
        "{}{bound}{form} values are needed at the same time{place}{cells}.",
        capital(least)
    )
}

fn sentence(evidence: &Evidence, clash: &Clash) -> String {
    let [one, other] = &clash.elements;
    let first = life(evidence, one, clash.alive[0]);
    let second = life(evidence, other, clash.alive[1]);
    format!(
        "{}{} {first}; {} {second}. {}{}",
        at(evidence),
        quoted(evidence, one),
        quoted(evidence, other),
        meeting(evidence, clash),
        cells(evidence, clash)
    )
}

fn quoted(evidence: &Evidence, subscripts: &[i64]) -> String {
    format!("`{}`", element(evidence, subscripts))
}

/// `At H = 8, W = 9: `
pub(super) fn at(evidence: &Evidence) -> String {
    let values = evidence.params.iter().map(|(n, v)| format!("{n} = {v}"));
    match values.collect::<Vec<_>>() {
        values if values.is_empty() => String::new(),
        values => format!("At {}: ", values.join(", ")),
    }
}

/// `t[4][2]`
pub(super) fn element(evidence: &Evidence, subscripts: &[i64]) -> String {
    let subscripts = subscripts.iter().map(|x| format!("[{x}]"));
    format!("{}{}", evidence.name, subscripts.collect::<String>())
}

/// `is written at line 20 (y = 4, x = 2) and last read at line 24 (y = 6, x = 2)`
fn life(evidence: &Evidence, of: &[i64], steps: [usize; 2]) -> String {
    let is_it = |life: &&LifeEvidence| life.element == of && life.steps == steps;
    let Some(life) = evidence.lives.iter().find(is_it) else {
        return "is needed".to_string();
    };
    let access = |k: Option<usize>| k.and_then(|k| evidence.accesses.get(k));
    let place = |k: Option<usize>, step: usize| {
        let line = access(k).filter(|a| !a.is_in_loops);
        let line = line.map_or(String::new(), |a| format!(" at line {}", a.line));
        format!("{line}{}", counters(evidence.steps.get(step)))
    };
    let written = match life.write {
        Some(_) => format!("is written{}", place(life.write, steps[0])),
        None => "has a value from before".to_string(),
    };
    match life.last_read {
        Some(_) => format!("{written} and last read{}", place(life.last_read, steps[1])),
        None => written,
    }
}

/// ` (y = 4, x = 2)`
fn counters(step: Option<&StepEvidence>) -> String {
    let counters = step.into_iter().flat_map(|s| &s.counters);
    let counters: Vec<String> = counters.map(|(n, v)| format!("{n} = {v}")).collect();
    match counters.is_empty() {
        true => String::new(),
        false => format!(" ({})", counters.join(", ")),
    }
}

/// When both are needed.
fn meeting(evidence: &Evidence, clash: &Clash) -> String {
    let [one, other] = &clash.elements;
    let (earlier, later) = match clash.alive[0][0] <= clash.alive[1][0] {
        true => (one, other),
        false => (other, one),
    };
    let (earlier, later) = (quoted(evidence, earlier), quoted(evidence, later));
    format!("When {later} is written, {earlier} is still needed, so they may not share a cell.")
}

/// The cells of the two, after a fold.
fn cells(evidence: &Evidence, clash: &Clash) -> String {
    let Some(mapping) = &evidence.mapping else {
        return String::new();
    };
    let cell = |x: &[i64]| {
        let cell = mapping.cell(x).into_iter().map(|c| format!("[{c}]"));
        cell.collect::<String>()
    };
    let [one, other] = &clash.elements;
    format!(" Their cells are {} and {}.", cell(one), cell(other))
}
