//! Examines what a command makes of random programs, each of several kinds: the result does the
//! same in several builds, is as defined, and has no new warnings. Knows no kind.

use crate::judge::Pleat;
use crate::kinds::{Outcome, Record};
use crate::program::{Behaviour, Build, behaviour, object, warnings};
use crate::reduce::reduced;
use std::path::Path;

/// A program and what is tried with it.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) seed: u64,
    pub(crate) kinds: Vec<String>,
    pub(crate) text: String,
    /// A second file that only the compiler gets.
    pub(crate) beside: Option<String>,
    /// Flags of every compilation.
    pub(crate) flags: Vec<String>,
    /// `fold --fuse`
    pub(crate) command: &'static str,
    /// Seconds of processor time that the command may take.
    pub(crate) limit: f64,
    /// The builds whose outputs are compared.
    pub(crate) builds: Vec<Build>,
}

/// One in this many programs that stay is executed, to test the maker.
const TESTED_ONE_IN: u64 = 10;

/// Arrays that are `restrict` must not be one: no detector of the compiler tells.
const DISTINCT: &str =
    "-DDISTINCT(p, q)=if ((const void *)(p) == (const void *)(q)) __builtin_trap();";

impl Case {
    /// Tries the program. What somebody must look at is kept, perhaps a smaller program too.
    pub(crate) fn tried(
        &self,
        pleat: &Pleat,
        is_reduced: bool,
        findings: &Path,
    ) -> Result<Record, String> {
        let start = std::time::Instant::now();
        let work = tempfile::tempdir().map_err(|e| e.to_string())?;
        let task = Task::new(self, pleat, work.path())?;
        let mut found = task.found(&self.text)?;
        if found.outcome == Outcome::Refused && self.seed.is_multiple_of(TESTED_ONE_IN) {
            found = task.tested(&self.text, found)?;
        }
        if found.outcome == Outcome::Wrong && !task.is_defined(&self.text)? {
            found.outcome = Outcome::Undefined;
        }
        let record = Record {
            seed: self.seed,
            kinds: self.kinds.clone(),
            command: self.command.to_string(),
            outcome: found.outcome,
            reason: found.reason,
            seconds: found.seconds,
            whole: start.elapsed().as_secs_f64(),
        };
        if record.outcome <= Outcome::Compiler {
            record.keep(&self.text, ".c", findings)?;
            if let Some(beside) = &self.beside {
                record.keep(beside, "-beside.c", findings)?;
            }
        }
        if record.outcome <= Outcome::Broken && is_reduced {
            let holds = |text: &str| task.shows(text, record.outcome);
            record.keep(&reduced(&self.text, &holds), "-reduced.c", findings)?;
        }
        Ok(record)
    }
}

/// A command and how its results are examined.
struct Task<'a> {
    case: &'a Case,
    pleat: &'a Pleat,
    /// What every text is compiled with.
    flags: Vec<String>,
    /// What it is linked with.
    beside: Option<String>,
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
    fn new(case: &'a Case, pleat: &'a Pleat, work: &'a Path) -> Result<Self, String> {
        let mut flags = case.flags.clone();
        if case.command.contains("--threads") {
            flags.push("-fopenmp".to_string());
        }
        let beside = case.beside.as_ref().map(|text| object(text, work));
        Ok(Task {
            case,
            pleat,
            flags,
            beside: beside.transpose()?,
            work,
        })
    }

    /// What the command makes of a text.
    fn found(&self, before: &str) -> Result<Found, String> {
        let file = self.work.join("program.c");
        std::fs::write(&file, before).map_err(|e| e.to_string())?;
        let words: Vec<&str> = self.case.command.split(' ').collect();
        let (made, seconds) = self.pleat.text_with(&words, &file, &self.case.flags)?;
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
        let is_slow = seconds > self.case.limit && outcome > Outcome::Slow;
        Ok(Found {
            outcome: if is_slow { Outcome::Slow } else { outcome },
            reason,
            seconds,
        })
    }

    fn run(&self, text: &str, build: Build) -> Result<Behaviour, String> {
        let mut flags = self.flags.clone();
        flags.extend(self.beside.clone());
        if build == Build::Sanitized {
            flags.push(DISTINCT.to_string());
        }
        behaviour(text, build, &flags, self.work)
    }

    /// What is wrong with a result.
    fn fault(&self, before: &str, after: &str) -> Result<Fault, String> {
        for build in self.case.builds.iter().copied() {
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
        let old = warnings(before, &self.flags, self.work)?;
        let new = warnings(after, &self.flags, self.work)?;
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
        let own = self.case.builds.iter().copied();
        let others = [Build::Plain, Build::Zeroed].into_iter().chain(own);
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
