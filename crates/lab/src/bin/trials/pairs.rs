//! `trials pairs`: pairs of programs that differ in a head, in what is defined, or in a condition.
//! A driver runs both, with detectors; a proof of programs that differ is wrong.

use crate::judge::{Judgement, Pleat, Verdict};
use crate::program::{Behaviour, Build, behaviour};
use crate::series::Series;
use lab::pairs::{KINDS, Kind, Pair, named, pair};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Which pairs.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    series: Series,
    /// Only these kinds, separated by commas.
    #[arg(long, value_delimiter = ',', value_parser = name)]
    only: Vec<String>,
    /// Print this pair instead.
    #[arg(long)]
    print: Option<u64>,
}

fn name(text: &str) -> Result<String, String> {
    let names = || KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>();
    match named(text) {
        Some(_) => Ok(text.to_string()),
        None => Err(format!("kinds are {}", names().join(", "))),
    }
}

/// What the runs of a pair tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Truth {
    /// All runs agree, and all others do.
    Same,
    /// Some runs differ, or the second program is undefined.
    Differ,
    /// They should differ, but no run shows it.
    Unseen,
    /// The runs contradict the intention, or the first program is undefined: a mistake of its
    /// maker.
    Mistaken,
}

/// What became of a pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    seed: u64,
    kind: String,
    truth: Truth,
    verdict: Verdict,
    /// Whether a condition of the proof excludes the driver.
    is_excused: bool,
    reason: String,
    seconds: f64,
}

/// Pairs per file of results.
const GROUP: u64 = 50;

/// Tries all pairs and prints the table. Returns whether no verdict is wrong.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut kinds: Vec<&'static Kind> = KINDS.iter().collect();
    if !arguments.only.is_empty() {
        kinds.retain(|kind| arguments.only.iter().any(|name| name == kind.name));
    }
    if let Some(seed) = arguments.print {
        let pair = pair(seed, &kinds);
        let (kind, before, after, driver) = (pair.kind, pair.before, pair.after, pair.driver);
        println!("// {kind}\n{before}\n// after\n{after}\n// driver\n{driver}");
        return Ok(true);
    }
    let pleat = arguments.series.pleat()?;
    let folder = [&["pairs".to_string()], arguments.only.as_slice()]
        .concat()
        .join("-");
    let tried = arguments.series.run(&folder, GROUP, &|seed, findings| {
        trial(seed, &pair(seed, &kinds), &pleat, findings)
    })?;
    print(&tried.records);
    let is_good = !tried.records.iter().any(Record::is_wrong);
    Ok(tried.is_complete() && is_good)
}

/// The record of a pair.
fn trial(seed: u64, pair: &Pair, pleat: &Pleat, findings: &Path) -> Result<Record, String> {
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let judged = judgement(pair, pleat, work.path())?;
    let truth = truth(pair, work.path())?;
    let mentions = |text: &String| source::names(text).any(|name| name == pair.excuse);
    let record = Record {
        seed,
        kind: pair.kind.to_string(),
        truth,
        verdict: judged.verdict,
        is_excused: judged.context.iter().any(mentions),
        reason: match judged.verdict {
            Verdict::Proved => judged.context.join("; "),
            _ => judged.reason,
        },
        seconds: judged.seconds,
    };
    if record.is_wrong() {
        for (end, text) in [
            ("before", &pair.before),
            ("after", &pair.after),
            ("driver", &pair.driver),
        ] {
            let place = format!("{:?}-{:?}-{seed}.{end}.c", record.verdict, record.truth);
            std::fs::write(findings.join(place), text).map_err(|e| e.to_string())?;
        }
    }
    Ok(record)
}

fn judgement(pair: &Pair, pleat: &Pleat, work: &Path) -> Result<Judgement, String> {
    let (before, after) = (work.join("before.c"), work.join("after.c"));
    for (place, text) in [(&before, &pair.before), (&after, &pair.after)] {
        std::fs::write(place, text).map_err(|e| e.to_string())?;
    }
    Ok(pleat.verify(&before, &after, &pair.flags))
}

/// What the driver shows.
fn truth(pair: &Pair, work: &Path) -> Result<Truth, String> {
    let driver = work.join("driver.c");
    std::fs::write(&driver, &pair.driver).map_err(|e| e.to_string())?;
    let mut flags = pair.flags.clone();
    flags.push(driver.display().to_string());
    let mut builds = vec![Build::Sanitized, Build::Optimised];
    if pair.flags.is_empty() {
        builds.push(Build::Clang);
    }
    let mut differ = false;
    for build in builds {
        let first = behaviour(&pair.before, build, &flags, work)?;
        if !matches!(first, Behaviour::Ended { .. }) {
            return Ok(Truth::Mistaken);
        }
        differ |= behaviour(&pair.after, build, &flags, work)? != first;
    }
    Ok(match (pair.is_same, differ) {
        (true, false) => Truth::Same,
        (false, true) => Truth::Differ,
        (false, false) => Truth::Unseen,
        (true, true) => Truth::Mistaken,
    })
}

impl Record {
    /// Whether somebody must look at it.
    fn is_wrong(&self) -> bool {
        let is_proved = self.verdict == Verdict::Proved && !self.is_excused;
        let is_false = matches!(self.truth, Truth::Differ | Truth::Unseen) && is_proved;
        let is_too_strict = self.truth == Truth::Same && self.verdict == Verdict::Refuted;
        is_false
            || is_too_strict
            || self.truth == Truth::Mistaken
            || self.verdict == Verdict::Broken
    }
}

/// Prints a line for each kind, and the wrong verdicts.
fn print(records: &[Record]) {
    println!(
        "{:<16} {:>6} | {:>6} {:>7} {:>7} | {:>6} {:>11} {:>7} {:>7} | {:>6} {:>11}",
        "kind",
        "same",
        "proved",
        "refuted",
        "unknown",
        "differ",
        "proved",
        "refuted",
        "unknown",
        "wrong",
        "first wrong"
    );
    let all: Vec<&Record> = records.iter().collect();
    for kind in KINDS {
        let of: Vec<&Record> = all
            .iter()
            .copied()
            .filter(|r| r.kind == kind.name)
            .collect();
        if !of.is_empty() {
            print_row(kind.name, &of);
        }
    }
    print_row("all", &all);
    for record in records.iter().filter(|r| r.is_wrong()) {
        println!(
            "WRONG {} {}: {:?}, {:?}: {}",
            record.seed, record.kind, record.verdict, record.truth, record.reason
        );
    }
}

/// A row of the table. Proofs that state a condition are counted behind a `+`.
fn print_row(name: &str, records: &[&Record]) {
    let same: Vec<&&Record> = records.iter().filter(|r| r.truth == Truth::Same).collect();
    let differ = |r: &&&Record| matches!(r.truth, Truth::Differ | Truth::Unseen);
    let differ: Vec<&&Record> = records.iter().filter(differ).collect();
    let count = |of: &[&&Record], verdict| of.iter().filter(|r| r.verdict == verdict).count();
    let excused = differ
        .iter()
        .filter(|r| r.verdict == Verdict::Proved && r.is_excused)
        .count();
    let proved = count(&differ, Verdict::Proved) - excused;
    let wrong = records.iter().filter(|r| r.is_wrong()).count();
    let first = records.iter().position(|r| r.is_wrong());
    let first = first.map_or("-".to_string(), |at| (at + 1).to_string());
    println!(
        "{name:<16} {:>6} | {:>6} {:>7} {:>7} | {:>6} {:>11} {:>7} {:>7} | {wrong:>6} {first:>11}",
        same.len(),
        count(&same, Verdict::Proved),
        count(&same, Verdict::Refuted),
        count(&same, Verdict::Unknown),
        differ.len(),
        format!("{proved} + {excused}"),
        count(&differ, Verdict::Refuted),
        count(&differ, Verdict::Unknown),
    );
}
