//! Asks `pleat verify` in a process of its own, so that a crash is one verdict.

use crate::engine::Engine;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The verdict on a pair of files: the worst of its functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Verdict {
    Proved,
    Refuted,
    Unknown,
    /// No verdict: a crash, a limit of time, an unreadable file.
    Broken,
}

/// A verdict with its reason.
#[derive(Clone, Debug)]
pub(crate) struct Judgement {
    pub verdict: Verdict,
    /// The reason why it is unknown, the witness, or what is broken.
    pub reason: String,
    /// The parameter values of the witness.
    pub at: BTreeMap<String, i64>,
    /// The conditions and assumptions of a proof.
    pub context: Vec<String>,
    pub seconds: f64,
}

/// The program `pleat`.
#[derive(Clone, Debug)]
pub(crate) struct Pleat {
    path: PathBuf,
    /// One of its methods alone, instead of all.
    engine: Option<Engine>,
}

/// A text that Pleat made, and its remarks.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub text: String,
    pub messages: String,
}

/// Prints the processor time of a command behind its errors.
const TIMED: &str = "TIMEFORMAT='%U %S'; time \"$@\"";
/// Seconds that a verdict may take.
const LIMIT: &str = "300";

#[derive(Deserialize)]
struct Answer {
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Function {
    #[serde(default)]
    name: String,
    verdict: String,
    reason: Option<String>,
    #[serde(default)]
    witness: serde_json::Value,
    #[serde(default)]
    context: Context,
}

/// What a proof assumes.
#[derive(Default, Deserialize)]
struct Context {
    #[serde(default)]
    conditions: Vec<String>,
    #[serde(default)]
    assumptions: Vec<String>,
}

impl Pleat {
    /// The program beside this one, or a given one.
    pub(crate) fn new(given: Option<&Path>, engine: Option<Engine>) -> Result<Self, String> {
        let own = std::env::current_exe().map_err(|e| e.to_string())?;
        let path = given.map_or(own.with_file_name("pleat"), Path::to_path_buf);
        match path.exists() {
            true => Ok(Pleat { path, engine }),
            false => Err(format!("{}: build it first", path.display())),
        }
    }

    fn command(&self) -> Command {
        limited(&self.path)
    }

    /// The command that judges two files.
    fn judge(&self) -> Result<Command, std::io::Error> {
        let Some(engine) = self.engine else {
            let mut command = self.command();
            command.args(["verify", "--json"]);
            return Ok(command);
        };
        let mut command = limited(&std::env::current_exe()?);
        command.arg("engine");
        command.args(engine.to_possible_value().iter().map(|v| v.get_name()));
        Ok(command)
    }

    /// The text of a file, folded for an objective.
    pub(crate) fn fold(
        &self,
        file: &Path,
        objective: &str,
        flags: &[String],
    ) -> Result<(String, f64), String> {
        let start = Instant::now();
        let mut command = self.command();
        command.args(["fold", "--min-saving=0", "--objective", objective]);
        command.arg(file);
        let done = command.arg("--").args(flags).output();
        let done = done.map_err(|e| e.to_string())?;
        let errors = String::from_utf8_lossy(&done.stderr);
        match done.status.success() {
            true => Ok((
                String::from_utf8_lossy(&done.stdout).into_owned(),
                start.elapsed().as_secs_f64(),
            )),
            false => Err(format!("{}: {errors}", file.display())),
        }
    }

    /// What a command makes of a file, and the seconds of processor time; an error if it fails.
    pub(crate) fn text(
        &self,
        words: &[&str],
        file: &Path,
    ) -> Result<(Result<Made, String>, f64), String> {
        self.text_with(words, file, &[])
    }

    /// The same for a file that is compiled with flags.
    pub(crate) fn text_with(
        &self,
        words: &[&str],
        file: &Path,
        flags: &[String],
    ) -> Result<(Result<Made, String>, f64), String> {
        let mut command = limited(Path::new("bash"));
        command.args(["-c", TIMED, "trial"]).arg(&self.path);
        command.args(words).arg(file).arg("--").args(flags);
        let done = command.output();
        let done = done.map_err(|e| e.to_string())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let errors = text(&done.stderr);
        let (messages, times) = { errors.trim_end().rsplit_once('\n') }.unwrap_or(("", &errors));
        let times = times.split_whitespace().map(|t| t.parse::<f64>());
        let seconds = times.filter_map(Result::ok).sum();
        let made = match done.status.success() {
            true => Ok(Made {
                text: text(&done.stdout),
                messages: messages.to_string(),
            }),
            false => Err(format!("{}: {messages}", done.status)),
        };
        Ok((made, seconds))
    }

    /// The verdict on two files.
    pub(crate) fn verify(&self, before: &Path, after: &Path, flags: &[String]) -> Judgement {
        let start = Instant::now();
        let done = self.judge().and_then(|mut command| {
            command
                .arg(before)
                .arg(after)
                .arg("--")
                .args(flags)
                .output()
        });
        let seconds = start.elapsed().as_secs_f64();
        let judgement = match done {
            Err(error) => Judgement::new(Verdict::Broken, error.to_string()),
            Ok(done) => judged(done.status.code(), &done.stdout, &done.stderr),
        };
        Judgement {
            seconds,
            ..judgement
        }
    }
}

impl Judgement {
    pub(crate) fn new(verdict: Verdict, reason: String) -> Self {
        Judgement {
            verdict,
            reason,
            at: BTreeMap::new(),
            context: Vec::new(),
            seconds: 0.0,
        }
    }

    /// Whether a proof holds for the present values of some macros alone.
    pub(crate) fn is_for_present_values(&self) -> bool {
        self.context.iter().any(|text| {
            let names = source::names(text);
            let is_macro = |name: &str| name.chars().all(|c| !c.is_lowercase());
            self.verdict == Verdict::Proved && { names }.any(is_macro)
        })
    }
}

fn limited(program: &Path) -> Command {
    let mut command = Command::new("timeout");
    command.args(["-s", "KILL", LIMIT]).arg(program);
    command.stdin(Stdio::null());
    command
}

fn judged(code: Option<i32>, output: &[u8], errors: &[u8]) -> Judgement {
    let broken = |why: String| Judgement::new(Verdict::Broken, why);
    let Ok(answer) = serde_json::from_slice::<Answer>(output) else {
        let errors = String::from_utf8_lossy(errors);
        let lines: Vec<&str> = errors.lines().filter(|l| !l.is_empty()).take(3).collect();
        return broken(format!("{code:?}: {}", lines.join(" ")));
    };
    let find = |verdict: &str| {
        let mut found = answer.functions.iter().filter(|f| f.verdict == verdict);
        let first = found.clone().next();
        // The function with the difference tells more than its callers.
        found.find(|f| !f.text().contains("it calls")).or(first)
    };
    let (verdict, function, expected) = match (find("refuted"), find("unknown")) {
        (Some(function), _) => (Verdict::Refuted, function, 1),
        (None, Some(function)) => (Verdict::Unknown, function, 2),
        (None, None) if code == Some(0) => {
            let contexts = answer.functions.into_iter().map(|f| f.context);
            return Judgement {
                context: contexts.flat_map(Context::texts).collect(),
                ..Judgement::new(Verdict::Proved, String::new())
            };
        }
        (None, None) => return broken(format!("no reason for {code:?}")),
    };
    if code != Some(expected) {
        return broken(format!("{} with {code:?}", function.verdict));
    }
    Judgement {
        at: function.params(),
        ..Judgement::new(verdict, function.text())
    }
}

impl Context {
    fn texts(self) -> impl Iterator<Item = String> {
        self.conditions.into_iter().chain(self.assumptions)
    }
}

impl Function {
    fn params(&self) -> BTreeMap<String, i64> {
        let params = self.witness.get("params").cloned().unwrap_or_default();
        serde_json::from_value(params).unwrap_or_default()
    }

    /// `kernel: at N = 4, ...`
    fn text(&self) -> String {
        let witness = match &self.witness {
            serde_json::Value::Null => None,
            serde_json::Value::String(text) => Some(text.clone()),
            other => other
                .get("text")
                .and_then(|t| t.as_str())
                .map(str::to_string),
        };
        let reason = witness.or(self.reason.clone()).unwrap_or_default();
        format!("{}: {reason}", self.name)
    }
}
