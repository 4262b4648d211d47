//! The result and time of every strategy for every set of corpus/sets.
//!
//! One line per set and strategy: the mapping, its size, its size at the samples, and the median
//! time of several runs in this process, proofs included; then one line for all strategies
//! together. A combined result that is larger than that of successive modulo is marked.

use crate::passes::median;
use pleat::map::{self, Input, Outcome, Run};
use std::path::{Path, PathBuf};
use std::time::Duration;
use storage::{Found, Strategy};

const FOLDER: &str = "corpus/sets";
/// The number of runs of a strategy, unless they take too long together.
const RUNS: usize = 5;
const LONGEST: Duration = Duration::from_secs(2);

const HEAD: [&str; 7] = ["set", "strategy", "mapping", "size", "cells", "ms", ""];
/// Numeric columns.
const NUMBERS: std::ops::Range<usize> = 4..6;
/// The mark of a line that is worse than the simplest strategy.
const MARK: &str = "<- larger than successive-modulo";

/// Prints the table of all sets, or of one.
pub(crate) fn print(only: Option<&str>) -> Result<(), String> {
    let mut lines = vec![HEAD.map(str::to_string).to_vec()];
    let mut files = files()?;
    files.retain(|file| only.is_none_or(|name| file.file_stem().is_some_and(|stem| stem == name)));
    for file in files {
        lines.extend(of_set(&file)?);
    }
    print!("{}", map::aligned(&lines, NUMBERS));
    Ok(())
}

fn files() -> Result<Vec<PathBuf>, String> {
    let failed = |error| format!("{FOLDER}: {error}; run it from the project's folder");
    let entries = std::fs::read_dir(FOLDER).map_err(failed)?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "isl"))
        .collect();
    files.sort();
    Ok(files)
}

/// The lines of one file.
fn of_set(file: &Path) -> Result<Vec<Vec<String>>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let input =
        map::read(&text, &[]).map_err(|fault| fault.in_file(&file.display().to_string()))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let timed: Vec<(Run, f64)> = Strategy::ALL.map(|s| timed(&input, s)).into();
    let mut lines: Vec<Vec<String>> = timed
        .iter()
        .map(|(run, ms)| line(&name, run.strategy.name(), &run.outcome, *ms, ""))
        .collect();
    lines.push(auto(&input, &name, timed));
    Ok(lines)
}

/// Runs one strategy several times; its result is always the same.
fn timed(input: &Input, strategy: Strategy) -> (Run, f64) {
    let first = map::run(&input.problem, strategy);
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    let mut times = vec![ms(first.time)];
    while times.len() < RUNS && times.iter().sum::<f64>() < ms(LONGEST) {
        times.push(ms(map::run(&input.problem, strategy).time));
    }
    (first, median(times))
}

/// The best result of all strategies, in the total time.
fn auto(input: &Input, name: &str, timed: Vec<(Run, f64)>) -> Vec<String> {
    let ms = timed.iter().map(|(_, ms)| ms).sum();
    let runs: Vec<Run> = timed.into_iter().map(|(run, _)| run).collect();
    let cells = |found: &Found| found.size;
    let modulo = runs.iter().find_map(|run| match &run.outcome {
        Outcome::Found(found) if run.strategy == Strategy::SuccessiveModulo => Some(found.size),
        _ => None,
    });
    let best = map::best_of(&input.problem, &runs);
    let is_larger = modulo.is_some_and(|modulo| best.map(cells).is_none_or(|c| c > modulo));
    let outcome = best.map_or(Outcome::Nothing, |found| Outcome::Found(found.clone()));
    line(
        name,
        "auto",
        &outcome,
        ms,
        if is_larger { MARK } else { "" },
    )
}

fn line(set: &str, strategy: &str, outcome: &Outcome, ms: f64, mark: &str) -> Vec<String> {
    let [mapping, size, cells] = map::outcome_cells(outcome);
    let ms = format!("{ms:.1}");
    [set, strategy, &mapping, &size, &cells, &ms, mark]
        .map(str::to_string)
        .to_vec()
}
