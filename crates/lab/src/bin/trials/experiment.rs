//! The truth about a mutant by experiment: both programs are compiled and run at several sizes,
//! without and with detectors. Knows no verdicts.

use crate::program::{Behaviour, Build, behaviour};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The result of the experiment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Truth {
    /// The programs behave differently: how.
    Differ(String),
    /// All runs agree.
    Agree,
    /// There is no run of the original to compare with.
    NoRun,
    /// The mutant is not C.
    Rejected,
}

/// An original.
#[derive(Clone, Debug)]
pub(crate) struct Subject<'a> {
    pub text: &'a str,
    /// Flags of every compilation.
    pub flags: Vec<String>,
    /// The macros that set its sizes, each list of flags one choice; none if it is no program.
    pub sizes: Vec<Vec<String>>,
    /// Whether it is run with threads too.
    pub has_threads: bool,
    /// Whether it is known to be defined at all these sizes.
    pub is_defined: bool,
}

/// The runs of an original that others are compared with.
pub(crate) struct Experiment<'a> {
    subject: Subject<'a>,
    work: &'a Path,
    /// By build and choice of sizes: what the original prints, if it runs well.
    expected: BTreeMap<(Build, usize), Option<Behaviour>>,
}

impl<'a> Experiment<'a> {
    pub(crate) fn new(subject: Subject<'a>, work: &'a Path) -> Self {
        Experiment {
            subject,
            work,
            expected: BTreeMap::new(),
        }
    }

    /// Keeps only the runs in which a text behaves like the original; a fold may state conditions
    /// on sizes. Returns how many differ.
    pub(crate) fn keep_runs_of(&mut self, text: &str) -> Result<usize, String> {
        let mut differing = 0;
        for (build, sizes) in self.runs() {
            let Some(expected) = self.expected(build, sizes)? else {
                continue;
            };
            let found = self.behaviour(text, build, sizes)?;
            if found != expected {
                let is_rejected = matches!(found, Behaviour::Rejected(_));
                differing += usize::from(!is_rejected);
                self.expected.insert((build, sizes), None);
            }
        }
        Ok(differing)
    }

    /// Compares a mutant with the original.
    pub(crate) fn truth(&mut self, text: &str) -> Result<Truth, String> {
        self.truth_of(text, self.runs())
    }

    /// Compares a mutant with the original at the first choice of sizes alone.
    pub(crate) fn truth_of_first(&mut self, text: &str) -> Result<Truth, String> {
        let mut runs = self.runs();
        runs.retain(|(_, sizes)| *sizes == 0);
        self.truth_of(text, runs)
    }

    fn truth_of(&mut self, text: &str, runs: Vec<(Build, usize)>) -> Result<Truth, String> {
        let mut compared = false;
        for (build, sizes) in runs {
            let Some(expected) = self.expected(build, sizes)? else {
                continue;
            };
            let found = self.behaviour(text, build, sizes)?;
            if let Behaviour::Rejected(_) = found {
                match sizes {
                    0 => return Ok(Truth::Rejected),
                    _ => continue,
                }
            }
            compared = true;
            if found != expected {
                let how = difference(&found);
                let at = self.subject.sizes[sizes].join(" ");
                return Ok(Truth::Differ(format!("{how} ({build:?} {at})")));
            }
        }
        match compared {
            true => Ok(Truth::Agree),
            false => self.without_run(text),
        }
    }

    /// Compares a mutant with the original at given values of macros first, if the original is
    /// defined there.
    pub(crate) fn truth_at(
        &mut self,
        text: &str,
        values: &BTreeMap<String, i64>,
    ) -> Result<Truth, String> {
        let names = source::names(self.subject.text).collect::<BTreeSet<&str>>();
        let is_macro = |name: &&String| names.contains(name.as_str());
        let define = |name: &String| format!("-D{name}={}", values[name]);
        let sizes: Vec<String> = values.keys().filter(is_macro).map(define).collect();
        if !sizes.is_empty() && !self.subject.sizes.is_empty() {
            let subject = Subject {
                sizes: vec![sizes],
                is_defined: false,
                ..self.subject.clone()
            };
            let truth = Experiment::new(subject, self.work).truth(text)?;
            if matches!(truth, Truth::Differ(_)) {
                return Ok(truth);
            }
        }
        self.truth(text)
    }

    /// Whether a text compiles at all.
    fn without_run(&self, text: &str) -> Result<Truth, String> {
        let mut flags = self.subject.flags.clone();
        flags.push("-c".to_string());
        match behaviour(text, Build::Plain, &flags, self.work)? {
            Behaviour::Rejected(_) => Ok(Truth::Rejected),
            _ => Ok(Truth::NoRun),
        }
    }

    /// The cheapest runs first.
    fn runs(&self) -> Vec<(Build, usize)> {
        let mut builds = vec![Build::Plain, Build::Sanitized, Build::Zeroed];
        if self.subject.has_threads {
            builds.push(Build::Threads);
        }
        let sizes = 0..self.subject.sizes.len();
        let of = |build: Build| sizes.clone().map(move |size| (build, size));
        builds.into_iter().flat_map(of).collect()
    }

    /// What the original does in a run; `None` if it does not end well, prints nothing, or is
    /// undefined at these sizes.
    fn expected(&mut self, build: Build, sizes: usize) -> Result<Option<Behaviour>, String> {
        if !self.subject.is_defined && !self.is_defined(sizes)? {
            return Ok(None);
        }
        self.run_of_original(build, sizes)
    }

    /// Whether no detector finds something in the original.
    fn is_defined(&mut self, sizes: usize) -> Result<bool, String> {
        let plain = self.run_of_original(Build::Plain, sizes)?;
        Ok(self.run_of_original(Build::Sanitized, sizes)?.is_some()
            && self.run_of_original(Build::Zeroed, sizes)? == plain)
    }

    fn run_of_original(&mut self, build: Build, sizes: usize) -> Result<Option<Behaviour>, String> {
        if let Some(known) = self.expected.get(&(build, sizes)) {
            return Ok(known.clone());
        }
        let found = self.behaviour(self.subject.text, build, sizes)?;
        let prints =
            |b: &Behaviour| matches!(b, Behaviour::Ended { output, .. } if !output.is_empty());
        let found = Some(found).filter(prints);
        self.expected.insert((build, sizes), found.clone());
        Ok(found)
    }

    fn behaviour(&self, text: &str, build: Build, sizes: usize) -> Result<Behaviour, String> {
        let mut flags = self.subject.flags.clone();
        flags.extend(self.subject.sizes[sizes].iter().cloned());
        behaviour(text, build, &flags, self.work)
    }
}

fn difference(found: &Behaviour) -> String {
    match found {
        Behaviour::Rejected(what) | Behaviour::Failed(what) => what.clone(),
        Behaviour::Ended { .. } => "prints something else".to_string(),
    }
}
