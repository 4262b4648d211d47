//! `trials tricks`: small programs with tricks. What each command makes of them does the same in
//! several builds, is as defined, and has no new warnings. The table counts by trick.

use crate::judge::Pleat;
use crate::program::{Behaviour, Build, behaviour, warnings};
use crate::reduce::reduced;
use crate::series::Series;
use lab::rng::Rng;
use lab::tricks::{Plot, Program, TRICKS, Trick, named, program};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Which programs.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    series: Series,
    /// Only these tricks, separated by commas.
    #[arg(long, value_delimiter = ',', value_parser = name)]
    only: Vec<String>,
    /// Keep differences as they are, without smaller texts.
    #[arg(long)]
    whole: bool,
    /// Print this program instead.
    #[arg(long)]
    print: Option<u64>,
}

fn name(text: &str) -> Result<String, String> {
    let names = || TRICKS.iter().map(|trick| trick.name).collect::<Vec<_>>();
    match named(text) {
        Some(_) => Ok(text.to_string()),
        None => Err(format!("tricks are {}", names().join(", "))),
    }
}

/// What became of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
enum Outcome {
    /// The result does something else.
    Wrong,
    /// A detector reports something of the result, but not of the original.
    Reported,
    /// The tool ended in another way than it should, or the result is no C.
    Broken,
    /// The compiler warns of the result, but not of the original.
    Warned,
    /// The tool took longer than [`SLOW`].
    Slow,
    /// The original is undefined: a mistake of its maker.
    Undefined,
    /// Only the vectoriser of one compiler makes something else of the result: either the result
    /// states too much, or this compiler is wrong. No fault by itself.
    Compiler,
    /// The result is another text.
    Changed,
    /// The text stays.
    Refused,
}

/// One program.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    seed: u64,
    tricks: Vec<String>,
    command: String,
    outcome: Outcome,
    reason: String,
    /// Processor time of the tool, and all time of the trial.
    seconds: f64,
    whole: f64,
}

/// Programs per file of results.
const GROUP: u64 = 20;
/// Seconds of processor time.
const SLOW: f64 = 10.0;
/// One in this many programs that stay is executed, to test the maker.
const TESTED_ONE_IN: u64 = 10;

/// Arrays that are `restrict` must not be one: no detector of the compiler tells.
const DISTINCT: &str =
    "-DDISTINCT(p, q)=if ((const void *)(p) == (const void *)(q)) __builtin_trap();";

/// What is tried with stages.
const STAGED: &[&str] = &[
    "fold --min-saving=0 --fuse",
    "fold --min-saving=0 --fuse",
    "fold --min-saving=0 --fuse=full",
    "fold --min-saving=0 --fuse --threads=strips",
    "fold --min-saving=0 --fuse --threads=strips",
    "fold --min-saving=0 --fuse --share",
    "fold --min-saving=0 --fuse --objective=size",
    "fold --min-saving=0 --fuse --tile=0,2",
    "fuse",
    "fuse --depth=full",
];
/// What is tried with loops over steps.
const TILED: &[&str] = &[
    "tile --sizes=2,4",
    "tile --sizes=3,3",
    "tile --threads --sizes=2,4",
    "tile --overlap=steps --sizes=3,4",
    "tile --threads --overlap=steps --sizes=3,4",
    "tile --shape=hexagon --sizes=2,6",
    "tile --threads --shape=hexagon --sizes=2,4",
    "fold --min-saving=0 --tile=2,3",
];
/// What is tried with arrays that follow each other.
const SHARED: &[&str] = &[
    "fold --min-saving=0 --share",
    "fold --min-saving=0 --share",
    "fold --min-saving=0 --fuse --share",
];

/// Tries all programs and prints the table. Returns whether no outcome is a fault.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut tricks: Vec<&'static Trick> = TRICKS.iter().collect();
    if !arguments.only.is_empty() {
        tricks.retain(|trick| arguments.only.iter().any(|name| name == trick.name));
    }
    if let Some(seed) = arguments.print {
        let (made, command) = chosen(seed, &tricks);
        println!("// {}: {command}\n{}", made.tricks.join(", "), made.text);
        return Ok(true);
    }
    let pleat = arguments.series.pleat()?;
    let folder = [&["tricks".to_string()], arguments.only.as_slice()]
        .concat()
        .join("-");
    let tried = arguments.series.run(&folder, GROUP, &|seed, findings| {
        let tried = trial(seed, &tricks, &pleat, findings)?;
        if tried.record.outcome <= Outcome::Broken && !arguments.whole {
            tried.reduce(&pleat, findings)?;
        }
        Ok(tried.record)
    })?;
    print(&tried.records);
    let is_good = !tried
        .records
        .iter()
        .any(|r| r.outcome <= Outcome::Undefined);
    Ok(tried.is_complete() && is_good)
}

/// A program and the command that is tried with it.
fn chosen(seed: u64, tricks: &[&'static Trick]) -> (Program, &'static str) {
    let made = program(seed, tricks);
    let commands = match made.plot {
        Plot::Stages => STAGED,
        Plot::Steps | Plot::Exchange => TILED,
        Plot::Chain => SHARED,
    };
    (made, Rng::new(seed ^ 0x3c01).pick::<&str>(commands))
}

/// A program and its record.
struct Tried {
    made: Program,
    record: Record,
}

/// Tries the program of a seed. What somebody must look at is kept.
fn trial(
    seed: u64,
    tricks: &[&'static Trick],
    pleat: &Pleat,
    findings: &Path,
) -> Result<Tried, String> {
    let start = std::time::Instant::now();
    let work = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (made, command) = chosen(seed, tricks);
    let task = Task::new(seed, command, &made.flags, pleat, work.path());
    let mut found = task.found(&made.text)?;
    if found.outcome == Outcome::Refused && seed.is_multiple_of(TESTED_ONE_IN) {
        found = task.tested(&made.text, found)?;
    }
    if found.outcome == Outcome::Wrong && !task.is_defined(&made.text)? {
        found.outcome = Outcome::Undefined;
    }
    let record = Record {
        seed,
        tricks: made.tricks.iter().map(|name| name.to_string()).collect(),
        command: command.to_string(),
        outcome: found.outcome,
        reason: found.reason,
        seconds: found.seconds,
        whole: start.elapsed().as_secs_f64(),
    };
    if record.outcome <= Outcome::Compiler {
        record.keep(&made.text, "", findings)?;
    }
    Ok(Tried { made, record })
}

impl Tried {
    /// Keeps a smaller program with the same fault.
    fn reduce(&self, pleat: &Pleat, findings: &Path) -> Result<(), String> {
        let work = tempfile::tempdir().map_err(|e| e.to_string())?;
        let Record { seed, command, .. } = &self.record;
        let task = Task::new(*seed, command, &self.made.flags, pleat, work.path());
        let holds = |text: &str| task.shows(text, self.record.outcome);
        self.record
            .keep(&reduced(&self.made.text, &holds), "-reduced", findings)
    }
}

/// A command and how its results are examined.
struct Task<'a> {
    pleat: &'a Pleat,
    command: &'a str,
    flags: &'a [String],
    has_clang: bool,
    work: &'a Path,
}

/// What was found of a text.
struct Found {
    outcome: Outcome,
    reason: String,
    seconds: f64,
}

type Fault = Option<(Outcome, String)>;

impl<'a> Task<'a> {
    fn new(
        seed: u64,
        command: &'a str,
        flags: &'a [String],
        pleat: &'a Pleat,
        work: &'a Path,
    ) -> Self {
        Task {
            pleat,
            command,
            flags,
            has_clang: !seed.is_multiple_of(2),
            work,
        }
    }

    /// What the command makes of a text.
    fn found(&self, before: &str) -> Result<Found, String> {
        let file = self.work.join("tricks.c");
        std::fs::write(&file, before).map_err(|e| e.to_string())?;
        let words: Vec<&str> = self.command.split(' ').collect();
        let (made, seconds) = self.pleat.text_with(&words, &file, self.flags)?;
        let (outcome, reason) = match made {
            // Marks of a region that has no end, or is no part of one function.
            Err(why) if why.contains("error: `#pragma scop`") => (Outcome::Refused, why),
            // The compiler rejects the program.
            Err(why) if why.contains("exit status: 4") => (Outcome::Undefined, why),
            Err(why) => (Outcome::Broken, why),
            Ok(made) if made.text == before => (Outcome::Refused, String::new()),
            Ok(made) => match self.fault(before, &made.text)? {
                Some(fault) => fault,
                None => (Outcome::Changed, String::new()),
            },
        };
        let is_slow = seconds > SLOW && outcome > Outcome::Slow;
        Ok(Found {
            outcome: if is_slow { Outcome::Slow } else { outcome },
            reason,
            seconds,
        })
    }

    fn run(&self, text: &str, build: Build) -> Result<Behaviour, String> {
        let mut flags = self.all_flags();
        if build == Build::Sanitized {
            flags.push(DISTINCT.to_string());
        }
        behaviour(text, build, &flags, self.work)
    }

    /// The flags of compilations.
    fn all_flags(&self) -> Vec<String> {
        let mut flags = self.flags.to_vec();
        if self.command.contains("--threads") {
            flags.push("-fopenmp".to_string());
        }
        flags
    }

    /// The optimised build that goes with the other one.
    fn optimised(&self) -> Build {
        let of_gcc = |flag: &String| flag == "-ffast-math" || flag == "-fopenmp";
        let is_parallel = self.command.contains("--threads");
        match self.has_clang && !is_parallel && !self.flags.iter().any(of_gcc) {
            true => Build::Clang,
            false => Build::Optimised,
        }
    }

    /// What is wrong with a result.
    fn fault(&self, before: &str, after: &str) -> Result<Fault, String> {
        for build in [Build::Sanitized, self.optimised()] {
            let expected = self.run(before, build)?;
            if !matches!(expected, Behaviour::Ended { .. }) {
                return Ok(Some((Outcome::Undefined, format!("{expected:?}"))));
            }
            match self.run(after, build)? {
                Behaviour::Rejected(why) => return Ok(Some((Outcome::Broken, why))),
                Behaviour::Failed(why) => return Ok(Some((Outcome::Reported, why))),
                found if found != expected => {
                    let is_lone = build == Build::Optimised && self.is_lone(after, &expected)?;
                    let outcome = if is_lone {
                        Outcome::Compiler
                    } else {
                        Outcome::Wrong
                    };
                    return Ok(Some((outcome, format!("prints else: {build:?}"))));
                }
                _ => {}
            }
        }
        self.warned(before, after)
    }

    /// Whether only vector code of one compiler does not do as expected.
    fn is_lone(&self, after: &str, expected: &Behaviour) -> Result<bool, String> {
        for build in [Build::Scalar, Build::Clang] {
            let found = self.run(after, build)?;
            let has_run = matches!(found, Behaviour::Ended { .. });
            if has_run && found != *expected {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A warning that the original has not.
    fn warned(&self, before: &str, after: &str) -> Result<Fault, String> {
        let old = warnings(before, &self.all_flags(), self.work)?;
        let new = warnings(after, &self.all_flags(), self.work)?;
        // A statement that is written twice may be warned of twice, and objects of the same name
        // are numbered. Who has conversions of a kind without casts does not ask for warnings of
        // them.
        let plain = |message: &String| message.replace(|c: char| c.is_ascii_digit(), "");
        let is_known = |kind: &String, message: &String| {
            let of_kind = old.get(kind);
            of_kind.is_some_and(|all| {
                kind.contains("conversion") || all.iter().any(|old| plain(old) == plain(message))
            })
        };
        let mut all = new
            .iter()
            .flat_map(|(kind, of)| of.iter().map(move |m| (kind, m)));
        let more = all.find(|(kind, message)| !is_known(kind, message));
        Ok(more.map(|(_, message)| (Outcome::Warned, message.clone())))
    }

    /// Executes a text that stays.
    fn tested(&self, text: &str, found: Found) -> Result<Found, String> {
        let is_defined = self.is_defined(text)?;
        Ok(match is_defined {
            true => found,
            false => Found {
                outcome: Outcome::Undefined,
                reason: "stays".to_string(),
                ..found
            },
        })
    }

    /// Whether a text does the same in all builds.
    fn is_defined(&self, text: &str) -> Result<bool, String> {
        let first = self.run(text, Build::Sanitized)?;
        let others = [Build::Plain, Build::Zeroed, self.optimised()];
        let mut same = matches!(first, Behaviour::Ended { .. });
        for build in others {
            let is_same = self.run(text, build)? == first;
            // Optimisation changes what fast-math leaves open.
            same &= is_same || self.flags.iter().any(|flag| flag == "-ffast-math");
        }
        Ok(same)
    }

    /// Whether a smaller text is defined and shows the same fault.
    fn shows(&self, text: &str, outcome: Outcome) -> bool {
        let found = self.found(text).is_ok_and(|found| found.outcome == outcome);
        found && self.is_defined(text).unwrap_or(false)
    }
}

impl Record {
    fn keep(&self, text: &str, kind: &str, findings: &Path) -> Result<(), String> {
        let place = findings.join(format!("{:?}-{}{kind}.c", self.outcome, self.seed));
        let (tricks, command) = (self.tricks.join(", "), &self.command);
        let text = format!("{text}// {tricks}: {command}: {}\n", self.reason);
        std::fs::write(place, text).map_err(|e| e.to_string())
    }
}

/// Prints a line for each trick, and the faults.
fn print(records: &[Record]) {
    let outcomes = [
        Outcome::Changed,
        Outcome::Refused,
        Outcome::Wrong,
        Outcome::Reported,
        Outcome::Broken,
        Outcome::Warned,
        Outcome::Slow,
        Outcome::Undefined,
        Outcome::Compiler,
    ];
    print!("{:<18} {:>8}", "trick", "programs");
    outcomes
        .iter()
        .for_each(|o| print!(" {:>9}", format!("{o:?}").to_lowercase()));
    println!(" {:>9} {:>11}", "seconds", "first fault");
    let mut of_tricks: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records {
        for trick in &record.tricks {
            of_tricks.entry(trick).or_default().push(record);
        }
    }
    for trick in TRICKS {
        if let Some(of) = of_tricks.get(trick.name) {
            print_row(trick.name, of, &outcomes);
        }
    }
    print_row("all", &records.iter().collect::<Vec<_>>(), &outcomes);
    for record in records.iter().filter(|r| r.outcome <= Outcome::Compiler) {
        let (tricks, reason) = (record.tricks.join(", "), &record.reason);
        println!(
            "{:?} {} {tricks}: {}: {reason}",
            record.outcome, record.seed, record.command
        );
    }
}

/// A row of the table; its last column tells how many programs were needed for the first fault.
fn print_row(name: &str, records: &[&Record], outcomes: &[Outcome]) {
    print!("{name:<18} {:>8}", records.len());
    for outcome in outcomes {
        let count = records.iter().filter(|r| r.outcome == *outcome).count();
        print!(" {count:>9}");
    }
    let seconds: f64 = records.iter().map(|r| r.whole).sum();
    let first = records.iter().position(|r| r.outcome <= Outcome::Slow);
    let first = first.map_or("-".to_string(), |at| (at + 1).to_string());
    println!(
        " {:>9.2} {first:>11}",
        seconds / records.len().max(1) as f64
    );
}
