//! `trials sweeps`: random programs of loops over steps and points. What `pleat tile` and
//! `pleat fold --tile` make of them prints the same, also with threads, and compiles without
//! warnings.

use crate::judge::Pleat;
use crate::program::{Behaviour, Build, behaviour};
use crate::series::Series;
use crate::tally::{self, Record};
use lab::rng::Rng;
use lab::sweeps::program;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Which programs.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    series: Series,
    /// Print this program instead.
    #[arg(long)]
    print: Option<u64>,
}

/// What became of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Outcome {
    /// Another result than the original's.
    Wrong,
    /// The tool ended in another way than it should, the result is no C, or the compiler warns.
    Broken,
    /// The tool took longer than [`SLOW`].
    Slow,
    /// A plan whose text was not proved.
    Unproved,
    /// Loops in tiles.
    Tiled,
    /// Dependences forbid tiles.
    Unchanged,
}

/// Programs per file of results.
const GROUP: u64 = 20;
/// Seconds of processor time.
const SLOW: f64 = 20.0;
/// Sizes of tiles.
const SIZES: [&str; 6] = ["1", "2", "3", "5", "8", "40"];

/// Tries all programs and prints how many have which outcome. Returns whether none is wrong.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    if let Some(seed) = arguments.print {
        print!("{}", program(seed));
        return Ok(true);
    }
    let series = &arguments.series;
    let pleat = series.pleat()?;
    let tried = series.run("sweeps", GROUP, &|seed, findings| {
        trial(seed, &pleat, findings)
    })?;
    tally::print(&tried.records, Outcome::Unproved);
    let is_good = !tried.records.iter().any(|r| r.outcome <= Outcome::Slow);
    Ok(tried.is_complete() && is_good)
}

/// The command that is tried with a program, and whether threads execute the result.
fn words(random: &mut Rng) -> (Vec<String>, bool) {
    let count = random.between(1, 3);
    let sizes: Vec<&str> = (0..count).map(|_| *random.pick(&SIZES)).collect();
    let sizes = sizes.join(",");
    let all = |words: &[&str]| words.iter().map(|w| w.to_string()).collect();
    let (tile, sizes) = (format!("--tile={sizes}"), format!("--sizes={sizes}"));
    match random.below(6) {
        0 => (all(&["fold", &tile]), false),
        1 => (all(&["tile", "--threads", &sizes]), true),
        2 => (all(&["tile", "--overlap=steps", &sizes]), false),
        3 => (all(&["tile", "--threads", "--overlap=steps", &sizes]), true),
        _ => (all(&["tile", &sizes]), false),
    }
}

/// The record of a seed. The text of a program that somebody must look at is kept.
fn trial(seed: u64, pleat: &Pleat, findings: &Path) -> Result<Record<Outcome>, String> {
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (words, has_threads) = words(&mut Rng::new(seed ^ 0x9a31));
    let before = program(seed);
    let file = work.path().join("sweeps.c");
    std::fs::write(&file, &before).map_err(|e| e.to_string())?;
    let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
    let (made, seconds) = pleat.text(&arguments, &file)?;
    let (mut outcome, mut reason) = match &made {
        Err(why) => (Outcome::Broken, why.clone()),
        Ok(made) => match fault(&before, &made.text, has_threads, work.path())? {
            Some(fault) => fault,
            None => kind(&made.messages),
        },
    };
    if seconds > SLOW && outcome > Outcome::Slow {
        (outcome, reason) = (Outcome::Slow, format!("{seconds:.1} s, {outcome:?}"));
    }
    let record = Record {
        seed,
        command: words.join(" "),
        outcome,
        reason,
        seconds,
    };
    if outcome <= Outcome::Unproved {
        record.keep(&before, findings)?;
    }
    Ok(record)
}

/// What is wrong with a new text.
fn fault(
    before: &str,
    after: &str,
    has_threads: bool,
    work: &Path,
) -> Result<Option<(Outcome, String)>, String> {
    if before == after {
        return Ok(None);
    }
    let expected = behaviour(before, Build::Plain, &[], work)?;
    let pragmas = ["-Wno-unknown-pragmas", "-Wno-unused-parameter"].map(str::to_string);
    let mut builds = vec![Build::Strict];
    builds.extend(has_threads.then_some(Build::Threads));
    for build in builds {
        match behaviour(after, build, &pragmas, work)? {
            Behaviour::Rejected(why) => return Ok(Some((Outcome::Broken, why))),
            Behaviour::Failed(why) => return Ok(Some((Outcome::Wrong, why))),
            found if found != expected => {
                return Ok(Some((Outcome::Wrong, format!("prints else: {build:?}"))));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// The outcome of a right text, by the messages.
fn kind(messages: &str) -> (Outcome, String) {
    let mut lines = messages.lines();
    let refused = lines.find(|l| l.contains("not tiled: "));
    match refused {
        _ if messages.contains("run in tiles of") => (Outcome::Tiled, String::new()),
        Some(line) if !line.contains("no tiles keep") => (Outcome::Unproved, line.to_string()),
        _ => (Outcome::Unchanged, String::new()),
    }
}
