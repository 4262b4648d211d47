//! `trials stages`: random programs of stages. What `pleat fuse` and `pleat fold --fuse` make of
//! them prints the same, needs no more memory, and compiles without warnings.

use crate::judge::Pleat;
use crate::memory;
use crate::program::{Behaviour, Build, behaviour};
use crate::series::Series;
use crate::tally::{self, Record};
use lab::rng::Rng;
use lab::stages::program;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Which programs.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    series: Series,
    /// Fold them in columns, too.
    #[arg(long)]
    columns: bool,
    /// Print this program instead.
    #[arg(long)]
    print: Option<u64>,
}

/// What became of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Outcome {
    /// Another result than the original's.
    Wrong,
    /// The tool ended in another way than it should, or the result is no C.
    Broken,
    /// The compiler warns of the result, but not of the original.
    Warned,
    /// It needs more memory than the original.
    Larger,
    /// The tool took longer than [`SLOW`].
    Slow,
    /// The original itself is undefined: a mistake of its maker.
    Undefined,
    /// A plan whose text was not proved.
    Unproved,
    /// Loops run in columns.
    Columns,
    /// Loops are fused and arrays folded.
    Folded,
    /// Loops are fused; nothing was to be folded.
    Fused,
    /// Arrays are folded, but no loops fused.
    OnlyFolded,
    /// Loops could be fused, but nothing would get smaller.
    NoGain,
    /// The text stays.
    Unchanged,
}

impl Outcome {
    /// Whether a run with it is no good run.
    fn is_fault(self) -> bool {
        self <= Outcome::Undefined
    }
}

/// Programs per file of results.
const GROUP: u64 = 20;
/// Seconds of processor time.
const SLOW: f64 = 10.0;
/// One in this many programs is only fused.
const FUSED_ONE_IN: u64 = 6;
/// The memory of one fold in this many is measured; loops that are only fused keep whole arrays.
const MEASURED_ONE_IN: u64 = 3;

/// Tries all programs and prints how many have which outcome. Returns whether none is wrong.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    if let Some(seed) = arguments.print {
        print!("{}", program(seed));
        return Ok(true);
    }
    let series = &arguments.series;
    let pleat = series.pleat()?;
    let name = match arguments.columns {
        true => "columns",
        false => "stages",
    };
    let tried = series.run(name, GROUP, &|seed, findings| {
        trial((seed, arguments.columns), &pleat, findings)
    })?;
    tally::print(&tried.records, Outcome::Unproved);
    let is_good = !tried.records.iter().any(|r| r.outcome.is_fault());
    Ok(tried.is_complete() && is_good)
}

/// The command that is tried with a program.
fn words(random: &mut Rng, in_columns: bool) -> Vec<String> {
    let depth = *random.pick(&["auto", "auto", "outer", "full"]);
    let is_only_fused = random.one_in(FUSED_ONE_IN);
    if in_columns {
        let size = random.pick(&[1, 2, 3, 5, 16]);
        return vec![
            "fold".to_string(),
            format!("--fuse={depth}"),
            format!("--tile=0,{size}"),
        ];
    }
    match is_only_fused {
        true => vec!["fuse".to_string(), format!("--depth={depth}")],
        false => vec!["fold".to_string(), format!("--fuse={depth}")],
    }
}

/// The record of a seed. The text of a program that somebody must look at is kept.
fn trial(
    (seed, in_columns): (u64, bool),
    pleat: &Pleat,
    findings: &Path,
) -> Result<Record<Outcome>, String> {
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut random = Rng::new(seed ^ 0x5741);
    let words = words(&mut random, in_columns);
    let before = program(seed);
    let file = work.path().join("stages.c");
    std::fs::write(&file, &before).map_err(|e| e.to_string())?;
    let (made, seconds) =
        pleat.text(&words.iter().map(String::as_str).collect::<Vec<_>>(), &file)?;
    let judged = match made {
        Ok(made) => {
            let pair = Pair {
                before: &before,
                after: &made.text,
                messages: &made.messages,
                work: work.path(),
            };
            let is_measured = random.one_in(MEASURED_ONE_IN) && words[0] == "fold" && !in_columns;
            pair.outcome(is_measured)?
        }
        Err(why) => (Outcome::Broken, why),
    };
    let (outcome, reason) = match judged {
        (outcome, reason) if outcome < Outcome::Slow || seconds <= SLOW => (outcome, reason),
        (outcome, _) => (Outcome::Slow, format!("{seconds:.1} s, {outcome:?}")),
    };
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

/// A program and what was made of it.
struct Pair<'a> {
    before: &'a str,
    after: &'a str,
    messages: &'a str,
    work: &'a Path,
}

type Judged = Result<(Outcome, String), String>;

impl Pair<'_> {
    /// Compares both.
    fn outcome(&self, is_measured: bool) -> Judged {
        if self.before == self.after {
            return Ok(self.unchanged());
        }
        let fault = self.fault(is_measured)?;
        if let Some(fault) = fault {
            return match fault.0 {
                Outcome::Wrong if !self.is_defined()? => Ok((Outcome::Undefined, fault.1)),
                _ => Ok(fault),
            };
        }
        if let Some(line) = self.unproved() {
            return Ok((Outcome::Unproved, line));
        }
        let is_fused = self.messages.contains("fused the loops");
        let is_folded =
            self.messages.contains("array folded") || self.messages.contains("arrays folded");
        let outcome = match (is_fused, is_folded) {
            _ if self.messages.contains("run in tiles of") => Outcome::Columns,
            (true, true) => Outcome::Folded,
            (false, true) => Outcome::OnlyFolded,
            _ => Outcome::Fused,
        };
        Ok((outcome, String::new()))
    }

    /// The outcome of a text that stays.
    fn unchanged(&self) -> (Outcome, String) {
        let gains_nothing = self.messages.contains("gets smaller");
        match self.unproved() {
            Some(line) => (Outcome::Unproved, line),
            None if gains_nothing => (Outcome::NoGain, String::new()),
            None => (Outcome::Unchanged, String::new()),
        }
    }

    /// Why a plan is not used, other than that nothing would be gained.
    fn unproved(&self) -> Option<String> {
        let mut lines = self.messages.lines();
        let is_unproved = |l: &&str| l.contains("are not fused: ") && !l.contains("gets smaller");
        lines.find(is_unproved).map(str::to_string)
    }

    /// What is wrong with the new text.
    fn fault(&self, is_measured: bool) -> Result<Option<(Outcome, String)>, String> {
        let expected = behaviour(self.before, Build::Plain, &[], self.work)?;
        let mut found = behaviour(self.after, Build::Strict, &[], self.work)?;
        let mut warned = None;
        if let Behaviour::Rejected(why) = &found {
            warned = Some(why.clone()).filter(|why| why.contains("[-Werror"));
            found = behaviour(self.after, Build::Sanitized, &[], self.work)?;
        }
        Ok(match found {
            Behaviour::Rejected(why) => Some((Outcome::Broken, why)),
            Behaviour::Failed(why) => Some((Outcome::Wrong, why)),
            found if found != expected => Some((Outcome::Wrong, "prints else".to_string())),
            _ if warned.is_some() && !self.was_warned()? => {
                Some((Outcome::Warned, warned.unwrap_or_default()))
            }
            _ if is_measured && !self.has_fixed_sizes() => self.larger()?,
            _ => None,
        })
    }

    /// Whether the compiler warns of the original too.
    fn was_warned(&self) -> Result<bool, String> {
        let found = behaviour(self.before, Build::Strict, &[], self.work)?;
        Ok(matches!(found, Behaviour::Rejected(_)))
    }

    /// Whether the original is a program.
    fn is_defined(&self) -> Result<bool, String> {
        let plain = behaviour(self.before, Build::Plain, &[], self.work)?;
        let others = [Build::Sanitized, Build::Zeroed];
        for build in others {
            if behaviour(self.before, build, &[], self.work)? != plain {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether an image of the file does not grow with the sizes.
    fn has_fixed_sizes(&self) -> bool {
        let mut lines = self
            .before
            .lines()
            .take_while(|l| !l.contains("void kernel("));
        lines.any(|l| l.starts_with("static ") && l.ends_with("];"))
    }

    fn larger(&self) -> Result<Option<(Outcome, String)>, String> {
        let more = memory::more(self.before, self.after, self.work)?;
        Ok(more.map(|how| (Outcome::Larger, how)))
    }
}
