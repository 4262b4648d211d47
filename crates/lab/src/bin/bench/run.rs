//! One run of Pleat.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

/// The passes reported by `--timings`.
pub(crate) const PASSES: [&str; 6] = [
    "preprocess",
    "parse",
    "analysis",
    "mapping",
    "emission",
    "check",
];

/// One run: wall milliseconds, milliseconds per pass, peak KiB, number of folded arrays.
pub(crate) struct Sample {
    pub wall: f64,
    pub passes: Vec<f64>,
    pub peak: f64,
    pub folded: usize,
}

/// Folds a file without output, pinned to a core if given; `None` if it fails.
pub(crate) fn run(pleat: &Path, file: &Path, core: Option<usize>) -> Option<Sample> {
    let mut command = match core {
        Some(core) => {
            let mut command = Command::new("taskset");
            command.args(["-c", &core.to_string()]).arg(pleat);
            command
        }
        None => Command::new(pleat),
    };
    command.args(["fold", "--timings", "-o", "/dev/null"]);
    let start = Instant::now();
    let output = command.arg(file).output().ok()?;
    let wall = start.elapsed().as_secs_f64() * 1e3;
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find_map(|l| l.strip_prefix("timings: "))?;
    let mut words = line.split_whitespace();
    let mut numbers = Vec::new();
    while let (Some(_), Some(number)) = (words.next(), words.next()) {
        numbers.push(number.parse().ok()?);
    }
    let peak = numbers.pop()?;
    (numbers.len() == PASSES.len()).then_some(Sample {
        wall,
        passes: numbers,
        peak,
        folded: folded(&text),
    })
}

/// The number of arrays that the summary of a fold calls folded: `3 arrays folded, ...`.
pub(crate) fn folded(messages: &str) -> usize {
    let number = |line: &str| {
        let mut words = line.split([' ', ',', ';']);
        let number = words.next()?.parse().ok();
        let is_summary = words.next()?.starts_with("array") && words.next() == Some("folded");
        number.filter(|_| is_summary)
    };
    messages.lines().rev().find_map(number).unwrap_or(0)
}

/// Writes a generated program into the folder of the bench.
pub(crate) fn write(name: &str, text: &str) -> std::io::Result<PathBuf> {
    let folder = Path::new("target/bench");
    std::fs::create_dir_all(folder)?;
    let file = folder.join(name);
    std::fs::write(&file, text)?;
    Ok(file)
}

/// Prints user and system time behind the messages of a command.
const TIMED: &str = "TIMEFORMAT='seconds %U %S'; time \"$@\"";

/// A command for [`seconds`].
pub(crate) fn timed(pleat: &Path) -> Command {
    let mut command = Command::new("bash");
    command.args(["-c", TIMED, "bench"]).arg(pleat);
    command
}

/// The result and the processor time of a command, with that of the compiler it starts.
pub(crate) fn seconds(command: &mut Command) -> Result<(Output, f64), String> {
    let output = command.output().map_err(|e| e.to_string())?;
    let errors = String::from_utf8_lossy(&output.stderr);
    let line = errors
        .lines()
        .rev()
        .find_map(|l| l.strip_prefix("seconds "));
    let numbers = line.unwrap_or_default().split(' ');
    let numbers: Vec<f64> = numbers.filter_map(|n| n.parse().ok()).collect();
    match numbers.len() {
        2 => Ok((output, numbers.iter().sum())),
        _ => Err(format!("no time in `{errors}`")),
    }
}
