//! `trials stages`: random programs of stages. What `pleat fuse` and `pleat fold --fuse` make of
//! them prints the same, leaves no array and compiles without warnings.

use crate::judge::Pleat;
use crate::program::{Behaviour, Build, behaviour, limited};
use crate::results::Results;
use crate::workers::on_all_cores;
use lab::stages::program;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// Which programs, and where results are kept.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The number of programs.
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// The first program.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Discard the results of earlier runs.
    #[arg(long)]
    fresh: bool,
    /// Threads; one per core by default.
    #[arg(long)]
    jobs: Option<NonZero<usize>>,
    /// The program that is tried; by default the one beside this program.
    #[arg(long)]
    pleat: Option<PathBuf>,
    /// Print this program instead.
    #[arg(long)]
    print: Option<u64>,
    /// The folder of results.
    #[arg(long, default_value = "target/trials/stages")]
    results: PathBuf,
}

/// What became of a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Outcome {
    /// Another result than the original's.
    Wrong,
    /// The tool ended in another way than it should, or the result is no C.
    Broken,
    /// The compiler warns of the result, but not of the original.
    Warned,
    /// A plan whose text was not proved.
    Unproved,
    /// Loops are fused and arrays folded.
    Folded,
    /// Loops are fused, but no array is folded.
    Fused,
    /// The text stays.
    Unchanged,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    seed: u64,
    outcome: Outcome,
    reason: String,
    seconds: f64,
}

/// Programs per file of results.
const GROUP: u64 = 20;
/// Warnings that the result must not have.
const WARNINGS: [&str; 4] = ["-fsyntax-only", "-Wall", "-Wextra", "-Werror"];

/// Tries all programs and prints how many have which outcome. Returns whether none is wrong.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    if let Some(seed) = arguments.print {
        print!("{}", program(seed));
        return Ok(true);
    }
    let pleat = Pleat::new(arguments.pleat.as_deref(), None)?;
    let results = Results::new(arguments.results.clone(), arguments.fresh)?;
    let end = arguments.seed + arguments.count;
    let work = |k: usize| {
        let first = arguments.seed + k as u64 * GROUP;
        let last = (first + GROUP).min(end);
        let make = || {
            let tried = (first..last).map(|seed| trial(seed, &pleat, &results.findings()));
            tried.collect::<Result<Vec<Record>, String>>()
        };
        results.of(&format!("{first:08}-{last:08}"), make)?;
        eprintln!("{first}");
        Ok(())
    };
    let groups = arguments.count.div_ceil(GROUP);
    let troubles = on_all_cores(groups as usize, arguments.jobs, &work);
    let is_good = print(&results.records()?);
    for trouble in &troubles {
        println!("TROUBLE {trouble}");
    }
    Ok(is_good && troubles.is_empty())
}

/// The record of a seed. The texts of a result that somebody must look at are kept.
fn trial(seed: u64, pleat: &Pleat, findings: &Path) -> Result<Record, String> {
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let before = program(seed);
    let file = work.path().join("stages.c");
    std::fs::write(&file, &before).map_err(|e| e.to_string())?;
    let start = std::time::Instant::now();
    let fused = pleat.text(&["fuse"], &file)?;
    let folded = pleat.text(&["fold", "--fuse"], &file)?;
    let seconds = start.elapsed().as_secs_f64();
    let mut record = Record {
        seed,
        outcome: Outcome::Unchanged,
        reason: String::new(),
        seconds,
    };
    for made in [fused, folded] {
        let (outcome, reason) = match made {
            Ok((text, messages)) => outcome(&before, &text, &messages, work.path())?,
            Err(why) => (Outcome::Broken, why),
        };
        let is_bad = outcome <= Outcome::Unproved;
        if is_bad || outcome < record.outcome {
            let text = format!("{before}\n// {reason}\n");
            if is_bad {
                let place = findings.join(format!("{outcome:?}-{seed}.c"));
                std::fs::write(place, text).map_err(|e| e.to_string())?;
            }
            if outcome < record.outcome {
                (record.outcome, record.reason) = (outcome, reason);
            }
        }
    }
    Ok(record)
}

/// Compares a result with the original.
fn outcome(
    before: &str,
    after: &str,
    messages: &str,
    work: &Path,
) -> Result<(Outcome, String), String> {
    let unproved = messages.lines().find(|l| l.contains("are not fused: "));
    if let Some(line) = unproved {
        return Ok((Outcome::Unproved, line.to_string()));
    }
    if before == after {
        return Ok((Outcome::Unchanged, String::new()));
    }
    let expected = behaviour(before, Build::Plain, &[], work)?;
    let found = behaviour(after, Build::Sanitized, &[], work)?;
    match found {
        Behaviour::Rejected(why) => return Ok((Outcome::Broken, why)),
        Behaviour::Failed(why) => return Ok((Outcome::Wrong, why)),
        found if found != expected => return Ok((Outcome::Wrong, "prints else".to_string())),
        _ => {}
    }
    if let (Some(warning), None) = (warning(after, work)?, warning(before, work)?) {
        return Ok((Outcome::Warned, warning));
    }
    let is_folded = messages.contains("folded: ");
    Ok(match is_folded {
        true => (Outcome::Folded, String::new()),
        false => (Outcome::Fused, String::new()),
    })
}

/// The first warning of the compiler.
fn warning(text: &str, work: &Path) -> Result<Option<String>, String> {
    let file = work.join("warned.c");
    std::fs::write(&file, text).map_err(|e| e.to_string())?;
    let done = limited(Path::new("gcc")).args(WARNINGS).arg(&file).output();
    let done = done.map_err(|e| e.to_string())?;
    let messages = String::from_utf8_lossy(&done.stderr);
    let first = messages.lines().find(|l| l.contains("error: "));
    Ok(first.map(str::to_string))
}

/// Prints the table and the findings. Returns whether no result is wrong.
fn print(records: &[Record]) -> bool {
    let mut counts: BTreeMap<&Outcome, Vec<&Record>> = BTreeMap::new();
    for record in records {
        counts.entry(&record.outcome).or_default().push(record);
    }
    for (outcome, of) in &counts {
        let seconds: f64 = of.iter().map(|r| r.seconds).sum();
        let name = format!("{outcome:?}").to_lowercase();
        println!(
            "{name:<10} {:>6} {:>8.2} s each",
            of.len(),
            seconds / of.len() as f64
        );
    }
    for record in records.iter().filter(|r| r.outcome <= Outcome::Unproved) {
        println!("{:?} {}: {}", record.outcome, record.seed, record.reason);
    }
    records.iter().all(|r| r.outcome > Outcome::Warned)
}
